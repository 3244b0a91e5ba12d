# ruff: noqa: E402  (what is missing is said before anything is imported)
"""Everything that is told, drawn and judged of a recorded game, a document a line: run twice, with packages and without.

    python everything_told.py GAME PART EVERY [PACKAGE ...]

Every so many positions; the packages named cannot be imported. PART is `words`, `teaching` or `bots`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any


class Refuses:
    """An importer that says that some packages are not there."""

    def __init__(self, packages: list[str]) -> None:
        self.packages = packages

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] in self.packages:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


name, part, every, *missing = sys.argv[1:]
sys.meta_path.insert(0, Refuses(missing))  # type: ignore[arg-type]
import triarchy
from triarchy.bots import bot
from triarchy.bots.analysis import advice_labels, advice_reasons, advise, analyse, hint, study
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import figure_ids, figure_position, puzzles
from triarchy.kit.presentation import Picture
from triarchy.kit.reasons import Turn
from triarchy.table.example import example

definition = DEFINITIONS[name]
table = example(definition)
game, text, drawing = table.game, definition.text, definition.drawing
LANGUAGES = ("en", "de", "nl")


def told(number: int) -> Iterator[tuple[str, Any]]:
    """What there is to say of one position, in turn in another language and another light."""
    language = LANGUAGES[number % 3]
    past = table.history(number)
    state = table.states[number]
    mover = None if past.over else past.to_move
    yield "position", game.document(state)
    yield "consequences", game.consequences(state, game.legal_actions(state))
    for seat in {None, 0, mover}:
        reader = game.reader(seat, language)
        sight = past.sight(seat)
        yield "view", game.document(past.view(seat))
        yield "prompt", text.prompt(sight, reader)
        yield "score help", [vars(sheet) for sheet in text.score_help(sight, reader)]
        yield "board in words", text.board_text(sight, reader)
        yield "panels", [vars(panel) for panel in drawing.players_panel(sight, reader)]
        yield "terminal", drawing.terminal(sight, reader)
        yield "anchor", text.help_anchor(sight)
        yield "undo", past.why_no_undo(0 if seat is None else seat)
        for part, width in (("board", 1000), ("hand", 390), ("all", 1000)):
            lit = seat is not None and seat == mover
            picture = Picture(width, part, lit=lit, dark=bool(number & 1))
            yield part, definition.svg(sight, reader, picture)
        if number:
            yield "log", past.line(number - 1, reader)
    if mover is None:
        sight, reader = past.sight(None), game.reader(None, language)
        yield "result", game.result(state)
        yield "count", [vars(step) for step in text.final_steps(sight, reader)]
        yield "columns", [vars(column) for column in drawing.count_columns(sight, reader)]
        yield "how won", text.how_won(sight, 1, reader)
        return
    sight, reader = past.sight(mover), game.reader(mover, language)
    for action in sight.legal[:: max(1, len(sight.legal) // 6)]:
        yield "label", text.label(sight, action, reader)
        yield "preview", text.preview(sight, action, reader)
        yield "spoken", text.spoken(sight, action, reader)
        turn: Turn[Any] = Turn(sight, [action])
        yield "clauses", [text.clause(turn, claim, reader) for claim in text.claims(turn)]
    yield (
        "preview's picture",
        definition.svg(sight, reader, Picture(part="board", lit=True, preview=sight.legal[-1])),
    )
    illegal = [move for move in game.actions if game.actions[move] not in sight.legal]
    for move in illegal[number % 7 :: max(1, len(illegal) // 6)]:
        yield "why not", text.why_not(sight, move, reader)


def words() -> Iterator[tuple[str, Any]]:
    """A whole game, by its own moves; then its record, read and written."""
    played = game.start(table.record()["seed"])  # type: ignore[arg-type]
    for move in table.moves:
        played.play(move)
    yield "record", played.record()
    yield "logs", [played.log(seat, "de") for seat in range(game.players)]
    played.undo()
    yield "undone", played.position()
    for board in definition.boards.values():
        for players in board.players:
            start = triarchy.game(name, players=players, board=board.id).start(5)
            yield board.id, start.svg()
    for number in [*range(0, len(table.moves), int(every)), len(table.moves)]:
        yield from told(number)


def teaching() -> Iterator[tuple[str, Any]]:
    """The rulebook, its figures, the legend, the lessons and the puzzles."""
    for language in LANGUAGES:
        yield "sections", [repr(section) for section in text.rulebook(language)]
        yield "legend", [vars(entry) for entry in text.legend(language)]
        yield "options", repr(text.option_words(language))
    for figure in figure_ids(definition.folder):
        scene = triarchy.position(figure_position(definition.folder, figure))
        yield figure, [scene.position(), scene.legal, scene.svg()]
    for lesson in text.lessons("nl"):
        for exercise in lesson.exercises:
            yield lesson.id, [exercise.words, exercise.expected, exercise.praise]
    for puzzle in puzzles(definition.folder)[:: int(every)]:
        scene = triarchy.position(puzzle.position)
        for move in puzzle.solution:
            scene.play(move)
        yield puzzle.id, [scene.position(), scene.svg()]
    setup = definition.setting_up
    if setup is not None:
        state = table.states[len(table.states) // 2]
        sight, reader = game.sight(state), game.reader(None)
        yield "set up", [repr(setup.pieces(sight, reader)), setup.places(sight, reader)]
        yield "settings", [repr(setup.rows(sight, reader)), repr(setup.settings(sight, reader))]


def bots() -> Iterator[tuple[str, Any]]:
    """What every kind of bot chooses, and what hints, analyses and reviews say."""
    names = ("random", "simple", "greedy", "greedy:guesses=1,mistakes=1,looks=4", "search:sims=60")
    last = len(table.moves) - 1
    for number in [*range(3, last, int(every)), last]:
        state = table.states[number]
        seat = int(state.to_move)
        view = game.view(state, seat)
        for named in (*names, "champion:sims=24", "network"):
            asked = bot(named)
            yield named, game.moves[asked.choose(game, view, seat, number)]
            asked.close()
    late = table.states[last - 12]
    view = game.view(late, int(late.to_move))
    scene = triarchy.position(game.document(late))
    reader = game.reader(int(late.to_move), "de")
    yield "analysis", [vars(each) for each in analyse(scene, sims=60)]
    advice = advise(game, view, playouts=40)
    yield "advice", [vars(advice), advice_labels(game, view, advice, reader)]
    yield "reasons", advice_reasons(game, view, advice, reader)
    yield "hint", hint(scene, "nl")
    yield "study", repr(study(game, late, "quick"))
    yield "review", triarchy.review(scene_of_the_end(), effort="quick").document()


def scene_of_the_end() -> Any:
    """The last moves of the game, as a game of their own."""
    moves = len(table.moves)
    scene = triarchy.position(game.document(table.states[moves - 8]))
    for move in table.moves[moves - 8 :]:
        scene.play(move)
    return scene


for what, document in {"words": words, "teaching": teaching, "bots": bots}[part]():
    print(json.dumps([what, document], ensure_ascii=False, default=sorted))
assert not any(package in sys.modules for package in missing)
