"""Moves of Tigris & Euphrates as text, and its position documents; loading.py reads them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from triarchy.games.tigris.maps import LETTERS
from triarchy.games.tigris.state import (
    CELLS,
    COLOURS,
    COLUMNS,
    HAND,
    NONE,
    PAIRS,
    ROWS,
    SWAP,
)
from triarchy.kit.definition import Board, Document, State

POINTS = (*COLOURS, "treasure")

CELL_NAMES = tuple(f"{LETTERS[cell % COLUMNS]}{cell // COLUMNS + 1}" for cell in range(CELLS))
CELL_OF = {name: cell for cell, name in enumerate(CELL_NAMES)}
PIECES = (
    *(f"tile {colour}" for colour in COLOURS),
    *(f"leader {colour}" for colour in COLOURS),
    "catastrophe",
)
MONUMENT_NAMES = tuple(f"{COLOURS[one]}-{COLOURS[two]}" for one, two in PAIRS)
KINDS = ("", "revolt", "war")


def moves(board: Board) -> tuple[str, ...]:
    """The text of every action; the `take` moves name the board's start temples."""
    return (
        *(f"cell {name}" for name in CELL_NAMES),
        *(f"square {name}" if is_square(cell) else "" for cell, name in enumerate(CELL_NAMES)),
        *(f"take {CELL_NAMES[cell]}" for cell in board.struct.start_cell),
        *PIECES,
        "swap",
        "pass",
        "withdraw",
        *(f"discard {colour}" for colour in COLOURS),
        "draw",
        *(f"war {colour}" for colour in COLOURS),
        *(f"support {number}" for number in range(HAND + 1)),
        *(f"monument {name}" for name in MONUMENT_NAMES),
        "monument none",
    )


@lru_cache(maxsize=64)
def moves_on(board: Board) -> tuple[str, ...]:
    """The same, kept."""
    return moves(board)


def is_square(cell: int) -> bool:
    """Whether a cell can be the top-left one of a square."""
    return cell % COLUMNS < COLUMNS - 1 and cell // COLUMNS < ROWS - 1


def square_cells(square: int) -> list[int]:
    """The four cells of a square, by its top-left one."""
    return [square, square + 1, square + COLUMNS, square + COLUMNS + 1]


# Writing


def cells_in(words: Any) -> list[int]:
    """The cells of a set of three words, ascending."""
    cells = []
    for w, word in enumerate(map(int, words)):
        while word:
            lowest = word & -word
            cells.append(64 * w + lowest.bit_length() - 1)
            word ^= lowest
    return cells


def write_position(board: Board, state: State) -> Document:
    """The keys of notation.md; of a view, with hidden hands, bag and discards as counts."""
    seats = range(int(state.players))
    viewer = int(state.viewer)

    def visible(seat: int) -> bool:
        return viewer in (0, seat + 1)

    def hand(counts: Any, count: int, seat: int) -> Document:
        return _counts(counts) if visible(seat) else {"count": count}

    bag = [COLOURS[colour] for colour in state.bag[: int(state.bag_size)][::-1].tolist()]
    swapping = int(state.phase) == SWAP
    return {
        "tiles": _tiles(state),
        "leaders": _leaders(state),
        "treasures": [CELL_NAMES[cell] for cell in cells_in(state.treasures)],
        "monuments": _monuments(state),
        "catastrophes": [CELL_NAMES[cell] for cell in cells_in(state.catastrophes)],
        "hands": [hand(state.hands[s], int(state.hand_sizes[s]), s) for s in seats],
        "points": [dict(zip(POINTS, state.points[s].tolist(), strict=True)) for s in seats],
        "bag": {"count": len(bag)} if viewer else bag,
        "removed": _counts(state.removed),
        "discarded": [hand(state.discarded[s], int(state.discarded_sizes[s]), s) for s in seats],
        "catastrophes_left": [int(state.catastrophes_left[s]) for s in seats],
        "actions_left": int(state.actions_left),
        "active": int(state.active),
        "piece": PIECES[int(state.piece)] if int(state.piece) >= 0 else None,
        "swapped": hand(state.swapped, int(state.swapped_size), int(state.active))
        if swapping
        else _counts(state.swapped),
        "unification": _cell(state.unification),
        "conflict": _conflict(state),
        "placed": _cell(state.placed),
        "square": _cell(state.square),
        "taker": int(state.taker) if int(state.taker) >= 0 else None,
    }


def _counts(counts: Any) -> Document:
    return dict(zip(COLOURS, counts.tolist(), strict=True))


def _cell(cell: Any) -> str | None:
    return CELL_NAMES[int(cell)] if int(cell) >= 0 else None


def _tiles(state: State) -> Document:
    found = {cell: colour for c, colour in enumerate(COLOURS) for cell in cells_in(state.tiles[c])}
    return {CELL_NAMES[cell]: found[cell] for cell in sorted(found)}


def _leaders(state: State) -> Document:
    found = {}
    for seat, cells in enumerate(state.leader_cell[: int(state.players)].tolist()):
        for colour, cell in zip(COLOURS, cells, strict=True):
            if cell >= 0:
                found[cell] = [seat, colour]
    return {CELL_NAMES[cell]: found[cell] for cell in sorted(found)}


def _monuments(state: State) -> list[Document]:
    squares = enumerate(state.monument_square.tolist())
    built = [(square, i) for i, square in squares if square >= 0]
    return [
        {
            "square": CELL_NAMES[square],
            "colours": [COLOURS[colour] for colour in PAIRS[i]],
            "on": COLOURS[int(state.monument_on[i])],
        }
        for square, i in sorted(built)
    ]


def _conflict(state: State) -> Document | None:
    kind = int(state.conflict)
    if not kind:
        return None
    colour = int(state.conflict_colour)
    attacker, defender = int(state.attacker), int(state.defender)
    support = int(state.attacker_support)
    return {
        "kind": KINDS[kind],
        "colour": COLOURS[colour],
        "attacker": attacker,
        "defender": defender,
        "attacker_cell": _cell(state.leader_cell[attacker, colour]),
        "defender_cell": _cell(state.leader_cell[defender, colour]),
        "attacker_board": int(state.attacker_board),
        "defender_board": int(state.defender_board),
        "attacker_support": None if support == NONE else support,
    }
