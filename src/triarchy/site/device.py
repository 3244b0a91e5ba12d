"""The tables of one device: what a server's `Service` is to many people, for the one who has the page open.

Screens, moves, undo, hints and reviews are made by the same functions as on a server. What a server writes into
a database is a document here for each table (`kept.py`); whoever runs this stores what `writes` holds and lets
bots think about what `questions` holds. Nothing here waits.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from triarchy.bots.named import USUAL
from triarchy.bots.review import EFFORTS, JUDGE, Part, Review, parts_of, put_together, read_judged
from triarchy.engine.errors import TriarchyError
from triarchy.kit.definition import DEFINITIONS, Definition
from triarchy.server.bots.queue import PartQuestion, Question
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused, no_table
from triarchy.server.screens.review import EFFORT, table_of_frame, whole
from triarchy.server.screens.screens import Screens
from triarchy.server.storage.rows import TableRow
from triarchy.server.tables import playing
from triarchy.server.tables.game_cache import CachedGame, Frame, GameCache, beginning
from triarchy.server.tables.snapshot import Snapshot, table_document
from triarchy.site.kept import Kept, read_kept
from triarchy.table import Game, Table, replay

CACHE = 64 * 1024 * 1024
NEEDS_NETWORK = "expert"
"""The strength whose bot needs a network."""
PREFERENCES = "me"
"""The key of the document with the reader's name and progress; all other keys are tables' ids."""
AnswerTo = Callable[[Any, bool], None]


@dataclass(frozen=True)
class Asked:
    """A question for a bot, and what is done with its answer (None: it has failed), told whether another bot stood in."""

    kind: str
    """choose, advise, review or study."""
    question: Any
    answered: AnswerTo
    unhurried: bool = False
    """Whether the answer is to come no faster than people can follow."""


class Games:
    """The games of the page: each is ready at once, by its portable file."""

    def definitions(self) -> list[Definition[Any]]:
        return DEFINITIONS.all()

    def definition(self, name: str) -> Definition[Any]:
        return DEFINITIONS[name]

    def need(self, name: str, *, urgent: bool = True) -> Definition[Any]:
        return DEFINITIONS[name]

    def is_ready(self, name: str) -> bool:
        return name in DEFINITIONS.names()


class Change:
    """One table that is being changed, as `server/tables/transactions.py` has it."""

    def __init__(self, kept: Kept, cached: CachedGame) -> None:
        self.kept = kept
        self.snapshot = kept.snapshot
        self.row = kept.row
        self.cached = cached
        self.values: dict[str, Any] = {}
        self._moves = list(kept.moves)
        self._seats = {seat.place: seat for seat in kept.seats}
        self._table: Table | None = None

    def table(self) -> Table:
        """The game as it stands, to be changed here."""
        if self._table is None:
            assert self.cached.table is not None
            self._table = self.cached.table.copy()
        return self._table

    def add_move(self, number: int, move: str, at: float, *, bot: bool) -> None:
        self._moves.append((move, bot))

    def take_back(self, number: int) -> None:
        del self._moves[number - self.row.base :]

    def seat(self, place: int, **values: Any) -> None:
        self._seats[place] = self._seats[place]._replace(**values)

    def status(self, *allowed: str, sentence: str) -> None:
        if self.row.status not in allowed:
            raise Refused(409, sentence)

    def made(self) -> Kept:
        """The table as it is after the change."""
        seats = tuple(self._seats.values())
        version = self.row.version + 1
        values = {"version": version, "changed": time.time(), **self.values}
        if seats != self.kept.seats:
            values["seats_version"] = version
        kept = replace(self.kept, seats=seats, moves=tuple(self._moves))
        return kept.with_row(**values)

    def publish(self, row: TableRow) -> None:
        if self._table is not None:
            self.cached.keep(self._table, row)


class Device:
    """Its tables, who plays at them, and what bots are asked."""

    def __init__(self, kept: dict[str, str]) -> None:
        self.me: dict[str, Any] = {"name": "", "theme": "auto", "progress": {}}
        self.tables: dict[str, Kept] = {}
        self.games = GameCache(CACHE)
        self.compiling = Games()
        self.hub = SimpleNamespace(watching=lambda table_id: 0)
        self.bot_pool = self
        self.without_network: set[str] = set()
        """The games of which a bot's network could not be fetched, so that another one stands in for it."""
        self.settings = SimpleNamespace(share="")
        self.snapshots = self.transactions = self
        self.reviews = SimpleNamespace(kept=self.kept_review)
        self.writes: dict[str, str | None] = {}
        """What is to be stored, by key; None: nothing any more."""
        self.questions: list[Asked] = []
        self.changed: set[str] = set()
        """The tables of which those who listen are to be told."""
        self._thinking: dict[str, str] = {}
        """For each table the decision that a bot is asked for."""
        self._reviews: dict[str, Reviewing] = {}
        for key, text in kept.items():
            self.restore(key, text)
        self.screens = Screens(self)  # type: ignore[arg-type]

    # What is stored

    def restore(self, key: str, text: str | None) -> None:
        """A document is, as it is stored, another one than was known; None: it is gone."""
        if key == PREFERENCES:
            self.me.update(json.loads(text or "{}"))
            return
        self.games.drop(key)
        self.tables.pop(key, None)
        self._thinking.pop(key, None)
        self._reviews.pop(key, None)
        if text is not None:
            self.tables[key] = read_kept(text)
        self.changed.add(key)

    def keep(self, kept: Kept) -> None:
        """A table is now this one."""
        self.tables[kept.row.id] = kept
        self.writes[kept.row.id] = kept.text()
        self.changed.add(kept.row.id)

    def keep_me(self) -> None:
        self.writes[PREFERENCES] = json.dumps(self.me, ensure_ascii=False)

    def remove(self, table_id: str) -> None:
        """Delete a table, with all that was played."""
        self.kept(table_id)
        self.restore(table_id, None)
        self.writes[table_id] = None

    # What screens and moves ask of a server's service

    def kept(self, table_id: str) -> Kept:
        found = self.tables.get(table_id)
        if found is None:
            raise no_table()
        return found

    def get(self, table_id: str) -> Snapshot:
        """A table as it is now."""
        return self.kept(table_id).snapshot

    def known(self, table_id: str) -> Snapshot | None:
        found = self.tables.get(table_id)
        return None if found is None else found.snapshot

    def snapshot(self, table_id: str) -> Snapshot:
        """The same; a game begun under older rules first goes on under today's."""
        kept = self.kept(table_id)
        row = kept.row
        if row.position is not None and row.rules != DEFINITIONS[row.game].version:
            kept = renewed(kept, DEFINITIONS[row.game])
            self.games.drop(table_id)
            self.keep(kept)
        return kept.snapshot

    def at_hand(self, table_id: str) -> Snapshot:
        snapshot = self.snapshot(table_id)
        self.frame(snapshot)
        return snapshot

    def get_ready(self, table_id: str) -> None:
        self.frame(self.snapshot(table_id))

    def frame(self, snapshot: Snapshot, number: int | None = None) -> Frame:
        """The game of a table as it stands, or stood after `number` moves."""
        row = snapshot.row
        if number is not None and not row.base <= number <= row.number:
            raise Refused(404, "The game has not come that far.")
        cached = self.games[row.id]
        if not cached.knows(row):
            table = beginning(row)
            for move, bot in self.kept(row.id).moves:
                table.play_action(table.game.actions[move], bot=bot)
            cached.forget()
            cached.table, cached.base, cached.undos = table, row.base, row.undos
            self.games.grown(row.id)
        return cached.frame(row, number)

    def name_of(self, person: str) -> str:
        return str(self.me["name"])

    def title(self, game: str, language: str) -> str:
        return DEFINITIONS[game].title_in(language)

    def document(self, snapshot: Snapshot, visitor: Visitor) -> dict[str, Any]:
        """The Table of docs/reference/http.md; there is nobody to send a link to."""
        title = self.title(snapshot.row.game, visitor.language)
        return {**table_document(snapshot, title, visitor, ""), "link": ""}

    # Changes

    @contextmanager
    def change(self, table_id: str) -> Iterator[Change]:
        """Change a table: all or nothing."""
        snapshot = self.snapshot(table_id)
        if snapshot.row.status != "open":
            self.frame(snapshot)
        change = Change(self.kept(table_id), self.games[table_id])
        yield change
        kept = change.made()
        change.publish(kept.row)
        self.games.grown(table_id)
        self.keep(kept)
        self.let_think(table_id)

    async def play(self, table_id: str, work: Callable[[Any], None], in_thread: object) -> None:
        with self.change(table_id) as change:
            work(change)

    # Bots

    def stands_in(self, played: Game, strength: str) -> bool:
        """Whether a weaker bot plays for this one."""
        return strength == NEEDS_NETWORK and played.name in self.without_network

    def let_think(self, table_id: str, chosen: tuple[int, ...] = ()) -> None:
        """Ask a bot, if one is to move and has not been asked yet; `chosen`: what it has chosen so far, of
        which nobody hears before something comes of it."""
        snapshot = self.known(table_id)
        if snapshot is None or not snapshot.bot_to_move or snapshot.mover is None:
            return
        if self._thinking.get(table_id) == snapshot.decision:
            return
        row, mover, decision = snapshot.row, snapshot.mover, snapshot.decision
        frame = self.frame(snapshot).choosing(chosen)
        strength = str(mover.strength) if mover.kind == "bot" else USUAL
        # As on a server: nobody can reckon the bot's choices while the salt is secret.
        digest = hashlib.sha256(f"{row.salt}:{frame.number}".encode()).digest()
        seed = int.from_bytes(digest[:8], "big")
        view = frame.view(mover.seat).tobytes()
        question = Question(frame.game, view, mover.seat, strength, seed)
        self._thinking[table_id] = decision

        def answered(action: Any, stood_in: bool) -> None:
            if self._thinking.get(table_id) != decision:
                return
            del self._thinking[table_id]
            if strength == NEEDS_NETWORK:
                (self.without_network.add if stood_in else self.without_network.discard)(row.game)
            if action is not None and frame.waits(action):
                self.let_think(table_id, (*chosen, action))
            elif action is not None:
                actions = (*chosen, action)
                try:
                    service: Any = self
                    at_once(
                        playing.bot_move(
                            service, table_id, actions, decision, at_once, stood_in=stood_in
                        )
                    )
                except Refused:
                    self.let_think(table_id)  # the table has moved on

        self.questions.append(Asked("choose", question, answered, unhurried=True))

    # Reviews

    def kept_review(self, table_id: str, frame: Frame) -> Review | None:
        """The review that is kept with a table, if it is by today's judge."""
        review = self.kept(table_id).review
        if review is None or review["judge"] != JUDGE:
            return None
        table = table_of_frame(frame)
        parts, judged = parts_of(table), [read_judged(each) for each in review["parts"]]
        return whole(table, parts, judged) if len(parts) == len(judged) else None

    def look_for_review(self, table_id: str, frame: Frame) -> tuple[int, int]:
        """Work on a review, or go on with it; how many parts of how many are done."""
        job = self._reviews.get(table_id)
        if job is None:
            table = table_of_frame(frame)
            job = self._reviews[table_id] = Reviewing(table, parts_of(table), [])
        if not job.asked:
            self._judge_next(table_id, job)
        return len(job.judged), len(job.parts)

    def review_so_far(self, table_id: str) -> Review | None:
        """What has been judged of a game whose review is being worked out."""
        job = self._reviews.get(table_id)
        if job is None or not job.judged:
            return None
        judged = [read_judged(each) for each in job.judged]
        return put_together(job.table, job.parts[: len(judged)], judged, judged[-1].before, EFFORT)

    def _judge_next(self, table_id: str, job: Reviewing) -> None:
        part = job.parts[len(job.judged)]
        question = PartQuestion(
            job.table.game,
            job.table.states[part.first].tobytes(),
            tuple(job.table.moves[part.first : part.last]),
            EFFORTS[EFFORT].shared(len(job.parts)),
            part.first,
        )
        job.asked = True

        def answered(judged: Any, stood_in: bool) -> None:
            job.asked = False
            if judged is None or self._reviews.get(table_id) is not job:
                return
            job.judged.append(judged)
            if len(job.judged) < len(job.parts):
                return  # the next look goes on
            del self._reviews[table_id]
            kept = self.tables.get(table_id)
            if kept is not None:
                review = {"judge": JUDGE, "parts": job.judged}
                self.tables[table_id] = replace(kept, review=review)
                self.writes[table_id] = self.tables[table_id].text()

        self.questions.append(Asked("review", question, answered))


@dataclass
class Reviewing:
    """A review that is being worked out."""

    table: Table
    parts: list[Part]
    judged: list[Any]
    asked: bool = False


def at_once(work: Any) -> Any:
    """Run to its end what is written for an event loop and waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("something waits that must not")


def renewed(kept: Kept, definition: Definition[Any]) -> Kept:
    """The same game under today's rules; where its moves cannot be read any more it goes on from its position."""
    row = kept.row
    if definition.oldest_version <= row.rules < definition.version:
        try:
            table = beginning(row)
            counts = replay(table, [move for move, _ in kept.moves], row.rules)
        except TriarchyError:
            pass
        else:
            bots = [kept.moves[max(count - 1, 0)][1] if kept.moves else False for count in counts]
            moves = tuple(zip(table.moves, bots, strict=True))
            return replace(kept, moves=moves).with_row(
                rules=definition.version,
                number=row.base + len(moves),
                undos=row.undos + 1,
                to_move=table.to_move,
                position=json.dumps(table.position()),
                version=row.version + 1,
            )
    return replace(kept, moves=()).with_row(
        rules=definition.version, start=row.position, base=row.number, version=row.version + 1
    )
