"""The rulebook's figures and every ruling of the digest, each under its own name."""

from __future__ import annotations

import itertools

import pytest

import triarchy
from tests.meridian.scenes import (
    BLACK,
    BROWN,
    FIGURE_A,
    GREY,
    ORANGE,
    finished,
    islands_of_size,
    position,
    spend,
    tower,
)
from triarchy.games.meridian.state import CARDS
from triarchy.table.table import Table


def cities(table: Table, height: int) -> list[str]:
    table.play(f"height {height}")
    moves = table.legal
    table.undo()
    return moves


def column(table: Table, meridian: int = 5) -> list:
    return table.position()["towers"][meridian - 1]


def test_figure_a_two_goes_to_city_3_or_pushes_grey_south_from_city_4():
    table = position(FIGURE_A)
    assert cities(table, 2) == ["city 3", "city 4"]
    table.play("height 2")
    table.play("city 4")
    assert column(table) == [[BLACK, 4], [BROWN, 3], None, [ORANGE, 2], [GREY, 1]]


def test_figure_a_heights_that_stand_there_cannot_be_built():
    legal = position(FIGURE_A).legal
    assert not {"height 1", "height 3", "height 4"} & set(legal)


def test_figure_b_five_or_more_only_in_city_1_pushing_black_and_brown_south():
    table = position(FIGURE_A)
    assert all(cities(table, height) == ["city 1"] for height in range(5, 21))
    table.play("height 5")
    table.play("city 1")
    assert column(table) == [[ORANGE, 5], [BLACK, 4], [BROWN, 3], [GREY, 1], None]


def test_figure_c_takes_back_the_four_and_builds_two_where_grey_stood():
    table = position({5: [[ORANGE, 4], [BROWN, 3], None, [GREY, 1], None]})
    before = table.position()["supply"][ORANGE]
    for move in ("lift 1", "height 2", "city 4"):
        table.play(move)
    assert column(table) == [None, [BROWN, 3], None, [ORANGE, 2], [GREY, 1]]
    assert table.position()["supply"][ORANGE] == before + 2


def test_figure_d_islands_are_held_by_strength_and_worth_their_cities():
    """The figure's islands a to d; such islands of our map as keep to one tower a meridian."""
    for a, b in itertools.permutations(islands_of_size(3), 2):
        for c, d in itertools.product(islands_of_size(4), islands_of_size(5)):
            towers = [
                *(tower(a[0], BLACK), tower(a[1], GREY), tower(b[0], BROWN)),
                *(tower(c[0], ORANGE), tower(c[1], ORANGE), tower(c[-1], BLACK)),
                *(tower(d[0], GREY), tower(d[-1], GREY), tower(d[1], BLACK), tower(d[2], BLACK)),
            ]
            if len({(meridian, seat) for meridian, _, seat, _ in towers}) == len(towers):
                assert c[-1]["capital"]
                assert d[-1]["capital"]
                table = finished(towers)
                assert table.scores == [0, 5, 3, 0]
                assert table.ranking[GREY] == 1
                assert table.ranking[BROWN] == 2
                return
    pytest.fail("no islands of the map fit the figure")


def test_first_tower_in_an_empty_meridian_is_at_least_two():
    table = position({})
    assert "height 1" not in table.legal
    assert "height 2" in table.legal


def test_at_least_two_also_when_replacing_ones_own_lone_tower():
    """M-1."""
    table = position({5: [None, [ORANGE, 3], None, None, None]})
    table.play("lift 2")
    assert "height 1" not in table.legal


def test_a_lone_tower_of_one_loads_and_is_pushed_like_any_other():
    table = position({5: [None, None, [GREY, 1], None, None]})
    assert cities(table, 2) == ["city 1", "city 2", "city 3"]
    assert "height 1" not in table.legal


def test_one_tower_per_meridian_needs_the_own_tower_back_first():
    table = position({5: [[ORANGE, 4], None, None, None, None]})
    assert table.legal == ["done", "lift 1"]


def test_two_players_may_own_two_towers_in_a_meridian():
    table = position({5: [[ORANGE, 4], None, None, None, None]}, players=2)
    assert "height 3" in table.legal
    table = position({5: [[ORANGE, 4], [ORANGE, 3], None, None, None]}, players=2)
    assert table.legal == ["done", "lift 1", "lift 2"]


def test_the_tower_directly_displaced_must_be_an_opponents():
    """M-2."""
    table = position({5: [None, None, [ORANGE, 4], None, None]}, players=2)
    assert cities(table, 2) == ["city 4", "city 5"]


def test_own_towers_further_along_the_chain_are_pushed_too():
    """M-3."""
    table = position({5: [[GREY, 6], [ORANGE, 4], None, None, None]}, players=2)
    table.play("height 7")
    assert table.legal == ["city 1"]
    table.play("city 1")
    assert column(table) == [[ORANGE, 7], [GREY, 6], [ORANGE, 4], None, None]


def test_a_push_of_three_towers_north():
    table = position({5: [None, [BLACK, 6], [BROWN, 5], [GREY, 4], None]})
    table.play("height 3")
    table.play("city 4")
    assert column(table) == [[BLACK, 6], [BROWN, 5], [GREY, 4], [ORANGE, 3], None]


def test_a_tower_is_never_pushed_off_the_board():
    table = position({5: [[BLACK, 6], [BROWN, 5], [GREY, 4], None, None]})
    assert cities(table, 3) == ["city 4", "city 5"]


def test_nothing_slides_when_a_tower_leaves():
    """M-4."""
    table = position({5: [[BLACK, 6], [ORANGE, 5], [GREY, 4], None, None]})
    table.play("lift 2")
    table.play("done")
    assert column(table) == [[BLACK, 6], None, [GREY, 4], None, None]


def test_pieces_taken_back_are_usable_at_once():
    """M-4."""
    table = position({5: [[ORANGE, 20], None, None, None, None]})
    assert table.position()["supply"][ORANGE] == 0
    table.play("lift 1")
    assert "height 20" in table.legal
    assert cities(table, 20) == ["city 2", "city 3", "city 4", "city 5"]


def test_the_same_tower_in_the_same_city_is_not_a_move():
    """M-5."""
    table = position({5: [[BLACK, 4], [ORANGE, 3], [BROWN, 2], [GREY, 1], None]})
    table.play("lift 2")
    assert "height 3" in table.legal
    assert "city 2" not in cities(table, 3)
    full = position({5: [[BLACK, 6], [ORANGE, 3], [BROWN, 2], None, None], 1: spend(ORANGE, 14)})
    full.play("lift 2")
    assert "city 2" in cities(full, 4)


def test_a_height_that_would_only_rebuild_the_lifted_tower_is_not_offered():
    """M-5. Two players: the own 3 cannot be displaced, so a 4 would fit in its old city alone."""
    table = position({5: [[GREY, 6], [ORANGE, 4], [ORANGE, 3], [GREY, 2], None]}, players=2)
    assert table.legal == ["done", "lift 2", "lift 3"]
    table.play("lift 2")
    assert "height 4" not in table.legal
    assert cities(table, 5) == ["city 2"]


def test_a_lifted_tower_leaves_room_for_what_its_successor_pushes():
    """Orange takes back the 4; the two grey towers are pushed into the city it has left."""
    table = position({5: [[GREY, 6], [GREY, 5], [ORANGE, 4], None, None]}, players=2)
    table.play("lift 3")
    assert cities(table, 7) == ["city 1"]
    table.play("height 7")
    table.play("city 1")
    assert column(table) == [[ORANGE, 7], [GREY, 6], [GREY, 5], None, None]


def test_only_one_tower_may_be_taken_back_in_a_turn():
    table = position({5: [[ORANGE, 4], [ORANGE, 3], None, None, None]}, players=2)
    table.play("lift 1")
    assert not any(move.startswith("lift") for move in table.legal)


def test_a_turn_stays_in_one_meridian():
    """M-6. A group card was chosen: after the lift in meridian 5 no other meridian is offered."""
    table = position({5: [[ORANGE, 4], None, None, None, None], 6: spend(GREY, 3)})
    table.play("lift 1")
    assert {move.split()[0] for move in table.legal} == {"done", "height"}
    table.play("height 2")
    table.play("city 3")
    assert column(table, 6) == spend(GREY, 3)
    assert column(table) == [None, None, [ORANGE, 2], None, None]


def test_without_pieces_nothing_can_be_built():
    table = position({1: spend(ORANGE, 20)})
    assert table.legal == ["done"]


def test_a_height_needs_that_many_pieces():
    table = position({1: spend(ORANGE, 17)})
    assert table.legal == ["done", "height 2", "height 3"]


def test_equal_open_cards_are_offered_once():
    game = triarchy.game("meridian", players=2)
    for seed in range(400):
        table = game.start(seed)
        one, two = table.position()["open"][0]
        if one == two:
            assert table.legal == [f"card {one}"]
            table.play(f"card {one}")
            return
    pytest.fail("no seed with two equal cards was found")


def test_a_number_card_skips_the_choice_of_a_meridian_and_a_group_card_asks():
    game = triarchy.game("meridian", players=4)
    groups = {"1-3": 3, "4-7": 4, "8-10": 3}
    seen = set()
    for seed in range(60):
        table = game.start(seed)
        for move in table.legal:
            card = move.removeprefix("card ")
            table.play(move)
            if card in groups:
                assert table.phase == "meridian"
                assert len(table.legal) == groups[card]
            else:
                assert table.phase == "build"
                assert table.position()["meridian"] == int(card)
            seen.add(card)
            table.undo()
    assert seen == set(CARDS)


def test_a_pass_discards_the_card_all_the_same():
    table = triarchy.game("meridian", players=4).start(7)
    before = table.position()
    move = next(move for move in table.legal if move.removeprefix("card ").isdigit())
    table.play(move)
    table.play("done")
    after = table.position()
    assert (after["towers"], after["supply"]) == (before["towers"], before["supply"])
    assert after["discards"][0] == [move.removeprefix("card ")]
    assert (len(after["open"][0]), after["to_move"]) == (2, 1)


@pytest.mark.parametrize(("players", "rounds"), [(2, 26), (3, 13), (4, 13)])
def test_the_game_ends_when_every_card_is_played(players, rounds):
    table = triarchy.game("meridian", players=players).start(3)
    while not table.over:
        if table.position()["turn"] >= players * (rounds - 1) and table.phase == "card":
            assert len(table.position()["open"][table.to_move]) == 1
        table.play(table.legal[0])
    assert table.position()["turn"] == players * rounds
    assert all(len(pile) == 0 for pile in table.position()["piles"])


def test_ties_are_broken_by_pieces_left_and_else_shared():
    """M-7."""
    assert finished([]).ranking == [1, 1, 1, 1]
    a, b, *_ = islands_of_size(3)
    other = next(city for city in b if city["meridian"] != a[0]["meridian"])
    table = finished(
        [[a[0]["meridian"], a[0]["row"], ORANGE, 5], [other["meridian"], other["row"], GREY, 4]]
    )
    assert table.scores == [3, 3, 0, 0]
    assert table.ranking == [2, 1, 3, 3]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_starts_and_the_turn_goes_clockwise(players):
    """M-8."""
    table = triarchy.game("meridian", players=players).start(7)
    for turn in range(2 * players):
        assert table.to_move == turn % players
        while table.position()["turn"] == turn:
            table.play(table.legal[0])


def test_at_least_two_also_in_a_meridian_that_has_become_empty():
    """M-1. Orange takes its lone tower back and builds nothing; grey comes next."""
    table = position({1: [None, [ORANGE, 3], None, None, None]}, card="1", meridian=1)
    for move in ("lift 2", "done", "card 1"):
        table.play(move)
    assert "height 1" not in table.legal
    assert "height 2" in table.legal
