"""The board in words, for who does not see it: hand, kingdoms, other regions, cell by cell what is there."""

from __future__ import annotations

from collections.abc import Iterable

from triarchy.games.tigris.sight import Leader, TigrisSight
from triarchy.games.tigris.state import (
    ACTION,
    CELL,
    COLUMNS,
    DO_CATASTROPHE,
    DO_DISCARD,
    DO_DRAW,
    DO_LEADER,
    DO_MONUMENT,
    DO_SQUARE,
    DO_SUPPORT,
    DO_SWAP,
    DO_TAKE,
    DO_TILE,
    DO_WAR,
    NONE,
    ROWS,
    SWAP,
    TREASURE,
)
from triarchy.games.tigris.text.prompts import label
from triarchy.games.tigris.text.words import (
    CELL_NAMES,
    COLOUR_WORDS,
    TITLES,
    in_row,
    monument_name,
    speaker,
    square_name,
)
from triarchy.kit.language import Translate, mark
from triarchy.kit.presentation import PlaceList
from triarchy.kit.sight import Reader

TILE_WORDS = (mark("settlement"), mark("temple"), mark("farm"), mark("market"))
_TILES = (
    mark("Black tiles, settlements: {list}"),
    mark("Red tiles, temples: {list}"),
    mark("Blue tiles, farms: {list}"),
    mark("Green tiles, markets: {list}"),
)
_DIRECTIONS = (
    (mark("north"), 0, -1),
    (mark("east"), 1, 0),
    (mark("south"), 0, 1),
    (mark("west"), -1, 0),
)


def board_text(sight: TigrisSight, reader: Reader) -> list[PlaceList]:
    say = speaker(reader.language)
    kingdoms = [
        PlaceList(
            say(
                "Kingdom: {leaders}",
                leaders=in_row(
                    say, [_owned(one.seat, one.colour, reader, say) for one in kingdom.leaders]
                ),
            ),
            [
                *(leader_name(one, reader.names[one.seat], say) for one in kingdom.leaders),
                *_lying(sight, kingdom.cells, say),
            ],
        )
        for kingdom in sight.kingdoms
    ]
    regions = [
        PlaceList(
            say("Region without a leader: {cell}", cell=CELL_NAMES[cells[0]]),
            _lying(sight, cells, say),
        )
        for cells in sight.leaderless
    ]
    return [*_own(sight, reader, say), *kingdoms, *regions, _ground(sight, say)]


def _own(sight: TigrisSight, reader: Reader, say: Translate) -> list[PlaceList]:
    """What the reader holds."""
    seat = reader.seat
    if seat is None or not sight.shows_hand_of(seat):
        return []
    tiles = [
        f"{count} {say(COLOUR_WORDS[colour])}"
        for colour, count in enumerate(sight.hands[seat])
        if count
    ]
    leaders = [
        say(TITLES[colour]) for colour, cell in enumerate(sight.leader_cells[seat]) if cell == NONE
    ]
    lines = [
        say("Tiles: {list}", list=", ".join(tiles) or say("none")),
        say("Leaders in supply: {list}", list=", ".join(leaders) or say("none")),
        say("Catastrophes: {count}", count=sight.catastrophes_left[seat]),
    ]
    return [PlaceList(say("Your hand"), lines)]


def _lying(sight: TigrisSight, cells: Iterable[int], say: Translate) -> list[str]:
    """What lies in a kingdom or region: tiles by colour, monuments, treasures."""
    inside = set(cells)
    lines = [
        say(_TILES[colour], list=_cells(own))
        for colour, tiles in enumerate(sight.tiles)
        if (own := inside.intersection(tiles))
    ]
    lines += [
        say(
            "Monument {monument} on {square}",
            monument=monument_name(say, which),
            square=square_name(square),
        )
        for which, square in enumerate(sight.monument_squares)
        if square in inside
    ]
    treasures = inside.intersection(sight.treasures)
    return [*lines, say("Treasures: {list}", list=_cells(treasures))] if treasures else lines


def _ground(sight: TigrisSight, say: Translate) -> PlaceList:
    """The rivers, and what has been destroyed."""
    lines = [say("Rivers: {list}", list=_cells(sight.rivers))]
    if sight.catastrophes:
        lines.append(say("Catastrophes: {list}", list=_cells(sight.catastrophes)))
    lines.append(say("Tiles in the bag: {count}", count=sight.bag_size))
    return PlaceList(say("The land"), lines)


def _cells(cells: Iterable[int]) -> str:
    return ", ".join(CELL_NAMES[cell] for cell in sorted(cells))


def _owned(seat: int, colour: int, reader: Reader, say: Translate) -> str:
    """ "Anna's King"."""
    return say("{name}'s {title}", title=say(TITLES[colour]), name=reader.names[seat])


def leader_name(leader: Leader, name: str, say: Translate) -> str:
    return say(
        "{name}'s {title} on {cell}: followers {followers}, temples {temples}",
        title=say(TITLES[leader.colour]),
        name=name,
        cell=CELL_NAMES[leader.cell],
        followers=leader.followers,
        temples=leader.temples,
    )


# One thing at a time


def spoken(sight: TigrisSight, action: int, reader: Reader) -> str:
    say = speaker(reader.language)
    legal = action in sight.legal
    if action < DO_TILE:
        return _spoken_place(sight, action, legal, reader, say)
    there = _of_it(sight, action, reader, say)
    if legal:
        return f"{label(sight, action, reader)}. {there}" if there else label(sight, action, reader)
    if not there and DO_TILE <= action < DO_SWAP:  # in the hand, but not to be chosen now
        return label(sight, action, reader)
    return there


def _spoken_place(
    sight: TigrisSight, action: int, legal: bool, reader: Reader, say: Translate
) -> str:
    """A cell, a square or a treasure."""
    if action < DO_SQUARE:
        cell, wanted = action, sight.phase == CELL
    elif action < DO_TAKE:
        return label(sight, action, reader) if legal else ""
    else:
        cell = sight.start_cells[action - DO_TAKE]
        wanted = sight.phase == TREASURE and cell in sight.treasures
    if not wanted:
        return ""
    there = cell_text(sight, cell, reader, say)
    name = label(sight, action, reader) if legal else CELL_NAMES[cell]
    return say("{place}. There: {there}", place=name, there=there)


def cell_text(sight: TigrisSight, cell: int, reader: Reader, say: Translate) -> str:
    """What is on a cell and beside it: "empty, river; north: temple; east: Anna's King"."""
    beside = []
    column, row = cell % COLUMNS, cell // COLUMNS
    for direction, across, down in _DIRECTIONS:
        x, y = column + across, row + down
        other = y * COLUMNS + x
        if (
            0 <= x < COLUMNS
            and 0 <= y < ROWS
            and (other in sight.taken or other in sight.catastrophes)
        ):
            beside.append(f"{say(direction)}: {_on(sight, other, reader, say)}")
    there = _on(sight, cell, reader, say)
    return "; ".join([there, *beside])


def _on(sight: TigrisSight, cell: int, reader: Reader, say: Translate) -> str:
    """What is on one cell."""
    if cell in sight.leader_at:
        parts = [_owned(*sight.leader_at[cell], reader, say)]
    elif cell in sight.tile_at:
        parts = [say(TILE_WORDS[sight.tile_at[cell]])]
    elif cell in sight.flipped:
        parts = [say("part of a monument")]
    elif cell in sight.catastrophes:
        parts = [say("catastrophe")]
    else:
        parts = [say("empty")]
    if cell in sight.treasures:
        parts.append(say("treasure"))
    if cell in sight.rivers:
        parts.append(say("river"))
    return ", ".join(parts)


def _of_it(sight: TigrisSight, action: int, reader: Reader, say: Translate) -> str:
    """How many there are of what an action uses, or how strong the leader is that it moves."""
    seat = sight.to_move
    if (action < DO_SWAP and sight.phase != ACTION) or seat < 0:
        return ""
    if action < DO_LEADER:
        return _in_hand(sight, action - DO_TILE, say)
    if action < DO_CATASTROPHE:
        leader = sight.leader_of(seat, action - DO_LEADER)
        return "" if leader is None else leader_name(leader, reader.names[seat], say)
    if action == DO_CATASTROPHE:
        return say("Catastrophes: {count}", count=sight.catastrophes_left[seat])
    if DO_DISCARD <= action < DO_DRAW and sight.phase == SWAP:
        return _in_hand(sight, action - DO_DISCARD, say)
    if DO_WAR <= action < DO_SUPPORT and action in sight.legal:
        return _in_hand(sight, action - DO_WAR, say)
    if DO_SUPPORT <= action < DO_MONUMENT and sight.conflict is not None and action in sight.legal:
        return _in_hand(sight, sight.conflict.tiles, say)
    return ""


_IN_HAND = (
    mark("Black tiles in hand: {count}"),
    mark("Red tiles in hand: {count}"),
    mark("Blue tiles in hand: {count}"),
    mark("Green tiles in hand: {count}"),
)


def _in_hand(sight: TigrisSight, colour: int, say: Translate) -> str:
    return say(_IN_HAND[colour], count=sight.hands[sight.to_move][colour])
