"""The shapes of answers: the server, its games, tables and screens. What a person and what a study is
answered has files of its own; /openapi.json describes them, docs/reference/http.md explains them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from triarchy.bots.named import Strength
from triarchy.kit.learning import LegendEntry
from triarchy.kit.presentation import CountColumn, CountStep, ScoreSheet
from triarchy.server.http.requests import Language

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
    seconds: int | None
    """About how long the rest takes; null before the first step is done."""


class BotsPreparing(BaseModel):
    game: str
    seconds: int


class OnlyHere(BaseModel):
    command: str
    address: str


class ServerStatus(BaseModel):
    ready: bool
    version: str
    preparing: Step | None
    bots: list[BotsPreparing]
    """Whose bots somebody waits for while they are being compiled, and about how long that takes."""
    games: dict[str, Literal["waiting", "preparing", "ready", "broken"]]
    share: str
    only_here: OnlyHere | None
    """Where links work on the server's computer alone: the command that lets others on the network in, and the
    address they would use ("" if there is no network)."""


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


class Legend(BaseModel):
    game: str
    entries: list[LegendEntry]


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
    stood_in: bool
    """Whether a weaker bot has played for one that was being compiled: such a game is not rated."""
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
    played: bool
    """Whether you have a seat here, or had one until you resigned."""
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
    watching: int


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
    stands_in: bool
    """Whether its bot is being compiled: a weaker one plays its moves meanwhile."""
    thinking: bool
    symbol: str
    facts: list[Fact]
    score: str
    rank: int | None


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
    """The turn that decided a finished game, once it has been reviewed;"""
    won: list[str]
    """and how it was won, in the game's own words."""


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


class Fair(BaseModel):
    commitment: str | None
    seed: str | None
    salt: str | None


class PlaceList(BaseModel):
    """A part of the board in words."""

    title: str
    lines: list[str]


class Node(BaseModel):
    """A node of a scene (`kit/scene.py`); what is as usual is left out."""

    key: str
    symbols: list[str] = []
    at: str = ""
    text: str = ""
    style: str = ""
    move: str = ""
    why: str = ""
    label: str = ""
    what: str = ""
    faded: bool = False
    thing: bool = True


class Scene(BaseModel):
    """A board or a hand as a list of things."""

    part: str
    """`board` or `hand`, as sheets have it."""
    sheets: dict[str, str]
    """Where sheets lie that say how all of it looks, by layout and theme: `lying-light`."""
    nodes: list[Node]


class SheetPart(BaseModel):
    width: float
    height: float
    places: dict[str, tuple[float, float, float]]
    """Where symbols lie, and how large."""
    ground: str
    """What lies below all nodes, as SVG."""


class Sheet(BaseModel):
    """How the scenes of a board look, in one layout and theme. It never changes: another one has another address."""

    symbols: dict[str, str]
    """As SVG, each drawn around the point (0, 0)."""
    styles: dict[str, dict[str, str]]
    """The attributes of words."""
    board: SheetPart
    hand: SheetPart


class SceneEdits(BaseModel):
    """What leads from the nodes of a scene to those of the next one: first some go, then others come, each to its
    place in the list, the lowest first; a node takes the place of the one with its key."""

    gone: list[str]
    put: list[tuple[int, Node]]


class Screen(BaseModel):
    table: Table
    version: int
    event: str
    number: int
    last: int
    decision: str | None
    """The name of what is to be decided now; what answers it says that name."""
    seat: int | None
    held: list[int]
    secrets: bool
    phase: str
    turn: int
    turn_of: int | None
    to_move: int | None
    your_turn: bool
    prompt: str
    help: str
    """The section of the rulebook that explains what is to be done now."""
    board: str | Scene
    """A scene, or SVG of a game that has none; the hand likewise, "" for an onlooker."""
    hand: str | Scene
    words: list[PlaceList]
    """The board in words, if they are asked for."""
    moves: list[Move]
    names: dict[str, str]
    """By move, what a screen reader says of its place or thing; with the words, on one's own turn."""
    undo: bool
    again: list[Again]
    since: int
    players: list[Player]
    score_help: list[ScoreSheet]
    log: list[Line]
    chat: list[ChatLine]
    watching: int
    deadline: str | None
    result: Result | None
    final_steps: list[CountStep]
    count_columns: list[CountColumn]
    fair: Fair


class Film(BaseModel):
    first: str | Scene
    edits: list[list[tuple[int, int, str]] | SceneEdits]
    """What leads from each drawing to the next, as in an Update."""


class Update(BaseModel):
    """What leads from one screen to the next."""

    after: str | None
    """The `event` of the screen it changes; null: `set` is the whole screen."""
    set: dict[str, Any]
    """The fields that are different, whole."""
    board: list[tuple[int, int, str]] | SceneEdits = []
    hand: list[tuple[int, int, str]] | SceneEdits = []
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
    board: str | Scene
    hand: str | Scene


class WhyNot(BaseModel):
    move: str
    reason: str


class Hint(BaseModel):
    move: str
    then: list[str]
    """What follows at once: a card is advised with its city."""
    label: str
    reasons: list[str]
