"""`triarchy replay`: read a record, check it, tell it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from triarchy.shell.options import Json, Language, read_json, read_language
from triarchy.shell.progress import prepare_game
from triarchy.table.record import read_record


def replay(
    record: Annotated[Path, typer.Argument(help="Game file (JSON).")],
    at: Annotated[
        int | None, typer.Option("--at", help="Show the position after this move.")
    ] = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """Replay a game file and check every move, the result and the fair shuffle.

    Example: triarchy replay game.json --at 40
    """
    from triarchy.engine.errors import BadRecord
    from triarchy.kit.definition import DEFINITIONS

    read_language(language)
    document = read_json(record, "The game file")
    if isinstance(document, dict) and document.get("game") in DEFINITIONS.names():
        prepare_game(document["game"])
    table = read_record(document)
    if at is not None:
        if not 0 <= at <= len(table.moves):
            raise BadRecord(f"--at must be from 0 to {len(table.moves)}, not {at}.")
        while len(table.moves) > at:
            table.undo()
    if as_json:
        print(json.dumps({"position": table.position(), "legal": table.legal}))
        return
    game = table.game
    console = Console(highlight=False)
    reader = game.reader(table.to_move, language)
    for line in table.log(table.to_move, language):
        console.print(escape(line))
    console.print(game.definition.drawing.terminal(game.sight(table.state), reader))
    if table.over:
        ranking, scores = table.ranking, table.scores
        assert ranking and scores
        for seat in sorted(range(game.players), key=ranking.__getitem__):
            console.print(f"{ranking[seat]}. {escape(reader.names[seat])}: {scores[seat]}")
    if "fair" in document:
        console.print("The shuffle matches its commitment.")
