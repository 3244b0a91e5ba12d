"""Telling people whose page is closed that a table waits for them: whom, when, and in which words."""

from __future__ import annotations

import heapq
import logging
import queue
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from triarchy.kit.language import counted, translator
from triarchy.server.people.identity import hashed
from triarchy.server.people.push_delivery import Sender, Undeliverable, new_private_key
from triarchy.server.refusals import LANGUAGES_FOLDER, Refused
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage
from triarchy.server.storage.rows import SubscriptionRow, TableRow
from triarchy.server.storage.upsert import put
from triarchy.server.tables.snapshot import Snapshot

MOST_DEVICES = 10
"""Browsers of one person that are told; the oldest makes room."""
MOST_DUE = 5000
MOST_WAITING = 2000
"""Turns that are remembered, and messages that wait to be sent: more are forgotten."""
THREADS = 4
MOST_FAILURES = 5
"""A browser that could not be reached so often in a row is forgotten."""
MORNING_SECONDS = 60.0
"""How often it is looked whether somebody's quiet hours are over."""
log = logging.getLogger("triarchy.server")


def installed() -> bool:
    """Whether messages can be sent at all (the extra `push`)."""
    return find_spec("http_ece") is not None


@dataclass(frozen=True)
class Due:
    """Something to tell, unless the table has moved on by then."""

    table_id: str
    number: int
    place: int | None
    """Whose turn it is; None: the game is over, which everybody is told."""
    rematch: str | None = None
    """The table at which somebody wants to play again, which everybody else is told."""


class Push:
    """One per process: tells of the changes that this process has made."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.storage = service.storage
        self.available = installed()
        self._news = threading.Condition()
        self._due: list[tuple[float, int, Due]] = []
        self._counter = 0
        self._messages: queue.Queue[tuple[Any, dict[str, Any]]] = queue.Queue(MOST_WAITING)
        self._failures: dict[str, int] = {}
        self._closing = False
        self._threads: list[threading.Thread] = []
        self._sender: Sender | None = None
        if self.available:
            service.followers.append(self.changed)

    @property
    def sender(self) -> Sender:
        """Made when it is first needed: the libraries are large."""
        if self._sender is None:
            settings = self.service.settings
            contact = settings.share if settings.secure else "mailto:host@triarchy.invalid"
            self._sender = Sender(
                _private_key(self.storage), contact, loopback=settings.push_to_loopback
            )
        return self._sender

    def start(self) -> None:
        if not self.available:
            return
        work = [self._watch, *[self._deliver] * THREADS]
        self._threads = [threading.Thread(target=each, name="push", daemon=True) for each in work]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Forget what is left."""
        with self._news:
            self._closing = True
            self._news.notify_all()

    def changed(self, before: Snapshot, after: Snapshot) -> None:
        """A table has changed (called from any thread; never waits)."""
        if before.row.status == "playing" and after.row.status == "over":
            self._remember(Due(after.row.id, after.row.number, None))
        if after.row.rematch is not None and after.row.rematch != before.row.rematch:
            self._remember(Due(after.row.id, after.row.number, None, after.row.rematch))
        mover = after.mover
        if mover is None or mover.kind != "person" or mover.away:
            return
        if before.mover is not None and before.mover.place == mover.place:
            return
        self._remember(Due(after.row.id, after.row.number, mover.place))

    def _remember(self, due: Due) -> None:
        with self._news:
            if len(self._due) >= MOST_DUE or self._closing:
                return
            self._counter += 1
            when = time.monotonic() + self.service.settings.push_after
            heapq.heappush(self._due, (when, self._counter, due))
            if self._due[0][2] is due:  # else there is something to wake up for before
                self._news.notify_all()

    def _watch(self) -> None:
        """Tell what is due, and what was held back in quiet hours."""
        morning = 0.0
        while True:
            now = time.monotonic()
            with self._news:
                if self._closing:
                    return
                until = min([morning, *(when for when, _, _ in self._due[:1])])
                if until > now:
                    self._news.wait(until - now)
                    continue
                due = [heapq.heappop(self._due)[2]] if self._due and self._due[0][0] <= now else []
            try:
                for each in due:
                    self._tell(each)
                if morning <= now:
                    morning = now + MORNING_SECONDS
                    self.good_morning()
            except Refused:
                pass  # the storage has said what is wrong
            except Exception:
                log.exception("Somebody could not be told of their turn.")

    def _tell(self, due: Due) -> None:
        known = self.service.snapshots.known(due.table_id)
        if known is not None and known.row.number > due.number:
            return  # as nearly always: they have moved
        with suppress(Refused):  # the table is gone
            snapshot = self.service.snapshots.get(due.table_id)
            row = snapshot.row
            if row.number != due.number:
                return
            if due.place is not None and (
                snapshot.mover is None or snapshot.mover.place != due.place
            ):
                return
            if due.rematch is not None:
                self._invite(snapshot, self.service.snapshots.get(due.rematch))
                return
            for person in _persons(snapshot, due.place):
                self.tell(person, row, over=due.place is None)

    def _invite(self, old: Snapshot, again: Snapshot) -> None:
        """Tell whoever played before and has no seat yet that somebody wants to play again."""
        for person in set(_persons(old, None)) - set(again.holders):
            if again.row.status == "open":
                self.tell(person, again.row, over=False)

    def tell(self, person: str, row: TableRow, *, over: bool) -> None:
        """Send a message to all browsers of a person; in quiet hours it is held back."""
        with self.storage.read() as connection:
            devices = devices_of(connection, person)
            waiting = waiting_tables(connection, person) if devices else 0
        for device in devices:
            if is_quiet(device, time.time()):
                if not over:
                    self._hold(device)
                continue
            about = row.name or self.service.title(row.game, device.language)
            say = translator(LANGUAGES_FOLDER, device.language)
            title = say("The game is over") if over else say("Your turn")
            if row.status == "open":
                title = say("Another game?")
            self._send(device, title, about, f"/table/{row.id}", waiting)

    def _hold(self, device: SubscriptionRow) -> None:
        with self.storage.write() as connection:
            _set_held(connection, device.id, True)

    def good_morning(self) -> None:
        """Tell those whose quiet hours are over of the tables that wait for them since."""
        subscriptions = models.subscriptions
        with self.storage.read() as connection:
            held = connection.execute(
                select(subscriptions).where(subscriptions.c.held).limit(MOST_WAITING)
            ).all()
        for device in map(SubscriptionRow._make, held):
            if is_quiet(device, time.time()):
                continue
            with self.storage.write() as connection:
                if not _set_held(connection, device.id, False):
                    continue  # another process was quicker
                waiting = waiting_tables(connection, device.person)
            if waiting:
                say = translator(LANGUAGES_FOLDER, device.language)
                body = counted(
                    say,
                    waiting,
                    "1 table is waiting for you.",
                    "{count} tables are waiting for you.",
                )
                self._send(device, say("Your turn"), body, "/", waiting)

    def _send(self, device: SubscriptionRow, title: str, body: str, url: str, waiting: int) -> None:
        url = self.service.settings.root_path + url
        message = {"title": title, "body": body, "url": url, "waiting": waiting}
        with suppress(queue.Full):
            self._messages.put_nowait((device, message))

    def _deliver(self) -> None:
        while not self._closing:
            try:
                device, message = self._messages.get(timeout=1.0)
            except queue.Empty:
                continue
            try:
                self.sender.send(device.endpoint, device.p256dh, device.auth, message)
                self._failures.pop(device.id, None)
            except Undeliverable as failure:
                self._failed(device, failure)
            except Exception:
                log.exception("A message could not be sent.")

    def _failed(self, device: SubscriptionRow, failure: Undeliverable) -> None:
        """A message is not sent twice; who cannot be reached again and again is forgotten."""
        failures = self._failures[device.id] = self._failures.get(device.id, 0) + 1
        while len(self._failures) > MOST_WAITING:
            self._failures.pop(next(iter(self._failures)))
        if not failure.gone and failures < MOST_FAILURES:
            return
        self._failures.pop(device.id, None)
        with suppress(Refused), self.storage.write() as connection:
            forget(connection, device.person, device.endpoint)


def _persons(snapshot: Snapshot, place: int | None) -> list[str]:
    """Who is told: who holds the seat to move, or everybody with a seat."""
    return [
        person for person, places in snapshot.holders.items() if place is None or place in places
    ]


def _private_key(storage: Storage) -> str:
    """The key that signs messages: made once, the same for all processes of a database."""
    settings = models.settings
    query = select(settings.c.value).where(settings.c.key == "push_key")
    with storage.read() as connection:
        key = connection.execute(query).scalar()
    if key is None:
        with suppress(IntegrityError), storage.write() as connection:  # another may be quicker
            connection.execute(insert(settings).values(key="push_key", value=new_private_key()))
        with storage.read() as connection:
            key = connection.execute(query).scalar_one()
    return str(key)


# Browsers


def devices_of(connection: Connection, person: str) -> list[SubscriptionRow]:
    """The browsers of a person that are to be told."""
    subscriptions = models.subscriptions
    query = select(subscriptions).where(subscriptions.c.person == person)
    rows = connection.execute(query.order_by(subscriptions.c.created))
    return list(map(SubscriptionRow._make, rows))


def keep(connection: Connection, person: str, endpoint: str, **values: Any) -> None:
    """Tell this browser from now on; whoever was told there before is not any more."""
    subscriptions = models.subscriptions
    forget(connection, None, endpoint)
    for oldest in devices_of(connection, person)[: -(MOST_DEVICES - 1)]:
        forget(connection, person, oldest.endpoint)
    row = {"id": hashed(endpoint), "person": person, "endpoint": endpoint, "held": False}
    put(connection, subscriptions, [{**row, "created": time.time(), **values}])


def forget(connection: Connection, person: str | None, endpoint: str) -> None:
    """Tell this browser no more; of a person, if one is named."""
    subscriptions = models.subscriptions.c
    which = subscriptions.id == hashed(endpoint)
    if person is not None:
        which &= subscriptions.person == person
    connection.execute(delete(models.subscriptions).where(which))


def _set_held(connection: Connection, device: str, held: bool) -> bool:
    """Note it; False if it was so already."""
    subscriptions = models.subscriptions
    changed = connection.execute(
        update(subscriptions)
        .where(subscriptions.c.id == device, subscriptions.c.held.is_(not held))
        .values(held=held)
    )
    return changed.rowcount > 0


def is_quiet(device: SubscriptionRow, moment: float) -> bool:
    """Whether a browser's owner wants to hear nothing at this moment."""
    if device.quiet_from is None or device.quiet_until is None:
        return False
    local = datetime.fromtimestamp(moment, ZoneInfo(device.zone or "UTC"))
    minute = local.hour * 60 + local.minute
    begin, end = int(device.quiet_from), int(device.quiet_until)
    return begin <= minute < end if begin <= end else minute >= begin or minute < end


def waiting_tables(connection: Connection, person: str) -> int:
    """How many tables wait for a person's move."""
    tables, seats, holders = models.tables.c, models.seats.c, models.holders.c
    query = (
        select(func.count(tables.id.distinct()))
        .join(models.seats, (seats.table_id == tables.id) & (seats.seat == tables.to_move))
        .join(models.holders, (holders.table_id == tables.id) & (holders.place == seats.place))
        .where(
            tables.status == "playing",
            seats.kind == "person",
            seats.away.is_(False),
            holders.person == person,
        )
    )
    return connection.execute(query).scalar_one()
