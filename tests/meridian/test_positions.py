"""Position documents: what is refused on loading, and what a move reveals."""

from __future__ import annotations

import copy

import pytest

import triarchy
from triarchy.games.meridian.state import CARDS

NORTH_TO_SOUTH = [[3, 4], [2, 3], None, [1, 1], None]


def building(**changes):
    """Four players; seat 0 is to build in meridian 5, where three others have towers."""
    hand = ["4-7", *(card for card in CARDS if card != "4-7")]
    towers = [[None] * 5 for _ in range(10)]
    towers[4] = list(NORTH_TO_SOUTH)
    found = {
        "game": "meridian",
        "board": "thirteen-isles",
        "players": 4,
        "options": {},
        "phase": "build",
        "to_move": 0,
        "turn": 0,
        "towers": towers,
        "supply": [20, 19, 17, 16],
        "open": [hand[:2] for _ in range(4)],
        "piles": [hand[2:] for _ in range(4)],
        "discards": [[], [], [], []],
        "card": "4-7",
        "meridian": 5,
        "lifted": None,
        "height": None,
    }
    return {**found, **changes}


def lifting(lifted, column):
    """Seat 0 has taken a tower back; the column is what is left."""
    found = building(lifted=lifted)
    found["towers"][4] = column
    for seat in range(4):
        standing = sum(tower[1] for tower in column if tower and tower[0] == seat)
        found["supply"][seat] = 20 - standing
    return found


def refused(found, words):
    with pytest.raises(triarchy.BadPosition, match=words) as caught:
        triarchy.position(found)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence


def changed(found, path, value):
    """A copy with one value changed; a path such as "open/0/1" goes into lists."""
    found = copy.deepcopy(found)
    *way, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    place = found
    for step in way:
        place = place[step]
    place[last] = value
    return found


def test_the_document_loads_and_comes_back():
    assert triarchy.position(building()).position() == building()


@pytest.mark.parametrize("key", sorted(building()))
def test_every_key_is_needed(key):
    found = building()
    del found[key]
    refused(found, "lacks the key")


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("wind", "east", "unknown key"),
        ("to_move", 1, "After 0 turns seat 0 is to move"),
        ("turn", 4, "finished turns"),
        ("turn", 52, "over after 52 turns"),
        ("turn", 53, "has 52 turns"),
        ("turn", True, "whole number"),
        ("phase", "over", "null when the game is over"),
        ("open/0", ["4-7"], "'open' of seat 0 must have 2 cards"),
        ("open/0/1", "11", "A card in 'open'"),
        ("open/0/1", "10", "must have card 1 1 times"),
        ("piles/1", {"count": 11}, "must be a list"),
        ("discards/2", ["1"], "'discards' of seat 2 must have 0 cards"),
        ("supply/0", 19, "Seat 0 must have 20 pieces"),
        ("supply/1", 20, "Seat 1 must have 20 pieces"),
        ("supply/0", 20.0, "whole number"),
        ("towers", [], "10 entries"),
        ("towers/4", [None] * 4, "5 entries"),
        ("towers/4/2", [0, 0], "its height"),
        ("towers/4/2", [4, 2], "its seat"),
        ("towers/4/2", [0, 3], "must fall from north to south"),
        ("towers/4/4", [0, 2], "must fall from north to south"),
        ("towers/4/2", [1, 2], "the limit is 1"),
        ("card", "10", "not face up in front of seat 0"),
        ("card", None, "'card' must be one of"),
        ("card", "1", "Meridian 5 is not on card 1"),
        ("meridian", 8, "not on card 4-7"),
        ("meridian", None, "whole number"),
        ("height", 2, "'height' must be null"),
        ("phase", "card", "'card' must be null"),
        ("phase", "meridian", "'meridian' must be null"),
        ("phase", "city", "'height' must be a whole number"),
    ],
)
def test_a_wrong_value_is_named(path, value, words):
    refused(changed(building(), path, value), words)


def test_a_number_card_leaves_no_meridian_to_choose():
    found = building(phase="meridian", card="1", meridian=None)
    refused(found, "leaves no meridian to choose")
    assert triarchy.position({**found, "card": "4-7"}).legal == [
        f"meridian {meridian}" for meridian in range(4, 8)
    ]


@pytest.mark.parametrize("height", [1, 3, 4, 21])
def test_phase_city_needs_a_city_for_the_height(height):
    refused(building(phase="city", height=height), "No city of meridian 5")


def test_phase_city_with_a_height_that_fits_loads():
    assert triarchy.position(building(phase="city", height=2)).legal == ["city 3", "city 4"]


@pytest.mark.parametrize(
    ("lifted", "words"),
    [
        ([1, 5], "is taken"),
        ([3, 4], "must fall from north to south"),
        ([5, 2], "must fall from north to south"),
        ([6, 2], "from 1 to 5"),
        ([3, 0], "height in 'lifted'"),
        ([3, 21], "height in 'lifted'"),
        ([3], "2 entries"),
    ],
)
def test_a_lifted_tower_must_fit_back_into_its_city(lifted, words):
    refused(lifting(lifted, list(NORTH_TO_SOUTH)), words)
    assert "lift 3" not in triarchy.position(lifting([3, 2], list(NORTH_TO_SOUTH))).legal


def test_a_lifted_tower_put_back_must_keep_the_limit():
    refused(lifting([3, 2], [None, [0, 3], None, None, None]), "the limit is 1")


def test_a_finished_position_must_have_its_result():
    table = triarchy.game("meridian", players=3).start(1)
    while not table.over:
        table.play(table.legal[0])
    found = table.position()
    assert triarchy.position(found).position() == found
    refused(changed(found, "ranking/0", 4), "'ranking' must be")
    refused(changed(found, "scores/0", 99), "'scores' must be")
    refused(changed(found, "to_move", 0), "null when the game is over")
    refused(changed(found, "card", "1"), "'card' must be null")


def test_a_view_is_not_loadable():
    table = triarchy.position(building())
    assert table.view(0)["piles"] == [{"count": 11}] * 4
    refused(table.view(0), "must be a list")


def test_only_the_end_of_a_turn_reveals_a_card_and_only_while_the_pile_lasts():
    game = triarchy.game("meridian", players=2)
    table = game.start(5)
    while not table.over:
        seat, before = table.to_move, table.position()
        action = table.game.legal_actions(table.state)[-1]
        told = game.definition.reveals(game.board, table.state, action)
        table.play_action(action)
        after = table.position()
        assert told == (len(after["piles"][seat]) < len(before["piles"][seat]))
