"""The board with everything on it, and the targets that can be clicked there."""

from __future__ import annotations

from functools import lru_cache

from triarchy.games.tigris.drawing import pieces
from triarchy.games.tigris.drawing.blocks import Drawn
from triarchy.games.tigris.drawing.geometry import Grid
from triarchy.games.tigris.drawing.ground import ground
from triarchy.games.tigris.drawing.outlines import manners, outline
from triarchy.games.tigris.drawing.scene import Scene
from triarchy.games.tigris.positions import CELL_NAMES, CELL_OF, MONUMENT_NAMES
from triarchy.games.tigris.sight import Leader
from triarchy.games.tigris.state import (
    CELL,
    COLOURS,
    DO_SQUARE,
    DO_SUPPORT,
    DO_TAKE,
    DO_TILE,
    DO_WAR,
    NONE,
    PAIRS,
    RED,
    TREASURE,
)
from triarchy.games.tigris.text.board import leader_name
from triarchy.games.tigris.text.prompts import cell_label
from triarchy.games.tigris.text.words import speaker
from triarchy.kit.drawing import LIGHT
from triarchy.kit.svg import (
    Element,
    Layers,
    Raw,
    circle,
    group,
    moved,
    number,
    path,
    place,
    rect,
    target,
    whole,
)

TILE = 0.88
"""How much of a cell a tile covers."""
_STANDING, _MARKED = Layers(256), Layers(256)


@lru_cache(maxsize=64)
def blocked_cells(grid: Grid) -> list[Raw]:
    """Every cell as one that the chosen piece cannot go to."""
    return [blocked_cell(grid, cell, f"cell {name}") for cell, name in enumerate(CELL_NAMES)]


def blocked_cell(grid: Grid, cell: int, move: str) -> Raw:
    """A cell that looks as if it could be chosen, and answers why it cannot."""
    x, y = grid.centre(cell)
    size = grid.cell
    return whole(
        rect(
            x - size / 2,
            y - size / 2,
            size,
            size,
            fill="none",
            pointer_events="all",
            class_="blocked",
            data_why=move,
        )
    )


# What stays the same from drawing to drawing is kept as markup.


@lru_cache(maxsize=8192)
def tile_on(grid: Grid, cell: int, colour: int) -> Raw:
    """A tile on the board; of colour NONE, one that is turned over."""
    size = grid.cell * TILE
    face = pieces.back(size) if colour == NONE else pieces.tile(colour, size)
    what = "flipped" if colour == NONE else f"tile-{COLOURS[colour]}"
    return whole(
        moved(*grid.centre(cell), face, data_key=f"tile-{CELL_NAMES[cell]}", data_what=what)
    )


@lru_cache(maxsize=1024)
def treasure_on(grid: Grid, cell: int, corner: bool) -> Raw:
    """A treasure, in a corner of its cell."""
    x, y = grid.centre(cell)
    aside = grid.cell * 0.27
    face = pieces.treasure(corner, max(9.0, grid.cell * 0.28))
    what = "corner" if corner else "treasure"
    key = f"treasure-{CELL_NAMES[cell]}"
    return whole(moved(x + aside, y - aside, face, data_key=key, data_what=what))


@lru_cache(maxsize=4096)
def catastrophe_on(grid: Grid, cell: int) -> Raw:
    face = pieces.catastrophe(grid.cell * 0.92)
    key = f"catastrophe-{CELL_NAMES[cell]}"
    return whole(moved(*grid.centre(cell), face, data_key=key, data_what="catastrophe"))


@lru_cache(maxsize=1024)
def monument_on(grid: Grid, which: int, square: int) -> Raw:
    """A monument with a chip of each of its colours below."""
    cell = grid.cell
    chips = [
        moved(side * cell * 0.74, cell * 0.74, pieces.chip(colour, cell * 0.42))
        for side, colour in zip((-1, 1), PAIRS[which], strict=True)
    ]
    return whole(
        moved(
            *grid.square_centre(square),
            moved(0, -cell * 0.1, pieces.monument(which, cell * 1.62)),
            *chips,
            data_key=f"monument-{MONUMENT_NAMES[which]}",
            data_what="monument",
        )
    )


@lru_cache(maxsize=4096)
def kingdom_around(grid: Grid, cells: tuple[int, ...], colour: str, dashes: str) -> Raw:
    """The ground and the edge of a kingdom."""
    width = max(2.0, grid.cell * 0.05)
    d = outline(cells, grid, grid.cell * 0.015)
    scale = grid.cell / 50
    dashed = " ".join(number(float(n) * scale) for n in dashes.split())
    return whole(
        path(
            d,
            fill=colour,
            fill_opacity=".2",
            stroke="#fffaf0",
            stroke_opacity=".85",
            stroke_width=width * 2,
            data_what="kingdom",
        ),
        path(d, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dashed or None),
    )


def lit_edge(grid: Grid, cell: int, taken: bool) -> Element:
    """A cell that can be pressed; over a tile only its edge is lit."""
    x, y = grid.centre(cell)
    half = grid.cell * 0.46
    return rect(
        x - half,
        y - half,
        2 * half,
        2 * half,
        rx=grid.cell * 0.1,
        fill="#fffdf2",
        fill_opacity=".12" if taken else ".6",
        stroke=LIGHT.accent,
        stroke_width="2" if taken else "1",
        stroke_opacity=".9" if taken else ".28",
    )


@lru_cache(maxsize=8192)
def lit_cell(grid: Grid, cell: int, taken: bool, joins: bool, label: str) -> Raw:
    """A target: a cell that the chosen piece can go to."""
    x, y = grid.centre(cell)
    shown: Drawn = [lit_edge(grid, cell, taken)]
    if not taken:
        shown.append(circle(x, y, max(2.0, grid.cell * 0.055), fill=LIGHT.accent))
    if joins:
        sign = pieces.unification(grid.cell * 0.5)
        shown.append(moved(x, y, sign, data_what="unification"))
    return whole(target(f"cell {CELL_NAMES[cell]}", label, *shown))


@lru_cache(maxsize=4096)
def leader_on(
    grid: Grid, leader: Leader, fights: bool, revolting: bool, name: str, language: str
) -> Raw:
    """The disc; below it right its strength, left above a dot for each temple beside it.

    The strength is the followers in its kingdom; of two in a revolt their temples.
    """
    cell = grid.cell
    size = cell * 0.86
    parts: Drawn = [circlet(grid, size * 0.56)] if fights else []
    parts.append(pieces.leader(leader.seat, leader.colour, size))
    badge_size = max(14.0, cell * 0.36)
    spot = cell * 0.5 - badge_size * 0.42
    strength = leader.temples if revolting else leader.followers
    badge = pieces.badge(strength, leader.colour, badge_size)
    parts.append(moved(spot, spot, badge, data_what="strength"))
    dot = max(2.0, cell * 0.055)
    dots = [
        circle(
            -cell * 0.38 + i * dot * 2.3,
            -cell * 0.41,
            dot,
            fill=pieces.FACE[RED],
            stroke=pieces.CREAM,
            stroke_width=0.8,
        )
        for i in range(leader.temples)
    ]
    parts.append(group(*dots, data_what="temples"))
    told = leader_name(leader, name, speaker(language))
    parts.append(Element("title", told))
    title, _, facts = told.rpartition(": ")
    return whole(
        moved(
            *grid.centre(leader.cell),
            *parts,
            data_key=f"leader-{leader.seat}-{COLOURS[leader.colour]}",
            data_what="leader",
            data_name=title,
            data_facts=facts,
        )
    )


def ring_width(grid: Grid) -> float:
    """How thick a ring around something is."""
    return max(2.5, grid.cell * 0.06)


def circlet(grid: Grid, radius: float) -> Element:
    """A ring around a leader that fights; the map is paper in the dark too."""
    return circle(0, 0, radius, fill="none", stroke=LIGHT.accent, stroke_width=ring_width(grid))


class BoardPicture:
    """One drawing of the board."""

    def __init__(self, scene: Scene, grid: Grid) -> None:
        self.scene = scene
        self.sight = scene.sight
        self.grid = grid
        self.cell = grid.cell
        self.accent = LIGHT.accent  # the map is paper in the dark too
        self.tile_size = grid.cell * TILE
        self.ring = ring_width(grid)

    def layers(self) -> Element:
        """The whole board, with a target for each legal action that is chosen on it."""
        sight, reader, grid = self.sight, self.scene.reader, self.grid
        rows, dark = self.scene.rows, self.scene.picture.dark
        return group(
            ground(rows, grid, dark),
            _STANDING.get((rows, grid, sight.pieces_key), self.standing),
            _MARKED.get((grid, sight.marks_key, reader.names, reader.language), self.marked),
            *self.blocked(),
            *self.targets(),
            *self.places(),
            *self.unification(),
        )

    # Pieces

    def standing(self) -> Drawn:
        """Kingdoms and all that lies in them: alike while a piece is chosen."""
        return [
            *self.kingdoms(),
            *self.tiles(),
            *self.monuments(),
            *self.treasures(),
            *self.catastrophes(),
        ]

    def marked(self) -> Drawn:
        """Marks and leaders: alike while a piece is chosen."""
        return [*self.marks(), *map(self.leader, self.sight.leaders)]

    def kingdoms(self) -> Drawn:
        kingdoms = self.sight.kingdoms
        return [
            kingdom_around(self.grid, kingdom.cells, *manner)
            for kingdom, manner in zip(kingdoms, manners(kingdoms), strict=True)
        ]

    def tiles(self) -> Drawn:
        kinds = [*enumerate(self.sight.tiles), (NONE, self.sight.flipped)]
        return [tile_on(self.grid, cell, colour) for colour, cells in kinds for cell in cells]

    def monuments(self) -> Drawn:
        squares = enumerate(self.sight.monument_squares)
        return [
            monument_on(self.grid, which, square) for which, square in squares if square != NONE
        ]

    def treasures(self) -> Drawn:
        corners = self.sight.corners
        return [treasure_on(self.grid, cell, cell in corners) for cell in self.sight.treasures]

    def catastrophes(self) -> Drawn:
        return [catastrophe_on(self.grid, cell) for cell in self.sight.catastrophes]

    def leader(self, leader: Leader) -> Raw:
        conflict, fights = self.sight.conflict, self.sight.fights(leader)
        revolting = fights and conflict is not None and conflict.revolt
        reader = self.scene.reader
        name = reader.names[leader.seat]
        return leader_on(self.grid, leader, fights, revolting, name, reader.language)

    def marks(self) -> Drawn:
        """The tile just laid, the square of a monument, the temples that count in a revolt."""
        parts: Drawn = []
        if self.sight.placed != NONE:
            parts += self.frame(self.sight.placed, 1, self.accent, "laid")
        if self.sight.square != NONE:
            parts += self.frame(self.sight.square, 2, self.accent, "laid")
        for cell in self.sight.revolt_temples:
            parts += self.frame(cell, 1, LIGHT.gold, "support")
        return parts

    def unification(self) -> Drawn:
        """The sign on the tile that joins two kingdoms, above the lines of the wars."""
        cell = self.sight.unification
        if cell == NONE:
            return []
        face = pieces.unification(self.cell * 0.56)
        sign = moved(*self.grid.centre(cell), face, data_key="unification", data_what="unification")
        return [sign]

    def frame(self, cell: int, cells: int, colour: str, what: str | None = None) -> list[Element]:
        """A ring around a cell, or around the square it begins."""
        x, y = self.grid.centre(cell) if cells == 1 else self.grid.square_centre(cell)
        half = self.cell * cells / 2 - 1
        return [
            rect(
                x - half,
                y - half,
                2 * half,
                2 * half,
                rx=self.cell * 0.14,
                fill="none",
                stroke=stroke,
                stroke_width=width,
                data_what=what,
            )
            for stroke, width in ((pieces.CREAM, self.ring + 3), (colour, self.ring))
        ]

    # Targets

    def blocked(self) -> Drawn:
        """Where the chosen piece cannot go, or which treasures cannot be taken: ask why not."""
        legal = set(self.scene.legal)
        if not legal:
            return []
        if self.sight.phase == CELL:
            return [cell for i, cell in enumerate(blocked_cells(self.grid)) if i not in legal]
        if self.sight.phase == TREASURE:
            return [
                blocked_cell(self.grid, cell, self.scene.move(DO_TAKE + i))
                for i, cell in enumerate(self.sight.start_cells)
                if cell in self.sight.treasures and DO_TAKE + i not in legal
            ]
        return []

    def targets(self) -> Drawn:
        targets: Drawn = []
        for action in self.scene.legal:
            if action < DO_SQUARE:
                targets.append(self.cell_target(action))
            elif action < DO_TAKE:
                targets.append(self.square_target(action))
            elif action < DO_TILE:
                targets.append(self.treasure_target(action))
            elif DO_WAR <= action < DO_SUPPORT:
                targets.append(self.war_target(action))
        return targets

    def target(self, action: int, *shown: Element | Raw) -> Element:
        return target(self.scene.move(action), self.scene.label(action), *shown)

    def places(self) -> list[Element]:
        """The cells, when a position is set up by hand."""
        cells = [
            (name, label, CELL_OF[name.removeprefix("cell ")])
            for name, label in self.scene.picture.places
        ]
        return [
            place(name, label, lit_edge(self.grid, cell, cell in self.sight.taken))
            for name, label, cell in cells
        ]

    def cell_target(self, cell: int) -> Raw:
        """A lit cell."""
        sight, language = self.sight, self.scene.reader.language
        joins = sight.joins_kingdoms(cell)
        label = cell_label(sight.piece, cell, joins, language)
        return lit_cell(self.grid, cell, cell in sight.taken, joins, label)

    def square_target(self, action: int) -> Element:
        """A sign in the middle of the square: squares may overlap, their middles never do."""
        square = action - DO_SQUARE
        x, y = self.grid.square_centre(square)
        radius = max(13.0, self.cell * 0.34)
        return self.target(
            action,
            group(*self.frame(square, 2, self.accent), pointer_events="none"),
            circle(x, y, radius, fill=pieces.CREAM, stroke=self.accent, stroke_width=2.5),
            pieces.scaled(x, y, radius * 1.3, *pieces.temple(self.accent)),
        )

    def treasure_target(self, action: int) -> Element:
        cell = self.sight.start_cells[action - DO_TAKE]
        x, y = self.grid.centre(cell)
        half = self.cell / 2
        return self.target(
            action,
            rect(x - half, y - half, 2 * half, 2 * half, fill="#fffdf2", fill_opacity=".55"),
            *self.frame(cell, 1, self.accent),
            moved(x, y, pieces.treasure(cell in self.sight.corners, self.cell * 0.46)),
        )

    def war_target(self, action: int) -> Element:
        """The leaders that would fight, tied together through the tile that joins them."""
        colour = action - DO_WAR
        leaders = self.sight.wars[colour]
        a, b = map(number, self.grid.centre(self.sight.unification))
        d = ""
        for leader in leaders:
            x, y = map(number, self.grid.centre(leader.cell))
            d += f"M{x} {y}Q{a} {y} {a} {b}"
        return self.target(
            action,
            path(d, fill="none", stroke=pieces.CREAM, stroke_width=5, opacity=".8"),
            path(
                d,
                fill="none",
                stroke=pieces.FACE[colour],
                stroke_width=3,
                stroke_dasharray="3 5",
                stroke_linecap="round",
            ),
            *(self.war_sign(leader) for leader in leaders),
        )

    def war_sign(self, leader: Leader) -> Element:
        badge_size = max(17.0, self.cell * 0.42)
        spot = self.cell * 0.5 - badge_size * 0.4
        return moved(
            *self.grid.centre(leader.cell),
            pieces.leader(leader.seat, leader.colour, self.cell * 0.86),
            circlet(self.grid, self.cell * 0.5),
            moved(spot, spot, pieces.badge(leader.followers, leader.colour, badge_size)),
        )
