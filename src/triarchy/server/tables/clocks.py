"""Clocks: so much time for a turn, or for the whole game plus an increment.

A seat's row says how much it had left when its clock last stood still; since `moved` the clock of the
seat to move has been running, if a person plays it. A clock never gets back what has run off, whatever
is taken back and whoever comes back.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from triarchy.server.refusals import Refused
from triarchy.server.storage.rows import SeatRow
from triarchy.server.tables.snapshot import Snapshot

if TYPE_CHECKING:
    from triarchy.server.tables.transactions import Change

TURN, TOTAL = "turn", "total"


def runs_out(snapshot: Snapshot) -> float | None:
    """When the clock that is running will have run out."""
    mover = snapshot.mover
    if mover is None or mover.clock is None or snapshot.bot_to_move:
        return None
    return float(snapshot.row.moved + mover.clock)


def check(change: Change, seat: int) -> None:
    """Refuse a decision that comes too late."""
    row = change.snapshot.seats[seat]
    end = runs_out(change.snapshot)
    if row.clock is not None and row.away and row.clock <= 0 and change.row.to_move == seat:
        raise Refused(409, "Your time has run out; a bot takes over.")
    if change.row.to_move == seat and end is not None and end < time.time():
        raise Refused(409, "Your time has run out; a bot takes over.")


def settle(change: Change, *, undone: bool = False) -> None:
    """Stop the clock of who decided and start that of whose decision is next."""
    row, before = change.row, change.row.to_move
    if row.time_limit is None or before is None:
        return
    now = change.values["moved"]
    after = change.values.get("to_move")
    left: dict[int, float] = {}
    mover = change.snapshot.seats[before]
    running = mover.kind == "person" and not mover.away and mover.clock is not None
    if running:
        left[before] = max(0.0, mover.clock - (now - row.moved))
    if after is not None and after != before:
        _pass_on(change, left, before if running else None, after, undone)
    for seat, seconds in left.items():
        change.seat(change.snapshot.seats[seat].place, clock=seconds)


def _pass_on(
    change: Change, left: dict[int, float], before: int | None, after: int, undone: bool
) -> None:
    """Another one is to decide: a fresh turn, or the increment for who has decided."""
    row = change.row
    if row.clock == TURN:
        if not undone and row.time_limit is not None:
            left[after] = float(row.time_limit)
    elif undone:
        clock = change.snapshot.seats[after].clock or 0.0
        left[after] = max(0.0, clock - (row.increment or 0))
    elif before is not None:
        left[before] += row.increment or 0


def may_come_back(snapshot: Snapshot, seat: SeatRow) -> None:
    """Refuse to give a seat back whose time has run out: for this turn, or for good."""
    if seat.clock is None or seat.clock > 0:
        return
    if snapshot.row.clock == TOTAL:
        raise Refused(409, "Your time has run out; a bot takes over.")
    if snapshot.row.to_move == seat.seat:
        raise Refused(409, "Your time for this turn has run out; come back for the next one.")
