"""Compile a game's rules before they are needed, and say so: the first time takes a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from triarchy.engine.arrays import np
from triarchy.engine.compiled import INTERPRETED, compilations
from triarchy.engine.outcomes import play_each
from triarchy.engine.playout import play_games
from triarchy.kit.definition import Board, Definition
from triarchy.kit.presentation import Picture
from triarchy.kit.reasons import Turn
from triarchy.table.table import Table

TABLE_STEPS = ("setup", "legal", "apply", "final", "hide", "guess", "evaluate")
"""What a table is played with; whole games at random and observations are for research."""
Step = tuple[str, Callable[[], object]]
Progress = Callable[[str, int, int], None]
"""Called with what is compiled next, its number from 1, and how many there are."""

_prepared: set[str] = set()


def prepare(definition: Definition, progress: Progress | None = None) -> int:
    """Compile or load everything one game needs for play; returns how many were compiled.

    Safe to call again; after the first call in a process it does nothing.
    """
    if INTERPRETED or definition.name in _prepared:
        return 0
    before = compilations()
    steps = [*table_steps(definition), *_research_steps(definition)]
    for number, (name, call) in enumerate(steps, 1):
        if progress is not None:
            progress(name, number, len(steps))
        call()
    _prepared.add(definition.name)
    return compilations() - before


def prepare_words(table: Table, positions: int = 24) -> None:
    """Speak and draw some positions of a game, so that no reader waits for what that compiles."""
    game, text, drawing = table.game, table.game.definition.text, table.game.definition.drawing
    last = len(table.states) - 1
    for number in sorted({last * step // positions for step in range(positions + 1)}):
        state = table.states[number]
        seat = None if int(state.to_move) < 0 else int(state.to_move)
        sight, reader = game.sight(game.view(state, seat)), game.reader(seat)
        text.prompt(sight, reader)
        text.score_help(sight, reader)
        drawing.players_panel(sight, reader)
        for part in ("board", "hand"):
            game.definition.svg(sight, reader, Picture(part=part, lit=seat is not None))
        for action in sight.legal[:: max(1, len(sight.legal) // 4)]:
            text.label(sight, action, reader)
            text.preview(sight, action, reader)
            turn = Turn(sight, [action])
            for claim in text.claims(turn):
                text.clause(turn, claim, reader)
        illegal = [move for move in game.actions if game.actions[move] not in sight.legal]
        for move in illegal[:: max(1, len(illegal) // 4)] if seat is not None else []:
            text.why_not(sight, move, reader)
        if seat is None:
            text.final_steps(sight, reader)
            text.how_won(sight, 1, reader)
    for number in range(len(table.moves)):
        table.sentence(number, game.reader(None))


def table_steps(definition: Definition) -> list[Step]:
    """What compiles the rules that a table needs, one after the other."""
    players, board = definition.players[1], _largest_board(definition)
    state = np.zeros(1, definition.state)[0]
    seed = np.uint64(1)
    actions = np.zeros(definition.legal_limit, np.int16)
    rules = definition.rules
    scores = np.zeros((players, len(definition.score_parts)), np.int32)
    arguments: dict[str, tuple[object, ...]] = {
        "setup": (state, players, 0, seed),
        "legal": (state, actions),
        "apply": (state, 0),
        "final": (state, scores, np.zeros(players, np.int8)),
        "hide": (state, 0),
        "guess": (state, 0, np.zeros(1, np.uint64)),
        "evaluate": (state, np.zeros(players)),
    }

    def call(name: str) -> Callable[[], object]:
        def run() -> object:
            if name == "apply":
                rules.legal(board.struct, state, actions)
                play_each(board.struct, state, actions[:1], np.zeros(1, definition.state))
                return rules.apply(board.struct, state, int(actions[0]))
            return getattr(rules, name)(board.struct, *arguments[name])

        return run

    return [(name, call(name)) for name in TABLE_STEPS]


def _research_steps(definition: Definition) -> Iterator[Step]:
    players, board = definition.players[1], _largest_board(definition)
    state = np.zeros(1, definition.state)[0]
    features = np.zeros(definition.observation, np.int8)

    def observe() -> None:
        definition.rules.setup(board.struct, state, players, 0, np.uint64(1))
        definition.rules.observe(board.struct, state, 0, features, 0, 1)

    yield "observe", observe
    yield "whole games", lambda: play_games(*playout_arguments(definition, board, players, 0, 1, 1))


def _largest_board(definition: Definition) -> Board:
    board: Board = definition.boards[definition.default_boards[definition.players[1]]]
    return board


def playout_arguments(
    definition: Definition, board: Board, players: int, options: int, seed: int, games: int
) -> tuple[object, ...]:
    """Fresh arrays for `play_games`, as one tuple of its arguments."""
    return (
        board.struct,
        np.zeros(2, definition.state),
        players,
        options,
        np.uint64(seed),
        0,
        np.zeros((games, players, len(definition.score_parts)), np.int32),
        np.zeros((games, players), np.int8),
        np.zeros(games, np.int32),
        np.zeros(definition.legal_limit, np.int16),
    )
