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
CAPTION = 16.0
"""The height of a caption below cards."""
LEFT = 16.0
ACROSS = 72.0
"""The width of a piece with the number that is left of it, where they stand side by side."""


@dataclass(frozen=True)
class Size:
    """How large cards are drawn."""

    wide: float
    high: float


_HANDS, _ROWS = Layers(256), Layers(256)
WIDE_CARDS = (Size(66, 88), Size(54, 72), Size(46, 62))
"""Beside each other, the largest that there is room for."""
NARROW_CARDS = (Size(54, 52), Size(46, 52))
"""The larger ones where the row and the deck have room for them."""
BUTTON = 150.0
"""The least width of a button beside the cards."""


def draw_hand(scene: Scene, width: float) -> tuple[Element, float]:
    """The hand, the row and the buttons as a group at (0, 0), and their height."""
    drawn = group(Raw(patterns("china-card", 0.8)), class_="hand")
    height = _narrow(scene, drawn, width) if width < PHONE else _wide(scene, drawn, width)
    return drawn, height


def _narrow(scene: Scene, drawn: Element, width: float) -> float:
    """The row below the hand, beside it the buttons: all keep their places through a turn."""
    whose = scene.hand_of
    size = next((each for each in NARROW_CARDS if _across(each, 0.0) <= width), NARROW_CARDS[-1])
    aside = LEFT + HAND * (size.wide + GAP) + 4
    room = width - aside - LEFT
    if whose is not None:
        drawn.add(_hand(scene, whose, LEFT, 2, size))
        drawn.add(supply(scene, whose, width - LEFT, 12, across=True))
    y = 2 + HEAD
    for action in _buttons(scene):
        tall = _tall(scene, action, room)
        drawn.add(_button(scene, action, aside, y, room, tall))
        y += tall + 8
    below = 2 + HEAD + size.high + FOOT + 4
    drawn.add(_row(scene, LEFT, below, size, (aside, room)))
    return below + size.high + CAPTION


def _wide(scene: Scene, drawn: Element, width: float) -> float:
    """Hand, supply, row and buttons beside each other, each in its place through a turn."""
    whose = scene.hand_of
    pieces = 0.0 if whose is None else 92.0
    for size in WIDE_CARDS:
        room = width - _across(size, pieces) - 16
        if room >= BUTTON:
            break
    x, top = LEFT, 4 + HEAD
    if whose is not None:
        drawn.add(_hand(scene, whose, x, 4, size))
        x += HAND * (size.wide + GAP) + 16
        drawn.add(supply(scene, whose, x, top + 8))
        x += pieces
    drawn.add(_row(scene, x, top, size))
    height = HEAD + size.high + FOOT + 6
    spot = (width - LEFT - room, top + 14) if room >= BUTTON else (LEFT, height)
    room = room if room >= BUTTON else width - 2 * LEFT
    y = spot[1]
    for action in _buttons(scene):
        tall = _tall(scene, action, room)
        drawn.add(_button(scene, action, spot[0], y, min(room, 6 * tall), tall))
        y += tall + 10
    return height if spot[1] < height else height + 1.4 * TOUCH + 10


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
    title = say("Your hand") if yours else say("{name}'s hand", name=reader.names[seat])
    if scene.legal:
        return _draw_hand(scene, seat, title, x, y, size)
    shown = (seat, title, *scene.sight.hand(seat), scene.sight.hand_size(seat))
    key = (shown, reader.language, scene.palette, x, y, size)
    return _HANDS.get(key, lambda: [_draw_hand(scene, seat, title, x, y, size)])


def _draw_hand(scene: Scene, seat: int, title: str, x: float, y: float, size: Size) -> Element:
    """The cards, those of a colour together: what is swapped or paid is a colour."""
    top = y + HEAD
    drawn = group(_heading(scene, title, x, y, HAND * (size.wide + GAP) - 16))
    stacks = _stacks(scene, seat)
    room = HAND * (size.wide + GAP) - GAP
    cards = sum(count for _, count in stacks)
    wanted = len(stacks) * (size.wide + GAP) + (cards - len(stacks)) * FAN
    fan = FAN if wanted <= room + GAP else 10.0
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
    shown = _fan(seat, colour, count, scene.colour(colour), (x, y, fan), size)
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
        seat = scene.hand_of
        count = 0 if seat is None else sight.hand(seat)[colour]
        name = scene.say("{colour}: {count} in hand", colour=scene.colour(colour), count=count)
        return _card_group(scene, pay, name, shown)
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


def _card_group(scene: Scene, action: int, name: str, shown: Element | Raw) -> Element:
    """Cards that cannot be played or taken now: who may move and presses them is told why."""
    if not scene.legal:
        return group(shown)
    label = f"{name}. {scene.say('Not possible now.')}"
    return group(shown, class_="blocked", data_why=scene.sight.moves[action], aria_label=label)


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


def _row(
    scene: Scene, x: float, y: float, size: Size, aside: tuple[float, float] | None = None
) -> Raw:
    """The open cards and the deck, kept: others' turns and one's own pieces leave them alike.

    Which deck it is stands above them; or `aside`, above their right end (from where, how wide).
    """
    sight = scene.sight
    shown = (*sight.open, sight.deck_size, sight.discards_size, sight.exhausted)
    drawable = tuple(action for action in scene.legal if action >= DO_DRAW)
    lit = (bool(scene.legal), drawable, sight.board)
    key = (shown, lit, scene.reader.language, scene.palette, x, y, size, aside)
    return _ROWS.get(key, lambda: [_draw_row(scene, x, y, size, aside)])


def _draw_row(
    scene: Scene, x: float, y: float, size: Size, aside: tuple[float, float] | None
) -> Element:
    sight, say = scene.sight, scene.say
    through = (
        say("Deck (second time through)") if sight.exhausted else say("Deck (first time through)")
    )
    if sight.exhausted == 2:
        through = say("The deck has run out")
    discarded = say("{count} discarded", count=sight.discards_size)
    if aside:
        drawn = group(_words_aside((through, discarded), aside, y, scene.palette))
    else:
        # The caption of the deck, where it can be drawn from, stands in the place of the discards.
        below = "" if DO_DRAW_DECK in scene.legal else discarded
        said = (say("Face-up cards"), through, below)
        drawn = group(_row_words(said, (x, y), size, scene.palette))
    for slot in range(ROW):
        drawn.add(_open_card(scene, slot, x, y, size))
        x += size.wide + GAP
    return drawn.add(_deck(scene, x + 4, y, size))


@lru_cache(maxsize=1024)
def _words_aside(
    said: tuple[str, str], aside: tuple[float, float], below: float, colours: Palette
) -> Raw:
    """Which deck it is and how much is discarded, from below, as markup."""
    (x, room), (through, discarded) = aside, said
    lines = [*wrap(through, TINY, room), discarded]
    return kept(
        *(
            words(x, below - 6 - 15 * number, line, colours.faint, TINY)
            for number, line in enumerate(reversed(lines))
        )
    )


@lru_cache(maxsize=1024)
def _row_words(
    said: tuple[str, str, str], place: tuple[float, float], size: Size, colours: Palette
) -> Raw:
    """What is said around the open cards, as markup: a heading, which deck it is, the discards."""
    (heading, through, discarded), (x, y), faint = said, place, colours.faint
    end = x + ROW * (size.wide + GAP) + 4 + size.wide
    drawn = [
        words(x, y - 8, fit(heading, SMALL, 2 * size.wide), faint, SMALL),
        words(end, y - 8, through, faint, SMALL, anchor="end"),
    ]
    if discarded:
        drawn.append(words(end, y + size.high + 15, discarded, faint, TINY, anchor="end"))
    return kept(*drawn)


def _open_card(scene: Scene, slot: int, x: float, y: float, size: Size) -> Element | Raw:
    colour, wide, high = scene.sight.open[slot], size.wide, size.high
    if colour == NONE:
        return empty_card(x, y, wide, high, scene.palette)
    shown = _open_face(slot, colour, scene.colour(colour), x, y, size)
    action = DO_DRAW + slot
    if action not in scene.legal:
        name = scene.say(
            "Face-up card {slot}: {colour}", slot=slot + 1, colour=scene.colour(colour)
        )
        return _card_group(scene, action, name, shown)
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
        return _card_group(scene, DO_DRAW_DECK, scene.say("The deck"), shown)
    said, move = (scene.label(DO_DRAW_DECK), scene.say("draw")), scene.sight.moves[DO_DRAW_DECK]
    return _to_press(move, said, shown, (x, y, wide, high), scene.palette)


@lru_cache(maxsize=1024)
def _backs(count: int, x: float, y: float, size: Size, colours: Palette) -> Raw:
    """The cards of the deck as markup, with their number."""
    wide, high = size.wide, size.high
    below = [card_back(x + 3, y - 3, wide, high, colours)] if count > 1 else []
    top = card_back(x, y, wide, high, colours, str(count))
    return kept(group(*below, top, data_key="deck", data_what="deck"))
