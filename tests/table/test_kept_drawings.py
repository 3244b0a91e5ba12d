"""What is kept of drawings and shared among readers is what would be drawn anew for each of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from itertools import islice
from typing import Any, NamedTuple

import pytest

import triarchy
from tests.shared_checks import random_states
from tests.table.test_drawn_targets import GAMES
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader
from triarchy.table.game import Game

NAMES, OTHERS = "Ada Ben Cem Dora Emil".split(), "Uwe Vera Will Xenia Yann".split()


class Look(NamedTuple):
    """How a position is looked at; `open`: once the game is over, when nothing is hidden."""

    language: str = "nl"
    names: list[str] = NAMES
    dark: bool = False
    width: int = 360
    open: bool = False


LOOKS = [
    # Each differs from another one in a single thing.
    Look(),
    Look(language="de"),
    Look(names=OTHERS),
    Look(dark=True),
    Look(width=1000),
    Look(open=True),
    Look(open=True, names=OTHERS),
]
MOVERS_LOOKS = [Look(), Look(language="de"), Look(width=1000), Look(open=True)]


def looked_at(game: Game, state: Any, seat: int | None, look: Look, shared: bool) -> list[str]:
    """Pictures, panels and words of a position for one reader."""
    language, names, dark, width, open_ = look
    sight = game.sight(state.copy() if open_ else game.view(state, seat))
    reader = Reader(seat, tuple(names[: game.players]), language, open_)
    if shared and seat is not None and not open_:
        sight.common = game.sight(game.view(state, None))
    drawing, text = game.definition.drawing, game.definition.text
    lit = seat is not None and seat == int(state.to_move) and not open_
    parts = ["board", "all"] if seat is None else ["board", "hand"]
    pictures = [
        game.definition.svg(sight, reader, Picture(width, part, lit=lit, dark=dark))
        for part in parts
    ]
    labels = [text.label(sight, action, reader) for action in sight.legal] if lit else []
    return [
        *pictures,
        *labels,
        text.prompt(sight, reader),
        repr(drawing.players_panel(sight, reader)),
        repr(text.score_help(sight, reader)),
    ]


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_what_is_kept_is_what_would_be_drawn(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = []
    for _, players, options in (kind for kind in GAMES if kind[0] == name):
        game = triarchy.game(name, players=players, options=options)
        for state in random_states(game, 2, every=29):
            wanted += [(game, state, seat, look) for seat in (None, 0, 1) for look in LOOKS]
        for state in islice(random_states(game, 1), 60):
            mover = max(int(state.to_move), 0)
            wanted += [(game, state, mover, look) for look in MOVERS_LOOKS]
            wanted.append((game, state, (mover + 1) % players, Look()))
    assert len(wanted) > 100
    kept = BoundedCache.get

    def anew(_: BoundedCache[Any], __: Hashable, make: Callable[[], Any]) -> Any:
        return make()

    monkeypatch.setattr(BoundedCache, "get", anew)
    fresh = [looked_at(*each, shared=False) for each in wanted]
    monkeypatch.setattr(BoundedCache, "get", kept)
    order = list(range(len(wanted)))
    random.Random(1).shuffle(order)
    for number in order:
        # Twice, so that what the first look keeps serves the second.
        for _ in range(2):
            assert looked_at(*wanted[number], shared=True) == fresh[number]
