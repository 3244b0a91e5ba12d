"""The shapes of answers about people: who one is, what was played, ratings."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from triarchy.bots.named import Strength
from triarchy.server.http.requests import Language


class Me(BaseModel):
    name: str
    language: Language
    theme: Literal["auto", "light", "dark"]


class Passkey(BaseModel):
    id: str
    name: str
    made: str
    used: str | None


class Ways(BaseModel):
    known: bool
    """Whether anything is kept of you: a name, a seat, a lesson."""
    recovery: bool
    passkeys: list[Passkey]
    possible: bool
    """Whether this server can keep passkeys."""


class RecoveryCode(BaseModel):
    code: str


class PasskeyOptions(BaseModel):
    options: dict[str, Any]


class Waiting(BaseModel):
    """How many tables wait for the reader's move."""

    waiting: int


class PushState(BaseModel):
    """Whether messages can be sent, the key to subscribe with, the reader's browsers."""

    available: bool
    key: str | None
    devices: int


class PlayedSeat(BaseModel):
    name: str
    you: bool
    bot: Strength | None
    rank: int
    score: int


class PlayedGame(BaseModel):
    """A finished game; `table` is null once its table has been deleted."""

    table: str | None
    game: str
    title: str
    finished: str
    rated: bool
    seats: list[PlayedSeat]


class History(BaseModel):
    games: list[PlayedGame]
    next: float | None
    """Where the next page begins, if there is one."""


class GameRecord(BaseModel):
    """Games with so many players; a win of several is shared among them."""

    game: str
    title: str
    players: int
    games: int
    wins: float
    mean_rank: float


class Rated(BaseModel):
    rating: int
    uncertainty: int
    """The rating is, with 95 % certainty, within so much of the other one."""
    rated_games: int


class GameRating(Rated):
    game: str
    title: str


class Opponent(BaseModel):
    """A person, or bots of a strength: met so often, behind the reader and ahead of the reader."""

    name: str
    bot: Strength | None
    games: int
    ahead: int
    behind: int


class Statistics(BaseModel):
    records: list[GameRecord]
    ratings: list[GameRating]
    opponents: list[Opponent]
    listed: bool
    leaderboard: bool


class Listed(BaseModel):
    listed: bool


class Leader(Rated):
    name: str
    bot: str | None
    version: str | None
    you: bool


class Leaderboard(BaseModel):
    game: str
    title: str
    rows: list[Leader]
