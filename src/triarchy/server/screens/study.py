"""A position that somebody studies: which one is meant, its screen, and what the judge says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from triarchy.bots.analysis import Study
from triarchy.bots.review import Review
from triarchy.bots.review_words import ReviewWords
from triarchy.engine.errors import IllegalMove, UnknownGame
from triarchy.server.refusals import Refused
from triarchy.server.screens.practice import practice_screen
from triarchy.server.screens.setting_up import settable
from triarchy.server.screens.text_cache import Look
from triarchy.table import Table, read_position, read_record
from triarchy.table.game import random_seed, read_game

if TYPE_CHECKING:
    from triarchy.server.http.requests import StudyRequest
    from triarchy.server.service import Service

EFFORT = "usual"
BEGINNING = {"game", "players", "board", "options"}
"""A document of these keys alone means the beginning of a game, newly dealt."""


def studied(service: Service, body: StudyRequest) -> tuple[Table, int, int]:
    """The position that is meant as a table of its own; of a record, which move and of how many."""
    name = body.document.get("game")
    if not isinstance(name, str):
        raise Refused(422, "Say which game it is.")
    try:
        service.compiling.definition(name)
    except UnknownGame:
        raise Refused(404, "This game does not exist.") from None
    definition = service.compiling.need(name)
    number = last = 0
    if "moves" in body.document:
        whole = read_record(body.document)
        last = len(whole.moves)
        number = last if body.number is None else body.number
        if number > last:
            raise Refused(404, "The game has not come that far.")
        table = Table(whole.game, start=whole.states[number])
    elif set(body.document) <= BEGINNING:
        players, board, options = map(body.document.get, ("players", "board", "options"))
        if board is not None and not (isinstance(board, str) and board in definition.boards):
            raise Refused(422, "A board must be named by its id.")
        table = Table(read_game(name, players, board, options), seed=random_seed())
    else:
        game, state = read_position(body.document)
        table = Table(game, start=state)
    for move in body.moves:
        try:
            table.play(move)
        except IllegalMove:
            raise Refused(422, "This move is not legal now.") from None
    return table, number, last


def study_screen(table: Table, number: int, last: int, look: Look) -> dict[str, Any]:
    """The StudiedPosition of docs/reference/http.md: its board, its legal moves, its document."""
    game = table.game
    seat = table.to_move
    reader = game.reader(seat, look.language)
    return {
        "game": game.name,
        "title": game.definition.title_in(look.language),
        "players": game.players,
        "position": table.position(),
        "number": number,
        "last": last,
        "to_move": seat,
        "names": list(reader.names),
        "lines": table.log(seat, look.language),
        "settable": settable(table),
        "screen": practice_screen(table, 0 if seat is None else seat, look, lit=True),
    }


def study_told(table: Table, found: Study, language: str) -> dict[str, Any]:
    """Win chances and best turns in words."""
    here = Table(table.game, start=table.state)
    words = ReviewWords(Review(table.game, 0, "usual", [], found.chances), here, language)
    tell = words.percent if table.over else words.chance
    reader = table.game.reader(table.to_move, language)
    return {
        "chances": [tell(share) for share in found.chances],
        "turns": [
            {
                "moves": list(turn.moves),
                "lines": words.told_after(0, turn.moves),
                "behind": words.behind(turn.behind),
                "why": found.why(table.game, table.state, number, reader),
            }
            for number, turn in enumerate(found.turns)
        ],
        "about": words.about_study(),
    }
