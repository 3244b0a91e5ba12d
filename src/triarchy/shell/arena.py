"""`triarchy arena`: a tournament among bots, with ratings that can be believed."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from triarchy.arena.page import forfeits, page, ranked, words
from triarchy.arena.plan import Tournament, plan
from triarchy.arena.running import earlier, run_tournament
from triarchy.arena.summary import summarise
from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import DEFINITIONS
from triarchy.shell.options import (
    BoardName,
    Json,
    Name,
    Options,
    Players,
    Seed,
    positive,
    read_game,
    write_file,
)
from triarchy.shell.progress import prepare_game
from triarchy.table.game import read_seed


def arena(
    name: Name,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", help="Bots to enter, separated by commas: greedy,search:ms=200,random."
        ),
    ] = "greedy,random",
    games: Annotated[int, typer.Option("--games", "-n", help="Number of games.")] = 100,
    players: Players = None,
    board: BoardName = None,
    option: Options = None,
    seed: Seed = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for the games and results.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", "-w", help="Number of worker processes (default: all cores)."),
    ] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", help="Play on the Ray cluster at this address, or auto.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Run a bot tournament. Stop at any time; the same command resumes it.

    Example: triarchy arena tigris --bots greedy,search:ms=200,random --games 200
    """
    tournament = read_tournament(name, bots, games, players, board, option, seed)
    if workers is not None:
        positive(workers, "--workers", 1024)
    folder = out or Path("arena") / default_name(tournament)
    if out is None and (found := earlier(tournament, folder)):
        before, told = found
        print(f"A new tournament: since {before} has changed {'; '.join(told)}.", file=sys.stderr)
    prepare_game(name)
    lines = play_with_bar(tournament, folder, workers, ray)
    result = summarise(tournament, lines)
    title = f"{tournament.played.definition.title}: {len(lines)} games"
    write_file(folder / "results.json", json.dumps(result, indent=1).encode())
    write_file(folder / "results.html", page(result, title).encode())
    if as_json:
        print(json.dumps(result))
    else:
        show(result, title, folder)


def read_tournament(
    name: str,
    bots: str,
    games: int,
    players: int | None,
    board: str | None,
    option: list[str] | None,
    seed: str | None,
) -> Tournament:
    """The tournament that the options name, checked."""
    from triarchy.bots.named import split

    texts = split(bots)
    positive(games, "--games", 10_000_000)
    least, most = DEFINITIONS[name].players
    played = read_game(name, players or max(least, min(most, len(texts))), board, option)
    if played.definition.boards.get(played.board.id) is not played.board:
        raise BadRequest("A tournament is played on one of the game's own boards.")
    return plan(played, texts, games, seed=read_seed(seed) if seed is not None else 0)


def default_name(tournament: Tournament) -> str:
    """A folder name of its own for each tournament."""
    digest = hashlib.sha256(json.dumps(tournament.settings(), sort_keys=True).encode())
    return f"{tournament.game}-{tournament.players}-{digest.hexdigest()[:8]}"


def play_with_bar(
    tournament: Tournament, folder: Path, workers: int | None, ray: str | None
) -> list[dict[str, Any]]:
    """Play with a progress bar on standard error; Ctrl-C keeps what is finished."""
    counted = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    columns = (*counted, TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(tournament.played.definition.title, total=tournament.games)
        try:
            return run_tournament(
                tournament, folder, workers, ray, lambda done: bar.update(task, completed=done)
            )
        except KeyboardInterrupt:
            bar.stop()
            console.print(f"The games so far are in {folder}; the same command goes on.")
            raise


def show(result: dict[str, Any], title: str, folder: Path) -> None:
    """The results as a table in the terminal."""
    console = Console()
    console.print(f"[bold]{title}[/bold]\n{words(result)}")
    table = RichTable(
        "bot",
        "games",
        "rating",
        "win share",
        "95 %",
        "mean rank",
        "ms a turn",
        "forfeits",
        box=None,
    )
    for one in ranked(result):
        low, high = one["win_share_interval"]
        half = (one["rating_interval"][1] - one["rating_interval"][0]) / 2
        table.add_row(
            one["bot"],
            str(one["games"]),
            f"{one['rating']:.1f} ± {half:.1f}",
            f"{one['win_share']:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{one['mean_rank']:.2f}",
            f"{one['ms_per_turn']:.1f}",
            forfeits(one),
        )
    console.print(table)
    seats = ", ".join(
        f"{number}: {seat['win_share']:.1%}" for number, seat in enumerate(result["seats"])
    )
    console.print(f"Win share by seat: {seats}", markup=False)
    console.print(f"Plots: {folder / 'results.html'}", markup=False, soft_wrap=True)
