"""Positions of Tigris & Euphrates set up by hand: tiles, leaders, monuments, treasures, hands, points.

Tiles come out of the bag, or else back into the game, and go into the bag. A treasure that is
taken off the board goes to whoever is to move.
"""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.errors import BadPosition
from triarchy.games.tigris import conflicts
from triarchy.games.tigris.drawing import pieces as drawn
from triarchy.games.tigris.positions import (
    CELL_NAMES,
    CELL_OF,
    MONUMENT_NAMES,
    cells_in,
    is_square,
    square_cells,
)
from triarchy.games.tigris.regions import put as put_cell
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import (
    ACTION,
    ACTIONS_A_TURN,
    BAG,
    COLOURS,
    HAND,
    NONE,
    PAIRS,
    TREASURE_COLUMN,
)
from triarchy.games.tigris.text.words import (
    COLOUR_WORDS,
    TITLES,
    monument_name,
    speaker,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate, mark
from triarchy.kit.setting_up import (
    SYMBOL,
    Setting,
    SetupPiece,
    SetupPlace,
    SetupRow,
    cannot_lie_there,
    none_left,
    nothing_to_take,
)
from triarchy.kit.sight import Reader
from triarchy.kit.svg import Element, Raw, moved, svg

TILE_NAMES = (mark("Settlement"), mark("Temple"), mark("Farm"), mark("Market"))
MOST_POINTS = 99
"""So many can be set by hand."""


def begin(board: Board, state: State) -> None:
    """A swap and a choice are undone; wars and what is owed are for the rules to refuse."""
    for colour in range(len(COLOURS)):
        state.hands[int(state.active), colour] += state.swapped[colour]
    state.hand_sizes[int(state.active)] += state.swapped_size
    state.swapped[:] = 0
    state.swapped_size = 0
    state.placed = state.unification = state.square = state.piece = state.taker = NONE
    conflicts.clear(state)
    state.phase = ACTION
    state.to_move = state.active


# What there is


def pieces(sight: TigrisSight, reader: Reader) -> list[SetupPiece]:
    say = speaker(reader.language)
    size = SYMBOL - 4
    found = [
        SetupPiece(f"tile {COLOURS[colour]}", say(name), _symbol(drawn.tile(colour, size)))
        for colour, name in enumerate(TILE_NAMES)
    ]
    found += [
        SetupPiece(
            f"leader {seat} {COLOURS[colour]}",
            _leader_name(say, reader, seat, colour),
            _symbol(drawn.leader(seat, colour, size)),
        )
        for seat in range(sight.players)
        for colour in range(len(COLOURS))
    ]
    found += [
        SetupPiece("catastrophe", say("Catastrophe tile"), _symbol(drawn.catastrophe(size))),
        SetupPiece("treasure", say("Treasure"), _symbol(drawn.treasure(False, size * 0.7))),
    ]
    return found + [
        SetupPiece(
            f"monument {MONUMENT_NAMES[which]}",
            say("Monument {colours}", colours=monument_name(say, which)),
            _symbol(
                drawn.monument(which, size * 0.8),
                moved(-size * 0.3, size * 0.32, drawn.chip(PAIRS[which][0], size * 0.3)),
                moved(size * 0.3, size * 0.32, drawn.chip(PAIRS[which][1], size * 0.3)),
            ),
        )
        for which in range(len(PAIRS))
    ]


def _symbol(*parts: Raw | Element) -> str:
    return str(svg(SYMBOL, SYMBOL, moved(SYMBOL / 2, SYMBOL / 2, *parts)))


def _leader_name(say: Translate, reader: Reader, seat: int, colour: int) -> str:
    return say("{name}'s {title}", title=say(TITLES[colour]), name=reader.names[seat])


def places(sight: TigrisSight, reader: Reader) -> dict[str, str]:
    say = speaker(reader.language)
    there: dict[int, list[str]] = {cell: [] for cell in range(len(CELL_NAMES))}
    for cell, colour in sight.tile_at.items():
        there[cell].append(say(TILE_NAMES[colour]))
    for cells, name in (
        (sight.flipped, say("Tile turned over")),
        (sight.treasures, say("Treasure")),
        (sight.catastrophes, say("Catastrophe tile")),
    ):
        for cell in cells:
            there[cell].append(name)
    for cell, (seat, colour) in sight.leader_at.items():
        there[cell].append(_leader_name(say, reader, seat, colour))
    return {
        f"cell {CELL_NAMES[cell]}": ": ".join([CELL_NAMES[cell], *([", ".join(on)] if on else [])])
        for cell, on in there.items()
    }


def rows(sight: TigrisSight, reader: Reader) -> list[SetupRow]:
    say = speaker(reader.language)
    return [
        SetupRow(
            say("{name}'s tiles", name=name),
            [
                SetupPlace(f"hand {seat} {slot}", say("No tile"), "")
                if colour == NONE
                else SetupPlace(
                    f"hand {seat} {slot}",
                    say(TILE_NAMES[colour]),
                    _symbol(drawn.tile(colour, SYMBOL - 4)),
                )
                for slot, colour in enumerate(_slots(sight.view, seat))
            ],
        )
        for seat, name in enumerate(reader.names)
    ]


def _slots(state: State, seat: int) -> list[int]:
    """The colours of a hand tile by tile, NONE for each that is missing."""
    held = [colour for colour in range(len(COLOURS)) for _ in range(int(state.hands[seat, colour]))]
    return held + [NONE] * (HAND - len(held))


def settings(sight: TigrisSight, reader: Reader) -> list[Setting]:
    say = speaker(reader.language)
    last = sight.players - 1
    found = [
        Setting("seat", say("To move"), sight.active, 0, last, reader.names),
        Setting("actions", say("Actions left"), sight.actions_left, 1, ACTIONS_A_TURN),
    ]
    return found + [
        Setting(
            f"points {seat} {colour}",
            say(COLOUR_WORDS[colour]),
            sight.points[seat][colour],
            0,
            max(MOST_POINTS, sight.points[seat][colour]),
            group=say("{name}'s points", name=name),
        )
        for seat, name in enumerate(reader.names)
        for colour in range(len(COLOURS))
    ]


# Changes


def put(board: Board, state: State, piece: str, place: str, count: int) -> None:
    kind, *which = piece.split()
    where, *numbers = place.split()
    if where == "hand":
        if kind != "tile":
            raise cannot_lie_there()
        _put_in_hand(state, int(numbers[0]), int(numbers[1]), COLOURS.index(which[0]))
        return
    cell = CELL_OF[numbers[0]]
    if kind == "monument":
        _put_monument(state, MONUMENT_NAMES.index(which[0]), cell)
        return
    if kind == "treasure":
        _put_treasure(state, cell)
        return
    while _top(state, cell):
        _take_top(state, cell)
    if kind == "tile":
        colour = COLOURS.index(which[0])
        _out_of_bag(state, colour)
        put_cell(state.tiles[colour], cell)
    elif kind == "leader":
        state.leader_cell[int(which[0]), COLOURS.index(which[1])] = cell
    else:
        _put_catastrophe(state, cell)


def take(board: Board, state: State, place: str) -> None:
    where, *numbers = place.split()
    if where == "hand":
        seat, slot = map(int, numbers)
        colour = _slots(state, seat)[slot]
        if colour == NONE:
            raise nothing_to_take()
        state.hands[seat, colour] -= 1
        state.hand_sizes[seat] -= 1
        _into_bag(state, colour)
        return
    cell = CELL_OF[numbers[0]]
    if not _top(state, cell):
        raise nothing_to_take()
    _take_top(state, cell)


def _put_in_hand(state: State, seat: int, slot: int, colour: int) -> None:
    old = _slots(state, seat)[slot]
    if old == colour:
        return
    _out_of_bag(state, colour)
    state.hands[seat, colour] += 1
    if old == NONE:
        state.hand_sizes[seat] += 1
    else:
        state.hands[seat, old] -= 1
        _into_bag(state, old)


def _put_treasure(state: State, cell: int) -> None:
    """It comes from whoever has most."""
    if cell in cells_in(state.treasures):
        raise cannot_lie_there()
    owner = int(np.argmax(state.points[:, TREASURE_COLUMN]))
    if not state.points[owner, TREASURE_COLUMN]:
        raise none_left()
    state.points[owner, TREASURE_COLUMN] -= 1
    put_cell(state.treasures, cell)


def _put_catastrophe(state: State, cell: int) -> None:
    """Of whoever is to move, or else of the next who has one."""
    players, first = int(state.players), int(state.active)
    for seat in (*range(first, players), *range(first)):
        if state.catastrophes_left[seat]:
            state.catastrophes_left[seat] -= 1
            put_cell(state.catastrophes, cell)
            return
    raise none_left()


def _put_monument(state: State, which: int, square: int) -> None:
    """On four face-up tiles, which are turned over; one that stands elsewhere is moved."""
    if int(state.monument_square[which]) != NONE:
        _take_monument(state, which)
    cells = set(square_cells(square)) if is_square(square) else set()
    on = [c for c in range(len(COLOURS)) if cells and cells <= set(cells_in(state.tiles[c]))]
    if not on:
        raise BadPosition(
            "A monument stands on four face-up tiles of one colour; {cell} is not the upper left "
            "one of such a square.",
            cell=CELL_NAMES[square],
        )
    for cell in cells:
        _remove(state.tiles[on[0]], cell)
        put_cell(state.flipped, cell)
    state.monument_square[which], state.monument_on[which] = square, on[0]


def _take_monument(state: State, which: int) -> None:
    for cell in square_cells(int(state.monument_square[which])):
        _remove(state.flipped, cell)
        put_cell(state.tiles[int(state.monument_on[which])], cell)
    state.monument_square[which] = state.monument_on[which] = NONE


def _top(state: State, cell: int) -> str:
    """What is taken off a cell next; "" for nothing."""
    if cell in state.leader_cell[: int(state.players)]:
        return "leader"
    for name in ("catastrophes", "treasures", "flipped"):
        if cell in cells_in(state[name]):
            return name
    return "tile" if any(cell in cells_in(words) for words in state.tiles) else ""


def _take_top(state: State, cell: int) -> None:
    top = _top(state, cell)
    if top == "leader":
        state.leader_cell[state.leader_cell == cell] = NONE
    elif top == "catastrophes":
        _remove(state.catastrophes, cell)
        fewest = int(np.argmin(state.catastrophes_left[: int(state.players)]))
        state.catastrophes_left[fewest] += 1
    elif top == "treasures":
        _remove(state.treasures, cell)
        state.points[int(state.active), TREASURE_COLUMN] += 1
    elif top == "flipped":
        for which, square in enumerate(state.monument_square.tolist()):
            if square != NONE and cell in square_cells(square):
                _take_monument(state, which)
    else:
        for colour, words in enumerate(state.tiles):
            if cell in cells_in(words):
                _remove(words, cell)
                _into_bag(state, colour)


def _remove(words: np.ndarray, cell: int) -> None:
    words[cell // 64] &= ~np.uint64(1 << cell % 64)


# The bag


def _out_of_bag(state: State, colour: int) -> None:
    """The tile that would be drawn last, or else one that had left the game."""
    bag = state.bag[: int(state.bag_size)].tolist()
    if colour in bag:
        bag.remove(colour)
        _fill_bag(state, bag)
    elif state.removed[colour]:
        state.removed[colour] -= 1
    else:
        raise none_left()


def _into_bag(state: State, colour: int) -> None:
    """To the bottom; a tile for which there is no room leaves the game."""
    bag = state.bag[: int(state.bag_size)].tolist()
    if len(bag) == BAG:
        state.removed[colour] += 1
    else:
        _fill_bag(state, [colour, *bag])


def _fill_bag(state: State, tiles: list[int]) -> None:
    state.bag[:] = 0
    state.bag[: len(tiles)] = tiles
    state.bag_size = len(tiles)


def change(board: Board, state: State, setting: str, value: int) -> None:
    name, *numbers = setting.split()
    if name == "seat":
        state.active = state.to_move = value
    elif name == "actions":
        state.actions_left = value
    else:
        seat, colour = map(int, numbers)
        state.points[seat, colour] = value
