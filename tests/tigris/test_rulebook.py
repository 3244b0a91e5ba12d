"""The rulebook's own examples, each under its name. Its pictures give no coordinates: the cells
here are chosen to fit the text."""

from __future__ import annotations

import triarchy
from tests.tigris.scenes import ARCHER, BULL, LION, POTTER, WAR, document, gained, play, scene


def revolt():
    """Lion's king enters beside two temples; Bull's king stands beside one of the two."""
    return scene(
        red="H6",
        leaders={"J7": (BULL, "black")},
        hands=("red*2 black*4", "red*3 green*3"),
    )


def test_example_of_a_revolt_a_tie_is_the_defenders():
    table = revolt()
    before = table.position()
    middle = play(table, "leader black", "cell H7")
    assert middle["conflict"] == {
        "kind": "revolt",
        "colour": "black",
        "attacker": LION,
        "defender": BULL,
        "attacker_cell": "H7",
        "defender_cell": "J7",
        "attacker_board": 2,
        "defender_board": 1,
        "attacker_support": None,
    }
    assert middle["to_move"] == LION
    assert table.legal == ["support 0", "support 1", "support 2"]
    middle = play(table, "support 2")
    assert middle["to_move"] == BULL
    assert middle["hands"][LION]["red"] == 0
    after = play(table, "support 3")
    assert after["leaders"] == {"J7": [BULL, "black"]}
    assert gained(before, after, BULL) == {"red": 1}
    assert gained(before, after, LION) == {}
    assert after["removed"]["red"] == before["removed"]["red"] + 5
    assert after["tiles"] == before["tiles"]
    assert after["actions_left"] == 1


def war(**changes):
    """Lion and Bull share the kinds of traders and kings; F6 joins their kingdoms."""
    hands = (*WAR["hands"], "red*6", "blue*6")
    return scene(**{**WAR, "players": 4, "hands": hands, **changes})


# Rulings T-9, T-16
def test_example_of_a_war_the_traders_first():
    table = war()
    before = table.position()
    middle = play(table, "tile black", "cell F6")
    assert (middle["phase"], middle["unification"], middle["placed"]) == ("war", "F6", "F6")
    assert table.legal == ["war black", "war green"]
    middle = play(table, "war green")
    assert (middle["conflict"]["attacker"], middle["conflict"]["defender"]) == (LION, BULL)
    assert middle["conflict"]["attacker_board"] == 1
    assert middle["conflict"]["defender_board"] == 2
    # The defender lays out one more, though it is of no use: he wants to be rid of it.
    after = play(table, "support 4", "support 1")
    assert gained(before, after, LION) == {"green": 3}
    assert gained(before, after, BULL) == {}
    assert "G6" not in after["tiles"]
    assert "H6" not in after["tiles"]
    assert after["tiles"]["E6"] == "green"
    assert after["removed"]["green"] == before["removed"]["green"] + 7
    # The kingdom has fallen apart: the kings no longer fight, the action is over.
    assert after["leaders"] == {
        "C5": [LION, "black"],
        "I5": [BULL, "black"],
        "D6": [LION, "green"],
    }
    assert (after["phase"], after["unification"], after["actions_left"]) == ("action", None, 1)


def test_example_of_a_war_the_others_fill_up_their_hands_too():
    table = war()
    after = play(table, "tile black", "cell F6", "war green", "support 4", "support 1", "pass")
    assert [sum(hand.values()) for hand in after["hands"]] == [6, 6, 6, 6]


# Ruling T-20
def test_example_of_a_monument_flipped_temples_send_a_leader_home():
    table = scene(
        players=4,
        red="G5 H5 G6 J5 F7",
        leaders={"F5": (LION, "green"), "I5": (BULL, "black"), "G7": (ARCHER, "red")},
        hands=("black*6", "red*6", "black*3 green*3", "green*6"),
        active=BULL,
        turn=5,
    )
    before = table.position()
    middle = play(table, "tile red", "cell H6")
    assert (middle["phase"], middle["square"], middle["to_move"]) == ("monument", "G5", BULL)
    assert gained(before, middle, ARCHER) == {"red": 1}
    assert table.legal == [
        "monument black-red",
        "monument none",
        "monument red-blue",
        "monument red-green",
    ]
    after = play(table, "monument black-red")
    assert after["monuments"] == [{"square": "G5", "colours": ["black", "red"], "on": "red"}]
    assert "F5" not in after["leaders"]
    assert set(after["leaders"]) == {"I5", "G7"}
    # Each of two leaders scores its colour, at the end of its owner's turn.
    end_of_bull = play(table, "pass")
    assert gained(after, end_of_bull, BULL) == {"black": 1}
    assert gained(after, end_of_bull, ARCHER) == {}
    end_of_archer = play(table, "pass")
    assert gained(end_of_bull, end_of_archer, ARCHER) == {"red": 1}
    assert gained(end_of_bull, end_of_archer, BULL) == {}


def test_example_of_a_treasure_the_corner_must_be_taken():
    table = scene(
        black="P3",
        blue="P5 O5",
        leaders={"M5": (LION, "green"), "N6": (BULL, "blue")},
        hands=("blue*6", "red*6"),
    )
    before = table.position()
    middle = play(table, "tile blue", "cell P4")
    assert gained(before, middle, BULL) == {"blue": 1}
    assert (middle["phase"], middle["taker"], middle["to_move"]) == ("treasure", LION, LION)
    assert table.legal == ["take P2"]
    after = play(table, "take P2")
    assert gained(before, after, LION) == {"treasure": 1}
    assert "P2" not in after["treasures"]
    assert "N5" in after["treasures"]
    assert after["tiles"]["P2"] == "red"


def test_example_of_the_final_scoring():
    points = [
        {"black": 12, "red": 10, "blue": 7, "green": 14, "treasure": 3},
        {"black": 10, "red": 10, "blue": 11, "green": 16, "treasure": 0},
        {"black": 22, "red": 6, "blue": 12, "green": 11, "treasure": 3},
        {"black": 10, "red": 13, "blue": 9, "green": 12, "treasure": 3},
    ]
    over = document(
        players=4,
        no_treasure="B2 P2 F3 N5 I7 B8 O9 F10 K11",
        points=points,
        phase="over",
        to_move=None,
        actions_left=0,
        scores=[[10, 10, 12, 14], [10, 10, 11, 16], [9, 11, 12, 22], [11, 11, 12, 13]],
        ranking=[2, 3, 4, 1],
    )
    table = triarchy.position(over)
    assert table.scores[POTTER][0] == 11
    assert table.ranking == [2, 3, 4, 1]


# Ruling T-10
def test_example_of_a_first_round():
    andreas, barbara, dieter, karen = range(4)
    table = scene(
        players=4,
        hands=(
            "red*2 black*2 green*2",
            "blue*3 black*3",
            "red*2 green*4",
            "red*4 black*2",
        ),
        turn=0,
    )
    start = table.position()

    # Andreas founds two kingdoms, by his king and his priest.
    first = play(table, "leader black", "cell K2", "leader red", "cell G3")
    assert first["leaders"] == {"K2": [andreas, "black"], "G3": [andreas, "red"]}
    assert (first["to_move"], first["turn"]) == (barbara, 1)
    assert first["points"] == start["points"]
    assert first["bag"] == start["bag"]

    # Barbara's farmer joins a kingdom of Andreas; a farm on the river is a blue point for her.
    second = play(table, "leader blue", "cell F2", "tile blue", "cell E3")
    assert gained(first, second, barbara) == {"blue": 1}
    assert gained(first, second, andreas) == {}
    assert sum(second["hands"][barbara].values()) == 6
    assert len(second["bag"]) == len(first["bag"]) - 1

    # Dieter's king takes the red point, for there is no priest in his kingdom.
    third = play(table, "leader black", "cell I8", "tile red", "cell H8")
    assert gained(second, third, dieter) == {"red": 1}
    assert len(third["bag"]) == len(second["bag"]) - 1

    # Karen's priest attacks Andreas' priest: the same temple supports both.
    conflict = play(table, "leader red", "cell F4")["conflict"]
    assert (conflict["attacker"], conflict["defender"]) == (karen, andreas)
    assert (conflict["attacker_board"], conflict["defender_board"]) == (1, 1)
    play(table, "support 3")
    assert table.legal == ["support 0", "support 1", "support 2"]
    won = play(table, "support 0")
    assert "G3" not in won["leaders"]
    assert gained(third, won, karen) == {"red": 1}
    assert won["removed"]["red"] == third["removed"]["red"] + 3
    fourth = play(table, "tile red", "cell G4")
    assert gained(won, fourth, karen) == {"red": 1}
    assert sum(fourth["hands"][karen].values()) == 6
    assert len(fourth["bag"]) == len(third["bag"]) - 4
    assert (fourth["to_move"], fourth["turn"]) == (andreas, 4)
