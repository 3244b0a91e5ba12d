"""The position a table begins with: a document, or a figure of the rulebook."""

from __future__ import annotations

from typing import Any

from triarchy.kit.learning import figure_ids, figure_position
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.wishes import TableWish
from triarchy.table import Table, read_position


def starting_position(service: Service, wish: TableWish) -> Table:
    """What `start` of a wish means, checked completely."""
    definition = service.compiling.need(wish.game)
    document: Any = wish.start
    if isinstance(document, str):
        if document not in figure_ids(definition.folder):
            raise Refused(404, "There is no such figure.")
        document = figure_position(definition.folder, document)
    game, state = read_position(document)
    table = Table(game, start=state)
    if game.name != wish.game or game.players != len(wish.seats):
        raise Refused(422, "The position is one of another game or for another number of seats.")
    if wish.board not in (None, game.board.id) or wish.options not in ({}, game.options):
        raise Refused(422, "The board and the options are those of the position.")
    if table.over:
        raise Refused(422, "This position has been played to its end.")
    return table
