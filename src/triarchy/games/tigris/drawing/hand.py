"""What a player holds and decides off the board: tiles, leaders, catastrophes, buttons."""

from __future__ import annotations

from functools import lru_cache

from triarchy.games.tigris.drawing import pieces
from triarchy.games.tigris.drawing.blocks import Block, Drawn, flow
from triarchy.games.tigris.drawing.conflict import conflict_block, wars_block
from triarchy.games.tigris.drawing.scene import Scene
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import (
    COLOURS,
    DO_CATASTROPHE,
    DO_DISCARD,
    DO_DRAW,
    DO_LEADER,
    DO_MONUMENT,
    DO_NO_MONUMENT,
    DO_PASS,
    DO_SWAP,
    DO_TILE,
    DO_WITHDRAW,
    MONUMENT,
    MONUMENTS,
    NONE,
    PAIRS,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
    SWAP,
    WAR,
)
from triarchy.games.tigris.text.words import CELL_NAMES, TITLES, speaker
from triarchy.kit.drawing import (
    PHONE,
    RADIUS,
    SMALL,
    TINY,
    TOUCH,
    Palette,
    button,
    text_width,
    words,
    wrap,
)
from triarchy.kit.svg import Element, Raw, group, moved, rect, target, whole

TITLE = 20
"""The room for the heading above a block; a narrow hand does without."""
OVERLAP = 0.34
"""How much of a tile can be seen that lies behind another one."""
NARROW_BUTTON = 108.0
"""The width of a button beside the leaders of a narrow hand."""
Box = tuple[float, float, float, float]
"""The top-left corner, the width and the height."""


# The pieces, by all that they show


@lru_cache(maxsize=4096)
def tiles_in_hand(x: float, y: float, size: float, colour: int, number: int) -> Raw:
    """Tiles of one colour, one half behind the other."""
    face, half = pieces.tile(colour, size), size / 2
    tiles = [
        moved(
            x + half + i * size * OVERLAP,
            y + half,
            face,
            data_key=f"hand-{COLOURS[colour]}-{i}",
            data_what=f"tile-{COLOURS[colour]}",
        )
        for i in range(number)
    ]
    return whole(*tiles)


@lru_cache(maxsize=4096)
def leader_in_hand(
    x: float, y: float, size: float, leader: tuple[int, int], cell: int, ink: str, language: str
) -> Raw:
    """The disc, at home or only its shadow while it is on the board, with its place below."""
    seat, colour = leader
    at_home = cell == NONE
    half = size / 2
    name = speaker(language)(TITLES[colour]) if at_home else CELL_NAMES[cell]
    disc = moved(
        x + half,
        y + half,
        pieces.leader(seat, colour, size * 0.92),
        data_key=f"leader-{seat}-{COLOURS[colour]}" if at_home else None,
        opacity=None if at_home else ".4",
        data_what="leader",
    )
    height = min(TINY, TINY * (size + 4) / text_width(name, TINY))
    place = words(x + half, y + size + 13, name, ink, height, anchor="middle", bold=not at_home)
    return whole(disc, place)


@lru_cache(maxsize=1024)
def catastrophes_in_hand(x: float, y: float, size: float, number: int) -> Raw:
    face, half = pieces.catastrophe(size), size / 2
    spots = [x + half + i * size * 0.3 for i in range(number)]
    return whole(*(moved(spot, y + half, face, data_what="catastrophe") for spot in spots))


@lru_cache(maxsize=4096)
def pressable(move: str, label: str, box: Box, colours: Palette, *content: Raw) -> Raw:
    """A target with the light behind it."""
    x, y, width, height = box
    light = rect(
        x - 4,
        y - 4,
        width + 8,
        height + 8,
        rx=RADIUS,
        fill=colours.card,
        stroke=colours.accent,
        stroke_width=1.5,
    )
    return whole(target(move, label, light, *content))


@lru_cache(maxsize=1024)
def ring_around(box: Box, colours: Palette) -> Raw:
    """The ring around the piece that has been chosen."""
    x, y, width, height = box
    return whole(
        rect(
            x - 5,
            y - 5,
            width + 10,
            height + 10,
            rx=RADIUS + 2,
            fill="none",
            stroke=colours.accent,
            stroke_width=3,
        )
    )


@lru_cache(maxsize=1024)
def word_button(
    move: str, label: str, x: float, y: float, width: float, colours: Palette, strong: bool
) -> Raw:
    return whole(button(move, label, x, y, width, TOUCH, colours, strong=strong))


def narrow_button(name: str) -> float:
    """How wide a button on a narrow page must be for its words in two lines, which are as high as it is."""
    width = NARROW_BUTTON
    while (
        len(lines := wrap(name, SMALL, width - 12, bold=True)) > 2
        or max(text_width(line, SMALL, bold=True) for line in lines) > width - 12
    ):
        width += 4
    return width


def hand_at_rest(sight: TigrisSight, seat: int) -> tuple[object, ...]:
    """All that the hand of a seat shows while nothing can be pressed in it and no wars are listed."""
    playing = sight.active == seat
    return (
        seat,
        *sight.hands[seat],
        *sight.leader_cells[seat],
        sight.catastrophes_left[seat],
        sight.piece if playing else NONE,
        tuple(sight.swapped) if playing and sight.phase == SWAP else None,
        sight.conflict,
    )


class HandPicture:
    """The bar below the board, for the seat that looks; an onlooker sees conflicts alone."""

    def __init__(self, scene: Scene, width: float) -> None:
        self.scene = scene
        self.sight = scene.sight
        self.seat = scene.reader.seat
        self.width = width
        self.colours = scene.palette
        self.legal = set(scene.legal)
        self.say = scene.say
        self.narrow = width < PHONE
        self.size = 46.0 if self.narrow else 54.0
        self.title = 2 if self.narrow else TITLE

    def draw(self, x: float, y: float) -> tuple[Drawn, float]:
        """The bar with its top-left corner here, and its height."""
        phase = self.sight.phase
        blocks: list[Block] = []
        if self.sight.conflict is not None:
            blocks.append(conflict_block(self.scene, self.sight.conflict, self.width))
        elif phase == WAR:
            blocks.append(wars_block(self.scene, self.width))
        buttons = self.buttons()
        if phase == MONUMENT and DO_NO_MONUMENT in self.legal:
            blocks.append(self.monument_choice())
            if buttons is not None:
                blocks.append(buttons)
                buttons = None
        # On a narrow page a conflict has the room to itself: names, sums and choices are whole.
        fighting = self.sight.conflict is not None and self.narrow
        if self.seat is not None and not fighting:
            blocks += [self.tiles(), self.leaders(), self.catastrophes()]
            if self.narrow:
                blocks[-2:] = reversed(blocks[-2:])  # with the tiles in one line, if they fit
            if phase == SWAP and self.sight.active == self.seat:
                blocks.append(self.put_away())
        if buttons is not None:
            blocks.append(buttons)
        return flow(blocks, x, y, self.width, gap=12 if self.narrow else 20, leading=self.leading)

    @property
    def leading(self) -> float:
        return 8.0 if self.narrow else 12.0

    def heading(self, x: float, y: float, what: str) -> list[Element]:
        """What a block is called, where there is room for it."""
        return [] if self.narrow else [words(x, y + 12, what, self.colours.faint, TINY)]

    def act(self, action: int, box: Box, *content: Raw) -> Element | Raw:
        """A target if the action is legal, otherwise the same things, which answer why not."""
        if action in self.legal:
            move, label = self.scene.move(action), self.scene.label(action)
            return pressable(move, label, box, self.colours, *content)
        asked = self.scene.move(action) if self.legal else None
        return group(*content, data_why=asked)

    def chosen(self, piece: int, box: Box) -> list[Raw]:
        """A ring if this is the piece that has been chosen."""
        if self.sight.piece != piece or self.sight.active != self.seat:
            return []
        return [ring_around(box, self.colours)]

    # Tiles

    def tiles(self) -> Block:
        """A stack for each colour; in a swap a stack is what can be put away."""
        assert self.seat is not None
        counts = self.sight.hands[self.seat]
        step = self.size * OVERLAP
        widths = [self.size + (n - 1) * step if n else 0.0 for n in counts]
        gap = 14.0
        total = sum(widths) + gap * max(0, sum(n > 0 for n in counts) - 1)
        first = DO_DISCARD if self.sight.phase == SWAP else DO_TILE

        def draw(x: float, y: float) -> Drawn:
            drawn: Drawn = [*self.heading(x, y, self.say("Your tiles"))]
            left = x
            for colour, number in enumerate(counts):
                if number:
                    drawn.append(
                        self.stack(left, y + self.title + 4, colour, number, widths[colour], first)
                    )
                    left += widths[colour] + gap
            return drawn

        heading = 0.0 if self.narrow else text_width(self.say("Your tiles"), TINY)
        return Block(max(total, heading) + 4, self.title + self.size + 8, draw)

    def stack(
        self, x: float, y: float, colour: int, number: int, width: float, first: int
    ) -> Element | Raw:
        box = (x, y, width, self.size)
        tiles = tiles_in_hand(x, y, self.size, colour, number)
        return self.act(first + colour, box, tiles, *self.chosen(colour, box))

    def put_away(self) -> Block:
        """The tiles put away so far in this swap."""
        counts = self.sight.swapped
        size = self.size * 0.6
        number = max(1, sum(counts))

        def draw(x: float, y: float) -> Drawn:
            drawn: Drawn = [words(x, y + 12, self.say("Discarded"), self.colours.faint, TINY)]
            left = x + size / 2
            for colour, count in enumerate(counts):
                for _ in range(count):
                    face = pieces.tile(colour, size)
                    drawn.append(moved(left, y + TITLE + 4 + size / 2, face, opacity=".75"))
                    left += size + 4
            return drawn

        width = max(number * (size + 4), text_width(self.say("Discarded"), TINY))
        return Block(width, TITLE + size + 8, draw)

    # Leaders and catastrophes

    def leaders(self) -> Block:
        gap = 8.0 if self.narrow else 14.0
        width = 4 * self.size + 3 * gap

        def draw(x: float, y: float) -> Drawn:
            drawn: Drawn = [*self.heading(x, y, self.say("Your leaders"))]
            for colour in range(4):
                drawn.append(
                    self.leader(x + colour * (self.size + gap), y + self.title + 4, colour)
                )
            return drawn

        return Block(width + 4, self.title + self.size + 24, draw)

    def leader(self, x: float, y: float, colour: int) -> Element | Raw:
        assert self.seat is not None
        cell = self.sight.leader_cells[self.seat][colour]
        language = self.scene.reader.language
        shown = leader_in_hand(
            x, y, self.size, (self.seat, colour), cell, self.colours.faint, language
        )
        ring = self.chosen(PIECE_LEADER + colour, (x, y, self.size, self.size + 16))
        box = (x + 1, y, self.size - 2, self.size + 16)  # apart from its neighbours
        return self.act(DO_LEADER + colour, box, shown, *ring)

    def catastrophes(self) -> Block:
        assert self.seat is not None
        left = self.sight.catastrophes_left[self.seat]
        heading, none = self.say("Catastrophes"), self.say("none left")
        across = self.size * (1 + 0.3 * (left - 1)) if left else text_width(none, SMALL)
        width = max(across, 0 if self.narrow else text_width(heading, TINY))

        def draw(x: float, y: float) -> Drawn:
            drawn: Drawn = [*self.heading(x, y, heading)]
            top = y + self.title + 4
            if left == 0:
                drawn.append(words(x, top + self.size / 2, none, self.colours.faint, SMALL))
                return drawn
            box = (x, top, across, self.size)
            shown = catastrophes_in_hand(x, top, self.size, left)
            ring = self.chosen(PIECE_CATASTROPHE, box)
            drawn.append(self.act(DO_CATASTROPHE, box, shown, *ring))
            return drawn

        return Block(width, self.title + self.size + 8, draw)

    # Buttons

    def buttons(self) -> Block | None:
        """Everything else that can be decided, as buttons with words."""
        wanted = (DO_SWAP, DO_PASS, DO_WITHDRAW, DO_DRAW, DO_NO_MONUMENT)
        actions = [action for action in wanted if action in self.legal]
        if not actions:
            return None
        names = [self.scene.label(action) for action in actions]
        widths = [max(96.0, text_width(name, SMALL, bold=True) + 28) for name in names]
        if self.narrow:
            widths = [narrow_button(name) for name in names]
        stacked = len(actions) > 1
        width = max(widths) if stacked else sum(widths) + 10 * (len(widths) - 1)
        height = TOUCH * len(actions) + 8 * (len(actions) - 1) if stacked else TOUCH

        def draw(x: float, y: float) -> Drawn:
            drawn: Drawn = []
            left, top = x, y + 4
            for action, name, wide in zip(actions, names, widths, strict=True):
                wide = width if stacked else wide
                strong = action == DO_DRAW
                move = self.scene.move(action)
                drawn.append(word_button(move, name, left, top, wide, self.colours, strong))
                if stacked:
                    top += TOUCH + 8
                else:
                    left += wide + 10
            return drawn

        return Block(width, height + 4, draw)

    def monument_choice(self) -> Block:
        """The monuments that fit, each as a card with its building and its two spheres."""
        choices = [m for m in range(MONUMENTS) if DO_MONUMENT + m in self.legal]
        size = 72.0 if self.narrow else 88.0
        gap = 10.0

        def draw(x: float, y: float) -> Drawn:
            drawn: Drawn = [*self.heading(x, y, self.say("Monuments that fit"))]
            for i, which in enumerate(choices):
                drawn.append(
                    self.monument_card(x + 4 + i * (size + gap), y + self.title + 4, which, size)
                )
            return drawn

        return Block(len(choices) * (size + gap) + 4, self.title + size + 28, draw)

    def monument_card(self, x: float, y: float, which: int, size: float) -> Element:
        height = size + 18
        chips = [
            moved(x + size / 2 + side * 12, y + height - 14, pieces.chip(colour, 18))
            for side, colour in zip((-1, 1), PAIRS[which], strict=True)
        ]
        building = moved(x + size / 2, y + size * 0.44, pieces.monument(which, size * 0.76))
        frame = rect(
            x,
            y,
            size,
            height,
            rx=RADIUS,
            fill=self.colours.card,
            stroke=self.colours.accent,
            stroke_width=1.5,
        )
        move, label = self.scene.move(DO_MONUMENT + which), self.scene.label(DO_MONUMENT + which)
        return target(move, label, frame, building, *chips)
