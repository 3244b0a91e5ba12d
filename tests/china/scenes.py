"""Positions for the tests of China: name what matters, the rest is filled in."""

from __future__ import annotations

from typing import Any

import triarchy
from triarchy.games.china.state import COLOURS
from triarchy.table.table import Table

CARDS = {"red": 13, "green": 12, "orange": 11, "yellow": 11, "violet": 10}
NO_CARDS = dict.fromkeys(COLOURS, 0)


def cards(text: str) -> dict[str, int]:
    """ "red red green" as an object of colours."""
    return {colour: text.split().count(colour) for colour in COLOURS}


def document(
    houses: dict[int, str] | None = None,
    *,
    players: int = 3,
    board: str | None = None,
    seat: int = 0,
    emissaries: dict[str, list[int]] | None = None,
    fortified: str = "",
    with_forts: bool | None = None,
    hand: str = "red red red",
    hands: dict[int, str] | None = None,
    row: str = "",
    deck: str | None = None,
    deck_size: int | None = None,
    exhausted: int = 0,
    **changes: Any,
) -> dict[str, Any]:
    """A position document, phase main of `seat`, which holds `hand` and is the starter.

    `houses` and `hands` go by seat, as texts ("wei1 wei2"); cards not named lie in `deck` after
    the named ones; `deck_size` keeps only so many there and discards the rest.
    """
    forts = fortified.split()
    with_forts = bool(forts) if with_forts is None else with_forts
    game = triarchy.game("china", players, board, {"forts": with_forts})
    owners = {field: s for s, text in (houses or {}).items() for field in text.split()}
    emissaries = emissaries or {}
    left = [c for c in COLOURS for _ in range(CARDS[c] - (5 - players))]
    named = {**(hands or {}), seat: hand}
    for text in (*named.values(), row, deck or ""):
        for card in text.split():
            if card != "-":
                left.remove(card)
    open_cards: list[str | None] = [None if card == "-" else card for card in row.split()]
    while len(open_cards) < 4 and not row:
        open_cards.append(left.pop(0))
    for s in range(players):
        if s not in named:
            named[s] = " ".join(left.pop(-1) for _ in range(3))
    drawn = (deck or "").split()
    if deck is None:
        size = len(left) if deck_size is None else deck_size
        drawn, left = left[:size], left[size:]
    found = {
        "game": "china",
        "board": game.board.id,
        "players": players,
        "options": {"forts": with_forts},
        "phase": "main",
        "to_move": seat,
        "turn": players,
        "houses": owners,
        "forts": sorted(forts),
        "emissaries": emissaries,
        "scored": [],
        "hands": [cards(named[s]) for s in range(players)],
        "open": open_cards,
        "deck": drawn,
        "discards": left,
        "rng": "1",
        "exhausted": exhausted,
        "points": [0] * players,
        "supply": [
            {
                "houses": 20 - list(owners.values()).count(s),
                "emissaries": 8 - sum(numbers[s] for numbers in emissaries.values()),
                "forts": int(with_forts),
            }
            for s in range(players)
        ],
        "known": [dict(NO_CARDS) for _ in range(players)],
        "starter": seat,
        "active": seat,
        "province": None,
        "limit": None,
        "piece": None,
        "placed": 0,
        "swapping": False,
    }
    for s in range(len(forts)):
        found["supply"][-1 - s]["forts"] = 0
    found.update(changes)
    return found


def scene(houses: dict[int, str] | None = None, **settings: Any) -> Table:
    """A table at the position that `document` describes."""
    return triarchy.position(document(houses, **settings))


def play(table: Table, *moves: str) -> Table:
    for move in moves:
        table.play(move)
    return table


def places(table: Table) -> list[str]:
    """The provinces in which a piece can be placed now."""
    fields = [move.split()[1] for move in table.legal if move.split()[0] in ("house", "fort")]
    there = {field.rstrip("0123456789") for field in fields}
    return sorted(there | {m.split()[1] for m in table.legal if m.startswith("emissary")})


def last_turn(houses: dict[int, str], **settings: Any) -> dict[str, Any]:
    """The last draw of the game: `draw 1` ends it. Seat players - 1 draws, seat 0 has the emperor."""
    players = settings.get("players", 3)
    found = document(
        houses,
        seat=players - 1,
        hand="red red",
        row="green - - -",
        deck="",
        exhausted=2,
        **settings,
    )
    found.update(phase="draw", swapping=True, starter=0, turn=2 * players - 1)
    return found


def result(houses: dict[int, str], points: list[int] | None = None, **settings: Any) -> list[dict]:
    """The final scores of a game that ends with these houses (and emissaries, forts)."""
    found = last_turn(houses, **settings)
    found["points"] = points or found["points"]
    table = triarchy.position(found)
    table.play("draw 1")
    assert table.over
    return table.scores  # type: ignore[return-value]
