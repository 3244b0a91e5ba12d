"""Make the network that foretells who wins from what the rules know of each seat's position.

    python scripts/learn_values.py play games.npz --bot search:sims=24 --games 600
    python scripts/learn_values.py fit games.npz more.npz --out network.npz

`play` lets equal bots play, with every number of players, and keeps what was seen at each turn's
beginning. `fit` learns, and tells the log loss on every fifth game, which it does not learn from.
`champion:file=network.npz` plays by it.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

import triarchy
from triarchy.bots import bot
from triarchy.kit.definition import DEFINITIONS
from triarchy.research.values import Positions, Settings, fit, in_a_network, positions_of

FIRST_SEED = 1_000_000


def one_game(name: str, players: int, text: str, seed: int) -> Positions:
    return positions_of(triarchy.game(name, players), [bot(text)] * players, seed)


def play(name: str, text: str, games: int, path: Path, workers: int | None) -> None:
    least, most = DEFINITIONS[name].players
    with ProcessPoolExecutor(workers) as pool:
        jobs = [
            pool.submit(one_game, name, least + k % (most - least + 1), text, FIRST_SEED + k)
            for k in range(games)
        ]
        parts = [job.result() for job in jobs]
    whole = {key: np.concatenate([getattr(part, key) for part in parts]) for key in vars(parts[0])}
    np.savez_compressed(path, allow_pickle=False, about=np.array([name, text]), **whole)
    print(f"{path}: {len(whole['game']):,} positions of {games:,} games")


def learn(paths: list[Path], out: Path, settings: Settings) -> None:
    parts, about = [], {}
    for number, path in enumerate(paths):
        kept = dict(np.load(path, allow_pickle=False))
        name, text = (str(one) for one in kept.pop("about"))
        # Games of different files are different ones, whatever their seeds.
        kept["game"] = kept["game"] + 10_000_000 * number
        parts.append(Positions(**kept))
        about[text] = len(np.unique(kept["game"]))
    keys = vars(parts[0])
    whole = Positions(**{key: np.concatenate([getattr(p, key) for p in parts]) for key in keys})
    values = fit(whole, DEFINITIONS[name].players[0], settings)
    more = {"games": about, "positions": len(whole)}
    in_a_network(name, values, whole, settings, more).save(out)
    print(f"{out}: from {len(whole):,} positions")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("what", choices=("play", "fit"))
    reader.add_argument("paths", type=Path, nargs="+")
    reader.add_argument("--game", default="tigris")
    reader.add_argument("--bot", default="search:sims=24")
    reader.add_argument("--games", type=int, default=600)
    reader.add_argument("--workers", type=int, default=None)
    reader.add_argument("--out", type=Path, default=Path("network.npz"))
    asked = reader.parse_args()
    if asked.what == "play":
        play(asked.game, asked.bot, asked.games, asked.paths[0], asked.workers)
    else:
        learn(asked.paths, asked.out, Settings())


if __name__ == "__main__":
    main()
