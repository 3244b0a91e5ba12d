"""People: whose key a browser has, and the one row about each."""

from __future__ import annotations

import time

from sqlalchemy import Connection, bindparam, select, update

from triarchy.server.refusals import Refused
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage
from triarchy.server.storage.upsert import put, put_if_new

KNOWN_SECONDS = 1.0
"""After so long another process's signing out or merging is seen here."""
REFRESHED_SECONDS = 2 * KNOWN_SECONDS
"""For so long a person who listens is known: they are all looked up anew before that has passed."""
MOST_KNOWN = 20_000
CHUNK = 500
HOLDER = select(models.keys.c.person).where(models.keys.c.hash == bindparam("of_key"))


class People:
    """Looks up whose key a browser has."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._known: dict[str, tuple[float, str | None]] = {}

    def person_of(self, key_hash: str) -> str | None:
        """Who has the key of this hash; nobody once it has been signed out."""
        now = time.monotonic()
        until, person = self._known.get(key_hash, (0.0, None))
        if until < now:
            with self.storage.read() as connection:
                row = connection.execute(HOLDER, {"of_key": key_hash}).first()
            person = key_hash if row is None else row.person
            if len(self._known) > MOST_KNOWN:
                self.forget()
            self._known[key_hash] = (now + KNOWN_SECONDS, person)
        return person

    def knows(self, key_hash: str) -> bool:
        """Whether `person_of` will answer without asking the database."""
        return self._known.get(key_hash, (0.0, None))[0] >= time.monotonic()

    def refresh(self, hashes: list[str]) -> None:
        """Look up at once who has the keys of these hashes: of those who listen."""
        keys, now, known = models.keys.c, time.monotonic(), self._known
        holders: dict[str, str | None] = {key_hash: key_hash for key_hash in hashes}
        with self.storage.read() as connection:
            for start in range(0, len(hashes), CHUNK):
                query = select(keys.hash, keys.person).where(
                    keys.hash.in_(hashes[start : start + CHUNK])
                )
                holders.update({row.hash: row.person for row in connection.execute(query)})
        # What was forgotten meanwhile is not brought back.
        for key_hash, person in holders.items():
            known[key_hash] = (now + REFRESHED_SECONDS, person)

    def forget(self) -> None:
        """Look everybody up anew."""
        self._known = {}


def remember(connection: Connection, person: str, name: str | None = None) -> None:
    """See that there is a row about a person, with this name if one is given.

    Called with the first name, table, seat or lesson: nothing is kept of who only looks around. Nobody
    can delete the person until the transaction is over; one that was deleted meanwhile is not made anew.
    """
    people, keys = models.people, models.keys
    own = people.c.id == person
    if (
        name is not None
        and connection.execute(update(people).where(own).values(name=name)).rowcount
    ):
        return
    if is_known(connection, person):
        return
    if connection.execute(select(keys.c.hash).where(keys.c.hash == person)).first() is not None:
        raise Refused(409, "You are no longer signed in here; load the page again.")
    row = {"id": person, "name": name or "", "created": time.time()}
    if name is None:
        put_if_new(connection, people, row)
    else:
        put(connection, people, [row])


def is_known(connection: Connection, person: str, *, alone: bool = False) -> bool:
    """Whether there is anything of a person. In a transaction it stays so until that is over;
    `alone`: and no other one writes anything of theirs until then."""
    people = models.people.c
    query = select(people.id).where(people.id == person).with_for_update(read=not alone)
    return connection.execute(query).first() is not None
