"""Games rebuilt from their records and kept in memory: what every answer is read from."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from triarchy.server import models
from triarchy.table import Game, History, Table, read_position
from triarchy.table import game as find_game


@dataclass(frozen=True)
class Frame(History):
    """One position of a table's game with all it takes to show it; nothing in it ever changes."""

    base: int
    """How many moves were made under older rules, before the first of the states."""
    last: int
    """The number of moves the game has now; this position may be an earlier one."""

    @property
    def number(self) -> int:
        return self.base + len(self.moves)


class CachedGame:
    """One game in memory, brought up to date with its row when somebody asks."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.table: Table | None = None
        self.base = 0
        self.undos = -1
        self.lines: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
        """The log as each kind of reader may know it; see `screens.log_lines`."""

    def forget(self) -> None:
        """Rebuild from the database next time."""
        self.table = None
        self.lines.clear()

    def sync(self, connection: Connection, row: Any) -> Table:
        """The game as its row says it stands (or further on, if the row was read a while ago)."""
        table = self.table
        if table is not None and (self.undos, self.base) == (row.undos, row.base):
            known = self.base + len(table.moves)
            if known < row.number:
                self._play(table, connection, row, known)
            return table
        self.forget()
        self.base, self.undos = row.base, row.undos
        table = beginning(row)
        self._play(table, connection, row, row.base)
        self.table = table
        return table

    def _play(self, table: Table, connection: Connection, row: Any, after: int) -> None:
        moves = models.moves.c
        query = (
            select(moves.move)
            .where(moves.table_id == row.id, moves.number > after, moves.number <= row.number)
            .order_by(moves.number)
        )
        actions = table.game.actions
        for move in connection.execute(query).scalars():
            table.play_action(actions[move])

    def frame(self, row: Any, number: int | None = None) -> Frame:
        """The position of the row, or after `number` moves; `sync` comes first."""
        table = self.table
        assert table is not None
        count = (row.number if number is None else number) - self.base
        return Frame(
            game=table.game,
            states=table.states[: count + 1],
            moves=table.moves[:count],
            open=row.status in ("over", "record"),
            base=self.base,
            last=row.number,
        )


def game_of(row: Any) -> Game:
    """The game a row is about."""
    return find_game(row.game, row.players, row.board, json.loads(row.options))


def beginning(row: Any) -> Table:
    """A table's game before its first move (of those made under its rules)."""
    game = game_of(row)
    if row.start is not None:
        return Table(game, start=read_position(json.loads(row.start))[1])
    return Table(game, seed=int(row.seed))


class GameCache:
    """The games in memory; those longest unused make room."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._games: OrderedDict[str, CachedGame] = OrderedDict()

    def __getitem__(self, table_id: str) -> CachedGame:
        with self._lock:
            cached = self._games.get(table_id)
            if cached is None:
                cached = self._games[table_id] = CachedGame()
                while len(self._games) > self.most:
                    self._games.popitem(last=False)
            self._games.move_to_end(table_id)
            return cached

    def drop(self, table_id: str) -> None:
        with self._lock:
            self._games.pop(table_id, None)

    def __len__(self) -> int:
        return len(self._games)
