"""The four actions: leaders, tiles, catastrophes, swaps; every ruling of the digest by its name."""

from __future__ import annotations

import pytest

import triarchy
from tests.tigris.scenes import BULL, LION, STARTS, cells, document, gained, play, scene
from triarchy.engine.errors import IllegalMove

RIVERS = {
    "E1 F1 G1 H1 I1 M1 E2 M2 D3 E3 M3 N3 A4 B4 C4 D4 N4 O4 P4 O5 P5 O6 A7 B7 C7 D7 M7 N7 O7",
    "D8 E8 F8 G8 M8 G9 H9 I9 J9 K9 L9 M9",
}
RIVER = {cell for text in RIVERS for cell in text.split()}


# Material and set-up


def test_the_board_has_176_cells_41_of_them_rivers():
    rows = triarchy.game("tigris").board.data["rows"]
    found = {
        f"{'ABCDEFGHIJKLMNOP'[c]}{r + 1}" for r in range(11) for c in range(16) if rows[r][c] == "~"
    }
    assert found == RIVER
    assert len(RIVER) == 41


@pytest.mark.parametrize("players", [2, 3, 4])
def test_trap_the_ten_start_temples_are_not_in_the_bag(players):
    position = triarchy.game("tigris", players=players).start(seed=3).position()
    assert position["tiles"] == dict.fromkeys(STARTS, "red")
    assert position["treasures"] == STARTS
    drawn = position["bag"] + [c for h in position["hands"] for c, n in h.items() for _ in range(n)]
    assert len(drawn) == 143
    assert [drawn.count(c) for c in ("black", "red", "blue", "green")] == [30, 47, 36, 30]
    assert [sum(hand.values()) for hand in position["hands"]] == [6] * players
    assert position["catastrophes_left"] == [2] * players
    assert (position["to_move"], position["actions_left"], position["turn"]) == (0, 2, 0)


def splitmix(seed):
    """The generator of the notation, written down again from its words."""
    full = 2**64 - 1
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & full
        value = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & full
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & full
        yield value ^ (value >> 31)


# Ruling T-29
def test_the_bag_is_shuffled_and_dealt_as_the_notation_says():
    bag = ["black"] * 30 + ["red"] * 47 + ["blue"] * 36 + ["green"] * 30
    numbers = splitmix(2024)
    for i in range(142, 0, -1):
        j = next(numbers) % (i + 1)
        bag[i], bag[j] = bag[j], bag[i]
    position = triarchy.game("tigris", players=3).start(seed=2024).position()
    for seat in range(3):
        dealt = bag[6 * seat : 6 * seat + 6]
        assert position["hands"][seat] == {c: dealt.count(c) for c in position["hands"][seat]}
    assert position["bag"] == bag[18:]
    assert (position["active"], position["to_move"]) == (0, 0)


# Leaders


def test_a_leader_is_placed_on_free_land_beside_a_temple():
    table = scene(hands=("red*6",))
    play(table, "leader blue")
    assert cells(table) == {
        *("J1", "L1", "K2", "A2", "C2", "B1", "B3", "O2", "P1", "P3", "F2", "G3", "F4"),
        *("M5", "N6", "H7", "J7", "I6", "I8", "A8", "C8", "B9", "N9", "P9", "O8", "O10"),
        *("E10", "G10", "F9", "F11", "J11", "L11", "K10"),
    }
    assert "withdraw" not in table.legal


# Ruling T-3
def test_a_leader_never_joins_two_kingdoms():
    table = scene(red="J6 L6", leaders={"J5": (LION, "red"), "L5": (BULL, "red")})
    play(table, "leader black")
    assert "K6" not in cells(table)
    assert "I6" in cells(table)


# Ruling T-3
def test_a_leader_may_join_leaderless_regions_to_a_kingdom():
    table = scene(red="J6 L6 L7", leaders={"J5": (LION, "red")})
    play(table, "leader black")
    assert "K6" in cells(table)


# Ruling T-2
def test_trap_a_moved_leader_is_lifted_before_anything_is_tested():
    """Without the priest the two temples are leaderless regions; he may stand between them."""
    table = scene(red="J6 L6", leaders={"J5": (LION, "red")})
    play(table, "leader red")
    assert "K6" in cells(table)
    after = play(table, "cell K6")
    assert after["leaders"] == {"K6": [LION, "red"]}


# Ruling T-2
def test_lifting_a_leader_that_splits_a_region():
    """The king holds two halves together; lifted, he may not join the two kingdoms again from
    another cell, but may enter one of them."""
    table = scene(
        red="G5 I5 G4 I4",
        leaders={"H5": (LION, "black"), "F5": (LION, "red"), "J5": (BULL, "green")},
    )
    play(table, "leader black")
    assert "H4" not in cells(table)
    assert "H5" not in cells(table)
    assert {"G6", "I6", "F4", "J4"} <= cells(table)


# Ruling T-4
def test_a_leader_moved_onto_its_own_cell_is_no_move():
    table = scene(leaders={"J7": (LION, "black")})
    play(table, "leader black")
    assert "J7" not in cells(table)
    assert "withdraw" in table.legal


def test_a_leader_moved_inside_its_own_kingdom_meets_nobody():
    table = scene(red="H6", leaders={"J7": (LION, "black"), "I6": (BULL, "red")})
    before = table.position()
    after = play(table, "leader black", "cell H7")
    assert after["phase"] == "action"
    assert after["points"] == before["points"]
    assert after["leaders"] == {"I6": [BULL, "red"], "H7": [LION, "black"]}


def test_a_leader_moved_into_another_kingdom_starts_a_revolt():
    table = scene(leaders={"J7": (BULL, "black"), "K2": (LION, "black")})
    after = play(table, "leader black")
    assert after["leaders"]["K2"] == [LION, "black"]
    after = play(table, "cell H7")
    assert after["phase"] == "support"
    assert "K2" not in after["leaders"]


def test_withdrawing_a_leader_is_an_action_and_scores_nothing():
    table = scene(leaders={"J7": (LION, "black")})
    before = table.position()
    after = play(table, "leader black", "withdraw")
    assert after["leaders"] == {}
    assert after["points"] == before["points"]
    assert after["actions_left"] == 1


def test_a_leader_that_fits_nowhere_is_not_offered_unless_it_is_on_the_board():
    """Only one temple is left, with kings around it; a river and a catastrophe close the rest."""
    bare = "K1 B2 P2 F3 N5 I7 B8 O9 F10"
    table = scene(
        bare=bare,
        leaders={"J11": (LION, "black"), "L11": (BULL, "red")},
        catastrophes="K10",
        hands=("green",),
        points=[
            {"black": 0, "red": 0, "blue": 0, "green": 0, "treasure": 5},
            {"black": 0, "red": 0, "blue": 0, "green": 0, "treasure": 4},
        ],
        actions_left=1,
    )
    assert [move for move in table.legal if move.startswith("leader")] == ["leader black"]
    play(table, "leader black")
    assert table.legal == ["withdraw"]


# Tiles


def test_farms_only_on_rivers_other_tiles_never():
    table = scene(hands=("blue black red green*3",))
    play(table, "tile blue")
    assert cells(table) == RIVER
    table.undo()
    for colour in ("black", "red", "green"):
        play(table, f"tile {colour}")
        assert not cells(table) & RIVER
        assert len(cells(table)) == 176 - 41 - 10
        table.undo()


def test_a_tile_scores_for_the_leader_of_its_colour_whoever_lays_it():
    table = scene(
        leaders={"J7": (BULL, "green"), "H7": (LION, "black")}, hands=("green*6", "red*6")
    )
    before = table.position()
    after = play(table, "tile green", "cell I8")
    assert gained(before, after, BULL) == {"green": 1}
    assert gained(before, after, LION) == {}


# Ruling T-6
def test_trap_the_king_stands_in_with_a_point_in_the_tiles_colour():
    table = scene(leaders={"J7": (BULL, "black")}, hands=("green*6",))
    before = table.position()
    after = play(table, "tile green", "cell I8")
    assert gained(before, after, BULL) == {"green": 1}


def test_other_leaders_do_not_stand_in():
    table = scene(leaders={"J7": (BULL, "red")}, hands=("green*6",))
    before = table.position()
    assert play(table, "tile green", "cell I8")["points"] == before["points"]


def test_no_point_outside_a_kingdom():
    table = scene(leaders={"J7": (LION, "black")}, hands=("black*6",))
    before = table.position()
    assert play(table, "tile black", "cell E5")["points"] == before["points"]


# Ruling T-7
def test_a_tile_joining_two_kingdoms_scores_nothing_even_without_a_war():
    table = scene(
        red="K6", leaders={"J7": (LION, "black"), "L6": (LION, "green")}, hands=("green*6",)
    )
    before = table.position()
    after = play(table, "tile green", "cell J6")
    assert after["points"] == before["points"]
    assert (after["phase"], after["unification"], after["actions_left"]) == ("action", None, 1)


def test_a_tile_may_never_join_three_kingdoms():
    table = scene(
        red="G5 I5 H3",
        leaders={"F5": (LION, "black"), "J5": (BULL, "red"), "H2": (BULL, "blue")},
        black="H4",
        hands=("green*6",),
    )
    play(table, "tile green")
    assert "H5" not in cells(table)


# Ruling T-5
def test_leaderless_regions_do_not_count_as_kingdoms():
    table = scene(
        red="G5 I5 H3",
        leaders={"F5": (LION, "black"), "J5": (BULL, "red")},
        black="H4",
        hands=("green*6",),
    )
    play(table, "tile green")
    assert "H5" in cells(table)


def test_two_sides_of_one_kingdom_are_one_kingdom():
    """The cell touches two temples of the same kingdom: a point, no unification."""
    table = scene(
        red="J6 K6 L6 L5 L4 K4 J4", leaders={"I6": (LION, "red")}, hands=("red*6", "red*6")
    )
    before = table.position()
    after = play(table, "tile red", "cell J5")
    assert gained(before, after, LION) == {"red": 1}


def test_a_tile_is_offered_only_if_some_cell_takes_it():
    filled = sorted(RIVER)
    table = scene(
        blue=" ".join(filled[:34]),
        catastrophes=" ".join(filled[34:]),
        players=4,
        hands=("blue*2 red",),
    )
    assert "tile red" in table.legal
    assert "tile blue" not in table.legal


# Catastrophes


# Ruling T-8
def test_a_catastrophe_goes_on_free_cells_rivers_too_and_on_bare_tiles():
    table = scene(
        red="H6",
        blue="E1",
        leaders={"J7": (LION, "black")},
        monuments=(("C9", "black-green", "green"),),
        catastrophes="A1",
        active=BULL,
        turn=9,
    )
    play(table, "catastrophe")
    able = cells(table)
    assert {"E1", "F1", "H6", "H7", "P11"} <= able
    assert not able & {*STARTS, "J7", "C9", "D9", "C10", "D10", "A1"}


def test_a_catastrophe_destroys_the_tile_for_good():
    table = scene(blue="E1", hands=("blue*6",))
    before = table.position()
    after = play(table, "catastrophe", "cell E1")
    assert "E1" not in after["tiles"]
    assert after["catastrophes"] == ["E1"]
    assert after["removed"]["blue"] == before["removed"]["blue"] + 1
    assert after["catastrophes_left"] == [1, 2]
    play(table, "tile blue")
    assert "E1" not in cells(table)


def test_a_catastrophe_splits_a_kingdom():
    table = scene(red="J6", green="K7 L7", leaders={"J7": (LION, "black"), "I6": (LION, "green")})
    play(table, "catastrophe", "cell K7")
    table.play("pass")
    play(table, "leader red")
    assert "K6" in cells(table)


def test_a_catastrophe_on_the_last_temple_sends_the_leader_home():
    table = scene(red="H4", leaders={"G4": (BULL, "green"), "J7": (BULL, "red")})
    after = play(table, "catastrophe", "cell H4")
    assert after["leaders"] == {"J7": [BULL, "red"]}


# Ruling T-20
def test_a_catastrophe_sends_every_leader_home_that_has_lost_its_last_temple():
    """Three dynasties meet around H4; the priest has another temple on F3 and stays."""
    table = scene(
        players=3,
        red="H4",
        leaders={"G4": (BULL, "green"), "H5": (2, "black"), "G3": (LION, "red")},
    )
    before = table.position()
    after = play(table, "catastrophe", "cell H4")
    assert after["leaders"] == {"G3": [LION, "red"]}
    assert after["points"] == before["points"]
    assert (after["phase"], after["actions_left"]) == ("action", 1)


def test_two_catastrophes_each():
    table = scene()
    play(table, "catastrophe", "cell A1", "catastrophe", "cell A5", "pass")
    assert "catastrophe" not in table.legal


# Swapping, passing


def test_swapping_draws_as_many_at_once_and_keeps_the_discards_apart():
    table = scene(hands=("red*4 green*2", "blue*6"), bag="black*20")
    before = table.position()
    middle = play(table, "swap")
    assert table.legal == ["discard green", "discard red"]
    middle = play(table, "discard red", "discard green")
    assert middle["swapped"] == {"black": 0, "red": 1, "blue": 0, "green": 1}
    assert table.legal == ["discard green", "discard red", "draw"]
    after = play(table, "draw")
    assert after["swapped"] == {"black": 0, "red": 0, "blue": 0, "green": 0}
    assert after["discarded"][LION] == {"black": 0, "red": 1, "blue": 0, "green": 1}
    assert after["hands"][LION] == {"black": 2, "red": 3, "blue": 0, "green": 1}
    assert after["removed"] == before["removed"]
    assert after["actions_left"] == 1


def test_all_six_tiles_can_be_swapped_but_no_more():
    table = scene(hands=("red*6",))
    play(table, "swap", *["discard red"] * 6)
    assert table.legal == ["draw"]


def test_without_tiles_there_is_nothing_to_swap():
    assert "swap" not in scene().legal
    assert "swap" in scene(hands=("red",), bag=0).legal


# Ruling T-1
def test_the_same_action_can_be_done_twice():
    table = scene(hands=("red*6",))
    after = play(table, "tile red", "cell A5", "tile red", "cell A6")
    assert after["to_move"] == BULL


# Ruling T-1
def test_passing_ends_the_turn_at_once():
    after = play(scene(hands=("red*6", "red*6")), "pass")
    assert (after["to_move"], after["active"], after["turn"], after["actions_left"]) == (1, 1, 9, 2)


def test_choosing_changes_nothing_but_the_choice():
    table = scene(hands=("red*6",), leaders={"J7": (LION, "black")})
    before = table.position()
    for move in ("tile red", "leader black", "catastrophe"):
        after = play(table, move)
        assert after["piece"] == move
        assert {**after, "piece": None, "phase": "action"} == before
        table.undo()


def test_an_illegal_move_is_refused_and_changes_nothing():
    table = scene(hands=("red*6",))
    before = table.position()
    for move in ("tile blue", "cell A1", "support 0", "draw", "tile  red", "Tile red", ""):
        with pytest.raises(IllegalMove):
            table.play(move)
    assert table.position() == before


def test_every_move_has_one_number_and_one_text():
    moves = triarchy.game("tigris").moves
    assert len(moves) == 397
    texts = [move for move in moves if move]
    assert len(set(texts)) == len(texts)
    assert moves[0] == "cell A1"
    assert moves[175] == "cell P11"
    assert moves[176] == "square A1"
    assert moves[191] == ""
    assert moves[352] == "take K1"
    assert moves[362] == "tile black"
    assert moves[370:374] == ("catastrophe", "swap", "pass", "withdraw")
    assert moves[383] == "support 0"
    assert moves[396] == "monument none"


def test_the_document_of_a_scene_is_what_was_asked_for():
    asked = document(red="H6", leaders={"J7": (0, "black")}, hands=("red*6",))
    assert triarchy.position(asked).position() == asked | {
        "tiles": triarchy.position(asked).position()["tiles"]
    }
