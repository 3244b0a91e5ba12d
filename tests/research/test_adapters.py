"""Libraries for learning take the interfaces as they are: sb3-contrib, TorchRL, RLlib, JAX, as far as they are
installed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import triarchy
from tests.research.kinds import KINDS
from triarchy.research.gymnasium_env import SeatEnv, id_of

pytestmark = pytest.mark.slow


def test_maskable_ppo_learns_with_the_masks_and_plays_legal_actions():
    sb3_contrib = pytest.importorskip("sb3_contrib")
    env = gymnasium.make(id_of("meridian"), players=2)
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, seed=1)
    before = [weight.detach().clone() for weight in model.policy.parameters()]
    model.learn(256)
    changed = zip(before, model.policy.parameters(), strict=True)
    assert any(not old.equal(new.detach()) for old, new in changed)
    seen, info = env.reset(seed=3)
    ended = False
    while not ended:
        mask = env.get_wrapper_attr("action_masks")()
        assert mask.dtype == np.bool_ and np.array_equal(mask, info["action_mask"].astype(bool))
        action, _ = model.predict(seen, action_masks=mask)
        seen, _, ended, _, info = env.step(int(action))
        assert "illegal" not in info


def test_maskable_ppo_learns_for_a_minute_to_beat_chance():
    """A minute of processor time; measured on 200 games before and after."""
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from stable_baselines3.common.callbacks import BaseCallback

    class AMinute(BaseCallback):
        def _on_step(self) -> bool:
            return time.process_time() < until

    def share(games: int = 200) -> float:
        won, env = 0.0, gymnasium.make(id_of("meridian"), players=2)
        for number in range(games):
            (seen, info), over = env.reset(seed=number), False
            while not over:
                chosen, _ = model.predict(seen, action_masks=info["action_mask"].astype(bool))
                seen, reward, over, _, info = env.step(int(chosen))
            won += reward + 0.5
        return won / games

    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", gymnasium.make(id_of("meridian"), players=2), n_steps=1024, seed=1
    )
    before, until = share(), time.process_time() + 60
    model.learn(10_000_000, callback=AMinute())
    assert share() > max(before + 0.1, 0.6)


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_torchrl_takes_a_seat(name, players):
    envs = pytest.importorskip("torchrl.envs")
    from torchrl.envs.utils import check_env_specs

    env = envs.GymWrapper(SeatEnv(name, players, illegal="lose"))
    check_env_specs(env, seed=1)
    rolled = env.rollout(20)
    assert rolled["observation"].shape[1] == triarchy.game(name, players).definition.observation


def test_jax_takes_the_arrays_of_a_batch():
    """Also arrays with gaps, such as a field of all states or every second game."""
    jnp = pytest.importorskip("jax.numpy")
    batch = triarchy.Batch(triarchy.game("china", 3), 8)
    batch.reset(1)
    for _ in range(30):
        legal = jnp.array(batch.legal())
        batch.step(np.asarray(legal.argmax(axis=1)))
        seen = batch.observe()
        strided = (batch.states["turn"], seen[::2], seen[:, 3::7], seen.T, batch.rewards[::-1])
        assert not any(array.flags.c_contiguous for array in strided)
        for ours in (batch.to_move, batch.rewards, seen, *strided):
            assert np.array_equal(np.asarray(jnp.array(ours)), ours)


def test_jax_actions_go_into_a_batch_as_they_are():
    jax = pytest.importorskip("jax")
    batch = triarchy.Batch(triarchy.game("meridian", 2), 16)
    batch.reset(1)
    key = jax.random.PRNGKey(0)
    for number in range(20):
        logits = jax.numpy.where(batch.legal(), 0.0, -jax.numpy.inf)
        batch.step(jax.random.categorical(jax.random.fold_in(key, number), logits))


def test_rllibs_ppo_learns_with_the_masks():
    """In a process of its own, as RLlib wants a Gymnasium of its own."""
    pytest.importorskip("ray.rllib", exc_type=ImportError)
    code = "import rllib_ppo; print(rllib_ppo.train('meridian', 2, 'random', 2, batch=512))"
    examples = Path(__file__).resolve().parents[2] / "examples"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=examples, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "win share" in done.stdout
