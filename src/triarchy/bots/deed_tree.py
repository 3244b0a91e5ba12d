# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The tree search that a network with eyes guides: as guided.py, but its branches are deeds, decisions that belong together
as one, and what is forced after a deed belongs to it."""

from __future__ import annotations

from typing import NamedTuple

from triarchy.bots.eyes import look_with_eyes
from triarchy.bots.guided import grow, select
from triarchy.bots.lookahead import outcome
from triarchy.bots.tree import LONGEST_PATH, add_result
from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import deeds as legal_deeds
from triarchy.engine.dispatch import guess, part_of_deed, perform, unchoose


class DeedScratch(NamedTuple):
    """Scratch space of a walk down the tree."""

    deeds: np.ndarray
    wishes: np.ndarray
    """What the network thinks of these deeds,"""
    shares: np.ndarray
    """and of every seat's share of the win."""
    actions: np.ndarray
    """A list of legal actions."""


@compiled
def keep_begun(state, deeds, count, action):
    """Of the deeds keep those that this action begins; returns how many."""
    kept = 0
    for i in range(count):
        if part_of_deed(state, int(deeds[i]), 0) == action:
            deeds[kept] = deeds[i]
            kept += 1
    return kept


@compiled
def simulate_deed(
    board, states, seat, tree, root, guidance, eyes, scratch, search, work, walk, rng
):
    """One simulation from the view in states[0], whose node is `root`."""
    nodes, path, deeds, shares = tree.nodes, walk.path, search.deeds, search.shares
    states[1] = states[0]
    state = states[1]
    guess(board, state, seat, rng)
    begun = unchoose(board, state)
    node = root
    path[0] = root
    steps = 1
    judged = False
    while int(state.to_move) >= 0 and steps < LONGEST_PATH:
        count = legal_deeds(board, state, search.actions, deeds)
        if steps == 1 and begun >= 0:
            count = keep_begun(state, deeds, count, begun)
        if int(nodes[node].expanded) == 0:
            look_with_eyes(board, state, eyes, scratch, deeds, count, search.wishes, shares)
            grow(tree, node, deeds, count, search.wishes, guidance.prior_exponent)
            judged = True
            break
        node = select(tree, node, int(state.to_move), deeds, count, walk.slots, guidance)
        if node == 0:
            break
        perform(board, state, int(nodes[node].action), search.actions)
        path[steps] = node
        steps += 1
    if int(state.to_move) < 0:
        outcome(board, state, work.scores, work.ranks, shares)
    elif not judged:
        look_with_eyes(board, state, eyes, scratch, deeds, 0, search.wishes, shares)
    add_result(tree, path, steps, int(state.players), shares)


@compiled
def simulate_deeds(
    board, states, seat, tree, root, guidance, eyes, scratch, search, work, walk, rng, simulations
):
    """Run simulations; the tree grows in its nodes."""
    for _ in range(simulations):
        simulate_deed(
            board, states, seat, tree, root, guidance, eyes, scratch, search, work, walk, rng
        )
