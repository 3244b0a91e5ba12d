"""A network that foretells who wins learns from a few games."""

from __future__ import annotations

import numpy as np
import pytest

import triarchy
from triarchy.bots import bot
from triarchy.bots.network import Networked
from triarchy.research.values import (
    Positions,
    Settings,
    Values,
    columns,
    fit,
    in_a_network,
    log_loss,
    positions_of,
    traced,
)


@pytest.fixture(scope="module")
def positions():
    player = bot("greedy:guesses=1,width=1,mistakes=0.3")
    parts = []
    for seed in range(10):
        players = 2 + seed % 2
        parts.append(positions_of(triarchy.game("tigris", players), [player] * players, seed))
    return Positions(*(np.concatenate([getattr(p, k) for p in parts]) for k in vars(parts[0])))


def test_positions_are_those_of_the_games(positions):
    definition = triarchy.game("tigris").definition
    assert positions.features.shape[1:] == (4, columns(definition))
    assert set(positions.players.tolist()) == {2, 3}
    assert positions.won.sum(axis=1) == pytest.approx(1)
    assert positions.by_hand.sum(axis=1) == pytest.approx(1)


def test_the_loss_falls_and_the_network_answers_as_what_was_learned(positions, tmp_path):
    settings = Settings(width=8, rounds=2, epochs=60, batch=128)
    lines = []
    values = fit(positions, 2, settings, lines.append)
    assert len(lines) == 2
    learned = positions.game % 5 != 0
    seen = positions.of(learned)
    assert log_loss(values.shares(seen), seen.won) < log_loss(seen.by_hand, seen.won)
    path = tmp_path / "values.npz"
    in_a_network("tigris", values, positions, settings, {}).save(path)
    game = triarchy.game("tigris", 2)
    _, shares = Networked(str(path)).answer(game, game.view(game.state(3), 0), 0)
    assert shares.sum() == pytest.approx(1)
    chosen = bot(f"champion:sims=8,file={path}").choose(game, game.view(game.state(3), 0), 0, 1)
    assert chosen in game.legal_actions(game.state(3))


def test_a_trace_of_one_wants_the_results_alone(positions):
    values = Values(positions, 2, Settings(width=8))
    assert traced(values, positions, 1.0) == pytest.approx(positions.won)
    between = traced(values, positions, 0.5)
    ends = np.append(np.diff(positions.game) != 0, True)
    assert between[ends] == pytest.approx(positions.won[ends])
    assert np.abs(between - positions.won)[~ends].max() > 0.1
