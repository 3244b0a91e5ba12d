"""Who is to do what now, and what each button says."""

from __future__ import annotations

from collections.abc import Sequence

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
    DO_WITHDRAW,
    MONUMENT,
    NOWHERE,
    OVER,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
    REVOLT,
    SQUARE,
    SUPPORT,
    SWAP,
    TAKING,
    WAR,
)
from triarchy.games.tigris.text.situation import Situation, committed_colour, gathered, sums
from triarchy.games.tigris.text.tables import victory
from triarchy.games.tigris.text.words import (
    CELL_NAMES,
    monument_name,
    speaker,
    square_name,
    sum_of,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate, mark

_WHERE_TILE = (
    mark("Where should the black tile lie?"),
    mark("Where should the red tile lie?"),
    mark("On which river cell should the blue tile lie?"),
    mark("Where should the green tile lie?"),
)
_WHERE_LEADER = (
    mark("Where should the black leader stand? It needs a temple beside it."),
    mark("Where should the red leader stand? It needs a temple beside it."),
    mark("Where should the blue leader stand? It needs a temple beside it."),
    mark("Where should the green leader stand? It needs a temple beside it."),
)
_COMMIT = (
    mark("How many black tiles do you add?"),
    mark("How many red tiles do you add?"),
    mark("How many blue tiles do you add?"),
    mark("How many green tiles do you add?"),
)


def prompt(board: Board, view: State, seat: int | None, names: Sequence[str], language: str) -> str:
    say = speaker(language)
    if int(view.phase) == OVER:
        return say("The game is over: {victory}.", victory=victory(view, names, say))
    if int(view.to_move) != seat:
        return _for_others(view, names[int(view.to_move)], say)
    return _for_mover(view, names, say)


def _for_mover(view: State, names: Sequence[str], say: Translate) -> str:
    phase, piece = int(view.phase), int(view.piece)
    if phase == ACTION:
        if int(view.actions_left) > 1:
            return say("Your turn: choose the first of your two actions.")
        return say("Your turn: choose your second action, or end the turn.")
    if phase == CELL:
        if piece < PIECE_LEADER:
            return say(_WHERE_TILE[piece])
        if piece < PIECE_CATASTROPHE:
            return say(_WHERE_LEADER[piece - PIECE_LEADER])
        return say("Where should the catastrophe strike?")
    if phase == SWAP:
        if int(view.swapped_count) == 0:
            return say("Which tiles do you put away?")
        return say("Put more tiles away, or draw as many as you put away.")
    if phase == WAR:
        return say("Two kingdoms are joined: which leaders fight next?")
    if phase == SUPPORT:
        return _support_prompt(view, names, say)
    if phase == SQUARE:
        return say("Four tiles in a square: on which square should a monument stand?")
    if phase == MONUMENT:
        return say("Four tiles in a square: which monument do you build?")
    return say("Your trader's kingdom has more than one treasure: take one.")


def _support_prompt(view: State, names: Sequence[str], say: Translate) -> str:
    added = int(view.attacker_support)
    attacking = added == NOWHERE
    attack, defence = sums(view, 0, 0)
    other = names[int(view.defender if attacking else view.attacker)]
    if attacking and int(view.conflict) == REVOLT:
        start = say(
            "You revolt against {name}, {attack} against {defence}.",
            name=other,
            attack=attack,
            defence=defence,
        )
    elif attacking:
        start = say(
            "You attack {name}, {attack} against {defence}.",
            name=other,
            attack=attack,
            defence=defence,
        )
    else:
        start = say(
            "{name} attacks you, {attack} against {defence}.",
            name=other,
            attack=sum_of(attack, added),
            defence=defence,
        )
    return f"{start} {say(_COMMIT[committed_colour(view)])}"


_OTHERS = {
    ACTION: mark("{name} is choosing an action."),
    CELL: mark("{name} is choosing a cell."),
    SWAP: mark("{name} is swapping tiles."),
    WAR: mark("{name} is choosing the next war."),
    SUPPORT: mark("{name} is deciding how many tiles to add."),
    SQUARE: mark("{name} may build a monument."),
    MONUMENT: mark("{name} may build a monument."),
    TAKING: mark("{name} is taking treasures."),
}


def _for_others(view: State, name: str, say: Translate) -> str:
    return say(_OTHERS[int(view.phase)], name=name)


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
    mark("Put a black tile away"),
    mark("Put a red tile away"),
    mark("Put a blue tile away"),
    mark("Put a green tile away"),
)
_WAR = (
    mark("War of the black leaders: {sums}"),
    mark("War of the red leaders: {sums}"),
    mark("War of the blue leaders: {sums}"),
    mark("War of the green leaders: {sums}"),
)


def label(board: Board, view: State, action: int, names: Sequence[str], language: str) -> str:
    say = speaker(language)
    if action < DO_SQUARE:
        return cell_label(view, action, say)
    if action < DO_TAKE:
        return say("Monument on {square}", square=square_name(action - DO_SQUARE))
    if action < DO_TILE:
        cell = int(board.struct.start_cell[action - DO_TAKE])
        return say("Take the treasure from {cell}", cell=CELL_NAMES[cell])
    if action < DO_DISCARD:
        return _choice_label(view, action, say)
    if action < DO_DRAW:
        return say(_DISCARD[action - DO_DISCARD])
    if action == DO_DRAW:
        number = int(view.swapped_count)
        return say("Draw 1 tile") if number == 1 else say("Draw {count} tiles", count=number)
    if action < DO_SUPPORT:
        leaders = Situation(board, view).rivals().get(action - DO_WAR, [])
        told = ", ".join(f"{names[one.seat]} {one.followers}" for one in leaders)
        return say(_WAR[action - DO_WAR], sums=told)
    if action < DO_MONUMENT:
        return support_label(view, action - DO_SUPPORT, say)
    if action == DO_NO_MONUMENT:
        return say("Build no monument")
    name = monument_name(say, action - DO_MONUMENT)
    return say("Build the {monument} monument", monument=name)


def cell_label(view: State, cell: int, say: Translate) -> str:
    """ "Red tile on J2"; a tile that would join two kingdoms says so."""
    piece = int(view.piece)
    what = say(_PUT[piece], cell=CELL_NAMES[cell])
    if piece < PIECE_LEADER and gathered(view.near[1]) >> cell & 1:
        return say("{piece}: joins two kingdoms", piece=what)
    return what


def _choice_label(view: State, action: int, say: Translate) -> str:
    seat = int(view.active)
    if action < DO_LEADER:
        return say(_TILE[action - DO_TILE])
    if action < DO_CATASTROPHE:
        colour = action - DO_LEADER
        cell = int(view.leader_cell[seat, colour])
        if cell == NOWHERE:
            return say(_LEADER[colour])
        return say(_MOVE_LEADER[colour], cell=CELL_NAMES[cell])
    if action == DO_CATASTROPHE:
        return say("Play a catastrophe")
    if action == DO_SWAP:
        return say("Swap tiles")
    if action == DO_PASS:
        return say("Pass") if int(view.actions_left) > 1 else say("End the turn")
    assert action == DO_WITHDRAW
    return say(_WITHDRAW[int(view.piece) - PIECE_LEADER])


def support_label(view: State, number: int, say: Translate) -> str:
    """ "Add 2: 4 against 3"."""
    added = int(view.attacker_support)
    if added == NOWHERE:
        attack, defence = sums(view, number, 0)
    else:
        attack, defence = sums(view, added, number)
    return say(
        "Add {count}: {attack} against {defence}", count=number, attack=attack, defence=defence
    )
