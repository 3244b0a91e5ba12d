"""What a turn has changed, in clauses whose subject is the turn, and how a game was won."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.china.claims import (
    ALLIANCE,
    ALONG,
    BUILDS,
    CLOSES,
    DRAWS,
    ENDS,
    HEMS,
    HIDDEN,
    HOUSES,
    JOINS,
    LEADS,
    LOSES,
    MAKES,
    MOST,
    OPENS,
    PASSES,
    PAYS,
    ROADS,
    SHARES,
)
from triarchy.games.china.sight import ChinaSight
from triarchy.games.china.text.words import (
    cards,
    colour_word,
    joined,
    piece_phrase,
    points,
    speaker,
)
from triarchy.kit.language import Translate, counted, mark
from triarchy.kit.reasons import Claim, Stake, Turn
from triarchy.kit.sight import Reader

THEMES = {
    mark("Houses"): (
        HOUSES,
        CLOSES,
    ),
    mark("Courts and alliances"): (
        ALLIANCE,
        LEADS,
    ),
    mark("Roads"): (
        ROADS,
        JOINS,
        HEMS,
        OPENS,
    ),
    mark("Cards in hand"): (
        PAYS,
        DRAWS,
        MAKES,
        HIDDEN,
        ENDS,
        PASSES,
    ),
    mark("The right place"): (BUILDS,),
}
"""What a puzzle is about, by what its best turn does above all."""


def clause(turn: Turn[ChinaSight], claim: Claim, reader: Reader) -> str:
    """A claim as a clause whose subject is the turn."""
    say, what = speaker(reader.language), claim.what
    if what in (HOUSES, ALLIANCE, ROADS):
        return _points(turn, claim, reader, say)
    if what in (LEADS, LOSES, CLOSES):
        name, province = reader.names[claim.seat], turn.after.provinces[claim.where].name
        if what == LEADS:
            return say("gets a majority at the court of {province}", province=province)
        if what == CLOSES:
            return say("fills {province}", province=province)
        return say(
            "costs {name} the majority at the court of {province}", name=name, province=province
        )
    if what == BUILDS:
        piece = piece_phrase(turn.before, claim.where, say)
        if claim.count > 1:
            return say("builds {piece} and another one", piece=piece)
        return say("builds {piece}", piece=piece)
    if what in (HEMS, OPENS):
        return _room(claim, reader, say)
    if what == JOINS:
        return counted(
            say,
            claim.count,
            mark("joins two houses by a road"),
            mark("joins houses by {count} roads"),
        )
    return _of_cards(turn, claim, say)


def _room(claim: Claim, reader: Reader, say: Translate) -> str:
    """How many free fields lie along the roads of a seat's houses."""
    values = {"name": reader.names[claim.seat], "count": claim.count}
    if claim.what == OPENS:
        one = mark("gives its own houses 1 free space along their roads")
        many = mark("gives its own houses {count} free spaces along their roads")
    elif claim.count == 0:
        return say("leaves {name}'s houses no free space along their roads", **values)
    else:
        one = mark("leaves {name}'s houses 1 free space along their roads")
        many = mark("leaves {name}'s houses {count} free spaces along their roads")
    return say(one if claim.count == 1 else many, **values)


def _points(turn: Turn[ChinaSight], claim: Claim, reader: Reader, say: Translate) -> str:
    values = {"points": points(say, abs(claim.count)), "name": reader.names[claim.seat]}
    if claim.what == HOUSES:
        place = say("the houses in {province}", province=turn.after.provinces[claim.where].name)
    elif claim.what == ALLIANCE:
        both = turn.after.alliances[claim.where - 1]
        place = say("the alliance of {one} and {two}", one=both.one.name, two=both.two.name)
    else:
        place = say("the roads")
    if claim.seat == turn.seat:
        if claim.count > 0:
            return say("scores {points} for {place}", place=place, **values)
        return say("gives up {points} for {place}", place=place, **values)
    if claim.count > 0:
        return say("gives {name} {points} for {place}", place=place, **values)
    return say("costs {name} {points} for {place}", place=place, **values)


def _drawn(turn: Turn[ChinaSight], claim: Claim, say: Translate) -> str:
    """Open cards, and the provinces with room that each of them pays in."""
    values = {"colour": colour_word(say, claim.where), "count": claim.count}
    names = [
        province.name
        for province in turn.after.provinces
        if province.colour == claim.where and (province.free or turn.after.takes_emissary(province))
    ]
    if names and claim.count == 1:
        return say(
            "takes a face-up {colour} card (for {provinces})",
            provinces=joined(say, names),
            **values,
        )
    if claim.count > 1:
        return say("takes {count} face-up {colour} cards", **values)
    return say("takes a face-up {colour} card", **values)


def _of_cards(turn: Turn[ChinaSight], claim: Claim, say: Translate) -> str:
    if claim.what == PAYS and claim.less:
        word = colour_word(say, claim.where)
        return say("costs only {cards} of {colour}", cards=cards(say, claim.count), colour=word)
    if claim.what == PAYS:
        word = colour_word(say, claim.where)
        return say("costs {cards} of {colour}", cards=cards(say, claim.count), colour=word)
    if claim.what == DRAWS:
        return _drawn(turn, claim, say)
    if claim.what == MAKES:
        word = colour_word(say, claim.where)
        return say("brings the hand to {count} {colour} cards", count=claim.count, colour=word)
    return {
        HIDDEN: counted(
            say, claim.count, mark("draws from the deck"), mark("draws {count} from the deck")
        ),
        ENDS: counted(
            say, claim.count, mark("stops after 1 piece"), mark("stops after {count} pieces")
        ),
        PASSES: say("passes"),
    }[claim.what]


def stake(sight: ChinaSight, stake: Stake, amount: str, reader: Reader) -> str:
    """Who has a province, an alliance or points for roads, as a main clause."""
    say, name = speaker(reader.language), reader.names[stake.seat]
    if stake.what == ALONG:
        return say("{name} has {count} points for roads", name=name, count=amount)
    if stake.what == MOST:
        province = sight.provinces[stake.where].name
        return say("{name} has the most houses in {province}", name=name, province=province)
    assert stake.what == SHARES
    alliance = sight.alliances[stake.where - 1]
    values = {"one": alliance.one.name, "two": alliance.two.name}
    return say("{name} scores the alliance of {one} and {two}", name=name, **values)


def theme(claims: Sequence[Claim], language: str) -> str:
    """What a puzzle is about whose best turn is told apart from the next best by these, above all by the first."""
    say, first = speaker(language), claims[0]
    if (first.what == ALLIANCE and first.count < 0) or first.what == LOSES:
        return say("Against an alliance")
    return next(say(words) for words, kinds in THEMES.items() if first.what in kinds)


# How a game was won


def how_won(sight: ChinaSight, beside: int, reader: Reader) -> list[str]:
    """The winner's points beside another seat's, and where most of the difference came from."""
    say, first = speaker(reader.language), sight.ranks.index(1)
    own, others = sight.projected[first], sight.projected[beside]
    values = {"name": reader.names[first], "other": reader.names[beside]}
    most = max(range(3), key=lambda kind: own[kind] - others[kind])
    totals = {"own": points(say, sum(own)), "theirs": sum(others), **values}
    sentences = [
        say("{name} won with {own} to {other}'s {theirs}.", **totals)
        if sum(own) > sum(others)
        else say("{name} and {other} tied with {own}; {name} won with more pieces left.", **totals),
        _difference(sight, first, beside, most, say, values),
    ]
    if reader.seat in (None, beside):
        sentences.append(_next_time(most, say))
    return sentences


def _difference(
    sight: ChinaSight,
    first: int,
    beside: int,
    most: int,
    say: Translate,
    values: dict[str, str],
) -> str:
    """Where most of the winner's lead came from; for alliances how many courts each of the two led."""
    parts = points(say, sight.projected[first][most]), sight.projected[beside][most]
    told = {"own": parts[0], "theirs": parts[1], **values}
    if most == 1:
        courts = [
            sum(seat in province.leaders for province in sight.provinces)
            for seat in (first, beside)
        ]
        count = counted(say, courts[0], mark("1 court"), mark("{count} courts"))
        return say(
            "Alliances made most of the difference, {own} to {theirs}: {name} had a majority at "
            "{count}, {other} at {less}.",
            count=count,
            less=courts[1],
            **told,
        )
    if most == 0:
        return say("Houses made most of the difference: {own} to {theirs}.", **told)
    return say("Roads made most of the difference: {own} to {theirs}.", **told)


def _next_time(most: int, say: Translate) -> str:
    """What would have helped most, by where the difference came from."""
    return say(
        (
            mark("Next time, build in provinces that others fill, and lead in one of them."),
            mark("Next time, send emissaries early to two courts that are allied."),
            mark("Next time, build along one road, so that the row reaches four houses."),
        )[most]
    )
