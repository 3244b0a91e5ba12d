"""What comes of two turns: games played on from both, on the same guesses, and who has what then.

It is asked where the positions right after the turns do not say why one is better.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from triarchy.bots.base import generator
from triarchy.bots.plans import play_plans
from triarchy.bots.search import Search
from triarchy.bots.workspace import Workspace
from triarchy.engine.arrays import np
from triarchy.engine.rng import next_random
from triarchy.kit.definition import State
from triarchy.kit.reasons import Outlook, Stake
from triarchy.table.game import Game

ROUNDS = 2.0
"""Games are played on for so many rounds, as the judge of turns does."""
TO_CHOOSE = 60
"""What is told is chosen by so many games from each turn,"""
GAMES = 100
"""and told of so many others: it has not been chosen for how it did in those."""
MOST_TRIED = 3
SURELY = 3.0
"""A difference of fewer standard errors than this is taken for chance."""
LEAST = 0.1
"""What is had so little more often is not worth a sentence."""


def outlook(
    game: Game, view: State, better: Sequence[str], other: Sequence[str], seed: int = 0
) -> Outlook | None:
    """What the better of two turns leads to more often, or to more of, for whoever makes it; None where
    chance could have made all the difference."""
    turns = better, other
    first, _ = played_on(game, view, turns, TO_CHOOSE, seed, 8)
    gained = {stake: stake.worth * float((had[0] - had[1]).mean()) for stake, had in first.items()}
    likely = sorted((each for each in gained if gained[each] > 0.0), key=lambda each: -gained[each])
    if not likely:
        return None
    told, ended = played_on(game, view, turns, GAMES, seed, 9)
    for stake in likely[:MOST_TRIED]:
        if stake in told and is_sure(stake, told[stake]):
            one, two = (float(mean) for mean in told[stake].mean(axis=1))
            return Outlook(replace(stake, worth=round(stake.worth, 2)), one, two, ended)
    return None


def is_sure(stake: Stake, had: np.ndarray) -> bool:
    """Whether the first of two turns gains by so much more than chance could make."""
    difference = had[0] - had[1] if stake.worth > 0.0 else had[1] - had[0]
    error = float(difference.var() / (len(difference) - 1)) ** 0.5
    return bool(difference.mean() >= max(LEAST, SURELY * error))


def played_on(
    game: Game,
    view: State,
    turns: Sequence[Sequence[str]],
    games: int,
    seed: int,
    stream: int,
) -> tuple[dict[Stake, np.ndarray], bool]:
    """How much of each stake there is then, by turn and game, and whether all games were over. The turns meet
    the same guesses."""
    space, seat = Workspace(game.definition, 1), int(view.to_move)
    settings = Search().settings(game)._replace(rounds=ROUNDS, mix=0.0)
    plans = [np.array([[game.actions[move] for move in turn]], np.int16) for turn in turns]
    alive, result = np.ones(1, np.bool_), np.zeros((1, 1, game.players))
    chance = generator(seed, stream)
    found: defaultdict[Stake, np.ndarray] = defaultdict(lambda: np.zeros((len(turns), games)))
    ended = True
    for number in range(games):
        seeds = np.array([next_random(chance)], np.uint64)
        for turn, plan in enumerate(plans):
            space.set_view(view)
            play_plans(
                game.board.struct, space.states, seat, plan, np.array([plan.shape[1]], np.int64),
                alive, settings, space.work, seeds, space.rng, result,
            )  # fmt: skip
            then = game.sight(space.states[1])
            ended = ended and then.over
            for stake, amount in game.definition.text.stakes(then, seat):
                found[stake][turn, number] = amount
    return dict(found), ended
