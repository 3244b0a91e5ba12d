"""A database made by the version before: whatever people had, they have."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData, create_engine, insert, select, text

from tests.server.people import Person
from tests.server.servers import Running, settings_for
from triarchy.server.storage import database

BEFORE = Path(__file__).parent / "before_people.sql"
"""Written by the server of the revision `chat_person`: two people at a game, one of them with two
seats at a hot-seat table, and somebody without a name who made a table."""
FRIDAY, HOT_SEAT, NAMELESS = "x3xkjyzty9of", "291t0ud0aqgr", "veu4bmpul928"
ANNA = "4nW3k4zO9LMMRahH.3vmnE4k6T6zHoFR3zZ02sKpBzNhxFhCZ"
BEN = "KK_2YGQccVd5_yHH.zqKAbncrA153cX5NnuZVVDAxD5T4713t"
CARL = "oskvB1ruAGJBwGvr.rQQet5Lrmu2-H8vPzzh6GeguBvmuFCK2"
ANNAS_SEAT = "7EYOmskCElUrTnxCIn-ViLBFweeuNht_"


def _old_file(path: Path) -> None:
    database = sqlite3.connect(path)
    database.executescript(BEFORE.read_text(encoding="utf-8"))
    # Tables that nobody has touched for long would be closed.
    database.execute("UPDATE tables SET changed = ?, moved = ?", (time.time(), time.time()))
    database.commit()
    database.close()


def _old_postgresql(url: str, file: Path) -> str:
    """A database of its own with the schema and the rows of the file; its address."""
    server = create_engine(_driver(url), isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text("DROP DATABASE IF EXISTS before_people"))
        connection.execute(text("CREATE DATABASE before_people"))
    fresh = url.replace("/postgres?", "/before_people?")
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))
    old, source = MetaData(), create_engine(f"sqlite:///{file}")
    with create_engine(_driver(fresh)).begin() as connection, source.connect() as rows:
        config.attributes["connection"] = connection
        command.upgrade(config, "chat_person")
        old.reflect(connection)
        for table in old.sorted_tables:
            if table.name != "alembic_version":
                columns = [text(f'"{column.name}"') for column in table.columns]
                for row in rows.execute(select(*columns).select_from(text(table.name))):
                    values = dict(zip(table.columns.keys(), row, strict=True))
                    connection.execute(insert(table).values(_booleans(table, values)))
    return fresh


def _booleans(table: object, values: dict[str, object]) -> dict[str, object]:
    return {
        name: bool(value) if str(table.c[name].type) == "BOOLEAN" else value  # type: ignore[attr-defined]
        for name, value in values.items()
    }


def _driver(url: str) -> str:
    return url.replace("postgresql:", "postgresql+psycopg:")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def old_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("before")
    url = ""
    _old_file(folder / "tables.sqlite")
    if request.param == "postgresql":
        url = _old_postgresql(request.getfixturevalue("postgres_url"), folder / "tables.sqlite")
    running = Running(settings_for(folder, url))
    running.ready("meridian")
    yield running
    running.close()


def _with(server: Running, *cookies: tuple[str, str]) -> Person:
    person = Person(server.url)
    person.client.headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies)
    return person


def _seats(table: dict[str, object]) -> list[str]:
    return [seat["name"] for seat in table["seats"] if seat["you"]]  # type: ignore[attr-defined]


def test_everybody_keeps_their_seats_tables_names_and_progress(old_server: Running) -> None:
    anna, ben, carl = (_with(old_server, ("triarchy_me", cookie)) for cookie in (ANNA, BEN, CARL))
    assert _seats(anna.table(FRIDAY)) == ["Anna"]
    assert _seats(ben.table(FRIDAY)) == ["Ben"]
    assert _seats(ben.table(HOT_SEAT)) == ["Cleo", "Ben"]
    assert _seats(carl.table(NAMELESS)) == ["Player"]
    assert [anna.table(FRIDAY)["mine"], ben.table(FRIDAY)["mine"]] == [True, False]
    assert [each["id"] for each in anna.get("/api/tables").json()["mine"]] == [FRIDAY]
    assert {each["id"] for each in ben.get("/api/tables").json()["mine"]} == {FRIDAY, HOT_SEAT}
    assert ben.get("/api/me").json()["name"] == "Ben"
    assert ben.get("/api/progress").json()["done"] == {"x": 2}
    screen = anna.screen(FRIDAY)
    assert [line["text"] for line in screen["chat"]] == ["hello"]
    assert screen["number"] == 1
    mover = anna if screen["your_turn"] else ben
    assert mover.play(FRIDAY)["number"] == 2


def test_the_cookie_of_a_seat_is_good_for_that_seat_and_nothing_else(old_server: Running) -> None:
    somebody = _with(old_server, ("triarchy_seat", ANNAS_SEAT))
    assert _seats(somebody.table(FRIDAY)) == ["Anna"]
    assert _seats(somebody.table(HOT_SEAT)) == []
    assert not somebody.table(FRIDAY)["mine"]
    stranger = _with(old_server, ("triarchy_seat", ANNAS_SEAT[:-1] + "A"))
    assert _seats(stranger.table(FRIDAY)) == []


def test_a_page_renews_the_cookie_it_is_asked_with(old_server: Running) -> None:
    answer = httpx.get(f"{old_server.url}/", headers={"Cookie": f"triarchy_me={ANNA}"})
    assert f"triarchy_me={ANNA};" in answer.headers["set-cookie"]
