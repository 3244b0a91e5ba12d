"""Names at a table: no two seats have the same one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path

from triarchy.kit.language import mark, translator

LANGUAGES_FOLDER = Path(__file__).parent.parent / "languages"
LONGEST = 40
NAMELESS, DELETED = "?", "*"
"""What is stored for a player without a name, and where a deleted player's was; nobody is called so."""
WORDS = {NAMELESS: mark("Player"), DELETED: mark("Guest")}


def called(name: str, language: str) -> str:
    """A stored name as a reader meets it: who has none is a player, or a guest, in their language."""
    stored, _, number = name.partition(" ")
    if stored not in WORDS or not (number.isdigit() or not number):
        return name
    said = translator(LANGUAGES_FOLDER, language)(WORDS[stored])
    return f"{said} {number}" if number else said


def own_name(stored: str) -> str:
    """The name somebody has given; "" of a player without one."""
    return "" if stored.partition(" ")[0] in WORDS else stored


def same_name(name: str) -> str:
    """What is equal for names that people take for the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, or with a number behind it if another seat has it already."""
    taken = {same_name(other) for other in others}
    number, free = 1, name
    while same_name(free) in taken:
        number += 1
        free = f"{name[: LONGEST - 1 - len(str(number))].rstrip()} {number}"
    return free
