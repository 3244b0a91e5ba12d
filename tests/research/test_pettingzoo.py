"""The games pass the conformance tests that PettingZoo ships."""

from __future__ import annotations

import numpy as np
import pytest

from tests.research.kinds import GAMES, KINDS, any_legal, quiet
from triarchy.engine.errors import BadRequest, IllegalMove

pytest.importorskip("pettingzoo", reason="the extra 'research' is not installed")


@pytest.fixture(autouse=True)
def _quiet():
    with quiet():
        yield


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_pettingzoo_api_test(name, players):
    from pettingzoo.test import api_test

    from triarchy.research.pettingzoo_env import env

    api_test(env(name, players), num_cycles=400, verbose_progress=False)


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_pettingzoo_seed_test(name, players):
    from pettingzoo.test import seed_test

    from triarchy.research.pettingzoo_env import env

    seed_test(lambda: env(name, players), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_render_test(name):
    from pettingzoo.test import render_test

    from triarchy.research.pettingzoo_env import env

    render_test(lambda render_mode=None: env(name, 3, render_mode=render_mode))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), KINDS)
def test_pettingzoo_performance_benchmark(name, players):
    from pettingzoo.test import performance_benchmark

    from triarchy.research.pettingzoo_env import env

    performance_benchmark(env(name, players))


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_rewards_sum_to_nothing_and_seats_see_what_the_rules_show_them(name, players):
    from triarchy.research.pettingzoo_env import SeatsEnv, final_rewards

    env = SeatsEnv(name, players)
    env.reset(seed=3)
    chance = np.random.default_rng(1)
    while not all(env.terminations.values()):
        agent = env.agent_selection
        if env.single.seed is not None and len(env.single.actions) % 7 == 0:
            for seat, other in enumerate(env.possible_agents):
                seen = env.observe(other)
                view = env.single.view(seat)
                assert np.array_equal(seen["observation"], env.game.observe(view, seat))
                legal = env.game.legal_actions(env.single.state) if other == agent else []
                assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        env.step(any_legal(env.observe(agent)["action_mask"], chance))
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert list(env.rewards.values()) == final_rewards(env.table)


def test_the_table_of_an_environment_has_the_moves():
    from triarchy.research.pettingzoo_env import SeatsEnv

    env = SeatsEnv("meridian", 2)
    with pytest.raises(BadRequest, match=r"Call reset\(\) first"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="Action 73 is not legal for seat_0"):
        env.step(73)
    for _ in range(9):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert len(env.table.moves) == 9
    assert env.table.state.tobytes() == env.single.tobytes()
