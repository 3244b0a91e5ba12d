"""What bots think of a position: every legal move judged, and a hint in words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from triarchy.bots.base import check_view
from triarchy.bots.chances import OpenJudge
from triarchy.bots.review import effort_of
from triarchy.bots.search import Findings, best_action
from triarchy.bots.turns import TurnJudge, TurnJudgement
from triarchy.bots.winning import analysing
from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import State
from triarchy.kit.language import translator
from triarchy.kit.sight import Reader
from triarchy.table.game import Game
from triarchy.table.table import Table

SIMULATIONS = 800
ADVICE = 800
"""Games played on for a hint: as many as a review takes to find the best turn."""
LONGEST_CHOICE = 6
"""A hint follows a choice for so many decisions."""
MOST_TURNS = 5
"""So many of the best turns are told of a position."""


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
    search = analysing(game, None if ms else sims, ms, workers)
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


# Hints


@dataclass(frozen=True)
class Advice:
    """The decisions that begin the best turn, up to the one that does something."""

    actions: tuple[int, ...]
    lead: float | None
    """How far the mover's share by the best turn lies ahead of the next best turn's, on the same
    guesses; never below 0. None: there was nothing to choose."""


def advise(game: Game, view: State, seed: int = 0, playouts: int = ADVICE) -> Advice:
    """What the judge of the review advises the seat to move, from what that seat may know."""
    seat = int(view.to_move)
    judged = TurnJudge(game).judge(view, playouts=playouts, seed=seed)
    later = view.copy()
    actions: list[int] = []
    for move in judged[0].moves[:LONGEST_CHOICE]:
        action = game.actions[move]
        actions.append(action)
        if not _is_half_done(game, later, action, seat):
            break
        game.definition.rules.apply(game.board.struct, later, action)
    if len(game.legal_actions(view)) == 1:
        return Advice(tuple(actions), None)
    return Advice(tuple(actions), judged[1].behind if len(judged) > 1 else 0.0)


def _is_half_done(game: Game, view: State, action: int, seat: int) -> bool:
    """Whether the action decides nothing by itself: the same seat goes on, and the log is silent."""
    if game.definition.reveals(game.board, view, action):
        return False
    after = view.copy()
    game.definition.rules.apply(game.board.struct, after, action)
    if int(after.to_move) != seat or int(after.turn) != int(view.turn):
        return False
    reader = game.reader(seat)
    text = game.definition.text
    return not text.sentence(game.sight(view), action, game.sight(after), reader)


def advice_labels(game: Game, view: State, advice: Advice, reader: Reader) -> list[str]:
    """What each of the advised decisions is called."""
    later, labels = view.copy(), []
    for action in advice.actions:
        labels.append(game.definition.text.label(game.sight(later), action, reader))
        game.definition.rules.apply(game.board.struct, later, action)
    return labels


def advice_reasons(game: Game, view: State, advice: Advice, reader: Reader) -> list[str]:
    """What it is worth against the next best, and what speaks for it."""
    before = view.copy()
    for action in advice.actions[:-1]:
        game.definition.rules.apply(game.board.struct, before, action)
    reason = game.definition.text.explain(game.sight(before), advice.actions[-1], reader)
    return [sentence for sentence in (_worth(advice, reader.language), reason) if sentence]


def _worth(advice: Advice, language: str) -> str:
    say = translator(Path(__file__).parent / "languages", language)
    if advice.lead is None:
        return ""
    points = round(100 * advice.lead)
    if points == 0:
        return say("The next best is about as good.")
    if points == 1:
        return say("The next best wins 1 game in 100 less.")
    return say("The next best wins {points} games in 100 less.", points=points)


@dataclass(frozen=True)
class Study:
    """What the judge of the review thinks of a position."""

    chances: tuple[float, ...]
    """Every seat's chance to win, with all hands open;"""
    turns: list[TurnJudgement]
    """the best turns from the view of the seat to move, the best first;"""
    seat: int
    """and this seat; -1: the game is over."""

    def promised(self) -> list[tuple[float, float, float]]:
        """What each turn promises the mover, and between what that lies with 95 %.

        Of all but the best it is how far they lie behind on the same guesses: what each won on
        guesses of its own would not be in this order.
        """
        if not self.turns:
            return []
        best, *others = self.turns
        share = best.shares[self.seat]
        return [
            (share, best.low, best.high),
            *(
                (
                    max(0.0, share - turn.behind),
                    max(0.0, share - turn.behind_high),
                    min(1.0, share - turn.behind_low),
                )
                for turn in others
            ),
        ]


def study(game: Game, state: State, effort: str = "usual", seed: int = 0) -> Study:
    """Win chances and best turns of a whole state, as a review of a game would have them there."""
    thorough = effort_of(effort)
    judge = OpenJudge(game)
    chances = judge.chances(state, thorough.playouts // judge.cost, seed)
    if int(state.to_move) < 0:
        return Study(chances, [], -1)
    view = game.view(state, int(state.to_move))
    judged = TurnJudge(game).judge(view, playouts=thorough.turns, seed=seed)
    return Study(chances, judged[:MOST_TURNS], int(state.to_move))


def hint(table: Table, language: str = "en", seed: int = 0) -> tuple[str, str]:
    """The move that begins the best turn of the seat to move, by the judge of the review, and why."""
    game, view, seat = _asked(table, None)
    advice = advise(game, view, seed)
    reasons = advice_reasons(game, view, advice, game.reader(seat, language))
    return game.moves[advice.actions[0]], " ".join(reasons)
