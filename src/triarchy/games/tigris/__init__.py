"""Euphrat & Tigris, a game by Reiner Knizia: dynasties between two rivers, 2 to 4 players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from triarchy.engine.dispatch import Rules
from triarchy.engine.draws import shuffle_sorted
from triarchy.games.tigris import advice, choices, loading, maps, positions, rules, scoring, secrets
from triarchy.games.tigris.prospects import PROSPECTS, describe
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import (
    ACTIONS,
    DO_DISCARD,
    DO_DRAW,
    FEATURES,
    LEGAL_LIMIT,
    OVER,
    PHASES,
    STATE,
    SUPPORT,
    WAR,
)
from triarchy.kit.definition import Board, Definition, Document, State
from triarchy.kit.presentation import GameDrawing, GameText
from triarchy.kit.setting_up import GameSetup
from triarchy.kit.sight import copied


class Tigris(Definition[TigrisSight]):
    name = "tigris"
    title = "Euphrat & Tigris"
    players = (2, 4)
    options = {"open_points": (False, True), "support": ("free", "english")}
    version = 1
    state = STATE
    actions = ACTIONS
    legal_limit = LEGAL_LIMIT
    features = FEATURES
    prospects = PROSPECTS.size
    score_parts = ("weakest", "second", "third", "strongest")
    phases = PHASES
    # With four, a lead is worth more than the evaluation says (docs/review.md).
    turn_chances = {4: (2.0, 0.45)}
    minutes = (60, 120)
    place = 2
    longest = 6000
    search = {"rounds": 1, "samples": 3, "focus": 0.7, "trust": 5.0, "c": 0.2, "mix": 0.6}
    champion = {"trust": 1.0, "hand": 1.0, "mix": 0.3}
    folder = Path(__file__).parent
    default_boards = {2: "standard", 3: "standard", 4: "standard"}
    rules = Rules(
        setup=rules.setup,
        legal=choices.legal,
        apply=rules.apply,
        final=scoring.final,
        hide=secrets.hide,
        guess=secrets.guess,
        observe=secrets.observe,
        evaluate=advice.evaluate,
        describe=describe,
    )

    def read_board(self, data: Any) -> Board:
        return maps.read_board(data)

    def moves(self, board: Board) -> tuple[str, ...]:
        return positions.moves(board)

    def reveals(self, board: Board, state: State, action: int) -> bool:
        """Tiles drawn are new to their owner, tiles committed to everybody; the end shows all."""
        after = copied(state)
        rules.apply(board.struct, after, action)
        return self.revealed(board, state, [action], after.reshape(1))[0]

    def revealed(
        self, board: Board, before: State, actions: Sequence[int], after: np.ndarray
    ) -> list[bool]:
        if int(before["phase"]) == SUPPORT:
            return [True] * len(actions)
        drawn = after["bag_size"] < before["bag_size"]
        revealed: list[bool] = (drawn | (after["phase"] == OVER)).tolist()
        return revealed

    def reshuffle(self, board: Board, state: State, rng: np.ndarray) -> None:
        shuffle_sorted(rng, state.bag[: int(state.bag_size)])

    def forced(self, board: Board, state: State) -> int:
        """The last war of a unification is begun by the table: there is nothing to choose."""
        if int(state.phase) != WAR:
            return -1
        wars = np.zeros(LEGAL_LIMIT, np.int16)
        return int(wars[0]) if choices.legal_wars(state, wars) == 1 else -1

    def set_options(self, state: State, options: Document) -> None:
        state.open_points = int(bool(options["open_points"]))
        state.english_support = int(options["support"] == "english")

    def public_action(self, board: Board, state: State, action: int) -> int:
        """Tiles are swapped away face down."""
        return -1 if DO_DISCARD <= action < DO_DRAW else action

    def position(self, board: Board, state: State) -> Document:
        return positions.write_position(board, state)

    def read_position(self, board: Board, state: State, document: Document) -> None:
        loading.read_position(board, state, document)

    def sight(self, board: Board, view: State) -> TigrisSight:
        return TigrisSight(board, view)

    @cached_property
    def text(self) -> GameText[TigrisSight]:
        from triarchy.games.tigris import text

        return text

    @cached_property
    def drawing(self) -> GameDrawing[TigrisSight]:
        from triarchy.games.tigris import drawing

        return drawing

    @cached_property
    def setting_up(self) -> GameSetup[TigrisSight]:
        from triarchy.games.tigris import setting_up

        return setting_up


GAME = Tigris()
