"""`triarchy simulate`: many games, summed up."""

from __future__ import annotations

import json
import time
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable

from triarchy import simulate as simulate_games
from triarchy.engine.results import win_shares_of_games
from triarchy.shell.options import (
    BoardName,
    Json,
    Name,
    Options,
    Players,
    Seed,
    positive,
    read_game,
)
from triarchy.shell.progress import prepare_game
from triarchy.table.game import read_seed


def simulate(
    name: Name,
    players: Players = None,
    board: BoardName = None,
    option: Options = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Number of games.")] = 10_000,
    seed: Seed = None,
    bots: Annotated[
        str, typer.Option("--bots", help="Player in every seat: random or greedy.")
    ] = "random",
    device: Annotated[
        str, typer.Option("--device", help="Device: cpu (all cores) or cuda.")
    ] = "cpu",
    as_json: Json = False,
) -> None:
    """Play whole games with random or greedy moves and summarise scores, wins and lengths.

    Example: triarchy simulate china --players 3 --games 100000
    """
    played = read_game(name, players, board, option)
    positive(games, "--games", 100_000_000)
    number = read_seed(seed) if seed is not None else 0
    prepare_game(name)
    begun = time.perf_counter()
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task(f"{played.definition.title}", total=games)
        result = simulate_games(
            played,
            games,
            number,
            progress=lambda done: bar.advance(task, done),
            device=device,
            bots=bots,
        )
    seconds = time.perf_counter() - begun
    wins = win_shares_of_games(result.ranking)
    summary = {
        "game": name,
        "players": played.players,
        "board": played.board.id,
        "options": played.options,
        "games": games,
        "seed": str(number),
        "bots": bots,
        "device": device,
        "seconds": round(seconds, 3),
        "decisions": int(result.lengths.sum()),
        "seats": [
            {
                "win_share": round(float(wins[:, seat].mean()), 4),
                "mean_rank": round(float(result.ranking[:, seat].mean()), 4),
                "mean_scores": dict(
                    zip(
                        played.definition.score_parts,
                        np.round(result.scores[:, seat].mean(axis=0), 3).tolist(),
                        strict=True,
                    )
                ),
            }
            for seat in range(played.players)
        ],
        "length": {
            "mean": round(float(result.lengths.mean()), 2),
            "least": int(result.lengths.min()),
            "most": int(result.lengths.max()),
        },
    }
    if as_json:
        print(json.dumps(summary))
        return
    console = Console()
    console.print(
        f"{played.definition.title}, {played.players} players, {games:,} {bots} games "
        f"in {seconds:.1f} s, {summary['length']['mean']} decisions a game"  # type: ignore[index]
    )
    table = RichTable("seat", "win share", "mean rank", *played.definition.score_parts, box=None)
    for seat, row in enumerate(summary["seats"]):  # type: ignore[arg-type, var-annotated]
        table.add_row(
            str(seat),
            f"{row['win_share']:.1%}",
            f"{row['mean_rank']:.2f}",
            *(f"{value:.2f}" for value in row["mean_scores"].values()),
        )
    console.print(table)
