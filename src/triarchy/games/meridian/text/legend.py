"""The legend: every symbol on the board, in the hand and on the panels, and what it means."""

from __future__ import annotations

from triarchy.games.meridian.text.words import speaker
from triarchy.kit.drawing import LIGHT
from triarchy.kit.learning import LegendEntry
from triarchy.kit.svg import Element, group, rect, svg

SIDE = 64
"""The width and height of a legend's symbol."""


def legend(language: str) -> list[LegendEntry]:
    say = speaker(language)
    entries = [
        (
            "meridian",
            say("Meridian"),
            say(
                "A strip of the map from north to south. Its number stands at the southern edge; "
                "a card with this number lets you build here."
            ),
        ),
        (
            "town",
            say("City"),
            say("A city without a picture: a tower here counts 1 on its island."),
        ),
        (
            "capital",
            say("Capital"),
            say("A golden city with three little towers: a tower here counts 2 on its island."),
        ),
        (
            "tower",
            say("Tower"),
            say(
                "The storeys and the number below are its height, colour and sign on top its "
                "owner. The number stands on gold in a capital. The height does not count for the "
                "island; it only says where the tower may stand."
            ),
        ),
        (
            "pennant-free",
            say("Value of an island"),
            say("An island is worth so many points, one for each city. Nobody has a tower on it."),
        ),
        (
            "pennant-held",
            say("Island held"),
            say(
                "The player with this sign is the strongest on the island and would take it, with "
                "so many points."
            ),
        ),
        (
            "pennant-tied",
            say("Island tied"),
            say(
                "The players with these signs are equally strong on the island. If it stays like "
                "that, nobody takes it."
            ),
        ),
        (
            "sign",
            say("Sign of a player"),
            say("Everyone has a colour and a sign: circle, square, triangle or diamond."),
        ),
        (
            "card",
            say("Card with a number"),
            say("Lets its owner build in this meridian; the marks below show where it lies."),
        ),
        (
            "group-card",
            say("Card with a group"),
            say("Lets its owner choose one of these meridians."),
        ),
        (
            "pile",
            say("Pile"),
            say("Cards still to come, face down, and how many. Nobody knows their order."),
        ),
        (
            "supply",
            say("Supply"),
            say("Pieces that are left for towers. At the end they decide between equal scores."),
        ),
        (
            "track",
            say("All cards of a player"),
            say(
                "Gold: lies open. Bold: still in the pile. Struck out: played. With two players "
                "every card is there twice, and two small boxes show both."
            ),
        ),
        (
            "band",
            say("Band"),
            say("The meridian in which this turn takes place, or those you may choose from."),
        ),
        (
            "frame",
            say("Frame"),
            say("What you may press now: a city to build in, or a tower of yours."),
        ),
        (
            "lift",
            say("Arrow up"),
            say("A tower of yours that you may take back into your supply."),
        ),
        (
            "push",
            say("Arrow"),
            say("A tower that makes room, and the way it goes; one arrow head for each tower."),
        ),
        (
            "blocked",
            say("Cross"),
            say("The tower cannot stand in this city. Press it to be told why."),
        ),
    ]
    symbols = _symbols()
    return [LegendEntry(id_, str(symbols[id_]), name, words) for id_, name, words in entries]


def _symbols() -> dict[str, Element]:
    """The pictures, by the same functions that draw the table."""
    # The drawing speaks with the words of this package, so it is loaded after it.
    from triarchy.games.meridian.drawing import pieces
    from triarchy.games.meridian.drawing.board import BAND
    from triarchy.games.meridian.drawing.hand import track_cell

    size, half = pieces.size_for(100), SIDE / 2
    ink = LIGHT.ink

    def pennant(*leaders: int) -> Element:
        left = half - pieces.pennant_width(len(leaders), 15) / 2
        return pieces.pennant(list(leaders), 4, left, half, 15, LIGHT)

    def card(number: int) -> Element:
        return pieces.card_face(0, number, 10, 4, 44, 56, LIGHT)

    drawn: dict[str, list[Element]] = {
        "meridian": [pieces.seal(half, half, 18, 4, 20)],
        "town": [pieces.town(half, half, size)],
        "capital": [pieces.capital(half, half, size)],
        "tower": [group(pieces.tower(0, 3, size), transform=f"translate({SIDE // 2} 50)")],
        "pennant-free": [pennant()],
        "pennant-held": [pennant(0)],
        "pennant-tied": [pennant(0, 1)],
        "card": [card(2)],
        "group-card": [card(11)],
        "pile": [pieces.card_back(14, 6, 32, 46, LIGHT)],
        "supply": pieces.pieces_in_rows(0, 8, 6, 23, 13, 4, ink),
        "track": [
            track_cell("3", ["open"], 2, 20, 20, LIGHT),
            track_cell("4", ["pile"], 22, 20, 20, LIGHT),
            track_cell("5", ["played"], 42, 20, 20, LIGHT),
        ],
        "sign": [
            pieces.symbol(seat, 20 + 24 * (seat % 2), 20 + 24 * (seat // 2), 8) for seat in range(4)
        ],
        "band": [rect(20, 4, 24, 56, fill=BAND, stroke=LIGHT.gold, stroke_width=2)],
        "frame": [pieces.ring(16, 10, 32, 44, LIGHT, strong=True)],
        "lift": [pieces.lift_mark(half, half)],
        "push": [pieces.arrow(half, 12, 52, LIGHT)],
        "blocked": [pieces.cross(half, half)],
    }
    paper = rect(0, 0, SIDE, SIDE, rx=8, fill=LIGHT.panel)
    return {id_: svg(SIDE, SIDE, paper, *parts, aria_hidden="true") for id_, parts in drawn.items()}
