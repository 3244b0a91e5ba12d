"""China's moves as text, and its position documents; loading.py reads them."""

from __future__ import annotations

from typing import Any

from triarchy.games.china.state import COLOURS, FIELDS, NONE, OVER, PIECES, PROVINCES, ROW
from triarchy.kit.definition import Board, Document, State

KEYS = (
    *("houses", "forts", "emissaries", "scored", "hands", "open", "deck", "discards", "rng"),
    *("exhausted", "points", "supply", "known", "starter", "active", "province", "limit"),
    *("piece", "placed", "swapping"),
)


def field_names(board: Board) -> list[str]:
    """The ids of the house fields, by number."""
    return [field["id"] for province in board.data["provinces"] for field in province["fields"]]


def province_names(board: Board) -> list[str]:
    """The ids of the provinces, by number."""
    return [province["id"] for province in board.data["provinces"]]


def moves(board: Board) -> tuple[str, ...]:
    """The text of every action; see the picture of the numbering in state.py."""
    fields = field_names(board)
    provinces = province_names(board)
    no_fields = [""] * (FIELDS - len(fields))
    return (
        *(f"house {field}" for field in fields),
        *no_fields,
        *(f"fort {field}" for field in fields),
        *no_fields,
        *(f"emissary {province}" for province in provinces),
        *[""] * (PROVINCES - len(provinces)),
        "end",
        "pass",
        *(f"swap {colour}" for colour in COLOURS),
        *(f"pay {colour}" for colour in COLOURS),
        *(f"draw {slot}" for slot in range(1, ROW + 1)),
        "draw deck",
    )


def active_seat(state: State) -> int:
    """The seat whose turn it is; of a finished game, the seat of the last turn."""
    back = 1 if int(state.phase) == OVER else 0
    return (int(state.starter) + int(state.turn) - back) % int(state.players)


def is_hidden(state: State, owner: int) -> bool:
    """Whether this state is a view that does not show the owner's hand."""
    viewer = int(state.viewer)
    return viewer != 0 and viewer - 1 != owner


def write_position(board: Board, state: State) -> Document:
    """The keys of notation.md; of a view, with the hands and the deck as counts."""
    fields = field_names(board)
    provinces = province_names(board)
    seats = range(int(state.players))
    province, piece = int(state.province), int(state.piece)
    houses, forts, scored = state.houses.tolist(), int(state.forts), int(state.scored)
    return {
        "houses": {
            fields[field]: seat
            for field in range(len(fields))
            for seat in seats
            if houses[seat] >> field & 1
        },
        "forts": sorted(name for i, name in enumerate(fields) if forts >> i & 1),
        "emissaries": {
            name: state.emissaries[i, : len(seats)].tolist()
            for i, name in enumerate(provinces)
            if state.emissaries[i].any()
        },
        "scored": sorted(name for i, name in enumerate(provinces) if scored >> i & 1),
        "hands": [_hand(state, seat) for seat in seats],
        "open": [COLOURS[card] if card != NONE else None for card in state.open.tolist()],
        "deck": _deck(state),
        "discards": [COLOURS[card] for card in state.discards[: int(state.discards_size)].tolist()],
        "rng": str(int(state.rng[0])) if state.viewer == 0 else None,
        "exhausted": int(state.exhausted),
        "points": [int(state.points[seat].sum()) for seat in seats],
        "supply": [dict(zip(PIECES, state.supply[seat].tolist(), strict=True)) for seat in seats],
        "known": [dict(zip(COLOURS, state.known[seat].tolist(), strict=True)) for seat in seats],
        "starter": int(state.starter),
        "active": active_seat(state),
        "province": provinces[province] if province != NONE else None,
        "limit": int(state.limit) or None,
        "piece": moves(board)[piece] if piece != NONE else None,
        "placed": int(state.placed),
        "swapping": bool(state.swapping),
    }


def _hand(state: State, owner: int) -> dict[str, int]:
    if is_hidden(state, owner):
        return {"count": int(state.hand_sizes[owner])}
    return dict(zip(COLOURS, state.hands[owner].tolist(), strict=True))


def _deck(state: State) -> Any:
    size = int(state.deck_size)
    if state.viewer:
        return {"count": size}
    return [COLOURS[card] for card in state.deck[:size][::-1].tolist()]
