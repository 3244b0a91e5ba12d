"""Reasons: why a move is not legal now, and why a legal one may be good."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.china.state import (
    DRAW,
    DRAW_DECK,
    DRAW_OPEN,
    EMISSARY,
    END,
    FORT,
    HOUSE,
    MAIN,
    OVER,
    PASS,
    PAY,
    PAY_WITH,
    PLACE_FORT,
    SWAP,
)
from triarchy.games.china.text.moves import cost
from triarchy.games.china.text.prompts import colour_word, piece_phrase, points, speaker
from triarchy.games.china.text.sight import (
    alliances,
    fortified,
    kind,
    legal,
    moves,
    owner,
    province_of,
    provinces,
    rows,
    sees_hand,
    with_piece,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate, counted, mark

# Why not


def why_not(board: Board, view: State, move: str, names: Sequence[str], language: str) -> str:
    say = speaker(language)
    if int(view.phase) == OVER:
        return say("The game is over.")
    texts = moves(board)
    if not move or move not in texts:
        return say("There is no such move.")
    action = texts.index(move)
    name = names[int(view.to_move)]
    if not sees_hand(view):
        return say("It is {name}'s turn.", name=name)
    if action in legal(board, view):
        return say("This move is possible now.")
    phase = int(view.phase)
    if phase == PAY and not PAY_WITH <= action < DRAW_OPEN:
        return say(
            "First {piece} must be paid for.", piece=piece_phrase(board, int(view.piece), say)
        )
    if phase == DRAW and action < DRAW_OPEN:
        return say("First the hand must be filled.")
    if phase == MAIN and action >= PAY_WITH:
        return say("First a piece must be chosen, or a card swapped.")
    if action < END:
        return _why_not_piece(board, view, action, names, say)
    return _why_not_card(board, view, action, say)


def _why_not_card(board: Board, view: State, action: int, say: Translate) -> str:
    seat = int(view.to_move)
    if action == END:
        return say("Nothing has been placed yet: place a piece, or swap a card.")
    if action == PASS:
        return say("Only a player without cards passes.")
    if action < PAY_WITH:
        if view.placed:
            return say("A piece has been placed already, so this turn has no swap.")
        return say("There is no {colour} in the hand.", colour=colour_word(say, action - SWAP))
    if action < DRAW_OPEN:
        colour = action - PAY_WITH
        word = colour_word(say, colour)
        if int(view.hands[seat, colour]) == 0:
            return say("There is no {colour} in the hand.", colour=word)
        return say("The province has another colour: a joker needs two of {colour}.", colour=word)
    if action == DRAW_DECK:
        return say("The deck is used up.")
    return say("No card lies open there.")


def _why_not_piece(
    board: Board, view: State, action: int, names: Sequence[str], say: Translate
) -> str:
    seat, index = int(view.to_move), province_of(board, action)
    province = provinces(board, view)[index]
    name = names[seat]
    if int(view.placed) and index != int(view.province):
        here = board.data["provinces"][int(view.province)]["name"]
        return say("All pieces of a turn go into one province, now {province}.", province=here)
    if int(view.supply[seat, kind(action)]) == 0:
        return _no_piece_left(view, kind(action), name, say)
    if kind(action) == EMISSARY:
        if province.most_houses == 0:
            return say("No house stands in {province} yet.", province=province.name)
        if sum(province.emissaries) >= province.most_houses:
            return say(
                "The dragon field of {province} holds as many emissaries as the most houses of "
                "one player there: {count}.",
                province=province.name,
                count=province.most_houses,
            )
    else:
        field = action % PLACE_FORT
        other = owner(view, field)
        if other is not None:
            return say("A house of {name} stands there.", name=names[other])
        if kind(action) == FORT and fortified(view, field):
            return say("A fortification stands there already.")
    return say(
        "{name} has no {colour} for {province} and no pair of another colour.",
        name=name,
        colour=colour_word(say, province.colour),
        province=province.name,
    )


def _no_piece_left(view: State, piece: int, name: str, say: Translate) -> str:
    if piece == HOUSE:
        return say("{name} has no house left.", name=name)
    if piece == EMISSARY:
        return say("{name} has no emissary left.", name=name)
    if not view.with_forts:
        return say("This game is played without fortifications.")
    return say("{name} has no fortification left.", name=name)


# Why


def explain(board: Board, view: State, action: int, names: Sequence[str], language: str) -> str:
    """What the evaluation sees in a move, in a few clauses."""
    say = speaker(language)
    seat = int(view.to_move)
    if action < END:
        reasons = _why_piece(board, view, action, names, say)
    elif action < SWAP:
        reasons = [say("keeps the other cards for another province")]
        if action == PASS:
            reasons = [say("there is nothing else to do")]
    elif action < PAY_WITH:
        reasons = [_why_card(view, seat, action - SWAP, -1, say)]
    elif action < DRAW_OPEN:
        reasons = [_why_pay(board, view, action - PAY_WITH, say)]
    elif action < DRAW_DECK:
        reasons = [_why_card(view, seat, int(view.open[action - DRAW_OPEN]), 1, say)]
    else:
        reasons = [say("no open card helps more, and nobody sees this one")]
    return "; ".join(reasons)


def _why_piece(
    board: Board, view: State, action: int, names: Sequence[str], say: Translate
) -> list[str]:
    """What a piece brings its owner and takes from others, the greatest change first."""
    seat, later = int(view.to_move), with_piece(board, view, action)
    found: list[tuple[int, str]] = []
    pairs = [
        (old.points, new.points, say("the houses in {province}", province=new.name))
        for old, new in zip(provinces(board, view), provinces(board, later))
    ] + [
        (old.points, new.points, say("alliance {number}", number=new.number))
        for old, new in zip(alliances(board, view), alliances(board, later))
    ]
    for old_points, new_points, what in pairs:
        for other, (old_own, new_own) in enumerate(zip(old_points, new_points)):
            change = new_own - old_own
            if change > 0 and other == seat:
                found.append(
                    (change, say("{what}: {points} more", what=what, points=points(say, change)))
                )
            elif change < 0 and other != seat:
                found.append(
                    (
                        -change,
                        say(
                            "{what}: {points} less for {name}",
                            what=what,
                            points=points(say, -change),
                            name=names[other],
                        ),
                    )
                )
    found += _why_roads(board, view, later, seat, say)
    found.sort(key=lambda pair: -pair[0])
    if not found:
        return [say("prepares for later, it brings nothing yet")]
    return [clause for _, clause in found[:4]]


def _why_roads(
    board: Board, view: State, later: State, seat: int, say: Translate
) -> list[tuple[int, str]]:
    now = sum(row.points for row in rows(board, view, seat))
    then = sum(row.points for row in rows(board, later, seat))
    if then > now:
        more = points(say, then - now)
        return [(then - now, say("the roads: {points} more", points=more))]
    fresh = int(later.houses[seat]) & ~int(view.houses[seat])
    if fresh:
        near = int(board.struct.near[fresh.bit_length() - 1])
        if near & int(view.houses[seat]):
            return [(0, say("joins houses along a road"))]
    return []


def _why_card(view: State, seat: int, colour: int, change: int, say: Translate) -> str:
    """What a hand is like with one card more (1) or less (-1) of a colour."""
    count = int(view.hands[seat, colour]) + change
    word = colour_word(say, colour)
    if change > 0 and count >= 2:
        return say("makes {count} × {colour}: a joker, or two pieces", count=count, colour=word)
    if change > 0:
        return say("opens the provinces of {colour}", colour=word)
    if count == 0:
        return say("a single {colour} serves least", colour=word)
    return say("still leaves {count} × {colour}", count=count, colour=word)


def _why_pay(board: Board, view: State, colour: int, say: Translate) -> str:
    seat = int(view.to_move)
    own = colour == int(board.struct.colour_of[int(view.province)])
    left = int(view.hand_sizes[seat]) - (1 if own else 2)
    kept = counted(say, left, mark("keeps 1 card"), mark("keeps {count} cards"))
    if own:
        return say("one card is the least it can cost; {kept}", kept=kept)
    return say(
        "{cost}, so the province's colour is spared; {kept}",
        cost=cost(board, view, colour, say),
        kept=kept,
    )
