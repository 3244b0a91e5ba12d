"""Position documents read and checked completely: BadPosition names the first fault."""

from __future__ import annotations

from typing import Any

from triarchy.engine.arrays import np
from triarchy.engine.errors import BadPosition
from triarchy.games.tigris import choices, conflicts, rules
from triarchy.games.tigris.positions import (
    CELL_NAMES,
    CELL_OF,
    KINDS,
    MONUMENT_NAMES,
    PIECES,
    POINTS,
    cells_in,
    is_square,
    square_cells,
)
from triarchy.games.tigris.regions import beside_temples, put, region_of, survey
from triarchy.games.tigris.state import (
    ACTION,
    ACTIONS_A_TURN,
    BAG,
    BLUE,
    CATASTROPHES,
    CELL,
    CELLS,
    COLOURS,
    COLUMNS,
    GREEN,
    HAND,
    LAST_TURN,
    LEGAL_LIMIT,
    MONUMENT,
    NONE,
    OVER,
    PAIRS,
    PHASES,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
    RED,
    REVOLT,
    SQUARE,
    START_TEMPLES,
    SUPPORT,
    SWAP,
    TILES,
    TREASURE,
    TREASURE_COLUMN,
    WAR,
    WARFARE,
)
from triarchy.kit.definition import Board, Document, State
from triarchy.kit.documents import (
    POSITION,
    in_phase,
    keys,
    listed,
    nothing,
    of_seat,
    one_of,
    part,
    shown,
    whole,
)
from triarchy.kit.language import Phrase

KEYS = (
    *("tiles", "leaders", "treasures", "monuments", "catastrophes", "hands", "points", "bag"),
    *("removed", "discarded", "catastrophes_left", "actions_left", "active", "piece", "swapped"),
    *("unification", "conflict", "placed", "square", "taker"),
)
CONFLICT_KEYS = (
    *("kind", "colour", "attacker", "defender", "attacker_cell", "defender_cell"),
    *("attacker_board", "defender_board", "attacker_support"),
)
MOST_POINTS = 1_000_000


def read_position(board: Board, state: State, document: Document) -> None:
    """Fill a state of zeros; its options, players, phase, to_move and turn are set already."""
    keys(document, KEYS, POSITION)
    rules.blank(state)
    _read_turn(state, document)
    taken: dict[int, str] = {}
    _read_tiles(board, state, document, taken)
    _read_monuments(board, state, document, taken)
    _read_catastrophes(state, document, taken)
    _read_leaders(board, state, document, taken)
    _read_treasures(board, state, document)
    _read_stock(state, document)
    _read_points(state, document)
    survey(state)
    _read_choices(state, document)
    _read_conflict(state, document)
    _check_totals(state)
    _check_leaders(state)
    _check_debts(state)
    _check_end(state)
    _check_choices(board, state)


def read_cell(value: Any, what: str) -> int:
    """A cell by its name, such as K1."""
    if not isinstance(value, str) or value not in CELL_OF:
        raise BadPosition(
            "{what} must be a space from A1 to P11, not {value}.", what=what, value=shown(value)
        )
    return CELL_OF[value]


def _read_colour(value: Any, what: str) -> int:
    return COLOURS.index(one_of(value, what, COLOURS))


def _read_counts(value: Any, what: str, most: int, names: tuple[str, ...] = COLOURS) -> list[int]:
    """An object of numbers by name; a missing one is 0."""
    if not isinstance(value, dict):
        raise BadPosition("{what} must be an object, not {value}.", what=what, value=shown(value))
    for name in value:
        if name not in names:
            raise BadPosition("{what} has an unknown key {name}.", what=what, name=shown(name))
    return [whole(value.get(name, 0), part(what, name), 0, most) for name in names]


def _take(taken: dict[int, str], cell: int, what: str) -> None:
    if cell in taken:
        raise BadPosition(
            "Space {space} holds both {first} and {what}.",
            space=CELL_NAMES[cell],
            first=taken[cell],
            what=what,
        )
    taken[cell] = what


def _read_turn(state: State, document: Document) -> None:
    players, turn, over = int(state.players), int(state.turn), int(state.phase) == OVER
    if over:
        whole(turn, Phrase("'turn' of a finished game"), 1, LAST_TURN)
        state.actions_left = whole(
            document["actions_left"], Phrase("'actions_left' when over"), 0, 0
        )
    else:
        whole(turn, "'turn'", 0, LAST_TURN - 1)
        state.actions_left = whole(document["actions_left"], "'actions_left'", 1, ACTIONS_A_TURN)
    state.active = whole(document["active"], "'active'", 0, players - 1)


def _on_river(board: Board, cell: int) -> bool:
    return bool(board.data["rows"][cell // COLUMNS][cell % COLUMNS] == "~")


def _read_tiles(board: Board, state: State, document: Document, taken: dict[int, str]) -> None:
    tiles = document["tiles"]
    if not isinstance(tiles, dict):
        raise BadPosition("'tiles' must be an object, not {tiles}.", tiles=shown(tiles))
    for name, value in tiles.items():
        cell = read_cell(name, Phrase("A key of 'tiles'"))
        colour = _read_colour(value, Phrase("The tile on {name}", name=name))
        if _on_river(board, cell) != (colour == BLUE):
            raise BadPosition(
                "Blue tiles go on rivers, others never: {value} on {name}.", value=value, name=name
            )
        _take(taken, cell, Phrase("a {colour} tile", colour=value))
        put(state.tiles[colour], cell)


def _read_monuments(board: Board, state: State, document: Document, taken: dict[int, str]) -> None:
    for entry in listed(document["monuments"], "'monuments'"):
        keys(entry, ("square", "colours", "on"), Phrase("A monument"))
        square = read_cell(entry["square"], Phrase("The square of a monument"))
        what = Phrase("The monument on {square}", square=entry["square"])
        if not is_square(square):
            raise BadPosition("{what} would stand beyond the edge of the board.", what=what)
        pair = tuple(
            _read_colour(value, Phrase("{what}: a colour", what=what))
            for value in listed(entry["colours"], Phrase("{what}: its colours", what=what), 2)
        )
        if pair not in PAIRS:
            raise BadPosition("{what} must have two colours in their order.", what=what)
        monument = PAIRS.index(pair)
        if int(state.monument_square[monument]) >= 0:
            raise BadPosition("There is only one monument {value}.", value=MONUMENT_NAMES[monument])
        on = _read_colour(entry["on"], part(what, "'on'"))
        if on not in pair:
            raise BadPosition("{what} cannot stand on {value} tiles.", what=what, value=entry["on"])
        for cell in square_cells(square):
            if _on_river(board, cell) != (on == BLUE):
                raise BadPosition(
                    "{what} cannot have a {colour} tile on {space}.",
                    what=what,
                    colour=COLOURS[on],
                    space=CELL_NAMES[cell],
                )
            _take(taken, cell, Phrase("a flipped tile"))
            put(state.flipped, cell)
        state.monument_square[monument] = square
        state.monument_on[monument] = on


def _read_catastrophes(state: State, document: Document, taken: dict[int, str]) -> None:
    cells = listed(document["catastrophes"], "'catastrophes'")
    for name in cells:
        cell = read_cell(name, Phrase("A catastrophe"))
        _take(taken, cell, Phrase("a catastrophe"))
        put(state.catastrophes, cell)
    players = int(state.players)
    left = listed(document["catastrophes_left"], "'catastrophes_left'", players)
    for seat in range(players):
        what = of_seat("catastrophes_left", seat)
        state.catastrophes_left[seat] = whole(left[seat], what, 0, CATASTROPHES)
    total = len(cells) + sum(left)
    if total != CATASTROPHES * players:
        raise BadPosition(
            "There must be {catastrophes} catastrophes on the board and left, not {total}.",
            catastrophes=CATASTROPHES * players,
            total=total,
        )


def _read_leaders(board: Board, state: State, document: Document, taken: dict[int, str]) -> None:
    leaders = document["leaders"]
    if not isinstance(leaders, dict):
        raise BadPosition("'leaders' must be an object, not {leaders}.", leaders=shown(leaders))
    good = cells_in(beside_temples(state))
    for name, value in leaders.items():
        cell = read_cell(name, Phrase("A key of 'leaders'"))
        what = Phrase("The leader on {name}", name=name)
        listed(value, what, 2)
        seat = whole(value[0], Phrase("{what}: its seat", what=what), 0, int(state.players) - 1)
        colour = _read_colour(value[1], Phrase("{what}: its colour", what=what))
        _take(taken, cell, Phrase("a leader"))
        if int(state.leader_cell[seat, colour]) >= 0:
            raise BadPosition("Seat {seat} has only one {value} leader.", seat=seat, value=value[1])
        if _on_river(board, cell):
            raise BadPosition("{what} stands on a river.", what=what)
        if cell not in good:
            raise BadPosition("{what} has no face-up temple beside it.", what=what)
        state.leader_cell[seat, colour] = cell
        put(state.leaders, cell)


def _read_treasures(board: Board, state: State, document: Document) -> None:
    starts = board.struct.start_cell.tolist()
    carriers = {*cells_in(state.tiles[RED]), *cells_in(state.flipped)}
    found: set[int] = set()
    for name in listed(document["treasures"], "'treasures'"):
        cell = read_cell(name, "A treasure")
        if cell not in starts:
            raise BadPosition("There never was a treasure on {name}.", name=name)
        if cell in found:
            raise BadPosition("There are two treasures on {name}.", name=name)
        if cell not in carriers:
            raise BadPosition(
                "The treasure on {name} has neither temple nor flipped tile under it.", name=name
            )
        put(state.treasures, cell)
        found.add(cell)
    if not document["treasures"]:
        raise BadPosition("There must be a treasure left on the board.")


def _read_stock(state: State, document: Document) -> None:
    """Hands, bag and the tiles that left the game."""
    players = int(state.players)
    hands = listed(document["hands"], "'hands'", players)
    discarded = listed(document["discarded"], "'discarded'", players)
    for seat in range(players):
        counts = _read_counts(hands[seat], Phrase("The hand of seat {seat}", seat=seat), HAND)
        state.hands[seat] = counts
        # More than six are refused in _check_totals, with what belongs to the hand.
        state.hand_sizes[seat] = sum(counts)
        counts = _read_counts(discarded[seat], of_seat("discarded", seat), BAG)
        state.discarded[seat] = counts
        state.discarded_sizes[seat] = sum(counts)
    bag = [
        _read_colour(value, Phrase("A tile in 'bag'")) for value in listed(document["bag"], "'bag'")
    ]
    if len(bag) > BAG:
        raise BadPosition("The bag cannot hold {bag} tiles.", bag=len(bag))
    state.bag[: len(bag)] = bag[::-1]
    state.bag_size = len(bag)
    state.removed[:] = _read_counts(document["removed"], "'removed'", BAG)
    swapped = _read_counts(document["swapped"], "'swapped'", HAND)
    if sum(swapped) and int(state.phase) != SWAP:
        raise BadPosition(
            "'swapped' must be all zero in phase {value}.", value=PHASES[int(state.phase)]
        )
    state.swapped[:] = swapped
    state.swapped_size = sum(swapped)


def _read_points(state: State, document: Document) -> None:
    players = int(state.players)
    points = listed(document["points"], "'points'", players)
    for seat in range(players):
        state.points[seat] = _read_counts(
            points[seat], f"The points of seat {seat}", MOST_POINTS, POINTS
        )
    total = len(cells_in(state.treasures)) + int(state.points[:, TREASURE_COLUMN].sum())
    if total != START_TEMPLES:
        raise BadPosition(
            "There must be {start_temples} treasures on the board and among the points, not {total}.",
            start_temples=START_TEMPLES,
            total=total,
        )


NEEDED = {
    CELL: ("piece",),
    WAR: ("unification", "placed"),
    SQUARE: ("placed",),
    MONUMENT: ("placed", "square"),
    TREASURE: ("taker",),
}
"""The choice keys that must be set in a phase; `placed` may also be in phase treasure."""


def _read_choices(state: State, document: Document) -> None:
    """The choice keys must fit the phase."""
    phase = int(state.phase)
    why = in_phase(PHASES[phase])
    needed: tuple[str, ...] = NEEDED.get(phase, ())
    if phase == SUPPORT:
        needed = ("conflict",)
        conflict = document["conflict"]
        if isinstance(conflict, dict) and conflict.get("kind") == "war":
            needed = ("conflict", "unification", "placed")
    for key in ("piece", "unification", "conflict", "placed", "square", "taker"):
        if key in needed:
            if document[key] is None:
                raise BadPosition("'{key}' must be set {why}.", key=key, why=why)
        elif not (key == "placed" and phase == TREASURE):
            nothing(document[key], f"'{key}'", why)
    if document["piece"] is not None:
        state.piece = PIECES.index(one_of(document["piece"], "'piece'", PIECES))
    for key in ("unification", "placed", "square"):
        if document[key] is not None:
            setattr(state, key, read_cell(document[key], f"'{key}'"))
    if document["taker"] is not None:
        state.taker = whole(document["taker"], "'taker'", 0, int(state.players) - 1)
    _check_placed(state)


def _check_placed(state: State) -> None:
    placed = int(state.placed)
    if placed == NONE:
        return
    name = CELL_NAMES[placed]
    flipped = int(state.phase) == TREASURE and placed in cells_in(state.flipped)
    if choices.placed_colour(state) == NONE and not flipped:
        raise BadPosition("There is no tile on {name}, which 'placed' names.", name=name)
    if int(state.unification) not in (NONE, placed):
        raise BadPosition("The unification tile marks the tile just laid, on {name}.", name=name)


def _read_conflict(state: State, document: Document) -> None:
    if document["conflict"] is None:
        return
    conflict = keys(document["conflict"], CONFLICT_KEYS, "'conflict'")
    kind = KINDS.index(one_of(conflict["kind"], "'conflict': 'kind'", KINDS[1:]))
    colour = _read_colour(conflict["colour"], "'conflict': 'colour'")
    seats = []
    for role in ("attacker", "defender"):
        what = f"'conflict': '{role}'"
        seat = whole(conflict[role], what, 0, int(state.players) - 1)
        cell = read_cell(conflict[f"{role}_cell"], f"'conflict': '{role}_cell'")
        if int(state.leader_cell[seat, colour]) != cell:
            raise BadPosition(
                "The {role}'s {colour} leader is not on {space}.",
                role=role,
                colour=COLOURS[colour],
                space=CELL_NAMES[cell],
            )
        seats.append(seat)
    _check_fighters(state, kind, colour, *seats)
    to_move = int(state.to_move)
    conflicts.begin(state, kind, colour, *seats)
    state.to_move = to_move
    for role in ("attacker", "defender"):
        strength = int(getattr(state, f"{role}_board"))
        given = whole(conflict[f"{role}_board"], f"'conflict': '{role}_board'", 0, CELLS)
        if given != strength:
            raise BadPosition(
                "The {role} has {strength} on the board, not {given}.",
                role=role,
                strength=strength,
                given=given,
            )
    _read_support(state, conflict["attacker_support"])


def _check_fighters(state: State, kind: int, colour: int, attacker: int, defender: int) -> None:
    """The two must meet, and the attacker must be the one the rules name."""
    if attacker == defender:
        raise BadPosition("Attacker and defender must be two seats.")
    if kind == WARFARE:
        if not (conflicts.pending_wars(state) >> colour) & 1:
            raise BadPosition(
                "No two {value} leaders meet through the unification tile.", value=COLOURS[colour]
            )
        probe = state.copy()
        conflicts.begin_war(probe, colour)
        if (int(probe.attacker), int(probe.defender)) != (attacker, defender):
            raise BadPosition(
                "In this war seat {attacker} attacks seat {defender}.",
                attacker=int(probe.attacker),
                defender=int(probe.defender),
            )
        return
    if attacker != int(state.active):
        raise BadPosition("In a revolt the active seat is the attacker.")
    region = cells_in(region_of(state, int(state.leader_cell[attacker, colour])))
    if int(state.leader_cell[defender, colour]) not in region:
        raise BadPosition("The leaders in revolt are not in one kingdom.")


def _read_support(state: State, value: Any) -> None:
    if value is None:
        return
    number = whole(value, "'conflict': 'attacker_support'", 0, HAND)
    if not conflicts.may_commit(state, number):
        raise BadPosition(
            "The attacker may not add {number} tiles with this option.", number=number
        )
    colour = conflicts.committed_colour(state)
    if number > int(state.removed[colour]):
        raise BadPosition(
            "The {number} tiles the attacker added are not among 'removed'.", number=number
        )
    state.attacker_support = number


def _check_totals(state: State) -> None:
    players = int(state.players)
    for seat in range(players):
        held = int(state.hand_sizes[seat])
        if seat == int(state.active):
            held += int(state.swapped_size) + (1 if int(state.placed) >= 0 else 0)
        if seat == int(state.attacker):
            held += max(0, int(state.attacker_support))
        if held > HAND:
            raise BadPosition(
                "Seat {seat} had {held} tiles in hand, more than {hand}.",
                seat=seat,
                held=held,
                hand=HAND,
            )
    bag = state.bag[: int(state.bag_size)].tolist()
    for c, colour in enumerate(COLOURS):
        total = len(cells_in(state.tiles[c])) + 4 * state.monument_on.tolist().count(c)
        total += int(state.hands[:, c].sum()) + int(state.discarded[:, c].sum())
        total += int(state.swapped[c]) + int(state.removed[c]) + bag.count(c)
        if total != TILES[c]:
            raise BadPosition(
                "There must be {value} {colour} tiles in all, not {total}.",
                value=TILES[c],
                colour=colour,
                total=total,
            )


def _check_leaders(state: State) -> None:
    """Leaders of one colour are in different kingdoms, but for those who are about to fight."""
    for c, colour in enumerate(COLOURS):
        seats = [s for s in range(int(state.players)) if int(state.leader_cell[s, c]) >= 0]
        for one in seats:
            cell = int(state.leader_cell[one, c])
            region = cells_in(region_of(state, cell))
            rivals = [s for s in seats if s != one and int(state.leader_cell[s, c]) in region]
            if rivals and (len(rivals) > 1 or not _may_meet(state, c, one, rivals[0])):
                raise BadPosition("There are two {colour} leaders in one kingdom.", colour=colour)


def _may_meet(state: State, colour: int, one: int, other: int) -> bool:
    if int(state.conflict) == REVOLT:
        fighting = {int(state.attacker), int(state.defender)}
        return colour == int(state.conflict_colour) and fighting == {one, other}
    if int(state.unification) == NONE:
        return False
    side = cells_in(conflicts.side_of(state, int(state.leader_cell[one, colour])))
    return int(state.leader_cell[other, colour]) not in side


def _check_debts(state: State) -> None:
    """Treasures are owed only before the end of an action, and by one kingdom."""
    traders = state.leader_cell[: int(state.players), GREEN].tolist()
    owing = {
        tuple(map(int, region_of(state, cell)))
        for seat, cell in enumerate(traders)
        if rules.treasures_owed(state, seat)
    }
    phase = int(state.phase)
    if owing and phase in (ACTION, CELL, SWAP):
        raise BadPosition(
            "A trader's treasures are still to be taken in phase {value}.", value=PHASES[phase]
        )
    if len(owing) > 1:
        raise BadPosition("Two kingdoms owe treasures at once.")
    if phase == TREASURE:
        taker = int(state.taker)
        if not rules.treasures_owed(state, taker):
            raise BadPosition("Seat {taker} has no treasures to take.", taker=taker)


def _check_end(state: State) -> None:
    """A position that should be over, or should not."""
    phase, begins = int(state.phase), int(state.actions_left) == ACTIONS_A_TURN
    if phase == OVER:
        if rules.what_ends_it(state) == rules.GOES_ON:
            raise BadPosition("Nothing has ended this game.")
    elif begins and phase != TREASURE and rules.few_treasures(state):
        raise BadPosition("With two treasures or fewer the game ended before this turn.")


def _check_choices(board: Board, state: State) -> None:
    """The seat to move must be the right one, and must have a move."""
    phase = int(state.phase)
    if phase == OVER:
        return
    mover = int(state.active)
    if phase == TREASURE:
        mover = int(state.taker)
    elif phase == SUPPORT:
        first = int(state.attacker_support) == NONE
        mover = int(state.attacker) if first else int(state.defender)
    if int(state.to_move) != mover:
        raise BadPosition("Seat {mover} is to move in this position.", mover=mover)
    if phase in (SQUARE, MONUMENT):
        squares = cells_in(choices.buildable_squares(state))
        if phase == SQUARE and len(squares) < 2:
            raise BadPosition("The tile laid completes no two squares to choose from.")
        if phase == MONUMENT and int(state.square) not in squares:
            raise BadPosition("The tile laid completes no square that a monument fits.")
    piece = int(state.piece)
    if phase == CELL:
        held = int(state.hands[mover, piece]) if piece < PIECE_LEADER else 1
        if piece == PIECE_CATASTROPHE:
            held = int(state.catastrophes_left[mover])
        if held == 0:
            raise BadPosition(
                "Seat {mover} has no {value} to place.", mover=mover, value=PIECES[piece]
            )
    if choices.legal(board.struct, state, np.zeros(LEGAL_LIMIT, np.int16)) == 0:
        raise BadPosition("There is nothing to choose in phase {value}.", value=PHASES[phase])
