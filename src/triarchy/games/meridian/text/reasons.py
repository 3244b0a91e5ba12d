"""Reasons: why a move is not legal now, and why a legal one may be good."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from triarchy.games.meridian import advice, rules
from triarchy.games.meridian.positions import MOVES
from triarchy.games.meridian.state import (
    BUILD,
    CARD,
    CHOOSE_MERIDIAN,
    CITY,
    CITY_ACTION,
    DONE,
    HEIGHT,
    LIFT,
    MERIDIAN,
    MOST_PLAYERS,
    OVER,
)
from triarchy.games.meridian.text.moves import city
from triarchy.games.meridian.text.prompts import pieces, points, speaker
from triarchy.games.meridian.text.sight import (
    after,
    card_text,
    islands,
    legal,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate

# Why not


def why_not(board: Board, view: State, move: str, names: Sequence[str], language: str) -> str:
    say = speaker(language)
    if int(view.phase) == OVER:
        return say("The game is over.")
    if move not in MOVES:
        return say("There is no such move.")
    action = MOVES.index(move)
    if action in legal(board, view):
        return say("This move is possible now.")
    name = names[int(view.to_move)]
    if _phase_of(action) != int(view.phase):
        return _not_now(view, say)
    if action < CHOOSE_MERIDIAN:
        return say(
            "Card {card} does not lie open before {name}.", card=card_text(action), name=name
        )
    if action < DONE:
        return say(
            "Meridian {meridian} is not on card {card}.",
            meridian=action - CHOOSE_MERIDIAN + 1,
            card=card_text(int(view.card) - 1),
        )
    if action < HEIGHT:
        if view.lifted_row:
            return say("Only one tower can be taken back in a turn.")
        return say("{name} has no tower in this city.", name=name)
    if action < CITY_ACTION:
        return _why_not_height(view, action - HEIGHT + 1, name, say)
    return _why_not_city(board, view, action - CITY_ACTION, names, say)


def _phase_of(action: int) -> int:
    if action < CHOOSE_MERIDIAN:
        return CARD
    if action < DONE:
        return MERIDIAN
    return BUILD if action < CITY_ACTION else CITY


def _not_now(view: State, say: Translate) -> str:
    phase = int(view.phase)
    if phase == CARD:
        return say("First a card must be chosen.")
    if phase == MERIDIAN:
        return say("First a meridian of the card must be chosen.")
    if phase == CITY:
        return say("The tower of {height} needs a city first.", height=int(view.height))
    return say("First the height of the tower must be chosen, or the turn ended.")


def _why_not_height(view: State, height: int, name: str, say: Translate) -> str:
    seat, meridian = int(view.to_move), int(view.meridian)
    column = [tower for tower in view.towers[meridian - 1].tolist() if tower]
    supply = int(view.supply[seat])
    if sum(tower >> 6 == seat for tower in column) >= rules.tower_limit(int(view.players)):
        if int(view.players) == 2:
            return say(
                "{name} already has two towers in meridian {meridian}; one must be taken back first.",
                name=name,
                meridian=meridian,
            )
        return say(
            "{name} already has a tower in meridian {meridian}; it must be taken back first.",
            name=name,
            meridian=meridian,
        )
    if height > supply:
        return say("{name} has only {pieces} in supply.", name=name, pieces=pieces(say, supply))
    if height in (tower & 63 for tower in column):
        return say(
            "A tower of {height} already stands in meridian {meridian}.",
            height=height,
            meridian=meridian,
        )
    if not column and height == 1:
        return say("The first tower in a meridian must be at least 2 high.")
    return say(
        "No city of meridian {meridian} has room for a tower of {height}.",
        meridian=meridian,
        height=height,
    )


def _why_not_city(board: Board, view: State, row: int, names: Sequence[str], say: Translate) -> str:
    rows, height, seat = int(board.struct.rows), int(view.height), int(view.to_move)
    if row >= rows:
        return say("This map has only {count} cities in a meridian.", count=rows)
    column = view.towers[int(view.meridian) - 1].tolist()
    here = column[row]
    if here and here >> 6 == seat:
        return say("A player cannot push a tower of their own.")
    north = [tower & 63 for tower in column[:row] if tower]
    south = [tower & 63 for tower in column[row + 1 :] if tower]
    if any(other < height for other in north) and not here & 63 > height:
        return say("It would stand higher than a tower north of it.")
    if any(other > height for other in south) and not 0 < here & 63 < height:
        return say("It would stand lower than a tower south of it.")
    if here:
        last = column[0] if here & 63 > height else column[rows - 1]
        return say("That would push {name}'s tower off the board.", name=names[last >> 6])
    return say("Building the same tower again in the same city is not a move.")


# Why


def explain(board: Board, view: State, action: int, names: Sequence[str], language: str) -> str:
    """The best end of this turn after the action, and what it brings, by the evaluation."""
    say = speaker(language)
    seat = int(view.to_move)
    line = _best_line(board, view, action, seat)
    later = view
    lead = ""
    for step in line:
        if step != action:
            # A tower and its city make one clause: "a tower of 3 in Orinwei".
            comma = ", " if lead and step < CITY_ACTION else " " if lead else ""
            lead += comma + _step(board, later, step, say)
        later = after(board, later, step)
    reasons = _reasons(board, view, later, names, say)
    reasons.append(say("leaves {pieces}", pieces=pieces(say, int(later.supply[seat]))))
    told = "; ".join(reasons)
    if not lead:
        return told
    return say("{then}: {reasons}", then=lead, reasons=told)


def _best_line(board: Board, view: State, action: int, seat: int) -> list[int]:
    """The actions to the end of the turn, from this one on, that the evaluation likes best."""
    shares = np.zeros(MOST_PLAYERS)

    def best(state: State, step: int) -> tuple[float, list[int]]:
        later = after(board, state, step)
        if step == DONE or step >= CITY_ACTION:
            advice.evaluate(board.struct, later, shares)
            return float(shares[seat]), [step]
        value, line = max(best(later, next_) for next_ in legal(board, later))
        return value, [step, *line]

    return best(view, action)[1]


def _step(board: Board, view: State, action: int, say: Translate) -> str:
    column = int(view.meridian) - 1
    if action < DONE:
        return say("meridian {meridian}", meridian=action - CHOOSE_MERIDIAN + 1)
    if action == DONE:
        return say("end the turn")
    if action < HEIGHT:
        return say("take back the tower in {city}", city=city(board, column, action - LIFT, say))
    if action < CITY_ACTION:
        return say("a tower of {height}", height=action - HEIGHT + 1)
    return say("in {city}", city=city(board, column, action - CITY_ACTION, say))


def _reasons(
    board: Board, view: State, later: State, names: Sequence[str], say: Translate
) -> list[str]:
    """What a turn changes, as clauses without a subject, the most telling first."""
    seat = int(view.to_move)
    takes, breaks, other = [], [], []
    for old, new in zip(islands(board, view), islands(board, later)):
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
