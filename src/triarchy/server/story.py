"""The whole story of a game for who looks back: its turns, its log, the turn that decided it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from pydantic_core import to_json

from triarchy.server.game_cache import Frame
from triarchy.server.identity import Visitor
from triarchy.server.screens import Screens
from triarchy.server.snapshots import Snapshot


def story(
    screens: Screens, snapshot: Snapshot, visitor: Visitor, seat: int | None, language: str
) -> bytes:
    """The Story of docs/api.md, as JSON: as the reader may know it, everything once it is over."""
    frame = screens.service.frame(snapshot)
    seat = screens.eyes_looking_back(snapshot, visitor, frame, seat)
    reader = screens.reader(snapshot, frame, seat, language)
    row = snapshot.row
    key = ("story", row.id, row.undos, frame.number, frame.open, reader)

    def make() -> bytes:
        return to_json(
            {
                "first": frame.base,
                "turns": turns_of(frame),
                "log": screens.lines(snapshot, frame, seat, language),
                "decided": deciding_turn(frame) if frame.over and frame.open else None,
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


def deciding_turn(frame: Frame) -> dict[str, Any] | None:
    """The turn from which on the winner was ahead of all others; None where several have won.

    Where the winner was ahead from the first turn on, the one that brought the winner most.
    """
    ranking = frame.game.result(frame.state)["ranking"]
    turns = turns_of(frame)
    if ranking.count(1) != 1 or len(turns) < 3:
        return None
    winner = ranking.index(1)
    leads = [_lead(frame, turn["after"] - frame.base, winner) for turn in turns[:-1]]
    behind = [number for number, lead in enumerate(leads) if lead <= 0]
    if behind:
        decided = behind[-1] + 1
    else:
        gains = [after - before for before, after in pairwise(leads)]
        decided = gains.index(max(gains)) + 1
    return {**turns[decided], "winner": winner}


def _lead(frame: Frame, number: int, seat: int) -> float:
    """By how much a seat's share of the win exceeds every other's, by the judge that bots go by."""
    game, shares = frame.game, np.zeros(frame.game.players)
    # The judge may scribble on what it is given.
    game.definition.rules.evaluate(game.board.struct, frame.states[number].copy(), shares)
    return float(shares[seat] - np.delete(shares, seat).max())
