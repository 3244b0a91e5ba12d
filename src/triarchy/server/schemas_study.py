"""The shapes of answers to who learns, looks back or studies: lessons, puzzles, reviews, positions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field


class Tries(BaseModel):
    """The moves made so far, and one that is tried."""

    moves: list[Annotated[str, Field(max_length=60)]] = Field(default=[], max_length=60)
    attempt: Annotated[str | None, Field(max_length=60)] = None


class Progress(BaseModel):
    done: dict[str, int]
    """For each lesson or puzzle, by its id, how far the person has come."""


class MoveLabel(BaseModel):
    move: str
    label: str


class PracticeScreen(BaseModel):
    name: str
    """What the learner's seat is called."""
    prompt: str
    board: str
    hand: str
    moves: list[MoveLabel]
    log: list[str]


class PuzzleFacts(BaseModel):
    id: str
    players: int
    missed: float


class PuzzleList(BaseModel):
    game: str
    title: str
    puzzles: list[PuzzleFacts]


class PuzzleAnswer(BaseModel):
    screen: PracticeScreen
    played: list[str]
    state: Literal["open", "right", "wrong"]
    said: str
    share: float | None
    lead: float | None
    solution: list[MoveLabel]


class LessonFacts(BaseModel):
    id: str
    title: str
    exercises: int


class LessonList(BaseModel):
    game: str
    title: str
    lessons: list[LessonFacts]


class LessonAnswer(BaseModel):
    title: str
    number: int
    of: int
    words: str
    asks: bool
    """Whether something is to be done on the board; else there is only to read."""
    right: bool | None
    said: str
    played: list[str]
    keys: list[str]
    goes_on: bool
    """Whether the next exercise goes on from here, so that the moves are kept."""
    screen: PracticeScreen


class ReviewedPart(BaseModel):
    seat: int
    first: int
    last: int
    chances: list[str]
    """Every seat's chance where the part begins,"""
    after: list[str]
    """and where it ends."""
    kind: Literal["", "mistake", "blunder"]
    called: str
    turning_point: bool
    luck: bool
    title: str
    played: list[str]
    better: list[str]
    steps: int
    """How many moves the better turn has; 0 where there is none."""
    said: list[str]


class ReviewedSeat(BaseModel):
    name: str
    stroke: str
    figures: list[str]
    """As the columns after the name say."""


class Review(BaseModel):
    judge: int
    about: str
    curve: str
    width: int
    left: int
    right: int
    """The curve's width, and its margins left and right of the first and the last move."""
    columns: list[str]
    seats: list[ReviewedSeat]
    parts: list[ReviewedPart]


class ReviewState(BaseModel):
    done: int
    of: int
    review: Review | None


class BetterTurn(BaseModel):
    board: str
    hand: str
    step: int
    lines: list[str]


class StudiedPosition(BaseModel):
    game: str
    title: str
    players: int
    position: dict[str, Any]
    number: int
    last: int
    """Of a record: after which move it is shown, and how many there are."""
    to_move: int | None
    names: list[str]
    lines: list[str]
    """What has been played from there, in words."""
    settable: bool
    """Whether it can be changed by hand (`/api/analyse/setup`)."""
    screen: PracticeScreen


class SetupPiece(BaseModel):
    id: str
    name: str
    symbol: str
    most: int
    """So many of it can be put on one place at once."""


class SetupPlace(BaseModel):
    id: str
    name: str
    symbol: str


class SetupRow(BaseModel):
    name: str
    places: list[SetupPlace]


class Setting(BaseModel):
    id: str
    name: str
    value: int
    low: int
    high: int
    names: list[str]
    """What the numbers from `low` on are called; empty for an amount."""
    group: str


class SetUpPosition(BaseModel):
    """A position that is set up by hand: what can be put where."""

    game: str
    title: str
    position: dict[str, Any]
    board: str
    pieces: list[SetupPiece]
    rows: list[SetupRow]
    settings: list[Setting]


class StudiedTurn(BaseModel):
    moves: list[str]
    lines: list[str]
    share: str
    low: str
    high: str


class StudiedChances(BaseModel):
    chances: list[str]
    turns: list[StudiedTurn]
    about: str
