"""Small games with the whole rules, which OpenSpiel's exact solvers solve: last moves of random games.

    python scripts/small_games.py find
    python scripts/small_games.py solve --write

`find` looks for positions near the end whose whole tree is no larger, over some deals of what is hidden, and writes the best of
each game into `src/triarchy/research/small/`. `solve` plays CFR+ in each, and works out exactly how much the best responses of all
seats gain together (OpenSpiel's NashConv) against what CFR+ found, against chance and against each bot; `--write` puts the
table into docs/research/small-games.md.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

import triarchy
import triarchy.research.openspiel_game  # registers the games
from triarchy.bots import bot
from triarchy.research.openspiel_game import SMALL
from triarchy.research.single import Single

KINDS = (("meridian", 2, 4, 900), ("tigris", 2, 4, 900), ("china", 3, 2, 6000))
"""Game, players, deals of what is hidden, and how many decisions a tree has at most over all deals."""
BOTS = ("random", "greedy", "search:sims=20", "champion:sims=100")
PAGE = Path(__file__).parents[1] / "docs" / "research" / "small-games.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


# Finding


def walk(single: Single, limit: int) -> tuple[int, np.ndarray, set[int]]:
    """How many decisions the tree below has, at most so many, what each seat gets if everything is chosen by chance, and
    which seats have a decision that makes a difference to them."""
    if single.over:
        return 0, np.array(single.rewards()), set()
    count, values, deciding = 1, [], set()
    for action in single.legal():
        child = single.copy()
        child.play(action)
        below, value, others = walk(child, limit - count)
        count += below
        values.append(value)
        deciding |= others
        if count >= limit:
            break
    seat = single.to_move
    if np.ptp([value[seat] for value in values]) > 1e-9:
        deciding.add(seat)
    return count, np.mean(values, axis=0), deciding


def states_of(game: triarchy.Game, seed: int) -> list[Single]:
    """The positions of a random game."""
    chance, single, found = np.random.default_rng(seed), Single(game, seed), []
    while not single.over:
        found.append(single.copy())
        single.play(int(chance.choice(single.legal())))
    return found


def find(name: str, players: int, deals: int, largest: int, games: int) -> None:
    """The largest tree that is small enough, in which more than one seat has something to decide."""
    game, best = triarchy.game(name, players), (0, None, 0)
    for seed in range(games):
        for state in reversed(states_of(game, seed)):
            total, deciding = 0, set()
            for deal in range(deals):
                count, _, seats = walk(state.dealt_to_all(deal), largest - total)
                total += count
                deciding |= seats
                if total >= largest:
                    break
            if total >= largest:
                break
            if len(deciding) > 1 and total > best[0]:
                best = (total, state, seed)
    total, state, seed = best
    if state is None:
        raise SystemExit(f"No game of {name} ends in a tree as small as {largest}.")
    SMALL.mkdir(exist_ok=True)
    document = game.document(state.state)
    path = SMALL / f"{name}-{players}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    print(f"{path}: {total} decisions in {deals} deals, from the game with seed {seed}")


# Solving


def load(name: str, players: int, deals: int) -> Any:
    return pyspiel.load_game(f"triarchy_{name}(start={name}-{players},deals={deals})")


def policy_of(game: Any, text: str) -> Any:
    """A bot as an OpenSpiel policy: what it chooses at each information state, with seed 0."""
    from open_spiel.python import policy

    if text == "random":
        return policy.UniformRandomPolicy(game)
    player = bot(text)

    def chosen(state: Any) -> dict[int, float]:
        seat = state.current_player()
        view = state.single.view(seat)
        return {player.choose(state.single.game, view, seat, 0): 1.0}

    return policy.tabular_policy_from_callable(game, chosen)


def solve(name: str, players: int, deals: int, iterations: int) -> dict[str, Any]:
    """Sizes and NashConv of one small game."""
    from open_spiel.python.algorithms import cfr, exploitability

    game = load(name, players, deals)
    begun = time.process_time()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    solved = solver.average_policy()
    spent = time.process_time() - begun
    row = {
        "game": f"{name}-{players}",
        "deals": deals,
        "information states": len(solved.state_lookup),
        "iterations": iterations,
        "seconds": round(spent),
        "CFR+": exploitability.nash_conv(game, solved, use_cpp_br=False),
    }
    for text in BOTS:
        row[text] = exploitability.nash_conv(game, policy_of(game, text), use_cpp_br=False)
    return row


def table(rows: list[dict[str, Any]]) -> str:
    """The figures in Markdown."""
    heads = ["game", "deals", "information states", "iterations", "seconds", "CFR+", *BOTS]
    shown = ["game", "deals", "information states", "CFR+ iterations", "seconds of them", "CFR+"]
    lines = [
        "| " + " | ".join([*shown, *(f"`{text}`" for text in BOTS)]) + " |",
        "|---" + "|---:" * (len(heads) - 1) + "|",
    ]
    for row in rows:
        cells = [f"{row[key]:.4f}" if isinstance(row[key], float) else row[key] for key in heads]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("what", choices=("find", "solve"))
    reader.add_argument("--only", nargs="+", default=[kind[0] for kind in KINDS])
    reader.add_argument(
        "--games", type=int, default=60, help="Games in which a position is sought."
    )
    reader.add_argument("--iterations", type=int, default=100, help="Iterations of CFR+.")
    reader.add_argument("--write", action="store_true", help="Put the table into the docs.")
    asked = reader.parse_args()
    kinds = [kind for kind in KINDS if kind[0] in asked.only]
    if asked.what == "find":
        for kind in kinds:
            find(*kind, asked.games)
        return
    rows = []
    for name, players, deals, _ in kinds:
        rows.append(solve(name, players, deals, asked.iterations))
        print(rows[-1], flush=True)
    if asked.write:
        page = PAGE.read_text("utf-8")
        before, rest = page.split(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{table(rows)}{END}{rest.split(END)[1]}", "utf-8")
    print(table(rows), end="")


if __name__ == "__main__":
    main()
