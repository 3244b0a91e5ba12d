"""`Game`: a game with its number of players, board and options; immutable, ready to be played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict, TypeGuard, cast

from triarchy.engine.arrays import np
from triarchy.engine.errors import BadBoard, BadPosition, BadRequest, TriarchyError, UnknownGame
from triarchy.engine.outcomes import play_each
from triarchy.kit.definition import DEFINITIONS, Board, Definition, Document, Scores, State
from triarchy.kit.documents import one_of, shown, whole
from triarchy.kit.language import Phrase, mark
from triarchy.kit.sight import Fields, Reader, Sight, copied

if TYPE_CHECKING:
    from triarchy.table.table import Table

COMMON_KEYS = ("game", "board", "players", "options", "phase", "to_move", "turn")
RESULT_KEYS = ("scores", "ranking")
MOST_SEED = 2**64 - 1
MOST_TURN = 30_000


class Consequences(NamedTuple):
    """What can be told of a legal action before it is played."""

    ends_turn: bool
    reveals: bool
    """Whether it shows somebody something that was hidden until then."""


class Result(TypedDict):
    """How a game has ended, as the notation writes it."""

    scores: Scores
    ranking: list[int]
    """Each seat's rank, from 1."""


class Game:
    """Hold the rules of a game on a board, for a number of players, with options.

    >>> import triarchy
    >>> game = triarchy.game("meridian", players=3)
    >>> game.start(seed=7).legal
    ['card 3', 'card 5']
    """

    def __init__(self, definition: Definition, players: int, board: Board, options: Document):
        self.definition = definition
        self.players = players
        self.board = board
        self.options = options

    @property
    def name(self) -> str:
        return self.definition.name

    @cached_property
    def option_bits(self) -> int:
        """The options as the compiled set-up takes them: eight bits for each one's value."""
        return sum(
            values.index(self.options[name]) << (8 * place)
            for place, (name, values) in enumerate(self.definition.options.items())
        )

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """Return the text of each action, by its number."""
        return self.definition.moves(self.board)

    @cached_property
    def actions(self) -> dict[str, int]:
        """Return the number of each move's action."""
        return {move: action for action, move in enumerate(self.moves) if move}

    def blank(self) -> State:
        """Return a state of zeros."""
        state: State = np.zeros(1, self.definition.state)[0]
        return state

    def state(self, seed: int | str) -> State:
        """Return the state that a game with this seed begins with."""
        state = self.blank()
        self.definition.rules.setup(
            self.board.struct, state, self.players, self.option_bits, np.uint64(read_seed(seed))
        )
        return state

    def legal_actions(self, state: State) -> list[int]:
        """Return the numbers of the legal actions, ascending."""
        out = np.zeros(self.definition.legal_limit, np.int16)
        count = self.definition.rules.legal(self.board.struct, state, out)
        return [int(action) for action in out[:count]]

    def legal_moves(self, state: State) -> list[str]:
        """Return the legal moves, sorted as text."""
        return sorted(self.moves[action] for action in self.legal_actions(state))

    def legal_action(self, state: State, move: object) -> int:
        """Return the number of the action that a text names, if it is legal; else -1."""
        action = self.actions.get(move, -1) if isinstance(move, str) else -1
        return action if action in self.legal_actions(state) else -1

    def known_action(self, state: State, action: int, seat: int | None) -> int:
        """Return a legal action as a seat (None: an onlooker) may know it: -1 if it is made face down."""
        if int(state["to_move"]) == seat:
            return action
        return self.definition.public_action(self.board, state, action)

    def consequences(self, state: State, actions: Sequence[int]) -> list[Consequences]:
        """Return what is known of each of these legal actions before it is played."""
        outcomes = np.zeros(len(actions), self.definition.state)
        play_each(self.board.struct, state, np.array(actions, np.int16), outcomes)
        ends_turn = (outcomes["turn"] != state["turn"]).tolist()
        revealed = self.definition.revealed(self.board, state, actions, outcomes)
        return list(map(Consequences, ends_turn, revealed))

    def forced(self, state: State) -> int:
        """Return the action that a table of people plays for the seat to move, or -1."""
        return -1 if int(state["to_move"]) < 0 else self.definition.forced(self.board, state)

    def goes_along(self, state: State) -> int:
        """The only choice of whoever is to move, where it goes with their next decision, or -1."""
        return -1 if int(state["to_move"]) < 0 else self.definition.goes_along(self.board, state)

    def keeps_back(self, state: State, action: int) -> bool:
        """Whether nobody else hears of this action before something has come of it."""
        return self.definition.keeps_choices and self.definition.is_choice(state, action)

    def view(self, state: State, seat: int | None) -> State:
        """Return what a seat (None: an onlooker) may know of a state: a copy without secrets."""
        hidden = copied(state)
        self.definition.rules.hide(self.board.struct, hidden, -1 if seat is None else seat)
        return hidden

    def observe(self, state: State, seat: int) -> np.ndarray:
        """Return the features that a seat may know, int8: the same from its view as from the whole state."""
        features = np.zeros(self.definition.observation, np.int8)
        self.definition.rules.observe(self.board.struct, state, seat, features, 0, 1)
        return features

    def sight(self, view: State) -> Sight:
        """Return what is seen in a view (or in a state of a game that hides nothing any more)."""
        sight: Sight = self.definition.sight(self.board, view)
        return sight

    def reader(
        self, seat: int | None, language: str = "en", names: Sequence[str] | None = None
    ) -> Reader:
        """Return a reader of this game; without names, the seats are called as the game calls them."""
        usual = names or self.definition.text.seat_names(self.players, language)
        return Reader(seat, tuple(usual), language)

    def start(self, seed: int | str | None = None) -> Table:
        """Start a new game; without a seed, a random one."""
        from triarchy.table.table import Table

        return Table(self, seed=random_seed() if seed is None else read_seed(seed))

    def position(self, document: object) -> Table:
        """Return a table from any position of this game, which is checked completely."""
        from triarchy.table.table import Table

        game, state = read_position(document, self.board)
        if (game.name, game.board.id, game.players, game.options) != (
            self.name,
            self.board.id,
            self.players,
            self.options,
        ):
            raise BadPosition("The position is not one of {value!r}.", value=self)
        return Table(self, start=state)

    def document(self, state: State) -> Document:
        """Return the position document of a state, or of a view of it."""
        over = int(state["to_move"]) < 0
        document: Document = {
            "game": self.name,
            "board": self.board.id,
            "players": self.players,
            "options": dict(self.options),
            "phase": self.definition.phases[int(state["phase"])],
            "to_move": None if over else int(state["to_move"]),
            "turn": int(state["turn"]),
        }
        fields = cast(State, Fields(state))  # read like a state, only faster
        document.update(self.definition.position(self.board, fields))
        if over:
            document.update(self.result(state))
        return document

    def result(self, state: State) -> Result:
        """Return `scores` and `ranking` of a finished state."""
        _, ranks = self.definition.final(self.board, state)
        return {
            "scores": self.definition.scores(self.board, state),
            "ranking": [int(rank) for rank in ranks],
        }

    def __repr__(self) -> str:
        return f"<Game {self.name}, {self.players} players, board {self.board.id}>"

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        own = self.definition.boards.get(self.board.id) is not self.board
        board = self.board.data if own else self.board.id
        return _rebuild, (self.name, self.players, board, self.options)


def _rebuild(name: str, players: int, board: str | Document, options: Document) -> Game:
    return game(name, players, board, options)


def game(
    name: str,
    players: int | None = None,
    board: str | Path | Document | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """Return a game by its name. `board` is an id, the path of a board file, or a board file's data."""
    return read_game(name, players, board, options)


def read_game(name: object, players: object, board: object, options: object) -> Game:
    """The game that is meant by what somebody outside says, checked; None: the usual."""
    if not isinstance(name, str):
        raise UnknownGame("A game's name must be text, not {name}.", name=shown(name))
    definition = DEFINITIONS[name]
    least, most = definition.players
    if players is None:
        players = most
    if not is_whole(players) or not least <= players <= most:
        raise UnknownGame(
            "{title} is for {least} to {most} players, not {players}.",
            title=definition.titled,
            least=least,
            most=most,
            players=shown(players),
        )
    players = int(players)
    found = find_board(definition, definition.default_boards[players] if board is None else board)
    if players not in found.players:
        fitting = " or ".join(map(str, found.players))
        raise UnknownGame(
            "The board {id!r} is for {fitting} players, not {players}.",
            id=found.id,
            fitting=fitting,
            players=players,
        )
    return Game(definition, players, found, read_options(definition, options))


def find_board(definition: Definition, board: object) -> Board:
    """A board of the game by id, or one from outside, checked."""
    if isinstance(board, str) and board in definition.boards:
        return definition.boards[board]
    if isinstance(board, dict):
        return definition.read_board(board)
    if not isinstance(board, str | Path):
        raise UnknownGame("A board must be named by its id, not {board}.", board=shown(board))
    if str(board).endswith(".json"):
        try:
            data = json.loads(Path(board).read_text(encoding="utf-8"))
        except OSError as error:
            raise BadBoard("The board file {board!r} cannot be read.", board=str(board)) from error
        except (ValueError, RecursionError) as error:
            raise BadBoard("The board file {board!r} is not JSON.", board=str(board)) from error
        return definition.read_board(data)
    raise UnknownGame(
        "{title} has no board {board!r}; there are {boards}, or a file that ends in .json.",
        title=definition.titled,
        board=str(board),
        boards=", ".join(definition.boards),
    )


def read_options(definition: Definition, options: object) -> Document:
    """All options with their values, the missing ones with their default."""
    if options is None:
        options = {}
    if not isinstance(options, Mapping):
        raise UnknownGame("Options must be an object, not {options}.", options=shown(options))
    for name in options:
        if name not in definition.options:
            known = ", ".join(definition.options) or "none"
            raise UnknownGame(
                "{title} has no option {name}; there are: {known}.",
                title=definition.titled,
                name=shown(name),
                known=known,
            )
    chosen: Document = {}
    for name, values in definition.options.items():
        if name in options:
            try:
                chosen[name] = one_of(options[name], Phrase("Option '{name}'", name=name), values)
            except BadPosition as error:
                raise UnknownGame(error.sentence, **error.values) from None
        else:
            chosen[name] = values[0]
    return chosen


def is_whole(value: object) -> TypeGuard[int]:
    """Whether something is a whole number, of Python or of NumPy; true and false are none."""
    return type(value) is int or isinstance(value, np.integer)


def read_seed(seed: object) -> int:
    """A seed: a whole number below 2**64, or the same as a decimal text."""
    if isinstance(seed, str):
        plain = seed.isascii() and seed.isdigit() and (seed == "0" or seed[0] != "0")
        number = int(seed) if plain and len(seed) <= 20 else -1
    else:
        number = int(seed) if is_whole(seed) else -1
    if not 0 <= number <= MOST_SEED:
        raise BadRequest(
            "A seed is a whole number from 0 to 2**64 - 1, not {seed}.", seed=shown(seed)
        )
    return number


def random_seed() -> int:
    import secrets

    return secrets.randbits(64)


def read_position(document: object, own_board: Board | None = None) -> tuple[Game, State]:
    """The game and the state of a position document; BadPosition names the first fault."""
    if not isinstance(document, dict):
        raise BadPosition("A position must be an object, not {document}.", document=shown(document))
    for key in COMMON_KEYS:
        if key not in document:
            raise BadPosition("The position lacks the key {key}.", key=shown(key))
    found = _game_of(document, own_board)
    state = found.blank()
    definition = found.definition
    state.players = found.players
    phase = one_of(document["phase"], "'phase'", definition.phases)
    over = phase == definition.phases[-1]
    state.phase = definition.phases.index(phase)
    if over:
        if document["to_move"] is not None:
            raise BadPosition("'to_move' must be null when the game is over.")
        state.to_move = -1
    else:
        state.to_move = whole(document["to_move"], "'to_move'", 0, found.players - 1)
    state.turn = whole(document["turn"], "'turn'", 0, MOST_TURN)
    for key in RESULT_KEYS:
        if over and key not in document:
            raise BadPosition("A finished position needs the key {key}.", key=shown(key))
        if not over and key in document:
            raise BadPosition("The key {key} is only for a finished position.", key=shown(key))
    own = {key: value for key, value in document.items() if key not in (*COMMON_KEYS, *RESULT_KEYS)}
    definition.set_options(state, found.options)
    definition.read_position(found.board, state, own)
    if over:
        check_result(found, state, document, BadPosition)
    return found, state


def check_result(found: Game, state: State, given: Document, error: type[TriarchyError]) -> None:
    """The scores and the ranking must be those of the finished state, to the letter."""
    for key, value in found.result(state).items():
        if json.dumps(given[key], sort_keys=True) != json.dumps(value, sort_keys=True):
            sentence = mark("'{key}' must be {right}, not {given}.")
            raise error(sentence, key=key, right=shown(value), given=shown(given[key]))


def _game_of(document: Document, own_board: Board | None) -> Game:
    options = document["options"]
    try:
        if own_board is not None and document["board"] == own_board.id:
            found = read_game(document["game"], document["players"], own_board.data, options)
            found = Game(found.definition, found.players, own_board, found.options)
        else:
            if not isinstance(document["board"], str):
                raise BadPosition(
                    "'board' must be a board's id, not {value}.", value=shown(document["board"])
                )
            name = document["game"]
            if not isinstance(name, str):
                raise BadPosition("'game' must be a game's name, not {name}.", name=shown(name))
            if document["board"] not in DEFINITIONS[name].boards:
                raise BadPosition(
                    "There is no board {value} for {name}.",
                    value=shown(document["board"]),
                    name=name,
                )
            if type(document["players"]) is not int:
                raise BadPosition(
                    "'players' must be a whole number, not {value}.",
                    value=shown(document["players"]),
                )
            found = read_game(name, document["players"], document["board"], options)
    except UnknownGame as error:
        raise BadPosition(error.sentence, **error.values) from None
    if not isinstance(options, dict) or set(options) != set(found.options):
        raise BadPosition(
            "'options' must hold exactly {options}.", options=shown(sorted(found.options))
        )
    return found
