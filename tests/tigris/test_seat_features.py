"""What a network is told of each seat's position."""

from __future__ import annotations

import numpy as np
import pytest

import triarchy
from tests.shared_checks import random_table
from tests.tigris.scenes import BULL, LION, WAR, scene
from triarchy.games.tigris.seat_features import SEAT_FEATURES


def features_of(table):
    """The numbers of every seat by the names of their blocks."""
    definition = table.game.definition
    rows = np.zeros((definition.players[1], definition.seat_feature_count), np.int16)
    definition.rules.seat_features(table.game.board.struct, table.state, rows)
    return [
        {
            block.name: row[block.start : block.start + block.size].tolist()
            for block in SEAT_FEATURES.blocks
        }
        for row in rows[: table.game.players]
    ]


def two_kingdoms(**changes):
    """A tile on F6 would join them; nobody has points, so the colours stand in their own order."""
    return scene(**{**WAR, **changes})


def test_leaders_their_kingdoms_and_the_wars_they_may_fight():
    lion, bull = features_of(two_kingdoms())
    assert (lion["leader"], lion["home"]) == ([1, 0, 0, 1], [0, 1, 1, 0])
    assert (lion["followers"], bull["followers"]) == ([0, 0, 0, 1], [0, 0, 0, 2])
    assert (lion["kingdom"], bull["kingdom"]) == ([4, 0, 0, 4], [6, 0, 0, 6])
    assert lion["company"] == bull["company"] == [1, 0, 0, 1]
    assert lion["hand"] == [1, 1, 0, 4]
    # Five markets are more than three; five settlements in hand more than one.
    assert (lion["gain"], lion["loss"]) == ([0, 0, 0, 3], [1, 0, 0, 0])
    assert (bull["gain"], bull["loss"]) == ([1, 0, 0, 0], [0, 0, 0, 3])
    assert (lion["wait"], bull["wait"]) == ([1, 0, 0, 0], [0, 1, 0, 0])


def test_kingdoms_that_no_tile_joins_fight_no_wars():
    lion, bull = features_of(two_kingdoms(catastrophes="F6"))
    assert lion["gain"] == lion["loss"] == bull["gain"] == bull["loss"] == [0, 0, 0, 0]


def test_temples_decide_what_a_revolt_can_do():
    lion, bull = features_of(two_kingdoms(hands=("green", "red*4")))
    # One temple next to each leader of the lion, none in hand; four, and one found there, come.
    assert lion["temples"] == [1, 0, 0, 1]
    assert lion["revolt"] == [4, 0, 0, 4]
    assert bull["revolt"] == [0, 0, 0, 0]
    leaders = {"D6": (LION, "green"), "I5": (BULL, "black")}
    lion, bull = features_of(two_kingdoms(leaders=leaders, hands=("green", "red*4")))
    assert (lion["chance"], bull["chance"]) == ([0, 0, 0, 0], [0, 0, 0, 1])


def test_colours_stand_in_the_order_of_points():
    points = [
        {"black": 5, "red": 2, "blue": 7, "green": 3, "treasure": 0},
        {"black": 1, "red": 1, "blue": 1, "green": 1, "treasure": 0},
    ]
    lion, bull = features_of(two_kingdoms(points=points))
    assert lion["ahead"] == [0, 1, 3, 5]
    assert lion["leader"] == [0, 1, 1, 0]
    assert lion["score"] == [2, 3, 5, 7]
    assert lion["lead"] == [1, 2, 4, 6]
    assert bull["lead"] == [-1, -2, -4, -6]
    assert lion["outlook_lead"][0] == -bull["outlook_lead"][0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_can_be_described(players):
    game = triarchy.game("tigris", players)
    for decisions in range(0, 400, 45):
        for seat in features_of(random_table(game, 6, decisions)):
            assert all(-500 <= number <= 500 for block in seat.values() for number in block)
            assert sum(seat["leader"]) + sum(seat["home"]) == 4
            assert sum(seat["wait"]) == 1
