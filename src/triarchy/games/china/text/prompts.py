"""Whose turn it is and what there is to do, and what each move is called on a button."""

from __future__ import annotations

from functools import lru_cache

from triarchy.games.china.sight import (
    ChinaSight,
    Province,
    kind_of,
    place_names,
    province_of,
)
from triarchy.games.china.state import (
    DO_DRAW,
    DO_DRAW_DECK,
    DO_END,
    DO_FORT,
    DO_PASS,
    DO_PAY,
    DO_SWAP,
    FORT,
    HAND,
    HOUSE,
    MAIN,
    OVER,
    PAY,
)
from triarchy.games.china.text.words import colour_word, cost, piece_phrase, result, speaker
from triarchy.kit.definition import Board
from triarchy.kit.language import Translate
from triarchy.kit.sight import Reader


def prompt(sight: ChinaSight, reader: Reader) -> str:
    say = speaker(reader.language)
    if sight.phase == OVER:
        return result(sight, reader.names, say)
    if reader.seat == sight.to_move:
        return _to_do(sight, say)
    name = reader.names[sight.to_move]
    if sight.phase == PAY:
        piece = piece_phrase(sight, sight.piece, say)
        return say("{name} is paying for {piece}.", name=name, piece=piece)
    if sight.phase == MAIN and sight.province is not None:
        return say(
            "{name} may place a second piece in {province}.",
            name=name,
            province=sight.province.name,
        )
    if sight.phase == MAIN:
        return say("{name} is placing pieces or swapping a card.", name=name)
    return say("{name} is drawing cards.", name=name)


def _to_do(sight: ChinaSight, say: Translate) -> str:
    """What the seat to move is to do, said to it."""
    if sight.phase == PAY:
        return say("How do you pay for {piece}?", piece=piece_phrase(sight, sight.piece, say))
    if sight.phase == MAIN and sight.province is not None:
        return _second_piece(sight, sight.province, say)
    if sight.phase == MAIN:
        return _first_piece(sight, say)
    if sight.swapping:
        return say("Draw a card to replace your discard.")
    missing = HAND - sight.hand_size(sight.to_move)
    if missing == 1:
        return say("Fill your hand: draw 1 card, a face-up one or from the deck.")
    return say("Fill your hand: draw {count} cards, face-up ones or from the deck.", count=missing)


def _first_piece(sight: ChinaSight, say: Translate) -> str:
    if sight.legal == [DO_PASS]:
        return say("Your turn: you have no cards left and must pass.")
    if any(action < DO_END for action in sight.legal):
        return say("Your turn: place a piece on the map, or swap a card.")
    return say("Your turn: you can't place a piece with your cards, swap one of them.")


def _second_piece(sight: ChinaSight, province: Province, say: Translate) -> str:
    if sight.legal == [DO_END]:
        return say(
            "You can't afford a second piece in {province}: stop here and draw cards.",
            province=province.name,
        )
    return say(
        "Place a second piece in {province}, or stop and draw cards.", province=province.name
    )


def label(sight: ChinaSight, action: int, reader: Reader) -> str:
    say = speaker(reader.language)
    if action < DO_END:
        return _piece_label(sight.board, action, say)
    if action == DO_END:
        return say("Place no more, draw cards")
    if action == DO_PASS:
        return say("Pass")
    if action < DO_PAY:
        return say("Swap {colour}", colour=colour_word(say, action - DO_SWAP))
    if action < DO_DRAW:
        return say("Pay {cost}", cost=cost(sight.province_of(sight.piece), action - DO_PAY, say))
    if action < DO_DRAW_DECK:
        slot = action - DO_DRAW
        colour = colour_word(say, sight.open[slot])
        return say("Take {colour} (card {slot})", colour=colour, slot=slot + 1)
    return say("Draw from the deck")


@lru_cache(maxsize=4096)
def _piece_label(board: Board, action: int, say: Translate) -> str:
    """The label of a piece, kept: it is the same in every position."""
    if kind_of(action) == HOUSE:
        return say("Build a house on {place}", place=place_names(board)[action])
    if kind_of(action) == FORT:
        place = place_names(board)[action - DO_FORT]
        return say("Put a fortification on {place}", place=place)
    province = board.data["provinces"][province_of(board, action)]["name"]
    return say("Send an emissary to {province}", province=province)
