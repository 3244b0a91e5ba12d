"""The loops behind a batch: the same code for a slice of games on a CPU thread and for one game
on a GPU thread."""

from __future__ import annotations

import numpy as np

from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import apply, final, legal, observe, setup
from triarchy.engine.results import win_share
from triarchy.engine.rng import seed_of_game


@compiled
def begin_game(board, states, i, players, options, seed, rounds):
    """Start the next game in slot i of a batch; `rounds[i]` counts the games of the slot."""
    number = np.uint64(i) + (np.uint64(rounds[i]) << np.uint64(32))
    setup(board, states[i], players, options, seed_of_game(seed, number))


@compiled
def clear(states_as_words, i):
    """Make slot i a state of zeros; the batch sees its states as rows of 64-bit words as well."""
    for word in range(states_as_words.shape[1]):
        states_as_words[i, word] = np.uint64(0)


@compiled
def step_game(
    board, states, words, i, players, options, seed, rounds, action, rewards, done, scores, ranks
):
    """Play one action in slot i. If that ends the game, note its results and begin the next."""
    state = states[i]
    apply(board, state, action)
    if int(state.to_move) >= 0:
        done[i] = False
        for seat in range(players):
            rewards[i, seat] = 0.0
        return
    done[i] = True
    final(board, state, scores[i], ranks[i])
    share_rewards(rewards[i], ranks[i], players)
    rounds[i] += 1
    clear(words, i)
    begin_game(board, states, i, players, options, seed, rounds)


@compiled
def share_rewards(rewards, ranks, players):
    """Winners share one point; everybody pays an equal part of it, so that the sum is 0."""
    for seat in range(players):
        rewards[seat] = win_share(ranks, players, seat) - 1.0 / players


@compiled
def mark_legal(board, state, scratch, mask):
    """Mark the legal actions of a state in a row that holds nothing but false before."""
    count = legal(board, state, scratch)
    for k in range(count):
        mask[int(scratch[k])] = True
    return count


# Slices of a batch, for a thread of the CPU


@compiled
def begin_slice(board, states, words, players, options, seed, rounds, first, last):
    for i in range(first, last):
        rounds[i] = 0
        clear(words, i)
        begin_game(board, states, i, players, options, seed, rounds)


@compiled
def step_slice(
    board,
    states,
    words,
    players,
    options,
    seed,
    rounds,
    actions,
    where,
    rewards,
    done,
    scores,
    ranks,
    first,
    last,
):
    for i in range(first, last):
        if not where[i]:
            done[i] = False
            continue
        step_game(
            board,
            states,
            words,
            i,
            players,
            options,
            seed,
            rounds,
            int(actions[i]),
            rewards,
            done,
            scores,
            ranks,
        )


@compiled
def first_illegal(board, states, scratch, actions, where, first, last):
    """The first slot whose action is not legal there; -1 if all are."""
    for i in range(first, last):
        if not where[i]:
            continue
        count = legal(board, states[i], scratch)
        found = False
        for k in range(count):
            if int(scratch[k]) == int(actions[i]):
                found = True
        if not found:
            return i
    return -1


@compiled
def legal_slice(board, states, scratch, masks, first, last):
    for i in range(first, last):
        masks[i, :] = False
        mark_legal(board, states[i], scratch, masks[i])


@compiled
def observe_slice(board, states, out, first, last):
    """What the seat to move may know, for each game of the slice."""
    for i in range(first, last):
        out[i, :] = 0
        observe(board, states[i], int(states[i].to_move), out[i])


@compiled
def look_at_game(board, states, i, scratch, masks, seen, movers):
    """Legal actions, features and the seat to move of slot i, into rows of zeros."""
    mark_legal(board, states[i], scratch, masks[i])
    mover = int(states[i].to_move)
    observe(board, states[i], mover, seen[i])
    movers[i] = mover


@compiled
def advance_game(
    board, states, words, i, players, options, seed, rounds, action, rewards, done, scores, ranks
):
    """Like `step_game`; a game whose action is -1 stays as it is."""
    if action >= 0:
        step_game(
            board,
            states,
            words,
            i,
            players,
            options,
            seed,
            rounds,
            action,
            rewards,
            done,
            scores,
            ranks,
        )
    else:
        done[i] = False


@compiled
def look_at_slice(board, states, scratch, masks, seen, movers, first, last):
    for i in range(first, last):
        look_at_game(board, states, i, scratch, masks, seen, movers)
