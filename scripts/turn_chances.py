"""What makes win chances of the shares that the evaluation gives after a turn: fitted to games.

    python scripts/turn_chances.py tigris 4 china 4 --games 30

Games of quick bots are played; from each sixth of a game one position is taken where a turn begins, the
best turn is found, and it is played on as a review compares turns. Printed are, with the least log loss, the
power of the shares and by how much, in log odds, whoever has made the turn is overrated: those of
`Definition.turn_chances`. The 95 % interval of the difference is by games.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from itertools import product

import numpy as np

import triarchy
from triarchy.bots import bot, play_game
from triarchy.bots.base import generator
from triarchy.bots.turns import TurnJudge
from triarchy.engine.results import win_shares
from triarchy.kit.definition import State
from triarchy.table.game import Game

BOTS = ("greedy:guesses=1,width=1", "normal", "easy")
PARTS = 6
PLAYOUTS, GUESSES = 200, 60
POWERS = (0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
OVERRATED = (-0.2, 0.0, 0.15, 0.3, 0.45, 0.6)
LEAST = 0.002
"""No chance is taken for less."""


class PlainJudge(TurnJudge):
    """Takes the shares as they are."""

    def _chances(self, shares: np.ndarray, seat: int, turn: int) -> np.ndarray:
        return shares


@dataclass
class Row:
    """The best turn at a position."""

    number: int
    """Which game,"""
    seat: int
    """whose turn,"""
    shares: np.ndarray
    """what the evaluation gave every seat on each guess,"""
    won: np.ndarray
    """and every seat's part of the win in the end."""


def positions(game: Game, number: int) -> tuple[list[State], np.ndarray]:
    """The beginning of a turn from each sixth of a game, and every seat's part of the win."""
    player, seed = bot(BOTS[number % len(BOTS)]), 97_000 + number
    beginnings: list[State] = []

    def note(state: State, _: int) -> None:
        if not beginnings or int(state.turn) != int(beginnings[-1].turn):
            beginnings.append(state.copy())

    played = play_game(game, [player] * game.players, seed, note)
    chance = np.random.default_rng(seed)
    places = [int((k + chance.random()) * len(beginnings) / PARTS) for k in range(PARTS)]
    won = np.array(win_shares(played.ranking))
    return [beginnings[place] for place in places], won


def rows(game: Game, games: int) -> list[Row]:
    judge, found = PlainJudge(game), []
    for number in range(games):
        states, won = positions(game, number)
        for state in states:
            seat = int(state.to_move)
            view = game.view(state, seat)
            best = judge.judge(view, playouts=PLAYOUTS, seed=number)[0].moves
            plan = [game.actions[move] for move in best]
            # Fresh guesses, as in a review: those by which it was chosen flatter it.
            shares = judge._play(view, seat, [plan, plan], 2 * GUESSES, generator(number, 6), 2)
            found.append(Row(number, seat, shares[0], won))
    return found


def losses(found: list[Row], power: float, overrated: float) -> np.ndarray:
    """The log loss of every position."""
    result = []
    for row in found:
        weighed = np.maximum(row.shares, 1e-12) ** power
        weighed[:, row.seat] *= math.exp(-overrated)
        weighed /= weighed.sum(axis=1, keepdims=True)
        finished = (row.shares == 0.0).any(axis=1, keepdims=True)
        chances = np.where(finished, row.shares, weighed).mean(axis=0)
        result.append(float(-(row.won * np.log(np.maximum(chances, LEAST))).sum()))
    return np.array(result)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cells", nargs="+", help="games, each with a number of players")
    parser.add_argument("--games", type=int, default=30)
    asked = parser.parse_args()
    for name, players in zip(asked.cells[::2], asked.cells[1::2], strict=True):
        found = rows(triarchy.game(name, int(players)), asked.games)
        numbers = np.array([row.number for row in found])
        plain = losses(found, 1.0, 0.0)
        best = min(product(POWERS, OVERRATED), key=lambda both: losses(found, *both).mean())
        less = losses(found, *best) - plain
        by_game = np.array([less[numbers == each].mean() for each in np.unique(numbers)])
        doubt = 1.96 * by_game.std() / math.sqrt(len(by_game))
        print(
            f"{name}, {players} players, {len(found)} positions: plain {plain.mean():.3f}, power "
            f"{best[0]} and overrated by {best[1]} {less.mean():+.3f} ± {doubt:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
