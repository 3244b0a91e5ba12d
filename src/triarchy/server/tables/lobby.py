"""Before a game: making tables, taking seats, starting; records; the lists of tables."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, or_, select, update

from triarchy.bots.named import USUAL
from triarchy.server.http.requests import ChangeSeatRequest, SeatRequest, TableRequest
from triarchy.server.people.identity import Visitor, clean
from triarchy.server.people.persons import remember
from triarchy.server.refusals import Refused, no_table
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.tables.seat_names import distinct
from triarchy.server.tables.seating import (
    NOT_OPEN,
    bot_name,
    game_of_request,
    kinds_of,
    maker_only,
    names_of,
    recorded_names,
    start,
    table_values,
)
from triarchy.server.tables.snapshot import Snapshot
from triarchy.server.tables.starting_positions import starting_position
from triarchy.server.tables.transactions import Change
from triarchy.table import Game, Table, read_record

MOST_LISTED = 50


def create(service: Service, visitor: Visitor, request: TableRequest, **more: Any) -> str:
    """Open a table, and start it if nobody is missing; its id."""
    position = starting_position(service, request) if request.start is not None else None
    service.compiling.definition(request.game)
    game = position.game if position else game_of_request(request)
    mine = [seat for seat in request.seats if seat.kind == "me"]
    if len(mine) > 1 and not request.hot_seat:
        raise Refused(422, "You can have several seats of your own only at a table for one device.")
    if all(seat.kind != "open" for seat in request.seats):
        service.compiling.need(request.game)
    name = service.name_of(visitor.person)
    with service.storage.write() as connection:
        remember(connection, visitor.person)
        if position is not None:
            more["start"] = json.dumps(position.position())
        table_id = _insert_table(connection, game, visitor.person, request, **more)
        names = names_of(request.seats, name)
        for place, (kind, called) in enumerate(zip(kinds_of(request.seats), names, strict=True)):
            strength = (request.seats[place].strength or USUAL) if kind == "bot" else None
            _insert_seat(connection, table_id, place, kind, called, strength)
            if request.seats[place].kind == "me":
                hold(connection, table_id, place, visitor.person)
    service.note_address(table_id, visitor.address)
    if all(seat.kind != "open" for seat in request.seats):
        start(service, visitor, table_id, None, lot=request.lot or len(mine) > 1)
    else:
        service.announce(table_id, 1)
    return table_id


def _insert_table(
    connection: Connection, game: Game, maker: str, request: TableRequest, **more: Any
) -> str:
    values = table_values(game, maker, request)
    values |= more
    connection.execute(insert(models.tables).values(values))
    return str(values["id"])


def _insert_seat(
    connection: Connection, table_id: str, place: int, kind: str, name: str, strength: str | None
) -> None:
    connection.execute(
        insert(models.seats).values(
            table_id=table_id,
            place=place,
            seat=place,
            kind=kind,
            name=name,
            strength=strength,
            away=False,
        )
    )


def hold(connection: Connection, table_id: str, place: int, person: str) -> None:
    """The person holds the seat, perhaps beside others."""
    holder = {"table_id": table_id, "place": place, "person": person}
    connection.execute(delete(models.holders).filter_by(**holder))
    connection.execute(insert(models.holders).values(holder))


def free_seat(change: Change, place: int) -> None:
    """Nobody holds the seat any more."""
    for table in (models.holders, models.tokens, models.seat_transfers):
        change.connection.execute(
            delete(table).where(table.c.table_id == change.row.id, table.c.place == place)
        )


def join(
    service: Service, visitor: Visitor, table_id: str, seat: int | None, name: str | None
) -> None:
    """Take an open seat."""
    wanted = clean(name or "") or service.name_of(visitor.person)
    if not wanted:
        raise Refused(422, "Choose a name first.")
    with service.transactions.change(table_id) as change:
        change.status("open", sentence=NOT_OPEN)
        if change.snapshot.held(visitor):
            raise Refused(409, "You already have a seat at this table.")
        free = [s for s in change.snapshot.seats if s.kind == "open" and seat in (None, s.seat)]
        if not free:
            raise Refused(409, "That seat is not free.")
        called = distinct(wanted, change.snapshot.names)
        change.seat(free[0].place, kind="person", name=called)
        hold(change.connection, table_id, free[0].place, visitor.person)
        remember(change.connection, visitor.person, wanted if name else None)


def change_seat(
    service: Service, visitor: Visitor, table_id: str, seat: int, request: ChangeSeatRequest
) -> None:
    """The maker puts a bot on a seat, or opens it."""
    with service.transactions.change(table_id) as change:
        maker_only(change, visitor)
        change.status("open", sentence=NOT_OPEN)
        if seat >= len(change.snapshot.seats):
            raise Refused(404, "This seat does not exist.")
        row = change.snapshot.seats[seat]
        free_seat(change, row.place)
        if request.kind == "open":
            change.seat(row.place, kind="open", name="", strength=None)
            return
        others = [s.name for s in change.snapshot.seats if s.seat != seat]
        change.seat(
            row.place, kind="bot", name=bot_name(others), strength=request.strength or USUAL
        )


def leave(service: Service, visitor: Visitor, table_id: str) -> None:
    """Give one's seats up before the game begins."""
    with service.transactions.change(table_id) as change:
        held = change.snapshot.held(visitor)
        if not held:
            raise Refused(403, "You have no seat at this table.")
        change.status("open", sentence="The game has begun; you can resign your seat to a bot.")
        for seat in held:
            place = change.snapshot.seats[seat].place
            free_seat(change, place)
            change.seat(place, kind="open", name="", strength=None)


def remove(service: Service, visitor: Visitor, table_id: str) -> None:
    """The maker deletes a table, with all that was played and said."""
    with service.storage.write() as connection:
        tables = models.tables.c
        maker = connection.execute(select(tables.maker).where(tables.id == table_id)).first()
        if maker is None:
            raise no_table()
        if maker.maker != visitor.person:
            raise Refused(403, "Only the table's host can do that.")
        connection.execute(delete(models.tables).where(tables.id == table_id))
    service.games.drop(table_id)
    service.snapshots.drop(table_id)
    service.hub.changed(table_id, -1)


def import_record(
    service: Service,
    visitor: Visitor,
    record: Any,
    *,
    table_id: str | None = None,
    note: Callable[[Connection, Table], None] = lambda connection, table: None,
) -> str:
    """Keep a record, checked by replaying it, so that it can be looked at and shared.

    Under this id, if one is given; `note` writes with it what more is known of the game.
    """
    if isinstance(record, dict) and isinstance(record.get("game"), str):
        service.compiling.need(record["game"])
    table = read_record(record)
    game = table.game
    seats = [SeatRequest(kind="bot")] * game.players
    request = TableRequest(game=game.name, seats=seats, board=game.board.id, hints=False)
    fair = record.get("fair") or {"salt": None, "commitment": None}
    now = time.time()
    named = {} if table_id is None else {"id": table_id}
    with service.storage.write() as connection:
        remember(connection, visitor.person)
        table_id = _insert_table(
            connection,
            game,
            visitor.person,
            request,
            status="record",
            options=json.dumps(game.options),
            seed=None if table.seed is None else str(table.seed),
            start=json.dumps(game.document(table.states[0])) if table.seed is None else None,
            number=len(table.moves),
            to_move=table.to_move,
            position=json.dumps(table.position()),
            **fair,
            **named,
        )
        for place, called in enumerate(recorded_names(record, game)):
            _insert_seat(connection, table_id, place, "open", called, None)
        if table.moves:
            rows = [
                {"table_id": table_id, "number": n, "move": move, "bot": False, "at": now}
                for n, move in enumerate(table.moves, 1)
            ]
            connection.execute(insert(models.moves), rows)
        note(connection, table)
    return table_id


@dataclass(frozen=True)
class Lists:
    """The visitor's tables, whether there are more of them, and the public ones to join or to watch."""

    mine: list[Snapshot]
    more: bool
    public: list[Snapshot]


def lists(service: Service, visitor: Visitor, skip: int = 0) -> Lists:
    """Tables to go to; of the visitor's own, those still played come first, and `skip` are left out.

    To one's own belongs the table that somebody has opened to play again, while it is open.
    """
    tables, holders, seats = models.tables.c, models.holders.c, models.seats.c
    seated = select(holders.table_id).where(holders.person == visitor.person)
    invited = select(tables.rematch).where(tables.id.in_(seated), tables.rematch.is_not(None))
    again = models.tables.alias("again")
    open_again = select(again.c.id).where(again.c.status == "open", again.c.id.in_(invited))
    mine = (
        select(tables.id)
        .where(
            or_(
                tables.maker == visitor.person,
                tables.id.in_(seated),
                tables.id.in_(open_again),
            )
        )
        .order_by(tables.status.not_in(("open", "playing")), tables.changed.desc(), tables.id)
        .offset(skip)
        .limit(MOST_LISTED + 1)
    )
    free = select(seats.table_id).where(seats.kind == "open")
    public = (
        select(tables.id)
        .where(
            tables.public,
            or_(tables.status == "playing", (tables.status == "open") & tables.id.in_(free)),
        )
        .order_by(tables.status, tables.changed.desc())
        .limit(MOST_LISTED)
    )
    with service.storage.read() as connection:
        own = list(connection.execute(mine).scalars())
        others = [each for each in connection.execute(public).scalars() if each not in own]
    shown = own[:MOST_LISTED]
    return Lists(_read_all(service, shown), len(own) > len(shown), _read_all(service, others))


def _read_all(service: Service, ids: list[str]) -> list[Snapshot]:
    snapshots = []
    for table_id in ids:
        try:
            snapshots.append(service.snapshots.get(table_id))
        except Refused:  # deleted since
            continue
    return snapshots


def close_abandoned(service: Service) -> None:
    """Close the tables nobody has touched for long."""
    tables = models.tables.c
    horizon = time.time() - service.settings.close_after
    with service.storage.write() as connection:
        connection.execute(
            update(models.tables)
            .where(tables.status.in_(("open", "playing")), tables.changed < horizon)
            .values(status="closed", version=tables.version + 1)
        )
