"""The legend: every symbol on the map, in the hand and on the panels, and what it means."""

from __future__ import annotations

from collections.abc import Callable

from triarchy.games.china.drawing.board import alliance_number, chosen_mark, row_of
from triarchy.games.china.drawing.ground import dragon_field, house_field
from triarchy.games.china.drawing.panels import crown
from triarchy.games.china.drawing.pieces import (
    INK,
    LANDS,
    card_back,
    card_front,
    emblem,
    emissary,
    fort,
    house,
    patterns,
    road,
    seal,
    small_card,
    small_card_back,
)
from triarchy.games.china.drawing.track import wall_with_counter
from triarchy.games.china.state import RED, YELLOW
from triarchy.games.china.text.words import colour_word, speaker
from triarchy.kit.drawing import LIGHT, SMALL, words
from triarchy.kit.language import Translate
from triarchy.kit.learning import LegendEntry
from triarchy.kit.svg import Element, Raw, group, rect, svg

SIDE = 64
"""The width and height of a symbol."""
MIDDLE = SIDE / 2


def legend(language: str) -> list[LegendEntry]:
    say = speaker(language)
    entries = [*_map(say), *_pieces(say), *_table(say)]
    return [
        LegendEntry(id_, str(_framed(SYMBOLS[id_](say))), name, meaning)
        for id_, name, meaning in entries
    ]


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


def _framed(*symbol: Element) -> Element:
    ground = LANDS[YELLOW].ground
    return svg(SIDE, SIDE, rect(0, 0, SIDE, SIDE, rx=8, fill=ground), *symbol, aria_hidden="true")


def _province(say: Translate) -> Element:
    land = LANDS[RED]
    return group(
        Raw(patterns("china-legend", 1.0)),
        rect(6, 6, SIDE - 12, SIDE - 12, fill=land.ground, stroke=INK),
        rect(6, 6, SIDE - 12, SIDE - 12, fill=f"url(#china-legend-{RED})"),
        emblem(RED, MIDDLE, MIDDLE, 12),
    )


def _fortified(say: Translate) -> Element:
    return group(fort(MIDDLE, MIDDLE, 20, gate=False), house(0, MIDDLE, MIDDLE, 17))


def _card(say: Translate) -> Element:
    return group(
        Raw(patterns("china-card", 0.8)), card_front(RED, colour_word(say, RED), 11, 5, 42, 54)
    )


def _supply(say: Translate) -> Element:
    return group(
        house(0, 17, 20, 10),
        words(31, 26, "× 9", INK, SMALL),
        emissary(0, 17, 46, 10),
        words(31, 51, "× 4", INK, SMALL),
    )


def _known_cards(say: Translate) -> Element:
    return group(small_card(RED, 10, 20, 20), small_card_back(34, 20, 20))


SYMBOLS: dict[str, Callable[[Translate], Element]] = {
    "province": _province,
    "house-field": lambda say: house_field(MIDDLE, MIDDLE, 20, "3"),
    "dragon-field": lambda say: dragon_field(MIDDLE, MIDDLE, 24, LANDS[YELLOW].ink),
    "road": lambda say: road(8, 50, 56, 14, stroke="#7d6446", stroke_width=6.0),
    "alliance": lambda say: alliance_number(3, (MIDDLE, MIDDLE), 14, ()),
    "alliance-led": lambda say: alliance_number(3, (MIDDLE, MIDDLE), 14, (0, 1)),
    "seal": lambda say: seal(MIDDLE, MIDDLE, 16),
    "row": lambda say: row_of([(8, 50), (56, 14)], 0, 7),
    "house": lambda say: house(0, MIDDLE, MIDDLE, 20),
    "emissary": lambda say: emissary(0, MIDDLE, MIDDLE, 20),
    "fort": lambda say: fort(MIDDLE, MIDDLE, 20),
    "fortified-house": _fortified,
    "chosen": lambda say: chosen_mark(MIDDLE, MIDDLE, 20, house(0, MIDDLE, MIDDLE, 17)),
    "track": lambda say: wall_with_counter(SIDE),
    "card": _card,
    "deck": lambda say: card_back(11, 5, 42, 54, LIGHT, "27"),
    "supply": _supply,
    "known-cards": _known_cards,
    "emperor": lambda say: crown(MIDDLE, MIDDLE, 20, LIGHT),
}
