"""The shapes of requests: what a caller may send. /openapi.json describes them, docs/reference/http.md explains them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from triarchy.bots.named import USUAL, Strength

Language = Literal["en", "de", "nl"]
MOST_NUMBER = 1_000_000
Number = Annotated[int, Field(ge=0, le=MOST_NUMBER)]
DecisionName = Annotated[str, Field(pattern=r"^\d{1,9}\.\d{1,9}(\+\d{1,5}){0,4}$")]
MoveText = Annotated[str, Field(min_length=1, max_length=60)]


class RequestBody(BaseModel):
    """A request's body: unknown keys and numbers written as texts are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Nothing(RequestBody):
    """`{}`"""


class MeRequest(RequestBody):
    name: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    language: Language | None = None
    theme: Literal["auto", "light", "dark"] | None = None


class RecoverRequest(RequestBody):
    code: Annotated[str, Field(min_length=1, max_length=60)]
    merge: bool | None = None
    """Whether what this browser had is merged into that person, or left behind."""


class PasskeyRequest(RequestBody):
    credential: dict[str, Any]
    name: Annotated[str, Field(max_length=40)] = ""


class SignInRequest(RequestBody):
    credential: dict[str, Any]
    merge: bool | None = None


class SignOutRequest(RequestBody):
    which: Literal["here", "others", "everywhere"]


class SeatRequest(RequestBody):
    kind: Literal["me", "open", "bot"]
    strength: Strength | None = None
    name: Annotated[str, Field(max_length=40)] | None = None


class TableRequest(RequestBody):
    game: Annotated[str, Field(min_length=1, max_length=40)]
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=8)]
    name: Annotated[str, Field(max_length=80)] = ""
    board: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    options: dict[str, bool | str | int] = {}
    public: bool = False
    hot_seat: bool = False
    hints: bool = True
    time_limit: Annotated[int, Field(ge=10, le=2592000)] | None = None
    """Seconds for each turn, or for the whole game: see `clock`."""
    clock: Literal["turn", "total"] = "turn"
    increment: Annotated[int, Field(ge=0, le=86400)] = 0
    """Seconds that a total clock gets whenever play passes on."""
    best_of: Literal[1, 3, 5, 7] = 1
    start: dict[str, Any] | Annotated[str, Field(min_length=1, max_length=60)] | None = None
    """A position document to begin with, or the id of a figure of the game's rulebook."""
    lot: bool = False
    """Whether the seats are drawn by lot even though nobody else is waited for."""


class PlayOnRequest(RequestBody):
    table: Annotated[str, Field(pattern="^[a-z0-9]{12}$")] | None = None
    """A finished game, after `number` moves;"""
    game: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    puzzle: Annotated[str, Field(min_length=1, max_length=60)] | None = None
    """or a puzzle of a game;"""
    lesson: Annotated[str, Field(min_length=1, max_length=60)] | None = None
    """or exercise `number` of a lesson;"""
    position: dict[str, Any] | None = None
    """or a position document."""
    number: Number | None = None
    moves: Annotated[list[MoveText], Field(max_length=60)] = []
    """Played first, in a puzzle or a lesson."""
    seat: Annotated[int, Field(ge=0, le=7)] | None = None
    """Your seat; else the one to move."""
    strength: Strength = USUAL


class DeviceSeat(RequestBody):
    you: bool = False
    strength: Strength | None = None
    """Of a bot."""


class DeviceGameRequest(RequestBody):
    record: dict[str, Any]
    """The record of a finished game; its `names` stay with the seats."""
    seats: Annotated[list[DeviceSeat], Field(min_length=1, max_length=8)]
    once: Annotated[str, Field(pattern="^[a-z0-9]{12}$")]
    """The game's id on the device: the same one is kept once."""
    finished: Annotated[float, Field(ge=0, le=1e12)]
    """When it ended, in seconds since 1970."""


class StudyRequest(RequestBody):
    document: dict[str, Any]
    """A position, or a record, of which the position after `number` moves is meant."""
    number: Number | None = None
    moves: Annotated[list[MoveText], Field(max_length=200)] = []
    """Played from there."""


SetupId = Annotated[str, Field(min_length=1, max_length=40)]


class SetupChange(RequestBody):
    """One change of a position: a piece on a place, a place without its piece, or a number."""

    place: SetupId | None = None
    piece: SetupId | None = None
    """What is put on the place; without it, what lies there is taken away."""
    setting: SetupId | None = None
    number: Number = 1
    """How many of the piece, or what the setting is."""


class SetupRequest(StudyRequest):
    change: SetupChange | None = None


class JoinRequest(RequestBody):
    seat: Annotated[int, Field(ge=0, le=7)] | None = None
    name: Annotated[str, Field(min_length=1, max_length=40)] | None = None


class ChangeSeatRequest(RequestBody):
    kind: Literal["bot", "open"]
    strength: Strength | None = None


class StartRequest(RequestBody):
    fill: Strength | None = None


class TransferRequest(RequestBody):
    token: Annotated[str, Field(min_length=1, max_length=100)]


class DecisionRequest(RequestBody):
    decision: DecisionName
    """Of the screen that is answered: refused once another one is asked for."""


class MoveRequest(DecisionRequest):
    move: MoveText


class ChatRequest(RequestBody):
    text: Annotated[str, Field(min_length=1, max_length=500)]


class ResignRequest(RequestBody):
    seat: Annotated[int, Field(ge=0, le=7)] | None = None
    strength: Strength = USUAL


class ProgressRequest(BaseModel):
    what: Annotated[str, Field(pattern="^[a-z0-9_-]{1,80}$")]
    value: Annotated[int, Field(ge=0, le=1000)]


Time = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class QuietHours(RequestBody):
    """From `begin` to `end`, by the clocks of `zone`; over midnight if `end` is earlier."""

    begin: Time
    end: Time
    zone: Annotated[str, Field(min_length=1, max_length=64)]


class PushRequest(RequestBody):
    """What the browser's `PushSubscription` holds."""

    endpoint: Annotated[str, Field(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Field(min_length=80, max_length=100, pattern="^[A-Za-z0-9_-]+=*$")]
    auth: Annotated[str, Field(min_length=20, max_length=30, pattern="^[A-Za-z0-9_-]+=*$")]
    quiet: QuietHours | None = None


class PushStop(RequestBody):
    endpoint: Annotated[str, Field(min_length=1, max_length=1000)]


class ListedRequest(RequestBody):
    listed: bool
