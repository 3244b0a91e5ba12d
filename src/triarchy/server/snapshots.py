"""What the database says of a table apart from its moves, read once per version and shared."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Connection, bindparam, select

from triarchy.server import models
from triarchy.server.identity import Visitor, hashed
from triarchy.server.refusals import no_table
from triarchy.server.storage import Storage

MOST_KEPT = 64 * 1024 * 1024
"""Bytes of snapshots that are kept."""
MOST_HELD = 64
"""Visitors of a table of whom it is remembered which seats they hold."""
TABLE_COST, SEAT_COST, LINE_COST = 4000, 1000, 600
"""About how many bytes a row of each kind takes beside its texts."""


@dataclass(frozen=True)
class Snapshot:
    """One version of a table: its row, its seats in order, who holds them, what was said."""

    row: Any
    seats: tuple[Any, ...]
    """The seats' rows, by seat number."""
    holders: dict[str, tuple[int, ...]]
    """For each person the places they hold."""
    tokens: dict[str, tuple[int, ...]]
    """For the hash of each seat's cookie of old the places it holds."""
    chat: tuple[Any, ...]
    _held: dict[tuple[str, str | None], tuple[int, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What `held` has answered; it does not depend on the row."""

    @cached_property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def held(self, visitor: Visitor) -> tuple[int, ...]:
        """The seats that a visitor may play."""
        who = (visitor.person, visitor.token)
        held = self._held.get(who)
        if held is None:
            held = self._find_held(visitor)
            if len(self._held) < MOST_HELD:
                self._held[who] = held
        return held

    def _find_held(self, visitor: Visitor) -> tuple[int, ...]:
        places = self.holders.get(visitor.person, ())
        if visitor.token:
            places += self.tokens.get(hashed(visitor.token), ())
        if not places:
            return ()
        return tuple(
            seat.seat for seat in self.seats if seat.place in places and seat.kind == "person"
        )

    def resigned(self, seat: Any) -> bool:
        """Whether a bot plays this seat because the person who had it gave the game up."""
        return seat.kind == "bot" and seat.place in self._places

    @cached_property
    def _places(self) -> set[int]:
        """The places that somebody holds."""
        held = (*self.holders.values(), *self.tokens.values())
        return {place for places in held for place in places}

    @cached_property
    def table(self) -> dict[str, Any]:
        """The Table of docs/api.md; `table_document` fills in what differs from reader to reader."""
        row = self.row
        return {
            "id": row.id,
            "name": row.name,
            "game": row.game,
            "title": "",
            "board": row.board,
            "options": json.loads(row.options),
            "players": row.players,
            "status": row.status,
            "public": row.public,
            "hot_seat": row.hot_seat,
            "hints": row.hints,
            "time_limit": row.time_limit,
            "clock": row.clock,
            "increment": row.increment or 0,
            "series": series(row),
            "version": row.version,
            "number": row.number,
            "created": iso(row.created),
            "changed": iso(row.changed),
            "seats": [
                {
                    "seat": seat.seat,
                    "kind": seat.kind,
                    "name": seat.name,
                    "strength": seat.strength,
                    "you": False,
                    "away": seat.away,
                    "resigned": self.resigned(seat),
                }
                for seat in self.seats
            ],
            "mine": False,
            "to_move": row.to_move if row.status == "playing" else None,
            "your_turn": False,
            "commitment": row.commitment,
            "link": "",
            "rematch": row.rematch,
        }

    @property
    def mover(self) -> Any:
        """The seat to move, or None."""
        number = self.row.to_move
        return None if number is None or self.row.status != "playing" else self.seats[number]

    @property
    def bot_to_move(self) -> bool:
        mover = self.mover
        return mover is not None and (mover.kind == "bot" or mover.away)

    def but(self, values: dict[str, Any]) -> Snapshot:
        """The same with other values in the table's row."""
        row = self.row._mapping if hasattr(self.row, "_mapping") else vars(self.row)
        return replace(self, row=SimpleNamespace(**{**row, **values}))

    @cached_property
    def cost(self) -> int:
        """About how many bytes of memory this takes."""
        texts = sum(2 * len(line.text) + LINE_COST for line in self.chat)
        places = len(self.seats) + len(self.tokens) + len(self.holders)
        stored = len(self.row.position or "") + len(self.row.start or "")
        return TABLE_COST + places * SEAT_COST + texts + stored

    @property
    def last_line(self) -> int:
        """The number of what was said last; earlier lines may have made room."""
        return self.chat[-1].number if self.chat else 0

    @property
    def event(self) -> str:
        """The id of the event that tells of this version."""
        return f"{self.row.version}.{self.row.number}.{self.last_line}"


# Statements are made once: making one costs more than asking it.
VERSION = select(models.tables.c.version).where(models.tables.c.id == bindparam("of_table"))
LOCK = VERSION.with_for_update()
"""The same, and nobody else writes the table until the transaction is over."""
ROW = select(models.tables).where(models.tables.c.id == bindparam("of_table"))
SEATS, HOLDERS, TOKENS, CHAT = (
    select(table).where(table.c.table_id == bindparam("of_table")).order_by(order)
    for table, order in (
        (models.seats, "seat"),
        (models.holders, "place"),
        (models.tokens, "place"),
        (models.chat, "number"),
    )
)


def read(connection: Connection, table_id: str, known: Snapshot | None = None) -> Snapshot:
    """A table as it is now; what is `known` of its other rows is not read again if it still holds."""
    of_table = {"of_table": table_id}
    row = connection.execute(ROW, of_table).first()
    if row is None:
        raise no_table()
    if known is not None and known.row.others_version == row.others_version:
        return replace(known, row=row)
    seats = connection.execute(SEATS, of_table).all()
    holders: dict[str, tuple[int, ...]] = {}
    for holder in connection.execute(HOLDERS, of_table):
        holders[holder.person] = (*holders.get(holder.person, ()), holder.place)
    tokens: dict[str, tuple[int, ...]] = {}
    for token in connection.execute(TOKENS, of_table):
        tokens[token.hash] = (*tokens.get(token.hash, ()), token.place)
    chat = connection.execute(CHAT, of_table).all()
    return Snapshot(row, tuple(seats), holders, tokens, tuple(chat))


class Snapshots:
    """The latest snapshot of each table that was asked for lately."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Snapshot] = OrderedDict()
        self._size = 0

    def get(self, table_id: str) -> Snapshot:
        """The table as it is now: one short query if nothing has changed."""
        known = self._kept.get(table_id)
        with self.storage.read() as connection:
            of_table = {"of_table": table_id}
            version = connection.execute(VERSION, of_table).scalar()
            if version is None:
                self.drop(table_id)
                raise no_table()
            if known is not None and known.row.version == version:
                return known
            # Where several rows are read one after the other: again, if somebody wrote in between.
            while True:
                snapshot = read(connection, table_id, known)
                one_row = known is not None and snapshot.seats is known.seats
                if (
                    one_row
                    or connection.execute(VERSION, of_table).scalar() == snapshot.row.version
                ):
                    break
        self.keep(snapshot)
        return snapshot

    def known(self, table_id: str) -> Snapshot | None:
        """What was read last, without looking."""
        return self._kept.get(table_id)

    def keep(self, snapshot: Snapshot) -> None:
        """Remember what a table is, unless something newer is known."""
        with self._lock:
            kept = self._kept.get(snapshot.row.id)
            if kept is not None and kept.row.version > snapshot.row.version:
                return
            self._drop(snapshot.row.id)
            self._kept[snapshot.row.id] = snapshot
            self._size += snapshot.cost
            while self._size > MOST_KEPT:
                self._drop(next(iter(self._kept)))

    def drop(self, table_id: str) -> None:
        with self._lock:
            self._drop(table_id)

    def _drop(self, table_id: str) -> None:
        old = self._kept.pop(table_id, None)
        if old is not None:
            self._size -= old.cost


@lru_cache(maxsize=1024)
def iso(moment: float) -> str:
    """A moment as clients read it."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def series(row: Any) -> dict[str, Any] | None:
    """How a series of games stands; a game that several have won counts for nobody."""
    if row.best_of is None:
        return None
    wins: list[int] = json.loads(row.wins) if row.wins else [0] * row.players
    winners = json.loads(row.winners) if row.winners else []
    if len(winners) == 1:
        wins[winners[0]] += 1
    decided = next((seat for seat, won in enumerate(wins) if 2 * won > row.best_of), None)
    return {"best_of": row.best_of, "game": row.game_number, "wins": wins, "decided": decided}


def table_document(
    snapshot: Snapshot, title: str, held: tuple[int, ...], mine: bool, share: str
) -> dict[str, Any]:
    """The Table of docs/api.md, as one reader sees it."""
    row = snapshot.row
    return {
        **snapshot.table,
        "title": title,
        "seats": [{**seat, "you": seat["seat"] in held} for seat in snapshot.table["seats"]],
        "mine": mine,
        "your_turn": row.status == "playing" and row.to_move in held,
        "link": f"{share}/{'replay' if row.status == 'record' else 'table'}/{row.id}",
    }
