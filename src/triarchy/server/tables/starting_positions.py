"""The position a table begins with: a document, or a figure of the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from triarchy.kit.learning import figure_ids, figure_position
from triarchy.server.refusals import Refused
from triarchy.table import Table, read_position

if TYPE_CHECKING:
    from triarchy.server.http.requests import TableRequest
    from triarchy.server.service import Service


def starting_position(service: Service, request: TableRequest) -> Table:
    """What `start` of a request means, checked completely."""
    definition = service.compiling.need(request.game)
    document: Any = request.start
    if isinstance(document, str):
        if document not in figure_ids(definition.folder):
            raise Refused(404, "This figure does not exist.")
        document = figure_position(definition.folder, document)
    game, state = read_position(document)
    table = Table(game, start=state)
    if game.name != request.game or game.players != len(request.seats):
        raise Refused(422, "The position is from another game or for another number of seats.")
    if request.board not in (None, game.board.id) or request.options not in ({}, game.options):
        raise Refused(422, "Board and options are fixed by the position.")
    if table.over:
        raise Refused(422, "This position is the end of a game.")
    return table
