"""Who is to do what now, and what each button says."""

from __future__ import annotations

from functools import lru_cache

from triarchy.games.tigris.sight import Conflict, TigrisSight
from triarchy.games.tigris.state import (
    ACTION,
    CELL,
    DO_CATASTROPHE,
    DO_DISCARD,
    DO_DRAW,
    DO_LEADER,
    DO_MONUMENT,
    DO_NO_MONUMENT,
    DO_PASS,
    DO_SQUARE,
    DO_SUPPORT,
    DO_SWAP,
    DO_TAKE,
    DO_TILE,
    DO_WAR,
    MONUMENT,
    NONE,
    SQUARE,
    SUPPORT,
    SWAP,
    TREASURE,
    WAR,
)
from triarchy.games.tigris.text.scores import victory
from triarchy.games.tigris.text.words import (
    CELL_NAMES,
    monument_name,
    speaker,
    square_name,
    sum_of,
)
from triarchy.kit.language import Translate, counted, mark
from triarchy.kit.sight import Reader

_WHERE_TILE = (
    mark("Where should the black tile go?"),
    mark("Where should the red tile go?"),
    mark("On which river space should the blue tile go?"),
    mark("Where should the green tile go?"),
)
_WHERE_LEADER = (
    mark("Where should the black leader go? It needs a temple beside it."),
    mark("Where should the red leader go? It needs a temple beside it."),
    mark("Where should the blue leader go? It needs a temple beside it."),
    mark("Where should the green leader go? It needs a temple beside it."),
)
_COMMIT = (
    mark("How many black tiles do you add?"),
    mark("How many red tiles do you add?"),
    mark("How many blue tiles do you add?"),
    mark("How many green tiles do you add?"),
)


_OTHERS = {
    ACTION: mark("{name} is choosing an action."),
    CELL: mark("{name} is choosing a space."),
    SWAP: mark("{name} is swapping tiles."),
    WAR: mark("{name} is choosing the next war."),
    SUPPORT: mark("{name} is deciding how many tiles to add."),
    SQUARE: mark("{name} may build a monument."),
    MONUMENT: mark("{name} may build a monument."),
    TREASURE: mark("{name} is taking treasures."),
}


def prompt(sight: TigrisSight, reader: Reader) -> str:
    say = speaker(reader.language)
    if sight.over:
        return say("The game is over: {victory}.", victory=victory(sight, reader, say))
    if sight.to_move != reader.seat:
        return say(_OTHERS[sight.phase], name=reader.names[sight.to_move])
    return _for_mover(sight, reader, say)


def _for_mover(sight: TigrisSight, reader: Reader, say: Translate) -> str:
    phase = sight.phase
    if phase == ACTION:
        if sight.actions_left > 1:
            return say("Your turn: choose the first of your two actions.")
        return say("Your turn: choose your second action, or end the turn.")
    if phase == CELL:
        if sight.tile != NONE:
            return say(_WHERE_TILE[sight.tile])
        if sight.leader != NONE:
            return say(_WHERE_LEADER[sight.leader])
        return say("Where should the catastrophe strike?")
    if phase == SWAP:
        if sight.swapped_size == 0:
            return say("Which tiles do you discard?")
        return say("Discard more tiles, or draw as many as you have discarded.")
    if phase == WAR:
        return say("Two kingdoms are joined: which leaders fight next?")
    if sight.conflict is not None:
        return _support_prompt(sight.conflict, reader, say)
    if phase == SQUARE:
        return say("Four tiles in a square: on which square should a monument stand?")
    if phase == MONUMENT:
        return say("Four tiles in a square: which monument do you build?")
    return say("Your trader's kingdom has more than one treasure: take one.")


def _support_prompt(conflict: Conflict, reader: Reader, say: Translate) -> str:
    attack, defence = conflict.attacker_board, conflict.defender_board
    if conflict.attacker_support is not None:
        start = say(
            "{name} attacks you, {attack} against {defence}.",
            name=reader.names[conflict.attacker],
            attack=sum_of(attack, conflict.attacker_support),
            defence=defence,
        )
    elif conflict.revolt:
        start = say(
            "You revolt against {name}, {attack} against {defence}.",
            name=reader.names[conflict.defender],
            attack=attack,
            defence=defence,
        )
    else:
        start = say(
            "You attack {name}, {attack} against {defence}.",
            name=reader.names[conflict.defender],
            attack=attack,
            defence=defence,
        )
    return f"{start} {say(_COMMIT[conflict.tiles])}"


# Labels

_TILE = (
    mark("Lay a black tile: settlement"),
    mark("Lay a red tile: temple"),
    mark("Lay a blue tile: farm"),
    mark("Lay a green tile: market"),
)
_LEADER = (
    mark("Place the black leader: king"),
    mark("Place the red leader: priest"),
    mark("Place the blue leader: farmer"),
    mark("Place the green leader: trader"),
)
_MOVE_LEADER = (
    mark("Move or withdraw the black leader on {cell}"),
    mark("Move or withdraw the red leader on {cell}"),
    mark("Move or withdraw the blue leader on {cell}"),
    mark("Move or withdraw the green leader on {cell}"),
)
_PUT = (
    mark("Black tile on {cell}"),
    mark("Red tile on {cell}"),
    mark("Blue tile on {cell}"),
    mark("Green tile on {cell}"),
    mark("Black leader on {cell}"),
    mark("Red leader on {cell}"),
    mark("Blue leader on {cell}"),
    mark("Green leader on {cell}"),
    mark("Catastrophe on {cell}"),
)
_WITHDRAW = (
    mark("Withdraw the black leader"),
    mark("Withdraw the red leader"),
    mark("Withdraw the blue leader"),
    mark("Withdraw the green leader"),
)
_DISCARD = (
    mark("Discard a black tile"),
    mark("Discard a red tile"),
    mark("Discard a blue tile"),
    mark("Discard a green tile"),
)
_WAR = (
    mark("War (black leaders): {sums}"),
    mark("War (red leaders): {sums}"),
    mark("War (blue leaders): {sums}"),
    mark("War (green leaders): {sums}"),
)


def label(sight: TigrisSight, action: int, reader: Reader) -> str:
    if action < DO_SQUARE:
        return cell_label(sight.piece, action, sight.joins_kingdoms(action), reader.language)
    say = speaker(reader.language)
    if action < DO_TAKE:
        return say("Monument on {square}", square=square_name(action - DO_SQUARE))
    if action < DO_TILE:
        cell = sight.start_cells[action - DO_TAKE]
        return say("Take the treasure from {cell}", cell=CELL_NAMES[cell])
    if action < DO_DISCARD:
        return _choice_label(sight, action, say)
    if action < DO_DRAW:
        return say(_DISCARD[action - DO_DISCARD])
    if action == DO_DRAW:
        return counted(say, sight.swapped_size, mark("Draw 1 tile"), mark("Draw {count} tiles"))
    if action < DO_SUPPORT:
        leaders = sight.wars.get(action - DO_WAR, [])
        sums = ", ".join(f"{reader.names[one.seat]} {one.followers}" for one in leaders)
        return say(_WAR[action - DO_WAR], sums=sums)
    if action < DO_MONUMENT:
        assert sight.conflict is not None
        return support_label(sight.conflict, action - DO_SUPPORT, say)
    if action == DO_NO_MONUMENT:
        return say("Build no monument")
    name = monument_name(say, action - DO_MONUMENT)
    return say("Build the {monument} monument", monument=name)


@lru_cache(maxsize=2**14)
def cell_label(piece: int, cell: int, joins: bool, language: str) -> str:
    """ "Red tile on J2"; a tile that would join two kingdoms says so."""
    say = speaker(language)
    what = say(_PUT[piece], cell=CELL_NAMES[cell])
    return say("{piece}: joins two kingdoms", piece=what) if joins else what


def _choice_label(sight: TigrisSight, action: int, say: Translate) -> str:
    if action < DO_LEADER:
        return say(_TILE[action - DO_TILE])
    if action < DO_CATASTROPHE:
        colour = action - DO_LEADER
        cell = sight.leader_cells[sight.active][colour]
        if cell == NONE:
            return say(_LEADER[colour])
        return say(_MOVE_LEADER[colour], cell=CELL_NAMES[cell])
    if action == DO_CATASTROPHE:
        return say("Play a catastrophe")
    if action == DO_SWAP:
        return say("Swap tiles")
    if action == DO_PASS:
        return say("Pass") if sight.actions_left > 1 else say("End the turn")
    return say(_WITHDRAW[sight.leader])


def support_label(conflict: Conflict, number: int, say: Translate) -> str:
    """ "Add 2: 4 against 3"."""
    attack, defence = conflict.sums(number)
    return say(
        "Add {count}: {attack} against {defence}", count=number, attack=attack, defence=defence
    )
