"""Before a game: making tables, taking seats, starting; records; the lists of tables."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Connection, delete, insert, or_, select, update

from triarchy.bots.named import USUAL
from triarchy.engine.rng import shuffle
from triarchy.server import models
from triarchy.server.game_cache import beginning
from triarchy.server.identity import Visitor, clean, new_table_id
from triarchy.server.people import remember
from triarchy.server.refusals import Refused, no_table
from triarchy.server.seat_names import distinct, same_name
from triarchy.server.service import Service
from triarchy.server.snapshots import Snapshot
from triarchy.server.starting_positions import starting_position
from triarchy.server.transactions import Change
from triarchy.server.wishes import ChangeSeatWish, SeatWish, TableWish
from triarchy.table import Game, read_record
from triarchy.table import game as find_game
from triarchy.table.game import random_seed
from triarchy.table.record import commitment

BOT_NAMES = ("Isa", "Milo", "Noor", "Wim", "Tessa", "Bruno", "Ada", "Juri")
MOST_LISTED = 50


def create(service: Service, visitor: Visitor, wish: TableWish, **more: Any) -> str:
    """Open a table, and start it if nobody is missing; its id."""
    position = starting_position(service, wish) if wish.start is not None else None
    service.compiling.definition(wish.game)
    game = position.game if position else _game(wish)
    mine = [seat for seat in wish.seats if seat.kind == "me"]
    if len(mine) > 1 and not wish.hot_seat:
        raise Refused(422, "Only a hot-seat table has several seats of your own.")
    if all(seat.kind != "open" for seat in wish.seats):
        service.compiling.need(wish.game)
    name = service.name_of(visitor.person)
    with service.storage.write() as connection:
        remember(connection, visitor.person)
        if position is not None:
            more["start"] = json.dumps(position.position())
        table_id = _insert_table(connection, game, visitor.person, wish, **more)
        names = _names(wish.seats, name)
        for place, (kind, called) in enumerate(zip(_kinds(wish.seats), names, strict=True)):
            strength = (wish.seats[place].strength or USUAL) if kind == "bot" else None
            _insert_seat(connection, table_id, place, kind, called, strength)
            if wish.seats[place].kind == "me":
                hold(connection, table_id, place, visitor.person)
    service.note_address(table_id, visitor.address)
    if all(seat.kind != "open" for seat in wish.seats):
        start(service, visitor, table_id, None, lot=wish.lot or len(mine) > 1)
    else:
        service.announce(table_id, 1)
    return table_id


def _game(wish: TableWish) -> Game:
    return find_game(wish.game, len(wish.seats), _board_id(wish.board), wish.options)


def _board_id(board: str | None) -> str | None:
    """Boards are named by their id here: a file of the server's disk is nobody's business."""
    if board is not None and ("/" in board or "\\" in board or board.endswith(".json")):
        raise Refused(422, "A board is named by its id.")
    return board


def _kinds(seats: list[SeatWish]) -> list[str]:
    return ["person" if seat.kind == "me" else seat.kind for seat in seats]


def _names(seats: list[SeatWish], own: str) -> list[str]:
    """The names of the seats: as given, one's own, or a bot's."""
    names = [clean(seat.name or "") for seat in seats]
    people = [place for place, seat in enumerate(seats) if seat.kind == "me"]
    for number, place in enumerate(people, 1):
        if not names[place]:
            names[place] = own or ("Player" if len(people) == 1 else f"Player {number}")
            if number > 1 and own:
                names[place] = f"{own} {number}"
    for place, seat in enumerate(seats):
        if seat.kind == "open":
            names[place] = ""
        elif names[place]:
            names[place] = distinct(names[place], names[:place])
    for place, seat in enumerate(seats):
        if seat.kind == "bot" and not names[place]:
            names[place] = bot_name(names)
    return names


def bot_name(others: list[str]) -> str:
    """A name for a bot that nobody at the table has."""
    taken = {same_name(other) for other in others}
    return next(
        (name for name in BOT_NAMES if same_name(name) not in taken), distinct("Bot", others)
    )


def _insert_table(
    connection: Connection, game: Game, maker: str, wish: TableWish, **more: Any
) -> str:
    table_id = new_table_id()
    seed, salt, now = random_seed(), secrets.token_hex(16), time.time()
    values: dict[str, Any] = {
        "id": table_id,
        "name": clean(wish.name),
        "game": game.name,
        "players": game.players,
        "board": game.board.id,
        "options": json.dumps(game.options),
        "rules": game.definition.version,
        "seed": str(seed),
        "salt": salt,
        "commitment": commitment(seed, salt),
        "base": 0,
        "status": "open",
        "maker": maker,
        "public": wish.public,
        "hot_seat": wish.hot_seat,
        "hints": wish.hints,
        "time_limit": wish.time_limit,
        "clock": wish.clock if wish.time_limit is not None else None,
        "increment": wish.increment if wish.time_limit is not None else None,
        "best_of": wish.best_of if wish.best_of > 1 else None,
        "game_number": 1 if wish.best_of > 1 else None,
        "rotated": False,
        "created": now,
        "changed": now,
        "moved": now,
        "version": 1,
        "number": 0,
        "undos": 0,
        "lease_until": 0.0,
    }
    connection.execute(insert(models.tables).values(values | more))
    return table_id


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
    for table in (models.holders, models.tokens, models.carries):
        change.connection.execute(
            delete(table).where(table.c.table_id == change.row.id, table.c.place == place)
        )


NOT_OPEN = "The game has begun already."


def join(
    service: Service, visitor: Visitor, table_id: str, seat: int | None, name: str | None
) -> None:
    """Take an open seat."""
    wanted = clean(name or "") or service.name_of(visitor.person)
    if not wanted:
        raise Refused(422, "Say your name first.")
    with service.change(table_id) as change:
        change.status("open", sentence=NOT_OPEN)
        if change.snapshot.held(visitor):
            raise Refused(409, "You have a seat at this table already.")
        free = [s for s in change.snapshot.seats if s.kind == "open" and seat in (None, s.seat)]
        if not free:
            raise Refused(409, "There is no such free seat.")
        called = distinct(wanted, change.snapshot.names)
        change.seat(free[0].place, kind="person", name=called)
        hold(change.connection, table_id, free[0].place, visitor.person)
        remember(change.connection, visitor.person, wanted if name else None)


def change_seat(
    service: Service, visitor: Visitor, table_id: str, seat: int, wish: ChangeSeatWish
) -> None:
    """The maker puts a bot on a seat, or opens it."""
    with service.change(table_id) as change:
        maker_only(change, visitor)
        change.status("open", sentence=NOT_OPEN)
        if seat >= len(change.snapshot.seats):
            raise Refused(404, "There is no such seat.")
        row = change.snapshot.seats[seat]
        free_seat(change, row.place)
        if wish.kind == "open":
            change.seat(row.place, kind="open", name="", strength=None)
            return
        others = [s.name for s in change.snapshot.seats if s.seat != seat]
        change.seat(row.place, kind="bot", name=bot_name(others), strength=wish.strength or USUAL)


def maker_only(change: Change, visitor: Visitor) -> None:
    if change.row.maker != visitor.person:
        raise Refused(403, "Only whoever made the table may do that.")


def leave(service: Service, visitor: Visitor, table_id: str) -> None:
    """Give one's seats up before the game begins."""
    with service.change(table_id) as change:
        held = change.snapshot.held(visitor)
        if not held:
            raise Refused(403, "You have no seat at this table.")
        change.status("open", sentence="The game has begun; you can resign your seat to a bot.")
        for seat in held:
            place = change.snapshot.seats[seat].place
            free_seat(change, place)
            change.seat(place, kind="open", name="", strength=None)


def start(
    service: Service, visitor: Visitor, table_id: str, fill: str | None, lot: bool = True
) -> None:
    """Begin: the seats are shuffled by the game's generator (`lot`), then the game is set up."""
    service.compiling.need(service.snapshots.get(table_id).row.game)
    with service.change(table_id) as change:
        maker_only(change, visitor)
        change.status("open", sentence=NOT_OPEN)
        row = change.row
        seats = change.snapshot.seats
        missing = [seat for seat in seats if seat.kind == "open"]
        if missing and fill is None:
            raise Refused(409, "There are still free seats.")
        names = change.snapshot.names
        for seat in missing:
            names.append(bot_name(names))
            change.seat(seat.place, kind="bot", name=names[-1], strength=fill)
        if row.time_limit is not None:
            for seat in seats:
                change.seat(seat.place, clock=float(row.time_limit))
        if row.start is None and lot and not row.rotated:
            for number, place in enumerate(seat_order(int(row.seed), row.players)):
                change.seat(place, seat=number)
        table = beginning(row)
        change.values.update(
            status="playing",
            rules=table.game.definition.version,
            to_move=table.to_move,
            moved=time.time(),
            position=json.dumps(table.position()),
        )


def seat_order(seed: int, players: int) -> list[int]:
    """Which place gets each seat: the places shuffled by a generator started at the seed."""
    places = np.arange(players, dtype=np.int64)
    shuffle(np.array([seed], np.uint64), places, players)
    return [int(place) for place in places]


def remove(service: Service, visitor: Visitor, table_id: str) -> None:
    """The maker deletes a table, with all that was played and said."""
    with service.storage.write() as connection:
        tables = models.tables.c
        maker = connection.execute(select(tables.maker).where(tables.id == table_id)).first()
        if maker is None:
            raise no_table()
        if maker.maker != visitor.person:
            raise Refused(403, "Only whoever made the table may do that.")
        connection.execute(delete(models.tables).where(tables.id == table_id))
    service.games.drop(table_id)
    service.snapshots.drop(table_id)
    service.hub.changed(table_id, -1)


def import_record(service: Service, visitor: Visitor, record: Any) -> str:
    """Keep a record, checked by replaying it, so that it can be looked at and shared."""
    if isinstance(record, dict) and isinstance(record.get("game"), str):
        service.compiling.need(record["game"])
    table = read_record(record)
    game = table.game
    seats = [SeatWish(kind="bot")] * game.players
    wish = TableWish(game=game.name, seats=seats, board=game.board.id, hints=False)
    fair = record.get("fair") or {"salt": None, "commitment": None}
    now = time.time()
    with service.storage.write() as connection:
        remember(connection, visitor.person)
        table_id = _insert_table(
            connection,
            game,
            visitor.person,
            wish,
            status="record",
            options=json.dumps(game.options),
            seed=None if table.seed is None else str(table.seed),
            start=json.dumps(game.document(table.states[0])) if table.seed is None else None,
            number=len(table.moves),
            to_move=table.to_move,
            position=json.dumps(table.position()),
            **fair,
        )
        for place, called in enumerate(_recorded_names(record, game)):
            _insert_seat(connection, table_id, place, "open", called, None)
        if table.moves:
            rows = [
                {"table_id": table_id, "number": n, "move": move, "bot": False, "at": now}
                for n, move in enumerate(table.moves, 1)
            ]
            connection.execute(insert(models.moves), rows)
    return table_id


def _recorded_names(record: dict[str, Any], game: Game) -> list[str]:
    """Who played, as far as the record says it; no two seats have one name."""
    names: list[str] = []
    for name in record.get("names") or [""] * game.players:
        called = clean(name)
        names.append(distinct(called, [other for other in names if other]) if called else "")
    return names


@dataclass(frozen=True)
class Lists:
    """The visitor's tables, whether there are more of them, and the public ones to join or to watch."""

    mine: list[Snapshot]
    more: bool
    public: list[Snapshot]


def lists(service: Service, visitor: Visitor, skip: int = 0) -> Lists:
    """Tables to go to; of the visitor's own, those still played come first, and `skip` are left out."""
    tables, holders, seats = models.tables.c, models.holders.c, models.seats.c
    seated = select(holders.table_id).where(holders.person == visitor.person)
    mine = (
        select(tables.id)
        .where(or_(tables.maker == visitor.person, tables.id.in_(seated)))
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
