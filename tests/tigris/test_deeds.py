"""Deeds: a piece and its cell as one number; and what a network with eyes sees."""

from __future__ import annotations

import numpy as np
import pytest

import triarchy
from triarchy.games.tigris.deeds import (
    DEEDS,
    deed_of,
    legal_deeds,
    part_of_deed,
    perform,
    unchoose,
)
from triarchy.games.tigris.planes import AT_KINGDOMS, AT_REGION_SIZE, AT_REGION_TREASURES, EYES, see
from triarchy.games.tigris.state import ACTION, CELLS, DO_CATASTROPHE, DO_TILE, LEGAL_LIMIT, RED


def deeds_in(game, state):
    scratch, out = np.zeros(LEGAL_LIMIT, np.int16), np.zeros(DEEDS, np.int16)
    return out[: legal_deeds(game.board.struct, state, scratch, out)].tolist()


def ways(game, state):
    """The legal actions, with the cells of each piece, as pairs."""
    for first in game.legal_actions(state):
        if not DO_TILE <= first <= DO_CATASTROPHE:
            yield first, -1
            continue
        after = state.copy()
        game.definition.rules.apply(game.board.struct, after, first)
        yield from ((first, second) for second in game.legal_actions(after))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_deeds_are_the_legal_actions_two_by_two(players):
    """In every position of a game by chance; and a deed leads where its actions do, but for what is forced."""
    game = triarchy.game("tigris", players=players)
    rng, state = np.random.default_rng(players), game.state(players)
    scratch, compared = np.zeros(LEGAL_LIMIT, np.int16), 0
    while int(state.to_move) >= 0:
        pairs = list(ways(game, state))
        found = deeds_in(game, state)
        assert found == sorted(deed_of(*pair) for pair in pairs)
        deed = int(rng.choice(found))
        parts = [int(part_of_deed(state, deed, part)) for part in (0, 1)]
        assert tuple(parts) in pairs
        after = state.copy()
        perform(game.board.struct, after, deed, scratch)
        for action in parts:
            if action >= 0:
                game.definition.rules.apply(game.board.struct, state, action)
        while int(state.to_move) >= 0 and int(state.phase) != ACTION:
            legal = game.legal_actions(state)
            if len(legal) > 1:
                break
            game.definition.rules.apply(game.board.struct, state, legal[0])
        assert after.tobytes() == state.tobytes()
        compared += 1
    assert compared > 50


def test_a_deed_that_is_begun_can_be_seen_as_not_begun():
    game = triarchy.game("tigris", players=2)
    state = game.state(1)
    before, first = state.tobytes(), game.legal_actions(state)[0]
    assert unchoose(game.board.struct, state) == -1
    game.definition.rules.apply(game.board.struct, state, first)
    assert unchoose(game.board.struct, state) == first
    assert state.tobytes() == before


def test_every_cell_of_a_region_shows_what_the_region_holds():
    """At the start each of the ten temples is a region of one cell with a treasure."""
    game = triarchy.game("tigris", players=2)
    seen = np.zeros(EYES.row, np.int8)
    see(game.board.struct, game.state(1), seen)
    for at in (AT_KINGDOMS + RED * CELLS, AT_REGION_TREASURES, AT_REGION_SIZE):
        assert seen[at : at + CELLS].sum() == 10
