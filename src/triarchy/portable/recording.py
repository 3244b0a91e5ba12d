"""What a game's portable file must hold: all compiled functions that Python calls while the game is played, told, drawn,
judged and thought about, with the types of their arguments.

Nobody lists them: in a process with TRIARCHY_RECORD set, every compiled function notes how it is called
(`engine/compiled.py`), and `exercise` does whatever a table, its words, its bots and its review do.
"""

from __future__ import annotations

import random
from typing import Any

from triarchy.bots import bot
from triarchy.bots.chances import OpenJudge
from triarchy.bots.turns import TurnJudge
from triarchy.bots.winning import win_chances
from triarchy.engine.arrays import np
from triarchy.engine.playout import play_games
from triarchy.engine.results import win_shares
from triarchy.kit.definition import Definition
from triarchy.table.example import example
from triarchy.table.game import Game, game
from triarchy.table.prepare import playout_arguments, prepare_words, table_steps
from triarchy.table.table import Table

BOTS = (
    "random",
    "simple",
    "greedy",
    "greedy:guesses=1,looks=4",
    "greedy:guesses=1,mistakes=1,looks=4",
    "search:sims=2",
    "search:ms=1",
)
"""Every kind of bot that plays alike with every number of players, with a budget that is soon spent;"""
WITH_NETWORKS = (
    "network",
    "champion:sims=2",
    "champion:sims=2,playouts=1",
    "champion:sims=2,eyes=0",
    "champion:sims=2,eyes=1",
)
"""and those whose network depends on it."""
TOLD = 24
"""So many positions of a game are told and drawn,"""
TAKEN_APART = 8
"""and so many taken apart."""


def exercise(definition: Definition[Any]) -> None:
    """Do with a game, a little of each, what is done with it from Python."""
    least, most = definition.players
    for _, step in table_steps(definition):
        step()
    prepare_words(example(definition), TOLD)
    for players in range(least, most + 1):
        played = game(definition.name, players)
        table = random_table(played, seed=1)
        play_games(*playout_arguments(definition, played.board, players, 0, 1, 1))
        _take_apart(table)
        _ask(table, WITH_NETWORKS)
    prepare_words(table, TAKEN_APART)
    _ask(table, BOTS)
    _judge(table)


def random_table(played: Game, seed: int) -> Table:
    """A whole game of random moves."""
    chance = random.Random(seed)
    table = played.start(seed)
    while not table.over:
        table.play_action(chance.choice(played.legal_actions(table.state)))
    return table


def _some(table: Table, wanted: int) -> list[Any]:
    """Positions of a table, spread over the game, in which somebody is to move."""
    return table.states[: -1 : max(1, len(table.states) // wanted)]


def _take_apart(table: Table) -> None:
    """Documents both ways, observations, consequences, undo, and draws in another order."""
    played, rng = table.game, np.array([3], np.uint64)
    definition, board = played.definition, played.board
    win_shares(played.result(table.state)["ranking"])
    table.copy()
    for state in _some(table, TAKEN_APART):
        played.position(played.document(state))
        seat = int(state.to_move)
        played.observe(played.view(state, seat), seat)
        played.consequences(state, played.legal_actions(state))
        definition.forced(board, state)
        definition.turn_of(state)
        for action in played.legal_actions(state):
            played.known_action(state, action, None)
        shuffled = state.copy()
        definition.reshuffle(board, shuffled, rng)
    for seat in range(played.players):
        table.log(seat)


def _late(table: Table) -> Any:
    """A position near the end of a game, which is soon played to its end."""
    states = [state for state in table.states if len(table.game.legal_actions(state)) > 1]
    return states[-max(1, len(states) // 20)]


def _ask(table: Table, names: tuple[str, ...]) -> None:
    """Each of these bots, once."""
    played, state = table.game, _late(table)
    seat = int(state.to_move)
    view = played.view(state, seat)
    for name in names:
        asked = bot(name)
        asked.choose(played, view, seat, 1)
        asked.close()


def _judge(table: Table) -> None:
    """What hints, analyses and reviews ask."""
    played, state = table.game, _late(table)
    view = played.view(state, int(state.to_move))
    judge, chances = TurnJudge(played), OpenJudge(played)
    judged = judge.judge(view, playouts=1)
    judge.compare(view, judged[0].moves, judged[-1].moves, guesses=1)
    chances.chances(state, 1, 0)
    for action in played.legal_actions(state)[:2]:
        chances.before_draw(state, action, 1, 0)
    win_chances(played, view)
