"""The tables of actions and observations in the docs are those of the code."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import triarchy
from triarchy.engine.features import Features
from triarchy.engine.playout import play_out

DOCS = Path(__file__).resolve().parents[2] / "docs" / "reference" / "encodings"
GAMES = ("meridian", "tigris", "china")


def features(name: str) -> Features:
    """The declared blocks of a game's observation."""
    return import_module(f"triarchy.games.{name}.state").FEATURES


def rows(name: str, heading: str) -> list[list[str]]:
    """The body of the table below a heading of a game's page."""
    text = (DOCS / f"{name}.md").read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize("name", GAMES)
def test_the_action_table_names_the_moves_of_the_numbers(name):
    game = triarchy.game(name)
    told = set()
    for numbers, moves, _ in rows(name, "Actions"):
        actions = [int(number) for number in re.findall(r"\d+", numbers)]
        assert re.findall(r"`([^`]*)`", moves) == [game.moves[action] for action in actions]
        told |= set(range(actions[0], actions[1] + 1)) if " to " in numbers else set(actions)
    assert {action for action, move in enumerate(game.moves) if move} <= told


@pytest.mark.parametrize("name", GAMES)
def test_the_observation_table_is_that_of_the_features(name):
    assert features(name).table() in (DOCS / f"{name}.md").read_text("utf-8")
    assert features(name).size == triarchy.game(name).definition.observation


def seen(game, state, seat):
    out = np.zeros(game.definition.observation, np.int8)
    game.definition.rules.observe(game.board.struct, state, seat, out, 0, 1)
    return out


def place(name: str, words: str) -> int:
    """Where the block begins whose meaning starts so."""
    return next(block.start for block in features(name).blocks if block.meaning.startswith(words))


@pytest.mark.parametrize(
    ("name", "turns", "phase", "to_move", "seats"),
    [
        ("meridian", "turns completed", "phase", "seat to move", 4),
        ("tigris", "number of players", "phase", "seat to move", 4),
        ("china", "turns completed", "phase", "seat to move", 5),
    ],
)
def test_phase_and_seat_to_move_are_where_the_table_says(name, turns, phase, to_move, seats):
    game = triarchy.game(name, 3)
    table = game.start(5)
    chance = np.random.default_rng(2)
    for _ in range(60):
        state = table.state
        looker = int(chance.integers(3))
        features = seen(game, state, looker)
        phases = features[place(name, phase) :][: len(game.definition.phases)]
        assert np.flatnonzero(phases).tolist() == [int(state.phase)]
        movers = features[place(name, to_move) :][:seats]
        assert np.flatnonzero(movers).tolist() == [(int(state.to_move) - looker) % 3]
        expected = 3 if name == "tigris" else int(state.turn)
        assert features[place(name, turns)] == expected
        table.play_action(int(chance.choice(game.legal_actions(state))))


def test_tigris_hand_and_points_are_where_the_table_says():
    game = triarchy.game("tigris", 2)
    state = game.state(9)
    state.points[1, 2] = 5
    features = seen(game, state, 1)
    assert features[place("tigris", "own hand") :][:4].tolist() == state.hands[1].tolist()
    assert features[place("tigris", "points of") + 2] == 5
    assert features[place("tigris", "tiles in the bag")] == min(127, int(state.bag_size))
    rivers = features[place("tigris", "rivers") :][:176]
    assert int(rivers.sum()) == 41


def test_china_hand_and_row_are_where_the_table_says():
    game = triarchy.game("china", 4)
    state = game.state(9)
    features = seen(game, state, 2)
    assert features[place("china", "own hand") :][:5].tolist() == state.hands[2].tolist()
    row = features[place("china", "colour of the open") :][:20].reshape(4, 5)
    assert row.argmax(axis=1).tolist() == state.open.tolist()
    assert features[place("china", "cards in the deck")] == state.deck_size
    rng = np.array([3], np.uint64)
    play_out(game.board.struct, state, np.zeros(game.definition.legal_limit, np.int16), rng)
    houses = seen(game, state, 2)[: 5 * 64].reshape(5, 64)
    assert houses[0].sum() == 20 - int(state.supply[2, 0])
