"""What a reader sees of a game: everything a client that knows no game needs, made from views.

Nothing here reads a state of a game that goes on except through `Frame.view`, and drawings are
made once for all readers who see the same.
"""

from __future__ import annotations

import gzip
from bisect import bisect_right
from contextlib import suppress
from dataclasses import asdict
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from triarchy.bots.analysis import Advice, advice_labels, advice_reasons
from triarchy.kit.definition import State
from triarchy.kit.presentation import GameText, Picture, has_scenes
from triarchy.kit.sight import Reader, Sight
from triarchy.server.json_text import from_json, to_json
from triarchy.server.locks import held
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused
from triarchy.server.screens.drawing_keys import changed_keys
from triarchy.server.screens.pictures import Shown, shown
from triarchy.server.screens.text_cache import Cache, Kind, Look, ShownScreens
from triarchy.server.screens.updates import update
from triarchy.server.storage.rows import SeatRow
from triarchy.server.tables.chat_lines import chat_lines
from triarchy.server.tables.clocks import runs_out
from triarchy.server.tables.game_cache import Frame, Log
from triarchy.server.tables.seat_names import called
from triarchy.server.tables.snapshot import Snapshot, iso
from triarchy.table.game import Game

if TYPE_CHECKING:
    from triarchy.server.service import Service

PACKING = 4
"""How hard gzip tries: screens are packed once per version and kind of reader."""
MOST_CHANGES = 40
"""Lines of the log whose changes are told at once."""


def hands_differ(frame: Frame, held: tuple[int, ...]) -> bool:
    """Whether several seats on one device know different things, so that hands need covering."""
    return len(held) > 1 and len({frame.view(seat).tobytes() for seat in held}) > 1


def _standing(snapshot: Snapshot, visitor: Visitor) -> int:
    """What a reader is to a table, beside the seats they hold: its maker, one who resigned."""
    return int(snapshot.row.maker == visitor.person) + 2 * bool(snapshot.had(visitor))


class Screens:
    """Makes screens, previews and lines of the log for the readers of one server."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.cache = Cache()
        self.shown = ShownScreens()
        service.games.when_over = self.shown.forget

    def forget(self) -> None:
        """Make everything anew."""
        self.cache.clear()
        self.shown.clear()

    # Whose eyes

    def viewing_seat(self, snapshot: Snapshot, visitor: Visitor, seat: int | None) -> int | None:
        """The seat a reader looks from: the one asked for if held, the mover, any, none."""
        held = snapshot.held(visitor)
        if seat is not None:
            if seat not in held:
                raise Refused(403, "That is not your seat.")
            return seat
        if snapshot.row.to_move in held:
            return int(snapshot.row.to_move)
        return held[0] if held else None

    def seat_looking_back(
        self, snapshot: Snapshot, visitor: Visitor, frame: Frame, seat: int | None
    ) -> int | None:
        """The same for an earlier position; once the game is over, anybody's eyes can be lent.

        Without a wish a player keeps their own, and whoever had no seat looks with the mover's.
        """
        if not frame.open:
            return self.viewing_seat(snapshot, visitor, seat)
        if seat is not None and seat >= frame.game.players:
            raise Refused(422, "This seat does not exist.")
        held = snapshot.held(visitor)
        if seat is None:
            seat = held[0] if len(held) == 1 else frame.to_move
        return seat

    def choosing(
        self,
        snapshot: Snapshot,
        visitor: Visitor,
        seat: int | None,
        look: Look,
        decision: str | None = None,
    ) -> Snapshot:
        """The table for one reader: whoever is to move sees what they have chosen so far, if the decision
        that they answer says so, or what goes along with their next decision."""
        row = snapshot.row
        if (
            not look.keep
            or row.status != "playing"
            or self.viewing_seat(snapshot, visitor, seat) != row.to_move
        ):
            return snapshot.choosing(())
        if decision is not None:
            with suppress(Refused):  # it may be an old one
                answering = snapshot.answered(decision)
                self.frame(answering)
                return answering
        if snapshot.chosen or row.to_move not in snapshot.held(visitor):
            return snapshot
        frame = self.service.frame(snapshot)
        action = frame.game.goes_along(frame.state)
        return snapshot if action < 0 else snapshot.choosing((action,))

    def frame(self, snapshot: Snapshot, number: int | None = None) -> Frame:
        """The game as it stands, or stood after `number` moves, for the reader of this snapshot."""
        if not snapshot.chosen or (number is not None and number <= snapshot.row.number):
            return self.service.frame(snapshot, number)
        frame = self.service.frame(snapshot).choosing(snapshot.chosen)
        return frame if number is None else frame.until(number)

    def etag(self, snapshot: Snapshot, visitor: Visitor, seat: int | None, look: Look) -> str:
        snapshot = self.choosing(snapshot, visitor, seat, look)
        seat = self.viewing_seat(snapshot, visitor, seat)
        watching = self.service.hub.watching(snapshot.row.id)
        standing = _standing(snapshot, visitor)
        return f'"{snapshot.event}.{watching}.{seat}.{standing}.{look.language}.{look.width}.{look.hand}.{int(look.dark)}.{int(look.words)}"'

    # Screens

    def screen(
        self, snapshot: Snapshot, visitor: Visitor, seat: int | None, look: Look, packed: bool
    ) -> bytes:
        """The Screen of a game as it stands, as JSON; `packed`: by gzip. `seat`: as asked for."""
        snapshot = self.choosing(snapshot, visitor, seat, look)
        watching = self.service.hub.watching(snapshot.row.id)
        kind = self._kind(snapshot, visitor, seat, look)

        def make() -> bytes:
            screen = {**self.document(snapshot, visitor, seat, look), "watching": watching}
            text = to_json(screen)
            return gzip.compress(text, PACKING, mtime=0) if packed else text

        return self.cache.get(("screen", packed, snapshot.event, watching, kind), make)

    def update(
        self,
        snapshot: Snapshot,
        visitor: Visitor,
        seat: int | None,
        look: Look,
        known: str | None,
    ) -> bytes:
        """The Update from the screen of the event `known` (None: from nothing), as JSON."""
        snapshot = self.choosing(snapshot, visitor, seat, look)
        kind = self._kind(snapshot, visitor, seat, look)

        def make() -> bytes:
            screen = self.document(snapshot, visitor, seat, look)
            return to_json(update(self.shown.get(kind, known), screen))

        return self.cache.get(("update", snapshot.event, known, kind), make)

    def has_shown(
        self, snapshot: Snapshot, visitor: Visitor, seat: int | None, look: Look, known: str
    ) -> bool:
        """Whether the screen of the event `known` was made here for such a reader, and is kept."""
        return self.shown.get(self._kind(snapshot, visitor, seat, look), known) is not None

    def _kind(self, snapshot: Snapshot, visitor: Visitor, seat: int | None, look: Look) -> Kind:
        row, look = snapshot.row, self._needed(snapshot, look)
        return (row.id, snapshot.held(visitor), _standing(snapshot, visitor), seat, look)

    def _needed(self, snapshot: Snapshot, look: Look) -> Look:
        """What a screen needs to know of a look: a scene is the same for all widths and themes."""
        definition = self.service.compiling.definition(snapshot.row.game)
        return look.of_scenes() if has_scenes(definition.drawing) else look

    def document(
        self, snapshot: Snapshot, visitor: Visitor, seat: int | None, look: Look
    ) -> dict[str, Any]:
        """The Screen of a game as it stands; `seat`: as asked for."""
        snapshot = self.choosing(snapshot, visitor, seat, look)
        kind = self._kind(snapshot, visitor, seat, look)
        screen = self.shown.get(kind, snapshot.event)
        if screen is None:
            screen = self._present(
                snapshot, visitor, self.viewing_seat(snapshot, visitor, seat), look
            )
            self.shown.keep(kind, screen)
        return screen

    def _present(
        self, snapshot: Snapshot, visitor: Visitor, seat: int | None, look: Look
    ) -> dict[str, Any]:
        row = snapshot.row
        frame = self.frame(snapshot)
        your_turn = row.status == "playing" and seat is not None and frame.to_move == seat
        undoable = row.status == "playing" and frame.undoable(*snapshot.held(visitor)) > 0
        return {
            **self._screen(snapshot, frame, visitor, seat, look),
            "decision": snapshot.decision if row.status == "playing" else None,
            "your_turn": your_turn,
            "moves": self._moves(snapshot, frame, look) if your_turn else [],
            "names": self._names(snapshot, frame, look) if your_turn and look.words else {},
            "undo": undoable,
            "again": self._again(snapshot, frame, look) if your_turn else [],
            "watching": self.service.hub.watching(row.id),
            "deadline": deadline(snapshot),
        }

    def replay(
        self, snapshot: Snapshot, visitor: Visitor, number: int, seat: int | None, look: Look
    ) -> bytes:
        """The Screen of an earlier position, as JSON."""
        frame = self.service.frame(snapshot, number)
        seat = self.seat_looking_back(snapshot, visitor, frame, seat)
        return to_json(self._screen(snapshot, frame, visitor, seat, look))

    def _screen(
        self, snapshot: Snapshot, frame: Frame, visitor: Visitor, seat: int | None, look: Look
    ) -> dict[str, Any]:
        """All that screens of the present and of the past have in common."""
        row, definition = snapshot.row, frame.game.definition
        sight, reader = frame.sight(seat), self.reader(snapshot, frame, seat, look.language)
        ended = frame.over or row.status in ("over", "record")
        now = frame.number == frame.last and row.status == "playing"
        return {
            "table": self.service.document(snapshot, visitor),
            "version": row.version,
            "event": snapshot.event,
            "number": frame.number,
            "last": frame.last,
            "decision": None,
            "seat": seat,
            "held": list(snapshot.held(visitor)),
            "secrets": hands_differ(frame, snapshot.held(visitor)),
            "phase": definition.phases[sight.phase],
            "turn": sight.turn,
            "turn_of": frame.turn_of,
            "to_move": frame.to_move,
            "your_turn": False,
            "prompt": definition.text.prompt(sight, reader),
            "help": definition.text.help_anchor(sight),
            **self.pictures(snapshot, frame, seat, look, lit=now),
            "words": told_board(definition.text, sight, reader) if look.words else [],
            "moves": [],
            "names": {},
            "undo": False,
            "again": [],
            "since": frame.base + frame.decided(*snapshot.held(visitor)),
            "players": self._players(snapshot, frame, sight, reader, visitor, now),
            "score_help": [vars(sheet) for sheet in definition.text.score_help(sight, reader)],
            "log": self.lines(snapshot, frame, seat, look.language),
            "chat": chat_lines(snapshot, language=look.language),
            "watching": 0,
            "deadline": None,
            "result": frame.game.result(frame.state) if frame.over else None,
            "final_steps": self._final_steps(frame, reader) if frame.over else [],
            "count_columns": self._count_columns(frame, reader) if frame.over else [],
            "fair": {
                "commitment": row.commitment,
                "seed": row.seed if ended else None,
                "salt": row.salt if ended else None,
            },
        }

    def reader(self, snapshot: Snapshot, frame: Frame, seat: int | None, language: str) -> Reader:
        """Who reads; seats that nobody named are called as the game calls them."""
        names = tuple(called(name, language) for name in snapshot.names)
        if not all(names):
            usual = frame.game.definition.text.seat_names(frame.game.players, language)
            names = tuple(name or other for name, other in zip(names, usual, strict=True))
        return Reader(seat, names, language, frame.open)

    def pictures(
        self,
        snapshot: Snapshot,
        frame: Frame,
        seat: int | None,
        look: Look,
        *,
        lit: bool = True,
        preview: int = -1,
    ) -> dict[str, Shown]:
        """The drawings of the board and of the reader's hand; `lit`: with what can be clicked."""
        row = snapshot.row
        mover = seat is not None and seat == frame.to_move
        position = (row.id, row.undos, frame.number, frame.open, frame.chosen)

        definition = frame.game.definition
        look = self._needed(snapshot, look)

        def picture(part: str, width: int, eyes: int | None) -> Shown:
            reader = self.reader(snapshot, frame, eyes, look.language)
            wanted = Picture(width, part, lit and mover, preview, look.dark)
            key = ("picture", position, reader, wanted)
            return self.cache.get(key, lambda: shown(definition, frame.sight(eyes), reader, wanted))

        if not mover:
            self.service.games[row.id].look = look
        return {
            # All who are not on the move see the same board.
            "board": picture("board", look.width, seat if mover else None),
            "hand": "" if seat is None else picture("hand", look.hand, seat),
        }

    def _moves(self, snapshot: Snapshot, frame: Frame, look: Look) -> list[dict[str, Any]]:
        seat = frame.to_move
        sight, reader = frame.sight(seat), self.reader(snapshot, frame, seat, look.language)
        game, label = frame.game, frame.game.definition.text.label
        actions = game.legal_actions(frame.state)
        moves = [
            {
                "move": game.moves[action],
                "label": label(sight, action, reader),
                "ends_turn": ends_turn,
                "reveals": reveals,
            }
            for action, (ends_turn, reveals) in zip(
                actions, game.consequences(frame.state, actions), strict=True
            )
        ]
        return sorted(moves, key=itemgetter("move"))

    def _names(self, snapshot: Snapshot, frame: Frame, look: Look) -> dict[str, str]:
        seat = frame.to_move
        reader = self.reader(snapshot, frame, seat, look.language)
        return spoken_names(frame.game, frame.sight(seat), reader)

    def _again(self, snapshot: Snapshot, frame: Frame, look: Look) -> list[dict[str, Any]]:
        """What could be chosen in place of the choices that are half done."""
        seat = frame.to_move
        assert seat is not None
        choices: dict[int, dict[str, Any]] = {}
        for number in frame.half_done(seat):
            earlier = self.frame(snapshot, frame.base + number)
            if frame.game.goes_along(earlier.state) >= 0:
                continue
            sight = earlier.sight(seat)
            reader = self.reader(snapshot, earlier, seat, look.language)
            for action in frame.game.legal_actions(earlier.state):
                move = frame.game.moves[action]
                label = frame.game.definition.text.label(sight, action, reader)
                chosen = move == frame.moves[number]
                choices.setdefault(action, {"move": move, "label": label, "chosen": chosen})
        return list(choices.values())

    def _players(
        self,
        snapshot: Snapshot,
        frame: Frame,
        sight: Sight,
        reader: Reader,
        visitor: Visitor,
        now: bool,
    ) -> list[dict[str, Any]]:
        definition = frame.game.definition
        panels = definition.drawing.players_panel(sight, reader)
        ranking = frame.game.result(frame.state)["ranking"] if frame.over else None
        held = snapshot.held(visitor)
        return [
            {
                "seat": row.seat,
                "name": reader.names[row.seat],
                "kind": row.kind,
                "strength": row.strength,
                "you": row.seat in held,
                "away": row.away,
                "resigned": snapshot.resigned(row),
                "clock": row.clock,
                "to_move": row.seat == frame.to_move,
                "stands_in": now and self._stands_in(frame, row),
                "thinking": now and row.seat == frame.to_move and (row.kind == "bot" or row.away),
                "symbol": panel.symbol,
                "facts": panel.facts_json,
                "score": panel.score,
                "rank": ranking[row.seat] if ranking else None,
            }
            for row, panel in zip(snapshot.seats, panels, strict=True)
        ]

    def _stands_in(self, frame: Frame, seat: SeatRow) -> bool:
        """Whether a weaker bot plays for the one of a seat, which is being compiled."""
        if seat.kind != "bot" or seat.strength is None:
            return False
        return self.service.bot_pool.stands_in(frame.game, seat.strength)

    def _final_steps(self, frame: Frame, reader: Reader) -> list[dict[str, Any]]:
        steps = frame.game.definition.text.final_steps(frame.game.sight(frame.state), reader)
        return [asdict(step) for step in steps]

    def _count_columns(self, frame: Frame, reader: Reader) -> list[dict[str, Any]]:
        drawing = frame.game.definition.drawing
        return [
            asdict(column)
            for column in drawing.count_columns(frame.game.sight(frame.state), reader)
        ]

    # The log

    def lines(
        self, snapshot: Snapshot, frame: Frame, seat: int | None, language: str
    ) -> list[dict[str, Any]]:
        """The log up to a position, as a seat may know it."""
        cached = self.service.games[snapshot.row.id]
        reader = self.reader(snapshot, frame, seat, language)
        key = (frame.base, frame.open, reader)
        with held(cached.lock):
            same = cached.undos == snapshot.row.undos
            log = cached.logs.setdefault(key, Log()) if same else Log()
            new = range(log.moves, len(frame.moves) - len(frame.chosen))
            for index in new:
                log.add(frame.base + index + 1, frame.line(index, reader))
            lines = log.until(frame.number)
        if new:
            self.service.games.grown(snapshot.row.id)
        return lines

    def changes(
        self, snapshot: Snapshot, visitor: Visitor, after: int, look: Look
    ) -> dict[str, Any]:
        """The lines of the log after move number `after`, with what each changed on the board."""
        seat = self.viewing_seat(snapshot, visitor, None)
        return {"changes": self.steps(snapshot, seat, after, look)}

    def lines_after(
        self, snapshot: Snapshot, seat: int | None, after: int, look: Look
    ) -> list[dict[str, Any]]:
        """The lines of the log after move number `after`, as a seat may know them."""
        lines = self.lines(snapshot, self.service.frame(snapshot), seat, look.language)
        return lines[bisect_right(lines, after, key=itemgetter("number")) :]

    def steps(
        self, snapshot: Snapshot, seat: int | None, after: int, look: Look
    ) -> list[dict[str, Any]]:
        """The last lines of the log after move number `after`, with what each changed."""
        lines = self.lines_after(snapshot, seat, after, look)
        number = max(after, snapshot.row.base)
        if len(lines) > MOST_CHANGES:
            number = lines[-MOST_CHANGES - 1]["number"]
        steps = []
        for line in lines[-MOST_CHANGES:]:
            steps.append({**line, "keys": self._changed(snapshot, number, line["number"], look)})
            number = line["number"]
        return steps

    def _changed(self, snapshot: Snapshot, before: int, after: int, look: Look) -> list[str]:
        """What differs between two positions, as an onlooker sees them: for all readers alike.

        In every look the same things have keys; one that was drawn before is best.
        """
        row = snapshot.row
        look = self.service.games[row.id].look or look

        def board(number: int) -> Shown:
            frame = self.service.frame(snapshot, number)
            return self.pictures(snapshot, frame, None, look, lit=False)["board"]

        def make() -> bytes:
            return to_json(changed_keys(board(before), board(after)))

        keys: list[str] = from_json(
            self.cache.get(("changes", row.id, row.undos, before, after), make)
        )
        return keys

    # Questions about one move

    def asked(
        self, snapshot: Snapshot, visitor: Visitor, decision: str | None
    ) -> tuple[Frame, int]:
        """The frame and the seat of a reader whose turn it is."""
        if snapshot.row.status != "playing":
            raise Refused(409, "No game is being played at this table.")
        if decision is not None:
            snapshot = snapshot.answered(decision)
        if snapshot.row.to_move not in snapshot.held(visitor):
            raise Refused(403, "It is not your turn.")
        seat = int(snapshot.row.to_move)
        return self.frame(snapshot), seat

    def preview(
        self, snapshot: Snapshot, visitor: Visitor, move: str, decision: str | None, look: Look
    ) -> dict[str, Any]:
        """What a legal move would do."""
        frame, seat = self.asked(snapshot, visitor, decision)
        action = frame.game.legal_action(frame.state, move)
        if action < 0:
            raise Refused(422, "This move is not legal now.")
        sight, reader = frame.sight(seat), self.reader(snapshot, frame, seat, look.language)
        text, (told,) = frame.game.definition.text, frame.game.consequences(frame.state, [action])
        return {
            "move": move,
            "label": text.label(sight, action, reader),
            **told._asdict(),
            "sentences": list(text.preview(sight, action, reader)),
            **self.pictures(snapshot, frame, seat, look, preview=action),
        }

    def why_not(
        self, snapshot: Snapshot, visitor: Visitor, move: str, decision: str | None, look: Look
    ) -> dict[str, Any]:
        """Why a move is not legal now."""
        frame, seat = self.asked(snapshot, visitor, decision)
        if move not in frame.game.actions:
            raise Refused(422, "There is no such move in this game.")
        if frame.game.legal_action(frame.state, move) >= 0:
            raise Refused(409, "This move is legal.")
        reader = self.reader(snapshot, frame, seat, look.language)
        reason = frame.game.definition.text.why_not(frame.sight(seat), move, reader)
        return {"move": move, "reason": reason}

    def hint(
        self, snapshot: Snapshot, frame: Frame, seat: int, advice: Advice, look: Look
    ) -> dict[str, Any]:
        """A bot's advice with its reasons."""
        reader = self.reader(snapshot, frame, seat, look.language)
        return hint_told(frame.game, frame.view(seat), advice, reader)


def hint_told(game: Game, view: State, advice: Advice, reader: Reader) -> dict[str, Any]:
    """The Hint of docs/reference/http.md."""
    moves = [game.moves[action] for action in advice.actions]
    return {
        "move": moves[0],
        "then": moves[1:],
        "label": ". ".join(advice_labels(game, view, advice, reader)),
        "reasons": advice_reasons(game, view, advice, reader),
    }


def told_board(text: GameText[Any], sight: Sight, reader: Reader) -> list[dict[str, Any]]:
    """The board in words."""
    return [part._asdict() for part in text.board_text(sight, reader)]


def spoken_names(game: Game, sight: Sight, reader: Reader) -> dict[str, str]:
    """By move, what a screen reader says of each place and thing of which there is something to say now."""
    spoken = game.definition.text.spoken
    names = ((move, spoken(sight, action, reader)) for move, action in game.actions.items())
    return {move: name for move, name in names if name}


def deadline(snapshot: Snapshot) -> str | None:
    """Until when the seat to move has time, if there is a clock and a person is to move."""
    end = runs_out(snapshot)
    return None if end is None else iso(end)
