"""The road scoring against brute force, and the cases in which a simpler rule would be wrong."""

from __future__ import annotations

import copy
import random
from functools import cache

import numpy as np
import pytest

from triarchy.games.china.positions import field_names
from triarchy.games.china.roads import road_points
from triarchy.kit.definition import DEFINITIONS, Board

CHINA = DEFINITIONS["china"]
BOARDS = CHINA.boards


def mask(board: Board, fields: str) -> int:
    names = field_names(board)
    return sum(1 << names.index(field) for field in fields.split())


def points(board: Board, houses: int, forts: int = 0) -> int:
    return int(road_points(board.struct, np.uint64(houses), np.uint64(forts)))


def neighbours(board: Board) -> list[int]:
    """The neighbours of each field, from the file and not from the struct."""
    names = field_names(board)
    near = [0] * len(names)
    for one, two in board.data["roads"]:
        near[names.index(one)] |= 1 << names.index(two)
        near[names.index(two)] |= 1 << names.index(one)
    return near


def bits(houses: int) -> list[int]:
    return [field for field in range(64) if houses >> field & 1]


def brute_force(near: list[int], houses: int, forts: int) -> int:
    """Every simple path of four or more houses, every set of separate ones among them."""
    rows: dict[int, dict[int, int]] = {}

    def walk(end: int, row: int) -> None:
        length = row.bit_count()
        if length >= 4:
            rows.setdefault(row & -row, {})[row] = length * (2 if row & forts else 1)
        for field in bits(near[end] & houses & ~row):
            walk(field, row | 1 << field)

    for field in bits(houses):
        walk(field, 1 << field)

    @cache
    def best(rest: int) -> int:
        if not rest:
            return 0
        first = rest & -rest
        found = best(rest ^ first)
        for row, value in rows.get(first, {}).items():
            if row & rest == row:
                found = max(found, value + best(rest & ~row))
        return found

    return best(houses)


def grown(near: list[int], size: int, spread: float, chance: random.Random) -> int:
    """A random set of houses; the smaller `spread`, the more they hang together."""
    houses = 1 << chance.randrange(len(near))
    while houses.bit_count() < size:
        beside = 0
        for field in bits(houses):
            beside |= near[field]
        beside &= ~houses
        if beside and chance.random() >= spread:
            houses |= 1 << chance.choice(bits(beside))
        else:
            houses |= 1 << chance.randrange(len(near))
    return houses


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("spread", [0.0, 0.1, 0.5, 1.0])
def test_road_points_equal_brute_force_on_random_houses(name, spread):
    board = BOARDS[name]
    near = neighbours(board)
    chance = random.Random(f"{name} {spread}")
    for _ in range(600):
        houses = grown(near, chance.randint(4, 20), spread, chance)
        forts = sum(1 << f for f in chance.sample(range(len(near)), chance.choice((0, 0, 1, 3, 5))))
        assert points(board, houses, forts) == brute_force(near, houses, forts), (houses, forts)


def lattice(width: int, height: int) -> Board:
    """An own map: a lattice of fields, every inner one with four roads, 64 fields in all."""
    data = copy.deepcopy(BOARDS["roads-3-4"].data)
    data["provinces"] = data["provinces"][:8]
    names = [f"field{number}" for number in range(width * height)]
    for number, province in enumerate(data["provinces"]):
        own = names[8 * number : 8 * number + 8]
        province["fields"] = [{"id": field, "x": 0, "y": 0} for field in own]
    across = [[names[i], names[i + 1]] for i in range(len(names)) if (i + 1) % width]
    down = [[names[i], names[i + width]] for i in range(len(names) - width)]
    data["roads"] = across + down
    data["alliances"] = []
    return CHINA.read_board(data)


def test_road_points_equal_brute_force_on_a_map_full_of_crossings():
    board = lattice(8, 8)
    near = neighbours(board)
    chance = random.Random(3)
    for _ in range(150):
        houses = grown(near, chance.randint(8, 13), 0.0, chance)
        forts = sum(1 << f for f in chance.sample(range(64), chance.choice((0, 1, 3))))
        assert points(board, houses, forts) == brute_force(near, houses, forts), (houses, forts)


@pytest.mark.parametrize("name", BOARDS)
def test_three_houses_in_a_row_earn_nothing_and_four_earn_four(name):
    board = BOARDS[name]
    assert points(board, mask(board, "shu2 shu3 shu4")) == 0
    assert points(board, mask(board, "shu2 shu3 shu4 shu5")) == 4


def test_borders_do_not_matter():
    board = BOARDS["roads-3-4"]
    assert points(board, mask(board, "chin6 shu1 shu2 shu3")) == 4


def test_houses_without_a_road_between_them_are_no_row():
    """zhao1 and zhao4 are joined on the map for four and five players only."""
    houses = "chin2 zhao1 zhao4 zhao5"
    for name, expected in (("roads-3-4", 0), ("roads-4-5", 4)):
        assert points(BOARDS[name], mask(BOARDS[name], houses)) == expected


def test_two_rows_that_share_a_crossing_where_longest_first_is_wrong():
    """C-17: Twenty sets of twelve houses in which the longest row spoils the best set of rows."""
    board = lattice(8, 8)
    near = neighbours(board)
    chance = random.Random(9)
    found = 0
    for _ in range(4000):
        houses = grown(near, 12, 0.0, chance)
        if points(board, houses) > longest_first(near, houses):
            found += 1
            assert points(board, houses) == brute_force(near, houses, 0)
            if found == 20:
                return
    raise AssertionError("no such set of houses was found")


def longest_first(near: list[int], houses: int) -> int:
    """The wrong rule: the longest row, then the longest of what is left, and so on."""
    total = 0
    while True:
        best = 0

        def walk(end: int, row: int, houses: int = houses) -> None:
            nonlocal best
            if row.bit_count() > best.bit_count():
                best = row
            for field in bits(near[end] & houses & ~row):
                walk(field, row | 1 << field)

        for field in bits(houses):
            walk(field, 1 << field)
        if best.bit_count() < 4:
            return total
        total += best.bit_count()
        houses &= ~best


def test_a_fortified_house_doubles_its_row_once():
    """C-18"""
    board = BOARDS["roads-3-4"]
    row = mask(board, "shu1 shu2 shu3 shu4 shu5")
    assert points(board, row, mask(board, "shu3")) == 10
    assert points(board, row, mask(board, "shu3 shu4")) == 10
    assert points(board, row, mask(board, "chin6")) == 5


def test_a_doubled_row_may_be_worth_more_than_the_longest():
    """The branch chin5 is fortified: four houses with it are worth more than five without."""
    board = BOARDS["roads-3-4"]
    houses = mask(board, "chin1 chin2 chin4 chin6 shu1 chin5")
    assert points(board, houses) == 5
    assert points(board, houses, mask(board, "chin5")) == 8


def test_a_ring_of_houses_counts_every_house():
    board = lattice(8, 8)
    ring = [0, 1, 2, 10, 18, 17, 16, 8]
    assert points(board, sum(1 << field for field in ring)) == 8
    assert points(board, 1 << 0 | 1 << 1 | 1 << 8 | 1 << 9) == 4


@pytest.mark.parametrize(
    ("name", "houses", "forts"),
    [
        ("roads-3-4", 71251292881662, 1073741824),
        ("roads-4-5", 2410099519782939, 39651138077824),
    ],
)
def test_the_hardest_sets_found_by_climbing_are_scored_exactly(name, houses, forts):
    board = BOARDS[name]
    assert points(board, houses, forts) == brute_force(neighbours(board), houses, forts)
