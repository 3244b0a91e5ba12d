"""What is seen in a position of Tigris & Euphrates: kingdoms, leaders and their strengths, wars.

What the rules decide is asked of the rules: `legal`, `after`, and the compiled questions of
queries.py, conflicts.py and scoring.py.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from triarchy.engine.arrays import np
from triarchy.engine.dispatch import rules_of
from triarchy.games.tigris import choices, conflicts, queries, regions, rules, scoring
from triarchy.games.tigris.positions import cells_in
from triarchy.games.tigris.state import (
    CELL,
    CELLS,
    DO_WAR,
    GREEN,
    LEGAL_LIMIT,
    MONUMENTS,
    MOST_PLAYERS,
    NO_CONFLICT,
    NONE,
    PAIRS,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
    REVOLT,
    SQUARE,
    TREASURE,
    WAR,
)
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.sight import Sight, public


class Leader(NamedTuple):
    """A leader on the board."""

    seat: int
    colour: int
    cell: int
    followers: int
    """Face-up tiles of its colour in its kingdom: its strength in a war."""
    temples: int
    """Face-up temples beside it: its strength in a revolt."""


class Kingdom(NamedTuple):
    """Connected tiles and leaders with at least one leader among them."""

    cells: tuple[int, ...]
    followers: tuple[int, ...]
    treasures: tuple[int, ...]
    leaders: tuple[Leader, ...]


class Conflict(NamedTuple):
    """The revolt or war that is being fought."""

    revolt: bool
    colour: int
    """Of the two leaders."""
    tiles: int
    """The colour of the tiles that are added."""
    attacker: int
    defender: int
    attacker_board: int
    defender_board: int
    attacker_support: int | None
    """None until the attacker has decided."""

    @property
    def mover(self) -> int:
        """Who decides now how many tiles to add."""
        return self.attacker if self.attacker_support is None else self.defender

    def sums(self, number: int) -> tuple[int, int]:
        """Both strengths if who decides now added so many tiles."""
        if self.attacker_support is None:
            return self.attacker_board + number, self.defender_board
        return self.attacker_board + self.attacker_support, self.defender_board + number

    def attack_wins(self, number: int) -> bool:
        """Whether the attacker would win by these sums."""
        return bool(conflicts.attack_wins(*self.sums(number)))

    def needed(self, number: int) -> int:
        """How many tiles the defender would need to hold if the attacker added so many."""
        attack, defence = self.sums(number)
        more = 0
        while conflicts.attack_wins(attack, defence + more):
            more += 1
        return more


_KINGDOMS = BoundedCache[tuple[Kingdom, ...]](256)
"""By `TigrisSight.pieces_key`: while a piece is chosen they stay as they are."""
_FINALS = BoundedCache[tuple[list[list[int]], list[int]]](256)
"""Scores and ranks if the game ended now, by everybody's points."""


class TigrisSight(Sight):
    legal_limit = LEGAL_LIMIT

    @public
    def active(self) -> int:
        """The seat whose turn it is."""
        return int(self.fields.active)

    @public
    def actions_left(self) -> int:
        return int(self.fields.actions_left)

    @public
    def piece(self) -> int:
        """The chosen piece in phase cell (see state.py), else NONE."""
        return int(self.fields.piece)

    @public
    def bag_size(self) -> int:
        return int(self.fields.bag_size)

    @public
    def swapped_size(self) -> int:
        return int(self.fields.swapped_size)

    @public
    def taker(self) -> int:
        """The seat that takes treasures now."""
        return int(self.fields.taker)

    # What lies and stands where

    @public
    def rivers(self) -> frozenset[int]:
        return frozenset(cells_in(self.board.struct.river))

    @public
    def corners(self) -> frozenset[int]:
        """The start cells whose treasure is taken first."""
        return frozenset(cells_in(self.board.struct.corners))

    @public
    def start_cells(self) -> list[int]:
        return _numbers(self.board.struct.start_cell)

    @public
    def tiles(self) -> list[list[int]]:
        """The cells of the face-up tiles of each colour."""
        return [cells_in(words) for words in self.fields.tiles.tolist()]

    @public
    def tile_at(self) -> dict[int, int]:
        """The colour of the face-up tile on each cell that has one."""
        return {cell: colour for colour, cells in enumerate(self.tiles) for cell in cells}

    @public
    def flipped(self) -> list[int]:
        return cells_in(self.fields.flipped.tolist())

    @public
    def treasures(self) -> list[int]:
        return cells_in(self.fields.treasures.tolist())

    @public
    def catastrophes(self) -> list[int]:
        return cells_in(self.fields.catastrophes.tolist())

    @public
    def leader_cells(self) -> list[list[int]]:
        """By seat and colour; NONE: at home."""
        return _rows(self.fields.leader_cell[: self.players])

    @public
    def leader_at(self) -> dict[int, tuple[int, int]]:
        """Seat and colour of the leader on each cell that has one, by cell."""
        places = {
            cell: (seat, colour)
            for seat, cells in enumerate(self.leader_cells)
            for colour, cell in enumerate(cells)
            if cell != NONE
        }
        return dict(sorted(places.items()))

    @public
    def monument_squares(self) -> list[int]:
        """The top-left cell of each monument; NONE: not built."""
        return _numbers(self.fields.monument_square)

    @public
    def taken(self) -> frozenset[int]:
        """The cells with a tile or a leader."""
        return frozenset((*self.tile_at, *self.flipped, *self.leader_at))

    @public
    def pieces_key(self) -> tuple[object, ...]:
        """All pieces on the board and what parts their kingdoms, to be told from other positions."""
        fields = self.fields
        parts = [fields.tiles, fields.flipped, fields.treasures, fields.catastrophes]
        parts += [fields.monument_square, fields.leader_cell]
        return (self.players, self.unification, *(part.tobytes() for part in parts))

    @public
    def marks_key(self) -> tuple[object, ...]:
        """The same for the leaders with their strengths, and for what is marked on the board."""
        marked = (self.placed, self.square, self.conflict, tuple(self.revolt_temples))
        return (self.leaders, *marked)

    @public
    def placed(self) -> int:
        """The cell of the tile laid in this action, else NONE."""
        return int(self.fields.placed)

    @public
    def unification(self) -> int:
        """The cell of the tile that joined two kingdoms while wars are pending, else NONE."""
        return int(self.fields.unification)

    @public
    def square(self) -> int:
        """The top-left cell of the square that a monument is offered for, else NONE."""
        return int(self.fields.square)

    # What everyone has

    @cached_property
    def hands(self) -> list[list[int]]:
        """Tiles by seat and colour; zeros where they are hidden."""
        return _rows(self.fields.hands[: self.players])

    @public
    def hand_sizes(self) -> list[int]:
        return _numbers(self.fields.hand_sizes[: self.players])

    @cached_property
    def swapped(self) -> list[int]:
        """The tiles put away in this swap, by colour; zeros where they are hidden."""
        return _numbers(self.fields.swapped)

    @public
    def removed(self) -> list[int]:
        """The tiles that have left the game before everyone's eyes, by colour."""
        return _numbers(self.fields.removed)

    @public
    def catastrophes_left(self) -> list[int]:
        return _numbers(self.fields.catastrophes_left[: self.players])

    @public
    def points(self) -> list[list[int]]:
        """By seat: black, red, blue, green, treasures."""
        return _rows(self.fields.points[: self.players])

    @public
    def open_points(self) -> bool:
        """Whether everyone's points lie open all the time."""
        return bool(self.fields.open_points)

    def shows_hand_of(self, seat: int) -> bool:
        """Whether it is known what a seat holds."""
        return int(self.fields.viewer) in (0, seat + 1)

    # The chosen piece

    @public
    def tile(self) -> int:
        """The colour of the tile that is being laid, else NONE."""
        return self.piece if self.phase == CELL and self.piece < PIECE_LEADER else NONE

    @public
    def leader(self) -> int:
        """The colour of the leader that is being placed, else NONE."""
        placing = self.phase == CELL and PIECE_LEADER <= self.piece < PIECE_CATASTROPHE
        return self.piece - PIECE_LEADER if placing else NONE

    @public
    def lifted(self) -> int:
        """The cell that the leader being placed stands on, NONE if it comes from home."""
        return NONE if self.leader == NONE else self.leader_cells[self.active][self.leader]

    @public
    def beside_two_kingdoms(self) -> frozenset[int]:
        """The cells next to at least two kingdoms."""
        return frozenset(cells_in(self.fields.near[1].tolist()))

    def joins_kingdoms(self, cell: int) -> bool:
        """Whether the chosen piece, a tile, would join two kingdoms here."""
        return self.tile != NONE and cell in self.beside_two_kingdoms

    def tile_scorer(self, cell: int) -> Leader | None:
        """The leader that would get the point for the chosen tile here."""
        number = int(queries.tile_scorer(self.view, self.tile, cell))
        return None if number == NONE else self.leader_of(number >> 2, number & 3)

    @public
    def beside_temples(self) -> frozenset[int]:
        """The cells next to a face-up temple."""
        return frozenset(cells_in(regions.beside_temples(self.view)))

    # Kingdoms

    @public
    def kingdoms(self) -> tuple[Kingdom, ...]:
        """The kingdoms, by their first cells; while wars are pending their two sides apart."""
        return _KINGDOMS.get(self.pieces_key, self._find_kingdoms)

    def _find_kingdoms(self) -> tuple[Kingdom, ...]:
        cells = np.zeros(CELLS, np.int16)
        ends = np.zeros(CELLS, np.int16)
        followers = np.zeros((CELLS, 4), np.int16)
        number = int(queries.kingdoms(self.view, cells, ends, followers))
        temples = np.zeros((MOST_PLAYERS, 4), np.int8)
        queries.leader_temples(self.view, temples)
        every, start = cells.tolist(), 0
        beside, seen = temples.tolist(), []
        for end, own in zip(_numbers(ends[:number]), followers[:number].tolist(), strict=True):
            seen.append(self._kingdom(tuple(every[start:end]), own, beside))
            start = end
        return tuple(seen)

    def _kingdom(
        self, cells: tuple[int, ...], followers: list[int], temples: list[list[int]]
    ) -> Kingdom:
        leader_at, treasures = self.leader_at, self.treasures
        leaders = [(cell, *leader_at[cell]) for cell in cells if cell in leader_at]
        inside = frozenset(cells)
        return Kingdom(
            cells,
            tuple(followers),
            tuple(cell for cell in treasures if cell in inside),
            tuple(
                Leader(seat, colour, cell, followers[colour], temples[seat][colour])
                for cell, seat, colour in leaders
            ),
        )

    @public
    def leaderless(self) -> list[list[int]]:
        """The cells of each region without a leader, by their first cells.

        While wars are pending the tile that joined two kingdoms is one of its own.
        """
        rest = set(self.taken).difference(*(kingdom.cells for kingdom in self.kingdoms))
        found = []
        while rest:
            region = cells_in(regions.region_of(self.view, min(rest)))
            found.append([cell for cell in region if cell in rest])
            rest.difference_update(region)
        return found

    @public
    def leaders(self) -> tuple[Leader, ...]:
        """All leaders on the board, kingdom by kingdom."""
        return tuple(leader for kingdom in self.kingdoms for leader in kingdom.leaders)

    def leader_of(self, seat: int, colour: int) -> Leader | None:
        """A seat's leader of a colour, if it is on the board."""
        return next((one for one in self.leaders if (one.seat, one.colour) == (seat, colour)), None)

    @public
    def what_ends_it(self) -> int:
        """What has ended the game with the last turn, by the names in rules.py."""
        return int(rules.what_ends_it(self.view))

    @public
    def trader_treasures(self) -> tuple[int, ...]:
        """The treasures in the kingdom of the trader whose owner takes some now."""
        trader = self.leader_cells[self.taker][GREEN]
        return next(kingdom.treasures for kingdom in self.kingdoms if trader in kingdom.cells)

    @public
    def treasures_owed(self) -> int:
        """How many treasures are to be taken now, one after the other, from the same kingdom."""
        return int(rules.treasures_owed(self.view, self.taker)) if self.phase == TREASURE else 0

    # Conflicts

    @public
    def conflict(self) -> Conflict | None:
        view = self.fields
        if int(view.conflict) == NO_CONFLICT:
            return None
        support = int(view.attacker_support)
        return Conflict(
            int(view.conflict) == REVOLT,
            int(view.conflict_colour),
            int(conflicts.committed_colour(self.view)),
            int(view.attacker),
            int(view.defender),
            int(view.attacker_board),
            int(view.defender_board),
            None if support == NONE else support,
        )

    @cached_property
    def wars(self) -> dict[int, list[Leader]]:
        """In phase war: the leaders that may fight next, by their colour."""
        if self.phase != WAR:
            return {}
        wars = {}
        for action in self.legal:
            conflict = self.after(action).conflict
            assert conflict is not None
            sides = (conflict.attacker, conflict.defender)
            wars[action - DO_WAR] = [
                leader
                for leader in self.leaders
                if leader.colour == conflict.colour and leader.seat in sides
            ]
        return wars

    @public
    def revolt_temples(self) -> list[int]:
        """The temples that count for one of the leaders in revolt."""
        if self.conflict is None or not self.conflict.revolt:
            return []
        cells = np.zeros(8, np.int16)
        return _numbers(cells[: int(queries.revolt_temples(self.view, cells))])

    def fights(self, leader: Leader) -> bool:
        """Whether a leader is one of the two that are fighting."""
        fight = self.conflict
        return (
            fight is not None
            and leader.colour == fight.colour
            and leader.seat in (fight.attacker, fight.defender)
        )

    def may_commit(self, number: int) -> bool:
        """Whether the option allows the seat to move to add so many tiles."""
        return bool(conflicts.may_commit(self.view, number))

    # Monuments

    @public
    def placed_colour(self) -> int:
        """The colour of the tile laid in this action."""
        return int(choices.placed_colour(self.view))

    @public
    def buildable_squares(self) -> list[int]:
        """The squares that a monument could be built on now, by their top-left cells."""
        building = self.phase == SQUARE
        return cells_in(choices.buildable_squares(self.view)) if building else []

    def earnings(self, seat: int) -> list[tuple[int, int]]:
        """The monuments that bring a seat points at the end of its turn: (monument, colour)."""
        earned = []
        for monument in range(MONUMENTS):
            if self.monument_squares[monument] != NONE:
                colours = int(scoring.earnings(self.view, seat, monument))
                earned += [(monument, c) for c in PAIRS[monument] if colours >> c & 1]
        return earned

    def monument_points(self, seat: int) -> list[int]:
        """The points by colour that monuments bring a seat at the end of its turn."""
        points = [0, 0, 0, 0]
        for _, colour in self.earnings(seat):
            points[colour] += 1
        return points

    # The count

    @public
    def _final(self) -> tuple[list[list[int]], list[int]]:
        return _FINALS.get((self.players, self.fields.points.tobytes()), self._count)

    def _count(self) -> tuple[list[list[int]], list[int]]:
        scores = np.zeros((self.players, 4), np.int32)
        ranks = np.zeros(self.players, np.int8)
        rules_of(self.view.dtype).final(self.board.struct, self.view, scores, ranks)
        return scores.tolist(), _numbers(ranks)

    @property
    def ordered_scores(self) -> list[list[int]]:
        """By seat the four colours with treasures placed best, weakest first."""
        return self._final[0]

    @property
    def ranks(self) -> list[int]:
        """Everyone's place, if the game ended now."""
        return self._final[1]

    def placed_treasures(self, seat: int) -> list[int]:
        """How many of a seat's treasures go to each colour."""
        with_treasures = scoring.with_treasures(self.fields.points[seat])
        return [total - own for total, own in zip(with_treasures, self.points[seat], strict=False)]


def _numbers(values: np.ndarray) -> list[int]:
    numbers: list[int] = values.tolist()
    return numbers


def _rows(values: np.ndarray) -> list[list[int]]:
    rows: list[list[int]] = values.tolist()
    return rows
