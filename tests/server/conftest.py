"""One server per kind of database, shared by the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.server import dealing
from tests.server.people import Person
from tests.server.servers import Running, postgres, postgres_binaries, settings_for


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    dealing.name(item.nodeid)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    if postgres_binaries() is None:
        pytest.skip("PostgreSQL is not installed (no initdb found): its tests are skipped")
    pytest.importorskip("psycopg", reason="psycopg is not installed: skipped")
    with postgres() as url:
        yield url


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("data")
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else ""
    running = Running(settings_for(folder, url))
    running.ready("meridian")
    yield running
    running.close()


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on SQLite alone, for what has nothing to do with the database."""
    running = Running(settings_for(tmp_path_factory.mktemp("plain")))
    running.ready("meridian")
    yield running
    running.close()


@pytest.fixture
def someone(server: Running) -> Callable[[str], Person]:
    return lambda name="": Person(server.url, name)


@pytest.fixture
def anna(server: Running) -> Person:
    return Person(server.url, "Anna")


@pytest.fixture
def ben(server: Running) -> Person:
    return Person(server.url, "Ben")
