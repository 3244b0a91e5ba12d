"""Reasons: why a move is not legal now, and why a legal one may be good."""

from __future__ import annotations

from triarchy.games.china.sight import ChinaSight, kind_of
from triarchy.games.china.state import (
    DO_DRAW,
    DO_DRAW_DECK,
    DO_END,
    DO_FORT,
    DO_PASS,
    DO_PAY,
    DO_SWAP,
    DRAW,
    EMISSARY,
    FORT,
    HOUSE,
    MAIN,
    OVER,
    PAY,
)
from triarchy.games.china.text.words import colour_word, cost, piece_phrase, points, speaker
from triarchy.kit.language import Translate, counted, mark
from triarchy.kit.sight import Reader

# Why not


def why_not(sight: ChinaSight, move: str, reader: Reader) -> str:
    say = speaker(reader.language)
    if sight.phase == OVER:
        return say("The game is over.")
    if not move or move not in sight.moves:
        return say("There is no such move.")
    action = sight.moves.index(move)
    if not sight.sees_hand:
        return say("It is {name}'s turn.", name=reader.names[sight.to_move])
    if action in sight.legal:
        return say("This move is possible now.")
    phase = sight.phase
    if phase == PAY and not DO_PAY <= action < DO_DRAW:
        return say("First {piece} must be paid for.", piece=piece_phrase(sight, sight.piece, say))
    if phase == DRAW and action < DO_DRAW:
        return say("First the hand must be filled.")
    if phase == MAIN and action >= DO_PAY:
        return say("First a piece must be chosen, or a card swapped.")
    if action < DO_END:
        return _why_not_piece(sight, action, reader, say)
    return _why_not_card(sight, action, say)


def _why_not_card(sight: ChinaSight, action: int, say: Translate) -> str:
    if action == DO_END:
        return say("Nothing has been placed yet: place a piece, or swap a card.")
    if action == DO_PASS:
        return say("Only a player without cards passes.")
    if action < DO_PAY:
        if sight.placed:
            return say("A piece has been placed already, so this turn has no swap.")
        return say("There is no {colour} in the hand.", colour=colour_word(say, action - DO_SWAP))
    if action < DO_DRAW:
        colour = action - DO_PAY
        word = colour_word(say, colour)
        if sight.hand(sight.to_move)[colour] == 0:
            return say("There is no {colour} in the hand.", colour=word)
        return say("The province has another colour: a joker needs two of {colour}.", colour=word)
    if action == DO_DRAW_DECK:
        return say("The deck is used up.")
    return say("No card lies open there.")


def _why_not_piece(sight: ChinaSight, action: int, reader: Reader, say: Translate) -> str:
    province, here = sight.province_of(action), sight.province
    name = reader.names[sight.to_move]
    if here is not None and province.index != here.index:
        return say("All pieces of a turn go into one province, now {province}.", province=here.name)
    if sight.supply(sight.to_move)[kind_of(action)] == 0:
        return _no_piece_left(sight, kind_of(action), name, say)
    if kind_of(action) == EMISSARY:
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
        field = action % DO_FORT
        other = sight.owners.get(field)
        if other is not None:
            return say("A house of {name} stands there.", name=reader.names[other])
        if kind_of(action) == FORT and field in sight.forts:
            return say("A fortification stands there already.")
    return say(
        "{name} has no {colour} for {province} and no pair of another colour.",
        name=name,
        colour=colour_word(say, province.colour),
        province=province.name,
    )


def _no_piece_left(sight: ChinaSight, kind: int, name: str, say: Translate) -> str:
    if kind == HOUSE:
        return say("{name} has no house left.", name=name)
    if kind == EMISSARY:
        return say("{name} has no emissary left.", name=name)
    if not sight.with_forts:
        return say("This game is played without fortifications.")
    return say("{name} has no fortification left.", name=name)


# Why


def explain(sight: ChinaSight, action: int, reader: Reader) -> str:
    """What the evaluation sees in a move, in a few clauses."""
    say = speaker(reader.language)
    if action < DO_END:
        reasons = _why_piece(sight, action, reader, say)
    elif action < DO_SWAP:
        reasons = [say("keeps the other cards for another province")]
        if action == DO_PASS:
            reasons = [say("there is nothing else to do")]
    elif action < DO_PAY:
        reasons = [_why_card(sight, action - DO_SWAP, -1, say)]
    elif action < DO_DRAW:
        reasons = [_why_pay(sight, action - DO_PAY, say)]
    elif action < DO_DRAW_DECK:
        reasons = [_why_card(sight, sight.open[action - DO_DRAW], 1, say)]
    else:
        reasons = [say("no open card helps more, and nobody sees this one")]
    return "; ".join(reasons)


def _why_piece(sight: ChinaSight, action: int, reader: Reader, say: Translate) -> list[str]:
    """What a piece brings its owner and takes from others, the greatest change first."""
    seat, later = sight.to_move, sight.with_piece(action)
    clauses: list[tuple[int, str]] = []
    pairs = [
        (old.points, new.points, say("the houses in {province}", province=new.name))
        for old, new in zip(sight.provinces, later.provinces, strict=True)
    ] + [
        (old.points, new.points, say("alliance {number}", number=new.number))
        for old, new in zip(sight.alliances, later.alliances, strict=True)
    ]
    for old_points, new_points, what in pairs:
        for other, (old_own, new_own) in enumerate(zip(old_points, new_points, strict=True)):
            change = new_own - old_own
            if change > 0 and other == seat:
                clauses.append(
                    (change, say("{what}: {points} more", what=what, points=points(say, change)))
                )
            elif change < 0 and other != seat:
                clauses.append(
                    (
                        -change,
                        say(
                            "{what}: {points} less for {name}",
                            what=what,
                            points=points(say, -change),
                            name=reader.names[other],
                        ),
                    )
                )
    clauses += _why_roads(sight, later, say)
    clauses.sort(key=lambda pair: -pair[0])
    if not clauses:
        return [say("prepares for later, it brings nothing yet")]
    return [clause for _, clause in clauses[:4]]


def _why_roads(sight: ChinaSight, later: ChinaSight, say: Translate) -> list[tuple[int, str]]:
    seat = sight.to_move
    now = sum(row.points for row in sight.rows(seat))
    then = sum(row.points for row in later.rows(seat))
    if then > now:
        more = points(say, then - now)
        return [(then - now, say("the roads: {points} more", points=more))]
    for field in later.owners.keys() - sight.owners.keys():
        near = int(sight.board.struct.near[field])
        if any(near >> other & 1 for other, owner in sight.owners.items() if owner == seat):
            return [(0, say("joins houses along a road"))]
    return []


def _why_card(sight: ChinaSight, colour: int, change: int, say: Translate) -> str:
    """What a hand is like with one card more (1) or less (-1) of a colour."""
    count = sight.hand(sight.to_move)[colour] + change
    word = colour_word(say, colour)
    if change > 0 and count >= 2:
        return say("makes {count} × {colour}: a joker, or two pieces", count=count, colour=word)
    if change > 0:
        return say("opens the provinces of {colour}", colour=word)
    if count == 0:
        return say("a single {colour} serves least", colour=word)
    return say("still leaves {count} × {colour}", count=count, colour=word)


def _why_pay(sight: ChinaSight, colour: int, say: Translate) -> str:
    province = sight.province_of(sight.piece)
    own = colour == province.colour
    left = sight.hand_size(sight.to_move) - (1 if own else 2)
    kept = counted(say, left, mark("keeps 1 card"), mark("keeps {count} cards"))
    if own:
        return say("one card is the least it can cost; {kept}", kept=kept)
    return say(
        "{cost}, so the province's colour is spared; {kept}",
        cost=cost(province, colour, say),
        kept=kept,
    )
