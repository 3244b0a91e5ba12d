"""`triarchy admin doctor`: whether what is kept is whole, so that every game can go on."""

from __future__ import annotations

import time
from collections.abc import Iterator

from sqlalchemy import Connection, and_, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from triarchy.engine.errors import TriarchyError
from triarchy.kit.definition import DEFINITIONS
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings
from triarchy.server.setup_check import FINE, WARNING, WRONG, Finding, check_storage
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage
from triarchy.server.storage.errors import reason
from triarchy.server.storage.rows import TableRow
from triarchy.server.tables.game_cache import CachedGame

MOST_SKEW = 2.0
"""Seconds by which the clocks of server and database may differ: leases and time limits go by them."""
MOST_NAMED = 5


def examine(settings: Settings, storage: Storage, replayed: int) -> Iterator[Finding]:
    """Look at folders, disk and database, at all moves, and rebuild the latest games that go on."""
    yield from check_storage(settings)
    try:
        with storage.read() as connection:
            pages = _pages(connection) if storage.sqlite else _clocks(connection)
            yield pages
            if pages.kind != WRONG:
                yield from _moves(connection)
                yield from _games(connection, replayed)
    except Refused as refusal:
        yield Finding(WRONG, refusal.sentence)


def _pages(connection: Connection) -> Finding:
    """SQLite can say whether its file is whole; PostgreSQL looks after its own pages."""
    try:
        said = connection.execute(text("PRAGMA quick_check(1)")).scalar()
        loose = connection.execute(text("PRAGMA foreign_key_check")).first()
    except SQLAlchemyError as error:
        said, loose = reason(error), None
    if said != "ok":
        return Finding(WRONG, f"The database's file is damaged ({said}): restore a backup.")
    if loose is not None:
        return Finding(WRONG, f"Rows of {loose[0]} belong to nothing: restore a backup.")
    return Finding(FINE, "The database's file is whole.")


def _clocks(connection: Connection) -> Finding:
    there = connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one()
    skew = abs(float(there) - time.time())
    if skew > MOST_SKEW:
        return Finding(WARNING, f"The clocks of server and database differ by {skew:.0f} s.")
    return Finding(FINE, "The clocks of server and database agree.")


def _moves(connection: Connection) -> Iterator[Finding]:
    """Every table has each of its moves, once."""
    tables, moves = models.tables.c, models.moves.c
    theirs = and_(
        moves.table_id == tables.id, moves.number > tables.base, moves.number <= tables.number
    )
    kept = select(func.count()).where(theirs).scalar_subquery()
    lacking = select(tables.id).where(kept != tables.number - tables.base).order_by(tables.id)
    ids = list(connection.execute(lacking.limit(MOST_NAMED)).scalars())
    if ids:
        yield Finding(WRONG, f"Moves are missing at {', '.join(ids)}: restore a backup.")
    else:
        yield Finding(FINE, "Every table has all its moves.")


def _games(connection: Connection, most: int) -> Iterator[Finding]:
    tables = models.tables.c
    latest = select(models.tables).where(tables.status == "playing")
    rows = connection.execute(latest.order_by(tables.changed.desc()).limit(most)).all()
    rebuilt = 0
    for row in map(TableRow._make, rows):
        if row.game not in DEFINITIONS.names():
            yield Finding(WRONG, f"Table {row.id} is of {row.game!r}, which is not installed.")
        elif row.rules == DEFINITIONS[row.game].version:
            try:
                CachedGame().synced(connection, row)
                rebuilt += 1
            except (TriarchyError, Refused) as error:
                yield Finding(WRONG, f"The game at table {row.id} cannot be rebuilt: {error}")
    if rebuilt:
        yield Finding(FINE, f"The latest games that go on were rebuilt: {rebuilt}.")
