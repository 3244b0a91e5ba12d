"""Games of bots kept as seeds and actions, to be played again by whoever learns from them.

    python -m triarchy.research.recorded GAME games.npz --bot champion:sims=40 --players 3 --minutes 10

Now and then a seat strays from what its bot would do, so that positions are seen that such bots do not reach; what it
did by chance is marked.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from triarchy.bots import bot
from triarchy.bots.base import Bot
from triarchy.engine.rng import seed_of_game
from triarchy.research.kinds import kinds
from triarchy.table.game import Game
from triarchy.table.game import game as find_game

STRAYING = 0.03
"""A decision in so many is made by chance."""
AT_ONCE = 10
"""So many games are played before the file is written again."""


@dataclass
class Recorded:
    """Games of one kind in the order they were played in."""

    game: str
    players: int
    options: list[int] = field(default_factory=list)
    """For each game the number of its options, as `setup` takes them;"""
    seeds: list[int] = field(default_factory=list)
    """its seed;"""
    lengths: list[int] = field(default_factory=list)
    """and how many decisions it has."""
    actions: list[int] = field(default_factory=list)
    strayed: list[bool] = field(default_factory=list)
    """Which of the actions were made by chance."""

    def save(self, path: Path) -> None:
        """Write a file that is there whole or as it was before."""
        new = path.with_suffix(".new")
        with open(new, "wb") as file:
            np.savez_compressed(
                file,
                allow_pickle=False,
                game=self.game,
                players=self.players,
                options=np.array(self.options, np.int64),
                seeds=np.array(self.seeds, np.int64),
                lengths=np.array(self.lengths, np.int32),
                actions=np.array(self.actions, np.int16),
                strayed=np.array(self.strayed, np.bool_),
            )
        new.replace(path)

    @classmethod
    def load(cls, path: Path) -> Recorded:
        with np.load(path, allow_pickle=False) as file:
            rows = (file[name].tolist() for name in ("options", "seeds", "lengths"))
            more = (file[name].tolist() for name in ("actions", "strayed"))
            return cls(str(file["game"]), int(file["players"]), *rows, *more)


def play(game: Game, player: Bot, seed: int, recorded: Recorded) -> None:
    """Play one game with a bot in all seats and add it to those recorded."""
    rng = np.random.default_rng(seed)
    state, decisions = game.state(seed), 0
    while (seat := int(state.to_move)) >= 0:
        legal = game.legal_actions(state)
        strays = len(legal) > 1 and rng.random() < STRAYING
        if strays:
            action = int(rng.choice(legal))
        else:
            chance = int(seed_of_game(np.uint64(seed), np.uint64(decisions)))
            view = game.view(state, seat)
            action = legal[0] if len(legal) == 1 else player.choose(game, view, seat, chance)
        recorded.actions.append(action)
        recorded.strayed.append(strays)
        game.definition.rules.apply(game.board.struct, state, action)
        decisions += 1
    recorded.seeds.append(seed)
    recorded.options.append(game.option_bits)
    recorded.lengths.append(decisions)


def record(
    name: str, players: int, text: str, first: int, path: Path, more: Callable[[], bool]
) -> Recorded:
    """Play games of a bot, from a seed on, for as long as `more` says; every few of them the file is written."""
    every, parts = zip(*kinds(name, players), strict=True)
    recorded, player = Recorded(name, players), bot(text)
    while more():
        seed = first + len(recorded.seeds)
        (kind,) = np.random.default_rng(seed).choice(len(every), 1, p=np.array(parts) / sum(parts))
        play(every[kind], player, seed, recorded)
        if len(recorded.seeds) % AT_ONCE == 0:
            recorded.save(path)
    recorded.save(path)
    return recorded


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("out", type=Path)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bot", default="champion:sims=40")
    parser.add_argument("--first", type=int, default=910_000, help="the seed of the first game")
    parser.add_argument("--minutes", type=float, default=1.0)
    wanted = parser.parse_args()
    find_game(wanted.game, wanted.players)
    last = time.monotonic() + 60 * wanted.minutes
    recorded = record(
        wanted.game,
        wanted.players,
        wanted.bot,
        wanted.first,
        wanted.out,
        lambda: time.monotonic() < last,
    )
    print(f"{wanted.out}: {len(recorded.seeds)} games, {len(recorded.actions)} decisions")


if __name__ == "__main__":
    main()
