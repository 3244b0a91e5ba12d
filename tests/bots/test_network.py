"""Networks in whole numbers: NumPy and compiled code answer alike, and nothing hidden is used."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

import triarchy
from tests.shared_checks import random_table
from triarchy.bots import bot, play_game
from triarchy.bots.inference import MOST, UNIT, foretell
from triarchy.bots.network import (
    Network,
    Networked,
    context,
    in_whole_numbers,
    inputs,
    network_for,
    scratch_for,
)
from triarchy.bots.products import multiply, multiply_interpreted
from triarchy.bots.tree import Settings
from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import DEFINITIONS

GAMES = [("meridian", 2), ("meridian", 3), ("tigris", 3), ("china", 4)]
WIDTH = 24


def real_layers(name):
    """The weights of some network that nobody has trained."""
    definition = DEFINITIONS[name]
    chance = np.random.default_rng(1)
    sizes = [inputs(definition, sorted(definition.boards)), WIDTH, WIDTH, WIDTH]
    layers = [
        (chance.normal(0, 1 / np.sqrt(min(a, 60)), (b, a)), chance.normal(0, 0.1, b))
        for a, b in itertools.pairwise(sizes)
    ]
    heads = {
        "policy": (
            chance.normal(0, 0.3, (definition.actions, WIDTH)),
            np.zeros(definition.actions),
        ),
        "value": (
            chance.normal(0, 0.3, (definition.players[1], WIDTH)),
            np.zeros(definition.players[1]),
        ),
    }
    return layers, heads


def untrained(name, greatest=(60.0, 60.0, 60.0)):
    layers, heads = real_layers(name)
    arrays = in_whole_numbers(layers, heads, list(greatest))
    return Network(name, sorted(DEFINITIONS[name].boards), {"seed": 1}, arrays)


@pytest.mark.parametrize("width", [512, 64, 32, 48, 33, 1])
def test_sums_of_products_are_exact(width):
    """Widths that fill vectors and others; the largest numbers that there can be among them."""
    chance = np.random.default_rng(width)
    weights = chance.integers(-127, 128, (width, width)).astype(np.int8)
    activations = chance.integers(0, MOST + 1, width).astype(np.int16)
    weights[0], weights[-1], activations[: width // 2] = 127, -127, MOST
    expected = weights.astype(np.int64) @ activations.astype(np.int64)
    for function in (multiply, multiply_interpreted):
        out = np.full(width, -1, np.int32)
        function(weights, activations, out)
        assert np.array_equal(out, expected)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("networks")
    for name in ("meridian", "tigris", "china"):
        untrained(name).save(folder / f"{name}.npz")
    return folder


def observed(game, state, seat):
    features = np.zeros(game.definition.observation, np.int8)
    game.definition.rules.observe(game.board.struct, game.view(state, seat), seat, features, 0, 1)
    return features


def positions(game):
    for decisions in (0, 9, 30, 60):
        state = random_table(game, 5, decisions).state
        if int(state.to_move) >= 0:
            yield state


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_numpy_and_compiled_code_answer_alike(files, name, players):
    game = triarchy.game(name, players)
    asked = Networked(str(files / f"{name}.npz"))
    network = network_for(game, asked.file)
    different = set()
    for state in positions(game):
        seat = int(state.to_move)
        wishes, shares = asked.answer(game, game.view(state, seat), seat)
        policy, values = network.answers(game, observed(game, state, seat)[None])
        legal = game.legal_actions(state)
        assert wishes.tolist() == policy[0, legal].tolist()
        odds = np.exp((values[0, :players] - values[0, :players].max()) / UNIT)
        assert np.roll(odds / odds.sum(), seat) == pytest.approx(shares, abs=1e-9)
        assert shares.sum() == pytest.approx(1)
        different.add(tuple(shares))
    assert len(different) > 1


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_whole_numbers_are_close_to_the_real_ones(name, players):
    """What 8 bits for weights cost: little beside the differences between actions."""
    game = triarchy.game(name, players)
    layers, heads = real_layers(name)
    rows = np.array([observed(game, state, int(state.to_move)) for state in positions(game)])
    real = np.zeros((len(rows), layers[0][0].shape[1]))
    real[:, : rows.shape[1]] = rows
    real[:, context(game, sorted(game.definition.boards))] = 1
    greatest = []
    for weights, bias in layers:
        real = np.maximum(0, real @ weights.T + bias)
        greatest.append(real.max())
    network = untrained(name, greatest)
    for (weights, bias), whole in zip(heads.values(), network.answers(game, rows), strict=True):
        wanted = real @ weights.T + bias
        assert np.abs(whole / UNIT - wanted).mean() < 0.02 * wanted.std()


@pytest.mark.parametrize("text", ["network:file={}", "champion:sims=40,file={}"])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nothing_hidden_is_used_and_the_same_choice_comes_again(files, name, players, text):
    game = triarchy.game(name, players)
    text = text.format(files / f"{name}.npz")
    rng = np.array([5], np.uint64)
    for state in positions(game):
        seat = int(state.to_move)
        chosen = bot(text).choose(game, game.view(state, seat), seat, seed=11)
        assert chosen in game.legal_actions(state)
        other = game.view(state, seat)
        game.definition.rules.guess(game.board.struct, other, seat, rng)
        assert bot(text).choose(game, game.view(other, seat), seat, seed=11) == chosen


@pytest.mark.parametrize("text", ["network", "champion:sims=5"])
def test_a_state_with_its_secrets_is_refused(files, text):
    game = triarchy.game("china", 3)
    for asked in (text, f"{text}{',' if ':' in text else ':'}file={files / 'china.npz'}"):
        with pytest.raises(BadRequest, match="view of seat 0"):
            bot(asked).choose(game, game.state(1), 0)


def test_all_simulations_of_a_champion_are_visits(files):
    game = triarchy.game("meridian", 4)
    champion = bot(f"champion:sims=300,workers=2,file={files / 'meridian.npz'}")
    view = game.view(game.state(3), 0)
    found = champion.search(game, view, 0, 1, 0.0)
    # The first simulation of each worker is the look at the root.
    assert found.visits.sum() == 298
    assert found.totals.sum() == pytest.approx(298)


def test_a_champion_sees_a_win_that_its_network_does_not(files):
    """Near the end the tree reaches the results themselves."""
    game = triarchy.game("meridian", 2)
    champion = bot(f"champion:sims=2000,file={files / 'meridian.npz'}")
    checked = 0
    for seed in range(12):
        table = random_table(game, seed, 10_000)
        states = [s for s in table.states if int(s.to_move) >= 0]
        state = states[-1]
        seat = int(state.to_move)
        results = {}
        for action in game.legal_actions(state):
            after = state.copy()
            game.definition.rules.apply(game.board.struct, after, action)
            if int(after.to_move) < 0:
                results[action] = int(game.definition.final(game.board, after)[1][seat])
        if len(set(results.values())) < 2 or len(results) < len(game.legal_actions(state)):
            continue
        checked += 1
        chosen = champion.choose(game, game.view(state, seat), seat, seed)
        assert results[chosen] == min(results.values())
    assert checked


def test_where_there_is_no_network_greedy_and_search_play(tmp_path, monkeypatch):
    monkeypatch.setattr("triarchy.kit.definition.Definition.networks", tmp_path)
    game = triarchy.game("china", 3)
    view = game.view(game.state(2), 0)
    assert bot("network").choose(game, view, 0, 3) == bot("greedy").choose(game, view, 0, 3)
    searched = bot("search:sims=20").choose(game, view, 0, 3)
    assert bot("champion:sims=20").choose(game, view, 0, 3) == searched


def test_a_network_is_refused_where_it_knows_nothing(files, tmp_path):
    game = triarchy.game("china", 3)
    assert network_for(game, str(files / "meridian.npz")) is None
    with pytest.raises(BadRequest, match="There is no network"):
        bot(f"network:file={tmp_path / 'none.npz'}").choose(game, game.view(game.state(1), 0), 0)
    (tmp_path / "broken.npz").write_bytes(b"no network at all")
    with pytest.raises(BadRequest, match="holds no network"):
        bot(f"network:file={tmp_path / 'broken.npz'}").choose(game, game.view(game.state(1), 0), 0)


def test_a_network_for_one_number_of_players_comes_first_there(files, tmp_path, monkeypatch):
    """The same bot goes from table to table: each has its own network, of whatever size."""
    shipped = Network.load(DEFINITIONS["meridian"].networks / "plain.npz")
    monkeypatch.setattr("triarchy.kit.definition.Definition.networks", tmp_path)
    general = Network.load(files / "meridian.npz")
    general.save(tmp_path / "plain.npz")
    replace(shipped, players=[3]).save(tmp_path / "plain-3.npz")
    player = bot("champion:sims=5")
    for players, own in ((2, general), (3, shipped), (4, general), (3, shipped)):
        game = triarchy.game("meridian", players)
        view = game.view(game.state(3), 0)
        known = player.network(game)
        assert np.array_equal(known.arrays["first_bias"], own.arrays["first_bias"])
        assert player.choose(game, view, 0, 1) in game.legal_actions(view)
        assert Networked().choose(game, view, 0, 1) in game.legal_actions(view)
    four = triarchy.game("meridian", 4)
    assert network_for(four, str(tmp_path / "plain-3.npz")) is None


WITHOUT_EYES = [
    pytest.param(path, id=f"{definition.name}-{path.stem}")
    for definition in DEFINITIONS.all()
    for path in sorted(definition.networks.glob("plain*.npz"))
]
"""Those with eyes are of another kind: test_eyes.py."""


@pytest.mark.parametrize("path", WITHOUT_EYES)
def test_shipped_networks_are_small_and_know_their_game(path):
    network = Network.load(path)
    assert DEFINITIONS[network.game].networks == path.parent
    assert network.settings["seed"] == 1
    assert path.stem == "-".join(["plain", *(str(n) for n in network.players)])
    least, most = DEFINITIONS[network.game].players
    for players in network.players or range(least, most + 1):
        game = triarchy.game(network.game, players)
        assert network.knows(game)
        view = game.view(game.state(3), 0)
        _, shares = Networked(str(path)).answer(game, view, 0)
        # At the beginning nobody is far ahead, though some seats are better than others.
        assert np.abs(shares - 1 / players).max() < 0.2


@pytest.mark.parametrize("path", WITHOUT_EYES)
def test_shipped_networks_beat_random_play(path):
    network = Network.load(path)
    least = DEFINITIONS[network.game].players[0]
    game = triarchy.game(network.game, *(network.players or [least]))
    weak, strong = bot("random"), bot(f"network:file={path}")
    won = 0
    for seed in range(8):
        seat = seed % game.players
        line_up = [strong if s == seat else weak for s in range(game.players)]
        won += play_game(game, line_up, seed).ranking[seat] == 1
    assert won >= 7


# Networks that are asked for every seat


def foretelling(name):
    """Such a network that nobody has trained, in real and in whole numbers."""
    definition = DEFINITIONS[name]
    boards = sorted(definition.boards)
    chance = np.random.default_rng(2)
    width = inputs(definition, boards, by_seat=True)
    layer = chance.normal(0, 0.1, (WIDTH, width)), chance.normal(0, 0.1, WIDTH)
    value = chance.normal(0, 0.3, (1, WIDTH)), np.zeros(1)
    none = np.zeros((0, WIDTH)), np.zeros(0)
    arrays = in_whole_numbers([layer], {"value": value, "policy": none}, [60.0])
    return Network(name, boards, {"seed": 1}, arrays, by_seat=True), layer, value


@pytest.mark.parametrize("players", [2, 4])
def test_numpy_and_compiled_code_foretell_alike(players):
    game = triarchy.game("tigris", players)
    network, (weights, bias), (value, _) = foretelling("tigris")
    scratch, weights_of = scratch_for(network, game.definition), network.weights(game)
    different = set()
    for state in positions(game):
        rows = np.zeros((game.definition.players[1], game.definition.seat_feature_count), np.int16)
        game.definition.rules.seat_features(game.board.struct, state, rows)
        rows, shares = rows[:players], np.zeros(players)
        foretell(game.board.struct, state, weights_of, scratch, shares)
        _, values = network.answers(game, rows)
        odds = np.exp((values[:, 0] - values.max()) / UNIT)
        assert odds / odds.sum() == pytest.approx(shares, abs=1e-9)
        real = np.zeros((players, weights.shape[1]))
        real[:, : rows.shape[1]] = rows
        real[:, context(game, network.boards, by_seat=True)] = 1
        wanted = (np.maximum(0, real @ weights.T + bias) @ value.T)[:, 0]
        assert np.abs(values[:, 0] / UNIT - wanted).max() < 0.05
        different.add(tuple(shares))
    assert len(different) > 1


@pytest.mark.parametrize(
    ("name", "players", "more"),
    [("tigris", 2, ""), ("tigris", 3, ""), ("china", 5, ""), ("meridian", 3, ",playouts=1")],
)
def test_a_champion_that_foretells_uses_nothing_hidden(name, players, more):
    game = triarchy.game(name, players)
    rng = np.array([5], np.uint64)
    for state in positions(game):
        seat = int(state.to_move)
        champion = bot("champion:sims=30" + more)
        assert isinstance(champion.settings(game), Settings)
        chosen = champion.choose(game, game.view(state, seat), seat, seed=11)
        assert chosen in game.legal_actions(state)
        other = game.view(state, seat)
        game.definition.rules.guess(game.board.struct, other, seat, rng)
        view = game.view(other, seat)
        assert bot("champion:sims=30" + more).choose(game, view, seat, seed=11) == chosen
        _, shares = Networked().answer(game, game.view(state, seat), seat)
        assert np.array_equal(Networked().answer(game, view, seat)[1], shares)


def test_a_champion_is_told_how_much_to_trust_what_is_foretold():
    game = triarchy.game("tigris", 2)
    table = random_table(game, 5, 60)
    view, seat = table.view_state(table.to_move), table.to_move
    results = {}
    for text in (
        "network_weight=0,evaluation_weight=1",
        "network_weight=2,evaluation_weight=0",
        "network_weight=0,evaluation_weight=1,mix=1",
    ):
        found = bot(f"champion:sims=40,{text}").search(game, view, seat, 1, 0.0)
        results[text] = found.totals.sum(axis=0) / found.visits.sum()
    # Without trust the evaluation alone judges, as in the search.
    usual = bot("search:sims=40,mix=0.3").search(game, view, seat, 1, 0.0)
    assert results["network_weight=0,evaluation_weight=1"] == pytest.approx(
        usual.totals.sum(axis=0) / usual.visits.sum(), abs=1e-9
    )
    assert len({tuple(one) for one in results.values()}) == 3


def test_a_policy_weighs_what_is_tried_in_playouts():
    """Without trust in its network the champion is the search; its policy alone changes what it tries."""
    game = triarchy.game("china", 4)
    table = random_table(game, 5, 60)
    view, seat = table.view_state(table.to_move), table.to_move
    bare = "champion:sims=200,playouts=1,network_weight=0,evaluation_weight=1,prior_exponent="
    bots = {"search": bot("search:sims=200"), "none": bot(bare + "0"), "policy": bot(bare + "1")}
    visits = {key: one.search(game, view, seat, 1, 0.0).visits for key, one in bots.items()}
    assert np.array_equal(visits["none"], visits["search"])
    assert not np.array_equal(visits["policy"], visits["search"])
    wishes, _ = Networked().answer(game, view, seat)
    liked = game.legal_actions(view)[int(np.argmax(wishes))]
    assert visits["policy"][liked] >= visits["none"][liked]
