"""What is kept of boards and hands in conflicts, monuments and treasures is what would be drawn anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from typing import Any

import pytest

from tests.tigris.scenes import BULL, LION, WAR, scene
from triarchy.games.tigris import GAME
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.definition import State
from triarchy.kit.presentation import Picture
from triarchy.table.game import Game

SCENES: list[tuple[dict[str, Any], list[str]]] = [
    (WAR, ["tile green", "cell F6"]),
    (
        {"red": "H6", "leaders": {"J7": (BULL, "green")}, "hands": ("red*2 green*4", "red*3")},
        ["leader green", "cell H7"],
    ),
    ({"green": "G5 H5 I5 G6 I6", "hands": ("green*6",)}, ["tile green", "cell H6"]),
    (
        {
            "blue": "P5 P4 N7",
            "black": "P3 P6 P7 P8 P9",
            "red": "N6",
            "leaders": {"M6": (LION, "green")},
            "hands": ("blue*6", "red*6"),
        },
        ["tile blue", "cell O5"],
    ),
    ({"hands": ("red*3 blue*3", "red*6")}, ["catastrophe", "cell D4"]),
    ({"hands": ("red*3 blue*3", "red*6")}, ["swap", "discard red", "discard red"]),
    ({"hands": ("red*6", "red*6")}, []),
    ({"monuments": (("A9", "black-green", "green"),), "hands": ("red*6", "red*6")}, []),
    ({"monuments": (("A9", "red-green", "green"),), "hands": ("red*6", "red*6")}, []),
]
"""A war, a revolt, two squares, three treasures, a catastrophe, a swap, each with what begins it;
hands that are alike, and monuments."""


def eventful_games() -> list[tuple[Game, list[State]]]:
    """From each scene on a few random games: their positions differ in little."""
    games = []
    for settings, moves in SCENES:
        for seed in range(4):
            table, chance = scene(**settings), random.Random(seed)
            for move in moves:
                table.play(move)
            while not table.over and len(table.states) < 16:
                table.play(chance.choice(table.legal))
            games.append((table.game, list(table.states)))
    return games


def looked_at(game: Game, state: State, seat: int | None) -> list[str]:
    """What a seat sees: with what can be pressed, and as when it looks back."""
    sight, reader = game.sight(game.view(state, seat)), game.reader(seat, "de")
    mover = seat is not None and seat == int(state.to_move)
    looks = [(part, lit) for part in ("board", "hand") for lit in {False, mover}]
    pictures = [
        GAME.drawing.draw(sight, reader, Picture(360, part, lit=lit)) for part, lit in looks
    ]
    panel, sheets = GAME.drawing.players_panel(sight, reader), GAME.text.score_help(sight, reader)
    return [*pictures, repr(panel), repr(sheets)]


def test_what_is_kept_of_events_is_what_would_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [
        (game, state, seat)
        for game, states in eventful_games()
        for state in states
        for seat in (LION, BULL)
    ]
    phases = {GAME.phases[int(state.phase)] for _, state, _ in wanted}
    assert phases >= set(GAME.phases) - {"over"}
    kept = BoundedCache.get

    def anew(_: BoundedCache[Any], __: Hashable, make: Callable[[], Any]) -> Any:
        return make()

    monkeypatch.setattr(BoundedCache, "get", anew)
    fresh = [looked_at(*each) for each in wanted]
    monkeypatch.setattr(BoundedCache, "get", kept)
    # In the order of play: what could be taken for each other is kept at the same time.
    for each, drawn in zip(wanted, fresh, strict=True):
        assert looked_at(*each) == drawn
