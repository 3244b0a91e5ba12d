"""What a person has learned: how far they have come, by lesson and puzzle."""

from __future__ import annotations

import time

from sqlalchemy import func, select, update

from triarchy.server.people.persons import remember
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.storage.upsert import put

MOST_NOTES = 2000
"""Lessons and puzzles that are kept for one person."""


def done(service: Service, person: str) -> dict[str, int]:
    """How far a person has come, by lesson and puzzle."""
    rows = models.progress.c
    with service.storage.read() as connection:
        query = select(rows.what, rows.value).where(rows.person == person)
        return {row.what: row.value for row in connection.execute(query)}


def note(service: Service, person: str, what: str, value: int) -> None:
    """Keep how far a person has come; the first note makes the first row about them."""
    rows = models.progress
    mine = (rows.c.person == person, rows.c.what == what)
    values = {"value": value, "changed": time.time()}
    with service.storage.write() as connection:
        if connection.execute(update(rows).where(*mine).values(values)).rowcount:
            return
        count = connection.execute(
            select(func.count()).select_from(rows).where(rows.c.person == person)
        ).scalar_one()
        if count >= MOST_NOTES:
            raise Refused(409, "There is no room for more lesson progress.")
        remember(connection, person)
        put(connection, rows, [{"person": person, "what": what, **values}])
