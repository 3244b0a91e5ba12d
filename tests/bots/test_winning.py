"""Win chances: shares of network and evaluation together, and who may ask for them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import triarchy
from tests.shared_checks import random_table
from triarchy.bots import analyse, bot
from triarchy.bots.champion import Champion
from triarchy.bots.network import Network, network_for
from triarchy.bots.search import Search
from triarchy.bots.winning import analysing, calibration_exponents, mixed, win_chances
from triarchy.engine.errors import BadRequest

CELLS = [("meridian", 2), ("meridian", 4), ("tigris", 3), ("china", 3), ("china", 5)]


def test_powers_make_shares_surer_or_less_sure():
    network, by_hand = np.array([[0.6, 0.3, 0.1]]), np.array([[0.2, 0.2, 0.6]])
    assert mixed(network, by_hand, 1.0, 0.0) == pytest.approx(network)
    assert mixed(network, by_hand, 0.0, 1.0) == pytest.approx(by_hand)
    assert mixed(network, by_hand, 2.0, 0.0)[0, 0] == pytest.approx(0.36 / 0.46)
    both = mixed(network, by_hand, 1.0, 1.0)
    assert both == pytest.approx(np.array([[0.12, 0.06, 0.06]]) / 0.24)


@pytest.mark.parametrize(("name", "players"), CELLS)
def test_chances_sum_to_one_and_come_again(name, players):
    game = triarchy.game(name, players)
    assert calibration_exponents(game) is not None
    for decisions in (0, 20, 50):
        state = random_table(game, 3, decisions).state
        view = game.view(state, int(state.to_move))
        chances = win_chances(game, view)
        assert chances.sum() == pytest.approx(1)
        assert np.array_equal(chances, win_chances(game, view))


def test_whole_states_are_refused():
    game = triarchy.game("china", 3)
    with pytest.raises(BadRequest, match="view of seat"):
        win_chances(game, game.state(1))


def test_without_a_network_or_its_powers_the_search_judges(tmp_path, monkeypatch):
    for name in ("tigris", "china"):
        assert isinstance(analysing(triarchy.game(name, 3), 5, None, 1), Champion)
    game = triarchy.game("meridian", 2)
    assert isinstance(analysing(game, 5, None, 1), Champion)
    known = Network.load(game.definition.networks / "plain.npz")
    replace(known, chances={}).save(tmp_path / "plain.npz")
    monkeypatch.setattr("triarchy.kit.definition.Definition.networks", tmp_path)
    assert network_for(game) is not None
    assert type(analysing(game, 5, None, 1)) is Search
    china = triarchy.game("china", 3)
    assert win_chances(china, china.view(china.state(1), 0)) is None
    assert type(analysing(china, 5, None, 1)) is Search


@pytest.mark.parametrize(("name", "players"), [("meridian", 3), ("tigris", 2), ("china", 4)])
def test_an_analysis_agrees_with_the_chances_in_a_position_nearly_won(name, players):
    """What all moves together are thought to bring is near what the position was thought worth."""
    table = random_table(triarchy.game(name, players), 4, 70)
    chances = win_chances(table.game, table.view_state(table.to_move))
    judged = analyse(table, sims=200)
    visits = sum(one.visits for one in judged)
    mean = sum(one.visits * np.array(one.shares) for one in judged) / visits
    assert np.abs(mean - chances).max() < 0.35


def test_a_champion_may_be_told_to_mix_in_the_evaluation():
    game = triarchy.game("china", 4)
    view = random_table(game, 5, 30).view_state(random_table(game, 5, 30).to_move)
    seat = int(view.to_move)
    shares = {}
    for text in (
        "champion:sims=30,network_weight=1,evaluation_weight=0",
        "champion:sims=30,network_weight=0,evaluation_weight=1",
    ):
        found = bot(text).search(game, view, seat, 1, 0.0)
        shares[text] = found.totals.sum(axis=0) / found.visits.sum()
        assert shares[text].sum() == pytest.approx(1)
    one, two = shares.values()
    assert np.abs(one - two).max() > 1e-6
