"""Options that several commands share, and how their texts are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from triarchy.engine.errors import BadRecord, BadRequest, UnknownGame
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.language import LANGUAGES
from triarchy.table.game import Game, game

Name = Annotated[str, typer.Argument(help="Game; `triarchy games` lists them.", metavar="GAME")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of players.")]
BoardName = Annotated[
    str | None, typer.Option("--board", "-b", help="Id of a board, or a board file (.json).")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="Option of the game as name=value; repeatable."),
]
Seed = Annotated[
    str | None, typer.Option("--seed", "-s", help="Seed; the same seed gives the same game.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Language = Annotated[str, typer.Option("--language", "-l", help="Language: en, de or nl.")]


def read_game(name: str, players: int | None, board: str | None, options: list[str] | None) -> Game:
    """The game that the options of a command name."""
    definition = DEFINITIONS[name]
    chosen: dict[str, Any] = {}
    for option in options or []:
        key, equals, value = option.partition("=")
        if not equals:
            raise UnknownGame(f"An option is written name=value, not {option!r}.")
        values = {json.dumps(one).strip('"'): one for one in definition.options.get(key, ())}
        chosen[key] = values.get(value, value)
    return game(name, players, board, chosen)


def read_language(language: str) -> str:
    if language not in LANGUAGES:
        raise BadRequest(f"The language is {', '.join(LANGUAGES)}, not {language!r}.")
    return language


def positive(value: int, what: str, most: int = 10**9) -> int:
    if not 1 <= value <= most:
        raise BadRequest(f"{what} must be from 1 to {most}, not {value}.")
    return value


def read_json(path: Path, what: str) -> Any:
    """The JSON in a file."""
    from triarchy.table.protocol import parse

    try:
        content = path.read_bytes()
    except OSError:
        raise BadRecord(f"{what} {str(path)!r} cannot be read.") from None
    try:
        return parse(content.replace(b"\n", b" "))
    except BadRequest:
        raise BadRecord(f"{what} {str(path)!r} is not JSON.") from None


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    partial = _partial(path)
    try:
        partial.write_bytes(content)
        partial.replace(path)
    except OSError:
        raise BadRequest(f"{str(path)!r} cannot be written.") from None


def check_writable(path: Path) -> None:
    """Refuse a place where no file can be written, before the work for it is done."""
    try:
        if path.is_dir():
            raise OSError
        _partial(path).touch()
        _partial(path).unlink()
    except OSError:
        raise BadRequest(f"{str(path)!r} cannot be written.") from None


def _partial(path: Path) -> Path:
    """Where a file is written until it is whole."""
    return path.with_name(path.name + ".part")
