"""The rules of a move told a second time, in plain Python over the position document.

Only tests use this: it says which rules a move breaks, by the names of `text.reasons.Reason`, and
knows nothing of the engine.
"""

from __future__ import annotations

from typing import Any

MERIDIANS_OF = {"1-3": range(1, 4), "4-7": range(4, 8), "8-10": range(8, 11)}
Document = dict[str, Any]


def broken(document: Document, move: str) -> set[str]:
    """The rules that the move breaks in this position; none: it is legal."""
    if document["phase"] == "over":
        return {"OVER"}
    word, _, value = move.partition(" ")
    phase = {"card": "card", "meridian": "meridian", "city": "city"}.get(word, "build")
    if phase != document["phase"]:
        return {not_now(document, word)}
    if word == "card":
        mine = document["open"][document["to_move"]]
        return set() if value in mine else {"CARD_NOT_OPEN"}
    if word == "meridian":
        card = document["card"]
        offered = MERIDIANS_OF.get(card) or [int(card)]
        return set() if int(value) in offered else {"NOT_ON_CARD"}
    if word == "lift":
        return broken_by_lift(document, int(value))
    if word == "height":
        return broken_by_height(document, int(value))
    if word == "city":
        return broken_by_city(document, int(value), document["height"])
    return set()


def not_now(document: Document, word: str) -> str:
    if word == "card":
        return "CARD_CHOSEN"
    if word == "meridian" and document["meridian"]:
        return "MERIDIAN_CHOSEN"
    return {
        "card": "CARD_FIRST",
        "meridian": "MERIDIAN_FIRST",
        "build": "HEIGHT_FIRST",
        "city": "CITY_FIRST",
    }[document["phase"]]


def column_of(document: Document) -> list[list[int] | None]:
    return list(document["towers"][document["meridian"] - 1])


def broken_by_lift(document: Document, city: int) -> set[str]:
    if document["lifted"]:
        return {"ONE_LIFT"}
    column = column_of(document)
    if city > len(column):
        return {"NO_CITY"}
    tower = column[city - 1]
    return set() if tower and tower[0] == document["to_move"] else {"NO_TOWER"}


def broken_by_height(document: Document, height: int) -> set[str]:
    seat, column = document["to_move"], column_of(document)
    towers = [tower for tower in column if tower]
    limit = 2 if document["players"] == 2 else 1
    rules = set()
    if [owner for owner, _ in towers].count(seat) == limit:
        rules.add("TWO_TOWERS" if limit == 2 else "ONE_TOWER")
    if height > document["supply"][seat]:
        rules.add("SUPPLY")
    if height == 1 and not towers:
        rules.add("FIRST_TOWER")
    if height in [tall for _, tall in towers]:
        rules.add("EQUAL_HEIGHT")
    cities = range(1, len(column) + 1)
    if not rules and all(broken_by_city(document, city, height) for city in cities):
        rules.add("NO_ROOM")
    return rules


def broken_by_city(document: Document, city: int, height: int) -> set[str]:
    seat, column = document["to_move"], column_of(document)
    if city > len(column):
        return {"NO_CITY"}
    rules = set()
    north, here, south = column[: city - 1], column[city - 1], column[city:]
    if here and here[0] == seat:
        rules.add("OWN_TOWER")
    elif here and here[1] > height:
        if None not in north:
            rules.add("OFF_THE_BOARD")
        north = [*north, here]
    elif here:
        if None not in south:
            rules.add("OFF_THE_BOARD")
        south = [here, *south]
    if any(tower and tower[1] <= height for tower in north):
        rules.add("HIGHER_THAN_NORTH")
    if any(tower and tower[1] >= height for tower in south):
        rules.add("LOWER_THAN_SOUTH")
    if document["lifted"] == [city, height]:
        rules.add("SAME_TOWER")
    return rules
