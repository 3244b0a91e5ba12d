"""Rows as the program reads them: whole rows of `models.py`, with types; `_make` takes them from a query."""

from __future__ import annotations

from typing import Literal, NamedTuple

from triarchy.bots.named import Strength


class TableRow(NamedTuple):
    """A row of `models.tables`, where its columns are explained."""

    id: str
    name: str
    game: str
    players: int
    board: str
    options: str
    rules: int
    seed: str | None
    salt: str | None
    commitment: str | None
    start: str | None
    base: int
    position: str | None
    status: str
    maker: str | None
    public: bool
    hot_seat: bool
    hints: bool
    time_limit: int | None
    clock: Literal["turn", "total"] | None
    increment: int | None
    created: float
    changed: float
    moved: float
    version: int
    seats_version: int
    number: int
    undos: int
    to_move: int | None
    rematch: str | None
    best_of: Literal[1, 3, 5, 7] | None
    game_number: int | None
    wins: str | None
    winners: str | None
    rotated: bool
    stood_in: bool
    lease_by: str | None
    lease_until: float


class SeatRow(NamedTuple):
    """A row of `models.seats`."""

    table_id: str
    place: int
    seat: int
    kind: str
    name: str
    strength: Strength | None
    away: bool
    clock: float | None


class ChatRow(NamedTuple):
    """A row of `models.chat`."""

    table_id: str
    number: int
    place: int | None
    person: str | None
    name: str
    text: str
    at: float


class SubscriptionRow(NamedTuple):
    """A row of `models.subscriptions`: a browser that is told when its person's turn comes."""

    id: str
    person: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    quiet_from: int | None
    quiet_until: int | None
    zone: str | None
    held: bool
    created: float


class ResultRow(NamedTuple):
    """A row of `models.results`: what one seat made of a game."""

    table_id: str
    seat: int
    person: str | None
    name: str
    bot: str | None
    bot_version: str | None
    game: str
    players: int
    rank: int
    score: int
    share: float
    rated: bool
    finished: float


class RatingRow(NamedTuple):
    """A row of `models.ratings`."""

    game: str
    person: str
    mu: float
    sigma: float
    games: int
