"""The board with everything on it, and the targets that can be clicked there."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from triarchy.games.tigris.drawing import symbols
from triarchy.games.tigris.drawing.ground import Grid, ground
from triarchy.games.tigris.drawing.outlines import manners, outline
from triarchy.games.tigris.drawing.symbols import at
from triarchy.games.tigris.positions import CELL_NAMES, MONUMENT_NAMES
from triarchy.games.tigris.state import (
    COLOURS,
    DO_SQUARE,
    DO_SUPPORT,
    DO_TAKE,
    DO_TILE,
    DO_WAR,
    MONUMENTS,
    NOWHERE,
    PAIRS,
    RED,
    REVOLT,
)
from triarchy.games.tigris.text.prompts import cell_label, label
from triarchy.games.tigris.text.situation import Leader, Situation, around, listed
from triarchy.games.tigris.text.words import TITLES, speaker
from triarchy.kit.definition import Board, State
from triarchy.kit.drawing import LIGHT, Palette
from triarchy.kit.svg import Element, Raw, circle, group, number, rect, target


class BoardPicture:
    """One drawing of the board; `parts` in the order they lie on each other."""

    def __init__(
        self,
        board: Board,
        view: State,
        grid: Grid,
        colours: Palette,
        names: Sequence[str],
        language: str,
    ) -> None:
        self.board = board
        self.view = view
        self.grid = grid
        self.colours = colours
        self.names = names
        self.language = language
        self.situation = Situation(board, view)
        self.cell = grid.cell
        self.accent = LIGHT.accent  # the map is paper in the dark too
        self.tile_size = grid.cell * 0.88

    def layers(self, legal: Sequence[int], moves: Sequence[str]) -> Element:
        """The whole board, with a target for each legal action that is chosen on it."""
        return group(
            Raw(ground(tuple(self.board.data["rows"]), self.grid, self.colours.dark)),
            Raw(self.kingdoms()),
            Raw(self.tiles()),
            Raw(self.monuments()),
            Raw(self.treasures()),
            Raw(self.catastrophes()),
            Raw(self.marks()),
            Raw(self.leaders()),
            *self.targets(legal, moves),
            Raw(self.unification()),
        )

    # Pieces

    def kingdoms(self) -> str:
        parts = []
        width = max(2.0, self.cell * 0.05)
        kingdoms = self.situation.kingdoms
        for kingdom, (colour, dashes) in zip(kingdoms, manners(kingdoms)):
            d = outline(kingdom.cells, self.grid, self.cell * 0.015)
            scale = self.cell / 50
            dashed = " ".join(number(float(n) * scale) for n in dashes.split())
            parts.append(
                f'<path d="{d}" fill="{colour}" fill-opacity=".2" stroke="#fffaf0"'
                f' stroke-opacity=".85" stroke-width="{number(width * 2)}"/>'
                f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{number(width)}"'
                + (f' stroke-dasharray="{dashed}"' if dashed else "")
                + "/>"
            )
        return "".join(parts)

    def tiles(self) -> str:
        parts = []
        for colour, cells in enumerate(self.situation.tiles):
            face = symbols.tile(colour, self.tile_size)
            for cell in listed(cells):
                parts.append(at(face, *self.grid.centre(cell), data_key=f"tile-{CELL_NAMES[cell]}"))
        back = symbols.back(self.tile_size)
        for cell in listed(self.situation.flipped):
            parts.append(at(back, *self.grid.centre(cell), data_key=f"tile-{CELL_NAMES[cell]}"))
        return "".join(parts)

    def monuments(self) -> str:
        parts = []
        chip_size = self.cell * 0.42
        for which in range(MONUMENTS):
            square = self.situation.squares[which]
            if square == NOWHERE:
                continue
            x, y = self.grid.square_centre(square)
            chips = "".join(
                at(symbols.chip(colour, chip_size), side * self.cell * 0.74, self.cell * 0.74)
                for side, colour in zip((-1, 1), PAIRS[which])
            )
            parts.append(
                at(
                    at(symbols.monument(which, self.cell * 1.62), 0, -self.cell * 0.1) + chips,
                    x,
                    y,
                    data_key=f"monument-{MONUMENT_NAMES[which]}",
                )
            )
        return "".join(parts)

    def treasures(self) -> str:
        parts = []
        size = max(9.0, self.cell * 0.28)
        for cell in listed(self.situation.treasures):
            x, y = self.grid.centre(cell)
            corner = bool(self.situation.corners >> cell & 1)
            parts.append(
                at(
                    symbols.treasure(corner, size),
                    x + self.cell * 0.27,
                    y - self.cell * 0.27,
                    data_key=f"treasure-{CELL_NAMES[cell]}",
                )
            )
        return "".join(parts)

    def catastrophes(self) -> str:
        face = symbols.catastrophe(self.cell * 0.92)
        return "".join(
            at(face, *self.grid.centre(cell), data_key=f"catastrophe-{CELL_NAMES[cell]}")
            for cell in listed(self.situation.catastrophes)
        )

    def leaders(self) -> str:
        return "".join(self.leader(leader) for leader in self.situation.leaders)

    def leader(self, leader: Leader) -> str:
        """The disc; below it right its strength, left above a dot for each temple beside it.

        The strength is the followers in its kingdom; of two in a revolt their temples.
        """
        size = self.cell * 0.86
        parts = [symbols.leader(leader.seat, leader.colour, size)]
        if self.fights(leader):
            parts.insert(
                0,
                f'<circle r="{number(size * 0.56)}" fill="none" stroke="{self.accent}"'
                f' stroke-width="{number(max(2.5, self.cell * 0.06))}"/>',
            )
        badge_size = max(14.0, self.cell * 0.36)
        spot = self.cell * 0.5 - badge_size * 0.42
        revolting = self.fights(leader) and int(self.view.conflict) == REVOLT
        strength = leader.temples if revolting else leader.followers
        parts.append(at(symbols.badge(strength, leader.colour, badge_size), spot, spot))
        dot = max(2.0, self.cell * 0.055)
        for i in range(leader.temples):
            x, y = -self.cell * 0.38 + i * dot * 2.3, -self.cell * 0.41
            parts.append(
                f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(dot)}"'
                f' fill="{symbols.FACE[RED]}" stroke="{symbols.CREAM}" stroke-width=".8"/>'
            )
        parts.append(f"<title>{escape(self.leader_name(leader))}</title>")
        key = f"leader-{leader.seat}-{COLOURS[leader.colour]}"
        return at("".join(parts), *self.grid.centre(leader.cell), data_key=key)

    def leader_name(self, leader: Leader) -> str:
        say = speaker(self.language)
        return say(
            "{title} of {name} on {cell}: followers {followers}, temples {temples}",
            title=say(TITLES[leader.colour]),
            name=self.names[leader.seat],
            cell=CELL_NAMES[leader.cell],
            followers=leader.followers,
            temples=leader.temples,
        )

    def fights(self, leader: Leader) -> bool:
        view = self.view
        return (
            int(view.conflict) > 0
            and leader.colour == int(view.conflict_colour)
            and leader.seat in (int(view.attacker), int(view.defender))
        )

    def marks(self) -> str:
        """The tile just laid, the square of a monument, the temples that count in a revolt."""
        view = self.view
        parts = []
        if int(view.placed) != NOWHERE:
            parts.append(self.frame(int(view.placed), 1, self.accent))
        if int(view.square) != NOWHERE:
            parts.append(self.frame(int(view.square), 2, self.accent))
        if int(view.conflict) > 0 and int(view.conflict) == REVOLT:
            parts.append(self.supporting_temples())
        return "".join(parts)

    def unification(self) -> str:
        """The sign on the tile that joins two kingdoms, above the lines of the wars."""
        cell = int(self.view.unification)
        if cell == NOWHERE:
            return ""
        face = symbols.unification(self.cell * 0.56)
        return at(face, *self.grid.centre(cell), data_key="unification", pointer_events="none")

    def frame(self, cell: int, cells: int, colour: str) -> str:
        """A ring around a cell, or around the square it begins."""
        x, y = self.grid.centre(cell) if cells == 1 else self.grid.square_centre(cell)
        half = self.cell * cells / 2 - 1
        width = max(2.5, self.cell * 0.06)
        box = (
            f'x="{number(x - half)}" y="{number(y - half)}" width="{number(2 * half)}"'
            f' height="{number(2 * half)}" rx="{number(self.cell * 0.14)}" fill="none"'
        )
        return (
            f'<rect {box} stroke="{symbols.CREAM}" stroke-width="{number(width + 3)}"/>'
            f'<rect {box} stroke="{colour}" stroke-width="{number(width)}"/>'
        )

    def supporting_temples(self) -> str:
        """In a revolt a ring around each temple that counts for one of the two."""
        view = self.view
        colour = int(view.conflict_colour)
        cells = 0
        for seat in (int(view.attacker), int(view.defender)):
            cells |= around(1 << int(view.leader_cell[seat, colour]))
        return "".join(
            self.frame(cell, 1, LIGHT.gold) for cell in listed(cells & self.situation.tiles[RED])
        )

    # Targets

    def targets(self, legal: Sequence[int], moves: Sequence[str]) -> list[Element]:
        say = speaker(self.language)
        found = []
        for action in legal:
            if action < DO_SQUARE:
                words = cell_label(self.view, action, say)
                found.append(self.cell_target(action, moves[action], words))
            elif action < DO_TILE or DO_WAR <= action < DO_SUPPORT:
                words = label(self.board, self.view, action, self.names, self.language)
                found.append(self.other_target(action, moves[action], words))
        return found

    def cell_target(self, cell: int, move: str, words: str) -> Element:
        """A lit cell; over a tile only its edge is."""
        x, y = self.grid.centre(cell)
        half = self.cell * 0.46
        taken = self.situation.connected >> cell & 1
        lit = rect(
            x - half,
            y - half,
            2 * half,
            2 * half,
            rx=number(self.cell * 0.1),
            fill="#fffdf2",
            fill_opacity=".12" if taken else ".6",
            stroke=self.accent,
            stroke_width="2" if taken else "1",
            stroke_opacity=".9" if taken else ".28",
        )
        shown: list[Element | Raw] = [lit]
        if not taken:
            shown.append(circle(x, y, max(2.0, self.cell * 0.055), fill=self.accent))
        if ": " in words:
            shown.append(Raw(at(symbols.unification(self.cell * 0.5), x, y)))
        return target(move, words, *shown)

    def other_target(self, action: int, move: str, words: str) -> Element:
        if action < DO_TAKE:
            return self.square_target(action - DO_SQUARE, move, words)
        if action < DO_TILE:
            cell = int(self.board.struct.start_cell[action - DO_TAKE])
            return self.treasure_target(cell, move, words)
        return self.war_target(action - DO_WAR, move, words)

    def square_target(self, square: int, move: str, words: str) -> Element:
        """A sign in the middle of the square: squares may overlap, their middles never do."""
        x, y = self.grid.square_centre(square)
        radius = max(13.0, self.cell * 0.34)
        return target(
            move,
            words,
            Raw(f'<g pointer-events="none">{self.frame(square, 2, self.accent)}</g>'),
            circle(x, y, radius, fill=symbols.CREAM, stroke=self.accent, stroke_width="2.5"),
            Raw(at(symbols.placed(symbols.temple(self.accent), 0, 0, radius * 1.3), x, y)),
        )

    def treasure_target(self, cell: int, move: str, words: str) -> Element:
        x, y = self.grid.centre(cell)
        half = self.cell / 2
        corner = bool(self.situation.corners >> cell & 1)
        return target(
            move,
            words,
            rect(x - half, y - half, 2 * half, 2 * half, fill="#fffdf2", fill_opacity=".55"),
            Raw(self.frame(cell, 1, self.accent)),
            Raw(at(symbols.treasure(corner, self.cell * 0.46), x, y)),
        )

    def war_target(self, colour: int, move: str, words: str) -> Element:
        """The leaders that would fight, tied together through the tile that joins them."""
        leaders = self.situation.rivals()[colour]
        middle = self.grid.centre(int(self.view.unification))
        centres = [self.grid.centre(leader.cell) for leader in leaders]
        d = "".join(
            f"M{number(x)} {number(y)}Q{number(middle[0])} {number(y)} {number(middle[0])} {number(middle[1])}"
            for x, y in centres
        )
        shown: list[Element | Raw] = [
            Raw(
                f'<path d="{d}" fill="none" stroke="{symbols.CREAM}" stroke-width="5" opacity=".8"/>'
                f'<path d="{d}" fill="none" stroke="{symbols.FACE[colour]}" stroke-width="3"'
                ' stroke-dasharray="3 5" stroke-linecap="round"/>'
            )
        ]
        for leader, (x, y) in zip(leaders, centres):
            shown.append(Raw(at(self.war_sign(leader), x, y)))
        return target(move, words, *shown)

    def war_sign(self, leader: Leader) -> str:
        size = self.cell * 0.86
        badge_size = max(17.0, self.cell * 0.42)
        spot = self.cell * 0.5 - badge_size * 0.4
        return (
            symbols.leader(leader.seat, leader.colour, size)
            + f'<circle r="{number(self.cell * 0.5)}" fill="none" stroke="{self.accent}"'
            f' stroke-width="{number(max(2.5, self.cell * 0.06))}"/>'
            + at(symbols.badge(leader.followers, leader.colour, badge_size), spot, spot)
        )
