"""A whole game to show: the one that a game brings along, or one played on the spot."""

from __future__ import annotations

import json

from triarchy.engine.arrays import np
from triarchy.kit.definition import Definition
from triarchy.table.game import Game
from triarchy.table.game import game as find_game
from triarchy.table.record import read_record
from triarchy.table.table import Table

SEED = 7
MOST_MOVES = 2000


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
