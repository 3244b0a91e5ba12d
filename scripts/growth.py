"""How strength grows with time: one bot with 10, 100, 1,000 ms a turn at tables of greedy ones.

    python scripts/growth.py play growth.jsonl --bot champion --ms 10 --games 60
    python scripts/growth.py plot growth.jsonl --out docs/lab/growth.svg

`play` adds a line for each game of four players, so it goes on where it was stopped; `plot` prints the table and
draws it.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from pathlib import Path

import triarchy
from triarchy.arena.page import COLOURS, GREY
from triarchy.bots import bot, play_game
from triarchy.bots.search import Search
from triarchy.engine.results import win_shares
from triarchy.kit.svg import Element, circle, line, svg, text

GAMES = ("meridian", "china", "tigris")
BOTS = ("search", "champion")
PLAYERS = 4
FIRST_SEED = 60_000
TIMES = (10, 100, 1000)
SIDE, GAP = 170.0, 40.0
Cells = dict[tuple[str, str, int], list[float]]


def read(path: Path) -> Cells:
    """What was won in each game, by game, kind of bot and time."""
    cells: Cells = defaultdict(list)
    for row in path.read_text().splitlines() if path.exists() else ():
        one = json.loads(row)
        cells[one["game"], one["bot"], one["ms"]].append(one["won"])
    return cells


def play(path: Path, kind: str, ms: int, games: int, only: str) -> None:
    Search.patience = 1e6
    for name in GAMES:
        if only not in name:
            continue
        game = triarchy.game(name, PLAYERS)
        hero, others = bot(f"{kind}:ms={ms}"), bot("greedy")
        for number in range(len(read(path)[name, kind, ms]), games):
            seat = number % PLAYERS
            table = [hero if s == seat else others for s in range(PLAYERS)]
            played = play_game(game, table, FIRST_SEED + number // PLAYERS)
            row = {"game": name, "bot": kind, "ms": ms, "won": win_shares(played.ranking)[seat]}
            with path.open("a") as file:
                file.write(json.dumps(row) + "\n")


def interval(won: list[float]) -> tuple[float, float, float]:
    """The share of the wins and Wilson's 95 % interval."""
    count, share, z = len(won), sum(won) / len(won), 1.96
    middle = (share + z * z / 2 / count) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / 4 / count**2) / (1 + z * z / count)
    return share, middle - half, middle + half


def plot(cells: Cells) -> str:
    """A picture for each game: across the time, tenfold each step; up the share of the wins."""
    drawn: list[Element] = [text(10, 18, "one against three greedy; across: ms a turn; up: wins")]
    for k, kind in enumerate(BOTS):
        drawn.append(text(360 + 80 * k, 18, kind, fill=COLOURS[k]))
    for place, name in enumerate(GAMES):
        left, top = GAP + place * (SIDE + GAP), 56.0
        drawn.append(text(left, top - 10, triarchy.game(name).definition.title))
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = top + SIDE * (1 - share)
            drawn.append(line(left, y, left + SIDE, y, stroke=GREY, stroke_width=0.5))
            drawn.append(text(left - 4, y + 4, f"{share:.0%}", text_anchor="end"))
        for step, ms in enumerate(TIMES):
            x = left + SIDE * (0.15 + 0.35 * step)
            drawn.append(text(x, top + SIDE + 16, str(ms), text_anchor="middle"))
            for k, kind in enumerate(BOTS):
                if not cells[name, kind, ms]:
                    continue
                share, low, high = (top + SIDE * (1 - v) for v in interval(cells[name, kind, ms]))
                at = x + 6 * k - 3
                drawn.append(line(at, low, at, high, stroke=COLOURS[k]))
                drawn.append(circle(at, share, 4, fill=COLOURS[k]))
    size = (GAP + len(GAMES) * (SIDE + GAP), 56 + SIDE + GAP)
    style = "font: 12px system-ui, sans-serif; background: #fbfaf7"
    return str(svg(*size, *drawn, role="img", aria_label="Strength by time", style=style))


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("what", choices=("play", "plot"))
    reader.add_argument("path", type=Path)
    reader.add_argument("--bot", choices=BOTS, default="champion")
    reader.add_argument("--ms", type=int, choices=TIMES, default=10)
    reader.add_argument("--games", type=int, default=60)
    reader.add_argument("--only", default="", help="only this game")
    reader.add_argument("--out", type=Path, default=Path("growth.svg"))
    asked = reader.parse_args()
    if asked.what == "play":
        play(asked.path, asked.bot, asked.ms, asked.games, asked.only)
        return
    cells = read(asked.path)
    print("| game | bot | ms | games | win share | 95 % interval |\n|---|---|---|---|---|---|")
    for (name, kind, ms), won in sorted(cells.items()):
        share, low, high = interval(won)
        print(
            f"| {name} | `{kind}` | {ms:,} | {len(won)} | {share:.1%} | {low:.1%} to {high:.1%} |"
        )
    asked.out.write_text(plot(cells) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
