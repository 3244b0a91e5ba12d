"""Positions of Tigris & Euphrates for tests, made from a few words; totals always come out right."""

from __future__ import annotations

from typing import Any

import triarchy
from triarchy.table.table import Table

COLOURS = ("black", "red", "blue", "green")
TOTALS = {"black": 30, "red": 57, "blue": 36, "green": 30}
STARTS = "K1 B2 P2 F3 N5 I7 B8 O9 F10 K11".split()
LION, BULL, ARCHER, POTTER = range(4)
SQUARE = {"": (0, 0), "e": (1, 0), "s": (0, 1), "se": (1, 1)}
WAR: dict[str, Any] = {
    "red": "C6 I6",
    "green": "E6 G6 H6",
    "leaders": {
        "D6": (LION, "green"),
        "C5": (LION, "black"),
        "J6": (BULL, "green"),
        "I5": (BULL, "black"),
    },
    "hands": ("green*4 black red", "green black*5"),
}
"""Two kingdoms with traders and kings of both; a tile on F6 joins them."""


def counts(words: str = "") -> dict[str, int]:
    """`red*2 black` as numbers of each colour."""
    found = dict.fromkeys(COLOURS, 0)
    for word in words.split():
        colour, _, number = word.partition("*")
        found[colour] += int(number or 1)
    return found


def square(cell: str) -> list[str]:
    """The four cells of a square by its top-left one."""
    column, row = cell[0], int(cell[1:])
    return [f"{chr(ord(column) + east)}{row + south}" for east, south in SQUARE.values()]


def document(
    *,
    players: int = 2,
    black: str = "",
    red: str = "",
    blue: str = "",
    green: str = "",
    leaders: dict[str, tuple[int, str]] | None = None,
    hands: tuple[str, ...] = (),
    bare: str = "",
    no_treasure: str = "",
    monuments: tuple[tuple[str, str, str], ...] = (),
    catastrophes: str = "",
    bag: str | int | None = None,
    active: int = 0,
    **changes: Any,
) -> dict[str, Any]:
    """A position at the start of `active`'s turn.

    Cells are texts such as "C5 D5"; the ten temples and treasures of the start are there but for
    those in `bare` (neither; taken by seat 0) and `no_treasure` (taken by seat 0). `bag`: the next tiles in words,
    the rest removed; or how many tiles are left in it, the rest removed.
    """
    tiles = {cell: "red" for cell in STARTS if cell not in bare.split()}
    for colour, cells in zip(COLOURS, (black, red, blue, green), strict=True):
        tiles.update(dict.fromkeys(cells.split(), colour))
    built = []
    for cell, pair, on in monuments:
        built.append({"square": cell, "colours": pair.split("-"), "on": on})
        for under in square(cell):
            tiles.pop(under, None)
    treasures = [c for c in STARTS if c not in bare.split() and c not in no_treasure.split()]
    held = [counts(hands[seat] if seat < len(hands) else "") for seat in range(players)]
    points = [{**counts(), "treasure": 0} for _ in range(players)]
    points[0]["treasure"] = 10 - len(treasures)
    lying = catastrophes.split()
    left = [2] * players
    for number in range(len(lying)):
        left[number % players] -= 1
    rest = {
        colour: TOTALS[colour]
        - list(tiles.values()).count(colour)
        - 4 * sum(monument["on"] == colour for monument in built)
        - sum(hand[colour] for hand in held)
        for colour in COLOURS
    }
    removed = counts(f"red*{len(bare.split())}")
    rest["red"] -= removed["red"]
    stock = [colour for colour in COLOURS for _ in range(rest[colour])]
    if isinstance(bag, str):
        stock = [c for c in COLOURS for _ in range(counts(bag)[c])]
    elif bag is not None:
        stock = stock[:bag]
    if bag is not None:
        removed = {c: removed[c] + rest[c] - stock.count(c) for c in COLOURS}
    found = {
        "game": "tigris",
        "board": "standard",
        "players": players,
        "options": {"open_points": False, "support": "free"},
        "phase": "action",
        "to_move": active,
        "turn": 8,
        "tiles": tiles,
        "leaders": {cell: list(leader) for cell, leader in (leaders or {}).items()},
        "treasures": treasures,
        "monuments": built,
        "catastrophes": lying,
        "hands": held,
        "points": points,
        "bag": stock,
        "removed": removed,
        "discarded": [counts() for _ in range(players)],
        "catastrophes_left": left,
        "actions_left": 2,
        "active": active,
        "piece": None,
        "swapped": counts(),
        "unification": None,
        "conflict": None,
        "placed": None,
        "square": None,
        "taker": None,
    }
    return {**found, **changes}


def scene(**settings: Any) -> Table:
    """A table at such a position."""
    return triarchy.position(document(**settings))


def play(table: Table, *moves: str) -> dict[str, Any]:
    """Play the moves; the position after them."""
    for move in moves:
        table.play(move)
    return table.position()


def cells(table: Table) -> set[str]:
    """The cells that can be chosen now."""
    return {move[5:] for move in table.legal if move.startswith("cell ")}


def gained(before: dict[str, Any], after: dict[str, Any], seat: int) -> dict[str, int]:
    """The points a seat has gained, without zeros."""
    return {
        kind: number - before["points"][seat][kind]
        for kind, number in after["points"][seat].items()
        if number != before["points"][seat][kind]
    }
