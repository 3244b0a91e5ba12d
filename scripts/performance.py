"""Measure random games and write the table and the plot of docs/lab/performance.md.

    python scripts/performance.py

Rates are per second of processor time on one core, which other work on the machine disturbs little.
On a machine with nothing else to do, `--clock` measures by the clock, on one core and on all in turns.
"""

from __future__ import annotations

import argparse
import statistics
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from observed_games import observed_games

import triarchy
from triarchy.engine.cores import cores
from triarchy.kit import svg
from triarchy.kit.definition import DEFINITIONS
from triarchy.shell.bench import machine
from triarchy.table.game import Game
from triarchy.table.prepare import playout_arguments

DOCS = Path(__file__).resolve().parent.parent / "docs"
START, END = "<!-- figures: begin -->", "<!-- figures: end -->"
COSTS_START, COSTS_END = "<!-- costs: begin -->", "<!-- costs: end -->"
COSTS = """| game | players | legal list, ns | move, set-up, scoring, ns | observation, ns |
|---|---|---|---|---|"""
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
    together: float | None
    """and on all cores together."""


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
        if clock:
            together.append(cores() * rate(game, cores(), cores() * games, number, clock)[0])
    return Figures(
        name,
        players,
        length,
        statistics.median(alone),
        min(alone),
        max(alone),
        statistics.median(together) if together else None,
    )


def table(rows: list[Figures], rounds: int, clock: bool) -> str:
    described = ", ".join(f"{key} {value}" for key, value in machine().items())
    second = "of the clock" if clock else "of processor time"
    heads = ["game", "players", "decisions a game", "games/s", "million decisions/s"]
    if clock:
        heads += [f"on {cores()} cores", "scaling"]
    lines = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d}: {described}. One core, medians of {rounds} rounds, "
        f"per second {second}; slowest and fastest round in brackets.",
        "",
        f"| {' | '.join(heads)} |",
        "|---" * len(heads) + "|",
    ]
    for row in rows:
        cells = [
            DEFINITIONS[row.name].title,
            f"{row.players}",
            f"{row.length:.0f}",
            f"{row.one / row.length:,.0f}",
            f"{row.one / 1e6:.1f} ({row.least / 1e6:.1f} to {row.most / 1e6:.1f})",
        ]
        if row.together:
            cells += [f"{row.together / 1e6:.1f}", f"{row.together / row.one:.2f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def plot(rows: list[Figures]) -> str:
    """Bars of decisions a second: on one core, and behind it on all of them where measured."""
    height, left, width = 30 * len(rows) + 64, 210.0, 420.0
    most = max(row.together or row.one for row in rows)
    whole = svg.svg(720, height, font_family="system-ui, sans-serif", font_size=13)
    whole.add(svg.rect(0, 0, 720, height, fill=PAPER))
    title = "Million decisions a second on one core"
    if rows[0].together:
        title += f", and on {cores()} (pale)"
    whole.add(svg.text(16, 26, title, fill=INK))
    for number, row in enumerate(rows):
        y = 44 + 30 * number
        words = f"{DEFINITIONS[row.name].title}, {row.players} players"
        whole.add(svg.text(16, y + 15, words, fill=INK))
        values = [value for value in (row.together, row.one) if value]
        for value in values:
            part, colour = width * value / most, COLOURS.get(row.name, LINE)
            opacity = "1" if value == row.one else "0.4"
            whole.add(svg.rect(left, y, part, 20, fill=colour, fill_opacity=opacity))
        words = ", ".join(f"{value / 1e6:.1f}" for value in reversed(values))
        whole.add(svg.text(left + width * values[0] / most + 6, y + 15, words, fill=INK))
    return str(whole)


def profile(name: str, players: int, rounds: int = 9) -> str:
    """What a decision is made of, in nanoseconds: a row of the second table.

    Making lists and observations thrice instead of once, and not at all, tells what one costs.
    """
    game = triarchy.game(name, players)
    arguments = playout_arguments(game.definition, game.board, players, game.option_bits, 1, 300)
    seen = np.zeros(game.definition.observation, np.int8)

    def spent(looks: int, lists: int) -> float:
        begun = time.process_time()
        decisions = observed_games(*arguments, seen, looks, lists)
        return (time.process_time() - begun) / decisions * 1e9

    spent(1, 1)
    parts = []
    for _ in range(rounds):
        bare, listed, looked = spent(0, 1), spent(0, 3), spent(2, 1)
        legal, observation = (listed - bare) / 2, (looked - bare) / 2
        parts.append((legal, bare - legal, observation))
    cells = [f"{statistics.median(part):.0f}" for part in zip(*parts, strict=True)]
    return f"| {game.definition.title} | {players} | {' | '.join(cells)} |"


def write(page: str, start: str, end: str, text: str) -> str:
    """The page with the text between two marks."""
    before, rest = page.split(start)
    return f"{before}{start}\n{text}\n{end}{rest.split(end)[1]}"


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
    costs = "\n".join([COSTS, *(profile(name, 4) for name in ("meridian", "china", "tigris"))])
    print(text, costs, sep="\n\n")
    if options.dry:
        return
    path = DOCS / "lab" / "performance.md"
    page = write(path.read_text("utf-8"), START, END, text)
    path.write_text(write(page, COSTS_START, COSTS_END, costs), "utf-8")
    (DOCS / "pictures").mkdir(exist_ok=True)
    (DOCS / "pictures" / "performance.svg").write_text(plot(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
