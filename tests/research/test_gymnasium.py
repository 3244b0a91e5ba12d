"""The games pass Gymnasium's checks, alone and as vectors, against bots and policies."""

from __future__ import annotations

import numpy as np
import pytest

import triarchy
from tests.research.kinds import GAMES, KINDS, any_legal, quiet
from triarchy.bots import bot
from triarchy.engine.errors import BadRequest, IllegalMove
from triarchy.engine.results import win_shares

gymnasium = pytest.importorskip("gymnasium", reason="the extra 'research' is not installed")


@pytest.fixture(autouse=True)
def _quiet():
    with quiet():
        yield


def first_legal(seen, masks):
    """A policy: rows of observations and masks in, an action for each row out."""
    assert len(seen) == len(masks)
    return masks.argmax(axis=1)


def many_random(masks, chance):
    return (masks * chance.random(masks.shape)).argmax(axis=1)


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_check_env_passes_for_the_registered_id(name, players):
    from gymnasium.utils.env_checker import check_env

    from triarchy.research.gymnasium_env import id_of

    env = gymnasium.make(id_of(name), players=players)
    check_env(env.unwrapped)
    assert env.spec.id == f"triarchy/{name.capitalize()}-v{triarchy.game(name).definition.version}"


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_a_whole_game_has_its_reward_at_the_end(name, players):
    from triarchy.research.gymnasium_env import SeatEnv

    env = SeatEnv(name, players)
    seen, info = env.reset(seed=5)
    assert env.observation_space.contains(seen)
    again, _ = SeatEnv(name, players).reset(seed=5)
    assert np.array_equal(seen, again)
    rewards, over = [], False
    chance = np.random.default_rng(0)
    while not over:
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        seen, reward, over, cut, info = env.step(any_legal(info["action_mask"], chance))
        assert not cut
        rewards.append(reward)
    assert rewards[-1] == env.single.rewards()[env.seat]
    assert not any(rewards[:-1])
    assert not info["action_mask"].any()


def test_what_is_asked_for_too_early_or_too_late_is_refused():
    from triarchy.research.gymnasium_env import SeatEnv, SeatVectorEnv

    env = SeatEnv("meridian", 2)
    with pytest.raises(BadRequest, match=r"Call reset\(\) first"):
        env.step(0)
    with pytest.raises(BadRequest, match=r"Call reset\(\) first"):
        SeatVectorEnv("meridian", 2, 2).step([0, 0])
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    with pytest.raises(BadRequest, match="The game is over"):
        env.step(0)


def test_an_illegal_action_is_refused_or_loses():
    from triarchy.research.gymnasium_env import SeatEnv

    env = SeatEnv("meridian", 4)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="Action 73 is not legal now"):
        env.step(73)
    env = SeatEnv("meridian", 4, illegal="lose")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(73)
    assert (reward, over, info["illegal"]) == (-1 / 4, True, True)
    with pytest.raises(BadRequest, match=r"Call reset\(\) first"):
        env.step(73)


def test_bad_seats_and_opponents_are_refused():
    from triarchy.research.gymnasium_env import SeatEnv, SeatVectorEnv

    for make in (SeatEnv, lambda *given, **more: SeatVectorEnv(given[0], 2, given[1], **more)):
        with pytest.raises(BadRequest, match="A seat is from 0 to 2"):
            make("meridian", 3, seat=3)
        with pytest.raises(BadRequest, match="There are 2 other seats, not 1"):
            make("meridian", 3, bots=["random"])
        with pytest.raises(BadRequest, match="There is no bot"):
            make("meridian", 3, bots="deep")


@pytest.mark.parametrize("name", GAMES)
def test_opponents_are_bots_or_policies_or_a_list_of_them(name):
    """A list goes on from the seat after ours; alone and in a vector the same seats play."""
    from triarchy.research.gymnasium_env import SeatEnv, SeatVectorEnv

    asked = []

    def policy(seen, masks):
        assert masks.any(axis=1).all()
        asked.append((seen[0], len(seen)))
        return masks.argmax(axis=1)

    game = triarchy.game(name, 3)
    env = SeatEnv(game, seat=1, bots=[bot("greedy:width=1,guesses=1"), policy])
    _, info = env.reset(seed=2)
    for _ in range(12):
        before, movers = env.single.state.copy(), []
        asked.clear()
        taken = len(env.single.actions)
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        for action in env.single.actions[taken:]:
            movers.append(int(before.to_move))
            game.definition.rules.apply(game.board.struct, before, action)
        assert [rows for _, rows in asked] == [1] * movers.count(0), "the policy plays seat 0"
        if over:
            break
    asked.clear()
    many = SeatVectorEnv(game, 6, seat=None, bots=["random", policy])
    _, info = many.reset(seed=2)
    for _ in range(20):
        _, _, _, _, info = many.step(info["action_mask"].argmax(axis=1))
        assert (many.batch.to_move == many.seats).all()
    assert max(rows for _, rows in asked) > 1, "all games at once"


def test_a_strong_opponent_is_stronger_in_the_vector_too():
    from triarchy.research.gymnasium_env import SeatVectorEnv

    won = {}
    for name in ("random", "greedy:width=2,guesses=1"):
        env = SeatVectorEnv("meridian", 4, players=2, bots=name)
        _, info = env.reset(seed=1)
        chance, rewards = np.random.default_rng(0), []
        while len(rewards) < 8:
            _, reward, done, _, info = env.step(many_random(info["action_mask"], chance))
            rewards += reward[done].tolist()
        won[name] = sum(rewards)
    assert won["random"] > won["greedy:width=2,guesses=1"]


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_the_vector_plays_the_games_that_its_final_observations_show(name, players):
    from triarchy.research.gymnasium_env import SeatVectorEnv

    env = SeatVectorEnv(name, 8, players=players, seat=None)
    _, info = env.reset(seed=2)
    chance = np.random.default_rng(0)
    ended = 0
    for _ in range(3000):
        seats = env.seats.copy()
        seen, rewards, done, cut, info = env.step(many_random(info["action_mask"], chance))
        assert env.observation_space.contains(seen)
        assert not cut.any() and np.all((rewards != 0) <= done)
        if done.any():
            assert np.array_equal(info["_final_obs"], done)
            for i in np.flatnonzero(done):
                assert info["final_obs"][i].shape == env.single_observation_space.shape
                assert not np.array_equal(info["final_obs"][i], seen[i])
                assert info["final_info"]["seat"][i] == seats[i]
                assert not info["final_info"]["action_mask"][i].any()
                share = win_shares(env.batch.ranks[i].tolist())[seats[i]]
                assert rewards[i] == pytest.approx(share - 1 / players)
            ended += int(done.sum())
        else:
            assert "final_obs" not in info
        if ended > 4:
            break
    assert ended > 4
    with pytest.raises(IllegalMove, match="is not legal in game 0"):
        env.step(np.where(env.action_masks().all(axis=1), 0, env.action_masks().argmin(axis=1)))


@pytest.mark.parametrize("name", GAMES)
def test_a_seeded_vector_repeats_itself_and_is_made_by_its_id(name):
    from triarchy.research.gymnasium_env import SeatVectorEnv, id_of

    def played(env):
        seen, info = env.reset(seed=7)
        rows = [seen]
        chance = np.random.default_rng(3)
        for _ in range(30):
            seen, _, _, _, info = env.step(many_random(info["action_mask"], chance))
            rows.append(seen)
        return np.array(rows)

    made = gymnasium.make_vec(id_of(name), num_envs=3, players=3)
    assert isinstance(made.unwrapped, SeatVectorEnv)
    assert np.array_equal(played(made), played(SeatVectorEnv(name, 3, players=3)))
    singly = gymnasium.make_vec(id_of(name), num_envs=2, players=3, vectorization_mode="sync")
    seen, info = singly.reset(seed=1)
    seen, *_ = singly.step(info["action_mask"].argmax(axis=1))
    assert singly.observation_space.contains(seen)


def test_gymnasiums_vector_wrappers_take_it():
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    from triarchy.research.gymnasium_env import SeatVectorEnv

    env = RecordEpisodeStatistics(SeatVectorEnv("meridian", 4, players=2))
    _, info = env.reset(seed=1)
    chance = np.random.default_rng(0)
    done = np.zeros(4, bool)
    while not done.any():
        _, _, done, _, info = env.step(many_random(info["action_mask"], chance))
    assert np.array_equal(info["_episode"], done)


def test_the_masks_are_where_maskable_ppo_looks():
    """sb3-contrib calls `action_masks` through the wrappers of an environment."""
    from triarchy.research.gymnasium_env import id_of

    env = gymnasium.make(id_of("china"), players=3)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, info["action_mask"].astype(bool))
    assert env.render() is None


@pytest.mark.slow
def test_maskable_ppo_learns_some_steps():
    contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    from triarchy.research.gymnasium_env import id_of

    env = gymnasium.make(id_of("meridian"), players=2)
    contrib.MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32).learn(128)
