"""`triarchy protocol`: the engine over standard input and output."""

from __future__ import annotations

import sys

from triarchy.shell.progress import prepare_game
from triarchy.table.protocol import Protocol, serve
from triarchy.table.table import Table


def choose_move(table: Table, name: str, ms: int | None, seed: int) -> str:
    """The move a bot chooses from the view of the seat to move."""
    from triarchy.bots import choose_move as choose

    return choose(table, name, ms, seed)


def protocol() -> None:
    """Talk JSON lines over standard input and output, one answer per request.

    Example: echo '{"cmd": "new", "game": "meridian", "players": 3, "seed": 7}' | triarchy protocol
    """
    serve(Protocol(choose_move, prepare_game), sys.stdin.buffer, sys.stdout.buffer)
