"""One of today's bots against bots of another checkout, which are asked as a program.

    python scripts/rematch.py ../before --games 200 --out rematch.jsonl
    python scripts/rematch.py ../before --cells tigris-2,tigris-4 --bot champion:ms=100 --other search:ms=100
    python scripts/rematch.py ../before --show --out rematch.jsonl

The other checkout runs in a process of its own, with its rules, evaluation and search. It is sent a position: a
guess of what the seat to move may know, which is hidden again over there, so that its bot gets exactly the view.
Decisions without a choice are played without asking: China asks for one more of them since version 0.1.0. Seats
rotate. Games already in the file are not played again: stop and go on at will.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import subprocess
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

CELLS = ",".join(
    f"{name}-{players}"
    for name, most in (("meridian", 4), ("tigris", 4), ("china", 5))
    for players in range(most - 2, most + 1)
)
FIRST_SEED = 770_000
PATIENCE = 1e6
"""No bot gives up because the machine is busy: budgets are processor time."""


def answer() -> None:
    """Run under the other checkout: a line of JSON with a position for each line with a move."""
    import triarchy
    from triarchy.bots import bot
    from triarchy.bots.search import Search

    Search.patience = PATIENCE
    bots: dict[str, Any] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        table = triarchy.game(asked["game"], asked["players"]).position(asked["position"])
        player = bots.setdefault(asked["bot"], None) or bot(asked["bot"])
        bots[asked["bot"]] = player
        view = table.game.view(table.state, asked["seat"])
        action = player.choose(table.game, view, asked["seat"], asked["seed"])
        print(json.dumps(table.game.moves[action]), flush=True)


class Opponent:
    """The bots of another checkout."""

    def __init__(self, source: Path) -> None:
        paths = (str(source.resolve() / "src"), os.environ.get("PYTHONPATH", ""))
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        command = [sys.executable, __file__, "--answer"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )

    def move(self, **asked: Any) -> str:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        move: str = json.loads(self.process.stdout.readline())
        return move

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def play(cell: str, number: int, player: Any, opponent: Opponent, other: str) -> dict[str, Any]:
    """Game `number` of a cell; the seats rotate, each deal is played from every seat."""
    import numpy as np

    import triarchy
    from triarchy.engine.rng import seed_of_game

    name, players = cell.split("-")[0], int(cell.split("-")[1])
    game, own, seed = triarchy.game(name, players), number % players, FIRST_SEED + number // players
    state, decisions = game.state(seed), 0
    while (seat := int(state.to_move)) >= 0:
        chance = int(seed_of_game(np.uint64(seed), np.uint64(decisions)))
        view, legal = game.view(state, seat), game.legal_actions(state)
        if len(legal) == 1:
            action = legal[0]
        elif seat == own:
            action = player.choose(game, view, seat, chance)
        else:
            rng = np.array([chance], np.uint64)
            game.definition.rules.guess(game.board.struct, view, seat, rng)
            asked = {"game": name, "players": players, "position": game.document(view)}
            action = game.actions[opponent.move(**asked, seat=seat, seed=chance, bot=other)]
        assert action in legal, game.moves[action]
        game.definition.rules.apply(game.board.struct, state, action)
        decisions += 1
    ranking = game.result(state)["ranking"]
    won = (ranking[own] == 1) / ranking.count(1)
    return {"cell": cell, "number": number, "seat": own, "won": won, "rank": ranking[own]}


def show(lines: list[dict[str, Any]]) -> None:
    """The share of the win in each cell, with Wilson's 95 % interval."""
    cells = defaultdict(list)
    for line in lines:
        cells[line["cell"]].append(line["won"])
    for cell, won in sorted(cells.items()):
        n, p, z = len(won), sum(won) / len(won), 1.96
        middle, half = p + z * z / 2 / n, z * math.sqrt(p * (1 - p) / n + z * z / 4 / n / n)
        low, high = ((middle + side * half) / (1 + z * z / n) for side in (-1, 1))
        print(f"{cell}: {n} games, {p:.1%} ({low:.1%} to {high:.1%})")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("source", type=Path, nargs="?", help="the other checkout")
    parser.add_argument("--cells", default=CELLS)
    parser.add_argument("--games", type=int, default=200, help="in each cell")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--bot", default="champion:ms=100")
    parser.add_argument("--other", default="search:ms=100")
    parser.add_argument("--out", type=Path, default=Path("rematch.jsonl"))
    parser.add_argument("--workers", type=int, default=1, help="games beside each other")
    parser.add_argument("--minutes", type=float, default=1e6, help="no game begins after so long")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.answer:
        answer()
        return
    text = wanted.out.read_text(encoding="utf-8") if wanted.out.exists() else ""
    lines = [json.loads(line) for line in text.splitlines()]
    if not wanted.show:
        if wanted.source is None:
            parser.error("name the other checkout")
        known = {(line["cell"], line["number"]) for line in lines}
        lines += run(wanted, known)
    show(lines)


def run(wanted: argparse.Namespace, known: set[tuple[str, int]]) -> list[dict[str, Any]]:
    """Play what is not known yet, a game of each cell in turn."""
    jobs = [
        (cell, number)
        for number in range(wanted.first, wanted.games)
        for cell in wanted.cells.split(",")
        if (cell, number) not in known
    ]
    last = time.monotonic() + 60 * wanted.minutes
    with ProcessPoolExecutor(wanted.workers, multiprocessing.get_context("spawn")) as pool:
        parts = [
            pool.submit(run_part, wanted, jobs[worker :: wanted.workers], last)
            for worker in range(wanted.workers)
        ]
        return [line for part in parts for line in part.result()]


def run_part(
    wanted: argparse.Namespace, jobs: list[tuple[str, int]], last: float
) -> list[dict[str, Any]]:
    """One worker's games; each is in the file as soon as it is over."""
    from triarchy.bots import bot
    from triarchy.bots.search import Search

    Search.patience = PATIENCE
    opponent, player, lines = Opponent(wanted.source), bot(wanted.bot), []
    try:
        for cell, number in jobs:
            if time.monotonic() > last:
                break
            lines.append(play(cell, number, player, opponent, wanted.other))
            with wanted.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(lines[-1]) + "\n")
    finally:
        opponent.stop()
    return lines


if __name__ == "__main__":
    main()
