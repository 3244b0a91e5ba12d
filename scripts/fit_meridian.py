"""Fit Meridian's evaluation: the table WORTH in games/meridian/advice.py.

python scripts/fit_meridian.py --games 6000 --players 4

Plays games between quick players who go by the present table, and prints the table that would have
foretold their winners best (a logistic regression on the positions after each turn), with how much it
and the present one know: the average log of the share given to the winner. Players who go by other
numbers play other games, so put the result into advice.py and fit again until it stays.
"""

from __future__ import annotations

import argparse

import numpy as np

import triarchy
from triarchy.bots.lookahead import make_choice
from triarchy.bots.workspace import Workspace
from triarchy.engine.results import win_shares
from triarchy.games.meridian.advice import (
    AHEAD_BY_MORE,
    BEHIND,
    PIECE,
    QUARTERS,
    TIED,
    WORTH,
    evaluate,
)
from triarchy.games.meridian.rules import decks_each
from triarchy.games.meridian.scoring import strength
from triarchy.games.meridian.state import CARD_KINDS
from triarchy.table.game import Game

SAMPLES = (8, 16, 40, 200)
"""Players of several strengths look at so many ways to play;"""
CARELESS = 0.08
"""and now and then at a single one."""
RIDGE = 1e-4
KINDS = WORTH.shape[1]


def count_up(game: Game, state: np.record) -> np.ndarray:
    """For each seat: the points of the islands where it is behind, tied, ahead by 1, 2 or more, and
    its pieces; a line for each quarter that the position lies between."""
    board, players = game.board.struct, game.players
    counted = np.zeros((players, KINDS))
    for island in range(int(board.islands)):
        packed = strength(board, state, island)
        strengths = [(packed >> (8 * seat)) & 255 for seat in range(players)]
        for seat, own in enumerate(strengths):
            if own:
                lead = own - max(strengths[:seat] + strengths[seat + 1 :])
                counted[seat, min(AHEAD_BY_MORE, max(BEHIND, TIED + lead))] += int(
                    board.value[island]
                )
    counted[:, PIECE] = state.supply[:players]
    done = QUARTERS * int(state.turn) / (players * CARD_KINDS * decks_each(players))
    near = np.maximum(0.0, 1.0 - np.abs(np.arange(QUARTERS + 1) - done))
    return (near[None, :, None] * counted[:, None, :]).reshape(players, -1)


def play(game: Game, games: int, seed: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Positions after each turn, counted up; each seat's share of the win; what is known now."""
    chance = np.random.default_rng(seed)
    space = Workspace(game.definition)
    shares = np.zeros(8)
    seen, wins, known = [], [], []
    for _ in range(games):
        space.states[0] = game.state(int(chance.integers(1 << 40)))
        space.rng[:] = chance.integers(1 << 62)
        samples = chance.choice(SAMPLES, game.players)
        counted, judged, turn = [], [], 0
        while int(space.states[0].to_move) >= 0:
            careful = chance.random() > CARELESS
            looks = int(samples[int(space.states[0].to_move)]) if careful else 1
            make_choice(game.board.struct, space.states, 0, looks, space.work, space.rng)
            state = space.states[0]
            if int(state.to_move) >= 0 and int(state.turn) > turn and chance.random() < 0.2:
                counted.append(count_up(game, state))
                evaluate(game.board.struct, state, shares)
                judged.append(np.log(shares[: game.players]))
            turn = int(state.turn)
        _, ranks = game.definition.final(game.board, space.states[0])
        won = np.array(win_shares(ranks.tolist()))
        seen += counted
        wins += [won] * len(counted)
        known += [float(line @ won) for line in judged]
    return np.array(seen), np.array(wins), float(np.mean(known))


def fit(seen: np.ndarray, wins: np.ndarray) -> tuple[np.ndarray, float]:
    """Newton's method on the winner's average log share."""
    weights = np.zeros(seen.shape[2])
    for _ in range(12):
        shares = np.exp(seen @ weights)
        shares /= shares.sum(axis=1, keepdims=True)
        average = np.einsum("ns,nsk->nk", shares, seen)
        slope = np.einsum("ns,nsk->k", wins - shares, seen) / len(seen) - RIDGE * weights
        bend = np.einsum("ns,nsk,nsl->kl", shares, seen, seen, optimize=True) / len(seen)
        bend += RIDGE * np.eye(len(weights)) - average.T @ average / len(seen)
        weights += np.linalg.solve(bend, slope)
    return weights, float(np.mean((wins * np.log(shares)).sum(axis=1)))


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--games", type=int, default=6000)
    reader.add_argument("--players", type=int, default=4)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    game = triarchy.game("meridian", asked.players)
    seen, wins, now = play(game, asked.games, asked.seed)
    weights, then = fit(seen, wins)
    print(
        f"{len(seen):,} positions; the winner's average log share: {now:.4f} by the present table,"
    )
    print(f"{then:.4f} by this one, {-np.log(asked.players):.4f} by guessing")
    print(np.array2string(weights.reshape(-1, KINDS), precision=3, suppress_small=True))


if __name__ == "__main__":
    main()
