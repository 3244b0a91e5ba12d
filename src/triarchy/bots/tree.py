"""Monte Carlo tree search over what a seat knows, for any number of players, as compiled code.

One tree over sequences of actions serves all guesses: each simulation fills the view with a fresh
guess, walks down the tree by the actions that are legal in it, goes on for a few turns with
quick choices, and adds the estimated result of every seat to the nodes it passed (max-n). When a
node has been visited often enough it is expanded by a whole choice (see lookahead.py): the
evaluation after each way to make it says how promising the child is.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from triarchy.bots.inference import ROUNDING, UNIT, expect, mix, wish
from triarchy.bots.lookahead import (
    AFTER,
    GUESSES,
    LEVELS,
    LONGEST_CHOICE,
    MOST_SEATS,
    TURN_END,
    WIDTH,
    choices,
    expected_shares,
    greedy_values,
    make_choice,
)
from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import apply, guess, legal
from triarchy.engine.elementary import exp

NODE = np.dtype(
    [
        ("total", "f8", (MOST_SEATS,)),  # the results of each seat, summed over the visits
        ("value", "f8"),  # the mover's share by evaluation, when the node was made
        ("weight", "f8"),  # how promising that makes it among its siblings
        ("visits", "i4"),
        ("chances", "i4"),  # how often it could have been chosen
        ("first", "i4"),  # the first child, 0: none
        ("next", "i4"),  # the next sibling, 0: none
        ("action", "i2"),
        ("expanded", "i2"),
        ("padding", "i4"),
    ],
    align=True,
)
NODE = np.dtype((np.record, NODE))
LONGEST_PATH = 512
LEAST = 1e-4
"""The least weight of a child."""
UNSEEN = 0.3
"""The weight of an action that was not legal when its node was made, where the best one has 1."""


class Settings(NamedTuple):
    """What the search can be told; a game may have settings of its own."""

    c: float = 0.5
    prior_visits: float = 2.0
    """So many visits a child's value by evaluation counts for."""
    focus: float = 2.0
    expand: float = 8.0
    rounds: float = 2.0
    samples: float = 16.0
    mix: float = 0.0


@compiled
def make_node(tree, action, value):
    """A fresh node; the caller links it."""
    number = int(tree.used[0])
    tree.used[0] = number + 1
    node = tree.nodes[number]
    for seat in range(MOST_SEATS):
        node.total[seat] = 0.0
    node.value = value
    node.weight = 1.0
    node.visits = 0
    node.chances = 0
    node.first = 0
    node.next = 0
    node.action = action
    node.expanded = 0
    return number


@compiled
def add_child(tree, parent, action, value):
    """A fresh node below another; the order of siblings does not matter to the search."""
    nodes = tree.nodes
    child = make_node(tree, action, value)
    nodes[child].next = nodes[parent].first
    nodes[parent].first = child
    return child


@compiled
def weigh_children(nodes, parent, focus):
    """Give each child a weight by its value: the best 1, an average one exp(-focus).

    Returns the best value.
    """
    best = -1.0
    total = 0.0
    count = 0
    child = int(nodes[parent].first)
    while child > 0:
        best = max(best, nodes[child].value)
        total += nodes[child].value
        count += 1
        child = int(nodes[child].next)
    spread = best - total / max(1, count) + 1e-9
    child = int(nodes[parent].first)
    while child > 0:
        nodes[child].weight = max(LEAST, exp(focus * (nodes[child].value - best) / spread))
        child = int(nodes[child].next)
    return best


@compiled
def expand(board, states, at, tree, node, work, ways, trail, focus):
    """Give a node its children, and theirs, for all ways to make one choice in states[at].

    Choices come in the order of their decisions, so each continues a part of the one before.
    """
    nodes, path = tree.nodes, ways.path
    nodes[node].expanded = 1
    count = choices(board, states, at, work, ways)
    if int(tree.used[0]) + count * LONGEST_CHOICE >= len(nodes):
        nodes[node].expanded = 0
        return False
    depth = 0
    trail[0] = node
    for i in range(count):
        shared = 0
        while i > 0 and shared < depth - 1 and path[i, shared] == path[i - 1, shared]:
            shared += 1
        for k in range(depth - 1, shared, -1):
            nodes[int(trail[k])].value = weigh_children(nodes, int(trail[k]), focus)
        depth = shared
        while depth < int(ways.length[i]):
            parent = int(trail[depth])
            nodes[parent].expanded = 1
            depth += 1
            trail[depth] = add_child(tree, parent, int(path[i, depth - 1]), ways.value[i])
    for k in range(depth - 1, 0, -1):
        nodes[int(trail[k])].value = weigh_children(nodes, int(trail[k]), focus)
    weigh_children(nodes, node, focus)
    return True


@compiled
def prefer(board, state, tree, node, foresight):
    """Multiply the weights of a node's children by what a network's policy wishes in this position."""
    nodes, scratch = tree.nodes, foresight.scratch
    actions, wishes = foresight.actions, foresight.wishes
    count = wish(board, state, foresight.weights, scratch, scratch.features, actions, wishes)
    if count == 0:
        return
    most = wishes[0]
    for i in range(1, count):
        most = max(most, wishes[i])
    child = int(nodes[node].first)
    while child > 0:
        for i in range(count):
            if int(actions[i]) == int(nodes[child].action):
                wanted = exp(foresight.prior_exponent * (wishes[i] - most) / UNIT)
                weight = math.floor(nodes[child].weight * wanted * ROUNDING + 0.5) / ROUNDING
                nodes[child].weight = max(LEAST, weight)
        child = int(nodes[child].next)


@compiled
def advise(board, state, tree, node, foresight):
    """Weigh a node's children by the network, where there is one."""
    if foresight is not None:
        prefer(board, state, tree, node, foresight)


@compiled
def fill_slots(nodes, node, slots):
    """Put a node's children into the slots of their actions; returns how many they are, and the sums of
    their weights and of their values."""
    weights = 0.0
    values = 0.0
    known = 0
    child = int(nodes[node].first)
    while child > 0:
        slots[int(nodes[child].action)] = child
        weights += nodes[child].weight
        values += nodes[child].value
        known += 1
        child = int(nodes[child].next)
    return known, weights, values


@compiled
def add_missing(tree, node, actions, count, slots, value, weight):
    """Give a child to every legal action that has none, while the tree has room: such an action was not
    legal when the node was made. Returns the sum of the weights of all that are legal."""
    nodes = tree.nodes
    weights = 0.0
    for i in range(count):
        action = int(actions[i])
        if slots[action] == 0 and int(tree.used[0]) < len(nodes):
            slots[action] = add_child(tree, node, action, value)
            nodes[int(slots[action])].weight = weight
        if slots[action] > 0:
            weights += nodes[int(slots[action])].weight
    return weights


@compiled
def clear_slots(nodes, node, slots):
    """Take a node's children out of the slots of their actions."""
    child = int(nodes[node].first)
    while child > 0:
        slots[int(nodes[child].action)] = 0
        child = int(nodes[child].next)


@compiled
def select(tree, node, mover, actions, count, slots, settings):
    """The child to follow among the legal actions: promising, good so far, or seldom tried; 0 if the
    tree is full and none of them has a child."""
    nodes = tree.nodes
    known, _, values = fill_slots(nodes, node, slots)
    # Legal under this guess alone: as promising as the average of the others.
    average = values / known if known > 0 else 0.0
    weights = add_missing(tree, node, actions, count, slots, average, UNSEEN)
    reference = 0.0
    for i in range(count):
        child = int(slots[int(actions[i])])
        if child > 0:
            reference += nodes[child].weight * nodes[child].value
    reference = reference / weights if weights > 0.0 else 0.0
    visits = int(nodes[node].visits)
    mean = nodes[node].total[mover] / visits if visits > 0 else reference
    best = -1e9
    chosen = 0
    for i in range(count):
        child = int(slots[int(actions[i])])
        if child == 0:
            continue
        tried = int(nodes[child].visits)
        nodes[child].chances += 1
        expected = mean + nodes[child].value - reference
        total = nodes[child].total[mover] + settings.prior_visits * expected
        quality = total / (tried + settings.prior_visits)
        curiosity = nodes[child].weight / weights * math.sqrt(float(nodes[child].chances))
        score = quality + settings.c * curiosity / (1.0 + tried)
        if score > best:
            best = score
            chosen = child
    clear_slots(nodes, node, slots)
    return chosen


@compiled
def ask(board, state, foresight, out):
    """Put the network's shares of the win, multiplied with those in `out`, into it."""
    if int(state.to_move) < 0:
        return
    shares = foresight.shares
    scratch = foresight.scratch
    expect(board, state, foresight.weights, scratch, scratch.features, shares)
    mix(shares, out, int(state.players), foresight.network_weight, foresight.evaluation_weight)
    for seat in range(int(state.players)):
        out[seat] = shares[seat]


@compiled
def foresee(board, state, work, foresight, out):
    """Each seat's share of the win in a position where a simulation is judged: by the evaluation, or
    by the network and it where there is a foresight."""
    expected_shares(board, state, work.scores, work.ranks, out)
    if foresight is not None:
        ask(board, state, foresight, out)


@compiled
def note_end_of_turn(board, states, at, noted, work, foresight):
    """When the root's turn has just ended, keep the evaluation there; returns whether it is kept."""
    if noted or (int(states[at].turn) == int(states[0].turn) and int(states[at].to_move) >= 0):
        return noted
    foresee(board, states[at], work, foresight, work.shares[TURN_END])
    return True


@compiled
def play_on(board, states, at, noted, settings, work, foresight, rng):
    """Go on from states[at] by quick choices to the horizon, the end of the root's own turn so
    many rounds on, or later where the tree is deeper; then estimate the result.

    All results are so taken after the same seat's turn; taken after different seats' turns they
    could not be compared. The position at the end of the root's own turn counts for a part of
    the result: it is less far-sighted, but less left to chance.
    """
    last = int(states[0].turn) + 1 + int(settings.rounds) * int(states[at].players)
    while last < int(states[at].turn):
        last += int(states[at].players)
    samples = int(settings.samples)
    part = settings.mix
    while int(states[at].to_move) >= 0 and int(states[at].turn) < last:
        if noted and part >= 1.0:
            break
        make_choice(board, states, at, samples, work, rng)
        noted = note_end_of_turn(board, states, at, noted, work, foresight)
    shares = work.shares
    foresee(board, states[at], work, foresight, shares[AFTER])
    if noted:
        for seat in range(int(states[at].players)):
            shares[AFTER, seat] = part * shares[TURN_END, seat] + (1.0 - part) * shares[AFTER, seat]


@compiled
def add_result(tree, path, steps, players, result):
    """Add every seat's result to the nodes that a simulation has passed."""
    nodes = tree.nodes
    for i in range(steps):
        node = int(path[i])
        nodes[node].visits += 1
        for seat in range(players):
            nodes[node].total[seat] += result[seat]
    if steps > 1:
        action = int(nodes[int(path[1])].action)
        for seat in range(players):
            tree.squares[action, seat] += result[seat] * result[seat]


@compiled
def simulate_once(board, states, seat, tree, root, settings, work, ways, walk, foresight, rng):
    """One simulation from the view in states[0], whose node is `root`."""
    nodes, path = tree.nodes, walk.path
    at = 1
    states[at] = states[0]
    guess(board, states[at], seat, rng)
    node = root
    path[0] = root
    steps = 1
    noted = False
    while int(states[at].to_move) >= 0 and steps < LONGEST_PATH:
        if int(nodes[node].expanded) == 0:
            seldom = int(nodes[node].visits) < settings.expand and node != root
            if seldom or not expand(
                board, states, at, tree, node, work, ways, walk.trail, settings.focus
            ):
                break
            advise(board, states[at], tree, node, foresight)
        mover = int(states[at].to_move)
        count = legal(board, states[at], work.lists[0])
        node = select(tree, node, mover, work.lists[0], count, walk.slots, settings)
        if node == 0:
            break
        apply(board, states[at], int(nodes[node].action))
        noted = note_end_of_turn(board, states, at, noted, work, foresight)
        path[steps] = node
        steps += 1
    play_on(board, states, at, noted, settings, work, foresight, rng)
    add_result(tree, path, steps, int(states[at].players), work.shares[AFTER])


@compiled
def simulate_many(
    board, states, seat, tree, root, settings, work, ways, walk, foresight, rng, simulations
):
    """Run simulations; the tree grows."""
    for _ in range(simulations):
        simulate_once(board, states, seat, tree, root, settings, work, ways, walk, foresight, rng)


@compiled
def begin(tree):
    """An empty tree: node 0 is the root."""
    squares = tree.squares
    tree.used[0] = 0
    make_node(tree, -1, 0.0)
    for action in range(squares.shape[0]):
        for seat in range(squares.shape[1]):
            squares[action, seat] = 0.0


@compiled
def look_ahead_from_root(
    board, states, seat, tree, root, settings, work, ways, beam, walk, values, foresight, rng
):
    """Give the root its children, valued as the greedy bot values them: by the best way to finish
    the turn. (The expansion alone looks no further than one choice.)
    """
    nodes = tree.nodes
    if int(nodes[root].expanded) == 0:
        states[1] = states[0]
        guess(board, states[1], seat, rng)
        expand(board, states, 1, tree, root, work, ways, walk.trail, settings.focus)
    greedy_values(board, states, seat, GUESSES, WIDTH, LEVELS, work, ways, beam, values, rng)
    child = int(nodes[root].first)
    while child > 0:
        value = values.out[int(nodes[child].action)]
        if value >= 0.0:
            nodes[child].value = value
        child = int(nodes[child].next)
    weigh_children(nodes, root, settings.focus)
    advise(board, states[0], tree, root, foresight)


@compiled
def child_by(nodes, root, action):
    """The root's child by this action; 0 if it has none."""
    child = int(nodes[root].first)
    while child > 0 and int(nodes[child].action) != action:
        child = int(nodes[child].next)
    return child


@compiled
def read_root(nodes, root, visits, totals):
    """The visits and summed results of the root's children, by action."""
    child = int(nodes[root].first)
    while child > 0:
        action = int(nodes[child].action)
        visits[action] = int(nodes[child].visits)
        for seat in range(totals.shape[1]):
            totals[action, seat] = nodes[child].total[seat]
        child = int(nodes[child].next)
