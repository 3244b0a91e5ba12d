"""Reasons: why a move is not legal now, and why a legal one may be good."""

from __future__ import annotations

from enum import Enum

from triarchy.games.china.sight import ChinaSight, kind_of
from triarchy.games.china.state import (
    COLOURS,
    DO_DRAW,
    DO_DRAW_DECK,
    DO_END,
    DO_PASS,
    DO_PAY,
    DO_SWAP,
    DRAW,
    EMISSARY,
    FIELDS,
    FORT,
    HOUSE,
    NONE,
    PAY,
)
from triarchy.games.china.text.words import colour_word, cost, piece_phrase, points, speaker
from triarchy.kit.language import Translate, counted, mark
from triarchy.kit.sight import Reader

# Why not


class Reason(Enum):
    """The rule that a move would break, in words."""

    GAME_OVER = mark("The game is over.")
    NOT_TO_MOVE = mark("It is {name}'s turn.")
    NO_CARDS = mark("{name} has no cards left and must pass.")

    # The turn
    UNPAID = mark("First {piece} must be paid for.")
    SWAPPED = mark("A swap is the whole turn: draw a card for the one you gave away.")
    ONE_PIECE = mark("{here} was empty: only one piece in this turn.")
    TWO_PIECES = mark("Two pieces have been placed, more are not allowed in one turn.")
    ENDED = mark("Placing has ended in this turn: fill your hand.")
    OTHER_PROVINCE = mark("All pieces of a turn go into one province, now {here}.")
    PLACED = mark("A piece has been placed already, so this turn has no swap.")
    NOTHING_PLACED = mark("Nothing has been placed yet: place a piece, or swap a card.")
    DRAW_LATER = mark("Cards are drawn at the end of the turn.")
    NOTHING_TO_PAY = mark("There is no piece to be paid for.")
    HAS_CARDS = mark("Only a player without cards passes.")
    FILL_HAND = mark("First the hand must be filled.")

    # Pieces
    WITHOUT_FORTS = mark("This game is played without fortifications.")
    NO_HOUSE_LEFT = mark("{name} has no house left.")
    NO_EMISSARY_LEFT = mark("{name} has no emissary left.")
    NO_FORT_LEFT = mark("{name} has no fortification left.")
    NO_HOUSE_YET = mark("No house stands in {province} yet.")
    COURT_FULL = mark(
        "The dragon field of {province} holds as many emissaries as the most houses of one "
        "player there: {count}."
    )
    HOUSE_THERE = mark("A house of {owner} stands there.")
    FORT_THERE = mark("A fortification stands there already.")

    # Cards
    CANNOT_PAY = mark("{name} has no {colour} for {province} and no pair of another colour.")
    NO_SUCH_CARD = mark("There is no {colour} in the hand.")
    NEEDS_TWO = mark("The province has another colour: a joker needs two of {colour}.")
    NO_OPEN_CARD = mark("No card lies open there.")
    DECK_EMPTY = mark("The deck is used up.")


NONE_LEFT = {
    HOUSE: Reason.NO_HOUSE_LEFT,
    EMISSARY: Reason.NO_EMISSARY_LEFT,
    FORT: Reason.NO_FORT_LEFT,
}


def why_not(sight: ChinaSight, move: str, reader: Reader) -> str:
    say = speaker(reader.language)
    if not move or move not in sight.moves:
        return say("There is no such move.")
    action = sight.moves.index(move)
    why = reason(sight, action)
    if why is None:
        return say("This move is possible now.")
    return say(why.value, **_values(sight, action, reader, say))


def _values(sight: ChinaSight, action: int, reader: Reader, say: Translate) -> dict[str, object]:
    """What a reason's sentence may name."""
    values: dict[str, object] = {}
    if not sight.over:
        values["name"] = reader.names[sight.to_move]
    if sight.province is not None:
        values["here"] = sight.province.name
    if sight.piece != NONE:
        values["piece"] = piece_phrase(sight, sight.piece, say)
    if action < DO_END:
        province = sight.province_of(action)
        values["province"] = province.name
        values["count"] = province.most_houses
        values["colour"] = colour_word(say, province.colour)
        owner = sight.owners.get(action % FIELDS)
        if owner is not None:
            values["owner"] = reader.names[owner]
    elif DO_SWAP <= action < DO_DRAW:
        values["colour"] = colour_word(say, (action - DO_SWAP) % len(COLOURS))
    return values


def reason(sight: ChinaSight, action: int) -> Reason | None:
    """The first rule that an action would break, from the turn down to the cards; None: it is legal."""
    if sight.over:
        return Reason.GAME_OVER
    if not sight.sees_hand:
        return Reason.NOT_TO_MOVE
    if action in sight.legal:
        return None
    if action < DO_END:
        return _of_turn(sight, action) or _of_piece(sight, action) or Reason.CANNOT_PAY
    if DO_PAY <= action < DO_DRAW:
        return _of_payment(sight, action - DO_PAY)
    if sight.phase == PAY:
        return Reason.UNPAID
    if action >= DO_DRAW:
        return _of_draw(sight, action)
    return _of_other(sight, action)


def _of_turn(sight: ChinaSight, piece: int) -> Reason | None:
    """Whether this turn has no room for a piece, or not there."""
    if kind_of(piece) == FORT and not sight.with_forts:
        return Reason.WITHOUT_FORTS
    if sight.phase == PAY:
        return Reason.UNPAID
    if sight.swapping:
        return Reason.SWAPPED
    if sight.province is not None and sight.placed == sight.limit:
        return Reason.ONE_PIECE if sight.limit == 1 else Reason.TWO_PIECES
    if sight.province is not None and sight.province_of(piece).index != sight.province.index:
        return Reason.OTHER_PROVINCE
    if sight.phase == DRAW:
        return Reason.ENDED
    return Reason.NO_CARDS if sight.hand_size(sight.to_move) == 0 else None


def _of_piece(sight: ChinaSight, piece: int) -> Reason | None:
    """Whether the piece is not there to be placed, or has no room where it would go."""
    kind, province = kind_of(piece), sight.province_of(piece)
    if sight.supply(sight.to_move)[kind] == 0:
        return NONE_LEFT[kind]
    if kind == EMISSARY:
        if sight.takes_emissary(province):
            return None
        return Reason.COURT_FULL if province.most_houses else Reason.NO_HOUSE_YET
    if piece % FIELDS in sight.owners:
        return Reason.HOUSE_THERE
    return Reason.FORT_THERE if kind == FORT and piece % FIELDS in sight.forts else None


def _of_payment(sight: ChinaSight, colour: int) -> Reason:
    if sight.phase != PAY:
        return Reason.NOTHING_TO_PAY
    return Reason.NEEDS_TWO if sight.hand(sight.to_move)[colour] else Reason.NO_SUCH_CARD


def _of_draw(sight: ChinaSight, action: int) -> Reason:
    if sight.phase != DRAW:
        return Reason.DRAW_LATER
    return Reason.DECK_EMPTY if action == DO_DRAW_DECK else Reason.NO_OPEN_CARD


def _of_other(sight: ChinaSight, action: int) -> Reason:
    """Why placing cannot be ended, nothing passed or no card swapped."""
    drawing = sight.phase == DRAW
    if action == DO_PASS:
        return Reason.FILL_HAND if drawing else Reason.HAS_CARDS
    if sight.swapping:
        return Reason.SWAPPED
    if action == DO_END:
        return Reason.ENDED if drawing else Reason.NOTHING_PLACED
    return Reason.PLACED if sight.placed else Reason.NO_SUCH_CARD


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
