"""`triarchy dataset`: records of strong games, for those who learn from data."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from triarchy.engine.errors import BadRequest
from triarchy.research import dataset as data
from triarchy.shell.options import Name, Players, Seed, check_writable, positive
from triarchy.shell.progress import prepare_game
from triarchy.table.game import read_seed


def dataset(
    name: Name,
    out: Annotated[Path, typer.Option("--out", help="The file of records, one a line.")],
    decisions: Annotated[
        int,
        typer.Option(
            "--decisions", "-n", help="Play whole games until there are this many decisions."
        ),
    ] = 100_000,
    players: Players = None,
    bots: Annotated[
        str, typer.Option("--bots", help="Bots to draw each seat from, separated by commas.")
    ] = ",".join(data.STRONG),
    seed: Seed = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", "-w", help="Worker processes; all cores if not named."),
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", help="Write the decisions as a Parquet file too.")
    ] = None,
) -> None:
    """Make a data set of strong games: the same arguments give the same file, to the byte.

    Example: triarchy dataset meridian --decisions 100000 --out meridian.jsonl --parquet meridian.parquet
    """
    from triarchy.bots.named import split

    positive(decisions, "--decisions", 1_000_000_000)
    if workers is not None:
        positive(workers, "--workers", 1024)
    for path in (out, *([parquet] if parquet else [])):
        check_writable(path)
    if parquet is not None:
        data.check_parquet()
    if any(re.search(r"\bms=", one) for one in split(bots)):
        raise BadRequest("Bots of a data set have a budget in simulations, not in milliseconds.")
    prepare_game(name)
    number = read_seed(seed) if seed is not None else 0
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task(name, total=decisions)
        made = data.make(
            name,
            out,
            decisions,
            number,
            split(bots),
            players,
            workers,
            lambda done: bar.update(task, completed=done),
        )
    print(f"{out}: {made:,} decisions")
    if parquet is not None:
        print(f"{parquet}: {data.Dataset(out).to_parquet(parquet):,} decisions")
