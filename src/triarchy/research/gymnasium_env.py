"""The games as Gymnasium environments: one seat against opponents, alone or many games at once.

    gymnasium.make("triarchy.research.gymnasium_env:triarchy/Tigris-v1", players=3, bots="greedy")

`SeatEnv` is one game, `SeatVectorEnv` a whole `Batch`. In both, `info["action_mask"]` and
`action_masks()` say what is legal. Importing this module registers every game that is installed,
as `triarchy/NAME-vVERSION` with the version of its rules.

The opponents, `bots`, are one of these for all other seats, or a list with one for each, from the
seat after ours on:

- a text that names a bot, as in the arena: "random", "greedy", "search:sims=50";
- a `triarchy.bots.Bot`, which gets the view of its seat;
- a policy: a function that is called with observations and masks, a row for each game in which it is
  to move, and returns an action for each row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from triarchy.bots import Bot
from triarchy.bots import bot as find_bot
from triarchy.bots.base import Random
from triarchy.engine.errors import BadRequest, IllegalMove
from triarchy.kit.definition import DEFINITIONS
from triarchy.research.batch import Batch
from triarchy.research.extras import missing
from triarchy.research.single import Playing, Single
from triarchy.table.game import Game
from triarchy.table.game import game as find_game

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing(error, "research") from None

Policy = Callable[[np.ndarray, np.ndarray], Any]
Opponent = str | Bot | Policy


def find(game: str | Game, players: int | None, more: dict[str, Any]) -> Game:
    return game if isinstance(game, Game) else find_game(game, players, **more)


def find_opponents(game: Game, bots: Opponent | Sequence[Opponent]) -> list[Bot | Policy]:
    """Who plays the other seats, from the one after ours on."""
    others = game.players - 1
    if isinstance(bots, str | Bot) or callable(bots):
        # One object for each seat: some bots remember what they thought.
        listed = [bots] * others
    else:
        listed = list(bots)
    if len(listed) != others:
        raise BadRequest(f"There are {others} other seats, not {len(listed)}.")
    return [find_bot(one) if isinstance(one, str) else one for one in listed]


def check_seat(game: Game, seat: int | None) -> None:
    if seat is not None and not 0 <= seat < game.players:
        raise BadRequest(f"A seat is from 0 to {game.players - 1}, not {seat!r}.")


def spaces_of(game: Game) -> tuple[spaces.Box, spaces.Discrete]:
    """The spaces of observations and actions of a game."""
    definition = game.definition
    return (
        spaces.Box(-128, 127, (definition.observation,), np.int8),
        spaces.Discrete(definition.actions),
    )


class SeatEnv(Playing, gymnasium.Env):
    """One seat of a game against opponents. The reward comes at the end: winners share 1, everybody
    pays 1 / players."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seat: int | None = None,
        bots: Opponent | Sequence[Opponent] = "random",
        render_mode: str | None = None,
        illegal: Literal["refuse", "lose"] = "refuse",
        **more: Any,
    ):
        """`seat`: None takes another seat in every game, by the seed. `bots`: see above. `illegal`: an
        illegal action raises IllegalMove, or loses the game at once. `more`: `board` and `options`."""
        self.game = find(game, players, more)
        check_seat(self.game, seat)
        if illegal not in ("refuse", "lose"):
            raise BadRequest(f"'illegal' is 'refuse' or 'lose', not {illegal!r}.")
        self.illegal = illegal
        self.fixed_seat = seat
        self.opponents = find_opponents(self.game, bots)
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces_of(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self._single = Single(self.game, int(self.np_random.integers(2**63)))
        chosen = int(self.np_random.integers(self.game.players))
        self.seat = chosen if self.fixed_seat is None else self.fixed_seat
        self._let_others_play()
        return self._seen()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        single = self.single
        if single.over:
            raise BadRequest("The game is over: call reset().")
        if not single.play(int(action)):
            if self.illegal == "refuse":
                raise IllegalMove(
                    f"Action {int(action)} is not legal now; see info['action_mask']."
                )
            seen, info = self._seen()
            self._single = None
            return seen, -1 / self.game.players, True, False, {**info, "illegal": True}
        self._let_others_play()
        reward = single.rewards()[self.seat] if single.over else 0.0
        seen, info = self._seen()
        return seen, reward, single.over, False, info

    def action_masks(self) -> np.ndarray:
        """Say which actions are legal now, as sb3-contrib's MaskablePPO asks for it."""
        mask = np.zeros(self.game.definition.actions, np.bool_)
        mask[self.single.legal()] = True
        return mask

    def render(self) -> str | None:
        """Return the position as text, from the view of our seat; None without the render mode."""
        if self.render_mode is None:
            return None
        sight = self.game.sight(self.single.view(self.seat))
        return self.game.definition.drawing.terminal(sight, self.game.reader(self.seat))

    def _let_others_play(self) -> None:
        single = self.single
        while not single.over and single.to_move != self.seat:
            place = (single.to_move - self.seat - 1) % self.game.players
            action = self._choice_of(self.opponents[place])
            if not single.play(action):
                raise IllegalMove(f"Seat {single.to_move} plays {action}, which is not legal.")

    def _choice_of(self, opponent: Bot | Policy) -> int:
        single = self.single
        if isinstance(opponent, Random):
            legal = single.legal()
            return legal[int(self.np_random.integers(len(legal)))]
        seat = single.to_move
        if isinstance(opponent, Bot):
            chance = int(self.np_random.integers(2**63))
            return opponent.choose(self.game, single.view(seat), seat, chance)
        features, mask = single.see(seat)
        return int(np.asarray(opponent(features[None], mask[None]))[0])

    def _seen(self) -> tuple[np.ndarray, dict[str, Any]]:
        features, mask = self.single.see(self.seat)
        return features, {"action_mask": mask, "seat": self.seat}


class SeatVectorEnv(VectorEnv):
    """A batch of games, one seat in each against opponents; random ones cost least.

    Ended games begin anew in the same step: `rewards` and `terminations` are those of the ended game,
    observations and masks those of the new one. `info["final_obs"]` and `info["final_info"]` have what
    our seat saw at the end of those that `info["_final_obs"]` marks.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        players: int | None = None,
        seat: int | None = 0,
        bots: Opponent | Sequence[Opponent] = "random",
        **more: Any,
    ):
        """`seat`: None takes another seat in every game. `bots`: see above; a policy is called with all
        the games in which it is to move at once. `more`: `board` and `options`."""
        self.game = find(game, players, more)
        check_seat(self.game, seat)
        self.num_envs = num_envs
        self.seat = seat
        self.opponents = find_opponents(self.game, bots)
        self.batch = Batch(self.game, num_envs, checked=False)
        self.single_observation_space, self.single_action_space = spaces_of(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seats: np.ndarray | None = None

    @property
    def seats(self) -> np.ndarray:
        """Our seat in each game."""
        if self._seats is None:
            raise BadRequest("Call reset() first: there are no games yet.")
        return self._seats

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**63)))
        self._seats = self._draw_seats(self.num_envs)
        self._begin_step()
        self._let_others_play()
        return self._seen()

    def _draw_seats(self, count: int) -> np.ndarray:
        if self.seat is not None:
            return np.full(count, self.seat, np.int8)
        return self.np_random.integers(self.game.players, size=count, dtype=np.int8)

    def _begin_step(self) -> None:
        self._rewards = np.zeros(self.num_envs)
        self._done = np.zeros(self.num_envs, np.bool_)
        self._final: dict[int, tuple[np.ndarray, dict[str, Any]]] = {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        if self._seats is None:
            raise BadRequest("Call reset() first: there are no games yet.")
        actions = np.asarray(actions)
        masks = self.batch.legal()
        fits = (actions >= 0) & (actions < self.batch.actions)
        legal = fits & masks[np.arange(self.num_envs), actions * fits]
        if not legal.all():
            wrong = int(np.flatnonzero(~legal)[0])
            raise IllegalMove(f"Action {int(actions[wrong])} is not legal in game {wrong}.")
        self._begin_step()
        self._play(actions, np.ones(self.num_envs, np.bool_))
        self._let_others_play()
        seen, info = self._seen()
        if self._final:
            info |= self._final_info()
        return seen, self._rewards, self._done, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> np.ndarray:
        """Say which actions are legal now, bool (num_envs, actions)."""
        return self.batch.legal().copy()

    def _let_others_play(self) -> None:
        """Let the others move until our seat is to move everywhere."""
        players = self.game.players
        while (waiting := (movers := self.batch.to_move) != self.seats).any():
            places = (movers - self.seats - 1) % players
            actions = np.zeros(self.num_envs, np.int64)
            for place, opponent in enumerate(self.opponents):
                where = np.flatnonzero(waiting & (places == place))
                if len(where):
                    actions[where] = self._choices_of(opponent, where, movers)
            self._play(actions, waiting)

    def _choices_of(self, opponent: Bot | Policy, where: np.ndarray, movers: np.ndarray) -> Any:
        """An opponent's actions in the games in which it is to move."""
        if isinstance(opponent, Bot) and not isinstance(opponent, Random):
            return [
                opponent.choose(
                    self.game,
                    self.game.view(self.batch.states[i], int(movers[i])),
                    int(movers[i]),
                    int(self.np_random.integers(2**63)),
                )
                for i in where
            ]
        masks = self.batch.legal()[where]
        if isinstance(opponent, Random):
            return (masks * self.np_random.random(masks.shape, np.float32)).argmax(axis=1)
        chosen = np.asarray(opponent(self.batch.observe()[where], masks.astype(np.int8)))
        if chosen.shape != where.shape or not masks[np.arange(len(where)), chosen].all():
            raise IllegalMove("A policy has chosen an action that is not legal.")
        return chosen

    def _play(self, actions: np.ndarray, where: np.ndarray) -> None:
        before = self.batch.states.view(np.uint64).reshape(self.num_envs, -1).copy()
        self.batch.step_some(actions, where)
        for i in np.flatnonzero(self.batch.done & where):
            self._rewards[i] = self.batch.rewards[i, self.seats[i]]
            self._final[int(i)] = self._last_sight(before[i], int(actions[i]), int(self.seats[i]))
            self.seats[i : i + 1] = self._draw_seats(1)
        self._done |= self.batch.done & where

    def _last_sight(
        self, before: np.ndarray, action: int, seat: int
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """What a seat sees at the end of a game, from the state before its last action."""
        single = Single.at(self.game, before)
        single.play(action)
        features, mask = single.see(seat)
        return features, {"action_mask": mask, "seat": seat}

    def _final_info(self) -> dict[str, Any]:
        """The last observations as Gymnasium's vector environments hand them over."""
        found: dict[str, Any] = {}
        for i, (features, info) in self._final.items():
            found = self._add_info(found, {"final_obs": features, "final_info": info}, i)
        return found

    def _seen(self) -> tuple[np.ndarray, dict[str, Any]]:
        mask = self.batch.legal().astype(np.int8)
        return self.batch.observe().copy(), {"action_mask": mask, "seat": self.seats.copy()}


def make(game: str, **arguments: Any) -> SeatEnv:
    """The environment of a registered id: an illegal action loses, since Gymnasium's checkers and
    agents without masks take any."""
    return SeatEnv(game, **{"illegal": "lose", **arguments})


def id_of(name: str) -> str:
    """The id of a game, with the version of its rules: `triarchy/Meridian-v1`."""
    return f"triarchy/{name.capitalize()}-v{DEFINITIONS[name].version}"


for _name in DEFINITIONS.names():
    gymnasium.register(
        id_of(_name),
        entry_point=f"{__name__}:make",
        vector_entry_point=f"{__name__}:SeatVectorEnv",
        kwargs={"game": _name},
    )
