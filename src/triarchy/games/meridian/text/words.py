"""Words that Meridian's other sentences are built from: seats, pieces, points, cities, lists."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from triarchy.games.meridian.scoring import TIED
from triarchy.games.meridian.sight import City, Island, MeridianSight
from triarchy.kit.language import Translate, counted, mark, translator
from triarchy.kit.sight import Reader

FOLDER = Path(__file__).parent.parent / "languages"
BOARDS = (mark("Thirteen isles"), mark("Eleven isles"))
"""The titles of the boards that come with the game, which `Definition.board_title` looks up."""
COLOURS = (mark("Orange"), mark("Grey"), mark("Brown"), mark("Black"))


@cache
def speaker(language: str) -> Translate:
    """The function that says Meridian's sentences in this language."""
    return translator(FOLDER, language)


def seat_names(players: int, language: str) -> list[str]:
    say = speaker(language)
    return [say(colour) for colour in COLOURS[:players]]


def pieces(say: Translate, count: int) -> str:
    return counted(say, count, mark("1 piece"), mark("{count} pieces"))


def you_or_names(reader: Reader, say: Translate) -> list[str]:
    """What the seats are called to the reader, who is "You"."""
    return [say("You") if seat == reader.seat else name for seat, name in enumerate(reader.names)]


def points(say: Translate, count: int) -> str:
    return counted(say, count, mark("1 point"), mark("{count} points"))


def joined(say: Translate, items: Sequence[str]) -> str:
    """A list in words: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return say("{some} and {last}", some=", ".join(items[:-1]), last=items[-1])


def city_name(sight: MeridianSight, city: City, say: Translate) -> str:
    """The city by its island, which has only one in each meridian."""
    name = sight.island_name(city)
    return say("the capital of {island}", island=name) if sight.is_capital(city) else name


def place(sight: MeridianSight, city: City, say: Translate) -> str:
    """The city with its coordinates."""
    return say(
        "{city} (meridian {meridian}, city {row})",
        city=city_name(sight, city, say),
        meridian=city[0] + 1,
        row=city[1] + 1,
    )


def holder_name(island: Island, reader: Reader, say: Translate) -> str:
    """Who takes an island as it stands: a name, "tied" or "nobody"."""
    if island.holder >= 0:
        return reader.names[island.holder]
    return say("tied") if island.holder == TIED else say("nobody")


def result(sight: MeridianSight, reader: Reader, say: Translate) -> str:
    """Who has won a finished game."""
    first = sight.winners
    most = points(say, sight.points[first[0]])
    if len(first) > 1:
        return say(
            "The game is over: {names} share the victory with {points}.",
            names=joined(say, [reader.names[seat] for seat in first]),
            points=most,
        )
    return say(
        "The game is over: {name} wins with {points}.", name=reader.names[first[0]], points=most
    )
