"""Which judge foretells best what becomes of a game: the curve of a review, which plays to the end with
all hands open, or the win chances of the networks.

    python scripts/curve_chance.py meridian 4 china 4 --games 16

Games of three kinds of bots are played; from each fifth of a game one position is taken where a turn
begins. Printed is the log loss of each judge, lower is better, and how much lower than that of the win
chances, with a 95 % interval by games.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator

import numpy as np

import triarchy
from triarchy.bots import bot, play_game
from triarchy.bots.chances import OpenJudge
from triarchy.bots.review import EFFORTS
from triarchy.bots.winning import win_chances
from triarchy.engine.results import win_shares
from triarchy.kit.definition import State
from triarchy.table.game import Game

BOTS = ("greedy", "search:ms=10", "champion:ms=10")
PARTS = 5
LEAST = 0.002
"""No chance is taken for less: a game that nobody won in 256 playouts may still be won."""


def positions(game: Game, kind: str, seed: int) -> tuple[list[State], np.ndarray]:
    """The beginning of a turn from each fifth of a game, and every seat's part of the win."""
    beginnings: list[State] = []

    def note(state: State, _: int) -> None:
        if not beginnings or int(state.turn) != int(beginnings[-1].turn):
            beginnings.append(state.copy())

    played = play_game(game, [bot(kind) for _ in range(game.players)], seed, note)
    chance = np.random.default_rng(seed)
    places = [int((k + chance.random()) * len(beginnings) / PARTS) for k in range(PARTS)]
    won = np.array(win_shares(played.ranking))
    return [beginnings[place] for place in places], won


def judgements(game: Game, games: int) -> Iterator[tuple[int, dict[str, float]]]:
    """For every position the number of its game and the log loss of each judge."""
    curve, playouts = OpenJudge(game), EFFORTS["usual"].playouts
    for number, kind in enumerate(BOTS * games):
        states, won = positions(game, kind, 90_000 + number // len(BOTS))
        for state in states:
            view = game.view(state, int(state.to_move))
            foretold = {
                "curve": curve.chances(state, playouts, number),
                "win chances": win_chances(game, view, number),
            }
            yield (
                number,
                {
                    judge: float(-(won * np.log(np.maximum(shares, LEAST))).sum())
                    for judge, shares in foretold.items()
                    if shares is not None
                },
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cells", nargs="+", help="games, each with a number of players")
    parser.add_argument("--games", type=int, default=16, help="games of each kind of bot")
    asked = parser.parse_args()
    for name, players in zip(asked.cells[::2], asked.cells[1::2], strict=True):
        rows = list(judgements(triarchy.game(name, int(players)), asked.games))
        numbers = np.array([number for number, _ in rows])
        print(f"{name}, {players} players, {len(rows)} positions")
        for judge in rows[0][1]:
            loss = np.array([losses[judge] for _, losses in rows])
            less = loss - np.array([losses["win chances"] for _, losses in rows])
            by_game = np.array([less[numbers == each].mean() for each in np.unique(numbers)])
            doubt = 1.96 * by_game.std() / math.sqrt(len(by_game))
            print(f"  {judge}: {loss.mean():.3f}, {less.mean():+.3f} ± {doubt:.3f}", flush=True)


if __name__ == "__main__":
    main()
