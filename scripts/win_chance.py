"""How right the win chances are: held-out games are played, and a network's shares of the win are held
against what became of them, beside those of the evaluation made by hand.

    python scripts/win_chance.py play positions.npz --games 100
    python scripts/win_chance.py judge positions.npz --plot docs/lab/win-chance.svg --write

`play` keeps, of every game of three kinds of bots, one position from each tenth. `judge` prints the log
loss and the calibration error of every game and number of players. The exponents of network and
evaluation are fitted on one half of the games and judged on the other; `--write` puts those of all games
into the network's file where they stand the test.
"""

from __future__ import annotations

import argparse
import math
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import triarchy
from triarchy.arena.page import COLOURS, GREY
from triarchy.bots import bot, play_game
from triarchy.bots.network import Network, Networked
from triarchy.bots.winning import mixed, shares_by_hand
from triarchy.engine.results import win_shares
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.svg import Element, circle, line, svg, text
from triarchy.table.game import Game

CELLS = [
    (name, players)
    for name in ("meridian", "tigris", "china")
    for players in range(DEFINITIONS[name].players[0], DEFINITIONS[name].players[1] + 1)
]
BOTS = ("greedy", "search:ms=10", "champion:ms=10")
TENTHS = BINS = 10
Bins = list[tuple[float, float]]
MOST_ERROR = 0.04
"""Chances are taken only if they are off by less on the average of the bins."""


# Playing


def positions(name: str, players: int, kind: str, number: int) -> list[tuple[bytes, list[float]]]:
    """A state from each tenth of one game, and what became of it."""
    game, seed, states = triarchy.game(name, players), 50_000 + number, []

    def note(state: Any, action: int) -> None:
        if len(game.legal_actions(state)) > 1:
            states.append(state.tobytes())

    played = play_game(game, [bot(kind) for _ in range(players)], seed, note)
    shares = list(win_shares(played.ranking))
    chance = np.random.default_rng(seed)
    places = [int((k + chance.random()) * len(states) / TENTHS) for k in range(TENTHS)]
    return [(states[place], shares) for place in places]


def play(path: Path, games: int, cells: list[tuple[str, int]], workers: int | None) -> None:
    arrays: dict[str, np.ndarray] = {}
    with ProcessPoolExecutor(workers) as pool:
        for name, players in cells:
            jobs = [(kind, n) for kind in BOTS for n in range(games)]
            done = [pool.submit(positions, name, players, *job) for job in jobs]
            rows = [one for job in done for one in job.result()]
            cell = f"{name}_{players}"
            states = np.frombuffer(b"".join(state for state, _ in rows), np.uint8)
            arrays[f"{cell}_states"] = states.reshape(len(rows), -1)
            arrays[f"{cell}_shares"] = np.array([shares for _, shares in rows], np.float32)
            arrays[f"{cell}_tenth"] = np.tile(np.arange(TENTHS, dtype=np.int8), len(jobs))
            arrays[f"{cell}_game"] = np.repeat([n for _, n in jobs], TENTHS).astype(np.int32)
            arrays[f"{cell}_bots"] = np.repeat([kind for kind, _ in jobs], TENTHS)
            print(f"{name} {players} players: {len(rows)} positions", flush=True)
    np.savez_compressed(path, allow_pickle=False, **arrays)


# Judging


@dataclass
class Cell:
    """The positions of a game and number of players, and what was foretold of them."""

    game: Game
    tenth: np.ndarray
    number: np.ndarray
    """Which game: equal numbers belong to the same one."""
    won: np.ndarray
    """Every seat's part of the win,"""
    network: np.ndarray
    """what the network foretold, raw,"""
    old: np.ndarray
    """and the evaluation by hand, on the average of guesses."""


def read_cell(kept: dict[str, np.ndarray], name: str, players: int, file: str | None) -> Cell:
    game, cell = triarchy.game(name, players), f"{name}_{players}"
    states = kept[f"{cell}_states"].copy().view(game.definition.state).ravel()
    asked, rng = Networked(file), np.array([7], np.uint64)
    network, old = [], []
    for row in states:
        state: Any = np.zeros(1, game.definition.state)
        state[0] = row
        state = state[0]
        seat = int(state.to_move)
        view = game.view(state, seat)
        network.append(asked.answer(game, view, seat)[1].copy())
        old.append(shares_by_hand(game, view, seat, rng))
    kinds = np.unique(kept[f"{cell}_bots"], return_inverse=True)[1]
    number = kept[f"{cell}_game"].astype(int) + 1_000_000 * kinds
    won = kept[f"{cell}_shares"].astype(float)
    return Cell(game, kept[f"{cell}_tenth"], number, won, np.array(network), np.array(old))


def losses(foretold: np.ndarray, won: np.ndarray) -> np.ndarray:
    """The log loss of each position."""
    return np.asarray(-(won * np.log(np.maximum(foretold, 1e-9))).sum(axis=1))


def fitted(cell: Cell, rows: np.ndarray) -> tuple[float, float]:
    """The exponents of network and evaluation with the least log loss, in steps of a twentieth."""
    network, old = (np.log(np.maximum(one[rows], 1e-9)) for one in (cell.network, cell.old))
    won = cell.won[rows]

    def loss(both: tuple[float, float]) -> float:
        logs = both[0] * network + both[1] * old
        top = logs.max(axis=1)
        total = np.log(np.exp(logs - top[:, None]).sum(axis=1)) + top
        return float((total - (won * logs).sum(axis=1)).mean())

    steps = [k / 20 for k in range(31)]
    return min(((trust, hand) for trust in steps for hand in steps), key=loss)


def held_out(cell: Cell) -> np.ndarray:
    """The chances, each half of the games with the exponents fitted on the other."""
    chances = np.zeros_like(cell.network)
    for half in (0, 1):
        here = cell.number % 2 == half
        chances[here] = mixed(cell.network[here], cell.old[here], *fitted(cell, ~here))
    return chances


def difference(cell: Cell, chances: np.ndarray, rows: np.ndarray) -> tuple[float, float]:
    """How much larger the chances' log loss is than the evaluation's, and the standard error of
    that, the positions of one game counted as one."""
    more = (losses(chances, cell.won) - losses(cell.old, cell.won))[rows]
    games = [more[cell.number[rows] == one].mean() for one in np.unique(cell.number[rows])]
    return float(more.mean()), float(np.std(games) / math.sqrt(len(games)))


def reliability(foretold: np.ndarray, won: np.ndarray) -> Bins:
    """Ten bins with as many chances each: what was foretold there, and how often it came."""
    order = np.argsort(foretold.ravel(), kind="stable")
    parts = np.array_split(order, BINS)
    return [(float(foretold.ravel()[p].mean()), float(won.ravel()[p].mean())) for p in parts]


def error(bins: Bins) -> float:
    return float(np.mean([abs(said - came) for said, came in bins]))


def judge(cell: Cell) -> tuple[tuple[float, float] | None, list[Bins]]:
    """Print a row of the table; the exponents if they stand the test, and the bins to draw."""
    chances = held_out(cell)
    bins = [reliability(foretold, cell.won) for foretold in (chances, cell.old)]
    all_rows = np.ones(len(cell.won), bool)
    mean, doubt = difference(cell, chances, all_rows)
    tenths = [difference(cell, chances, cell.tenth == k) for k in range(TENTHS)]
    worse = [k + 1 for k, (more, by) in enumerate(tenths) if more > 1.96 * by]
    trust, hand = fitted(cell, all_rows)
    raw = losses(cell.network, cell.won).mean()
    print(
        f"| {cell.game.name} | {cell.game.players} | {len(cell.won):,} "
        f"| {losses(chances, cell.won).mean():.3f} | {raw:.3f} | {losses(cell.old, cell.won).mean():.3f} "
        f"| {mean:+.3f} ± {1.96 * doubt:.3f} | {', '.join(map(str, worse)) or 'none'} "
        f"| {100 * error(bins[0]):.1f} | {100 * error(bins[1]):.1f} | {trust:.2f}, {hand:.2f} |",
        flush=True,
    )
    stands = mean < 0 and not worse and error(bins[0]) <= MOST_ERROR
    return ((trust, hand) if stands else None), bins


def plot(cells: list[tuple[Game, list[Bins]]]) -> str:
    """Reliability, a picture for each game and number of players; on the line is right."""
    side, gap = 150.0, 34.0
    drawn: list[Element] = [
        text(10, 18, "chances", fill=COLOURS[0]),
        text(80, 18, "evaluation by hand", fill=COLOURS[1]),
        text(220, 18, "across: foretold chance; up: part that won"),
    ]
    for place, (game, both) in enumerate(cells):
        left, top = gap + place % 3 * (side + gap), 50 + place // 3 * (side + 2 * gap)
        drawn.append(text(left, top - 8, f"{game.definition.title}, {game.players} players"))
        drawn.append(line(left, top + side, left + side, top, stroke=GREY))
        for colour, bins in zip(COLOURS, both, strict=False):
            for said, came in bins:
                drawn.append(circle(left + side * said, top + side * (1 - came), 4, fill=colour))
        for x, y, to_x, to_y in ((0, 1, 1, 1), (0, 0, 0, 1)):
            drawn.append(
                line(
                    left + side * x,
                    top + side * y,
                    left + side * to_x,
                    top + side * to_y,
                    stroke=GREY,
                )
            )
        drawn.append(text(left, top + side + 16, "0"))
        drawn.append(text(left + side, top + side + 16, "100 %", text_anchor="end"))
    rows = -(-len(cells) // 3)
    size = (2 * gap + 3 * (side + gap), 50 + rows * (side + 2 * gap))
    style = "font: 12px system-ui, sans-serif; background: #fbfaf7"
    return str(svg(*size, *drawn, role="img", aria_label="Reliability of win chances", style=style))


def write(name: str, exponents: dict[str, list[float]]) -> None:
    """Into the files of the networks that chances were judged by: one may be for a number of players."""
    folder = DEFINITIONS[name].networks
    alone = {n: path for n in exponents if (path := folder / f"plain-{n}.npz").exists()}
    general = {n: one for n, one in exponents.items() if n not in alone}
    for path, own in [
        (folder / "plain.npz", general),
        *((path, {n: exponents[n]}) for n, path in alone.items()),
    ]:
        replace(Network.load(path), chances=own).save(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "judge"))
    parser.add_argument("path", type=Path)
    parser.add_argument("--games", type=int, default=100, help="games of each kind of bot")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--write", action="store_true", help="keep the exponents in the networks")
    parser.add_argument("--file", action="append", default=[], help="GAME=PATH of another network")
    parser.add_argument("--only", default="", help="only this game")
    parser.add_argument("--workers", type=int, default=None)
    asked = parser.parse_args()
    if asked.what == "play":
        cells = [cell for cell in CELLS if asked.only in cell[0]]
        play(asked.path, asked.games, cells, asked.workers)
        return
    kept = dict(np.load(asked.path, allow_pickle=False))
    files = dict(one.split("=", 1) for one in asked.file)
    drawn = []
    known: dict[str, dict[str, list[float]]] = {}
    for name, players in CELLS:
        if f"{name}_{players}_states" not in kept:
            continue
        cell = read_cell(kept, name, players, files.get(name))
        stands, bins = judge(cell)
        drawn.append((cell.game, bins))
        exponents = known.setdefault(name, {})
        if stands is not None:
            exponents[str(players)] = list(stands)
    if asked.plot:
        asked.plot.write_text(plot(drawn) + "\n", encoding="utf-8")
    if asked.write:
        for name, exponents in known.items():
            write(name, exponents)


if __name__ == "__main__":
    main()
