"""China, a game by Michael Schacht: houses and emissaries in nine provinces, 3 to 5 players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from triarchy.engine.arrays import np
from triarchy.engine.dispatch import Rules
from triarchy.engine.rng import next_random
from triarchy.games.china import advice, loading, maps, positions, rules, scoring, secrets
from triarchy.games.china.sight import ChinaSight
from triarchy.games.china.state import (
    ACTIONS,
    DO_END,
    FEATURES,
    LEGAL_LIMIT,
    MAIN,
    OVER,
    PAY,
    PHASES,
    STATE,
)
from triarchy.kit.definition import Board, Definition, Document, State
from triarchy.kit.language import mark
from triarchy.kit.presentation import GameText, MarkupDrawing
from triarchy.kit.setting_up import GameSetup
from triarchy.kit.sight import copied


class China(Definition[ChinaSight]):
    name = "china"
    title = mark("China", "title")
    players = (3, 5)
    options = {"forts": (False, True)}
    version = 2
    state = STATE
    actions = ACTIONS
    legal_limit = LEGAL_LIMIT
    features = FEATURES
    score_parts = ("houses", "alliances", "roads", "total")
    phases = PHASES
    # The network counts badly near the end, where the evaluation by hand counts well.
    champion = {"prior_exponent": 0.6, "network_weight": 0.6, "evaluation_weight": 0.7}
    champion_for = {4: {"playouts": 1}, 5: {"playouts": 1}}
    # What has just been built counts at once; the others' answers to it do not yet (docs/play/review-in-detail.md).
    turn_chances = {3: (1.0, 0.5), 4: (1.0, 0.5), 5: (1.0, 0.5)}
    minutes = (45, 60)
    sort_order = 3
    keeps_choices = True
    max_decisions = 2000
    folder = Path(__file__).parent
    # Ruling C-1: both maps have the same fields; with four players the table may choose.
    default_boards = {3: "roads-3-4", 4: "roads-3-4", 5: "roads-4-5"}
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
    sight = staticmethod(ChinaSight)
    moves = staticmethod(positions.moves)

    def missing_decision(self, board: Board, state: State, version: int, action: int) -> int:
        """Version 1 did not ask for a second piece that could not be paid: `end` stands there now."""
        if version >= 2 or action == DO_END or int(state.phase) != MAIN or int(state.placed) == 0:
            return -1
        out = np.zeros(LEGAL_LIMIT, np.int16)
        only_end = rules.legal(board.struct, state, out) == 1
        return DO_END if only_end else -1

    def reveals(self, board: Board, state: State, action: int) -> bool:
        """Only a card that leaves the deck shows anything new, in a hand or in the row."""
        after = copied(state)
        rules.apply(board.struct, after, action)
        return self.revealed(board, state, [action], after.reshape(1))[0]

    def revealed(
        self, board: Board, before: State, actions: Sequence[int], after: np.ndarray
    ) -> list[bool]:
        drawn = after["deck_size"] != before["deck_size"]
        exhausted = after["exhausted"] != before["exhausted"]
        revealed: list[bool] = (drawn | exhausted | (after["phase"] == OVER)).tolist()
        return revealed

    def is_choice(self, state: State, action: int) -> bool:
        """A piece, and that no more are placed where cards are to be drawn then."""
        return action < DO_END or (action == DO_END and bool(rules.cards_to_draw(state)))

    def forced(self, board: Board, state: State) -> int:
        """The only way to pay for a piece."""
        return self._only(board, state) if int(state.phase) == PAY else -1

    def goes_along(self, board: Board, state: State) -> int:
        """That no second piece is placed, where none can be: the next press is a card to draw."""
        only = self._only(board, state) if int(state.phase) == MAIN else -1
        return only if only == DO_END and rules.cards_to_draw(state) else -1

    def _only(self, board: Board, state: State) -> int:
        out = np.zeros(LEGAL_LIMIT, np.int16)
        return int(out[0]) if rules.legal(board.struct, state, out) == 1 else -1

    def draw_piles(self, state: State) -> list[np.ndarray]:
        return [state.deck[: int(state.deck_size)]]

    def reshuffle(self, board: Board, state: State, rng: np.ndarray) -> None:
        """The deck, and how the discards will be shuffled when it is exhausted."""
        super().reshuffle(board, state, rng)
        state.rng[0] = next_random(rng)

    def set_options(self, state: State, options: Document) -> None:
        state.with_forts = int(bool(options["forts"]))

    def scores(self, board: Board, state: State) -> list[dict[str, int]]:
        """Each seat's points by the parts of the final scoring."""
        scores, _ = self.final(board, state)
        return [dict(zip(self.score_parts, map(int, row), strict=True)) for row in scores]

    @cached_property
    def text(self) -> GameText[ChinaSight]:
        from triarchy.games.china import text

        return text

    @cached_property
    def drawing(self) -> MarkupDrawing[ChinaSight]:
        from triarchy.games.china import drawing

        return drawing

    @cached_property
    def setting_up(self) -> GameSetup[ChinaSight]:
        from triarchy.games.china import setting_up

        return setting_up


GAME = China()
