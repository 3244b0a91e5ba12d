"""The host's tools, `triarchy admin`, at a server that runs: on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, insert, select, text

from tests.server.people import BOT, ME, OPEN, Person, finish
from tests.server.servers import Running, hurry, settings_for, wait_for
from triarchy.engine.errors import BadRequest
from triarchy.server import settings
from triarchy.server.hosting import opened
from triarchy.server.housekeeping import Housekeeping
from triarchy.server.metrics import Metrics, MetricsServer, read_address
from triarchy.server.storage import models
from triarchy.server.storage.backup import restore
from triarchy.server.storage.database import Storage
from triarchy.shell.app import app
from triarchy.table import read_record

Admin = Callable[..., str]


def own_database(address: str, name: str) -> str:
    """A further database of a PostgreSQL server, empty."""
    engine = create_engine(
        address.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return address.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def hosted(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """A server whose whole database is this module's."""
    url = ""
    if request.param == "postgresql":
        url = own_database(request.getfixturevalue("postgres_url"), "hosted")
    running = Running(settings_for(tmp_path_factory.mktemp("hosted"), url))
    running.ready("meridian")
    yield running
    running.close()


@pytest.fixture
def admin(hosted: Running, capsys: pytest.CaptureFixture[str]) -> Admin:
    """Runs a command on the server's database; what it printed."""
    settings = hosted.service.settings
    place = ["--data", settings.data]
    if settings.database:
        place = ["--database", settings.database]

    def run(*arguments: object) -> str:
        app(["admin", *map(str, [*arguments, *place])], standalone_mode=False)
        return capsys.readouterr().out

    return run


def person_id(hosted: Running, name: str) -> str:
    people = models.people.c
    with hosted.service.storage.read() as connection:
        return str(connection.execute(select(people.id).where(people.name == name)).scalar_one())


def test_tables_and_people_are_listed(hosted: Running, admin: Admin) -> None:
    anna = Person(hosted.url, "Anna [red]")
    table = anna.make([ME, BOT], name="Monday")
    waiting = anna.make([ME, OPEN])
    anna_id = person_id(hosted, "Anna [red]")
    tables = {row["id"]: row for row in json.loads(admin("tables", "--json"))}
    assert tables[table]["players"][0] == "Anna [red]" and tables[table]["maker"] == anna_id
    assert [row["id"] for row in json.loads(admin("tables", "--status", "open", "--json"))] == [
        waiting
    ]
    assert {row["id"] for row in json.loads(admin("tables", "--person", anna_id, "--json"))} == {
        table,
        waiting,
    }
    assert json.loads(admin("tables", "--game", "none", "--json")) == []
    people = json.loads(admin("people", "--name", "NA [R", "--json"))
    assert [(row["id"], row["tables"]) for row in people] == [(anna_id, 2)]
    assert json.loads(admin("people", "--name", "%", "--json")) == []
    assert "Anna [red]" in admin("people")
    assert table in admin("tables", "--limit", 5)


def test_a_banned_person_may_look_and_a_bot_plays_on(hosted: Running, admin: Admin) -> None:
    berta, cleo = Person(hosted.url, "Berta"), Person(hosted.url, "Cleo")
    table = berta.make([ME, OPEN])
    cleo.sit(table)
    berta.post(f"/api/tables/{table}/start")
    cleo_id = person_id(hosted, "Cleo")
    assert "shut out" in admin("ban", cleo_id, "--reason", "rude")
    wait_for(lambda: cleo.put("/api/me", {"name": "Cleo"}).status_code == 403)
    refused = cleo.post("/api/tables", {"game": "meridian", "seats": [ME, BOT]})
    assert refused.json()["error"] == "You have been banned from this server."
    assert cleo.get("/api/tables").status_code == 200
    assert [seat["away"] for seat in berta.table(table)["seats"] if seat["name"] == "Cleo"] == [
        True
    ]
    wait_for(lambda: berta.table(table)["your_turn"])
    assert [row["who"] for row in json.loads(admin("bans", "--json"))] == [cleo_id]
    admin("unban", cleo_id)
    wait_for(lambda: cleo.put("/api/me", {"name": "Cleo"}).status_code == 200)
    assert json.loads(admin("bans", "--json")) == []


def test_an_id_may_begin_with_a_hyphen(hosted: Running, admin: Admin) -> None:
    """One in 64 does."""
    dora = {"id": "-_Dora", "name": "Dora", "created": 0.0}
    with hosted.service.storage.write() as connection:
        connection.execute(insert(models.people).values(dora))
    assert [row["id"] for row in json.loads(admin("people", "--name", "Dora", "--json"))] == [
        "-_Dora"
    ]
    assert json.loads(admin("tables", "--person", "-_Dora", "--json")) == []
    admin("ban", "-_Dora")
    assert [row["who"] for row in json.loads(admin("bans", "--json"))] == ["-_Dora"]
    admin("unban", "-_Dora")
    admin("delete", "-_Dora", "--yes")
    assert json.loads(admin("people", "--name", "Dora", "--json")) == []


def test_the_event_stream_of_a_banned_address_ends(hosted: Running, admin: Admin) -> None:
    berta = Person(hosted.url, "Berta")
    table = berta.make([ME, OPEN])
    bans = hosted.app.state.housekeeping.bans
    with httpx.stream("GET", f"{hosted.url}/api/tables/{table}/events", timeout=60) as stream:
        lines = stream.iter_lines()
        while next(lines) != "event: table":
            pass
        admin("ban", "127.0.0.1")
        wait_for(lambda: bans._networks)
        hosted.service.hub.changed(table, 99)  # news that would have been told
        assert "event: table" not in list(lines)
    admin("unban", "127.0.0.1")
    wait_for(lambda: not bans._networks)


def test_a_banned_address_gets_no_answer(hosted: Running, admin: Admin) -> None:
    admin("ban", "127.0.0.1", "--days", 1)
    bans = hosted.app.state.housekeeping.bans
    wait_for(lambda: bans._networks)
    assert httpx.get(f"{hosted.url}/").status_code == 403
    admin("unban", "127.0.0.1")
    wait_for(lambda: not bans._networks)
    assert httpx.get(f"{hosted.url}/").status_code == 200


def test_an_ipv6_address_is_banned_as_limits_count_it(hosted: Running, admin: Admin) -> None:
    admin("ban", "2001:db8::7")
    assert [row["who"] for row in json.loads(admin("bans", "--json"))] == ["2001:db8::/64"]
    bans = hosted.app.state.housekeeping.bans
    wait_for(lambda: bans._inside("2001:db8::"))
    admin("unban", "2001:db8::7")


def test_a_ban_ends_by_itself(hosted: Running) -> None:
    housekeeping = Housekeeping(hosted.service.storage, hosted.service.settings)
    with hosted.service.storage.write() as connection:
        row = {"who": "10.0.0.0/8", "kind": "address", "reason": "", "made": 0.0, "until": 1.0}
        connection.execute(models.bans.insert().values(row))
    housekeeping.once()
    housekeeping.bans.check_address("10.1.2.3")


def test_records_are_exported_and_tables_deleted(
    hosted: Running, admin: Admin, tmp_path: Path
) -> None:
    dora = Person(hosted.url, "Dora")
    table = dora.make([ME, {**ME, "name": "Emil"}], hot_seat=True)
    dora.play(table)
    admin("export", table, tmp_path / "half.json")
    half = read_record(json.loads((tmp_path / "half.json").read_text()))
    assert len(half.moves) == dora.table(table)["number"]
    assert "would be deleted" in admin("delete", table)
    assert dora.get(f"/api/tables/{table}").status_code == 200
    assert "is deleted" in admin("delete", table, "--yes")
    assert dora.get(f"/api/tables/{table}").status_code == 404


def test_a_person_is_forgotten_and_the_game_stays(hosted: Running, admin: Admin) -> None:
    nora, otto = Person(hosted.url, "Nora"), Person(hosted.url, "Otto")
    table = nora.make([ME, OPEN])
    otto.sit(table)
    nora.post(f"/api/tables/{table}/start")
    otto_id = person_id(hosted, "Otto")
    assert "(Otto) would be deleted" in admin("delete", otto_id)
    admin("delete", otto_id, "--yes")
    assert json.loads(admin("people", "--name", "Otto", "--json")) == []
    assert sorted(seat["name"] for seat in nora.table(table)["seats"]) == ["Guest", "Nora"]


def test_only_finished_tables_are_purged(hosted: Running, admin: Admin) -> None:
    fritz = Person(hosted.url, "Fritz")
    going, over = (fritz.make([ME, {**ME, "name": "Gerd"}], hot_seat=True) for _ in range(2))
    finish(over, [fritz], hurry(hosted, over))
    tables = models.tables.c
    with hosted.service.storage.write() as connection:
        old = models.tables.update().where(tables.id.in_([going, over]))
        connection.execute(old.values(changed=1000.0))
    assert admin("purge", "--before", "2001-01-31") == "1 table would be deleted; add --yes.\n"
    assert fritz.get(f"/api/tables/{over}").status_code == 200
    assert admin("purge", "--before", "2001-01-31", "--yes") == "1 table deleted.\n"
    assert fritz.get(f"/api/tables/{over}").status_code == 404
    assert fritz.get(f"/api/tables/{going}").status_code == 200


def test_a_server_purges_only_if_it_is_told_to(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path}/a.sqlite")
    with storage.write() as connection:
        connection.execute(models.tables.insert().values(_finished("aaaaaaaaaaaa")))
    Housekeeping(storage, settings_for(tmp_path)).once()
    with storage.read() as connection:
        assert len(connection.execute(select(models.tables.c.id)).all()) == 1
    Housekeeping(storage, settings_for(tmp_path, purge_days=30.0)).once()
    with storage.read() as connection:
        assert connection.execute(select(models.tables.c.id)).all() == []
    storage.close()


def _finished(table_id: str) -> dict[str, Any]:
    """The row of a table that ended long ago."""
    numbers = dict.fromkeys(
        ["rules", "base", "created", "changed", "moved", "number", "undos", "lease_until"], 0
    )
    flags = dict.fromkeys(["public", "hot_seat", "hints"], False)
    texts = {"name": "", "game": "meridian", "board": "", "options": "{}", "status": "over"}
    return {"id": table_id, "players": 2, "version": 1, **numbers, **flags, **texts}


def test_a_backup_is_restored_while_the_server_runs(
    hosted: Running, admin: Admin, tmp_path: Path
) -> None:
    hans = Person(hosted.url, "Hans")
    table = hans.make([ME, {**ME, "name": "Ida"}], hot_seat=True)
    hans.play(table)
    gone = hans.make([ME, BOT])
    kept = hans.screen(table)
    file = tmp_path / "kept.sqlite"
    assert "backup is in" in admin("backup", file)
    assert os.stat(file).st_mode & 0o077 == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.sqlite"]
    hans.play(table, 1)
    hans.play(table, 1)
    hans.delete(f"/api/tables/{gone}")
    later = hans.make([ME, BOT])
    assert "would be replaced" in admin("restore", file)
    assert hans.get(f"/api/tables/{later}").status_code == 200
    said = admin("restore", file, "--yes")
    assert "is restored" in said and "anew" not in said
    assert hans.get(f"/api/tables/{later}").status_code == 404
    assert hans.get(f"/api/tables/{gone}").status_code == 200
    now = hans.screen(table)
    assert (now["number"], now["board"], now["moves"]) == (
        kept["number"],
        kept["board"],
        kept["moves"],
    )
    assert hans.play(table)["number"] > kept["number"]


def test_a_backup_goes_into_the_other_kind_of_database(
    hosted: Running,
    admin: Admin,
    tmp_path: Path,
    postgres_url: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From SQLite into PostgreSQL and the other way; seats and cookies come along."""
    jana = Person(hosted.url, "Jana")
    table = jana.make([ME, {**ME, "name": "Kai"}], hot_seat=True)
    jana.play(table)
    admin("backup", tmp_path / "kept.sqlite")
    database = own_database(postgres_url, "moved") if hosted.service.storage.sqlite else ""
    settings = settings_for(tmp_path / "other", database)
    place = ["--data", str(settings.data), *(["--database", database] if database else [])]
    restoring = ["admin", "restore", str(tmp_path / "kept.sqlite"), *place]
    # Into a database that is not there yet, as on a new machine.
    app(restoring, standalone_mode=False)
    assert "A new database would be made" in capsys.readouterr().out
    with pytest.raises(BadRequest, match=r"There is no database|is empty"), opened(settings):
        pass
    app([*restoring, "--yes"], standalone_mode=False)
    said = capsys.readouterr().out
    assert "is restored" in said and "anew" not in said
    with opened(settings) as storage:
        tables, another_key = restore(storage, tmp_path / "kept.sqlite")
    assert tables > 0 and not another_key
    other = Running(settings)
    other.ready("meridian")
    jana.client.base_url = httpx.URL(other.url)
    assert jana.screen(table)["your_turn"]
    jana.play(table)
    other.close()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tables", "--status", "lost"], "A table's status is open, playing"),
        (["tables", "--limit", "0"], "--limit must be"),
        (["ban", "nobody"], "'nobody' is neither an address nor a person of this server."),
        (["unban", "10.9.8.7"], "'10.9.8.7' is not shut out."),
        (["export", "aaaaaaaaaaaa", "x.json"], "There is no table 'aaaaaaaaaaaa' here."),
        (["delete", "aaaaaaaaaaaa"], "There is no table 'aaaaaaaaaaaa' here."),
        (["purge", "--before", "yesterday"], "A date is written such as"),
        (["purge", "--before", "2999-01-01"], "is yet to come"),
        (["restore", "missing.sqlite", "--yes"], "'missing.sqlite' cannot be read."),
        (["restore", __file__, "--yes"], "is not a backup of Triarchy."),
        (["backup", __file__], "exists already."),
        (["backup", "/proc/nowhere/b.sqlite"], "cannot be written"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    hosted: Running, admin: Admin, arguments: list[str], sentence: str
) -> None:
    with pytest.raises(BadRequest, match=sentence.replace(".", r"\.")):
        admin(*arguments)


def test_no_database_is_made_and_none_is_migrated(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="There is no database"):
        app(["admin", "tables", "--data", str(tmp_path)], standalone_mode=False)
    assert list(tmp_path.iterdir()) == []
    Storage(f"sqlite:///{tmp_path}/tables.sqlite").close()
    older = sqlite3.connect(tmp_path / "tables.sqlite")
    older.execute("UPDATE alembic_version SET version_num = 'second'")
    older.commit()
    older.close()
    with pytest.raises(BadRequest, match="start its server once"):
        app(["admin", "tables", "--data", str(tmp_path)], standalone_mode=False)


def test_statistics_and_metrics_count_what_is_there(hosted: Running, admin: Admin) -> None:
    lena = Person(hosted.url, "Lena")
    lena.make([ME, BOT], name="counted")
    counted = json.loads(admin("statistics", "--json"))
    tables = sum(row["tables"] for row in counted["tables"])
    assert tables >= 1 and counted["people"] >= 1
    assert "people have said their name" in admin("statistics")
    server = MetricsServer(Metrics(hosted.app), "127.0.0.1", 0)
    try:
        page = httpx.get(server.url)
        assert page.headers["content-type"].startswith("text/plain; version=0.0.4")
        figures = dict(line.rsplit(" ", 1) for line in page.text.splitlines() if line[0] != "#")
        assert float(figures["triarchy_people"]) == counted["people"]
        assert float(figures["triarchy_database_up"]) == 1
        shown = [float(value) for name, value in figures.items() if "triarchy_tables{" in name]
        assert sum(shown) == tables
        assert float(figures['triarchy_requests_total{status="201"}']) >= 1
        assert (
            figures['triarchy_request_seconds_bucket{le="+Inf"}']
            == figures["triarchy_request_seconds_count"]
        )
        assert float(figures["triarchy_disk_free_bytes"]) > 0
        assert f'triarchy_version_info{{version="{hosted.app.version}"}}' in figures
        assert httpx.get(f"{hosted.url}/metrics").status_code == 404
    finally:
        server.close()


@pytest.mark.parametrize("text", ["", "9100", "here:9100", "127.0.0.1:x", "127.0.0.1:70000"])
def test_an_address_for_metrics_is_a_host_and_a_port(text: str) -> None:
    with pytest.raises(BadRequest, match="such as"):
        read_address(text)


@pytest.mark.parametrize("text", ["0.0.0.0:9100", "8.8.8.8:9100", "[::]:9100"])
def test_metrics_are_never_public(text: str) -> None:
    with pytest.raises(BadRequest, match="private address only"):
        read_address(text)


def test_addresses_for_metrics_are_read() -> None:
    assert read_address("localhost:9100") == ("127.0.0.1", 9100)
    assert read_address("[::1]:0") == ("::1", 0)
    assert read_address("192.168.1.5:9100") == ("192.168.1.5", 9100)


@pytest.mark.parametrize(
    ("host", "public_url", "only_here"),
    [
        ("127.0.0.1", "", True),
        ("localhost", "", True),
        ("::1", "", True),
        ("0.0.0.0", "", False),
        ("192.168.1.7", "", False),
        ("127.0.0.1", "https://games.example", False),
    ],
)
def test_a_server_knows_whether_others_on_the_network_can_reach_it(
    host: str, public_url: str, only_here: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "own_address", lambda: "192.168.1.7")
    found = settings.Settings(host=host, port=8001, public_url=public_url).only_here
    wanted = {
        "command": "triarchy serve --host 0.0.0.0 --port 8001",
        "address": "http://192.168.1.7:8001",
    }
    assert found == (wanted if only_here else None)
