"""The shapes of requests and answers: what /openapi.json describes and docs/api.md explains."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from triarchy.bots.named import USUAL, Strength

Language = Literal["en", "de", "nl"]
Status = Literal["open", "playing", "over", "closed", "record"]
MOST_NUMBER = 1_000_000
Number = Annotated[int, Field(ge=0, le=MOST_NUMBER)]
MoveText = Annotated[str, Field(min_length=1, max_length=60)]


class Wish(BaseModel):
    """A request's body: unknown keys and numbers written as texts are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Nothing(Wish):
    """`{}`"""


class MeWish(Wish):
    name: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    language: Language | None = None
    theme: Literal["auto", "light", "dark"] | None = None


class RecoverWish(Wish):
    code: Annotated[str, Field(min_length=1, max_length=60)]
    merge: bool | None = None
    """Whether what this browser had is merged into that person, or left behind."""


class PasskeyWish(Wish):
    credential: dict[str, Any]
    name: Annotated[str, Field(max_length=40)] = ""


class SignInWish(Wish):
    credential: dict[str, Any]
    merge: bool | None = None


class SignOutWish(Wish):
    which: Literal["here", "others", "everywhere"]


class SeatWish(Wish):
    kind: Literal["me", "open", "bot"]
    strength: Strength | None = None
    name: Annotated[str, Field(max_length=40)] | None = None


class TableWish(Wish):
    game: Annotated[str, Field(min_length=1, max_length=40)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
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


class PlayOnWish(Wish):
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


class StudyWish(Wish):
    document: dict[str, Any]
    """A position, or a record, of which the position after `number` moves is meant."""
    number: Number | None = None
    moves: Annotated[list[MoveText], Field(max_length=200)] = []
    """Played from there."""


SetupId = Annotated[str, Field(min_length=1, max_length=40)]


class SetupChange(Wish):
    """One change of a position: a piece on a place, a place without its piece, or a number."""

    place: SetupId | None = None
    piece: SetupId | None = None
    """What is put on the place; without it, what lies there is taken away."""
    setting: SetupId | None = None
    number: Number = 1
    """How many of the piece, or what the setting is."""


class SetupWish(StudyWish):
    change: SetupChange | None = None


class JoinWish(Wish):
    seat: Annotated[int, Field(ge=0, le=7)] | None = None
    name: Annotated[str, Field(min_length=1, max_length=40)] | None = None


class ChangeSeatWish(Wish):
    kind: Literal["bot", "open"]
    strength: Strength | None = None


class StartWish(Wish):
    fill: Strength | None = None


class CarriedWish(Wish):
    token: Annotated[str, Field(min_length=1, max_length=100)]


class MoveWish(Wish):
    move: MoveText
    after: Number


class AfterWish(Wish):
    after: Number


class ChatWish(Wish):
    text: Annotated[str, Field(min_length=1, max_length=500)]


class ResignWish(Wish):
    seat: Annotated[int, Field(ge=0, le=7)] | None = None
    strength: Strength = USUAL


class Error(BaseModel):
    error: str
    preparing: bool = False


class Step(BaseModel):
    game: str
    title: str
    step: str
    number: int
    of: int


class ServerStatus(BaseModel):
    ready: bool
    version: str
    preparing: Step | None
    games: dict[str, Literal["waiting", "preparing", "ready", "broken"]]
    share: str


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


class Words(BaseModel):
    language: Language
    words: dict[str, str]


class BoardFacts(BaseModel):
    id: str
    title: str
    players: list[int]


class OptionWords(BaseModel):
    label: str
    help: str
    values: list[str]


class GameFacts(BaseModel):
    game: str
    title: str
    about: str
    players: list[int]
    minutes: list[int]
    state: Literal["waiting", "preparing", "ready", "broken"]
    boards: list[BoardFacts]
    default_boards: dict[str, str]
    options: dict[str, list[bool | str | int]]
    option_words: dict[str, OptionWords]
    example: int


class GamesFacts(BaseModel):
    games: list[GameFacts]
    strengths: list[Strength]


class Section(BaseModel):
    anchor: str
    heading: str
    paragraphs: list[str]


class RulesText(BaseModel):
    game: str
    title: str
    sections: list[Section]


class LegendSymbol(BaseModel):
    id: str
    symbol: str
    name: str
    meaning: str


class Legend(BaseModel):
    game: str
    entries: list[LegendSymbol]


class Seat(BaseModel):
    seat: int
    kind: Literal["person", "open", "bot"]
    name: str
    strength: str | None
    you: bool
    away: bool
    resigned: bool


class Series(BaseModel):
    best_of: int
    game: int
    wins: list[int]
    """Games won, by seat."""
    decided: int | None
    """The seat that has won the series."""


class Table(BaseModel):
    id: str
    name: str
    game: str
    title: str
    board: str
    options: dict[str, bool | str | int]
    players: int
    status: Status
    public: bool
    hot_seat: bool
    hints: bool
    time_limit: int | None
    clock: Literal["turn", "total"] | None
    increment: int
    series: Series | None
    version: int
    number: int
    created: str
    changed: str
    seats: list[Seat]
    mine: bool
    to_move: int | None
    your_turn: bool
    commitment: str | None
    link: str
    rematch: str | None


class SeatPresence(BaseModel):
    seat: int
    here: bool | None
    """Nothing is said of bots and free seats."""
    since: str | None
    """When somebody who is away was last here, if ever."""


class PresenceFacts(BaseModel):
    seats: list[SeatPresence]


class TableLists(BaseModel):
    mine: list[Table]
    more: bool
    open: list[Table]


class SeatLink(BaseModel):
    link: str
    days: int


class Carry(BaseModel):
    link: str
    minutes: int
    qr: str
    """The link as a QR code, an SVG."""


class Move(BaseModel):
    move: str
    label: str
    ends_turn: bool
    reveals: bool


class Again(BaseModel):
    move: str
    label: str
    chosen: bool


class Fact(BaseModel):
    label: str
    value: str
    symbol: str
    low: bool


class Player(BaseModel):
    seat: int
    name: str
    kind: Literal["person", "open", "bot"]
    strength: str | None
    you: bool
    away: bool
    resigned: bool
    clock: float | None
    """Seconds left; for who is to move, when the clock began to run: see `deadline`."""
    to_move: bool
    thinking: bool
    symbol: str
    facts: list[Fact]
    score: str
    rank: int | None


class HelpTable(BaseModel):
    title: str
    columns: list[str]
    rows: list[list[str]]


class Line(BaseModel):
    number: int
    seat: int
    move: str | None
    text: str
    landmark: str
    """One word for what somebody who looks back wants to jump to; "" for any other line."""


class Turn(BaseModel):
    turn: int
    seat: int
    before: int
    """How many moves there were before it."""
    after: int


class Decided(Turn):
    winner: int


class Story(BaseModel):
    first: int
    """The number of the first position that can be shown."""
    turns: list[Turn]
    log: list[Line]
    decided: Decided | None


class Change(Line):
    keys: list[str]


class Changes(BaseModel):
    changes: list[Change]


class ChatLine(BaseModel):
    id: int
    name: str
    seat: int | None
    text: str
    at: str


class Chat(BaseModel):
    chat: list[ChatLine]


class Result(BaseModel):
    scores: list[Any]
    ranking: list[int]


class FinalStep(BaseModel):
    text: str
    gains: list[int]
    keys: list[str]
    cells: list[list[int]]
    """What changes in the sheet of `count_columns`: seat, column, by how much."""


class CountColumn(BaseModel):
    name: str
    symbol: str
    start: list[int]


class Fair(BaseModel):
    commitment: str | None
    seed: str | None
    salt: str | None


class Screen(BaseModel):
    table: Table
    version: int
    event: str
    number: int
    last: int
    seat: int | None
    held: list[int]
    secrets: bool
    phase: str
    turn: int
    to_move: int | None
    your_turn: bool
    prompt: str
    help: str
    """The section of the rulebook that explains what is to be done now."""
    board: str
    hand: str
    moves: list[Move]
    undo: bool
    again: list[Again]
    since: int
    players: list[Player]
    score_help: list[HelpTable]
    log: list[Line]
    chat: list[ChatLine]
    watching: int
    deadline: str | None
    result: Result | None
    final_steps: list[FinalStep]
    count_columns: list[CountColumn]
    fair: Fair


class Film(BaseModel):
    first: str
    edits: list[list[tuple[int, int, str]]]
    """What leads from each drawing to the next, as in an Update."""


class Update(BaseModel):
    """What leads from one screen to the next."""

    after: str | None
    """The `event` of the screen it changes; null: `set` is the whole screen."""
    set: dict[str, Any]
    """The fields that are different, whole."""
    board: list[tuple[int, int, str]] = []
    hand: list[tuple[int, int, str]] = []
    """Edits of the drawings: from which tag on, how many tags go, which come."""
    log: tuple[int, list[Line]] | None = None
    chat: tuple[int, list[ChatLine]] | None = None
    """How many lines stay, and those that come."""


class Preview(BaseModel):
    move: str
    label: str
    sentences: list[str]
    ends_turn: bool
    reveals: bool
    board: str
    hand: str


class WhyNot(BaseModel):
    move: str
    reason: str


class Hint(BaseModel):
    move: str
    then: list[str]
    """What follows at once: a card is advised with its city."""
    label: str
    reasons: list[str]


# Practising


class Tries(BaseModel):
    """The moves made so far, and one that is tried."""

    moves: list[Annotated[str, Field(max_length=60)]] = Field(default=[], max_length=60)
    attempt: Annotated[str | None, Field(max_length=60)] = None


class Progress(BaseModel):
    done: dict[str, int]
    """For each lesson or puzzle, by its id, how far the person has come."""


class ProgressWish(BaseModel):
    what: Annotated[str, Field(pattern="^[a-z0-9_-]{1,80}$")]
    value: Annotated[int, Field(ge=0, le=1000)]


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


# People


class Waiting(BaseModel):
    """How many tables wait for the reader's move."""

    waiting: int


Time = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class QuietHours(Wish):
    """From `begin` to `end`, by the clocks of `zone`; over midnight if `end` is earlier."""

    begin: Time
    end: Time
    zone: Annotated[str, Field(min_length=1, max_length=64)]


class PushWish(Wish):
    """What the browser's `PushSubscription` holds."""

    endpoint: Annotated[str, Field(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Field(min_length=80, max_length=100, pattern="^[A-Za-z0-9_-]+=*$")]
    auth: Annotated[str, Field(min_length=20, max_length=30, pattern="^[A-Za-z0-9_-]+=*$")]
    quiet: QuietHours | None = None


class PushStop(Wish):
    endpoint: Annotated[str, Field(min_length=1, max_length=1000)]


class PushState(BaseModel):
    """Whether messages can be sent, the key to subscribe with, the reader's browsers."""

    available: bool
    key: str | None
    devices: int


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


# What was played


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


class ListedWish(Wish):
    listed: bool


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
