"""Measure how balanced the games are among equal bots: the tables in docs/lab/balance.md.

python scripts/balance.py --bot hard --games 200
"""

from __future__ import annotations

import argparse
from pathlib import Path

from triarchy.arena import run_tournament, summarise
from triarchy.arena.plan import plan
from triarchy.kit.definition import DEFINITIONS


def row(name: str, players: int, result: dict) -> str:
    """One line of the table in Markdown."""
    seats = result["seats"]
    wins = ", ".join(f"{seat['win_share']:.0%}" for seat in seats)
    half = (seats[0]["win_share_interval"][1] - seats[0]["win_share_interval"][0]) / 2
    scores = ", ".join(f"{seat['score']['mean']:.1f}" for seat in seats)
    spread = sum(seat["score"]["deviation"] for seat in seats) / players
    turns = result["turns"]
    return (
        f"| {name} | {players} | {result['played']} | {wins} | ± {half:.0%} | {scores} "
        f"| {spread:.1f} | {turns['mean']:.1f} ({turns['least']} to {turns['most']}) "
        f"| {result['ties'] / max(1, result['played']):.1%} |"
    )


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--bot", default="hard")
    reader.add_argument("--games", type=int, default=200)
    reader.add_argument("--only", default="", help="only this game")
    reader.add_argument("--workers", type=int, default=None)
    reader.add_argument("--out", type=Path, default=Path("arena/balance"))
    asked = reader.parse_args()
    print(
        "| game | players | games | wins by seat | 95 % | mean score by seat | deviation "
        "| turns | shared wins |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for name in DEFINITIONS.names():
        least, most = DEFINITIONS[name].players
        if asked.only not in name:
            continue
        for players in range(least, most + 1):
            tournament = plan(name, [asked.bot] * players, asked.games, players, seed=2)
            folder = asked.out / f"{asked.bot.replace(':', '-')}-{name}-{players}"
            lines = run_tournament(tournament, folder, asked.workers)
            print(row(name, players, summarise(tournament, lines)), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("Stopped. Nothing is lost: the same command goes on.") from None
