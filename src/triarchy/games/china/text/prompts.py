"""Whose turn it is and what there is to do; the seats' names, and words others build on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from triarchy.games.china import scoring
from triarchy.games.china.state import END, FORT, HAND, HOUSE, MAIN, OVER, PASS, PAY, PLACE_FORT
from triarchy.games.china.text.sight import kind, legal, place_names, province_of
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate, counted, mark, translator

FOLDER = Path(__file__).parent.parent / "languages"
SEATS = (mark("Blue"), mark("White"), mark("Black"), mark("Brown"), mark("Turquoise"))
COLOUR_WORDS = (mark("red"), mark("green"), mark("orange"), mark("yellow"), mark("violet"))


def speaker(language: str) -> Translate:
    """The function that says China's sentences in this language."""
    return translator(FOLDER, language)


def seat_names(players: int, language: str) -> list[str]:
    say = speaker(language)
    return [say(colour) for colour in SEATS[:players]]


def colour_word(say: Translate, colour: int) -> str:
    return say(COLOUR_WORDS[colour])


def points(say: Translate, count: int) -> str:
    return counted(say, count, mark("1 point"), mark("{count} points"))


def cards(say: Translate, count: int) -> str:
    return counted(say, count, mark("1 card"), mark("{count} cards"))


def joined(say: Translate, items: Sequence[str]) -> str:
    """A list in words: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return say("{some} and {last}", some=", ".join(items[:-1]), last=items[-1])


def piece_phrase(board: Board, action: int, say: Translate) -> str:
    """A chosen piece and where it comes to, as part of a sentence."""
    if kind(action) == HOUSE:
        return say("a house on {place}", place=place_names(board)[action])
    if kind(action) == FORT:
        return say("a fortification on {place}", place=place_names(board)[action - PLACE_FORT])
    return say("an emissary in {province}", province=province_name(board, action))


def province_name(board: Board, action: int) -> str:
    """The name of the province a piece would come to."""
    name: str = board.data["provinces"][province_of(board, action)]["name"]
    return name


def prompt(board: Board, view: State, seat: int | None, names: Sequence[str], language: str) -> str:
    say = speaker(language)
    phase = int(view.phase)
    if phase == OVER:
        return result(board, view, names, say)
    if seat == int(view.to_move):
        return _to_do(board, view, say)
    name = names[int(view.to_move)]
    if phase == PAY:
        piece = piece_phrase(board, int(view.piece), say)
        return say("{name} is paying for {piece}.", name=name, piece=piece)
    if phase == MAIN and view.placed:
        province = board.data["provinces"][int(view.province)]["name"]
        return say("{name} may place a second piece in {province}.", name=name, province=province)
    if phase == MAIN:
        return say("{name} is to place pieces or swap a card.", name=name)
    return say("{name} is drawing cards.", name=name)


def _to_do(board: Board, view: State, say: Translate) -> str:
    """What the seat to move is to do, said to it."""
    phase = int(view.phase)
    if phase == PAY:
        return say("How do you pay for {piece}?", piece=piece_phrase(board, int(view.piece), say))
    if phase == MAIN:
        return _what_to_place(board, view, legal(board, view), say)
    if view.swapping:
        return say("Draw a card for the one you gave away.")
    missing = HAND - int(view.hand_sizes[int(view.to_move)])
    if missing == 1:
        return say("Fill your hand: draw 1 card, an open one or from the deck.")
    return say("Fill your hand: draw {count} cards, open ones or from the deck.", count=missing)


def _what_to_place(board: Board, view: State, actions: list[int], say: Translate) -> str:
    if view.placed:
        province = board.data["provinces"][int(view.province)]["name"]
        if actions == [END]:
            return say(
                "Your cards pay no second piece in {province}: end and draw cards.",
                province=province,
            )
        return say("Place a second piece in {province}, or end and draw cards.", province=province)
    if actions == [PASS]:
        return say("Your turn: you have no cards left and must pass.")
    if any(action < END for action in actions):
        return say("Your turn: place a piece on the map, or swap a card.")
    return say("Your turn: your cards allow no piece, swap one of them.")


def result(board: Board, view: State, names: Sequence[str], say: Translate) -> str:
    """Who has won a finished game."""
    players = int(view.players)
    scores, ranks = np.zeros((players, 4), np.int32), np.zeros(players, np.int8)
    scoring.final(board.struct, view, scores, ranks)
    winners = [seat for seat in range(players) if ranks[seat] == 1]
    most = points(say, int(scores[winners[0], 3]))
    if len(winners) > 1:
        return say(
            "The game is over: {names} share the victory with {points}.",
            names=joined(say, [names[seat] for seat in winners]),
            points=most,
        )
    return say("The game is over: {name} wins with {points}.", name=names[winners[0]], points=most)
