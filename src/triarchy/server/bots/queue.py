"""Who waits for a bot to think, and whose turn it is next."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypedDict

from triarchy.bots.review import Effort
from triarchy.kit.language import mark
from triarchy.server.refusals import Refused
from triarchy.table import Game

TOO_MUCH = mark("The bots are too busy; try again in a moment.")
MOST_WAITING = 2000
MOST_WAITING_OF_ONE = 100
"""Jobs that may wait, of all visitors together and of one address."""


@dataclass(frozen=True)
class Question:
    """What a bot is to decide: a position as the seat to move sees it."""

    game: Game
    view: bytes
    seat: int
    strength: str
    seed: int
    advice: bool = False
    """Whether a hint is wanted (`bots.analysis.Advice`) rather than an action."""


@dataclass(frozen=True)
class PartQuestion:
    """A part of a finished game that is to be judged: the whole state it begins with, and its moves."""

    game: Game
    state: bytes
    moves: tuple[str, ...]
    effort: Effort
    seed: int


@dataclass(frozen=True)
class StudyQuestion:
    """A position that somebody studies: a whole state."""

    game: Game
    state: bytes
    effort: str


class Place(TypedDict):
    """What says where in the queue a job waits."""

    address: str
    person: str
    bots_only: bool
    review: bool


@dataclass(eq=False)
class BotJob:
    """A place in the queue. The question is made when the turn comes: by then the table may have
    moved on, and `ask` says None."""

    address: str
    person: str
    """The visitor for whom a bot thinks."""
    ask: Callable[[], Question | PartQuestion | StudyQuestion | None]
    bots_only: bool = False
    """Whether nobody plays at this table but bots."""
    review: bool = False
    """Whether a finished game or a position is looked at, behind all games that are being played."""
    renew: Callable[[], None] = lambda: None
    """Called now and then while the bot thinks."""
    answer: Future[Any] = field(default_factory=Future)
    """The action, the advice if that was asked for, or what is said of a part; None if there was no
    question any more, or nothing to say."""

    @property
    def line(self) -> int:
        """In which line it waits: those of a lower number are asked first."""
        return 2 if self.review else int(self.bots_only)

    @property
    def place(self) -> Place:
        """What another process, or another machine, has to know to let it wait there."""
        return {
            "address": self.address,
            "person": self.person,
            "bots_only": self.bots_only,
            "review": self.review,
        }


class FairQueue:
    """Tables of people come before tables of bots alone, and these before reviews. Among equals the addresses take turns, and
    at one address the persons do: who has much waiting waits for it alone."""

    def __init__(self) -> None:
        self._lines: tuple[OrderedDict[str, OrderedDict[str, deque[BotJob]]], ...] = (
            OrderedDict(),
            OrderedDict(),
            OrderedDict(),
        )
        self._waiting: dict[str, int] = {}
        self._total = 0

    def __len__(self) -> int:
        return self._total

    def put(self, job: BotJob) -> None:
        """Wait in line; refused if too many do."""
        own = self._waiting.get(job.address, 0)
        if self._total >= MOST_WAITING or own >= MOST_WAITING_OF_ONE:
            raise Refused(503, TOO_MUCH)
        self._persons(job).append(job)
        self._count(job)

    def put_back(self, job: BotJob) -> None:
        """Wait again, before all others of its line: its turn had come."""
        self._persons(job).appendleft(job)
        self._lines[job.line][job.address].move_to_end(job.person, last=False)
        self._lines[job.line].move_to_end(job.address, last=False)
        self._count(job)

    def _persons(self, job: BotJob) -> deque[BotJob]:
        persons = self._lines[job.line].setdefault(job.address, OrderedDict())
        return persons.setdefault(job.person, deque())

    def _count(self, job: BotJob) -> None:
        self._waiting[job.address] = self._waiting.get(job.address, 0) + 1
        self._total += 1

    def take(self) -> BotJob | None:
        """The next job, taken out; its address and its person go to the end of the line."""
        for addresses in self._lines:
            if addresses:
                address, persons = next(iter(addresses.items()))
                person, jobs = next(iter(persons.items()))
                job = jobs[0]
                self.remove(job)
                if person in persons:
                    persons.move_to_end(person)
                if address in addresses:
                    addresses.move_to_end(address)
                return job
        return None

    def remove(self, job: BotJob) -> bool:
        """Leave the line; False if the job is not in it."""
        addresses = self._lines[job.line]
        persons = addresses.get(job.address, OrderedDict())
        jobs = persons.get(job.person, deque())
        if job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del persons[job.person]
        if not persons:
            del addresses[job.address]
        self._total -= 1
        self._waiting[job.address] -= 1
        if not self._waiting[job.address]:
            del self._waiting[job.address]
        return True
