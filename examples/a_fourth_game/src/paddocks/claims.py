"""What a turn of Paddocks changes: who leads which line, and the stone that is laid.

Each claim can be recomputed from the positions before and after the turn. `where` is a line, numbered
as in `scoring`, or a paddock.
"""

from __future__ import annotations

from paddocks.sight import PaddocksSight
from paddocks.state import DO_PADDOCK, DO_STONE
from triarchy.kit.reasons import Claim, Stake, Turn

LEADS = "leads"
"""The mover leads a line now; `count`: its points, `other`: who led it, or -1."""
LOSES = "loses"
"""`seat`, another, leads a line no longer; `count`: its points."""
LAYS = "lays"
"""The stone `count` on the paddock `where`."""
CHOOSES = "chooses"
"""The stone `count`, of a turn half done."""

OTHERS = 0.5
"""What a point that somebody else loses is worth."""


def stakes(sight: PaddocksSight, seat: int) -> list[tuple[Stake, float]]:
    """Who leads which line."""
    return [
        (
            Stake(
                LEADS,
                line.leader,
                line.number,
                line.points * (1.0 if line.leader == seat else -OTHERS),
            ),
            1.0,
        )
        for line in sight.lines
        if line.leader is not None
    ]


def claims(turn: Turn[PaddocksSight]) -> list[Claim]:
    found = []
    for old, new in zip(turn.before.lines, turn.after.lines, strict=True):
        if new.leader == old.leader:
            continue
        was = -1 if old.leader is None else old.leader
        if new.leader == turn.seat:
            found.append(Claim(LEADS, turn.seat, new.number, new.points, was, new.points))
        elif was >= 0:
            weight = -new.points if was == turn.seat else OTHERS * new.points
            found.append(Claim(LOSES, was, new.number, new.points, weight=weight))
    for sight, action in zip(turn.sights, turn.actions, strict=False):
        if action >= DO_PADDOCK:
            found.append(Claim(LAYS, turn.seat, sight.target(action), sight.stone))
        else:
            found.append(Claim(CHOOSES, turn.seat, count=action - DO_STONE + 1))
    return found
