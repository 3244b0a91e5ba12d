"""What a turn has changed, in clauses whose subject is the turn, and how a game was won."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.tigris.claims import (
    ADDS,
    BEGINS,
    DECLINES,
    DRAWS,
    DRIVES,
    EARNS,
    EMBROILS,
    FIGHTS,
    FOLLOWERS,
    LAYS,
    LEAST,
    LOSES,
    MONUMENT,
    MOVES,
    PASSES,
    PLACES,
    POINTS,
    REVOLTS,
    RUINS,
    SCORED,
    STANDS,
    SWAPS,
    TAKES,
    TEMPLES,
    WEAKEST,
    WITHDRAWS,
)
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.text.words import (
    CELL_NAMES,
    COLOUR_WORDS,
    in_row,
    monument_name,
    points,
    speaker,
)
from triarchy.kit.language import Translate, counted, mark
from triarchy.kit.reasons import MOST_GAINS, Claim, Stake, Turn
from triarchy.kit.sight import Reader

LEADERS = (mark("the king"), mark("the priest"), mark("the farmer"), mark("the trader"))
LEADERS_OF = (
    mark("{name}'s king"),
    mark("{name}'s priest"),
    mark("{name}'s farmer"),
    mark("{name}'s trader"),
)
ONE_POINT = (
    mark("scores 1 black point"),
    mark("scores 1 red point"),
    mark("scores 1 blue point"),
    mark("scores 1 green point"),
)
ONE_POINT_FOR = (
    mark("gives {name} 1 black point"),
    mark("gives {name} 1 red point"),
    mark("gives {name} 1 blue point"),
    mark("gives {name} 1 green point"),
)
A_TILE = (mark("a black tile"), mark("a red tile"), mark("a blue tile"), mark("a green tile"))
ONE_TILE = (mark("1 black tile"), mark("1 red tile"), mark("1 blue tile"), mark("1 green tile"))
TILES = (
    mark("{count} black tiles"),
    mark("{count} red tiles"),
    mark("{count} blue tiles"),
    mark("{count} green tiles"),
)


ON_THE_BOARD = (
    mark("{name} has a king on the board"),
    mark("{name} has a priest on the board"),
    mark("{name} has a farmer on the board"),
    mark("{name} has a trader on the board"),
)
HAS_SCORED = (
    mark("{name} has {count} black points"),
    mark("{name} has {count} red points"),
    mark("{name} has {count} blue points"),
    mark("{name} has {count} green points"),
    mark("{name} has {count} treasures"),
)

THEMES = {
    mark("Points at once"): (POINTS,),
    mark("The weakest colour"): (WEAKEST,),
    mark("Leaders"): (
        PLACES,
        MOVES,
        WITHDRAWS,
        FOLLOWERS,
        TEMPLES,
    ),
    mark("Wars and revolts"): (
        REVOLTS,
        DRIVES,
        LOSES,
        FIGHTS,
        ADDS,
        EMBROILS,
        BEGINS,
    ),
    mark("Monuments"): (
        MONUMENT,
        EARNS,
        DECLINES,
    ),
    mark("Treasures"): (TAKES,),
    mark("Catastrophes"): (RUINS,),
    mark("Tiles in hand"): (
        SWAPS,
        PASSES,
    ),
    mark("The right place"): (LAYS,),
}
"""What a puzzle is about, by what its best turn does above all."""


def clause(turn: Turn[TigrisSight], claim: Claim, reader: Reader) -> str:
    """A claim as a clause whose subject is the turn."""
    say, what = speaker(reader.language), claim.what
    own, name = claim.seat == turn.seat, reader.names[claim.seat]
    if what == POINTS:
        return _points(claim, own, name, say)
    if what in (PLACES, MOVES, WITHDRAWS, LOSES, DRIVES):
        return _leader(turn, claim, reader, say)
    if what in (FOLLOWERS, TEMPLES):
        return _strength(turn, claim, reader, say)
    if what in (REVOLTS, FIGHTS):
        values = {"leader": _who(turn, claim, reader, say), "own": claim.count}
        if what == REVOLTS:
            return say(
                "revolts against {leader} ({own} against {theirs})", theirs=claim.other, **values
            )
        return say(
            "goes to war with {leader} ({own} against {theirs})", theirs=claim.other, **values
        )
    if what == EMBROILS:
        return say(
            "starts a war between {name} and {other}", name=name, other=reader.names[claim.other]
        )
    if what == EARNS:
        return _earnings(turn, claim, name, say)
    return _other(turn, claim, say)


def _points(claim: Claim, own: bool, name: str, say: Translate) -> str:
    if claim.count == 1 and claim.where < len(ONE_POINT):
        return say(ONE_POINT[claim.where]) if own else say(ONE_POINT_FOR[claim.where], name=name)
    worth = points(say, claim.where, claim.count)
    if own and claim.where > 3:
        return say("wins {treasures}", treasures=worth)
    if own:
        return say("scores {points}", points=worth)
    return say("gives {name} {points}", name=name, points=worth)


def _who(turn: Turn[TigrisSight], claim: Claim, reader: Reader, say: Translate) -> str:
    """A leader, with its owner where it is not the mover's."""
    if claim.seat == turn.seat:
        return say(LEADERS[claim.where])
    return say(LEADERS_OF[claim.where], name=reader.names[claim.seat])


def _leader(turn: Turn[TigrisSight], claim: Claim, reader: Reader, say: Translate) -> str:
    who, cell = _who(turn, claim, reader, say), CELL_NAMES[claim.count]
    return {
        PLACES: say("places {leader} on {cell}", leader=who, cell=cell),
        MOVES: say("moves {leader} to {cell}", leader=who, cell=cell),
        WITHDRAWS: say("withdraws {leader}", leader=who),
        LOSES: say("loses {leader}", leader=who),
        DRIVES: say("drives {leader} from the board", leader=who),
    }[claim.what]


def _strength(turn: Turn[TigrisSight], claim: Claim, reader: Reader, say: Translate) -> str:
    values = {"leader": _who(turn, claim, reader, say), "count": claim.count}
    if 0 <= claim.other < claim.count:
        one = claim.count == 1
        if claim.what == FOLLOWERS:
            told = (
                mark("brings {leader} to 1 follower")
                if one
                else mark("brings {leader} to {count} followers")
            )
        else:
            told = (
                mark("brings {leader} to 1 temple")
                if one
                else mark("brings {leader} to {count} temples")
            )
        return say(told, **values)
    if claim.what == FOLLOWERS:
        if claim.count == 1:
            return say("leaves {leader} with 1 follower", **values)
        return say("leaves {leader} with {count} followers", **values)
    if claim.count == 1:
        return say("leaves {leader} with 1 temple", **values)
    return say("leaves {leader} with {count} temples", **values)


def _earnings(turn: Turn[TigrisSight], claim: Claim, name: str, say: Translate) -> str:
    own = claim.seat == turn.seat
    if claim.count == 0:
        nothing = mark("leaves {name} no points from monuments")
        return say("earns nothing from monuments any more") if own else say(nothing, name=name)
    brought = counted(say, claim.count, mark("1 point per turn"), mark("{count} points per turn"))
    if own:
        return say("earns {points} from monuments", points=brought)
    return say("leaves {name} {points} from monuments", name=name, points=brought)


def _other(turn: Turn[TigrisSight], claim: Claim, say: Translate) -> str:
    what, where = claim.what, claim.where
    if what == WEAKEST:
        return counted(
            say,
            claim.count,
            mark("raises the weakest colour to 1 point"),
            mark("raises the weakest colour to {count} points"),
        )
    if what == MONUMENT:
        return say("builds the {colours} monument", colours=monument_name(say, where))
    if what == LAYS:
        return say("lays {tile} on {cell}", tile=say(A_TILE[claim.count]), cell=CELL_NAMES[where])
    if what == RUINS:
        return say("puts a catastrophe on {cell}", cell=CELL_NAMES[where])
    if what == TAKES:
        cell = CELL_NAMES[turn.before.start_cells[where]]
        return say("takes the treasure on {cell}", cell=cell)
    if what == BEGINS:
        return say("fights the {colour} war first", colour=say(COLOUR_WORDS[where]))
    if what in (ADDS, SWAPS):
        tiles = counted(say, claim.count, ONE_TILE[where], TILES[where])
        return (
            say("adds {tiles}", tiles=tiles)
            if what == ADDS
            else say("discards {tiles}", tiles=tiles)
        )
    return {DECLINES: say("builds no monument"), PASSES: say("passes")}[what]


def stake(sight: TigrisSight, stake: Stake, amount: str, reader: Reader) -> str:
    """Who has points, a leader on the board or a monument, as a main clause."""
    say, values = speaker(reader.language), {"name": reader.names[stake.seat], "count": amount}
    return {
        SCORED: say(HAS_SCORED[stake.where], **values),
        LEAST: say("{name} has {count} points in the weakest colour", **values),
        STANDS: say(ON_THE_BOARD[stake.where % len(ON_THE_BOARD)], **values),
        DRAWS: say("{name} earns points from a monument every turn", **values),
    }[stake.what]


def theme(claims: Sequence[Claim], language: str) -> str:
    """What a puzzle is about whose best turn is told apart from the next best by these: by what is rare, else above
    all by the first."""
    say, kinds = speaker(language), [claim.what for claim in claims]
    rare = {
        RUINS: RUINS in kinds,
        TAKES: TAKES in kinds or any(c.what == POINTS and c.where > 3 for c in claims),
        FIGHTS: FIGHTS in kinds[:MOST_GAINS],
        WEAKEST: WEAKEST in kinds[:MOST_GAINS],
    }
    kinds = [*(kind for kind, is_there in rare.items() if is_there), *kinds]
    return next(say(words) for words, of in THEMES.items() if kinds[0] in of)


# How a game was won


def how_won(sight: TigrisSight, beside: int, reader: Reader) -> list[str]:
    """The winner's weakest colour beside that of another seat, and which colour that one lacked."""
    say, first = speaker(reader.language), sight.ranks.index(1)
    own, theirs = sight.ordered_scores[first], sight.ordered_scores[beside]
    place = next((at for at in range(4) if own[at] != theirs[at]), 0)
    values = {
        "name": reader.names[first],
        "other": reader.names[beside],
        "own": own[place],
        "theirs": theirs[place],
    }
    placed = sight.placed_treasures(beside)
    totals = [points + more for points, more in zip(sight.points[beside], placed, strict=False)]
    weak = [say(COLOUR_WORDS[c]) for c, total in enumerate(totals) if total == min(totals)]
    lacked = in_row(say, weak)
    sentences = [
        say("{name} won on the weakest colour, with {own} points to {other}'s {theirs}.", **values)
        if place == 0
        else say(
            "{name} and {other} were tied in their weakest colour; the next weakest that "
            "differed decided, {own} to {theirs}.",
            **values,
        ),
        say("{other} was weakest in {colours}.", colours=lacked, **values),
    ]
    if reader.seat in (None, beside):
        sentences.append(
            say(
                "Next time, look after the weakest colour earlier: its leader, its tiles, treasures."
            )
        )
    return sentences
