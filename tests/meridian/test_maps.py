"""Board files: the two maps load, and the validator names the first mistake of a wrong one."""

from __future__ import annotations

import copy
import json

import pytest

import triarchy
from triarchy.engine.errors import BadBoard, UnknownGame
from triarchy.kit.definition import DEFINITIONS

MERIDIAN = DEFINITIONS["meridian"]


def wrong(**changes: object) -> dict:
    return {**copy.deepcopy(MERIDIAN.boards["thirteen-isles"].data), **changes}


def city(board: dict, meridian: int, row: int) -> dict:
    return next(c for c in board["cities"] if (c["meridian"], c["row"]) == (meridian, row))


def test_the_maps_keep_to_what_reviews_agree_on():
    for name, islands, rows in (("thirteen-isles", 13, 5), ("eleven-isles", 11, 4)):
        board = MERIDIAN.boards[name]
        assert (int(board.struct.islands), int(board.struct.rows)) == (islands, rows)
        for island in range(islands):
            size = int(board.struct.value[island])
            assert size in (3, 4, 5)
            capitals = sum(
                int(board.struct.capital[c // 5, c % 5])
                for c in map(int, board.struct.cities[island, :size])
            )
            assert capitals == (size > 3)


def no_island(board):
    del city(board, 3, 2)["island"]


def two_in_one_place(board):
    city(board, 3, 2)["row"] = 3


def missing_city(board):
    board["cities"].remove(city(board, 3, 2))


def not_consecutive(board):
    one, two = city(board, 1, 1), city(board, 10, 5)
    one["island"], two["island"] = two["island"], one["island"]


def two_in_one_meridian(board):
    city(board, 1, 2)["island"] = city(board, 1, 1)["island"]


def empty_island(board):
    board["islands"].append({"id": "z", "name": "Nowhere"})


@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        (no_island, "lies on no island"),
        (two_in_one_place, "There is more than one city"),
        (missing_city, "There is no city 2 of meridian 3"),
        (not_consecutive, "do not lie in consecutive meridians"),
        (two_in_one_meridian, "two cities in one meridian"),
        (empty_island, "Nowhere has no city"),
    ],
)
def test_a_wrong_map_is_refused_with_its_first_mistake(mistake, words):
    board = wrong()
    mistake(board)
    with pytest.raises(BadBoard, match=words):
        MERIDIAN.read_board(board)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rows": 6}, "6 rows fit no number of players"),
        ({"rows": True}, "rows fit no number of players"),
        ({"players": [3]}, "A board of 5 rows is for 2 or 4 players"),
        ({"game": "china"}, 'not "meridian"'),
        ({"meridians": 9}, "10 meridians"),
        ({"cities": None}, "list of 'cities'"),
        ({"islands": []}, "list of 'islands'"),
        ({"canvas": [0, 5]}, "canvas"),
        ({"id": ""}, "'id'"),
    ],
)
def test_wrong_facts_are_named(changes, words):
    with pytest.raises(BadBoard, match=words):
        MERIDIAN.read_board(wrong(**changes))


def test_an_own_map_from_a_file_is_played(tmp_path):
    path = tmp_path / "own.json"
    path.write_text(json.dumps(wrong(id="own")))
    table = triarchy.game("meridian", players=2, board=path).start(1)
    assert table.position()["board"] == "own"
    path.write_text("{")
    with pytest.raises(BadBoard, match="is not JSON"):
        triarchy.game("meridian", players=2, board=path)
    with pytest.raises(BadBoard, match="cannot be read"):
        triarchy.game("meridian", players=2, board=tmp_path / "missing.json")


def test_a_board_is_refused_for_other_player_counts():
    with pytest.raises(UnknownGame, match="is for 2 or 4 players, not 3"):
        triarchy.game("meridian", players=3, board="thirteen-isles")
