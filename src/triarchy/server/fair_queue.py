"""Who waits for a bot to think, and whose turn it is next."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from triarchy.bots.review import Effort
from triarchy.kit.language import mark
from triarchy.server.refusals import Refused
from triarchy.table import Game

TOO_MUCH = mark("The bots have too much to think about; try again in a moment.")
MOST_WAITING = 2000
MOST_WAITING_OF_ONE = 100
"""Thoughts that may wait, of all visitors together and of one address."""


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


@dataclass(eq=False)
class Thought:
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


class FairQueue:
    """Tables of people come before tables of bots alone, and these before reviews. Among equals the addresses take turns, and
    at one address the persons do: who has much waiting waits for it alone."""

    def __init__(self) -> None:
        self._lines: tuple[OrderedDict[str, OrderedDict[str, deque[Thought]]], ...] = (
            OrderedDict(),
            OrderedDict(),
            OrderedDict(),
        )
        self._waiting: dict[str, int] = {}
        self._total = 0

    def __len__(self) -> int:
        return self._total

    def put(self, thought: Thought) -> None:
        """Wait in line; refused if too many do."""
        own = self._waiting.get(thought.address, 0)
        if self._total >= MOST_WAITING or own >= MOST_WAITING_OF_ONE:
            raise Refused(503, TOO_MUCH)
        persons = self._lines[thought.line].setdefault(thought.address, OrderedDict())
        persons.setdefault(thought.person, deque()).append(thought)
        self._waiting[thought.address] = own + 1
        self._total += 1

    def take(self) -> Thought | None:
        """The next thought, taken out; its address and its person go to the end of the line."""
        for addresses in self._lines:
            if addresses:
                address, persons = next(iter(addresses.items()))
                person, thoughts = next(iter(persons.items()))
                thought = thoughts[0]
                self.remove(thought)
                if person in persons:
                    persons.move_to_end(person)
                if address in addresses:
                    addresses.move_to_end(address)
                return thought
        return None

    def remove(self, thought: Thought) -> bool:
        """Leave the line; False if the thought is not in it."""
        addresses = self._lines[thought.line]
        persons = addresses.get(thought.address, OrderedDict())
        thoughts = persons.get(thought.person, deque())
        if thought not in thoughts:
            return False
        thoughts.remove(thought)
        if not thoughts:
            del persons[thought.person]
        if not persons:
            del addresses[thought.address]
        self._total -= 1
        self._waiting[thought.address] -= 1
        if not self._waiting[thought.address]:
            del self._waiting[thought.address]
        return True
