"""`triarchy protocol`: the engine over standard input and output."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from triarchy.engine.errors import BadRequest
from triarchy.shell.progress import prepare_game
from triarchy.table.protocol import Protocol, serve
from triarchy.table.table import Table


def choose_move(table: Table, name: str, ms: int | None, seed: int) -> str:
    """The move a bot chooses from the view of the seat to move."""
    from triarchy.bots import choose_move as choose

    return choose(table, name, ms, seed)


def choose_own_move(table: Table, name: str, ms: int | None, seed: int) -> str:
    """The same for our own bots alone: whoever writes the input runs no code here."""
    from triarchy.bots.named import is_guest

    if is_guest(name):
        raise BadRequest("Bots from files and programs play with 'protocol --allow-guests' only.")
    return choose_move(table, name, ms, seed)


def protocol(
    allow_guests: Annotated[
        bool,
        typer.Option(
            "--allow-guests",
            help="Run the bot files and programs named in the input, with your own rights.",
        ),
    ] = False,
) -> None:
    """Talk JSON lines over standard input and output, one answer per request.

    Example: echo '{"cmd": "new", "game": "meridian", "players": 3, "seed": 7}' | triarchy protocol
    """
    chooser = choose_move if allow_guests else choose_own_move
    serve(Protocol(chooser, prepare_game), sys.stdin.buffer, sys.stdout.buffer)
