"""A batch plays the same games as tables do, whatever the number of workers."""

from __future__ import annotations

import inspect
import pickle

import numpy as np
import pytest

import triarchy
from triarchy.engine.errors import BadRequest, IllegalMove
from triarchy.engine.features import NUMBERS
from triarchy.engine.rng import seed_of_game
from triarchy.research.check import kinds
from triarchy.research.pettingzoo_env import final_rewards

GAMES = [("meridian", 2), ("meridian", 3), ("tigris", 3), ("china", 4)]


def random_actions(batch, chance):
    masks = batch.legal()
    return (masks * chance.random(masks.shape)).argmax(axis=1)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_batch_plays_what_tables_play(name, players):
    game = triarchy.game(name, players)
    batch = triarchy.Batch(game, 5)
    batch.reset(11)
    tables = [game.start(int(seed_of_game(np.uint64(11), np.uint64(i)))) for i in range(5)]
    chance = np.random.default_rng(0)
    ended = set()
    for _ in range(900):
        actions = random_actions(batch, chance)
        for i, table in enumerate(tables):
            if i in ended:
                continue
            assert batch.states[i].tobytes() == table.state.tobytes()
            assert np.flatnonzero(batch.legal()[i]).tolist() == game.legal_actions(table.state)
            seat = table.to_move
            seen = game.observe(table.view_state(seat), seat)
            assert np.array_equal(batch.observe()[i], seen)
        batch.step(actions)
        for i, table in enumerate(tables):
            if i in ended:
                continue
            table.play_action(int(actions[i]))
            assert bool(batch.done[i]) == table.over
            if table.over:
                ended.add(i)
                assert batch.ranks[i].tolist() == table.ranking
                assert batch.rewards[i] == pytest.approx(final_rewards(table))
                assert batch.states[i]["turn"] == 0
            else:
                assert not batch.rewards[i].any()
        if len(ended) == 5:
            break
    assert len(ended) == 5


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_workers_and_repetition_change_nothing(name):
    game = triarchy.game(name, 3)
    batches = [triarchy.Batch(game, 7, workers=workers) for workers in (1, 3)]
    for batch in batches:
        batch.reset(5)
        chance = np.random.default_rng(8)
        for _ in range(150):
            batch.step(random_actions(batch, chance))
    assert batches[0].states.tobytes() == batches[1].states.tobytes()


def test_arrays_of_the_caller_are_written_in_place():
    batch = triarchy.Batch(triarchy.game("meridian", 2), 3)
    masks = np.zeros((3, batch.actions), np.bool_)
    assert batch.legal(masks) is masks
    assert masks.any(axis=1).all()
    seen = np.zeros((3, batch.game.definition.observation), np.int8)
    assert batch.observe(seen) is seen
    with pytest.raises(BadRequest, match="contiguous"):
        batch.legal(np.zeros((3, batch.actions), np.int8))


@pytest.mark.parametrize(
    ("name", "bytes_a_row"), [("meridian", 211), ("china", 188), ("tigris", 797)]
)
def test_packed_rows_hold_the_same_features(name, bytes_a_row):
    """With every number of players, board and option; among them are numbers above 1 and bits."""
    largest = 0
    for game in kinds(name):
        plain, packed = (triarchy.Batch(game, 3, packed=packed) for packed in (False, True))
        masks, movers = np.zeros((3, plain.actions), np.bool_), np.zeros(3, np.int8)
        rows = np.full((3, packed.columns), 77, np.int8)
        chance = np.random.default_rng(2)
        for _ in range(150):
            seen = plain.observe()
            assert np.array_equal(packed.unpack(packed.observe()), seen)
            masks[:] = False
            packed.look(masks, rows, movers)
            assert np.array_equal(rows, packed.observe())
            assert np.array_equal(masks, plain.legal())
            largest = max(largest, int(seen.max()))
            actions = random_actions(plain, chance)
            plain.step(actions)
            masks[:] = False
            packed.advance(actions, masks, rows, movers)
            assert np.array_equal(packed.unpack(rows), plain.observe())
        assert packed.columns == bytes_a_row
    assert largest > 1


def test_packed_rows_are_as_the_docs_say():
    batch = triarchy.Batch(triarchy.game("china", 3), 1, packed=True)
    (row,) = batch.observe()
    (features,) = batch.unpack(row[None])
    bits = [row[k // 8] >> (k % 8) & 1 for k in range(len(features))]
    assert bits == [int(feature != 0) for feature in features]
    numbers = [block for block in batch.game.definition.features.blocks if block.values == NUMBERS]
    told = [features[k] for block in numbers for k in range(block.start, block.start + block.size)]
    assert row[78:].tolist() == told


def test_packed_rows_are_written_where_the_caller_wants_them():
    batch = triarchy.Batch(triarchy.game("tigris", 2), 4, packed=True)
    out = np.full((4, batch.packing.features + 3), 0.5, np.float32)
    assert batch.unpack(batch.observe(), out) is out
    assert np.array_equal(out[:, :-3], batch.unpack(batch.observe()))
    assert (out[:, -3:] == 0.5).all()
    with pytest.raises(BadRequest, match="Packed rows have 797 bytes, not 5913"):
        batch.unpack(np.zeros((4, 5913), np.int8))
    with pytest.raises(BadRequest, match=r"shape \(4, 797\)"):
        batch.observe(np.zeros((4, 5913), np.int8))


def test_an_illegal_action_is_named_and_changes_nothing():
    batch = triarchy.Batch(triarchy.game("meridian", 2), 3)
    actions = batch.legal().argmax(axis=1)
    actions[1] = 73
    before = batch.states.tobytes()
    with pytest.raises(IllegalMove, match="Action 73 is not legal in game 1"):
        batch.step(actions)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("actions", [[0, 1], [0.5, 1.0, 2.0], "no"])
def test_wrong_actions_are_refused(actions):
    batch = triarchy.Batch(triarchy.game("meridian", 2), 3)
    with pytest.raises(BadRequest, match="Actions are 3 whole numbers"):
        batch.step(actions)


def test_wrong_sizes_and_devices_are_refused():
    game = triarchy.game("meridian", 2)
    with pytest.raises(BadRequest, match="A batch has"):
        triarchy.Batch(game, 0)
    with pytest.raises(BadRequest, match="'cpu' or 'cuda'"):
        triarchy.Batch(game, 1, device="tpu")


def test_the_arguments_of_a_batch_are_seen_where_one_looks():
    arguments = list(inspect.signature(triarchy.Batch).parameters)
    assert arguments == ["game", "size", "device", "workers", "checked", "packed"]
    assert "Batch" in dir(triarchy)
    assert set(triarchy.__all__) <= set(dir(triarchy))


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_any_seat_can_look(name, packed):
    game = triarchy.game(name, 3)
    batch = triarchy.Batch(game, np.int64(4), packed=packed)
    chance = np.random.default_rng(2)
    for _ in range(25):
        batch.step(random_actions(batch, chance))
    for seat in range(3):
        rows = batch.observe(seat=np.int8(seat))
        seen = batch.unpack(rows) if packed else rows
        for state, row in zip(batch.states, seen, strict=True):
            assert np.array_equal(row, game.observe(game.view(state, seat), seat))
    for bad in (3, -1, True, "0"):
        with pytest.raises(BadRequest, match="A seat is from 0 to 2"):
            batch.observe(seat=bad)


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_a_batch_goes_on_to_the_byte_from_where_another_stood(name):
    """Through games that end and begin anew, and by pickle."""
    game = triarchy.game(name, 3)
    first = triarchy.Batch(game, 6)
    first.reset(seed=8)
    chance = np.random.default_rng(4)
    while not first.done.any():
        first.step(random_actions(first, chance))
    kept = pickle.loads(pickle.dumps(first.state_dict()))
    before = {name: np.array(value) for name, value in kept.items()}
    second = triarchy.Batch(game, 6, workers=1)
    second.load_state_dict(kept)
    ended = 0
    while ended < 8:
        for what in ("states", "rewards", "done", "scores", "ranks"):
            assert getattr(first, what).tobytes() == getattr(second, what).tobytes()
        actions = random_actions(first, chance)
        first.step(actions)
        second.step(actions)
        ended += int(first.done.sum())
    assert all(np.array_equal(kept[name], before[name]) for name in kept), "nothing overwrites it"


def test_the_state_of_another_game_is_refused():
    kept = triarchy.Batch(triarchy.game("meridian", 2), 3).state_dict()
    for other in (("meridian", 3, 3), ("meridian", 2, 4), ("tigris", 2, 3)):
        name, players, size = other
        with pytest.raises(BadRequest, match="This is a batch of"):
            triarchy.Batch(triarchy.game(name, players), size).load_state_dict(kept)


def test_numbers_of_numpy_are_numbers():
    game = triarchy.game("meridian", players=np.int64(2))
    batch = triarchy.Batch(game, np.int32(2))
    batch.reset(np.uint64(7))
    other = triarchy.Batch(game, 2)
    other.reset("7")
    assert batch.states.tobytes() == other.states.tobytes()
    assert game.start(np.int64(7)).position() == game.start(7).position()
    for bad in (True, np.True_, 1.0, -1, None):
        with pytest.raises(BadRequest, match="A seed is a whole number"):
            batch.reset(bad)
    with pytest.raises(BadRequest, match="A batch has"):
        triarchy.Batch(game, True)


def test_the_seats_to_move_are_an_array_of_their_own():
    batch = triarchy.Batch(triarchy.game("china", 3), 5)
    movers = batch.to_move
    assert movers.flags.c_contiguous and movers.dtype == np.int8
    movers[:] = 7
    assert (batch.to_move != 7).all()
