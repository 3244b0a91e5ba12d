"""What is seen in a position of Paddocks: words and pictures ask here, and here the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from paddocks import scoring
from paddocks.state import DO_PADDOCK, LEGAL_LIMIT, MOST_PADDOCKS, MOST_SIDE, STONES
from triarchy.engine.arrays import np
from triarchy.kit.sight import Sight


@dataclass(frozen=True)
class Line:
    """A row or a column."""

    number: int
    """As in `scoring`: 0 to 4 the rows, 5 to 9 the columns."""
    paddocks: tuple[int, ...]
    sums: tuple[int, ...]
    """Of each seat's stones."""
    leader: int | None
    points: int

    @property
    def is_row(self) -> bool:
        return self.number < MOST_SIDE

    @property
    def name(self) -> str:
        """`3` or `B`."""
        at = self.number % MOST_SIDE
        return str(at + 1) if self.is_row else "ABCDE"[at]


class PaddocksSight(Sight):
    legal_limit = LEGAL_LIMIT

    @cached_property
    def side(self) -> int:
        return int(self.board.struct.side)

    def is_dry(self, paddock: int) -> bool:
        return bool(self.board.struct.dry[paddock])

    @cached_property
    def paddocks(self) -> list[int]:
        return [paddock for paddock in range(MOST_PADDOCKS) if self.is_dry(paddock)]

    @cached_property
    def laid(self) -> dict[int, tuple[int, int]]:
        """Seat and number of the stone on each paddock that is taken."""
        view = self.view
        return {
            paddock: (int(view.owners[paddock]) - 1, int(view.stones[paddock]))
            for paddock in self.paddocks
            if view.owners[paddock]
        }

    @property
    def stone(self) -> int:
        """The stone that is chosen and not laid yet; 0: none."""
        return int(self.view.stone)

    @property
    def bag(self) -> int:
        return int(self.view.bag_size)

    def hand(self, seat: int) -> list[int]:
        """A seat's stones, as far as they are seen."""
        return [kind + 1 for kind in range(STONES) for _ in range(int(self.view.hands[seat, kind]))]

    def hand_size(self, seat: int) -> int:
        return int(self.view.hand_sizes[seat])

    def target(self, action: int) -> int:
        """The paddock of an action that lays a stone; -1 for another one."""
        return action - DO_PADDOCK if action >= DO_PADDOCK else -1

    @cached_property
    def lines(self) -> list[Line]:
        """The rows and columns that have paddocks, with who leads them."""
        lines = []
        for number in (*range(self.side), *range(MOST_SIDE, MOST_SIDE + self.side)):
            places = (scoring.paddock_of(number, place) for place in range(self.side))
            paddocks = tuple(paddock for paddock in places if self.is_dry(paddock))
            sums = tuple(
                int(scoring.strength(self.view, number, seat)) for seat in range(self.players)
            )
            leader = int(scoring.leader(self.view, number))
            worth = int(scoring.worth(self.board.struct, number))
            if paddocks:
                lines.append(Line(number, paddocks, sums, None if leader < 0 else leader, worth))
        return lines

    @cached_property
    def points(self) -> list[int]:
        """What everybody would have if the game ended now."""
        scores, ranks = np.zeros((self.players, 1), np.int32), np.zeros(self.players, np.int8)
        scoring.final(self.board.struct, self.view, scores, ranks)
        return [int(score) for score in scores[:, 0]]
