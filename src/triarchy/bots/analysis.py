"""What bots think of a position: every legal move judged, and a hint in words."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from triarchy.bots.base import check_view
from triarchy.bots.greedy import Greedy
from triarchy.bots.search import Findings, Search, best_action
from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import State
from triarchy.table.game import Game
from triarchy.table.table import Table

SIMULATIONS = 800


@dataclass(frozen=True)
class Judgement:
    """What a search thinks of one legal move; the best move comes first in `analyse`."""

    move: str
    visits: int
    shares: list[float]
    """Each seat's estimated share of the win, 0 to 1."""
    low: list[float]
    """95 % interval of each share: how sure the search is, not how right the evaluation is."""
    high: list[float]


def analyse(
    table: Table | Game,
    view: State | None = None,
    *,
    sims: int = SIMULATIONS,
    ms: int | None = None,
    seed: int = 0,
    workers: int = 1,
) -> list[Judgement]:
    """Judge every legal move from what the seat to move may know; the best one first.

    Give a table, or a game and the view of the seat to move.
    """
    game, view, seat = _asked(table, view)
    check_view(game, view, seat)
    search = Search(sims=None if ms else sims, ms=ms, workers=workers)
    found = search.search(game, view, seat, seed, (ms or 0) / 1000)
    legal = game.legal_actions(view)
    best = best_action(found, legal, seat)
    order = sorted(legal, key=lambda action: (action != best, -int(found.visits[action]), action))
    return [_judgement(game, found, action) for action in order]


def _asked(table: Table | Game, view: State | None) -> tuple[Game, State, int]:
    if isinstance(table, Table):
        seat = table.to_move
        if seat is None:
            raise BadRequest("The game is over; there is nothing to judge.")
        return table.game, table.view_state(seat), seat
    if view is None or int(view.to_move) < 0:
        raise BadRequest("A game is judged with the view of the seat to move.")
    return table, view, int(view.to_move)


def _judgement(game: Game, found: Findings, action: int) -> Judgement:
    visits = int(found.visits[action])
    if visits == 0:
        unknown = [0.0] * game.players
        return Judgement(game.moves[action], 0, unknown, unknown, [1.0] * game.players)
    means = found.totals[action] / visits
    spread = np.maximum(0.0, found.squares[action] / visits - means**2)
    # One more visit's worth of doubt, so that a single visit is not taken for certainty.
    half = 1.96 * np.sqrt((spread * visits + 0.25) / (visits + 1)) / math.sqrt(visits + 1)
    return Judgement(
        game.moves[action],
        visits,
        means.tolist(),
        np.maximum(0.0, means - half).tolist(),
        np.minimum(1.0, means + half).tolist(),
    )


def hint(table: Table, language: str = "en", seed: int = 0) -> tuple[str, str]:
    """The move a bot would make for the seat to move, and why, in words."""
    game, view, seat = _asked(table, None)
    action = Greedy().choose(game, view, seat, seed)
    if len(game.legal_actions(view)) > 1:
        action = Search(sims=SIMULATIONS).choose(game, view, seat, seed)
    reader = game.reader(seat, language)
    return game.moves[action], game.definition.text.explain(game.sight(view), action, reader)
