"""A panel for every player, the standing if the game ended now, and the players' list of a page."""

from __future__ import annotations

from functools import cache

from triarchy.games.china.drawing.pieces import (
    SEAT_COLOURS,
    emissary,
    fort,
    house,
    small_card,
    small_card_back,
)
from triarchy.games.china.drawing.scene import Scene
from triarchy.games.china.sight import ChinaSight
from triarchy.games.china.state import COLOURS, EMISSARY, FORT, HOUSE
from triarchy.games.china.text.words import (
    colour_word,
    hand_phrase,
    points,
    speaker,
    standing_title,
)
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.drawing import NORMAL, SMALL, TINY, Palette, fit, panel, text_width, words
from triarchy.kit.language import Translate
from triarchy.kit.presentation import CountColumn, Fact, PlayerPanel
from triarchy.kit.sight import Reader
from triarchy.kit.svg import Element, group, moved, path, svg

CROWN = "M-1 .7L-1 -.5L-.45 .05L0 -.8L.45 .05L1 -.5L1 .7Z"


def count_columns(sight: ChinaSight, reader: Reader) -> list[CountColumn]:
    """What brings points: houses, alliances, roads."""
    say = speaker(reader.language)
    return [CountColumn(say("Houses")), CountColumn(say("Alliances")), CountColumn(say("Roads"))]


def draw_player(scene: Scene, seat: int, width: float) -> tuple[Element, float]:
    """A player's panel: name and points, pieces left, cards as far as everyone knows them."""
    sight, palette, say = scene.sight, scene.palette, scene.say
    to_move = sight.to_move == seat
    name = fit(scene.reader.names[seat], NORMAL, width - 170, bold=True)
    drawn = group(
        house(seat, 24, 25, 12),
        words(44, 31, name, palette.ink, NORMAL, bold=True),
        words(width - 14, 31, points(say, sight.points(seat)), palette.ink, NORMAL, anchor="end"),
    )
    left = sight.supply(seat)
    shown = [(house(seat, 22, 62, 8.5), left[HOUSE]), (emissary(seat, 87, 62, 8.5), left[EMISSARY])]
    if sight.with_forts:
        shown.append((fort(150, 62, 8), left[FORT]))
    pieces = group(data_what="supply")
    for k, (piece, count) in enumerate(shown):
        ink = palette.ink if count else palette.faint
        pieces.add(piece, words(36 + 64 * k, 67, f"× {count}", ink, SMALL))
    drawn.add(pieces, _cards(scene, seat, width - 14, 50))
    height = 84.0
    if sight.starter == seat:
        drawn.add(_emperor(scene, 62 + text_width(name, NORMAL, bold=True), 26))
    frame = panel(
        0,
        0,
        width,
        height,
        palette,
        stroke=palette.accent if to_move else palette.line,
        stroke_width=2.5 if to_move else 1,
    )
    return group(frame, drawn, data_key=f"player-{seat}"), height


def draw_standing(scene: Scene, width: float) -> tuple[Element, float]:
    """Everyone's points for houses, alliances and roads if the game ended now."""
    say, palette = scene.say, scene.palette
    title = standing_title(scene.sight, say)
    now = scene.sight.projected
    heads = (say("Houses"), say("Alliances"), say("Roads"), say("Total"))
    share = (width - 52) / 4
    rights = [38 + share * part for part in (0.85, 2.05, 3.0, 4.0)]
    drawn = group(words(16, 27, title, palette.ink, NORMAL, serif=True))
    for right, head in zip(rights, heads, strict=True):
        shown = fit(head, TINY, share * 1.1)
        drawn.add(words(right, 48, shown, palette.faint, TINY, anchor="end"))
    order = sorted(range(scene.sight.players), key=lambda seat: -sum(now[seat]))
    for line, seat in enumerate(order):
        y = 72 + 25 * line
        drawn.add(house(seat, 26, y - 5, 9))
        values = (*now[seat], sum(now[seat]))
        for k, (right, value) in enumerate(zip(rights, values, strict=True)):
            drawn.add(words(right, y, str(value), palette.ink, SMALL, anchor="end", bold=k == 3))
    height = 72 + 25 * scene.sight.players - 8
    return group(panel(0, 0, width, height, palette), drawn), height


def _emperor(scene: Scene, x: float, y: float) -> Element:
    """The emperor before the start player."""
    return group(
        Element("title", scene.say("The emperor: start player")),
        crown(x, y, 8, scene.palette),
        data_what="emperor",
    )


def crown(x: float, y: float, size: float, palette: Palette) -> Element:
    shape = path(CROWN, fill=palette.gold, stroke=palette.ink, stroke_width=0.15)
    return moved(x, y, shape, scale=size)


def _cards(scene: Scene, seat: int, right: float, y: float) -> Element:
    """A player's cards from the right: those everyone saw drawn, then backs."""
    sight = scene.sight
    held = sight.known(seat) if sight.hides_hand(seat) else sight.hand(seat)
    known = [colour for colour in range(len(COLOURS)) for _ in range(held[colour])]
    unknown = sight.hand_size(seat) - len(known)
    drawn = group(data_what="known-cards")
    x = right
    for _ in range(max(unknown, 0)):
        x -= 20
        drawn.add(small_card_back(x, y, 18))
    for colour in reversed(known):
        x -= 20
        drawn.add(small_card(colour, x, y, 18))
    return drawn


FEW_HOUSES, FEW_EMISSARIES = 3, 1
"""With so few left a player has to choose where the last ones go."""


def _sign(*shapes: Element) -> str:
    """A small picture beside a number."""
    return str(svg(24, 24, *shapes, aria_hidden="true"))


@cache
def _signs(seat: int) -> tuple[str, str, str]:
    """The small pictures of a seat: its symbol, its houses, its emissaries."""
    return (
        _sign(house(seat, 12, 13, 10)),
        _sign(house(seat, 12, 13, 9)),
        _sign(emissary(seat, 12, 13, 9)),
    )


@cache
def _card_sign(colour: int | None) -> str:
    """A card of a colour; None: its back."""
    return _sign(small_card_back(5, 3, 14) if colour is None else small_card(colour, 5, 3, 14))


@cache
def _fort_sign() -> str:
    return _sign(fort(12, 13, 8))


_PANELS = BoundedCache[PlayerPanel](512)
"""The panels by what they show: most decisions change one."""


def players_panel(sight: ChinaSight, reader: Reader) -> list[PlayerPanel]:
    return [_kept_panel(sight, seat, reader.language) for seat in range(sight.players)]


def _kept_panel(sight: ChinaSight, seat: int, language: str) -> PlayerPanel:
    key = (seat, language, sight.seat_keys[seat])
    return _PANELS.get(key, lambda: _panel(sight, seat, speaker(language)))


def _panel(sight: ChinaSight, seat: int, say: Translate) -> PlayerPanel:
    symbol, houses, emissaries = _signs(seat)
    left = sight.supply(seat)
    facts = [
        Fact(
            say("Houses"), str(left[HOUSE]), houses,
            low=not sight.over and left[HOUSE] <= FEW_HOUSES,
        ),
        Fact(
            say("Emissaries"), str(left[EMISSARY]), emissaries,
            low=not sight.over and left[EMISSARY] <= FEW_EMISSARIES,
        ),
    ]  # fmt: skip
    if sight.with_forts:
        facts.append(Fact(say("Fortifications"), str(left[FORT]), _fort_sign()))
    hand = str(sight.hand_size(seat))
    facts.append(Fact(hand_phrase(sight, seat, say), hand, _card_sign(None)))
    for colour, known in enumerate(sight.known(seat)):
        if known:
            shown = say("{colour} in hand, as everyone saw", colour=colour_word(say, colour))
            facts.append(Fact(shown, str(known), _card_sign(colour)))
    if not sight.over:
        facts.append(Fact(say("If the game ended now"), str(sum(sight.projected[seat]))))
    return PlayerPanel(symbol, facts, str(sight.points(seat)), SEAT_COLOURS[seat].fill)
