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
    CELLS,
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
from triarchy.games.tigris.text.words import TITLES
from triarchy.kit.drawing import LIGHT
from triarchy.kit.svg import (
    Element,
    Raw,
    circle,
    group,
    kept,
    moved,
    number,
    path,
    place,
    rect,
    target,
)


@lru_cache(maxsize=4096)
def blocked_cell(grid: Grid, cell: int, move: str) -> Raw:
    """A cell that looks as if it could be chosen, and answers why it cannot."""
    x, y = grid.centre(cell)
    size = grid.cell
    return kept(
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


class BoardPicture:
    """One drawing of the board."""

    def __init__(self, scene: Scene, grid: Grid) -> None:
        self.scene = scene
        self.sight = scene.sight
        self.grid = grid
        self.cell = grid.cell
        self.accent = LIGHT.accent  # the map is paper in the dark too
        self.tile_size = grid.cell * 0.88
        self.ring = max(2.5, grid.cell * 0.06)
        """How thick a ring around something is."""

    def layers(self) -> Element:
        """The whole board, with a target for each legal action that is chosen on it."""
        return group(
            ground(tuple(self.sight.board.data["rows"]), self.grid, self.scene.picture.dark),
            *self.kingdoms(),
            *self.tiles(),
            *self.monuments(),
            *self.treasures(),
            *self.catastrophes(),
            *self.marks(),
            *(self.leader(leader) for leader in self.sight.leaders),
            *self.blocked(),
            *self.targets(),
            *self.places(),
            *self.unification(),
        )

    # Pieces

    def kingdoms(self) -> Drawn:
        parts: Drawn = []
        width = max(2.0, self.cell * 0.05)
        kingdoms = self.sight.kingdoms
        for kingdom, (colour, dashes) in zip(kingdoms, manners(kingdoms), strict=True):
            d = outline(kingdom.cells, self.grid, self.cell * 0.015)
            scale = self.cell / 50
            dashed = " ".join(number(float(n) * scale) for n in dashes.split())
            parts += [
                path(
                    d,
                    fill=colour,
                    fill_opacity=".2",
                    stroke="#fffaf0",
                    stroke_opacity=".85",
                    stroke_width=width * 2,
                    data_what="kingdom",
                ),
                path(
                    d,
                    fill="none",
                    stroke=colour,
                    stroke_width=width,
                    stroke_dasharray=dashed or None,
                ),
            ]
        return parts

    def tiles(self) -> Drawn:
        kinds = [
            (cells, pieces.tile(colour, self.tile_size), f"tile-{COLOURS[colour]}")
            for colour, cells in enumerate(self.sight.tiles)
        ]
        kinds.append((self.sight.flipped, pieces.back(self.tile_size), "flipped"))
        return [
            moved(
                *self.grid.centre(cell), face, data_key=f"tile-{CELL_NAMES[cell]}", data_what=what
            )
            for cells, face, what in kinds
            for cell in cells
        ]

    def monuments(self) -> Drawn:
        parts: Drawn = []
        for which, square in enumerate(self.sight.monument_squares):
            if square == NONE:
                continue
            chips = [
                moved(
                    side * self.cell * 0.74, self.cell * 0.74, pieces.chip(colour, self.cell * 0.42)
                )
                for side, colour in zip((-1, 1), PAIRS[which], strict=True)
            ]
            parts.append(
                moved(
                    *self.grid.square_centre(square),
                    moved(0, -self.cell * 0.1, pieces.monument(which, self.cell * 1.62)),
                    *chips,
                    data_key=f"monument-{MONUMENT_NAMES[which]}",
                    data_what="monument",
                )
            )
        return parts

    def treasures(self) -> Drawn:
        parts: Drawn = []
        size = max(9.0, self.cell * 0.28)
        for cell in self.sight.treasures:
            x, y = self.grid.centre(cell)
            corner = cell in self.sight.corners
            parts.append(
                moved(
                    x + self.cell * 0.27,
                    y - self.cell * 0.27,
                    pieces.treasure(corner, size),
                    data_key=f"treasure-{CELL_NAMES[cell]}",
                    data_what="corner" if corner else "treasure",
                )
            )
        return parts

    def catastrophes(self) -> Drawn:
        face = pieces.catastrophe(self.cell * 0.92)
        return [
            moved(
                *self.grid.centre(cell),
                face,
                data_key=f"catastrophe-{CELL_NAMES[cell]}",
                data_what="catastrophe",
            )
            for cell in self.sight.catastrophes
        ]

    def leader(self, leader: Leader) -> Element:
        """The disc; below it right its strength, left above a dot for each temple beside it.

        The strength is the followers in its kingdom; of two in a revolt their temples.
        """
        size = self.cell * 0.86
        parts: Drawn = [pieces.leader(leader.seat, leader.colour, size)]
        conflict, fights = self.sight.conflict, self.sight.fights(leader)
        if fights:
            parts.insert(0, self.circlet(size * 0.56))
        badge_size = max(14.0, self.cell * 0.36)
        spot = self.cell * 0.5 - badge_size * 0.42
        revolting = fights and conflict is not None and conflict.revolt
        strength = leader.temples if revolting else leader.followers
        badge = pieces.badge(strength, leader.colour, badge_size)
        parts.append(moved(spot, spot, badge, data_what="strength"))
        dot = max(2.0, self.cell * 0.055)
        dots = [
            circle(
                -self.cell * 0.38 + i * dot * 2.3,
                -self.cell * 0.41,
                dot,
                fill=pieces.FACE[RED],
                stroke=pieces.CREAM,
                stroke_width=0.8,
            )
            for i in range(leader.temples)
        ]
        parts.append(group(*dots, data_what="temples"))
        parts.append(Element("title", self.leader_name(leader)))
        key = f"leader-{leader.seat}-{COLOURS[leader.colour]}"
        return moved(*self.grid.centre(leader.cell), *parts, data_key=key, data_what="leader")

    def leader_name(self, leader: Leader) -> str:
        return self.scene.say(
            "{title} of {name} on {cell}: followers {followers}, temples {temples}",
            title=self.scene.say(TITLES[leader.colour]),
            name=self.scene.reader.names[leader.seat],
            cell=CELL_NAMES[leader.cell],
            followers=leader.followers,
            temples=leader.temples,
        )

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

    def circlet(self, radius: float) -> Element:
        """A ring around a leader that fights."""
        return circle(0, 0, radius, fill="none", stroke=self.accent, stroke_width=self.ring)

    # Targets

    def blocked(self) -> Drawn:
        """Where the chosen piece cannot go, or which treasures cannot be taken: ask why not."""
        if not self.scene.legal or self.sight.phase not in (CELL, TREASURE):
            return []
        if self.sight.phase == CELL:
            wanted = {cell: cell for cell in range(CELLS)}
        else:
            wanted = {
                DO_TAKE + i: cell
                for i, cell in enumerate(self.sight.start_cells)
                if cell in self.sight.treasures
            }
        legal = set(self.scene.legal)
        return [
            blocked_cell(self.grid, cell, self.scene.move(action))
            for action, cell in wanted.items()
            if action not in legal
        ]

    def targets(self) -> list[Element]:
        targets = []
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

    def target(self, action: int, *shown: Element) -> Element:
        return target(self.scene.move(action), self.scene.label(action), *shown)

    def places(self) -> list[Element]:
        """The cells, when a position is set up by hand."""
        return [
            place(name, label, self.lit_cell(CELL_OF[name.removeprefix("cell ")]))
            for name, label in self.scene.picture.places
        ]

    def cell_target(self, cell: int) -> Element:
        x, y = self.grid.centre(cell)
        shown = [self.lit_cell(cell)]
        if cell not in self.sight.taken:
            shown.append(circle(x, y, max(2.0, self.cell * 0.055), fill=self.accent))
        if self.sight.joins_kingdoms(cell):
            sign = pieces.unification(self.cell * 0.5)
            shown.append(moved(x, y, sign, data_what="unification"))
        return self.target(cell, *shown)

    def lit_cell(self, cell: int) -> Element:
        """A cell that can be pressed; over a tile only its edge is lit."""
        x, y = self.grid.centre(cell)
        half = self.cell * 0.46
        taken = cell in self.sight.taken
        return rect(
            x - half,
            y - half,
            2 * half,
            2 * half,
            rx=self.cell * 0.1,
            fill="#fffdf2",
            fill_opacity=".12" if taken else ".6",
            stroke=self.accent,
            stroke_width="2" if taken else "1",
            stroke_opacity=".9" if taken else ".28",
        )

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
            self.circlet(self.cell * 0.5),
            moved(spot, spot, pieces.badge(leader.followers, leader.colour, badge_size)),
        )
