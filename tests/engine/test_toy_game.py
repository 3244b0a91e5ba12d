"""A game from outside: one folder and one registration, and everything works with it.

The toy is Nim with three heaps and a hidden die: enough to have secrets, chance and a winner.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

import triarchy
from tests import shared_checks
from triarchy.kit.definition import DEFINITIONS


@pytest.fixture(scope="module")
def game():
    sys.path.insert(0, str(Path(__file__).parent))
    toy = importlib.import_module("toy_nim")
    DEFINITIONS.add(toy.GAME)
    return triarchy.game("nim", players=2)


def test_the_toy_is_listed_and_played_to_its_end(game):
    assert "nim" in triarchy.game_names()
    table = shared_checks.random_table(game, 5)
    assert table.over
    assert sorted(table.ranking) == [1, 2]


def test_the_shared_checks_hold_for_the_toy(game):
    shared_checks.check_legal_means_playable(game, 5)
    shared_checks.check_documents(game, 5)
    shared_checks.check_records(game, 5)
    shared_checks.check_views(game, 5)


def test_generic_compiled_code_picks_the_toys_rules_by_the_type_of_its_state(game):
    result = triarchy.simulate(game, 300, seed=1)
    assert result.lengths.min() >= 3
    assert np.array_equal(np.sort(result.ranking, axis=1)[:, 0], np.ones(300))
    meridian = triarchy.simulate(triarchy.game("meridian", players=2), 3)
    assert meridian.lengths.min() > 52


def test_the_number_of_workers_does_not_change_results(game):
    one = triarchy.simulate(game, 1200, seed=3, workers=1)
    two = triarchy.simulate(game, 1200, seed=3, workers=2)
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.lengths, two.lengths)
