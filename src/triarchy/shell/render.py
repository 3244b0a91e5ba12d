"""`triarchy render`: a position or a record as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from triarchy.engine.errors import BadRequest
from triarchy.shell.options import Json, Language, positive, read_json, read_language, write_file
from triarchy.shell.progress import prepare_game
from triarchy.table.game import read_position
from triarchy.table.record import read_record
from triarchy.table.table import Table


def render(
    source: Annotated[Path, typer.Argument(help="Position or game file (JSON).")],
    out: Annotated[Path, typer.Argument(help="File to write, ending in .svg or .png.")],
    at: Annotated[
        int | None, typer.Option("--at", help="For a game file: show the position after this move.")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", help="Show what this seat sees (default: the seat to move)."),
    ] = None,
    onlooker: Annotated[
        bool, typer.Option("--onlooker", help="Show what a spectator sees.")
    ] = False,
    width: Annotated[int, typer.Option("--width", help="Width in pixels.")] = 1000,
    dark: Annotated[bool, typer.Option("--dark", help="Draw for a dark page.")] = False,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Draw a position as SVG or PNG.

    Example: triarchy render game.json board.png --at 40 --width 1400
    """
    read_language(language)
    positive(width, "--width", 10_000)
    if out.suffix not in (".svg", ".png"):
        raise BadRequest(f"The picture's name must end in .svg or .png, not {out.name!r}.")
    document = read_json(source, "The position")
    table = read_table(document)
    if at is not None:
        if not 0 <= at <= len(table.moves):
            raise BadRequest(f"--at must be from 0 to {len(table.moves)}, not {at}.")
        while len(table.moves) > at:
            table.undo()
    if seat is not None and not 0 <= seat < table.game.players:
        raise BadRequest(f"--seat must be from 0 to {table.game.players - 1}, not {seat}.")
    viewer = None if onlooker else table.to_move if seat is None else seat
    picture = table.svg(viewer, language, width, dark=dark)
    if out.suffix == ".png":
        from triarchy.kit.png import to_png

        write_file(out, to_png(picture, width))
    else:
        write_file(out, picture.encode())
    if as_json:
        print(json.dumps({"written": str(out), "width": width, "move": len(table.moves)}))


def read_table(document: object) -> Table:
    """A table from a record or a position."""
    from triarchy.kit.definition import DEFINITIONS

    if isinstance(document, dict) and document.get("game") in DEFINITIONS.names():
        prepare_game(document["game"])
    if isinstance(document, dict) and "moves" in document:
        return read_record(document)
    game, state = read_position(document)
    return Table(game, start=state)
