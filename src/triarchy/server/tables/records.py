"""The record of a table's game, as it is downloaded, exported and put into archives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from triarchy.server.storage.rows import TableRow
from triarchy.server.tables.game_cache import Frame
from triarchy.table.record import write_record


def record_of(row: TableRow, frame: Frame, names: Sequence[str] = ()) -> dict[str, Any]:
    """The game's record, with who played, if asked for, and the proof of its fair shuffle where it began with one."""
    seed = int(row.seed) if row.seed is not None and row.start is None else None
    record = write_record(frame, seed)
    if seed is not None and row.salt is not None:
        record["fair"] = {"salt": row.salt, "commitment": row.commitment}
    if any(names):
        record["names"] = list(names)
    return record
