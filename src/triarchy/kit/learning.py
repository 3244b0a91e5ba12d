"""What a game teaches: figures, the sections of its rulebook, its legend and its lessons.

All of it is data. A figure is a position document in the game's folder `figures/`, named after its
id, which loads through the position contract like any other. Ids are stable, so that links and a
person's progress last. Words are in the reader's language already.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from triarchy.kit.reasons import Outlook, read_outlook
from triarchy.kit.sight import Sight


@cache
def _positions(folder: Path) -> dict[str, str]:
    return {
        path.stem: path.read_text(encoding="utf-8")
        for path in sorted((folder / "figures").glob("*.json"))
    }


def figure_ids(folder: Path) -> list[str]:
    """The ids of a game's figures."""
    return list(_positions(folder))


def figure_position(folder: Path, figure: str) -> dict[str, Any]:
    """The position document of a figure."""
    position: dict[str, Any] = json.loads(_positions(folder)[figure])
    return position


@dataclass(frozen=True)
class Figure:
    """A position with a caption, drawn by the same code as the table."""

    id: str
    """The name of its file in `figures/`."""
    caption: str
    seat: int | None = None
    """Whose eyes; None: nothing is hidden in it that matters, an onlooker's."""
    part: str = "board"
    """As in `Picture`."""
    keys: tuple[str, ...] = ()
    """The `data-key` of what is ringed."""
    preview: str = ""
    """A legal move whose effect is drawn."""


@dataclass(frozen=True)
class Section:
    """A part of the rulebook."""

    anchor: str
    """Stable; links and `GameText.help_anchor` name it."""
    heading: str
    paragraphs: tuple[str, ...]
    """Plain text; one that begins with "- " is an item of a list."""
    figures: tuple[Figure, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    """Rulings that belong here: id and sentence."""


@dataclass(frozen=True)
class LegendEntry:
    """A symbol and what it means."""

    id: str
    symbol: str
    """A small SVG, made by the drawing code of the table."""
    name: str
    meaning: str


@dataclass(frozen=True)
class Exercise:
    """One step of a lesson: words, and something to do on the real board, or only to look at."""

    words: str
    figure: str = ""
    """The position it begins with; "" goes on from the exercise before."""
    seat: int = 0
    """The seat that the learner plays."""
    expected: tuple[str, ...] = ()
    """The moves that are right, each; none (and no `accepts`): only to read, then "next"."""
    accepts: Callable[[Sight], bool] | None = None
    """Says of what is seen after a legal move whether it was right, instead of `expected`."""
    answers: dict[str, str] = field(default_factory=dict)
    """What to say to particular wrong tries, by move; an illegal move without an answer here is
    answered by the game's own why-not, a legal one by `otherwise`."""
    otherwise: str = ""
    praise: str = ""
    replies: tuple[str, ...] = ()
    """Moves that are played for the learner or the others after a right one."""
    keys: tuple[str, ...] = ()
    """The `data-key` of what is ringed."""


@dataclass(frozen=True)
class Puzzle:
    """ "Find the best turn": a position and the decisions that lead to the best one.

    Any order of decisions that leads to the same position is as good.
    """

    id: str
    position: dict[str, Any]
    solution: tuple[str, ...]
    share: float
    """The win chance of the seat to move after the best turn, by a deep judgement,"""
    lead: float
    """and how far the next best turn lies behind it."""
    missed: float
    """How often quick bots miss it, 0 to 1: how hard it is."""
    best: tuple[str, ...] = ()
    """The whole of a best turn: the solution, and how it goes on to the end of the turn or to where
    something is drawn; the solution alone where nobody has said more."""
    second: tuple[str, ...] = ()
    """The best of the turns that do not lead through that position, where it is known."""
    outlook: Outlook | None = None
    """What comes of both turns later on, where that has to be said."""

    def __post_init__(self) -> None:
        for name in ("solution", "best", "second"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "best", self.best or self.solution)


@cache
def puzzles(folder: Path) -> tuple[Puzzle, ...]:
    """A game's puzzles, the easiest first; none where it brings no `puzzles.json`."""
    path = folder / "puzzles.json"
    if not path.exists():
        return ()
    entries = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        Puzzle(**{**entry, "outlook": read_outlook(entry.get("outlook"))}) for entry in entries
    )


@dataclass(frozen=True)
class Lesson:
    """A short guided scene."""

    id: str
    title: str
    exercises: tuple[Exercise, ...]
