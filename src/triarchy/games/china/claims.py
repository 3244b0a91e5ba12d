"""What a turn of China changes: points for houses, alliances and roads, majorities at court, cards.

Each claim can be recomputed from the positions before and after the turn and from its actions. `where`
is a province, an alliance, a colour or a field; what `count` is is said beside each kind.
"""

from __future__ import annotations

from triarchy.games.china.sight import ChinaSight
from triarchy.games.china.state import (
    COLOURS,
    DO_DRAW,
    DO_DRAW_DECK,
    DO_END,
    DO_PASS,
    DO_PAY,
    DO_SWAP,
)
from triarchy.kit.reasons import Claim, Stake, Turn

HOUSES = "houses"
"""The houses of a province earn a seat so many points more, or less: `count`."""
ALLIANCE = "alliance"
"""An alliance, by its number; the same."""
ROADS = "roads"
"""A seat's roads; the same."""
LEADS = "leads"
"""The mover has, alone or with others, the most emissaries in a province now."""
LOSES = "loses"
"""A seat has them no longer."""
CLOSES = "closes"
"""A province is full now."""
JOINS = "joins"
"""`count` roads more lead from an own house to an own house."""
HEMS = "hems"
"""A seat's houses, of another one, have fewer free fields along their roads: `count` now."""
OPENS = "opens"
"""The mover's have more: `count` now."""
PAYS = "pays"
"""`count` cards of a colour are paid or put away."""
DRAWS = "draws"
"""`count` open cards of a colour are drawn."""
MAKES = "makes"
"""With those the hand holds `count` cards of a colour, at least two, of those that are known."""
HIDDEN = "hidden"
"""`count` cards are drawn from the deck."""
BUILDS = "builds"
"""A piece, by its action; `count`: how often, for emissaries."""
ENDS = "ends"
"""Nothing more is placed; `count`: so many pieces were."""
PASSES = "passes"

MOST = "most"
"""A stake: a seat has more houses in a province than any other;"""
SHARES = "shares"
"""it scores an alliance;"""
ALONG = "along"
"""it has so many points for roads."""

OTHERS = 0.4
"""A point more for somebody else is worth so much less than one point to whoever makes the turn,"""
MAJORITY = 1.0
"""a majority at a court, on which alliances go,"""
JOINED = 0.15
"""a road between two own houses, by the evaluation,"""
CARD = 0.3
"""a card about so much,"""
PAIR = 0.4
"""and by the evaluation a pair of one colour."""


def claims(turn: Turn[ChinaSight]) -> list[Claim]:
    return [
        *_points(turn),
        *_courts(turn),
        *_joined(turn),
        *_cards(turn),
        *_room(turn),
        *_pieces(turn),
    ]


def _points(turn: Turn[ChinaSight]) -> list[Claim]:
    before, after = turn.before, turn.after
    changes = [
        (HOUSES, new.index, old.points, new.points)
        for old, new in zip(before.provinces, after.provinces, strict=True)
    ]
    changes += [
        (ALLIANCE, new.number, old.points, new.points)
        for old, new in zip(before.alliances, after.alliances, strict=True)
    ]
    changes.append((ROADS, -1, _roads(before), _roads(after)))
    return [
        Claim(what, seat, where, now - was, weight=_worth(turn, seat, now - was))
        for what, where, old, new in changes
        for seat, (was, now) in enumerate(zip(old, new, strict=True))
        if now != was
    ]


def _roads(sight: ChinaSight) -> list[int]:
    return [sum(row.points for row in sight.rows(seat)) for seat in range(sight.players)]


def stakes(sight: ChinaSight, seat: int) -> list[tuple[Stake, float]]:
    """Who has the most houses of a province, who scores which alliance, and how much for roads."""
    found = []
    for province in sight.provinces:
        most = province.most_houses
        for owner, points in enumerate(province.points):
            if province.houses[owner] == most > 0 == province.houses.count(most) - 1:
                found.append((_stake(MOST, owner, province.index, points, seat), 1.0))
    for alliance in sight.alliances:
        for owner, points in enumerate(alliance.points):
            if points:
                found.append((_stake(SHARES, owner, alliance.number, points, seat), 1.0))
    for owner, points in enumerate(_roads(sight)):
        if points:
            worth = 1.0 if owner == seat else -OTHERS
            found.append((Stake(ALONG, owner, worth=worth, counted=True), float(points)))
    return found


def _stake(what: str, owner: int, where: int, points: int, seat: int) -> Stake:
    return Stake(what, owner, where, points if owner == seat else -OTHERS * points)


def _worth(turn: Turn[ChinaSight], seat: int, change: float) -> float:
    return change if seat == turn.seat else -OTHERS * change


def _courts(turn: Turn[ChinaSight]) -> list[Claim]:
    found = []
    for old, new in zip(turn.before.provinces, turn.after.provinces, strict=True):
        for seat in set(old.leaders) ^ set(new.leaders):
            if seat in old.leaders:
                found.append(Claim(LOSES, seat, new.index, weight=_worth(turn, seat, -MAJORITY)))
            elif seat == turn.seat:
                found.append(Claim(LEADS, seat, new.index, weight=MAJORITY))
        if new.free == 0 < old.free:
            found.append(Claim(CLOSES, turn.seat, new.index))
    return found


def _joined(turn: Turn[ChinaSight]) -> list[Claim]:
    more = _pairs(turn.after, turn.seat) - _pairs(turn.before, turn.seat)
    return (
        [Claim(JOINS, turn.seat, count=more, weight=JOINED * more, means=True)] if more > 0 else []
    )


def _pairs(sight: ChinaSight, seat: int) -> int:
    """How many roads lead from a house of a seat to another."""
    owners = sight.owners
    return sum(
        owners.get(there) == seat == owner
        for here, owner in owners.items()
        for there in sight.roads_from(here)
        if here < there
    )


def _room(turn: Turn[ChinaSight]) -> list[Claim]:
    """How many free fields lie along the roads of each seat's houses, for turns that score the same."""
    found = []
    for seat in range(turn.before.players):
        was, now = (_beside(sight, seat) for sight in (turn.before, turn.after))
        if seat != turn.seat and now < was:
            found.append(Claim(HEMS, seat, count=now))
        elif seat == turn.seat and now > was:
            found.append(Claim(OPENS, seat, count=now))
    return found


def _beside(sight: ChinaSight, seat: int) -> int:
    """The free fields that a road joins to a house of a seat."""
    owners = sight.owners
    own = [field for field, owner in owners.items() if owner == seat]
    return len({there for here in own for there in sight.roads_from(here)} - owners.keys())


def _cards(turn: Turn[ChinaSight]) -> list[Claim]:
    paid, drawn, hidden, seat = [0] * len(COLOURS), [0] * len(COLOURS), 0, turn.seat
    found = []
    for sight, later, action in zip(turn.sights, turn.sights[1:], turn.actions, strict=False):
        if DO_PAY <= action < DO_DRAW:
            colour = action - DO_PAY
            paid[colour] += sight.hand(seat)[colour] - later.hand(seat)[colour]
        elif DO_SWAP <= action < DO_PAY:
            paid[action - DO_SWAP] += 1
        elif DO_DRAW <= action < DO_DRAW_DECK:
            drawn[sight.open[action - DO_DRAW]] += 1
        elif action == DO_DRAW_DECK:
            hidden += 1
        elif action == DO_END:
            found.append(Claim(ENDS, seat, count=sight.placed))
        elif action == DO_PASS:
            found.append(Claim(PASSES, seat))
    if hidden:
        found.append(Claim(HIDDEN, seat, count=hidden))
    for colour in range(len(COLOURS)):
        if paid[colour]:
            weight = -CARD * paid[colour]
            found.append(Claim(PAYS, seat, colour, paid[colour], weight=weight))
        if drawn[colour]:
            found.append(Claim(DRAWS, seat, colour, drawn[colour]))
            held = turn.before.hand(seat)[colour] + drawn[colour] - paid[colour]
            if held > 1:
                found.append(Claim(MAKES, seat, colour, held, weight=PAIR, means=True))
    return found


def _pieces(turn: Turn[ChinaSight]) -> list[Claim]:
    """A second emissary at the same court is the same action."""
    pieces = [action for action in turn.actions if action < DO_END]
    return [
        Claim(BUILDS, turn.seat, action, pieces.count(action)) for action in sorted(set(pieces))
    ]
