"""Games that a person has finished on their own device, handed to the server: unrated games of theirs, once each."""

from __future__ import annotations

import hashlib
import time
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from triarchy.bots.named import USUAL
from triarchy.engine.results import win_shares
from triarchy.server.http.requests import DeviceGameRequest
from triarchy.server.people.history import VERSION, main_score
from triarchy.server.people.identity import ID_LENGTH, ID_LETTERS, Visitor
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.tables.lobby import import_record
from triarchy.server.tables.seating import recorded_names
from triarchy.table import Table

UNFINISHED = "Only a finished game can be handed over."
ANOTHER = "A game file and its seats must fit together."


def keep(service: Service, visitor: Visitor, request: DeviceGameRequest) -> str:
    """Keep a game with its result, unless it is there already; its table."""
    table_id = id_of(visitor.person, request.once)
    if _is_there(service, table_id):
        return table_id

    def note(connection: Connection, table: Table) -> None:
        names = recorded_names(request.record, table.game)
        rows = _rows(table_id, visitor.person, request, table, names)
        connection.execute(insert(models.results), rows)

    try:
        return import_record(service, visitor, request.record, table_id=table_id, note=note)
    except IntegrityError:  # another tab was quicker
        return table_id


def id_of(person: str, once: str) -> str:
    """The table of a game that a person hands over: the same one however often it comes."""
    number = int.from_bytes(hashlib.sha256(f"{person} {once}".encode()).digest(), "big")
    letters = []
    for _ in range(ID_LENGTH):
        number, place = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[place])
    return "".join(letters)


def _is_there(service: Service, table_id: str) -> bool:
    with service.storage.read() as connection:
        found = select(models.tables.c.id).where(models.tables.c.id == table_id)
        return connection.execute(found).first() is not None


def _rows(
    table_id: str, person: str, request: DeviceGameRequest, table: Table, names: list[str]
) -> list[dict[str, Any]]:
    """A row for each seat, as `history.result_rows` writes them for games of this server."""
    if not table.over:
        raise Refused(422, UNFINISHED)
    seats = request.seats
    if len(seats) != table.game.players or not any(seat.you for seat in seats):
        raise Refused(422, ANOTHER)
    result: Any = table.position()
    ranking = result["ranking"]
    return [
        {
            "table_id": table_id,
            "seat": place,
            "person": person if seat.you else None,
            "name": names[place],
            "bot": None if seat.you else seat.strength or USUAL,
            "bot_version": None if seat.you else VERSION,
            "game": table.game.name,
            "players": table.game.players,
            "rank": ranking[place],
            "score": main_score(table.game.name, result["scores"][place]),
            "share": share,
            "rated": False,
            "finished": min(request.finished, time.time()),
        }
        for place, (seat, share) in enumerate(zip(seats, win_shares(ranking), strict=True))
    ]
