"""The connection to the database: SQLite or PostgreSQL, migrated at the start, durable."""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from triarchy.engine.errors import BadRequest
from triarchy.server import models

HEAD = "second"
"""The newest revision in `migrations/versions`."""
MIGRATION_LOCK = 0x7261726368
"""PostgreSQL's advisory lock under which one process migrates at a time."""


class Storage:
    """Reads on any connection; writes one after the other, on disk before they are acknowledged."""

    def __init__(self, url: str) -> None:
        self._writing = threading.Lock()
        try:
            address = make_url(url)
            self.sqlite = address.get_backend_name() == "sqlite"
            if self.sqlite and address.database:
                Path(address.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = self._connect(url)
            self._migrate()
        except ArgumentError:
            raise BadRequest(f"{url!r} is not the address of a database.") from None
        except (SQLAlchemyError, ImportError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise BadRequest(f"The database cannot be used: {reason}.") from error
        self.secret = self._secret()

    def _connect(self, url: str) -> Engine:
        if self.sqlite:
            engine = create_engine(url, isolation_level="AUTOCOMMIT", pool_size=16, max_overflow=64)
            event.listen(engine, "connect", _careful_sqlite)
            return engine
        return create_engine(url, pool_size=16, max_overflow=32, pool_pre_ping=True)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection to read with."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction: when this ends without an exception, all of it is on disk."""
        if not self.sqlite:
            with self.engine.begin() as connection:
                yield connection
            return
        # SQLite has one writer at a time; threads of this process queue here rather than poll.
        with self._writing, self.engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.exec_driver_sql("ROLLBACK")
                raise
            connection.exec_driver_sql("COMMIT")

    def close(self) -> None:
        self.engine.dispose()

    def _migrate(self) -> None:
        """Bring the schema up to date; Alembic is only loaded if there is something to do."""
        if self._version() == HEAD:
            return
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.write() as connection:
            if not self.sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _version(self) -> str | None:
        with self.read() as connection:
            if not connection.dialect.has_table(connection, "alembic_version"):
                return None
            query = text("SELECT version_num FROM alembic_version")
            return connection.execute(query).scalar()

    def _secret(self) -> bytes:
        """The key that signs cookies: made once, the same for all processes of a database."""
        query = select(models.settings.c.value).where(models.settings.c.key == "secret")
        with self.read() as connection:
            secret = connection.execute(query).scalar()
        if secret is None:
            try:
                with self.write() as connection:
                    fresh = {"key": "secret", "value": secrets.token_hex(32)}
                    connection.execute(insert(models.settings).values(fresh))
            except IntegrityError:  # another process was quicker
                pass
            with self.read() as connection:
                secret = connection.execute(query).scalar_one()
        return bytes.fromhex(secret)


def _careful_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    """Write-ahead log, flushed at every commit: what was acknowledged survives a power cut."""
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=15000",
    ):
        connection.execute(f"PRAGMA {pragma}")
