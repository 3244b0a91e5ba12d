"""Why a move is not legal now."""

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
from triarchy.games.china.text.words import colour_word, piece_phrase, speaker
from triarchy.kit.language import Translate, mark
from triarchy.kit.sight import Reader


class Reason(Enum):
    """The rule that a move would break, in words."""

    GAME_OVER = mark("The game is over.")
    NOT_TO_MOVE = mark("It is {name}'s turn.")
    NO_CARDS = mark("{name} has no cards left and must pass.")

    # The turn
    UNPAID = mark("First pay for {piece}.")
    SWAPPED = mark("A swap is the whole turn: draw a card to replace your discard.")
    ONE_PIECE = mark("{here} was empty: only one piece in this turn.")
    TWO_PIECES = mark("You have placed two pieces; more are not allowed in one turn.")
    ENDED = mark("Placing has ended in this turn: fill your hand.")
    OTHER_PROVINCE = mark("All pieces of a turn go into one province, now {here}.")
    PLACED = mark("A piece has been placed already, so this turn has no swap.")
    NOTHING_PLACED = mark("Nothing has been placed yet: place a piece, or swap a card.")
    DRAW_LATER = mark("Cards are drawn at the end of the turn.")
    NOTHING_TO_PAY = mark("There is no piece to pay for.")
    HAS_CARDS = mark("You can pass only if you have no cards.")
    FILL_HAND = mark("First fill the hand.")

    # Pieces
    WITHOUT_FORTS = mark("This game is played without fortifications.")
    NO_HOUSE_LEFT = mark("{name} has no house left.")
    NO_EMISSARY_LEFT = mark("{name} has no emissary left.")
    NO_FORT_LEFT = mark("{name} has no fortification left.")
    NO_HOUSE_YET = mark("No house stands in {province} yet.")
    COURT_FULL = mark(
        "No room in {province}: it holds only as many emissaries as the leading "
        "player has houses there ({count})."
    )
    HOUSE_THERE = mark("{owner}'s house stands there.")
    FORT_THERE = mark("A fortification stands there already.")

    # Cards
    CANNOT_PAY = mark("{name} has no {colour} card for {province} and no pair of another colour.")
    NO_SUCH_CARD = mark("There is no {colour} card in the hand.")
    NEEDS_TWO = mark("The province has another colour: a joker needs two {colour} cards.")
    NO_OPEN_CARD = mark("There is no face-up card there.")
    DECK_EMPTY = mark("The deck has run out.")


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
