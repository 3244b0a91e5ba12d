"""The tree search that a network guides: compiled code over any game's stubs.

As in tree.py, one tree over sequences of actions serves all guesses of what is hidden, and every
seat's result is added to the nodes passed (max-n). But a simulation ends at the first new node: the
network, asked with the view of the seat to move there, says what every seat may hope for, and how
promising each action is.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from triarchy.bots.inference import ROUNDING, UNIT, look, mix
from triarchy.bots.lookahead import estimate, outcome
from triarchy.bots.tree import (
    LONGEST_PATH,
    add_child,
    add_missing,
    add_result,
    clear_slots,
    fill_slots,
)
from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import apply, guess, legal
from triarchy.engine.elementary import exp

UNSEEN = 0.3
"""An action that was not legal when its node was made has so much of an average weight."""
LEAST = 2.0**-20
"""No action has a smaller weight: under another guess it may be the only one that is legal."""


class Guidance(NamedTuple):
    """What the guided search can be told."""

    c: float = 1.5
    """How much is tried that has been tried little."""
    prior_exponent: float = 0.3
    """The power that priors are taken to: a policy is surer of itself than it should be."""
    fpu_reduction: float = 0.0
    """How much worse than its parent an action is thought that has not been tried."""
    network_weight: float = 1.0
    """The power that the network's shares of the win are taken to,"""
    evaluation_weight: float = 0.0
    """and that of the evaluation by hand, which they are multiplied with."""


class SearchScratch(NamedTuple):
    """Scratch space of a walk down the guided tree."""

    actions: np.ndarray
    wishes: np.ndarray
    """What the network thinks of these actions,"""
    shares: np.ndarray
    """and of every seat's share of the win;"""
    others: np.ndarray
    """what the evaluation by hand thinks of that."""


@compiled
def grow(tree, node, actions, count, wishes, prior_exponent):
    """Give a node a child for every legal action, weighed by what the network wishes."""
    nodes = tree.nodes
    if int(tree.used[0]) + count >= len(nodes):
        return
    most = wishes[0]
    for i in range(1, count):
        most = max(most, wishes[i])
    total = 0.0
    for i in range(count):
        total += exp(prior_exponent * (wishes[i] - most) / UNIT)
    for i in range(count - 1, -1, -1):
        child = add_child(tree, node, int(actions[i]), 0.0)
        prior = exp(prior_exponent * (wishes[i] - most) / UNIT) / total
        nodes[child].weight = max(LEAST, math.floor(prior * ROUNDING + 0.5) / ROUNDING)
    nodes[node].expanded = 1


@compiled
def evaluate_leaf(board, state, weights, scratch, search, count, guidance):
    """What the seat to move may hope for and wish, into the scratch space."""
    look(board, state, weights, scratch, search.actions, count, search.wishes, search.shares)
    if guidance.evaluation_weight > 0.0:
        estimate(board, state, search.others)
        mix(
            search.shares,
            search.others,
            int(state.players),
            guidance.network_weight,
            guidance.evaluation_weight,
        )


@compiled
def select(tree, node, mover, actions, count, slots, guidance):
    """The child to follow among the legal actions: promising, good so far, or seldom tried; 0 if the
    tree is full and none of them has a child."""
    nodes = tree.nodes
    known, weights, _ = fill_slots(nodes, node, slots)
    usual = UNSEEN * weights / known if known > 0 else 1.0
    weights = add_missing(tree, node, actions, count, slots, 0.0, usual)
    visits = int(nodes[node].visits)
    mean = nodes[node].total[mover] / visits if visits > 0 else 0.0
    best = -1e9
    chosen = 0
    for i in range(count):
        child = int(slots[int(actions[i])])
        if child == 0:
            continue
        tried = int(nodes[child].visits)
        nodes[child].chances += 1
        quality = nodes[child].total[mover] / tried if tried > 0 else mean - guidance.fpu_reduction
        curiosity = nodes[child].weight / weights * math.sqrt(float(nodes[child].chances))
        score = quality + guidance.c * curiosity / (1.0 + tried)
        if score > best:
            best = score
            chosen = child
    clear_slots(nodes, node, slots)
    return chosen


@compiled
def simulate_once(
    board, states, seat, tree, root, guidance, weights, scratch, search, work, walk, rng
):
    """One simulation from the view in states[0], whose node is `root`."""
    nodes, path, actions, shares = tree.nodes, walk.path, search.actions, search.shares
    states[1] = states[0]
    state = states[1]
    guess(board, state, seat, rng)
    node = root
    path[0] = root
    steps = 1
    judged = False
    while int(state.to_move) >= 0 and steps < LONGEST_PATH:
        mover = int(state.to_move)
        count = legal(board, state, actions)
        if int(nodes[node].expanded) == 0 and count > 1:
            evaluate_leaf(board, state, weights, scratch, search, count, guidance)
            grow(tree, node, actions, count, search.wishes, guidance.prior_exponent)
            judged = True
            break
        # A forced decision needs no judgement; what comes after it is judged.
        nodes[node].expanded = 1
        node = select(tree, node, mover, actions, count, walk.slots, guidance)
        if node == 0:
            break
        apply(board, state, int(nodes[node].action))
        path[steps] = node
        steps += 1
    if int(state.to_move) < 0:
        outcome(board, state, work.scores, work.ranks, shares)
    elif not judged:
        count = legal(board, state, actions)
        evaluate_leaf(board, state, weights, scratch, search, count, guidance)
    add_result(tree, path, steps, int(state.players), shares)


@compiled
def simulate_guided(
    board,
    states,
    seat,
    tree,
    root,
    guidance,
    weights,
    scratch,
    search,
    work,
    walk,
    rng,
    simulations,
):
    """Run simulations; the tree grows in its nodes."""
    for _ in range(simulations):
        simulate_once(
            board, states, seat, tree, root, guidance, weights, scratch, search, work, walk, rng
        )
