"""Whose turn it is and what there is to do; the seats' names, and words others build on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from triarchy.games.meridian import scoring
from triarchy.games.meridian.state import BUILD, CARD, CITY, HEIGHT, LIFT, MERIDIAN, OVER
from triarchy.games.meridian.text.sight import card_text, legal, meridians_on, open_cards, projected
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate, counted, mark, translator

FOLDER = Path(__file__).parent.parent / "languages"
SEATS = (mark("Orange"), mark("Grey"), mark("Brown"), mark("Black"))


def speaker(language: str) -> Translate:
    """The function that says Meridian's sentences in this language."""
    return translator(FOLDER, language)


def seat_names(players: int, language: str) -> list[str]:
    say = speaker(language)
    return [say(colour) for colour in SEATS[:players]]


def pieces(say: Translate, count: int) -> str:
    return counted(say, count, mark("1 piece"), mark("{count} pieces"))


def points(say: Translate, count: int) -> str:
    return counted(say, count, mark("1 point"), mark("{count} points"))


def joined(say: Translate, items: Sequence[str]) -> str:
    """A list in words: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return say("{some} and {last}", some=", ".join(items[:-1]), last=items[-1])


def prompt(board: Board, view: State, seat: int | None, names: Sequence[str], language: str) -> str:
    say = speaker(language)
    phase = int(view.phase)
    if phase == OVER:
        return result(board, view, names, say)
    if seat == int(view.to_move):
        return _to_do(board, view, say)
    name, meridian = names[int(view.to_move)], int(view.meridian)
    if phase == CARD:
        return say("{name} is choosing a card.", name=name)
    if phase == MERIDIAN:
        return say("{name} is choosing a meridian.", name=name)
    if phase == BUILD:
        return say("{name} is building in meridian {meridian}.", name=name, meridian=meridian)
    return say(
        "{name} is looking for a city in meridian {meridian} for a tower of {height}.",
        name=name,
        meridian=meridian,
        height=int(view.height),
    )


def _to_do(board: Board, view: State, say: Translate) -> str:
    """What the seat to move is to do, said to it."""
    phase = int(view.phase)
    if phase == CARD:
        cards = open_cards(view, int(view.to_move))
        if len(set(cards)) == 2:
            return say("Your turn: choose one of your two cards.")
        return say("Your turn: play your card {card}.", card=card_text(cards[0]))
    if phase == MERIDIAN:
        numbers = meridians_on(int(view.card) - 1)
        return say(
            "Choose one of the meridians {first} to {last}.",
            first=numbers[0] + 1,
            last=numbers[-1] + 1,
        )
    if phase == CITY:
        return say("Where should the tower of {height} stand?", height=int(view.height))
    actions = legal(board, view)
    build = any(action >= HEIGHT for action in actions)
    lift = any(LIFT <= action < HEIGHT for action in actions)
    meridian = int(view.meridian)
    if view.lifted_row:
        if build:
            return say("Your tower is back in your supply: build another one, or end your turn.")
        return say("Your tower is back in your supply: end your turn.")
    if build and lift:
        return say(
            "Meridian {meridian}: how high should the new tower be? Or take one of yours back.",
            meridian=meridian,
        )
    if build:
        return say("Meridian {meridian}: how high should your tower be?", meridian=meridian)
    if lift:
        return say(
            "Meridian {meridian}: take your tower back, or leave it standing.", meridian=meridian
        )
    return say("Meridian {meridian}: you can build nothing here; end your turn.", meridian=meridian)


def winners(board: Board, view: State) -> list[int]:
    """The seats that have won a finished game."""
    players = int(view.players)
    scores, ranks = np.zeros((players, 1), np.int32), np.zeros(players, np.int8)
    scoring.final(board.struct, view, scores, ranks)
    return [seat for seat in range(players) if ranks[seat] == 1]


def result(board: Board, view: State, names: Sequence[str], say: Translate) -> str:
    """Who has won a finished game."""
    first = winners(board, view)
    most = points(say, projected(board, view)[first[0]])
    if len(first) > 1:
        return say(
            "The game is over: {names} share the victory with {points}.",
            names=joined(say, [names[seat] for seat in first]),
            points=most,
        )
    return say("The game is over: {name} wins with {points}.", name=names[first[0]], points=most)
