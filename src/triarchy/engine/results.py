"""What a ranking is worth: the winners share the win. Batches, bots, arena and statistics ask here."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled


@compiled
def win_share(ranks, players, seat):
    """A seat's share of the win: 1 for the only winner, an equal part for each of several, else 0."""
    if int(ranks[seat]) != 1:
        return 0.0
    winners = 0
    for other in range(players):
        if int(ranks[other]) == 1:
            winners += 1
    return 1.0 / winners


@compiled
def write_win_shares(rankings, out):
    """The shares of every seat, for each game's row of ranks."""
    for game in range(rankings.shape[0]):
        for seat in range(rankings.shape[1]):
            out[game, seat] = win_share(rankings[game], rankings.shape[1], seat)


def win_shares_of_games(rankings: np.ndarray) -> np.ndarray:
    """Each seat's share of the win, a row for each game's row of ranks."""
    shares = np.zeros(rankings.shape)
    write_win_shares(np.ascontiguousarray(rankings, np.int8), shares)
    return shares


def win_shares(ranking: Sequence[int]) -> list[float]:
    """Each seat's share of the win in one game."""
    shares: list[float] = win_shares_of_games(np.array([ranking], np.int8))[0].tolist()
    return shares
