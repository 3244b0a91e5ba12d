"""A person in several browsers: the recovery code, merging two persons, signing out."""

from __future__ import annotations

import secrets
import time
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, select, update

from triarchy.server.people.bans import PERSON, listed
from triarchy.server.people.identity import Visitor, hash_of_key, hashed, new_key
from triarchy.server.people.leaving import leave_everything
from triarchy.server.people.persons import is_known
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.storage.upsert import put
from triarchy.server.tables.seat_names import DELETED

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of a recovery code: none can be taken for another."""
GROUPS, GROUP = 5, 4
MOST_KEYS = 100
"""Browsers of one person; the oldest makes room."""
NOTHING = "There is nothing to save yet. Choose a name or take a seat first."


# The recovery code


def new_code(service: Service, visitor: Visitor) -> str:
    """A code with which another browser becomes this person; the one before is no longer good."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(GROUPS * GROUP))
    code = "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))
    people = models.people
    with service.storage.write() as connection:
        changed = connection.execute(
            update(people).where(people.c.id == visitor.person).values(recovery=_code_hash(code))
        )
        if not changed.rowcount:
            raise Refused(409, NOTHING)
    return code


def _code_hash(code: str) -> str:
    """What is stored of a code, however it was typed."""
    typed = code.upper().translate(str.maketrans("OILU", "011V", " -\t"))
    return hashed(f"recovery:{typed}")


def recover(service: Service, visitor: Visitor, code: str, merging: bool | None) -> None:
    """The browser becomes the person whose code this is."""
    people = models.people.c
    with service.storage.write() as connection:
        query = select(people.id).where(people.recovery == _code_hash(code))
        person = connection.execute(query).scalar()
        if person is None:
            raise Refused(403, "Unknown recovery code.")
        key = become(connection, visitor, person, merging)
    _changed(service, visitor, key)


def become(connection: Connection, visitor: Visitor, person: str, merging: bool | None) -> str:
    """Let a browser be a person, who is known to be its owner; the key it gets.

    What the browser had before is merged into that person, or left behind.
    """
    own = visitor.person
    if own != person and is_known(connection, own):
        if merging is None:
            sentence = "This browser already has its own name, seats or lesson progress: say whether to merge."
            raise Refused(409, sentence)
        if merging:
            merge(connection, own, person)
    return give_key(connection, person)


def give_key(connection: Connection, person: str) -> str:
    """A key for one more browser of a person."""
    keys = models.keys
    mine = select(keys.c.hash).where(keys.c.person == person, keys.c.hash != person)
    old = connection.execute(mine.order_by(keys.c.created.desc()).offset(MOST_KEYS - 1)).scalars()
    for key_hash in old.all():
        connection.execute(update(keys).where(keys.c.hash == key_hash).values(person=None))
    key = new_key()
    connection.execute(
        insert(keys).values(hash=hash_of_key(key), person=person, created=time.time())
    )
    return key


def _changed(service: Service, visitor: Visitor, key: str) -> None:
    """The browser gets its key, and everybody is looked up anew."""
    service.people.forget()
    visitor.use_key(key)


# Merging


def _personal() -> list[Table]:
    """The tables with a column `person`: whatever is anybody's."""
    return [
        table
        for table in models.metadata.sorted_tables
        if "person" in table.c and table is not models.keys
    ]


def merge(connection: Connection, person: str, into: str) -> None:
    """Two persons turn out to be one: all that the first has is the second's."""
    shut_out = {ban.who for ban in listed(connection) if ban.kind == PERSON}
    if shut_out & {person, into}:
        raise Refused(403, "You have been banned from this server.")
    is_known(connection, person, alone=True)
    _touch(connection, person)
    _best_progress(connection, person, into)
    for table in _personal():
        _move(connection, table, person, into)
    tables, people, keys = models.tables, models.people, models.keys
    connection.execute(update(tables).where(tables.c.maker == person).values(maker=into))
    rows = {row.id: row for row in connection.execute(select(people).where(
        people.c.id.in_((person, into))))}  # fmt: skip
    connection.execute(delete(people).where(people.c.id == person))
    if into in rows and person in rows:
        old, kept = rows[person], rows[into]
        connection.execute(
            update(people)
            .where(people.c.id == into)
            .values(name=kept.name or old.name, recovery=kept.recovery or old.recovery)
        )
    connection.execute(update(keys).where(keys.c.person == person).values(person=into))
    _set_key(connection, person, into)


def _move(connection: Connection, table: Table, person: str, into: str) -> None:
    """The rows of one person become the other's; where both have one, the other's stays."""
    of_key = [column for column in table.primary_key if column.name != "person"]
    if "person" in table.primary_key:
        other = table.alias()
        same = [other.c[column.name] == column for column in of_key]
        both = select(other.c.person).where(other.c.person == into, *same).exists()
        connection.execute(delete(table).where(table.c.person == person, both))
    connection.execute(update(table).where(table.c.person == person).values(person=into))


def _best_progress(connection: Connection, person: str, into: str) -> None:
    """Of two notes about the same lesson the one that is further on."""
    progress = models.progress
    for row in connection.execute(select(progress).where(progress.c.person == person)).all():
        connection.execute(
            update(progress)
            .where(
                progress.c.person == into,
                progress.c.what == row.what,
                progress.c.value < row.value,
            )
            .values(value=row.value, changed=row.changed)
        )


def _touch(connection: Connection, person: str) -> None:
    """Who sits and speaks at a person's tables is about to change: they are to be read anew."""
    tables, holders, chat = models.tables.c, models.holders.c, models.chat.c
    seated = select(holders.table_id).where(holders.person == person)
    said = select(chat.table_id).where(chat.person == person)
    connection.execute(
        update(models.tables)
        .where((tables.maker == person) | tables.id.in_(seated) | tables.id.in_(said))
        .values(models.BUMP_VERSIONS)
    )


def _set_key(connection: Connection, key_hash: str, person: str | None) -> None:
    put(connection, models.keys, [{"hash": key_hash, "person": person, "created": time.time()}])


# Signing out


def sign_out(service: Service, visitor: Visitor, which: str) -> None:
    """Take the key from this browser ("here"), from all others ("others"), or from every one."""
    person = visitor.person
    with service.storage.write() as connection:
        if which == "here":
            _set_key(connection, visitor.key_hash, None)
        elif is_known(connection, person):
            revoke(connection, person)
        key = give_key(connection, person) if which == "others" else new_key()
    _changed(service, visitor, key)


def revoke(connection: Connection, person: str) -> None:
    """No browser is this person any more, is told of their turns, or has a cookie or a link."""
    keys, tokens, transfers, holders = (
        models.keys,
        models.tokens,
        models.seat_transfers,
        models.holders,
    )
    connection.execute(update(keys).where(keys.c.person == person).values(person=None))
    _set_key(connection, person, None)
    # Tables in which one of the old cookies held a seat are to be read anew.
    _touch(connection, person)
    connection.execute(delete(tokens).where(tokens.c.person == person))
    told = models.subscriptions
    connection.execute(delete(told).where(told.c.person == person))
    theirs = select(holders.c.place).where(
        holders.c.table_id == transfers.c.table_id,
        holders.c.place == transfers.c.place,
        holders.c.person == person,
    )
    connection.execute(delete(transfers).where(theirs.exists()))


# Deleting


def delete_person(service: Service, visitor: Visitor) -> None:
    """Forget who asks for it."""
    with service.storage.write() as connection:
        touched = forget_person(connection, visitor.person)
    for table_id in touched:
        service.announce(table_id, -1)
    _changed(service, visitor, new_key())


def forget_person(connection: Connection, person: str) -> list[str]:
    """Forget a person: "guest" replaces their name, the games they played at stay whole.

    The tables that have changed by it.
    """
    if not is_known(connection, person, alone=True):
        raise Refused(409, "There is nothing stored about you.")
    touched = leave_everything(connection, person)
    revoke(connection, person)
    results = models.results
    connection.execute(update(results).where(results.c.person == person).values(name=DELETED))
    for table in _personal():
        own = table.c.person == person
        if table.c.person.nullable:
            connection.execute(update(table).where(own).values(person=None))
        else:
            connection.execute(delete(table).where(own))
    connection.execute(delete(models.people).where(models.people.c.id == person))
    return touched


def overview(connection: Connection, person: str) -> dict[str, Any]:
    """By which ways a person can come back."""
    people, passkeys = models.people.c, models.passkeys
    row = connection.execute(select(people.recovery).where(people.id == person)).first()
    listed_keys = connection.execute(
        select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.made)
    ).all()
    return {
        "known": row is not None,
        "recovery": row is not None and row.recovery is not None,
        "passkeys": listed_keys,
    }
