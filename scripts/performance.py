"""Measure random games and write the table and the plot of docs/performance.md.

    python scripts/performance.py

Rates are per second of processor time, which other work on the machine disturbs little; the runs on
one thread and on all cores take turns. On a calm machine the clock tells the same: see `--clock`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import triarchy
from triarchy.engine import svg
from triarchy.engine.definition import DEFINITIONS
from triarchy.engine.simulate import cores
from triarchy.shell.bench import machine
from triarchy.table.game import Game

DOCS = Path(__file__).resolve().parent.parent / "docs"
START, END = "<!-- figures: begin -->", "<!-- figures: end -->"
PAPER, INK, LINE = "#f4ead5", "#3a2a1a", "#cdbb97"
COLOURS = {"meridian": "#2c8f84", "tigris": "#c8641e", "china": "#6b7f99"}


class Figures(NamedTuple):
    """What was measured of one game: medians of several rounds."""

    name: str
    players: int
    length: float
    """Mean decisions of a game."""
    one: float
    """Decisions a second on one thread;"""
    least: float
    most: float
    together: float
    """and on all cores, per core."""


def rate(game: Game, workers: int, games: int, seed: int, clock: bool) -> tuple[float, float]:
    """Decisions a second and core, and the mean length of the games."""
    now = time.perf_counter if clock else time.process_time
    begun = now()
    result = triarchy.simulate(game, games, seed, workers)
    passed = (now() - begun) * (workers if clock else 1)
    return float(result.lengths.sum()) / passed, float(result.lengths.mean())


def measure(name: str, players: int, rounds: int, seconds: float, clock: bool) -> Figures:
    game = triarchy.game(name, players)
    first, length = rate(game, 1, 1_000, 0, clock)
    games = max(1_000, int(first * seconds / length))
    alone, together = [], []
    for number in range(rounds):
        alone.append(rate(game, 1, games, number, clock)[0])
        together.append(rate(game, cores(), cores() * games, number, clock)[0])
    return Figures(
        name,
        players,
        length,
        statistics.median(alone),
        min(alone),
        max(alone),
        statistics.median(together),
    )


def table(rows: list[Figures], rounds: int, clock: bool) -> str:
    described = ", ".join(f"{key} {value}" for key, value in machine().items())
    second = "of the clock" if clock else "of processor time"
    scaling = "scaling" if clock else "scaling in processor time"
    lines = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d}: {described}. Medians of {rounds} rounds, per second "
        f"{second}; slowest and fastest round in brackets.",
        "",
        f"| game | players | decisions a game | games/s, one core | million decisions/s, one core | on {cores()} cores | {scaling} |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        million = f"{row.one / 1e6:.1f} ({row.least / 1e6:.1f} to {row.most / 1e6:.1f})"
        lines.append(
            f"| {DEFINITIONS[row.name].title} | {row.players} | {row.length:.0f} | "
            f"{row.one / row.length:,.0f} | {million} | {cores() * row.together / 1e6:.1f} | "
            f"{cores() * row.together / row.one:.2f} |"
        )
    return "\n".join(lines)


def plot(rows: list[Figures]) -> str:
    """Bars of decisions a second: on one core, and on all of them behind it."""
    height, left, width = 30 * len(rows) + 64, 210.0, 420.0
    most = max(cores() * row.together for row in rows)
    whole = svg.svg(720, height, font_family="system-ui, sans-serif", font_size=13)
    whole.add(svg.rect(0, 0, 720, height, fill=PAPER))
    title = f"Million decisions a second: one core, and {cores()} (pale)"
    whole.add(svg.text(16, 26, title, fill=INK))
    for number, row in enumerate(rows):
        y = 44 + 30 * number
        words = f"{DEFINITIONS[row.name].title}, {row.players} players"
        whole.add(svg.text(16, y + 15, words, fill=INK))
        for decisions, opacity in ((cores() * row.together, "0.4"), (row.one, "1")):
            part, colour = width * decisions / most, COLOURS.get(row.name, LINE)
            whole.add(svg.rect(left, y, part, 20, fill=colour, fill_opacity=opacity))
        values = f"{row.one / 1e6:.1f}, {cores() * row.together / 1e6:.1f}"
        end = left + width * cores() * row.together / most
        whole.add(svg.text(end + 6, y + 15, values, fill=INK))
    return str(whole)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.2, help="per run")
    parser.add_argument("--clock", action="store_true", help="measure by the clock")
    parser.add_argument("--dry", action="store_true", help="print the table, write nothing")
    options = parser.parse_args()
    rows = []
    for name in ("meridian", "china", "tigris"):
        least, most = DEFINITIONS[name].players
        for players in range(least, most + 1):
            rows.append(measure(name, players, options.rounds, options.seconds, options.clock))
    text = table(rows, options.rounds, options.clock)
    print(text)
    if options.dry:
        return
    page = DOCS / "performance.md"
    before, rest = page.read_text("utf-8").split(START)
    page.write_text(f"{before}{START}\n{text}\n{END}{rest.split(END)[1]}", "utf-8")
    (DOCS / "pictures").mkdir(exist_ok=True)
    (DOCS / "pictures" / "performance.svg").write_text(plot(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
