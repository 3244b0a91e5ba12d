"""The pictures of the legend, made of the same pieces as the table."""

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
from triarchy.games.china.text.words import colour_word
from triarchy.kit.drawing import LIGHT, SMALL, words
from triarchy.kit.language import Translate
from triarchy.kit.svg import Element, Raw, group, rect, svg

SIDE = 64
"""The width and height of a symbol."""
MIDDLE = SIDE / 2


def symbol(id_: str, say: Translate) -> str:
    """The picture of an entry of the legend, by its id."""
    ground = rect(0, 0, SIDE, SIDE, rx=8, fill=LANDS[YELLOW].ground)
    return str(svg(SIDE, SIDE, ground, SYMBOLS[id_](say), aria_hidden="true"))


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
