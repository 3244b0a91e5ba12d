"""Meridian, a game by Leo Colovini: towers on islands, ten meridians, 2 to 4 players."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from triarchy.engine.stubs import Rules
from triarchy.games.meridian import advice, maps, positions, rules, scoring, secrets
from triarchy.games.meridian.state import (
    ACTIONS,
    CITY_ACTION,
    DONE,
    MOST_HEIGHT,
    MOST_ROWS,
    OBSERVATION,
    PHASES,
    STATE,
)
from triarchy.kit.definition import Board, Definition, Document, State
from triarchy.kit.legacy import LooseDrawing, LooseText
from triarchy.kit.presentation import GameDrawing, GameText
from triarchy.kit.sight import Sight


class MeridianSight(Sight):
    legal_limit = 1 + MOST_ROWS + MOST_HEIGHT


class Meridian(Definition[MeridianSight]):
    name = "meridian"
    title = "Meridian"
    players = (2, 4)
    version = 1
    state = STATE
    actions = ACTIONS
    legal_limit = 1 + MOST_ROWS + MOST_HEIGHT
    observation = OBSERVATION
    score_parts = ("points",)
    phases = PHASES
    minutes = (30, 45)
    search = {"rounds": 5, "c": 1.0}
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
        ends_turn = action == DONE or action >= CITY_ACTION
        return ends_turn and int(state.pile_count[int(state.to_move)]) > 0

    def position(self, board: Board, state: State) -> Document:
        return positions.write_position(board, state)

    def read_position(self, board: Board, state: State, document: Document) -> None:
        positions.read_position(board, state, document)

    def sight(self, board: Board, view: State) -> MeridianSight:
        return MeridianSight(board, view)

    @cached_property
    def text(self) -> GameText[MeridianSight]:
        from triarchy.games.meridian import text

        return LooseText(text)

    @cached_property
    def drawing(self) -> GameDrawing[MeridianSight]:
        from triarchy.games.meridian import drawing

        return LooseDrawing(drawing)


GAME = Meridian()
