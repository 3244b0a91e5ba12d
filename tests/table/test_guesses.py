"""Hiding a guess gives the view back: ten thousand random positions of each game, every viewer."""

from __future__ import annotations

import numpy as np
import pytest

import triarchy

POSITIONS = 10_000


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_hide_after_guess_is_the_identity_on_views(name):
    least, most = triarchy.kit.definition.DEFINITIONS[name].players
    chance = np.random.default_rng(5)
    rng = np.array([9], np.uint64)
    checked = 0
    while checked < POSITIONS:
        players = int(chance.integers(least, most + 1))
        options = {
            option: values[int(chance.integers(len(values)))]
            for option, values in triarchy.kit.definition.DEFINITIONS[name].options.items()
        }
        game = triarchy.game(name, players, options=options)
        rules, board = game.definition.rules, game.board.struct
        actions = np.zeros(game.definition.legal_limit, np.int16)
        state = game.state(int(chance.integers(2**63)))
        while (count := rules.legal(board, state, actions)) > 0:
            for seat in range(-1, players):
                view = state.copy()
                rules.hide(board, view, seat)
                guess = view.copy()
                rules.guess(board, guess, seat, rng)
                rules.hide(board, guess, seat)
                assert guess.tobytes() == view.tobytes()
            rules.apply(board, state, int(actions[chance.integers(count)]))
            checked += 1
