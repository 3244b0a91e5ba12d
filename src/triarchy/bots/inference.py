"""Asking a network: compiled code in whole numbers, so that every processor gets the same answers.

The first layer adds up the rows of the features that are not zero; the policy is worked out for legal
actions alone.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import observe

SHIFT = 32
"""Sums are multiplied by a whole number and shifted right by so many bits to get to the next layer."""
MOST = 8191
"""Activations are whole numbers from 0 to this: with weights of 8 bits, sums fit into 32 bits."""
UNIT = 4096
"""Answers are whole numbers, this many to one."""
ROUNDING = 2.0**40
"""Shares and priors are rounded to a part of one in so many, as evaluations are."""


class Layer(NamedTuple):
    """One layer, or as many of one size as there are rows."""

    weights: np.ndarray
    """Outputs by inputs; in the first layer inputs by outputs."""
    bias: np.ndarray
    scale: np.ndarray


class Mind(NamedTuple):
    """A network as it looks at one kind of game (see `Network.mind`)."""

    context: np.ndarray
    """The inputs beside the features that are 1."""
    first: Layer
    hidden: Layer
    policy: Layer
    value: Layer


class Room(NamedTuple):
    """Scratch space of one thread that asks a network."""

    features: np.ndarray
    sums: np.ndarray
    layers: np.ndarray
    """The activations, a row for each hidden layer."""


@compiled
def scaled(total, bias, scale):
    """A sum of products in the units of the next layer, rounded half up."""
    return ((np.int64(total) + np.int64(bias)) * np.int64(scale) + np.int64(1 << (SHIFT - 1))) >> (
        np.int64(SHIFT)
    )


@compiled
def dot(row, activations):
    total = np.int32(0)
    for i in range(len(activations)):
        total = np.int32(total + np.int32(activations[i]) * np.int32(row[i]))
    return total


@compiled
def think(board, state, seat, mind, room):
    """Work out the hidden layers for what the seat may know; returns the row of the last one."""
    first, hidden = mind.first, mind.hidden
    features, sums, layers = room.features, room.sums, room.layers
    width = len(sums)
    for i in range(len(features)):
        features[i] = 0
    observe(board, state, seat, features)
    for h in range(width):
        sums[h] = 0
    for i in range(len(mind.context)):
        row = first.weights[int(mind.context[i])]
        for h in range(width):
            sums[h] += np.int32(row[h])
    for f in range(len(features)):
        value = np.int32(features[f])
        if value != 0:
            row = first.weights[f]
            for h in range(width):
                sums[h] = np.int32(sums[h] + value * np.int32(row[h]))
    for h in range(width):
        layers[0, h] = min(max(scaled(sums[h], first.bias[h], first.scale[h]), 0), MOST)
    for k in range(hidden.weights.shape[0]):
        for h in range(width):
            total = dot(hidden.weights[k, h], layers[k])
            value = scaled(total, hidden.bias[k, h], hidden.scale[k, h])
            layers[k + 1, h] = min(max(value, 0), MOST)
    return hidden.weights.shape[0]


@compiled
def policy(mind, room, last, actions, count, out):
    """What the network thinks of each of the actions, in units of `UNIT`; the best has the most."""
    head = mind.policy
    for i in range(count):
        action = int(actions[i])
        total = dot(head.weights[action], room.layers[last])
        out[i] = scaled(total, head.bias[action], head.scale[action])


@compiled
def shares_of_win(mind, room, last, seat, players, out):
    """Each seat's share of the win, which sum to one; the network counts seats from the one it sees
    with."""
    head = mind.value
    most = np.int64(-1 << 60)
    for k in range(players):
        value = scaled(dot(head.weights[k], room.layers[last]), head.bias[k], head.scale[k])
        out[(seat + k) % players] = value
        most = max(most, value)
    total = 0.0
    for s in range(players):
        out[s] = math.exp((out[s] - most) / UNIT)
        total += out[s]
    for s in range(players):
        out[s] = math.floor(out[s] / total * ROUNDING + 0.5) / ROUNDING


@compiled
def look(board, state, seat, mind, room, actions, count, wishes, shares):
    """Policy and shares of the win at once: for the seat to move in `state`."""
    last = think(board, state, seat, mind, room)
    policy(mind, room, last, actions, count, wishes)
    shares_of_win(mind, room, last, seat, int(state.players), shares)
