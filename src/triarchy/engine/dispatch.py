"""The rules every game brings, as functions that pick the game's own by the type of the state.

Generic compiled code (playouts, batches, tree search) calls these. Compiled, the choice is made
at compile time from the record type of `state`; interpreted, from `state.dtype`. The last field
of every state is a marker named after its game and a hash of its files (see `structs.py`), which
tells the games apart.

| function | what it does |
|---|---|
| `setup(board, state, players, options, seed)` | turns a state of zeros into the start of a game; `options` holds the index of each option's value, eight bits each, the first option lowest |
| `legal(board, state, out)` | writes the legal actions, ascending, into `out` (int16) and returns how many: 0 exactly when the game is over |
| `apply(board, state, action)` | plays a legal action; trusts that it is legal; works on a view too, where what is drawn unseen stays hidden |
| `final(board, state, scores, ranks)` | for a finished game: `scores[seat, part]` (int32) and `ranks[seat]` (int8, from 1) |
| `hide(board, state, seat)` | blanks what that seat may not know (-1: an onlooker) and sets `state.viewer`; nothing in a finished game |
| `guess(board, state, seat, rng)` | fills a view with a random deal of what is hidden that fits it; `hide` gives the view back |
| `observe(board, state, seat, out, part, parts)` | writes the features that seat may know into `out` (int8), which holds zeros before; works on a view or a state alike; all of them with 0 and 1, else that part of `parts`, which no other part writes, so that several threads may write one row |
| `evaluate(board, state, out)` | while a game goes on: writes each seat's estimated share of the win, 0 to 1, into `out` (float64) |
| `see(board, state, out)` | what the seat to move sees, as planes of cells, for a network with eyes: into a row of zeros (int8) laid out as `Definition.eyes` says; with the five that follow, a game may do without |
| `hint(board, state, shares, out)` | what helps such a network to judge a state, or a guess of one: whole numbers (int16); `shares` is scratch |
| `deeds(board, state, scratch, out)` | writes the legal deeds, decisions that belong together as one number, into `out` (int16) and returns how many; `scratch` is as long as a list of legal actions |
| `perform(board, state, deed, scratch)` | plays a deed and what is forced after it |
| `unchoose(board, state)` | where a deed is begun: as if it were not; returns the action that began it, -1 if none did |
| `part_of_deed(state, deed, part)` | the first (0) or second (1) action of a deed; -1 if it has none |
| `seat_features(board, state, out)` | what the rules know of each seat's position, for a network: writes a row of numbers for every seat into `out` (int16), which holds zeros before; a game may do without |

Every state has the fields `players`, `phase`, `to_move` (-1 when over), `turn` (turns completed)
and `viewer` (0: nothing is hidden; seat + 1: that seat's view; -1: an onlooker's).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from triarchy.engine.arrays import np
from triarchy.engine.native import overload, types
from triarchy.engine.structs import check_covered, marker_of

ONLOOKER = -1


class Rules(NamedTuple):
    """A game's compiled functions; see the module's table for what each one does."""

    setup: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    final: Callable[..., Any]
    hide: Callable[..., Any]
    guess: Callable[..., Any]
    observe: Callable[..., Any]
    evaluate: Callable[..., Any]
    seat_features: Callable[..., Any] | None = None
    see: Callable[..., Any] | None = None
    hint: Callable[..., Any] | None = None
    deeds: Callable[..., Any] | None = None
    perform: Callable[..., Any] | None = None
    unchoose: Callable[..., Any] | None = None
    part_of_deed: Callable[..., Any] | None = None


_RULES: dict[str, Rules] = {}


def register(state: np.dtype, rules: Rules) -> None:
    """Tell the functions of this module which ones belong to this state type."""
    for name, function in rules._asdict().items():
        if function is not None:
            check_covered(state, function)
            check_arguments(name, function)
    _RULES[marker_of(state)] = rules


def check_arguments(name: str, function: Callable[..., Any]) -> None:
    """Refuse a rule that cannot be called as this module calls it."""
    wanted, own = globals()[name].__code__, getattr(function, "py_func", function).__code__
    if own.co_argcount != wanted.co_argcount:
        arguments = ", ".join(wanted.co_varnames[: wanted.co_argcount])
        raise TypeError(f"{name}() of a game takes ({arguments}).")


def rules_of(state: np.dtype) -> Rules:
    """The functions registered for a state type."""
    return _RULES[marker_of(state)]


def _own(name: str, state: Any) -> Any:
    """The game's own function for a Numba record type; None if it is no registered state."""
    if isinstance(state, types.Record):
        rules = _RULES.get(marker_of(state.dtype))
        return rules and getattr(rules, name)
    return None


def setup(board: Any, state: Any, players: int, options: int, seed: Any) -> None:
    _RULES[state.dtype.names[-1]].setup(board, state, players, options, seed)


def legal(board: Any, state: Any, out: Any) -> int:
    return _RULES[state.dtype.names[-1]].legal(board, state, out)


def apply(board: Any, state: Any, action: int) -> None:
    _RULES[state.dtype.names[-1]].apply(board, state, action)


def final(board: Any, state: Any, scores: Any, ranks: Any) -> None:
    _RULES[state.dtype.names[-1]].final(board, state, scores, ranks)


def hide(board: Any, state: Any, seat: int) -> None:
    _RULES[state.dtype.names[-1]].hide(board, state, seat)


def guess(board: Any, state: Any, seat: int, rng: Any) -> None:
    _RULES[state.dtype.names[-1]].guess(board, state, seat, rng)


def observe(board: Any, state: Any, seat: int, out: Any, part: int = 0, parts: int = 1) -> None:
    _RULES[state.dtype.names[-1]].observe(board, state, seat, out, part, parts)


def evaluate(board: Any, state: Any, out: Any) -> None:
    _RULES[state.dtype.names[-1]].evaluate(board, state, out)


def seat_features(board: Any, state: Any, out: Any) -> None:
    own = _RULES[state.dtype.names[-1]].seat_features
    assert own is not None, "a game without them has no network that sees them"
    own(board, state, out)


def _of_eyes(name: str, state: Any) -> Any:
    own = getattr(_RULES[state.dtype.names[-1]], name)
    assert own is not None, "a game without deeds has no network with eyes"
    return own


def see(board: Any, state: Any, out: Any) -> None:
    _of_eyes("see", state)(board, state, out)


def hint(board: Any, state: Any, shares: Any, out: Any) -> None:
    _of_eyes("hint", state)(board, state, shares, out)


def deeds(board: Any, state: Any, scratch: Any, out: Any) -> int:
    found: int = _of_eyes("deeds", state)(board, state, scratch, out)
    return found


def perform(board: Any, state: Any, deed: int, scratch: Any) -> None:
    _of_eyes("perform", state)(board, state, deed, scratch)


def unchoose(board: Any, state: Any) -> int:
    action: int = _of_eyes("unchoose", state)(board, state)
    return action


def part_of_deed(state: Any, deed: int, part: int) -> int:
    action: int = _of_eyes("part_of_deed", state)(state, deed, part)
    return action


@overload(setup)
def _setup(board, state, players, options, seed):
    if (own := _own("setup", state)) is not None:
        return lambda board, state, players, options, seed: own(
            board, state, players, options, seed
        )


@overload(legal)
def _legal(board, state, out):
    if (own := _own("legal", state)) is not None:
        return lambda board, state, out: own(board, state, out)


@overload(apply)
def _apply(board, state, action):
    if (own := _own("apply", state)) is not None:
        return lambda board, state, action: own(board, state, action)


@overload(final)
def _final(board, state, scores, ranks):
    if (own := _own("final", state)) is not None:
        return lambda board, state, scores, ranks: own(board, state, scores, ranks)


@overload(hide)
def _hide(board, state, seat):
    if (own := _own("hide", state)) is not None:
        return lambda board, state, seat: own(board, state, seat)


@overload(guess)
def _guess(board, state, seat, rng):
    if (own := _own("guess", state)) is not None:
        return lambda board, state, seat, rng: own(board, state, seat, rng)


@overload(observe)
def _observe(board, state, seat, out, part=0, parts=1):
    if (own := _own("observe", state)) is not None:
        return lambda board, state, seat, out, part=0, parts=1: own(
            board, state, seat, out, part, parts
        )


@overload(evaluate)
def _evaluate(board, state, out):
    if (own := _own("evaluate", state)) is not None:
        return lambda board, state, out: own(board, state, out)


@overload(seat_features)
def _seat_features(board, state, out):
    if (own := _own("seat_features", state)) is not None:
        return lambda board, state, out: own(board, state, out)


@overload(see)
def _see(board, state, out):
    if (own := _own("see", state)) is not None:
        return lambda board, state, out: own(board, state, out)


@overload(hint)
def _hint(board, state, shares, out):
    if (own := _own("hint", state)) is not None:
        return lambda board, state, shares, out: own(board, state, shares, out)


@overload(deeds)
def _deeds(board, state, scratch, out):
    if (own := _own("deeds", state)) is not None:
        return lambda board, state, scratch, out: own(board, state, scratch, out)


@overload(perform)
def _perform(board, state, deed, scratch):
    if (own := _own("perform", state)) is not None:
        return lambda board, state, deed, scratch: own(board, state, deed, scratch)


@overload(unchoose)
def _unchoose(board, state):
    if (own := _own("unchoose", state)) is not None:
        return lambda board, state: own(board, state)


@overload(part_of_deed)
def _part_of_deed(state, deed, part):
    if (own := _own("part_of_deed", state)) is not None:
        return lambda state, deed, part: own(state, deed, part)
