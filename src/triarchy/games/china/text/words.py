"""What China's sentences are built from: the seats' names, colours, counts, pieces, points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from triarchy.games.china.sight import ChinaSight, Province, kind_of
from triarchy.games.china.state import DO_FORT, FORT, HOUSE
from triarchy.kit.language import Translate, counted, mark, translator
from triarchy.kit.sight import Reader

FOLDER = Path(__file__).parent.parent / "languages"
SEAT_NAMES = (mark("Blue"), mark("White"), mark("Black"), mark("Brown"), mark("Turquoise"))
BOARDS = (mark("3–4 players"), mark("4–5 players"))
"""The titles of the game's own maps."""
COLOUR_WORDS = (mark("red"), mark("green"), mark("orange"), mark("yellow"), mark("violet"))


@cache
def speaker(language: str) -> Translate:
    """The function that says China's sentences in this language."""
    return translator(FOLDER, language)


def seat_names(players: int, language: str) -> list[str]:
    say = speaker(language)
    return [say(name) for name in SEAT_NAMES[:players]]


def colour_word(say: Translate, colour: int) -> str:
    return say(COLOUR_WORDS[colour])


def you_or_names(reader: Reader, say: Translate) -> list[str]:
    """What the seats are called to the reader, who is "You"."""
    return [say("You") if seat == reader.seat else name for seat, name in enumerate(reader.names)]


def points(say: Translate, count: int) -> str:
    return counted(say, count, mark("1 point"), mark("{count} points"))


def cards(say: Translate, count: int) -> str:
    return counted(say, count, mark("1 card"), mark("{count} cards"))


def houses(say: Translate, count: int) -> str:
    return counted(say, count, mark("1 house"), mark("{count} houses"))


def emissaries(say: Translate, count: int) -> str:
    return counted(say, count, mark("1 emissary"), mark("{count} emissaries"))


def joined(say: Translate, items: Sequence[str]) -> str:
    """A list in words: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return say("{some} and {last}", some=", ".join(items[:-1]), last=items[-1])


def standing_title(sight: ChinaSight, say: Translate) -> str:
    """What everyone's points for houses, alliances and roads are called."""
    return say("The final scoring") if sight.over else say("If the game ended now")


def gains(earned: Sequence[int], names: Sequence[str], say: Translate) -> str:
    """Who gains how much, the most first: "Blue 7, White 4"; "nobody" for no one."""
    seats = sorted((seat for seat, own in enumerate(earned) if own), key=lambda s: -earned[s])
    return ", ".join(f"{names[seat]} {earned[seat]}" for seat in seats) or say("nobody")


def piece_phrase(sight: ChinaSight, piece: int, say: Translate) -> str:
    """A chosen piece and where it comes to, as part of a sentence."""
    if kind_of(piece) == HOUSE:
        return say("a house on {place}", place=sight.place_names[piece])
    if kind_of(piece) == FORT:
        return say("a fortification on {place}", place=sight.place_names[piece - DO_FORT])
    return say("an emissary in {province}", province=sight.province_of(piece).name)


def cost(province: Province, colour: int, say: Translate) -> str:
    """What a piece in the province costs in this colour: one card, or two as a joker."""
    word = colour_word(say, colour)
    if colour == province.colour:
        return word
    return say("2 × {colour} as a joker", colour=word)


def hand_phrase(sight: ChinaSight, seat: int, say: Translate) -> str:
    """How many cards a player has, and those of them that everyone saw drawn."""
    said = cards(say, sight.hand_size(seat))
    known = [
        f"{count} × {colour_word(say, colour)}" if count > 1 else colour_word(say, colour)
        for colour, count in enumerate(sight.known(seat))
        if count
    ]
    return f"{said} ({', '.join(known)})" if known else said


def result(sight: ChinaSight, names: Sequence[str], say: Translate) -> str:
    """Who has won a finished game."""
    winners = sight.winners
    most = points(say, sight.points(winners[0]))
    if len(winners) > 1:
        return say(
            "The game is over: {names} share the victory with {points}.",
            names=joined(say, [names[seat] for seat in winners]),
            points=most,
        )
    return say("The game is over: {name} wins with {points}.", name=names[winners[0]], points=most)
