"""What a game tells the rest of the program: the `Definition` that each game's `GAME` is one of.

Everything above `games/` knows a game only through this class. The rules themselves are compiled
functions over the state struct (`engine/dispatch.py`); what is here is everything else: boards, moves as
text, position documents, sentences, drawings. Methods that take a `view` get a state struct that
has been hidden for the reader already (or a full state, where there is nothing to hide), so
nothing they say or draw can give a secret away.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from triarchy.engine.arrays import np
from triarchy.engine.dispatch import Rules, register
from triarchy.engine.draws import shuffle_sorted
from triarchy.engine.errors import UnknownGame
from triarchy.engine.features import EyeLayout, Features
from triarchy.kit.drawing import PHONE
from triarchy.kit.language import Phrase, catalogue, translate_error
from triarchy.kit.presentation import GameDrawing, GameText, MarkupDrawing, Picture, has_scenes
from triarchy.kit.scene import Scene, Sheet
from triarchy.kit.setting_up import GameSetup
from triarchy.kit.sight import Reader, Sight
from triarchy.kit.svg import scene_svg

State = np.record
"""A NumPy struct: a whole state of a game, or a view of it with its secrets blanked."""
Document = dict[str, object]
"""A JSON object: a position, a record, a request."""
Scores = list[int] | list[list[int]] | list[dict[str, int]]
"""Each seat's score, as the notation writes it: a number, a list of numbers, or numbers by name."""
SHEETS = 32
"""Sheets of each game that are kept: of a board there are four."""
if TYPE_CHECKING:
    # `Definition` alone is the definition of any game; the default is of Python 3.13.
    from typing_extensions import TypeVar

    S = TypeVar("S", bound=Sight, default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S", bound=Sight)


@dataclass(frozen=True, eq=False)
class Board:
    """A board file, checked and loaded: the struct for the rules, the data for the drawing."""

    id: str
    title: str
    players: tuple[int, ...]
    struct: np.record
    data: dict[str, Any]
    """The file as it was read; all of it has been checked."""


class Definition(ABC, Generic[S]):
    """One game: its facts, its compiled rules, and how it reads, writes, speaks and draws."""

    name: str
    """The word that names the game in every interface: `meridian`."""
    title: str
    """The name of the game for people."""
    players: tuple[int, int]
    """The least and the greatest number of players."""
    first_players: int = 0
    """With how many a newcomer learns the game best; 0: with as few as it allows."""
    options: dict[str, tuple[Any, ...]] = {}
    """For each option its values, the default first."""
    version: int = 1
    """The version of the rules: raised when a fix changes the outcome of some record."""
    oldest_version: int = 1
    """Records of this version and of every later one can still be read; see `missing_decision`."""
    state: np.dtype
    """The struct type of a state; see `engine/structs.py`."""
    actions: int
    """How many actions there are; an action is a number from 0 to actions - 1."""
    legal_limit: int
    """At most this many actions are legal at once."""
    features: Features
    """What `observe` writes."""
    seat_feature_count: int = 0
    """How many numbers `seat_features` writes for each seat; 0: the game has no such rule."""
    eyes: EyeLayout | None = None
    """What a network with eyes sees of the game and does in it; None: the game has no such rules."""
    score_parts: tuple[str, ...]
    """The names of the columns of the score array."""
    phases: tuple[str, ...]
    """The name of each phase; `state.phase` is an index. The last one is `over`."""
    minutes: tuple[int, int] = (30, 60)
    """About how long a game of people takes."""
    sort_order: int = 100
    """Where it stands among the games, on the home page and when all are compiled: lowest first."""
    max_decisions: int = 10_000
    """More decisions than any game has."""
    search: dict[str, float] = {}
    """Settings of the tree search that suit this game (see `bots/search.py`)."""
    champion: dict[str, float] = {}
    """Settings of the search guided by a network (see `bots/champion.py`),"""
    champion_for: dict[int, dict[str, float]] = {}
    """and those that differ for a number of players."""
    turn_chances: dict[int, tuple[float, float]] = {}
    """What makes win chances of the evaluation's shares after a turn (`bots/turns.py`), for a number of
    players: the power they are taken to, and by how much, in log odds, whoever has made the turn is
    overrated. Where there is none, they are taken as they are."""
    rules: Rules
    folder: Path
    """Where the game's files are: `boards/` and `languages/` lie in it, and `networks/` if it has any."""
    default_boards: dict[int, str]
    """The id of the board used for each number of players unless another is asked for."""

    def __init__(self) -> None:
        register(self.state, self.rules)

    # Boards

    @abstractmethod
    def read_board(self, data: Any) -> Board:
        """Check the data of a board file completely; BadBoard names the first mistake."""

    @property
    def observation(self) -> int:
        """How many features `observe` writes."""
        return self.features.size

    @property
    def networks(self) -> Path:
        """Where networks lie that have learned the game: `plain.npz`, `plain-4.npz` for four players alone,
        `eyes.npz` with eyes."""
        return self.folder / "networks"

    @cached_property
    def boards(self) -> dict[str, Board]:
        """The boards that come with the game, by id."""
        import json

        found = [
            self.read_board(json.loads(path.read_text(encoding="utf-8")))
            for path in sorted((self.folder / "boards").glob("*.json"))
        ]
        return {board.id: board for board in found}

    # Moves

    @abstractmethod
    def moves(self, board: Board) -> tuple[str, ...]:
        """The text of every action, by its number; "" for one this board does not have."""

    def missing_decision(self, board: Board, state: State, version: int, action: int) -> int:
        """The decision that the rules ask for here and those of an older `version` did not.

        `action` is what the record of that version has next, -1 at its end. Returns the action to
        be inserted before it, or -1 for none.
        """
        return -1

    def reveals(self, board: Board, state: State, action: int) -> bool:
        """Whether playing this action shows somebody something that was hidden until then.

        A table of people lets a player take back only what revealed nothing.
        """
        return True

    def revealed(
        self, board: Board, before: State, actions: Sequence[int], after: np.ndarray
    ) -> list[bool]:
        """The same of several actions, where it is known what each makes of the position."""
        return [self.reveals(board, before, action) for action in actions]

    def is_choice(self, state: State, action: int) -> bool:
        """Whether this action only says what its seat is about to do, and nothing has come of it yet.

        The log is silent of it, and at a table of people another can be chosen in its place.
        """
        return False

    def draw_piles(self, state: State) -> list[np.ndarray]:
        """What nobody has drawn yet, in the order in which it will be: piles, deck or bag, each a part of the
        state itself, with what is drawn next at its end. A game without draws has none.

        Compiled rules draw from the end of these lists and nowhere else, so that their order is all of the chance
        that is left, apart from shuffles still to come, which the state's field `rng` brings.
        """
        return []

    def reshuffle(self, board: Board, state: State, rng: np.ndarray) -> None:
        """Put what nobody has drawn yet into a random order that is as likely as the one it lies in; the same
        whatever that order was.

        The review of games parts luck from choice by this. `rng` is a generator of
        `engine/rng.py`.
        """
        for pile in self.draw_piles(state):
            shuffle_sorted(rng, pile)

    def forced(self, board: Board, state: State) -> int:
        """The only move, where it is no decision to a player and the table plays it; else -1."""
        return -1

    keeps_choices = False
    """Whether nobody else at a table of people hears of a choice (`is_choice`) before something has come of
    it. How soon a choice is followed, and whether it had to be, could tell of a hand."""

    def goes_along(self, board: Board, state: State) -> int:
        """The only choice there is, where it goes with what is decided next and is asked of nobody by itself;
        else -1. Its game keeps choices."""
        return -1

    def thrown_away(self, board: Board, view: State) -> Collection[int]:
        """The legal actions of a view that spend something for nothing, whatever is hidden: another one does as
        much and keeps it. Bots leave them: their evaluations hardly count what is kept."""
        return ()

    def turn_of(self, state: State) -> int:
        """The seat whose turn it is, where the game goes on; another may have to decide in it."""
        return int(state["to_move"])

    # Positions

    @abstractmethod
    def position(self, board: Board, state: State) -> Document:
        """The game's own keys of the position document; of a view, with its secrets replaced.

        The common keys (`game`, `board`, `players`, `options`, `phase`, `to_move`, `turn`,
        and when over `scores`, `ranking`) are written by the table.
        """

    @abstractmethod
    def read_position(self, board: Board, state: State, document: Document) -> None:
        """Fill a state of zeros from a document whose common keys have been checked and set.

        `document` holds the game's own keys alone (and `scores` and `ranking` are checked by
        the table). Raises BadPosition with one sentence that names the first fault.
        """

    def scores(self, board: Board, state: State) -> Scores:
        """`scores` of a finished position as the notation writes it, one entry per seat."""
        scores, _ = self.final(board, state)
        if scores.shape[1] == 1:
            return [int(row[0]) for row in scores]
        return [[int(value) for value in row] for row in scores]

    def final(self, board: Board, state: State) -> tuple[np.ndarray, np.ndarray]:
        """The score array and the ranks of a finished state."""
        players = int(state.players)
        scores = np.zeros((players, len(self.score_parts)), np.int32)
        ranks = np.zeros(players, np.int8)
        self.rules.final(board.struct, state, scores, ranks)
        return scores, ranks

    def set_options(self, state: State, options: Document) -> None:
        """Note the options in a state; games with options override this."""

    def public_action(self, board: Board, state: State, action: int) -> int:
        """The action as everyone may know it: -1 for one that is made face down."""
        return action

    # Words and pictures: the game's modules `text` and `drawing`, imported when first needed, so
    # that a batch of a million games never loads a catalogue.

    @property
    def catalogues(self) -> Path:
        """The folder of the game's words in other languages."""
        return self.folder / "languages"

    def title_in(self, language: str) -> str:
        """The game's title in a language; in English where its catalogue has none."""
        return translate_error(self.titled, language)

    @cached_property
    def titled(self) -> Phrase:
        """The title to put into an error, which is said in the reader's language."""
        phrase = Phrase(self.title)
        phrase.context, phrase.folder = "title", self.catalogues
        return phrase

    def board_title(self, board: Board, language: str) -> str:
        """A board's title in a language, from the game's catalogue; an own board's as it stands."""
        return catalogue(self.catalogues, language).get(board.title, board.title)

    @abstractmethod
    def sight(self, board: Board, view: State) -> S:
        """What is seen in a view."""

    @property
    @abstractmethod
    def text(self) -> GameText[S]:
        """The game's words."""

    @property
    @abstractmethod
    def drawing(self) -> GameDrawing[S] | MarkupDrawing[S]:
        """The game's pictures."""

    @lru_cache(maxsize=SHEETS)  # noqa: B019  (games are never thrown away)
    def sheet(self, board: Board, standing: bool, dark: bool) -> Sheet:
        """How scenes of a board look; the same object as long as it is not forgotten."""
        drawing = self.drawing
        assert has_scenes(drawing)
        return drawing.sheet(board, standing, dark)

    def scene(self, sight: S, reader: Reader, picture: Picture) -> Scene:
        """The board or the hand, as `picture.part` says: the same for every width and theme."""
        drawing = self.drawing
        assert has_scenes(drawing)
        make = drawing.hand if picture.part == "hand" else drawing.board
        return make(sight, reader, lit=picture.lit, preview=picture.preview)

    def svg(self, sight: S, reader: Reader, picture: Picture) -> str:
        """A picture of the position as the reader sees it, as SVG."""
        drawing = self.drawing
        if not has_scenes(drawing):
            return drawing.draw(sight, reader, picture)
        sheet = self.sheet(sight.board, picture.width < PHONE, picture.dark)
        parts = ("board", "hand") if picture.part == "all" else (picture.part,)
        scenes = {part: self.scene(sight, reader, picture._replace(part=part)) for part in parts}
        return scene_svg(scenes, sheet, picture.width)

    @property
    def setting_up(self) -> GameSetup[S] | None:
        """How a position is set up by hand; None for a game in which it cannot be."""
        return None


class Definitions:
    """The games that are installed, by the entry points in the group `triarchy.games`.

    A game is imported when it is first asked for.
    """

    def __init__(self) -> None:
        self._loaded: dict[str, Definition[Any]] = {}

    @cached_property
    def _entry_points(self) -> dict[str, Any]:
        from importlib.metadata import entry_points

        return {point.name: point for point in entry_points(group="triarchy.games")}

    def names(self) -> list[str]:
        """The names of all games, in alphabetical order."""
        return sorted({*self._entry_points, *self._loaded})

    def all(self) -> list[Definition[Any]]:
        """All games, imported, in the order in which people are shown them."""
        return sorted((self[name] for name in self.names()), key=standing)

    def add(self, definition: Definition[Any]) -> None:
        """Register a game from a running program."""
        self._loaded[definition.name] = definition

    def __getitem__(self, name: str) -> Definition[Any]:
        if name not in self._loaded:
            if name not in self._entry_points:
                raise UnknownGame(
                    "There is no game {name!r}; there are {names}.",
                    name=name,
                    names=", ".join(self.names()),
                )
            self._loaded[name] = self._entry_points[name].load()
        return self._loaded[name]


def standing(definition: Definition[Any]) -> tuple[int, str]:
    """The key by which lists of games are sorted."""
    return definition.sort_order, definition.name


DEFINITIONS = Definitions()
