"""The words of Tigris & Euphrates that sentences are made of: dynasties, colours, points, cells."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from triarchy.games.tigris.positions import CELL_NAMES as CELL_NAMES
from triarchy.games.tigris.state import COLUMNS
from triarchy.kit.language import Translate, counted, mark, translator

FOLDER = Path(__file__).parent.parent / "languages"

BOARDS = (mark("Standard board (1997)"),)
"""The titles of the boards that come with the game, which `Definition.board_title` looks up."""
DYNASTIES = (mark("Lion"), mark("Bull"), mark("Archer"), mark("Potter"))
COLOUR_WORDS = (mark("black"), mark("red"), mark("blue"), mark("green"))
TITLES = (mark("King"), mark("Priest"), mark("Farmer"), mark("Trader"))
SPHERES = (mark("Settlements"), mark("Temples"), mark("Farms"), mark("Markets"))

_ONE_POINT = (
    mark("1 black point"),
    mark("1 red point"),
    mark("1 blue point"),
    mark("1 green point"),
    mark("1 treasure"),
)
_POINTS = (
    mark("{count} black points"),
    mark("{count} red points"),
    mark("{count} blue points"),
    mark("{count} green points"),
    mark("{count} treasures"),
)
_PAIRS = (
    mark("black-red"),
    mark("black-blue"),
    mark("black-green"),
    mark("red-blue"),
    mark("red-green"),
    mark("blue-green"),
)


@cache
def speaker(language: str) -> Translate:
    """The function that says this game's sentences in a language."""
    return translator(FOLDER, language)


def seat_names(players: int, language: str) -> list[str]:
    say = speaker(language)
    return [say(dynasty) for dynasty in DYNASTIES[:players]]


def points(say: Translate, colour: int, number: int) -> str:
    """ "2 red points"; colour 4 is a treasure."""
    return counted(say, number, _ONE_POINT[colour], _POINTS[colour])


def monument_name(say: Translate, monument: int) -> str:
    """ "red-blue"."""
    return say(_PAIRS[monument])


def square_name(square: int) -> str:
    """ "C3-D4"."""
    return f"{CELL_NAMES[square]}–{CELL_NAMES[square + COLUMNS + 1]}"


def in_row(say: Translate, items: list[str]) -> str:
    """ "red, blue and green"."""
    if len(items) < 2:
        return "".join(items)
    return say("{some} and {last}", some=", ".join(items[:-1]), last=items[-1])


def sum_of(board: int, added: int | None) -> str:
    """ "2 + 1": the strength on the board and the tiles added; "2" before any could be."""
    return str(board) if added is None else f"{board} + {added}"


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
