"""`triarchy admin`: the tools of a server's host; they work while the server runs."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from triarchy.engine.errors import BadRequest
from triarchy.shell.options import Json, positive, write_file

admin = typer.Typer(
    help="Manage a server: tables, people, bans, backups. Example: triarchy admin tables",
    invoke_without_command=True,
)
Database = Annotated[
    str,
    typer.Option(
        envvar="TRIARCHY_DATABASE",
        help="Database address (default: SQLite in the data folder).",
    ),
]
Data = Annotated[Path | None, typer.Option(help="Data folder.")]
Most = Annotated[int, typer.Option("--limit", "-n", help="List at most this many.")]
AN_ID = {"ignore_unknown_options": True}
"""For commands that take a person's id, which may begin with a hyphen."""
Yes = Annotated[
    bool, typer.Option("--yes", help="Carry it out; without this, only show what would happen.")
]


@admin.callback()
def _commands(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def _settings(database: str, data: Path | None) -> Any:
    from triarchy.server.settings import Settings, data_folder

    return Settings(database=database, data=data or data_folder())


def _opened(database: str, data: Path | None, *, or_made: bool = False) -> Any:
    from triarchy.server.hosting import opened

    return opened(_settings(database, data), or_made=or_made)


@admin.command()
def tables(
    status: Annotated[
        str | None,
        typer.Option(help="List only these tables: open, playing, over, closed or record."),
    ] = None,
    game: Annotated[str | None, typer.Option(help="List only tables of this game.")] = None,
    person: Annotated[
        str | None, typer.Option(help="List only tables of the person with this id.")
    ] = None,
    limit: Most = 50,
    as_json: Json = False,
    database: Database = "",
    data: Data = None,
) -> None:
    """List tables, the latest first.

    Example: triarchy admin tables --status playing
    """
    from triarchy.server.hosting import list_tables

    positive(limit, "--limit")
    with _opened(database, data) as storage, storage.read() as connection:
        rows = list_tables(connection, status, game, person, limit)
    _show(rows, ("id", "game", "status", "moves", "players", "name", "changed"), as_json)


@admin.command()
def people(
    name: Annotated[str | None, typer.Option(help="List only names that contain this.")] = None,
    limit: Most = 50,
    as_json: Json = False,
    database: Database = "",
    data: Data = None,
) -> None:
    """List the people who have given a name, the latest first.

    Example: triarchy admin people --name anna
    """
    from triarchy.server.hosting import list_people

    positive(limit, "--limit")
    with _opened(database, data) as storage, storage.read() as connection:
        rows = list_people(connection, name, limit)
    _show(rows, ("id", "name", "tables", "created"), as_json)


@admin.command(context_settings=AN_ID)
def ban(
    who: Annotated[str, typer.Argument(help="Id of a person, or an address or network.")],
    reason: Annotated[str, typer.Option(help="Note for yourself.")] = "",
    days: Annotated[
        float | None,
        typer.Option(min=0.001, max=36500, help="Length of the ban in days; permanent if omitted."),
    ] = None,
    database: Database = "",
    data: Data = None,
) -> None:
    """Ban a person, who can then only watch, or an address, which gets no answer.

    Example: triarchy admin ban 203.0.113.0/24 --days 7
    """
    from triarchy.server.people import bans

    if len(reason) > 200:
        raise BadRequest("A reason has at most 200 characters.")
    with _opened(database, data) as storage, storage.write() as connection:
        kind = bans.ban(connection, who, reason, days)
    print(f"The {kind} {who} is shut out from the next request on.")


@admin.command(context_settings=AN_ID)
def unban(
    who: Annotated[str, typer.Argument(help="Id of a person, or an address or network.")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Lift a ban.

    Example: triarchy admin unban 203.0.113.0/24
    """
    from triarchy.server.people import bans

    with _opened(database, data) as storage, storage.write() as connection:
        bans.unban(connection, who)
    print(f"{who} is no longer shut out.")


@admin.command("bans")
def list_bans(as_json: Json = False, database: Database = "", data: Data = None) -> None:
    """List the bans.

    Example: triarchy admin bans
    """
    from triarchy.server.people import bans
    from triarchy.server.tables.snapshot import iso

    with _opened(database, data) as storage, storage.read() as connection:
        rows = [
            {
                "who": row.who,
                "kind": row.kind,
                "reason": row.reason,
                "made": iso(row.made),
                "until": None if row.until >= bans.FOR_EVER else iso(row.until),
            }
            for row in bans.listed(connection)
        ]
    _show(rows, ("who", "kind", "reason", "made", "until"), as_json)


@admin.command()
def export(
    table: Annotated[str, typer.Argument(help="Id of a table.")],
    file: Annotated[Path, typer.Argument(help="Game file to write (.json).")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Write a table's game to a file, even while it is being played.

    Example: triarchy admin export k3v9x0a1b2c3 game.json
    """
    from triarchy.server.hosting import export_table

    with _opened(database, data) as storage, storage.read() as connection:
        record = export_table(connection, table)
    write_file(file, json.dumps(record, ensure_ascii=False).encode())
    print(f"The record is in {file}.")


@admin.command(context_settings=AN_ID)
def delete(
    which: Annotated[str, typer.Argument(help="Id of a table or of a person.", metavar="ID")],
    yes: Yes = False,
    database: Database = "",
    data: Data = None,
) -> None:
    """Delete a table with its moves and chat, or a person.

    Example: triarchy admin delete k3v9x0a1b2c3 --yes
    """
    from triarchy.server.hosting import delete_either, what_is

    with _opened(database, data) as storage:
        with storage.read() as connection:
            words = what_is(connection, which)
        if not yes:
            print(f"{words} would be deleted; add --yes.")
            return
        with storage.write() as connection:
            delete_either(connection, which)
    print(f"{words} is deleted.")


@admin.command()
def purge(
    before: Annotated[str, typer.Option(help="Date in UTC, such as 2026-01-31.")],
    yes: Yes = False,
    database: Database = "",
    data: Data = None,
) -> None:
    """Delete finished, closed and imported tables last used before a date.

    Example: triarchy admin purge --before 2026-01-31 --yes
    """
    from triarchy.server import hosting

    moment = _read_date(before)
    with _opened(database, data) as storage:
        if not yes:
            with storage.read() as connection:
                count = hosting.finished_before(connection, moment)
            print(f"{_tables(count)} would be deleted; add --yes.")
            return
        with storage.write() as connection:
            count = hosting.purge(connection, moment)
    print(f"{_tables(count)} deleted.")


def _read_date(text: str) -> float:
    try:
        moment = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise BadRequest(f"A date is written such as 2026-01-31, not {text!r}.") from None
    if moment > time.time():
        raise BadRequest(f"{text} is yet to come.")
    return moment


def _tables(count: int) -> str:
    return "1 table" if count == 1 else f"{count} tables"


@admin.command()
def backup(
    file: Annotated[
        Path,
        typer.Argument(
            help="Backup file to write, which must not exist yet; or a folder, where it is named by the time."
        ),
    ],
    keep: Annotated[
        int, typer.Option(min=0, help="In a folder: how many backups to keep; 0: all.")
    ] = 0,
    database: Database = "",
    data: Data = None,
) -> None:
    """Back up everything to one file; the server may be running. Keep the file secret.

    Example: triarchy admin backup monday.sqlite
    """
    from triarchy.server.storage import backup

    folder = file if file.is_dir() else None
    if keep and folder is None:
        raise BadRequest(f"--keep is for a folder, and {str(file)!r} is none.")
    file = file if folder is None else folder / backup.name_of(time.time())
    with _opened(database, data) as storage:
        backup.backup(storage, file)
    print(f"The backup is in {file}.")
    if folder is not None and keep:
        for old in backup.older(folder, keep):
            old.unlink()


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(help="Backup file to restore.")],
    yes: Yes = False,
    database: Database = "",
    data: Data = None,
) -> None:
    """Replace everything with a backup; the server may be running. The backup may come from another kind of database.

    Where there is no database yet, one is made.

    Example: triarchy admin restore monday.sqlite --yes
    """
    from triarchy.server import hosting
    from triarchy.server.storage import backup
    from triarchy.server.storage.database import is_empty

    backup.check(file)
    made = is_empty(_settings(database, data).database_url)
    if made and not yes:
        print("A new database would be made; add --yes.")
        return
    with _opened(database, data, or_made=yes) as storage:
        if not yes:
            with storage.read() as connection:
                counted = hosting.statistics(connection)
            count = sum(row["tables"] for row in counted["tables"])
            print(f"All that is there now ({_tables(count)}) would be replaced; add --yes.")
            return
        count, restart = backup.restore(storage, file)
    print(f"The backup is restored: {_tables(count)}.")
    if restart and not made:
        print("It has another key for cookies: start every server of this database anew.")


@admin.command()
def statistics(as_json: Json = False, database: Database = "", data: Data = None) -> None:
    """Show the number of tables, moves and people.

    Example: triarchy admin statistics
    """
    from triarchy.server import hosting

    with _opened(database, data) as storage, storage.read() as connection:
        counted = hosting.statistics(connection)
    if as_json:
        print(json.dumps(counted))
        return
    _show(counted["tables"], ("game", "status", "tables", "moves"), False)
    used = _tables(counted["tables_used_in_7_days"])
    print(f"{counted['people']} people have said their name; {used} used in the last 7 days.")


@admin.command()
def doctor(
    games: Annotated[
        int, typer.Option(min=0, help="Number of recent running games to rebuild.")
    ] = 20,
    database: Database = "",
    data: Data = None,
) -> None:
    """Look whether what a server keeps is whole: folders, disk, database, moves, games.

    Example: triarchy admin doctor
    """
    from triarchy.server.doctor import examine
    from triarchy.shell.findings import tell

    settings = _settings(database, data)
    with _opened(database, data) as storage:
        tell(examine(settings, storage, games), "All that is kept is whole.")


def _show(rows: list[dict[str, Any]], columns: tuple[str, ...], as_json: bool) -> None:
    """A list for machines or for people."""
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    shown = RichTable()
    for column in columns:
        shown.add_column(column, no_wrap=column in ("id", "who"))
    for row in rows:
        # Names are text: what looks like markup in them is shown as it is.
        shown.add_row(*(_cell(row[column]) for column in columns))
    Console(markup=False).print(shown)


def _cell(value: Any) -> Text:
    if isinstance(value, list):
        value = ", ".join(value)
    return Text("" if value is None else str(value))
