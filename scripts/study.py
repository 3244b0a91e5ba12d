"""What games among strong bots show: openings, and what a monument and a treasure are worth.

    python scripts/study.py openings --game meridian --players 4 --games 300
    python scripts/study.py worth games.npz more.npz

`openings`: the first turn of every seat is the champion's, the rest of the game the network's; for each first
choice, how often it was taken and what it won. `worth`: files of scripts/learn_values.py; what every seat had at
the turns' beginnings is fitted to who won in the end, all things together, so that each counts at equal others.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import triarchy
from triarchy.bots import bot, play_game
from triarchy.bots.base import Bot
from triarchy.engine.results import win_shares
from triarchy.games.tigris.seat_features import SEAT_FEATURES
from triarchy.kit.definition import State
from triarchy.table.game import Game

FIRST_SEED = 80_000
EACH = 5
"""One position in so many is looked at: the next ones of a game say little more."""
Opening = tuple[int, str, float]


# Openings


class Opener(Bot):
    """The champion in its first turn, then the network."""

    name = "opener"

    def __init__(self, ms: int):
        self.first, self.rest = bot(f"champion:ms={ms}"), bot("network")
        self.first.patience = 1e6  # type: ignore[attr-defined]

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        begins = int(view.turn) < game.players
        return (self.first if begins else self.rest).choose(game, view, seat, seed)


@cache
def opener(ms: int) -> Opener:
    return Opener(ms)


def opening(name: str, players: int, ms: int, seed: int) -> list[Opening]:
    """Of one game: for every seat what it did in its first turn, and its part of the win."""
    game = triarchy.game(name, players)
    turns: dict[int, list[str]] = defaultdict(list)

    def note(state: Any, action: int) -> None:
        if int(state.turn) < players:
            turns[int(state.to_move)].append(game.moves[action])

    played = play_game(game, [opener(ms)] * players, seed, note)
    won = win_shares(played.ranking)
    return [(seat, move, won[seat]) for seat, moves in turns.items() for move in set(moves)]


def openings(name: str, players: int, games: int, ms: int, workers: int | None) -> None:
    """A table of what first turns were made of, the most frequent first."""
    with ProcessPoolExecutor(workers) as pool:
        jobs = [pool.submit(opening, name, players, ms, FIRST_SEED + k) for k in range(games)]
        rows = [row for job in jobs for row in job.result()]
    by_move: dict[str, list[float]] = defaultdict(list)
    for _, move, won in rows:
        by_move[move].append(won)
    print(f"{name}, {players} players, {games} games: {games * players} first turns\n")
    print("| in the first turn | taken | won | 95 % |\n|---|---|---|---|")
    for move, won in sorted(by_move.items(), key=lambda one: -len(one[1])):
        if len(won) >= max(8, games * players // 50):
            half = 1.96 * float(np.std(won)) / math.sqrt(len(won))
            part = len(won) / (games * players)
            print(f"| {move} | {part:.1%} | {np.mean(won):.1%} | ± {half:.1%} |")


# What things are worth

THINGS = {
    "a point in the weakest colour": ("score", 0),
    "in the second weakest": ("score", 1),
    "in the third": ("score", 2),
    "in the strongest": ("score", 3),
    "a treasure": ("treasures", None),
    "a monument that one of its leaders draws from": ("monuments", None),
    "a leader on the board": ("leader", None),
    "a follower": ("followers", None),
}


def amounts(features: np.ndarray) -> np.ndarray:
    """How much every seat has of each thing; treasures are in the score already, as what they raise."""
    blocks = {block.name: block for block in SEAT_FEATURES.blocks}
    columns = []
    for name, at in THINGS.values():
        block = blocks[name]
        part = features[..., block.start : block.start + block.size]
        columns.append(part[..., at] if at is not None else part.sum(axis=-1))
    return np.stack(columns, axis=-1).astype(float)


def fitted(things: np.ndarray, there: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Log odds for one of each thing by Newton's method, with a trifle that keeps them finite."""
    weights = np.zeros(things.shape[-1])
    for _ in range(7):
        logs = np.where(there, things @ weights, -1e9)
        odds = np.exp(logs - logs.max(axis=1, keepdims=True))
        shares = odds / odds.sum(axis=1, keepdims=True)
        mean = np.einsum("ns,nst->nt", shares, things)
        slope = np.einsum("ns,nst->t", won - shares, things) - 1e-3 * weights
        around = things - mean[:, None, :]
        bend = np.einsum("ns,nst,nsu->tu", shares, around, around) + 1e-3 * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def worth(paths: list[Path], resamples: int = 20) -> None:
    """A table for each third of the games, in points of the weakest colour."""
    files = [np.load(path, allow_pickle=False) for path in paths]
    features, by_hand, won = (
        np.concatenate([file[key] for file in files]) for key in ("features", "by_hand", "won")
    )
    game = np.concatenate([file["game"] + 10_000_000 * k for k, file in enumerate(files)])
    begins = np.flatnonzero(np.append(True, np.diff(game) != 0))
    lengths = np.diff(np.append(begins, len(game)))
    place = (np.arange(len(game)) - np.repeat(begins, lengths)) / np.repeat(lengths, lengths)
    things, there = amounts(features), by_hand > 0
    number = np.repeat(np.arange(len(begins)), lengths)
    chance = np.random.default_rng(1)
    print(f"{len(begins):,} games, {len(game):,} positions\n")
    print("| log odds of winning by | first third | second third | last third |\n|---|---|---|---|")
    cells = []
    for third in range(3):
        rows = np.flatnonzero((place * 3).astype(int) == third)[::EACH]
        weights = fitted(things[rows], there[rows], won[rows])
        drawn = []
        for _ in range(
            resamples
        ):  # whole games are drawn again: their positions are not independent
            times = np.bincount(chance.integers(0, len(begins), len(begins)), minlength=len(begins))
            again = np.repeat(rows, times[number[rows]])
            drawn.append(fitted(things[again], there[again], won[again]))
        cells.append((weights, 1.96 * np.std(drawn, axis=0)))
    for k, thing in enumerate(THINGS):
        shown = " | ".join(f"{weights[k]:+.2f} ± {half[k]:.2f}" for weights, half in cells)
        print(f"| {thing} | {shown} |")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("what", choices=("openings", "worth"))
    reader.add_argument("paths", type=Path, nargs="*")
    reader.add_argument("--game", default="meridian")
    reader.add_argument("--players", type=int, default=4)
    reader.add_argument("--games", type=int, default=300)
    reader.add_argument("--ms", type=int, default=100, help="the champion's time a turn")
    reader.add_argument("--workers", type=int, default=None)
    asked = reader.parse_args()
    if asked.what == "openings":
        openings(asked.game, asked.players, asked.games, asked.ms, asked.workers)
    else:
        worth(asked.paths)


if __name__ == "__main__":
    main()
