"""`triarchy review`: where a game was decided, what would have been better, what was luck."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table as Rows

from triarchy.bots.review import EffortName, Review, review
from triarchy.bots.review_words import ReviewWords
from triarchy.engine.errors import BadRequest
from triarchy.shell.options import (
    Json,
    Language,
    check_writable,
    read_json,
    read_language,
    write_file,
)
from triarchy.shell.progress import prepare_game
from triarchy.table.record import read_record
from triarchy.table.table import Table


def review_game(
    record: Annotated[Path, typer.Argument(help="Game file (JSON).")],
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a self-contained HTML page to this file.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Take about a quarter of the time.")
    ] = False,
    deep: Annotated[bool, typer.Option("--deep", help="Take about four times as long.")] = False,
    seed: Annotated[
        int, typer.Option("--seed", help="Seed; the same seed gives the same review.", min=0)
    ] = 0,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Review a finished game: win chances, luck, mistakes and better turns.

    Example: triarchy review game.json --html review.html
    """
    from triarchy.kit.definition import DEFINITIONS

    read_language(language)
    if quick and deep:
        raise BadRequest("Say either --quick or --deep, not both.")
    document = read_json(record, "The game file")
    if isinstance(document, dict) and document.get("game") in DEFINITIONS.names():
        prepare_game(document["game"])
    table = read_record(document)
    if not table.over:
        raise BadRequest("The game is not over; only a finished game is reviewed.")
    if html is not None:
        check_writable(html)
    effort: EffortName = "quick" if quick else "deep" if deep else "usual"
    found = _with_progress(table, effort, seed)
    words = ReviewWords(found, table, language)
    if html is not None:
        from triarchy.shell.review_page import page

        write_file(html, page(words).encode())
    if as_json:
        print(json.dumps(found.document()))
    else:
        tell(Console(highlight=False), words)


def _with_progress(table: Table, effort: EffortName, seed: int) -> Review:
    """Review with a bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Reviewing", total=None)
        return review(
            table,
            effort=effort,
            seed=seed,
            progress=lambda done, of: bar.update(task, completed=done, total=of),
        )


def tell(console: Console, words: ReviewWords) -> None:
    """The review as text: the story, how each seat came to its result, then what mattered most first."""
    for sentence in words.story():
        console.print(escape(sentence))
    rows = Rows(box=None, pad_edge=False)
    for heading in words.columns():
        rows.add_column(heading, overflow="fold")
    for seat, name in enumerate(words.reader.names):
        rows.add_row(escape(name), *words.figures(seat))
    console.print(rows)
    console.print(escape(words.about()))
    for part in words.notable:
        said, mark = words.part(part), words.mark(part)
        chances = ", ".join(
            f"{name} {words.chance(before)} → {after}"
            for name, before, after in zip(
                words.reader.names, part.before, words.after(part), strict=True
            )
        )
        heading = f"{said.title}{mark and ' '}{mark}: {words.called(part)}"
        console.print(f"\n[bold]{escape(heading)}[/bold] ({escape(chances)})")
        for line in said.played:
            console.print(f"  {escape(line)}")
        if said.better:
            console.print(f"  [green]{escape(words.as_better())}:[/green]")
        for line in said.better:
            console.print(f"    [green]{escape(line)}[/green]")
        for line in (*said.said, *said.why):
            console.print(f"  {escape(line)}")
    if not words.notable:
        console.print(escape(words.quiet()))
