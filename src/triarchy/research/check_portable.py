"""Prove that a game's portable file plays as the interpreter and native code do: behind `triarchy check --device wasm`.

The same is done in a process for each: random games of all kinds, and in them the legal lists, every seat's view, guesses,
observations, evaluations and the final count; then the moves of bots with budgets in simulations. Where there is Node, what
was called of the portable file is called there again, from the same bytes of memory.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from triarchy.bots import bot
from triarchy.bots.search import Search
from triarchy.bots.workspace import Workspace
from triarchy.engine.compiled import INTERPRETED
from triarchy.engine.errors import BadRequest
from triarchy.engine.playout import play_games
from triarchy.engine.portable import running
from triarchy.engine.portable.files import NAME
from triarchy.engine.portable.machine import Machine
from triarchy.kit.definition import DEFINITIONS, State
from triarchy.research.check import Log, compare, kinds, title
from triarchy.table.game import Game, game
from triarchy.table.prepare import playout_arguments

INTERPRETER, NATIVE, PORTABLE = WAYS = ("interpreter", "native code", "portable file")
SEED = 20261
EVERY, EVERY_QUICKLY = 3, 25
"""Every so many decisions all is looked at."""
SIMPLE_BOTS = ("simple", "network")
"""What the interpreter plays in a moment."""
BOTS = (
    *SIMPLE_BOTS,
    "greedy",
    "greedy:guesses=1,mistakes=1,looks=4",
    "search:sims=40",
    "champion:sims=40",
    "champion:sims=20,playouts=1",
)
ASKED = 3
"""In so many positions of a game the bots are asked."""
LOWEST_ROOM = 4000
"""Nodes of a tree whose memory is sent to Node."""
REPLAY = Path(__file__).with_name("replay_calls.mjs")


def states_of(played: Game, seed: int) -> list[State]:
    """A whole game of random moves."""
    chance = random.Random(seed)
    states = [played.state(seed)]
    while legal := played.legal_actions(states[-1]):
        later = states[-1].copy()
        played.definition.rules.apply(played.board.struct, later, chance.choice(legal))
        states.append(later)
    return states


def trace_of_rules(played: Game, every: int) -> list[str]:
    """Hashes of all that the rules say in a random game, a state at a time; the last one of whole games at once."""
    definition, board = played.definition, played.board.struct
    rules, rng, hashes = definition.rules, np.array([SEED], np.uint64), []
    states = states_of(played, SEED)
    for number, state in enumerate(states):
        total = hashlib.sha256(state.tobytes())
        total.update(repr(played.legal_actions(state)).encode())
        if number % every == 0:
            for seat in [*range(played.players), -1]:
                view = state.copy()
                rules.hide(board, view, seat)
                total.update(view.tobytes())
                total.update(repr(played.legal_actions(view)).encode())
                rules.guess(board, view, seat, rng)
                total.update(view.tobytes())
            for seat in range(played.players):
                total.update(played.observe(state, seat).tobytes())
            if int(state.to_move) >= 0:
                shares = np.zeros(played.players)
                rules.evaluate(board, state, shares)
                total.update(shares.tobytes())
        hashes.append(total.hexdigest()[:16])
    arguments: Any = playout_arguments(
        definition, played.board, played.players, played.option_bits, SEED, 2
    )
    play_games(*arguments)
    scores, ranks = definition.final(played.board, states[-1])
    parts = (*arguments[6:9], scores, ranks)
    return [*hashes, hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:16]]


def moves_of_bots(played: Game, names: tuple[str, ...]) -> list[str]:
    """What every bot does in some positions, with the same seeds."""
    states = [state for state in states_of(played, SEED) if len(played.legal_actions(state)) > 1]
    moves = []
    for name in names:
        asked = bot(name)
        for number in range(ASKED):
            state = states[(2 * number + 1) * len(states) // (2 * ASKED)]
            seat = int(state.to_move)
            action = asked.choose(played, played.view(state, seat), seat, number)
            moves.append(f"{name}: {played.moves[action]}")
    return moves


def usual(name: str) -> Iterator[Game]:
    """A game with every number of players, on the usual board."""
    least, most = DEFINITIONS[name].players
    return (game(name, players) for players in range(least, most + 1))


def traces(name: str, way: str, quick: bool) -> list[list[str]]:
    """All that is compared of a game, in this process: the rules of all kinds, then the bots."""
    every = EVERY_QUICKLY if quick else EVERY
    rules = [trace_of_rules(played, every) for played in kinds(name)]
    names = SIMPLE_BOTS if way == INTERPRETER else BOTS
    return rules + [moves_of_bots(played, names) for played in usual(name)]


def traces_by(name: str, way: str, quick: bool) -> list[list[str]]:
    """The same by a process of its own that runs the rules this way."""
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    if way == INTERPRETER:
        environment["NUMBA_DISABLE_JIT"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "triarchy.research.check_portable", name, way, "quick" * quick],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"The run of {name} by the {way} failed:\n{done.stderr[-3000:]}")
    found: list[list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def prove_portable(log: Log, name: str, quick: bool) -> bool:
    """Interpreter, native code, portable file and, where there is one, Node on all kinds of one game."""
    whats = [*map(title, kinds(name)), *(f"bots, {title(played)}" for played in usual(name))]
    by_way = {way: traces_by(name, way, quick) for way in WAYS}
    fine = True
    for number, what in enumerate(whats):
        own = by_way[PORTABLE][number]
        for way in (NATIVE, INTERPRETER):
            other = by_way[way][number]
            # The interpreter's bots are the first ones alone.
            fine &= compare(log, f"{way} and {PORTABLE}, {what}", other, own[: len(other)])
    return replay_in_node(log, name) and fine


def check_portable(log: Log, names: Sequence[str], quick: bool = False) -> bool:
    """The proof for these games; whether all that must be equal is."""
    for name in names:
        if running.file_of(DEFINITIONS[name].folder) is None:
            raise BadRequest(
                f"{DEFINITIONS[name].title} has no portable file of its rules as they are now: "
                f"make it with triarchy build-rules {name}."
            )
    fine = True
    for name in names:
        fine &= prove_portable(log, name, quick)
    log("All equal." if fine else "NOT EQUAL: see above.")
    return fine


# Node


@contextmanager
def written_down(calls: list[dict[str, Any]]) -> Iterator[None]:
    """Write down every call of a portable file: the memory before, and a hash of it after."""
    enter = Machine.enter

    def seen(machine: Machine, entry: str, slots: int, free: int) -> None:
        def memory() -> bytes:
            found: bytes = machine.instance.read(machine.bottom, free - machine.bottom)
            return found

        before = base64.b64encode(memory()).decode()
        enter(machine, entry, slots, free)
        after = hashlib.sha256(memory()).hexdigest()
        place = {"begin": machine.bottom, "slots": slots, "free": free}
        calls.append({"entry": entry, **place, "before": before, "after": after})

    Machine.enter = seen  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        Machine.enter = enter  # type: ignore[method-assign]


def written_calls(name: str) -> list[dict[str, Any]]:
    """What is called in one position of a game by rules and bots, in a process that plays on the portable file."""
    calls: list[dict[str, Any]] = []
    for played in usual(name):
        states = states_of(played, SEED)
        state = states[len(states) // 2]
        seat = int(state.to_move)
        with written_down(calls):
            view = played.view(state, seat)
            arguments: Any = playout_arguments(
                played.definition, played.board, played.players, 0, SEED, 2
            )
            play_games(*arguments)
            for bot_name in ("simple", "greedy", "search:sims=12", "champion:sims=12"):
                asked = bot(bot_name)
                if isinstance(asked, Search):
                    asked._spaces[name] = [Workspace(played.definition, nodes=LOWEST_ROOM)]
                asked.choose(played, view, seat, SEED)
    return calls


def replay_in_node(log: Log, name: str) -> bool:
    node = shutil.which("node")
    if node is None:
        log("  left out Node: it is not installed")
        return True
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "calls.json")
        done = subprocess.run(
            [sys.executable, "-m", "triarchy.research.check_portable", name, "calls", str(path)],
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"The calls of {name} could not be written down.")
        file = DEFINITIONS[name].folder / NAME
        played = subprocess.run(
            [node, str(REPLAY), str(file), str(path)], capture_output=True, text=True, check=False
        )
    fine = played.returncode == 0
    log(
        f"  {'equal   ' if fine else 'DIFFERS '} Node and {PORTABLE}, {name}: {played.stdout.strip()}"
    )
    if not fine:
        log(played.stderr[-2000:])
    return fine


def _main(name: str, way: str, more: str) -> None:
    """What `traces_by` and `replay_in_node` start."""
    assert INTERPRETED is (way == INTERPRETER)
    if way in (PORTABLE, "calls"):
        running.begin(only=True)
    if way == "calls":
        Path(more).write_text(json.dumps(written_calls(name)), encoding="utf-8")
    else:
        print(json.dumps(traces(name, way, bool(more))))


if __name__ == "__main__":
    _main(*sys.argv[1:])
