"""What a table begins as: its seats and their names, who begins, the start of its game."""

from __future__ import annotations

import json
import secrets
import time
from typing import TYPE_CHECKING, Any

from triarchy.engine import rng
from triarchy.server.people.identity import Visitor, clean, new_table_id
from triarchy.server.refusals import Refused
from triarchy.server.tables.game_cache import beginning
from triarchy.server.tables.seat_names import NAMELESS, distinct, same_name
from triarchy.table import Game
from triarchy.table import game as find_game
from triarchy.table.game import random_seed
from triarchy.table.record import commitment

if TYPE_CHECKING:
    from triarchy.server.http.requests import SeatRequest, TableRequest
    from triarchy.server.service import Service
    from triarchy.server.tables.transactions import Change

BOT_NAMES = ("Isa", "Milo", "Noor", "Wim", "Tessa", "Bruno", "Ada", "Juri")
GOLDEN, FIRST, SECOND = int(rng.GOLDEN), int(rng.FIRST), int(rng.SECOND)
MASK = 2**64 - 1
NOT_OPEN = "The game has already begun."


def game_of_request(request: TableRequest) -> Game:
    return find_game(request.game, len(request.seats), _board_id(request.board), request.options)


def _board_id(board: str | None) -> str | None:
    """Boards are named by their id here: a file of the server's disk is nobody's business."""
    if board is not None and ("/" in board or "\\" in board or board.endswith(".json")):
        raise Refused(422, "A board must be named by its id.")
    return board


def kinds_of(seats: list[SeatRequest]) -> list[str]:
    return ["person" if seat.kind == "me" else seat.kind for seat in seats]


def names_of(seats: list[SeatRequest], own: str) -> list[str]:
    """The names of the seats: as given, one's own, or a bot's."""
    names = [clean(seat.name or "") for seat in seats]
    people = [place for place, seat in enumerate(seats) if seat.kind == "me"]
    for number, place in enumerate(people, 1):
        if not names[place]:
            names[place] = own or (NAMELESS if len(people) == 1 else f"{NAMELESS} {number}")
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


def random_deal() -> tuple[int, str]:
    """The seed of a new game, and the salt that its commitment and the bots' choices come from."""
    return random_seed(), secrets.token_hex(16)


def table_values(game: Game, maker: str, request: TableRequest) -> dict[str, Any]:
    """The row of a new table."""
    table_id = new_table_id()
    (seed, salt), now = random_deal(), time.time()
    return {
        "id": table_id,
        "name": clean(request.name),
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
        "public": request.public,
        "hot_seat": request.hot_seat,
        "hints": request.hints,
        "time_limit": request.time_limit,
        "clock": request.clock if request.time_limit is not None else None,
        "increment": request.increment if request.time_limit is not None else None,
        "best_of": request.best_of if request.best_of > 1 else None,
        "game_number": 1 if request.best_of > 1 else None,
        "rotated": False,
        "created": now,
        "changed": now,
        "moved": now,
        "version": 1,
        "number": 0,
        "undos": 0,
        "lease_until": 0.0,
    }


def maker_only(change: Change, visitor: Visitor) -> None:
    if change.row.maker != visitor.person:
        raise Refused(403, "Only the table's host can do that.")


def start(
    service: Service, visitor: Visitor, table_id: str, fill: str | None, lot: bool = True
) -> None:
    """Begin: the seats are shuffled by the game's generator (`lot`), then the game is set up."""
    service.compiling.need(service.snapshots.get(table_id).row.game)
    with service.transactions.change(table_id) as change:
        maker_only(change, visitor)
        change.status("open", sentence=NOT_OPEN)
        row = change.row
        seats = change.snapshot.seats
        missing = [seat for seat in seats if seat.kind == "open"]
        if missing and fill is None:
            raise Refused(409, "There are still free seats.")
        names = list(change.snapshot.names)
        for seat in missing:
            names.append(bot_name(names))
            change.seat(seat.place, kind="bot", name=names[-1], strength=fill)
        if row.time_limit is not None:
            for seat in seats:
                change.seat(seat.place, clock=float(row.time_limit))
        if row.start is None and row.seed is not None and lot and not row.rotated:
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
    # As `engine/rng.py: shuffle` does it, in plain Python: nothing needs to be compiled for it.
    places, value = list(range(players)), seed
    for last in range(players - 1, 0, -1):
        value = (value + GOLDEN) & MASK
        mixed = ((value ^ (value >> 30)) * FIRST) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * SECOND) & MASK
        other = (mixed ^ (mixed >> 31)) % (last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def recorded_names(record: dict[str, Any], game: Game) -> list[str]:
    """Who played, as far as the record says it; no two seats have one name."""
    names: list[str] = []
    for name in record.get("names") or [""] * game.players:
        called = clean(name)
        names.append(distinct(called, [other for other in names if other]) if called else "")
    return names
