"""The search bot: Monte Carlo tree search with a budget of simulations or of time."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from typing import Any

from triarchy.bots.base import Bot, check_view, generator, sensible_actions
from triarchy.bots.inference import Foresight
from triarchy.bots.tree import (
    Settings,
    begin,
    child_by,
    look_ahead_from_root,
    read_root,
    simulate_many,
)
from triarchy.bots.workspace import Workspace
from triarchy.engine.arrays import np
from triarchy.engine.cores import cores
from triarchy.kit.definition import State
from triarchy.table.game import Game

THREAD_TIME = getattr(time, "thread_time", time.perf_counter)
"""A browser measures no thread by itself."""
SIMULATIONS = 1000
NODES = 400_000
"""Room for this many nodes; a full tree is searched on without growing."""
FIRST_CHUNK = 4
CHUNK_SECONDS = 0.004
SHARE_OF_TURN = 0.5
"""Of what is left of a turn's time, the part spent on its next decision."""
LEAST_SHARE = 0.125
"""What is left of a turn's time is parted no further than this."""


@dataclass(frozen=True)
class Findings:
    """What a search found: for each action its visits and the sums of every seat's results."""

    visits: np.ndarray
    totals: np.ndarray
    squares: np.ndarray
    simulations: int
    seconds: float


class Search(Bot):
    """Tree search for many players and hidden information.

    Give either `sims`, simulations a decision, or `ms`, milliseconds a turn. `workers` threads
    each grow a tree of their own; their visits are added up. With `sims` the choice depends on
    the seed, the simulations and the number of workers alone. Time is CPU time of the thread,
    and by the clock at most `patience` times as long.
    """

    patience = 1.0
    kind = "search"

    def __init__(
        self, sims: int | None = None, ms: int | None = None, workers: int = 1, **settings: float
    ):
        self.sims = sims
        if sims is None and ms is None:
            self.sims = SIMULATIONS
        self.ms = ms
        self.whole_turn = True
        # A browser has no threads.
        self.workers = 1 if sys.platform == "emscripten" else workers or cores()
        self.own_settings = settings
        budget = f"sims={self.sims}" if ms is None else f"ms={ms}"
        more = [f"workers={workers}"] if workers != 1 else []
        more += [f"{name}={value:g}" for name, value in settings.items()]
        self.name = f"{self.kind}:" + ",".join([budget, *more])
        self._spaces: dict[str, list[Workspace]] = {}
        self._turn: tuple[int, int] = (-1, -1)
        self._left = 0.0
        self._expected = b""

    def settings(self, game: Game) -> Settings:
        """The settings: the general ones, the game's own, then this bot's."""
        own = {**game.definition.search, **self.own_settings}
        return Settings(**{name: float(value) for name, value in own.items()})

    def spaces(self, game: Game) -> list[Workspace]:
        """The workspaces of this bot's workers for a game."""
        if game.name not in self._spaces:
            self._spaces[game.name] = [
                Workspace(game.definition, nodes=NODES, actions=self._branches(game))
                for _ in range(self.workers)
            ]
        return self._spaces[game.name]

    def _branches(self, game: Game) -> int:
        """How many different branches a node of the tree can have."""
        return game.definition.actions

    def search(
        self, game: Game, view: State, seat: int, seed: int, seconds: float, again: bool = False
    ) -> Findings:
        """Search from a view; `seconds` count where the budget is one of time.

        `again`: go on with the trees of the decision before.
        """
        settings = self.settings(game)
        spaces = self.spaces(game)

        def work(worker: int) -> int:
            begun = THREAD_TIME()
            space = spaces[worker]
            space.set_view(view)
            space.rng[:] = generator(seed, 2 + worker)
            # A root without children could not get any, should the tree be full.
            if not (again and space.root and int(space.tree.nodes[space.root].first)):
                space.root = 0
                begin(space.tree)
            self._look_ahead(game, space, seat, settings)
            if self.sims is not None:
                share = self.sims // len(spaces) + (worker < self.sims % len(spaces))
                self._run(game, space, seat, settings, share)
                return share
            return self._run_for(game, space, seat, settings, seconds - (THREAD_TIME() - begun))

        started = time.perf_counter()
        if len(spaces) == 1:
            done = work(0)
        else:
            with ThreadPoolExecutor(len(spaces)) as pool:
                done = sum(pool.map(work, range(len(spaces))))
        return self._gather(game, spaces, done, time.perf_counter() - started)

    @staticmethod
    def _tree(game: Game, space: Workspace, seat: int, settings: Settings) -> tuple[Any, ...]:
        """What the compiled functions need to work on a worker's tree."""
        return (
            game.board.struct,
            space.states,
            seat,
            space.tree,
            space.root,
            settings,
            space.work,
            space.ways,
        )

    def _look_ahead(self, game: Game, space: Workspace, seat: int, settings: Settings) -> None:
        look_ahead_from_root(
            *self._tree(game, space, seat, settings),
            space.beam,
            space.walk,
            space.values,
            self._foresight(game, space),
            space.rng,
        )

    def _foresight(self, game: Game, space: Workspace) -> Foresight | None:
        """What weighs and judges simulations beside the evaluation."""
        return None

    def _run(
        self, game: Game, space: Workspace, seat: int, settings: Settings, simulations: int
    ) -> None:
        simulate_many(
            *self._tree(game, space, seat, settings),
            space.walk,
            self._foresight(game, space),
            space.rng,
            simulations,
        )

    def _run_for(
        self, game: Game, space: Workspace, seat: int, settings: Settings, seconds: float
    ) -> int:
        """Simulate in chunks of a few milliseconds until the time is up."""
        clock, cpu = time.perf_counter(), THREAD_TIME()
        done, chunk = 0, FIRST_CHUNK
        while True:
            self._run(game, space, seat, settings, chunk)
            done += chunk
            used = THREAD_TIME() - cpu
            left = seconds - used
            if left <= 0 or time.perf_counter() - clock > self.patience * seconds:
                return done
            rate = done / max(used, 1e-6)
            chunk = max(1, min(4 * chunk, int(rate * min(left, CHUNK_SECONDS))))

    def _gather(self, game: Game, spaces: list[Workspace], done: int, seconds: float) -> Findings:
        actions, seats = self._branches(game), game.players
        visits = np.zeros(actions, np.int64)
        totals = np.zeros((actions, seats))
        squares = np.zeros((actions, seats))
        for space in spaces:
            own_visits = np.zeros(actions, np.int64)
            own_totals = np.zeros((actions, seats))
            read_root(space.tree.nodes, space.root, own_visits, own_totals)
            visits += own_visits
            totals += own_totals
            squares += space.tree.squares[:, :seats]
        return Findings(visits, totals, squares, done, seconds)

    def _time_for(self, view: State, seat: int) -> float:
        """Seconds for this decision: a part of what is left of its turn's time."""
        if self.ms is None:
            return 0.0
        if not self.whole_turn:
            return self.ms / 1000
        turn = (seat, int(view.turn))
        if turn != self._turn:
            self._turn, self._left = turn, self.ms / 1000
        seconds = SHARE_OF_TURN * self._left
        if self._left > LEAST_SHARE * self.ms / 1000:
            self._left -= seconds
        return seconds

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        check_view(game, view, seat)
        actions = sensible_actions(game, view)
        again = view.tobytes() == self._expected
        if len(actions) == 1:
            if again:
                self._expect(game, view, actions[0])
            return actions[0]
        found = self.search(game, view, seat, seed, self._time_for(view, seat), again)
        action = best_action(found, actions, seat)
        if self.ms is not None:
            self._expect(game, view, action)
        return action

    def _expect(self, game: Game, view: State, action: int) -> None:
        """Keep the part of the trees below a decision, for the next one of the same turn.

        It is of use only if the decision reveals nothing: then the next view is what it makes of
        this one. With a budget in simulations every decision begins anew, so that it depends on
        nothing but the view.
        """
        after = view.copy()
        game.definition.rules.apply(game.board.struct, after, action)
        self._expected = after.tobytes()
        for space in self.spaces(game):
            space.root = int(child_by(space.tree.nodes, space.root, action))

    def code(self, game: Game) -> str:
        return "search"

    def prepare(self, game: Game) -> None:
        self.spaces(game)
        quick = copy(self)
        quick.sims, quick.ms = 2, None
        view = game.view(game.state(0), 0)
        quick.search(game, view, 0, 0, 0.0)
        quick._expect(game, view, game.legal_actions(view)[0])


class NetworkSearch(Search):
    """A search that a network guides.

    `file`: a network from `triarchy train`; without it, the one that comes with the game.
    """

    def __init__(
        self,
        sims: int | None = None,
        ms: int | None = None,
        workers: int = 1,
        file: str | None = None,
        **settings: float,
    ):
        super().__init__(sims, ms, workers, **settings)
        self.file = file
        if file is not None:
            self.name += f",file={file}"


def best_action(found: Findings, actions: list[int], seat: int) -> int:
    """The action visited most; among equals the one with the better result."""
    return max(
        actions,
        key=lambda action: (
            int(found.visits[action]),
            float(found.totals[action, seat]) / max(1, int(found.visits[action])),
            -action,
        ),
    )
