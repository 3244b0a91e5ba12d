"""The moves of a table as they are read from the database."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from triarchy.server.storage import models

MOVES = (
    select(models.moves.c.move, models.moves.c.bot)
    .where(
        models.moves.c.table_id == bindparam("of_table"),
        models.moves.c.number > bindparam("after"),
        models.moves.c.number <= bindparam("until"),
    )
    .order_by(models.moves.c.number)
)
