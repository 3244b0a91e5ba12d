"""`Service`: all parts of one server process, which the calls of the API work with."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from triarchy.kit.definition import Definition
from triarchy.server.background_compiling import BackgroundCompiling, freeze_memory
from triarchy.server.bots.hints import Hints
from triarchy.server.bots.pool import BotPool
from triarchy.server.bots.remote_pool import PoolServer, pool_for
from triarchy.server.bots.reviews import Reviews
from triarchy.server.cluster import Moved
from triarchy.server.limits import Limits
from triarchy.server.locks import held
from triarchy.server.people.identity import Visitor
from triarchy.server.people.persons import People
from triarchy.server.people.presence import Presence
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage
from triarchy.server.tables.event_hub import EventHub
from triarchy.server.tables.game_cache import Frame, GameCache
from triarchy.server.tables.newer_rules import renew
from triarchy.server.tables.snapshot import Snapshot, table_document
from triarchy.server.tables.snapshots import Snapshots
from triarchy.server.tables.transactions import Transactions

if TYPE_CHECKING:
    from triarchy.server.announcements import Announcements

log = logging.getLogger("triarchy.server")
MOST_ADDRESSES = 20_000
SELDOM = 7
"""So many times less often other processes' changes are looked for while these tell of them."""


class Service:
    """Storage, games in memory, bots, listeners; and facts about tables that need several of them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database_url)
        self.people = People(self.storage)
        self.games = GameCache(settings.cache_bytes)
        self.snapshots = Snapshots(self.storage)
        self.cluster = settings.cluster
        self.limits = Limits(settings)
        warm = settings.warm
        self.bot_pool = pool_for(settings)
        self._pool_server = None
        # On the machines of a cluster every process lets its bots think by itself.
        if self.cluster is not None and self.cluster.first and not settings.think:
            assert isinstance(self.bot_pool, BotPool)
            self._pool_server = PoolServer(self.bot_pool, self.cluster)
        self.compiling = BackgroundCompiling(
            when_ready=self.bot_pool.warm if warm else lambda name, seconds: None,
            when_done=self._warm_up if warm else lambda names: None,
            hold=lambda: self.bot_pool.somebody_waits,
            elsewhere=self.bot_pool.compile_rules,
        )
        self.hints = Hints(self.bot_pool)
        self.reviews = Reviews(self.bot_pool, self.storage)
        self.hub = EventHub(self.storage, self.people, settings.poll * SELDOM)
        self.announcements = None if self.storage.sqlite else self._announcements()
        self.presence = Presence(self.storage, self.hub, settings.presence)
        self.followers: list[Callable[[Snapshot, Snapshot], None]] = []
        """Called with a table before and after each change; they must not wait."""
        self.transactions = Transactions(
            self.storage, self.games, self.snapshots, self.announce, self.followers
        )
        self._addresses: dict[str, str] = {}
        self.poke: Callable[[str], None] = lambda table_id: None
        """Tells the driver of bots that a table may be waiting for one."""

    def _announcements(self) -> Announcements:
        """How processes with one PostgreSQL database tell each other of changes."""
        from triarchy.server.announcements import Announcements

        def listening(news_come: bool) -> None:
            self.hub.poll = self.settings.poll * (SELDOM if news_come else 1)

        def heard(
            same_server: bool, table: str, version: int, bot: bool, moved: Moved | None
        ) -> None:
            # The bots of a table are let think by the server where it was changed, while that runs.
            self._hear(table, version, bot and same_server, moved)

        key = self.cluster.key if self.cluster is not None else secrets.token_bytes(16)
        server = hashlib.sha256(key).hexdigest()[:16]  # everybody at the database sees it
        return Announcements(self.settings.database_url, server, heard, listening, self.limits.hear)

    def _warm_up(self, games: list[str]) -> None:
        """All games can be played: what they took stays in memory; the bots compile."""
        freeze_memory()
        self.bot_pool.compile_all(games)

    def close(self) -> None:
        if self._pool_server is not None:
            self._pool_server.close()
        self.bot_pool.close()
        self.storage.close()

    def note_address(self, table_id: str, address: str) -> None:
        """Remember from where a table was opened: its bots think at that visitor's expense."""
        self._addresses[table_id] = address
        while len(self._addresses) > MOST_ADDRESSES:
            self._addresses.pop(next(iter(self._addresses)))

    def address_of(self, table_id: str) -> str:
        """From where a table was opened; "" if that was before this process started."""
        return self._addresses.get(table_id, "")

    def announce(self, table_id: str, version: int, moved: Moved | None = None) -> None:
        """Tell listeners, the bots' driver and the other processes that a table has changed."""
        self.hub.changed(table_id, version)
        now = self.snapshots.known(table_id)
        for_bot = now is None or now.row.version != version or now.bot_to_move
        if for_bot:
            self.poke(table_id)
        if self.announcements is not None:
            self.announcements.tell(table_id, version, for_bot, moved)
        elif self.cluster is not None:
            self.cluster.tell(table_id, version, for_bot, moved)

    async def listen(self) -> None:
        """Hear what other processes change, for as long as the server runs."""
        if self.announcements is not None:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.announcements.run())
                tasks.create_task(self.limits.run(self.announcements.tell_used))
        elif self.cluster is not None:
            self.cluster.listen(self._hear)

    def _hear(self, table_id: str, version: int, for_bot: bool, moved: Moved | None) -> None:
        """Another process has changed a table (called on the event loop)."""
        if moved is not None and self.hub.listens(table_id):
            try:
                self._follow(table_id, version, moved)
            except Exception:
                log.exception("A move of another process could not be followed.")
        self.hub.changed(table_id, version)
        if for_bot:
            self.poke(table_id)

    def _follow(self, table_id: str, version: int, moved: Moved) -> None:
        """Do in memory what another process has written, if that is all that is missing here."""
        known, cached = self.snapshots.known(table_id), self.games.known(table_id)
        if known is None or cached is None or known.row.version != version - 1:
            return
        after = known.with_values(moved["values"])
        if cached.follow(known.row, after.row, moved["moves"]):
            self.games.grown(table_id)
            self.snapshots.keep(after)

    def snapshot(self, table_id: str) -> Snapshot:
        """The table as it is now; a game begun under older rules first goes on under today's."""
        snapshot = self.snapshots.get(table_id)
        row = snapshot.row
        if row.position is not None and self.compiling.is_ready(row.game):
            definition = self.compiling.need(row.game)
            if row.rules != definition.version:
                return self.renew_rules(table_id, definition)
        return snapshot

    def at_hand(self, table_id: str) -> Snapshot | None:
        """The table as it is now, if that is known without waiting for anything; its game too."""
        snapshot = self.snapshots.known(table_id)
        if snapshot is None or snapshot.row.version < self.hub.version(table_id):
            return None
        row = snapshot.row
        if row.position is None:
            return snapshot
        if not self.compiling.is_ready(row.game):
            return None
        current = row.rules == self.compiling.need(row.game).version
        return snapshot if current and self.games[table_id].at_hand(row) else None

    def get_ready(self, table_id: str) -> None:
        """See that a table's game is in memory, under today's rules, before it is changed."""
        self.frame(self.snapshot(table_id))

    def frame(self, snapshot: Snapshot, number: int | None = None) -> Frame:
        """The game of a table as it stands (or stood after `number` moves)."""
        row = snapshot.row
        definition = self.compiling.need(row.game)
        if row.status == "open" or (row.status == "closed" and row.to_move is None):
            raise Refused(409, "The game has not begun yet.")
        if row.rules != definition.version:
            snapshot = self.renew_rules(row.id, definition)
            row = snapshot.row
        cached = self.games[row.id]
        if row.status in ("over", "record"):
            self.games.over(row.id)
        if number is not None and not row.base <= number <= row.number:
            raise Refused(404, "The game has not come that far.")
        with held(cached.lock):
            if cached.knows(row):
                return cached.frame(row, number)
            with self.storage.read() as connection:
                cached.synced(connection, row)
            frame = cached.frame(row, number)
        self.games.grown(row.id)
        return frame

    def renew_rules(self, table_id: str, definition: Definition) -> Snapshot:
        """Go on under newer rules."""
        with self.transactions.change(table_id) as change:
            renew(change, definition)
        return self.snapshots.get(table_id)

    # Facts about people and tables

    def name_of(self, person: str) -> str:
        """What a person is called; "" before they have said it."""
        people = models.people.c
        with self.storage.read() as connection:
            return connection.execute(select(people.name).where(people.id == person)).scalar() or ""

    def document(self, snapshot: Snapshot, visitor: Visitor) -> dict[str, Any]:
        """The Table as a visitor sees it."""
        title = self.title(snapshot.row.game, visitor.language)
        return table_document(snapshot, title, visitor, self.settings.share)

    def title(self, game: str, language: str) -> str:
        for definition in self.compiling.definitions():
            if definition.name == game:
                return definition.title_in(language)
        return game
