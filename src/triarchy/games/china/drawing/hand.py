"""What lies before a player: the hand, the open cards and the deck, the supply, the buttons."""

from __future__ import annotations

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
    PAY,
    ROW,
)
from triarchy.kit.drawing import PHONE, RADIUS, SMALL, TINY, TOUCH, button, fit, words
from triarchy.kit.svg import Element, Raw, group, rect, target

GAP = 10.0
FAN = 16.0
"""How far a card of the same colour looks out from under the next."""
HEAD = 24.0
"""The height of a heading above cards."""
FOOT = 20.0
"""The height of a caption below cards."""


def draw_hand(scene: Scene, width: float) -> tuple[Element, float]:
    """The hand, the row and the buttons as a group at (0, 0), and their height."""
    phone = width < PHONE
    wide, high = (54.0, 70.0) if phone else (66.0, 88.0)
    block = HEAD + high + FOOT + 4
    drawn = group(Raw(patterns("china-card", 0.8)), class_="hand")
    whose = scene.hand_of
    buttons = [action for action in (DO_END, DO_PASS) if action in scene.legal]
    if phone:
        y = 4.0
        if whose is not None:
            drawn.add(_hand(scene, whose, 16, y, wide, high))
            drawn.add(supply(scene, whose, 16 + 3 * (wide + GAP) + 14, y + HEAD + 8))
            y += block
        drawn.add(_row(scene, 16, y, wide, high))
        y += block
        for action in buttons:
            tall = _tall(scene, action)
            drawn.add(_button(scene, action, 16, y + 4, width - 32, tall))
            y += tall + 12
        return drawn, y + 4
    x = 16.0
    if whose is not None:
        drawn.add(_hand(scene, whose, x, 6, wide, high))
        x += HAND * (wide + GAP) + 16
        drawn.add(supply(scene, whose, x, 6 + HEAD + 8))
        x += 92
    row = ROW * (wide + GAP) + wide + 12
    if x + row + 16 > width:
        drawn.add(_row(scene, 16, 6 + block, wide, high))
        height = 2 * block + 10
    else:
        x = max(x, width - row - 16) if not buttons else x
        drawn.add(_row(scene, x, 6, wide, high))
        height = block + 10
        x += row + 16
    for action in buttons:
        room = width - x - 16
        tall = _tall(scene, action)
        if height < 2 * block and room >= 150:
            drawn.add(_button(scene, action, x, 6 + HEAD + 14, min(room, 5 * tall), tall))
        else:
            drawn.add(_button(scene, action, 16, height, min(width - 32, 7 * tall), tall))
            height += tall + 10
    return drawn, height


def _tall(scene: Scene, action: int) -> float:
    """The height of a button: the only move there is has the large one."""
    return 1.4 * TOUCH if list(scene.legal) == [action] else TOUCH


def _button(scene: Scene, action: int, x: float, y: float, width: float, height: float) -> Element:
    words_ = scene.label(action)
    return button(
        scene.sight.moves[action], words_, x, y, width, height, scene.palette, strong=True
    )


def _heading(scene: Scene, what: str, x: float, y: float, width: float) -> Element:
    return words(x, y + 16, fit(what, SMALL, width), scene.palette.faint, SMALL)


def _caption(scene: Scene, what: str, x: float, y: float, width: float) -> Element:
    """What a click on a card does, below it."""
    return words(
        x + width / 2, y + 15, fit(what, TINY, width + GAP, bold=True), scene.palette.accent,
        TINY, anchor="middle", bold=True,
    )  # fmt: skip


def _lit(scene: Scene, x: float, y: float, width: float, height: float) -> Element:
    return rect(
        x - 3,
        y - 3,
        width + 6,
        height + 6,
        rx=RADIUS + 3,
        fill=scene.palette.card,
        stroke=scene.palette.accent,
        stroke_width=2.5,
    )


# The hand


def _hand(scene: Scene, seat: int, x: float, y: float, wide: float, high: float) -> Element:
    """The cards, those of a colour together: what is swapped or paid is a colour."""
    say = scene.say
    yours = seat == scene.reader.seat
    title = say("Your hand") if yours else say("Hand of {name}", name=scene.reader.names[seat])
    drawn = group(_heading(scene, title, x, y, HAND * (wide + GAP)))
    top = y + HEAD
    stacks = _stacks(scene, seat)
    room = HAND * (wide + GAP) - GAP
    singles = sum(count for _, count in stacks)
    fan = FAN if len(stacks) * (wide + GAP) + (singles - len(stacks)) * FAN <= room + GAP else 10.0
    for colour, count in stacks:
        width = wide + fan * (count - 1)
        drawn.add(_stack(scene, seat, colour, count, x, top, wide, high, fan))
        x += width + GAP
    if scene.sight.hand_size(seat) == 0 and not stacks:
        drawn.add(empty_card(x, top, wide, high, scene.palette))
    return drawn


def _stacks(scene: Scene, seat: int) -> list[tuple[int, int]]:
    """Colours and how many cards of each; every colour that can be played has at least one."""
    held = scene.sight.hand(seat)
    for action in scene.legal:
        if DO_SWAP <= action < DO_DRAW:
            colour = (action - DO_SWAP) % len(COLOURS)
            held[colour] = max(held[colour], 1)
    return [(colour, count) for colour, count in enumerate(held) if count]


def _stack(
    scene: Scene,
    seat: int,
    colour: int,
    count: int,
    x: float,
    y: float,
    wide: float,
    high: float,
    fan: float,
) -> Element:
    word = scene.colour(colour)
    shown = [
        group(
            card_front(colour, word if k == count - 1 else "", x + fan * k, y, wide, high),
            data_key=f"card-{seat}-{COLOURS[colour]}-{k}",
        )
        for k in range(count)
    ]
    width = wide + fan * (count - 1)
    for action in (DO_SWAP + colour, DO_PAY + colour):
        if action in scene.legal:
            return target(
                scene.sight.moves[action],
                scene.label(action),
                _lit(scene, x, y, width, high),
                *shown,
                _caption(scene, _what(scene, action), x, y + high, width),
            )
    blocked = DO_PAY if scene.sight.phase == PAY else DO_SWAP
    return _card_group(scene, blocked + colour, *shown)


def _card_group(scene: Scene, action: int, *shown: Element) -> Element:
    """Cards that cannot be played or taken now: who may move and presses them is told why."""
    if not scene.legal:
        return group(*shown)
    return group(*shown, class_="blocked", data_why=scene.sight.moves[action])


def _what(scene: Scene, action: int) -> str:
    """One word for a caption; the price of a joker is two cards."""
    if action < DO_PAY:
        return scene.say("swap")
    province = scene.sight.province_of(scene.sight.piece)
    own = action - DO_PAY == province.colour
    return scene.say("pay 1") if own else scene.say("pay 2")


def supply(scene: Scene, seat: int, x: float, y: float) -> Element:
    """The pieces a player has left, one kind below the other."""
    left = scene.sight.supply(seat)
    shown: list[tuple[Element, int]] = [
        (house(seat, x + 12, y + 10, 9.5), left[HOUSE]),
        (emissary(seat, x + 12, y + 36, 9), left[EMISSARY]),
    ]
    if scene.sight.with_forts:
        shown.append((fort(x + 12, y + 62, 8.5), left[FORT]))
    drawn = group(data_what="supply")
    for line, (piece, count) in enumerate(shown):
        ink = scene.palette.ink if count else scene.palette.faint
        drawn.add(piece, words(x + 30, y + 15 + 26 * line, f"× {count}", ink, SMALL))
    return drawn


# The open cards and the deck


def _row(scene: Scene, x: float, y: float, wide: float, high: float) -> Element:
    sight, say = scene.sight, scene.say
    through = say("Deck, second time") if sight.exhausted else say("Deck, first time")
    if sight.exhausted == 2:
        through = say("The deck is used up")
    end = x + ROW * (wide + GAP) + 4 + wide
    drawn = group(
        _heading(scene, say("Open cards"), x, y, 2 * wide),
        words(end, y + 16, through, scene.palette.faint, SMALL, anchor="end"),
    )
    top = y + HEAD
    for slot in range(ROW):
        drawn.add(_open_card(scene, slot, x, top, wide, high))
        x += wide + GAP
    if DO_DRAW_DECK not in scene.legal:
        said = say("{count} discarded", count=sight.discards_size)
        drawn.add(words(end, top + high + 15, said, scene.palette.faint, TINY, anchor="end"))
    return drawn.add(_deck(scene, x + 4, top, wide, high))


def _open_card(scene: Scene, slot: int, x: float, y: float, wide: float, high: float) -> Element:
    colour = scene.sight.open[slot]
    if colour == NONE:
        return empty_card(x, y, wide, high, scene.palette)
    shown = group(
        card_front(colour, scene.colour(colour), x, y, wide, high), data_key=f"open-{slot + 1}"
    )
    action = DO_DRAW + slot
    if action not in scene.legal:
        return _card_group(scene, action, shown)
    return target(
        scene.sight.moves[action],
        scene.label(action),
        _lit(scene, x, y, wide, high),
        shown,
        _caption(scene, scene.say("take"), x, y + high, wide),
    )


def _deck(scene: Scene, x: float, y: float, wide: float, high: float) -> Element:
    size = scene.sight.deck_size
    if size == 0:
        return empty_card(x, y, wide, high, scene.palette)
    shown = group(
        card_back(x + 3, y - 3, wide, high, scene.palette) if size > 1 else "",
        card_back(x, y, wide, high, scene.palette, str(size)),
        data_key="deck",
        data_what="deck",
    )
    if DO_DRAW_DECK not in scene.legal:
        return _card_group(scene, DO_DRAW_DECK, shown)
    return target(
        scene.sight.moves[DO_DRAW_DECK],
        scene.label(DO_DRAW_DECK),
        _lit(scene, x, y, wide, high),
        shown,
        _caption(scene, scene.say("draw"), x, y + high, wide),
    )
