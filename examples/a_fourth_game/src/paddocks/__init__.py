"""Paddocks: hidden stones on a meadow, 2 to 4 players. The example of a game from outside."""

from __future__ import annotations

from pathlib import Path

from paddocks import advice, maps, positions, rules, scoring, secrets
from paddocks.sight import PaddocksSight
from paddocks.state import (
    ACTIONS,
    DO_PADDOCK,
    FEATURES,
    LEGAL_LIMIT,
    MOST_PADDOCKS,
    PHASES,
    STATE,
)
from triarchy.engine.arrays import np
from triarchy.engine.dispatch import Rules
from triarchy.kit.definition import Board, Definition, Document, State
from triarchy.kit.presentation import GameDrawing, GameText


class Paddocks(Definition[PaddocksSight]):
    name = "paddocks"
    title = "Paddocks"
    players = (2, 4)
    options = {"open_hands": (False, True)}
    state = STATE
    actions = ACTIONS
    legal_limit = LEGAL_LIMIT
    features = FEATURES
    score_parts = ("points",)
    phases = PHASES
    minutes = (5, 10)
    max_decisions = 2 * MOST_PADDOCKS + 1
    folder = Path(__file__).parent
    default_boards = {2: "meadow", 3: "ponds", 4: "ponds"}
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
    moves = staticmethod(positions.moves)
    position = staticmethod(positions.write_position)
    read_position = staticmethod(positions.read_position)
    sight = staticmethod(PaddocksSight)

    def reveals(self, board: Board, state: State, action: int) -> bool:
        """A stone laid draws the next one; the last of all shows how the game has ended."""
        left = int(board.struct.paddocks) - int(state.turn)
        return action >= DO_PADDOCK and (int(state.bag_size) > 0 or left == 1)

    def is_choice(self, state: State, action: int) -> bool:
        return action < DO_PADDOCK

    def draw_piles(self, state: State) -> list[np.ndarray]:
        return [state.bag[: int(state.bag_size)]]

    def set_options(self, state: State, options: Document) -> None:
        state.open_hands = int(bool(options["open_hands"]))

    @property
    def text(self) -> GameText[PaddocksSight]:
        from paddocks import text

        return text

    @property
    def drawing(self) -> GameDrawing[PaddocksSight]:
        from paddocks import drawing

        return drawing


GAME = Paddocks()
