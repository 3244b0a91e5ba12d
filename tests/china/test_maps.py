"""Board files: the two maps load with all known facts, and the validator names a mistake."""

from __future__ import annotations

import copy
import json

import pytest

import triarchy
from tests import shared_checks
from triarchy.games.china.state import COLOURS
from triarchy.kit.definition import DEFINITIONS

CHINA = DEFINITIONS["china"]


def test_the_maps_keep_to_what_is_known_of_them():
    """C-1, C-2, C-3"""
    sizes = []
    for board in CHINA.boards.values():
        struct = board.struct
        names = [province["id"] for province in board.data["provinces"]]
        size = dict(
            zip(names, (int(fields).bit_count() for fields in struct.fields_of), strict=False)
        )
        assert (size["wei"], size["qi"]) == (7, 5)
        assert max(size, key=size.__getitem__) == "chu"
        assert set(size.values()) <= set(range(4, 9))
        alliances = [{names[int(p)] for p in pair} for pair in struct.alliances[:15]]
        assert int(struct.alliance_count) == 15
        assert alliances[2:4] == [{"wei", "chin"}, {"chin", "shu"}]
        assert all(
            struct.colour_of[one] != struct.colour_of[two] for one, two in struct.alliances[:15]
        )
        colours = {
            name: COLOURS[colour] for name, colour in zip(names, struct.colour_of, strict=True)
        }
        assert (colours["shu"], colours["wei"]) == ("red", "red")
        assert (colours["yan"], colours["han"]) == ("green", "green")
        assert struct.cards.tolist() == [13, 12, 11, 11, 10]
        sizes.append(size)
    assert sizes[0] == sizes[1]


def test_every_road_is_in_the_struct_once_from_both_ends():
    for board in CHINA.boards.values():
        struct = board.struct
        total = sum(int(near).bit_count() for near in struct.near)
        assert total == 2 * len(board.data["roads"]) == 2 * int(struct.road_count)
        for number in range(int(struct.road_count)):
            words = struct.first_roads if number < 64 else struct.later_roads
            ends = {f for f in range(64) if int(words[f]) >> number % 64 & 1}
            assert ends == set(map(int, struct.road_ends[number]))


def own(board_id: str = "roads-3-4", **changes: object) -> dict:
    return {**copy.deepcopy(CHINA.boards[board_id].data), **changes}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "tigris"}, 'not "china"'),
        ({"id": ""}, "'id'"),
        ({"title": 3}, "'title'"),
        ({"players": []}, "list of the numbers of 'players'"),
        ({"players": [2, 3]}, "3, 4 or 5 players, not 2"),
        ({"players": [True]}, "not true"),
        ({"canvas": [1000, 700]}, "'canvas' with 'width'"),
        ({"canvas": {"width": 1000, "height": 0}}, "'height' above 0"),
        ({"cards": {"red": 57}}, "a number for each of red, green"),
        ({"cards": dict.fromkeys(("red", "green", "orange", "yellow", "violet"), 1)}, "from 2 to"),
        (
            {"cards": dict.fromkeys(("red", "green", "orange", "yellow", "violet"), 13)},
            "at most 64",
        ),
        ({"cards": dict.fromkeys(("red", "green", "orange", "yellow", "violet"), 4)}, "are needed"),
        ({"provinces": []}, "1 to 9 'provinces'"),
        ({"provinces": [3]}, "for a province must be an object"),
        ({"roads": None}, "list of 'roads'"),
        ({"roads": [["chin1", "chin9"]]}, 'no space: "chin9"'),
        ({"roads": [["chin1", "chin1"]]}, "to itself"),
        ({"roads": [["chin1", "chin2"], ["chin2", "chin1"]]}, "two roads between chin1 and chin2"),
        ({"roads": [["chin1"]]}, "a pair of spaces"),
        (
            {"roads": [["chin1", f"zhao{n}"] for n in range(1, 7)] + [["chin1", "yan1"]]},
            "More than 6",
        ),
        ({"alliances": [{"n": 2}]}, "Alliance 1 has the number 2"),
        ({"alliances": [{"n": 1, "a": "wei", "b": "rome"}]}, 'no province: "rome"'),
        ({"alliances": [{"n": 1, "a": "wei", "b": "wei"}]}, "with itself"),
        ({"alliances": [{"n": 1, "a": "wei", "b": "qi", "x": 1}]}, "numbers 'x' and 'y'"),
        ({"alliances": None}, "list of at most"),
    ],
)
def test_wrong_facts_are_named(changes, words):
    with pytest.raises(triarchy.BadBoard, match=words):
        CHINA.read_board(own(**changes))


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("id", "Chin", "small letters"),
        ("id", "zhao", "The id 'zhao' of a province is used twice"),
        ("name", "", "'name'"),
        ("colour", "blue", "'colour'"),
        ("fields", [], "house 'fields'"),
        (
            "fields",
            [{"id": "zhao1", "x": 1, "y": 1}],
            "The id 'zhao1' of a space of zhao is used twice",
        ),
        ("fields", [{"id": "chin1", "x": 1001, "y": 1}], "outside the canvas"),
        ("fields", [{"id": f"f{n}", "x": 1, "y": 1} for n in range(20)], "more than 64"),
        ("dragon", None, "dragon space of"),
        ("outline", [[0, 0]], "'outline'"),
        ("outline", [[0, 0], [1, 1], [2]], "is a pair"),
    ],
)
def test_a_wrong_province_is_named(key, value, words):
    data = own()
    data["provinces"][0][key] = value
    with pytest.raises(triarchy.BadBoard, match=words):
        CHINA.read_board(data)


def small_map() -> dict:
    """Two provinces of three fields, one alliance."""
    data = own(id="small", title="Small", players=[3])
    data["provinces"] = data["provinces"][:2]
    for province in data["provinces"]:
        province["fields"] = province["fields"][:3]
    data["roads"] = [["chin1", "chin2"], ["chin2", "chin3"], ["chin3", "zhao1"]]
    data["alliances"] = data["alliances"][:1]
    return data


def test_an_own_map_from_a_file_is_played_to_the_end(tmp_path):
    path = tmp_path / "small.json"
    path.write_text(json.dumps(small_map()))
    game = triarchy.game("china", 3, path)
    for seed in range(20):
        table = shared_checks.random_table(game, seed)
        assert table.over
        assert game.position(table.position()).position() == table.position()
    assert game.moves[:4] == ("house chin1", "house chin2", "house chin3", "house zhao1")
