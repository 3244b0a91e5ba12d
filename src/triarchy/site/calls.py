"""The calls of the HTTP API that the client makes, answered from a device's own tables."""

from __future__ import annotations

import base64
import json
import pickle
import re
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from typing import Any, NamedTuple

from triarchy.bots import STRENGTHS
from triarchy.bots.named import USUAL
from triarchy.bots.review import read_judged
from triarchy.engine.errors import TriarchyError
from triarchy.kit import curve
from triarchy.kit.definition import DEFINITIONS, Definition
from triarchy.kit.language import translate_error
from triarchy.server.bots.queue import Question, StudyQuestion
from triarchy.server.people.identity import Visitor, clean
from triarchy.server.refusals import Refused
from triarchy.server.screens.examples import FRAMES, Examples
from triarchy.server.screens.game_facts import game_facts
from triarchy.server.screens.pictures import sheet_text
from triarchy.server.screens.practice import (
    is_nearly_best,
    is_second,
    lesson_answer,
    lessons_listed,
    puzzle_answer,
    puzzle_state,
    puzzles_listed,
    tried,
    turn_question,
)
from triarchy.server.screens.review import (
    check_finished,
    found_response,
    review_told,
    turn_shown,
    words_of,
)
from triarchy.server.screens.setting_up import changed, palette
from triarchy.server.screens.story import story
from triarchy.server.screens.stream import Known, StreamOptions, news
from triarchy.server.screens.study import EFFORT, studied, study_screen, study_told
from triarchy.server.screens.text_cache import Look
from triarchy.server.storage.rows import ChatRow, SeatRow
from triarchy.server.tables import playing, seating
from triarchy.server.tables.chat_lines import chat_lines
from triarchy.server.tables.once_more import next_game, seats_again, settings_again
from triarchy.server.tables.positions_meant import position_meant
from triarchy.server.tables.records import record_of
from triarchy.server.tables.seat_names import called
from triarchy.server.tables.starting_positions import starting_position
from triarchy.site import wishes
from triarchy.site.device import Asked, Device, at_once
from triarchy.site.kept import ME, Kept, new_row
from triarchy.table import read_record

MOST_CHAT = 400
MOST_LISTED = 50
ADVISER = "hard"
UNKNOWN = "This page does not exist."
BROKEN = "Something went wrong on the server."
EVENT = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})")


class Later(Exception):
    """The answer comes once a bot has thought."""


@dataclass
class Asking:
    """A call of the client."""

    id: int
    method: str
    path: str
    query: dict[str, str]
    body: Any
    language: str

    @property
    def visitor(self) -> Visitor:
        return visitor_of(self.language)

    @property
    def look(self) -> Look:
        query = self.query
        hand = query.get("hand")
        return Look.of(
            query.get("language", self.language),
            int(query.get("width", "1000")),
            query.get("dark") == "true",
            None if hand is None else int(hand),
            query.get("words") == "true",
            query.get("keep") == "true",
        )

    @property
    def wanted(self) -> str:
        """The language of what is asked for."""
        return self.query.get("language", self.language)

    @property
    def seat(self) -> int | None:
        return self.number("seat")

    def number(self, name: str) -> int | None:
        text = self.query.get(name)
        return int(text) if text is not None and text.isdigit() else None


class Stream(NamedTuple):
    """Who listens to a table: what they know, and how they want to be told."""

    table: str
    language: str
    known: Known
    options: StreamOptions


def visitor_of(language: str) -> Visitor:
    return Visitor(ME, lambda key: ME, language)


Handler = Callable[..., Any]
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """A call of the API: `{name}` in its path is an argument."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    def register(handler: Handler) -> Handler:
        ROUTES.append((method, pattern, handler))
        return handler

    return register


class Text(NamedTuple):
    """An answer that is not JSON, or is written already."""

    text: str
    kind: str = "application/json"


class House:
    """Hears the messages of pages and says what is to be done: answers, things to store, questions for bots, news."""

    def __init__(self, kept: dict[str, str]) -> None:
        self.device = Device(kept)
        self.examples = Examples(self.device.screens.cache)
        self.streams: dict[int, Stream] = {}
        self._asked: dict[int, Asked] = {}
        self._tickets = 0
        self._out: list[dict[str, Any]] = []
        self.device.changed.clear()

    # Messages

    def ask(self, asking: Asking) -> None:
        """Answer a call, now or once a bot has thought."""
        try:
            found = self._find(asking)
        except Later:
            pass
        except Exception as error:
            self._refuse(asking, error)
        else:
            self.answer(asking, found)
        self._tell()

    def _find(self, asking: Asking) -> Any:
        for method, pattern, handler in ROUTES:
            match = pattern.fullmatch(asking.path)
            if match is not None and method == asking.method:
                return handler(self, asking, **match.groupdict())
        raise Refused(404, UNKNOWN)

    def answer(self, asking: Asking, found: Any, status: int = 200) -> None:
        if isinstance(found, bytes):
            found = Text(found.decode())
        if not isinstance(found, Text):
            found = Text(json.dumps(found, ensure_ascii=False, separators=(",", ":")))
        self._out.append(
            {
                "do": "answer",
                "id": asking.id,
                "status": status,
                "body": found.text,
                "kind": found.kind,
            }
        )

    def _refuse(self, asking: Asking, error: Exception) -> None:
        if isinstance(error, Refused):
            status, sentence = error.status, error.in_language(asking.language)
        elif isinstance(error, TriarchyError):
            folders = [each.catalogues for each in DEFINITIONS.all()]
            status, sentence = 422, translate_error(error, asking.language, *folders)
        else:
            self._broken(error)
            status, sentence = 500, Refused(500, BROKEN).in_language(asking.language)
        self.answer(asking, {"error": sentence}, status)

    def _broken(self, error: Exception) -> None:
        """A mistake of ours: told where whoever looks for it looks, in the browser's console."""
        self._out.append({"do": "broken", "error": repr(error)})
        traceback.print_exception(error)

    def listen(self, stream: int, table_id: str, query: dict[str, str], language: str) -> None:
        """Somebody wants to hear what happens at a table."""
        asking = Asking(0, "GET", "", query, None, language)
        snapshot = self.device.known(table_id)
        if snapshot is None:
            self._out.append(
                {"do": "news", "stream": stream, "name": "gone", "data": "{}", "event": ""}
            )
            return
        match = EVENT.fullmatch(query.get("last", ""))
        known = (-1, snapshot.row.number, snapshot.last_line)
        if match is not None:
            known = (int(match[1]), int(match[2]), int(match[3]))
        options = StreamOptions(asking.look, asking.seat, query.get("screen") == "true")
        self.streams[stream] = Stream(table_id, language, known, options)
        self._news(stream)
        self.device.let_think(table_id)
        self._tell()

    def leave(self, stream: int) -> None:
        """Nobody listens there any more."""
        self.streams.pop(stream, None)

    def thought(self, ticket: int, answer: str | None) -> None:
        """A bot has answered; None: it has failed."""
        asked = self._asked.pop(ticket)
        found, stood_in = (
            (None, False) if answer is None else pickle.loads(base64.b64decode(answer))
        )
        try:
            asked.answered(found, stood_in)
        except Exception as error:  # the table stays as it is; whoever comes back asks again
            self._broken(error)
        self._tell()

    def restore(self, key: str, text: str | None) -> None:
        """What is stored is not what was thought: somebody else has changed it, or there was no room for it."""
        self.device.restore(key, text)
        self._tell()

    def take(self) -> list[dict[str, Any]]:
        """What is to be done, in this order."""
        out, self._out = self._out, []
        return out

    def _tell(self) -> None:
        device = self.device
        for key, text in device.writes.items():
            kept = device.tables.get(key)
            number = 0 if kept is None else kept.row.version
            over = kept is not None and kept.row.status == "over"
            store = {"do": "store", "key": key, "text": text, "version": number, "over": over}
            self._out.insert(0, store)
        device.writes.clear()
        for table_id in device.changed:
            for stream, each in list(self.streams.items()):
                if each.table == table_id:
                    self._news(stream)
        device.changed.clear()
        for asked in device.questions:
            self._tickets += 1
            self._asked[self._tickets] = asked
            question = base64.b64encode(pickle.dumps((asked.kind, asked.question))).decode()
            self._out.append(
                {
                    "do": "think",
                    "ticket": self._tickets,
                    "question": question,
                    "unhurried": asked.unhurried,
                }
            )
        device.questions.clear()

    def _news(self, number: int) -> None:
        stream = self.streams[number]
        snapshot = self.device.known(stream.table)
        if snapshot is None:
            del self.streams[number]
            self._out.append(
                {"do": "news", "stream": number, "name": "gone", "data": "{}", "event": ""}
            )
            return
        if snapshot.row.version == stream.known[0]:
            return
        visitor = visitor_of(stream.language)
        data = news(self.device.screens, snapshot, visitor, stream.known, stream.options).decode()
        known = (snapshot.row.version, snapshot.row.number, snapshot.last_line)
        self.streams[number] = stream._replace(known=known)
        self._out.append(
            {"do": "news", "stream": number, "name": "table", "data": data, "event": snapshot.event}
        )

    def later(self, asking: Asking, kind: str, question: Any, tell: Callable[[Any], Any]) -> Later:
        """Ask a bot, and answer the call with what `tell` makes of what it says."""

        def answered(found: Any, stood_in: bool) -> None:
            try:
                if found is None:
                    raise Refused(500, BROKEN)
                self.answer(asking, tell(found))
            except Exception as error:
                self._refuse(asking, error)

        self.device.questions.append(Asked(kind, question, answered))
        return Later()

    def table(self, asking: Asking, table_id: str) -> dict[str, Any]:
        return self.device.document(self.device.get(table_id), asking.visitor)

    def screen(self, asking: Asking, table_id: str, chosen: playing.Chosen = ()) -> bytes:
        """What the reader sees after a change: the Update from the screen that they know, or the whole one."""
        device, known = self.device, asking.query.get("known")
        snapshot = device.snapshot(table_id).choosing(chosen)
        if known is None:
            return device.screens.screen(snapshot, asking.visitor, asking.seat, asking.look, False)
        return device.screens.update(snapshot, asking.visitor, asking.seat, asking.look, known)


def game_of(name: str) -> Definition[Any]:
    """A game that a call names."""
    if name not in DEFINITIONS.names():
        raise Refused(404, "This game does not exist.")
    return DEFINITIONS[name]


# The page, the reader, the games


@route("GET", "/api/status")
def status(house: House, asking: Asking) -> Any:
    games = dict.fromkeys(DEFINITIONS.names(), "ready")
    facts: dict[str, Any] = {
        "version": version("triarchy"),
        "share": "",
        "only_here": None,
        "bots": [],
    }
    return {"ready": True, "preparing": None, "games": games, **facts}


@route("GET", "/api/me")
def read_me(house: House, asking: Asking) -> Any:
    me = house.device.me
    return {"name": me["name"], "language": asking.language, "theme": me["theme"]}


@route("PUT", "/api/me")
def change_me(house: House, asking: Asking) -> Any:
    wish = wishes.read(wishes.MeWish, asking.body)
    if wish.name is not None:
        name = clean(wish.name)
        if not name:
            raise Refused(422, "A name needs at least one letter.")
        house.device.me["name"] = name
    if wish.theme is not None:
        house.device.me["theme"] = wish.theme
    house.device.keep_me()
    return read_me(house, asking)


@route("GET", "/api/me/waiting")
def waiting(house: House, asking: Asking) -> Any:
    visitor = asking.visitor
    snapshots = [kept.snapshot for kept in house.device.tables.values()]
    mine = [
        each
        for each in snapshots
        if each.row.status == "playing" and each.row.to_move in each.held(visitor)
    ]
    return {"waiting": len(mine)}


@route("GET", "/api/games")
def games(house: House, asking: Asking) -> Any:
    facts = [game_facts(each, "ready", asking.wanted) for each in DEFINITIONS.all()]
    return {"games": facts, "strengths": list(STRENGTHS)}


@route("GET", "/api/games/{game}/example")
def example(house: House, asking: Asking, game: str) -> Any:
    frame = asking.number("frame") or 0
    if frame >= FRAMES:
        raise Refused(404, UNKNOWN)
    return Text(house.examples.frame(game_of(game), frame, asking.look), "image/svg+xml")


@route("GET", "/api/games/{game}/film")
def film(house: House, asking: Asking, game: str) -> Any:
    return house.examples.film(game_of(game), asking.look)


@route("GET", "/api/games/{game}/sheets/{board}/{name}")
def sheet(house: House, asking: Asking, game: str, board: str, name: str) -> Any:
    return sheet_text(game_of(game), board, name)


@route("GET", "/api/games/{game}/rules")
def rules(house: House, asking: Asking, game: str) -> Any:
    definition = game_of(game)
    sections = [
        {"anchor": each.anchor, "heading": each.heading, "paragraphs": list(each.paragraphs)}
        for each in definition.text.rulebook(asking.wanted)
    ]
    return {"game": game, "title": definition.title_in(asking.wanted), "sections": sections}


@route("GET", "/api/games/{game}/legend")
def legend(house: House, asking: Asking, game: str) -> Any:
    entries = [asdict(entry) for entry in game_of(game).text.legend(asking.wanted)]
    return {"game": game, "entries": entries}


# Learning


@route("GET", "/api/progress")
def progress(house: House, asking: Asking) -> Any:
    return {"done": house.device.me["progress"]}


@route("PUT", "/api/progress")
def note_progress(house: House, asking: Asking) -> Any:
    wish = wishes.read(wishes.ProgressWish, asking.body)
    house.device.me["progress"][wish.what] = wish.value
    house.device.keep_me()
    return progress(house, asking)


@route("GET", "/api/games/{game}/puzzles")
def puzzle_list(house: House, asking: Asking, game: str) -> Any:
    return puzzles_listed(game_of(game), asking.wanted)


@route("POST", "/api/games/{game}/puzzles/{puzzle_id}")
def try_puzzle(house: House, asking: Asking, game: str, puzzle_id: str) -> Any:
    tries, look = wishes.read(wishes.TriesWish, asking.body), asking.look
    puzzle, table, said = tried(game_of(game), puzzle_id, tries, look)
    state = puzzle_state(puzzle, table)
    if state != "wrong" or is_second(puzzle, table):
        return puzzle_answer(puzzle, table, state, said, look)

    def tell(found: Any) -> Any:
        nearly = is_nearly_best(read_judged(found))
        return puzzle_answer(puzzle, table, "nearly" if nearly else "wrong", said, look)

    raise house.later(asking, "review", turn_question(puzzle, table), tell)


@route("GET", "/api/games/{game}/lessons")
def lesson_list(house: House, asking: Asking, game: str) -> Any:
    return lessons_listed(game_of(game), asking.wanted)


@route("POST", "/api/games/{game}/lessons/{lesson_id}/{number}")
def try_exercise(house: House, asking: Asking, game: str, lesson_id: str, number: str) -> Any:
    tries = wishes.read(wishes.TriesWish, asking.body)
    return lesson_answer(game_of(game), lesson_id, int(number), tries, asking.look)


# Tables


@route("GET", "/api/tables")
def list_tables(house: House, asking: Asking) -> Any:
    device, skip = house.device, asking.number("skip") or 0
    own = sorted(
        device.tables.values(),
        key=lambda kept: (kept.row.status not in ("open", "playing"), -kept.row.changed),
    )
    shown = own[skip : skip + MOST_LISTED]
    return {
        "mine": [device.document(each.snapshot, asking.visitor) for each in shown],
        "more": len(own) > skip + MOST_LISTED,
        "open": [],
    }


@route("POST", "/api/tables")
def make_table(house: House, asking: Asking) -> Any:
    table_id = create(house, asking, wishes.read(wishes.TableWish, asking.body))
    return house.table(asking, table_id)


def create(house: House, asking: Asking, wish: wishes.TableWish, **more: Any) -> str:
    """Open a table, at which nobody is missing, and begin; its id."""
    device: Any = house.device
    request: Any = wish
    position = starting_position(device, request) if wish.start is not None else None
    DEFINITIONS[wish.game]  # a game that there is not is refused as such
    game = position.game if position else seating.game_of_request(request)
    mine = [place for place, seat in enumerate(wish.seats) if seat.kind == "me"]
    if len(mine) > 1 and not wish.hot_seat:
        raise Refused(422, "You can have several seats of your own only at a table for one device.")
    if position is not None:
        more["start"] = json.dumps(position.position())
    values = seating.table_values(game, ME, request) | more
    names = seating.names_of(request.seats, device.me["name"])
    kinds = seating.kinds_of(request.seats)
    seats = tuple(
        SeatRow(
            values["id"],
            place,
            place,
            kind,
            name,
            (seat.strength or USUAL) if kind == "bot" else None,
            False,
            None,
        )
        for place, (seat, kind, name) in enumerate(zip(wish.seats, kinds, names, strict=True))
    )
    table_id = str(values["id"])
    device.tables[table_id] = Kept(new_row(values), seats, tuple(mine))
    try:
        seating.start(device, asking.visitor, table_id, None, lot=wish.lot or len(mine) > 1)
    except Exception:
        del device.tables[table_id]
        raise
    return table_id


@route("GET", "/api/tables/{table}")
def read_table(house: House, asking: Asking, table: str) -> Any:
    return house.table(asking, table)


@route("DELETE", "/api/tables/{table}")
def delete_table(house: House, asking: Asking, table: str) -> Any:
    house.device.remove(table)
    return None


@route("GET", "/api/tables/{table}/chat")
def read_chat(house: House, asking: Asking, table: str) -> Any:
    return {"chat": chat_lines(house.device.get(table), language=asking.wanted)}


@route("POST", "/api/tables/{table}/chat")
def say(house: House, asking: Asking, table: str) -> Any:
    text = clean(wishes.read(wishes.ChatWish, asking.body).text)
    if not text:
        raise Refused(422, "Type a message first.")
    device = house.device
    kept, snapshot = device.kept(table), device.get(table)
    held = snapshot.held(asking.visitor)
    seat = snapshot.seats[held[0]] if held else snapshot.seats[0]
    line = ChatRow(table, snapshot.last_line + 1, seat.place, ME, seat.name, text, time.time())
    kept = replace(kept, chat=(*kept.chat, line)[-MOST_CHAT:])
    device.keep(kept.with_row(version=kept.row.version + 1))
    return chat_lines(device.get(table), line.number - 1, asking.language)[-1]


@route("POST", "/api/tables/{table}/rematch")
def rematch(house: House, asking: Asking, table: str) -> Any:
    device = house.device
    old = device.get(table)
    if old.row.status not in ("over", "closed"):
        raise Refused(409, "The game is not over yet.")
    if old.row.rematch in device.tables:
        return house.table(asking, str(old.row.rematch))
    own = old.had(asking.visitor)
    if not own:
        raise Refused(403, "You have no seat at this table.")
    seats = seats_again(old, own)
    wish = wishes.TableWish(**{**settings_again(old), "seats": seats, "time_limit": None})
    fresh = create(house, asking, wish, **next_game(old))
    kept = device.kept(table)
    device.keep(kept.with_row(rematch=fresh, version=kept.row.version + 1))
    return house.table(asking, fresh)


@route("POST", "/api/play-on")
def play_on(house: House, asking: Asking) -> Any:
    wish = wishes.read(wishes.PlayOnWish, asking.body)
    device: Any = house.device
    table = position_meant(device, wish)  # type: ignore[arg-type]
    if table.to_move is None:
        raise Refused(422, "This position is the end of a game.")
    mine = table.to_move if wish.seat is None else wish.seat
    if mine >= table.game.players:
        raise Refused(422, "This seat does not exist.")
    seats = [
        {"kind": "me"} if seat == mine else {"kind": "bot", "strength": wish.strength}
        for seat in range(table.game.players)
    ]
    made = wishes.TableWish(game=table.game.name, seats=seats, start=table.position())
    return house.table(asking, create(house, asking, made))


@route("GET", "/api/tables/{table}/record")
def record(house: House, asking: Asking, table: str) -> Any:
    device = house.device
    snapshot = device.snapshot(table)
    if snapshot.row.status not in ("over", "record"):
        raise Refused(403, "The game file is available once the game is over.")
    with_names = asking.query.get("names") == "true"
    names = [called(name, asking.wanted) for name in snapshot.names] if with_names else ()
    return record_of(snapshot.row, device.frame(snapshot), names)


@route("GET", "/api/tables/{table}/handed")
def handed(house: House, asking: Asking, table: str) -> Any:
    """A finished game as it is handed to a server: see `POST /api/records/device` there."""
    device = house.device
    kept, snapshot = device.kept(table), device.snapshot(table)
    if snapshot.row.status != "over":
        raise Refused(403, "The game file is available once the game is over.")
    names = [called(name, asking.wanted) for name in snapshot.names]
    seats = [
        {"you": True} if seat.place in kept.mine else {"strength": seat.strength or USUAL}
        for seat in snapshot.seats
    ]
    return {
        "record": record_of(snapshot.row, device.frame(snapshot), names),
        "seats": seats,
        "once": table,
        "finished": snapshot.row.moved,
    }


@route("POST", "/api/records")
def import_record(house: House, asking: Asking) -> Any:
    device, document = house.device, asking.body
    table = read_record(document)
    game = table.game
    request: Any = wishes.TableWish(
        game=game.name, seats=[{"kind": "bot"}] * game.players, board=game.board.id, hints=False
    )
    values = seating.table_values(game, ME, request) | (
        document.get("fair") or {"salt": None, "commitment": None}
    )
    table_id = str(values["id"])
    values |= {
        "status": "record",
        "options": json.dumps(game.options),
        "seed": None if table.seed is None else str(table.seed),
        "start": json.dumps(game.document(table.states[0])) if table.seed is None else None,
        "number": len(table.moves),
        "to_move": table.to_move,
        "position": json.dumps(table.position()),
    }
    seats = tuple(
        SeatRow(table_id, place, place, "open", name, None, False, None)
        for place, name in enumerate(seating.recorded_names(document, game))
    )
    moves = tuple((move, False) for move in table.moves)
    device.keep(Kept(new_row(values), seats, (), moves))
    return house.table(asking, table_id)


# Playing


@route("GET", "/api/tables/{table}/screen")
def read_screen(house: House, asking: Asking, table: str) -> Any:
    screens, snapshot = house.device.screens, house.device.snapshot(table)
    decision = asking.query.get("decision")
    snapshot = screens.choosing(snapshot, asking.visitor, asking.seat, asking.look, decision)
    return screens.screen(snapshot, asking.visitor, asking.seat, asking.look, False)


@route("POST", "/api/tables/{table}/moves")
def move(house: House, asking: Asking, table: str) -> Any:
    wish, device = wishes.read(wishes.MoveWish, asking.body), house.device
    service: Any = device
    answering = playing.move(
        service, asking.visitor, table, wish.move, wish.decision, at_once, keep=asking.look.keep
    )
    return house.screen(asking, table, at_once(answering))


@route("POST", "/api/tables/{table}/undo")
def undo(house: House, asking: Asking, table: str) -> Any:
    wish = wishes.read(wishes.DecisionWish, asking.body)
    service: Any = house.device
    kept = playing.undo(service, asking.visitor, table, wish.decision, asking.look.keep)
    return house.screen(asking, table, kept)


@route("POST", "/api/tables/{table}/again")
def again(house: House, asking: Asking, table: str) -> Any:
    wish, device = wishes.read(wishes.MoveWish, asking.body), house.device
    service: Any = device
    visitor, keep = asking.visitor, asking.look.keep
    kept = playing.choose_again(service, visitor, table, wish.move, wish.decision, keep)
    return house.screen(asking, table, kept)


@route("GET", "/api/tables/{table}/preview")
def preview(house: House, asking: Asking, table: str) -> Any:
    screens, snapshot = house.device.screens, house.device.snapshot(table)
    text, decision = asking.query.get("move", ""), asking.query.get("decision")
    return screens.preview(snapshot, asking.visitor, text, decision, asking.look)


@route("GET", "/api/tables/{table}/changes")
def changes(house: House, asking: Asking, table: str) -> Any:
    screens, snapshot = house.device.screens, house.device.snapshot(table)
    return screens.changes(snapshot, asking.visitor, asking.number("after") or 0, asking.look)


@route("GET", "/api/tables/{table}/why-not")
def why_not(house: House, asking: Asking, table: str) -> Any:
    screens, snapshot = house.device.screens, house.device.snapshot(table)
    text, decision = asking.query.get("move", ""), asking.query.get("decision")
    return screens.why_not(snapshot, asking.visitor, text, decision, asking.look)


@route("POST", "/api/tables/{table}/hint")
def hint(house: House, asking: Asking, table: str) -> Any:
    device, wish = house.device, wishes.read(wishes.DecisionWish, asking.body)
    screens, snapshot = device.screens, device.snapshot(table)
    if not snapshot.row.hints:
        raise Refused(403, "This table plays without hints.")
    frame, seat = screens.asked(snapshot, asking.visitor, wish.decision)
    question = Question(frame.game, frame.view(seat).tobytes(), seat, ADVISER, 0, advice=True)
    tell = lambda advice: screens.hint(snapshot, frame, seat, advice, asking.look)  # noqa: E731
    raise house.later(asking, "advise", question, tell)


@route("POST", "/api/tables/{table}/resign")
def resign(house: House, asking: Asking, table: str) -> Any:
    wish = wishes.read(wishes.ResignWish, asking.body)
    playing.resign(house.device, asking.visitor, table, wish.seat, wish.strength)  # type: ignore[arg-type]
    return house.table(asking, table)


@route("POST", "/api/tables/{table}/back")
def back(house: House, asking: Asking, table: str) -> Any:
    return house.table(asking, table)


@route("GET", "/api/tables/{table}/presence")
def presence(house: House, asking: Asking, table: str) -> Any:
    house.device.kept(table)
    return {"seats": [], "watching": 0}


# Looking back


@route("GET", "/api/tables/{table}/replay/{number}")
def replay(house: House, asking: Asking, table: str, number: str) -> Any:
    screens, snapshot = house.device.screens, house.device.snapshot(table)
    return screens.replay(snapshot, asking.visitor, int(number), asking.seat, asking.look)


@route("GET", "/api/tables/{table}/story")
def read_story(house: House, asking: Asking, table: str) -> Any:
    screens, snapshot = house.device.screens, house.device.snapshot(table)
    return story(screens, snapshot, asking.visitor, asking.seat, asking.wanted)


@route("POST", "/api/tables/{table}/review")
def review(house: House, asking: Asking, table: str) -> Any:
    device = house.device
    snapshot = device.snapshot(table)
    check_finished(snapshot)
    frame = device.frame(snapshot)
    found = device.kept_review(table, frame)
    if found is None:
        done, of = device.look_for_review(table, frame)
        shown: list[dict[str, Any]] = []
        so_far = device.review_so_far(table)
        if so_far is not None:
            words = words_of(device.screens, snapshot, frame, so_far, asking.look.language)
            shown = found_response(frame.base, words)
        return {"done": done, "of": of, "found": shown, "review": None}
    height = curve.LOWEST if asking.query.get("low") == "true" else curve.LOWER
    told = review_told(device.screens, snapshot, frame, found, asking.visitor, asking.look, height)
    parts = len(found.parts)
    return {"done": parts, "of": parts, "found": [], "review": told}


@route("GET", "/api/tables/{table}/review/better")
def better_turn(house: House, asking: Asking, table: str) -> Any:
    device = house.device
    snapshot = device.snapshot(table)
    check_finished(snapshot)
    frame = device.frame(snapshot)
    found = device.kept_review(table, frame)
    if found is None:
        raise Refused(404, "This game has not been reviewed yet.")
    step = asking.number("step")
    first = asking.number("first") or 0
    words = words_of(device.screens, snapshot, frame, found, asking.look.language)
    return turn_shown(
        frame.base,
        words,
        asking.look,
        first,
        100 if step is None else step,
        asking.query.get("way", "better"),
    )


# Studying


@route("POST", "/api/analyse")
def read_study(house: House, asking: Asking) -> Any:
    device: Any = house.device
    wish: Any = wishes.read(wishes.StudyWish, asking.body)
    return study_screen(*studied(device, wish), asking.look)


@route("POST", "/api/analyse/setup")
def set_up_study(house: House, asking: Asking) -> Any:
    device: Any = house.device
    wish: Any = wishes.read(wishes.SetupWish, asking.body)
    table, _, _ = studied(device, wish)
    return palette(changed(table, wish.change), asking.look)


@route("POST", "/api/analyse/judge")
def judge_study(house: House, asking: Asking) -> Any:
    device: Any = house.device
    wish: Any = wishes.read(wishes.StudyWish, asking.body)
    table, _, _ = studied(device, wish)
    question = StudyQuestion(table.game, table.state.tobytes(), EFFORT)
    tell = lambda found: study_told(table, found, asking.look.language)  # noqa: E731
    raise house.later(asking, "study", question, tell)
