"""The position that somebody wants to play on from: of a finished game, a puzzle, a lesson, or one that is brought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triarchy.engine.errors import UnknownGame
from triarchy.kit.definition import Definition
from triarchy.kit.learning import puzzles
from triarchy.server.refusals import Refused
from triarchy.server.screens.practice import exercise_table, lesson_of, scene
from triarchy.server.screens.review import check_finished
from triarchy.table import Table, read_position

if TYPE_CHECKING:
    from triarchy.server.http.requests import PlayOnRequest
    from triarchy.server.service import Service


def position_meant(service: Service, request: PlayOnRequest) -> Table:
    """The position that is meant: of a finished game, a puzzle, a lesson or one that is brought."""
    named = [
        each for each in (request.table, request.puzzle, request.lesson, request.position) if each
    ]
    if len(named) != 1:
        raise Refused(422, "Give exactly one of these: table, puzzle, lesson or position.")
    if request.table is not None:
        snapshot = service.snapshot(request.table)
        check_finished(snapshot)
        frame = service.frame(snapshot, request.number)
        return Table(frame.game, start=frame.state)
    if request.position is not None:
        named_game = request.position.get("game")
        _definition(service, named_game if isinstance(named_game, str) else None)
        game, state = read_position(request.position)
        return Table(game, start=state)
    definition = _definition(service, request.game)
    if request.puzzle is not None:
        for puzzle in puzzles(definition.folder):
            if puzzle.id == request.puzzle:
                return scene(puzzle.position, request.moves)
        raise Refused(404, "This puzzle does not exist.")
    lesson = lesson_of(definition, request.lesson or "", "en")
    number = request.number or 0
    if number >= len(lesson.exercises):
        raise Refused(404, "This lesson has no such exercise.")
    return exercise_table(definition, lesson, number, request.moves)


def _definition(service: Service, name: str | None) -> Definition:
    if name is None:
        raise Refused(422, "Say which game it is.")
    try:
        service.compiling.definition(name)
    except UnknownGame:
        raise Refused(404, "This game does not exist.") from None
    return service.compiling.need(name)
