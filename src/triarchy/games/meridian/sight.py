"""What is seen in a position of Meridian: towers, islands and who leads there, cards, pushes.

Cards, meridians and rows are counted from 0 here; NONE where nothing is chosen yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from triarchy.engine.arrays import np
from triarchy.games.meridian import rules, scoring, secrets
from triarchy.games.meridian.state import (
    BUILD,
    CARD_KINDS,
    CARDS,
    CITY,
    DO_CITY,
    DO_HEIGHT,
    GROUPS,
    LEGAL_LIMIT,
)
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.definition import Board, State
from triarchy.kit.sight import Sight, public

City = tuple[int, int]
"""A city: its meridian and its row."""


class Tower(NamedTuple):
    seat: int
    height: int


@dataclass(frozen=True)
class Island:
    """An island as it stands: its value and how strong everyone is on it."""

    index: int
    id: str
    name: str
    value: int
    strengths: list[int]
    holder: int
    """The seat that would take it now; `scoring.NOBODY` or `scoring.TIED`."""

    @cached_property
    def leaders(self) -> list[int]:
        """The seats with the most strength: one holds, several tie."""
        most = max(self.strengths)
        return [seat for seat, own in enumerate(self.strengths) if own == most > 0]


class Push(NamedTuple):
    """A tower that makes room."""

    tower: Tower
    start: int
    end: int

    @property
    def north(self) -> bool:
        return self.end < self.start


@cache
def card_text(card: int) -> str:
    """What is printed on a card: "7" or "4-5-6-7"."""
    if card in GROUPS:
        return "-".join(str(number + 1) for number in meridians_on(card))
    return CARDS[card]


@cache
def meridians_on(card: int) -> range:
    """The meridians on a card."""
    first, last = rules.meridians_of(card)
    return range(int(first), int(last) + 1)


_PILES = BoundedCache[list[int]](512)


class MeridianSight(Sight):
    legal_limit = LEGAL_LIMIT

    # The map

    @public
    def rows(self) -> int:
        """The number of cities in a meridian."""
        return int(self.board.struct["rows"])

    def island_of(self, city: City) -> int:
        """The index of the island that a city lies on."""
        return int(self.board.struct["island"][city])

    def island_name(self, city: City) -> str:
        """The name of a city's island; within a meridian it names the city."""
        name: str = self.board.data["islands"][self.island_of(city)]["name"]
        return name

    def is_capital(self, city: City) -> bool:
        return bool(self.board.struct["capital"][city])

    # The turn so far

    @public
    def card(self) -> int:
        """The chosen card."""
        return int(self.fields.card) - 1

    @public
    def meridian(self) -> int:
        """The chosen meridian."""
        return int(self.fields.meridian) - 1

    @public
    def height(self) -> int:
        """The chosen height; 0 before it is chosen."""
        return int(self.fields.height)

    @cached_property
    def heights(self) -> list[int]:
        """The heights that a tower in the chosen meridian may have; also once one is chosen."""
        sight = self
        if self.phase == CITY:
            view = self.view.copy()
            view.phase, view.height = BUILD, 0
            sight = MeridianSight(self.board, view)
        return [action - DO_HEIGHT + 1 for action in sight.legal if DO_HEIGHT <= action < DO_CITY]

    @public
    def lifted_row(self) -> int:
        """The row of the tower that has been taken back in this turn."""
        return int(self.fields.lifted_row) - 1

    # What lies before the players

    @public
    def supply(self) -> list[int]:
        """Each seat's pieces in supply."""
        pieces: list[int] = self.fields.supply[: self.players].tolist()
        return pieces

    @public
    def pile_sizes(self) -> list[int]:
        sizes: list[int] = self.fields.pile_sizes[: self.players].tolist()
        return sizes

    @public
    def open_cards(self) -> list[list[int]]:
        """Each seat's open cards."""
        return _cards(self.fields.open[: self.players])

    @public
    def discards(self) -> list[list[int]]:
        """The cards each seat has played, the oldest first."""
        return _cards(self.fields.discards[: self.players])

    @public
    def pile_cards(self) -> list[list[int]]:
        """The cards that must be in each seat's pile, in ascending order."""
        return [self._pile_of(seat) for seat in range(self.players)]

    def _pile_of(self, seat: int) -> list[int]:
        """The same of one seat; kept by the cards that were seen of it, which most decisions leave alike."""
        seen = tuple(self.open_cards[seat]), tuple(self.discards[seat])
        return _PILES.get(
            (self.players, seen),
            lambda: [
                card
                for card in range(CARD_KINDS)
                for _ in range(int(secrets.in_pile(self.view, seat, card + 1)))
            ],
        )

    @public
    def decks(self) -> int:
        """How many decks of cards each seat has."""
        return int(rules.decks_each(self.players))

    # Towers

    @public
    def towers_key(self) -> bytes:
        """The towers as they stand, to be told from others."""
        key: bytes = self.fields.towers.tobytes()
        return key

    @public
    def towers(self) -> dict[City, Tower]:
        return {
            (meridian, row): _tower(tower)
            for meridian, column in enumerate(self.fields.towers[:, : self.rows].tolist())
            for row, tower in enumerate(column)
            if tower
        }

    @public
    def column(self) -> list[Tower | None]:
        """The chosen meridian, from north to south."""
        return [self.towers.get((self.meridian, row)) for row in range(self.rows)]

    @public
    def tower_limit(self) -> int:
        """How many towers a player may own in a meridian."""
        return int(rules.tower_limit(self.players))

    @public
    def own_towers(self) -> int:
        """How many towers of the chosen meridian belong to the seat to move."""
        return int(rules.towers_in(self.board.struct, self.view, self.meridian, self.to_move)[1])

    @public
    def least_height(self) -> int:
        """How high a tower in the chosen meridian must be at least."""
        towers = rules.towers_in(self.board.struct, self.view, self.meridian, self.to_move)[0]
        return int(rules.least_height(towers))

    def pushes(self, action: int) -> list[Push]:
        """The towers that would make room for a `city` action, the one displaced first."""
        if action not in self._pushes:
            self._pushes[action] = self._find_pushes(action)
        return self._pushes[action]

    @public
    def _pushes(self) -> dict[int, list[Push]]:
        """What is known of them by action: labels, drawings and the log ask for the same."""
        return {}

    def _find_pushes(self, action: int) -> list[Push]:
        places = {
            tower: row
            for (meridian, row), tower in self.after(action).towers.items()
            if meridian == self.meridian
        }
        pushes = [
            Push(tower, row, places[tower])
            for row, tower in enumerate(self.column)
            if tower and places[tower] != row
        ]
        return sorted(pushes, key=lambda push: abs(push.start - (action - DO_CITY)))

    # Islands and points

    @public
    def islands(self) -> list[Island]:
        """The islands in the order of the board file."""
        return _islands(self.board, self.players, self.view.dtype, self.towers_key)

    @public
    def _final(self) -> tuple[list[int], list[int]]:
        scores, ranks = np.zeros((self.players, 1), np.int32), np.zeros(self.players, np.int8)
        scoring.final(self.board.struct, self.view, scores, ranks)
        return scores[:, 0].tolist(), ranks.tolist()

    @property
    def points(self) -> list[int]:
        """The points everyone has if the game ends now."""
        return self._final[0]

    @property
    def ranks(self) -> list[int]:
        """Everyone's place if the game ends now."""
        return self._final[1]

    @property
    def winners(self) -> list[int]:
        """The seats that win if the game ends now."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]


def _cards(codes: np.ndarray) -> list[list[int]]:
    """The cards of each seat as the rules write them."""
    return [[code - 1 for code in row if code] for row in codes.tolist()]


@cache
def _tower(code: int) -> Tower:
    """A tower as the rules write it."""
    return Tower(int(rules.owner_of(code)), int(rules.height_of(code)))


@lru_cache(maxsize=512)
def _islands(board: Board, players: int, state: np.dtype[np.void], towers: bytes) -> list[Island]:
    """The islands with these towers; kept, as most decisions leave the towers as they are."""
    view: State = np.zeros(1, state)[0]
    view["towers"] = np.frombuffer(towers, view["towers"].dtype).reshape(view["towers"].shape)
    islands = []
    for index, data in enumerate(board.data["islands"]):
        strengths = int(scoring.strength(board.struct, view, index))
        islands.append(
            Island(
                index,
                data["id"],
                data["name"],
                int(board.struct["value"][index]),
                [(strengths >> (8 * seat)) & 255 for seat in range(players)],
                int(scoring.holder_by(strengths)),
            )
        )
    return islands
