"""What a move would do, before it is played, and what it has done, in the log."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.china.sight import ChinaSight, Province, kind_of
from triarchy.games.china.state import (
    DO_DRAW,
    DO_DRAW_DECK,
    DO_END,
    DO_FORT,
    DO_PASS,
    DO_PAY,
    DO_SWAP,
    FORT,
    HOUSE,
    OVER,
)
from triarchy.games.china.text.words import (
    colour_word,
    cost,
    gains,
    joined,
    points,
    result,
    speaker,
    you_or_names,
)
from triarchy.kit.language import Translate
from triarchy.kit.reasons import net_change
from triarchy.kit.sight import Reader

# Before it is played


def preview(sight: ChinaSight, action: int, reader: Reader) -> list[str]:
    say = speaker(reader.language)
    if action < DO_END:
        price = say(
            "Costs one {colour} card, or two cards of another colour.",
            colour=colour_word(say, sight.province_of(action).colour),
        )
        return [price, *_effects(sight, action, reader, say)]
    if action == DO_END:
        return [say("You place nothing more and fill your hand.")]
    if action == DO_PASS:
        return [say("It is now the next player's turn.")]
    if action < DO_PAY:
        colour = colour_word(say, action - DO_SWAP)
        return [
            say(
                "Discards one {colour} card and draws another; that is the whole turn.",
                colour=colour,
            )
        ]
    if action < DO_DRAW:
        return _effects(sight, sight.piece, reader, say)
    if action < DO_DRAW_DECK:
        colour = colour_word(say, sight.open[action - DO_DRAW])
        return [say("Takes the {colour} card into the hand; everyone sees it.", colour=colour)]
    return [say("Draws a card that nobody else sees.")]


def _effects(sight: ChinaSight, piece: int, reader: Reader, say: Translate) -> list[str]:
    """What a piece on the map changes, in sentences."""
    later, names = sight.with_piece(piece), reader.names
    sentences = [
        *_house_effects(sight, later, piece, names, say),
        *_alliance_effects(sight, later, names, say),
    ]
    longer = later.rows(sight.to_move)
    if longer != sight.rows(sight.to_move):
        lengths = joined(say, [say("a row of {count}", count=len(row.fields)) for row in longer])
        total = points(say, sum(row.points for row in longer))
        sentences.append(
            say("Your roads would score {points}: {rows}.", points=total, rows=lengths)
        )
    if kind_of(piece) == FORT:
        sentences.append(say("The next house on it, anyone's, doubles its owner's points here."))
    before, after = (list(map(sum, each.projected)) for each in (sight, later))
    if change := net_change(before, after, you_or_names(reader, say)):
        sentences.append(say("If the game ended then: {change}.", change=change))
    return sentences


def _house_effects(
    sight: ChinaSight, later: ChinaSight, piece: int, names: Sequence[str], say: Translate
) -> list[str]:
    before = sight.province_of(piece)
    after = later.provinces[before.index]
    if after.scored and not before.scored:
        return [_full(after, names, say)]
    if after.points == before.points:
        return []
    earned = gains(after.points, names, say)
    return [
        say("The houses in {province} would score: {gains}.", province=after.name, gains=earned)
    ]


def _alliance_effects(
    sight: ChinaSight, later: ChinaSight, names: Sequence[str], say: Translate
) -> list[str]:
    sentences = []
    for old, new in zip(sight.alliances, later.alliances, strict=True):
        if new.points != old.points and any(new.points):
            sentences.append(
                say(
                    "Alliance {number} ({one} and {two}) would score: {gains}.",
                    number=new.number,
                    one=new.one.name,
                    two=new.two.name,
                    gains=gains(new.points, names, say),
                )
            )
        elif new.points != old.points:
            sentences.append(say("Alliance {number} would score nobody points.", number=new.number))
    return sentences


def _full(province: Province, names: Sequence[str], say: Translate) -> str:
    return say(
        "{province} is full: {gains}.",
        province=province.name,
        gains=gains(province.points, names, say),
    )


# In the log


def sentence(before: ChinaSight, action: int, after: ChinaSight, reader: Reader) -> str:
    """A line for each piece placed and each card drawn; the choice of a piece is told when paid."""
    say = speaker(reader.language)
    sentences = []
    if action >= DO_PASS:
        sentences.append(_deed(before, action, reader.names[before.to_move], say))
    if DO_PAY <= action < DO_DRAW and kind_of(before.piece) == HOUSE:
        # In the last turn of the game all provinces become scored: only a full one is told here.
        province = after.province_of(before.piece)
        if province.free == 0:
            sentences.append(_full(province, reader.names, say))
    if after.exhausted > before.exhausted:
        if after.exhausted == 1:
            sentences.append(say("The deck has run out: the discards are shuffled into a new one."))
        elif after.phase != OVER:
            sentences.append(
                say("The deck has run out for the second time: this round is the last.")
            )
    if after.phase == OVER:
        sentences.append(result(after, reader.names, say))
    return " ".join(sentences)


def landmark(before: ChinaSight, action: int, after: ChinaSight, language: str) -> str:
    """A province that is full and scores; the deck used up."""
    say = speaker(language)
    house = DO_PAY <= action < DO_DRAW and kind_of(before.piece) == HOUSE
    if house and after.province_of(before.piece).free == 0:
        return say("Scoring")
    if after.exhausted > before.exhausted:
        return say("Deck has run out")
    return ""


def _deed(before: ChinaSight, action: int, name: str, say: Translate) -> str:
    if action == DO_PASS:
        return say("{name} has no cards and passes.", name=name)
    if action < DO_PAY:
        return say(
            "{name} swaps and discards one {colour} card.",
            name=name,
            colour=colour_word(say, action - DO_SWAP),
        )
    if action == DO_DRAW_DECK:
        return say("{name} draws from the deck.", name=name)
    if action >= DO_DRAW:
        colour = colour_word(say, before.open[action - DO_DRAW])
        return say("{name} takes a face-up {colour} card.", name=name, colour=colour)
    return _placing(before, action, name, say)


def _placing(before: ChinaSight, action: int, name: str, say: Translate) -> str:
    piece = before.piece
    province = before.province_of(piece)
    paid = cost(province, action - DO_PAY, say)
    if kind_of(piece) == HOUSE:
        place = before.place_names[piece]
        return say(
            "{name} builds a house on {place} for {cost}.", name=name, place=place, cost=paid
        )
    if kind_of(piece) == FORT:
        place = before.place_names[piece - DO_FORT]
        return say(
            "{name} puts a fortification on {place} for {cost}.", name=name, place=place, cost=paid
        )
    return say(
        "{name} sends an emissary to {province} for {cost}.",
        name=name,
        province=province.name,
        cost=paid,
    )
