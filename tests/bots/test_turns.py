"""Whole turns judged against each other, and the puzzles made from such judgements."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

import triarchy
from triarchy.bots import bot
from triarchy.bots.reasons import next_best
from triarchy.bots.turns import TurnJudge
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import Puzzle, puzzles
from triarchy.server.screens.practice import puzzle_state, scene, themes

GAMES = (("meridian", 4), ("china", 3), ("tigris", 2))


def in_the_middle(name, players, moves=40):
    game = triarchy.game(name, players)
    table = game.start(seed=5)
    player = bot("greedy:guesses=1,width=1")
    turn = -1
    while len(table.moves) < moves or int(table.state.turn) == turn:
        turn = int(table.state.turn)
        seat = table.to_move
        table.play_action(player.choose(game, table.view_state(seat), seat, len(table.moves)))
    return table


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_turns_are_legal_different_and_ordered_by_what_they_are_worth(name, players):
    table = in_the_middle(name, players)
    seat = table.to_move
    judged = TurnJudge(table.game).judge(table.view_state(seat), playouts=60, seed=1)
    assert judged[0].behind == 0.0
    assert all(one.behind <= two.behind for one, two in pairwise(judged))
    ends = set()
    for each in judged:
        copy = table.copy()
        for move in each.moves:
            copy.play(move)
        ends.add(copy.state.tobytes())
        assert each.low <= each.shares[seat] <= each.high
        assert abs(sum(each.shares) - 1.0) < 1e-6
        assert each.behind_low <= each.behind <= each.behind_high
    assert len(ends) == len(judged)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_judgement_depends_on_the_view_and_the_seed_alone(name, players):
    table = in_the_middle(name, players)
    view = table.view_state(table.to_move)
    one, two = (TurnJudge(table.game).judge(view, playouts=40, seed=7) for _ in range(2))
    assert one == two


def test_a_turn_that_was_asked_about_is_judged():
    table = in_the_middle("meridian", 4)
    moves = [table.legal[-1]]
    judge = TurnJudge(table.game)
    copy = table.copy()
    copy.play(moves[0])
    while copy.to_move == table.to_move and int(copy.state.turn) == int(table.state.turn):
        moves.append(copy.legal[0])
        copy.play(moves[-1])
    judged = judge.judge(table.view_state(table.to_move), playouts=40, include=[moves])
    assert tuple(moves) in [each.moves for each in judged]


def test_the_judge_refuses_a_state():
    table = in_the_middle("meridian", 4)
    with pytest.raises(triarchy.TriarchyError):
        TurnJudge(table.game).judge(table.state)


def every_puzzle():
    return [
        pytest.param(puzzle, id=f"{name}-{puzzle.id}")
        for name, _ in GAMES
        for puzzle in puzzles(DEFINITIONS[name].folder)
    ]


def test_each_game_has_at_least_forty_puzzles_from_easy_to_hard():
    for name, _ in GAMES:
        found = puzzles(DEFINITIONS[name].folder)
        assert len(found) >= 40
        assert [each.missed for each in found] == sorted(each.missed for each in found)
        assert len({each.id for each in found}) == len(found)


@pytest.mark.parametrize("name", [name for name, _ in GAMES])
def test_no_theme_has_a_third_of_the_puzzles(name):
    found = themes(DEFINITIONS[name], "en")
    theme, count = Counter(found).most_common(1)[0]
    assert 3 * count < len(found), theme
    assert len(set(found)) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", every_puzzle())
def test_the_next_best_turn_of_a_puzzle_is_no_better_than_the_best(puzzle: Puzzle):
    table = triarchy.position(puzzle.position)
    judge, view = TurnJudge(table.game), table.view_state(table.to_move)
    _, second = judge.compare(view, puzzle.best, puzzle.second, guesses=200, seed=8)
    assert second.behind_high > 0.0 and second.behind > 0.0


@pytest.mark.parametrize("puzzle", every_puzzle())
def test_a_puzzle_loads_and_its_solution_can_be_played(puzzle: Puzzle):
    table = triarchy.position(puzzle.position)
    seat, turn = table.to_move, int(table.state.turn)
    assert puzzle.lead >= 0.05
    for move in puzzle.solution:
        assert (table.to_move, int(table.state.turn)) == (seat, turn)
        assert len(table.legal) > 0
        table.play(move)
    assert puzzle.best[: len(puzzle.solution)] == puzzle.solution


@pytest.mark.parametrize("puzzle", every_puzzle())
def test_the_best_turn_of_a_puzzle_and_the_next_best_are_whole_and_told_apart(puzzle: Puzzle):
    """Where they are told."""
    wanted = scene(puzzle.position, puzzle.solution).state.tobytes()
    for moves, right in ((puzzle.best, True), (puzzle.second, False)):
        if moves in ((), puzzle.solution):
            continue
        table = scene(puzzle.position, moves)
        assert puzzle_state(puzzle, table) == ("right" if right else "wrong")
        assert any(state.tobytes() == wanted for state in table.states) == right
        assert puzzle_state(puzzle, scene(puzzle.position, moves[:-1])) == "open"
    start = triarchy.position(puzzle.position)
    view = start.view_state(start.to_move)
    for language in ("en", "de", "nl"):
        reader = start.game.reader(start.to_move, language)
        assert next_best(start.game, view, puzzle.best, puzzle.second, reader)


def test_chances_are_made_of_shares_and_results_stay_results():
    judge = TurnJudge(triarchy.game("tigris", 4))
    power, overrated = judge.game.definition.turn_chances[4]
    shares = np.array([[[0.4, 0.3, 0.2, 0.1], [0.5, 0.5, 0.0, 0.0], [np.nan] * 4]])
    chances = judge._chances(shares, 1, turn=4)
    assert chances[0, 0, 0] / chances[0, 0, 2] == pytest.approx(2.0**power)
    assert chances[0, 0, 1] / chances[0, 0, 3] == pytest.approx(3.0**power / math.exp(overrated))
    assert chances[0, 0].sum() == pytest.approx(1.0)
    assert chances[0, 1].tolist() == [0.5, 0.5, 0.0, 0.0]
    assert np.isnan(chances[0, 2]).all()


def test_in_the_first_round_shares_say_the_less_the_more_seats_wait_for_their_turn():
    judge = TurnJudge(triarchy.game("tigris", 4))
    shares = np.array([[[0.4, 0.2, 0.2, 0.2]]])
    promised = [judge._chances(shares, 0, turn)[0, 0, 0] for turn in range(6)]
    power, overrated = judge.game.definition.turn_chances[4]
    first = 2.0 ** (power / 4) / math.exp(overrated / 4)
    assert promised[0] == pytest.approx(first / (first + 3))
    assert promised[0] < promised[1] < promised[2] < promised[3] == promised[4] == promised[5]
    assert judge._chances(np.array([[[0.5, 0.5, 0.0, 0.0]]]), 0, 0)[0, 0].tolist() == [
        0.5,
        0.5,
        0,
        0,
    ]
