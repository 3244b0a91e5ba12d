"""A position as people talk about it: kingdoms, their leaders and strengths, wars to come.

A set of cells is one Python integer here, bit c for cell c: quick enough for words and pictures,
and nothing has to be compiled for them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from triarchy.games.tigris.state import (
    CELLS,
    MONUMENTS,
    NOWHERE,
    PAIRS,
    RED,
    REVOLT,
)
from triarchy.kit.definition import Board, State

ALL = (1 << CELLS) - 1
_NOT_A = int("fffe" * 11, 16)
_NOT_P = int("7fff" * 11, 16)


def gathered(words: Any) -> int:
    """The set kept in a field of three words."""
    return int(words[0]) | int(words[1]) << 64 | int(words[2]) << 128


def listed(cells: int) -> list[int]:
    """The cells of a set, ascending."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return found


def around(cells: int) -> int:
    """The cells orthogonally next to a set."""
    return ((cells << 1) & _NOT_A | (cells >> 1) & _NOT_P | cells << 16 | cells >> 16) & ALL


def spread(start: int, area: int) -> int:
    """What is connected to `start` through cells of `area`, `start` included."""
    found = edge = start
    while edge:
        edge = around(edge) & area & ~found
        found |= edge
    return found


@dataclass(frozen=True)
class Leader:
    """A leader on the board."""

    seat: int
    colour: int
    cell: int
    followers: int
    """Face-up tiles of its colour in its kingdom: its strength in a war."""
    temples: int
    """Face-up temples beside it: its strength in a revolt."""


@dataclass
class Kingdom:
    """Connected tiles and leaders with at least one leader among them."""

    cells: int
    followers: tuple[int, ...]
    treasures: list[int]
    monuments: list[int]
    leaders: list[Leader] = field(default_factory=list)

    def leader(self, colour: int) -> Leader | None:
        """The kingdom's (first) leader of a colour."""
        return next((leader for leader in self.leaders if leader.colour == colour), None)


class Situation:
    """Everything on the board, read once from a state or a view (both show all of it).

    While wars are pending the marked tile belongs to no kingdom: the two sides are kingdoms of
    their own, as their strengths are counted.
    """

    def __init__(self, board: Board, view: State) -> None:
        self.players = int(view.players)
        self.rivers = gathered(board.struct.river)
        self.corners = gathered(board.struct.corners)
        self.starts = gathered(board.struct.starts)
        self.tiles = [gathered(view.tiles[colour]) for colour in range(4)]
        self.flipped = gathered(view.flipped)
        self.treasures = gathered(view.treasures)
        self.catastrophes = gathered(view.catastrophes)
        self.leader_cells = view.leader_cell.tolist()
        self.squares = view.monument_square.tolist()
        self.marked = int(view.unification)

    @cached_property
    def at(self) -> dict[int, tuple[int, int]]:
        """Seat and colour of the leader on each cell that has one."""
        return {
            cell: (seat, colour)
            for seat in range(self.players)
            for colour, cell in enumerate(self.leader_cells[seat])
            if cell != NOWHERE
        }

    @cached_property
    def connected(self) -> int:
        """All cells that make up regions."""
        cells = self.flipped
        for tiles in self.tiles:
            cells |= tiles
        for cell in self.at:
            cells |= 1 << cell
        return cells

    @cached_property
    def kingdoms(self) -> list[Kingdom]:
        """The kingdoms, by their first cell."""
        area = self.connected
        if self.marked != NOWHERE:
            area &= ~(1 << self.marked)
        found: list[Kingdom] = []
        for cell in sorted(self.at):
            if not any(kingdom.cells >> cell & 1 for kingdom in found):
                found.append(self._kingdom(spread(1 << cell, area)))
        for cell, (seat, colour) in sorted(self.at.items()):
            kingdom = next(k for k in found if k.cells >> cell & 1)
            temples = (around(1 << cell) & self.tiles[RED]).bit_count()
            kingdom.leaders.append(Leader(seat, colour, cell, kingdom.followers[colour], temples))
        return sorted(found, key=lambda kingdom: kingdom.cells & -kingdom.cells)

    def _kingdom(self, cells: int) -> Kingdom:
        return Kingdom(
            cells,
            tuple((tiles & cells).bit_count() for tiles in self.tiles),
            listed(self.treasures & cells),
            [m for m in range(MONUMENTS) if self.squares[m] >= 0 and cells >> self.squares[m] & 1],
        )

    @property
    def leaders(self) -> list[Leader]:
        return [leader for kingdom in self.kingdoms for leader in kingdom.leaders]

    def leader_of(self, seat: int, colour: int) -> Leader | None:
        """A seat's leader of a colour, if it is on the board."""
        return next((one for one in self.leaders if (one.seat, one.colour) == (seat, colour)), None)

    def kingdoms_beside(self, cell: int) -> list[Kingdom]:
        """The kingdoms that a piece on this free cell would touch."""
        border = around(1 << cell)
        return [kingdom for kingdom in self.kingdoms if kingdom.cells & border]

    def kingdom_of(self, cell: int) -> Kingdom | None:
        return next((kingdom for kingdom in self.kingdoms if kingdom.cells >> cell & 1), None)

    def rivals(self) -> dict[int, list[Leader]]:
        """While wars are pending: by colour the leaders that meet through the marked tile."""
        if self.marked == NOWHERE:
            return {}
        region = spread(1 << self.marked, self.connected)
        found: dict[int, list[Leader]] = {}
        for leader in self.leaders:
            if region >> leader.cell & 1:
                found.setdefault(leader.colour, []).append(leader)
        return {colour: found[colour] for colour in sorted(found) if len(found[colour]) > 1}

    def monument_points(self, seat: int) -> list[int]:
        """The points by colour a seat would get from monuments if its turn ended now."""
        points = [0, 0, 0, 0]
        for _, colour in self.links(seat):
            points[colour] += 1
        return points

    def links(self, seat: int) -> list[tuple[int, int]]:
        """The monuments a seat's leaders are connected with: (monument, colour)."""
        found = []
        for monument in range(MONUMENTS):
            if self.squares[monument] == NOWHERE:
                continue
            region = spread(1 << self.squares[monument], self.connected)
            for colour in PAIRS[monument]:
                cell = self.leader_cells[seat][colour]
                if cell != NOWHERE and region >> cell & 1:
                    found.append((monument, colour))
        return found


def committed_colour(view: State) -> int:
    """The colour of the tiles that are added in the present conflict."""
    return RED if int(view.conflict) == REVOLT else int(view.conflict_colour)


def sums(view: State, attack: int, defence: int) -> tuple[int, int]:
    """Both strengths of the present conflict if so many tiles were added."""
    return int(view.attacker_board) + attack, int(view.defender_board) + defence
