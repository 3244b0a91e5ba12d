"""A game that plays itself, for the cards of the home page: the same one every time."""

from __future__ import annotations

import threading
from itertools import pairwise

from triarchy.kit.definition import Definition
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader, Sight
from triarchy.server.json_text import to_json
from triarchy.server.screens.pictures import shown
from triarchy.server.screens.text_cache import Cache, Look
from triarchy.server.screens.updates import drawing_edits
from triarchy.table import Table
from triarchy.table.example import example

FRAMES = 24


class Examples:
    """One example game per game, played when somebody first asks for it."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache
        self._lock = threading.Lock()
        self._tables: dict[str, Table] = {}

    def frame(self, definition: Definition, number: int, look: Look) -> str:
        """The drawing of one of the FRAMES positions, evenly spread over the game."""
        key = ("example", definition.name, number, look)
        return self.cache.get(key, lambda: definition.svg(*self._posed(definition, number, look)))

    def film(self, definition: Definition, look: Look) -> bytes:
        """All of them as JSON: the first drawing, and what changes from each to the next."""

        def make() -> bytes:
            poses = (self._posed(definition, number, look) for number in range(FRAMES))
            frames = [shown(definition, *pose) for pose in poses]
            changes = [drawing_edits(before, after) for before, after in pairwise(frames)]
            return to_json({"first": frames[0], "edits": changes})

        return self.cache.get(("film", definition.name, look), make)

    def _posed(
        self, definition: Definition, number: int, look: Look
    ) -> tuple[Sight, Reader, Picture]:
        """What is drawn, for whom and how."""
        with self._lock:
            if definition.name not in self._tables:
                self._tables[definition.name] = example(definition)
            table = self._tables[definition.name]
        # The last frame is the finished board; the first one has something on it already.
        index = (len(table.states) - 1) * (number + 1) // FRAMES
        game = table.game
        return (
            game.sight(game.view(table.states[index], None)),
            game.reader(None, look.language),
            Picture(width=look.width, part="board", dark=look.dark),
        )
