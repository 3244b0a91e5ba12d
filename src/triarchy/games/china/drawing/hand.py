"""What lies before a player: the hand, the open cards and the deck, the supply, the buttons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from triarchy.games.china.drawing.pieces import (
    card_back,
    card_front,
    emissary,
    empty_card,
    fort,
    house,
    patterns,
)
from triarchy.games.china.drawing.scene import Scene
from triarchy.games.china.state import (
    COLOURS,
    DO_DRAW,
    DO_DRAW_DECK,
    DO_END,
    DO_PASS,
    DO_PAY,
    DO_SWAP,
    DRAW,
    EMISSARY,
    FORT,
    HAND,
    HOUSE,
    NONE,
    ROW,
)
from triarchy.kit.drawing import (
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
    wrap,
)
from triarchy.kit.svg import Element, Layers, Raw, group, kept, rect, target

GAP = 10.0
FAN = 16.0
"""How far a card of the same colour looks out from under the next."""
HEAD = 24.0
"""The height of a heading above cards."""
FOOT = float(TOUCH) + 6
"""The height of what is below cards: a caption, or the button that swaps them."""
LEFT = 16.0
ACROSS = 72.0
"""The width of a piece with the number that is left of it, where they stand side by side."""


@dataclass(frozen=True)
class Size:
    """How large cards are drawn; small ones are only looked at."""

    wide: float
    high: float
    small: bool = False


_HANDS, _ROWS = Layers(256), Layers(256)
WIDE_CARDS = (Size(66, 88), Size(54, 72), Size(46, 62))
"""Beside each other, the largest that there is room for."""
NARROW_CARDS = (Size(54, 62), Size(46, 62))
"""The larger ones where the row and the deck have room for them."""
SMALL_CARDS = Size(32, 42, small=True)


def draw_hand(scene: Scene, width: float) -> tuple[Element, float]:
    """The hand, the row and the buttons as a group at (0, 0), and their height."""
    drawn = group(Raw(patterns("china-card", 0.8)), class_="hand")
    height = _narrow(scene, drawn, width) if width < PHONE else _wide(scene, drawn, width)
    return drawn, height


def _narrow(scene: Scene, drawn: Element, width: float) -> float:
    """What is to be decided large, the rest small below it."""
    whose = scene.hand_of
    size = next((each for each in NARROW_CARDS if _across(each, 0.0) <= width), NARROW_CARDS[-1])
    foot = 2 + HEAD + size.high + FOOT + 4
    if whose is None or scene.sight.phase == DRAW:
        drawn.add(_row(scene, LEFT, 2, size))
        if whose is not None:
            drawn.add(_hand(scene, whose, LEFT, foot, SMALL_CARDS))
            drawn.add(supply(scene, whose, width - LEFT, foot + 18, across=True))
        return foot + SMALL_CARDS.high + 6
    drawn.add(_hand(scene, whose, LEFT, 2, size))
    drawn.add(supply(scene, whose, width - LEFT, 12, across=True))
    x = LEFT + HAND * (size.wide + GAP) + 4
    y = 2 + HEAD
    for action in _buttons(scene):
        tall = _tall(scene, action, width - x - LEFT)
        drawn.add(_button(scene, action, x, y, width - x - LEFT, tall))
        y += tall + 8
    drawn.add(_row(scene, LEFT, foot, SMALL_CARDS, width))
    return foot + SMALL_CARDS.high + 6


def _wide(scene: Scene, drawn: Element, width: float) -> float:
    """Hand, supply and row beside each other, and the buttons where there is room."""
    whose = scene.hand_of
    pieces = 0.0 if whose is None else 92.0
    size = next((each for each in WIDE_CARDS if _across(each, pieces) <= width), WIDE_CARDS[-1])
    x = LEFT
    if whose is not None:
        drawn.add(_hand(scene, whose, x, 4, size))
        x += HAND * (size.wide + GAP) + 16
        drawn.add(supply(scene, whose, x, 4 + HEAD + 8))
        x += pieces
    row = ROW * (size.wide + GAP) + size.wide + 12
    buttons = _buttons(scene)
    x = max(x, width - row - LEFT) if not buttons else x
    drawn.add(_row(scene, x, 4, size))
    x += row + 16
    height = HEAD + size.high + FOOT + 6
    for action in buttons:
        room = width - x - LEFT
        if room >= 150:
            tall = _tall(scene, action, room)
            drawn.add(_button(scene, action, x, 4 + HEAD + 14, min(room, 5 * tall), tall))
        else:
            tall = _tall(scene, action, width - 2 * LEFT)
            drawn.add(_button(scene, action, LEFT, height, min(width - 2 * LEFT, 7 * tall), tall))
            height += tall + 10
    return height


def _across(size: Size, pieces: float) -> float:
    """How wide hand, pieces and row are beside each other with cards of this size."""
    hand = HAND * (size.wide + GAP) + 16 if pieces else 0.0
    return LEFT + hand + pieces + ROW * (size.wide + GAP) + size.wide + 12 + LEFT


def _buttons(scene: Scene) -> list[int]:
    return [action for action in (DO_END, DO_PASS) if action in scene.legal]


def _tall(scene: Scene, action: int, width: float) -> float:
    """The height of a button: its lines must fit, and the only move there is has a large one."""
    lines = len(wrap(scene.label(action), SMALL, width - 12, bold=True))
    return max(1.4 * TOUCH if list(scene.legal) == [action] else TOUCH, 18.0 * lines + 16)


def _button(scene: Scene, action: int, x: float, y: float, width: float, height: float) -> Element:
    words_ = scene.label(action)
    return button(
        scene.sight.moves[action], words_, x, y, width, height, scene.palette, strong=True
    )


def _heading(scene: Scene, what: str, x: float, y: float, width: float) -> Element:
    return words(x, y + 16, fit(what, SMALL, width), scene.palette.faint, SMALL)


def _caption(what: str, x: float, y: float, width: float, colours: Palette) -> Element:
    """What a click on a card does, below it."""
    return words(
        x + width / 2, y + 15, fit(what, TINY, width + GAP, bold=True), colours.accent,
        TINY, anchor="middle", bold=True,
    )  # fmt: skip


def _lit(x: float, y: float, width: float, height: float, colours: Palette) -> Element:
    return rect(
        x - 3,
        y - 3,
        width + 6,
        height + 6,
        rx=RADIUS + 3,
        fill=colours.card,
        stroke=colours.accent,
        stroke_width=2.5,
    )


@lru_cache(maxsize=2048)
def _to_press(
    move: str,
    said: tuple[str, str],
    shown: Raw,
    place: tuple[float, float, float, float],
    colours: Palette,
) -> Raw:
    """Cards that can be played or taken, as markup: their label, and the caption below them."""
    (label, caption), (x, y, width, high) = said, place
    frame = _lit(x, y, width, high, colours)
    return kept(target(move, label, frame, shown, _caption(caption, x, y + high, width, colours)))


# The hand


def _hand(scene: Scene, seat: int, x: float, y: float, size: Size) -> Element | Raw:
    """The cards of a player; kept for those who can play none now."""
    say, reader = scene.say, scene.reader
    yours = seat == reader.seat
    title = say("Your hand") if yours else say("Hand of {name}", name=reader.names[seat])
    if scene.legal:
        return _draw_hand(scene, seat, title, x, y, size)
    shown = (seat, title, *scene.sight.hand(seat), scene.sight.hand_size(seat))
    key = (shown, reader.language, scene.palette, x, y, size)
    return _HANDS.get(key, lambda: [_draw_hand(scene, seat, title, x, y, size)])


def _draw_hand(scene: Scene, seat: int, title: str, x: float, y: float, size: Size) -> Element:
    """The cards, those of a colour together: what is swapped or paid is a colour."""
    drawn, top = group(), y
    if not size.small:
        drawn.add(_heading(scene, title, x, y, HAND * (size.wide + GAP) - 16))
        top += HEAD
    stacks = _stacks(scene, seat)
    room = HAND * (size.wide + GAP) - GAP
    cards = sum(count for _, count in stacks)
    wanted = len(stacks) * (size.wide + GAP) + (cards - len(stacks)) * FAN
    fan = FAN if wanted <= room + GAP and not size.small else 10.0
    for colour, count in stacks:
        drawn.add(*_stack(scene, seat, colour, count, x, top, size, fan))
        x += size.wide + fan * (count - 1) + GAP
    if scene.sight.hand_size(seat) == 0 and not stacks:
        drawn.add(empty_card(x, top, size.wide, size.high, scene.palette))
    return drawn


def _stacks(scene: Scene, seat: int) -> list[tuple[int, int]]:
    """Colours and how many cards of each; every colour that can be played has at least one."""
    held = list(scene.sight.hand(seat))
    for action in scene.legal:
        if DO_SWAP <= action < DO_DRAW:
            colour = (action - DO_SWAP) % len(COLOURS)
            held[colour] = max(held[colour], 1)
    return [(colour, count) for colour, count in enumerate(held) if count]


def _stack(
    scene: Scene, seat: int, colour: int, count: int, x: float, y: float, size: Size, fan: float
) -> list[Element | Raw]:
    """The cards of a colour, to pay with; and below them the button that swaps one of them."""
    word = "" if size.small else scene.colour(colour)
    shown = _fan(seat, colour, count, word, (x, y, fan), size)
    high, width = size.high, size.wide + fan * (count - 1)
    pay, swap = DO_PAY + colour, DO_SWAP + colour
    place = (x, y, width, high)
    if pay in scene.legal:
        said = (scene.label(pay), _price(scene, colour))
        return [_to_press(scene.sight.moves[pay], said, shown, place, scene.palette)]
    drawn: list[Element | Raw] = [_payer(scene, colour, place, shown)]
    if swap in scene.legal:
        said = (scene.label(swap), scene.say("swap"))
        drawn.append(_swap(scene.sight.moves[swap], said, x, y + high + 6, width, scene.palette))
    return drawn


@lru_cache(maxsize=1024)
def _swap(
    move: str, said: tuple[str, str], x: float, y: float, width: float, colours: Palette
) -> Raw:
    """The button below cards that swaps one of them, as markup."""
    size = SMALL if text_width(said[1], SMALL, bold=True) <= width - 6 else TINY
    caption = words(
        x + width / 2, y + TOUCH / 2 + 5, said[1], colours.ink, size, anchor="middle", bold=True
    )
    return kept(button(move, said[0], x, y, width, TOUCH, colours, caption, caption=""))


@lru_cache(maxsize=2048)
def _fan(
    seat: int, colour: int, count: int, word: str, place: tuple[float, float, float], size: Size
) -> Raw:
    """So many cards of a colour, each a little farther right, as markup; the last has the word."""
    x, y, step = place
    cards = []
    for k in range(count):
        shown = word if k == count - 1 else ""
        front = card_front(colour, shown, x + step * k, y, size.wide, size.high)
        cards.append(group(front, data_key=f"card-{seat}-{COLOURS[colour]}-{k}"))
    return kept(*cards)


def _payer(
    scene: Scene, colour: int, place: tuple[float, float, float, float], shown: Raw
) -> Element:
    """Cards that show, once pressed, where they can pay."""
    sight, pay = scene.sight, DO_PAY + colour
    places = sight.paid_by.get(colour) if scene.legal else None
    if not places:
        return _card_group(scene, pay, shown)
    return group(
        _lit(*place, scene.palette),
        shown,
        class_="target",
        data_for=",".join(sight.moves[action] for action in places),
        data_then=sight.moves[pay],
        role="button",
        tabindex="0",
        aria_label=scene.say("Show where {colour} can pay", colour=scene.colour(colour)),
    )


def _card_group(scene: Scene, action: int, shown: Element | Raw) -> Element:
    """Cards that cannot be played or taken now: who may move and presses them is told why."""
    if not scene.legal:
        return group(shown)
    return group(shown, class_="blocked", data_why=scene.sight.moves[action])


def _price(scene: Scene, colour: int) -> str:
    """How many cards of this colour pay; the price of a joker is two."""
    own = colour == scene.sight.province_of(scene.sight.piece).colour
    return scene.say("pay 1") if own else scene.say("pay 2")


def supply(scene: Scene, seat: int, x: float, y: float, across: bool = False) -> Raw:
    """The pieces a player has left, one kind below the other; or `across`, with `x` their end."""
    kinds = (HOUSE, EMISSARY, FORT) if scene.sight.with_forts else (HOUSE, EMISSARY)
    left = tuple(scene.sight.supply(seat))
    return _kept_supply(seat, kinds, left, (x, y), across, scene.palette)


@lru_cache(maxsize=2048)
def _kept_supply(
    seat: int,
    kinds: tuple[int, ...],
    left: tuple[int, ...],
    place: tuple[float, float],
    across: bool,
    colours: Palette,
) -> Raw:
    """The same as markup."""
    x, y = place
    drawn = group(data_what="supply")
    for number, kind in enumerate(kinds):
        at_x = x - ACROSS * (len(kinds) - number) if across else x
        at_y = y if across else y + 10 + 26 * number
        ink = colours.ink if left[kind] else colours.faint
        drawn.add(
            _piece(seat, kind, at_x + 12, at_y),
            words(at_x + 27, at_y + 5, f"× {left[kind]}", ink, SMALL),
        )
    return kept(drawn)


def _piece(seat: int, kind: int, x: float, y: float) -> Element:
    if kind == HOUSE:
        return house(seat, x, y, 9.5)
    return emissary(seat, x, y, 9) if kind == EMISSARY else fort(x, y, 8.5)


# The open cards and the deck


def _row(scene: Scene, x: float, y: float, size: Size, width: float = 0.0) -> Raw:
    """The open cards and the deck, kept: others' turns and one's own pieces leave them alike. Beside
    small ones, up to the `width` of the hand, it is said which deck it is."""
    sight = scene.sight
    shown = (*sight.open, sight.deck_size, sight.discards_size, sight.exhausted)
    drawable = tuple(action for action in scene.legal if action >= DO_DRAW)
    lit = (bool(scene.legal), drawable, sight.board)
    key = (shown, lit, scene.reader.language, scene.palette, x, y, size, width)
    return _ROWS.get(key, lambda: [_draw_row(scene, x, y, size, width)])


def _draw_row(scene: Scene, x: float, y: float, size: Size, width: float) -> Element:
    sight, say = scene.sight, scene.say
    through = say("Deck, second time") if sight.exhausted else say("Deck, first time")
    if sight.exhausted == 2:
        through = say("The deck is used up")
    discarded = say("{count} discarded", count=sight.discards_size)
    if DO_DRAW_DECK in scene.legal and not size.small:
        discarded = ""  # the caption of the deck stands in its place
    said = (say("Open cards"), through, discarded)
    drawn = group(_row_words(said, (x, y, width), size, scene.palette))
    top = y if size.small else y + HEAD
    for slot in range(ROW):
        drawn.add(_open_card(scene, slot, x, top, size))
        x += size.wide + GAP
    return drawn.add(_deck(scene, x + 4, top, size))


@lru_cache(maxsize=1024)
def _row_words(
    said: tuple[str, str, str], place: tuple[float, float, float], size: Size, colours: Palette
) -> Raw:
    """What is said around the open cards, as markup: a heading, which deck it is, the discards."""
    (heading, through, discarded), (x, y, width), faint = said, place, colours.faint
    end = x + ROW * (size.wide + GAP) + 4 + size.wide
    if size.small:
        lines = [*wrap(through, TINY, width - end - 16), discarded]
        step = size.high / len(lines)
        return kept(
            *(
                words(end + 12, y + step * (number + 0.5) + 4, line, faint, TINY)
                for number, line in enumerate(lines)
            )
        )
    drawn = [
        words(x, y + 16, fit(heading, SMALL, 2 * size.wide), faint, SMALL),
        words(end, y + 16, through, faint, SMALL, anchor="end"),
    ]
    if discarded:
        below = y + HEAD + size.high + 15
        drawn.append(words(end, below, discarded, faint, TINY, anchor="end"))
    return kept(*drawn)


def _open_card(scene: Scene, slot: int, x: float, y: float, size: Size) -> Element | Raw:
    colour, wide, high = scene.sight.open[slot], size.wide, size.high
    if colour == NONE:
        return empty_card(x, y, wide, high, scene.palette)
    shown = _open_face(slot, colour, "" if size.small else scene.colour(colour), x, y, size)
    action = DO_DRAW + slot
    if action not in scene.legal:
        return _card_group(scene, action, shown)
    said = (scene.label(action), scene.say("take"))
    return _to_press(scene.sight.moves[action], said, shown, (x, y, wide, high), scene.palette)


@lru_cache(maxsize=2048)
def _open_face(slot: int, colour: int, word: str, x: float, y: float, size: Size) -> Raw:
    """An open card as markup."""
    front = card_front(colour, word, x, y, size.wide, size.high)
    return kept(group(front, data_key=f"open-{slot + 1}"))


def _deck(scene: Scene, x: float, y: float, size: Size) -> Element | Raw:
    count, wide, high = scene.sight.deck_size, size.wide, size.high
    if count == 0:
        return empty_card(x, y, wide, high, scene.palette)
    shown = _backs(count, x, y, size, scene.palette)
    if DO_DRAW_DECK not in scene.legal:
        return _card_group(scene, DO_DRAW_DECK, shown)
    said, move = (scene.label(DO_DRAW_DECK), scene.say("draw")), scene.sight.moves[DO_DRAW_DECK]
    return _to_press(move, said, shown, (x, y, wide, high), scene.palette)


@lru_cache(maxsize=1024)
def _backs(count: int, x: float, y: float, size: Size, colours: Palette) -> Raw:
    """The cards of the deck as markup, with their number."""
    wide, high = size.wide, size.high
    below = [card_back(x + 3, y - 3, wide, high, colours)] if count > 1 else []
    top = card_back(x, y, wide, high, colours, str(count))
    return kept(group(*below, top, data_key="deck", data_what="deck"))
