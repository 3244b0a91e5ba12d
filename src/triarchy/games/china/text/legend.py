"""The legend: every symbol on the map, in the hand and on the panels, and what it means."""

from __future__ import annotations

from triarchy.games.china.text.words import speaker
from triarchy.kit.language import Translate
from triarchy.kit.learning import LegendEntry


def legend(language: str) -> list[LegendEntry]:
    # Pictures are made with words: imported when needed, not by one another.
    from triarchy.games.china.drawing.legend import symbol

    say = speaker(language)
    entries = [*_map(say), *_pieces(say), *_table(say)]
    return [LegendEntry(id_, symbol(id_, say), name, meaning) for id_, name, meaning in entries]


def _map(say: Translate) -> list[tuple[str, str, str]]:
    return [
        (
            "province",
            say("Province"),
            say("Its colour, pattern and emblem are those of the cards that pay for pieces in it."),
        ),
        (
            "house-field",
            say("House field"),
            say("Room for one house. The number is part of its name: Wei 3."),
        ),
        (
            "dragon-field",
            say("Dragon field"),
            say(
                "The court of the province: emissaries stand here, at most as many as the "
                "player with the most houses in the province has houses there."
            ),
        ),
        (
            "road",
            say("Road"),
            say("Joins two house fields. Rows of houses along the roads count at the end."),
        ),
        (
            "alliance",
            say("Alliance"),
            say(
                "The number of an alliance between the two provinces beside it. It brings "
                "nobody points as the emissaries stand."
            ),
        ),
        (
            "alliance-led",
            say("Alliance with a ring"),
            say(
                "The players in these colours have the most emissaries in both provinces and "
                "would get the points at the end."
            ),
        ),
        (
            "seal",
            say("Red seal"),
            say("The houses of this province have been scored. Emissaries may still come."),
        ),
        (
            "row",
            say("Coloured road"),
            say("A row of at least four houses of this player, which would count at the end."),
        ),
    ]


def _pieces(say: Translate) -> list[tuple[str, str, str]]:
    return [
        (
            "house",
            say("House"),
            say("Colour and roof show its owner."),
        ),
        (
            "emissary",
            say("Emissary"),
            say("Colour and hat show its owner; a number beside it says how many there are."),
        ),
        (
            "fort",
            say("Fortification"),
            say("It belongs to nobody: whoever builds a house on it has a fortified house."),
        ),
        (
            "fortified-house",
            say("Fortified house"),
            say(
                "Doubles its owner's points for houses in the province, and those of the row "
                "it is in."
            ),
        ),
        (
            "chosen",
            say("Piece in a dashed ring"),
            say("Chosen, but not paid for yet."),
        ),
    ]


def _table(say: Translate) -> list[tuple[str, str, str]]:
    return [
        (
            "track",
            say("Points"),
            say(
                "Everyone's points so far. On the Great Wall they go from 0 to 50; +50 "
                "beside a counter says that it has gone round once."
            ),
        ),
        (
            "card",
            say("Card"),
            say(
                "Pays for a piece in a province of its colour; two of one colour are a joker "
                "for any other province."
            ),
        ),
        (
            "deck",
            say("Deck"),
            say(
                "The number says how many cards are left. It is shuffled anew once; the "
                "second time it runs out, the last round has come."
            ),
        ),
        (
            "supply",
            say("Supply"),
            say("The pieces a player has not placed yet; at the end they decide a tie."),
        ),
        (
            "known-cards",
            say("A player's cards"),
            say(
                "Cards that everyone saw being taken from the row are shown; the others are backs."
            ),
        ),
        (
            "emperor",
            say("Crown"),
            say(
                "The emperor, with the start player. The last round ends with the player to "
                "the right."
            ),
        ),
    ]
