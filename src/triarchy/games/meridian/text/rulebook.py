"""The rules in short, in this project's own words."""

from __future__ import annotations

from triarchy.games.meridian.text.words import speaker
from triarchy.kit.language import mark

RULES = (
    (
        "aim",
        mark("What it is about"),
        (
            mark(
                "Trading companies build towers in the cities of an archipelago. Whoever is "
                "strongest on an island at the end takes it, and every city on it is a point."
            ),
            mark(
                "Ten meridians divide the map from north to south. Every player has 13 cards, "
                "one for each meridian and three for a group of meridians, and 20 tower pieces. "
                "Two of your cards always lie open; what everyone has played is open too."
            ),
            mark(
                "With two players everyone has two colours that count as one: 26 cards, 40 "
                "pieces, and up to two towers in each meridian."
            ),
        ),
    ),
    (
        "card",
        mark("Choose a card"),
        (
            mark(
                "Your turn begins with one of your two open cards. It says in which meridian you "
                "may build. At the end of the turn it is discarded face up, and the next card of "
                "your pile is turned up, as long as there is one."
            ),
        ),
    ),
    (
        "meridian",
        mark("Choose a meridian"),
        (
            mark(
                "A card with several numbers leaves you the choice: take one of its meridians. "
                "The whole turn happens in that one."
            ),
        ),
    ),
    (
        "build",
        mark("Build, take back, or pass"),
        (
            mark(
                "You may build one tower as high as you like, from the pieces in your supply. The "
                "first tower in a meridian must be at least 2 high, and no two towers in a "
                "meridian are equally high."
            ),
            mark(
                "Only one tower in a meridian may be yours (two with two players). You may take a "
                "tower of yours in this meridian back into your supply and leave it at that, or "
                "build another one in its place, higher, lower or elsewhere; the same tower in "
                "the same city is not allowed."
            ),
            mark("You may also do nothing at all, and must if nothing fits."),
        ),
    ),
    (
        "city",
        mark("Choose a city"),
        (
            mark(
                "From north to south towers only become lower: every tower north of yours must "
                "be higher, every tower south of it lower. The numbers of the meridians are in "
                "the south."
            ),
            mark(
                "You may also take a city where another player's tower stands. A tower higher "
                "than yours moves one city north, a lower one moves one city south; if it meets "
                "another tower, that one moves on too, until there is a free city. No tower may "
                "be pushed off the board, and you cannot take the city of a tower of your own."
            ),
        ),
    ),
    (
        "end",
        mark("The count"),
        (
            mark(
                "The game ends when all cards have been played. On each island a tower counts 1 "
                "in a city and 2 in the capital, however high it is. Whoever has the most takes "
                "the island; in a tie nobody does."
            ),
        ),
    ),
    (
        "over",
        mark("Who has won"),
        (
            mark(
                "An island brings one point for each of its cities, the capital included. Most "
                "points win. If players are level, the one with more pieces left in supply wins; "
                "if they are level there too, they share the victory."
            ),
        ),
    ),
)


def rules_text(language: str) -> list[tuple[str, str, str]]:
    say = speaker(language)
    return [
        (anchor, say(heading), "\n\n".join(say(paragraph) for paragraph in paragraphs))
        for anchor, heading, paragraphs in RULES
    ]
