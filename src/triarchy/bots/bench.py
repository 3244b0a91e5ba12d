"""How fast the search bot thinks, and whether it keeps to its time: rows for `triarchy bench`."""

from __future__ import annotations

import statistics
import time
from typing import Any

from triarchy.bots.base import Random
from triarchy.bots.search import Search
from triarchy.engine.arrays import np
from triarchy.engine.rng import seed_of_game
from triarchy.kit.definition import DEFINITIONS
from triarchy.table.game import Game, game

SIMULATIONS = 2_000
BUDGET_MS = 100
FIRST_MOVES = 20


def middle_of_game(played: Game, seed: int) -> Any:
    """A state with a real decision, about a third through a game of random moves."""
    chance = Random()
    state = played.state(seed)
    for number in range(40):
        seat = int(state.to_move)
        after = state.copy()
        action = chance.choose(
            played,
            played.view(state, seat),
            seat,
            int(seed_of_game(np.uint64(seed), np.uint64(number))),
        )
        played.definition.rules.apply(played.board.struct, after, action)
        if int(after.to_move) < 0:
            break
        state = after
    while len(played.legal_actions(state)) == 1:
        played.definition.rules.apply(played.board.struct, state, played.legal_actions(state)[0])
    return state


def bench_rows(names: list[str] | None = None) -> list[dict[str, Any]]:
    """For each game: simulations a second on one core, and how long a decision with 100 ms takes.

    `first_move_ms` is the median over fresh bots of the time of their first decision by the
    clock, everything compiled before, `slowest_ms` the longest.
    """
    rows = []
    for name in names or DEFINITIONS.names():
        for players in sorted({*DEFINITIONS[name].players}):
            rows.append(_row(game(name, players)))
    return rows


def _row(played: Game) -> dict[str, Any]:
    Search(sims=2).prepare(played)
    states = [middle_of_game(played, seed) for seed in range(5)]
    bot = Search(sims=SIMULATIONS)
    rates = []
    for number, state in enumerate(states):
        seat = int(state.to_move)
        begun = time.process_time()
        bot.search(played, played.view(state, seat), seat, number, 0.0)
        rates.append(SIMULATIONS / (time.process_time() - begun))
    times = []
    for number in range(FIRST_MOVES):
        state = states[number % len(states)]
        seat = int(state.to_move)
        fresh = Search(ms=BUDGET_MS)
        fresh.whole_turn = False
        begun = time.perf_counter()
        fresh.choose(played, played.view(state, seat), seat, number)
        times.append(1000 * (time.perf_counter() - begun))
    return {
        "game": played.name,
        "players": played.players,
        "simulations_per_second": round(statistics.median(rates)),
        "budget_ms": BUDGET_MS,
        "first_move_ms": round(statistics.median(times), 1),
        "slowest_ms": round(max(times), 1),
    }
