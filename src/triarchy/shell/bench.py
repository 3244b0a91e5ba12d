"""`triarchy bench`: how fast the engine plays, measured honestly.

Uniform random play, the full legal list made at every decision. Runs are repeated and the median
is given, with the fastest and the slowest beside it.
"""

from __future__ import annotations

import json
import platform
import statistics
import time
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable

from triarchy import __version__, simulate
from triarchy.engine.compiled import INTERPRETED
from triarchy.engine.cores import cores
from triarchy.engine.native import need_native
from triarchy.kit.definition import DEFINITIONS
from triarchy.shell.options import Json, positive
from triarchy.shell.progress import prepare_game
from triarchy.table.game import Game, game


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    import numba

    processor = platform.processor()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
        processor = names[0] if names else processor
    except OSError:
        pass
    return {
        "processor": processor,
        "cores": cores(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "triarchy": __version__,
    }


def measure(played: Game, workers: int, seconds: float, runs: int) -> dict[str, Any]:
    """Games and decisions a second: the median of several runs of about that many seconds."""
    games = 20 if INTERPRETED else 2_000
    begun = time.perf_counter()
    simulate(played, games, 1, workers)
    games = max(games, int(games * seconds / (time.perf_counter() - begun)))
    rates, decisions = [], []
    for run in range(runs):
        begun = time.perf_counter()
        result = simulate(played, games, run, workers)
        passed = time.perf_counter() - begun
        rates.append(games / passed)
        decisions.append(int(result.lengths.sum()) / passed)
    return {
        "game": played.name,
        "players": played.players,
        "backend": "interpreter" if INTERPRETED else "cpu",
        "cores": workers,
        "games_per_second": round(statistics.median(rates)),
        "least": round(min(rates)),
        "most": round(max(rates)),
        "decisions_per_second": round(statistics.median(decisions)),
    }


def bench(
    name: Annotated[str | None, typer.Argument(help="Game to measure (default: all).")] = None,
    runs: Annotated[int, typer.Option("--runs", help="Runs per figure.")] = 5,
    seconds: Annotated[float, typer.Option("--seconds", help="Approximate length of a run.")] = 1.0,
    bots: Annotated[bool, typer.Option("--bots", help="Measure the search bot as well.")] = False,
    as_json: Json = False,
) -> None:
    """Measure games and decisions per second, by game, players and cores.

    Uniform random play with the full legal list at every decision.
    Example: triarchy bench meridian --runs 7
    """
    positive(runs, "--runs", 1000)
    need_native("triarchy bench")
    names = [name] if name else DEFINITIONS.names()
    plan = []
    for one in names:
        least, most = DEFINITIONS[one].players
        prepare_game(one)
        for players in range(least, most + 1):
            plan += [(one, players, workers) for workers in sorted({1, cores()})]
    rows, bot_rows = [], []
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("Measuring", total=len(plan))
        for one, players, workers in plan:
            rows.append(measure(game(one, players), workers, seconds, runs))
            bar.advance(task)
    if bots:
        from triarchy.bots.bench import bench_rows

        bot_rows = bench_rows(names)
    if as_json:
        print(json.dumps({"machine": machine(), "rows": rows, "bots": bot_rows}))
        return
    console = Console()
    console.print(", ".join(f"{key} {value}" for key, value in machine().items()))
    show(console, rows)
    if bot_rows:
        show(console, bot_rows)


def show(console: Console, rows: list[dict[str, Any]]) -> None:
    """Rows of figures as a table."""
    table = RichTable(box=None, pad_edge=False)
    for key, value in rows[0].items():
        table.add_column(
            key.replace("_", " "), justify="left" if isinstance(value, str) else "right"
        )
    for row in rows:
        table.add_row(*(f"{v:,}" if isinstance(v, int | float) else str(v) for v in row.values()))
    console.print(table)
