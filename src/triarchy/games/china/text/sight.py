"""What one sees in a position, without words: houses, alliances, rows of houses, what a piece does.

Words and drawings are made from this; what the rules decide is asked of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from triarchy.games.china import positions, roads, rules, scoring
from triarchy.games.china.positions import active_seat, is_hidden
from triarchy.games.china.state import (
    EMISSARY,
    FORT,
    HOUSE,
    LEGAL_LIMIT,
    OVER,
    PLACE_EMISSARY,
    PLACE_FORT,
)
from triarchy.kit.definition import Board, State

__all__ = ["active_seat", "is_hidden"]


@lru_cache(maxsize=64)
def moves(board: Board) -> tuple[str, ...]:
    """The text of every action."""
    return positions.moves(board)


@lru_cache(maxsize=64)
def field_names(board: Board) -> list[str]:
    """The ids of the house fields, by number."""
    return positions.field_names(board)


@dataclass(frozen=True)
class Province:
    """A province as it stands."""

    index: int
    id: str
    name: str
    colour: int
    fields: list[int]
    houses: list[int]
    """Of each seat."""
    emissaries: list[int]
    """Of each seat."""
    points: list[int]
    """What the houses earn each seat, or have earned it."""
    scored: bool

    leaders: list[int]
    """The seats with the most emissaries, at least one."""

    @property
    def most_houses(self) -> int:
        return max(self.houses)


@dataclass(frozen=True)
class Alliance:
    """An alliance as it stands: what it earns each seat."""

    number: int
    one: Province
    two: Province
    points: list[int]


@dataclass(frozen=True)
class Row:
    """A row of houses along the roads that counts, from one end to the other."""

    fields: tuple[int, ...]
    points: int

    @property
    def doubled(self) -> bool:
        return self.points > len(self.fields)


# The map


def provinces(board: Board, view: State) -> list[Province]:
    """The provinces in the order of the board file."""
    found, first = [], 0
    players = int(view.players)
    houses = view.houses[:players].tolist()
    emissaries, colours = view.emissaries.tolist(), board.struct.colour_of.tolist()
    scored = int(view.scored)
    for index, data in enumerate(board.data["provinces"]):
        fields = list(range(first, first + len(data["fields"])))
        first += len(fields)
        mask = sum(1 << field for field in fields)
        own = [(standing & mask).bit_count() for standing in houses]
        found.append(
            Province(
                index,
                data["id"],
                data["name"],
                colours[index],
                fields,
                own,
                emissaries[index][:players],
                [
                    int(scoring.house_points(board.struct, view, index, seat)) if own[seat] else 0
                    for seat in range(players)
                ],
                bool(scored >> index & 1),
                [
                    seat
                    for seat in range(players)
                    if emissaries[index][seat] and scoring.leads(board.struct, view, index, seat)
                ],
            )
        )
    return found


def alliances(board: Board, view: State, seen: list[Province] | None = None) -> list[Alliance]:
    """The alliances by number."""
    seen = seen or provinces(board, view)
    found = []
    for index in range(int(board.struct.alliance_count)):
        one, two = (seen[place] for place in board.struct.alliances[index].tolist())
        points = [
            int(scoring.alliance_points(board.struct, view, index, seat))
            if seat in one.leaders and seat in two.leaders
            else 0
            for seat in range(int(view.players))
        ]
        found.append(Alliance(index + 1, one, two, points))
    return found


def owners(view: State) -> dict[int, int]:
    """The seat whose house stands on a field, for each field that has one."""
    return {
        field: seat
        for seat, own in enumerate(view.houses.tolist())
        for field in range(own.bit_length())
        if own >> field & 1
    }


def owner(view: State, field: int) -> int | None:
    """The seat whose house stands on a field."""
    return owners(view).get(field)


def fortified(view: State, field: int) -> bool:
    return bool(int(view.forts) >> field & 1)


def province_of(board: Board, action: int) -> int:
    """The province a piece would come to."""
    if action >= PLACE_EMISSARY:
        return action - PLACE_EMISSARY
    return int(board.struct.province_of[action % PLACE_FORT])


@lru_cache(maxsize=64)
def place_names(board: Board) -> tuple[str, ...]:
    """What people call each house field: "Wei 3"; its id where it is not numbered like that."""
    named = []
    for province in board.data["provinces"]:
        for field in province["fields"]:
            number = field["id"].removeprefix(province["id"])
            plain = number.isdigit() and number != field["id"]
            named.append(f"{province['name']} {number}" if plain else field["id"])
    return tuple(named)


# Rows of houses


def rows(board: Board, view: State, seat: int) -> tuple[Row, ...]:
    """The rows that bring the seat the most as its houses stand, the best first."""
    own = int(view.houses[seat])
    if own.bit_count() < 4:
        return ()
    return _rows(board, own, int(view.forts) & own)


@lru_cache(maxsize=4096)
def _rows(board: Board, houses: int, forts: int) -> tuple[Row, ...]:
    """Lift each road without which as many points remain: what is left are the rows.

    Where three roads met, one of them would belong to no row of a best set, and could be lifted.
    """
    record = board.struct.copy()
    own, strong = np.uint64(houses), np.uint64(forts)
    target = int(roads.road_points(record, own, strong))
    if target == 0:
        return ()
    near: dict[int, list[int]] = {}
    for number, (one, two) in enumerate(record.road_ends[: int(record.road_count)].tolist()):
        if not (houses >> one & houses >> two & 1):
            continue
        kept = record.copy()
        _lift(record, number, one, two)
        if int(roads.road_points(record, own, strong)) < target:
            record = kept
            near.setdefault(one, []).append(two)
            near.setdefault(two, []).append(one)
    found = []
    ends = [field for field, others in near.items() if len(others) == 1]
    while ends:
        row = _follow(near, ends[0])
        ends = [end for end in ends if end not in row]
        double = 2 if any(forts >> field & 1 for field in row) else 1
        found.append(Row(row, double * len(row)))
    return tuple(sorted(found, key=lambda row: -row.points))


def _lift(record: State, number: int, one: int, two: int) -> None:
    words, place = (
        (record.first_roads, number) if number < 64 else (record.later_roads, number - 64)
    )
    for here, there in ((one, two), (two, one)):
        record.near[here] &= ~np.uint64(1 << there)
        words[here] &= ~np.uint64(1 << place)


def _follow(near: dict[int, list[int]], start: int) -> tuple[int, ...]:
    row = [start]
    while True:
        onward = [field for field in near[row[-1]] if field not in row]
        if not onward:
            return tuple(row)
        row.append(onward[0])


# What would be


def legal(board: Board, view: State) -> list[int]:
    """The legal actions, as far as the hand of the seat to move is in the view."""
    out = np.zeros(LEGAL_LIMIT, np.int16)
    count = rules.legal(board.struct, view, out)
    return [int(action) for action in out[:count]]


def sees_hand(view: State) -> bool:
    """Whether the view shows the hand of the seat to move."""
    return int(view.to_move) >= 0 and not is_hidden(view, int(view.to_move))


def with_piece(board: Board, view: State, action: int) -> State:
    """The view with this piece of the seat to move on the map; a full province is scored."""
    later = view.copy()
    rules.place(board.struct, later, int(view.to_move), province_of(board, action), action)
    return later


def kind(action: int) -> int:
    """HOUSE, EMISSARY or FORT, for an action that chooses a piece."""
    if action >= PLACE_EMISSARY:
        return EMISSARY
    return FORT if action >= PLACE_FORT else HOUSE


def projected(
    board: Board,
    view: State,
    seen: list[Province] | None = None,
    bonds: list[Alliance] | None = None,
) -> list[list[int]]:
    """Each seat's points for houses, alliances and roads if the game ended now."""
    seats = range(int(view.players))
    if int(view.phase) == OVER:
        return [view.points[seat].tolist() for seat in seats]
    seen = seen or provinces(board, view)
    bonds = bonds or alliances(board, view, seen)
    return [
        [
            sum(province.points[seat] for province in seen),
            sum(bond.points[seat] for bond in bonds),
            sum(row.points for row in rows(board, view, seat)),
        ]
        for seat in seats
    ]
