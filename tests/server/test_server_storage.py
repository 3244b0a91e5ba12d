"""The database: its migrations, its care, and what happens to addresses that are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from triarchy.engine.errors import BadRequest
from triarchy.server import models, storage


def test_the_migrations_make_the_tables_the_program_expects(tmp_path: Path) -> None:
    store = storage.Storage(f"sqlite:///{tmp_path}/a.sqlite")
    with store.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), models.metadata) == []
    store.close()


def test_the_migrations_make_them_on_postgresql_too(postgres_url: str) -> None:
    url = postgres_url.replace("postgresql:", "postgresql+psycopg:")
    store = storage.Storage(url)
    with store.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), models.metadata) == []
    store.close()


def test_the_newest_migration_is_the_one_looked_for(tmp_path: Path) -> None:
    config = Config()
    folder = Path(storage.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    assert ScriptDirectory.from_config(config).get_current_head() == storage.HEAD


def test_a_commit_is_on_disk_before_it_is_acknowledged(tmp_path: Path) -> None:
    store = storage.Storage(f"sqlite:///{tmp_path}/a.sqlite")
    with store.read() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    with pytest.raises(ZeroDivisionError):
        _write_and_fail(store)
    with store.read() as connection:
        keys = connection.execute(text("SELECT key FROM settings")).scalars().all()
    assert sorted(keys) == ["secret", "started"]
    again = storage.Storage(f"sqlite:///{tmp_path}/a.sqlite")
    assert again.secret == store.secret


def _write_and_fail(store: storage.Storage) -> None:
    with store.write() as connection:
        connection.execute(models.settings.insert().values(key="x", value="y"))
        raise ZeroDivisionError


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////proc/no/such.sqlite", "oracle+x://y"])
def test_an_address_that_is_no_database_is_refused_in_one_sentence(url: str) -> None:
    with pytest.raises(BadRequest):
        storage.Storage(url)
