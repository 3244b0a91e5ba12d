"""One game being played: games, tables, views, records and the protocol."""

from triarchy.table.game import Game, game, read_position
from triarchy.table.history import History, Line
from triarchy.table.record import read_record, replay
from triarchy.table.table import Table

__all__ = ["Game", "History", "Line", "Table", "game", "read_position", "read_record", "replay"]
