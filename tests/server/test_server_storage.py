"""The database: its migrations, its care, and what happens to addresses that are none."""

from __future__ import annotations

from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Table, text

from triarchy.engine.errors import BadRequest
from triarchy.server.storage import database, models, rows


def test_the_migrations_make_the_tables_the_program_expects(tmp_path: Path) -> None:
    store = database.Storage(f"sqlite:///{tmp_path}/a.sqlite")
    with store.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), models.metadata) == []
    store.close()


def test_the_migrations_make_them_on_postgresql_too(postgres_url: str) -> None:
    url = postgres_url.replace("postgresql:", "postgresql+psycopg:")
    store = database.Storage(url)
    with store.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), models.metadata) == []
    store.close()


def test_the_newest_migration_is_the_one_looked_for(tmp_path: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    assert script.get_current_head() == database.HEAD
    chain = [Path(each.path).name for each in script.walk_revisions()]
    assert chain == sorted(chain, reverse=True)


@pytest.mark.parametrize(
    ("row", "table"),
    [
        (rows.TableRow, models.tables),
        (rows.SeatRow, models.seats),
        (rows.ChatRow, models.chat),
        (rows.SubscriptionRow, models.subscriptions),
        (rows.ResultRow, models.results),
        (rows.RatingRow, models.ratings),
    ],
)
def test_rows_are_typed_as_their_columns_are(row: type, table: Table) -> None:
    for (name, hint), column in zip(get_type_hints(row).items(), table.columns, strict=True):
        kinds = (
            get_args(hint) if isinstance(hint, UnionType) or get_origin(hint) is Union else (hint,)
        )
        plain = {type(get_args(kind)[0]) if get_origin(kind) is Literal else kind for kind in kinds}
        expected = {column.type.python_type} | ({NoneType} if column.nullable else set())
        assert (name, plain) == (column.name, expected)


def test_a_commit_is_on_disk_before_it_is_acknowledged(tmp_path: Path) -> None:
    store = database.Storage(f"sqlite:///{tmp_path}/a.sqlite")
    with store.read() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    with pytest.raises(ZeroDivisionError):
        _write_and_fail(store)
    with store.read() as connection:
        keys = connection.execute(text("SELECT key FROM settings")).scalars().all()
    assert sorted(keys) == ["secret", "started"]
    again = database.Storage(f"sqlite:///{tmp_path}/a.sqlite")
    assert again.secret == store.secret


def _write_and_fail(store: database.Storage) -> None:
    with store.write() as connection:
        connection.execute(models.settings.insert().values(key="x", value="y"))
        raise ZeroDivisionError


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////proc/no/such.sqlite", "oracle+x://y"])
def test_an_address_that_is_no_database_is_refused_in_one_sentence(url: str) -> None:
    with pytest.raises(BadRequest):
        database.Storage(url)
