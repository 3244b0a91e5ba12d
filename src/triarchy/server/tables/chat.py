"""What is said at a table: players and onlookers apart, and nobody can talk another one's lines away."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import Any

from sqlalchemy import delete, insert

from triarchy.server.people.identity import Visitor, clean
from triarchy.server.people.persons import remember
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.tables.seat_names import distinct
from triarchy.server.tables.snapshot import iso
from triarchy.server.tables.transactions import Change

MOST_OF_PLAYERS = 400
MOST_OF_ONLOOKERS = 100
"""Lines kept at one table."""
MOST_OF_ONE_ONLOOKER = 20


def say(service: Service, visitor: Visitor, table_id: str, text: str) -> dict[str, Any]:
    """A line of chat, by a player or an onlooker with a name."""
    text = clean(text)
    if not text:
        raise Refused(422, "Type a message first.")
    own = service.name_of(visitor.person)
    with service.transactions.change(table_id) as change:
        snapshot = change.snapshot
        held = snapshot.held(visitor)
        seat = snapshot.seats[held[0]] if held else None
        # An onlooker is not taken for a player of the same name.
        name = seat.name if seat is not None else distinct(own, snapshot.names)
        if not own and seat is None:
            raise Refused(409, "Choose a name first.")
        line: dict[str, Any] = {
            "table_id": table_id,
            "number": snapshot.last_line + 1,
            "place": seat.place if seat is not None else None,
            "person": visitor.person,
            "name": name,
            "text": text,
            "at": time.time(),
        }
        _make_room(change, line)
        remember(change.connection, visitor.person)
        change.connection.execute(insert(models.chat).values(line))
    number = seat.seat if seat is not None else None
    return {
        "id": line["number"],
        "name": name,
        "seat": number,
        "text": text,
        "at": iso(line["at"]),
    }


def _make_room(change: Change, line: dict[str, Any]) -> None:
    """The oldest line goes: of a speaker who has had their share, else of who has said most."""
    player = line["place"] is not None
    lines = [each for each in change.snapshot.chat if (each.place is not None) == player]
    said = Counter(_speaker(each.place, each.person, each.name) for each in lines)
    own = _speaker(line["place"], line["person"], line["name"])
    if not player and said[own] >= MOST_OF_ONE_ONLOOKER:
        loudest = own
    elif len(lines) >= (MOST_OF_PLAYERS if player else MOST_OF_ONLOOKERS):
        said[own] += 1
        loudest = said.most_common(1)[0][0]
    else:
        return
    oldest = next(each for each in lines if _speaker(each.place, each.person, each.name) == loudest)
    chat = models.chat.c
    change.connection.execute(
        delete(models.chat).where(chat.table_id == oldest.table_id, chat.number == oldest.number)
    )


def _speaker(place: int | None, person: str | None, name: str) -> tuple[str, object]:
    """Who said a line: a player's place, else the person (lines of old have a name alone)."""
    return ("place", place) if place is not None else ("person", person or name)


def notice(change: Change, sentence: str, **values: str) -> None:
    """Tell everybody at a table something; each reads it in their own language."""
    line = {
        "table_id": change.row.id,
        "number": change.snapshot.last_line + 1,
        "name": "",
        "text": json.dumps({"sentence": sentence, "values": values}),
        "at": time.time(),
    }
    change.connection.execute(insert(models.chat).values(line))
