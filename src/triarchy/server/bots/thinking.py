"""What bots are asked, and what they answer: the same in a server's worker processes and in a page's own worker."""

from __future__ import annotations

import logging
import pickle
from functools import cache
from typing import Any

from triarchy.bots.analysis import Advice, advise
from triarchy.engine.arrays import np
from triarchy.kit.definition import State
from triarchy.server.bots.queue import PartQuestion, Question, StudyQuestion
from triarchy.table import Game

log = logging.getLogger("triarchy.server")


def state_of(question: Question) -> State:
    """The view that a question is about."""
    state: State = np.frombuffer(question.view, question.game.definition.state)[0].copy()
    return state


def chosen(question: Question) -> int:
    """The action of a bot."""
    return choose_action(
        question.game, state_of(question), question.seat, question.strength, question.seed
    )


def advised(question: Question) -> Advice:
    """A hint; should the search fail, any legal action."""
    view = state_of(question)
    try:
        return advise(question.game, view, question.seed)
    except Exception:
        log.exception("The adviser failed at %s.", question.game.name)
        return Advice((any_action(question.game, view, question.seed),), None)


def choose_action(game: Game, view: State, seat: int, strength: str, seed: int) -> int:
    """A bot's choice by the name of its strength; should it fail, any legal action."""
    try:
        return int(bot_of(strength).choose(game, view, seat, seed))
    except Exception:
        # A bot with a fault must not stop a table of people.
        log.exception("The bot %s failed at %s.", strength, game.name)
        return any_action(game, view, seed)


_reviewers: dict[bytes, Any] = {}
"""The reviewer of this process, by the kind of game and effort: the last one is kept."""


def judged(question: PartQuestion) -> dict[str, Any] | None:
    """What is said of a part of a finished game; None, and a line in the log, should that fail."""
    from triarchy.bots.review import Reviewer, judged_document

    try:
        kind = pickle.dumps((question.game, question.effort))
        if kind not in _reviewers:
            _reviewers.clear()
            _reviewers[kind] = Reviewer(question.game, question.effort)
        state = np.frombuffer(question.state, question.game.definition.state)[0].copy()
        return judged_document(_reviewers[kind].judge(state, question.moves, question.seed))
    except Exception:
        log.exception("A part of a game of %s could not be judged.", question.game.name)
        return None


def studied(question: StudyQuestion) -> Any:
    """What the judge thinks of a position; None, and a line in the log, should that fail."""
    from triarchy.bots.analysis import study

    try:
        state = np.frombuffer(question.state, question.game.definition.state)[0].copy()
        return study(question.game, state, question.effort)
    except Exception:
        log.exception("A position of %s could not be judged.", question.game.name)
        return None


def any_action(game: Game, view: State, seed: int) -> int:
    """Some legal action."""
    legal = game.legal_actions(view)
    return legal[seed % len(legal)]


@cache
def bot_of(strength: str) -> Any:
    """The bot of a strength, made once."""
    from triarchy import bots

    return bots.bot(strength)
