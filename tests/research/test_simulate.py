"""Whole games: tables, batches and simulations of the same seeds are the same games."""

from __future__ import annotations

import numpy as np
import pytest

import triarchy
from triarchy.bots.greedy import Greedy
from triarchy.engine.errors import BadRequest
from triarchy.engine.playout import PLAY_STREAM
from triarchy.engine.rng import random_below, seed_of_game

GAMES = [("meridian", 2), ("meridian", 3), ("tigris", 3), ("china", 4)]
SEED = 21


def own_seed(number):
    return seed_of_game(np.uint64(SEED), np.uint64(number))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_batch_a_simulation_and_tables_play_the_same_random_games(name, players):
    game = triarchy.game(name, players)
    result = triarchy.simulate(game, games=4, seed=SEED)
    batch = triarchy.Batch(game, 4)
    batch.reset(SEED)
    tables = [game.start(int(own_seed(i))) for i in range(4)]
    generators = [np.array([own_seed(i) ^ PLAY_STREAM], np.uint64) for i in range(4)]
    ended = np.zeros(4, np.bool_)
    lengths = np.zeros(4, np.int32)
    actions = np.zeros(4, np.int64)
    while not ended.all():
        masks = batch.legal()
        for i in np.flatnonzero(~ended):
            legal = np.flatnonzero(masks[i])
            actions[i] = legal[random_below(generators[i], len(legal))]
            tables[i].play_action(int(actions[i]))
            lengths[i] += 1
        batch.step_some(actions, ~ended)
        for i in np.flatnonzero(batch.done):
            assert tables[i].over
            assert tables[i].ranking == result.ranking[i].tolist() == batch.ranks[i].tolist()
            assert batch.scores[i].tolist() == result.scores[i].tolist()
        ended |= batch.done
    assert lengths.tolist() == result.lengths.tolist()


@pytest.mark.parametrize(("name", "players"), [("meridian", 3), ("tigris", 2), ("china", 4)])
def test_a_greedy_simulation_is_what_the_greedy_bot_plays_at_a_table(name, players):
    game = triarchy.game(name, players)
    told = []
    result = triarchy.simulate(game, games=2, seed=SEED, bots="greedy", progress=told.append)
    assert sum(told) == 2
    bot = Greedy()
    for i in range(2):
        table = game.start(int(own_seed(i)))
        while not table.over:
            seat, number = table.to_move, np.uint64(len(table.moves))
            seed = int(seed_of_game(own_seed(i) ^ PLAY_STREAM, number))
            table.play_action(bot.choose(game, table.view_state(seat), seat, seed))
        assert table.ranking == result.ranking[i].tolist()
        assert len(table.moves) == result.lengths[i]
        scores, _ = game.definition.final(game.board, table.state)
        assert scores.tolist() == result.scores[i].tolist()


def test_greedy_games_do_not_depend_on_the_workers():
    game = triarchy.game("meridian", 3)
    one, three = (
        triarchy.simulate(game, games=7, seed="5", workers=workers, bots="greedy")
        for workers in (1, 3)
    )
    assert np.array_equal(one.scores, three.scores)
    assert np.array_equal(one.lengths, three.lengths)


def test_greedy_players_score_more_than_random_ones():
    game = triarchy.game("china", 3)
    greedy = triarchy.simulate(game, games=10, bots="greedy").scores[:, :, -1].mean()
    assert greedy > triarchy.simulate(game, games=200).scores[:, :, -1].mean()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "whole number from 1"),
        ({"games": 3, "bots": "best"}, "'random' or 'greedy'"),
        ({"games": 3, "device": "tpu"}, "'cpu' or 'cuda'"),
        ({"games": 3, "seed": -1}, "seed"),
    ],
)
def test_wrong_simulations_are_refused_in_one_sentence(wrong, sentence):
    with pytest.raises(BadRequest, match=sentence):
        triarchy.simulate(triarchy.game("meridian", 2), **wrong)


def test_numbers_of_numpy_are_numbers():
    game = triarchy.game("meridian", np.int64(2))
    ours = triarchy.simulate(game, games=np.int64(3), seed=np.uint64(SEED), workers=np.int64(1))
    assert ours.lengths.tolist() == triarchy.simulate(game, games=3, seed=SEED).lengths.tolist()
    with pytest.raises(BadRequest, match="whole number from 1"):
        triarchy.simulate(game, games=True)
