"""What is to be said of a place on the map: what stands there, and who holds how much around it."""

from __future__ import annotations

from triarchy.games.china.sight import ChinaSight, Province
from triarchy.games.china.state import DO_EMISSARY, DO_FORT
from triarchy.games.china.text.words import gains, speaker
from triarchy.kit.language import Translate, counted, mark
from triarchy.kit.sight import Reader


def place_facts(sight: ChinaSight, action: int, reader: Reader) -> tuple[str, str]:
    """The name of the field or the court that an action's piece would come to, and what is there."""
    say, province = speaker(reader.language), sight.province_of(action)
    if action >= DO_EMISSARY:
        held = gains(province.emissaries, reader.names, say)
        room = (
            say("There is room for another.")
            if sight.takes_emissary(province)
            else say("There is no room for another.")
        )
        name = say("The court of {province}", province=province.name)
        return name, " ".join((say("Emissaries: {held}.", held=held), room))
    field = action % DO_FORT
    stands = _building(sight, field, reader, say)
    return sight.place_names[field], f"{stands} {_houses(province, reader, say)}"


def _building(sight: ChinaSight, field: int, reader: Reader, say: Translate) -> str:
    strong, seat = field in sight.forts, sight.owners.get(field)
    if seat is None:
        return say("A fortification without a house.") if strong else say("No house stands here.")
    name = reader.names[seat]
    if strong:
        return say("{name}'s fortified house.", name=name)
    return say("{name}'s house.", name=name)


def _houses(province: Province, reader: Reader, say: Translate) -> str:
    held = gains(province.houses, reader.names, say)
    free = (
        counted(say, province.free, mark("1 space is free."), mark("{count} spaces are free."))
        if province.free
        else say("No space is free.")
    )
    return f"{say('Houses in {province}: {held}.', province=province.name, held=held)} {free}"
