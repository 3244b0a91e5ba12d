"""The board in words, for who does not see it: cards, meridians from north to south, islands."""

from __future__ import annotations

from triarchy.games.meridian.scoring import TIED
from triarchy.games.meridian.sight import City, Island, MeridianSight, card_text, meridians_on
from triarchy.games.meridian.state import (
    BUILD,
    CARD,
    CITY,
    DO_CITY,
    DO_DONE,
    DO_HEIGHT,
    DO_LIFT,
    DO_MERIDIAN,
    MERIDIAN,
    MERIDIANS,
)
from triarchy.games.meridian.text.prompts import label
from triarchy.games.meridian.text.words import holder_name, joined, pieces, points, speaker
from triarchy.kit.language import Translate
from triarchy.kit.presentation import PlaceList
from triarchy.kit.sight import Reader


def board_text(sight: MeridianSight, reader: Reader) -> list[PlaceList]:
    say = speaker(reader.language)
    meridians = [
        PlaceList(
            say("Meridian {meridian}, from north to south", meridian=meridian + 1),
            [_line(sight, (meridian, row), reader, say) for row in range(sight.rows)],
        )
        for meridian in range(MERIDIANS)
    ]
    islands = [island_text(island, reader, say) for island in sight.islands]
    return [*_own(sight, reader, say), *meridians, PlaceList(say("Islands"), islands)]


def _own(sight: MeridianSight, reader: Reader, say: Translate) -> list[PlaceList]:
    """What lies before the reader."""
    if reader.seat is None:
        return []
    cards = [card_text(card) for card in sight.open_cards[reader.seat]]
    lines = [
        say("Face-up cards: {cards}", cards=joined(say, cards) or say("none")),
        say("Cards in the pile: {count}", count=sight.pile_sizes[reader.seat]),
        say("In supply: {pieces}", pieces=pieces(say, sight.supply[reader.seat])),
    ]
    return [PlaceList(say("Before you"), lines)]


def _line(sight: MeridianSight, city: City, reader: Reader, say: Translate) -> str:
    """ "City 2, Orinwei, capital: tower of 4, Anna"."""
    values = {"row": city[1] + 1, "island": sight.island_name(city)}
    values["there"] = _tower(sight, city, reader, say)
    if sight.is_capital(city):
        return say("City {row}, {island}, capital: {there}", **values)
    return say("City {row}, {island}: {there}", **values)


def _tower(sight: MeridianSight, city: City, reader: Reader, say: Translate) -> str:
    tower = sight.towers.get(city)
    if tower is None:
        return say("empty")
    return say("tower of {height}, {name}", height=tower.height, name=reader.names[tower.seat])


def island_text(island: Island, reader: Reader, say: Translate) -> str:
    """ "Orinwei, 5 points: Anna 2, Ben 1. Goes to: Anna"."""
    values = {"island": island.name, "points": points(say, island.value)}
    present = [f"{reader.names[seat]} {own}" for seat, own in enumerate(island.strengths) if own]
    if not present:
        return say("{island}, {points}: no tower", **values)
    values["strengths"] = ", ".join(present)
    if island.holder == TIED:
        return say("{island}, {points}: {strengths}. A tie: nobody takes it.", **values)
    return say(
        "{island}, {points}: {strengths}. Goes to: {holder}",
        **values,
        holder=holder_name(island, reader, say),
    )


def city_facts(sight: MeridianSight, city: City, reader: Reader) -> tuple[str, str]:
    """What is in a city, and how its island stands."""
    say, island = speaker(reader.language), sight.islands[sight.island_of(city)]
    return _line(sight, city, reader, say), island_text(island, reader, say)


# One thing at a time


def spoken(sight: MeridianSight, action: int, reader: Reader) -> str:
    say = speaker(reader.language)
    there = _there(sight, action, reader, say)
    if action in sight.legal:
        return f"{label(sight, action, reader)}. {there}" if there else label(sight, action, reader)
    return there or _thing(sight, action, reader)


def _thing(sight: MeridianSight, action: int, reader: Reader) -> str:
    """What a card, a meridian or a height that is shown is called while it is not to be chosen."""
    shown = action < DO_DONE or (DO_HEIGHT <= action < DO_CITY and sight.phase in (BUILD, CITY))
    return label(sight, action, reader) if shown else ""


SUPPLY = DO_HEIGHT + 1
"""The move behind the pieces in supply while no height is to be chosen."""


def _there(sight: MeridianSight, action: int, reader: Reader, say: Translate) -> str:
    if action < DO_MERIDIAN:
        in_hand = sight.phase == CARD and action in sight.open_cards[sight.to_move]
        return _meridians(sight, meridians_on(action), reader, say) if in_hand else ""
    if action < DO_DONE:
        meridian = action - DO_MERIDIAN
        waiting = sight.phase in (CARD, MERIDIAN)
        return _meridians(sight, range(meridian, meridian + 1), reader, say) if waiting else ""
    building = sight.phase in (BUILD, CITY)
    if action == DO_DONE or not (building or action == SUPPLY):
        return ""
    if DO_HEIGHT <= action < DO_CITY:
        height = action - DO_HEIGHT + 1
        supply = say("In supply: {pieces}", pieces=pieces(say, sight.supply[sight.to_move]))
        return supply if height in sight.heights or not building else ""
    row = action - (DO_CITY if action >= DO_CITY else DO_LIFT)
    if row >= sight.rows:
        return ""
    city = sight.meridian, row
    island = sight.islands[sight.island_of(city)]
    return f"{_line(sight, city, reader, say)}. {island_text(island, reader, say)}"


def _meridians(sight: MeridianSight, meridians: range, reader: Reader, say: Translate) -> str:
    """The towers of some meridians, each from north to south."""
    told = []
    for meridian in meridians:
        cities = [(meridian, row) for row in range(sight.rows)]
        towers = [_tower(sight, city, reader, say) for city in cities if city in sight.towers]
        told.append(
            say(
                "Meridian {meridian}: {towers}",
                meridian=meridian + 1,
                towers=", ".join(towers) or say("empty"),
            )
        )
    return ". ".join(told)
