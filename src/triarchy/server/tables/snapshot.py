"""One version of a table apart from its moves, and what is told of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any

from triarchy.server.people.identity import Visitor, hashed
from triarchy.server.refusals import stale
from triarchy.server.storage.rows import ChatRow, SeatRow, TableRow
from triarchy.server.tables.seat_names import called

KEPT_BACK = "+"
"""Before each choice in the name of a decision and of an event that only one reader sees."""
MOST_HELD = 64
"""Visitors of a table of whom it is remembered which seats they hold."""
TABLE_COST, SEAT_COST, LINE_COST = 4000, 1000, 600
"""About how many bytes a row of each kind takes beside its texts."""


@dataclass(frozen=True)
class Snapshot:
    """One version of a table: its row, its seats in order, who holds them, what was said."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    """The seats' rows, by seat number."""
    holders: dict[str, tuple[int, ...]]
    """For each person the places they hold."""
    tokens: dict[str, tuple[int, ...]]
    """For the hash of each seat's cookie of old the places it holds."""
    chat: tuple[ChatRow, ...]
    chosen: tuple[int, ...] = ()
    """What the reader who is to move has chosen, of which nobody else has heard."""
    _held: dict[tuple[str, str | None], tuple[int, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What `held` has answered; it does not depend on the row."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

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
        return tuple(seat for seat in self.had(visitor) if self.seats[seat].kind == "person")

    def had(self, visitor: Visitor) -> tuple[int, ...]:
        """The seats that are or, before they resigned, were a visitor's."""
        places = self.holders.get(visitor.person, ())
        if visitor.token:
            places += self.tokens.get(hashed(visitor.token), ())
        return tuple(seat.seat for seat in self.seats if seat.place in places) if places else ()

    def resigned(self, seat: SeatRow) -> bool:
        """Whether a bot plays this seat because the person who had it gave the game up."""
        return seat.kind == "bot" and seat.place in self._places

    @cached_property
    def _places(self) -> set[int]:
        """The places that somebody holds."""
        held = (*self.holders.values(), *self.tokens.values())
        return {place for places in held for place in places}

    @cached_property
    def table(self) -> dict[str, Any]:
        """The Table of docs/reference/http.md; `table_document` fills in what differs from reader to reader."""
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
            "stood_in": row.stood_in,
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
            "played": False,
            "to_move": row.to_move if row.status == "playing" else None,
            "your_turn": False,
            "commitment": row.commitment,
            "link": "",
            "rematch": row.rematch,
        }

    @property
    def mover(self) -> SeatRow | None:
        """The seat to move, or None."""
        number = self.row.to_move
        return None if number is None or self.row.status != "playing" else self.seats[number]

    @property
    def bot_to_move(self) -> bool:
        mover = self.mover
        return mover is not None and (mover.kind == "bot" or mover.away)

    def with_values(self, values: dict[str, Any]) -> Snapshot:
        """The same with other values in the table's row."""
        return replace(self, row=self.row._replace(**values))

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
    def decision(self) -> str:
        """The name of what is to be decided now; it says what has been chosen and kept back."""
        return decision_name(self.row.number, self.row.undos) + _names_of(self.chosen)

    def choosing(self, chosen: Sequence[int]) -> Snapshot:
        """The same for the reader who has chosen this."""
        return self if self.chosen == tuple(chosen) else replace(self, chosen=tuple(chosen))

    def answered(self, decision: str) -> Snapshot:
        """The same with what the name of a decision says that was chosen; Refused if it is another decision."""
        name, *chosen = decision.split(KEPT_BACK)
        if name != decision_name(self.row.number, self.row.undos):
            raise stale()
        if not all(action.isdecimal() for action in chosen):
            raise stale()
        return self.choosing([int(action) for action in chosen])

    @property
    def event(self) -> str:
        """The id of the event that tells of this version."""
        return f"{self.row.version}.{self.row.number}.{self.last_line}" + _names_of(self.chosen)


def _names_of(chosen: Sequence[int]) -> str:
    return "".join(f"{KEPT_BACK}{action}" for action in chosen)


def decision_name(number: int, undos: int) -> str:
    """The name of a decision: where moves were taken back, their number alone would name several."""
    return f"{number}.{undos}"


@lru_cache(maxsize=1024)
def iso(moment: float) -> str:
    """A moment as clients read it."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def series(row: TableRow) -> dict[str, Any] | None:
    """How a series of games stands; a game that several have won counts for nobody."""
    if row.best_of is None:
        return None
    wins: list[int] = json.loads(row.wins) if row.wins else [0] * row.players
    winners = json.loads(row.winners) if row.winners else []
    if len(winners) == 1:
        wins[winners[0]] += 1
    decided = next((seat for seat, won in enumerate(wins) if 2 * won > row.best_of), None)
    return {"best_of": row.best_of, "game": row.game_number, "wins": wins, "decided": decided}


def table_document(snapshot: Snapshot, title: str, visitor: Visitor, share: str) -> dict[str, Any]:
    """The Table of docs/reference/http.md, as one reader sees it."""
    row, held = snapshot.row, snapshot.held(visitor)
    return {
        **snapshot.table,
        "title": title,
        "seats": [
            {
                **seat,
                "name": called(seat["name"], visitor.language),
                "you": seat["seat"] in held,
            }
            for seat in snapshot.table["seats"]
        ],
        "mine": row.maker == visitor.person,
        "played": bool(snapshot.had(visitor)),
        "your_turn": row.status == "playing" and row.to_move in held,
        "link": f"{share}/{'replay' if row.status == 'record' else 'table'}/{row.id}",
    }
