"""Moves on their way into the database: what is written most often, straight to the driver."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple


class Played(NamedTuple):
    """A move as it is written down."""

    number: int
    move: str
    bot: bool
    at: float


@dataclass(eq=False)
class Entry:
    """Moves of one table and the new values of its row, for a table of this version."""

    table_id: str
    version: int
    values: dict[str, Any]
    moves: list[Played]
    settled: bool = False
    """Whether it has been tried to write this; what came of it:"""
    written: bool = False
    error: Exception | None = None

    @property
    def row(self) -> tuple[Any, ...]:
        return (*self.values.values(), self.table_id, self.version)


ADD = "INSERT INTO moves (table_id, number, move, bot, at) VALUES (?, ?, ?, ?, ?)"
ADD_AT_ONCE = """INSERT INTO moves (table_id, number, move, bot, at)
SELECT written.id, played.* FROM written,
unnest(%s::int[], %s::text[], %s::boolean[], %s::float8[]) AS played"""


@lru_cache(maxsize=64)
def _update(columns: tuple[str, ...], mark: str) -> str:
    values = ", ".join(f"{name} = {mark}" for name in columns)
    return f"UPDATE tables SET {values} WHERE id = {mark} AND version = {mark}"


def write_all(connection: Any, entries: Iterable[Entry]) -> None:
    """Write to SQLite, in one transaction, what belongs to tables that are still what they were."""
    cursor = connection.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    written = []
    for entry in entries:
        cursor.execute(_update(tuple(entry.values), "?"), entry.row)
        if cursor.rowcount:
            cursor.executemany(ADD, [(entry.table_id, *move) for move in entry.moves])
            written.append(entry)
    cursor.execute("COMMIT")
    for entry in written:
        entry.written = True


def write_at_once(connection: Any, entry: Entry) -> bool:
    """Write to PostgreSQL in one statement, which is a transaction by itself."""
    update = _update(tuple(entry.values), "%s")
    columns = map(list, zip(*entry.moves, strict=True))
    cursor = connection.cursor()
    cursor.execute(f"WITH written AS ({update} RETURNING id) {ADD_AT_ONCE}", (*entry.row, *columns))
    return bool(cursor.rowcount)
