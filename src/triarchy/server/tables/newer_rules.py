"""A table whose game was begun under older rules goes on under today's."""

from __future__ import annotations

import json

from sqlalchemy import delete, insert, select

from triarchy.engine.errors import TriarchyError
from triarchy.kit.definition import Definition
from triarchy.server.storage import models
from triarchy.server.tables.game_cache import beginning
from triarchy.server.tables.transactions import Change
from triarchy.table import replay


def renew(change: Change, definition: Definition) -> None:
    """Write the moves as today's rules play them; where that cannot be, go on from the position.

    In the second case the moves made so far are history: they can no longer be replayed.
    """
    row = change.row
    if row.rules == definition.version or row.position is None:
        return
    change.cached.forget()
    readable = definition.oldest_version <= row.rules < definition.version
    if not (readable and _rewrite(change)):
        change.values.update(start=row.position, base=row.number)
    change.values["rules"] = definition.version


def _rewrite(change: Change) -> bool:
    """Insert the decisions that the older rules did not ask for; False if that is not possible."""
    row, moves = change.row, models.moves.c
    of_game = (moves.table_id == row.id) & (moves.number > row.base)
    query = select(models.moves).where(of_game).order_by(moves.number)
    old = change.connection.execute(query).all()
    try:
        table = beginning(row)
        counts = replay(table, [each.move for each in old], row.rules)
    except TriarchyError:
        return False
    # A decision that is inserted was made with the move before it.
    made_with = [old[max(count - 1, 0)] if old else None for count in counts]
    change.connection.execute(delete(models.moves).where(of_game))
    if counts:
        change.connection.execute(
            insert(models.moves),
            [
                {
                    "table_id": row.id,
                    "number": number,
                    "move": move,
                    "bot": False if each is None else each.bot,
                    "at": row.moved if each is None else each.at,
                }
                for number, (move, each) in enumerate(
                    zip(table.moves, made_with, strict=True), row.base + 1
                )
            ],
        )
    change.values.update(
        number=row.base + len(table.moves),
        undos=row.undos + 1,
        to_move=table.to_move,
        position=json.dumps(table.position()),
    )
    return True
