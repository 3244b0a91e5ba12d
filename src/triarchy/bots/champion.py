"""The champion: the tree search guided by a network that learned by playing itself, or the search of
`search`, whose simulations such a network weighs and judges."""

from __future__ import annotations

from typing import Any

from triarchy.bots.guided import Guidance, SearchScratch, simulate_guided
from triarchy.bots.inference import Foresight, Scratch
from triarchy.bots.lookahead import MOST_SEATS
from triarchy.bots.network import Network, network_for, scratch_for
from triarchy.bots.search import NetworkSearch, Search
from triarchy.bots.sighted import Sighted, eyes_for
from triarchy.bots.tree import Settings
from triarchy.bots.workspace import Workspace
from triarchy.engine.arrays import np
from triarchy.kit.definition import State
from triarchy.table.game import Game


class Champion(NetworkSearch):
    """Tree search by a network's priors and values; budgets as those of `search`. With `playouts`, and
    where the network has no policy, simulations are those of `search`: the network's policy, if it has one,
    weighs what is tried, and its values judge where a simulation ends.

    With `eyes`, which a game may want for some numbers of players, and where a network with eyes has learned the game, the
    search over deeds plays (see sighted.py).

    Where no network has learned the game with so many players on this board, `search` plays instead.
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
        super().__init__(sims, ms, workers, file, **settings)
        self._stand_in = Search(sims, ms, workers)
        self._sighted = Sighted(sims, ms, workers, None, **settings)

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
            own = {**game.definition.search, **own}
        return kind(**{name: float(value) for name, value in own.items() if name in kind._fields})

    def _other(self, game: Game) -> Search | None:
        """The search that plays instead, if one does."""
        sees = self.file is None and self._wishes(game).get("eyes", 0) > 0
        if sees and eyes_for(game) is not None:
            return self._sighted
        return self._stand_in if self.network(game) is None else None

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        other = self._other(game)
        if other is not None:
            other.sims, other.ms, other.whole_turn = self.sims, self.ms, self.whole_turn
            other.patience = self.patience
            return other.choose(game, view, seat, seed)
        return super().choose(game, view, seat, seed)

    def code(self, game: Game) -> str:
        if self.network(game) is None:
            return self._stand_in.code(game)
        return "champion" if isinstance(self.settings(game), Settings) else "guided champion"

    def prepare(self, game: Game) -> None:
        other = self._other(game)
        if other is not None:
            other.prepare(game)
        else:
            super().prepare(game)

    def _look_ahead(self, game: Game, space: Workspace, seat: int, settings: Any) -> None:
        """Where there is a policy, the network's first look is the first simulation's."""
        if isinstance(settings, Settings):
            super()._look_ahead(game, space, seat, settings)

    def _foresight(self, game: Game, space: Workspace) -> Foresight | None:
        network = self.network(game)
        assert network is not None
        scratch, search = self._scratch(network, game, space)
        wishes = {**Guidance()._asdict(), **self._wishes(game)}
        exponents = (
            float(wishes[name])
            for name in ("network_weight", "evaluation_weight", "prior_exponent")
        )
        # Made anew: what the network sees beside the features depends on the number of players.
        weights = network.weights(game)
        return Foresight(weights, scratch, search.shares, search.actions, search.wishes, *exponents)

    @staticmethod
    def _scratch(network: Network, game: Game, space: Workspace) -> tuple[Scratch, SearchScratch]:
        """Where a network is asked; kept with the workspace."""
        if network not in space.guided:
            limit = game.definition.legal_limit
            shares, others = np.zeros((2, MOST_SEATS))
            search = SearchScratch(
                np.zeros(limit, np.int16), np.zeros(limit, np.int64), shares, others
            )
            space.guided[network] = (scratch_for(network, game.definition), search)
        scratch: tuple[Scratch, SearchScratch] = space.guided[network]
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
            network.weights(game),
            *self._scratch(network, game, space),
            space.work,
            space.walk,
            space.rng,
            simulations,
        )
