"""Practising on a position without a table: lessons and puzzles.

Nothing is kept on the server between two calls: the moves made so far come with each one and are
played anew on the real rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

from triarchy.bots.reasons import (
    better_turn,
    does_the_same,
    labels,
    next_best,
    speaker,
    theme_of,
    why,
)
from triarchy.bots.review import Effort, Judged
from triarchy.engine.errors import IllegalMove
from triarchy.kit.definition import Definition, Document, State
from triarchy.kit.learning import Exercise, Lesson, Puzzle, figure_position, puzzles
from triarchy.kit.presentation import Picture
from triarchy.server.bots.queue import PartQuestion
from triarchy.server.refusals import Refused
from triarchy.server.screens.pictures import Shown, shown
from triarchy.server.screens.screens import spoken_names, told_board
from triarchy.server.screens.text_cache import Look
from triarchy.table import Table, read_position

MOST_MOVES = 60
EASY, HARD = 0.25, 0.75
"""Puzzles that quick bots miss less often are easy, those that they miss more often hard."""
SMALL = 640
"""The width for which a list's pictures are drawn: below it boards stand upright."""


def scene(position: Document, moves: Sequence[str]) -> Table:
    """A position after some moves; an illegal one among them is refused."""
    if len(moves) > MOST_MOVES:
        raise Refused(422, "Too many moves.")
    game, state = read_position(position)
    table = Table(game, start=state)
    for move in moves:
        try:
            table.play(move)
        except IllegalMove:
            raise Refused(422, "This move is not legal now.") from None
    return table


def practice_screen(table: Table, seat: int, look: Look, *, lit: bool) -> dict[str, Any]:
    """What the learner sees: the position from one seat, with what can be pressed."""
    game = table.game
    mine = lit and table.to_move == seat
    sight, reader = table.sight(seat), game.reader(seat, look.language)
    text, drawing = game.definition.text, game.definition.drawing

    def draw(part: str, width: int) -> Shown:
        picture = Picture(width, part, mine, -1, look.dark)
        return shown(game.definition, sight, reader, picture)

    return {
        "name": reader.names[seat],
        "players": [
            {"name": name, "symbol": panel.symbol, "facts": panel.facts_json, "score": panel.score}
            for name, panel in zip(reader.names, drawing.players_panel(sight, reader), strict=True)
        ],
        "prompt": text.prompt(sight, reader),
        "board": draw("board", look.width),
        "hand": draw("hand", look.hand),
        "moves": [
            {"move": move, "label": text.label(sight, game.actions[move], reader)}
            for move in (table.legal if mine else [])
        ],
        "words": told_board(text, sight, reader) if look.words else [],
        "names": spoken_names(game, sight, reader) if look.words and mine else {},
        "log": table.log(seat, look.language),
    }


def why_not(table: Table, seat: int, move: str, look: Look) -> str:
    """Why a move that was tried is not legal."""
    game = table.game
    if move not in game.actions:
        raise Refused(422, "There is no such move in this game.")
    if table.to_move != seat:
        raise Refused(409, "It is not your turn.")
    reader = game.reader(seat, look.language)
    return game.definition.text.why_not(table.sight(seat), move, reader)


# Puzzles


def puzzle_state(puzzle: Puzzle, table: Table) -> str:
    """ "open" while the turn goes on, then "right" or "wrong": whether it led through the position that
    is sought, or does the same in another order."""
    if _goes_on(table, table.states[0]):
        return "open"
    wanted = scene(puzzle.position, puzzle.solution).state.tobytes()
    if any(state.tobytes() == wanted for state in table.states[1:]):
        return "right"
    game, start = table.game, table.states[0]
    view = game.view(start, int(start.to_move))
    return "right" if does_the_same(game, view, puzzle.best, table.moves) else "wrong"


EFFORT = Effort(playouts=16, turns=100, guesses=150)
"""How much is thought about a whole turn that was tried."""
NEARLY = 0.02
"""So little behind the best turn, another one counts too."""


def turn_question(puzzle: Puzzle, table: Table) -> PartQuestion:
    """What the judge is asked of a turn that was played."""
    state = table.states[0].tobytes()
    return PartQuestion(table.game, state, tuple(table.moves), EFFORT, int(puzzle.id, 16))


def is_nearly_best(judged: Judged) -> bool:
    """Whether a turn that was judged is about as good as the best."""
    return judged.verdict is None or judged.verdict.loss < NEARLY


def is_second(puzzle: Puzzle, table: Table) -> bool:
    """Whether the turn that was played does what the next best one does: that is known to be worse."""
    game, start = table.game, table.states[0]
    view = game.view(start, int(start.to_move))
    return bool(puzzle.second) and does_the_same(game, view, puzzle.second, table.moves)


def difficulty(puzzle: Puzzle) -> str:
    """How hard a puzzle is, by how often quick bots miss it."""
    return "easy" if puzzle.missed < EASY else "medium" if puzzle.missed < HARD else "hard"


@cache
def themes(definition: Definition[Any], language: str) -> tuple[str, ...]:
    """What each of a game's puzzles is about, in their order."""
    found = []
    for puzzle in puzzles(definition.folder):
        table = scene(puzzle.position, ())
        view = table.view_state(int(table.state.to_move))
        found.append(theme_of(table.game, view, puzzle.best, puzzle.second, language))
    return tuple(found)


def small_board(puzzle: Puzzle, language: str, *, dark: bool) -> str:
    """A puzzle's board as a picture for a list."""
    table = scene(puzzle.position, ())
    seat = int(table.state.to_move)
    game, picture = table.game, Picture(SMALL, "board", dark=dark)
    return game.definition.svg(table.sight(seat), game.reader(seat, language), picture)


def _goes_on(table: Table, start: State) -> bool:
    """Whether the turn still goes on, with nothing revealed so far."""
    if int(table.state.turn) != int(start.turn) or table.to_move != int(start.to_move):
        return False
    game = table.game
    return not any(
        game.definition.reveals(game.board, before, game.actions[move])
        for before, move in zip(table.states[:-1], table.moves, strict=True)
    )


def solution_told(puzzle: Puzzle, seat: int, look: Look) -> list[str]:
    """A whole best turn in the game's own words: each decision as a button says it."""
    table = scene(puzzle.position, [])
    reader = table.game.reader(seat, look.language)
    return labels(table.game, table.view_state(seat), puzzle.best, reader)


def puzzle_reasons(puzzle: Puzzle, table: Table, state: str, look: Look) -> list[str]:
    """Why the best turn is best, and what another one lacks: the one that was played, or where that was
    right the next best."""
    if state == "open":
        return []
    start = scene(puzzle.position, [])
    game, seat = start.game, int(start.state.to_move)
    reader, view = game.reader(seat, look.language), start.view_state(seat)
    if state == "right" or (state == "nearly" and not puzzle.second):
        return next_best(game, view, puzzle.best, puzzle.second, reader, puzzle.outlook)
    if state == "nearly":
        told = why(game, view, table.moves, puzzle.second, reader)
        return [speaker(look.language)("It {clauses}.", clauses=told.gains)] if told.gains else []
    outlook = puzzle.outlook if is_second(puzzle, table) else None
    return better_turn(game, view, puzzle.best, table.moves, reader, outlook)


# Lessons


def lesson_of(definition: Definition[Any], lesson_id: str, language: str) -> Lesson:
    for lesson in definition.text.lessons(language):
        if lesson.id == lesson_id:
            return lesson
    raise Refused(404, "This lesson does not exist.")


def aim_of(definition: Definition[Any], lesson: Lesson, number: int, language: str) -> str:
    """What wins the game, before the first step of its first lesson; "" anywhere else."""
    text = definition.text
    return text.aim(language) if number == 0 and text.lessons(language)[0] == lesson else ""


def exercise_table(
    definition: Definition[Any], lesson: Lesson, number: int, moves: Sequence[str]
) -> Table:
    """The position of an exercise: that of the last figure up to it, after these moves.

    Without any, as for who comes back to it, the exercises since the figure are answered rightly.
    """
    first = max(at for at in range(number + 1) if lesson.exercises[at].figure)
    figure = lesson.exercises[first].figure
    table = scene(figure_position(definition.folder, figure), moves)
    if not moves:
        for exercise in lesson.exercises[first:number]:
            for move in _right_moves(exercise, table):
                table.play(move)
    return table


def _right_moves(exercise: Exercise, table: Table) -> list[str]:
    """A right move of an exercise and what is replied to it; none where nothing is asked."""
    right = list(exercise.expected[:1])
    if exercise.accepts is not None:
        right = [move for move in table.legal if _accepted(exercise, table, move)][:1]
    return [*right, *exercise.replies] if right else []


def _accepted(exercise: Exercise, table: Table, move: str) -> bool:
    after = table.copy()
    after.play(move)
    return exercise.accepts is not None and exercise.accepts(after.sight(exercise.seat))


def answer(exercise: Exercise, table: Table, move: str, look: Look) -> tuple[bool, str]:
    """Whether a move is right here, and what is said to it; the table stays as it is."""
    if move not in table.legal:
        said = exercise.answers.get(move) or why_not(table, exercise.seat, move, look)
        return False, said
    if exercise.accepts is not None:
        right = _accepted(exercise, table, move)
    else:
        right = move in exercise.expected
    if right:
        return True, exercise.praise or _effect(table, move, look)
    said = exercise.answers.get(move) or exercise.otherwise
    return False, said or _lacks(exercise, table, move, look)


def _does_something(table: Table, move: str) -> bool:
    game = table.game
    return move in table.legal and not game.definition.is_choice(table.state, game.actions[move])


def _effect(table: Table, move: str, look: Look) -> str:
    """What a right move does, where nothing else is said to it."""
    seat = table.to_move
    if seat is None or not _does_something(table, move):
        return ""
    reader = table.game.reader(seat, look.language)
    return " ".join(next_best(table.game, table.view_state(seat), [move], (), reader))


def _lacks(exercise: Exercise, table: Table, move: str, look: Look) -> str:
    """What another move lacks against the one that is asked for."""
    seat, wanted = table.to_move, exercise.expected[:1]
    if seat is None or not wanted or not all(_does_something(table, m) for m in (move, *wanted)):
        return ""
    reader = table.game.reader(seat, look.language)
    return " ".join(better_turn(table.game, table.view_state(seat), wanted, [move], reader))


# What the calls answer


class Tries(Protocol):
    """The moves made so far, and one that is tried."""

    moves: list[str]
    attempt: str | None


def puzzles_listed(definition: Definition[Any], language: str) -> dict[str, Any]:
    """The PuzzleList of docs/reference/http.md."""
    listed = [
        {
            "id": each.id,
            "players": each.position["players"],
            "missed": each.missed,
            "difficulty": difficulty(each),
            "theme": theme,
        }
        for each, theme in zip(
            puzzles(definition.folder), themes(definition, language), strict=True
        )
    ]
    return {"game": definition.name, "title": definition.title_in(language), "puzzles": listed}


def lessons_listed(definition: Definition[Any], language: str) -> dict[str, Any]:
    """The LessonList of docs/reference/http.md."""
    listed = [
        {"id": each.id, "title": each.title, "exercises": len(each.exercises)}
        for each in definition.text.lessons(language)
    ]
    return {"game": definition.name, "title": definition.title_in(language), "lessons": listed}


def puzzle_of(definition: Definition[Any], puzzle_id: str) -> Puzzle:
    """A puzzle by its id."""
    for puzzle in puzzles(definition.folder):
        if puzzle.id == puzzle_id:
            return puzzle
    raise Refused(404, "This puzzle does not exist.")


def tried(
    definition: Definition[Any], puzzle_id: str, tries: Tries, look: Look
) -> tuple[Puzzle, Table, str]:
    """A puzzle after the moves made so far and one that is tried, and what is said to one that is not legal."""
    puzzle = puzzle_of(definition, puzzle_id)
    table = scene(puzzle.position, tries.moves)
    said = ""
    if tries.attempt is not None and puzzle_state(puzzle, table) == "open":
        if tries.attempt in table.legal:
            table.play(tries.attempt)
        else:
            said = why_not(table, int(table.states[0].to_move), tries.attempt, look)
    return puzzle, table, said


def puzzle_answer(
    puzzle: Puzzle, table: Table, state: str, said: str, look: Look
) -> dict[str, Any]:
    """The PuzzleAnswer of docs/reference/http.md."""
    seat, over = int(table.states[0].to_move), state != "open"
    told = solution_told(puzzle, seat, look) if over else []
    return {
        "screen": practice_screen(table, seat, look, lit=not over),
        "played": table.moves,
        "state": state,
        "said": said,
        "share": puzzle.share if over else None,
        "lead": puzzle.lead if over else None,
        "solution": [
            {"move": move, "label": label} for move, label in zip(puzzle.best, told, strict=False)
        ],
        "why": puzzle_reasons(puzzle, table, state, look),
    }


def lesson_answer(
    definition: Definition[Any], lesson_id: str, number: int, tries: Tries, look: Look
) -> dict[str, Any]:
    """An exercise of a lesson after the moves made so far and one that is tried."""
    lesson = lesson_of(definition, lesson_id, look.language)
    if number >= len(lesson.exercises):
        raise Refused(404, "This lesson has no such exercise.")
    exercise = lesson.exercises[number]
    asks = bool(exercise.expected) or exercise.accepts is not None
    table = exercise_table(definition, lesson, number, tries.moves)
    right: bool | None = None
    said = ""
    if tries.attempt is not None:
        if not asks:
            raise Refused(409, "There is nothing to play in this step.")
        right, said = answer(exercise, table, tries.attempt, look)
        if right:
            for move in (tries.attempt, *exercise.replies):
                table.play(move)
    following = lesson.exercises[number + 1 :]
    return {
        "title": lesson.title,
        "number": number,
        "of": len(lesson.exercises),
        "aim": aim_of(definition, lesson, number, look.language),
        "words": exercise.words,
        "asks": asks,
        "right": right,
        "said": said,
        "played": table.moves,
        "keys": list(exercise.keys),
        "goes_on": bool(following) and not following[0].figure,
        "screen": practice_screen(table, exercise.seat, look, lit=asks and not right),
    }
