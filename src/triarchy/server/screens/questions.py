"""What a reader's own browser is asked to think about, as JSON: made from what that reader may know, and from nothing else.

The browser makes the whole answer, words and pictures, and shows it; the server takes nothing of it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from triarchy.bots.base import generator
from triarchy.bots.review import JUDGE
from triarchy.kit.definition import Document, State
from triarchy.server.storage.rows import TableRow
from triarchy.server.tables.game_cache import Frame
from triarchy.server.tables.records import record_of
from triarchy.table.game import Game, read_position

DEAL, STREAM = 1, 7
"""By what chance hidden things are dealt in a position that stands for a view: always the same."""


def dealt(game: Game, view: State, seat: int) -> Document:
    """A seat's view as a position that can be loaded: what is hidden in it is dealt anew, from the view alone.

    Whoever hides it again (`read_view`) has the view, to the byte, and nothing more than that can be learned from it.
    """
    position = view.copy()
    game.definition.rules.guess(game.board.struct, position, seat, generator(DEAL, STREAM))
    return game.document(position)


def read_view(position: object, seat: int) -> tuple[Game, State]:
    """The game and the view of a seat that `dealt` has written."""
    game, state = read_position(position)
    return game, game.view(state, seat)


def hint_question(frame: Frame, seat: int, names: Sequence[str], seed: int) -> dict[str, Any]:
    """The HintQuestion of docs/reference/http.md."""
    return {
        "position": dealt(frame.game, frame.view(seat), seat),
        "seat": seat,
        "names": list(names),
        "seed": seed,
    }


def review_question(
    row: TableRow, frame: Frame, names: Sequence[str], seat: int | None
) -> dict[str, Any]:
    """The ReviewQuestion of docs/reference/http.md, of a finished game; `seat`: to whom its story is told."""
    return {
        "judge": JUDGE,
        "record": record_of(row, frame),
        "base": frame.base,
        "seat": seat,
        "names": list(names),
    }
