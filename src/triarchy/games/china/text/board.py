"""The board in words, for who does not see it: cards, provinces with their fields and roads, alliances."""

from __future__ import annotations

from triarchy.games.china.sight import Alliance, ChinaSight, Province
from triarchy.games.china.state import (
    DO_DRAW,
    DO_DRAW_DECK,
    DO_EMISSARY,
    DO_END,
    DO_FORT,
    DO_PAY,
    DO_SWAP,
    DRAW,
    MAIN,
    NONE,
    PAY,
)
from triarchy.games.china.text.prompts import label
from triarchy.games.china.text.words import (
    cards,
    colour_word,
    gains,
    houses,
    joined,
    points,
    speaker,
)
from triarchy.kit.language import Translate
from triarchy.kit.presentation import PlaceList
from triarchy.kit.sight import Reader


def board_text(sight: ChinaSight, reader: Reader) -> list[PlaceList]:
    say = speaker(reader.language)
    provinces = [_province(sight, province, reader, say) for province in sight.provinces]
    alliances = [_alliance(alliance, reader, say) for alliance in sight.alliances]
    found = [*_own(sight, reader, say), _row_of_cards(sight, say), *provinces]
    found.append(PlaceList(say("Alliances"), alliances))
    rows = _rows(sight, reader, say)
    return [*found, PlaceList(say("Rows of houses"), rows)] if rows else found


def _own(sight: ChinaSight, reader: Reader, say: Translate) -> list[PlaceList]:
    """What the reader holds."""
    seat = reader.seat
    if seat is None or sight.hides_hand(seat):
        return []
    held = [
        f"{count} {colour_word(say, colour)}"
        for colour, count in enumerate(sight.hand(seat))
        if count
    ]
    own_houses, own_emissaries, own_forts = sight.supply(seat)
    lines = [
        say("Cards: {list}", list=", ".join(held) or say("none")),
        say("Houses left: {count}", count=own_houses),
        say("Emissaries left: {count}", count=own_emissaries),
    ]
    if sight.with_forts:
        lines.append(say("Fortifications left: {count}", count=own_forts))
    return [PlaceList(say("Your hand"), lines)]


def _row_of_cards(sight: ChinaSight, say: Translate) -> PlaceList:
    lines = [
        say("Card {slot}: {colour}", slot=slot + 1, colour=colour_word(say, colour))
        for slot, colour in enumerate(sight.open)
        if colour != NONE
    ]
    deck = say("In the deck: {cards}", cards=cards(say, sight.deck_size))
    return PlaceList(say("Face-up cards"), [*lines, deck])


def _province(sight: ChinaSight, province: Province, reader: Reader, say: Translate) -> PlaceList:
    title = say(
        "{province}, {colour}, free spaces: {count}",
        province=province.name,
        colour=colour_word(say, province.colour),
        count=province.free,
    )
    fields = [_field_line(sight, field, reader, say) for field in province.fields]
    court = _court(province, reader, say)
    if province.scored:
        won = say("Scored: {gains}", gains=gains(province.points, reader.names, say))
        return PlaceList(title, [*fields, court, won])
    return PlaceList(title, [*fields, court])


def _field_line(sight: ChinaSight, field: int, reader: Reader, say: Translate) -> str:
    """ "Wei 3: free. Roads to Wei 2, house of Anna; Chu 1, free"."""
    place = sight.place_names[field]
    there = _on(sight, field, reader, say)
    roads = [
        f"{sight.place_names[other]}, {_on(sight, other, reader, say)}"
        for other in sight.roads_from(field)
    ]
    if not roads:
        return say("{place}: {there}. No roads", place=place, there=there)
    return say(
        "{place}: {there}. Roads to {roads}", place=place, there=there, roads="; ".join(roads)
    )


def _on(sight: ChinaSight, field: int, reader: Reader, say: Translate) -> str:
    if field in sight.owners:
        name = reader.names[sight.owners[field]]
        if field in sight.forts:
            return say("{name}'s fortified house", name=name)
        return say("{name}'s house", name=name)
    return say("fortification") if field in sight.forts else say("free")


def _court(province: Province, reader: Reader, say: Translate) -> str:
    """The emissaries on the dragon field, and how many there is room for."""
    present = [f"{reader.names[seat]} {own}" for seat, own in enumerate(province.emissaries) if own]
    return say(
        "Dragon space of {province}: {emissaries}. Most houses of one player: {count}",
        province=province.name,
        emissaries=", ".join(present) or say("no emissary"),
        count=province.most_houses,
    )


def _alliance(alliance: Alliance, reader: Reader, say: Translate) -> str:
    return say(
        "Alliance {number}, {one} and {two}: {gains}",
        number=alliance.number,
        one=alliance.one.name,
        two=alliance.two.name,
        gains=gains(alliance.points, reader.names, say),
    )


def _rows(sight: ChinaSight, reader: Reader, say: Translate) -> list[str]:
    return [
        say(
            "{name}: {houses}, {points}: {places}",
            name=reader.names[seat],
            houses=houses(say, len(row.fields)),
            points=points(say, row.points),
            places=joined(say, [sight.place_names[field] for field in row.fields]),
        )
        for seat in range(sight.players)
        for row in sight.rows(seat)
    ]


# One thing at a time


def spoken(sight: ChinaSight, action: int, reader: Reader) -> str:
    say = speaker(reader.language)
    there = _there(sight, action, reader, say)
    if action in sight.legal:
        return f"{label(sight, action, reader)}. {there}" if there else label(sight, action, reader)
    return there


def _there(sight: ChinaSight, action: int, reader: Reader, say: Translate) -> str:
    if action < DO_END:
        return _place(sight, action, reader, say) if action < len(sight.moves) else ""
    if DO_SWAP <= action < DO_PAY:
        return _in_hand(sight, action - DO_SWAP, say) if sight.phase == MAIN else ""
    if DO_PAY <= action < DO_DRAW:
        return _in_hand(sight, action - DO_PAY, say) if sight.phase in (MAIN, PAY) else ""
    if action == DO_DRAW_DECK and sight.phase == DRAW:
        return say("In the deck: {cards}", cards=cards(say, sight.deck_size))
    return ""


def _place(sight: ChinaSight, action: int, reader: Reader, say: Translate) -> str:
    """A field with its roads, or a dragon field; each has the province's colour."""
    if action >= DO_EMISSARY:
        province = sight.province_of(action)
        said = _court(province, reader, say)
    else:
        field = action % DO_FORT
        if field >= len(sight.place_names) or (action >= DO_FORT and action not in sight.legal):
            return ""
        province = sight.province_of(field)
        said = _field_line(sight, field, reader, say)
    colour = colour_word(say, province.colour)
    return say("{place}. Province: {colour}", place=said, colour=colour)


def _in_hand(sight: ChinaSight, colour: int, say: Translate) -> str:
    count = sight.hand(sight.to_move)[colour]
    return say("In hand: {count}", count=count) if count else ""
