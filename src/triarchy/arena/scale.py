"""The fixed scale of an evaluation: ratings from one bot's games at the tables of others, pay-offs, and
alpha-rank by OpenSpiel's own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from triarchy.arena.summary import Z
from triarchy.engine.errors import BadRequest

POINTS = 400 / math.log(10)
"""Ratings are Elo's: 400 points more are ten times the chances."""
ZERO = 1000.0
"""The rating of the bot by which the others are measured."""
SWEEPS = 200
WIDEST = 20.0
"""Ratings differ by no more than this, in natural units."""


@dataclass(frozen=True)
class Outcome:
    """One bot alone among others that are all of one kind: how many games, and the wins it had in them."""

    one: str
    others: str
    players: int
    games: int
    wins: float


def chance(own: float, other: float, players: int) -> float:
    """The chance that one wins among others, by their ratings in natural units (Plackett and Luce)."""
    return 1 / (1 + (players - 1) * math.exp(other - own))


def rate_all(outcomes: Sequence[Outcome], fixed: Mapping[str, float]) -> dict[str, float]:
    """The likeliest ratings, in points, of all bots that are not among the fixed ones.

    Every pair counts one more game, which nobody has won more than the others: so whoever has won all
    games has a rating too.
    """
    names = dict.fromkeys(name for one in outcomes for name in (one.one, one.others))
    ratings = {name: (fixed[name] - ZERO) / POINTS if name in fixed else 0.0 for name in names}
    free = [name for name in names if name not in fixed]
    for _ in range(SWEEPS if len(free) > 1 else 1):
        for name in free:
            ratings[name] = _likeliest(name, outcomes, ratings)
    return {name: ZERO + POINTS * ratings[name] for name in free}


def _likeliest(name: str, outcomes: Sequence[Outcome], ratings: Mapping[str, float]) -> float:
    """The rating with which a bot is expected to win as often as it has, those of the others given."""
    low, high = -WIDEST, WIDEST
    for _ in range(60):
        middle = (low + high) / 2
        tried = {**ratings, name: middle}
        surplus = 0.0
        for one in outcomes:
            if name in (one.one, one.others):
                expected = chance(tried[one.one], tried[one.others], one.players)
                more = one.wins + 1 / one.players - (one.games + 1) * expected
                surplus += more if name == one.one else -more
        low, high = (middle, high) if surplus > 0 else (low, middle)
    return (low + high) / 2


def interval(name: str, outcomes: Sequence[Outcome], ratings: Mapping[str, float]) -> float:
    """Half the 95 % interval of a rating, the others' taken as certain and the games as independent."""
    information = 0.0
    for one in outcomes:
        if name in (one.one, one.others):
            own, other = ratings[one.one] / POINTS, ratings[one.others] / POINTS
            expected = chance(own, other, one.players)
            information += (one.games + 1) * expected * (1 - expected)
    return POINTS * Z / math.sqrt(information)


def between_two(share: float, players: int) -> float:
    """A share of the wins as one among others, as the share in a game for two would be: par is a half."""
    odds = share * (players - 1)
    return odds / (odds + 1 - share)


def pay_offs(names: Sequence[str], outcomes: Sequence[Outcome]) -> list[list[float]]:
    """What a row's bot gets from a column's, as a share between two; 0.5 where they have not met.

    Where both have been alone among the other, the mean of the two.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for one in outcomes:
        share = between_two(one.wins / one.games, one.players)
        found.setdefault((one.one, one.others), []).append(share)
        found.setdefault((one.others, one.one), []).append(1 - share)
    return [[float(np.mean(found.get((row, column), [0.5]))) for column in names] for row in names]


def alpha_rank(matrix: Sequence[Sequence[float]]) -> list[float]:
    """The stationary distribution of alpha-rank with infinite alpha over a matrix of pay-offs."""
    ranked: Any = alpha_rank_module()
    stationary = ranked.compute([np.array(matrix) - 0.5], use_inf_alpha=True)[2]
    return [float(mass) for mass in stationary]


def alpha_rank_module() -> Any:
    """OpenSpiel's alpha-rank, or a sentence that says how to get it."""
    try:
        from open_spiel.python.egt import alpharank
    except ModuleNotFoundError as error:
        raise BadRequest(
            f"{error.name!r} is not installed; pip install 'triarchy[evaluate]' brings it."
        ) from None
    return alpharank
