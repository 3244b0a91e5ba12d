"""A table as a device keeps it: one JSON document with all there is to it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from triarchy.server.storage.rows import ChatRow, SeatRow, TableRow
from triarchy.server.tables.snapshot import Snapshot

ME = "me"
"""The person who plays here: whoever has the device."""
MADE = {
    "start": None,
    "position": None,
    "seats_version": 1,
    "to_move": None,
    "rematch": None,
    "wins": None,
    "winners": None,
    "stood_in": False,
    "lease_by": None,
    "lease_until": 0.0,
}
"""What the row of a table that is being made has in the columns that nobody has set."""


@dataclass(frozen=True)
class Kept:
    """A table: its row, its seats, the places that are this device's, its moves, what was said, its review."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    mine: tuple[int, ...]
    moves: tuple[tuple[str, bool], ...] = ()
    """Each move, and whether a bot made it."""
    chat: tuple[ChatRow, ...] = ()
    review: dict[str, Any] | None = None
    """Which judge has reviewed it, and what was judged of each part."""

    @property
    def snapshot(self) -> Snapshot:
        """What screens are made from."""
        seats = tuple(sorted(self.seats, key=lambda seat: seat.seat))
        holders = {ME: self.mine} if self.mine else {}
        return Snapshot(self.row, seats, holders, {}, self.chat)

    def with_row(self, **values: Any) -> Kept:
        return replace(self, row=self.row._replace(**values))

    def text(self) -> str:
        """The document."""
        document = {
            "row": self.row._asdict(),
            "seats": [seat._asdict() for seat in self.seats],
            "mine": self.mine,
            "moves": self.moves,
            "chat": [line._asdict() for line in self.chat],
            "review": self.review,
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def new_row(values: dict[str, Any]) -> TableRow:
    """A row of these values, and the usual ones in all other columns."""
    return TableRow(**{**MADE, **values})


def read_kept(text: str) -> Kept:
    """A table from its document."""
    found = json.loads(text)
    return Kept(
        new_row(found["row"]),
        tuple(SeatRow(**seat) for seat in found["seats"]),
        tuple(found["mine"]),
        tuple((move, bool(bot)) for move, bot in found["moves"]),
        tuple(ChatRow(**line) for line in found["chat"]),
        found["review"],
    )
