"""Whole games of Meridian: what holds for every game, and conservation of pieces and cards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import triarchy
from tests import shared_checks
from triarchy.games.meridian.state import CARDS

GAMES = [triarchy.game("meridian", players=players) for players in (2, 3, 4)]


@pytest.mark.parametrize("game", GAMES, ids=repr)
class TestEveryGame:
    def test_legal_means_playable(self, game):
        shared_checks.check_legal_means_playable(game, 6)

    def test_documents_round_trip(self, game):
        shared_checks.check_documents(game, 6)

    def test_records_replay_and_undo_is_exact(self, game):
        shared_checks.check_records(game, 6)

    def test_hiding_a_guess_gives_the_view_back(self, game):
        shared_checks.check_views(game, 6)

    def test_interpreter_and_compiled_agree_to_the_byte(self, game):
        shared_checks.check_interpreter_agrees(game, 4)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**64 - 1), st.data())
def test_pieces_cards_and_order_are_kept(players, seed, data):
    table = triarchy.game("meridian", players=players).start(seed)
    pieces, decks = (40, 2) if players == 2 else (20, 1)
    for _ in range(data.draw(st.integers(0, 60))):
        if table.over:
            break
        table.play(data.draw(st.sampled_from(table.legal)))
        position = table.position()
        built = [0] * players
        for column in position["towers"]:
            towers = [tower for tower in column if tower]
            heights = [height for _, height in towers]
            assert heights == sorted(set(heights), reverse=True)
            for seat in range(players):
                assert sum(owner == seat for owner, _ in towers) <= decks
            for seat, height in towers:
                built[seat] += height
        for seat in range(players):
            assert built[seat] + position["supply"][seat] == pieces
            cards = [
                *position["open"][seat],
                *position["piles"][seat],
                *position["discards"][seat],
            ]
            assert sorted(cards) == sorted(CARDS * decks)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_states_that_differ_only_in_hidden_order_give_equal_views(players):
    game = triarchy.game("meridian", players=players)
    for state in shared_checks.random_states(game, 3, 5):
        other = state.copy()
        for seat in range(players):
            count = int(other.pile_sizes[seat])
            other.piles[seat, :count] = other.piles[seat, :count][::-1]
        for seat in [*range(players), None]:
            assert game.view(other, seat).tobytes() == game.view(state, seat).tobytes()
