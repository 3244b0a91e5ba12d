"""Practising on a position without a table: lessons and puzzles.

Nothing is kept on the server between two calls: the moves made so far come with each one and are
played anew on the real rules.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, insert, select, update

from triarchy.engine.errors import IllegalMove
from triarchy.kit.definition import Definition, Document, State
from triarchy.kit.learning import Exercise, Lesson, Puzzle, figure_position
from triarchy.kit.presentation import Picture
from triarchy.server import models
from triarchy.server.people import remember
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.text_cache import Look
from triarchy.table import Table, read_position

MOST_MOVES = 60
MOST_NOTES = 2000
"""Lessons and puzzles that are kept for one person."""


def scene(position: Document, moves: Sequence[str]) -> Table:
    """A position after some moves; an illegal one among them is refused."""
    if len(moves) > MOST_MOVES:
        raise Refused(422, "These are too many moves.")
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

    def draw(part: str, width: int) -> str:
        return drawing.draw(sight, reader, Picture(width, part, mine, -1, look.dark))

    return {
        "name": reader.names[seat],
        "prompt": text.prompt(sight, reader),
        "board": draw("board", look.width),
        "hand": draw("hand", look.hand),
        "moves": [
            {"move": move, "label": text.label(sight, game.actions[move], reader)}
            for move in (table.legal if mine else [])
        ],
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


# What a person has learned


def done(service: Service, person: str) -> dict[str, int]:
    """How far a person has come, by lesson and puzzle."""
    rows = models.progress.c
    with service.storage.read() as connection:
        query = select(rows.what, rows.value).where(rows.person == person)
        return {row.what: row.value for row in connection.execute(query)}


def note(service: Service, person: str, what: str, value: int) -> None:
    """Keep how far a person has come; the first note makes the first row about them."""
    rows = models.progress
    mine = (rows.c.person == person, rows.c.what == what)
    values = {"value": value, "changed": time.time()}
    with service.storage.write() as connection:
        if connection.execute(update(rows).where(*mine).values(values)).rowcount:
            return
        count = connection.execute(
            select(func.count()).select_from(rows).where(rows.c.person == person)
        ).scalar_one()
        if count >= MOST_NOTES:
            raise Refused(409, "There is no more room for notes about what you have learned.")
        remember(connection, person)
        connection.execute(insert(rows).values(person=person, what=what, **values))


# Puzzles


def puzzle_state(puzzle: Puzzle, table: Table) -> str:
    """ "open", "right" or "wrong": whether the moves lead through the position that is sought."""
    start = table.states[0]
    wanted = scene(puzzle.position, puzzle.solution).state.tobytes()
    if any(state.tobytes() == wanted for state in table.states[1:]):
        return "right"
    return "open" if _goes_on(table, start) else "wrong"


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
    """The solution in the game's own words: each decision as a button says it."""
    table = scene(puzzle.position, [])
    game = table.game
    reader = game.reader(seat, look.language)
    told = []
    for move in puzzle.solution:
        told.append(game.definition.text.label(table.sight(seat), game.actions[move], reader))
        table.play(move)
    return told


# Lessons


def lesson_of(definition: Definition[Any], lesson_id: str, language: str) -> Lesson:
    for lesson in definition.text.lessons(language):
        if lesson.id == lesson_id:
            return lesson
    raise Refused(404, "There is no such lesson.")


def exercise_table(
    definition: Definition[Any], lesson: Lesson, number: int, moves: Sequence[str]
) -> Table:
    """The position of an exercise: that of the last figure up to it, after these moves."""
    figures = [each.figure for each in lesson.exercises[: number + 1] if each.figure]
    return scene(figure_position(definition.folder, figures[-1]), moves)


def answer(exercise: Exercise, table: Table, move: str, look: Look) -> tuple[bool, str]:
    """Whether a move is right here, and what is said to it; the table stays as it is."""
    if move not in table.legal:
        said = exercise.answers.get(move) or why_not(table, exercise.seat, move, look)
        return False, said
    after = table.copy()
    after.play(move)
    if exercise.accepts is not None:
        right = exercise.accepts(after.sight(exercise.seat))
    else:
        right = move in exercise.expected
    if right:
        return True, exercise.praise
    return False, exercise.answers.get(move) or exercise.otherwise
