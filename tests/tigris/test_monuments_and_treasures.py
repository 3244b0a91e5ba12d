"""Monuments, treasures, the end of the turn and of the game, by rulings, traps, nasty cases."""

from __future__ import annotations

import pytest

from tests.tigris.scenes import BULL, LION, STARTS, counts, gained, play, scene

# Monuments


def test_a_square_of_farms_on_the_river_can_be_built_on():
    table = scene(blue="O4 P4 O5", hands=("blue*6",))
    middle = play(table, "tile blue", "cell P5")
    assert (middle["phase"], middle["square"]) == ("monument", "O4")
    assert table.legal == [
        "monument black-blue",
        "monument blue-green",
        "monument none",
        "monument red-blue",
    ]


# Ruling T-18
def test_building_can_be_declined_and_is_lost_for_these_four_tiles():
    table = scene(green="G5 H5 G6", hands=("green*6",))
    after = play(table, "tile green", "cell H6", "monument none")
    assert (after["phase"], after["monuments"], after["square"]) == ("action", [], None)
    after = play(table, "tile green", "cell A1")
    assert after["phase"] == "action"
    assert after["actions_left"] == 2


# Ruling T-18
def test_a_later_tile_may_form_a_new_square_with_some_of_them():
    table = scene(green="G5 H5 G6 H6 I5", hands=("green*6",))
    middle = play(table, "tile green", "cell I6")
    assert (middle["phase"], middle["square"]) == ("monument", "H5")


def test_two_squares_completed_at_once():
    table = scene(green="G5 H5 I5 G6 I6", hands=("green*6",))
    middle = play(table, "tile green", "cell H6")
    assert (middle["phase"], middle["square"]) == ("square", None)
    assert table.legal == ["monument none", "square G5", "square H5"]
    middle = play(table, "square H5")
    assert (middle["phase"], middle["square"]) == ("monument", "H5")
    after = play(table, "monument blue-green")
    assert after["monuments"] == [{"square": "H5", "colours": ["blue", "green"], "on": "green"}]
    assert after["tiles"]["G5"] == "green"
    assert not {"H5", "I5", "H6", "I6"} & set(after["tiles"])


def test_two_squares_and_neither_is_built_on():
    table = scene(green="G5 H5 I5 G6 I6", hands=("green*6",))
    after = play(table, "tile green", "cell H6", "monument none")
    assert (after["phase"], after["monuments"], after["actions_left"]) == ("action", [], 1)


def test_four_squares_completed_at_once():
    table = scene(green="F4 G4 H4 F5 H5 F6 G6 H6", hands=("green*6",))
    play(table, "tile green", "cell G5")
    assert table.legal == ["monument none", "square F4", "square F5", "square G4", "square G5"]


def test_without_a_monument_of_the_colour_nothing_is_asked():
    green = (("A9", "black-green", "green"), ("C10", "red-green", "green"))
    table = scene(
        green="G5 H5 G6",
        monuments=(*green, ("I10", "blue-green", "green")),
        hands=("green*6",),
    )
    after = play(table, "tile green", "cell H6")
    assert (after["phase"], after["actions_left"]) == ("action", 1)


# Ruling T-19
def test_flipped_tiles_connect_but_support_nobody():
    table = scene(
        red="C6 I6",
        green="E6",
        monuments=(("G6", "black-green", "green"),),
        leaders={"D6": (LION, "green"), "J6": (BULL, "green")},
        hands=("green*4 black", "green"),
    )
    middle = play(table, "tile black", "cell F6", "war green")
    assert (middle["conflict"]["attacker_board"], middle["conflict"]["defender_board"]) == (1, 0)
    after = play(table, "support 0", "support 0")
    assert "J6" not in after["leaders"]
    assert after["monuments"] == middle["monuments"]


# Ruling T-19
def test_a_treasure_on_a_flipped_temple_stays_and_can_be_taken():
    table = scene(
        red="H6 I6 J5",
        leaders={"K5": (LION, "green")},
        black="J6 K6 L6 M6",
        hands=("red*2 green*4",),
    )
    middle = play(table, "tile red", "cell H7", "monument red-blue")
    assert "I7" in middle["treasures"]
    assert "I7" not in middle["tiles"]
    middle = play(table, "tile green", "cell N6")
    assert middle["phase"] == "treasure"
    assert table.legal == ["take I7", "take N5"]
    after = play(table, "take I7")
    assert "I7" not in after["treasures"]


# Ruling T-21
def test_a_monument_that_strands_the_trader_before_treasures_are_taken():
    """H7 completes a square and links F10's treasure; flipping strands Bull's trader."""
    table = scene(
        red="H6 I6",
        black="H8 H10 G10",
        blue="H9",
        leaders={"G6": (BULL, "green")},
        hands=("red*6", ""),
    )
    before = table.position()
    middle = play(table, "tile red", "cell H7")
    assert middle["phase"] == "monument"
    after = play(table, "monument red-blue")
    assert (after["phase"], after["leaders"]) == ("action", {})
    assert after["treasures"] == before["treasures"]
    table.undo()
    taken = play(table, "monument none")
    assert (taken["phase"], taken["taker"], taken["to_move"]) == ("treasure", BULL, BULL)


def joining(colour):
    """F6 joins two kingdoms with traders, and completes a square of this colour in Lion's."""
    settings = {"black": "E5 E6 F5", "green": "G6 H6"}
    if colour == "green":
        settings = {"green": "E5 E6 F5 G6 H6"}
    return scene(
        red="C6 I6",
        leaders={"D6": (LION, "green"), "J6": (BULL, "green")},
        hands=("green*4 black*2", "green"),
        **settings,
    )


# Ruling T-21
@pytest.mark.parametrize("colour", ["black", "green"])
def test_a_monument_comes_after_the_wars_if_the_square_still_stands(colour):
    table = joining(colour)
    middle = play(table, f"tile {colour}", "cell F6")
    assert (middle["phase"], middle["unification"]) == ("war", "F6")
    middle = play(table, "war green", "support 3", "support 0")
    assert not {"G6", "H6"} & set(middle["tiles"])
    assert (middle["phase"], middle["square"], middle["placed"]) == ("monument", "E5", "F6")
    assert middle["unification"] is None
    after = play(table, "monument black-green")
    assert after["monuments"] == [{"square": "E5", "colours": ["black", "green"], "on": colour}]
    assert (after["phase"], after["actions_left"]) == ("action", 1)


def test_a_war_that_breaks_the_square_leaves_no_monument():
    table = joining("green")
    after = play(table, "tile green", "cell F6", "war green", "support 0", "support 1")
    assert after["tiles"]["F6"] == "green"
    assert not {"E5", "E6", "F5"} & set(after["tiles"])
    assert (after["phase"], after["monuments"], after["actions_left"]) == ("action", [], 1)


def test_monuments_cannot_be_destroyed():
    table = scene(monuments=(("G5", "black-green", "green"),))
    play(table, "catastrophe")
    assert not {"cell G5", "cell H5", "cell G6", "cell H6"} & set(table.legal)


def monument_scene(**changes):
    settings = {
        "red": "F5 I6",
        "monuments": (("G5", "black-green", "green"),),
        "leaders": {"F6": (LION, "black"), "I5": (BULL, "green"), "J6": (LION, "red")},
        "hands": ("black*6", "black*6"),
    }
    return scene(**{**settings, **changes})


# Ruling T-23
def test_trap_monument_points_go_to_the_active_player_alone():
    table = monument_scene()
    before = table.position()
    after = play(table, "pass")
    assert gained(before, after, LION) == {"black": 1}
    assert gained(before, after, BULL) == {}


# Ruling T-23
def test_a_king_scores_only_black_at_a_monument():
    table = monument_scene(leaders={"F6": (LION, "black")})
    before = table.position()
    assert gained(before, play(table, "pass"), LION) == {"black": 1}


def test_two_own_leaders_score_both_colours_and_two_monuments_score_twice():
    table = scene(
        red="F5 I6",
        monuments=(("G5", "black-green", "green"), ("G3", "black-red", "black")),
        leaders={"F6": (LION, "black"), "I5": (LION, "green"), "J6": (LION, "red")},
        bare="I7",
        hands=("black*6", "black*6"),
    )
    before = table.position()
    assert gained(before, play(table, "pass"), LION) == {"black": 2, "green": 1, "red": 1}


def test_a_leader_outside_the_monuments_kingdom_scores_nothing():
    table = monument_scene(leaders={"K2": (LION, "black")})
    before = table.position()
    assert gained(before, play(table, "pass"), LION) == {}


# Treasures


def three_treasures(**changes):
    """A farm on O5 links the trader's N5 with a chain that holds P2 and O9."""
    settings = {
        "blue": "P5 P4 N7",
        "black": "P3 P6 P7 P8 P9",
        "red": "N6",
        "leaders": {"M6": (LION, "green")},
        "hands": ("blue*6", "red*6"),
    }
    return scene(**{**settings, **changes})


def test_all_but_one_are_taken_one_at_a_time_corners_first():
    """P2 and O9 are corner treasures, N5 is none."""
    table = three_treasures()
    before = table.position()
    middle = play(table, "tile blue", "cell O5")
    assert middle["phase"] == "treasure"
    assert table.legal == ["take O9", "take P2"]
    middle = play(table, "take O9")
    assert (middle["phase"], middle["actions_left"]) == ("treasure", 2)
    assert table.legal == ["take P2"]
    after = play(table, "take P2")
    assert gained(before, after, LION) == {"treasure": 2}
    assert (after["phase"], after["actions_left"]) == ("action", 1)
    assert "N5" in after["treasures"]


# Ruling T-22
def test_the_traders_owner_takes_whoever_is_active():
    table = three_treasures(active=BULL, turn=9, hands=("red*6", "blue*6"))
    middle = play(table, "tile blue", "cell O5")
    assert (middle["taker"], middle["to_move"], middle["active"]) == (LION, LION, BULL)
    after = play(table, "take P2", "take O9")
    assert (after["to_move"], after["actions_left"]) == (BULL, 1)


def test_without_a_trader_the_treasures_wait_and_a_trader_placed_later_takes_them():
    table = three_treasures(leaders={"M6": (LION, "black")})
    middle = play(table, "tile blue", "cell O5")
    assert (middle["phase"], middle["actions_left"]) == ("action", 1)
    middle = play(table, "leader green", "cell M5")
    assert (middle["phase"], middle["taker"], middle["placed"]) == ("treasure", LION, None)


def test_a_leader_that_links_a_leaderless_region_lets_the_trader_take_its_treasure():
    """Lion's king links Bull's kingdom with K11: Bull takes one, though Lion is active."""
    table = scene(
        red="I8",
        blue="J9",
        black="J10 J11",
        leaders={"J7": (BULL, "green")},
        hands=("red*6", "red*6"),
    )
    middle = play(table, "leader black", "cell J8")
    assert (middle["phase"], middle["taker"], middle["to_move"]) == ("treasure", BULL, BULL)
    assert table.legal == ["take I7", "take K11"]
    after = play(table, "take K11")
    assert (after["to_move"], after["actions_left"]) == (LION, 1)
    assert after["points"][BULL]["treasure"] == 1


# Ruling T-22
def test_trap_treasures_are_taken_after_each_action_not_at_the_end_of_the_turn():
    table = three_treasures()
    play(table, "tile blue", "cell O5", "take O9", "take P2")
    assert table.position()["actions_left"] == 1


def test_a_withdrawn_trader_takes_nothing():
    table = three_treasures(blue="P5 P4 N7 O5", leaders={"M6": (LION, "black")})
    after = play(table, "leader black", "withdraw")
    assert after["phase"] == "action"


# The end of the turn and of the game


# Ruling T-24
def test_the_active_player_refills_first_then_the_others_clockwise():
    table = scene(
        players=3,
        hands=("red*4", "red*5", "red*3"),
        bag="black*2 green*4",
        active=1,
        turn=7,
    )
    after = play(table, "pass")
    # The bag is drawn in its order: two black, then four green. Seat 1 takes the first.
    assert after["hands"][1] == counts("red*5 black")
    assert after["hands"][2] == counts("red*3 black green*2")
    assert after["hands"][0] == counts("red*4 green*2")
    assert (after["phase"], after["bag"]) == ("action", [])


def test_trap_the_other_players_refill_too():
    table = scene(hands=("red*6", "red*2"))
    assert sum(play(table, "pass")["hands"][BULL].values()) == 6


# Ruling T-26
def test_an_empty_bag_ends_nothing_while_nobody_is_short():
    table = scene(hands=("red*5", "red*6"), bag="green")
    after = play(table, "pass")
    assert (after["phase"], after["bag"]) == ("action", [])


def test_the_bag_runs_out_at_the_refill_of_the_second_player():
    table = scene(hands=("red*4", "red*3"), bag="green*3")
    after = play(table, "pass")
    assert after["hands"] == [counts("red*4 green*2"), counts("red*3 green")]
    assert (after["phase"], after["to_move"], after["turn"]) == ("over", None, 9)
    assert (after["active"], after["actions_left"]) == (LION, 0)
    assert table.legal == []


def test_the_bag_runs_out_at_the_first_refill_the_others_draw_nothing():
    table = scene(hands=("red*2", "red*3"), bag="green*3")
    after = play(table, "pass")
    assert after["hands"] == [counts("red*2 green*3"), counts("red*3")]
    assert after["phase"] == "over"


# Ruling T-25
def test_the_bag_runs_out_inside_a_swap_the_rest_of_the_turn_is_lost():
    table = monument_scene(hands=("black*6", "black*5"), bag="green*2")
    before = table.position()
    after = play(table, "swap", "discard black", "discard black", "discard black", "draw")
    assert after["phase"] == "over"
    # No monument points, and nobody refills.
    assert after["points"] == before["points"]
    assert after["hands"] == [counts("black*3 green*2"), counts("black*5")]
    assert after["discarded"][LION] == counts("black*3")
    assert (after["turn"], after["actions_left"], after["active"]) == (9, 0, LION)


def test_exactly_enough_in_the_bag_is_enough_for_a_swap():
    table = scene(hands=("black*6", "red*6"), bag="green*2")
    after = play(table, "swap", "discard black", "discard black", "draw")
    assert (after["phase"], after["actions_left"], after["bag"]) == ("action", 1, [])


def test_trap_a_lack_of_treasures_ends_the_game_only_at_the_end_of_the_turn():
    """Three treasures lie on the board; two are taken in the first action."""
    table = three_treasures(no_treasure="K1 B2 F3 I7 B8 F10 K11")
    middle = play(table, "tile blue", "cell O5", "take O9", "take P2")
    assert (middle["phase"], middle["actions_left"]) == ("action", 1)
    assert middle["treasures"] == ["N5"]
    after = play(table, "pass")
    assert after["phase"] == "over"
    assert "scores" in after
    # The refill came first.
    assert sum(after["hands"][LION].values()) == 6


@pytest.mark.parametrize(("left", "over"), [(1, True), (2, True), (3, False)])
def test_one_or_two_treasures_end_the_game_three_do_not(left, over):
    table = scene(no_treasure=" ".join(STARTS[left:]), hands=("red*6", "red*6"), actions_left=1)
    assert (play(table, "pass")["phase"] == "over") is over


@pytest.mark.parametrize(
    ("held", "said"),
    [("red*6", "Only one or two treasures are left"), ("red*5", "The bag is empty")],
)
def test_an_empty_bag_has_ended_the_game_only_where_a_hand_could_not_be_filled(held, said):
    few = " ".join(STARTS[2:])
    table = scene(no_treasure=few, hands=("red*6", held), actions_left=1, bag=0)
    assert play(table, "pass")["phase"] == "over"
    assert said in table.sentence(0, table.game.reader(None))


# Ruling T-27
def test_the_game_ends_after_turn_500_at_the_latest():
    table = scene(hands=("red*6", "red*6"), turn=498)
    after = play(table, "pass")
    assert (after["phase"], after["turn"]) == ("action", 499)
    after = play(table, "pass")
    assert (after["phase"], after["turn"], after["active"]) == ("over", 500, BULL)


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ((5, 5, 5, 5, 0), [5, 5, 5, 5]),
        ((5, 5, 5, 5, 2), [5, 5, 6, 6]),
        ((0, 3, 9, 4, 4), [3, 4, 4, 9]),
        ((0, 0, 0, 0, 5), [1, 1, 1, 2]),
        ((9, 1, 1, 9, 1), [1, 2, 9, 9]),
    ],
)
def test_each_treasure_goes_to_the_lowest_colour(points, scores):
    names = ("black", "red", "blue", "green", "treasure")
    taken = points[4]
    table = scene(
        no_treasure="K1 B2 P2 F3 N5 I7 B8 O9",
        points=[
            dict(zip(names, points, strict=True)),
            {**counts(), "treasure": 8 - taken},
        ],
        actions_left=1,
    )
    assert play(table, "pass")["scores"][LION] == scores


# Ruling T-28
def test_equal_in_all_four_colours_is_a_shared_victory():
    one = {"black": 4, "red": 5, "blue": 6, "green": 7, "treasure": 4}
    two = {"black": 7, "red": 6, "blue": 5, "green": 4, "treasure": 4}
    three = {"black": 1, "red": 1, "blue": 1, "green": 99, "treasure": 0}
    table = scene(
        players=3, no_treasure="K1 B2 P2 F3 N5 I7 B8 O9", points=[one, two, three], actions_left=1
    )
    after = play(table, "pass")
    assert after["ranking"] == [1, 1, 3]


def test_a_table_takes_treasures_by_itself_where_all_that_may_be_taken_must_be():
    """Both corners before N5: nothing is chosen; without N5's, one of the two corners is."""
    table = three_treasures()
    play(table, "tile blue", "cell O5")
    for move in ("take P2", "take O9"):
        assert table.game.moves[table.game.forced(table.state)] == move
        play(table, move)
    assert table.game.forced(table.state) == -1
    table = three_treasures(no_treasure="N5")
    play(table, "tile blue", "cell O5")
    assert table.legal == ["take O9", "take P2"]
    assert table.game.forced(table.state) == -1
