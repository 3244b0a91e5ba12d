"""Position documents: what is refused, and what each view hides."""

from __future__ import annotations

import copy
import json

import pytest

import triarchy
from tests.tigris.scenes import BULL, LION, WAR, counts, document, play, scene
from triarchy.engine.errors import BadPosition


def quiet():
    return document(
        red="H6",
        leaders={"J7": (LION, "black"), "K2": (BULL, "green")},
        hands=("red*2 black*4", "red*3 green*3"),
        monuments=(("A9", "black-green", "green"),),
        catastrophes="A1",
    )


def reached(*moves: str, **settings) -> dict:
    return play(scene(**settings), *moves)


def in_war():
    return reached("tile black", "cell F6", **WAR)


def in_support():
    return reached("tile black", "cell F6", "war green", "support 2", **WAR)


def in_revolt():
    return reached(
        "leader black",
        "cell H7",
        red="H6",
        leaders={"J7": (BULL, "black")},
        hands=("red*2 black*4", "red*3 green*3"),
    )


def in_cell():
    return reached("tile red", hands=("red*6", "red*6"))


def in_swap():
    return reached("swap", "discard red", hands=("red*6", "red*6"))


def in_square():
    return reached("tile green", "cell H6", green="G5 H5 I5 G6 I6", hands=("green*6",))


def in_monument():
    return reached("tile green", "cell H6", green="G5 H5 G6", hands=("green*6",))


def in_treasure():
    return reached(
        "tile blue",
        "cell P4",
        black="P3",
        blue="P5 O5",
        leaders={"M5": (LION, "green"), "N6": (BULL, "blue")},
        hands=("blue*6", "red*6"),
    )


def finished():
    return reached("pass", hands=("red*4", "red*3"), bag="green*3")


PLACES = [
    quiet,
    in_war,
    in_support,
    in_revolt,
    in_cell,
    in_swap,
    in_square,
    in_monument,
    in_treasure,
    finished,
]


@pytest.mark.parametrize("make", PLACES)
def test_each_phase_loads(make):
    found = make()
    table = triarchy.position(json.loads(json.dumps(found)))
    assert table.position() == found | {"tiles": table.position()["tiles"]}
    assert table.position()["tiles"] == found["tiles"]


def change(document, path, value):
    """Set, or with KeyError as the value delete, what a path like "hands/0/red" names."""
    *way, last = path.split("/")
    for step in way:
        document = document[int(step) if isinstance(document, list) else step]
    key = int(last) if isinstance(document, list) else last
    if value is KeyError:
        del document[key]
    else:
        document[key] = value


CELL_MISTAKES = (None, 5, "Q1", "A12", "a1", "A01", " A1", ["A1"], True)
REFUSED = [
    # Keys and types.
    (quiet, "colour", "red"),
    *((quiet, key, KeyError) for key in document() if key != "to_move"),
    *((quiet, key, "x") for key in document()),
    *((quiet, key, 2.0) for key in ("active", "actions_left", "turn", "to_move", "players")),
    *((quiet, key, True) for key in ("active", "actions_left", "turn", "to_move", "players")),
    (quiet, "hands/0/red", True),
    (quiet, "hands/0/red", 2.0),
    (quiet, "hands/0/red", -1),
    (quiet, "hands/0/yellow", 0),
    (quiet, "points/0/yellow", 0),
    (quiet, "bag/0", "yellow"),
    *((quiet, f"tiles/{cell}", "red") for cell in ("Q1", "A12", "a1", "A01", "")),
    *((quiet, "treasures/0", cell) for cell in CELL_MISTAKES),
    *((quiet, "catastrophes/0", cell) for cell in CELL_MISTAKES),
    # Totals.
    (quiet, "hands/0/red", 1),
    (quiet, "tiles/A5", "black"),
    (quiet, "removed/green", 1),
    (quiet, "discarded/1/blue", 1),
    (quiet, "points/0/treasure", 1),
    (quiet, "catastrophes_left/1", 1),
    (quiet, "catastrophes_left/0", 3),
    (quiet, "monuments", []),
    (quiet, "bag", []),
    # More than the rules allow anywhere.
    (quiet, "actions_left", 0),
    (quiet, "actions_left", 3),
    (quiet, "turn", 500),
    (quiet, "turn", -1),
    (quiet, "active", 2),
    (quiet, "points/0/black", -1),
    (quiet, "monuments/0/colours", ["green", "black"]),
    (quiet, "monuments/0/colours", ["green", "green"]),
    (quiet, "monuments/0/colours", ["black"]),
    (quiet, "monuments/0/on", "red"),
    (quiet, "monuments/0/square", "P9"),
    (quiet, "monuments/0/square", "A11"),
    (quiet, "monuments/0/square", "A7"),
    (quiet, "catastrophes/0", "J7"),
    (quiet, "catastrophes/0", "H6"),
    (quiet, "catastrophes/0", "B9"),
    # Leaders.
    (quiet, "leaders/A5", [0, "red"]),
    (quiet, "leaders/H5", [0, "black"]),
    (quiet, "leaders/I6", [1, "black"]),
    (quiet, "leaders/I6", [2, "red"]),
    (quiet, "leaders/I6", [0, "pink"]),
    (quiet, "leaders/I6", [0]),
    (quiet, "leaders/I7", [0, "red"]),
    (quiet, "leaders/E3", [0, "red"]),
    # Choice keys that do not fit the phase.
    (quiet, "piece", "tile red"),
    (quiet, "taker", 0),
    (quiet, "placed", "H6"),
    (quiet, "unification", "H6"),
    (quiet, "square", "A9"),
    (quiet, "swapped/red", 1),
    (in_cell, "piece", None),
    (in_cell, "piece", "tile blue"),
    (in_cell, "piece", "tile"),
    (in_cell, "to_move", 1),
    (in_swap, "to_move", 1),
    (in_war, "unification", None),
    (in_war, "placed", None),
    (in_war, "placed", "E6"),
    (in_war, "to_move", 1),
    (in_war, "phase", "action"),
    (in_square, "phase", "monument"),
    (in_square, "square", "G5"),
    (in_square, "placed", "A1"),
    (in_monument, "square", "A1"),
    (in_monument, "square", None),
    (in_monument, "phase", "square"),
    (in_monument, "placed", None),
    (in_treasure, "taker", 1),
    (in_treasure, "taker", None),
    (in_treasure, "phase", "action"),
    (in_treasure, "to_move", 1),
    # Conflicts.
    (in_support, "conflict", None),
    (in_support, "conflict/kind", "revolt"),
    (in_support, "conflict/kind", "quarrel"),
    (in_support, "conflict/colour", "black"),
    (in_support, "conflict/colour", "red"),
    (in_support, "conflict/attacker", 1),
    (in_support, "conflict/attacker_cell", "C5"),
    (in_support, "conflict/attacker_board", 2),
    (in_support, "conflict/defender_board", 1),
    (in_support, "conflict/attacker_support", 7),
    (in_support, "conflict/attacker_support", None),
    (in_support, "conflict/attacker_support", KeyError),
    (in_support, "conflict/strength", 1),
    (in_support, "to_move", 0),
    (in_revolt, "to_move", 1),
    (in_revolt, "active", 1),
    (in_revolt, "conflict/attacker_board", 1),
    (in_revolt, "conflict/attacker_support", 1),
    (in_revolt, "unification", "H6"),
    (in_revolt, "phase", "action"),
    # Endings.
    (finished, "actions_left", 1),
    (finished, "to_move", 0),
    (finished, "scores", KeyError),
    (finished, "ranking", [1, 2]),
    (finished, "scores/0/0", 1),
    (finished, "phase", "action"),
    (finished, "turn", 501),
    (quiet, "scores", [[0] * 4] * 2),
]


@pytest.mark.parametrize(("make", "path", "value"), REFUSED)
def test_refused_with_one_sentence(make, path, value):
    wrong = copy.deepcopy(make())
    change(wrong, path, value)
    with pytest.raises(BadPosition) as caught:
        triarchy.position(wrong)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence


def refused(**settings):
    with pytest.raises(BadPosition) as caught:
        scene(**settings)
    return str(caught.value)


def test_refused_leaders_of_one_colour_in_one_kingdom():
    leaders = {"J7": (LION, "black"), "H7": (BULL, "black")}
    assert "two black leaders" in refused(leaders=leaders)


def test_refused_treasures_owed_in_phase_action():
    settings = {"black": "P3", "blue": "P4 P5 O5", "leaders": {"M5": (LION, "green")}}
    assert "treasures" in refused(**settings)


def test_refused_treasures_without_temple_or_flipped_tile_under_them():
    found = document(bare="K1")
    found["treasures"] = ["K1", *found["treasures"]]
    found["points"][0]["treasure"] = 0
    with pytest.raises(BadPosition, match="neither temple nor flipped tile"):
        triarchy.position(found)


def test_refused_two_treasures_at_the_start_of_a_turn():
    few = "K1 B2 P2 F3 N5 I7 B8 O9"
    assert "two treasures or fewer" in refused(no_treasure=few)
    assert scene(no_treasure=few, actions_left=1).legal


def test_refused_no_treasure_left():
    every = "K1 B2 P2 F3 N5 I7 B8 O9 F10 K11"
    assert "treasure left" in refused(no_treasure=every, actions_left=1)


def test_refused_blue_on_land_and_others_on_rivers():
    assert "rivers" in refused(blue="A1")
    assert "rivers" in refused(red="E1")


def test_refused_more_than_six_tiles_in_hand_with_what_belongs_to_it():
    assert "more than 6" in refused(hands=("red*4 black*3",))
    found = in_support()
    found["hands"][LION]["red"] += 1
    found["bag"].remove("red")
    # Three in hand, two committed, the tile laid: six; one more is too many.
    found["hands"][LION]["red"] += 1
    found["bag"].remove("red")
    with pytest.raises(BadPosition, match="more than 6"):
        triarchy.position(found)


def test_hands_of_fewer_than_six_load_in_any_phase():
    assert scene(hands=("", "red")).legal


def test_a_missing_zero_and_another_order_of_keys_are_accepted():
    found = quiet()
    found["hands"][0] = {"red": 2, "black": 4}
    found["removed"] = {}
    shuffled = dict(reversed(found.items()))
    assert triarchy.position(shuffled).position()["hands"][0] == counts("red*2 black*4")


def test_three_leaders_of_one_colour_around_the_marked_tile_are_refused():
    found = in_war()
    wrong = copy.deepcopy(found)
    wrong["players"] = 3
    for key, value in (("hands", counts()), ("discarded", counts()), ("catastrophes_left", 2)):
        wrong[key].append(value)
    wrong["points"].append({**counts(), "treasure": 0})
    wrong["tiles"].update({"F5": "green", "F4": "red"})
    wrong["bag"].remove("green")
    wrong["bag"].remove("red")
    assert triarchy.position(wrong).legal == ["war black", "war green"]
    wrong["leaders"]["G4"] = [2, "green"]
    with pytest.raises(BadPosition):
        triarchy.position(wrong)


# Views


def test_a_view_hides_other_hands_their_discards_and_the_bag():
    table = scene(hands=("red*4 black*2", "green*6"))
    found = play(table, "swap", "discard red", "draw", "pass")
    view = table.view(LION)
    assert view["hands"] == [found["hands"][0], {"count": 6}]
    assert view["discarded"] == [found["discarded"][0], {"count": 0}]
    assert view["bag"] == {"count": len(found["bag"])}
    same = set(found) - {"hands", "discarded", "bag"}
    assert {key: view[key] for key in same} == {key: found[key] for key in same}
    other = table.view(BULL)
    assert other["hands"] == [{"count": 6}, found["hands"][1]]
    assert other["discarded"] == [{"count": 1}, found["discarded"][1]]
    nobody = table.view(None)
    assert nobody["hands"] == [{"count": 6}, {"count": 6}]
    assert nobody["discarded"] == [{"count": 1}, {"count": 0}]
    assert nobody["points"] == found["points"]


def test_what_is_being_swapped_is_the_active_seats_secret():
    table = scene(hands=("red*4 black*2", "green*6"))
    play(table, "swap")
    assert table.view(BULL)["swapped"] == {"count": 0}
    play(table, "discard red")
    assert table.view(LION)["swapped"] == counts("red")
    assert table.view(BULL)["swapped"] == {"count": 1}
    assert table.view(None)["swapped"] == {"count": 1}
    play(table, "draw")
    assert table.view(BULL)["swapped"] == counts()


def test_the_bytes_of_a_view_hold_no_secret():
    """Two games that differ only in what is hidden give the same view record."""
    one = scene(hands=("red*4 black*2", "green*6"), bag="red*30 green*20")
    two = document(hands=("red*4 black*2", "green*6"), bag="red*30 green*20")
    two["bag"].reverse()
    two["hands"][1] = counts("green*3 red*3")
    for colour, other in (("red", "green"), ("red", "green"), ("red", "green")):
        two["bag"][two["bag"].index(colour)] = other
    twin = triarchy.position(two)
    assert one.view_state(LION).tobytes() == twin.view_state(LION).tobytes()
    assert one.view_state(None).tobytes() == twin.view_state(None).tobytes()
    assert one.view_state(BULL).tobytes() != twin.view_state(BULL).tobytes()


def test_a_finished_game_hides_nothing():
    table = triarchy.position(finished())
    assert table.view(None) == table.position()


def test_a_view_is_not_loadable():
    with pytest.raises(BadPosition):
        triarchy.position(scene(hands=("red*6", "red*6")).view(0))


def test_a_guess_leaves_the_chosen_tile_in_the_hand():
    import numpy as np

    table = scene(hands=("blue*1", "red*6"))
    play(table, "tile blue")
    game = table.game
    for seed in range(20):
        view = game.view(table.state, BULL)
        game.definition.rules.guess(game.board.struct, view, BULL, np.array([seed], np.uint64))
        assert game.document(view)["hands"][LION] == counts("blue")


def test_reveals_draws_and_commitments_but_no_plain_choices():
    table = scene(hands=("red*6", "red*6"), leaders={"J7": (BULL, "black")})
    game = table.game

    def reveals(move):
        return game.definition.reveals(game.board, table.state, game.actions[move])

    assert not reveals("tile red")
    assert not reveals("pass")
    play(table, "tile red")
    assert not reveals("cell A1")
    play(table, "cell A1")
    assert reveals("pass")
    play(table, "leader black", "cell H7")
    assert reveals("support 0")


@pytest.mark.parametrize(
    ("settings", "moves"),
    [
        ({"no_treasure": "K1 B2 P2 F3 N5 I7 B8 O9", "actions_left": 1}, ["pass"]),
        ({"turn": 499}, ["pass"]),
        ({"bag": 0}, ["swap", "discard red", "draw"]),
    ],
)
def test_the_end_of_the_game_reveals_the_hands_though_nothing_is_drawn(settings, moves):
    table = scene(hands=("red*6", "red*6"), **settings)
    play(table, *moves)
    assert table.over
    assert table.view(LION)["hands"][BULL] == counts("red*6")
    assert table.why_no_undo(LION)


def test_a_discard_is_public_without_its_colour():
    table = scene(hands=("red*6",))
    play(table, "swap")
    game = table.game
    action = game.actions["discard red"]
    assert game.definition.public_action(game.board, table.state, action) == -1
    assert game.definition.public_action(game.board, table.state, game.actions["draw"]) >= 0
