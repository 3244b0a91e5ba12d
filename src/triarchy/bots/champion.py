"""The champion: the tree search guided by a network that learned by playing itself, or the search of
`search`, whose simulations such a network weighs and judges."""

from __future__ import annotations

from typing import Any

import numpy as np

from triarchy.bots.guided import Desk, Guidance, simulate_guided
from triarchy.bots.inference import Foresight, Room
from triarchy.bots.lookahead import MOST_SEATS
from triarchy.bots.network import Network, network_for, room_for
from triarchy.bots.search import Search
from triarchy.bots.tree import Settings
from triarchy.bots.workspace import Workspace
from triarchy.kit.definition import State
from triarchy.table.game import Game


class Champion(Search):
    """Tree search by a network's priors and values; budgets as those of `search`. With `playouts`, and
    where the network has no policy, simulations are those of `search`: the network's policy, if it has one,
    weighs what is tried, and its values judge where a simulation ends.

    Where no network has learned the game with so many players on this board, `search` plays instead.
    `file`: a network from `triarchy train`; without it, the one that comes with the game.
    """

    kind = "champion"

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
        self._stand_in = Search(sims, ms, workers)

    def network(self, game: Game) -> Network | None:
        """The network that guides the search in this game, if there is one."""
        return network_for(game, self.file)

    def _wishes(self, game: Game) -> dict[str, float]:
        """What the game, its number of players and this bot want otherwise than usual."""
        definition = game.definition
        more = definition.champion_for.get(game.players, {})
        return {**definition.champion, **more, **self.own_settings}

    def settings(self, game: Game) -> Any:
        """The guidance: the general one, the game's own, then this bot's."""
        own = self._wishes(game)
        network = self.network(game)
        playouts = network is not None and (network.by_seat or own.get("playouts", 0) > 0)
        kind: Any = Settings if playouts else Guidance
        if kind is Settings:
            own = {**game.definition.search, **_for_search(own)}
        return kind(**{name: float(value) for name, value in own.items() if name in kind._fields})

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        if self.network(game) is None:
            other = self._stand_in
            other.sims, other.ms, other.whole_turn = self.sims, self.ms, self.whole_turn
            other.patience = self.patience
            return other.choose(game, view, seat, seed)
        return super().choose(game, view, seat, seed)

    def prepare(self, game: Game) -> None:
        if self.network(game) is None:
            self._stand_in.prepare(game)
        else:
            super().prepare(game)

    def _look_ahead(self, game: Game, space: Workspace, seat: int, settings: Any) -> None:
        """Where there is a policy, the network's first look is the first simulation's."""
        if isinstance(settings, Settings):
            super()._look_ahead(game, space, seat, settings)

    def _foresight(self, game: Game, space: Workspace) -> Foresight | None:
        network = self.network(game)
        assert network is not None
        room, desk = self._scratch(network, game, space)
        wishes = {**Guidance()._asdict(), **self._wishes(game)}
        powers = (float(wishes[name]) for name in ("trust", "hand", "soften"))
        # Made anew: what the network sees beside the features depends on the number of players.
        mind = network.mind(game)
        return Foresight(mind, room, desk.shares, desk.actions, desk.wishes, *powers)

    @staticmethod
    def _scratch(network: Network, game: Game, space: Workspace) -> tuple[Room, Desk]:
        """Where a network is asked; kept with the workspace."""
        if network not in space.guided:
            limit = game.definition.legal_limit
            shares, others = np.zeros((2, MOST_SEATS))
            desk = Desk(np.zeros(limit, np.int16), np.zeros(limit, np.int64), shares, others)
            space.guided[network] = (room_for(network, game.definition), desk)
        scratch: tuple[Room, Desk] = space.guided[network]
        return scratch

    def _run(
        self, game: Game, space: Workspace, seat: int, settings: Any, simulations: int
    ) -> None:
        if isinstance(settings, Settings):
            super()._run(game, space, seat, settings, simulations)
            return
        network = self.network(game)
        assert network is not None
        simulate_guided(
            game.board.struct,
            space.states,
            seat,
            space.tree,
            space.root,
            settings,
            network.mind(game),
            *self._scratch(network, game, space),
            space.work,
            space.walk,
            space.rng,
            simulations,
        )


def _for_search(settings: dict[str, float]) -> dict[str, float]:
    """The settings of the search: its `trust` is another thing than the network's power."""
    return {name: value for name, value in settings.items() if name not in ("trust", "hand")}
