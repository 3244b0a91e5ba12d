"""What thinks in the browser of somebody who is at a server: their hints, their analyses, their reviews of finished games.

A question is JSON, made by the server from what this reader may know (`server/screens/questions.py`), or by the page itself.
The answer is what the server would have answered, made by the same functions; the page shows it, and the server never sees it.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from triarchy.bots.analysis import advise, study
from triarchy.bots.review import (
    EFFORTS,
    Judged,
    Part,
    Review,
    Reviewer,
    judged_document,
    parts_of,
    put_together,
    read_judged,
)
from triarchy.bots.review_words import ReviewWords
from triarchy.kit import curve
from triarchy.kit.sight import Reader
from triarchy.server.screens.questions import read_view
from triarchy.server.screens.review import (
    EFFORT,
    found_response,
    review_response,
    turn_shown,
    whole,
)
from triarchy.server.screens.screens import hint_told
from triarchy.server.screens.study import EFFORT as STUDY_EFFORT
from triarchy.server.screens.study import studied, study_told
from triarchy.server.screens.text_cache import Look
from triarchy.site.device import Games
from triarchy.site.wishes import StudyWish, read
from triarchy.table import Table, read_record

MOST_REVIEWS = 4


def look_of(query: dict[str, Any]) -> Look:
    """How the reader wants things shown."""
    return Look.of(
        query["language"], query.get("width", 1000), bool(query.get("dark")), query.get("hand")
    )


@dataclass
class Reviewing:
    """A finished game that is being reviewed, or has been."""

    table: Table
    base: int
    seat: int | None
    names: list[str]
    parts: list[Part]
    reviewer: Reviewer
    judged: list[Judged]

    @property
    def done(self) -> bool:
        return len(self.judged) == len(self.parts)

    def judge(self) -> None:
        """Judge the next part."""
        part = self.parts[len(self.judged)]
        moves = self.table.moves[part.first : part.last]
        self.judged.append(self.reviewer.judge(self.table.states[part.first], moves, part.first))

    def words(self, language: str) -> ReviewWords:
        return ReviewWords(self._review(), self.table, language, self.names)

    def _review(self) -> Review:
        """What has been judged, as far as it goes."""
        if self.done:
            return whole(self.table, self.parts, self.judged)
        parts = self.parts[: len(self.judged)]
        return put_together(self.table, parts, self.judged, self.judged[-1].before, EFFORT)


class Adviser:
    """Answers questions one after the other; keeps the reviews that it was asked for lately."""

    def __init__(self) -> None:
        self._reviews: OrderedDict[str, Reviewing] = OrderedDict()
        self._ways: dict[str, Callable[[dict[str, Any]], Any]] = {
            "hint": self.hint,
            "judge": self.judge,
            "review": self.review,
            "better": self.better,
        }

    def answer(self, question: str) -> str:
        """The answer to a question, both JSON."""
        asked = json.loads(question)
        return json.dumps(self._ways[asked["kind"]](asked), ensure_ascii=False)

    def hint(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The Hint of docs/reference/http.md, to its HintQuestion."""
        question = asked["question"]
        game, view = read_view(question["position"], question["seat"])
        advice = advise(game, view, question["seed"])
        reader = Reader(question["seat"], tuple(question["names"]), asked["language"])
        return hint_told(game, view, advice, reader)

    def judge(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The StudiedChances of docs/reference/http.md, of a position that the page has."""
        service: Any = SimpleNamespace(compiling=Games())
        wish: Any = read(StudyWish, asked["wish"])
        table, _, _ = studied(service, wish)
        found = study(table.game, table.state, STUDY_EFFORT)
        return study_told(table, found, asked["language"])

    def review(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The ReviewState of docs/reference/http.md, with one part more judged than the last time, and all that is judged.

        The page keeps that, and asks with it where it goes on.
        """
        reviewing = self._reviewing(asked)
        if not reviewing.done:
            reviewing.judge()
        query, words = asked["query"], reviewing.words(asked["query"]["language"])
        state = {
            "done": len(reviewing.judged),
            "of": len(reviewing.parts),
            "found": [],
            "review": None,
            "judged": [judged_document(each) for each in reviewing.judged],
        }
        if not reviewing.done:
            return {**state, "found": found_response(reviewing.base, words)}
        height = curve.LOWEST if query.get("low") else curve.LOWER
        width = look_of(query).width
        told = review_response(reviewing.base, words, reviewing.seat, width, height)
        return {**state, "review": told}

    def better(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The BetterTurn of docs/reference/http.md, of a game that has been reviewed here."""
        query, reviewing = asked["query"], self._reviewing(asked)
        words = reviewing.words(query["language"])
        step, way = query.get("step", 100), query.get("way", "better")
        return turn_shown(reviewing.base, words, look_of(query), query["first"], step, way)

    def _reviewing(self, asked: dict[str, Any]) -> Reviewing:
        table_id = asked["table"]
        if table_id not in self._reviews:
            self._reviews[table_id] = _opened(asked["question"], asked.get("judged", []))
            while len(self._reviews) > MOST_REVIEWS:
                self._reviews.popitem(last=False)
        return self._reviews[table_id]


def _opened(question: dict[str, Any], known: list[Any]) -> Reviewing:
    """A review that is to begin, by a ReviewQuestion, or to go on after what is known."""
    table = read_record(question["record"])
    parts = parts_of(table)
    effort = EFFORTS[EFFORT].shared(len(parts))
    names, base, seat = question["names"], question["base"], question["seat"]
    judged = [read_judged(each) for each in known[: len(parts)]]
    return Reviewing(table, base, seat, names, parts, Reviewer(table.game, effort), judged)
