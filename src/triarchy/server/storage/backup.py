"""Backups: a SQLite file with everything, from either kind of database and back into either,
while servers run."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from triarchy.engine.errors import BadRequest
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage
from triarchy.server.storage.errors import reason

CHUNK = 1000
JUMP = 10_000
"""Restored tables get versions that no running server can remember of theirs."""
NAMED = "triarchy-%Y-%m-%dT%H%M%SZ.sqlite"
"""Backups in a folder are named after their moment (UTC), so that names sort by age."""


def name_of(moment: float) -> str:
    return time.strftime(NAMED, time.gmtime(moment))


def older(folder: Path, keep: int) -> list[Path]:
    """The backups of a folder apart from the newest so many; other files are none of ours."""
    found = sorted(folder.glob("triarchy-????-??-??T??????Z.sqlite"))
    return found[: max(0, len(found) - keep)]


def backup(storage: Storage, path: Path) -> None:
    """Write everything as it is at this moment into a new SQLite file; writers need not wait."""
    if path.exists():
        raise BadRequest(f"{str(path)!r} exists already.")
    partial = path.with_name(path.name + ".part")
    try:
        # It holds the key that signs cookies: nobody else may read it.
        os.close(os.open(partial, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        if storage.sqlite:
            _copy_file(storage, partial)
        else:
            _copy_rows(storage, partial)
        partial.replace(path)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise BadRequest(f"{str(path)!r} cannot be written: {reason(error)}.") from error
    finally:
        for leftover in (partial, *(Path(f"{partial}-{end}") for end in ("wal", "shm"))):
            leftover.unlink(missing_ok=True)


def _copy_file(storage: Storage, path: Path) -> None:
    """SQLite's own online backup: one consistent state, in one step."""
    target = sqlite3.connect(path)
    try:
        with storage.read() as connection:
            source: Any = connection.connection.driver_connection
            source.backup(target)
        # One file that needs no other beside it.
        target.execute("PRAGMA journal_mode=DELETE")
    finally:
        target.close()


def _copy_rows(storage: Storage, path: Path) -> None:
    """The same file made row by row, all of one snapshot of the database."""
    made = Storage(f"sqlite:///{path}")
    try:
        with (
            storage.engine.connect().execution_options(isolation_level="REPEATABLE READ") as source,
            made.write() as target,
        ):
            source.execute(text("SET LOCAL statement_timeout = 0"))
            replace_rows(source, target)
    finally:
        made.close()
    bare = sqlite3.connect(path)
    try:
        bare.execute("PRAGMA journal_mode=DELETE")
    finally:
        bare.close()


def restore(storage: Storage, path: Path) -> tuple[int, bool]:
    """Replace everything by what a backup holds, all or nothing.

    How many tables there are now, and whether servers that run must be started anew because the
    key that signs cookies is another one.
    """
    with tempfile.TemporaryDirectory(prefix="triarchy-restore-") as folder:
        copy = Path(folder) / "backup.sqlite"
        check(path)
        shutil.copyfile(path, copy)
        kept = Storage(f"sqlite:///{copy}")  # brings a backup of an older version up to date
        try:
            with kept.read() as source, storage.write() as target:
                if not storage.sqlite:
                    names = ", ".join(f'"{table.name}"' for table in models.metadata.sorted_tables)
                    target.execute(text("SET LOCAL statement_timeout = 0"))
                    target.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
                fresh = JUMP + max(_highest(source), _highest(target))
                replace_rows(source, target)
                count = target.execute(
                    models.tables.update().values(
                        version=fresh,
                        seats_version=fresh,
                        undos=fresh,
                        lease_by=None,
                        lease_until=0.0,
                    )
                ).rowcount
            return count, kept.secret != storage.secret
        finally:
            kept.close()


def check(path: Path) -> None:
    """Refuse what is not a database of ours; it is not written to."""
    try:
        path.open("rb").close()
        bare = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            bare.execute("SELECT version_num FROM alembic_version").fetchone()
            bare.execute("SELECT commitment, lease_until FROM tables LIMIT 1").fetchone()
        finally:
            bare.close()
    except OSError:
        raise BadRequest(f"{str(path)!r} cannot be read.") from None
    except sqlite3.Error:
        raise BadRequest(f"{str(path)!r} is not a backup of Triarchy.") from None


def _highest(connection: Connection) -> int:
    return connection.execute(select(func.max(models.tables.c.version))).scalar() or 0


def replace_rows(source: Connection, target: Connection) -> None:
    """All rows of the one database in place of those of the other."""
    for table in reversed(models.metadata.sorted_tables):
        target.execute(table.delete())
    for table in models.metadata.sorted_tables:
        rows = source.execution_options(yield_per=CHUNK).execute(select(table))
        for part in rows.mappings().partitions(CHUNK):
            target.execute(insert(table), [dict(row) for row in part])
