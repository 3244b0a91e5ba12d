"""What a game's modules `text` and `drawing` must have: mypy says what a game has forgotten.

All functions get a `Sight` of what the reader may know, so nothing they say or draw can give a
secret away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from triarchy.kit.learning import LegendEntry, Lesson, Section
from triarchy.kit.reasons import Claim, Stake, Turn
from triarchy.kit.scene import Scene, Sheet
from triarchy.kit.sight import Reader, Sight

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from triarchy.kit.definition import Board

S = TypeVar("S", bound=Sight, contravariant=True)


@dataclass(frozen=True)
class ScoreSheet:
    """A small sheet of the score help: a title, column heads, rows of cells, all as text."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class PlaceList(NamedTuple):
    """A part of the board in words: a title ("Wei", "Meridian 3") and a line for each thing there."""

    title: str
    lines: list[str]


class Fact(NamedTuple):
    """One thing everyone may know of a player."""

    label: str
    """What it is, in the reader's language: "supply"."""
    value: str
    symbol: str = ""
    """A small square SVG that stands for the label where there is one."""
    low: bool = False
    """Whether so little is left that it decides what can still be done."""


@dataclass(frozen=True)
class PlayerPanel:
    """What the players' list shows of one seat."""

    symbol: str
    """A small square SVG of the seat's symbol, in its colour."""
    facts: list[Fact]
    score: str
    """The score as it stands or is projected; "" where it is covered."""
    colour: str = ""
    """The colour of the seat's pieces, for a line of its own; "" where seats are told by symbols alone."""

    @cached_property
    def facts_json(self) -> list[dict[str, object]]:
        """The facts as documents; not to be changed, for a panel is kept while it shows the same."""
        return [fact._asdict() for fact in self.facts]


@dataclass(frozen=True)
class CountStep:
    """One step of the final scoring: the reason in words, and what each seat gains by it."""

    text: str
    gains: list[int]
    keys: list[str] = field(default_factory=list)
    """The `data-key` of the elements of the drawing that this step is about."""
    cells: list[tuple[int, int, int]] = field(default_factory=list)
    """What changes in the sheet of `count_columns`: seat, column, by how much."""


@dataclass(frozen=True)
class CountColumn:
    """A column of the sheet that the final scoring fills, one row per seat."""

    name: str
    symbol: str = ""
    """A small square SVG; "" where the name must do."""
    start: list[int] = field(default_factory=list)
    """What stands in it before the first step, by seat; empty: nothing."""


@dataclass(frozen=True)
class OptionWords:
    """An option as people read it: its label, a sentence of help, and its values where they need words."""

    label: str
    help: str = ""
    values: tuple[str, ...] = ()
    """In the order of `Definition.options`; empty for an option that is on or off."""


class Picture(NamedTuple):
    """How a picture is wanted."""

    width: int = 1000
    """How many pixels wide it will be shown."""
    part: str = "all"
    """"board" (the board alone), "hand" (the cards, tiles and buttons of the reader's seat), or
    "all" (board, hands, supplies, scores: a picture that stands by itself)."""
    lit: bool = False
    """Whether each legal action is an element that can be pressed."""
    preview: int = -1
    """A legal action whose effect is drawn (a push chain, the sums of a conflict)."""
    dark: bool = False
    """For a dark page."""
    places: tuple[tuple[str, str], ...] = ()
    """Places of the board, each with its name, that can be pressed (`kit/setting_up.py`): each is an
    element with `data-place`."""


class GameText(Protocol[S]):
    """Words, in the reader's language ("en", "de", "nl")."""

    def seat_names(self, players: int, language: str) -> list[str]:
        """What the seats are called when nobody has given them a name."""

    def about(self, language: str) -> str:
        """One sentence for the home page: what the game is about."""

    def aim(self, language: str) -> str:
        """What wins the game, in one sentence: the first that a newcomer reads."""

    def option_words(self, language: str) -> dict[str, OptionWords]:
        """What each of `Definition.options` is called."""

    def prompt(self, sight: S, reader: Reader) -> str:
        """One plain sentence: who is to do what now, said to the reader."""

    def label(self, sight: S, action: int, reader: Reader) -> str:
        """What a legal action will do, short enough for a button: "Build 3 in Orinwei"."""

    def sentence(self, before: S, action: int, after: S, reader: Reader) -> str:
        """The line of the log for an action that is more than a choice (`Definition.is_choice`), from what
        was seen before and after it.

        `action` is -1 where the reader may not know which one it was.
        """

    def landmark(self, before: S, action: int, after: S, language: str) -> str:
        """One word for a move that somebody who looks back wants to jump to; "" for any other."""

    def preview(self, sight: S, action: int, reader: Reader) -> list[str]:
        """What this action would do, in sentences, without showing what a draw would reveal."""

    def why_not(self, sight: S, move: str, reader: Reader) -> str:
        """Why this move, the text of some action, is not legal now: one sentence."""

    def claims(self, turn: Turn[S]) -> list[Claim]:
        """What a turn changes, in whatever order: each claim can be recomputed from the positions before
        and after it and from its actions.

        Two turns that lead to different positions differ in a claim; one that changes nothing may
        have none.
        """

    def clause(self, turn: Turn[S], claim: Claim, reader: Reader) -> str:
        """A claim as a clause whose subject is the turn: "takes Ombari from Isa (3 points)"."""

    def theme(self, claims: Sequence[Claim], language: str) -> str:
        """A heading for a puzzle whose best turn is told apart from the next best by these, above all by the first, and
        does the last ones: "Taking an island"."""

    def stakes(self, sight: S, seat: int) -> list[tuple[Stake, float]]:
        """Who has what, as far as it matters to a seat, with how much of it (1 where it is not counted); what
        nobody has may be left out."""

    def stake(self, sight: S, stake: Stake, amount: str, reader: Reader) -> str:
        """That its seat has a stake, as a main clause: "Isa holds Ombari"; with the amount where it is counted."""

    def how_won(self, sight: S, beside: int, reader: Reader) -> list[str]:
        """Some sentences on a finished game with one winner: what made the difference between that seat
        and another, and what the other could do next time."""

    def score_help(self, sight: S, reader: Reader) -> list[ScoreSheet]:
        """The game's own help: islands, kingdoms and strengths, alliances and roads."""

    def board_text(self, sight: S, reader: Reader) -> list[PlaceList]:
        """The board in words, for who does not see it: what the reader holds, then place by place who has
        what there, and how much."""

    def spoken(self, sight: S, action: int, reader: Reader) -> str:
        """What a screen reader says of the place or the thing that an action is about: what is there and how
        many, before it where the action is legal what it will do; "" where there is nothing of it now.
        """

    def final_steps(self, sight: S, reader: Reader) -> list[CountStep]:
        """The final scoring of a finished game, step by step."""

    def rulebook(self, language: str) -> list[Section]:
        """The rules, complete, in the order a newcomer needs.

        A section `summary`, if there is one, can be printed by itself.
        """

    def help_anchor(self, sight: S) -> str:
        """The anchor of the section of the rulebook that explains what is to be done now."""

    def strategy(self, language: str) -> list[Section]:
        """How to play well, in sections as of the rulebook; a game may have none."""

    def legend(self, language: str) -> list[LegendEntry]:
        """What each symbol means: every `data-what` of the drawings."""

    def lessons(self, language: str) -> list[Lesson]:
        """Guided scenes, in order; a game may have none."""


class GamePanels(Protocol[S]):
    """What is shown beside a board."""

    def players_panel(self, sight: S, reader: Reader) -> list[PlayerPanel]:
        """One panel per seat."""

    def count_columns(self, sight: S, reader: Reader) -> list[CountColumn]:
        """The columns in which a finished game is counted; none where a total says it all."""

    def terminal(self, sight: S, reader: Reader) -> str:
        """The position as text with rich markup, for the table in the terminal."""


class GameDrawing(GamePanels[S], Protocol[S]):
    """Pictures, as scenes (`kit/scene.py`).

    Where `lit`, each legal action is one node with `move` and a label, on the board or in the hand. Things keep
    their keys, and `what` is the id of a symbol's entry in the legend. All who are not on the move see the same board.
    """

    def sheet(self, board: Board, standing: bool, dark: bool) -> Sheet:
        """How scenes of a board look: the symbols, and where the places lie, `standing` for a telephone held upright."""

    def board(self, sight: S, reader: Reader, *, lit: bool, preview: int) -> Scene:
        """The board; `preview` is a legal action whose effect is to be seen, or -1."""

    def hand(self, sight: S, reader: Reader, *, lit: bool, preview: int) -> Scene:
        """What the reader's seat holds, and the buttons."""


class MarkupDrawing(GamePanels[S], Protocol[S]):
    """Pictures as markup, of games that are not drawn as scenes yet."""

    def draw(self, sight: S, reader: Reader, picture: Picture) -> str:
        """An SVG of the position as the reader sees it.

        Where `picture.lit`, each legal action is one element with `data-move`, role "button", a
        tabindex and an accessible name (`aria-label`), on the board or in the hand; pieces carry
        `data-key`, a stable identity, and symbols `data-what`, the id of their entry in the legend.
        What tells a seat's points carries `data-points`: it is not shown while the end is counted.
        All who are not on the move see the same board.
        """


def has_scenes(drawing: GameDrawing[S] | MarkupDrawing[S]) -> TypeIs[GameDrawing[S]]:
    return hasattr(drawing, "sheet")
