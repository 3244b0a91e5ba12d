"""Whom the host has shut out: persons, who may no longer act, and addresses, which get no answer."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from triarchy.engine.errors import BadRequest
from triarchy.server.refusals import Refused
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
PERSON, NETWORK = "person", "address"
FOR_EVER = 9e15
"""The end of a ban that has none."""


class Bans:
    """The bans in memory; `look` reads them anew, so that another process's ban is kept too."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._persons: frozenset[str] = frozenset()
        self._networks: tuple[Network, ...] = ()

    def look(self) -> None:
        """Read the bans that hold now."""
        with self.storage.read() as connection:
            rows = listed(connection)
        self._persons = frozenset(row.who for row in rows if row.kind == PERSON)
        self._networks = tuple(ipaddress.ip_network(row.who) for row in rows if row.kind == NETWORK)

    def check_address(self, address: str) -> None:
        """Refuse an address of a network that is shut out."""
        if self.shuts_out(address):
            raise _refusal()

    def shuts_out(self, address: str) -> bool:
        """Whether an address is of a network that is shut out."""
        return bool(self._networks) and self._inside(address.partition("/")[0])

    def check_person(self, person: str) -> None:
        """Refuse what a person does who is shut out."""
        if person in self._persons:
            raise _refusal()

    def _inside(self, address: str) -> bool:
        try:
            one = ipaddress.ip_address(address)
        except ValueError:  # a proxy that names none
            return False
        return any(one in network for network in self._networks)


def _refusal() -> Refused:
    return Refused(403, "You have been banned from this server.")


def listed(connection: Connection) -> Sequence[Row[Any]]:
    """The bans that hold now, the newest first."""
    bans = models.bans.c
    holds = select(models.bans).where(bans.until > time.time())
    return connection.execute(holds.order_by(bans.made.desc(), bans.who)).all()


def ban(connection: Connection, who: str, reason: str, days: float | None) -> str:
    """Shut a person or an address out; which of the two it is.

    The games a person plays at go on: a bot takes their turns.
    """
    kind, who = _read(connection, who)
    now = time.time()
    until = FOR_EVER if days is None else now + days * 24 * 3600
    connection.execute(delete(models.bans).where(models.bans.c.who == who))
    connection.execute(
        insert(models.bans).values(who=who, kind=kind, reason=reason, made=now, until=until)
    )
    if kind == PERSON:
        _leave_to_bots(connection, who)
    return kind


def unban(connection: Connection, who: str) -> None:
    """Let somebody in again."""
    names = [who]
    if (network := _network(who)) is not None:
        names.append(str(network))
    if connection.execute(delete(models.bans).where(models.bans.c.who.in_(names))).rowcount == 0:
        raise BadRequest(f"{who!r} is not shut out.")


def _read(connection: Connection, who: str) -> tuple[str, str]:
    network = _network(who)
    if network is not None:
        return NETWORK, str(network)
    if not _is_known(connection, who):
        raise BadRequest(f"{who!r} is neither an address nor a person of this server.")
    return PERSON, who


def _network(who: str) -> Network | None:
    """An address or a network; a single IPv6 address stands for its /64, as limits count it."""
    try:
        network = ipaddress.ip_network(who, strict=False)
    except ValueError:
        return None
    if network.version == 6 and network.prefixlen > 64:
        return network.supernet(new_prefix=64)
    return network


def _is_known(connection: Connection, person: str) -> bool:
    people, tables, holders = models.people.c, models.tables.c, models.holders.c
    return any(
        connection.execute(select(column).where(column == person).limit(1)).first() is not None
        for column in (people.id, tables.maker, holders.person)
    )


def _leave_to_bots(connection: Connection, person: str) -> None:
    tables, seats, holders = models.tables.c, models.seats.c, models.holders.c
    held = select(holders.place).where(
        holders.table_id == seats.table_id, holders.person == person, holders.place == seats.place
    )
    playing = select(tables.id).where(tables.status == "playing")
    theirs = (seats.kind == "person") & seats.table_id.in_(playing) & held.exists()
    touched = connection.execute(select(seats.table_id).where(theirs).distinct()).scalars().all()
    connection.execute(update(models.seats).where(theirs).values(away=True))
    seen = update(models.tables).where(tables.id.in_(touched))
    connection.execute(seen.values(models.BUMP_VERSIONS))
