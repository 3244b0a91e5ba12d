"""The search that a network with eyes guides: it looks at deeds, decisions that belong together as one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from triarchy.bots.base import check_view
from triarchy.bots.deed_tree import DeedScratch, simulate_deeds
from triarchy.bots.eye_network import EyeNetwork
from triarchy.bots.eyes import Eyes, EyeScratch, eye_scratch
from triarchy.bots.greedy import Greedy
from triarchy.bots.guided import Guidance
from triarchy.bots.lookahead import MOST_SEATS
from triarchy.bots.search import LEAST_SHARE, NetworkSearch, best_action
from triarchy.bots.workspace import Workspace
from triarchy.engine.arrays import np
from triarchy.engine.dispatch import part_of_deed
from triarchy.engine.errors import BadRequest
from triarchy.engine.features import EyeLayout
from triarchy.kit.definition import State
from triarchy.table.game import Game

USUAL = {"c": 0.4, "prior_exponent": 0.7, "fpu_reduction": 0.05}
"""How it searches, if it is not told otherwise."""
SHARE_OF_TURN = 0.55
"""Of what is left of a turn's time, the part spent on its next deed: a turn has two or three."""

HOPELESS = 0.01
"""Below this share of the win the search sees no difference between deeds any more, and would begin anything."""


@cache
def _loaded(path: Path) -> EyeNetwork | None:
    return EyeNetwork.load(path) if path.exists() else None


def eyes_for(game: Game, file: str | None = None) -> EyeNetwork | None:
    """The network with eyes from a file, or the one that comes with the game, if it knows game and board."""
    network = _loaded(Path(file) if file is not None else game.definition.networks / "eyes.npz")
    if network is None and file is not None:
        raise BadRequest(f"There is no network {file}.")
    return network if network is not None and network.knows(game) else None


def layout_of(game: Game) -> EyeLayout:
    """What a network with eyes does in this game."""
    layout = game.definition.eyes
    assert layout is not None, "such a network knows the game"
    return layout


class Sighted(NetworkSearch):
    """Tree search over deeds by the priors and values of a network with eyes; budgets as those of `search`.

    It plays only games that such a network has learned; the champion asks it there. What cannot be won any more the
    quick player plays to its end.
    """

    kind = "sighted"

    def __init__(
        self,
        sims: int | None = None,
        ms: int | None = None,
        workers: int = 1,
        file: str | None = None,
        **settings: float,
    ):
        super().__init__(sims, ms, workers, file, **settings)
        self._quick = Greedy(looks=4)
        self._planned: tuple[bytes, int] = (b"", -1)

    def settings(self, game: Game) -> Any:
        own = {**USUAL, **self.own_settings}
        return Guidance(**{name: float(own[name]) for name in own if name in Guidance._fields})

    def _branches(self, game: Game) -> int:
        return layout_of(game).deeds

    def _scratch(self, game: Game, space: Workspace) -> tuple[Eyes, EyeScratch, DeedScratch]:
        """The network and where it is asked; kept with the workspace."""
        network = eyes_for(game, self.file)
        assert network is not None
        if network not in space.guided:
            layout = network.layout
            search = DeedScratch(
                deeds=np.zeros(layout.deeds, np.int16),
                wishes=np.zeros(layout.deeds, np.int64),
                shares=np.zeros(MOST_SEATS),
                actions=np.zeros(game.definition.legal_limit, np.int16),
            )
            space.guided[network] = (network.eyes(), eye_scratch(layout), search)
        found: tuple[Eyes, EyeScratch, DeedScratch] = space.guided[network]
        return found

    def _look_ahead(self, game: Game, space: Workspace, seat: int, settings: Any) -> None:
        """The network's first look is the first simulation's."""

    def _run(
        self, game: Game, space: Workspace, seat: int, settings: Any, simulations: int
    ) -> None:
        simulate_deeds(
            game.board.struct,
            space.states,
            seat,
            space.tree,
            space.root,
            settings,
            *self._scratch(game, space),
            space.work,
            space.walk,
            space.rng,
            simulations,
        )

    def _time_for(self, view: State, seat: int) -> float:
        """Seconds for this deed: a part of what is left of its turn's time."""
        if self.ms is None or not self.whole_turn:
            return super()._time_for(view, seat)
        turn = (seat, int(view.turn))
        if turn != self._turn:
            self._turn, self._left = turn, self.ms / 1000
        seconds = max(SHARE_OF_TURN * self._left, LEAST_SHARE * self.ms / 1000)
        self._left = max(0.0, self._left - seconds)
        return seconds

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        check_view(game, view, seat)
        actions = game.legal_actions(view)
        if len(actions) == 1:
            return actions[0]
        expected, planned = self._planned
        if view.tobytes() == expected and planned in actions:
            return planned
        found = self.search(game, view, seat, seed, self._time_for(view, seat))
        visited = np.flatnonzero(found.visits).tolist()
        deed = best_action(found, visited, seat) if visited else self._wished(game)
        if visited and found.totals[deed, seat] < HOPELESS * found.visits[deed]:
            return self._quick.choose(game, view, seat, seed)
        first, second = (int(part_of_deed(view, deed, part)) for part in (0, 1))
        if first not in actions:  # it was begun before
            return second
        self._plan(game, view, first, second)
        return first

    def _wished(self, game: Game) -> int:
        """After a single look: the deed that the network likes best."""
        space = self.spaces(game)[0]
        nodes, child, found = space.tree.nodes, int(space.tree.nodes[space.root].first), []
        while child > 0:
            found.append((float(nodes[child].weight), int(nodes[child].action)))
            child = int(nodes[child].next)
        return max(found)[1]

    def _plan(self, game: Game, view: State, first: int, second: int) -> None:
        """Keep the second action of a deed. With a budget in simulations every decision begins anew, so that it depends on
        nothing but the view."""
        self._planned = (b"", -1)
        if self.ms is not None and second >= 0:
            after = view.copy()
            game.definition.rules.apply(game.board.struct, after, first)
            self._planned = (after.tobytes(), second)

    def _expect(self, game: Game, view: State, action: int) -> None:
        """The next decision begins a tree of its own."""

    def prepare(self, game: Game) -> None:
        super().prepare(game)
        self._quick.prepare(game)
