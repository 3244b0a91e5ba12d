"""Play on from here: a table against bots from any position that is no secret of a game going on."""

from __future__ import annotations

from triarchy.server.http.requests import PlayOnRequest, SeatRequest, TableRequest
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.tables import lobby
from triarchy.server.tables.positions_meant import position_meant


def play_on(service: Service, visitor: Visitor, request: PlayOnRequest) -> str:
    """Open a table of the visitor against bots from a position, hands and all; its id."""
    table = position_meant(service, request)
    if table.to_move is None:
        raise Refused(422, "This position is the end of a game.")
    game = table.game
    mine = table.to_move if request.seat is None else request.seat
    if mine >= game.players:
        raise Refused(422, "This seat does not exist.")
    seats = [
        SeatRequest(kind="me")
        if seat == mine
        else SeatRequest(kind="bot", strength=request.strength)
        for seat in range(game.players)
    ]
    return lobby.create(
        service, visitor, TableRequest(game=game.name, seats=seats, start=table.position())
    )
