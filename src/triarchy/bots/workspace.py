"""The arrays that the compiled bots work in, made once for a game and used for every decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from triarchy.bots.lookahead import LONGEST_CHOICE, MOST_CHOICES, MOST_SEATS, SCRATCH, WIDTH
from triarchy.bots.tree import LONGEST_PATH, NODE
from triarchy.kit.definition import Definition


class Workspace:
    """Scratch space of one thread for one game; `nodes` is the room for a tree."""

    def __init__(self, definition: Definition, width: int = WIDTH, nodes: int = 0):
        seats = definition.players[1]
        self.states = np.zeros(2 + SCRATCH + 2 * width, definition.state)
        self.work = (
            np.zeros((LONGEST_CHOICE + 1, definition.legal_limit), np.int16),
            np.zeros(LONGEST_CHOICE + 1, np.int64),
            np.zeros(LONGEST_CHOICE + 1, np.int64),
            np.zeros(LONGEST_CHOICE + 1, np.int64),
            np.zeros((4, MOST_SEATS)),
            np.zeros((seats, len(definition.score_parts)), np.int32),
            np.zeros(seats, np.int8),
        )
        self.found = (
            np.zeros(MOST_CHOICES),
            np.zeros((MOST_CHOICES, LONGEST_CHOICE), np.int16),
            np.zeros(MOST_CHOICES, np.int64),
        )
        self.beam = (
            np.zeros(width + 1),
            np.zeros(width + 1, np.int64),
            np.zeros(width + 1, np.int64),
            np.zeros(width + 1, np.int64),
        )
        self.now = np.zeros(definition.actions)
        self.at_end = np.zeros(definition.actions)
        self.out = np.zeros(definition.actions)
        self.nodes = np.zeros(nodes, NODE)
        self.used = np.zeros(1, np.int64)
        self.root = 0
        self.walk = (
            np.zeros(LONGEST_PATH, np.int64),
            np.zeros(LONGEST_CHOICE + 1, np.int64),
            np.zeros(definition.actions, np.int64),
        )
        self.squares = np.zeros((definition.actions, seats))
        self.rng = np.zeros(1, np.uint64)

    def set_view(self, view: Any) -> None:
        """Put the view the next decision is made from in its place."""
        self.states[0] = view
