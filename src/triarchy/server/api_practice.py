"""The calls for learning: puzzles and lessons, played on the real rules without a table."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import Response

from triarchy.engine.errors import UnknownGame
from triarchy.kit.definition import Definition
from triarchy.kit.learning import Puzzle, puzzles
from triarchy.server import schemas_study, wishes
from triarchy.server.dependencies import (
    REFUSALS,
    TheLanguage,
    TheLook,
    TheService,
    TheVisitor,
    document,
)
from triarchy.server.practice import (
    answer,
    done,
    exercise_table,
    lesson_of,
    note,
    practice_screen,
    puzzle_state,
    scene,
    solution_told,
    why_not,
)
from triarchy.server.refusals import Refused
from triarchy.server.strict_json import StrictRoute

router = APIRouter(prefix="/api", tags=["learning"], responses=REFUSALS, route_class=StrictRoute)
Name = Annotated[str, Path(pattern="^[a-z0-9_-]{1,60}$")]


def _game(service: TheService, name: str) -> Definition[Any]:
    try:
        service.compiling.definition(name)
    except UnknownGame:
        raise Refused(404, "There is no such game.") from None
    return service.compiling.need(name)


@router.get("/progress", response_model=schemas_study.Progress)
def progress(service: TheService, visitor: TheVisitor) -> Response:
    """What the person has learned so far."""
    return document({"done": done(service, visitor.person)})


@router.put("/progress", response_model=schemas_study.Progress)
def note_progress(service: TheService, visitor: TheVisitor, wish: wishes.ProgressWish) -> Response:
    """Note how far the person has come with a lesson or a puzzle."""
    note(service, visitor.person, wish.what, wish.value)
    return document({"done": done(service, visitor.person)})


@router.get("/games/{game}/puzzles", response_model=schemas_study.PuzzleList)
def puzzle_list(service: TheService, game: Name) -> Response:
    """The puzzles of a game, the easiest first."""
    definition = _game(service, game)
    listed = [
        {"id": each.id, "players": each.position["players"], "missed": each.missed}
        for each in puzzles(definition.folder)
    ]
    return document({"game": game, "title": definition.title, "puzzles": listed})


def _puzzle(definition: Definition[Any], puzzle_id: str) -> Puzzle:
    for puzzle in puzzles(definition.folder):
        if puzzle.id == puzzle_id:
            return puzzle
    raise Refused(404, "There is no such puzzle.")


@router.post("/games/{game}/puzzles/{puzzle_id}", response_model=schemas_study.PuzzleAnswer)
def try_puzzle(
    service: TheService, game: Name, puzzle_id: Name, tries: schemas_study.Tries, look: TheLook
) -> Response:
    """A puzzle after the moves made so far and one that is tried."""
    definition = _game(service, game)
    puzzle = _puzzle(definition, puzzle_id)
    table = scene(puzzle.position, tries.moves)
    seat = int(table.states[0].to_move)
    said = ""
    if tries.attempt is not None and puzzle_state(puzzle, table) == "open":
        if tries.attempt in table.legal:
            table.play(tries.attempt)
        else:
            said = why_not(table, seat, tries.attempt, look)
    state = puzzle_state(puzzle, table)
    over = state != "open"
    told = solution_told(puzzle, seat, look) if over else []
    return document(
        {
            "screen": practice_screen(table, seat, look, lit=not over),
            "played": table.moves,
            "state": state,
            "said": said,
            "share": puzzle.share if over else None,
            "lead": puzzle.lead if over else None,
            "solution": [
                {"move": move, "label": label}
                for move, label in zip(puzzle.solution, told, strict=False)
            ],
        }
    )


@router.get("/games/{game}/lessons", response_model=schemas_study.LessonList)
def lesson_list(service: TheService, game: Name, language: TheLanguage) -> Response:
    """The lessons of a game, in order."""
    definition = _game(service, game)
    listed = [
        {"id": each.id, "title": each.title, "exercises": len(each.exercises)}
        for each in definition.text.lessons(language)
    ]
    return document({"game": game, "title": definition.title, "lessons": listed})


@router.post(
    "/games/{game}/lessons/{lesson_id}/{number}", response_model=schemas_study.LessonAnswer
)
def try_exercise(
    service: TheService,
    game: Name,
    lesson_id: Name,
    number: Annotated[int, Path(ge=0, le=99)],
    tries: schemas_study.Tries,
    look: TheLook,
) -> Response:
    """An exercise of a lesson after the moves made so far and one that is tried."""
    definition = _game(service, game)
    lesson = lesson_of(definition, lesson_id, look.language)
    if number >= len(lesson.exercises):
        raise Refused(404, "The lesson has no such exercise.")
    exercise = lesson.exercises[number]
    asks = bool(exercise.expected) or exercise.accepts is not None
    table = exercise_table(definition, lesson, number, tries.moves)
    right: bool | None = None
    said = ""
    if tries.attempt is not None:
        if not asks:
            raise Refused(409, "There is nothing to do here but to read.")
        right, said = answer(exercise, table, tries.attempt, look)
        if right:
            for move in (tries.attempt, *exercise.replies):
                table.play(move)
    following = lesson.exercises[number + 1 :]
    return document(
        {
            "title": lesson.title,
            "number": number,
            "of": len(lesson.exercises),
            "words": exercise.words,
            "asks": asks,
            "right": right,
            "said": said,
            "played": table.moves,
            "keys": list(exercise.keys),
            "goes_on": bool(following) and not following[0].figure,
            "screen": practice_screen(table, exercise.seat, look, lit=asks and not right),
        }
    )
