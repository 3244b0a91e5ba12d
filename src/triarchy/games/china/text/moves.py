"""Moves in words: on a button, before they are played, and in the log afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.china.state import (
    DRAW_DECK,
    DRAW_OPEN,
    END,
    FORT,
    HOUSE,
    OVER,
    PASS,
    PAY_WITH,
    PLACE_FORT,
    SWAP,
)
from triarchy.games.china.text.prompts import (
    colour_word,
    joined,
    points,
    province_name,
    result,
    speaker,
)
from triarchy.games.china.text.sight import (
    Province,
    alliances,
    kind,
    place_names,
    province_of,
    provinces,
    rows,
    with_piece,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate


def label(board: Board, view: State, action: int, names: Sequence[str], language: str) -> str:
    say = speaker(language)
    if action < END:
        return _place_label(board, action, say)
    if action == END:
        return say("Place no more, draw cards")
    if action == PASS:
        return say("Pass")
    if action < PAY_WITH:
        return say("Swap {colour}", colour=colour_word(say, action - SWAP))
    if action < DRAW_OPEN:
        return say("Pay {cost}", cost=cost(board, view, action - PAY_WITH, say))
    if action < DRAW_DECK:
        slot = action - DRAW_OPEN
        colour = colour_word(say, int(view.open[slot]))
        return say("Take {colour} (card {slot})", colour=colour, slot=slot + 1)
    return say("Draw from the deck")


def _place_label(board: Board, action: int, say: Translate) -> str:
    if kind(action) == HOUSE:
        return say("Build a house on {place}", place=place_names(board)[action])
    if kind(action) == FORT:
        place = place_names(board)[action - PLACE_FORT]
        return say("Put a fortification on {place}", place=place)
    return say("Send an emissary to {province}", province=province_name(board, action))


def cost(board: Board, view: State, colour: int, say: Translate) -> str:
    """What is paid with this colour for the chosen piece: one card, or two as a joker."""
    word = colour_word(say, colour)
    if colour == int(board.struct.colour_of[int(view.province)]):
        return word
    return say("2 × {colour} as a joker", colour=word)


# Before it is played


def preview(
    board: Board, view: State, action: int, names: Sequence[str], language: str
) -> list[str]:
    say = speaker(language)
    if action < END:
        province = province_of(board, action)
        price = say(
            "Costs {colour}, or two cards of another colour.",
            colour=colour_word(say, int(board.struct.colour_of[province])),
        )
        return [price, *effects(board, view, action, names, say)]
    if action == END:
        return [say("You place nothing more and fill your hand.")]
    if action == PASS:
        return [say("The turn goes to the next player.")]
    if action < PAY_WITH:
        colour = colour_word(say, action - SWAP)
        return [say("Discards {colour} and draws one card; that is the whole turn.", colour=colour)]
    if action < DRAW_OPEN:
        return effects(board, view, int(view.piece), names, say)
    if action < DRAW_DECK:
        colour = colour_word(say, int(view.open[action - DRAW_OPEN]))
        return [say("Takes {colour} into the hand; everyone sees it.", colour=colour)]
    return [say("Draws a card that nobody else sees.")]


def effects(
    board: Board, view: State, action: int, names: Sequence[str], say: Translate
) -> list[str]:
    """What a piece on the map changes, in sentences."""
    later = with_piece(board, view, action)
    index = province_of(board, action)
    before, after = provinces(board, view)[index], provinces(board, later)[index]
    told = []
    if after.scored and not before.scored:
        told.append(full(after, names, say))
    elif after.points != before.points:
        told.append(
            say(
                "The houses in {province} would bring: {gains}.",
                province=after.name,
                gains=gains(after.points, names, say),
            )
        )
    for old, new in zip(alliances(board, view), alliances(board, later)):
        if new.points != old.points and any(new.points):
            told.append(
                say(
                    "Alliance {number} ({one} and {two}) would bring: {gains}.",
                    number=new.number,
                    one=new.one.name,
                    two=new.two.name,
                    gains=gains(new.points, names, say),
                )
            )
        elif new.points != old.points:
            told.append(say("Alliance {number} would bring nobody points.", number=new.number))
    seat = int(view.to_move)
    longer = rows(board, later, seat)
    if longer != rows(board, view, seat):
        lengths = joined(say, [say("a row of {count}", count=len(row.fields)) for row in longer])
        total = points(say, sum(row.points for row in longer))
        told.append(say("Your roads would bring {points}: {rows}.", points=total, rows=lengths))
    if kind(action) == FORT:
        told.append(say("The next house on it, anyone's, doubles its owner's points here."))
    return told


def gains(earned: Sequence[int], names: Sequence[str], say: Translate) -> str:
    """Who gains how much, the most first: "Blue 7, White 4"; "nobody" for no one."""
    seats = sorted((seat for seat, own in enumerate(earned) if own), key=lambda s: -earned[s])
    return ", ".join(f"{names[seat]} {earned[seat]}" for seat in seats) or say("nobody")


def full(province: Province, names: Sequence[str], say: Translate) -> str:
    return say(
        "{province} is full: {gains}.",
        province=province.name,
        gains=gains(province.points, names, say),
    )


# In the log


def sentence(
    board: Board,
    before: State,
    action: int,
    after: State,
    names: Sequence[str],
    language: str,
) -> str:
    """A line for each piece placed and each card drawn; the choice of a piece is told when paid."""
    say = speaker(language)
    told = []
    if action >= PASS:
        told.append(_deed(board, before, action, names[int(before.to_move)], say))
    if PAY_WITH <= action < DRAW_OPEN and kind(int(before.piece)) == HOUSE:
        # In the last turn of the game all provinces become scored: only a full one is told here.
        province = provinces(board, after)[int(before.province)]
        if sum(province.houses) == len(province.fields):
            told.append(full(province, names, say))
    if int(after.exhausted) > int(before.exhausted):
        if int(after.exhausted) == 1:
            told.append(say("The deck is used up: the discards are shuffled into a new one."))
        elif int(after.phase) != OVER:
            told.append(say("The deck is used up for good: this round is the last."))
    if int(after.phase) == OVER:
        told.append(result(board, after, names, say))
    return " ".join(told)


def _deed(board: Board, before: State, action: int, name: str, say: Translate) -> str:
    if action == PASS:
        return say("{name} has no cards and passes.", name=name)
    if action < PAY_WITH:
        return say(
            "{name} swaps: {colour} is discarded.",
            name=name,
            colour=colour_word(say, action - SWAP),
        )
    if action == DRAW_DECK:
        return say("{name} draws from the deck.", name=name)
    if action >= DRAW_OPEN:
        colour = colour_word(say, int(before.open[action - DRAW_OPEN]))
        return say("{name} takes {colour} from the open cards.", name=name, colour=colour)
    piece = int(before.piece)
    paid = cost(board, before, action - PAY_WITH, say)
    if kind(piece) == HOUSE:
        place = place_names(board)[piece]
        return say(
            "{name} builds a house on {place} for {cost}.", name=name, place=place, cost=paid
        )
    if kind(piece) == FORT:
        place = place_names(board)[piece - PLACE_FORT]
        return say(
            "{name} puts a fortification on {place} for {cost}.", name=name, place=place, cost=paid
        )
    province = province_name(board, piece)
    return say(
        "{name} sends an emissary to {province} for {cost}.",
        name=name,
        province=province,
        cost=paid,
    )
