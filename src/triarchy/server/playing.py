"""A game going on: moves, taking back, resigning, coming back."""

from __future__ import annotations

import json
import time
from typing import Any

from pydantic_core import to_json
from sqlalchemy import update

from triarchy.server import clocks, models, presence
from triarchy.server.game_cache import frame_of
from triarchy.server.identity import Visitor
from triarchy.server.refusals import Refused, stale
from triarchy.server.service import Service
from triarchy.server.transactions import Change, InThread
from triarchy.table import Table

LEASE = 4.0
"""For how many seconds a process has a table's bots to itself, unless it asks again."""


def _playing(change: Change, after: int) -> None:
    if change.row.status != "playing":
        raise Refused(409, "No game is going on at this table.")
    if change.row.number != after:
        raise stale()


async def move(
    service: Service, visitor: Visitor, table_id: str, text: str, after: int, in_thread: InThread
) -> None:
    """A person's move, following move number `after`."""
    if service.at_hand(table_id) is None:
        await in_thread(service.get_ready, table_id)

    def work(change: Change) -> None:
        held = change.snapshot.held(visitor)
        if not held:
            raise Refused(403, "You have no seat at this table.")
        _playing(change, after)
        table = change.table()
        seat = table.to_move
        if seat not in held:
            raise Refused(403, "It is not your turn.")
        clocks.check(change, seat)
        action = table.game.legal_action(table.state, text)
        if action < 0:
            raise Refused(422, "This move is not legal now.")
        if change.snapshot.seats[seat].away:
            change.seat(change.snapshot.seats[seat].place, away=False)
        _decide(change, table, action, bot=False)

    await service.play(table_id, work, in_thread)


async def bot_move(
    service: Service, table_id: str, action: int, after: int, in_thread: InThread
) -> None:
    """A bot's move for a bot's seat, or for a person who is away."""

    def work(change: Change) -> None:
        _playing(change, after)
        if not change.snapshot.bot_to_move:
            raise stale()
        table = change.table()
        if action not in table.game.legal_actions(table.state):
            raise Refused(409, "The bot's move is not legal.")
        _decide(change, table, action, bot=True)

    await service.play(table_id, work, in_thread)


def _decide(change: Change, table: Table, action: int, *, bot: bool) -> None:
    """Play an action and whatever follows from it."""
    _append(change, table, action, bot=bot)
    _settle(change, table)
    clocks.settle(change)


def _append(change: Change, table: Table, action: int, *, bot: bool) -> None:
    table.play_action(action)
    number, now = change.values.get("number", change.row.number) + 1, time.time()
    change.add_move(number, table.moves[-1], now, bot=bot)
    change.values.update(number=number, moved=now)


def _settle(change: Change, table: Table) -> None:
    """What leaves nothing to decide is played by the table; it stays in the record."""
    while (action := table.game.forced(table.state)) >= 0:
        _append(change, table, action, bot=True)
    change.values.update(where(table))


def where(table: Table) -> dict[str, Any]:
    """The columns that say where a game stands."""
    return {
        "to_move": table.to_move,
        "status": "over" if table.over else "playing",
        "position": to_json(table.position()).decode(),
        "winners": json.dumps(winners(table)) if table.over else None,
    }


def winners(table: Table) -> list[int]:
    """The seats that have won a game that is over."""
    ranking = table.game.result(table.state)["ranking"]
    return [seat for seat, rank in enumerate(ranking) if rank == 1]


def undo(service: Service, visitor: Visitor, table_id: str, after: int) -> None:
    """Take back one's last decision, if it was of this turn and showed nobody anything."""
    service.get_ready(table_id)
    with service.change(table_id) as change:
        held = change.snapshot.held(visitor)
        if not held:
            raise Refused(403, "You have no seat at this table.")
        _playing(change, after)
        table = change.table()
        count = frame_of(table, change.row).undoable(*held)
        if not count:
            raise Refused(409, "There is nothing that you could take back.")
        _in_time(change, held)
        _take_back(change, table, count)
        clocks.settle(change, undone=True)


def _take_back(change: Change, table: Table, count: int) -> None:
    number = change.row.number - count
    change.take_back(number)
    for _ in range(count):
        table.undo()
    change.values.update(
        number=number, undos=change.row.undos + 1, moved=time.time(), **where(table)
    )


def choose_again(service: Service, visitor: Visitor, table_id: str, text: str, after: int) -> None:
    """Another choice in place of one that is only half done; the same one again puts it down."""
    service.get_ready(table_id)
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
            _in_time(change, held)
            _take_back(change, table, len(frame.moves) - number)
            if frame.moves[number] != text:
                _decide(change, table, action, bot=False)
            else:
                clocks.settle(change)
            return
        raise Refused(409, "This cannot be chosen again now.")


def _in_time(change: Change, held: tuple[int, ...]) -> None:
    for seat in held:
        clocks.check(change, seat)


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
            row = change.snapshot.seats[seat]
            if row.away:
                clocks.may_come_back(change.snapshot, row)
                change.seat(row.place, away=False)
                if change.row.to_move == seat:  # a clock stands still while a bot plays
                    change.values["moved"] = time.time()


def stand_in(service: Service, visitor: Visitor, table_id: str, seat: int) -> None:
    """Put a bot in for who is away: the maker at once, other players after a while."""
    snapshot = service.snapshots.get(table_id)
    maker = snapshot.row.maker == visitor.person
    if not maker and not snapshot.held(visitor):
        raise Refused(403, "You have no seat at this table.")
    if seat >= len(snapshot.seats):
        raise Refused(404, "There is no such seat.")
    since = presence.away_since(service.storage, snapshot, seat)
    with service.change(table_id) as change:
        change.status("playing", sentence="No game is going on at this table.")
        row = change.snapshot.seats[seat]
        if row.kind != "person" or row.away or seat in change.snapshot.held(visitor):
            raise Refused(409, "There is nobody on this seat for whom a bot could play.")
        if since is None:
            raise Refused(409, "{name} is at the table.", name=row.name)
        if not maker and time.time() - since < service.settings.away_seconds:
            raise Refused(409, "{name} has not been away for long.", name=row.name)
        change.seat(row.place, away=True, clock=_left(change, row))


def _left(change: Change, row: Any) -> float | None:
    """What a seat's clock shows when it is stopped."""
    if row.clock is None or change.row.to_move != row.seat:
        return None if row.clock is None else float(row.clock)
    return max(0.0, float(row.clock - (time.time() - change.row.moved)))


def away(service: Service, table_id: str, number: int) -> None:
    """The time limit has passed since move `number`: a bot plays on for the seat to move."""
    with service.change(table_id) as change:
        _playing(change, number)
        mover = change.snapshot.mover
        if mover is None or mover.kind != "person" or mover.away:
            raise stale()
        change.seat(mover.place, away=True, clock=None if mover.clock is None else 0.0)


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
