"""Meridian, a game by Leo Colovini: towers on islands, ten meridians, 2 to 4 players."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from triarchy.engine.arrays import np
from triarchy.engine.dispatch import Rules
from triarchy.games.meridian import advice, loading, maps, positions, rules, scoring, secrets
from triarchy.games.meridian.sight import MeridianSight
from triarchy.games.meridian.state import (
    ACTIONS,
    DO_CITY,
    DO_DONE,
    DO_HEIGHT,
    FEATURES,
    LEGAL_LIMIT,
    PHASES,
    STATE,
)
from triarchy.kit.definition import Board, Definition, State
from triarchy.kit.language import mark
from triarchy.kit.presentation import GameText, MarkupDrawing
from triarchy.kit.setting_up import GameSetup


class Meridian(Definition[MeridianSight]):
    name = "meridian"
    title = mark("Meridian", "title")
    players = (2, 4)
    version = 1
    state = STATE
    actions = ACTIONS
    legal_limit = LEGAL_LIMIT
    features = FEATURES
    score_parts = ("points",)
    phases = PHASES
    first_players = 3  # two play with two colours each, by rules of their own
    minutes = (30, 45)
    sort_order = 1
    max_decisions = 400
    search = {"rounds": 5, "c": 1.0}
    champion = {"c": 0.6}
    champion_for = {4: {"network_weight": 0.8, "evaluation_weight": 0.3}}
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

    read_board = staticmethod(maps.read_board)
    position = staticmethod(positions.write_position)
    read_position = staticmethod(loading.read_position)
    sight = staticmethod(MeridianSight)

    def moves(self, board: Board) -> tuple[str, ...]:
        return positions.MOVES

    def reveals(self, board: Board, state: State, action: int) -> bool:
        """The end of a turn turns up the next card, unless the pile is empty."""
        ends_turn = action == DO_DONE or action >= DO_CITY
        return ends_turn and int(state.pile_sizes[int(state.to_move)]) > 0

    def is_choice(self, state: State, action: int) -> bool:
        """A card, a meridian or a height."""
        return action < DO_DONE or DO_HEIGHT <= action < DO_CITY

    def draw_piles(self, state: State) -> list[np.ndarray]:
        return [
            state.piles[seat][: int(state.pile_sizes[seat])] for seat in range(int(state.players))
        ]

    @cached_property
    def text(self) -> GameText[MeridianSight]:
        from triarchy.games.meridian import text

        return text

    @cached_property
    def drawing(self) -> MarkupDrawing[MeridianSight]:
        from triarchy.games.meridian import drawing

        return drawing

    @cached_property
    def setting_up(self) -> GameSetup[MeridianSight]:
        from triarchy.games.meridian import setting_up

        return setting_up


GAME = Meridian()
