"""Winners share the win: one function, asked by bots, batches, arena and statistics."""

from __future__ import annotations

import numpy as np
import pytest

from triarchy.engine.results import win_share, win_shares, win_shares_of_games
from triarchy.research.stepping import share_rewards


@pytest.mark.parametrize(
    ("ranking", "shares"),
    [
        ([2, 1, 3], [0.0, 1.0, 0.0]),
        ([1, 3, 1, 4], [0.5, 0.0, 0.5, 0.0]),
        ([1, 1, 1], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_winners_share_the_win(ranking, shares):
    assert win_shares(ranking) == shares
    ranks = np.array(ranking, np.int8)
    assert [win_share(ranks, len(ranking), seat) for seat in range(len(ranking))] == shares
    assert win_shares_of_games(np.array([ranking, ranking[::-1]])).tolist() == [
        shares,
        shares[::-1],
    ]


def test_rewards_are_the_shares_less_what_everybody_pays():
    rewards = np.zeros(3, np.float32)
    share_rewards(rewards, np.array([1, 1, 1], np.int8), 3)
    assert rewards.tolist() == [0.0, 0.0, 0.0]
    share_rewards(rewards, np.array([1, 1, 3], np.int8), 3)
    assert rewards.tolist() == [np.float32(1 / 2 - 1 / 3)] * 2 + [np.float32(-1 / 3)]
