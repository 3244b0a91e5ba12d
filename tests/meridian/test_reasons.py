"""Why not: over thousands of positions, the rule that is named is one that is really broken."""

from __future__ import annotations

import pytest

from tests.meridian.scenes import position, random_tables, reader, sight
from tests.meridian.second_opinion import broken
from triarchy.games.meridian import GAME
from triarchy.games.meridian.positions import MOVES
from triarchy.games.meridian.text.reasons import Reason, reason
from triarchy.kit.language import LANGUAGES

IMPOSSIBLE = {
    2: {Reason.ONE_TOWER, Reason.NO_CITY},
    3: {Reason.TWO_TOWERS, Reason.OWN_TOWER},
    4: {Reason.TWO_TOWERS, Reason.OWN_TOWER, Reason.NO_CITY},
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_moves_break_no_rule_and_the_others_the_one_that_is_named(players):
    named = set()
    for seed in range(8):
        for table in random_tables(players, seed):
            document, seen = table.position(), sight(table)
            for action, move in enumerate(MOVES):
                rules = broken(document, move)
                assert (action in seen.legal) == (not rules), (move, rules, document)
                why = reason(seen, action)
                assert why.name in (rules or {"LEGAL"}), (move, rules, why, document)
                named.add(why)
    assert named >= set(Reason) - IMPOSSIBLE[players] - {Reason.NO_ROOM, Reason.SAME_TOWER}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_a_whole_sentence(language):
    for players in (2, 3, 4):
        for table in random_tables(players, seed=8, every=5):
            for move in MOVES:
                sentence = GAME.text.why_not(sight(table), move, reader(0, language))
                assert sentence.endswith(".")
                assert "{" not in sentence


def test_a_city_that_only_takes_the_lifted_tower_back():
    """M-5 has its own reason."""
    table = position({5: [[3, 4], [0, 3], [2, 2], [1, 1], None]})
    for move in ("lift 2", "height 3"):
        table.play(move)
    assert reason(sight(table), table.game.actions["city 2"]) is Reason.SAME_TOWER
