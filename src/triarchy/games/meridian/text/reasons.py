"""Reasons: why a move is not legal now, and why a legal one may be good."""

from __future__ import annotations

from enum import Enum

from triarchy.games.meridian.positions import MOVES
from triarchy.games.meridian.sight import MeridianSight, card_text
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
from triarchy.games.meridian.text.words import city_name, pieces, points, speaker
from triarchy.kit.language import Translate, mark
from triarchy.kit.sight import Reader

# Why not


class Reason(Enum):
    """The rule that an illegal move breaks; the sentence is its value."""

    LEGAL = mark("This move is possible now.")
    OVER = mark("The game is over.")
    CARD_FIRST = mark("First a card must be chosen.")
    MERIDIAN_FIRST = mark("First a meridian of the card must be chosen.")
    HEIGHT_FIRST = mark("First the height of the tower must be chosen, or the turn ended.")
    CITY_FIRST = mark("The tower of {height} needs a city first.")
    CARD_CHOSEN = mark("Card {card} has been chosen for this turn.")
    MERIDIAN_CHOSEN = mark("The whole turn takes place in meridian {meridian}.")
    CARD_NOT_OPEN = mark("Card {card} does not lie open before {name}.")
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
    FIRST_TOWER = mark("The first tower in a meridian must be at least 2 high.")
    EQUAL_HEIGHT = mark("A tower of {height} already stands in meridian {meridian}.")
    NO_ROOM = mark("No city of meridian {meridian} has room for a tower of {height}.")
    NO_CITY = mark("This map has only {count} cities in a meridian.")
    OWN_TOWER = mark("A player cannot push a tower of their own.")
    HIGHER_THAN_NORTH = mark("It would stand higher than a tower north of it.")
    LOWER_THAN_SOUTH = mark("It would stand lower than a tower south of it.")
    OFF_THE_BOARD = mark("That would push {name}'s tower off the board.")
    SAME_TOWER = mark("Building the same tower again in the same city is not a move.")


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


def why_not(sight: MeridianSight, move: str, reader: Reader) -> str:
    say = speaker(reader.language)
    if move not in MOVES and not sight.over:
        return say("There is no such move.")
    return why_no_action(sight, MOVES.index(move) if move in MOVES else NONE, reader)


def why_no_action(sight: MeridianSight, action: int, reader: Reader) -> str:
    """The same for a move of the game, by its number."""
    say, why = speaker(reader.language), reason(sight, action)
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


# Why


def explain(sight: MeridianSight, action: int, reader: Reader) -> str:
    """The best end of this turn after the action, and what it brings, by the evaluation."""
    say = speaker(reader.language)
    later, lead = sight, ""
    for step in _best_line(sight, action, sight.to_move)[1]:
        if step != action:
            # A tower and its city make one clause: "a tower of 3 in Orinwei".
            comma = ", " if lead and step < DO_CITY else " " if lead else ""
            lead += comma + _step(later, step, say)
        later = later.after(step)
    clauses = _gains(sight, later, reader, say)
    clauses.append(say("leaves {pieces}", pieces=pieces(say, later.supply[sight.to_move])))
    reasons = "; ".join(clauses)
    return say("{then}: {reasons}", then=lead, reasons=reasons) if lead else reasons


def _best_line(sight: MeridianSight, action: int, seat: int) -> tuple[float, list[int]]:
    """The actions to the end of the turn, from this one on, that the evaluation likes best, and
    how it judges them."""
    later = sight.after(action)
    if action == DO_DONE or action >= DO_CITY:
        return later.share(seat), [action]
    share, line = max(_best_line(later, next_, seat) for next_ in later.legal)
    return share, [action, *line]


def _step(sight: MeridianSight, action: int, say: Translate) -> str:
    if action < DO_DONE:
        return say("meridian {meridian}", meridian=action - DO_MERIDIAN + 1)
    if action == DO_DONE:
        return say("end the turn")
    if action < DO_HEIGHT:
        city = city_name(sight, (sight.meridian, action - DO_LIFT), say)
        return say("take back the tower in {city}", city=city)
    if action < DO_CITY:
        return say("a tower of {height}", height=action - DO_HEIGHT + 1)
    return say("in {city}", city=city_name(sight, (sight.meridian, action - DO_CITY), say))


def _gains(
    before: MeridianSight, after: MeridianSight, reader: Reader, say: Translate
) -> list[str]:
    """What a turn changes, as clauses without a subject, the most telling first."""
    seat, names = before.to_move, reader.names
    takes, breaks, other = [], [], []
    for old, new in zip(before.islands, after.islands, strict=True):
        worth = {"island": new.name, "points": points(say, new.value)}
        if new.holder == old.holder:
            if new.strengths[seat] > old.strengths[seat]:
                other.append(say("is stronger on {island}", island=new.name))
        elif new.holder == seat and old.holder >= 0:
            takes.append(
                say("takes {island} from {name}, {points}", name=names[old.holder], **worth)
            )
        elif new.holder == seat:
            takes.append(say("takes {island}, {points}", **worth))
        elif old.holder == seat:
            other.append(say("gives {island} up", island=new.name))
        elif old.holder >= 0:
            breaks.append(
                say("breaks {name}'s hold on {island}", name=names[old.holder], island=new.name)
            )
        elif new.holder >= 0:
            other.append(say("leaves {island} to {name}", island=new.name, name=names[new.holder]))
    return takes + breaks + other
