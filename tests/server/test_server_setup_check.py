"""`serve --check` and `admin doctor`: what is wrong is said before it is needed, in one sentence each."""

from __future__ import annotations

import json
import logging
import os
import socket
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from tests.server.servers import Running, settings_for
from tests.server.test_server_hosting import own_database
from triarchy.engine.errors import BadRequest
from triarchy.server import disk, logs, setup_check
from triarchy.server.app import create_app
from triarchy.server.bots import ray_cluster
from triarchy.server.doctor import examine
from triarchy.server.settings import Settings
from triarchy.server.setup_check import FINE, WARNING, WRONG, check
from triarchy.server.storage import backup
from triarchy.server.storage.database import Storage
from triarchy.shell import serve as command
from triarchy.shell.app import app
from triarchy.site import offered


def found(settings: Settings, kind: str) -> list[str]:
    return [each.sentence for each in check(settings) if each.kind == kind]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(port=0, data=tmp_path / "data")


def test_a_plain_set_up_is_fine_and_nothing_is_made(settings: Settings) -> None:
    assert {each.kind for each in check(settings)} == {FINE}
    assert not settings.data.exists()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = Settings(port=taken.getsockname()[1], data=tmp_path)
        (said,) = found(settings, WRONG)
    assert said.endswith("another program does.")


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    checked = check(Settings(port=0, data=tmp_path / "file" / "data"))
    (said,) = (each.sentence for each in checked if each.kind == WRONG)
    assert said.endswith("is a file.")
    assert not any("is made at the start" in each.sentence for each in checked)


def test_an_address_that_is_not_this_machines(tmp_path: Path) -> None:
    (said,) = found(Settings(host="192.0.2.1", port=8000, data=tmp_path), WRONG)
    assert said.startswith("The server cannot listen at 192.0.2.1:8000: ") and "(" not in said


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes anywhere")
def test_a_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "cannot be written" in found(Settings(port=0, data=tmp_path / "data"), WRONG)[0]


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("nothing at all", "is not the address of a database"),
        ("mysql://anna@localhost/games", "A database is SQLite or PostgreSQL, not 'mysql'"),
        ("postgresql://nobody@127.0.0.1:1/games",
         "database postgresql://nobody@127.0.0.1:1/games cannot be used: connection failed"),
        ("sqlite:////dev/null/games.sqlite", "The folder of the database cannot be '/dev/null'"),
    ],
)  # fmt: skip
def test_a_database_that_cannot_be_used(settings: Settings, database: str, words: str) -> None:
    pytest.importorskip("psycopg")
    said = found(Settings(port=0, data=settings.data, database=database), WRONG)
    assert len(said) == 1 and words in said[0]


def test_a_password_is_not_told(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    database = "postgresql://anna:geheim@127.0.0.1:1/games"
    sentences = [
        each.sentence for each in check(Settings(port=0, data=tmp_path, database=database))
    ]
    assert "geheim" not in " ".join(sentences)


def revised(settings: Settings, revision: str) -> None:
    Storage(settings.database_url).close()
    with sqlite3.connect(settings.data / "tables.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.close()


def test_a_database_of_this_an_older_and_a_newer_version(settings: Settings) -> None:
    Storage(settings.database_url).close()
    assert setup_check.MADE_UP in found(settings, FINE)
    revised(settings, "passkeys")
    assert found(settings, WARNING) == [setup_check.TO_COME]
    with sqlite3.connect(settings.data / "tables.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'of tomorrow'")
    connection.close()
    assert found(settings, WRONG) == ["The database belongs to a newer version of Triarchy."]
    doctor = ["admin", "doctor", "--data", str(settings.data)]
    with pytest.raises(BadRequest, match="belongs to a newer version"):
        app(doctor, standalone_mode=False)
    with sqlite3.connect(settings.data / "tables.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'passkeys'")
    connection.close()
    with pytest.raises(BadRequest, match="of an older version: start its server once"):
        app(doctor, standalone_mode=False)


def test_postgresql_is_looked_into(postgres_url: str, tmp_path: Path) -> None:
    database = own_database(postgres_url, "checked")
    settings = Settings(port=0, data=tmp_path, database=database)
    assert "The database is empty: its tables are made at the start." in found(settings, FINE)
    storage = Storage(settings.database_url)
    assert setup_check.MADE_UP in found(settings, FINE)
    kinds = {each.kind for each in examine(settings, storage, 5)}
    storage.close()
    assert kinds == {FINE}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"public_url": "https://games.example"}, "--connections 0"),
        ({"public_url": "http://games.example", "connections": 0}, "is not encrypted"),
        ({"public_url": "https://games.example", "connections": 0, "host": "0.0.0.0"}, "--trust-proxy"),
        ({"host": "0.0.0.0"}, "Without --public-url"),
    ],
)  # fmt: skip
def test_what_does_not_fit_a_proxy_is_a_warning(
    tmp_path: Path, more: dict[str, Any], words: str
) -> None:
    (said,) = found(Settings(port=0, data=tmp_path, **more), WARNING)
    assert words in said


def test_a_set_up_behind_a_proxy_that_fits(tmp_path: Path) -> None:
    settings = Settings(
        port=0, data=tmp_path, host="0.0.0.0", public_url="https://games.example",
        connections=0, trust_proxy=("172.30.8.0/24",),
    )  # fmt: skip
    assert found(settings, WARNING) == []


def test_an_extra_that_is_missing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup_check, "find_spec", lambda name: None)
    assert found(settings, WARNING) == []
    public = Settings(port=0, data=settings.data, public_url="https://games.example", connections=0)
    assert "triarchy[push]" in found(public, WARNING)[0]
    assert "triarchy[passkeys]" in found(public, WARNING)[1]


def test_a_disk_that_is_nearly_full(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The check says it, and a server that runs, once an hour."""
    monkeypatch.setattr(disk, "LITTLE", 2**62)
    assert "is nearly full" in found(settings, WARNING)[0]
    running = create_app(settings_for(settings.data))
    for _ in range(3):
        running.state.housekeeping.once()
    running.state.service.close()
    full = (
        f"The disk of '{settings.data}' is nearly full"  # other servers may say the like of theirs
    )
    said = [record.message for record in caplog.records if record.message.startswith(full)]
    assert len(said) == 1


def test_the_commands_say_it_and_end_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--data", str(tmp_path / "data"), "--port", "0"]
    app(["serve", "--check", *place], standalone_mode=False)
    assert capsys.readouterr().out.endswith("A server can be started like this.\n")
    (tmp_path / "data").write_text("")
    assert app(["serve", "--check", *place], standalone_mode=False) == 2
    assert "wrong: The data folder" in capsys.readouterr().out


def test_the_doctor_finds_a_move_that_is_missing(
    plain_server: Running, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from tests.server.people import ME, Person

    anna = Person(plain_server.url, "Anna")
    table = anna.make([ME, {**ME, "name": "Ben"}], hot_seat=True)
    for choice in range(3):
        anna.play(table, choice)
    copy = tmp_path / "data"
    copy.mkdir()
    backup.backup(plain_server.service.storage, copy / "tables.sqlite")
    app(["admin", "doctor", "--data", str(copy)], standalone_mode=False)
    said = capsys.readouterr().out
    assert "games that go on were rebuilt" in said and said.endswith("is whole.\n")
    with sqlite3.connect(copy / "tables.sqlite") as connection:
        connection.execute("DELETE FROM moves WHERE table_id = ? AND number = 2", (table,))
    connection.close()
    assert app(["admin", "doctor", "--data", str(copy)], standalone_mode=False) == 2
    assert f"wrong: Moves are missing at {table}" in capsys.readouterr().out


def test_a_damaged_file_is_seen(settings: Settings) -> None:
    storage = Storage(settings.database_url)
    storage.close()
    file = settings.data / "tables.sqlite"
    content = bytearray(file.read_bytes())
    for start in range(4096 * 30, len(content), 4096):
        content[start : start + 512] = b"\xff" * 512
    storage = Storage(settings.database_url)
    file.write_bytes(content)
    sentences = " ".join(each.sentence for each in examine(settings, storage, 0))
    storage.close()
    assert "damaged" in sentences


def test_every_option_is_an_environment_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each has one, and what it says is what the server is started with."""
    options = get_command(app).commands["serve"].params  # type: ignore[attr-defined]
    names = {each.name for each in options} - {"help"}
    values = {
        "host": "127.0.0.2", "port": "0", "public_url": "https://games.example", "root_path": "/g",
        "trust_proxy": "10.0.0.0/8 ::1", "no_browser": "1", "database": "postgresql://x",
        "data": str(tmp_path), "bot_pace": "0.7", "requests_per_second": "7", "tables_per_hour": "8",
        "streams": "9", "connections": "10", "processes": "1", "bot_workers": "3",
        "cache_megabytes": "11", "metrics": "127.0.0.1:0", "no_leaderboard": "1", "purge_days": "12",
        "allow_host": "one two", "log": "json", "check": "0", "think": "ray://head:10001",
        "docs": str(tmp_path / "manual"), "site": str(tmp_path / "site"),
    }  # fmt: skip
    assert values.keys() == names
    (tmp_path / "manual").mkdir()
    (tmp_path / "manual" / "index.html").touch()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "site.json").write_text(json.dumps(offered.facts()), "utf-8")
    for name, value in values.items():
        monkeypatch.setenv(f"TRIARCHY_{name.upper()}", value)
    monkeypatch.setattr(ray_cluster, "find_spec", lambda name: True)
    started: list[Any] = []
    monkeypatch.setattr(command, "_run", lambda *given, **named: started.append((*given, named)))
    app(["serve"], standalone_mode=False)
    ((settings, _, figures_at, named),) = started
    assert figures_at == ("127.0.0.1", 0) and named == {"open_page": False}
    assert settings == Settings(
        host="127.0.0.2", port=settings.port, public_url="https://games.example", root_path="/g",
        trust_proxy=("10.0.0.0/8", "::1"), database="postgresql://x", data=tmp_path, bot_pace=0.7,
        requests_per_second=7, tables_per_hour=8, streams=9, connections=10, workers=3,
        cache_bytes=11 * 2**20, leaderboard=False, purge_days=12, allow_hosts=("one", "two"),
        log="json", think="ray://head:10001", docs=tmp_path / "manual", site=tmp_path / "site",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--public-url", "https://a.example/games"], "needs --root-path"),
        (["--root-path", "games"], "such as /games"),
        (["--root-path", "/a b"], "such as /games"),
        (["--trust-proxy", "caddy"], "an address or a network"),
        (["--log", "xml"], "text or json"),
        (["--think", "head:10001"], "such as ray://head:10001"),
        (["--site", "nowhere"], "There is no site in 'nowhere'"),
    ],
)
def test_what_an_option_cannot_be_is_one_sentence(arguments: list[str], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        app(["serve", "--check", *arguments], standalone_mode=False)


def test_backups_in_a_folder_are_named_after_their_time_and_few_are_kept(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Storage(settings.database_url).close()
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    assert backup.name_of(1_800_000_000) == "triarchy-2027-01-15T080000Z.sqlite"
    made = [backup.name_of(moment) for moment in range(1_800_000_000, 1_800_000_004)]
    following = iter(made)
    monkeypatch.setattr(backup, "name_of", lambda moment: next(following))
    arguments = ["admin", "backup", str(folder), "--keep", "2", "--data", str(settings.data)]
    for _ in range(4):
        app(arguments, standalone_mode=False)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["notes.txt", *made[2:]]
    with pytest.raises(BadRequest, match="--keep is for a folder"):
        app([*arguments[:2], str(tmp_path / "one.sqlite"), *arguments[3:]], standalone_mode=False)


def test_a_log_for_machines_is_a_document_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger()
    before, level = logger.handlers[:], logger.level
    try:
        logs.set_up("json")
        logs.say("json", "Triarchy is at http://127.0.0.1:8000.")
        try:
            raise ValueError("two\nlines")
        except ValueError:
            logging.getLogger("triarchy.server").exception("This went wrong.")
        logging.getLogger("triarchy.server").info("not told")
    finally:
        for handler in logger.handlers:
            handler.close()
        logger.handlers[:] = before
        logger.setLevel(level)
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [entry["level"] for entry in told] == ["info", "error"]
    assert told[0]["message"].startswith("Triarchy is at") and told[0]["time"].endswith("+00:00")
    assert "two\nlines" in told[1]["error"]
