"""Rows that two requests may make at the same time: neither of them fails."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def put(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Write rows, all with the same columns; one that is there already gets the new values."""
    statement = _insert(connection, table)
    keys = [column.name for column in table.primary_key]
    values = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=values), rows)


def put_if_new(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Write a row; one that is there already stays as it is."""
    connection.execute(_insert(connection, table).on_conflict_do_nothing(), row)


def _insert(connection: Connection, table: Table) -> Any:
    """SQLAlchemy has it for each database apart, in the same words."""
    kind: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return kind.insert(table)
