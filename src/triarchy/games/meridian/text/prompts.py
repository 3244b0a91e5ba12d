"""Whose turn it is and what there is to do, and each move as a button says it."""

from __future__ import annotations

from triarchy.games.meridian.sight import MeridianSight, card_text, meridians_on
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
    NONE,
)
from triarchy.games.meridian.text.words import city_name, result, speaker
from triarchy.kit.language import Translate
from triarchy.kit.sight import Reader


def prompt(sight: MeridianSight, reader: Reader) -> str:
    say = speaker(reader.language)
    if sight.over:
        return result(sight, reader, say)
    if reader.seat == sight.to_move:
        return _to_do(sight, say)
    name, meridian = reader.names[sight.to_move], sight.meridian + 1
    if sight.phase == CARD:
        return say("{name} is choosing a card.", name=name)
    if sight.phase == MERIDIAN:
        return say("{name} is choosing a meridian.", name=name)
    if sight.phase == BUILD:
        return say("{name} is building in meridian {meridian}.", name=name, meridian=meridian)
    return say(
        "{name} is looking for a city in meridian {meridian} for a tower of {height}.",
        name=name,
        meridian=meridian,
        height=sight.height,
    )


def _to_do(sight: MeridianSight, say: Translate) -> str:
    """What the seat to move is to do, said to it."""
    if sight.phase == CARD:
        cards = sight.open_cards[sight.to_move]
        if len(set(cards)) > 1:
            return say("Your turn: choose one of your two cards.")
        return say("Your turn: play your card {card}.", card=card_text(cards[0]))
    if sight.phase == MERIDIAN:
        numbers = meridians_on(sight.card)
        return say(
            "Choose one of the meridians {first} to {last}.",
            first=numbers[0] + 1,
            last=numbers[-1] + 1,
        )
    if sight.phase == CITY:
        return say("Where should the tower of {height} go?", height=sight.height)
    return _to_build(sight, say)


def _to_build(sight: MeridianSight, say: Translate) -> str:
    build = any(action >= DO_HEIGHT for action in sight.legal)
    lift = any(DO_LIFT <= action < DO_HEIGHT for action in sight.legal)
    meridian = sight.meridian + 1
    if sight.lifted_row != NONE:
        if build:
            return say("Your tower is back in your supply: build another one, or end your turn.")
        return say("Your tower is back in your supply: end your turn.")
    if build and lift:
        return say(
            "Meridian {meridian}: how tall should the new tower be? Or take one of yours back.",
            meridian=meridian,
        )
    if build:
        return say("Meridian {meridian}: how tall should your tower be?", meridian=meridian)
    if lift:
        return say(
            "Meridian {meridian}: take your tower back, or leave it standing.", meridian=meridian
        )
    return say("Meridian {meridian}: you can build nothing here; end your turn.", meridian=meridian)


def label(sight: MeridianSight, action: int, reader: Reader) -> str:
    say = speaker(reader.language)
    if action < DO_MERIDIAN:
        return say("Play card {card}", card=card_text(action))
    if action < DO_DONE:
        return say("Choose meridian {meridian}", meridian=action - DO_MERIDIAN + 1)
    if action == DO_DONE:
        return say("Pass: build nothing") if sight.lifted_row == NONE else say("End the turn")
    if DO_HEIGHT <= action < DO_CITY:
        return say("Build a tower of {height}", height=action - DO_HEIGHT + 1)
    if action < DO_HEIGHT:
        city = sight.meridian, action - DO_LIFT
        return say(
            "Take the tower of {height} back from {city}",
            height=sight.towers[city].height,
            city=city_name(sight, city, say),
        )
    return _build_label(sight, action, reader, say)


def _build_label(sight: MeridianSight, action: int, reader: Reader, say: Translate) -> str:
    where = city_name(sight, (sight.meridian, action - DO_CITY), say)
    pushes = sight.pushes(action)
    if not pushes:
        return say("Build {height} in {city}", height=sight.height, city=where)
    name = reader.names[pushes[0].tower.seat]
    values = {"height": sight.height, "city": where, "name": name}
    if pushes[0].north:
        return say("Build {height} in {city}, push {name} north", **values)
    return say("Build {height} in {city}, push {name} south", **values)
