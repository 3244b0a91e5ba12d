"""The review of a finished game as its readers get it: the curve drawn, every part in words."""

from __future__ import annotations

import json
from typing import Any

from triarchy.bots.review import EffortName, Judged, Part, Review, put_together
from triarchy.bots.review_words import LUCK, ReviewWords
from triarchy.engine.results import win_shares
from triarchy.kit import curve
from triarchy.kit.presentation import Picture
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused
from triarchy.server.screens.pictures import Shown, shown
from triarchy.server.screens.screens import Screens
from triarchy.server.screens.text_cache import Look
from triarchy.server.tables.game_cache import Frame
from triarchy.server.tables.snapshot import Snapshot
from triarchy.table import Table

EFFORT: EffortName = "usual"
FINISHED = ("over", "record")


def check_finished(snapshot: Snapshot) -> None:
    """A game that goes on is reviewed for nobody."""
    if snapshot.row.status not in FINISHED:
        raise Refused(409, "Only a finished game can be reviewed.")


def table_of_frame(frame: Frame) -> Table:
    """The game of a frame as a table, to be read only."""
    table = Table(frame.game, start=frame.states[0])
    table.states, table.moves = list(frame.states), list(frame.moves)
    table.by_bots = list(frame.by_bots)
    return table


def whole(table: Table, parts: list[Part], judged: list[Judged]) -> Review:
    """What was judged of all parts, put together."""
    ranking = table.ranking
    assert ranking is not None
    return put_together(table, parts, judged, tuple(win_shares(ranking)), EFFORT)


def found_response(base: int, words: ReviewWords) -> list[dict[str, Any]]:
    """What a review that is being worked out has found: a line for each mistake and only good turn.

    `base`: how many moves were made under older rules, before the first one that is judged.
    """
    lines = []
    for part in words.verdicts:
        said = words.said(part)
        lines.append(
            {
                "first": base + part.first,
                "title": words.title(part),
                "kind": part.verdict.kind if part.verdict else "",
                "called": words.called(part),
                "mark": words.mark(part),
                "said": said[0] if said else "",
            }
        )
    return lines


def review_response(
    base: int, words: ReviewWords, seat: int | None, width: int, height: int
) -> dict[str, Any]:
    """A review as the client gets it: the curve drawn, every part in words, the story told to a seat."""
    review = words.review
    turning = {part.first for part in review.turning_points}
    decided, parts = review.decided, []
    for part in review.parts:
        said = words.part(part)
        parts.append(
            {
                "seat": part.seat,
                "first": base + part.first,
                "last": base + part.last,
                "chances": [words.chance(share) for share in part.before],
                "after": words.after(part),
                "kind": part.verdict.kind if part.verdict else "",
                "called": words.called(part),
                "mark": words.mark(part),
                "turning_point": part.first in turning,
                "luck": any(abs(each) >= review.certain(LUCK) for each in part.luck),
                "title": said.title,
                "played": said.played,
                "better": said.better,
                "steps": len(part.verdict.best) if said.better and part.verdict else 0,
                "said": said.said,
                "why": said.why,
            }
        )
    seats = [
        {
            "name": name,
            "symbol": words.panels[seat].symbol,
            "stroke": words.stroke(seat),
            "figures": words.figures(seat),
        }
        for seat, name in enumerate(words.reader.names)
    ]
    return {
        "judge": review.judge,
        "about": words.about(),
        "curve": words.curve(width, height),
        "width": width,
        "left": curve.LEFT,
        "right": curve.RIGHT,
        "columns": words.columns(),
        "seats": seats,
        "story": words.story(seat),
        "decided": None if decided is None else base + decided.first,
        "notable": [base + part.first for part in words.notable],
        "parts": parts,
    }


def words_of(
    screens: Screens, snapshot: Snapshot, frame: Frame, review: Review, language: str
) -> ReviewWords:
    names = screens.reader(snapshot, frame, None, language).names
    return ReviewWords(review, table_of_frame(frame), language, names)


def seat_of_story(snapshot: Snapshot, visitor: Visitor) -> int | None:
    """To whom the story of a review is told: a reader with one seat, or nobody in particular."""
    held = snapshot.held(visitor)
    return held[0] if len(held) == 1 else None


def review_told(
    screens: Screens,
    snapshot: Snapshot,
    frame: Frame,
    review: Review,
    visitor: Visitor,
    look: Look,
    height: int,
) -> dict[str, Any]:
    """The review for who looks, made once for all who are told the same."""
    seat = seat_of_story(snapshot, visitor)

    def make() -> str:
        words = words_of(screens, snapshot, frame, review, look.language)
        return json.dumps(review_response(frame.base, words, seat, look.width, height))

    key = ("review", snapshot.row.id, snapshot.row.version, review.judge, seat, look, height)
    answer: dict[str, Any] = json.loads(screens.cache.get(key, make))
    return answer


def turn_shown(
    base: int, words: ReviewWords, look: Look, first: int, step: int, way: str
) -> dict[str, Any]:
    """The position after some moves of the better turn of a mistake, or of the turn that was played, and the
    board before it, so that what the turn changes can be marked."""
    for part in words.review.mistakes:
        if base + part.first == first:
            played = way == "played"
            last = min(part.first + step, part.last)
            state = words.table.states[last] if played else words.played_better(part, step).state
            assert part.verdict is not None
            moves = part.last - part.first if played else len(part.verdict.best)
            return {
                **_pictures(words, state, part.seat, look),
                "before": _pictures(words, words.table.states[part.first], part.seat, look)[
                    "board"
                ],
                "step": min(step, moves),
                "lines": words.part(part).played if played else words.better(part),
            }
    raise Refused(404, "The review has no better turn there.")


def _pictures(words: ReviewWords, state: Any, seat: int, look: Look) -> dict[str, Shown]:
    game = words.table.game
    sight, reader = game.sight(state), game.reader(seat, look.language, words.reader.names)

    def draw(part: str, width: int) -> Shown:
        picture = Picture(width, part, dark=look.dark)
        return shown(game.definition, sight, reader, picture)

    return {"board": draw("board", look.width), "hand": draw("hand", look.hand)}
