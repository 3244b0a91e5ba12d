"""What lies before a player: cards, pile, supply, and the buttons of the turn."""

from __future__ import annotations

from functools import lru_cache

from triarchy.games.meridian.drawing.pieces import (
    card_back,
    card_face,
    pieces_in_rows,
    size_for,
    symbol,
    tower,
)
from triarchy.games.meridian.drawing.scene import Scene
from triarchy.games.meridian.positions import MOVES
from triarchy.games.meridian.sight import MeridianSight
from triarchy.games.meridian.state import BUILD, CARDS, CITY, DO_CITY, DO_DONE, DO_HEIGHT, NONE
from triarchy.games.meridian.text.words import pieces
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.drawing import (
    NORMAL,
    PHONE,
    RADIUS,
    SMALL,
    TINY,
    TOUCH,
    Palette,
    button,
    fit,
    text_width,
    words,
)
from triarchy.kit.svg import Element, Raw, group, kept, number, rect, target

GAP = 8
TALL = 58.0
"""The height of a button with a little tower, where there is room."""
HEIGHTS_APART = 5.0
_AT_REST = BoundedCache[tuple[Raw, float]](256)
"""Hands in which nothing can be pressed, with their heights."""


def card_key(sight: MeridianSight, seat: int, place: int) -> str:
    """The identity of an open card; copies of a card are counted in the order they are played."""
    cards = sight.open_cards[seat]
    earlier = sight.discards[seat] + cards[:place]
    return f"card-{seat}-{CARDS[cards[place]]}-{earlier.count(cards[place])}"


def draw_hand(
    scene: Scene, seat: int, width: int, with_track: bool = True
) -> tuple[Element | Raw, float]:
    """A seat's cards, supply and buttons as a group at (0, 0), and its height.

    `with_track`: whether all of the seat's cards are listed below.
    """
    if scene.legal:
        return _draw_hand(scene, seat, width, with_track)

    def at_rest() -> tuple[Raw, float]:
        drawing, height = _draw_hand(scene, seat, width, with_track)
        return kept(drawing), height

    look = (width, with_track, scene.palette, scene.reader.language, scene.reader.names[seat])
    return _AT_REST.get((look, _shown_at_rest(scene.sight, seat)), at_rest)


def _shown_at_rest(sight: MeridianSight, seat: int) -> tuple[object, ...]:
    """All that the hand of a seat shows while nothing can be pressed in it."""
    return (
        sight.decks,
        seat,
        tuple(sight.open_cards[seat]),
        tuple(sight.discards[seat]),
        sight.pile_sizes[seat],
        sight.supply[seat],
        sight.card if seat == sight.to_move else NONE,
    )


def _draw_hand(scene: Scene, seat: int, width: int, with_track: bool) -> tuple[Element, float]:
    building = scene.sight.phase in (BUILD, CITY) and seat == scene.sight.to_move and scene.legal
    if width < PHONE and building:
        return _narrow_building(scene, seat, width)
    wide, high = (58.0, 76.0) if width < PHONE else (72.0, 96.0)
    drawing = group(class_="hand")
    x, top = 12.0, 12.0
    for place in range(len(scene.sight.open_cards[seat])):
        drawing.add(_card(scene, seat, place, x, top, wide, high))
        x += wide + 14
    count = scene.sight.pile_sizes[seat]
    drawing.add(_pile(count, scene.say("pile"), x, top, wide * 0.62, high, scene.palette))
    x += wide * 0.62 + 2 * GAP
    facts, facts_high = _supply(scene, seat, x, top, width - x - 12)
    drawing.add(facts)
    y = top + max(high, facts_high) + 12
    if width >= PHONE:
        # Beside the cards, where there is room.
        side = x + 168
        buttons, buttons_high = _buttons(scene, seat, side, top, width - side - 12)
        y = max(y, top + buttons_high + 12)
        drawing.add(*buttons)
    if not with_track:
        return drawing, y
    strip, strip_high = track(scene, seat, 12, y, min(width - 24, 520))
    drawing.add(strip)
    return drawing, y + strip_high + 10


def _narrow_building(scene: Scene, seat: int, width: int) -> tuple[Element, float]:
    """Small cards and how many pieces there are in one line, the heights below it."""
    drawing = group(class_="hand")
    colours, x, wide, high = scene.palette, 10.0, 44.0, 50.0
    for place in range(len(scene.sight.open_cards[seat])):
        drawing.add(_card(scene, seat, place, x, 6, wide, high))
        x += wide + 10
    edge = colours.ink if colours.dark else None
    supply = scene.sight.supply[seat]
    drawing.add(
        symbol(seat, x + 12, 31, 8, edge, data_what="sign"),
        words(x + 26, 37, f"× {supply}", colours.ink, NORMAL, bold=True, data_what="supply"),
    )
    x += 72
    if DO_DONE in scene.legal:
        strong = len(scene.legal) == 1
        label, room = scene.label(DO_DONE), width - x - 10
        drawing.add(button(MOVES[DO_DONE], label, x, 8, room, 48, colours, strong=strong))
    heights, heights_high = _heights(scene, 10, 66, width - 20, float(TOUCH))
    drawing.add(*heights)
    return drawing, 66 + heights_high + 6


def _card(
    scene: Scene, seat: int, place: int, x: float, y: float, wide: float, high: float
) -> Element:
    """An open card: a target if it can be played (only the first of two equal ones)."""
    sight, colours = scene.sight, scene.palette
    cards = sight.open_cards[seat]
    card = cards[place]
    to_move, first = seat == sight.to_move, cards.index(card) == place
    face = group(
        card_face(seat, card, x, y, wide, high, colours), data_key=card_key(sight, seat, place)
    )
    if to_move and first and card in scene.legal:
        frame = rect(
            x - 3,
            y - 3,
            wide + 6,
            high + 6,
            rx=RADIUS + 3,
            fill=colours.gold,
            fill_opacity=0.35,
            stroke=colours.accent,
            stroke_width=2.5,
            class_="lit",
        )
        return target(MOVES[card], scene.label(card), frame, face)
    why = MOVES[card] if to_move and scene.legal else None
    if to_move and first and card == sight.card:
        behind = rect(x - 4, y - 4, wide + 8, high + 8, rx=RADIUS + 4, fill=colours.gold)
        return group(behind, face, data_why=why)
    waiting = to_move and sight.card != NONE
    return group(face, opacity=0.55 if waiting else None, data_why=why)


@lru_cache(maxsize=512)
def _pile(
    count: int, caption: str, x: float, y: float, wide: float, high: float, colours: Palette
) -> Raw:
    """The cards face down, with their number."""
    below = words(x + wide / 2 + 2, y + high, caption, colours.faint, TINY, anchor="middle")
    if not count:
        empty = rect(
            x,
            y,
            wide,
            high - 18,
            rx=RADIUS,
            fill="none",
            stroke=colours.line,
            stroke_dasharray="4 4",
        )
        return kept(group(empty, below, data_what="pile"))
    return kept(
        group(
            card_back(x, y, wide, high - 22, colours),
            rect(x + wide / 2 - 15, y + high / 2 - 24, 30, 24, rx=RADIUS, fill=colours.card),
            words(
                x + wide / 2,
                y + high / 2 - 6,
                str(count),
                colours.ink,
                NORMAL,
                anchor="middle",
                bold=True,
            ),
            below,
            data_what="pile",
        )
    )


def _supply(scene: Scene, seat: int, x: float, y: float, width: float) -> tuple[Raw, float]:
    """Symbol, name and the pieces in supply, ten to a row."""
    supply = scene.sight.supply[seat]
    said = (scene.reader.names[seat], pieces(scene.say, supply))
    why = _why_no_height(scene, seat)
    drawing = _kept_supply(seat, supply, said, why, (x, y, width), scene.palette)
    return drawing, 46 + 9 * (-(-supply // 10))


@lru_cache(maxsize=512)
def _kept_supply(
    seat: int,
    supply: int,
    said: tuple[str, str],
    why: str | None,
    place: tuple[float, float, float],
    colours: Palette,
) -> Raw:
    """The same as markup: the player's name, and the number of pieces in words."""
    (name, count), (x, y, width) = said, place
    edge = colours.ink if colours.dark else None
    step = min(13.0, min(width, 140) / 10)
    return kept(
        group(
            symbol(seat, x + 9, y + 9, 8, edge, data_what="sign"),
            words(
                x + 24,
                y + 14,
                fit(name, NORMAL, min(width, 160) - 24, bold=True),
                colours.ink,
                NORMAL,
                bold=True,
            ),
            words(x, y + 36, count, colours.ink, SMALL),
            *pieces_in_rows(seat, supply, x, y + 44, step, 10, edge or colours.ink),
            data_what="supply",
            data_why=why,
        )
    )


def _why_no_height(scene: Scene, seat: int) -> str | None:
    """The move behind the pieces in supply where none of them can be used."""
    if not scene.legal or seat != scene.sight.to_move:
        return None
    usable = any(DO_HEIGHT <= action < DO_CITY for action in scene.sight.legal)
    return None if usable else MOVES[DO_HEIGHT + 1]


# Buttons


def _buttons(
    scene: Scene, seat: int, x: float, y: float, width: float
) -> tuple[list[Element | Raw], float]:
    """The heights as little towers, and the end of the turn; none if it is not this seat's."""
    if seat != scene.sight.to_move or scene.sight.phase not in (BUILD, CITY) or not scene.legal:
        return [], 0.0
    done = DO_DONE in scene.legal
    caption = scene.label(DO_DONE) if done else ""
    long = min(max(110.0, text_width(caption, SMALL, bold=True) + 24), width)
    room = width - (long + GAP if done else 0)
    heights, high = _heights(scene, x, y, room, TALL)
    if high > 2 * (TALL + HEIGHTS_APART):  # three lines of low ones are hardly higher than two
        heights, high = _heights(scene, x, y, room, float(TOUCH))
    if done:
        strong = len(scene.legal) == 1
        left = x + width - long if heights else x
        heights.append(
            button(MOVES[DO_DONE], caption, left, y + 5, long, 48, scene.palette, strong=strong)
        )
    return heights, max(high, TALL)


def _heights(
    scene: Scene, x: float, y: float, width: float, high: float
) -> tuple[list[Element | Raw], float]:
    """The heights in lines of this width, and how high they are together."""
    drawn: list[Element | Raw] = []
    wide, gap = float(TOUCH), HEIGHTS_APART
    across = max(1, int((width + gap) // (wide + gap)))
    shown = _shown_heights(scene)
    for place, height in enumerate(shown):
        left, top = x + place % across * (wide + gap), y + place // across * (high + gap)
        drawn.append(_height(scene, height, left, top, wide, high))
    return drawn, -(-len(shown) // across) * (high + gap)


def _shown_heights(scene: Scene) -> list[int]:
    """The heights that can be built, and the lower ones in between that cannot."""
    heights = scene.sight.heights
    return list(range(1, heights[-1] + 1)) if heights else []


def _height(scene: Scene, height: int, x: float, y: float, wide: float, high: float) -> Raw:
    """A height as a little tower: a button, the one that is chosen, or greyed with the reason."""
    action, sight = DO_HEIGHT + height - 1, scene.sight
    lit = action in scene.legal
    said = scene.label(action) if lit else scene.why_not(action)
    manner = (lit, height in sight.heights, height == sight.height)
    return _kept_height(sight.to_move, height, said, manner, (x, y, wide, high), scene.palette)


@lru_cache(maxsize=4096)
def _kept_height(
    seat: int,
    height: int,
    said: str,
    manner: tuple[bool, bool, bool],
    place: tuple[float, float, float, float],
    colours: Palette,
) -> Raw:
    """The same as markup: lit, possible, chosen."""
    (lit, possible, chosen), (x, y, wide, high) = manner, place
    action = DO_HEIGHT + height - 1
    size = size_for(30 if high > TOUCH else 22)
    little = group(
        tower(seat, height, size),
        transform=f"translate({number(x + wide / 2)} {number(y + high - (12 if high > TOUCH else 8))})",
        aria_hidden="true",
    )
    if lit:
        return kept(button(MOVES[action], said, x, y, wide, high, colours, little, caption=""))
    frame = rect(
        x,
        y,
        wide,
        high,
        rx=RADIUS,
        fill=colours.gold if chosen else colours.panel,
        stroke=colours.accent if chosen else colours.line,
        stroke_width=2.5 if chosen else 1,
        stroke_dasharray=None if possible else "4 3",
    )
    return kept(
        group(
            Element("title", said),
            frame,
            group(little, opacity=None if chosen else 0.7 if possible else 0.3),
            class_="blocked",
            data_why=MOVES[action],
        )
    )


# The cards that are left


def track(scene: Scene, seat: int, x: float, y: float, width: float) -> tuple[Raw, float]:
    """All cards of a seat: still in the pile, open, or played; and what the marks mean."""
    sight = scene.sight
    legend = scene.say(
        "{pile} in the pile, {played} played",
        pile=sight.pile_sizes[seat],
        played=len(sight.discards[seat]),
    )
    waiting, shown = tuple(sight.pile_cards[seat]), tuple(sight.open_cards[seat])
    place = (x, y, width)
    return _kept_track(waiting, shown, sight.decks, legend, place, scene.palette), 42.0


@lru_cache(maxsize=512)
def _kept_track(
    waiting: tuple[int, ...],
    shown: tuple[int, ...],
    decks: int,
    legend: str,
    place: tuple[float, float, float],
    colours: Palette,
) -> Raw:
    """The same as markup: the cards in the pile, those that lie open, how many there are of each."""
    left, y, width = place
    unit = width / 15.1
    drawing = group(class_="track", data_what="track")
    below = words(left, y + 38, fit(legend, TINY, width), colours.faint, TINY)
    for card, name in enumerate(CARDS):
        wide = unit * (1.0 if card < 10 else 1.7)
        states = ["pile"] * waiting.count(card) + ["open"] * shown.count(card)
        states += ["played"] * (decks - len(states))
        drawing.add(track_cell(name, tuple(states), left, y, wide, colours))
        left += wide
    return kept(drawing.add(below))


@lru_cache(maxsize=4096)
def track_cell(
    name: str, states: tuple[str, ...], x: float, y: float, wide: float, colours: Palette
) -> Raw:
    """One kind of card: gold when open, bold when still to come, struck out when played."""
    label = name.replace("-", "–")
    here = "open" if "open" in states else "pile" if "pile" in states else "played"
    fill = {"open": colours.gold, "pile": colours.card, "played": "none"}[here]
    ink = {"open": "#2a1d10", "pile": colours.ink, "played": colours.faint}[here]
    size = TINY if wide >= (24 if len(label) < 3 else 42) else 11
    parts: list[Element | Raw] = [
        rect(
            x + 1,
            y,
            wide - 2,
            24,
            rx=4,
            fill=fill,
            stroke=colours.line if here == "played" else colours.faint,
            stroke_width=1,
        ),
        words(
            x + wide / 2,
            y + (16 if len(states) == 1 else 13),
            label,
            ink,
            size,
            anchor="middle",
            bold=here != "played",
            text_decoration="line-through" if here == "played" else None,
        ),
    ]
    if len(states) > 1:
        for i, state in enumerate(states):
            parts.append(
                rect(
                    x + wide / 2 - 7 + 8 * i,
                    y + 17,
                    6,
                    3.5,
                    fill={"open": colours.accent, "pile": ink, "played": "none"}[state],
                    stroke=ink,
                    stroke_width=0.6,
                )
            )
    return kept(group(*parts))
