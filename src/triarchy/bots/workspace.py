"""The arrays that the compiled bots work in, made once for a game and used for every decision.

Compiled code takes them as named tuples, by subject; `lookahead.py` and `tree.py` say what they
write into them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from triarchy.bots.lookahead import (
    LONGEST_CHOICE,
    MOST_CHOICES,
    MOST_SEATS,
    SCRATCH,
    SHARE_ROWS,
    WIDTH,
)
from triarchy.bots.tree import LONGEST_PATH, NODE
from triarchy.engine.arrays import np
from triarchy.engine.portable.running import zeros_for
from triarchy.kit.definition import Definition


class Work(NamedTuple):
    """Scratch space of one look at a choice; the first four have an entry for every decision."""

    lists: np.ndarray
    """The legal actions,"""
    counts: np.ndarray
    """how many there are,"""
    places: np.ndarray
    """which of them comes next,"""
    phases: np.ndarray
    """and the phase they are taken in."""
    shares: np.ndarray
    """Rows of every seat's share of the win, named in `lookahead.py`."""
    scores: np.ndarray
    ranks: np.ndarray


class Ways(NamedTuple):
    """The ways to make a choice, in the order of their decisions."""

    value: np.ndarray
    """The mover's share after it,"""
    path: np.ndarray
    """its decisions,"""
    length: np.ndarray
    """and how many these are."""


class Beam(NamedTuple):
    """The best positions of the next level of a turn, best first."""

    values: np.ndarray
    roots: np.ndarray
    """The first action that leads there,"""
    slots: np.ndarray
    """where the state lies,"""
    parents: np.ndarray
    """and the roots of the level before."""


class Values(NamedTuple):
    """What each action leads to; -1: unknown."""

    now: np.ndarray
    """The best share after the first choice,"""
    at_end: np.ndarray
    """at the end of the turn,"""
    out: np.ndarray
    """and on the average of all guesses."""


class Tree(NamedTuple):
    """A search tree."""

    nodes: np.ndarray
    used: np.ndarray
    """How many nodes are in use."""
    squares: np.ndarray
    """For each of the root's actions and each seat, the sum of the squared results."""


class Walk(NamedTuple):
    """Scratch space of a walk down the tree."""

    path: np.ndarray
    """The nodes passed,"""
    trail: np.ndarray
    """the nodes of the choice that is being added,"""
    slots: np.ndarray
    """and for each action the child of a node (0: none)."""


class Workspace:
    """Scratch space of one thread for one game; `nodes` is the room for a tree, over so many `actions` if these are not
    the game's own."""

    def __init__(
        self, definition: Definition, width: int = WIDTH, nodes: int = 0, actions: int | None = None
    ):
        zeros = zeros_for(definition.state)
        seats, actions = definition.players[1], actions or definition.actions
        self._zeros = zeros
        self._board: Any = None
        self.board: Any = None
        """The board's struct, where these arrays lie."""
        self.states = zeros(2 + SCRATCH + 2 * width, definition.state)
        self.work = Work(
            lists=zeros((LONGEST_CHOICE + 1, definition.legal_limit), np.int16),
            counts=zeros(LONGEST_CHOICE + 1, np.int64),
            places=zeros(LONGEST_CHOICE + 1, np.int64),
            phases=zeros(LONGEST_CHOICE + 1, np.int64),
            shares=zeros((SHARE_ROWS, MOST_SEATS)),
            scores=zeros((seats, len(definition.score_parts)), np.int32),
            ranks=zeros(seats, np.int8),
        )
        self.ways = Ways(
            value=zeros(MOST_CHOICES),
            path=zeros((MOST_CHOICES, LONGEST_CHOICE), np.int16),
            length=zeros(MOST_CHOICES, np.int64),
        )
        self.beam = Beam(
            values=zeros(width + 1),
            roots=zeros(width + 1, np.int64),
            slots=zeros(width + 1, np.int64),
            parents=zeros(width + 1, np.int64),
        )
        self.values = Values(zeros(actions), zeros(actions), zeros(actions))
        self.tree = Tree(
            nodes=zeros(nodes, NODE),
            used=zeros(1, np.int64),
            squares=zeros((actions, seats)),
        )
        self.root = 0
        self.walk = Walk(
            path=zeros(LONGEST_PATH, np.int64),
            trail=zeros(LONGEST_CHOICE + 1, np.int64),
            slots=zeros(actions, np.int64),
        )
        self.rng = zeros(1, np.uint64)
        self.guided: dict[Any, Any] = {}
        """What a search guided by a network needs more, for each network (see champion.py)."""

    def set_board(self, board: Any) -> None:
        """Have a copy of the board's struct where these arrays lie."""
        if board is self._board:
            return
        if self.board is None:
            self._boards = self._zeros(1, board.dtype)
            self.board = self._boards[0]
        self._boards[0] = self._board = board

    def set_view(self, view: Any) -> None:
        """Put the view the next decision is made from in its place."""
        self.states[0] = view
