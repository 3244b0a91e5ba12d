"""The whole story of a game for who looks back: its turns, its log, the turn that decided it."""

from __future__ import annotations

from triarchy.bots.review import Review
from triarchy.bots.review_words import beside_winner
from triarchy.kit.sight import Reader
from triarchy.server.json_text import to_json
from triarchy.server.people.identity import Visitor
from triarchy.server.screens.screens import Screens
from triarchy.server.tables.game_cache import Frame
from triarchy.server.tables.snapshot import Snapshot


def story(
    screens: Screens, snapshot: Snapshot, visitor: Visitor, seat: int | None, language: str
) -> bytes:
    """The Story of docs/reference/http.md, as JSON: as the reader may know it, everything once it is over."""
    frame = screens.service.frame(snapshot)
    seat = screens.seat_looking_back(snapshot, visitor, frame, seat)
    reader = screens.reader(snapshot, frame, seat, language)
    row = snapshot.row
    review = screens.service.reviews.kept(row.id, frame) if frame.over and frame.open else None
    key = ("story", row.id, row.undos, frame.number, frame.open, review is None, reader)

    turns = turns_of(frame)

    def make() -> bytes:
        return to_json(
            {
                "first": frame.base,
                "turns": turns,
                "log": screens.lines(snapshot, frame, seat, language),
                "decided": deciding_turn(turns, review),
                "won": how_won(frame, reader),
            }
        )

    return screens.cache.get(key, make)


def turns_of(frame: Frame) -> list[dict[str, int]]:
    """The turns of a game: whose each was, and the numbers of moves before and after it."""
    turns: list[dict[str, int]] = []
    for number in range(len(frame.moves)):
        state = frame.states[number]
        if not turns or turns[-1]["turn"] != int(state.turn):
            turns.append(
                {
                    "turn": int(state.turn),
                    "seat": int(state.to_move),
                    "before": frame.base + number,
                    "after": 0,
                }
            )
        turns[-1]["after"] = frame.base + number + 1
    return turns


def deciding_turn(turns: list[dict[str, int]], review: Review | None) -> dict[str, int] | None:
    """The turn that decided a game, by its review; None where nobody has had it reviewed."""
    decided = None if review is None else review.decided
    if review is None or decided is None:
        return None
    turn = next(each for each in turns if each["turn"] == decided.turn)
    return {**turn, "winner": review.result.index(1.0)}


def how_won(frame: Frame, reader: Reader) -> list[str]:
    """How a finished game was won, in the game's own words, told to the reader's seat."""
    if not (frame.over and frame.open):
        return []
    ranking = frame.game.result(frame.state)["ranking"]
    beside = beside_winner(ranking, reader.seat)
    if beside is None:
        return []
    return frame.game.definition.text.how_won(frame.sight(None), beside, reader)
