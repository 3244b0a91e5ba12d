"""Setting a position up by hand: what a game says can be put where, and how it is done.

A game's module `setting_up` works on a copy of a state: it puts a piece on a place, takes what
lies there, or sets a number, and keeps the totals right (a tile that is laid comes out of the
bag). It checks no rule: whoever calls it writes the position and reads it again, and the one
function that reads positions says what is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from triarchy.engine.errors import BadPosition
from triarchy.kit.sight import Reader, Sight

if TYPE_CHECKING:
    from triarchy.kit.definition import Board, State

S = TypeVar("S", bound=Sight, contravariant=True)
SYMBOL = 40
"""The height of a symbol; most are as wide."""


@dataclass(frozen=True)
class SetupPiece:
    """Something that can be put on a place."""

    id: str
    name: str
    symbol: str
    """A small SVG."""
    most: int = 1
    """So many of it can be put on one place at once: the storeys of a tower."""


@dataclass(frozen=True)
class SetupPlace:
    """A place beside the board: a card of a hand."""

    id: str
    name: str
    """Which it is, and what lies there."""
    symbol: str
    """What lies there as a small SVG; "" for nothing."""


@dataclass(frozen=True)
class SetupRow:
    """Places that belong together: a hand, the open cards."""

    name: str
    places: list[SetupPlace]


@dataclass(frozen=True)
class Setting:
    """A number that can be changed: whose turn it is, points."""

    id: str
    name: str
    value: int
    low: int
    high: int
    names: tuple[str, ...] = ()
    """What the numbers from `low` on are called, where they are names and not amounts."""
    group: str = ""
    """What it is a part of: "Lion's points"."""


class GameSetup(Protocol[S]):
    """A game's module `setting_up`."""

    def begin(self, board: Board, state: State) -> None:
        """Undo the choices of the turn, so that the seat is to begin it: pieces can be put then."""

    def pieces(self, sight: S, reader: Reader) -> list[SetupPiece]:
        """What can be put, in the order of the palette."""

    def places(self, sight: S, reader: Reader) -> dict[str, str]:
        """The places of the board, by id, with what they are called and what lies there.

        The drawing makes an element of each that is in `Picture.places`.
        """

    def rows(self, sight: S, reader: Reader) -> list[SetupRow]:
        """The places beside the board."""

    def settings(self, sight: S, reader: Reader) -> list[Setting]:
        """The numbers that can be changed."""

    def put(self, board: Board, state: State, piece: str, place: str, count: int) -> None:
        """Put so many of a piece on a place, in place of what lies there."""

    def take(self, board: Board, state: State, place: str) -> None:
        """Take what lies on a place, the topmost first."""

    def change(self, board: Board, state: State, setting: str, value: int) -> None:
        """Set a number; it is one of `settings`, and the value within its bounds."""


def cannot_lie_there() -> BadPosition:
    return BadPosition("This piece cannot be put there.")


def none_left() -> BadPosition:
    return BadPosition("There are none of these left to put there.")


def nothing_to_take() -> BadPosition:
    return BadPosition("There is nothing to remove there.")


def only_exchanged() -> BadPosition:
    return BadPosition("This card can only be exchanged: put another one there.")
