"""Reading JSON from outside: small checks that name what is wrong in one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from triarchy.engine.errors import BadBoard, BadPosition
from triarchy.kit.language import Phrase

POSITION = Phrase("The position")


def in_phase(phase: str) -> Phrase:
    return Phrase("in phase {phase}", phase=phase)


def of_seat(key: str, seat: int) -> Phrase:
    """The part of a list that belongs to a seat."""
    return Phrase("'{key}' of seat {seat}", key=key, seat=seat)


def part(what: str, name: str) -> Phrase:
    """One entry of something."""
    return Phrase("{what}: {name}", what=what, name=name)


def card_in(what: str) -> Phrase:
    return Phrase("A card in {what}", what=what)


def shown(value: Any) -> str:
    """A value as it may stand in a sentence: JSON, cut short."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def check_heading(data: Any, game: str) -> None:
    """A board file is an object of this game, with an id and a title; BadBoard says what is wrong."""
    if not isinstance(data, dict):
        raise BadBoard("A board file must be a JSON object.")
    if data.get("game") != game:
        raise BadBoard(
            "The board's game is {game}, not {wanted}.",
            game=shown(data.get("game")),
            wanted=shown(game),
        )
    for key in ("id", "title"):
        if not isinstance(data.get(key), str) or not data[key]:
            raise BadBoard("The board needs {key!r}, a text.", key=key)


def keys(document: Any, wanted: Iterable[str], what: str) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(document, dict):
        raise BadPosition(
            "{what} must be an object, not {document}.", what=what, document=shown(document)
        )
    wanted = list(wanted)
    for key in document:
        if key not in wanted:
            raise BadPosition("{what} has an unknown key {key}.", what=what, key=shown(key))
    for key in wanted:
        if key not in document:
            raise BadPosition("{what} lacks the key {key}.", what=what, key=shown(key))
    return document


def whole(value: Any, what: str, low: int, high: int) -> int:
    """A whole number in this range (true and 2.0 are none)."""
    if type(value) is not int:
        raise BadPosition(
            "{what} must be a whole number, not {value}.", what=what, value=shown(value)
        )
    if not low <= value <= high:
        raise BadPosition(
            "{what} must be from {low} to {high}, not {value}.",
            what=what,
            low=low,
            high=high,
            value=shown(value),
        )
    return value


def listed(value: Any, what: str, length: int | None = None) -> list[Any]:
    """A list, of this length if one is given."""
    if not isinstance(value, list):
        raise BadPosition("{what} must be a list, not {value}.", what=what, value=shown(value))
    if length is not None and len(value) != length:
        raise BadPosition(
            "{what} must have {length} entries, not {value}.",
            what=what,
            length=length,
            value=len(value),
        )
    return value


def one_of(value: Any, what: str, choices: Sequence[Any]) -> Any:
    """One of these values, of the same type."""
    for choice in choices:
        if type(value) is type(choice) and value == choice:
            return choice
    raise BadPosition(
        "{what} must be one of {allowed}, not {given}.",
        what=what,
        allowed=", ".join(map(shown, choices)),
        given=shown(value),
    )


def nothing(value: Any, what: str, why: str) -> None:
    """null, where a choice has not been made."""
    if value is not None:
        raise BadPosition(
            "{what} must be null {why}, not {value}.", what=what, why=why, value=shown(value)
        )
