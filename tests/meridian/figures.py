"""The positions of the rules page and the lessons, made from scenes.

`python -m tests.meridian.figures` writes them into the game's folder `figures/`; a test compares.
"""

from __future__ import annotations

from typing import Any

import triarchy
from tests.meridian.scenes import BLACK, BROWN, FIGURE_A, GREY, ORANGE, position
from tests.shared_checks import write_figures
from triarchy.games.meridian import GAME
from triarchy.games.meridian.state import CARDS

Document = dict[str, Any]
EMPTY = {"card": None, "meridian": None, "lifted": None, "height": None}


def columns(*towers: tuple[int, int, int, int]) -> dict[int, list]:
    """Towers given as (meridian, city, seat, height), by meridian."""
    found: dict[int, list] = {}
    for meridian, city, seat, height in towers:
        found.setdefault(meridian, [None] * 5)[city - 1] = [seat, height]
    return found


def cards(document: Document, left: dict[int, list[str]]) -> Document:
    """The document with these cards left to the seats, the open ones first; the rest is played.

    A seat that is not named has as many of its first cards left as it must.
    """
    players, turn = document["players"], document["turn"]
    deck = list(CARDS) * (2 if players == 2 else 1)
    for key in ("open", "piles", "discards"):
        document[key] = []
    for seat in range(players):
        count = len(deck) - (turn + players - 1 - seat) // players
        first = left.get(seat, [])
        others = list(deck)
        for card in first:
            others.remove(card)
        hand = [*first, *others[: count - len(first)]]
        document["open"].append(hand[:2])
        document["piles"].append(hand[2:])
        document["discards"].append(others[count - len(first) :])
    return document


def at_the_start(left: dict[int, list[str]], towers: dict[int, list], seat: int = 0) -> Document:
    """Phase card, seat `seat` in the first round."""
    document = position(towers, seat=seat).position()
    return cards({**document, "phase": "card", **EMPTY}, left)


def late(towers: dict[int, list], turn: int, left: dict[int, list[str]]) -> Document:
    """Phase card of a later turn of four players."""
    document = position(towers).position()
    document |= {"phase": "card", **EMPTY, "turn": turn, "to_move": turn % 4}
    return cards(document, left)


MIDDLE = columns(
    *((1, 1, BLACK, 5), (1, 3, GREY, 2), (2, 2, ORANGE, 4), (2, 4, BROWN, 2)),
    *((3, 2, GREY, 4), (3, 5, BLACK, 1), (4, 1, BROWN, 3), (4, 5, ORANGE, 2)),
    *((5, 3, BLACK, 3), (6, 2, ORANGE, 2), (6, 4, GREY, 1), (7, 1, ORANGE, 4)),
    *((7, 3, BROWN, 2), (8, 4, GREY, 3), (9, 2, BROWN, 4), (9, 5, BLACK, 1), (10, 3, GREY, 2)),
)
"""A game about half played."""

ISLANDS = columns(
    *((3, 1, BLACK, 3), (1, 1, GREY, 3)),  # Talumei, 3: one tower each
    *((6, 4, BROWN, 2),),  # Ombari, 3: brown alone
    *((7, 3, ORANGE, 2), (8, 2, ORANGE, 3), (9, 2, BLACK, 4)),  # Quelasi, 4: two against a capital
    *((1, 5, BLACK, 1), (2, 5, BLACK, 2), (5, 5, GREY, 2)),  # Long Hasuri, 5: black leads
)
"""Figure D before grey's last tower, in the capital of Long Hasuri."""

LEVEL = columns(
    *((1, 1, GREY, 5), (2, 1, GREY, 4), (3, 2, GREY, 3), (8, 3, GREY, 4), (9, 3, GREY, 3)),
    *((1, 3, BLACK, 4), (2, 3, BLACK, 3), (4, 5, BLACK, 9), (8, 5, BLACK, 1), (9, 5, BLACK, 1)),
    *((7, 1, ORANGE, 4), (9, 1, ORANGE, 5), (10, 1, ORANGE, 3), (8, 4, ORANGE, 3)),
    *((5, 3, BROWN, 4), (9, 2, BROWN, 4), (6, 4, BROWN, 3), (5, 4, ORANGE, 2)),
)
"""Grey and black have 11 points each, black has a piece more; no tower in meridian 7 would help."""


def documents() -> dict[str, Document]:
    """Every figure by its id."""
    figure_c = {5: [[ORANGE, 4], [BROWN, 3], None, [GREY, 1], None]}
    two = {5: [[GREY, 6], [ORANGE, 4], None, None, None]}
    return {
        "board": late(MIDDLE, 24, {0: ["2", "8-10", "5"], 1: ["9", "4"]}),
        "three-players": triarchy.game("meridian", players=3).start(4).position(),
        "cards": at_the_start({0: ["3", "4-7"]}, {}),
        "first-tower": position({}, card="3", meridian=3).position(),
        "figure-a-height": position(FIGURE_A).position(),
        "figure-a": position(FIGURE_A, phase="city", height=2).position(),
        "figure-b-height": position(FIGURE_A).position(),
        "figure-b": position(FIGURE_A, phase="city", height=5).position(),
        "figure-c": position(figure_c).position(),
        "figure-d": late(ISLANDS, 49, {1: ["4"], 2: ["9"], 3: ["5"]}),
        "figure-d-counted": counted(),
        "last-turn": late(LEVEL, 51, {3: ["7"]}),
        "two-players": position(two, players=2).position(),
        "own-tower": position(two, players=2, phase="city", height=3).position(),
    }


def counted() -> Document:
    """Figure D to the end: grey builds in the capital, the others pass."""
    table = triarchy.position(late(ISLANDS, 49, {1: ["4"], 2: ["9"], 3: ["5"]}))
    for move in ("card 4", "height 2", "city 5", "card 9", "done", "card 5", "done"):
        table.play(move)
    return table.position()


if __name__ == "__main__":
    write_figures(GAME, documents())
