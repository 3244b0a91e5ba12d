"""What was played: results that outlive their tables, ratings, and who may see which of them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select, text

import triarchy
from tests.server.people import BOT, ME, OPEN, Person
from tests.server.servers import Running, hurry, settings_for, wait_for
from triarchy.server.http import api_history
from triarchy.server.people import history
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.tables.snapshot import Snapshot
from triarchy.table import read_record


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def playing(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else ""
    running = Running(settings_for(tmp_path_factory.mktemp("history"), url))
    running.ready("meridian")
    yield running
    running.close()


def play(playing: Running, *people: Person, seats: list[dict[str, Any]], **more: Any) -> str:
    """A game of these people to its end; its table, once the results are written."""
    table = people[0].make(seats, **more)
    for person in people[1:]:
        person.sit(table)
    if len(people) > 1:
        people[0].post(f"/api/tables/{table}/start")
    wait_for(lambda: any(person.table(table)["your_turn"] for person in people))
    hurry(playing, table, 0)
    wait_for(lambda: rows_of(playing, table))
    return table


def rows_of(playing: Running, table: str) -> list[Any]:
    with playing.service.storage.read() as connection:
        query = select(models.results).where(models.results.c.table_id == table)
        return list(connection.execute(query.order_by(models.results.c.seat)))


def test_a_finished_game_is_in_the_history_of_its_players_alone(playing: Running) -> None:
    anna, ben, cleo = (Person(playing.url, name) for name in ("Anna", "Ben", "Cleo"))
    table = play(playing, anna, ben, seats=[ME, OPEN], hints=False)
    game = anna.get("/api/me/history").json()["games"][0]
    assert game["table"] == table and game["rated"]
    assert sorted(seat["name"] for seat in game["seats"]) == ["Anna", "Ben"]
    assert [seat["you"] for seat in game["seats"] if seat["name"] == "Anna"] == [True]
    record = anna.get(f"/api/tables/{table}/record").json()
    ranks = {seat["name"]: seat["rank"] for seat in game["seats"]}
    seats = {seat["name"]: seat["seat"] for seat in anna.table(table)["seats"]}
    assert all(record["result"]["ranking"][seats[name]] == rank for name, rank in ranks.items())
    statistics = anna.get("/api/me/statistics").json()
    assert [(row["players"], row["games"]) for row in statistics["records"]] == [(2, 1)]
    (opponent,) = statistics["opponents"]
    assert (opponent["name"], opponent["games"]) == ("Ben", 1)
    both = ben.get("/api/me/statistics").json()["records"][0]["wins"]
    assert statistics["records"][0]["wins"] + both == 1
    assert cleo.get("/api/me/history").json() == {"games": [], "next": None}
    assert cleo.get("/api/me/statistics").json()["records"] == []


def test_results_stay_when_a_table_is_deleted(playing: Running) -> None:
    anna = Person(playing.url, "Anna")
    table = play(playing, anna, seats=[ME, BOT], hints=False)
    anna.delete(f"/api/tables/{table}")
    (game,) = anna.get("/api/me/history").json()["games"]
    assert game["table"] is None and len(game["seats"]) == 2


def test_games_that_cannot_be_compared_are_not_rated(playing: Running) -> None:
    anna = Person(playing.url, "Anna")
    with_hints = play(playing, anna, seats=[ME, BOT])
    hot = play(playing, anna, seats=[ME, {**ME, "name": "Ben"}], hot_seat=True, hints=False)
    start = triarchy.game("meridian", players=2).start(5).position()
    set_up = play(playing, anna, seats=[ME, BOT], hints=False, start=start)
    plain = play(playing, anna, seats=[ME, BOT], hints=False)
    rated = {table: rows_of(playing, table)[0].rated for table in (with_hints, hot, set_up, plain)}
    assert rated == {with_hints: False, hot: False, set_up: False, plain: True}
    (rating,) = anna.get("/api/me/statistics").json()["ratings"]
    assert rating["rated_games"] == 1


def test_who_resigned_is_rated_all_the_same(playing: Running) -> None:
    anna, ben = Person(playing.url, "Anna"), Person(playing.url, "Ben")
    table = anna.make([ME, OPEN], hints=False)
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    assert ben.post(f"/api/tables/{table}/resign", {}).status_code == 200
    hurry(playing, table, 0)
    wait_for(lambda: rows_of(playing, table))
    assert ben.get("/api/me/statistics").json()["ratings"][0]["rated_games"] == 1


def test_results_are_written_once_and_found_again_if_they_are_missing(playing: Running) -> None:
    anna = Person(playing.url, "Anna")
    table = play(playing, anna, seats=[ME, BOT], hints=False)
    before = anna.get("/api/me/statistics").json()
    history.note(playing.service.storage, table)
    assert anna.get("/api/me/statistics").json() == before
    with playing.service.storage.write() as connection:
        connection.execute(delete(models.results).where(models.results.c.table_id == table))
    assert anna.get("/api/me/history").json()["games"] == []
    assert history.note_finished(playing.service.storage) >= 1
    assert len(anna.get("/api/me/history").json()["games"]) == 1


def test_the_history_is_told_page_by_page(
    playing: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api_history, "PAGE", 2)
    anna = Person(playing.url, "Anna")
    tables = [play(playing, anna, seats=[ME, BOT]) for _ in range(3)]
    first = anna.get("/api/me/history").json()
    second = anna.get("/api/me/history", before=first["next"]).json()
    shown = [game["table"] for game in first["games"] + second["games"]]
    assert shown == tables[::-1] and second["next"] is None
    assert anna.get("/api/me/history", game="china").json()["games"] == []
    assert anna.get("/api/me/history", game="\x00").status_code == 422


def test_all_games_come_as_one_archive(playing: Running) -> None:
    anna, ben = Person(playing.url, "Anna"), Person(playing.url, "Ben")
    tables = {play(playing, anna, seats=[ME, BOT]) for _ in range(2)}
    anna.make([ME, BOT])  # goes on: not in it
    answer = anna.get("/api/me/games.zip")
    assert answer.headers["content-type"] == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    assert {name.removesuffix(".json")[-12:] for name in archive.namelist()} == tables
    for name in archive.namelist():
        assert read_record(json.loads(archive.read(name))).over
    assert zipfile.ZipFile(io.BytesIO(ben.get("/api/me/games.zip").content)).namelist() == []


def test_archives_are_made_a_few_at_a_time(playing: Running) -> None:
    anna = Person(playing.url, "Anna")
    turns = [api_history._Turn() for _ in range(2)]
    assert anna.get("/api/me/games.zip").status_code == 503
    turns.clear()
    assert anna.get("/api/me/games.zip").status_code == 200


def test_downloads_that_nobody_reads_are_given_up(
    playing: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Person(playing.url, "Anna")
    begun: list[None] = []

    def endless(service: Service, ids: list[str]) -> Iterator[bytes]:
        begun.append(None)
        while True:
            yield bytes(1 << 20)

    monkeypatch.setattr(api_history, "PIECE_SECONDS", 0.5)
    with monkeypatch.context() as patch:
        patch.setattr(api_history, "_archive", endless)
        request = b"GET /api/me/games.zip HTTP/1.1\r\nHost: localhost\r\n\r\n"
        silent = [playing.connect(request) for _ in range(2)]
        wait_for(lambda: len(begun) == 2)
    wait_for(lambda: anna.get("/api/me/games.zip").status_code == 200)
    for connection in silent:
        connection.close()


def test_the_leaderboard_shows_only_who_wants_it(playing: Running) -> None:
    anna, ben = Person(playing.url, "Listed Anna"), Person(playing.url, "Hidden Ben")
    usual = {"kind": "bot", "strength": "normal"}
    play(playing, anna, ben, seats=[ME, OPEN, usual], hints=False)

    def names() -> list[str]:
        return [row["name"] for row in ben.get("/api/leaderboard/meridian").json()["rows"]]

    assert "Listed Anna" not in names()
    assert anna.put("/api/me/listed", {"listed": True}).json() == {"listed": True}
    assert "Listed Anna" in names() and "Hidden Ben" not in names()
    rows = anna.get("/api/leaderboard/meridian").json()["rows"]
    assert [row["name"] for row in rows if row["you"]] == ["Listed Anna"]
    (anchor,) = [row for row in rows if row["bot"] == "normal"]
    assert (anchor["rating"], anchor["uncertainty"]) == (1000, 0)
    assert anchor["version"] == history.VERSION
    anna.put("/api/me/listed", {"listed": False})
    assert "Listed Anna" not in names()
    assert ben.get("/api/leaderboard/nothing").status_code == 404


def test_a_host_can_do_without_a_leaderboard(
    plain_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = plain_server.service
    without = settings_for(service.settings.data, leaderboard=False)
    monkeypatch.setattr(service, "settings", without)
    assert httpx.get(f"{plain_server.url}/api/leaderboard/meridian").status_code == 404
    assert httpx.get(f"{plain_server.url}/leaderboard").status_code == 404
    assert not httpx.get(f"{plain_server.url}/api/me/statistics").json()["leaderboard"]


def test_ratings_are_measured_by_the_anchor(playing: Running) -> None:
    """Who always wins against the usual bot rises above it, who loses falls below; it stays."""
    rows = [
        {"person": None, "bot": "normal", "bot_version": "1", "game": "trial", "rank": 2},
        {"person": "winner", "bot": None, "bot_version": None, "game": "trial", "rank": 1},
        {"person": "loser", "bot": None, "bot_version": None, "game": "trial", "rank": 3},
    ]
    with playing.service.storage.write() as connection:
        for _ in range(30):
            history.rate(connection, rows)
        newer = {**rows[0], "bot_version": "2"}
        history.rate(connection, [newer, rows[1]])
        found = connection.execute(
            select(models.ratings).where(models.ratings.c.game == "trial")
        ).all()
    ratings = {row.person: row for row in found}
    anchor = ratings["bot:normal@1"]
    assert (anchor.mu, anchor.sigma, anchor.games) == (25.0, 0.0, 30)
    assert ratings["bot:normal@2"].sigma > 0  # another version is rated like anybody
    for name, sign in (("winner", 1), ("loser", -1)):
        assert sign * (ratings[name].mu - 25.0) > 2 * ratings[name].sigma > 0
    with playing.service.storage.write() as connection:
        connection.execute(delete(models.ratings).where(models.ratings.c.game == "trial"))


def test_who_is_deleted_is_a_guest_in_the_history_of_others(playing: Running) -> None:
    anna, ben = Person(playing.url, "Anna"), Person(playing.url, "Secret Ben")
    table = play(playing, anna, ben, seats=[ME, OPEN], hints=False)
    assert ben.delete("/api/me").status_code in (200, 204)
    (game,) = anna.get("/api/me/history").json()["games"]
    assert sorted(seat["name"] for seat in game["seats"]) == ["Anna", "Guest"]
    assert "Secret Ben" not in anna.get("/api/me/statistics").text
    with playing.service.storage.read() as connection:
        known = {row.person for row in rows_of(playing, table)}
        rated = connection.execute(select(models.ratings.c.person)).scalars().all()
    assert None in known and len(known) == 2
    assert not known.isdisjoint(rated)  # Anna's


def test_who_is_deleted_while_results_are_written_is_a_guest_in_them(
    playing: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = Person(playing.url, "Anna"), Person(playing.url, "Hidden Ben")
    written = history.result_rows
    store = playing.service.storage

    def waits() -> bool:
        """Whether somebody waits to write."""
        if store.sqlite:
            return store._writers > 0
        query = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        with store.read() as connection:
            return bool(connection.execute(query).scalar())

    with ThreadPoolExecutor(1) as threads:
        deletions: list[Future[httpx.Response]] = []

        def deleted_now(snapshot: Snapshot) -> list[dict[str, Any]]:
            if "Hidden Ben" in {seat.name for seat in snapshot.seats}:
                deletions.append(threads.submit(ben.delete, "/api/me"))
                wait_for(lambda: deletions[0].done() or waits())
            return written(snapshot)

        monkeypatch.setattr(history, "result_rows", deleted_now)
        table = play(playing, anna, ben, seats=[ME, OPEN], hints=False)
        (deletion,) = deletions
        assert deletion.result().status_code == 204
    persons = {row.name: row.person for row in rows_of(playing, table)}
    assert persons["Anna"] is not None and persons["*"] is None
    (game,) = anna.get("/api/me/history").json()["games"]
    assert sorted(seat["name"] for seat in game["seats"]) == ["Anna", "Guest"]


def test_an_opponent_who_never_said_a_name_is_called_as_at_the_table(playing: Running) -> None:
    guest, ben = Person(playing.url), Person(playing.url, "Ben")
    table = guest.make([{**ME, "name": "Guest"}, OPEN])
    ben.sit(table)
    guest.post(f"/api/tables/{table}/start")
    guest.post(f"/api/tables/{table}/resign")
    hurry(playing, table, 0)
    wait_for(lambda: rows_of(playing, table))
    opponents = ben.get("/api/me/statistics").json()["opponents"]
    assert [(each["name"], each["bot"]) for each in opponents] == [("Guest", None)]
