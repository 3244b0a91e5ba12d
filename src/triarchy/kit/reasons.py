"""Reasons: what a turn changes, as claims that can be recomputed from the rules, and what one turn does
that another one in the same position does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

from triarchy.kit.sight import Sight

S_co = TypeVar("S_co", bound=Sight, covariant=True)

MOST_GAINS = 3
MOST_COSTS = 2
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Claim:
    """One thing that a turn changes: for whom, where and how much. What the numbers mean beside the
    seat is the game's own."""

    what: str
    seat: int
    """Whom it is about."""
    where: int = -1
    count: int = 0
    other: int = -1
    weight: float = field(default=0.0, compare=False)
    """How much it is worth to the seat that makes the turn, less than 0 where it costs; 0: no more
    than what is seen on the board."""
    less: bool = field(default=False, compare=False)
    """Whether it is said because it costs less than what another turn costs of the same."""
    means: bool = field(default=False, compare=False)
    """Whether it is worth something only for what comes of it: pieces, cards, a fight that has begun."""


@dataclass(frozen=True)
class Stake:
    """Something that a seat has or has not later on, an island, a court, or has so many of, points of a colour."""

    what: str
    seat: int
    where: int = -1
    worth: float = field(default=1.0, compare=False)
    """What it, or one of it, is worth to whoever makes a turn; less than 0 where another one has it."""
    counted: bool = field(default=False, compare=False)
    """Whether there can be more than one of it."""


@dataclass(frozen=True)
class Outlook:
    """What becomes of one stake when the game is played on from two turns: its average from both."""

    stake: Stake
    better: float
    other: float
    ended: bool = False
    """Whether the game was over by then each time."""


def read_outlook(document: Mapping[str, Any] | None) -> Outlook | None:
    """An outlook from its fields, as JSON has them."""
    if document is None:
        return None
    return Outlook(**{**document, "stake": Stake(**document["stake"])})


class Turn(Generic[S_co]):
    """Actions of the seat to move, and what is seen before and after each of them.

    Seen is what the view shows: what an action draws there is no card or tile of the game, so nothing
    may be claimed of it.
    """

    def __init__(self, sight: S_co, actions: Sequence[int]) -> None:
        self.actions = tuple(actions)
        self.seat = sight.to_move
        self.sights = [sight]
        for action in self.actions:
            self.sights.append(self.sights[-1].after(action))

    @property
    def before(self) -> S_co:
        return self.sights[0]

    @property
    def after(self) -> S_co:
        return self.sights[-1]


class Contrast(NamedTuple):
    """What tells two turns in one position apart."""

    gains: list[Claim]
    """What the better one does and the other does not,"""
    misses: list[Claim]
    """and the other way round: first what it brings all the same, then what it costs."""


def contrast(better: Sequence[Claim], other: Sequence[Claim]) -> Contrast:
    """The most telling claims that are true of one turn alone."""
    ours = sorted((each for each in better if each not in other), key=lambda each: -each.weight)
    theirs = sorted((each for each in other if each not in better), key=lambda each: -each.weight)
    gains = [*_good(ours)[:MOST_GAINS], *_bad(ours)[:1]] if _good(ours) else []
    # That the other one costs less of the same is no drawback of it.
    costs = [
        miss
        for miss in _bad(theirs)
        if not any(_beside(each, miss) and each.weight < miss.weight for each in ours)
    ]
    misses = [*_good(theirs)[:1], *costs[:MOST_COSTS]]
    if not gains and not costs:
        alone = [each for each in _bad(ours) if not any(_beside(each, two) for two in theirs)]
        gains = (_plain(ours) or alone)[:MOST_COSTS]
        misses = misses or _plain(theirs)[:MOST_COSTS]
    if not gains:  # "costs 2 pieces" tells something beside "costs 3 pieces"
        gains = [
            replace(each, less=0 < each.count < miss.count)
            for each in ours
            for miss in misses
            if _beside(each, miss) and each.weight > miss.weight
        ]
    return Contrast(gains, misses)


def seen_alone(one: Sequence[Claim], other: Sequence[Claim]) -> list[Claim]:
    """What is seen on the board after one of two turns alone and is worth nothing by itself: for where nothing
    else can be said of it."""
    return _plain([each for each in one if each not in other])[:MOST_COSTS]


def _beside(one: Claim, other: Claim) -> bool:
    """Whether two claims are about the same and differ in how much."""
    return (one.what, one.seat, one.where) == (other.what, other.seat, other.where)


def telling(claims: Sequence[Claim]) -> list[Claim]:
    """The most telling claims of a turn that is compared with none."""
    return contrast(claims, ()).gains


def _good(claims: Sequence[Claim]) -> list[Claim]:
    return [each for each in claims if each.weight > 0.0]


def _bad(claims: Sequence[Claim]) -> list[Claim]:
    """The worst first."""
    return [each for each in reversed(claims) if each.weight < 0.0]


def _plain(claims: Sequence[Claim]) -> list[Claim]:
    return [each for each in claims if each.weight == 0.0]


def net_change(before: Sequence[int], after: Sequence[int], names: Sequence[str]) -> str:
    """Who has more points than before and who has less: "You +3, Isa −5"; "" if nobody has."""
    changes = [
        f"{name} {'+' if now > was else MINUS}{abs(now - was)}"
        for name, was, now in zip(names, before, after, strict=False)
        if now != was
    ]
    return ", ".join(changes)
