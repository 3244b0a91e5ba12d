"""What a turn of Meridian changes: islands taken and given up, leads, pieces, cards, towers.

Each claim can be recomputed from the positions before and after the turn. `where` is an island, a
city (`meridian * rows + row`) or a card; what `count` and `other` are is said beside each kind.
"""

from __future__ import annotations

from triarchy.games.meridian.advice import (
    AHEAD_BY_1,
    AHEAD_BY_2,
    AHEAD_BY_MORE,
    BEHIND,
    PIECE,
    TIED,
    worth,
)
from triarchy.games.meridian.rules import decks_each
from triarchy.games.meridian.sight import Island, MeridianSight
from triarchy.games.meridian.state import CARD_KINDS, DO_CITY, DO_DONE
from triarchy.kit.reasons import Claim, Stake, Turn

TAKES = "takes"
"""The mover holds an island now; `count`: its value, `other`: who held it (`scoring.TIED`, NOBODY)."""
GIVES = "gives"
"""The mover held it and does no longer; `other`: who holds it now."""
BREAKS = "breaks"
"""`seat`, another, held it and does no longer; `other`: who holds it now."""
LEAVES = "leaves"
"""`seat`, another, holds what nobody held."""
LEVELS = "levels"
"""The mover shares the lead now where he did not; `count`: the value."""
LEADS = "leads"
"""By how much the mover, who holds it as before, is ahead now: `count`; `other`: before, as below."""
TRAILS = "trails"
"""By how much he is behind now; `other`: by how much he was ahead before, less than 0 for behind."""
QUITS = "quits"
"""The mover, who did not hold it, has no tower there any more."""
WEAKENS = "weakens"
"""`seat`, another, has less strength there, and it is held as before; `count`: what is left."""
STRENGTHENS = "strengthens"
"""`seat`, another, has more strength there, and it is held as before; `count`: how much now."""
SPENDS = "spends"
"""Pieces out of the supply; `count` is less than 0 where some come back."""
KEEPS = "keeps"
"""The other card, which stays open."""
BUILDS = "builds"
"""A tower; `count`: its height."""
PASSES = "passes"
"""No tower is built."""
MOVES = "moves"
"""A tower of `seat` comes to stand in a city; `count`: its height."""

HOLDS = "holds"
"""A stake: a seat holds an island."""

SLIGHT = 0.3
"""What others lose by a turn is worth this part of it, parted among all others, to whoever makes it."""


def claims(turn: Turn[MeridianSight]) -> list[Claim]:
    before, after = turn.before, turn.after
    found = []
    for old, new in zip(before.islands, after.islands, strict=True):
        found += _of_island(turn, old, new)
    spent = before.supply[turn.seat] - after.supply[turn.seat]
    if spent:
        each = float(worth(_done(before), PIECE))
        found.append(Claim(SPENDS, turn.seat, count=spent, weight=-each * spent, means=True))
    return [*found, *_cards(turn), *_towers(turn)]


def stakes(sight: MeridianSight, seat: int) -> list[tuple[Stake, float]]:
    """Who holds which island."""
    other = -SLIGHT / (sight.players - 1)
    return [
        (
            Stake(
                HOLDS,
                island.holder,
                island.index,
                island.value * (1.0 if island.holder == seat else other),
            ),
            1.0,
        )
        for island in sight.islands
        if island.holder >= 0
    ]


def _of_island(turn: Turn[MeridianSight], old: Island, new: Island) -> list[Claim]:
    if new.strengths == old.strengths:
        return []
    seat, where = turn.seat, new.index
    weight = _weight(turn, old, new)
    if new.holder != old.holder:
        if seat in (new.holder, old.holder):
            what, other = (TAKES, old.holder) if new.holder == seat else (GIVES, new.holder)
            return [Claim(what, seat, where, new.value, other, weight)]
        if old.holder >= 0:
            # That nobody has an island any more is never told as a drawback.
            least = 0.0 if new.holder < 0 else weight
            return [Claim(BREAKS, old.holder, where, new.value, new.holder, max(least, weight))]
        if new.holder >= 0:
            return [Claim(LEAVES, new.holder, where, new.value, weight=weight)]
    if seat in new.leaders and seat not in old.leaders:
        return [Claim(LEVELS, seat, where, new.value, weight=weight)]
    margin, was = _margin(new, seat), _margin(old, seat)
    if margin != was and new.strengths[seat] and margin:
        what = LEADS if margin > 0 else TRAILS
        return [Claim(what, seat, where, abs(margin), was, weight)]
    if old.strengths[seat] and not new.strengths[seat]:
        return [Claim(QUITS, seat, where, weight=weight)]
    return [
        Claim(WEAKENS if now < was else STRENGTHENS, other, where, now, weight=weight)
        for other, (was, now) in enumerate(zip(old.strengths, new.strengths, strict=True))
        if other != seat and now != was
    ]


def _margin(island: Island, seat: int) -> int:
    """By how much a seat is ahead of the best other; less than 0: behind."""
    others = [own for other, own in enumerate(island.strengths) if other != seat]
    return island.strengths[seat] - max(others)


def _done(sight: MeridianSight) -> float:
    """How much of the game is over, 0 to 1."""
    return sight.turn / (sight.players * CARD_KINDS * int(decks_each(sight.players)))


def _weight(turn: Turn[MeridianSight], old: Island, new: Island) -> float:
    """What the change of an island is worth to whoever makes the turn, by the evaluation's numbers."""
    done, players = _done(turn.before), turn.before.players
    gained = [_outlook(new, seat, done) - _outlook(old, seat, done) for seat in range(players)]
    others = sum(gained) - gained[turn.seat]
    return gained[turn.seat] - SLIGHT * others / (players - 1)


def _outlook(island: Island, seat: int, done: float) -> float:
    own = island.strengths[seat]
    if own == 0:
        return 0.0
    margin = min(_margin(island, seat), 3)
    column = BEHIND if margin < 0 else (TIED, AHEAD_BY_1, AHEAD_BY_2, AHEAD_BY_MORE)[margin]
    return island.value * float(worth(done, column))


def _cards(turn: Turn[MeridianSight]) -> list[Claim]:
    """The card that is kept, once one has been chosen."""
    played = next((sight.card for sight in turn.sights if sight.card >= 0), None)
    if played is None:
        return []
    kept = list(turn.before.open_cards[turn.seat])
    if played in kept:
        kept.remove(played)
    return [Claim(KEEPS, turn.seat, card) for card in kept]


def _towers(turn: Turn[MeridianSight]) -> list[Claim]:
    """What stands where it did not stand before; of a turn half done, what has been chosen for it."""
    found, rows = [], turn.before.rows
    if DO_DONE in turn.actions:
        found.append(Claim(PASSES, turn.seat))
    for (meridian, row), tower in turn.after.towers.items():
        if turn.before.towers.get((meridian, row)) == tower:
            continue
        what = BUILDS if _was_built(turn, meridian, row) else MOVES
        found.append(Claim(what, tower.seat, meridian * rows + row, tower.height))
    return found


def _was_built(turn: Turn[MeridianSight], meridian: int, row: int) -> bool:
    return any(
        action >= DO_CITY and (sight.meridian, action - DO_CITY) == (meridian, row)
        for sight, action in zip(turn.sights, turn.actions, strict=False)
    )
