"""Revolts and wars: every ruling of the digest, the known traps and the nasty cases."""

from __future__ import annotations

import pytest

from tests.tigris.scenes import ARCHER, BULL, LION, WAR, cells, gained, play, scene

ENGLISH = {"open_points": False, "support": "english"}

# Revolts


def revolt(**changes):
    settings = {
        "red": "H6",
        "leaders": {"J7": (BULL, "green")},
        "hands": ("red*2 green*4", "red*3 green*3"),
    }
    return scene(**{**settings, **changes})


def test_a_revolt_is_fought_with_red_tiles_whatever_the_leaders_colour():
    table = revolt()
    before = table.position()
    after = play(table, "leader green", "cell H7", "support 2", "support 1")
    assert after["leaders"] == {"H7": [LION, "green"]}
    assert gained(before, after, LION) == {"red": 1}
    assert after["removed"]["red"] == before["removed"]["red"] + 3
    assert after["hands"][LION] == {"black": 0, "red": 0, "blue": 0, "green": 4}


def test_the_loser_of_a_revolt_may_come_back_in_the_same_turn():
    table = revolt()
    play(table, "leader green", "cell H7", "support 0", "support 1")
    assert "leader green" in table.legal


def test_flipped_temples_do_not_count_in_a_revolt():
    table = scene(
        red="H6 H5",
        monuments=(("I7", "red-green", "red"),),
        leaders={"G5": (BULL, "black"), "I6": (BULL, "red")},
        hands=("red*2", "red"),
    )
    middle = play(table, "leader black", "cell G6")
    assert (middle["conflict"]["attacker_board"], middle["conflict"]["defender_board"]) == (1, 1)


def test_a_revolt_that_splits_the_kingdom_takes_no_tile():
    table = scene(
        red="I6",
        leaders={"J6": (BULL, "black")},
        green="K6 L6",
        hands=("red*6", "red"),
    )
    before = table.position()
    after = play(table, "leader black", "cell H6", "support 1", "support 0")
    assert after["tiles"] == before["tiles"]
    assert set(after["leaders"]) == {"H6"}


def test_after_a_revolt_the_winners_trader_takes_treasures():
    """The attacker's trader links the kingdom to a leaderless region with a second treasure."""
    table = scene(
        red="I8",
        blue="J9",
        black="J10 J11",
        leaders={"J7": (BULL, "green")},
        hands=("red*6", "red"),
    )
    before = table.position()
    middle = play(table, "leader green", "cell J8", "support 2", "support 1")
    assert (middle["phase"], middle["taker"], middle["placed"]) == ("treasure", LION, None)
    assert table.legal == ["take I7", "take K11"]
    after = play(table, "take I7")
    assert gained(before, after, LION) == {"red": 1, "treasure": 1}
    assert after["actions_left"] == 1


# Ruling T-9
def test_commitments_are_secret_until_made_and_asked_even_when_forced():
    table = revolt(hands=("green*6", "green*6"))
    play(table, "leader green", "cell H7")
    assert table.legal == ["support 0"]
    play(table, "support 0")
    assert table.legal == ["support 0"]


def test_english_support_the_attacker_must_lead_the_defender_must_tie():
    table = revolt(options=ENGLISH, hands=("red*5", "red*6"))
    play(table, "leader green", "cell H7")
    # 2 to 1 on the board: any commitment leads.
    assert table.legal == [f"support {n}" for n in range(6)]
    play(table, "support 2")
    assert table.legal == ["support 0", "support 3"]


def test_english_support_nothing_that_does_not_lead():
    table = scene(
        options=ENGLISH,
        red="J6 K7",
        leaders={"J7": (BULL, "green")},
        hands=("red*5", "red*2"),
    )
    middle = play(table, "leader green", "cell H7")
    assert (middle["conflict"]["attacker_board"], middle["conflict"]["defender_board"]) == (1, 3)
    assert table.legal == ["support 0", "support 3", "support 4", "support 5"]
    play(table, "support 3")
    assert table.legal == ["support 0", "support 1"]
    table.undo()
    # Behind already, the defender's lead needs no tile: only 0 can be said.
    play(table, "support 0")
    assert table.legal == ["support 0"]


def test_english_support_holds_in_wars_too():
    table = war(options=ENGLISH)
    play(table, "tile black", "cell F6", "war green")
    # 1 against 2: one more is not enough to lead.
    assert table.legal == ["support 0", "support 2", "support 3", "support 4"]
    play(table, "support 2")
    assert table.legal == ["support 0", "support 1"]


# Wars


def war(**changes):
    return scene(**{**WAR, **changes})


# Ruling T-13
def test_the_active_player_attacks_if_involved():
    table = war(active=BULL, turn=9)
    middle = play(table, "tile black", "cell F6", "war green")
    assert (middle["conflict"]["attacker"], middle["to_move"]) == (BULL, BULL)


# Rulings T-12, T-13
def test_else_the_nearest_one_clockwise_attacks_and_the_active_player_picks_the_order():
    table = war(players=4, active=3, hands=("green*4", "green black", "", "black*6"), turn=7)
    middle = play(table, "tile black", "cell F6")
    assert middle["to_move"] == 3
    middle = play(table, "war green")
    assert (middle["conflict"]["attacker"], middle["conflict"]["defender"]) == (LION, BULL)
    table = war(
        players=3,
        active=ARCHER,
        hands=("green*4", "green black", "black*6"),
        leaders={"D6": (BULL, "green"), "C5": (ARCHER, "black"), "J6": (LION, "green")},
    )
    middle = play(table, "tile black", "cell F6", "war green")
    assert (middle["conflict"]["attacker"], middle["conflict"]["defender"]) == (LION, BULL)


def test_a_tie_is_the_defenders_in_war_too():
    table = war()
    before = table.position()
    after = play(table, "tile black", "cell F6", "war green", "support 2", "support 1")
    assert "D6" not in after["leaders"]
    # One market and the leader.
    assert gained(before, after, BULL) == {"green": 2}


# Ruling T-14
def test_trap_the_marked_tile_supports_nobody_and_is_never_removed():
    table = war(hands=("green*6", "green"))
    middle = play(table, "tile green", "cell F6", "war green")
    assert (middle["conflict"]["attacker_board"], middle["conflict"]["defender_board"]) == (1, 2)
    before = table.position()
    after = play(table, "support 5", "support 0")
    assert after["tiles"]["F6"] == "green"
    assert gained(before, after, LION) == {"green": 3}


def test_war_is_asked_even_when_only_one_colour_fights():
    table = war(leaders={"D6": (LION, "green"), "J6": (BULL, "green"), "I5": (BULL, "black")})
    play(table, "tile black", "cell F6")
    assert table.legal == ["war green"]


# Ruling T-16
def test_the_kings_first_and_the_traders_still_fight():
    """The kings' war removes no market: the kingdoms stay joined."""
    table = war()
    before = table.position()
    middle = play(table, "tile black", "cell F6", "war black", "support 0", "support 0")
    assert gained(before, middle, BULL) == {"black": 1}
    assert (middle["phase"], middle["unification"]) == ("war", "F6")
    assert table.legal == ["war green"]


# Ruling T-16
def test_a_war_that_splits_a_side_leaves_a_later_war_with_other_strengths():
    """Bull's markets link his king to more settlements; once they are gone, he has fewer."""
    table = scene(
        red="C6 I6 G5",
        black="E6 G6 K6",
        green="J6 E5",
        leaders={
            "D6": (LION, "green"),
            "C5": (LION, "black"),
            "G4": (BULL, "green"),
            "H6": (BULL, "black"),
        },
        hands=("green*3 black*3", "green black*5"),
    )
    middle = play(table, "tile black", "cell F6", "war black")
    assert middle["conflict"]["defender_board"] == 2  # G6 and, through J6, K6
    table.undo()
    middle = play(table, "war green", "support 3", "support 0")
    assert "J6" not in middle["tiles"]
    middle = play(table, "war black")
    assert middle["conflict"]["attacker_board"] == 1
    assert middle["conflict"]["defender_board"] == 1  # K6 is cut off


def test_three_colours_at_war():
    table = scene(
        red="C6 I6 H5",
        black="E6 G6",
        green="H6",
        leaders={
            "D6": (LION, "green"),
            "C5": (LION, "black"),
            "B6": (LION, "red"),
            "J6": (BULL, "green"),
            "I5": (BULL, "black"),
            "G5": (BULL, "red"),
        },
        bare="I7",
        hands=("red*2 black*2 green*2", "red*2 black*2 green*2"),
    )
    play(table, "tile black", "cell F6")
    assert table.legal == ["war black", "war green", "war red"]
    # The traders first: H6 goes, but the priest and H5 keep the kings joined.
    before = play(table, "war green", "support 2", "support 0")
    assert table.legal == ["war black", "war red"]
    # Then the priests: both temples lie beside Bull's king and stay. Without the priest himself
    # the kingdom falls apart, and the kings are at peace.
    after = play(table, "war red", "support 2", "support 0")
    assert gained(before, after, LION) == {"red": 1}
    assert after["tiles"] == before["tiles"]
    assert set(after["leaders"]) == {"B6", "C5", "D6", "I5"}
    assert after["phase"] == "action"


def test_three_colours_at_war_one_after_the_other():
    """No war takes what holds the kingdoms together."""
    table = scene(
        red="F4 G4 J4 L4",
        black="H4",
        leaders={
            "F5": (LION, "black"),
            "G3": (LION, "red"),
            "G5": (LION, "green"),
            "J3": (BULL, "black"),
            "J5": (BULL, "red"),
            "K4": (BULL, "green"),
        },
        bare="F3",
        hands=("black*2 red*2 green*2", ""),
    )
    play(table, "tile black", "cell I4")
    assert table.legal == ["war black", "war green", "war red"]
    for colour in ("black", "green", "red"):
        before = table.position()
        after = play(
            table, f"war {colour}", f"support {before['hands'][LION][colour]}", "support 0"
        )
        assert gained(before, after, LION)[colour] >= 1
    assert all(seat == LION for seat, _ in after["leaders"].values())
    assert after["phase"] == "action"


# Ruling T-15
def test_leaderless_tiles_hooked_on_only_through_the_marked_tile_count_for_neither():
    table = war(green="E6 G6 H6 F7 F5")
    middle = play(table, "tile black", "cell F6", "war green")
    assert (middle["conflict"]["attacker_board"], middle["conflict"]["defender_board"]) == (1, 2)
    after = play(table, "support 4", "support 0")
    assert after["tiles"]["F7"] == "green"
    assert after["tiles"]["F5"] == "green"


def test_the_joining_tile_may_also_touch_leaderless_regions():
    table = war(green="E6 G6 H6", red="C6 I6 F7 F5")
    play(table, "tile black")
    assert "F6" in cells(table)


# Ruling T-17
def test_trap_a_red_war_spares_temples_next_to_other_leaders():
    table = scene(
        red="C6 D6 H6 H5 G6",
        leaders={
            "C5": (LION, "red"),
            "I6": (BULL, "red"),
            "H4": (BULL, "green"),
        },
        black="E6",
        hands=("red*5 black", "red"),
    )
    before = table.position()
    after = play(table, "tile black", "cell F6", "war red", "support 5", "support 0")
    # H5 lies beside the trader; G6 and H6 lie beside nobody but the beaten priest.
    assert after["tiles"]["H5"] == "red"
    assert "H6" not in after["tiles"]
    assert "G6" not in after["tiles"]
    assert gained(before, after, LION) == {"red": 3}
    assert "H4" in after["leaders"]


# Ruling T-17
def test_a_red_war_spares_temples_with_treasures_which_did_count_as_strength():
    table = scene(
        red="C6 D6 I6",
        black="E6 G6 H6",
        leaders={"C5": (LION, "red"), "J6": (BULL, "red")},
        hands=("red*5 black", "red"),
    )
    middle = play(table, "tile black", "cell F6", "war red")
    assert (middle["conflict"]["attacker_board"], middle["conflict"]["defender_board"]) == (2, 2)
    before = table.position()
    after = play(table, "support 1", "support 0")
    assert after["tiles"]["I7"] == "red"
    assert "I6" not in after["tiles"]
    assert gained(before, after, LION) == {"red": 2}


def test_a_red_war_with_protected_temples_keeps_the_kingdoms_joined():
    table = scene(
        red="C6 D6 E6 G6 H6 H7",
        leaders={
            "C5": (LION, "red"),
            "D5": (LION, "black"),
            "G5": (BULL, "green"),
            "G7": (BULL, "red"),
            "H5": (BULL, "black"),
        },
        bare="I7",
        hands=("red*4 black*2", "black*2 green*4"),
    )
    before = table.position()
    middle = play(table, "tile black", "cell F6", "war red", "support 3", "support 0")
    assert middle["tiles"]["G6"] == "red"
    assert middle["tiles"]["H6"] == "red"
    assert "H7" not in middle["tiles"]
    assert gained(before, middle, LION) == {"red": 2}
    assert middle["phase"] == "war"
    assert table.legal == ["war black"]


def test_temples_next_to_the_beaten_priest_alone_do_not_stay():
    table = scene(
        red="C6 I5",
        black="E6 G6 H6 I6 D6",
        leaders={"C5": (LION, "red"), "J5": (BULL, "red")},
        bare="I7",
        hands=("red*5 black", ""),
    )
    after = play(table, "tile black", "cell F6", "war red", "support 2", "support 0")
    assert "I5" not in after["tiles"]


def test_leaders_may_not_withdraw_from_a_conflict():
    table = war()
    play(table, "tile black", "cell F6")
    assert all(move.startswith("war ") for move in table.legal)
    play(table, "war green")
    assert all(move.startswith("support ") for move in table.legal)


def test_joining_without_a_war_still_allows_a_monument_and_treasures():
    table = scene(
        black="J5 K5 K6",
        red="L6 J7 I6",
        green="M6 N6",
        leaders={"H6": (LION, "green"), "L5": (BULL, "red")},
        hands=("black*6", "red*6"),
    )
    before = table.position()
    middle = play(table, "tile black", "cell J6")
    assert middle["points"] == before["points"]
    assert (middle["phase"], middle["square"], middle["placed"]) == ("monument", "J5", "J6")
    assert middle["unification"] is None
    middle = play(table, "monument black-red")
    assert (middle["phase"], middle["taker"], middle["placed"]) == ("treasure", LION, "J6")
    assert table.legal == ["take I7", "take N5"]


# Ruling T-11
@pytest.mark.parametrize("colour", ["black", "green"])
def test_committed_tiles_leave_the_hand_at_support(colour):
    table = war()
    play(table, "tile black", "cell F6", f"war {colour}")
    before = table.position()
    number = before["hands"][LION][colour]
    after = play(table, f"support {number}")
    assert after["hands"][LION][colour] == 0
    assert after["removed"][colour] == before["removed"][colour] + number
    assert after["conflict"]["attacker_support"] == number
