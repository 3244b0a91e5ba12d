"""The games as OpenSpiel games: `pyspiel.load_game("triarchy_meridian(players=3)")`.

Importing this module registers every game that is installed as `triarchy_` and its name.

How chance is modelled: all of a game's chance is its seed, so there is one chance node, at the
root, with `deals` equally likely outcomes: outcome k is the game with seed k. More deals are closer
to the real game, fewer make tables of information states smaller.

Information states have perfect recall: what a player saw at first and every move since as he saw
it. `resample_from_infostate` deals what is hidden anew, for OpenSpiel's ISMCTS.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
import pyspiel

from triarchy.kit.definition import DEFINITIONS, Definition, State
from triarchy.research.pettingzoo_env import final_rewards
from triarchy.table.game import Game, game
from triarchy.table.table import Table

DEALS = 1024


def game_type(definition: Definition) -> Any:
    least, most = definition.players
    parameters: dict[str, Any] = {"players": least, "deals": DEALS}
    for option, values in definition.options.items():
        parameters[option] = values[0]
    return pyspiel.GameType(
        short_name=f"triarchy_{definition.name}",
        long_name=definition.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):
    """One of the games, with its parameters, for OpenSpiel's algorithms."""

    def __init__(self, definition: Definition, kind: Any, params: dict[str, Any] | None = None):
        params = params or {}
        self.game: Game = game(
            definition.name,
            int(params.get("players", definition.players[0])),
            options={name: params[name] for name in definition.options if name in params},
        )
        self.deals = int(params.get("deals", DEALS))
        players = self.game.players
        information = pyspiel.GameInfo(
            num_distinct_actions=definition.actions,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=-1.0 / players,
            max_utility=1.0 - 1.0 / players,
            utility_sum=0.0,
            max_game_length=definition.longest,
        )
        super().__init__(kind, information, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or not iig_obs_type.perfect_recall:
            return Observer(self.game)
        return StringObserver()


class SpielState(pyspiel.State):
    """A position of one of the games; before the seed is drawn it is a chance node."""

    def __init__(self, spiel_game: SpielGame):
        super().__init__(spiel_game)
        self._game = spiel_game.game
        self._deals = spiel_game.deals
        self.table: Table | None = None
        self._seen: list[list[str]] = [[] for _ in range(self._game.players)]

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else int(self.table.state.to_move)

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1.0 / self._deals) for seed in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None
        return self._game.legal_actions(self.table.state)

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = self._game.start(action)
            for seat in range(self._game.players):
                self._seen[seat].append(self._digest(seat))
            return
        before = self.table.state
        self.table.play_action(action)
        for seat in range(self._game.players):
            known = self._game.known_action(before, action, seat)
            self._seen[seat].append(f"{int(before.to_move)}:{known}")
            self._seen[seat].append(self._digest(seat))

    def _digest(self, seat: int) -> str:
        """A short hash of what a seat sees now."""
        assert self.table is not None
        view = self._game.view(self.table.state, seat)
        return hashlib.sha1(view.tobytes()).hexdigest()[:12]

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player == pyspiel.PlayerId.CHANCE else self._game.moves[action]

    def returns(self) -> list[float]:
        if self.table is None or not self.table.over:
            return [0.0] * self._game.players
        return final_rewards(self.table)

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return f"{seat}|" + " ".join(self._seen[seat])

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        assert self.table is not None
        return json.dumps(self.table.view(seat))

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """A state that this player cannot tell from this one, with the hidden things dealt anew."""
        assert self.table is not None
        view = self._game.view(self.table.state, player_id)
        rng = np.array([int(probability_sampler() * 2**53)], np.uint64)
        self._game.definition.rules.guess(self._game.board.struct, view, player_id, rng)
        return self._at(view)

    def _at(self, state: State) -> SpielState:
        fresh = SpielState(self.get_game())
        fresh.table = Table(self._game, start=state)
        fresh._seen = [list(seen) for seen in self._seen]
        return fresh

    def __str__(self) -> str:
        if self.table is None:
            return "before the deal"
        return json.dumps(self.table.position())


class Observer:
    """The features of the game's docs page, as OpenSpiel's observation tensor."""

    def __init__(self, played: Game):
        self._game = played
        self.tensor = np.zeros(played.definition.observation, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.table is None:
            return
        features = np.zeros(len(self.tensor), np.int8)
        view = self._game.view(state.table.state, player)
        self._game.definition.rules.observe(self._game.board.struct, view, player, features)
        self.tensor[:] = features

    def string_from(self, state: SpielState, player: int) -> str:
        return "before the deal" if state.table is None else state.observation_string(player)


class StringObserver:
    """Information states as text; there is no tensor of a whole history."""

    tensor = None
    dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing to write."""

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player)


def register(definition: Definition) -> None:
    """Make one game known to OpenSpiel."""
    kind = game_type(definition)

    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None):
            super().__init__(definition, kind, params)

    pyspiel.register_game(kind, Registered)


for _definition in DEFINITIONS.all():
    register(_definition)
