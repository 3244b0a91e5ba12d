"""Every ruling on turns, the deck and the end of the game, and the nasty cases among them."""

from __future__ import annotations

import pytest

import triarchy
from tests.china.scenes import cards, document, last_turn, play, result, scene
from triarchy.kit.definition import DEFINITIONS

CHINA = DEFINITIONS["china"]
ALL_FIELDS = [
    field["id"]
    for province in CHINA.boards["roads-3-4"].data["provinces"]
    for field in province["fields"]
]


def open_row(table):
    return table.position()["open"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_turns_go_clockwise_from_the_starter(players):
    table = triarchy.game("china", players).start(3)
    starter = table.position()["starter"]
    for turn in range(2 * players):
        assert table.to_move == (starter + turn) % players
        while table.position()["turn"] == turn:
            table.play(table.legal[0])


# Placing


def test_played_cards_are_discarded_openly():
    table = scene({0: "wei1"}, hand="red green green")
    before = table.position()["discards"]
    play(table, "house wei2", "pay red")
    assert table.view(1)["discards"] == [*before, "red"]


def test_house_scoring_in_the_middle_of_a_turn_and_an_emissary_after_it():
    """C-7, C-6"""
    table = scene({0: "lu1 lu2", 1: "lu3"}, hand="orange orange red")
    play(table, "house lu4", "pay orange")
    assert table.position()["scored"] == ["lu"]
    assert table.position()["points"] == [4, 3, 0]
    assert table.legal == ["emissary lu", "end"]
    play(table, "emissary lu", "pay orange")
    assert table.position()["emissaries"] == {"lu": [1, 0, 0]}


def test_the_emissary_limit_is_raised_by_the_house_just_placed():
    """C-5"""
    table = scene({0: "wei1"}, emissaries={"wei": [0, 1, 0]}, hand="red red green")
    assert "emissary wei" not in table.legal
    play(table, "house wei2", "pay red")
    assert "emissary wei" in table.legal


def test_the_emissary_limit_counts_the_houses_of_one_player_not_of_all():
    houses = {0: "wei1 wei2", 1: "wei3 wei4"}
    table = scene(houses, emissaries={"wei": [1, 0, 1]}, hand="red red red")
    assert "emissary wei" not in table.legal


def test_an_emissary_needs_no_house_of_its_own_player_but_some_house():
    """C-6"""
    assert "emissary wei" in scene({1: "wei1"}).legal
    assert "emissary wei" not in scene().legal


def test_a_fortification_on_the_last_free_field_does_not_fill_it():
    """C-8"""
    table = scene({0: "lu1 lu2", 1: "lu3"}, with_forts=True, hand="orange orange red")
    play(table, "fort lu4", "pay orange")
    assert table.position()["scored"] == []
    play(table, "house lu4", "pay orange")
    assert table.position()["scored"] == ["lu"]
    assert table.position()["points"] == [8, 3, 0]


def test_a_neutral_fortification_is_built_on_by_another_player():
    table = scene({0: "lu1 lu2"}, seat=1, with_forts=True, hand="orange orange red", row="red " * 4)
    play(table, "fort lu3", "pay orange", "end", "draw 1")
    assert table.to_move == 2
    position = table.position()
    position["hands"][2], swapped = cards("orange orange green"), position["hands"][2]
    position["deck"] = rebalance(position["deck"], swapped, position["hands"][2])
    table = triarchy.position(position)
    play(table, "house lu3", "pay orange", "house lu4", "pay orange")
    assert table.position()["points"] == [4, 0, 8]
    assert table.position()["supply"][2]["forts"] == 1


def rebalance(deck, out_of_hand, into_hand):
    """A deck that gives the cards of a new hand and takes those of the old one."""
    deck = list(deck)
    for colour, number in into_hand.items():
        for _ in range(number):
            deck.remove(colour)
    return deck + [colour for colour, number in out_of_hand.items() for _ in range(number)]


def test_a_joker_in_an_empty_province_pays_its_only_piece():
    table = scene(hand="red red red")
    play(table, "house chu1", "pay red")
    assert table.phase == "draw"
    assert table.position()["limit"] == 1
    assert table.position()["hands"][0]["red"] == 1


def test_a_fortification_in_an_empty_province_is_the_only_piece_and_makes_it_non_empty():
    """C-9, C-8"""
    table = scene(with_forts=True, hand="red red red")
    play(table, "fort wei1", "pay red")
    assert table.phase == "draw"
    table = scene(fortified="wei1", hand="red red red")
    assert "emissary wei" not in table.legal
    play(table, "house wei2")
    assert table.position()["limit"] == 2


def test_a_second_piece_that_cannot_be_paid_is_asked_for_all_the_same():
    """C-21: Everybody sees limit, room and cards; the question must not tell what the cards are."""
    table = scene({0: "wei1"}, hand="red green orange")
    play(table, "house wei2", "pay red")
    assert (table.phase, table.legal) == ("main", ["end"])
    play(table, "end")
    assert table.phase == "draw"


def test_the_second_piece_is_not_asked_for_without_a_card():
    table = scene({0: "wei1"}, hand="green red red", hands={1: "green green green"})
    play(table, "house wei2", "pay red")
    assert table.phase == "main"
    joker = scene({0: "wei1"}, hand="green green", exhausted=2, deck_size=0, turn=4, starter=2)
    play(joker, "house wei2", "pay green")
    assert joker.phase == "draw"


def test_others_cannot_tell_from_the_question_what_is_in_the_hand():
    """C-21: Two hands of which one pays a second piece: the onlooker's views stay the same bytes."""
    views = []
    for rest in ("red green", "green orange"):
        position = document({0: "wei1"}, hand=f"red {rest}", row="red green orange violet")
        table = play(triarchy.position(position), "house wei2", "pay red")
        views.append(table.view(1))
    for view in views:
        for secret in ("discards", "hands", "deck"):
            view.pop(secret)
    assert views[0] == views[1]


def test_the_second_piece_is_not_asked_for_if_it_cannot_be_placed():
    houses = {0: "lu1 lu2", 1: "lu3"}
    table = scene(houses, emissaries={"lu": [0, 2, 0]}, hand="orange orange red")
    # The third house makes room for a third emissary, so the seat must have none left.
    position = document(
        {0: "lu1 lu2 wei1 wei2 wei3 wei4 wei5 chu1 chu2 chu3", 1: "lu3"},
        emissaries={"wei": [5, 0, 0], "chu": [3, 0, 0]},
        hand="orange orange red",
    )
    play(table, "house lu4", "pay orange")
    assert table.phase == "main"
    table = play(triarchy.position(position), "house lu4", "pay orange")
    assert table.phase == "draw"


def test_pieces_that_are_not_left_cannot_be_placed():
    fields = ALL_FIELDS[:17] + ["wei1", "wei2", "wei3"]  # all of Ch'in and Zhao, most of Yan
    table = scene(
        {0: " ".join(fields)}, hand="red green violet", scored=["chin", "zhao"], points=[12, 0, 0]
    )
    assert not [move for move in table.legal if move.startswith("house")]
    assert "emissary wei" in table.legal


def test_choosing_a_piece_changes_nothing_but_the_choice():
    table = scene({0: "wei1"}, hand="red red red")
    before = table.position()
    play(table, "house wei2")
    after = table.position()
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {"phase", "province", "limit", "piece"}
    assert (after["piece"], after["province"], after["limit"]) == ("house wei2", "wei", 2)


# House scoring


@pytest.mark.parametrize(
    ("houses", "points"),
    [
        (("1", "2 3", "4 5 6 7", "", ""), [2, 4, 7, 0, 0]),
        (("1 2", "3 4", "5 6", "7", ""), [7, 7, 7, 2, 0]),
        (("1 2 3", "4 5", "6 7", "", ""), [7, 3, 3, 0, 0]),
        (("1 2 3", "4", "5", "6", "7"), [7, 3, 3, 3, 3]),
        (("1 2", "3 4", "5", "6", "7"), [7, 7, 2, 2, 2]),
        (("1 2 3 4 5 6 7", "", "", "", ""), [7, 0, 0, 0, 0]),
    ],
)
def test_ties_at_every_rank_of_a_province(houses, points):
    """In Wei, the last house placed by the seat that has field 7."""
    owner = next(seat for seat, numbers in enumerate(houses) if "7" in numbers)
    before = {
        seat: " ".join(f"wei{n}" for n in numbers.split() if n != "7")
        for seat, numbers in enumerate(houses)
    }
    table = scene(before, players=5, seat=owner, hand="red red red")
    play(table, "house wei7", "pay red")
    assert table.position()["points"] == points


def test_a_fortified_house_doubles_once_however_many_there_are():
    """C-18"""
    table = scene({0: "lu1 lu2", 1: "lu3"}, fortified="lu1 lu2 lu3", hand="orange red red")
    play(table, "house lu4", "pay orange")
    assert table.position()["points"] == [8, 6, 0]


def test_a_fortification_under_anothers_house_doubles_nothing_of_mine():
    table = scene({0: "lu1 lu2", 1: "lu3"}, fortified="lu3", hand="orange red red")
    play(table, "house lu4", "pay orange")
    assert table.position()["points"] == [4, 6, 0]


# Drawing, swapping, the deck


def test_the_row_is_filled_only_after_drawing():
    table = scene(
        hand="red red red", row="green orange yellow violet", deck="red green " + "red " * 3
    )
    play(table, "house chu1", "pay red", "draw 2")
    assert open_row(table) == ["green", None, "yellow", "violet"]
    play(table, "draw 1")
    assert open_row(table) == ["red", "green", "yellow", "violet"]
    assert table.to_move == 1


def test_a_swap_discards_one_card_and_draws_one():
    """C-10"""
    table = scene(hand="red red green", row="green orange yellow violet")
    assert {"swap red", "swap green"} <= set(table.legal)
    assert "swap orange" not in table.legal
    play(table, "swap red")
    assert table.position()["swapping"] is True
    assert table.position()["discards"][-1] == "red"
    play(table, "draw 3")
    assert table.to_move == 1
    assert table.position()["hands"][0] == cards("red green yellow")
    assert table.position()["known"][0] == cards("yellow")


def test_known_cards_are_forgotten_when_a_card_of_their_colour_is_spent():
    table = scene({0: "wei1"}, hand="red red green", known=[cards("red"), cards(""), cards("")])
    play(table, "house wei2", "pay red")
    assert table.position()["known"][0] == cards("")
    play(table, "end", "draw 1")
    assert sum(table.position()["known"][0].values()) == 1


def test_a_joker_of_one_known_card_and_one_unknown_leaves_no_known_one():
    table = scene(hand="red red red", known=[cards("red"), cards(""), cards("")])
    play(table, "house chu1", "pay red")
    assert table.position()["known"][0] == cards("")


def test_only_what_leaves_the_deck_is_revealed():
    """A card from the row shows nothing new until the row is filled behind it."""
    table = scene(hand="red red red", row="green orange yellow violet")

    def reveals(move):
        return CHINA.reveals(table.game.board, table.state, table.game.actions[move])

    assert not reveals("house chu1")
    play(table, "house chu1")
    assert not reveals("pay red")
    play(table, "pay red")
    assert not reveals("draw 2")
    assert reveals("draw deck")
    play(table, "draw 2")
    assert reveals("draw 1")


def test_with_the_deck_gone_only_the_end_of_the_game_reveals_anything():
    settings = {"hand": "red red red", "row": "green orange - -", "deck": "", "exhausted": 2}
    for starter, turn, over in ((2, 1, False), (1, 2, True)):
        table = scene(seat=0, starter=starter, turn=turn, **settings)
        play(table, "swap red", "draw 1")
        assert table.over is over
        assert ("revealed" in table.why_no_undo(0)) is over


def test_the_deck_running_out_in_a_draw_is_shuffled_anew_at_once():
    """C-11"""
    table = scene(hand="red red red", row="green orange yellow violet", deck="violet")
    discards = table.position()["discards"]
    play(table, "house chu1", "pay red", "draw deck")
    position = table.position()
    assert position["exhausted"] == 1
    assert position["discards"] == []
    assert sorted(position["deck"]) == sorted([*discards, "red", "red"])
    assert open_row(table) == ["green", "orange", "yellow", "violet"]
    assert position["phase"] == "draw"
    assert position["hands"][0] == cards("red violet")


def test_the_new_deck_is_the_notations_shuffle_of_the_discards_in_colour_order():
    table = scene(hand="red red red", row="green orange yellow violet", deck="violet")
    colours = ["red", "green", "orange", "yellow", "violet"]
    expected = sorted([*table.position()["discards"], "red"], key=colours.index)
    play(table, "swap red", "draw deck")
    state, mask = 1, 2**64 - 1
    for i in range(len(expected) - 1, 0, -1):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        j = (z ^ (z >> 31)) % (i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert table.position()["deck"] == expected
    assert table.position()["rng"] == str(state)


def test_the_deck_running_out_while_the_row_is_filled():
    """Slot 1 gets the last card of the deck, slot 2 the first one of the new deck."""
    table = scene(hand="red red red", row="green orange yellow violet", deck="violet")
    play(table, "house chu1", "pay red", "draw 1", "draw 2")
    position = table.position()
    assert position["exhausted"] == 1
    assert position["open"][0] == "violet"
    assert None not in position["open"]
    assert position["phase"] == "main"
    assert len(position["deck"]) == 47 - 9 - 4


def test_the_second_time_the_row_stays_empty_and_the_round_is_played_to_its_end():
    """C-12"""
    table = scene(hand="red red red", row="green orange yellow violet", deck="violet", exhausted=1)
    play(table, "house chu1", "pay red", "draw 1", "draw 2")
    position = table.position()
    assert position["exhausted"] == 2
    assert position["open"] == ["violet", None, "yellow", "violet"]
    assert (position["to_move"], position["phase"]) == (1, "main")
    for seat in (1, 2):
        assert table.to_move == seat
        play(table, next(move for move in table.legal if move.startswith("swap")))
        play(table, table.legal[0])
    assert table.over
    assert table.position()["active"] == 2


def test_the_last_round_ends_with_the_emperors_right_neighbour():
    """C-13: The deck runs out in the turn of seat 1; seat 2 holds the emperor, so no turn follows."""
    table = scene(
        seat=1,
        hand="red red red",
        row="green orange yellow violet",
        deck="violet",
        exhausted=1,
        starter=2,
        turn=2,
    )
    play(table, "swap red", "draw deck")
    assert table.over


def test_a_hand_that_cannot_be_filled_stays_short():
    """C-12"""
    table = scene(
        {0: "wei1"},
        hand="red red red",
        row="green - - -",
        deck="",
        exhausted=2,
        starter=1,
        turn=2,
        seat=0,
    )
    play(table, "house wei2", "pay red", "house wei3", "pay red", "draw 1")
    assert table.over
    table = scene(
        {0: "wei1"},
        hand="red red red",
        row="green - - -",
        deck="",
        exhausted=2,
        starter=2,
        turn=1,
        seat=0,
    )
    play(table, "house wei2", "pay red", "house wei3", "pay red", "draw 1")
    assert table.to_move == 1
    assert table.position()["hands"][0] == cards("red green")


def test_with_nothing_left_to_draw_the_turn_ends_at_once():
    table = scene(
        hand="red red red", row="- - - -", deck="", exhausted=2, starter=2, turn=1, seat=0
    )
    play(table, "swap red")
    assert (table.to_move, table.phase) == (1, "main")
    assert table.position()["hands"][0] == cards("red red")


def test_a_player_without_cards_passes():
    """C-14"""
    table = scene(hand="", row="- - - -", deck="", exhausted=2, starter=2, turn=1, seat=0)
    assert table.legal == ["pass"]
    play(table, "pass")
    assert table.to_move == 1


def earned(owners, seat):
    """The points of a full province without fortifications, by the owners of its houses."""
    own = owners.count(seat)
    above = [owners.count(other) for other in set(owners) if owners.count(other) > own]
    return min(above, default=len(owners)) if own else 0


def test_the_game_ends_when_nobody_can_place_a_piece():
    """C-15: All fields but one are taken, and no emissary fits when the last house stands."""
    owners = dict(zip(ALL_FIELDS, [0, 1, 2] * 20, strict=False))
    owners["wei7"], owners["wei1"] = 0, 1
    houses = {s: " ".join(f for f in owners if owners[f] == s and f != "wei7") for s in range(3)}
    provinces = CHINA.boards["roads-3-4"].data["provinces"]
    most = {
        p["id"]: max([owners[f["id"]] for f in p["fields"]].count(s) for s in range(3))
        for p in provinces
    }
    assert sum(most.values()) <= 24
    emissaries, left = {}, [8, 8, 8]
    for name, number in most.items():
        emissaries[name] = [0, 0, 0]
        for _ in range(number):
            seat = max(range(3), key=left.__getitem__)
            left[seat] -= 1
            emissaries[name][seat] += 1
    found = document(houses, emissaries=emissaries, hand="red red red")
    found["scored"] = sorted(p["id"] for p in provinces if p["id"] != "wei")
    found["points"] = [
        sum(
            earned([owners[f["id"]] for f in p["fields"]], seat)
            for p in provinces
            if p["id"] != "wei"
        )
        for seat in range(3)
    ]
    table = triarchy.position(found)
    play(table, "house wei7", "pay red")
    assert table.phase == "draw"
    play(table, "draw deck")
    assert table.over
    assert table.position()["exhausted"] == 0


# The final scoring


def test_houses_of_provinces_not_yet_scored_count_at_the_end():
    scores = result({0: "wei1 wei2", 1: "wei3", 2: "qi1"})
    assert [seat["houses"] for seat in scores] == [3, 2, 1]


def test_houses_scored_when_their_province_was_full_do_not_count_again_at_the_end():
    scores = result({0: "lu1 lu2 lu3", 1: "lu4"}, points=[4, 3, 0], scored=["lu"])
    assert [seat["houses"] for seat in scores] == [4, 3, 0]


def test_everyone_who_leads_on_both_sides_of_an_alliance_scores_it_in_full():
    """C-16"""
    emissaries = {"wei": [1, 1, 0], "chin": [1, 1, 1]}
    scores = result({0: "wei1 wei2 chin1 chin2 chin3"}, emissaries=emissaries)
    assert [seat["alliances"] for seat in scores] == [5, 5, 0]


def test_one_lead_serves_several_alliances():
    """Wei is allied with Ch'in (3) and with Qi (11)."""
    emissaries = {"wei": [2, 1, 0], "chin": [1, 0, 0], "qi": [1, 0, 0]}
    scores = result({1: "wei1 wei2 wei3 chin1 qi1"}, emissaries=emissaries)
    assert [seat["alliances"] for seat in scores] == [8, 0, 0]


def test_the_tie_is_broken_by_the_pieces_left_in_supply():
    """C-19: Seats 0 and 1 have two points each; seat 1 has placed one emissary more."""
    table = triarchy.position(
        last_turn({0: "wei1", 1: "wei2", 2: "shu1"}, emissaries={"wei": [0, 1, 0]})
    )
    play(table, "draw 1")
    assert [seat["total"] for seat in table.scores] == [2, 2, 1]
    assert table.ranking == [1, 2, 3]


def test_equal_points_and_supply_share_the_rank():
    """C-19"""
    table = play(triarchy.position(last_turn({0: "wei1", 1: "wei2", 2: "shu1"})), "draw 1")
    assert table.ranking == [1, 1, 3]


def test_a_finished_game_shows_everything_and_counts_all_nine_provinces():
    table = play(triarchy.position(last_turn({0: "wei1"})), "draw 1")
    assert len(table.position()["scored"]) == 9
    assert table.position()["points"] == [seat["total"] for seat in table.scores]
    assert table.view(1) == table.position()
