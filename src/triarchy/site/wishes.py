"""What the client asks for, read from JSON: the requests of the HTTP API that a page by itself answers."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from triarchy.bots.named import STRENGTHS, USUAL
from triarchy.server.refusals import Refused

T = TypeVar("T")
UNREADABLE = "The body of the request can't be read."


def read(kind: type[T], body: Any) -> T:
    """The body as a wish of this kind; refused if it is none."""
    names = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    if not isinstance(body, dict) or not set(body) <= names:
        raise Refused(422, UNREADABLE)
    try:
        return kind(**body)
    except (TypeError, ValueError):
        raise Refused(422, UNREADABLE) from None


def check(condition: bool) -> None:
    """Refuse a body in which something has the wrong type."""
    if not condition:
        raise ValueError


def is_number(value: object) -> bool:
    return type(value) is int and 0 <= value <= 1_000_000


def are_texts(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(each, str) for each in values)


@dataclass
class SeatWish:
    kind: str
    strength: str | None = None
    name: str | None = None

    def __post_init__(self) -> None:
        check(self.kind in ("me", "bot"))
        check(self.strength is None or self.strength in STRENGTHS)
        check(self.name is None or (isinstance(self.name, str) and len(self.name) <= 40))


@dataclass
class TableWish:
    game: str
    seats: list[Any]
    name: str = ""
    board: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    public: bool = False
    hot_seat: bool = False
    hints: bool = True
    time_limit: int | None = None
    clock: str = "turn"
    increment: int = 0
    best_of: int = 1
    start: Any = None
    lot: bool = False

    def __post_init__(self) -> None:
        check(
            isinstance(self.game, str)
            and isinstance(self.seats, list)
            and 1 <= len(self.seats) <= 8
        )
        self.seats = [
            each if isinstance(each, SeatWish) else read(SeatWish, each) for each in self.seats
        ]
        check(isinstance(self.name, str) and len(self.name) <= 80)
        check(self.board is None or isinstance(self.board, str))
        check(isinstance(self.options, dict) and self.best_of in (1, 3, 5, 7))
        check(self.start is None or isinstance(self.start, str | dict))
        check(self.time_limit is None and not self.public)


@dataclass
class PlayOnWish:
    table: str | None = None
    game: str | None = None
    puzzle: str | None = None
    lesson: str | None = None
    position: dict[str, Any] | None = None
    number: int | None = None
    moves: list[str] = field(default_factory=list)
    seat: int | None = None
    strength: str = USUAL

    def __post_init__(self) -> None:
        texts = (self.table, self.game, self.puzzle, self.lesson)
        check(all(each is None or isinstance(each, str) for each in texts))
        check(self.position is None or isinstance(self.position, dict))
        check(self.number is None or is_number(self.number))
        check(self.seat is None or is_number(self.seat))
        check(are_texts(self.moves) and self.strength in STRENGTHS)


@dataclass
class StudyWish:
    document: dict[str, Any]
    number: int | None = None
    moves: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        check(isinstance(self.document, dict) and are_texts(self.moves) and len(self.moves) <= 200)
        check(self.number is None or is_number(self.number))


@dataclass
class ChangeWish:
    place: str | None = None
    piece: str | None = None
    setting: str | None = None
    number: int = 1

    def __post_init__(self) -> None:
        texts = (self.place, self.piece, self.setting)
        check(
            all(each is None or isinstance(each, str) for each in texts) and is_number(self.number)
        )


@dataclass
class SetupWish(StudyWish):
    change: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.change is not None:
            self.change = read(ChangeWish, self.change)


@dataclass
class TriesWish:
    moves: list[str] = field(default_factory=list)
    attempt: str | None = None

    def __post_init__(self) -> None:
        check(are_texts(self.moves) and len(self.moves) <= 60)
        check(self.attempt is None or isinstance(self.attempt, str))


@dataclass
class MoveWish:
    move: str
    decision: str

    def __post_init__(self) -> None:
        check(isinstance(self.move, str) and isinstance(self.decision, str))


@dataclass
class DecisionWish:
    decision: str

    def __post_init__(self) -> None:
        check(isinstance(self.decision, str))


@dataclass
class ResignWish:
    seat: int | None = None
    strength: str = USUAL

    def __post_init__(self) -> None:
        check(self.seat is None or is_number(self.seat))
        check(self.strength in STRENGTHS)


@dataclass
class MeWish:
    name: str | None = None
    language: str | None = None
    theme: str | None = None

    def __post_init__(self) -> None:
        check(self.name is None or (isinstance(self.name, str) and 1 <= len(self.name) <= 40))
        check(self.language in (None, "en", "de", "nl"))
        check(self.theme in (None, "auto", "light", "dark"))


@dataclass
class ProgressWish:
    what: str
    value: int

    def __post_init__(self) -> None:
        check(isinstance(self.what, str) and len(self.what) <= 80 and is_number(self.value))


@dataclass
class ChatWish:
    text: str

    def __post_init__(self) -> None:
        check(isinstance(self.text, str) and 1 <= len(self.text) <= 500)
