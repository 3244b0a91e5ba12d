"""The players' panels: in the picture of everything, and for the players' list of a page."""

from __future__ import annotations

from functools import cache, lru_cache

from triarchy.games.meridian.drawing.hand import card_key, track
from triarchy.games.meridian.drawing.pieces import (
    SEATS,
    card_back,
    card_face,
    pieces_in_rows,
    symbol,
)
from triarchy.games.meridian.drawing.scene import Scene
from triarchy.games.meridian.sight import MeridianSight, card_text
from triarchy.games.meridian.text.words import pieces, points, speaker
from triarchy.kit.drawing import LIGHT, NORMAL, SMALL, fit, panel, words
from triarchy.kit.language import Translate
from triarchy.kit.presentation import CountColumn, Fact, PlayerPanel
from triarchy.kit.sight import Reader
from triarchy.kit.svg import Element, group, rect, svg


def draw_player(scene: Scene, seat: int, width: float, keys: bool) -> tuple[Element, float]:
    """A player's panel: name and points, open cards and supply, all cards.

    `keys`: whether the cards carry their identity here, as they are drawn nowhere else.
    """
    sight, colours, say = scene.sight, scene.palette, scene.say
    marked = seat in sight.winners if sight.over else seat == sight.to_move
    edge = colours.ink if colours.dark else None
    gained = points(say, sight.points[seat])
    drawing = group(
        symbol(seat, 22, 22, 9, edge, data_what="sign"),
        words(
            40,
            27,
            fit(scene.reader.names[seat], NORMAL, width - 150, bold=True),
            colours.ink,
            NORMAL,
            bold=True,
        ),
        words(width - 12, 27, gained, colours.ink, NORMAL, anchor="end"),
    )
    x = 12.0
    for place, card in enumerate(sight.open_cards[seat]):
        face = card_face(seat, card, x, 40, 40, 52, colours)
        drawing.add(group(face, data_key=card_key(sight, seat, place) if keys else None))
        x += 46
    x += 8 if x > 12 else 0
    supply = sight.supply[seat]
    step = min(11.0, (width - x - 12) / 20)
    drawing.add(
        group(
            words(x, 56, pieces(say, supply), colours.ink, SMALL),
            *pieces_in_rows(seat, supply, x, 64, step, 20, edge or colours.ink),
            data_what="supply",
        )
    )
    strip, strip_high = track(scene, seat, 12, 102, width - 24)
    height = 102 + strip_high + 8
    frame = panel(
        0,
        0,
        width,
        height,
        colours,
        stroke=colours.accent if marked else colours.line,
        stroke_width=2.5 if marked else 1,
    )
    return group(frame, drawing, strip, data_key=f"player-{seat}"), height


FEW_PIECES = 4
"""With so few pieces left only low towers can be built."""


def _sign(*shapes: Element) -> str:
    """A small picture beside a number."""
    return str(svg(24, 24, *shapes, aria_hidden="true"))


@cache
def _signs(seat: int) -> tuple[str, str, str, str]:
    """The small pictures of a seat: its symbol, its supply, an open card, its pile."""
    return (
        _sign(symbol(seat, 12, 12, 9)),
        _sign(*pieces_in_rows(seat, 3, 3, 8, 6, 3, LIGHT.ink)),
        _sign(rect(5, 3, 14, 18, rx=3, fill=LIGHT.card, stroke=LIGHT.ink)),
        _sign(card_back(5, 3, 13, 17, LIGHT)),
    )


def count_columns(sight: MeridianSight, reader: Reader) -> list[CountColumn]:
    """Islands bring points, and nothing else does: a total says it all."""
    return []


def players_panel(sight: MeridianSight, reader: Reader) -> list[PlayerPanel]:
    say = speaker(reader.language)
    return [
        _panel(
            say,
            seat,
            sight.points[seat],
            sight.supply[seat],
            tuple(sight.open_cards[seat]),
            sight.pile_sizes[seat],
            sight.over,
        )
        for seat in range(sight.players)
    ]


@lru_cache(maxsize=512)
def _panel(
    say: Translate,
    seat: int,
    gained: int,
    supply: int,
    open_: tuple[int, ...],
    pile: int,
    over: bool,
) -> PlayerPanel:
    """One seat's panel, kept: a decision changes one at most."""
    icon, supply_sign, card_sign, pile_sign = _signs(seat)
    cards = ", ".join(card_text(each) for each in open_)
    return PlayerPanel(
        icon,
        [
            Fact(say("Supply"), str(supply), supply_sign, low=not over and supply <= FEW_PIECES),
            Fact(say("Face up"), cards or "–", card_sign),
            Fact(say("Pile"), str(pile), pile_sign, low=not over and pile == 0),
        ],
        str(gained),
        SEATS[seat].fill,
    )
