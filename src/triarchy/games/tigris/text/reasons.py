"""Why a move is not possible, and why one may be good."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from triarchy.games.tigris import advice, choices, rules
from triarchy.games.tigris.positions import CELL_OF, MONUMENT_NAMES
from triarchy.games.tigris.state import (
    ACTION,
    BLUE,
    CELL,
    COLOURS,
    DO_PASS,
    LEGAL_LIMIT,
    MONUMENT,
    NOWHERE,
    OVER,
    PAIRS,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
    RED,
    SQUARE,
    SUPPORT,
    SWAP,
    TAKING,
    TREASURE,
    WAR,
)
from triarchy.games.tigris.text.log import Story
from triarchy.games.tigris.text.prompts import label
from triarchy.games.tigris.text.situation import Situation, around, committed_colour, spread
from triarchy.games.tigris.text.words import capital, in_row, points, speaker
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate, mark

_NONE_IN_HAND = (
    mark("You have no black tile."),
    mark("You have no red tile."),
    mark("You have no blue tile."),
    mark("You have no green tile."),
)
_NO_WAR = (
    mark("No two black leaders meet here."),
    mark("No two red leaders meet here."),
    mark("No two blue leaders meet here."),
    mark("No two green leaders meet here."),
)
_PHASE_OF = {
    "tile": ACTION,
    "leader": ACTION,
    "catastrophe": ACTION,
    "swap": ACTION,
    "pass": ACTION,
    "cell": CELL,
    "withdraw": CELL,
    "discard": SWAP,
    "draw": SWAP,
    "war": WAR,
    "support": SUPPORT,
    "square": SQUARE,
    "monument": MONUMENT,
    "take": TAKING,
}


def why_not(board: Board, view: State, move: str, names: Sequence[str], language: str) -> str:
    """ "" if nothing speaks against the move."""
    say = speaker(language)
    kind, _, what = move.partition(" ")
    phase = int(view.phase)
    if phase == OVER:
        return say("The game is over.")
    seat = int(view.to_move)
    if int(view.viewer) not in (0, seat + 1):
        return say("It is for {name} to decide now.", name=names[seat])
    wanted = _PHASE_OF.get(kind)
    if wanted != phase and not (kind == "monument" and phase == SQUARE):
        return say("Something else is to be decided first.")
    if kind == "cell":
        return _why_not_cell(Situation(board, view), view, CELL_OF[what], say)
    if kind == "take":
        return _why_not_take(Situation(board, view), view, CELL_OF[what], say)
    if kind in ("square", "monument"):
        return _why_not_monument(board, view, kind, what, say)
    if kind in ("war", "support"):
        return _why_not_conflict(Situation(board, view), view, kind, what, say)
    return _why_not_choice(board, view, kind, what, say)


def _legal(board: Board, view: State) -> list[int]:
    out = np.zeros(LEGAL_LIMIT, np.int16)
    return [int(action) for action in out[: choices.legal(board.struct, view, out)]]


def _why_not_choice(board: Board, view: State, kind: str, what: str, say: Translate) -> str:
    seat = int(view.active)
    if kind in ("tile", "discard"):
        colour = COLOURS.index(what)
        if int(view.hands[seat, colour]) == 0:
            return say(_NONE_IN_HAND[colour])
        if kind == "tile" and colour not in _colours_that_fit(board, view):
            return say("No cell can take such a tile.")
    if kind == "leader":
        on_board = int(view.leader_cell[seat, COLOURS.index(what)]) != NOWHERE
        temples = any(choices.cells_for_leader(board.struct, view, NOWHERE))
        if not on_board and not temples:
            return say("There is no free land beside a temple.")
    if kind == "catastrophe" and int(view.catastrophes_left[seat]) == 0:
        return say("You have used both catastrophes.")
    if kind == "swap" and int(view.hand_count[seat]) == 0:
        return say("You have no tiles to swap.")
    if kind == "draw" and int(view.swapped_count) == 0:
        return say("Put at least one tile away first.")
    if kind == "withdraw":
        colour = int(view.piece) - PIECE_LEADER
        if not 0 <= colour < 4 or int(view.leader_cell[seat, colour]) == NOWHERE:
            return say("Only a leader on the board can be withdrawn.")
    return ""


def _colours_that_fit(board: Board, view: State) -> list[int]:
    return [c for c in range(4) if any(choices.cells_for_tile(board.struct, view, c))]


def _why_not_cell(situation: Situation, view: State, cell: int, say: Translate) -> str:
    bit = 1 << cell
    piece = int(view.piece)
    leader = PIECE_LEADER <= piece < PIECE_CATASTROPHE
    own = int(view.leader_cell[int(view.active), piece - PIECE_LEADER]) if leader else NOWHERE
    if situation.catastrophes & bit:
        return say("A catastrophe has made this cell useless for good.")
    if cell == own:
        return say("The leader stands there already.")
    if cell in situation.at:
        return say("A leader stands there.")
    if piece == PIECE_CATASTROPHE:
        return _why_not_struck(situation, bit, say)
    if situation.connected & bit:
        return say("A tile lies there already.")
    if leader:
        return _why_not_leader(situation, cell, own, say)
    if piece == BLUE and not situation.rivers & bit:
        return say("Blue tiles lie only on rivers.")
    if piece != BLUE and situation.rivers & bit:
        return say("Only blue tiles lie on rivers.")
    if len(situation.kingdoms_beside(cell)) > 2:
        return say("It would join three kingdoms; two at most may be joined.")
    return ""


def _why_not_struck(situation: Situation, bit: int, say: Translate) -> str:
    if situation.flipped & bit:
        return say("A monument stands there; it cannot be destroyed.")
    if situation.treasures & bit:
        return say("The treasure protects its temple.")
    return ""


def _why_not_leader(situation: Situation, cell: int, own: int, say: Translate) -> str:
    if situation.rivers >> cell & 1:
        return say("Leaders do not stand on rivers.")
    if not around(1 << cell) & situation.tiles[RED]:
        return say("A leader needs a temple beside it.")
    area, others = situation.connected, set(situation.at)
    if own != NOWHERE:
        area &= ~(1 << own)
        others.discard(own)
    touched = {
        spread(1 << other, area) for other in others if spread(1 << other, area) & around(1 << cell)
    }
    if len(touched) > 1:
        return say("A leader must not join two kingdoms.")
    return ""


def _why_not_take(situation: Situation, view: State, cell: int, say: Translate) -> str:
    if not situation.treasures >> cell & 1:
        return say("There is no treasure there.")
    kingdom = situation.kingdom_of(int(view.leader_cell[int(view.taker), 3]))
    assert kingdom is not None
    if cell not in kingdom.treasures:
        return say("This treasure is not in the trader's kingdom.")
    corners = [one for one in kingdom.treasures if situation.corners >> one & 1]
    if corners and cell not in corners:
        return say("The treasures of the corners are taken first.")
    return ""


def _why_not_monument(board: Board, view: State, kind: str, what: str, say: Translate) -> str:
    if kind == "square" or what == "none":
        moves = _legal(board, view)
        wanted = CELL_OF[what] + 176 if kind == "square" else 396
        return "" if wanted in moves else say("The tile just laid completes no square there.")
    if int(view.phase) == SQUARE:
        return say("Something else is to be decided first.")
    monument = MONUMENT_NAMES.index(what)
    if int(view.monument_square[monument]) != NOWHERE:
        return say("This monument has been built already.")
    if choices.placed_colour(view) not in PAIRS[monument]:
        return say("One colour of the monument must be that of the four tiles.")
    return ""


def _why_not_conflict(
    situation: Situation, view: State, kind: str, what: str, say: Translate
) -> str:
    if kind == "war":
        colour = COLOURS.index(what)
        return "" if colour in situation.rivals() else say(_NO_WAR[colour])
    number = int(what)
    if number > int(view.hands[int(view.to_move), committed_colour(view)]):
        return say("You do not have that many tiles of that colour.")
    if not int(view.english_support) or number == 0:
        return ""
    attack, defence = int(view.attacker_board), int(view.defender_board)
    added = int(view.attacker_support)
    if added == NOWHERE and attack + number <= defence:
        return say("The attacker may add tiles only to take the lead.")
    if added != NOWHERE and defence + number != attack + added:
        return say("The defender may add tiles only to draw level.")
    return ""


# Hints


def explain(board: Board, view: State, action: int, names: Sequence[str], language: str) -> str:
    """A chosen piece is explained by the best cell for it."""
    say = speaker(language)
    before = view
    after = _after(board, view, action)
    told = []
    if int(view.phase) == ACTION and action != DO_PASS and int(after.phase) == CELL:
        before = after
        action = _best_next(board, before)
        told.append(label(board, before, action, names, language) + ".")
        after = _after(board, before, action)
    seat = int(view.to_move)
    told += _reasons(board, before, action, after, seat, names, say)
    was, now = _share(board, view, seat), _share(board, after, seat)
    told.append(
        say(
            "By a quick estimate your share of the win goes from {before}% to {after}%.",
            before=round(100 * was),
            after=round(100 * now),
        )
    )
    return " ".join(told)


def _after(board: Board, view: State, action: int) -> State:
    after = view.copy()
    rules.apply(board.struct, after, action)
    return after


def _share(board: Board, view: State, seat: int) -> float:
    shares = np.zeros(int(view.players))
    advice.evaluate(board.struct, view, shares)
    return float(shares[seat])


def _best_next(board: Board, view: State) -> int:
    """The action that the greedy evaluation likes best."""
    seat = int(view.to_move)
    return max(_legal(board, view), key=lambda one: _share(board, _after(board, view, one), seat))


def _reasons(
    board: Board,
    before: State,
    action: int,
    after: State,
    seat: int,
    names: Sequence[str],
    say: Translate,
) -> list[str]:
    """What speaks for the action, as whole sentences."""
    found = []
    own = before.points[seat].tolist()
    gained = [int(after.points[seat, c]) - own[c] for c in range(5)]
    brought = [points(say, colour, n) for colour, n in enumerate(gained) if n > 0]
    if brought:
        found.append(say("It brings you {points}.", points=in_row(say, brought)))
    weakest = min(own[:TREASURE])
    if any(n > 0 and own[colour] == weakest for colour, n in enumerate(gained[:TREASURE])):
        found.append(say("It helps your weakest colour, which decides the game."))
    if int(before.phase) == CELL and int(after.phase) in (SUPPORT, WAR):
        _, results = Story(board, before, action, after, names, say).doing()
        found.append(capital(", ".join(results)) + ".")
    elif int(before.phase) == CELL and PIECE_LEADER <= int(before.piece) < PIECE_CATASTROPHE:
        leader = Situation(board, after).leader_of(seat, int(before.piece) - PIECE_LEADER)
        if leader is not None:
            found.append(
                say(
                    "Beside the leader: temples {temples}; followers in its kingdom: {followers}.",
                    temples=leader.temples,
                    followers=leader.followers,
                )
            )
    return found
