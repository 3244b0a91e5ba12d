"""What people see in a position of China: provinces, alliances, rows of houses, cards, the turn.

Words and drawings are made from this. What the rules decide is asked of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial

from triarchy.engine.arrays import np
from triarchy.games.china import positions, roads, rules, scoring
from triarchy.games.china.state import DO_END, DO_PAY, FIELDS, LEGAL_LIMIT, OVER, SHORTEST_ROW
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.definition import Board, State
from triarchy.kit.sight import Sight, copied, public


@dataclass(frozen=True, eq=False)
class Land:
    """A province of the board, whatever stands there."""

    index: int
    id: str
    name: str
    colour: int
    fields: list[int]
    mask: int
    """The same as the bits of a number."""


@dataclass(frozen=True, eq=False)
class Province:
    """A province as it stands."""

    index: int
    id: str
    name: str
    colour: int
    fields: list[int]
    houses: list[int]
    """Of each seat."""
    emissaries: list[int]
    """Of each seat."""
    points: list[int]
    """What the houses earn each seat, or have earned it."""
    scored: bool

    leaders: list[int]
    """The seats with the most emissaries, at least one."""

    @property
    def most_houses(self) -> int:
        return max(self.houses)

    @property
    def free(self) -> int:
        """How many fields have no house."""
        return len(self.fields) - sum(self.houses)


@dataclass(frozen=True, eq=False)
class Alliance:
    """An alliance as it stands: what it earns each seat."""

    number: int
    one: Province
    two: Province
    points: list[int]


@dataclass(frozen=True)
class Row:
    """A row of houses along the roads that counts, from one end to the other."""

    fields: tuple[int, ...]
    points: int

    @property
    def doubled(self) -> bool:
        return self.points > len(self.fields)


_PROVINCES = BoundedCache[list[Province]](256)
_ALLIANCES = BoundedCache[list[Alliance]](256)
"""By the board and all that stands on it, which most decisions leave as it is."""
_PROVINCE = BoundedCache[Province](1024)
"""By the province's land and what stands there: a decision changes one of them at most."""
_ALLIANCE = BoundedCache[Alliance](1024)
"""By its number and its two provinces as they stand."""
_PAYERS = BoundedCache[list[int]](512)
"""By the colour of the province and the hand: nothing else decides it."""


class ChinaSight(Sight):
    """A position of China; seats, provinces, fields, colours and actions are numbers."""

    legal_limit = LEGAL_LIMIT

    # Names

    @public
    def moves(self) -> tuple[str, ...]:
        """The text of every action."""
        return _moves(self.board)

    @public
    def field_ids(self) -> tuple[str, ...]:
        return _field_ids(self.board)

    @public
    def place_names(self) -> tuple[str, ...]:
        """What people call each house field: "Wei 3"."""
        return place_names(self.board)

    # The map

    @public
    def map_key(self) -> tuple[object, ...]:
        """All that stands on the map, to be told from other positions."""
        fields = self.fields
        pieces = fields.houses.tobytes(), fields.emissaries.tobytes()
        return self.players, *pieces, int(fields.forts), int(fields.scored)

    @public
    def provinces(self) -> list[Province]:
        """In the order of the board file."""
        return _PROVINCES.get((self.board, self.map_key), self._find_provinces)

    def _find_provinces(self) -> list[Province]:
        forts, scored = int(self.fields.forts), int(self.fields.scored)
        emissaries = self.fields.emissaries[:, : self.players].tolist()
        provinces = []
        for land in _lands(self.board):
            houses = [own & land.mask for own in self._houses]
            done = bool(scored >> land.index & 1)
            stands = (*houses, forts & land.mask, *emissaries[land.index], done)
            find = partial(self._province, land, houses, emissaries[land.index], done)
            provinces.append(_PROVINCE.get((land, stands), find))
        return provinces

    def _province(
        self, land: Land, houses: list[int], emissaries: list[int], scored: bool
    ) -> Province:
        struct, view, index = self.board.struct, self.view, land.index
        return Province(
            index,
            land.id,
            land.name,
            land.colour,
            land.fields,
            [own.bit_count() for own in houses],
            emissaries,
            [
                int(scoring.house_points(struct, view, index, seat)) if own else 0
                for seat, own in enumerate(houses)
            ],
            scored,
            [
                seat
                for seat, own in enumerate(emissaries)
                if own and scoring.leads(struct, view, index, seat)
            ],
        )

    @public
    def alliances(self) -> list[Alliance]:
        """By number."""
        return _ALLIANCES.get((self.board, self.map_key), self._find_alliances)

    def _find_alliances(self) -> list[Alliance]:
        struct, provinces = self.board.struct, self.provinces
        pairs = struct["alliances"][: int(struct["alliance_count"])].tolist()
        alliances = []
        for index, (first, second) in enumerate(pairs):
            one, two = provinces[first], provinces[second]
            find = partial(self._alliance, index, one, two)
            alliances.append(_ALLIANCE.get((index, one, two), find))
        return alliances

    def _alliance(self, index: int, one: Province, two: Province) -> Alliance:
        points = [
            int(scoring.alliance_points(self.board.struct, self.view, index, seat))
            if seat in one.leaders and seat in two.leaders
            else 0
            for seat in range(self.players)
        ]
        return Alliance(index + 1, one, two, points)

    @public
    def _houses(self) -> list[int]:
        """Of each seat, the fields with its houses as the bits of a number."""
        houses: list[int] = self.fields.houses[: self.players].tolist()
        return houses

    @public
    def owners(self) -> dict[int, int]:
        """The seat whose house stands on a field, for each field that has one."""
        return {
            field: seat
            for seat, own in enumerate(self._houses)
            for field in range(own.bit_length())
            if own >> field & 1
        }

    def roads_from(self, field: int) -> list[int]:
        """The fields that roads lead to from a field."""
        return _roads_from(self.board)[field]

    @public
    def forts(self) -> frozenset[int]:
        """The fields with a fortification."""
        forts = int(self.fields.forts)
        return frozenset(field for field in range(FIELDS) if forts >> field & 1)

    def rows(self, seat: int) -> tuple[Row, ...]:
        """The rows that bring the seat the most as its houses stand, the best first."""
        own = self._houses[seat]
        if own.bit_count() < SHORTEST_ROW:
            return ()
        return _rows(self.board, own, int(self.fields.forts) & own)

    # Cards and pieces

    def payers(self, piece: int) -> list[int]:
        """The colours of the hand that could pay for a piece that may be placed now."""
        colour = _colour_of(self.board, piece)
        if colour not in self._payers:
            self._payers[colour] = _PAYERS.get(
                (colour, *self.hand(self.to_move)),
                lambda: [action - DO_PAY for action in self.after(piece).legal],
            )
        return self._payers[colour]

    @cached_property
    def _payers(self) -> dict[int, list[int]]:
        """What is known of it by the colour of the piece's province."""
        return {}

    @cached_property
    def paid_by(self) -> dict[int, list[int]]:
        """By the colours of the hand, the pieces that each could pay for now."""
        pieces: dict[int, list[int]] = {}
        for action in self.legal:
            for colour in self.payers(action) if action < DO_END else []:
                pieces.setdefault(colour, []).append(action)
        return pieces

    def hides_hand(self, seat: int) -> bool:
        """Whether the view does not show this hand."""
        return positions.is_hidden(self.view, seat)

    @property
    def sees_hand(self) -> bool:
        """Whether the view shows the hand of the seat to move."""
        return not self.over and not self.hides_hand(self.to_move)

    def hand(self, seat: int) -> list[int]:
        """The cards of each colour; zeros where the hand is hidden."""
        cards: list[int] = self.fields.hands[seat].tolist()
        return cards

    def hand_size(self, seat: int) -> int:
        return self._hand_sizes[seat]

    @public
    def _hand_sizes(self) -> list[int]:
        sizes: list[int] = self.fields.hand_sizes.tolist()
        return sizes

    def known(self, seat: int) -> list[int]:
        """The cards of each colour that everyone saw the seat draw."""
        return self._known[seat]

    @public
    def _known(self) -> list[list[int]]:
        cards: list[list[int]] = self.fields.known.tolist()
        return cards

    @public
    def open(self) -> list[int]:
        """The colours of the open cards, by slot; NONE for an empty one."""
        row: list[int] = self.fields.open.tolist()
        return row

    @public
    def deck_size(self) -> int:
        return int(self.fields.deck_size)

    @public
    def discards_size(self) -> int:
        return int(self.fields.discards_size)

    @public
    def exhausted(self) -> int:
        """How often the deck has run out."""
        return int(self.fields.exhausted)

    def supply(self, seat: int) -> list[int]:
        """The pieces left of each kind."""
        return self._supplies[seat]

    @public
    def _supplies(self) -> list[list[int]]:
        pieces: list[list[int]] = self.fields.supply.tolist()
        return pieces

    @public
    def with_forts(self) -> bool:
        return bool(self.fields.with_forts)

    @public
    def seat_keys(self) -> list[tuple[object, ...]]:
        """All that everyone sees before each seat, to be told from other positions."""
        return [
            (
                *self.supply(seat),
                self.with_forts,
                *self.known(seat),
                self.hand_size(seat),
                self.points(seat),
                *self.projected[seat],
                self.over,
            )
            for seat in range(self.players)
        ]

    # The turn

    @public
    def placed(self) -> int:
        """Pieces placed in this turn."""
        return int(self.fields.placed)

    @public
    def limit(self) -> int:
        """How many there may be; 0 until a piece has been chosen."""
        return int(self.fields.limit)

    @public
    def piece(self) -> int:
        """The action that chose the piece to be paid, else NONE."""
        return int(self.fields.piece)

    @public
    def swapping(self) -> bool:
        return bool(self.fields.swapping)

    @public
    def starter(self) -> int:
        """The seat that began the game."""
        return int(self.fields.starter)

    @public
    def province(self) -> Province | None:
        """The province of this turn; None until a piece has been chosen."""
        index = int(self.fields.province)
        return self.provinces[index] if index >= 0 else None

    def province_of(self, piece: int) -> Province:
        """The province that a piece, named by its action, would come to."""
        return self.provinces[province_of(self.board, piece)]

    def takes_emissary(self, province: Province) -> bool:
        """Whether one more emissary has room on the province's dragon field."""
        return bool(rules.emissary_fits(self.board.struct, self.view, province.index))

    def with_piece(self, piece: int) -> ChinaSight:
        """The map with this piece of the seat to move on it; a full province is scored."""
        later = copied(self.view)
        place = province_of(self.board, piece)
        rules.place(self.board.struct, later, self.to_move, place, piece)
        return ChinaSight(self.board, later)

    # Points

    def points(self, seat: int) -> int:
        """The points on the track."""
        return self._totals[seat]

    @public
    def _totals(self) -> list[int]:
        return [sum(parts) for parts in self.fields.points.tolist()]

    @public
    def projected(self) -> list[list[int]]:
        """Each seat's points for houses, alliances and roads if the game ended now."""
        seats = range(self.players)
        if self.phase == OVER:
            return [self.fields.points[seat].tolist() for seat in seats]
        return [
            [
                sum(province.points[seat] for province in self.provinces),
                sum(alliance.points[seat] for alliance in self.alliances),
                sum(row.points for row in self.rows(seat)),
            ]
            for seat in seats
        ]

    @cached_property
    def ranks(self) -> list[int]:
        """Everyone's place in a finished game."""
        scores, ranks = np.zeros((self.players, 4), np.int32), np.zeros(self.players, np.int8)
        scoring.final(self.board.struct, self.view, scores, ranks)
        places: list[int] = ranks.tolist()
        return places

    @property
    def winners(self) -> list[int]:
        """Of a finished game, the best seats."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]


@cache
def kind_of(piece: int) -> int:
    """HOUSE, EMISSARY or FORT, for an action that chooses a piece."""
    return int(rules.kind_of(piece))


@lru_cache(maxsize=4096)
def province_of(board: Board, piece: int) -> int:
    return int(rules.province_of(board.struct, piece))


@lru_cache(maxsize=4096)
def _colour_of(board: Board, piece: int) -> int:
    """The colour of the province that a piece would come to."""
    return int(board.struct["colour_of"][province_of(board, piece)])


@lru_cache(maxsize=64)
def _lands(board: Board) -> list[Land]:
    """The provinces in the order of the board file; their fields are counted through."""
    lands, first = [], 0
    for index, data in enumerate(board.data["provinces"]):
        fields = list(range(first, first + len(data["fields"])))
        first += len(fields)
        colour, mask = int(board.struct["colour_of"][index]), sum(1 << field for field in fields)
        lands.append(Land(index, data["id"], data["name"], colour, fields, mask))
    return lands


@lru_cache(maxsize=64)
def _moves(board: Board) -> tuple[str, ...]:
    return positions.moves(board)


@lru_cache(maxsize=64)
def _field_ids(board: Board) -> tuple[str, ...]:
    return tuple(positions.field_names(board))


@lru_cache(maxsize=64)
def place_names(board: Board) -> tuple[str, ...]:
    """A field's id where it is not its province's with a number."""
    names = []
    for province in board.data["provinces"]:
        for field in province["fields"]:
            number = field["id"].removeprefix(province["id"])
            plain = number.isdigit() and number != field["id"]
            names.append(f"{province['name']} {number}" if plain else field["id"])
    return tuple(names)


@lru_cache(maxsize=64)
def _roads_from(board: Board) -> list[list[int]]:
    """For each field, the fields at the other ends of its roads."""
    struct = board.struct
    found: list[set[int]] = [set() for _ in range(FIELDS)]
    for one, two in struct["road_ends"][: int(struct["road_count"])].tolist():
        found[one].add(two)
        found[two].add(one)
    return [sorted(others) for others in found]


# Rows of houses


@lru_cache(maxsize=4096)
def _rows(board: Board, houses: int, forts: int) -> tuple[Row, ...]:
    """Lift each road without which as many points remain: what is left are the rows.

    The last roads of the board file are lifted first, so of equally good rows the one with the
    first roads stays. Where three roads met, one of them would belong to no row of a best set, and could be lifted.
    """
    struct = board.struct.copy()
    own, strong = np.uint64(houses), np.uint64(forts)
    best = int(roads.road_points(struct, own, strong))
    if best == 0:
        return ()
    near: dict[int, list[int]] = {}
    ends_of_roads = struct.road_ends[: int(struct.road_count)].tolist()
    for number, (one, two) in reversed(list(enumerate(ends_of_roads))):
        if not (houses >> one & houses >> two & 1):
            continue
        kept = struct.copy()
        _lift(struct, number, one, two)
        if int(roads.road_points(struct, own, strong)) < best:
            struct = kept
            near.setdefault(one, []).append(two)
            near.setdefault(two, []).append(one)
    rows = []
    ends = [field for field, others in near.items() if len(others) == 1]
    while ends:
        fields = _follow(near, ends[0])
        ends = [end for end in ends if end not in fields]
        houses_of_row = np.uint64(sum(1 << field for field in fields))
        rows.append(Row(fields, int(roads.row_value(houses_of_row, strong))))
    return tuple(sorted(rows, key=lambda row: -row.points))


def _lift(struct: State, number: int, one: int, two: int) -> None:
    """Take a road away from the board."""
    words, place = (
        (struct.first_roads, number) if number < 64 else (struct.later_roads, number - 64)
    )
    for here, there in ((one, two), (two, one)):
        struct.near[here] &= ~np.uint64(1 << there)
        words[here] &= ~np.uint64(1 << place)


def _follow(near: dict[int, list[int]], start: int) -> tuple[int, ...]:
    row = [start]
    while True:
        onward = [field for field in near[row[-1]] if field not in row]
        if not onward:
            return tuple(row)
        row.append(onward[0])
