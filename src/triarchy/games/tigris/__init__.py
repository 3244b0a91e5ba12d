"""Tigris & Euphrates, a game by Reiner Knizia: dynasties between two rivers, 2 to 4 players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path

from triarchy.engine.arrays import np
from triarchy.engine.dispatch import Rules
from triarchy.games.tigris import advice, choices, loading, maps, positions, rules, scoring, secrets
from triarchy.games.tigris.deeds import legal_deeds, part_of_deed, perform, unchoose
from triarchy.games.tigris.planes import EYES, hint, see
from triarchy.games.tigris.seat_features import SEAT_FEATURES, seat_features
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import (
    ACTION,
    ACTIONS,
    DO_DISCARD,
    DO_DRAW,
    DO_NO_MONUMENT,
    DO_PASS,
    DO_SUPPORT,
    FEATURES,
    HAND,
    LEGAL_LIMIT,
    OVER,
    PHASES,
    SQUARE,
    STATE,
    SUPPORT,
    SWAP,
    TREASURE,
    WAR,
)
from triarchy.kit.definition import Board, Definition, Document, State
from triarchy.kit.language import mark
from triarchy.kit.presentation import GameText, MarkupDrawing
from triarchy.kit.setting_up import GameSetup
from triarchy.kit.sight import copied


class Tigris(Definition[TigrisSight]):
    name = "tigris"
    title = mark("Tigris & Euphrates", "title")
    players = (2, 4)
    options = {"open_points": (False, True), "support": ("free", "english")}
    version = 1
    state = STATE
    actions = ACTIONS
    legal_limit = LEGAL_LIMIT
    features = FEATURES
    seat_feature_count = SEAT_FEATURES.size
    eyes = EYES
    score_parts = ("weakest", "second", "third", "strongest")
    phases = PHASES
    # With four, a lead is worth more than the evaluation says (docs/play/review-in-detail.md).
    turn_chances = {4: (2.0, 0.45)}
    minutes = (60, 120)
    sort_order = 2
    max_decisions = 6000
    search = {"rounds": 1, "samples": 3, "focus": 0.7, "prior_visits": 5.0, "c": 0.2, "mix": 0.6}
    champion = {"network_weight": 1.0, "evaluation_weight": 1.0, "mix": 0.3, "eyes": 1.0}
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
        seat_features=seat_features,
        see=see,
        hint=hint,
        deeds=legal_deeds,
        perform=perform,
        unchoose=unchoose,
        part_of_deed=part_of_deed,
    )

    read_board = staticmethod(maps.read_board)
    position = staticmethod(positions.write_position)
    read_position = staticmethod(loading.read_position)
    sight = staticmethod(TigrisSight)
    moves = staticmethod(positions.moves)

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

    def is_choice(self, state: State, action: int) -> bool:
        """What is placed, the tiles to be swapped, the square for a monument."""
        done = {ACTION: DO_PASS, SWAP: DO_DRAW, SQUARE: DO_NO_MONUMENT}.get(
            int(state["phase"]), action
        )
        return action != done

    def draw_piles(self, state: State) -> list[np.ndarray]:
        return [state.bag[: int(state.bag_size)]]

    def forced(self, board: Board, state: State) -> int:
        """The last war of a unification is begun by the table, and treasures that must all be taken are taken."""
        phase, actions = int(state.phase), np.zeros(LEGAL_LIMIT, np.int16)
        if phase == WAR:
            return int(actions[0]) if choices.legal_wars(state, actions) == 1 else -1
        if phase != TREASURE:
            return -1
        takes = choices.legal_takes(board.struct, state, actions)
        return int(actions[0]) if takes <= self.sight(board, state).treasures_owed else -1

    def thrown_away(self, board: Board, view: State) -> Collection[int]:
        """Tiles added to a conflict that is lost or won without them."""
        if int(view.phase) != SUPPORT:
            return ()
        sight = self.sight(board, view)
        fight = sight.conflict
        assert fight is not None
        attacks = fight.attacker_support is None
        added = [action - DO_SUPPORT for action in sight.legal]
        # The defender knows both sums; the attacker, that nobody holds more than a hand of tiles.
        enough = [
            number
            for number in added
            if (fight.needed(number) > HAND if attacks else not fight.attack_wins(number))
        ]
        least = min(enough, default=max(added))
        lost = [number for number in added if number and attacks != fight.attack_wins(number)]
        return {DO_SUPPORT + number for number in (*lost, *(n for n in added if n > least))}

    def turn_of(self, state: State) -> int:
        return int(state["active"])

    def set_options(self, state: State, options: Document) -> None:
        state.open_points = int(bool(options["open_points"]))
        state.english_support = int(options["support"] == "english")

    def public_action(self, board: Board, state: State, action: int) -> int:
        """Tiles are swapped away face down."""
        return -1 if DO_DISCARD <= action < DO_DRAW else action

    @cached_property
    def text(self) -> GameText[TigrisSight]:
        from triarchy.games.tigris import text

        return text

    @cached_property
    def drawing(self) -> MarkupDrawing[TigrisSight]:
        from triarchy.games.tigris import drawing

        return drawing

    @cached_property
    def setting_up(self) -> GameSetup[TigrisSight]:
        from triarchy.games.tigris import setting_up

        return setting_up


GAME = Tigris()
