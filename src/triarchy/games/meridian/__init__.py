"""Meridian, a game by Leo Colovini: towers on islands, ten meridians, 2 to 4 players."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from triarchy.engine.dispatch import Rules
from triarchy.engine.draws import shuffle_sorted
from triarchy.games.meridian import advice, loading, maps, positions, rules, scoring, secrets
from triarchy.games.meridian.sight import MeridianSight
from triarchy.games.meridian.state import (
    ACTIONS,
    DO_CITY,
    DO_DONE,
    FEATURES,
    LEGAL_LIMIT,
    PHASES,
    STATE,
)
from triarchy.kit.definition import Board, Definition, Document, State
from triarchy.kit.presentation import GameDrawing, GameText
from triarchy.kit.setting_up import GameSetup


class Meridian(Definition[MeridianSight]):
    name = "meridian"
    title = "Meridian"
    players = (2, 4)
    version = 1
    state = STATE
    actions = ACTIONS
    legal_limit = LEGAL_LIMIT
    features = FEATURES
    score_parts = ("points",)
    phases = PHASES
    minutes = (30, 45)
    place = 1
    longest = 400
    search = {"rounds": 5, "c": 1.0}
    champion = {"c": 0.6}
    champion_for = {4: {"trust": 0.8, "hand": 0.3}}
    folder = Path(__file__).parent
    default_boards = {2: "thirteen-isles", 3: "eleven-isles", 4: "thirteen-isles"}
    rules = Rules(
        setup=rules.setup,
        legal=rules.legal,
        apply=rules.apply,
        final=scoring.final,
        hide=secrets.hide,
        guess=secrets.guess,
        observe=secrets.observe,
        evaluate=advice.evaluate,
    )

    def read_board(self, data: Any) -> Board:
        return maps.read_board(data)

    def moves(self, board: Board) -> tuple[str, ...]:
        return positions.MOVES

    def reveals(self, board: Board, state: State, action: int) -> bool:
        """The end of a turn turns up the next card, unless the pile is empty."""
        ends_turn = action == DO_DONE or action >= DO_CITY
        return ends_turn and int(state.pile_sizes[int(state.to_move)]) > 0

    def reshuffle(self, board: Board, state: State, rng: np.ndarray) -> None:
        for seat in range(int(state.players)):
            shuffle_sorted(rng, state.piles[seat][: int(state.pile_sizes[seat])])

    def position(self, board: Board, state: State) -> Document:
        return positions.write_position(board, state)

    def read_position(self, board: Board, state: State, document: Document) -> None:
        loading.read_position(board, state, document)

    def sight(self, board: Board, view: State) -> MeridianSight:
        return MeridianSight(board, view)

    @cached_property
    def text(self) -> GameText[MeridianSight]:
        from triarchy.games.meridian import text

        return text

    @cached_property
    def drawing(self) -> GameDrawing[MeridianSight]:
        from triarchy.games.meridian import drawing

        return drawing

    @cached_property
    def setting_up(self) -> GameSetup[MeridianSight]:
        from triarchy.games.meridian import setting_up

        return setting_up


GAME = Meridian()
