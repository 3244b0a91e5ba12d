"""Whole games of China: what holds for every game, conservation, and what views must hide."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import triarchy
from tests import shared_checks
from tests.china.scenes import CARDS, cards, play, scene
from triarchy.games.china.state import COLOURS

SETTINGS = [
    (3, "roads-3-4", False),
    (3, "roads-3-4", True),
    (4, "roads-4-5", True),
    (5, "roads-4-5", False),
    (5, "roads-4-5", True),
]
GAMES = [triarchy.game("china", p, board, {"forts": forts}) for p, board, forts in SETTINGS]


@pytest.mark.parametrize("game", GAMES, ids=[" ".join(map(str, s)) for s in SETTINGS])
class TestEveryGame:
    def test_legal_means_playable(self, game):
        shared_checks.check_legal_means_playable(game, 4)

    def test_documents_round_trip(self, game):
        shared_checks.check_documents(game, 6)

    def test_records_replay_and_undo_is_exact(self, game):
        shared_checks.check_records(game, 4)

    def test_hiding_a_guess_gives_the_view_back(self, game):
        shared_checks.check_views(game, 5)

    def test_interpreter_and_compiled_agree_to_the_byte(self, game):
        shared_checks.check_interpreter_agrees(game, 2)

    def test_evaluations_are_shares_and_leave_the_state_alone(self, game):
        values = np.zeros(game.players)
        for state in shared_checks.random_states(game, 3, 4):
            before = state.tobytes()
            game.definition.rules.evaluate(game.board.struct, state, values)
            assert state.tobytes() == before
            assert values.sum() == pytest.approx(1.0)
            assert (values >= 0).all()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SETTINGS), st.integers(0, 2**64 - 1), st.data())
def test_cards_and_pieces_are_kept(setting, seed, data):
    players, board, forts = setting
    table = triarchy.game("china", players, board, {"forts": forts}).start(seed)
    total = {colour: number - (5 - players) for colour, number in CARDS.items()}
    for _ in range(data.draw(st.integers(0, 120))):
        if table.over:
            break
        table.play(data.draw(st.sampled_from(table.legal)))
        position = table.position()
        found = Counter(position["deck"]) + Counter(position["discards"])
        found += Counter(card for card in position["open"] if card)
        for hand, known in zip(position["hands"], position["known"], strict=True):
            found += Counter(hand)
            assert sum(hand.values()) <= 3
            assert all(known[colour] <= hand[colour] for colour in COLOURS)
        assert found == total
        owners = list(position["houses"].values())
        for seat, supply in enumerate(position["supply"]):
            sent = sum(numbers[seat] for numbers in position["emissaries"].values())
            assert supply["houses"] + owners.count(seat) == 20
            assert supply["emissaries"] + sent == 8
        left = sum(supply["forts"] for supply in position["supply"])
        assert left + len(position["forts"]) == (players if forts else 0)


@pytest.mark.parametrize("game", GAMES[::2], ids=repr)
def test_a_view_shows_the_own_hand_and_what_everyone_saw_and_nothing_else(game):
    for state in shared_checks.random_states(game, 3, 5):
        full = game.document(state)
        for seat in [*range(game.players), None]:
            view = game.document(game.view(state, seat))
            if full["phase"] == "over":
                assert view == full
                continue
            hidden = {key for key in full if view[key] != full[key]}
            assert hidden == {"hands", "deck", "rng"}
            assert view["rng"] is None
            assert view["deck"] == {"count": len(full["deck"])}
            for owner, hand in enumerate(view["hands"]):
                count = {"count": sum(full["hands"][owner].values())}
                assert hand == (full["hands"][owner] if owner == seat else count)


@pytest.mark.parametrize("game", GAMES[::2], ids=repr)
def test_states_that_differ_only_in_secrets_give_equal_views(game):
    """Swap the first hidden cards of the next seat with the deck: seat 0 must see no change."""
    for state in shared_checks.random_states(game, 3, 5):
        if int(state.to_move) < 0:
            continue
        other = state.copy()
        size = int(other.deck_size)
        other.deck[:size] = other.deck[:size][::-1]
        other.rng[0] = np.uint64(5)
        assert game.view(other, 0).tobytes() == game.view(state, 0).tobytes()


def guesses(table, seat, number=200):
    game = table.game
    rng = np.array([3], np.uint64)
    for _ in range(number):
        view = game.view(table.state, seat)
        game.definition.rules.guess(game.board.struct, view, -1 if seat is None else seat, rng)
        yield view


def test_a_guess_keeps_to_the_known_cards():
    known = [cards(""), cards("violet violet"), cards("red")]
    table = scene(
        hands={1: "violet violet green", 2: "red red red"}, hand="red green orange", known=known
    )
    third = Counter()
    for state in guesses(table, 0):
        assert int(state.hands[1, COLOURS.index("violet")]) >= 2
        assert int(state.hands[2, COLOURS.index("red")]) >= 1
        third[tuple(state.hands[1].tolist())] += 1
    assert len(third) == 5


@pytest.mark.parametrize("seat", [0, None])
def test_a_guess_gives_the_seat_to_move_a_hand_that_can_pay(seat):
    """Seat 1 has chosen a house in Chu; with no known card it may pay violet or with a joker."""
    table = scene(seat=1, hand="violet red green", hands={0: "violet violet violet"})
    play(table, "house chu1")
    for state in guesses(table, seat):
        assert table.game.legal_actions(state)


def test_a_guess_finds_the_only_payment_there_can_be():
    """Seat 1 has one hidden card and must have the only violet one that nobody has seen."""
    table = scene(
        {0: "chu1"},
        seat=1,
        hand="violet green",
        hands={0: "orange orange orange", 2: "red green orange"},
        row="violet violet violet violet",
        deck="red " * 5,
        known=[cards(""), cards("green"), cards("red green orange")],
        phase="pay",
        piece="house chu2",
        province="chu",
        limit=2,
    )
    assert table.position()["discards"].count("violet") == 3
    for state in guesses(table, 0, 50):
        assert int(state.hands[1, COLOURS.index("violet")]) == 1


def test_simulation_of_many_games_gives_every_seat_its_chance():
    simulation = triarchy.simulate(triarchy.game("china", 3), games=300, seed=1)
    assert simulation.scores.shape == (300, 3, 4)
    assert (simulation.scores[:, :, :3].sum(axis=2) == simulation.scores[:, :, 3]).all()


def test_an_onlookers_features_show_no_hand():
    game = triarchy.game("china", 5)
    state = game.start(3).state
    seen = np.zeros(game.definition.observation, np.int8)
    again = seen.copy()
    game.definition.rules.observe(game.board.struct, state, -1, seen, 0, 1)
    game.definition.rules.observe(game.board.struct, game.view(state, None), -1, again, 0, 1)
    assert seen.tobytes() == again.tobytes()
