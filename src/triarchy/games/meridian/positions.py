"""Meridian's moves as text, and writing its position documents; `loading.py` reads them."""

from __future__ import annotations

from triarchy.games.meridian.state import CARDS, MERIDIANS, MOST_HEIGHT, MOST_ROWS
from triarchy.kit.definition import Board, Document, State

KEYS = "towers supply open piles discards card meridian lifted height".split()

MOVES = (
    *(f"card {card}" for card in CARDS),
    *(f"meridian {meridian}" for meridian in range(1, MERIDIANS + 1)),
    "done",
    *(f"lift {row}" for row in range(1, MOST_ROWS + 1)),
    *(f"height {height}" for height in range(1, MOST_HEIGHT + 1)),
    *(f"city {row}" for row in range(1, MOST_ROWS + 1)),
)


def write_position(board: Board, state: State) -> Document:
    """The keys of notation.md; the piles of a view as counts."""
    rows = int(board.struct.rows)
    seats = range(int(state.players))
    return {
        "towers": [
            [_tower(int(state.towers[meridian, row])) for row in range(rows)]
            for meridian in range(MERIDIANS)
        ],
        "supply": [int(state.supply[seat]) for seat in seats],
        "open": [[CARDS[code - 1] for code in state.open[seat].tolist() if code] for seat in seats],
        "piles": [_pile(state, seat) for seat in seats],
        "discards": [
            [CARDS[code - 1] for code in state.discards[seat].tolist() if code] for seat in seats
        ],
        "card": CARDS[int(state.card) - 1] if state.card else None,
        "meridian": int(state.meridian) or None,
        "lifted": [int(state.lifted_row), int(state.lifted_height)] if state.lifted_row else None,
        "height": int(state.height) or None,
    }


def _tower(tower: int) -> list[int] | None:
    return [tower >> 6, tower & 63] if tower else None


def _pile(state: State, seat: int) -> list[str] | dict[str, int]:
    count = int(state.pile_sizes[seat])
    if state.viewer:
        return {"count": count}
    return [CARDS[code - 1] for code in state.piles[seat, :count][::-1].tolist()]
