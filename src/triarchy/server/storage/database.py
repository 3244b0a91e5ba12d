"""The connection to the database: SQLite or PostgreSQL, migrated at the start, durable."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from triarchy.engine.errors import BadRequest
from triarchy.server.refusals import Refused
from triarchy.server.storage import models
from triarchy.server.storage.errors import BUSY, GONE, explained, is_trouble, reason, trouble
from triarchy.server.storage.move_writer import Entry, write_all, write_at_once
from triarchy.server.storage.upsert import put, put_if_new

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = max(path.stem for path in MIGRATIONS.glob("versions/2*.py"))[len("2026_11_15_01_") :]
"""The newest revision: files are named after the day, a number in it and the revision. Alembic would load all."""
KINDS = ("sqlite", "postgresql")
ANOTHER_KIND = "A database is SQLite or PostgreSQL, not {!r}: postgresql://user@host/name."
NEWER = "The database belongs to a newer version of Triarchy."
OLDER = "The database is of an older version: start its server once."
EMPTY = "The database is empty: start its server once."
MIGRATION_LOCK = 0x7261726368
"""PostgreSQL's advisory lock under which one process migrates at a time."""

START_SECONDS = 15.0
"""How long the start waits for a database that another process is writing."""
WRITE_SECONDS = 2.0
"""How long a write waits for its turn before it is refused."""
MOST_WRITERS = 20
"""Writes that may wait at once: of the threads that answer requests, some are left to readers."""
MOST_DRIVERS = 8
"""Connections of the driver's own, beside those of the pool."""


def revisions() -> set[str]:
    """All schemas that this version knows."""
    from alembic.script import ScriptDirectory

    return {each.revision for each in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def _other_version(found: str | None) -> str:
    if found is None:
        return EMPTY
    return OLDER if found in revisions() else NEWER


def is_empty(url: str) -> bool:
    """Whether a database has nothing of ours, or is not there yet."""
    try:
        address = make_url(url)
        sqlite = address.get_backend_name() == "sqlite"
        if sqlite and not Path(address.database or "").is_file():
            return True
        engine = create_engine(url)
    except (ArgumentError, ImportError):
        return False  # what is wrong with it is said when it is opened
    try:
        with engine.connect() as connection:
            return not connection.dialect.has_table(connection, "alembic_version")
    except SQLAlchemyError:
        return False
    finally:
        engine.dispose()


class Storage:
    """Reads on any connection; writes one after the other, on disk before they are acknowledged.

    Whatever is wrong with the database while the server runs is a refusal with 503.
    """

    def __init__(self, url: str, *, existing: bool = False) -> None:
        """Open a database and bring its schema up to date; an `existing` one is neither made nor
        changed, whether a server runs on it or not."""
        self._writing = threading.Lock()
        self._writers = 0
        self._patience = START_SECONDS
        self._identity: tuple[int, int] | None = None
        self._queue = threading.Lock()
        self._entries: list[Entry] = []
        """Moves that are to be written by whoever has the next turn."""
        self._drivers = threading.Semaphore(MOST_DRIVERS)
        self._idle: list[Any] = []
        """The driver's own connections, to write moves with."""
        try:
            address = make_url(url)
            self.sqlite = address.get_backend_name() == "sqlite"
            if address.get_backend_name() not in KINDS:
                raise BadRequest(ANOTHER_KIND.format(address.get_backend_name()))
            self._file = Path(address.database) if self.sqlite and address.database else None
            if existing and self._file is not None and not self._file.is_file():
                raise BadRequest(f"There is no database {str(self._file)!r}.")
            if self._file is not None:
                self._file.parent.mkdir(parents=True, exist_ok=True)
            self.engine = self._connect(url)
            # A reader needs no transaction, so PostgreSQL is not asked to begin and end one.
            self._readers = self.engine.execution_options(isolation_level="AUTOCOMMIT")
            if existing and (found := self._version()) != HEAD:
                raise BadRequest(_other_version(found))
            self._migrate()
            self.secret = self._secret()
            if not existing:
                self._prove_writing()
        except ArgumentError:
            raise BadRequest(f"{url!r} is not the address of a database.") from None
        except (SQLAlchemyError, ImportError, OSError) as error:
            raise BadRequest(f"The database cannot be used: {reason(error)}.") from error
        # From now on nobody waits long, and a file that has gone is not made anew.
        self._patience = WRITE_SECONDS
        if self._file is not None:
            self._identity = _identity(self._file)
        self.engine.dispose()

    def _connect(self, url: str) -> Engine:
        if self.sqlite:
            creator = {"creator": self._open_file} if self._file is not None else {}
            engine = create_engine(
                url,
                isolation_level="AUTOCOMMIT",
                pool_size=16,
                max_overflow=64,
                pool_timeout=WRITE_SECONDS,
                **creator,
            )
            event.listen(engine, "connect", self._careful_sqlite)
            return engine
        engine = create_engine(
            url, pool_size=16, max_overflow=32, pool_pre_ping=True, pool_timeout=WRITE_SECONDS
        )
        event.listen(engine, "connect", self._careful_postgresql)
        return engine

    def _open_file(self) -> sqlite3.Connection:
        assert self._file is not None
        mode = "rwc" if self._identity is None else "rw"
        address = f"file:{quote(str(self._file.absolute()))}?mode={mode}"
        return sqlite3.connect(address, uri=True, check_same_thread=False)

    def _careful_sqlite(self, connection: sqlite3.Connection, _: Any) -> None:
        """Write-ahead log, flushed at every commit: what was acknowledged survives a power cut."""
        for pragma in (
            f"busy_timeout={int(self._patience * 1000)}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    def _careful_postgresql(self, connection: Any, _: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {int(self._patience * 1000)}")
            cursor.execute(f"SET statement_timeout = {int(self._patience * 5000)}")
        connection.commit()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection to read with; never behind a writer."""
        with self._explaining(), self._readers.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction: when this ends without an exception, all of it is on disk."""
        with self._explaining(), self._transaction() as connection:
            yield connection

    def enter(self, entry: Entry) -> bool:
        """Write moves, if their table is still of the version they follow: on disk when this is True.

        When a connection to PostgreSQL breaks after the commit and before its answer, this is False, and
        the mover is told that the table has changed, as it has.
        """
        with self._explaining():
            if self.sqlite:
                return self._enter_together(entry)
            try:
                with self._driver() as connection:
                    return write_at_once(connection, entry)
            except DBAPIError as error:
                # A connection that was kept may have died; whether others can be had is seen next.
                if not error.connection_invalidated:
                    raise
                return False

    def _enter_together(self, entry: Entry) -> bool:
        """Who has the turn writes for all who wait, so that one flush of the disk does for them."""
        with self._queue:
            self._entries.append(entry)
        try:
            with self._turn():
                if not entry.settled:
                    with self._queue:
                        entries, self._entries = self._entries, []
                    self._write(entries)
        except Refused:
            with self._queue:
                waiting = entry in self._entries
                if waiting:
                    self._entries.remove(entry)
            if waiting:
                raise
            while not entry.settled:  # somebody is writing it just now
                time.sleep(0.01)
        if entry.error is not None:
            raise entry.error
        return entry.written

    def _write(self, entries: list[Entry]) -> None:
        try:
            with self._driver() as connection:
                write_all(connection, entries)
        except (SQLAlchemyError, Refused) as error:
            if len(entries) > 1 and isinstance(error, SQLAlchemyError) and not is_trouble(error):
                for entry in entries:  # the fault of one table
                    self._write([entry])
                return
            for entry in entries:
                entry.error = error
        finally:
            for entry in entries:
                entry.settled = True

    @contextmanager
    def _driver(self) -> Iterator[Any]:
        """A connection of the driver's, one that is at hand if there is one; every statement commits."""
        dbapi: Any = self.engine.dialect.dbapi
        if not self._drivers.acquire(timeout=self._patience):
            raise trouble(BUSY, "writes take too long")
        connection: Any = None
        try:
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = self._open_driver()
            yield connection
            self._idle.append(connection)
        except BaseException as error:
            broken = False
            if connection is not None:
                broken = not self.sqlite and bool(connection.closed)
                with contextlib.suppress(dbapi.Error):
                    connection.rollback()
                connection.close()
            if not isinstance(error, dbapi.Error):
                raise
            raise DBAPIError.instance(
                None, None, error, dbapi.Error, connection_invalidated=broken
            ) from error
        finally:
            self._drivers.release()

    def _open_driver(self) -> Any:
        pooled = self.engine.raw_connection()
        connection: Any = pooled.driver_connection
        pooled.detach()
        if self.sqlite:
            connection.isolation_level = None
        else:
            connection.autocommit = True
        return connection

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Turn the database's troubles into a refusal."""
        if self._identity is not None and _identity(self._file) != self._identity:
            raise trouble(GONE, f"{self._file} has been deleted or replaced: start the server anew")
        try:
            yield
        except SQLAlchemyError as error:
            if not is_trouble(error):
                raise
            raise explained(error) from error

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if not self.sqlite:
            with self.engine.begin() as connection:
                yield connection
            return
        with self._turn(), self.engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                with contextlib.suppress(SQLAlchemyError):  # a full disk has rolled back already
                    connection.exec_driver_sql("ROLLBACK")
                raise

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """SQLite has one writer at a time; threads of this process queue here rather than poll."""
        if self._writers >= MOST_WRITERS or not self._wait():
            raise trouble(BUSY, "writes take too long")
        try:
            yield
        finally:
            self._writing.release()

    def _wait(self) -> bool:
        self._writers += 1
        try:
            return self._writing.acquire(timeout=self._patience)
        finally:
            self._writers -= 1

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()
        self.engine.dispose()

    def _prove_writing(self) -> None:
        """A server that could not keep a move does not start."""
        with self._transaction() as connection:
            note_start(connection)

    def _migrate(self) -> None:
        """Bring the schema up to date; Alembic is only loaded if there is something to do."""
        if self._version() == HEAD:
            return
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self._transaction() as connection:
            if not self.sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError:
                raise BadRequest(NEWER) from None

    def _version(self) -> str | None:
        with self.engine.connect() as connection:
            if not connection.dialect.has_table(connection, "alembic_version"):
                return None
            query = text("SELECT version_num FROM alembic_version")
            return connection.execute(query).scalar()

    def _secret(self) -> bytes:
        """The key that signs cookies: made once, the same for all processes of a database."""
        query = select(models.settings.c.value).where(models.settings.c.key == "secret")
        with self.engine.connect() as connection:
            secret = connection.execute(query).scalar()
        if secret is None:
            with self._transaction() as connection:  # another process may be quicker
                fresh = {"key": "secret", "value": secrets.token_hex(32)}
                put_if_new(connection, models.settings, fresh)
            with self.engine.connect() as connection:
                secret = connection.execute(query).scalar_one()
        return bytes.fromhex(secret)


def note_start(connection: Connection) -> None:
    """When a server started last; several may do so at once."""
    put(connection, models.settings, [{"key": "started", "value": str(time.time())}])


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Which file a path leads to, if any."""
    try:
        facts = os.stat(path or "")
    except OSError:
        return None
    return facts.st_dev, facts.st_ino
