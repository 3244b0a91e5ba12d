"""China's maps: a board file checked and turned into the struct the rules use."""

from __future__ import annotations

import re
from typing import Any

from triarchy.engine.arrays import np
from triarchy.engine.errors import BadBoard
from triarchy.games.china.state import (
    ALLIANCES,
    BOARD,
    CARDS,
    COLOURS,
    FIELDS,
    HAND,
    MOST_PLAYERS,
    PROVINCES,
    ROADS,
    ROADS_AT_FIELD,
    ROW,
)
from triarchy.kit.definition import Board, Document, State
from triarchy.kit.documents import check_heading, shown
from triarchy.kit.language import Phrase

IDENTIFIER = re.compile(r"[a-z][a-z0-9_-]*")


def read_board(data: Any) -> Board:
    """Check a board file completely and load it; BadBoard names the first mistake."""
    check_heading(data, "china")
    players = _players(data)
    canvas = _canvas(data)
    struct = np.zeros(1, BOARD)[0]
    _read_cards(data, struct, players)
    provinces = _read_provinces(data, struct, canvas)
    fields = [field["id"] for province in data["provinces"] for field in province["fields"]]
    _read_roads(data, struct, fields)
    _read_alliances(data, struct, provinces, canvas)
    return Board(data["id"], data["title"], players, struct, data)


def _players(data: Document) -> tuple[int, ...]:
    players = data.get("players")
    if not isinstance(players, list) or not players:
        raise BadBoard("The board needs a list of the numbers of 'players' it is for.")
    for number in players:
        if type(number) is not int or not 3 <= number <= MOST_PLAYERS:
            raise BadBoard("China is for 3, 4 or 5 players, not {number}.", number=shown(number))
    return tuple(sorted(set(players)))


def _canvas(data: Document) -> tuple[float, float]:
    canvas = data.get("canvas")
    if not isinstance(canvas, dict):
        raise BadBoard("The board needs a 'canvas' with 'width' and 'height'.")
    for key in ("width", "height"):
        if not _is_number(canvas.get(key)) or canvas[key] <= 0:
            raise BadBoard(
                "The canvas needs a {key!r} above 0, not {value}.",
                key=key,
                value=shown(canvas.get(key)),
            )
    return canvas["width"], canvas["height"]


def _read_cards(data: Document, struct: State, players: tuple[int, ...]) -> None:
    cards = data.get("cards")
    if not isinstance(cards, dict) or set(cards) != set(COLOURS):
        raise BadBoard(
            "The board needs 'cards' with a number for each of {colours}.",
            colours=", ".join(COLOURS),
        )
    out = 5 - min(players)
    for colour in COLOURS:
        if type(cards[colour]) is not int or not out <= cards[colour] <= CARDS:
            raise BadBoard(
                "The number of {colour} cards must be from {out} to {cards}, not {value}.",
                colour=colour,
                out=out,
                cards=CARDS,
                value=shown(cards[colour]),
            )
    total = sum(cards.values())
    if total > CARDS:
        raise BadBoard(
            "There are {total} cards; at most {cards} are possible.", total=total, cards=CARDS
        )
    for number in players:
        dealt = HAND * number + ROW
        left = total - 5 * (5 - number)
        if left <= dealt:
            raise BadBoard(
                "With {number} players {left} cards are in the game; more than {dealt} are needed.",
                number=number,
                left=left,
                dealt=dealt,
            )
    struct.cards = [cards[colour] for colour in COLOURS]


def _read_provinces(data: Document, struct: State, canvas: tuple[float, float]) -> dict[str, int]:
    """Read provinces and fields; returns the number of each province by its id."""
    provinces = data.get("provinces")
    if not isinstance(provinces, list) or not 1 <= len(provinces) <= PROVINCES:
        raise BadBoard(
            "The board needs a list of 1 to {provinces} 'provinces'.", provinces=PROVINCES
        )
    numbers: dict[str, int] = {}
    seen: set[str] = set()
    for number, province in enumerate(provinces):
        name = _identifier(province, Phrase("a province"), set(numbers))
        numbers[name] = number
        what = Phrase("Province {id!r}", id=name)
        if not isinstance(province.get("name"), str) or not province["name"]:
            raise BadBoard("{what} needs a 'name', a text.", what=what)
        if province.get("colour") not in COLOURS:
            raise BadBoard(
                "{what} needs a 'colour', one of {colours}.", what=what, colours=", ".join(COLOURS)
            )
        _check_place(
            province.get("dragon"), Phrase("The dragon space of {name}", name=name), canvas
        )
        _check_outline(province.get("outline"), what, canvas)
        fields = province.get("fields")
        if not isinstance(fields, list) or not fields:
            raise BadBoard("{what} needs a list of house 'fields'.", what=what)
        colour = COLOURS.index(province["colour"])
        struct.colour_of[number] = (
            colour  # Ruling C-3: the maps of the game pair Shu with Wei, Yan with Han.
        )
        for field in fields:
            id_ = _identifier(field, Phrase("a space of {name}", name=name), seen)
            _check_place(field, Phrase("Space {name}", name=id_), canvas)
            if len(seen) == FIELDS:
                raise BadBoard("The board has more than {fields} house spaces.", fields=FIELDS)
            bit = np.uint64(1 << len(seen))
            struct.province_of[len(seen)] = number
            struct.fields_of[number] |= bit
            struct.fields_of_colour[colour] |= bit
            struct.all_fields |= bit
            seen.add(id_)
    struct.province_count = len(provinces)
    struct.field_count = len(seen)
    return numbers


def _read_roads(data: Document, struct: State, fields: list[str]) -> None:
    roads = data.get("roads")
    if not isinstance(roads, list):
        raise BadBoard("The board needs a list of 'roads', each a pair of spaces.")
    if len(roads) > ROADS:
        raise BadBoard(
            "The board has {count} roads; at most {roads} are possible.",
            count=len(roads),
            roads=ROADS,
        )
    pairs: set[tuple[int, int]] = set()
    at = [0] * len(fields)
    for road in roads:
        if not isinstance(road, list) or len(road) != 2:
            raise BadBoard("A road must be a pair of spaces, not {road}.", road=shown(road))
        for end in road:
            if end not in fields:
                raise BadBoard(
                    "The road {road} leads to no space: {end}.", road=shown(road), end=shown(end)
                )
        one, two = sorted(fields.index(end) for end in road)
        if one == two:
            raise BadBoard("A road leads from {space} to itself.", space=road[0])
        if (one, two) in pairs:
            raise BadBoard(
                "There are two roads between {one} and {two}.", one=fields[one], two=fields[two]
            )
        pairs.add((one, two))
        for end in (one, two):
            at[end] += 1
            if at[end] > ROADS_AT_FIELD:
                raise BadBoard(
                    "More than {most} roads lead to {space}.",
                    most=ROADS_AT_FIELD,
                    space=fields[end],
                )
    struct.road_count = len(pairs)
    for number, (one, two) in enumerate(_in_order(pairs, len(fields))):
        struct.road_ends[number] = (one, two)
        struct.near[one] |= np.uint64(1 << two)
        struct.near[two] |= np.uint64(1 << one)
        words = struct.first_roads if number < 64 else struct.later_roads
        for end in (one, two):
            words[end] |= np.uint64(1 << number % 64)


def _in_order(pairs: set[tuple[int, int]], fields: int) -> list[tuple[int, int]]:
    """The roads in an order in which neighbours are close together, so that the search of
    roads.py decides one part of the map after the other."""
    near: list[set[int]] = [set() for _ in range(fields)]
    for one, two in pairs:
        near[one].add(two)
        near[two].add(one)
    reached: list[int] = []
    for start in range(fields):
        queue = [start] if start not in reached else []
        while queue:
            field = queue.pop(0)
            reached.append(field)
            queue += sorted(near[field] - set(reached) - set(queue))
    rank = {field: place for place, field in enumerate(reached)}
    return sorted(pairs, key=lambda pair: sorted((rank[pair[0]], rank[pair[1]]), reverse=True))


def _read_alliances(
    data: Document, struct: State, provinces: dict[str, int], canvas: tuple[float, float]
) -> None:
    alliances = data.get("alliances")
    if not isinstance(alliances, list) or len(alliances) > ALLIANCES:
        raise BadBoard(
            "The board needs a list of at most {alliances} 'alliances'.", alliances=ALLIANCES
        )
    pairs: set[frozenset[int]] = set()
    for number, alliance in enumerate(alliances):
        if not isinstance(alliance, dict):
            raise BadBoard("An alliance is an object with n, a, b, x and y.")
        if type(alliance.get("n")) is not int or alliance["n"] != number + 1:
            raise BadBoard(
                "Alliance {number} has the number {value}.",
                number=number + 1,
                value=shown(alliance.get("n")),
            )
        what = Phrase("Alliance {number}", number=number + 1)
        for key in "ab":
            if not isinstance(alliance.get(key), str) or alliance[key] not in provinces:
                raise BadBoard(
                    "{what} names no province: {value}.", what=what, value=shown(alliance.get(key))
                )
        pair = frozenset(provinces[alliance[key]] for key in "ab")
        if len(pair) == 1:
            raise BadBoard("{what} joins {one} with itself.", what=what, one=alliance["a"])
        if pair in pairs:
            raise BadBoard(
                "{what} joins {one} and {two} a second time.",
                what=what,
                one=alliance["a"],
                two=alliance["b"],
            )
        pairs.add(pair)
        _check_place(alliance, what, canvas)
        struct.alliances[number] = [provinces[alliance[key]] for key in "ab"]
    struct.alliance_count = len(alliances)


def _identifier(thing: Any, what: Phrase, seen: set[str]) -> str:
    """The id of a province or field: a word of small letters and digits, not used before."""
    if not isinstance(thing, dict):
        raise BadBoard(
            "The entry for {what} must be an object, not {value}.", what=what, value=shown(thing)
        )
    name = thing.get("id")
    if not isinstance(name, str) or not IDENTIFIER.fullmatch(name):
        raise BadBoard(
            "The id of {what} must be a word of small letters and digits, not {value}.",
            what=what,
            value=shown(name),
        )
    if name in seen:
        raise BadBoard("The id {name!r} of {what} is used twice.", what=what, name=name)
    return name


def _check_place(place: Any, what: Phrase, canvas: tuple[float, float]) -> None:
    for key, limit in zip("xy", canvas, strict=True):
        if not isinstance(place, dict) or not _is_number(place.get(key)):
            raise BadBoard("{what} needs numbers 'x' and 'y'.", what=what)
        if not 0 <= place[key] <= limit:
            raise BadBoard(
                "{what} lies outside the canvas: {key} is {value}.",
                what=what,
                key=key,
                value=place[key],
            )


def _check_outline(outline: Any, what: Phrase, canvas: tuple[float, float]) -> None:
    if not isinstance(outline, list) or len(outline) < 3:
        raise BadBoard("{what} needs an 'outline' of three points or more.", what=what)
    for point in outline:
        if not isinstance(point, list) or len(point) != 2:
            raise BadBoard(
                "A point of the outline of {what} is a pair, not {point}.",
                what=what,
                point=shown(point),
            )
        _check_place(
            dict(zip("xy", point, strict=True)),
            Phrase("A point of the outline of {what}", what=what),
            canvas,
        )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
