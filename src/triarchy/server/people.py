"""People: whose key a browser has, and the one row about each."""

from __future__ import annotations

import time

from sqlalchemy import Connection, bindparam, insert, select, update

from triarchy.server import models
from triarchy.server.storage import Storage

KNOWN_SECONDS = 1.0
"""After so long another process's signing out or merging is seen here."""
REFRESHED_SECONDS = 2 * KNOWN_SECONDS
"""For so long a person who listens is known: they are all looked up anew before that has passed."""
MOST_KNOWN = 20_000
CHUNK = 500
HOLDER = select(models.keys.c.person).where(models.keys.c.mark == bindparam("of_mark"))


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
            with self.storage.read() as connection:
                row = connection.execute(HOLDER, {"of_mark": mark}).first()
            person = mark if row is None else row.person
            if len(self._known) > MOST_KNOWN:
                self.forget()
            self._known[mark] = (now + KNOWN_SECONDS, person)
        return person

    def knows(self, mark: str) -> bool:
        """Whether `person_of` will answer without asking the database."""
        return self._known.get(mark, (0.0, None))[0] >= time.monotonic()

    def refresh(self, marks: list[str]) -> None:
        """Look up at once who has the keys of these marks: of those who listen."""
        keys, now, known = models.keys.c, time.monotonic(), self._known
        holders: dict[str, str | None] = {mark: mark for mark in marks}
        with self.storage.read() as connection:
            for start in range(0, len(marks), CHUNK):
                query = select(keys.mark, keys.person).where(
                    keys.mark.in_(marks[start : start + CHUNK])
                )
                holders.update({row.mark: row.person for row in connection.execute(query)})
        # What was forgotten meanwhile is not brought back.
        for mark, person in holders.items():
            known[mark] = (now + REFRESHED_SECONDS, person)

    def forget(self) -> None:
        """Look everybody up anew."""
        self._known = {}


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
