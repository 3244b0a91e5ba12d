"""Measure how strong the bots are: the table in docs/build/bots.md.

python scripts/strength.py               all cells, hours on one core; stop and go on at will
python scripts/strength.py --only tigris --workers 2
python scripts/strength.py --show        the table from what has been played so far
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from triarchy.arena import run_tournament, summarise
from triarchy.arena.plan import plan
from triarchy.arena.running import open_folder
from triarchy.bots.named import split


@dataclass(frozen=True)
class Cell:
    """One line of the table: the first bot's share of wins against the others."""

    game: str
    players: int
    bots: str
    games: int
    wanted: str

    @property
    def folder(self) -> str:
        plain = self.bots.replace(":", "-").replace(",", "-").replace("=", "")
        return f"{self.game}-{self.players}-{plain}"


def against(hero: str, others: str, players: int) -> str:
    return ",".join([hero] + [others] * (players - 1))


CELLS = [
    Cell("meridian", 2, "greedy,random", 200, "95 %"),
    Cell("tigris", 2, "greedy,random", 200, "95 %"),
    Cell("china", 3, against("greedy", "random", 3), 200, "90 %"),
    Cell("meridian", 4, against("greedy", "random", 4), 200, "90 %"),
    Cell("tigris", 4, against("greedy", "random", 4), 200, "90 %"),
    Cell("china", 4, against("greedy", "random", 4), 200, "90 %"),
    *[
        Cell(
            game,
            players,
            against("search:ms=100", "greedy", players),
            300 if (game, players) == ("tigris", 4) else 100,
            wanted,
        )
        for players, wanted in ((2, "65 %"), (3, "55 %"), (4, "50 %"))
        for game in ("meridian", "tigris", "china")
        if (game, players) != ("china", 2)
    ],
    Cell("meridian", 2, "search:sims=1000,search:sims=250", 40, "over 50 %"),
    Cell("tigris", 2, "search:sims=1000,search:sims=250", 60, "over 50 %"),
    Cell("china", 3, against("search:sims=1000", "search:sims=250", 3), 180, "over 33 %"),
    *[
        Cell(game, 4, against("search:ms=1000", "greedy", 4), 60, "over 50 %")
        for game in ("meridian", "tigris", "china")
    ],
]


def row(cell: Cell, result: dict) -> str:
    """One line of the table in Markdown."""
    hero = result["bots"][0]
    low, high = hero["win_share_interval"]
    others = " + ".join(split(cell.bots)[1:2])
    return (
        f"| {cell.game} | {cell.players} | `{hero['bot']}` | `{others}` | {result['played']} "
        f"| {cell.wanted} | {hero['win_share']:.1%} | {low:.1%} to {high:.1%} |"
    )


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--only", default="", help="cells whose name holds this text")
    reader.add_argument("--workers", type=int, default=None)
    reader.add_argument("--out", type=Path, default=Path("arena/strength"))
    reader.add_argument("--show", action="store_true", help="play nothing more")
    asked = reader.parse_args()
    print("| game | players | bot | against each | games | wanted | win share | 95 % interval |")
    print("|---|---|---|---|---|---|---|---|")
    for cell in CELLS:
        if asked.only not in cell.folder:
            continue
        tournament = plan(cell.game, split(cell.bots), cell.games, cell.players, seed=1)
        folder = asked.out / cell.folder
        if asked.show:
            lines = open_folder(tournament, folder) if folder.exists() else []
        else:
            lines = run_tournament(tournament, folder, asked.workers)
        if lines:
            print(row(cell, summarise(tournament, lines)), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("Stopped. Nothing is lost: the same command goes on.") from None
