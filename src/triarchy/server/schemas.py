"""The shapes of answers: the server, its games, tables and screens. What a person and what a study is
answered has files of its own; /openapi.json describes them, docs/api.md explains them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from triarchy.bots.named import Strength
from triarchy.server.wishes import Language

Status = Literal["open", "playing", "over", "closed", "record"]


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
