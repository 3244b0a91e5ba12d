"""What bots think of a position: every legal move judged, and a hint in words."""

from __future__ import annotations

import math
from dataclasses import dataclass

from triarchy.bots.base import check_view
from triarchy.bots.chances import OpenJudge
from triarchy.bots.reasons import (
    at_once,
    does,
    labels,
    later_on,
    next_best,
    outlook_of,
    speaker,
    why,
)
from triarchy.bots.review import effort_of
from triarchy.bots.search import Findings, best_action
from triarchy.bots.turns import TurnJudge, TurnJudgement
from triarchy.bots.winning import analysing
from triarchy.engine.arrays import np
from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import State
from triarchy.kit.reasons import Outlook
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
    lead: float | None = None
    """How far the mover's share by the best turn lies ahead of the next best turn's, on the same
    guesses; never below 0. None: there was nothing to choose."""
    best: tuple[str, ...] = ()
    """The whole of the best turn,"""
    second: tuple[str, ...] = ()
    """and of the next best; () where there is none."""
    outlook: Outlook | None = None
    """What comes of both later on, where that has to be said."""


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
    best, second = judged[0].moves, judged[1].moves if len(judged) > 1 else ()
    if len(game.legal_actions(view)) == 1:
        return Advice(tuple(actions), None, best, second)
    if not second:
        return Advice(tuple(actions), 0.0, best)
    outlook = outlook_of(game, view, best, second, seed)
    return Advice(tuple(actions), judged[1].behind, best, second, outlook)


def _is_half_done(game: Game, view: State, action: int, seat: int) -> bool:
    """Whether the action is not the whole of a decision: the same seat goes on, and either nothing has come
    of it yet or the phase is the same (a tower is taken back before its new height is chosen)."""
    if game.definition.reveals(game.board, view, action):
        return False
    after = view.copy()
    game.definition.rules.apply(game.board.struct, after, action)
    if int(after.to_move) != seat or int(after.turn) != int(view.turn):
        return False
    return int(after.phase) == int(view.phase) or game.definition.is_choice(view, action)


def advice_labels(game: Game, view: State, advice: Advice, reader: Reader) -> list[str]:
    """What each of the advised decisions is called."""
    return labels(game, view, [game.moves[action] for action in advice.actions], reader)


def advice_reasons(game: Game, view: State, advice: Advice, reader: Reader) -> list[str]:
    """What the best turn gains, what the next best is, how far it lies behind, and what it does."""
    if not advice.second:
        return _it(does(game, view, advice.best, reader), reader)
    told = why(game, view, advice.best, advice.second, reader)
    return [
        *_it(told.gains, reader),
        *_next_best(game, view, advice, reader),
        *_it(told.misses, reader),
        *at_once(told, speaker(reader.language)),
        *later_on(game, view, advice.outlook, reader),
    ]


def _it(clauses: str, reader: Reader) -> list[str]:
    return [speaker(reader.language)("It {clauses}.", clauses=clauses)] if clauses else []


def _next_best(game: Game, view: State, advice: Advice, reader: Reader) -> list[str]:
    say, points = speaker(reader.language), round(100 * (advice.lead or 0.0))
    turn = ", ".join(labels(game, view, advice.second, reader))
    if points == 0:
        return [say("The next-best turn is about as good: {turn}.", turn=turn)]
    if points == 1:
        return [say("The next-best turn wins 1 fewer game in 100: {turn}.", turn=turn)]
    return [
        say(
            "The next-best turn wins {points} fewer games in 100: {turn}.", points=points, turn=turn
        )
    ]


@dataclass(frozen=True)
class Study:
    """What the judge of the review thinks of a position."""

    chances: tuple[float, ...]
    """Every seat's chance to win, with all hands open;"""
    turns: list[TurnJudgement]
    """the best turns from the view of the seat to move, the best first;"""
    seat: int
    """and this seat; -1: the game is over."""
    outlook: Outlook | None = None
    """What comes of the two best turns later on, where that has to be said."""

    def why(self, game: Game, state: State, number: int, reader: Reader) -> list[str]:
        """What one of the turns lacks against the best; of the best itself, what it gains against the
        next best."""
        if len(self.turns) < 2:
            return []
        view, best = game.view(state, self.seat), self.turns[0].moves
        if number == 0:
            return next_best(game, view, best, self.turns[1].moves, reader, self.outlook)
        told = why(game, view, best, self.turns[number].moves, reader)
        return _it(told.misses, reader)


def study(game: Game, state: State, effort: str = "usual", seed: int = 0) -> Study:
    """Win chances and best turns of a whole state, as a review of a game would have them there."""
    thorough = effort_of(effort)
    judge = OpenJudge(game)
    chances = judge.chances(state, thorough.playouts // judge.cost, seed)
    if int(state.to_move) < 0:
        return Study(chances, [], -1)
    view = game.view(state, int(state.to_move))
    judged = TurnJudge(game).judge(view, playouts=thorough.turns, seed=seed)
    best, second = judged[0].moves, judged[1].moves if len(judged) > 1 else ()
    outlook = outlook_of(game, view, best, second, seed)
    return Study(chances, judged[:MOST_TURNS], int(state.to_move), outlook)


def hint(table: Table, language: str = "en", seed: int = 0) -> tuple[str, str]:
    """Return the move that begins the best turn of the seat to move, as the review evaluates it, and why."""
    game, view, seat = _asked(table, None)
    advice = advise(game, view, seed)
    reasons = advice_reasons(game, view, advice, game.reader(seat, language))
    return game.moves[advice.actions[0]], " ".join(reasons)
