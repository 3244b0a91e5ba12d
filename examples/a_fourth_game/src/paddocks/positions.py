"""Moves as text, position documents both ways."""

from __future__ import annotations

from paddocks.state import (
    ACTIONS,
    DO_PADDOCK,
    HAND,
    LAY,
    MOST_PADDOCKS,
    MOST_SIDE,
    OVER,
    STONES,
)
from triarchy.engine.errors import BadPosition
from triarchy.kit.definition import Board, Document, State
from triarchy.kit.documents import POSITION, keys, listed, shown, whole
from triarchy.kit.language import Phrase

KEYS = ("stones", "hands", "bag", "stone")
NAMES = tuple(
    f"{'ABCDE'[paddock % MOST_SIDE]}{paddock // MOST_SIDE + 1}" for paddock in range(MOST_PADDOCKS)
)


def moves(board: Board) -> tuple[str, ...]:
    return (
        *(f"stone {kind + 1}" for kind in range(STONES)),
        *(
            f"paddock {NAMES[action - DO_PADDOCK]}" if board.struct.dry[action - DO_PADDOCK] else ""
            for action in range(DO_PADDOCK, ACTIONS)
        ),
    )


def write_position(board: Board, state: State) -> Document:
    viewer = int(state.viewer)

    def hand(seat: int) -> list[int | None]:
        seen = viewer in (0, seat + 1) or state.open_hands
        if not seen:
            return [None] * int(state.hand_sizes[seat])
        return [kind + 1 for kind in range(STONES) for _ in range(int(state.hands[seat, kind]))]

    return {
        "stones": {
            NAMES[paddock]: [int(state.owners[paddock]) - 1, int(state.stones[paddock])]
            for paddock in range(MOST_PADDOCKS)
            if state.owners[paddock]
        },
        "hands": [hand(seat) for seat in range(int(state.players))],
        "bag": [None if viewer else int(stone) for stone in state.bag[: int(state.bag_size)]],
        "stone": int(state.stone) or None,
    }


def read_position(board: Board, state: State, document: Document) -> None:
    """Fill a state from a document; it must be one that play can lead to."""
    keys(document, KEYS, POSITION)
    players, count = int(state.players), int(board.struct.paddocks)
    if (int(state.turn) == count) != (int(state.phase) == OVER) or int(state.turn) > count:
        raise BadPosition("The game is over exactly when every paddock is taken.")
    if int(state.phase) != OVER and int(state.to_move) != int(state.turn) % players:
        raise BadPosition(
            "After {turn} turns seat {seat} is to move.",
            turn=int(state.turn),
            seat=int(state.turn) % players,
        )
    _read_stones(board, state, document["stones"])
    _read_hands(board, state, document["hands"], document["stone"])
    bag = [
        whole(stone, Phrase("A stone in the bag"), 1, STONES)
        for stone in listed(document["bag"], "'bag'")
    ]
    left = max(0, count - HAND * players - int(state.turn))
    if len(bag) != left:
        raise BadPosition(
            "'bag' must hold {wanted} stones, not {count}.", wanted=left, count=len(bag)
        )
    state.bag[: len(bag)] = bag
    state.bag_size = len(bag)
    for kind in range(STONES):
        number = int((state.stones == kind + 1).sum()) + int(state.hands[:, kind].sum())
        number += bag.count(kind + 1) + (int(state.stone) == kind + 1)
        wanted = count // STONES + (kind < count % STONES)
        if number != wanted:
            raise BadPosition(
                "There must be {wanted} stones {stone}, not {count}.",
                wanted=wanted,
                stone=kind + 1,
                count=number,
            )


def _read_stones(board: Board, state: State, stones: object) -> None:
    if not isinstance(stones, dict):
        raise BadPosition("'stones' must be an object, not {given}.", given=shown(stones))
    for name, entry in stones.items():
        if name not in NAMES or not board.struct.dry[NAMES.index(name)]:
            raise BadPosition("There is no paddock {name}.", name=shown(name))
        owner, stone = listed(entry, Phrase("The stone on {name}", name=name), 2)
        paddock = NAMES.index(name)
        state.owners[paddock] = 1 + whole(
            owner, Phrase("The seat on {name}", name=name), 0, int(state.players) - 1
        )
        state.stones[paddock] = whole(stone, Phrase("The stone on {name}", name=name), 1, STONES)
    for seat in range(int(state.players)):
        laid, wanted = int((state.owners == seat + 1).sum()), _turns(state, seat, int(state.turn))
        if laid != wanted:
            raise BadPosition(
                "Seat {seat} must have laid {wanted} stones, not {count}.",
                seat=seat,
                wanted=wanted,
                count=laid,
            )


def _read_hands(board: Board, state: State, hands: object, stone: object) -> None:
    players = int(state.players)
    if int(state.phase) == LAY:
        state.stone = whole(stone, "'stone'", 1, STONES)
    elif stone is not None:
        raise BadPosition("'stone' must be null unless one is being laid.")
    drawn_from = int(board.struct.paddocks) - HAND * players
    for seat, entry in enumerate(listed(hands, "'hands'", players)):
        hand = [
            whole(each, Phrase("A stone in hand {seat}", seat=seat), 1, STONES)
            for each in listed(entry, Phrase("A hand"))
        ]
        if hand != sorted(hand):
            raise BadPosition("Hand {seat} must be ascending.", seat=seat)
        drawn = _turns(state, seat, min(int(state.turn), drawn_from))
        wanted = HAND + drawn - _turns(state, seat, int(state.turn))
        wanted -= int(state.phase) == LAY and seat == int(state.to_move)
        if len(hand) != wanted:
            raise BadPosition(
                "Hand {seat} must hold {wanted} stones, not {count}.",
                seat=seat,
                wanted=wanted,
                count=len(hand),
            )
        for each in hand:
            state.hands[seat, each - 1] += 1
        state.hand_sizes[seat] = len(hand)


def _turns(state: State, seat: int, turns: int) -> int:
    """How many of the first so many turns were this seat's."""
    players = int(state.players)
    return (turns + players - 1 - seat) // players
