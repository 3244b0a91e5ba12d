"""What a game tells the rest of the program: the `Definition` that each game's `GAME` is one of.

Everything above `games/` knows a game only through this class. The rules themselves are compiled
functions over the state record (`stubs.py`); what is here is everything else: boards, moves as
text, position documents, sentences, drawings. Methods that take a `view` get a state record that
has been hidden for the reader already (or a full state, where there is nothing to hide), so
nothing they say or draw can give a secret away.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from triarchy.engine.errors import UnknownGame
from triarchy.engine.stubs import Rules, register

Record = Any
"""A NumPy record (one State or one Board)."""
Document = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, eq=False)
class Board:
    """A board file, checked and loaded: the record for the rules, the data for the drawing."""

    id: str
    title: str
    players: tuple[int, ...]
    record: Record
    data: Document


@dataclass(frozen=True)
class Table:
    """A small table of the score help: a title, column heads, rows of cells, all as text."""

    title: str
    columns: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class PlayerPanel:
    """What the players' list shows of one seat."""

    symbol: str
    """A small square SVG of the seat's symbol, in its colour."""
    facts: list[tuple[str, str]]
    """Label and value, in the reader's language: ("supply", "12")."""
    score: str
    """The score as it stands or is projected; "" where it is covered."""


@dataclass(frozen=True)
class Step:
    """One step of the final scoring: the reason in words, and what each seat gains by it."""

    text: str
    gains: list[int]
    keys: list[str] = field(default_factory=list)
    """The `data-key` of the elements of the drawing that this step is about."""


@dataclass(frozen=True)
class OptionWords:
    """An option as people read it: its label, a sentence of help, and its values where they need words."""

    label: str
    help: str = ""
    values: tuple[str, ...] = ()
    """In the order of `Definition.options`; empty for an option that is on or off."""


class Definition(ABC):
    """One game: its facts, its compiled rules, and how it reads, writes, speaks and draws."""

    name: str
    """The word that names the game in every interface: `meridian`."""
    title: str
    """The name of the game for people."""
    players: tuple[int, int]
    """The least and the greatest number of players."""
    options: dict[str, tuple[Any, ...]] = {}
    """For each option its values, the default first."""
    version: int = 1
    """The version of the rules: raised when a fix changes the outcome of some record."""
    oldest_version: int = 1
    """Records of this version and of every later one can still be read; see `missing_decision`."""
    state: np.dtype
    """The record type of a state; see `stubs.record`."""
    actions: int
    """How many actions there are; an action is a number from 0 to actions - 1."""
    legal_limit: int
    """At most this many actions are legal at once."""
    observation: int
    """How many features `observe` writes."""
    score_parts: tuple[str, ...]
    """The names of the columns of the score array."""
    phases: tuple[str, ...]
    """The name of each phase; `state.phase` is an index. The last one is `over`."""
    minutes: tuple[int, int] = (30, 60)
    """About how long a game of people takes."""
    search: dict[str, float] = {}
    """Settings of the tree search that suit this game (see `bots/search.py`)."""
    rules: Rules
    folder: Path
    """Where the game's files are: `boards/` and `languages/` lie in it."""
    default_boards: dict[int, str]
    """The id of the board used for each number of players unless another is asked for."""

    def __init__(self) -> None:
        register(self.state, self.rules)

    # Boards

    @abstractmethod
    def read_board(self, data: Any) -> Board:
        """Check the data of a board file completely; BadBoard names the first mistake."""

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

    def missing_decision(self, board: Board, state: Record, version: int, action: int) -> int:
        """The decision that the rules ask for here and those of an older `version` did not.

        `action` is what the record of that version has next, -1 at its end. Returns the action to
        be inserted before it, or -1 for none.
        """
        return -1

    def reveals(self, board: Board, state: Record, action: int) -> bool:
        """Whether playing this action shows somebody something that was hidden until then.

        A table of people lets a player take back only what revealed nothing.
        """
        return True

    # Positions

    @abstractmethod
    def position(self, board: Board, state: Record) -> Document:
        """The game's own keys of the position document; of a view, with its secrets replaced.

        The common keys (`game`, `board`, `players`, `options`, `phase`, `to_move`, `turn`,
        and when over `scores`, `ranking`) are written by the table.
        """

    @abstractmethod
    def read_position(self, board: Board, state: Record, document: Document) -> None:
        """Fill a state of zeros from a document whose common keys have been checked and set.

        `document` holds the game's own keys alone (and `scores` and `ranking` are checked by
        the table). Raises BadPosition with one sentence that names the first fault.
        """

    def scores(self, board: Board, state: Record) -> list[Any]:
        """`scores` of a finished position as the notation writes it, one entry per seat."""
        scores, _ = self.final(board, state)
        if scores.shape[1] == 1:
            return [int(row[0]) for row in scores]
        return [[int(value) for value in row] for row in scores]

    def final(self, board: Board, state: Record) -> tuple[np.ndarray, np.ndarray]:
        """The score array and the ranks of a finished state."""
        players = int(state.players)
        scores = np.zeros((players, len(self.score_parts)), np.int32)
        ranks = np.zeros(players, np.int8)
        self.rules.final(board.record, state, scores, ranks)
        return scores, ranks

    def set_options(self, state: Record, options: Document) -> None:
        """Note the options in a state; games with options override this."""

    def public_action(self, board: Board, state: Record, action: int) -> int:
        """The action as everyone may know it: -1 for one that is made face down."""
        return action

    # Words, in the reader's language ("en", "de", "nl"): the game's module `text`, whose functions
    # have the names and arguments of these methods. It is imported when first needed.

    @cached_property
    def text(self) -> Any:
        return import_module(f"{type(self).__module__}.text")

    def seat_names(self, players: int, language: str) -> list[str]:
        """What the seats are called when nobody has given them a name."""
        return self.text.seat_names(players, language)

    def about(self, language: str) -> str:
        """One sentence for the home page: what the game is about."""
        return self.text.about(language)

    def option_words(self, language: str) -> dict[str, OptionWords]:
        """What each of `options` is called."""
        return self.text.option_words(language)

    def prompt(
        self, board: Board, view: Record, seat: int | None, names: Sequence[str], language: str
    ) -> str:
        """One plain sentence: who is to do what now, said to `seat` (None: to an onlooker)."""
        return self.text.prompt(board, view, seat, names, language)

    def label(
        self, board: Board, view: Record, action: int, names: Sequence[str], language: str
    ) -> str:
        """What a legal action will do, short enough for a button: "Build 3 in Orinwei"."""
        return self.text.label(board, view, action, names, language)

    def sentence(
        self,
        board: Board,
        before: Record,
        action: int,
        after: Record,
        names: Sequence[str],
        language: str,
    ) -> str:
        """The line of the log for an action, from the views before and after it; "" for none.

        `action` is -1 where the reader may not know which one it was.
        """
        return self.text.sentence(board, before, action, after, names, language)

    def preview(
        self, board: Board, view: Record, action: int, names: Sequence[str], language: str
    ) -> list[str]:
        """What this action would do, in sentences, without showing what a draw would reveal."""
        return self.text.preview(board, view, action, names, language)

    def why_not(
        self, board: Board, view: Record, move: str, names: Sequence[str], language: str
    ) -> str:
        """Why this move, the text of some action, is not legal now: one sentence."""
        return self.text.why_not(board, view, move, names, language)

    def explain(
        self, board: Board, view: Record, action: int, names: Sequence[str], language: str
    ) -> str:
        """Why this may be a good move: the greedy evaluation in words, for hints."""
        return self.text.explain(board, view, action, names, language)

    def rules_text(self, language: str) -> list[tuple[str, str, str]]:
        """The rules in short: (anchor, heading, paragraphs of plain text parted by blank lines).

        The anchors are phase names where a paragraph concerns a phase.
        """
        return self.text.rules_text(language)

    def score_help(
        self, board: Board, view: Record, seat: int | None, names: Sequence[str], language: str
    ) -> list[Table]:
        """The game's own help: islands, kingdoms and strengths, alliances and roads."""
        return self.text.score_help(board, view, seat, names, language)

    def final_steps(
        self, board: Board, state: Record, names: Sequence[str], language: str
    ) -> list[Step]:
        """The final scoring of a finished game, step by step."""
        return self.text.final_steps(board, state, names, language)

    # Pictures: the game's module `drawing`, in the same way.

    @cached_property
    def drawing(self) -> Any:
        return import_module(f"{type(self).__module__}.drawing")

    def draw(
        self,
        board: Board,
        view: Record,
        *,
        seat: int | None = None,
        names: Sequence[str] = (),
        language: str = "en",
        width: int = 1000,
        part: str = "all",
        legal: Sequence[int] = (),
        preview: int = -1,
        dark: bool = False,
    ) -> str:
        """An SVG of the position as `seat` sees it, to be shown `width` pixels wide.

        `part`: "board" (the board alone), "hand" (the cards, tiles and buttons of the seat that
        looks), or "all" (board, hands, supplies, scores: a picture that stands by itself).
        Each action in `legal` is one element with `data-move`, role "button", a tabindex and an
        accessible name (`aria-label`), on the board or in the hand; pieces carry `data-key`, a
        stable identity. `preview`: an action of `legal` whose effect is drawn (a push chain, the
        sums of a conflict). `dark`: for a dark page.
        """
        return self.drawing.draw(
            board,
            view,
            seat=seat,
            names=names or self.seat_names(int(view.players), language),
            language=language,
            width=width,
            part=part,
            legal=legal,
            preview=preview,
            dark=dark,
        )

    def players_panel(
        self, board: Board, view: Record, seat: int | None, names: Sequence[str], language: str
    ) -> list[PlayerPanel]:
        """One panel per seat."""
        return self.drawing.players_panel(board, view, seat, names, language)

    def terminal(
        self, board: Board, view: Record, seat: int | None, names: Sequence[str], language: str
    ) -> str:
        """The position as text with rich markup, for the table in the terminal."""
        return self.drawing.terminal(board, view, seat, names, language)


class Definitions:
    """The games that are installed, by the entry points in the group `triarchy.games`.

    A game is imported when it is first asked for.
    """

    def __init__(self) -> None:
        self._loaded: dict[str, Definition] = {}

    @cached_property
    def _entry_points(self) -> dict[str, Any]:
        from importlib.metadata import entry_points

        return {point.name: point for point in entry_points(group="triarchy.games")}

    def names(self) -> list[str]:
        """The names of all games, in alphabetical order."""
        return sorted({*self._entry_points, *self._loaded})

    def add(self, definition: Definition) -> None:
        """Register a game from a running program."""
        self._loaded[definition.name] = definition

    def __getitem__(self, name: str) -> Definition:
        if name not in self._loaded:
            if name not in self._entry_points:
                raise UnknownGame(
                    f"There is no game {name!r}; there are {', '.join(self.names())}."
                )
            self._loaded[name] = self._entry_points[name].load()
        return self._loaded[name]


DEFINITIONS = Definitions()
