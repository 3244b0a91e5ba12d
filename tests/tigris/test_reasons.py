"""Why not: over thousands of positions, the rule that is named is one that is really broken."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import triarchy
from tests.tigris.figures import documents
from tests.tigris.scenes import BULL, LION, scene
from tests.tigris.second_opinion import broken
from triarchy.games.tigris import GAME
from triarchy.games.tigris.text.reasons import Reason, reason
from triarchy.kit.language import LANGUAGES
from triarchy.kit.sight import Reader
from triarchy.table.game import Game
from triarchy.table.table import Table

RARE = {
    Reason.BUILT,
    Reason.MONUMENT_THERE,
    Reason.NO_ROOM_FOR_TILE,
    Reason.NO_ROOM_FOR_LEADER,
    Reason.NO_ROOM_FOR_CATASTROPHE,
    Reason.NOTHING_TO_SWAP,
    Reason.NOT_YOURS,
    Reason.NO_SQUARE,
    Reason.OTHER_COLOURS,
    Reason.OVER,
}
"""Too rare for chance, or said to those who are not to move; tests below have most of them."""


def tables(game: Game, seed: int) -> Iterator[Table]:
    """A game played at random, with a liking for leaders, tiles that join, and monuments."""
    chance = random.Random(seed)
    table = game.start(seed)
    while not table.over:
        yield table
        legal = table.legal
        liked = [m for m in legal if m.startswith(("leader", "tile", "monument b", "square"))]
        table.play(chance.choice(liked if liked and chance.random() < 0.7 else legal))
        table.states[:-1] = [None] * (len(table.states) - 1)


def compare(table: Table) -> set[Reason]:
    """The reasons that are named; each must be one of the rules that are broken."""
    document, seen = table.position(), GAME.sight(table.game.board, table.state)
    named = set()
    for action, move in enumerate(table.game.moves):
        if not move:
            continue
        rules = broken(document, move)
        assert (action in seen.legal) == (not rules), (move, rules, document)
        why = reason(seen, action)
        assert why.name in (rules or {"LEGAL"}), (move, rules, why, document)
        named.add(why)
    return named


@pytest.mark.parametrize(("players", "support"), [(2, "free"), (4, "english")])
def test_legal_moves_break_no_rule_and_the_others_the_one_that_is_named(players, support):
    game = triarchy.game("tigris", players, options={"support": support})
    named = set()
    for seed in range(2):
        for number, table in enumerate(tables(game, seed)):
            if number % 5 == 0 or table.state.phase > 2:
                named |= compare(table)
    option = {Reason.MUST_LEAD, Reason.MUST_DRAW_LEVEL} if support == "free" else set()
    assert named >= set(Reason) - RARE - option


def test_the_figures_too():
    named = set()
    for position in documents().values():
        named |= compare(triarchy.position(position))
    assert named >= {Reason.OVER, Reason.NO_SQUARE, Reason.TWO_KINGDOMS, Reason.THREE_KINGDOMS}


def test_what_is_too_rare_for_chance():
    assert Reason.NOTHING_TO_SWAP in compare(scene(hands=("", "red*6")))
    square = scene(red="G5 H5 G6 C5", monuments=(("J5", "black-red", "red"),), hands=("red*6",))
    for move in ("tile red", "cell H6"):
        square.play(move)
    assert {Reason.BUILT, Reason.OTHER_COLOURS} <= compare(square)
    struck = scene(monuments=(("J5", "black-red", "red"),), leaders={"K2": (LION, "black")})
    struck.play("catastrophe")
    assert {Reason.MONUMENT_THERE, Reason.TREASURE_THERE} <= compare(struck)
    view = GAME.sight(struck.game.board, struck.game.view(struck.state, BULL))
    assert reason(view, struck.game.actions["cell H5"]) is Reason.NOT_YOURS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_whole_sentence(language):
    names = ("Anna", "Ben", "Cleo", "Dirk")
    for position in documents().values():
        table = triarchy.position(position)
        seen = GAME.sight(table.game.board, table.state)
        reader = Reader(0, names[: table.game.players], language)
        for move in filter(None, table.game.moves):
            sentence = GAME.text.why_not(seen, move, reader)
            assert (sentence == "") == (move in table.legal)
            assert "{" not in sentence
            assert sentence == "" or sentence.endswith((".", "?"))
