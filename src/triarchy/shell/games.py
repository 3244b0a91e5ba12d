"""`triarchy games`: what there is to play."""

from __future__ import annotations

import json

from rich.console import Console
from rich.table import Table as RichTable

from triarchy.kit.definition import DEFINITIONS
from triarchy.shell.options import Json
from triarchy.table.protocol import describe


def games(as_json: Json = False) -> None:
    """List the games with their player counts, boards and options.

    Example: triarchy games
    """
    if as_json:
        print(json.dumps({"games": [describe(name) for name in DEFINITIONS.names()]}))
        return
    table = RichTable("game", "title", "players", "boards", "options", box=None, pad_edge=False)
    for name in DEFINITIONS.names():
        definition = DEFINITIONS[name]
        boards = [
            f"{board.id} ({', '.join(map(str, board.players))})"
            for board in definition.boards.values()
        ]
        options = [
            f"{option}={'|'.join(json.dumps(value).strip(chr(34)) for value in values)}"
            for option, values in definition.options.items()
        ]
        least, most = definition.players
        table.add_row(
            name, definition.title, f"{least}-{most}", "\n".join(boards), "\n".join(options) or "-"
        )
    Console().print(table)
