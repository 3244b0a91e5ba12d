"""Why a move is not legal now."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from triarchy.games.meridian.positions import MOVES
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
from triarchy.games.meridian.text.words import pieces, speaker
from triarchy.kit.language import Translate, mark
from triarchy.kit.sight import Reader


class Reason(Enum):
    """The rule that an illegal move breaks; the sentence is its value."""

    LEGAL = mark("This move is possible now.")
    OVER = mark("The game is over.")
    CARD_FIRST = mark("First choose a card.")
    MERIDIAN_FIRST = mark("First choose a meridian of the card.")
    HEIGHT_FIRST = mark("First choose the height of the tower, or end the turn.")
    CITY_FIRST = mark("First choose a city for the tower of {height}.")
    CARD_CHOSEN = mark("Card {card} has been chosen for this turn.")
    MERIDIAN_CHOSEN = mark("The whole turn takes place in meridian {meridian}.")
    CARD_NOT_OPEN = mark("Card {card} is not one of {name}'s face-up cards.")
    NOT_ON_CARD = mark("Meridian {meridian} is not on card {card}.")
    ONE_LIFT = mark("Only one tower can be taken back in a turn.")
    NO_TOWER = mark("{name} has no tower in this city.")
    TWO_TOWERS = mark(
        "{name} already has two towers in meridian {meridian}; one must be taken back first."
    )
    ONE_TOWER = mark(
        "{name} already has a tower in meridian {meridian}; it must be taken back first."
    )
    SUPPLY = mark("{name} has only {pieces} in supply.")
    FIRST_TOWER = mark("The first tower in a meridian must be at least 2 pieces tall.")
    EQUAL_HEIGHT = mark("A tower of {height} already stands in meridian {meridian}.")
    NO_ROOM = mark("No city of meridian {meridian} has room for a tower of {height}.")
    NO_CITY = mark("This map has only {count} cities in a meridian.")
    OWN_TOWER = mark("A player cannot push a tower of their own.")
    HIGHER_THAN_NORTH = mark("It would be taller than a tower to its north.")
    LOWER_THAN_SOUTH = mark("It would be shorter than a tower to its south.")
    OFF_THE_BOARD = mark("That would push {name}'s tower off the board.")
    SAME_TOWER = mark("You can't rebuild the same tower in the same city.")


FIRST = {
    CARD: Reason.CARD_FIRST,
    MERIDIAN: Reason.MERIDIAN_FIRST,
    BUILD: Reason.HEIGHT_FIRST,
    CITY: Reason.CITY_FIRST,
}


def reason(sight: MeridianSight, action: int) -> Reason:
    """The rule that keeps this action from being legal now."""
    if sight.over:
        return Reason.OVER
    if action in sight.legal:
        return Reason.LEGAL
    if _phase_of(action) != sight.phase:
        return _why_not_now(sight, action)
    if action < DO_MERIDIAN:
        return Reason.CARD_NOT_OPEN
    if action < DO_DONE:
        return Reason.NOT_ON_CARD
    if action < DO_HEIGHT:
        return _why_not_lift(sight, action - DO_LIFT)
    if action < DO_CITY:
        return _why_not_height(sight, action - DO_HEIGHT + 1)
    return _why_not_city(sight, action - DO_CITY)


def _phase_of(action: int) -> int:
    if action < DO_MERIDIAN:
        return CARD
    if action < DO_DONE:
        return MERIDIAN
    return BUILD if action < DO_CITY else CITY


def _why_not_now(sight: MeridianSight, action: int) -> Reason:
    """The decision of another phase: it has been made already, or another one comes first."""
    if action < DO_MERIDIAN:
        return Reason.CARD_CHOSEN
    if action < DO_DONE and sight.meridian != NONE:
        return Reason.MERIDIAN_CHOSEN
    return FIRST[sight.phase]


def _why_not_lift(sight: MeridianSight, row: int) -> Reason:
    if sight.lifted_row != NONE:
        return Reason.ONE_LIFT
    return Reason.NO_CITY if row >= sight.rows else Reason.NO_TOWER


def _why_not_height(sight: MeridianSight, height: int) -> Reason:
    if sight.own_towers >= sight.tower_limit:
        return Reason.TWO_TOWERS if sight.tower_limit > 1 else Reason.ONE_TOWER
    if height > sight.supply[sight.to_move]:
        return Reason.SUPPLY
    if height < sight.least_height:
        return Reason.FIRST_TOWER
    if any(tower and tower.height == height for tower in sight.column):
        return Reason.EQUAL_HEIGHT
    return Reason.NO_ROOM


def _why_not_city(sight: MeridianSight, row: int) -> Reason:
    if row >= sight.rows:
        return Reason.NO_CITY
    here, height = sight.column[row], sight.height
    north = [tower for tower in sight.column[:row] if tower]
    south = [tower for tower in sight.column[row + 1 :] if tower]
    if here and here.seat == sight.to_move:
        return Reason.OWN_TOWER
    # A tower that makes room stays on the right side; so do those beyond it.
    if not (here and here.height > height) and any(tower.height < height for tower in north):
        return Reason.HIGHER_THAN_NORTH
    if not (here and here.height < height) and any(tower.height > height for tower in south):
        return Reason.LOWER_THAN_SOUTH
    return Reason.OFF_THE_BOARD if here else Reason.SAME_TOWER


def first_choose(cards: Sequence[int], say: Translate) -> str:
    """That one of these cards has to be chosen first."""
    if len(cards) == 1:
        return say("First choose card {card}.", card=card_text(cards[0]))
    first, second = map(card_text, cards)
    return say("First choose card {first} or {second}.", first=first, second=second)


def why_not(sight: MeridianSight, move: str, reader: Reader) -> str:
    say = speaker(reader.language)
    if move not in MOVES and not sight.over:
        return say("There is no such move.")
    return why_no_action(sight, MOVES.index(move) if move in MOVES else NONE, reader)


def why_no_action(sight: MeridianSight, action: int, reader: Reader) -> str:
    """The same for a move of the game, by its number."""
    say, why = speaker(reader.language), reason(sight, action)
    if why is Reason.CARD_FIRST and DO_MERIDIAN <= action < DO_DONE:
        meridian = action - DO_MERIDIAN
        fitting = [card for card in sight.legal if meridian in meridians_on(card)]
        if fitting:
            return first_choose(fitting, say)
        return say("None of your cards opens meridian {meridian}.", meridian=meridian + 1)
    if "{" not in why.value:
        return say(why.value)
    return say(why.value, **_values(sight, action, why, reader, say))


def _values(
    sight: MeridianSight, action: int, why: Reason, reader: Reader, say: Translate
) -> dict[str, object]:
    """What the sentences have in braces."""
    name = reader.names[sight.to_move]
    if why is Reason.OFF_THE_BOARD:
        here = sight.column[action - DO_CITY]
        last = sight.column[0 if here and here.height > sight.height else -1]
        name = reader.names[last.seat] if last else name
    return {
        "name": name,
        "card": card_text(action if why is Reason.CARD_NOT_OPEN else max(sight.card, 0)),
        "meridian": (action - DO_MERIDIAN if why is Reason.NOT_ON_CARD else sight.meridian) + 1,
        "height": sight.height or action - DO_HEIGHT + 1,
        "pieces": pieces(say, sight.supply[sight.to_move]),
        "count": sight.rows,
    }
