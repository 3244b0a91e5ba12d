"""An empty compile cache: what somebody waits for is compiled first, and weaker bots play meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import triarchy
from tests.server import servers as served
from tests.server.people import Person
from tests.server.servers import Running, hurry, settings_for, wait_for
from triarchy.bots import bot
from triarchy.engine.portable import running
from triarchy.server import background_compiling
from triarchy.server.background_compiling import BackgroundCompiling
from triarchy.server.bots.compiler import ADVICE, BotCompiler, WorkerDied
from triarchy.server.refusals import Refused
from triarchy.table import read_record

ME, BOT = {"kind": "me", "name": "Early"}, {"kind": "bot", "strength": "normal"}


class Process:
    """In place of a process that compiles: what it is given is ready at once, or when it is let go."""

    def __init__(self, *blocked: str) -> None:
        self.blocked = blocked
        self.done: list[tuple[str, str]] = []
        self.go_on, self._died = threading.Event(), threading.Event()

    def ask(self, request: Any) -> bool:
        kind, about = request
        if kind == "compile":
            self._died.clear()
            self.now = (about[0].name, about[1])
            if about[1] in self.blocked and not self.go_on.is_set():
                return False
        else:
            while not self.go_on.wait(0.01):
                if self._died.is_set():
                    raise WorkerDied
        self.done.append(self.now)
        return True

    def interrupt(self) -> None:
        self._died.set()

    def stop(self) -> None:
        pass


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[tuple[Running, Process]]:
    """A server on which the compilation of every bot takes until it is let go."""
    running = Running(settings_for(tmp_path))
    asked = Process("easy", "normal", "hard", "expert", ADVICE)
    pool = running.service.bot_pool
    pool.compiler = BotCompiler(asked, Process(), pool._compiled)
    running.ready("meridian")
    yield running, asked
    asked.go_on.set()
    running.close()


# Bots


def test_while_a_bot_is_compiled_a_simple_one_plays_legal_moves_and_the_page_is_told(
    slow: tuple[Running, Process],
) -> None:
    server, compiler = slow
    early = Person(server.url, "Early")
    table = early.make([ME, BOT], hints=False)
    _play_some_turns(early, table)
    screen = early.my_turn(table)
    assert [player["stands_in"] for player in screen["players"]] == [False, True]
    assert screen["table"]["stood_in"]
    assert [each["game"] for each in early.get("/api/status").json()["bots"]] == ["meridian"]
    compiler.go_on.set()
    wait_for(lambda: early.get("/api/status").json()["bots"] == [])
    _play_some_turns(early, table)
    assert not any(player["stands_in"] for player in early.my_turn(table)["players"])


def _play_some_turns(person: Person, table: str, turns: int = 2) -> None:
    first = person.my_turn(table)["turn"]
    while person.my_turn(table)["turn"] < first + turns:
        person.play(table)


def test_a_game_in_which_a_bot_stood_in_has_a_record_and_is_not_rated(
    slow: tuple[Running, Process],
) -> None:
    server, _ = slow
    early = Person(server.url, "Early")
    table = early.make([ME, BOT], hints=False)
    _play_some_turns(early, table, 1)
    hurry(server, table, left=1)
    while early.my_turn(table)["table"]["status"] == "playing":
        early.play(table)
    assert read_record(early.get(f"/api/tables/{table}/record").json()).over
    wait_for(lambda: early.get("/api/me/history").json()["games"])
    assert early.get("/api/me/history").json()["games"][0]["rated"] is False


def test_a_hint_that_is_not_compiled_is_refused_with_a_word_and_compiled_next(
    slow: tuple[Running, Process],
) -> None:
    server, compiler = slow
    early = Person(server.url, "Early")
    table = early.make([ME, BOT])
    decision = early.my_turn(table)["decision"]
    answer = early.post(f"/api/tables/{table}/hint", {"decision": decision})
    assert answer.status_code == 503 and answer.json()["preparing"]
    compiler.go_on.set()
    wait_for(lambda: ("meridian", ADVICE) in compiler.done)


def test_the_stand_in_is_the_strongest_of_the_weaker_bots_that_are_compiled() -> None:
    game = triarchy.game("meridian", 2)
    asked = Process("hard", "expert")
    compiler = BotCompiler(asked, Process(), lambda game, strength: None)
    assert compiler.playable(game, "normal") == "normal"
    assert compiler.playable(game, "hard") == "normal"
    other = triarchy.game("tigris", 2)
    assert compiler.playable(other, "hard") == "simple"
    assert not compiler.stands_in(other, "easy")  # it waits, and nothing is known of it yet
    asked.go_on.set()
    wait_for(lambda: not compiler.somebody_waits)
    assert compiler.playable(game, "hard") == "hard"
    compiler.close()


def test_what_somebody_waits_for_ends_what_is_compiled_ahead_which_comes_again_later() -> None:
    asked, ahead = Process(), Process("normal")
    finished: list[tuple[str, str]] = []
    compiler = BotCompiler(
        asked, ahead, lambda game, strength: finished.append((game.name, strength))
    )
    china, tigris = triarchy.game("china", 3), triarchy.game("tigris", 4)
    compiler.want(china, "normal", asked=False)
    wait_for(lambda: any(job.state == "compiling" for job in compiler._jobs.values()))
    assert compiler.playable(tigris, "easy") == "easy"
    assert asked.done == [("tigris", "easy")]
    ahead.go_on.set()
    wait_for(lambda: finished == [("tigris", "easy"), ("china", "normal")])
    compiler.close()


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_the_simple_bot_plays_whole_games_by_the_rules_alone(name: str) -> None:
    game = triarchy.game(name, 3)
    simple, state, decisions = bot("simple"), game.state(3), 0
    assert simple.code(game) == ""
    while int(state.to_move) >= 0 and decisions < 40:
        seat = int(state.to_move)
        action = simple.choose(game, game.view(state, seat), seat, decisions)
        assert action in game.legal_actions(state)
        game.definition.rules.apply(game.board.struct, state, action)
        decisions += 1


# Rules


def test_the_game_of_a_table_comes_before_those_of_the_examples_at_every_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    done: list[str] = []

    def steps(definition: Any) -> list[Any]:
        def step() -> None:
            begun.set()
            assert go_on.wait(60)
            done.append(definition.name)

        return [(f"step {number}", step) for number in range(3)]

    monkeypatch.setattr(background_compiling, "table_steps", steps)
    monkeypatch.setattr(background_compiling, "prepare_words", lambda table: None)
    ready: list[str] = []
    compiling = BackgroundCompiling(lambda name, _: ready.append(name), lambda names: None)
    compiling.start()
    assert begun.wait(60)
    first = compiling.order[0]
    for name in compiling.order:  # the examples of the home page
        with pytest.raises(Refused):
            compiling.need(name, urgent=False)
    with pytest.raises(Refused):
        compiling.need("china")
    go_on.set()
    wait_for(lambda: compiling.status("en")["ready"])
    assert first != "china" and ready[0] == "china"
    assert done[:4] == [first, "china", "china", "china"]


def test_rules_that_nobody_waits_for_wait_for_the_bots_that_somebody_waits_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background_compiling, "table_steps", lambda definition: [])
    monkeypatch.setattr(background_compiling, "prepare_words", lambda table: None)
    waiting = threading.Event()
    ready: list[str] = []
    compiling = BackgroundCompiling(
        lambda name, _: ready.append(name), lambda names: None, hold=lambda: not waiting.is_set()
    )
    compiling.start()
    with pytest.raises(Refused):
        compiling.need("tigris")
    wait_for(lambda: ready)
    assert ready == ["tigris"]
    waiting.set()
    wait_for(lambda: len(ready) == len(compiling.order))


# Portable files


def test_a_game_with_a_portable_file_is_ready_at_once_and_native_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on = threading.Event()
    calls: list[tuple[str, bool]] = []

    def step() -> None:
        calls.append(("here", running.begun()))

    def elsewhere(name: str) -> None:
        calls.append((name, running.begun()))
        assert go_on.wait(60)

    monkeypatch.setattr(running, "_begun", True)
    monkeypatch.setattr(background_compiling, "table_steps", lambda definition: [("one", step)])
    monkeypatch.setattr(background_compiling, "example", lambda definition: None)
    monkeypatch.setattr(background_compiling, "prepare_words", lambda table: None)
    ready: list[str] = []
    compiling = BackgroundCompiling(
        lambda name, _: ready.append(name), lambda names: None, elsewhere=elsewhere
    )
    compiling.start()
    wait_for(lambda: compiling.status("en")["ready"])
    assert compiling.need("china").name == "china" and not ready
    assert compiling.status("en")["preparing"] is None
    go_on.set()
    wait_for(lambda: len(ready) == len(compiling.order))
    assert calls == [pair for name in compiling.order for pair in ((name, True), ("here", False))]


def test_bots_of_such_a_game_are_waited_for_by_nobody_and_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "_begun", True)
    asked, ahead = Process(), Process("hard")
    finished: list[str] = []
    compiler = BotCompiler(asked, ahead, lambda game, strength: finished.append(strength))
    game = triarchy.game("meridian", 2)
    assert compiler.playable(game, "hard") == "hard"
    assert compiler.is_ready(game, ADVICE) and not compiler.stands_in(game, "hard")
    assert not compiler.somebody_waits and compiler.status() == []
    ahead.go_on.set()
    wait_for(lambda: sorted(finished) == [ADVICE, "hard"])
    assert asked.done == []
    compiler.close()


def test_on_an_empty_cache_bots_and_hints_of_a_served_table_wait_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIARCHY_CACHE", str(tmp_path / "cache"))
    server = served.Process("--data", str(tmp_path / "data"))
    try:
        early = Person(server.url, "Early")
        wait_for(lambda: early.get("/api/status").json()["ready"])
        assert early.get("/api/status").json()["preparing"] is None
        for game in ("meridian", "tigris", "china"):
            table = early.make([ME, BOT, BOT], game=game)
            _play_some_turns(early, table, 1)
            screen = early.my_turn(table)
            assert not screen["table"]["stood_in"]
            hint = early.post(f"/api/tables/{table}/hint", {"decision": screen["decision"]})
            assert hint.status_code == 200
    finally:
        server.kill()
