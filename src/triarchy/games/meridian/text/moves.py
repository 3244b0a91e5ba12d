"""Moves in words: on a button, before they are played, and in the log afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.meridian.state import (
    CHOOSE_MERIDIAN,
    CITY_ACTION,
    DONE,
    HEIGHT,
    LIFT,
    OVER,
)
from triarchy.games.meridian.text.prompts import joined, pieces, points, result, speaker
from triarchy.games.meridian.text.sight import (
    NOBODY,
    TIED,
    after,
    card_text,
    is_capital,
    island_name,
    islands,
    legal,
    meridians_on,
    pushes,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate


def label(board: Board, view: State, action: int, names: Sequence[str], language: str) -> str:
    say = speaker(language)
    if action < CHOOSE_MERIDIAN:
        return say("Play card {card}", card=card_text(action))
    if action < DONE:
        return say("Choose meridian {meridian}", meridian=action - CHOOSE_MERIDIAN + 1)
    if action == DONE:
        return say("End the turn") if view.lifted_row else say("Pass: build nothing")
    if HEIGHT <= action < CITY_ACTION:
        return say("Build a tower of {height}", height=action - HEIGHT + 1)
    column = int(view.meridian) - 1
    if action < HEIGHT:
        row = action - LIFT
        return say(
            "Take the tower of {height} back from {city}",
            height=int(view.towers[column, row]) & 63,
            city=city(board, column, row, say),
        )
    return _build_label(board, view, action, names, say)


def _build_label(
    board: Board, view: State, action: int, names: Sequence[str], say: Translate
) -> str:
    where = city(board, int(view.meridian) - 1, action - CITY_ACTION, say)
    moved = pushes(board, view, action)
    if not moved:
        return say("Build {height} in {city}", height=int(view.height), city=where)
    values = {"height": int(view.height), "city": where, "name": names[moved[0].seat]}
    if moved[0].end < moved[0].start:
        return say("Build {height} in {city}, push {name} north", **values)
    return say("Build {height} in {city}, push {name} south", **values)


def city(board: Board, meridian: int, row: int, say: Translate) -> str:
    """The city by its island, which has only one in each meridian."""
    name = island_name(board, meridian, row)
    return say("the capital of {island}", island=name) if is_capital(board, meridian, row) else name


def place(board: Board, meridian: int, row: int, say: Translate) -> str:
    """The city with its coordinates."""
    return say(
        "{city} (meridian {meridian}, city {row})",
        city=city(board, meridian, row, say),
        meridian=meridian + 1,
        row=row + 1,
    )


def pushed(
    board: Board, view: State, action: int, names: Sequence[str], say: Translate
) -> list[str]:
    """A sentence for each tower that a `city` action moves."""
    column = int(view.meridian) - 1
    told = []
    for push in pushes(board, view, action):
        values = {
            "name": names[push.seat],
            "height": push.height,
            "city": city(board, column, push.end, say),
        }
        if push.end < push.start:
            told.append(say("{name}'s tower of {height} moves north to {city}.", **values))
        else:
            told.append(say("{name}'s tower of {height} moves south to {city}.", **values))
    return told


def changes(
    board: Board, before: State, later: State, names: Sequence[str], say: Translate
) -> list[str]:
    """A sentence for each island that changes hands."""
    told = []
    for old, new in zip(islands(board, before), islands(board, later)):
        if new.holder == old.holder and (new.holder != TIED or new.leaders == old.leaders):
            continue
        if new.holder >= 0:
            told.append(
                say(
                    "{island} goes to {name}: {points}.",
                    island=new.name,
                    name=names[new.holder],
                    points=points(say, new.value),
                )
            )
        elif new.holder == TIED:
            tied = joined(say, [names[seat] for seat in new.leaders])
            told.append(say("{island} is tied between {names}.", island=new.name, names=tied))
        elif new.holder == NOBODY:
            told.append(say("Nobody holds {island} any more.", island=new.name))
    return told


def preview(
    board: Board, view: State, action: int, names: Sequence[str], language: str
) -> list[str]:
    say = speaker(language)
    if action < CHOOSE_MERIDIAN:
        numbers = meridians_on(action)
        if len(numbers) > 1:
            return [
                say(
                    "The tower then goes into one of the meridians {first} to {last}.",
                    first=numbers[0] + 1,
                    last=numbers[-1] + 1,
                )
            ]
        return [say("The tower then goes into meridian {meridian}.", meridian=action + 1)]
    if action < DONE:
        number = action - CHOOSE_MERIDIAN + 1
        return [say("The tower then goes into meridian {meridian}.", meridian=number)]
    if action == DONE:
        told = [say("The turn ends, card {card} is played.", card=card_text(int(view.card) - 1))]
        if view.pile_count[int(view.to_move)]:
            told.append(say("The next card of the pile is turned up."))
        return told
    later = after(board, view, action)
    if HEIGHT <= action < CITY_ACTION:
        column = int(view.meridian) - 1
        where = [city(board, column, next_ - CITY_ACTION, say) for next_ in legal(board, later)]
        return [
            say(
                "A tower of {height} can stand in {cities}.",
                height=action - HEIGHT + 1,
                cities=joined(say, where),
            )
        ]
    told = []
    if action >= CITY_ACTION:
        told += pushed(board, view, action, names, say)
    told += changes(board, view, later, names, say)
    left = pieces(say, int(later.supply[int(view.to_move)]))
    told.append(say("The supply then holds {pieces}.", pieces=left))
    return told


def sentence(
    board: Board,
    before: State,
    action: int,
    after: State,
    names: Sequence[str],
    language: str,
) -> str:
    """One or two lines a turn: cards, meridians and heights are told with what comes of them."""
    say = speaker(language)
    seat, column = int(before.to_move), int(before.meridian) - 1
    if action < DONE or HEIGHT <= action < CITY_ACTION:
        return ""
    values = {"name": names[seat], "card": card_text(int(before.card) - 1)}
    if action == DONE and before.lifted_row:
        told = [say("{name} plays card {card} and builds nothing instead.", **values)]
    elif action == DONE:
        told = [
            say(
                "{name} plays card {card} and passes in meridian {meridian}.",
                **values,
                meridian=column + 1,
            )
        ]
    elif action < HEIGHT:
        row = action - LIFT
        told = [
            say(
                "{name} takes the tower of {height} back from {place}.",
                name=names[seat],
                height=int(before.towers[column, row]) & 63,
                place=place(board, column, row, say),
            )
        ]
    else:
        told = [
            say(
                "{name} plays card {card} and builds {height} in {place}.",
                **values,
                height=int(before.height),
                place=place(board, column, action - CITY_ACTION, say),
            ),
            *pushed(board, before, action, names, say),
        ]
    told += changes(board, before, after, names, say)
    if int(after.phase) == OVER:
        told.append(result(board, after, names, say))
    return " ".join(told)
