"""Whole games: what holds for every game, and conservation of tiles, treasures, leaders."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import triarchy
from tests import shared_checks
from triarchy.games.tigris.regions import survey

COLOURS = ("black", "red", "blue", "green")
TOTALS = {"black": 30, "red": 57, "blue": 36, "green": 30}
GAMES = [
    triarchy.game("tigris", players=2),
    triarchy.game("tigris", players=3, options={"support": "english"}),
    triarchy.game("tigris", players=4, options={"open_points": True}),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
class TestEveryGame:
    def test_legal_means_playable(self, game):
        shared_checks.check_legal_means_playable(game, 2)

    def test_documents_round_trip(self, game):
        shared_checks.check_documents(game, 4, every=5)

    def test_records_replay_and_undo_is_exact(self, game):
        shared_checks.check_records(game, 3)

    def test_hiding_a_guess_gives_the_view_back(self, game):
        shared_checks.check_views(game, 3, every=11)

    def test_interpreter_and_compiled_agree_to_the_byte(self, game):
        shared_checks.check_interpreter_agrees(game, 3)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_guess_then_hide_is_the_identity_in_thousands_of_positions(game):
    rules, board = game.definition.rules, game.board.struct
    rng = np.array([5], np.uint64)
    for state in shared_checks.random_states(game, 12):
        seat = int(state.turn) % (game.players + 1) - 1
        view = state.copy()
        rules.hide(board, view, seat)
        guess = view.copy()
        rules.guess(board, guess, seat, rng)
        assert int(guess.viewer) == 0
        again = guess.copy()
        rules.hide(board, again, seat)
        assert again.tobytes() == view.tobytes()


def check_conserved(position):
    players = position["players"]
    totals = dict.fromkeys(COLOURS, 0)
    for colour in [*position["tiles"].values(), *position["bag"]]:
        totals[colour] += 1
    for monument in position["monuments"]:
        totals[monument["on"]] += 4
    counted = [
        *position["hands"],
        *position["discarded"],
        position["removed"],
        position["swapped"],
    ]
    for numbers in counted:
        for colour in COLOURS:
            totals[colour] += numbers[colour]
    assert totals == TOTALS
    taken = sum(points["treasure"] for points in position["points"])
    assert len(position["treasures"]) + taken == 10
    assert len(position["catastrophes"]) + sum(position["catastrophes_left"]) == 2 * players
    kinds = [tuple(monument["colours"]) for monument in position["monuments"]]
    assert len(set(kinds)) == len(kinds) <= 6
    leaders = [tuple(leader) for leader in position["leaders"].values()]
    assert len(set(leaders)) == len(leaders)
    assert all(sum(hand.values()) <= 6 for hand in position["hands"])


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**64 - 1), st.randoms(use_true_random=False))
def test_tiles_treasures_monuments_and_leaders_are_conserved(players, seed, chance):
    game = triarchy.game("tigris", players=players)
    table = game.start(seed)
    while not table.over:
        before = table.state.points.copy()
        table.play_action(chance.choice(game.legal_actions(table.state)))
        assert (table.state.points >= before).all()
        if len(table.moves) % 7 == 0:
            check_conserved(table.position())
    check_conserved(table.position())


def drive(game, seed, wanted):
    """A game played at random, but with the wanted kinds of moves whenever there are any."""
    chance = random.Random(seed)
    table = game.start(seed)
    while not table.over:
        legal = table.legal
        liked = [move for move in legal if move.startswith(wanted)]
        table.play(chance.choice(liked if liked and chance.random() < 0.7 else legal))
        table.states[:-1] = [None] * (len(table.states) - 1)
        yield table.state


@pytest.mark.parametrize(
    "wanted",
    [
        ("tile", "monument b", "monument r", "square"),
        ("leader", "cell", "support"),
        ("tile red", "leader", "war", "support"),
        ("swap", "discard"),
    ],
    ids=lambda wanted: wanted[0],
)
def test_what_is_derived_is_always_up_to_date(wanted):
    """`near`, `leaders` and the counts are what they would be if made anew."""
    game = triarchy.game("tigris", players=4)
    for state in drive(game, 9, wanted):
        fresh = state.copy()
        survey(fresh)
        assert fresh.tobytes() == state.tobytes()
        assert (state.hands.sum(axis=1) == state.hand_sizes).all()
        assert (state.discarded.sum(axis=1) == state.discarded_sizes).all()
        assert state.swapped.sum() == state.swapped_size


def test_nearly_every_phase_is_reached_and_every_game_ends():
    """Two squares at once are too rare for chance; test_monuments_and_treasures makes them."""
    game = triarchy.game("tigris", players=3)
    seen = {"square"}
    for seed in range(3):
        for state in drive(game, seed, ("tile", "monument b", "square", "war")):
            seen.add(game.definition.phases[int(state.phase)])
    assert seen == set(game.definition.phases)


def test_evaluation_is_a_share_of_the_win():
    game = GAMES[1]
    rules, board = game.definition.rules, game.board.struct
    values = np.zeros(3)
    for state in shared_checks.random_states(game, 2, every=9):
        rules.evaluate(board, state, values)
        assert abs(values.sum() - 1) < 1e-9
        assert (values >= 0).all()


def test_observations_do_not_depend_on_the_numbering_of_the_seats():
    """At the start every seat sees the same but for its own hand and its distance to the active."""
    game = triarchy.game("tigris", players=4)
    state = game.state(3)
    rules, board = game.definition.rules, game.board.struct
    seen = []
    for seat in range(4):
        out = np.zeros(game.definition.observation, np.int8)
        rules.observe(board, state, seat, out, 0, 1)
        seen.append(out)
    planes = 33 * 176
    for out in seen[1:]:
        assert (out[:planes] == seen[0][:planes]).all()
    assert [out[planes : planes + 4].sum() for out in seen] == [6, 6, 6, 6]


def test_what_is_news_counts_from_ones_own_turn_not_from_a_defence() -> None:
    """Whoever has only defended since their turn has not seen the war that they defended in."""
    history = shared_checks.random_table(triarchy.game("tigris", players=3), 5).history()
    owners: dict[int, int] = {}
    defences = 0
    for length in range(1, len(history.moves) + 1):
        state = history.states[length - 1]
        seat = int(state["to_move"])
        defends = owners.setdefault(int(state["turn"]), seat) != seat
        so_far = replace(history, states=history.states[: length + 1], moves=history.moves[:length])
        assert (so_far.decided(seat) < length) == defends
        defences += defends
    assert defences
    assert history.decided() == 0
