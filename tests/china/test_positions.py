"""Position documents: what is refused on loading, each with the sentence that names the fault."""

from __future__ import annotations

import copy
import json

import pytest

import triarchy
from tests import shared_checks
from tests.china.scenes import cards, document, last_turn, play, scene

WEI = "wei1 wei2 wei3 wei4 wei5 wei6 wei7"


def changed(found, key, value):
    """The document with one value changed; a dotted key goes into lists and objects."""
    found = copy.deepcopy(found)
    *path, last = [int(part) if part.isdigit() else part for part in key.split(".")]
    place = found
    for part in path:
        place = place[part]
    place[last] = value
    return found


def refused(found, words):
    with pytest.raises(triarchy.BadPosition, match=words) as caught:
        triarchy.position(found)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize("key", sorted(document()))
def test_every_key_is_needed(key):
    found = document()
    del found[key]
    refused(found, "lacks the key")


def test_an_unknown_key_is_refused():
    refused({**document(), "emperor": 0}, "unknown key")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("houses", [], "'houses' must be an object"),
        ("houses", {"rome1": 0}, "'houses' names \"rome1\""),
        ("houses", {"wei1": True}, "seat of the house on wei1"),
        ("houses", {"wei1": 3}, "from 0 to 2"),
        ("houses", {"wei1": 0}, "Seat 0 must have 20 houses"),
        ("forts", ["rome1"], "'forts' names"),
        ("forts", ["wei1", "wei1"], "twice"),
        ("forts", {}, "'forts' must be a list"),
        ("forts", ["wei1"], "0 fortifications"),
        ("forts", [[]], "not on this map"),
        ("emissaries", {"rome": [0, 0, 0]}, "'emissaries' names"),
        ("emissaries", {"wei": [0, 0]}, "3 entries"),
        ("emissaries", {"wei": [1, 0, 0]}, "no player has more than 0 houses"),
        ("emissaries", {"wei": [-1, 1, 0]}, "from 0 to 8"),
        ("scored", ["wei"], "must not hold wei"),
        ("scored", ["rome"], "'scored' names"),
        ("points", [1, 0, 0], "must be 0, not 1"),
        ("points", [False, 0, 0], "must be 0, not false"),
        ("points", [0, 0], "3 entries"),
        ("supply.0.houses", 19, "Seat 0 must have 20 houses"),
        ("supply.0.houses", 20.0, "whole number"),
        ("supply.0.emissaries", 9, "from 0 to 8"),
        ("supply.1.emissaries", 7, "Seat 1 must have 8 emissaries"),
        ("supply.1.forts", 1, "from 0 to 0"),
        ("supply.2", {"houses": 20}, "lacks the key"),
        ("hands.0", cards("red red red red"), "from 0 to 3"),
        ("hands.0", cards("red red red green"), "3 is the most"),
        ("hands.0", cards("red red green"), "12 red cards|11 red cards"),
        ("hands.0", {"blue": 1}, "A colour in 'hands'"),
        ("hands.0", {"count": 3}, "A colour in 'hands'"),
        ("hands.0", None, "must be an object"),
        ("open", ["red", "red"], "4 entries"),
        ("open.0", "blue", "A card in 'open'"),
        ("deck", {"count": 3}, "'deck' must be a list"),
        ("deck", [], "There must be"),
        ("discards", ["red"], "There must be 11 red cards"),
        ("rng", 1, "decimal text"),
        ("rng", "01", "decimal text"),
        ("rng", "18446744073709551616", "decimal text"),
        ("rng", None, "decimal text"),
        ("exhausted", 2, "'exhausted' cannot be 2"),
        ("exhausted", 3, "from 0 to 2"),
        ("exhausted", True, "whole number"),
        ("known.0", cards("green"), "more green cards than the hand"),
        ("known.1", None, "must be an object"),
        ("starter", 3, "from 0 to 2"),
        ("starter", 1, "'active' must be 1"),
        ("active", 1, "'active' must be 0"),
        ("turn", 4, "'active' must be 1"),
        ("to_move", 1, "'to_move' must be the active seat"),
        ("to_move", None, "whole number"),
        ("province", "wei", "'province' must be null"),
        ("limit", 1, "'limit' must be null"),
        ("limit", 0, "'limit' must be null"),
        ("piece", "house wei1", "'piece' must be null"),
        ("placed", 1, "'province' must be one of"),
        ("placed", 3, "from 0 to 2"),
        ("swapping", True, "'swapping' must be false"),
        ("swapping", 0, "true or false"),
        ("phase", "pay", "'province' must be one of"),
        ("phase", "draw", "'province' must be one of"),
        ("phase", "over", "null"),
        ("options", {}, "'options'"),
        ("options", {"forts": 1}, "forts"),
        ("board", "roads-4-5", "players"),
        ("scores", [], "only for a finished position"),
    ],
)
def test_a_wrong_value_is_named(key, value, words):
    refused(changed(document(), key, value), words)


def test_a_missing_zero_and_any_order_of_keys_are_accepted():
    found = document(hand="red red red")
    found["hands"][0] = {"red": 3}
    found["known"][0] = {}
    backwards = dict(reversed(found.items()))
    assert triarchy.position(backwards).position()["hands"][0] == cards("red red red")


def test_full_provinces_must_be_scored_with_what_they_earn():
    found = document({0: WEI})
    refused(found, "'scored' must hold wei")
    found["scored"] = ["wei"]
    refused(found, "'points' of seat 0 must be 7")
    found["points"] = [7, 0, 0]
    assert triarchy.position(found).position()["points"] == [7, 0, 0]


def test_an_empty_slot_of_the_row_or_a_short_hand_is_refused_while_the_deck_lasts():
    refused(document(row="red green orange -"), "'open' has an empty slot")
    refused(document(hand="red red"), "Seat 0 must have 3 cards")
    refused(document(hands={1: "red red"}), "Seat 1 must have 3 cards")


def test_an_empty_deck_needs_a_second_exhaustion():
    for exhausted in (0, 1):
        refused(document(row="red " * 4, deck="", exhausted=exhausted), "'exhausted' cannot be")


# Within a turn


def paying(**changes):
    table = play(scene({0: "wei1", 1: "qi1"}, hand="red red green"), "house wei2")
    return {**table.position(), **changes}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"piece": None}, "must be a house"),
        ({"piece": "end"}, "must be a house"),
        ({"piece": "house wei1"}, "cannot be placed"),
        ({"piece": "fort wei2"}, "cannot be placed"),
        ({"piece": "house shu1"}, "'province' is wei"),
        ({"piece": "emissary shu", "province": "shu", "limit": 1}, "cannot be placed"),
        ({"limit": 1}, "'limit' cannot be 1"),
        ({"limit": None}, "whole number"),
        ({"province": None}, "'province' must be"),
        ({"placed": 2}, "'placed' cannot be 2"),
        ({"placed": 1}, "'limit' cannot be 2"),
        ({"swapping": True}, "'swapping' must be false"),
        ({"piece": "house shu1", "province": "shu", "limit": 2}, "'limit' cannot be 2"),
    ],
)
def test_the_keys_of_a_payment_must_fit(changes, words):
    refused(paying(**changes), words)


def test_a_piece_that_cannot_be_paid_is_refused():
    found = paying(piece="house chu1", province="chu", limit=1)
    assert triarchy.position(found).legal == ["pay red"]
    found["hands"][0] = cards("red green orange")
    found["deck"].remove("orange")
    found["deck"].append("red")
    refused(found, "cannot be placed and paid")


def test_phase_main_needs_room_for_a_second_piece_and_a_card_but_no_payment():
    table = play(scene({0: "wei1"}, hand="red red green"), "house wei2", "pay red")
    found = table.position()
    assert triarchy.position(found).phase == "main"
    found["hands"][0] = cards("green orange")
    found["deck"].remove("orange")
    found["deck"].append("red")
    assert triarchy.position(found).legal == ["end"]
    found["hands"][0] = cards("")
    found["deck"] += ["green", "orange"]
    refused(found, "No second piece")


def test_a_full_hand_does_not_draw():
    table = play(scene(hand="red red green"), "swap red")
    found = table.position()
    found["hands"][0] = cards("red green orange")
    found["deck"].remove("orange")
    refused(found, "though it has spent some")


def test_nobody_draws_when_nothing_is_left():
    found = last_turn({})
    found["open"][0] = None
    found["discards"].append("green")
    refused(found, "no card left to draw")


def test_a_swap_and_a_placement_exclude_each_other():
    found = play(scene(hand="red red green"), "swap red").position()
    refused({**found, "province": "wei"}, "'province' must be null")
    refused({**found, "placed": 1}, "'placed' must be 0")
    refused({**found, "swapping": False}, "'province' must be one of")


# The end


def test_a_game_that_should_be_over_is_refused():
    refused(document(row="red " * 4, deck="", exhausted=2), "should be over")
    found = document(row="red " * 4, deck="", exhausted=2, starter=2, turn=4)
    assert triarchy.position(found).to_move == 0


def test_a_swap_begun_after_the_last_round_is_refused_but_the_deck_may_run_out_while_drawing():
    spent = {"hand": "red red", "row": "red " * 4, "deck": "", "exhausted": 2, "phase": "draw"}
    refused(document(**spent, swapping=True), "should be over")
    placing = document({0: "wei1"}, **spent, province="wei", limit=1, placed=1)
    assert triarchy.position(placing).legal == ["draw 1", "draw 2", "draw 3", "draw 4"]


def finished():
    return play(triarchy.position(last_turn({0: "wei1", 1: "qi1"})), "draw 1").position()


def test_a_finished_position_loads_and_has_no_moves():
    table = triarchy.position(json.loads(json.dumps(finished())))
    assert table.over
    assert table.legal == []
    assert table.position() == finished()


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("to_move", 0, "null when the game is over"),
        ("active", 0, "'active' must be 2"),
        ("scored", ["wei"], "'scored' must hold"),
        ("points", [0, 0, 0], "'points' of seat 0 must be 1"),
        ("scores.0.total", 5, "'scores' must be"),
        ("scores.0.total", True, "'scores' must be"),
        ("ranking", [1, 2, 3], "'ranking' must be"),
        ("placed", 1, "'placed' must be 0"),
        ("piece", "house wei1", "'piece' must be null"),
        ("turn", 4, "'active' must be"),
    ],
)
def test_a_finished_position_must_agree_with_itself(key, value, words):
    refused(changed(finished(), key, value), words)


def test_a_finished_position_that_need_not_be_over_is_refused():
    refused({**finished(), "turn": 7, "active": 0}, "The game is not over")


def test_a_view_is_not_loadable():
    game = triarchy.game("china", 4)
    table = shared_checks.random_table(game, 5, 60)
    for seat in (0, None):
        with pytest.raises(triarchy.BadPosition):
            triarchy.position(table.view(seat))
