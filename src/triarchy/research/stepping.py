"""The loops behind a batch: the same code for a slice of games on a CPU thread and for one game
on a GPU thread."""

from __future__ import annotations

import numpy as np

from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import apply, final, legal, observe, setup
from triarchy.engine.results import win_share
from triarchy.engine.rng import seed_of_game

LOW_BITS = np.uint64(0x0101010101010101)
SEVENS = np.uint64(0x7F7F7F7F7F7F7F7F)
BYTE = np.uint64(255)
MOVER = -1
"""In place of a seat: the one to move."""


@compiled
def clear(words):
    """Make a state, seen as 64-bit words, one of zeros."""
    for word in range(len(words)):
        words[word] = np.uint64(0)


@compiled
def begin_game(board, state, i, players, options, seed, rounds):
    """Start the next game of slot i of a batch in a state of zeros; `rounds[i]` counts the games of
    the slot."""
    number = np.uint64(i) + (np.uint64(rounds[i]) << np.uint64(32))
    setup(board, state, players, options, seed_of_game(seed, number))


@compiled
def step_game(
    board, state, words, i, players, options, seed, rounds, action, rewards, done, scores, ranks
):
    """Play one action in the state of slot i, which is seen as words as well. If that ends the game,
    begin the next."""
    if play_action(board, state, i, players, rounds, action, rewards, done, scores, ranks):
        clear(words)
        begin_game(board, state, i, players, options, seed, rounds)


@compiled
def play_action(board, state, i, players, rounds, action, rewards, done, scores, ranks):
    """Play one action in the state of slot i, and note the results if that ends the game: whether it
    does."""
    apply(board, state, action)
    if int(state.to_move) >= 0:
        done[i] = False
        for seat in range(players):
            rewards[i, seat] = 0.0
        return False
    done[i] = True
    final(board, state, scores[i], ranks[i])
    share_rewards(rewards[i], ranks[i], players)
    rounds[i] += 1
    return True


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


@compiled
def pack_words(words, firsts, places, out, first, last):
    """Move the features in some words of a row, eight in a word, to a packed row, and leave zeros."""
    numbers = len(words)
    for word in range(first, last):
        eight = words[word]
        for k in range(firsts[word], firsts[word + 1]):
            shift = np.uint64(8 * (places[k] & 7))
            out[numbers + k] = np.int8(np.uint8((eight >> shift) & BYTE))
        if eight == np.uint64(0):
            out[word] = 0
            continue
        bits = (((eight & SEVENS) + SEVENS) | eight) >> np.uint64(7) & LOW_BITS
        bits |= bits >> np.uint64(7)
        bits |= bits >> np.uint64(14)
        bits |= bits >> np.uint64(28)
        out[word] = np.int8(np.uint8(bits & BYTE))
        words[word] = np.uint64(0)


# Slices of a batch, for a thread of the CPU


@compiled
def begin_slice(board, states, words, players, options, seed, rounds, first, last):
    for i in range(first, last):
        rounds[i] = 0
        clear(words[i])
        begin_game(board, states[i], i, players, options, seed, rounds)


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
            states[i],
            words[i],
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
def looker(state, seat):
    """The seat that looks: `seat`, or the one to move where that is MOVER."""
    return int(state.to_move) if seat == MOVER else seat


@compiled
def observe_slice(board, states, seat, out, first, last):
    """What a seat may know, for each game of the slice."""
    for i in range(first, last):
        out[i, :] = 0
        observe(board, states[i], looker(states[i], seat), out[i])


@compiled
def observe_packed_slice(board, states, seat, row, words, firsts, places, out, first, last):
    """What a seat may know, for each game of a slice of a batch; `row` holds zeros before and
    afterwards."""
    for i in range(first, last):
        observe(board, states[i], looker(states[i], seat), row)
        pack_words(words, firsts, places, out[i], 0, len(words))


@compiled
def look_at_slice(board, states, scratch, masks, seen, movers, watched, first, last):
    """Legal actions, features if they are watched, and the seats to move, into rows of zeros."""
    for i in range(first, last):
        mark_legal(board, states[i], scratch, masks[i])
        mover = int(states[i].to_move)
        if watched:
            observe(board, states[i], mover, seen[i])
        movers[i] = mover
