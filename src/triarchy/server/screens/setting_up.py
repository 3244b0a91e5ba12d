"""A position changed by hand: one change at a time, each checked by reading what it makes."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from triarchy.kit.presentation import Picture
from triarchy.kit.setting_up import GameSetup
from triarchy.kit.sight import Reader, Sight
from triarchy.server.refusals import Refused
from triarchy.server.screens.pictures import shown
from triarchy.server.screens.text_cache import Look
from triarchy.table import Table, read_position

if TYPE_CHECKING:
    from triarchy.server.http.requests import SetupChange


def settable(table: Table) -> bool:
    return table.to_move is not None and table.game.definition.setting_up is not None


def _setup_of(table: Table) -> GameSetup[Any]:
    setup = table.game.definition.setting_up
    if setup is None:
        raise Refused(404, "Positions of this game can't be set up by hand.")
    if table.to_move is None:
        raise Refused(409, "This game is over: only an earlier position can be changed by hand.")
    return setup


def changed(table: Table, change: SetupChange | None) -> Table:
    """The position with the choices of the turn undone, and the change made."""
    setup, game = _setup_of(table), table.game
    state = table.state.copy()
    setup.begin(game.board, state)
    if change is not None:
        _make(setup, game.sight(state), game.reader(None), state, change)
    _, checked = read_position(game.document(state))
    return Table(game, start=checked)


def _make(
    setup: GameSetup[Any], sight: Sight, reader: Reader, state: Any, change: SetupChange
) -> None:
    board = sight.board
    if change.setting is not None:
        bounds = {each.id: (each.low, each.high) for each in setup.settings(sight, reader)}
        low, high = bounds.get(change.setting, (1, 0))
        if not low <= change.number <= high:
            raise Refused(422, "This number cannot be set.")
        setup.change(board, state, change.setting, change.number)
        return
    beside = {each.id for row in setup.rows(sight, reader) for each in row.places}
    if change.place is None or change.place not in beside | set(setup.places(sight, reader)):
        raise Refused(422, "This place does not exist.")
    if change.piece is None:
        setup.take(board, state, change.place)
        return
    most = {each.id: each.most for each in setup.pieces(sight, reader)}
    if not 1 <= change.number <= most.get(change.piece, 0):
        raise Refused(422, "This piece does not exist.")
    setup.put(board, state, change.piece, change.place, change.number)


def palette(table: Table, look: Look) -> dict[str, Any]:
    """The board with its places, and everything that can be put there or changed."""
    setup, game = _setup_of(table), table.game
    sight, reader = game.sight(table.state), game.reader(None, look.language)
    places = tuple(setup.places(sight, reader).items())
    picture = Picture(look.width, "board", dark=look.dark, places=places)
    return {
        "game": game.name,
        "title": game.definition.title_in(look.language),
        "position": table.position(),
        "board": shown(game.definition, sight, reader, picture),
        "pieces": [asdict(each) for each in setup.pieces(sight, reader)],
        "rows": [asdict(each) for each in setup.rows(sight, reader)],
        "settings": [asdict(each) for each in setup.settings(sight, reader)],
    }
