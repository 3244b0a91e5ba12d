"""What one sees in a position, without words: islands and who leads there, towers, pushes.

Words and drawings are made from this; what the rules decide is asked of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from triarchy.games.meridian import rules, scoring
from triarchy.games.meridian.rules import decks_each
from triarchy.games.meridian.scoring import NOBODY, TIED
from triarchy.games.meridian.state import (
    CARDS,
    CITY_ACTION,
    GROUPS,
    MERIDIANS,
    MOST_HEIGHT,
    MOST_PLAYERS,
    MOST_ROWS,
)
from triarchy.kit.definition import Board, State

__all__ = ["NOBODY", "TIED"]


@dataclass(frozen=True)
class Island:
    """An island as it stands: its value and how strong everyone is on it."""

    index: int
    id: str
    name: str
    value: int
    strengths: list[int]
    holder: int
    """The seat that would take it now; NOBODY or TIED."""

    @property
    def leaders(self) -> list[int]:
        """The seats with the most strength: one holds, several tie."""
        most = max(self.strengths)
        return [seat for seat, own in enumerate(self.strengths) if own == most > 0]


@dataclass(frozen=True)
class Push:
    """A tower that makes room; rows count from 0."""

    seat: int
    height: int
    start: int
    end: int


def islands(board: Board, view: State) -> list[Island]:
    """The islands in the order of the board file."""
    found = []
    for index, data in enumerate(board.data["islands"]):
        strengths = int(scoring.strength(board.struct, view, index))
        found.append(
            Island(
                index,
                data["id"],
                data["name"],
                int(board.struct.value[index]),
                [(strengths >> (8 * seat)) & 255 for seat in range(int(view.players))],
                int(scoring.holder_by(strengths)),
            )
        )
    return found


def projected(board: Board, view: State) -> list[int]:
    """The points everyone would have if the game ended now."""
    points = [0] * MOST_PLAYERS
    for island in islands(board, view):
        if island.holder >= 0:
            points[island.holder] += island.value
    return points[: int(view.players)]


def towers(view: State) -> dict[tuple[int, int], tuple[int, int]]:
    """Seat and height of each tower, by meridian and row, all counted from 0."""
    return {
        (meridian, row): (tower >> 6, tower & 63)
        for meridian, column in enumerate(view.towers.tolist())
        for row, tower in enumerate(column)
        if tower
    }


def island_name(board: Board, meridian: int, row: int) -> str:
    """The name of the island a city lies on; within a meridian it names the city."""
    name: str = board.data["islands"][int(board.struct.island[meridian, row])]["name"]
    return name


def is_capital(board: Board, meridian: int, row: int) -> bool:
    return bool(board.struct.capital[meridian, row])


def legal(board: Board, view: State) -> list[int]:
    """The legal actions, which nothing hidden decides."""
    out = np.zeros(1 + MOST_ROWS + MOST_HEIGHT, np.int16)
    count = rules.legal(board.struct, view, out)
    return [int(action) for action in out[:count]]


def after(board: Board, view: State, action: int) -> State:
    """The view once the action has been played; a card turned up stays unknown."""
    later = view.copy()
    rules.apply(board.struct, later, action)
    return later


def pushes(board: Board, view: State, action: int) -> list[Push]:
    """The towers that would make room for a `city` action, the one displaced first."""
    row, column = action - CITY_ACTION, int(view.meridian) - 1
    before, later = view.towers[column].tolist(), after(board, view, action).towers[column].tolist()
    moved = [
        Push(tower >> 6, tower & 63, start, later.index(tower))
        for start, tower in enumerate(before)
        if tower and later.index(tower) != start
    ]
    return sorted(moved, key=lambda push: abs(push.start - row))


def card_text(card: int) -> str:
    """What is printed on a card, by its index: "7" or "4-5-6-7"."""
    if card in GROUPS:
        first, last = GROUPS[card]
        return "-".join(str(number) for number in range(first + 1, last + 2))
    return CARDS[card]


def meridians_on(card: int) -> range:
    """The meridians on a card, counted from 0."""
    first, last = GROUPS.get(card, (card, card))
    return range(first, last + 1)


def open_cards(view: State, seat: int) -> list[int]:
    """The indices of the seat's open cards."""
    return [code - 1 for code in view.open[seat].tolist() if code]


def discarded(view: State, seat: int) -> list[int]:
    """The indices of the cards a seat has played, the oldest first."""
    return [code - 1 for code in view.discards[seat].tolist() if code]


def in_pile(view: State, seat: int) -> list[int]:
    """How many of each card must be in the seat's pile: all less those seen."""
    counts = [int(decks_each(int(view.players)))] * len(CARDS)
    for card in open_cards(view, seat) + discarded(view, seat):
        counts[card] -= 1
    return counts


def cities(board: Board) -> list[tuple[int, int]]:
    """Every city as meridian and row, counted from 0."""
    return [(m, r) for m in range(MERIDIANS) for r in range(int(board.struct.rows))]
