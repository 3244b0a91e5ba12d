"""Calls from the interpreter into compiled code: none may make Numba look for a signature again."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import triarchy
from triarchy.bots import bot, play_game
from triarchy.engine.compiled import DISPATCHERS, compiled
from triarchy.engine.dispatch import check_arguments
from triarchy.research.single import Single

GAMES = ("meridian", "tigris", "china")


@pytest.fixture
def lookups(monkeypatch):
    """The names of functions for an argument of which Numba has had to find the type in Python, or
    for whose types it has had to find a compiled version."""
    found: list[str] = []

    def counted(method):
        def call(self, *arguments, **more):
            found.append(self.py_func.__name__)
            return method(self, *arguments, **more)

        return call

    for name in ("typeof_pyval", "_compile_for_args"):
        monkeypatch.setattr(Dispatcher, name, counted(getattr(Dispatcher, name)))
    return found


def test_a_lookup_is_noticed(lookups):
    @numba.njit
    def add(a, b):
        return a + b

    add(1, 1)
    lookups.clear()
    add(1, 1)
    assert lookups == []
    add(1, 0.5)
    assert "add" in lookups


def test_a_compiled_function_has_no_default_arguments():
    def observe(board, part=0):
        return part

    with pytest.raises(TypeError, match=r"observe\(\) is compiled: it cannot have default"):
        compiled(observe)
    assert len(DISPATCHERS) > 100
    assert not [one for one in DISPATCHERS if one.py_func.__defaults__]


def test_a_rule_with_other_arguments_than_it_is_called_with_is_refused():
    with pytest.raises(
        TypeError, match=r"observe\(\) of a game takes \(board, state, seat, out, part"
    ):
        check_arguments("observe", lambda board, state, seat, out: None)


def doors(name):
    """For each way into a game from Python: a function that plays some decisions."""
    game = triarchy.game(name, 3)

    def table():
        table = game.start(seed=1)
        for _ in range(6):
            table.play(table.legal[0])
            table.view(0)
            game.observe(table.state, 1)

    def single():
        single = Single(game, 1)
        for _ in range(6):
            single.play(single.legal()[0])
            single.see(0)
            single.view(1)
            single.dealt_anew(1, 5)

    def batch():
        batch = triarchy.Batch(game, 3, workers=1)
        masks, movers = np.zeros((3, batch.actions), np.bool_), np.zeros(3, np.int8)
        for _ in range(6):
            batch.step(batch.legal().argmax(axis=1))
            batch.observe(seat=2)
            batch.look(masks, batch.observe(), movers)

    def bots():
        play_game(game, [bot("random"), bot("random"), bot("random")], 1)

    return (table, single, batch, bots)


@pytest.mark.parametrize("name", GAMES)
def test_no_door_makes_numba_look_for_a_signature_at_every_call(name, lookups):
    for door in doors(name):
        door()
    lookups.clear()
    for door in doors(name):
        door()
    assert lookups == []


@pytest.mark.parametrize("name", GAMES)
def test_no_environment_makes_numba_look_for_a_signature_at_every_call(name, lookups):
    pytest.importorskip("pettingzoo")
    pyspiel = pytest.importorskip("pyspiel")
    import triarchy.research.openspiel_game  # noqa: F401
    from triarchy.research.gymnasium_env import SeatEnv, SeatVectorEnv
    from triarchy.research.pettingzoo_env import SeatsEnv

    seats, one, many = SeatsEnv(name, 3), SeatEnv(name, 3), SeatVectorEnv(name, 3, 3)
    spiel = pyspiel.load_game(f"triarchy_{name}(players=3)")

    def play():
        seats.reset(seed=1)
        _, info = one.reset(seed=1)
        _, infos = many.reset(seed=1)
        state = spiel.new_initial_state()
        state.apply_action(1)
        for _ in range(6):
            seats.step(int(seats.observe(seats.agent_selection)["action_mask"].argmax()))
            _, _, _, _, info = one.step(int(info["action_mask"].argmax()))
            _, _, _, _, infos = many.step(infos["action_mask"].argmax(axis=1))
            state.observation_tensor(0)
            state.information_state_string(0)
            state.apply_action(state.legal_actions()[0])

    play()
    lookups.clear()
    play()
    assert lookups == []
