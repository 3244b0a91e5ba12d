"""The shapes of answers to who learns, looks back or studies: lessons, puzzles, reviews, positions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from triarchy.server.http.schemas import Fact, PlaceList, Scene


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


class PracticePlayer(BaseModel):
    name: str
    symbol: str
    facts: list[Fact]
    score: str


class PracticeScreen(BaseModel):
    name: str
    """What the learner's seat is called."""
    players: list[PracticePlayer]
    """What the learner may know of each seat, as in a Screen."""
    prompt: str
    board: str | Scene
    hand: str | Scene
    moves: list[MoveLabel]
    words: list[PlaceList]
    names: dict[str, str]
    """As in a Screen."""
    log: list[str]


class PuzzleFacts(BaseModel):
    id: str
    players: int
    missed: float
    difficulty: Literal["easy", "medium", "hard"]
    theme: str
    """What its best turn does above all."""


class PuzzleList(BaseModel):
    game: str
    title: str
    puzzles: list[PuzzleFacts]


class PuzzleAnswer(BaseModel):
    screen: PracticeScreen
    played: list[str]
    state: Literal["open", "right", "nearly", "wrong"]
    """"nearly": another turn, as good as the best as far as the judge can tell; it counts."""
    said: str
    share: float | None
    lead: float | None
    solution: list[MoveLabel]
    why: list[str]
    """When the turn is over: why the best one is best, and what this one, or the next best, lacks."""


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
    aim: str
    """What wins the game, at the very first step; "" later."""
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
    mark: Literal["", "??", "?", "!"]
    """The sign that players know."""
    turning_point: bool
    luck: bool
    title: str
    played: list[str]
    better: list[str]
    steps: int
    """How many moves the better turn has; 0 where there is none."""
    said: list[str]
    why: list[str]
    """What the better turn gains, or the only good one."""


class ReviewedSeat(BaseModel):
    name: str
    symbol: str
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
    story: list[str]
    """How the game was won, where it turned, what to do next time."""
    decided: int | None
    """Where the part that decided it begins."""
    notable: list[int]
    """Where the parts worth a look begin, the greatest first."""
    parts: list[ReviewedPart]


class FoundPart(BaseModel):
    """What has been found while a review is being worked out."""

    first: int
    title: str
    kind: Literal["", "mistake", "blunder"]
    called: str
    mark: Literal["", "??", "?", "!"]
    said: str


class ReviewState(BaseModel):
    done: int
    of: int
    found: list[FoundPart]
    """Until it is done, the mistakes and the only good turns found so far, the largest first."""
    review: Review | None


class BetterTurn(BaseModel):
    board: str | Scene
    hand: str | Scene
    before: str | Scene
    """The board where the turn begins."""
    step: int
    lines: list[str]


class HintQuestion(BaseModel):
    """What the reader's own browser needs to work out a hint."""

    position: dict[str, Any]
    """The view of the reader's seat; what is hidden in it is dealt at random, so that it can be loaded."""
    seat: int
    names: list[str]
    """What the seats are called."""
    seed: int


class ReviewQuestion(BaseModel):
    """What the reader's own browser needs to review a finished game."""

    judge: int
    """As in a Review: what another one has judged is of no use."""
    record: dict[str, Any]
    base: int
    """How many moves came before the first one of the record, under older rules."""
    seat: int | None
    """To whom the story is told."""
    names: list[str]


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
    board: str | Scene
    pieces: list[SetupPiece]
    rows: list[SetupRow]
    settings: list[Setting]


class StudiedTurn(BaseModel):
    moves: list[str]
    lines: list[str]
    behind: str
    """By how much it lies behind the best one."""
    why: list[str]
    """What the best one gains against it; of the best itself, against the next best."""


class StudiedChances(BaseModel):
    chances: list[str]
    turns: list[StudiedTurn]
    about: str
