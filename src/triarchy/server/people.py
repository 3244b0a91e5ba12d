"""People: whose key a browser has, and the one row about each."""

from __future__ import annotations

import time

from sqlalchemy import Connection, insert, select, update

from triarchy.server import models
from triarchy.server.storage import Storage

KNOWN_SECONDS = 1.0
"""After so long another process's signing out or merging is seen here."""
MOST_KNOWN = 20_000


class People:
    """Looks up whose key a browser has."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._known: dict[str, tuple[float, str | None]] = {}

    def person_of(self, mark: str) -> str | None:
        """Who has the key of this mark; nobody once it has been signed out."""
        now = time.monotonic()
        until, person = self._known.get(mark, (0.0, None))
        if until < now:
            keys = models.keys.c
            with self.storage.read() as connection:
                row = connection.execute(select(keys.person).where(keys.mark == mark)).first()
            person = mark if row is None else row.person
            if len(self._known) > MOST_KNOWN:
                self.forget()
            self._known[mark] = (now + KNOWN_SECONDS, person)
        return person

    def forget(self) -> None:
        """Look everybody up anew."""
        self._known.clear()


def remember(connection: Connection, person: str, name: str | None = None) -> None:
    """See that there is a row about a person, with this name if one is given.

    Called with the first name, table, seat or lesson: nothing is kept of who only looks around.
    """
    people = models.people
    own = people.c.id == person
    if (
        name is not None
        and connection.execute(update(people).where(own).values(name=name)).rowcount
    ):
        return
    if connection.execute(select(people.c.id).where(own)).first() is None:
        connection.execute(insert(people).values(id=person, name=name or "", created=time.time()))
