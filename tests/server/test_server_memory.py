"""Games and tables kept in memory: so many bytes of them, however long the server runs."""

from __future__ import annotations

import gc
import tracemalloc
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from pydantic_core import to_json

import triarchy
from tests.server.people import BOT, ME, Person
from tests.server.servers import Running, hurry, settings_for
from tests.shared_checks import random_table
from triarchy.kit.presentation import Picture
from triarchy.server.screens.text_cache import Cache, _cost
from triarchy.server.tables import game_cache, snapshots
from triarchy.server.tables.game_cache import GAME_COST, MOST_SIGHTS, CachedGame, GameCache, Log
from triarchy.table import Table
from triarchy.table.history import Line


def kept(cached: CachedGame, game: str = "meridian", moves: int = 150) -> None:
    table = random_table(triarchy.game(game), 5, moves)
    cached.keep(table, SimpleNamespace(base=0, undos=0))


def test_the_oldest_games_make_room_by_bytes() -> None:
    one = CachedGame()
    kept(one)
    cache = GameCache(5 * one.cost())
    for number in range(40):
        kept(cache[f"table {number}"])
        cache.grown(f"table {number}")
        assert cache.size <= cache.most
    assert 3 <= len(cache) <= 6
    assert cache["table 39"].table is not None
    assert cache["table 0"].table is None
    for number in range(40):
        cache.drop(f"table {number}")
    assert (len(cache), cache.size) == (0, 0)


def test_a_game_larger_than_the_cache_is_still_served() -> None:
    cache = GameCache(GAME_COST)
    kept(cache["large"])
    cache.grown("large")
    assert len(cache) == 1
    assert cache["small"].table is None
    assert len(cache) == 1


@pytest.mark.parametrize("game", ["meridian", "tigris", "china"])
def test_the_estimate_is_near_the_memory_a_game_takes(game: str) -> None:
    random_table(triarchy.game(game), 5, 5)
    gc.collect()
    tracemalloc.start()
    try:
        cached = CachedGame()
        kept(cached, game, 200)
        for reader in range(3):
            log = cached.logs[reader] = Log()
            for n in range(200):
                log.add(n, Line(seat=0, move=f"move {n}", text=f"Anna says {n} " * 5))
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert taken / 1.5 <= cached.cost() <= 4 * taken


def test_a_server_with_little_memory_serves_many_games(tmp_path: Path) -> None:
    running = Running(settings_for(tmp_path, cache_bytes=300_000))
    try:
        running.ready("meridian")
        anna = Person(running.url, "Anna")
        tables = [anna.make([ME, BOT]) for _ in range(12)]
        for table in tables:
            hurry(running, table)
            assert anna.screen(table)["log"]
        assert running.service.games.size <= 300_000
        assert len(running.service.games) < len(tables)
        numbers = [anna.screen(table)["number"] for table in tables]
        assert all(number > 10 for number in numbers)
    finally:
        running.close()


def test_finished_games_leave_memory_with_their_screens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_cache, "MOST_OVER", 3)
    running = Running(settings_for(tmp_path))
    try:
        running.ready("meridian")
        anna = Person(running.url, "Anna")
        going = anna.make([ME, BOT])
        anna.screen(going)
        games, shown = running.service.games, running.app.state.screens.shown
        tables = [anna.make([ME, BOT]) for _ in range(8)]
        for table in tables[:4]:  # which nobody looks at any more
            hurry(running, table, 0)
        for table in tables[4:]:
            hurry(running, table, 0)
            assert anna.screen(table)["result"]
        of_tables = {key[0] for key in shown._kept}
        assert set(games._games) == set(games._costs) == {going, *tables[-3:]} == of_tables
        assert games.size == sum(games._costs.values())
        assert shown.size == sum(_cost(each) for of in shown._kept.values() for each in of.values())
        assert anna.screen(tables[0])["result"]
        assert tables[-3] not in games._games
    finally:
        running.close()


@pytest.mark.parametrize("game", ["meridian", "tigris", "china"])
def test_drawings_cost_about_the_memory_they_take(game: str) -> None:
    played = triarchy.game(game)
    table = random_table(played, 5, 12)
    reader, cache = played.reader(None, "de"), Cache()

    def draw_all(table: Table) -> None:
        for number, state in enumerate(table.states):
            sight, picture = played.sight(state), Picture(1000)
            drawn = partial(played.definition.svg, sight, reader, picture)
            to_json(cache.get((game, number), drawn))

    draw_all(random_table(played, 6, 12))  # what all drawings share is made now
    cache.clear()
    gc.collect()
    tracemalloc.start()
    try:
        draw_all(table)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert taken / 1.5 <= cache.size <= 4 * taken


def test_snapshots_are_bound_by_bytes_too(
    plain_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Person(plain_server.url, "Anna")
    tables = [anna.make([ME, BOT]) for _ in range(5)]
    known = plain_server.service.snapshots
    one = known.get(tables[0]).cost
    monkeypatch.setattr(snapshots, "MOST_KEPT", 3 * one)
    for table in tables:
        known.drop(table)
        assert anna.table(table)["id"] == table
    assert known._size <= 3 * one
    assert known._size == sum(each.cost for each in known._kept.values())


def test_what_was_seen_is_shared_but_not_beyond_a_take_back() -> None:
    cached = CachedGame()
    table = random_table(triarchy.game("meridian"), 5, 20)
    row = SimpleNamespace(base=0, undos=0, number=20, status="playing")
    cached.keep(table, row)
    first = cached.frame(row)
    assert cached.frame(row).sight(0) is first.sight(0)
    assert cached.frame(row).sight(None, first.states[-2]) is first.sight(None, first.states[-2])
    for seat in range(table.game.players):
        for number in range(15, 21):
            cached.frame(row, number).sight(seat)
    assert len(cached.sights) <= MOST_SIGHTS
    other = table.copy()
    last = other.moves[-1]
    other.undo()
    move = next((move for move in other.legal if move != last), last)
    other.play(move)
    row = SimpleNamespace(base=0, undos=1, number=20, status="playing")
    cached.keep(other, row)
    for seat in (None, 0, 1):
        seen = cached.frame(row).sight(seat)
        assert seen is not first.sight(seat)
        assert seen.view.tobytes() == other.view_state(seat).tobytes()
