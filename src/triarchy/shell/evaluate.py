"""`triarchy evaluate`: a bot against fixed opponents on fixed deals, for figures that can be compared."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from triarchy.arena import evaluation as protocol
from triarchy.arena.scale import alpha_rank_module
from triarchy.engine.errors import BadRequest
from triarchy.shell.options import Json, Players, positive
from triarchy.shell.progress import prepare_game


def evaluate(
    bot: Annotated[
        str, typer.Argument(help="The bot: my_bot.py, program:COMMAND, or one of the arena's.")
    ] = "",
    only: Annotated[
        str | None, typer.Option("--only", help="One game alone; all of them if not named.")
    ] = None,
    players: Players = None,
    games: Annotated[
        int, typer.Option("--games", "-n", help="How many games among each opponent.")
    ] = protocol.GAMES_EACH,
    out: Annotated[
        Path | None, typer.Option("--out", help="The folder that keeps the games and figures.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", "-w", help="Worker processes; all cores if not named."),
    ] = None,
    check: Annotated[
        Path | None, typer.Option("--check", help="Check the folder of an evaluation instead.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Evaluate a bot on fixed deals against fixed opponents. Stop at any time; the same command resumes it.

    Example: triarchy evaluate my_bot.py --only meridian
    """
    if check is not None:
        alpha_rank_module()
        number = protocol.check(check)
        print(f"{number} games, replayed: the figures follow from them.")
        return
    if not bot:
        raise BadRequest("Name a bot to evaluate, or --check a folder.")
    positive(games, "--games", 100_000)
    if workers is not None:
        positive(workers, "--workers", 1024)
    asked = protocol.Evaluation(bot, wanted_kinds(only, players), games)
    for name in dict.fromkeys(kind.game for kind in asked.kinds):
        prepare_game(name)
    protocol.check_bot(asked)
    folder = out or Path("evaluations") / default_name(asked)
    lines = play_with_bar(asked, folder, workers)
    document = protocol.figures(asked.settings(), lines)
    protocol.write(folder, document)
    if as_json:
        print(json.dumps(document))
    else:
        show(document, folder)


def wanted_kinds(only: str | None, players: int | None) -> tuple[protocol.Kind, ...]:
    kinds = tuple(
        kind
        for kind in protocol.all_kinds()
        if only in (None, kind.game) and players in (None, kind.players)
    )
    if not kinds:
        names = ", ".join(kind.name for kind in protocol.all_kinds())
        raise BadRequest(f"Bots are evaluated in {names} (game and players), not in what you name.")
    return kinds


def default_name(asked: protocol.Evaluation) -> str:
    """A folder name of its own for each bot as it is now."""
    settings = protocol.Evaluation(asked.bot, tuple(protocol.all_kinds())).settings()
    digest = hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()
    plain = "".join(one if one.isalnum() else "-" for one in Path(asked.bot).stem)
    return f"{plain}-{digest[:8]}"


def play_with_bar(
    asked: protocol.Evaluation, folder: Path, workers: int | None
) -> list[dict[str, Any]]:
    """Play with a progress bar on standard error; Ctrl-C keeps what is finished."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(asked.bot, total=None)
        try:
            return protocol.play(
                asked,
                folder,
                workers,
                lambda done, total: bar.update(task, completed=done, total=total),
            )
        except KeyboardInterrupt:
            bar.stop()
            console.print(f"The games so far are in {folder}; the same command goes on.")
            raise


def show(document: dict[str, Any], folder: Path) -> None:
    """The figures in the terminal."""
    console = Console()
    title = f"{document['bot']}: {document['games']} games, protocol {document['protocol']}"
    console.print(title, markup=False, style="bold")
    shares = RichTable("game", "among", "its rating", "games", "win share", "95 %", box=None)
    for kind in document["kinds"]:
        for one in kind["opponents"]:
            low, high = one["interval"]
            shares.add_row(
                kind["kind"],
                one["opponent"],
                str(one["rating"]),
                str(one["games"]),
                f"{one['win_share']:.1%}",
                f"{low:.1%} to {high:.1%}",
            )
    console.print(shares)
    for kind in document["kinds"]:
        low, high = kind["rating_interval"]
        lost = kind["lost_by_forfeit"]
        console.print(
            f"\n{kind['kind']}: rating {kind['rating']} ({low} to {high})"
            + (f", {lost} games lost by forfeit" if lost else ""),
            style="bold",
        )
        matrix = RichTable("pay-off, as between two", *kind["bots"], "alpha-rank", box=None)
        for name, row, mass in zip(kind["bots"], kind["pay_offs"], kind["alpha_rank"], strict=True):
            matrix.add_row(name, *(f"{share:.2f}" for share in row), f"{mass:.2f}")
        console.print(matrix)
    console.print(
        f"\nMean rating in {len(document['kinds'])} of {len(protocol.all_kinds())} kinds of games: "
        f"{document['rating']} ± {document['rating_interval']}\n"
        f"For others to check: {folder}",
        markup=False,
        soft_wrap=True,
    )
