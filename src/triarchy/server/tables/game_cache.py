"""Games rebuilt from their records and kept in memory: what every answer is read from."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from triarchy.kit.definition import State
from triarchy.kit.sight import Sight, copied
from triarchy.server.refusals import stale
from triarchy.server.screens.text_cache import Look
from triarchy.server.storage.rows import TableRow
from triarchy.table import Game, History, Table, read_position
from triarchy.table import game as find_game
from triarchy.table.history import Line

if TYPE_CHECKING:
    from sqlalchemy import Connection

GAME_COST = 3000
STATE_COST = 250
LINE_COST = 700
"""Bytes that a game, one of its states and a line of its log take beside what is in them."""
SIGHT_COST, SEAT_COST = 16_000, 5_000
"""About so many bytes take what everybody sees of a position, and what a seat sees beside that."""
MOST_SIGHTS, MOST_OPEN = 12, 4
"""Enough for what each reader sees of the last two positions, and for when all see everything."""
MOST_OVER = 16
"""Finished games that are kept: those looked at last."""
Sights = OrderedDict[tuple[int, bool, int | None], tuple[State, Sight]]
"""What was seen of a state: by the state's id, whether all lies open, and the seat."""


@dataclass(frozen=True)
class Frame(History):
    """One position of a table's game with all it takes to show it; nothing in it ever changes."""

    base: int
    """How many moves were made under older rules, before the first of the states."""
    last: int
    """The number of moves the game has now; this position may be an earlier one."""
    chosen: tuple[int, ...] = ()
    """The last moves, where they are choices of the seat to move that nobody else has heard of."""
    sights: Sights = field(default_factory=OrderedDict, compare=False, repr=False)
    """What was seen lately: words and pictures of one reader ask the same things of a position."""

    def sight(self, seat: int | None, state: State | None = None) -> Sight:
        state = self.state if state is None else state
        seat = None if self.open else seat  # everybody sees everything
        key = (id(state), self.open, seat)
        kept = self.sights.get(key)
        if kept is not None and kept[0] is state:
            return kept[1]
        sight = super().sight(seat, state)
        if seat is not None:
            sight.common = self.sight(None, state)
        self.sights[key] = state, sight
        while len(self.sights) > (MOST_OPEN if self.open else MOST_SIGHTS):
            with suppress(KeyError):  # another thread may have been quicker
                self.sights.popitem(last=False)
        return sight

    @property
    def number(self) -> int:
        return self.base + len(self.moves)

    def choosing(self, chosen: Sequence[int]) -> Frame:
        """This position after choices that are kept back; Refused if they are none of it."""
        if not chosen:
            return self
        states, moves = [*self.states], [*self.moves]
        for action in chosen:
            if action not in self.game.legal_actions(states[-1]):
                raise stale()
            if not self.game.keeps_back(states[-1], action):
                raise stale()
            after = copied(states[-1])
            self.game.definition.rules.apply(self.game.board.struct, after, action)
            states.append(after)
            moves.append(self.game.moves[action])
        by_bots = [*self.by_bots, *(False for _ in chosen)]
        last, chosen = self.last + len(chosen), (*self.chosen, *chosen)
        return replace(self, states=states, moves=moves, by_bots=by_bots, last=last, chosen=chosen)

    def until(self, number: int) -> Frame:
        """The position after `number` moves."""
        count = number - self.base
        parts = self.states[: count + 1], self.moves[:count], self.by_bots[:count]
        return replace(self, states=parts[0], moves=parts[1], by_bots=parts[2])

    def waits(self, action: int) -> bool:
        """Whether a legal action is kept back, and nothing follows from it by itself."""
        if not self.game.keeps_back(self.state, action):
            return False
        return self.game.forced(self.choosing((action,)).state) < 0


class Log:
    """What the log says to one kind of reader, as far as somebody has asked."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []
        """The lines that say something."""
        self.moves = 0
        """How many moves they are about."""
        self.cost = 0

    def add(self, number: int, line: Line) -> None:
        """The next move, with its number."""
        self.moves += 1
        if line.text:
            self.lines.append({"number": number, **line._asdict()})
            self.cost += LINE_COST + 2 * len(line.text)

    def until(self, number: int) -> list[dict[str, Any]]:
        """The lines up to move `number`."""
        if not self.lines or self.lines[-1]["number"] <= number:
            return self.lines[:]
        return [line for line in self.lines if line["number"] <= number]


class CachedGame:
    """One game in memory, brought up to date with its row when somebody asks."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        """Held for looking at the game, never while a write waits for the database."""
        self.table: Table | None = None
        self.base = 0
        self.undos = -1
        self.logs: dict[Hashable, Log] = {}
        """The log as each kind of reader may know it; see `screens.lines`."""
        self.sights: Sights = OrderedDict()
        self.look: Look | None = None
        """How an onlooker's board was drawn last: what a move changes is seen in the same look."""
        self._frame: tuple[TableRow, Frame] | None = None
        """The last row whose position was asked for, and that."""

    def forget(self) -> None:
        """Rebuild from the database next time."""
        with self.lock:
            self.table = None
            self.forget_readers()

    def forget_readers(self) -> None:
        """The moves are others now: so is what was said and seen of them."""
        self.logs.clear()
        self.sights = OrderedDict()
        self._frame = None

    def knows(self, row: TableRow) -> bool:
        """Whether the game is in memory up to the row's last move."""
        return (
            self.table is not None
            and (self.undos, self.base) == (row.undos, row.base)
            and self.base + len(self.table.moves) >= row.number
        )

    def at_hand(self, row: TableRow) -> bool:
        """Whether the game can be looked at without waiting for somebody who is at it."""
        if not self.lock.acquire(blocking=False):
            return False
        try:
            return self.knows(row)
        finally:
            self.lock.release()

    def standing(self, row: TableRow) -> Table | None:
        """The game, to be changed elsewhere, if it stands just where the row says and nobody is at it
        just now: the event loop asks, which must not wait."""
        if not self.lock.acquire(blocking=False):
            return None
        try:
            table = self.table
            if table is None or not self.knows(row):
                return None
            return table.copy() if self.base + len(table.moves) == row.number else None
        finally:
            self.lock.release()

    def follow(self, before: TableRow, after: TableRow, moves: list[tuple[str, bool]]) -> bool:
        """Play moves that another process has written, if the game stands where the row before them
        says and nobody is at it just now."""
        if not self.lock.acquire(blocking=False):
            return False
        try:
            table = self.standing(before)
            if table is None:
                return False
            for move, bot in moves:
                table.play_action(table.game.actions[move], bot=bot)
            self.keep(table, after)
            return True
        finally:
            self.lock.release()

    def synced(self, connection: Connection, row: TableRow) -> Table:
        """The game as its row says it stands (or further on, if the row was read a while ago)."""
        with self.lock:
            if self.table is None or (self.undos, self.base) != (row.undos, row.base):
                self.forget()
                table, known = beginning(row), row.base
            else:
                table, known = self.table, self.base + len(self.table.moves)
            if known < row.number:
                self._play(table, connection, row, known)
            self.table, self.base, self.undos = table, row.base, row.undos
            return table

    def keep(self, table: Table, row: TableRow) -> None:
        """What a change has made of the game, now that it is written; while somebody is at it, it stays
        as it is, and is brought up to date from the database when it is asked for."""
        if not self.lock.acquire(blocking=False):
            return
        try:
            if (row.base, row.undos) != (self.base, self.undos):
                self.forget_readers()
            elif self.table is not None and len(self.table.moves) > len(table.moves):
                return  # a later change was quicker
            self.table, self.base, self.undos = table, row.base, row.undos
        finally:
            self.lock.release()

    def cost(self) -> int:
        """About how many bytes of memory this takes."""
        table = self.table
        states = 0
        if table is not None:
            states = len(table.states) * (table.game.definition.state.itemsize + STATE_COST)
        lines = sum(log.cost for log in self.logs.values())
        seats = [seat for _, _, seat in tuple(self.sights)]
        seen = sum(SIGHT_COST if seat is None else SEAT_COST for seat in seats)
        return GAME_COST + states + lines + seen

    def _play(self, table: Table, connection: Connection, row: TableRow, after: int) -> None:
        from triarchy.server.storage.moves import MOVES

        actions = table.game.actions
        part = {"of_table": row.id, "after": after, "until": row.number}
        for move, bot in connection.execute(MOVES, part):
            table.play_action(actions[move], bot=bot)

    def frame(self, row: TableRow, number: int | None = None) -> Frame:
        """The position of the row, or after `number` moves; the row must be known."""
        assert self.table is not None
        if number is not None and number != row.number:
            return frame_of(self.table, row, number, self.sights)
        if self._frame is None or self._frame[0] is not row:
            self._frame = row, frame_of(self.table, row, None, self.sights)
        return self._frame[1]


def frame_of(
    table: Table, row: TableRow, number: int | None = None, sights: Sights | None = None
) -> Frame:
    """The position of a row, or after `number` moves, of a game that has come at least so far."""
    count = (row.number if number is None else number) - row.base
    return Frame(
        game=table.game,
        states=table.states[: count + 1],
        moves=table.moves[:count],
        open=row.status in ("over", "record"),
        by_bots=table.by_bots[:count],
        base=row.base,
        last=row.number,
        sights=OrderedDict() if sights is None else sights,
    )


def game_of(row: TableRow) -> Game:
    """The game a row is about."""
    return find_game(row.game, row.players, row.board, json.loads(row.options))


def beginning(row: TableRow) -> Table:
    """A table's game before its first move (of those made under its rules)."""
    game = game_of(row)
    if row.start is not None:
        return Table(game, start=read_position(json.loads(row.start))[1])
    assert row.seed is not None
    return Table(game, seed=int(row.seed))


class GameCache:
    """The games in memory, so many bytes of them; those longest unused make room."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._lock = threading.Lock()
        self._games: OrderedDict[str, CachedGame] = OrderedDict()
        self._costs: dict[str, int] = {}
        self._over: OrderedDict[str, None] = OrderedDict()
        self.when_over: Callable[[str], None] = lambda table_id: None
        """Called with a finished game that is kept no longer; must not wait."""

    def __getitem__(self, table_id: str) -> CachedGame:
        with self._lock:
            cached = self._games.get(table_id)
            if cached is None:
                cached = self._games[table_id] = CachedGame()
                self._charge(table_id, GAME_COST)
                self._make_room(table_id)
            self._games.move_to_end(table_id)
            return cached

    def known(self, table_id: str) -> CachedGame | None:
        """A game, if it is in memory."""
        with self._lock:
            return self._games.get(table_id)

    def grown(self, table_id: str) -> None:
        """A game has got longer, or somebody has read its log: see whether others must go."""
        with self._lock:
            cached = self._games.get(table_id)
        if cached is None:
            return
        if not cached.lock.acquire(blocking=False):
            return  # the event loop must not wait, and the next one to be at it comes here too
        try:
            cost = cached.cost()
        finally:
            cached.lock.release()
        with self._lock:
            if self._games.get(table_id) is cached:
                self._charge(table_id, cost)
                self._make_room(table_id)

    def over(self, table_id: str) -> None:
        """A finished game is looked at: it is kept while not many others are."""
        with self._lock:
            if table_id not in self._games:
                return
            self._over[table_id] = None
            self._over.move_to_end(table_id)
            while len(self._over) > MOST_OVER:
                self._drop(next(iter(self._over)))

    def _charge(self, table_id: str, cost: int) -> None:
        self.size += cost - self._costs.get(table_id, 0)
        self._costs[table_id] = cost

    def _make_room(self, newest: str) -> None:
        while self.size > self.most and len(self._games) > 1:
            oldest = next(iter(self._games))
            if oldest == newest:
                self._games.move_to_end(oldest)
                continue
            self._drop(oldest)

    def _drop(self, table_id: str) -> None:
        if self._games.pop(table_id, None) is not None:
            self.size -= self._costs.pop(table_id)
            if table_id in self._over:
                del self._over[table_id]
                self.when_over(table_id)

    def drop(self, table_id: str) -> None:
        with self._lock:
            self._drop(table_id)

    def __len__(self) -> int:
        return len(self._games)
