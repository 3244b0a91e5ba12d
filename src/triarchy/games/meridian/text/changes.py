"""What a turn has changed, in clauses whose subject is the turn, and how a game was won."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.meridian.claims import (
    BREAKS,
    BUILDS,
    GIVES,
    KEEPS,
    LEADS,
    LEAVES,
    LEVELS,
    MOVES,
    PASSES,
    QUITS,
    SPENDS,
    STRENGTHENS,
    TAKES,
    TRAILS,
    WEAKENS,
)
from triarchy.games.meridian.scoring import TIED
from triarchy.games.meridian.sight import MeridianSight, card_text
from triarchy.games.meridian.text.words import joined, pieces, place, points, speaker
from triarchy.kit.language import Translate, mark
from triarchy.kit.reasons import Claim, Stake, Turn
from triarchy.kit.sight import Reader

THEMES = {
    mark("Taking an island"): (TAKES,),
    mark("Breaking a majority"): (
        BREAKS,
        WEAKENS,
    ),
    mark("The race for a lead"): (
        LEVELS,
        LEADS,
        TRAILS,
    ),
    mark("Pieces and cards"): (
        SPENDS,
        KEEPS,
        PASSES,
    ),
    mark("What to give up"): (
        GIVES,
        LEAVES,
        QUITS,
        STRENGTHENS,
    ),
    mark("The right place"): (
        BUILDS,
        MOVES,
    ),
}
"""What a puzzle is about, by what its best turn does above all."""


def clause(turn: Turn[MeridianSight], claim: Claim, reader: Reader) -> str:
    """A claim as a clause whose subject is the turn."""
    say, what = speaker(reader.language), claim.what
    if what == SPENDS:
        if claim.less:
            return say("costs only {pieces}", pieces=pieces(say, claim.count))
        if claim.count > 0:
            return say("costs {pieces}", pieces=pieces(say, claim.count))
        return say("returns {pieces} to the supply", pieces=pieces(say, -claim.count))
    if what == KEEPS:
        return say("keeps card {card}", card=card_text(claim.where))
    if what == PASSES:
        return say("builds nothing")
    if what in (BUILDS, MOVES):
        return _tower(turn, claim, reader, say)
    island = turn.after.islands[claim.where]
    values = {
        "island": island.name,
        "points": points(say, island.value),
        "name": reader.names[claim.seat],
        "other": reader.names[claim.other] if 0 <= claim.other < len(reader.names) else "",
        "count": claim.count,
    }
    return say(_sentence(claim), **values)


def _sentence(claim: Claim) -> str:
    """How an island's claim is said."""
    held, tied = claim.other >= 0, claim.other == TIED
    less = claim.count < claim.other if claim.what == LEADS else -claim.count < claim.other
    return {
        TAKES: mark("takes {island} from {other} ({points})")
        if held
        else mark("breaks the tie on {island} ({points})")
        if tied
        else mark("takes {island} ({points})"),
        GIVES: mark("leaves {island} to {other} ({points})")
        if held
        else mark("allows a tie on {island} ({points})")
        if tied
        else mark("gives {island} up ({points})"),
        BREAKS: mark("moves {island} from {name} to {other} ({points})")
        if held
        else mark("breaks {name}'s majority on {island} ({points})")
        if tied
        else mark("drives {name} from {island} ({points})"),
        LEAVES: mark("leaves {island} to {name} ({points})"),
        LEVELS: mark("ties on {island} ({points})"),
        LEADS: mark("keeps a lead of only {count} on {island}")
        if less
        else mark("leads on {island} by {count}"),
        TRAILS: mark("falls behind by {count} on {island}")
        if less
        else mark("comes within {count} of the lead on {island}"),
        QUITS: mark("leaves {island} altogether"),
        WEAKENS: mark("weakens {name} on {island}"),
        STRENGTHENS: mark("strengthens {name} on {island}"),
    }[claim.what]


def _tower(turn: Turn[MeridianSight], claim: Claim, reader: Reader, say: Translate) -> str:
    city = divmod(claim.where, turn.after.rows)
    values = {"height": claim.count, "place": place(turn.after, city, say)}
    if claim.what == BUILDS:
        return say("builds {height} in {place}", **values)
    return say(
        "moves {name}'s tower of {height} to {place}", name=reader.names[claim.seat], **values
    )


def stake(sight: MeridianSight, stake: Stake, amount: str, reader: Reader) -> str:
    """Who holds an island, as a main clause."""
    say, island = speaker(reader.language), sight.islands[stake.where].name
    return say("{name} holds {island}", name=reader.names[stake.seat], island=island)


def theme(claims: Sequence[Claim], language: str) -> str:
    """What a puzzle is about whose best turn is told apart from the next best by these, above all by the first."""
    say, first = speaker(language), claims[0]
    if first.what == TAKES and first.other == TIED:
        return say("Breaking a tie")
    if first.what == TAKES and any(_gives_up(claim) for claim in claims):
        return say("What to give up")
    if first.what == SPENDS and first.count > 0:
        return say("The right height")
    return next(say(words) for words, kinds in THEMES.items() if first.what in kinds)


def _gives_up(claim: Claim) -> bool:
    """Whether its turn costs whoever makes it an island, or a part of a lead."""
    return claim.what in (GIVES, QUITS) or (claim.what == LEADS and claim.count < claim.other)


# How a game was won


def how_won(sight: MeridianSight, beside: int, reader: Reader) -> list[str]:
    """Points and islands of the winner beside another seat's, and the narrow leads between them."""
    say, first = speaker(reader.language), sight.ranks.index(1)
    values = {"name": reader.names[first], "other": reader.names[beside]}
    held = sorted(
        (island for island in sight.islands if island.holder == first),
        key=lambda island: -island.value,
    )
    totals = {
        "own": points(say, sight.points[first]),
        "theirs": sight.points[beside],
        "islands": joined(say, [f"{island.name} ({island.value})" for island in held[:3]]),
        **values,
    }
    sentences = [
        say("{name} won with {own} to {other}'s {theirs}, above all on {islands}.", **totals)
        if sight.points[first] > sight.points[beside]
        else say("{name} and {other} tied with {own}; {name} won with more pieces left.", **totals)
    ]
    narrow = [
        f"{island.name} ({island.value})"
        for island in sight.islands
        if beside not in island.leaders
        and island.strengths[beside]
        and max(island.strengths) == island.strengths[beside] + 1
    ]
    tied = [
        f"{island.name} ({island.value})"
        for island in sight.islands
        if beside in island.leaders and len(island.leaders) > 1
    ]
    values |= {"islands": joined(say, narrow or tied), "ties": joined(say, tied)}
    if narrow and tied:
        sentences.append(
            say(
                "{other} was only 1 behind on {islands} and got nothing for ties on {ties}.",
                **values,
            )
        )
    elif narrow:
        sentences.append(say("{other} was only 1 behind on {islands}.", **values))
    elif tied:
        sentences.append(say("{other} got nothing for ties on {islands}.", **values))
    if (narrow or tied) and reader.seat in (None, beside):
        sentences.append(say("Next time, save a tower or two for islands where 1 decides."))
    return sentences
