"""A game going on: moves, taking back, resigning, coming back."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from triarchy.server.json_text import to_json
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused, stale
from triarchy.server.storage.rows import SeatRow
from triarchy.server.tables import clocks
from triarchy.server.tables.game_cache import Frame, frame_of
from triarchy.table import Table

if TYPE_CHECKING:
    from triarchy.server.service import Service
    from triarchy.server.tables.transactions import Change, InThread


Chosen = tuple[int, ...]
"""Choices of the seat to move that are kept back from all others until something comes of them."""


class KeptBack(Exception):
    """What was decided is kept back: nothing is to be written, and nobody else hears of it."""

    def __init__(self, chosen: Sequence[int]) -> None:
        super().__init__()
        self.chosen: Chosen = tuple(chosen)


def _playing(change: Change, decision: str) -> Chosen:
    """The decision is the one that is asked for; what its name says that was chosen before it."""
    if change.row.status != "playing":
        raise Refused(409, "No game is being played at this table.")
    return change.snapshot.answered(decision).chosen


async def move(
    service: Service,
    visitor: Visitor,
    table_id: str,
    text: str,
    decision: str,
    in_thread: InThread,
    *,
    keep: bool = False,
) -> Chosen:
    """A person's move, in answer to a decision that was asked for; what is kept back now, where the reader
    wants to `keep` choices."""
    if service.at_hand(table_id) is None:
        await in_thread(service.get_ready, table_id)

    def work(change: Change) -> None:
        held = change.snapshot.held(visitor)
        if not held:
            raise Refused(403, "You have no seat at this table.")
        chosen = _playing(change, decision)
        table = change.table()
        seat = table.to_move
        if seat not in held:
            raise Refused(403, "It is not your turn.")
        clocks.check(change, seat)
        frame = frame_of(table, change.row).choosing(chosen)
        action = frame.game.legal_action(frame.state, text)
        if action < 0:
            raise Refused(422, "This move is not legal now.")
        if keep and frame.waits(action):
            raise KeptBack((*chosen, action))
        if change.snapshot.seats[seat].away:
            change.seat(change.snapshot.seats[seat].place, away=False)
        _decide(change, table, (*chosen, action), bot=False)

    try:
        await service.transactions.play(table_id, work, in_thread)
    except KeptBack as kept:
        return kept.chosen
    return ()


async def bot_move(
    service: Service,
    table_id: str,
    actions: Sequence[int],
    decision: str,
    in_thread: InThread,
    *,
    stood_in: bool = False,
) -> None:
    """A bot's move for a bot's seat, or for a person who is away, with the choices that lead to it.

    `stood_in`: a weaker one has made it while the bot of the seat was being compiled.
    """

    def work(change: Change) -> None:
        _playing(change, decision)
        if not change.snapshot.bot_to_move:
            raise stale()
        table = change.table()
        *chosen, action = actions
        frame = frame_of(table, change.row).choosing(chosen)
        if action not in frame.game.legal_actions(frame.state):
            raise Refused(409, "The bot's move is not legal.")
        if stood_in and not change.row.stood_in:
            change.values["stood_in"] = True
        _decide(change, table, actions, bot=True)

    await service.transactions.play(table_id, work, in_thread)


def _decide(change: Change, table: Table, actions: Sequence[int], *, bot: bool) -> None:
    """Play an action, with the choices before it, and whatever follows from it."""
    seat = table.to_move
    for action in actions:
        _append(change, table, action, bot=bot)
    _settle(change, table, None if bot else seat)
    clocks.settle(change)


def _append(change: Change, table: Table, action: int, *, bot: bool) -> None:
    table.play_action(action, bot=bot)
    number, now = change.values.get("number", change.row.number) + 1, time.time()
    change.add_move(number, table.moves[-1], now, bot=bot)
    change.values.update(number=number, moved=now)


def _settle(change: Change, table: Table, person: int | None = None) -> None:
    """What leaves nothing to decide is played by the table; it stays in the record.

    What follows for a `person` from their own decision counts as theirs, all else as a bot's.
    """
    while (action := table.game.forced(table.state)) >= 0:
        _append(change, table, action, bot=table.to_move != person)
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


def undo(
    service: Service, visitor: Visitor, table_id: str, decision: str, keep: bool = False
) -> Chosen:
    """Take back one's last decision, if it was of this turn and showed nobody anything; what is kept back
    now: the choices that led to it."""
    service.get_ready(table_id)
    with suppress_kept_back() as kept, service.transactions.change(table_id) as change:
        held = change.snapshot.held(visitor)
        if not held:
            raise Refused(403, "You have no seat at this table.")
        chosen = _playing(change, decision)
        table = change.table()
        frame = frame_of(table, change.row).choosing(chosen)
        count = frame.undoable(*held)
        if not count:
            raise Refused(409, "There is nothing you can undo.")
        _in_time(change, held)
        if count <= len(chosen):
            raise KeptBack(chosen[: len(chosen) - count])
        count -= len(chosen)
        if keep:
            kept += _choices_before(table, len(table.moves) - count)
        _take_back(change, table, count + len(kept))
        clocks.settle(change, undone=True)
    return tuple(kept)


def _choices_before(table: Table, number: int) -> Chosen:
    """The choices that led to move `number` and would have been kept back without it."""
    game, first = table.game, number
    while first and game.keeps_back(table.states[first - 1], game.actions[table.moves[first - 1]]):
        first -= 1
    return tuple(game.actions[move] for move in table.moves[first:number])


@contextmanager
def suppress_kept_back() -> Iterator[list[int]]:
    """A list of what is kept back: nothing, unless the block ends with that or fills it."""
    kept: list[int] = []
    try:
        yield kept
    except KeptBack as found:
        kept[:] = found.chosen


def _take_back(change: Change, table: Table, count: int) -> None:
    number = change.row.number - count
    change.take_back(number)
    for _ in range(count):
        table.undo()
    change.values.update(
        number=number, undos=change.row.undos + 1, moved=time.time(), **where(table)
    )


def choose_again(
    service: Service,
    visitor: Visitor,
    table_id: str,
    text: str,
    decision: str,
    keep: bool = False,
) -> Chosen:
    """Another choice in place of one that is only half done; the same one again puts it down. What is kept
    back now."""
    service.get_ready(table_id)
    with suppress_kept_back() as kept, service.transactions.change(table_id) as change:
        held = change.snapshot.held(visitor)
        if not held:
            raise Refused(403, "You have no seat at this table.")
        chosen = _playing(change, decision)
        table = change.table()
        frame = frame_of(table, change.row).choosing(chosen)
        action = table.game.actions.get(text, -1)
        for number in frame.half_done(*held):
            if action not in table.game.legal_actions(frame.states[number]):
                continue
            _in_time(change, held)
            _choose_at(change, table, frame, number, action, keep)
            return ()
        raise Refused(409, "This cannot be chosen again now.")
    return tuple(kept)


def _choose_at(
    change: Change, table: Table, frame: Frame, number: int, action: int, keep: bool
) -> None:
    """Choose this in place of choice `number` of those of a frame; put that down if it is the same."""
    done, other = len(table.moves), frame.game.actions[frame.moves[number]] != action
    if number >= done:
        earlier = frame.until(frame.base + number)
        kept = frame.chosen[: number - done]
        if not other or (keep and earlier.waits(action)):
            raise KeptBack((*kept, action) if other else kept)
        _decide(change, table, (*kept, action), bot=False)
        return
    _take_back(change, table, done - number)
    if other:
        _decide(change, table, (action,), bot=False)
    else:
        clocks.settle(change)


def _in_time(change: Change, held: tuple[int, ...]) -> None:
    for seat in held:
        clocks.check(change, seat)


def resign(
    service: Service, visitor: Visitor, table_id: str, seat: int | None, strength: str
) -> None:
    """Leave a seat to a bot for good, under the same name."""
    with service.transactions.change(table_id) as change:
        held = change.snapshot.held(visitor)
        mine = held if seat is None else tuple(s for s in held if s == seat)
        if not mine:
            raise Refused(403, "You don't have this seat at this table.")
        change.status("playing", sentence="No game is being played at this table.")
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
    with service.transactions.change(table_id) as change:
        for seat in change.snapshot.held(visitor):
            row = change.snapshot.seats[seat]
            if row.away:
                clocks.may_come_back(change.snapshot, row)
                change.seat(row.place, away=False)
                if change.row.to_move == seat:  # a clock stands still while a bot plays
                    change.values["moved"] = time.time()


def stand_in(service: Service, visitor: Visitor, table_id: str, seat: int) -> None:
    """Put a bot in for who is away: the maker at once, other players after a while."""
    from triarchy.server.people import presence

    snapshot = service.snapshots.get(table_id)
    maker = snapshot.row.maker == visitor.person
    if not maker and not snapshot.held(visitor):
        raise Refused(403, "You have no seat at this table.")
    if seat >= len(snapshot.seats):
        raise Refused(404, "This seat does not exist.")
    since = presence.away_since(service.storage, snapshot, seat)
    with service.transactions.change(table_id) as change:
        change.status("playing", sentence="No game is being played at this table.")
        row = change.snapshot.seats[seat]
        if row.kind != "person" or row.away or seat in change.snapshot.held(visitor):
            raise Refused(409, "There is no player in this seat for a bot to replace.")
        if since is None:
            raise Refused(409, "{name} is at the table.", name=row.name)
        if not maker and time.time() - since < service.settings.away_seconds:
            raise Refused(409, "{name} has not been away for long.", name=row.name)
        change.seat(row.place, away=True, clock=_left(change, row))


def _left(change: Change, row: SeatRow) -> float | None:
    """What a seat's clock shows when it is stopped."""
    if row.clock is None or change.row.to_move != row.seat:
        return None if row.clock is None else float(row.clock)
    return max(0.0, float(row.clock - (time.time() - change.row.moved)))


def away(service: Service, table_id: str, decision: str) -> None:
    """The time for a decision has passed: a bot plays on for the seat to move."""
    with service.transactions.change(table_id) as change:
        _playing(change, decision)
        mover = change.snapshot.mover
        if mover is None or mover.kind != "person" or mover.away:
            raise stale()
        change.seat(mover.place, away=True, clock=None if mover.clock is None else 0.0)
