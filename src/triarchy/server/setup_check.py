"""What is wrong with a set-up before it is needed: `triarchy serve --check`, and half of `triarchy admin doctor`.

Nothing is made or changed. Each finding is one sentence for a host.
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from triarchy.engine import cache
from triarchy.server import disk
from triarchy.server.bots.ray_cluster import reached
from triarchy.server.settings import Settings, is_loopback
from triarchy.server.storage import database
from triarchy.server.storage.errors import reason

WRONG, WARNING, FINE = "wrong", "warning", "fine"
MADE_UP = "The database has the schema of this version."
TO_COME = "The database is of an older version and is brought up to date at the start: make a backup first."


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    kind: str
    sentence: str


Findings = Iterator[Finding]


def check(settings: Settings, metrics: tuple[str, int] | None = None) -> list[Finding]:
    """Look at all of a set-up: where a server would listen, what it would write, who is before it."""
    return [
        *_port("The server", settings.host, settings.port),
        *(_port("The metrics", *metrics) if metrics else ()),
        *check_storage(settings),
        *_proxy(settings),
        *_cluster(settings),
        *_extras(settings),
    ]


def check_storage(settings: Settings) -> list[Finding]:
    """Look at what a server keeps: folders, disk and database."""
    return [
        *_folder("The data folder", settings.data),
        *_folder("The folder for compiled rules", cache.root()),
        *_disk(settings.data),
        *_database(settings),
    ]


def _port(who: str, host: str, port: int) -> Findings:
    where = f"{host}:{port}"
    try:
        with suppress(ValueError), socket.create_server((host, port), family=_family(host)):
            pass
    except OSError as error:
        # Python adds in brackets what it was doing.
        why = (error.strerror or str(error)).partition(" (while")[0]
        why = "another program does" if error.errno == errno.EADDRINUSE else why
        yield Finding(WRONG, f"{who} cannot listen at {where}: {why}.")
    else:
        yield Finding(FINE, f"{who} can listen at {where}.")


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _folder(what: str, folder: Path) -> Findings:
    place = folder.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        yield Finding(WRONG, f"{what} cannot be {str(folder)!r}: {str(place)!r} is a file.")
    elif not os.access(place, os.W_OK | os.X_OK):
        yield Finding(WRONG, f"{what} {str(folder)!r} cannot be written by this user.")
    else:
        yield Finding(FINE, f"{what} {str(folder)!r} can be written.")


def _disk(folder: Path) -> Findings:
    said = disk.warning(folder)
    yield Finding(WARNING, said) if said else Finding(FINE, "There is room on the disk.")


def _database(settings: Settings) -> Findings:
    url = settings.database_url
    try:
        address = make_url(url)
    except ArgumentError:
        yield Finding(WRONG, f"{settings.database!r} is not the address of a database.")
        return
    sqlite = address.get_backend_name() == "sqlite"
    if address.get_backend_name() not in database.KINDS:
        yield Finding(WRONG, database.ANOTHER_KIND.format(address.get_backend_name()))
        return
    if sqlite and not Path(address.database or "").is_file():
        yield from _new_file(Path(address.database or ""), settings.data)
        return
    if sqlite and not os.access(address.database or "", os.W_OK):
        yield Finding(WRONG, f"The database {address.database!r} cannot be written by this user.")
        return
    try:
        engine = create_engine(url)
    except ImportError:
        yield Finding(WRONG, "PostgreSQL needs the extra: pip install 'triarchy[postgresql]'.")
        return
    yield from _looked_into(engine, sqlite)


def _new_file(file: Path, data: Path) -> Findings:
    folder = list(_folder("The folder of the database", file.parent))
    if folder[0].kind == FINE:
        yield Finding(FINE, f"The database {str(file)!r} is made at the start.")
    elif file.parent != data:  # of the data folder it has been said
        yield from folder


def _looked_into(engine: Engine, sqlite: bool) -> Findings:
    # As hosts write it: without the driver.
    shown = engine.url.set(drivername=engine.url.get_backend_name())
    name = shown.render_as_string(hide_password=True)
    try:
        with engine.connect() as connection:
            yield Finding(FINE, f"The database {name} can be reached.")
            yield from _schema(connection)
            if not sqlite:
                yield from _rights(connection)
    except SQLAlchemyError as error:
        yield Finding(WRONG, f"The database {name} cannot be used: {reason(error)}.")
    finally:
        engine.dispose()


def _schema(connection: Connection) -> Findings:
    if not connection.dialect.has_table(connection, "alembic_version"):
        yield Finding(FINE, "The database is empty: its tables are made at the start.")
        return
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found == database.HEAD:
        yield Finding(FINE, MADE_UP)
    elif found in database.revisions():
        yield Finding(WARNING, TO_COME)
    else:
        yield Finding(WRONG, database.NEWER)


def _rights(connection: Connection) -> Findings:
    allowed = text("SELECT has_schema_privilege(current_schema(), 'CREATE')")
    if not connection.execute(allowed).scalar():
        yield Finding(WRONG, "The database's user may not make tables in its schema.")


def _proxy(settings: Settings) -> Findings:
    public = urlsplit(settings.public_url)
    if not settings.public_url:
        if not is_loopback(settings.host):
            yield Finding(
                WARNING,
                "Without --public-url https://... everything goes unencrypted: fine at home.",
            )
        return
    if public.scheme == "http" and not is_loopback(public.hostname or ""):
        yield Finding(WARNING, f"{settings.public_url} is not encrypted: put TLS before it.")
    if settings.connections:
        yield Finding(
            WARNING,
            f"Behind a proxy all visitors share --connections {settings.connections}: "
            "give --connections 0 and let the proxy count.",
        )
    if not is_loopback(settings.host) and all(map(_is_local, settings.trust_proxy)):
        yield Finding(
            WARNING,
            f"The server listens at {settings.host}, but believes proxies of this machine alone: "
            "name a proxy elsewhere with --trust-proxy.",
        )


def _cluster(settings: Settings) -> Findings:
    if not settings.think:
        return
    if why := reached(settings.think):
        sentence = f"The cluster {settings.think} cannot be reached ({why}): bots would think here."
        yield Finding(WARNING, sentence)
    else:
        yield Finding(FINE, f"The cluster {settings.think} can be reached.")


def _is_local(address: str) -> bool:
    return is_loopback(address.partition("/")[0])


EXTRAS: tuple[tuple[str, str, str, Callable[[Settings], bool]], ...] = (
    ("push", "http_ece", "Messages to closed pages need", lambda settings: settings.secure),
    ("passkeys", "webauthn", "Passkeys need", lambda settings: settings.secure),
)
"""Extra, module, what it is for, and whether a set-up would have a use for it."""


def _extras(settings: Settings) -> Findings:
    for extra, module, need, wanted in EXTRAS:
        if wanted(settings) and find_spec(module) is None:
            yield Finding(WARNING, f"{need} the extra: pip install 'triarchy[{extra}]'.")
