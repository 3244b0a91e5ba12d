"""A game going on: moves, taking back, resigning, coming back."""

from __future__ import annotations

import json
import time
from typing import Any

from sqlalchemy import delete, insert, update

from triarchy.server import models
from triarchy.server.game_cache import frame_of
from triarchy.server.identity import Visitor
from triarchy.server.refusals import Refused, stale
from triarchy.server.service import Service
from triarchy.server.transactions import Change
from triarchy.table import Table

LEASE = 4.0
"""For how many seconds a process has a table's bots to itself, unless it asks again."""


def _playing(change: Change, after: int) -> None:
    if change.row.status != "playing":
        raise Refused(409, "No game is going on at this table.")
    if change.row.number != after:
        raise stale()


def move(service: Service, visitor: Visitor, table_id: str, text: str, after: int) -> None:
    """A person's move, following move number `after`."""
    service.frame(service.snapshot(table_id))
    with service.change(table_id) as change:
        held = change.snapshot.held(visitor)
        if not held:
            raise Refused(403, "You have no seat at this table.")
        _playing(change, after)
        table = change.table()
        seat = table.to_move
        if seat not in held:
            raise Refused(403, "It is not your turn.")
        action = table.game.legal_action(table.state, text)
        if action < 0:
            raise Refused(422, "This move is not legal now.")
        if change.snapshot.seats[seat].away:
            change.seat(change.snapshot.seats[seat].place, away=False)
        _append(change, table, action, bot=False)
        _append_forced(change, table)


def bot_move(service: Service, table_id: str, action: int, after: int) -> None:
    """A bot's move for a bot's seat, or for a person who is away."""
    with service.change(table_id) as change:
        _playing(change, after)
        if not change.snapshot.bot_to_move:
            raise stale()
        table = change.table()
        if action not in table.game.legal_actions(table.state):
            raise Refused(409, "The bot's move is not legal.")
        _append(change, table, action, bot=True)
        _append_forced(change, table)


def _append(change: Change, table: Table, action: int, *, bot: bool) -> None:
    table.play_action(action)
    number, now = change.values.get("number", change.row.number) + 1, time.time()
    change.connection.execute(
        insert(models.moves).values(
            table_id=change.row.id, number=number, move=table.moves[-1], bot=bot, at=now
        )
    )
    change.values.update(number=number, moved=now, **where(table))


def _append_forced(change: Change, table: Table) -> None:
    """What leaves nothing to decide is played by the table; it stays in the record."""
    while (action := table.game.forced(table.state)) >= 0:
        _append(change, table, action, bot=True)


def where(table: Table) -> dict[str, Any]:
    """The columns that say where a game stands."""
    return {
        "to_move": table.to_move,
        "status": "over" if table.over else "playing",
        "position": json.dumps(table.position()),
    }


def undo(service: Service, visitor: Visitor, table_id: str, after: int) -> None:
    """Take back one's last decision, if it was of this turn and showed nobody anything."""
    service.frame(service.snapshot(table_id))
    with service.change(table_id) as change:
        held = change.snapshot.held(visitor)
        if not held:
            raise Refused(403, "You have no seat at this table.")
        _playing(change, after)
        table = change.table()
        count = frame_of(table, change.row).undoable(*held)
        if not count:
            raise Refused(409, "There is nothing that you could take back.")
        _take_back(change, table, count)


def _take_back(change: Change, table: Table, count: int) -> None:
    number = change.row.number - count
    moves = models.moves.c
    change.connection.execute(
        delete(models.moves).where(moves.table_id == change.row.id, moves.number > number)
    )
    for _ in range(count):
        table.undo()
    change.values.update(
        number=number, undos=change.row.undos + 1, moved=time.time(), **where(table)
    )


def choose_again(service: Service, visitor: Visitor, table_id: str, text: str, after: int) -> None:
    """Another choice in place of one that is only half done; the same one again puts it down."""
    service.frame(service.snapshots.get(table_id))
    with service.change(table_id) as change:
        held = change.snapshot.held(visitor)
        if not held:
            raise Refused(403, "You have no seat at this table.")
        _playing(change, after)
        table = change.table()
        frame = frame_of(table, change.row)
        action = table.game.actions.get(text, -1)
        for number in frame.half_done(*held):
            if action not in table.game.legal_actions(frame.states[number]):
                continue
            _take_back(change, table, len(frame.moves) - number)
            if frame.moves[number] != text:
                _append(change, table, action, bot=False)
                _append_forced(change, table)
            return
        raise Refused(409, "This cannot be chosen again now.")


def resign(
    service: Service, visitor: Visitor, table_id: str, seat: int | None, strength: str
) -> None:
    """Leave a seat to a bot for good, under the same name."""
    with service.change(table_id) as change:
        held = change.snapshot.held(visitor)
        mine = held if seat is None else tuple(s for s in held if s == seat)
        if not mine:
            raise Refused(403, "You have no such seat at this table.")
        change.status("playing", sentence="No game is going on at this table.")
        for number in mine:
            place = change.snapshot.seats[number].place
            change.seat(place, kind="bot", strength=strength, away=False)


def back(service: Service, visitor: Visitor, table_id: str) -> None:
    """The person is back; the bot that played on for them stops."""
    snapshot = service.snapshots.get(table_id)
    held = snapshot.held(visitor)
    if not held:
        raise Refused(403, "You have no seat at this table.")
    if not any(snapshot.seats[seat].away for seat in held):
        return
    with service.change(table_id) as change:
        for seat in change.snapshot.held(visitor):
            change.seat(change.snapshot.seats[seat].place, away=False)
        change.values["moved"] = time.time()


def away(service: Service, table_id: str, number: int) -> None:
    """The time limit has passed since move `number`: a bot plays on for the seat to move."""
    with service.change(table_id) as change:
        _playing(change, number)
        mover = change.snapshot.mover
        if mover is None or mover.kind != "person" or mover.away:
            raise stale()
        change.seat(mover.place, away=True)


def lease(service: Service, table_id: str, process: str) -> bool:
    """Claim a table's bots for this process; False if another one has them."""
    tables = models.tables.c
    now = time.time()
    with service.storage.write() as connection:
        claimed = connection.execute(
            update(models.tables)
            .where(
                tables.id == table_id,
                (tables.lease_until < now) | (tables.lease_by == process),
            )
            .values(lease_by=process, lease_until=now + LEASE)
        )
    return claimed.rowcount > 0
