"""The kinds of a game that a network learns from side by side: numbers of players, boards, options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from triarchy.kit.definition import DEFINITIONS
from triarchy.table.game import Game
from triarchy.table.game import game as find_game

USUAL = 3
"""The default board or value of an option is played so many times as often as another."""


def kinds(name: str, only: int | None = None) -> Iterator[tuple[Game, float]]:
    """A game with every number of players, or with `only` so many, board and option, and its part of
    all games.

    Every number of players gets the same part.
    """
    definition = DEFINITIONS[name]
    least, most = definition.players if only is None else (only, only)
    for players in range(least, most + 1):
        found = []
        for board in definition.boards.values():
            if players not in board.players:
                continue
            for values in product(*definition.options.values()):
                options = dict(zip(definition.options, values, strict=True))
                usual = [definition.default_boards[players] == board.id]
                usual += [value == definition.options[key][0] for key, value in options.items()]
                made = find_game(name, players, board=board.id, options=options)
                found.append((made, float(USUAL ** sum(usual))))
        total = sum(weight for _, weight in found) * (most - least + 1)
        yield from ((made, weight / total) for made, weight in found)
