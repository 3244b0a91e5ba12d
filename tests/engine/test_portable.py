"""The portable files: made from the sources as they are, equal to native code, and refused when they are not what they should be."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import wasmtime

import triarchy
from triarchy.engine import native
from triarchy.engine.compiled import INTERPRETED, compiled
from triarchy.engine.portable import by_wasmtime, files, running
from triarchy.engine.portable.machine import Machine, home_of
from triarchy.engine.rng import random_below
from triarchy.engine.structs import marker_of
from triarchy.kit.definition import DEFINITIONS
from triarchy.portable.build import ENVIRONMENT
from triarchy.table.game import Game

GAMES = ("meridian", "tigris", "china")
PRODUCTS_ADDED = b"\xfd\xba\x01"
"""WebAssembly's i32x4.dot_i16x8_s."""
pytestmark = pytest.mark.skipif(INTERPRETED, reason="the interpreter calls no portable file")


def path_of(name: str) -> Path:
    return DEFINITIONS[name].folder / files.NAME


@pytest.fixture
def begun(monkeypatch):
    """Calls go to portable files where there is no native code."""
    monkeypatch.setattr(running, "_begun", True)


@pytest.mark.parametrize("name", GAMES)
def test_the_file_was_made_from_these_sources(name):
    file = files.PortableFile(path_of(name))
    assert file.is_current, f"run triarchy build-rules {name}"
    assert f"triarchy.games.{name}.rules.apply" in file.calls
    assert "triarchy.bots.tree.simulate_many" in file.calls


@pytest.mark.parametrize("name", GAMES)
def test_a_networks_products_are_added_by_the_instruction_for_it(name):
    assert path_of(name).read_bytes().count(PRODUCTS_ADDED) >= 8


def test_what_is_built_does_not_depend_on_the_processor_that_builds(monkeypatch):
    assert "+" not in ENVIRONMENT["NUMBA_CPU_FEATURES"]
    own = [name for name, has in native.binding.get_host_cpu_features().items() if has]
    assert all(map(native.has_feature, own))
    monkeypatch.setattr(native.config, "CPU_FEATURES", ENVIRONMENT["NUMBA_CPU_FEATURES"])
    assert not any(map(native.has_feature, own))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_fresh_build_gives_the_same_bytes(name, tmp_path):
    from triarchy.portable.build import build

    assert build(name, tmp_path / files.NAME).read_bytes() == path_of(name).read_bytes()


def some_states(game: Game, seed: int = 3) -> list[Any]:
    chance = random.Random(seed)
    states = [game.state(seed)]
    while legal := game.legal_actions(states[-1]):
        later = states[-1].copy()
        game.definition.rules.apply(game.board.struct, later, chance.choice(legal))
        states.append(later)
    return states


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_gives_what_native_code_gives(name):
    game = triarchy.game(name)
    rules, board = game.definition.rules, game.board.struct

    def both(rule: str, state: Any, *arguments: Any) -> None:
        """Call a rule natively and by the file, with arguments of their own; all must be left alike."""
        own = [
            [state.copy(), *(a.copy() if hasattr(a, "copy") else a for a in arguments)]
            for _ in "ab"
        ]
        function = getattr(rules, rule)
        results = [
            call(board, *each)
            for call, each in zip((function, function.portable), own, strict=True)
        ]
        assert results[0] == results[1], rule
        for one, other in zip(*own, strict=True):
            assert np.asarray(one).tobytes() == np.asarray(other).tobytes(), rule

    legal = np.zeros(game.definition.legal_limit, np.int16)
    for state in some_states(game):
        both("legal", state, legal)
        both("hide", state, 0)
        both("observe", state, 0, np.zeros(game.definition.observation, np.int8), 0, 1)
        both("guess", game.view(state, 1), 1, np.array([7], np.uint64))
        if int(state.to_move) >= 0:
            both("evaluate", state, np.zeros(game.players))
            both("apply", state, game.legal_actions(state)[-1])
        else:
            scores = np.zeros((game.players, len(game.definition.score_parts)), np.int32)
            both("final", state, scores, np.zeros(game.players, np.int8))


PLAYED = """
import sys
from triarchy.engine.portable import running
running.begin(only=True)
import triarchy
from triarchy.bots import bot
from triarchy.bots.playing import choose_move
from triarchy.engine.compiled import compilations
from triarchy.table.example import example
from triarchy.table.prepare import prepare_words
game = triarchy.game(sys.argv[1])
table = example(game.definition)
prepare_words(table, 8)
late = table.states[-12]
seat = int(late.to_move)
for name in ("simple", "greedy:looks=4", "search:sims=8", "champion:sims=8", "network"):
    action = bot(name).choose(game, game.view(late, seat), seat, 1)
    assert action in game.legal_actions(late)
assert compilations() == 0
print("played")
"""


@pytest.mark.parametrize("name", GAMES)
def test_a_table_its_words_and_all_bots_need_nothing_compiled(name, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, name], capture_output=True, text=True, check=False
    )
    assert done.stdout == "played\n", done.stderr[-2000:]


def test_a_call_goes_to_the_file_until_there_is_native_code(begun):
    def chance() -> np.ndarray:
        return np.array([9], np.uint64)

    fresh = compiled(random_below.py_func)
    number = fresh(chance(), 1000)
    assert not fresh.overloads
    with running.native():
        assert fresh(chance(), 1000) == number
    assert fresh.overloads and fresh(chance(), 1000) == number


SMALL = """
(module
  (memory (export "memory") 1)
  (global (export "__heap_base") i32 (i32.const 1024))
  (func (export "first") (param i32 i32) (result i32) (i32.sub (local.get 0) (local.get 1)))
  (func (export "stops") (param i32 i32) (result i32) unreachable))
"""


def test_a_call_that_stops_in_the_middle_is_said_and_the_next_one_goes_on():
    small = by_wasmtime.Running(wasmtime.Module(by_wasmtime.engine(), SMALL))
    far = 0xC000_0000  # half of all places are negative numbers to WebAssembly
    assert small.call("first", far, far - 1) == 1
    with pytest.raises(RuntimeError, match="has stopped in the middle"):
        small.call("stops", 1, 2)
    assert small.call("first", 3, 5) == -2


# What lies in a machine's memory


def test_arrays_of_a_machine_are_used_where_they_lie_and_keep_it_alive(begun):
    definition = DEFINITIONS["meridian"]
    zeros = running.zeros_for(definition.state)
    one, two = zeros(3), zeros((2, 5), np.int16)
    assert not one.any() and not two.any() and two.shape == (2, 5)
    machine = home_of(one)
    assert isinstance(machine, Machine) and home_of(two) is machine
    number = machine.base
    del machine, zeros, one
    assert home_of(two) is not None
    two[:] = 1
    assert home_of(two).base == number


def test_where_nothing_has_begun_arrays_are_numpys_own():
    assert running.zeros_for(DEFINITIONS["meridian"].state) is np.zeros


def test_an_array_with_gaps_is_gathered_and_brought_back():
    game = triarchy.game("meridian")
    state = game.state(1)
    wide = np.zeros((game.definition.legal_limit, 2), np.int16)
    plain = np.zeros(game.definition.legal_limit, np.int16)
    legal = game.definition.rules.legal
    assert legal.portable(game.board.struct, state, wide[:, 0]) == legal(
        game.board.struct, state, plain
    )
    assert wide[:, 0].tolist() == plain.tolist() and not wide[:, 1].any()


def test_what_the_file_does_not_take_is_not_called():
    game = triarchy.game("meridian")
    state, legal = game.state(1), game.definition.rules.legal.portable
    for wrong in (np.zeros(9, np.int32), np.zeros((3, 3), np.int16), None, 4):
        with pytest.raises(running.NotPortable):
            legal(game.board.struct, state, wrong)


# Files that are not what they should be


def test_a_wrong_or_cut_off_file_is_refused_in_one_sentence(tmp_path):
    whole = path_of("meridian").read_bytes()
    own = DEFINITIONS["meridian"].folder
    for data in (b"", b"no WebAssembly", whole[:-1], whole[: len(whole) // 2], whole[:8]):
        path = tmp_path / files.NAME
        path.write_bytes(data)
        with pytest.raises(files.BadFile, match="triarchy build-rules"):
            files.PortableFile(path)
    assert running.file_of(own) is not None


def test_a_file_of_other_sources_is_not_used(tmp_path):
    whole = path_of("meridian").read_bytes()
    listed = files.section(whole, "it")
    code = whole[: whole.rindex(b"\0" + files.with_section(b"", listed)[1:])]
    (tmp_path / "state.py").write_text("")
    changed = files.with_section(code, {**listed, "sources": "another"})
    (tmp_path / files.NAME).write_bytes(changed)
    assert not files.PortableFile(tmp_path / files.NAME).is_current
    assert running.file_of(tmp_path) is None


def test_a_game_without_a_file_has_none(tmp_path):
    assert running.file_of(tmp_path) is None


def test_the_marker_of_a_state_names_its_game_s_folder():
    for name in GAMES:
        definition = DEFINITIONS[name]
        assert running.FOLDERS[marker_of(definition.state)] == definition.folder
