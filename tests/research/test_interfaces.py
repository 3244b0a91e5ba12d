"""The interfaces pass the conformance tests that PettingZoo, Gymnasium and OpenSpiel ship."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import pytest

import triarchy
from triarchy.engine.errors import BadRequest, IllegalMove

pettingzoo = pytest.importorskip("pettingzoo", reason="the extra 'research' is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="the extra 'research' is not installed")

GAMES = [("meridian", 2), ("meridian", 4), ("tigris", 2), ("china", 3)]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        # The solver divides by very small probabilities in games as long as these.
        warnings.filterwarnings("ignore", category=RuntimeWarning, module="open_spiel")
        yield


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_pettingzoo_api_test(name, players):
    from pettingzoo.test import api_test

    from triarchy.research.pettingzoo_env import env

    api_test(env(name, players), num_cycles=400, verbose_progress=False)


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_pettingzoo_seed_test(name):
    from pettingzoo.test import seed_test

    from triarchy.research.pettingzoo_env import env

    seed_test(lambda: env(name, 3), num_cycles=60)


def test_pettingzoo_render_test():
    from pettingzoo.test import render_test

    from triarchy.research.pettingzoo_env import env

    render_test(lambda render_mode=None: env("meridian", 2, render_mode=render_mode))


def test_pettingzoo_rewards_sum_to_nothing_and_secrets_stay_secret():
    from triarchy.research.pettingzoo_env import SeatsEnv

    env = SeatsEnv("china", 3)
    env.reset(seed=3)
    chance = np.random.default_rng(1)
    while env.agents and not all(env.terminations.values()):
        agent = env.agent_selection
        for other in env.possible_agents:
            assert env.observe(other)["action_mask"].any() == (other == agent)
        env.step(int(chance.choice(np.flatnonzero(env.observe(agent)["action_mask"]))))
    assert sum(env.rewards.values()) == pytest.approx(0)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_gymnasium_env_checker(name, players):
    from triarchy.research.gymnasium_env import SeatEnv

    env = SeatEnv(name, players)
    seen, info = env.reset(seed=5)
    assert env.observation_space.contains(seen)
    again, _ = SeatEnv(name, players).reset(seed=5)
    assert np.array_equal(seen, again)
    rewards, over = [], False
    chance = np.random.default_rng(0)
    while not over:
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
        rewards.append(reward)
    assert (
        rewards[-1] in (pytest.approx(1 - 1 / players), pytest.approx(-1 / players))
        or rewards[-1] != 0
    )
    assert not any(rewards[:-1])


def test_gymnasium_checker_itself_passes_where_every_action_is_legal():
    from gymnasium.utils.env_checker import check_env

    from triarchy.research.gymnasium_env import SeatEnv

    class FirstLegal(gymnasium.ActionWrapper):
        """The checker plays any action; take the nearest legal one instead."""

        def action(self, action):
            legal = self.env.unwrapped.game.legal_actions(self.env.unwrapped.table.state)
            return min(legal, key=lambda one: abs(one - int(action)))

    check_env(FirstLegal(SeatEnv("meridian", 2)), skip_render_check=True)


def test_gymnasium_vector_plays_many_games_and_refuses_illegal_actions():
    from triarchy.research.gymnasium_env import SeatVectorEnv

    env = SeatVectorEnv("meridian", 16, players=3, seat=1)
    _, info = env.reset(seed=2)
    chance = np.random.default_rng(0)
    ended = 0
    for _ in range(120):
        mask = info["action_mask"]
        actions = (mask * chance.random(mask.shape)).argmax(axis=1)
        seen, rewards, done, _, info = env.step(actions)
        assert seen.shape == (16, env.single_observation_space.shape[0])
        assert np.all((rewards != 0) <= done)
        assert (env.batch.to_move == 1).all()
        ended += int(done.sum())
    assert ended > 16
    with pytest.raises(IllegalMove):
        env.step(np.full(16, 73))


def test_bad_seats_are_refused():
    from triarchy.research.gymnasium_env import SeatEnv

    with pytest.raises(BadRequest, match="A seat is from 0 to 2"):
        SeatEnv("meridian", 3, seat=3)


pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


@pytest.mark.parametrize("name", ["meridian", "meridian(players=4)", "tigris", "china(players=3)"])
def test_openspiel_random_simulation(name):
    import triarchy.research.openspiel_game  # noqa: F401

    game = pyspiel.load_game(f"triarchy_{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["meridian", "tigris", "china(players=3)"])
def test_openspiel_ismcts_runs_with_our_resampler(name):
    from open_spiel.python.algorithms import ismcts, mcts

    import triarchy.research.openspiel_game  # noqa: F401

    game = pyspiel.load_game(f"triarchy_{name}")
    state = game.new_initial_state()
    state.apply_action(3)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, chance),
        uct_c=2.0,
        max_simulations=6,
        random_state=chance,
    )
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["meridian", "tigris", "china(players=3)"])
def test_openspiel_outcome_sampling_mccfr_iterates(name):
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    import triarchy.research.openspiel_game  # noqa: F401

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(f"triarchy_{name}"))
        for _ in range(10):
            solver.iteration()
    finally:
        sys.setrecursionlimit(limit)
    state = pyspiel.load_game(f"triarchy_{name}").new_initial_state()
    state.apply_action(0)
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)


def test_openspiel_resampled_states_cannot_be_told_apart():
    import triarchy.research.openspiel_game  # noqa: F401

    game = pyspiel.load_game("triarchy_tigris(players=3)")
    state = game.new_initial_state()
    chance = np.random.default_rng(4)
    state.apply_action(9)
    for _ in range(60):
        player = state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        state.apply_action(int(chance.choice(state.legal_actions())))


def test_the_batch_is_reached_from_the_package():
    assert triarchy.Batch(triarchy.game("meridian"), 2).legal().any()
