"""The rulebook's examples 1 to 8, each under its name, and what stands around them."""

from __future__ import annotations

import pytest

import triarchy
from tests.china.scenes import places, play, result, scene

BOARDS = ("roads-3-4", "roads-4-5")
AXEL, BARBARA, CHRIS, DORIS = range(4)


class TestExample1:
    def test_an_empty_province_takes_one_piece_only(self):
        table = scene(hand="violet red red")
        play(table, "house wei1", "pay red")
        assert table.phase == "draw"
        assert table.position()["placed"] == 1

    def test_a_red_card_and_two_green_ones_place_two_pieces_in_wei(self):
        """C-4"""
        table = scene({AXEL: "wei1"}, seat=BARBARA, hand="red green green")
        play(table, "house wei2", "pay red")
        assert table.legal == [
            *("emissary wei", "end", "house wei3", "house wei4"),
            *("house wei5", "house wei6", "house wei7"),
        ]
        play(table, "house wei3")
        assert table.legal == ["pay green"]
        play(table, "pay green")
        assert table.position()["hands"][BARBARA] == dict.fromkeys(
            ("red", "green", "orange", "yellow", "violet"), 0
        )
        assert table.phase == "draw"

    def test_three_yellow_cards_place_two_pieces_in_qi(self):
        """C-4"""
        table = scene({AXEL: "qi1"}, seat=CHRIS, hand="yellow yellow yellow")
        play(table, "house qi2", "pay yellow", "house qi3", "pay yellow")
        assert table.phase == "draw"
        assert table.position()["hands"][CHRIS]["yellow"] == 1

    def test_two_yellow_cards_are_a_joker_elsewhere_but_not_in_a_yellow_province(self):
        table = scene({AXEL: "qi1"}, seat=CHRIS, hand="yellow yellow yellow")
        assert places(table) == ["chin", "chu", "han", "lu", "qi", "shu", "wei", "yan", "zhao"]
        play(table, "house chu1")
        assert table.legal == ["pay yellow"]
        play(table, "pay yellow")
        assert table.position()["hands"][CHRIS]["yellow"] == 1
        table = scene({AXEL: "qi1"}, seat=CHRIS, hand="yellow yellow red")
        play(table, "house qi2")
        assert table.legal == ["pay yellow"]
        play(table, "pay yellow")
        assert table.position()["hands"][CHRIS]["yellow"] == 1


def test_example_2_two_more_emissaries_may_come_to_chu():
    table = scene(
        {BARBARA: "chu1 chu2 chu3 chu4"},
        emissaries={"chu": [0, 1, 1]},
        hand="violet orange orange",
    )
    play(table, "emissary chu", "pay orange", "emissary chu", "pay violet")
    assert table.position()["emissaries"] == {"chu": [2, 1, 1]}
    assert table.phase == "draw"


@pytest.mark.parametrize(
    "pieces",
    [
        ("emissary chin", "emissary chin"),
        ("house chin5", "house chin6"),
        ("house chin5", "emissary chin"),
        ("emissary chin", "house chin5"),
    ],
)
def test_example_3_two_emissaries_or_two_houses_or_one_of_each_in_chin(pieces):
    table = scene({1: "chin1 chin2", 2: "chin3 chin4"}, hand="yellow yellow red")
    for piece in pieces:
        play(table, piece, "pay yellow")
    assert table.phase == "draw"
    assert table.position()["placed"] == 2


def test_example_3_no_third_emissary():
    table = scene(
        {1: "chin1 chin2", 2: "chin3 chin4"}, emissaries={"chin": [1, 1, 0]}, hand="yellow " * 3
    )
    assert "emissary chin" not in table.legal


def test_example_4_wei_with_four_two_and_one_houses_gives_7_4_and_2():
    table = scene({0: "wei1 wei2 wei3", 1: "wei4 wei5", 2: "wei6"}, hand="red green green")
    play(table, "house wei7", "pay red")
    assert table.position()["points"] == [7, 4, 2]
    assert table.position()["scored"] == ["wei"]


def test_example_5_qi_with_two_two_and_one_houses_gives_5_5_and_2():
    table = scene({0: "qi1 qi2", 1: "qi3 qi4"}, seat=2, hand="yellow red green")
    play(table, "house qi5", "pay yellow")
    assert table.position()["points"] == [5, 5, 2]


def test_example_6_alliances_3_and_4():
    """Seats: green, red, violet, blue. Alliance 3 is Wei and Ch'in, alliance 4 Ch'in and Shu."""
    emissaries = {"wei": [0, 1, 0, 1], "chin": [1, 1, 0, 2], "shu": [0, 0, 2, 1]}
    # Somebody's houses make room for these emissaries.
    houses = {0: "wei1 wei2 chin1 chin2 chin3 chin4 shu1 shu2 shu3"}
    scores = result(houses, players=4, emissaries=emissaries)
    assert [seat["alliances"] for seat in scores] == [0, 0, 0, 6]


@pytest.mark.parametrize("board", BOARDS)
def test_example_7_five_houses_in_a_row_and_a_branch(board):
    houses = {0: "chin2 chin4 chin6 shu1 shu2 chin5"}
    assert result(houses, players=4, board=board)[0]["roads"] == 5


def test_example_8_a_fortification_then_a_house_on_it():
    table = scene({1: "qi1"}, with_forts=True, hand="yellow yellow yellow")
    play(table, "fort qi2", "pay yellow")
    assert table.position()["forts"] == ["qi2"]
    assert {"house qi2", "house qi3", "end"} <= set(table.legal)
    assert "fort qi3" not in table.legal
    play(table, "house qi2", "pay yellow")
    assert table.phase == "draw"
    position = table.position()
    assert position["forts"] == ["qi2"]
    assert position["houses"]["qi2"] == 0
    assert position["hands"][0]["yellow"] == 1
    assert position["supply"][0] == {"houses": 19, "emissaries": 8, "forts": 0}


def test_three_players_have_47_cards_four_have_52_five_have_57():
    """C-2"""
    for players, total in ((3, 47), (4, 52), (5, 57)):
        position = triarchy.game("china", players).start(1).position()
        assert len(position["deck"]) == total - 3 * players - 4
        assert [sum(hand.values()) for hand in position["hands"]] == [3] * players


def test_everyone_has_20_houses_and_8_emissaries_and_a_fortification_with_the_option():
    for forts in (False, True):
        table = triarchy.game("china", 3, options={"forts": forts}).start(1)
        expected = {"houses": 20, "emissaries": 8, "forts": int(forts)}
        assert table.position()["supply"] == [expected] * 3


def test_with_four_players_either_map_may_be_chosen():
    """C-1"""
    assert triarchy.game("china", 4).board.id == "roads-3-4"
    assert triarchy.game("china", 4, "roads-4-5").board.id == "roads-4-5"
    with pytest.raises(triarchy.TriarchyError, match="is for 3 or 4 players, not 5"):
        triarchy.game("china", 5, "roads-3-4")


def test_a_document_may_name_another_starter():
    """C-20: without one it is seat 0."""
    assert triarchy.game("china").start(1).position()["starter"] == 0
    assert scene(seat=1).position()["starter"] == 1
