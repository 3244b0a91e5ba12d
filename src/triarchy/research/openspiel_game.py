"""The games as OpenSpiel games: `pyspiel.load_game("triarchy_meridian(players=3)")`.

Importing this module registers every game that is installed as `triarchy_` and its name.

How chance is modelled: with `chance=deal`, the usual, all of a game's chance is its seed, so there is one chance node, at
the root, with `deals` equally likely outcomes: outcome k is the game with seed k. More deals are closer
to the real game, fewer make tables of information states smaller. With `chance=draws` the deal is such a node too, but whatever is drawn
after it is drawn at a chance node of its own, with as many outcomes as there are kinds of things to draw, and a shuffle
in the middle of a game is one of `deals` outcomes.

`start` is a position to begin with, the name of one of `research/small/` or a file: the deal then deals what is hidden in it.

Information states have perfect recall: what a player saw at first and every move since as they saw
it. `resample_from_infostate` deals what is hidden again, for OpenSpiel's ISMCTS.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from triarchy.engine.errors import BadPosition, BadRequest
from triarchy.kit.definition import DEFINITIONS, Definition
from triarchy.research.extras import missing
from triarchy.research.openspiel_structs import ActionStruct, ObservationStruct, StateStruct, Struct
from triarchy.research.single import Single
from triarchy.table.game import Game, game, read_position
from triarchy.table.table import Table

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error, "research") from None

DEALS = 1024
MOST_DEALS = 1 << 31
KINDS_DRAWN = 256
"""More kinds of things than any pile has."""
BEFORE_THE_DEAL = "before the deal"
DEAL, DRAW, SHUFFLE = "deal", "draw", "shuffle"
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
SMALL = Path(__file__).with_name("small")


def game_type(definition: Definition) -> Any:
    least, most = definition.players
    parameters: dict[str, Any] = {"players": least, "deals": DEALS, "chance": DEAL, "start": ""}
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


def read_start(name: str) -> dict[str, Any]:
    """A position document by its name in `small/`, or from a file."""
    own = SMALL / f"{name}.json"
    path = own if own.exists() else Path(name)
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        known = ", ".join(sorted(one.stem for one in SMALL.glob("*.json")))
        raise BadRequest(f"{name!r} is no position; there are {known}, and files.") from None
    if not isinstance(document, dict):
        raise BadRequest(f"{name!r} holds no position.")
    return document


class SpielGame(pyspiel.Game):
    """One of the games, with its parameters, for OpenSpiel's algorithms."""

    ActionStruct, StateStruct, ObservationStruct = ActionStruct, StateStruct, ObservationStruct

    def __init__(self, definition: Definition, kind: Any, params: dict[str, Any] | None = None):
        params = params or {}
        least = definition.players[0]
        players = int(params.get("players", least))
        options = {name: params[name] for name in definition.options if name in params}
        self.start: bytes | None = None
        """The state to begin with, as bytes; None: a new game."""
        if start := str(params.get("start", "")):
            table = _table_of(definition, read_start(start))
            self.game: Game = table.game
            self.start = table.state.tobytes()
            usual = {name: definition.options[name][0] for name in options}
            if players not in (least, self.game.players) or options not in (
                usual,
                self.game.options,
            ):
                raise BadRequest("'start' says how many play and by which options; give it alone.")
        else:
            self.game = game(definition.name, players, options=options)
        self.deals = int(params.get("deals", DEALS))
        if not 1 <= self.deals < MOST_DEALS:
            raise BadRequest(f"'deals' must be from 1 to {MOST_DEALS - 1}, not {self.deals}.")
        chance = str(params.get("chance", DEAL))
        if chance not in (DEAL, "draws"):
            raise BadRequest(f"'chance' is 'deal' or 'draws', not {chance!r}.")
        self.draws = chance == "draws"
        number = self.game.players
        information = pyspiel.GameInfo(
            num_distinct_actions=definition.actions,
            max_chance_outcomes=max(self.deals, KINDS_DRAWN) if self.draws else self.deals,
            num_players=number,
            min_utility=-1.0 / number,
            max_utility=1.0 - 1.0 / number,
            utility_sum=0.0,
            max_game_length=definition.max_decisions,
        )
        super().__init__(kind, information, params)

    def __repr__(self) -> str:
        # OpenSpiel's own crashes on a game that was refused before it was made.
        return f"<OpenSpiel's {self.__dict__.get('game')!r}>"

    def new_initial_state(self, told: Struct | Mapping[str, Any] | str | None = None) -> SpielState:
        """Return the chance node before the deal; with a position, as a struct, a dictionary or JSON, that position."""
        state = SpielState(self)
        if told is not None:
            struct = told if isinstance(told, Struct) else Struct(told)
            table = self.game.position(struct.to_dict())
            state.begin(single_at(self.game, table.state.tobytes()))
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or not iig_obs_type.perfect_recall:
            return Observer(self.game)
        return StringObserver()


def _table_of(definition: Definition, document: dict[str, Any]) -> Table:
    if document.get("game") != definition.name:
        raise BadPosition(f"The position is not one of {definition.title}.")
    found, state = read_position(document)
    return Table(found, start=state)


def single_at(played: Game, state: bytes) -> Single:
    """A game that goes on from a state."""
    return Single.at(played, np.frombuffer(state, np.uint64))


class SpielState(pyspiel.State):
    """A position of one of the games; before the seed is drawn it is a chance node."""

    def __init__(self, spiel_game: SpielGame):
        super().__init__(spiel_game)
        self._game = spiel_game.game
        self._deals = spiel_game.deals
        self._with_draws = spiel_game.draws
        self._start = spiel_game.start
        self.single: Single | None = None
        self._memory = Memory(self._game.players)
        self._chosen: int | None = None
        """The action that has been chosen, and waits for what is drawn with it."""
        self._to_draw: tuple[tuple[str, int, int], ...] = ()
        """The chance nodes before it can be played: a shuffle, or a draw of which pile from which place."""

    def begin(self, single: Single) -> None:
        """Note what is known once the game is dealt."""
        self.single = single
        self._memory.states.append(single.tobytes())

    @property
    def table(self) -> Table | None:
        """The game so far as a table, made anew when asked for; None before the deal."""
        return None if self.single is None else self.single.table()

    def current_player(self) -> int:
        if self.single is None or self._to_draw:
            return CHANCE
        return TERMINAL if self.single.over else self.single.to_move

    def is_terminal(self) -> bool:
        return self.single is not None and self.single.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.single is None or self._to_draw[0][0] == SHUFFLE:
            return [(number, 1.0 / self._deals) for number in range(self._deals)]
        kinds, counts = np.unique(self._pile(), return_counts=True)
        return [(int(k), int(n) / int(counts.sum())) for k, n in zip(kinds, counts, strict=True)]

    def _pile(self) -> np.ndarray:
        """What may be drawn at this chance node."""
        assert self.single is not None
        _, pile, place = self._to_draw[0]
        return self._game.definition.draw_piles(self.single.state)[pile][: place + 1]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.single is not None
        return self.single.legal()

    def _apply_action(self, action: int) -> None:
        if self.single is None:
            self.begin(self._dealt(action))
        elif self._to_draw:
            self._settle(action)
        else:
            self._choose(action)

    def _dealt(self, deal: int) -> Single:
        if self._start is None:
            return Single(self._game, deal)
        return single_at(self._game, self._start).dealt_to_all(deal)

    def _choose(self, action: int) -> None:
        """Play an action, once what it draws has been drawn."""
        assert self.single is not None
        if self._with_draws:
            self._chosen, self._to_draw = action, self._draws_of(action)
        else:
            self._chosen = action
        self._go_on()

    def _draws_of(self, action: int) -> tuple[tuple[str, int, int], ...]:
        """The chance nodes that an action brings: how many things it draws does not depend on which they are."""
        single = self.single
        assert single is not None
        after, draw_piles = single.copy(), self._game.definition.draw_piles
        if not after.play(action):
            raise BadRequest(f"Action {action} is not legal now.")
        before, left = draw_piles(single.state), draw_piles(after.state)
        shuffled = "rng" in (single.state.dtype.names or ()) and bool(
            single.state["rng"][0] != after.state["rng"][0]
        )
        nodes = [(SHUFFLE, 0, 0)] if shuffled else []
        for number, (pile, rest) in enumerate(zip(before, left, strict=True)):
            drawn = len(pile) if shuffled else len(pile) - len(rest)
            nodes += [(DRAW, number, len(pile) - 1 - k) for k in range(drawn)]
        return tuple(nodes)

    def _settle(self, outcome: int) -> None:
        """What a chance node brought: the thing drawn is brought to the place where it will be drawn from."""
        assert self.single is not None
        what, _, place = self._to_draw[0]
        self.single.seed = None  # no seed leads there
        if what == SHUFFLE:
            if not 0 <= outcome < self._deals:
                raise BadRequest(f"A shuffle is from 0 to {self._deals - 1}, not {outcome}.")
            self.single.state["rng"][0] = np.uint64(outcome)
        else:
            pile = self._pile()
            found = np.flatnonzero(pile == outcome)
            if len(found) == 0:
                raise BadRequest(f"There is no {outcome} left to draw.")
            pile[found[-1]], pile[place] = pile[place], outcome
        self._to_draw = self._to_draw[1:]
        self._go_on()

    def _go_on(self) -> None:
        """Play the chosen action, unless something is to be drawn that can be one thing or another."""
        while self._to_draw and self._to_draw[0][0] == DRAW and len(set(self._pile().tolist())) < 2:
            self._to_draw = self._to_draw[1:]
        if self._to_draw:
            return
        assert self.single is not None and self._chosen is not None
        action, self._chosen = self._chosen, None
        if not self.single.play(action):
            raise BadRequest(f"Action {action} is not legal now.")
        self._memory.states.append(self.single.tobytes())

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return self._game.moves[action]
        return f"seed {action}" if self.single is None else f"{self._chance_node()} {action}"

    def _chance_node(self) -> str:
        return DEAL if self.single is None else self._to_draw[0][0]

    def returns(self) -> list[float]:
        if self.single is None or not self.single.over:
            return [0.0] * self._game.players
        return self.single.rewards()

    def information_state_string(self, player: int | None = None) -> str:
        seat = self._seat(player)
        if self.single is None:
            return f"{seat}|"
        return f"{seat}|" + " ".join(self._memory.of(seat, self.single))

    def observation_string(self, player: int | None = None) -> str:
        seat = self._seat(player)
        if self.single is None:
            return BEFORE_THE_DEAL
        return json.dumps(self._game.document(self.single.view(seat)))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return what OpenSpiel's own method does, which makes an object of every number: most are zero, and one does for all."""
        seat = self.current_player() if player is None else player
        if self.single is None or not 0 <= seat < self._game.players:
            own: list[float] = super().observation_tensor(seat)
            return own
        features = np.empty(self._game.definition.observation, np.float32)
        self.single.look(seat, features)
        tensor, places = [0.0] * len(features), (features != 0).nonzero()[0]
        for place, value in zip(places.tolist(), features[places].tolist(), strict=True):
            tensor[place] = value
        return tensor

    def _seat(self, player: int | None) -> int:
        """The player who is asked about: at the deal anyone, since nobody knows anything."""
        seat = self.current_player() if player is None else player
        if seat == CHANCE and (self.single is None or self._to_draw):
            return 0 if self.single is None else self.single.to_move
        if not 0 <= seat < self._game.players:
            raise BadRequest(f"A player is from 0 to {self._game.players - 1}, not {seat}.")
        return seat

    # Structs, as OpenSpiel 2 has them

    def to_struct(self) -> StateStruct:
        """Return the whole position; before the deal there is none."""
        if self.single is None:
            raise BadRequest("Before the deal there is no position.")
        return StateStruct(self._game.document(self.single.state))

    def to_json(self) -> str:
        return self.to_struct().to_json()

    def to_dict(self) -> dict[str, Any]:
        return self.to_struct().to_dict()

    def to_observation_struct(self, player: int | None = None) -> ObservationStruct:
        if self.single is None:
            raise BadRequest("Before the deal there is nothing to see.")
        return ObservationStruct(self._game.document(self.single.view(self._seat(player))))

    def action_to_struct(self, player: int, action: int | None = None) -> ActionStruct:
        """Return an action of a player, or with one argument of the player to move, by its name."""
        if action is None:
            player, action = self.current_player(), player
        if player == CHANCE:
            return ActionStruct({self._chance_node(): action})
        return ActionStruct({"move": self._game.moves[action]})

    def struct_to_actions(self, struct: Struct) -> list[int]:
        """Return the number of the action that a struct names, as a list of one."""
        told = struct.to_dict()
        key = self._chance_node() if self.current_player() == CHANCE else "move"
        if set(told) != {key}:
            raise BadRequest(f"An action has the field {key!r} here, not {sorted(told)}.")
        if key == "move":
            if told[key] not in self._game.moves:
                raise BadRequest(f"{told[key]!r} is no move.")
            return [self._game.moves.index(told[key])]
        return [int(told[key])]

    def apply_action_struct(self, struct: Struct) -> None:
        (action,) = self.struct_to_actions(struct)
        self.apply_action(action)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """Return a state that this player cannot tell from this one, with the hidden things dealt again.

        Its history is this one's, and the player's information state too. The others' information
        states are those of the new deal: the moves as everybody knows them, then what they see now.
        """
        fresh: SpielState = self.clone()
        if self.single is None:
            return fresh  # nobody knows anything yet
        assert fresh.single is not None
        fresh.single = self.single.dealt_anew(player_id, int(probability_sampler() * 2**53))
        fresh._memory = self._memory.dealt_anew(player_id, self.single, fresh.single)
        return fresh

    def __str__(self) -> str:
        if self.single is None:
            return BEFORE_THE_DEAL
        return json.dumps(self._game.document(self.single.state))


class Memory:
    """What each seat saw from the deal on; put into words only when somebody asks."""

    def __init__(self, players: int):
        self.states: list[bytes] = []
        """The state after the deal, and after each decision since."""
        self._words: list[list[str]] = [[] for _ in range(players)]
        self._told = [0] * players
        """How many of the states each seat's words tell of."""

    def of(self, seat: int, single: Single) -> list[str]:
        """Every move as a seat saw it, and a short hash of what it saw before and after."""
        words = self._words[seat]
        for number in range(self._told[seat], len(self.states)):
            if number > 0:
                words.append(self._move(number, seat, single))
            words.append(digest(single.view_of(self.states[number], seat)))
        self._told[seat] = len(self.states)
        return words

    def _move(self, number: int, seat: int | None, single: Single) -> str:
        """The move that led to a state, as a seat (None: an onlooker) may know it."""
        played = single.game
        before = np.frombuffer(self.states[number - 1], played.definition.state)[0]
        known = played.known_action(before, single.actions[number - 1], seat)
        return f"{int(before['to_move'])}:{known}"

    def dealt_anew(self, seat: int, single: Single, fresh: Single) -> Memory:
        """The memories after a new deal that this seat cannot tell from what was before."""
        other = Memory(len(self._words))
        other.states = [*self.states[:-1], fresh.tobytes()]
        other._told = [len(self.states)] * len(self._words)
        moves = [self._move(number, None, single) for number in range(1, len(self.states))]
        for player in range(len(self._words)):
            seen = digest(fresh.view_of(fresh.tobytes(), player))
            other._words[player] = [*moves, seen]
        other._words[seat] = self.of(seat, single)[:]
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Memory:
        other = Memory(0)
        other.states = self.states[:]
        other._words = [words[:] for words in self._words]
        other._told = self._told[:]
        return other


def digest(view: bytes) -> str:
    """A short hash of what a seat sees."""
    return hashlib.sha1(view).hexdigest()[:12]


class Observer:
    """The features of the game's docs page, as OpenSpiel's observation tensor."""

    def __init__(self, played: Game):
        self.tensor = np.zeros(played.definition.observation, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if state.single is None:
            self.tensor.fill(0)
        else:
            state.single.look(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.observation_string(player)


class StringObserver:
    """Information states as text; there is no tensor of a whole history."""

    tensor = None
    dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        raise BadRequest(
            "There is no tensor of a whole history: take information_state_string(), "
            "or observation_tensor() for what a player sees now."
        )

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player)


def register(definition: Definition) -> None:
    """Make one game known to OpenSpiel, as a class that pickle finds by its name in this module."""
    kind = game_type(definition)

    def begin(self: SpielGame, params: dict[str, Any] | None = None) -> None:
        SpielGame.__init__(self, definition, kind, params)

    name = f"{SpielGame.__name__}_{definition.name}"
    members = {"__init__": begin, "__module__": __name__, "__doc__": SpielGame.__doc__}
    made = globals()[name] = type(name, (SpielGame,), members)
    pyspiel.register_game(kind, made)


for _definition in DEFINITIONS.all():
    register(_definition)
