"""What a line of the log says to whom, and who may take back what: the same for every interface."""

from __future__ import annotations

import random

import pytest

import triarchy
from triarchy.kit.definition import DEFINITIONS


def swapping(seed: int = 3) -> triarchy.table.Table:
    """A table of Tigris & Euphrates at which the seat to move swaps tiles, face down."""
    table = triarchy.game("tigris", players=3).start(seed=seed)
    table.play("swap")
    table.play(next(move for move in table.legal if move.startswith("discard ")))
    return table


def test_a_discard_is_told_to_its_mover_alone_until_the_game_is_over():
    table = swapping()
    mover, number = table.states[1].to_move, 1
    for seat in (0, 1, 2, None):
        line = table.history().line(number, table.game.reader(seat))
        assert line.seat == mover
        assert line.move == (table.moves[1] if seat == mover else None)
        assert line.text == table.sentence(number, table.game.reader(seat))
    chance = random.Random(1)
    while not table.over:
        table.play_action(chance.choice(table.game.legal_actions(table.state)))
    assert table.history().line(number, table.game.reader(None)).move == table.moves[1]
    assert table.history(2).line(number, table.game.reader(None)).move == table.moves[1]


def test_a_history_ends_where_it_is_cut():
    table = swapping()
    earlier = table.history(1)
    assert (len(earlier.states), list(earlier.moves)) == (2, ["swap"])
    assert earlier.state.tobytes() == table.states[1].tobytes()


def test_only_one_own_last_decision_can_be_taken_back():
    table = triarchy.game("tigris", players=3).start(seed=3)
    assert table.why_no_undo(0) == "There is nothing to undo."
    table.play("swap")
    assert table.why_no_undo(0) == ""
    assert table.why_no_undo(1) == "You can't undo this: it was another player's decision."
    assert table.why_no_undo(1, 0) == ""
    assert table.why_no_undo() == "You can't undo this: it was another player's decision."


def test_a_turn_that_has_ended_is_not_taken_back_even_if_it_revealed_nothing():
    table = triarchy.game("meridian", players=2).start(seed=1)
    game, chance, ended = table.game, random.Random(1), 0
    while not table.over:
        seat, action = table.to_move, chance.choice(game.legal_actions(table.state))
        (facts,) = game.consequences(table.state, [action])
        table.play_action(action)
        if facts.ends_turn and not facts.reveals and not table.over:
            ended += 1
            assert table.why_no_undo(seat) == "You can't undo this: it has ended the turn."
    assert ended


@pytest.mark.parametrize("name", DEFINITIONS.names())
def test_of_choices_alone_the_log_is_silent_and_nothing_comes_of_them(name):
    game = triarchy.game(name)
    table, chance, kinds = game.start(seed=4), random.Random(4), set()
    while not table.over:
        before, action = table.state, chance.choice(game.legal_actions(table.state))
        (facts,) = game.consequences(before, [action])
        choice, number = game.definition.is_choice(before, action), len(table.moves)
        table.play_action(action)
        kinds.add(choice)
        assert bool(table.sentence(number, game.reader(None))) != choice
        if choice:
            assert not facts.reveals and not facts.ends_turn
            assert table.state["to_move"] == before["to_move"]
            assert number in table.history().half_done(int(before["to_move"]))
    assert kinds == {True, False}


@pytest.mark.parametrize("name", DEFINITIONS.names())
def test_what_may_be_taken_back_leaves_the_same_seat_in_the_same_turn(name):
    """And after the undo it has the same choice as before; the rest says why not."""
    game = triarchy.game(name)
    table, chance, kinds = game.start(seed=4), random.Random(4), set()
    while not table.over:
        before, seat = table.position(), table.to_move
        action = chance.choice(game.legal_actions(table.state))
        (facts,) = game.consequences(table.state, [action])
        table.play_action(action)
        reason = table.why_no_undo(seat)
        kinds.add(reason)
        assert (reason == "") == (
            table.to_move == seat and not facts.reveals and not facts.ends_turn
        )
        if not reason:
            again = table.copy()
            again.undo()
            assert again.position() == before
    assert "" in kinds and len(kinds) >= 2
