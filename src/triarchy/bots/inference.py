"""Asking a network: compiled code in whole numbers, so that every processor gets the same answers.

The first layer adds up the rows of the features that are not zero; the policy is worked out for legal
actions alone.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from triarchy.bots.products import add_rows, dot, multiply
from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import legal, observe, seat_features
from triarchy.engine.elementary import exp, log

SHIFT = 32
"""Sums are multiplied by a whole number and shifted right by so many bits to get to the next layer."""
MOST = 8191
"""Activations are whole numbers from 0 to this: with weights of 8 bits, sums fit into 32 bits."""
UNIT = 4096
"""Answers are whole numbers, this many to one."""
ROUNDING = 2.0**40
"""Shares and priors are rounded to a part of one in so many, as evaluations are."""
NONE = 1e-9
"""A share of the win as good as none."""


class Layer(NamedTuple):
    """One layer, or as many of one size as there are rows."""

    weights: np.ndarray
    """Outputs by inputs; in the first layer inputs by outputs."""
    bias: np.ndarray
    scale: np.ndarray


class Weights(NamedTuple):
    """A network as it looks at one kind of game (see `Network.weights`)."""

    context: np.ndarray
    """The inputs beside the features that are 1."""
    first: Layer
    hidden: Layer
    policy: Layer
    value: Layer


class Scratch(NamedTuple):
    """Scratch space of one thread that asks a network."""

    features: np.ndarray
    """What it sees; for a network that is asked for every seat, a row for each."""
    sums: np.ndarray
    layers: np.ndarray
    """The activations, a row for each hidden layer."""


class Foresight(NamedTuple):
    """A network that judges where a simulation of `search` ends and, where it has a policy, weighs what
    is tried."""

    weights: Weights
    scratch: Scratch
    shares: np.ndarray
    actions: np.ndarray
    wishes: np.ndarray
    network_weight: float
    """The power that its shares of the win are taken to,"""
    evaluation_weight: float
    """and that of the evaluation by hand, which they are multiplied with."""
    prior_exponent: float
    """The power that its policy is taken to."""


@compiled
def scaled(total, bias, scale):
    """A sum of products in the units of the next layer, rounded half up."""
    return ((np.int64(total) + np.int64(bias)) * np.int64(scale) + np.int64(1 << (SHIFT - 1))) >> (
        np.int64(SHIFT)
    )


@compiled
def think(features, weights, scratch):
    """Work out the hidden layers for these features; returns the row of the last one."""
    first, hidden = weights.first, weights.hidden
    sums, layers = scratch.sums, scratch.layers
    width = len(sums)
    for h in range(width):
        sums[h] = 0
    for i in range(len(weights.context)):
        row = first.weights[int(weights.context[i])]
        for h in range(width):
            sums[h] += np.int32(row[h])
    add_rows(features, first.weights, sums)
    for h in range(width):
        layers[0, h] = min(max(scaled(sums[h], first.bias[h], first.scale[h]), 0), MOST)
    for k in range(hidden.weights.shape[0]):
        multiply(hidden.weights[k], layers[k], sums)
        for h in range(width):
            value = scaled(sums[h], hidden.bias[k, h], hidden.scale[k, h])
            layers[k + 1, h] = min(max(value, 0), MOST)
    return hidden.weights.shape[0]


@compiled
def policy(weights, scratch, last, actions, count, out):
    """What the network thinks of each of the actions, in units of `UNIT`; the best has the most."""
    head = weights.policy
    for i in range(count):
        action = int(actions[i])
        total = dot(head.weights[action], scratch.layers[last])
        out[i] = scaled(total, head.bias[action], head.scale[action])


@compiled
def into_shares(out, players, most):
    """Make shares that sum to one of the seats' values, the greatest of which is `most`."""
    total = 0.0
    for s in range(players):
        out[s] = exp((out[s] - most) / UNIT)
        total += out[s]
    for s in range(players):
        out[s] = math.floor(out[s] / total * ROUNDING + 0.5) / ROUNDING


@compiled
def mix(shares, others, players, network_weight, evaluation_weight):
    """Shares of the win from those of two judges, each taken to a power; into `shares`."""
    total = 0.0
    for s in range(players):
        by_network = network_weight * log(max(shares[s], NONE))
        by_evaluation = evaluation_weight * log(max(others[s], NONE))
        shares[s] = exp(by_network + by_evaluation)
        total += shares[s]
    for s in range(players):
        shares[s] = math.floor(shares[s] / total * ROUNDING + 0.5) / ROUNDING


@compiled
def shares_of_win(weights, scratch, last, seat, players, out):
    """Each seat's share of the win, which sum to one; the network counts seats from the one it sees
    with."""
    head = weights.value
    most = np.int64(-1 << 60)
    for k in range(players):
        value = scaled(dot(head.weights[k], scratch.layers[last]), head.bias[k], head.scale[k])
        out[(seat + k) % players] = value
        most = max(most, value)
    into_shares(out, players, most)


@compiled
def see(board, state, weights, scratch):
    """Think about a position as the seat to move sees it; returns the row of the last layer."""
    features = scratch.features
    for i in range(len(features)):
        features[i] = 0
    observe(board, state, int(state.to_move), features)
    return think(features, weights, scratch)


@compiled
def look(board, state, weights, scratch, actions, count, wishes, shares):
    """Policy and shares of the win at once: for the seat to move in `state`."""
    last = see(board, state, weights, scratch)
    policy(weights, scratch, last, actions, count, wishes)
    shares_of_win(weights, scratch, last, int(state.to_move), int(state.players), shares)


@compiled
def foretell(board, state, weights, scratch, shares):
    """Each seat's share of the win by a network that is asked once for every seat, with what the rules
    know of its position; for a state, or a guess of one."""
    features, head = scratch.features, weights.value
    players = int(state.players)
    for s in range(players):
        for i in range(features.shape[1]):
            features[s, i] = 0
    seat_features(board, state, features)
    most = np.int64(-1 << 60)
    for s in range(players):
        last = think(features[s], weights, scratch)
        value = scaled(dot(head.weights[0], scratch.layers[last]), head.bias[0], head.scale[0])
        shares[s] = value
        most = max(most, value)
    into_shares(shares, players, most)


@compiled
def expect(board, state, weights, scratch, features, shares):
    """Each seat's share of the win, by a network that is asked for every seat or by one that sees with
    the seat to move; `features` are the scratch space's, by whose shape the compiler knows which it is."""
    if features.ndim > 1:
        foretell(board, state, weights, scratch, shares)
    else:
        last = see(board, state, weights, scratch)
        shares_of_win(weights, scratch, last, int(state.to_move), int(state.players), shares)


@compiled
def wish(board, state, weights, scratch, features, actions, wishes):
    """What the policy thinks of each legal action; returns how many there are, 0 without a policy."""
    if features.ndim > 1:
        return 0
    count = legal(board, state, actions)
    policy(weights, scratch, see(board, state, weights, scratch), actions, count, wishes)
    return count
