"""What can be done in one turn and what it leads to: compiled code for the greedy bot and the
tree search, over any game's rules.

A *choice* is a chain of decisions up to one that changes the evaluation, or that leads back to a
phase the chain has left: to choose a card or a piece of a kind changes nothing yet, so the
decisions after it belong to the same choice. Where a
decision of one's own turn makes another seat answer (the defender of a war), the answer that
looks best for that seat is taken at once.

All functions work in `states`, an array of states: `states[base]` is the position, the states
after it are scratch space. `work`, `ways`, `beam` and `values` are the named tuples of
`workspace.py`.
"""

from __future__ import annotations

import math

from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import apply, evaluate, final, guess, legal
from triarchy.engine.results import win_share
from triarchy.engine.rng import random_below, seed_of_game

MOST_SEATS = 8
LONGEST_CHOICE = 6
"""A choice is at most this many decisions."""
MOST_CHOICES = 2048
"""At most this many ways to make a choice are looked at."""
SCRATCH = LONGEST_CHOICE + 3
"""States of scratch space that a function here needs after `base`."""
SHARE_ROWS = 4
BEFORE, AFTER, ANSWERED, TURN_END = range(SHARE_ROWS)
"""The rows of `work.shares`: every seat's share of the win where the choice began, after the last
decision, while another seat's answer is looked for, and at the end of the root's turn."""
MOST_ANSWERS = 2
SMALL_DECISION = 8
"""Only decisions between so few moves are answered for another seat."""
GUESSES = 3
"""What is hidden is filled in so many times,"""
WIDTH = 4
"""so many positions are followed after each choice of a turn,"""
LEVELS = 8
"""and at most so many choices of a turn are looked through."""
ROUNDING = 2.0**40
"""Evaluations are rounded to a part of one in so many."""
TIE_BREAK = 1e-10
"""Too small to outweigh any real difference, even a thousand times."""


@compiled
def outcome(board, state, scores, ranks, out):
    """The shares of the win in a finished game: 1, or parted equally among the winners."""
    players = int(state.players)
    final(board, state, scores, ranks)
    for seat in range(players):
        out[seat] = win_share(ranks, players, seat)


@compiled
def estimate(board, state, out):
    """The game's evaluation, rounded: processors differ in the last bits of an exponential, and
    positions equally good must be so on all of them."""
    evaluate(board, state, out)
    for seat in range(int(state.players)):
        out[seat] = math.floor(out[seat] * ROUNDING + 0.5) / ROUNDING


@compiled
def expected_shares(board, state, scores, ranks, out):
    """Each seat's share of the win: certain in a finished game, estimated before."""
    if int(state.to_move) < 0:
        outcome(board, state, scores, ranks, out)
    else:
        estimate(board, state, out)


@compiled
def answer(board, states, at, actions, work):
    """Let the seat to move in states[at] make the decision that looks best for it at once."""
    shares = work.shares[ANSWERED]
    seat = int(states[at].to_move)
    count = legal(board, states[at], actions)
    if count > SMALL_DECISION:
        return False
    best = -1.0
    chosen = 0
    for i in range(count):
        states[at + 1] = states[at]
        apply(board, states[at + 1], int(actions[i]))
        expected_shares(board, states[at + 1], work.scores, work.ranks, shares)
        if shares[seat] > best:
            best = shares[seat]
            chosen = int(actions[i])
    apply(board, states[at], chosen)
    return True


@compiled
def advance(board, states, at, action, actions, work):
    """Play an action in states[at], and the answers of other seats that belong to it."""
    mover = int(states[at].to_move)
    turn = int(states[at].turn)
    apply(board, states[at], action)
    for _ in range(MOST_ANSWERS):
        seat = int(states[at].to_move)
        if seat < 0 or seat == mover or int(states[at].turn) != turn:
            return
        if not answer(board, states, at, actions, work):
            return


@compiled
def same_shares(one, other, players):
    """Whether two evaluations are equal."""
    for seat in range(players):  # noqa: SIM110
        if one[seat] != other[seat]:
            return False
    return True


@compiled
def opens_phase(phases, depth, phase):
    """Note the phase after `depth` decisions of a choice; whether the choice may go on there.

    It may not in a phase it has been in and left; in the same phase as before it may once.
    """
    phases[depth] = phase
    repeats = 0
    for i in range(depth):
        if phases[i] == phases[i + 1]:
            repeats += 1
        elif phases[i] == phase:
            return False
    return repeats <= 1


@compiled
def decide(board, states, base, depth, action, work):
    """Make a decision of the choice begun in states[base], from the state `depth` after it into
    the next; whether the choice goes on from there.

    Reads the shares `BEFORE` the choice, writes those `AFTER` this decision.
    """
    shares = work.shares
    at = base + depth + 1
    states[at] = states[base + depth]
    advance(board, states, at, action, work.lists[LONGEST_CHOICE], work)
    expected_shares(board, states[at], work.scores, work.ranks, shares[AFTER])
    return (
        int(states[at].to_move) == int(states[base].to_move)
        and int(states[at].turn) == int(states[base].turn)
        and depth + 1 < LONGEST_CHOICE
        and same_shares(shares[BEFORE], shares[AFTER], int(states[base].players))
        and opens_phase(work.phases, depth + 1, int(states[at].phase))
    )


@compiled
def choices(board, states, base, work, ways):
    """Find all ways to make one choice in states[base], by depth-first search.

    Writes them into `ways`, in the order of their decisions; returns how many there are.
    """
    lists, counts, places = work.lists, work.counts, work.places
    value, path, length = ways.value, ways.path, ways.length
    state = states[base]
    mover = int(state.to_move)
    estimate(board, state, work.shares[BEFORE])
    counts[0] = legal(board, state, lists[0])
    places[0] = 0
    work.phases[0] = int(state.phase)
    depth = 0
    found = 0
    while depth >= 0:
        if places[depth] == counts[depth] or found == MOST_CHOICES:
            depth -= 1
            continue
        action = int(lists[depth, places[depth]])
        places[depth] += 1
        at = base + depth + 1
        path[found, depth] = action
        if decide(board, states, base, depth, action, work):
            depth += 1
            counts[depth] = legal(board, states[at], lists[depth])
            places[depth] = 0
            continue
        value[found] = work.shares[AFTER, mover]
        length[found] = depth + 1
        found += 1
        if found < MOST_CHOICES:
            for i in range(depth):
                path[found, i] = path[found - 1, i]
    return found


@compiled
def thin_out(actions, count, most, rng):
    """Leave at most so many of the legal actions, chosen at random; returns how many are left."""
    if count <= most:
        return count
    for i in range(most):
        j = i + random_below(rng, count - i)
        kept = actions[i]
        actions[i] = actions[j]
        actions[j] = kept
    return most


@compiled
def make_choice(board, states, base, samples, work, rng):
    """Make the choice that looks best for the mover of states[base], of some found at random.

    After each decision of the choice, so many `samples` of the legal actions are looked at.
    """
    lists, counts, places = work.lists, work.counts, work.places
    mover = int(states[base].to_move)
    best_so_far = base + LONGEST_CHOICE + 2
    estimate(board, states[base], work.shares[BEFORE])
    counts[0] = thin_out(lists[0], legal(board, states[base], lists[0]), samples, rng)
    places[0] = 0
    work.phases[0] = int(states[base].phase)
    depth = 0
    best = -1.0
    while depth >= 0:
        if places[depth] == counts[depth]:
            depth -= 1
            continue
        action = int(lists[depth, places[depth]])
        places[depth] += 1
        at = base + depth + 1
        if decide(board, states, base, depth, action, work):
            depth += 1
            count = legal(board, states[at], lists[depth])
            counts[depth] = thin_out(lists[depth], count, samples, rng)
            places[depth] = 0
            continue
        value = work.shares[AFTER, mover] + TIE_BREAK * random_below(rng, 1000)
        if value > best:
            best = value
            states[best_so_far] = states[at]
    states[base] = states[best_so_far]


@compiled
def keep_best(width, kept, value, root, slot, beam):
    """Insert an entry into the list of the best so far, best first; returns its new length."""
    values, roots, slots = beam.values, beam.roots, beam.slots
    if kept == width:
        if value <= values[kept - 1]:
            return kept
        kept -= 1
    place = kept
    while place > 0 and values[place - 1] < value:
        values[place] = values[place - 1]
        roots[place] = roots[place - 1]
        slots[place] = slots[place - 1]
        place -= 1
    values[place] = value
    roots[place] = root
    slots[place] = slot
    return kept + 1


@compiled
def look_through_turn(board, states, base, width, levels, work, ways, beam, values):
    """Look through the ways to finish the turn of states[base], the `width` best after each choice.

    For each first action, `values.now` gets the best share right after the first choice and `values.at_end`
    the best at the end of the turn (-1: none was followed so far). States of the beam lie in
    `states` behind the scratch space of `base`.
    """
    now = values.now
    front = base + SCRATCH  # the states of this level, then those of the next
    following = front + width
    for action in range(len(now)):
        now[action] = -1.0
        values.at_end[action] = -1.0
    states[front] = states[base]
    size = 1
    first = True
    for _ in range(levels):
        kept = 0
        for member in range(size):
            states[base] = states[front + member]
            root = 0 if first else int(beam.parents[member])
            for i in range(choices(board, states, base, work, ways)):
                if first:
                    root = int(ways.path[i, 0])
                    now[root] = max(now[root], ways.value[i])
                kept = consider(
                    board,
                    states,
                    base,
                    following,
                    width,
                    kept,
                    root,
                    i,
                    work,
                    ways,
                    beam,
                    values.at_end,
                )
        if kept == 0:
            break
        for i in range(kept):
            states[front + i] = states[following + int(beam.slots[i])]
            beam.parents[i] = beam.roots[i]
        size = kept
        first = False


@compiled
def consider(board, states, base, following, width, kept, root, i, work, ways, beam, at_end):
    """Take choice i of states[base] into the next level, or note how the turn ends by it."""
    value, least = ways.value[i], beam.values[kept - 1]
    if kept == width and value <= least and value <= at_end[root]:
        return kept
    at = base + 1
    states[at] = states[base]
    for k in range(int(ways.length[i])):
        advance(board, states, at, int(ways.path[i, k]), work.lists[0], work)
    mover, turn = int(states[base].to_move), int(states[base].turn)
    if int(states[at].to_move) != mover or int(states[at].turn) != turn:
        at_end[root] = max(at_end[root], value)
        return kept
    # The slot of the entry that falls out is used again.
    slot = kept if kept < width else int(beam.slots[kept - 1])
    if kept == width and value <= least:
        return kept
    states[following + slot] = states[at]
    return keep_best(width, kept, value, root, slot, beam)


@compiled
def greedy_values(board, states, seat, guesses, width, levels, work, ways, beam, values, rng):
    """The average share each first action leads to, into `values.out`; -1 where it is not legal.

    `states[0]` is the view. An action whose turns were not followed to the end is put as far
    behind the best one as it was after the first choice. Equal actions differ by a random trifle.
    """
    now, at_end, out = values.now, values.at_end, values.out
    for action in range(len(out)):
        out[action] = 0.0
    for _ in range(guesses):
        states[1] = states[0]
        guess(board, states[1], seat, rng)
        look_through_turn(board, states, 1, width, levels, work, ways, beam, values)
        best_now = -1.0
        best_end = -1.0
        for action in range(len(out)):
            best_end = max(best_end, at_end[action])
        for action in range(len(out)):
            if at_end[action] == best_end or best_end < 0.0:
                best_now = max(best_now, now[action])
        for action in range(len(out)):
            if now[action] < 0.0:
                out[action] = -1.0
            elif at_end[action] >= 0.0:
                out[action] += at_end[action]
            elif best_end >= 0.0:
                out[action] += max(0.0, min(best_end, best_end - best_now + now[action]))
            else:
                out[action] += now[action]
    for action in range(len(out)):
        if out[action] >= 0.0:
            # Among equals, anyone: else all of a game would happen in one corner of the board.
            out[action] = out[action] / guesses + TIE_BREAK * random_below(rng, 1000)


@compiled
def greedy_choice(
    board, states, seat, guesses, width, levels, work, ways, beam, values, rng, seed, stream
):
    """The action that `greedy_values` likes best; a decision's generator, `rng`, begins with this stream of the seed."""
    actions = work.lists[0]
    if legal(board, states[0], actions) == 1:
        return int(actions[0])
    rng[0] = seed_of_game(seed, stream)
    greedy_values(board, states, seat, guesses, width, levels, work, ways, beam, values, rng)
    return highest(values.out)


@compiled
def highest(values):
    """The first action with the highest value."""
    best = 0
    for action in range(len(values)):
        if values[action] > values[best]:
            best = action
    return best
