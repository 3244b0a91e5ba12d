"""A game that plays itself, for the cards of the home page: the same one every time."""

from __future__ import annotations

import json
import threading

import numpy as np

from triarchy.kit.definition import Definition
from triarchy.kit.presentation import Picture
from triarchy.server.screens import Cache, Look
from triarchy.table import Game, Table
from triarchy.table import game as find_game
from triarchy.table.record import read_record

FRAMES = 24
SEED = 7
MOST_MOVES = 2000


class Examples:
    """One example game per game, played when somebody first asks for it."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache
        self._lock = threading.Lock()
        self._tables: dict[str, Table] = {}

    def frame(self, definition: Definition, number: int, look: Look) -> str:
        """The drawing of one of the FRAMES positions, evenly spread over the game."""
        key = ("example", definition.name, number, look)
        return self.cache.get(key, lambda: self._draw(definition, number, look))

    def _draw(self, definition: Definition, number: int, look: Look) -> str:
        with self._lock:
            if definition.name not in self._tables:
                self._tables[definition.name] = example(definition)
            table = self._tables[definition.name]
        # The last frame is the finished board; the first one has something on it already.
        index = (len(table.states) - 1) * (number + 1) // FRAMES
        game = table.game
        return definition.drawing.draw(
            game.sight(game.view(table.states[index], None)),
            game.reader(None, look.language),
            Picture(width=look.width, part="board", dark=look.dark),
        )


def example(definition: Definition) -> Table:
    """The record a game brings along as `example.json`, or a game played on the spot."""
    path = definition.folder / "example.json"
    if path.exists():
        return read_record(json.loads(path.read_text(encoding="utf-8")))
    return play(find_game(definition.name))


def play(game: Game) -> Table:
    """A whole game in which every seat takes what looks best at once."""
    table = game.start(SEED)
    rules, board = game.definition.rules, game.board.struct
    shares = np.zeros(game.players)
    for _ in range(MOST_MOVES):
        seat = table.to_move
        if seat is None:
            break
        best, chosen = -1.0, -1
        for action in game.legal_actions(table.state):
            after = table.state.copy()
            rules.apply(board, after, action)
            rules.evaluate(board, after, shares)
            if shares[seat] > best:
                best, chosen = float(shares[seat]), action
        table.play_action(chosen)
    return table
