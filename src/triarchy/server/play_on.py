"""Play on from here: a table against bots from any position that is no secret of a game going on."""

from __future__ import annotations

from triarchy.engine.errors import UnknownGame
from triarchy.kit.definition import Definition
from triarchy.kit.learning import puzzles
from triarchy.server import lobby
from triarchy.server.identity import Visitor
from triarchy.server.practice import exercise_table, lesson_of, scene
from triarchy.server.refusals import Refused
from triarchy.server.reviews import check_finished
from triarchy.server.service import Service
from triarchy.server.wishes import PlayOnWish, SeatWish, TableWish
from triarchy.table import Table, read_position


def play_on(service: Service, visitor: Visitor, wish: PlayOnWish) -> str:
    """Open a table of the visitor against bots from a position, hands and all; its id."""
    table = _table(service, wish)
    if table.to_move is None:
        raise Refused(422, "This position has been played to its end.")
    game = table.game
    mine = table.to_move if wish.seat is None else wish.seat
    if mine >= game.players:
        raise Refused(422, "There is no such seat.")
    seats = [
        SeatWish(kind="me") if seat == mine else SeatWish(kind="bot", strength=wish.strength)
        for seat in range(game.players)
    ]
    return lobby.create(
        service, visitor, TableWish(game=game.name, seats=seats, start=table.position())
    )


def _table(service: Service, wish: PlayOnWish) -> Table:
    """The position that is meant: of a finished game, a puzzle, a lesson or one that is brought."""
    named = [each for each in (wish.table, wish.puzzle, wish.lesson, wish.position) if each]
    if len(named) != 1:
        raise Refused(422, "Name one of a table, a puzzle, a lesson and a position.")
    if wish.table is not None:
        snapshot = service.snapshot(wish.table)
        check_finished(snapshot)
        frame = service.frame(snapshot, wish.number)
        return Table(frame.game, start=frame.state)
    if wish.position is not None:
        named_game = wish.position.get("game")
        _definition(service, named_game if isinstance(named_game, str) else None)
        game, state = read_position(wish.position)
        return Table(game, start=state)
    definition = _definition(service, wish.game)
    if wish.puzzle is not None:
        for puzzle in puzzles(definition.folder):
            if puzzle.id == wish.puzzle:
                return scene(puzzle.position, wish.moves)
        raise Refused(404, "There is no such puzzle.")
    lesson = lesson_of(definition, wish.lesson or "", "en")
    number = wish.number or 0
    if number >= len(lesson.exercises):
        raise Refused(404, "The lesson has no such exercise.")
    return exercise_table(definition, lesson, number, wish.moves)


def _definition(service: Service, name: str | None) -> Definition:
    if name is None:
        raise Refused(422, "Say which game it is.")
    try:
        service.compiling.definition(name)
    except UnknownGame:
        raise Refused(404, "There is no such game.") from None
    return service.compiling.need(name)
