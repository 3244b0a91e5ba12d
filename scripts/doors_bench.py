"""How many steps a second each interface makes from Python, with our games and with its own.

    python scripts/doors_bench.py

takes the environment of `field_bench.py`, in which PettingZoo's own games are installed, and plays random
games through PettingZoo, Gymnasium and OpenSpiel in turns. Every figure is steps per second of processor
time, with an observation and a mask or list of legal actions at every step. `--write` puts the figures into
docs/lab/field.md.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import field_bench
import numpy as np
from field_bench import OWN_GAMES, Contender, measure, own_environment, pettingzoo, spiel_playout

START, END = "<!-- doors: begin -->", "<!-- doors: end -->"
SPIEL_GAMES = ("python_tic_tac_toe", "python_liars_poker", "chess", "backgammon")
GYMNASIUM_GAMES = ("CartPole-v1", "Blackjack-v1")


def contenders() -> Iterator[Contender]:
    """Every interface with our games and with its own."""
    import gymnasium
    import open_spiel.python.games  # noqa: F401
    import pyspiel
    from pettingzoo.classic import chess_v6, connect_four_v3, go_v5

    import triarchy.research.openspiel_game  # noqa: F401
    from triarchy.research.gymnasium_env import id_of
    from triarchy.research.pettingzoo_env import env

    for name, players in OWN_GAMES:
        yield Contender("PettingZoo", ours(name, players), True, pettingzoo(env(name, players)))
    for name, made in (
        ("go 9x9", go_v5.env(board_size=9)),
        ("chess", chess_v6.env()),
        ("connect four", connect_four_v3.env()),
    ):
        yield Contender("PettingZoo", name, True, pettingzoo(made))
    for name, players in OWN_GAMES:
        made = gymnasium.make(id_of(name), players=players, seat=0)
        yield Contender("Gymnasium", f"{ours(name, players)}, three bots `random`", True, gym(made))
    for name in GYMNASIUM_GAMES:
        yield Contender("Gymnasium", name, True, gym(gymnasium.make(name)))
    for name, players in OWN_GAMES:
        game = pyspiel.load_game(f"triarchy_{name}(players={players})")
        yield Contender("OpenSpiel", ours(name, players), True, spiel(pyspiel, game))
    for name in SPIEL_GAMES:
        yield Contender("OpenSpiel", name, True, spiel(pyspiel, pyspiel.load_game(name)))


def ours(name: str, players: int) -> str:
    return f"**{name}**, {players} players"


def gym(environment: Any) -> Callable[[], float]:
    def play() -> float:
        _, info = environment.reset(seed=random.randrange(2**31))
        steps, over = 0, False
        while not over:
            mask = info.get("action_mask")
            legal = range(environment.action_space.n) if mask is None else np.flatnonzero(mask)
            _, _, ended, cut, info = environment.step(int(random.choice(legal)))
            steps, over = steps + 1, ended or cut
        return steps

    return play


def spiel(pyspiel: Any, game: Any) -> Callable[[], float]:
    return lambda: spiel_playout(pyspiel, game, True)[0]


def table(rounds: int, seconds: float) -> str:
    """The figures as Markdown."""
    from triarchy.shell.bench import machine

    every = list(contenders())
    for one in every:
        one.play()
    rates = [[measure(one, seconds) for one in every] for _ in range(rounds)]
    names = ("pettingzoo", "gymnasium", "open_spiel")
    own = [*(f"{key} {value}" for key, value in machine().items())]
    told = ", ".join(own + [f"{name} {version(name)}" for name in names])
    lines = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC: {told}. Median of {rounds} rounds of {seconds} s "
        "of processor time each, least and most in brackets; steps per second on one core.",
        "",
        "| interface | game | steps per second |",
        "|---|---|---:|",
    ]
    for one, measured in zip(every, zip(*rates, strict=True), strict=True):
        middle, least, most = statistics.median(measured), min(measured), max(measured)
        lines.append(
            f"| {one.library} | {one.game} | {middle:,.0f} ({least:,.0f} to {most:,.0f}) |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4, help="of processor time, per figure")
    parser.add_argument(
        "--write", action="store_true", help="put the figures into docs/lab/field.md"
    )
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.inside:
        os.execv(python := own_environment(), [str(python), __file__, "--inside", *sys.argv[1:]])
    warnings.simplefilter("ignore")
    random.seed(1)
    text = table(options.rounds, options.seconds)
    print(text)
    if options.write:
        field_bench.write(text, START, END)


if __name__ == "__main__":
    main()
