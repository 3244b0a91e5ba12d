"""The calls about what was played: a person's own games and figures, and the leaderboard."""

from __future__ import annotations

import asyncio
import json
import threading
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, cast

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse
from sqlalchemy import Row, select, update
from starlette.types import Message, Receive, Scope, Send

from triarchy.engine.errors import TriarchyError
from triarchy.server.http import requests, schemas_people
from triarchy.server.http.api_server import GameName
from triarchy.server.http.dependencies import REFUSALS, TheService, TheVisitor, document
from triarchy.server.http.strict_json import StrictRoute
from triarchy.server.people import history
from triarchy.server.people.identity import Visitor
from triarchy.server.people.persons import remember
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.storage import models
from triarchy.server.storage.rows import ResultRow
from triarchy.server.tables.records import record_of
from triarchy.server.tables.seat_names import called
from triarchy.server.tables.snapshot import iso

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS, route_class=StrictRoute)
PAGE = 50
MOST_OPPONENTS = 30
MOST_LEADERS = 100
MOST_DOWNLOADED = 2000
"""Games in one archive, the latest."""
DOWNLOADS = threading.Semaphore(2)
"""Archives that are made at once."""
PIECE_SECONDS = 20.0
"""So long a download waits for its reader."""


@router.get("/me/history", response_model=schemas_people.History)
def read_history(
    service: TheService,
    visitor: TheVisitor,
    game: Annotated[str | None, Query(pattern="^[a-z0-9_-]{1,40}$")] = None,
    before: Annotated[
        float | None, Query(ge=0, le=1e12, description="`next` of the page before")
    ] = None,
) -> Response:
    """Your finished games, the latest first."""
    with service.storage.read() as connection:
        games = history.games_of(connection, visitor.person, game, before, PAGE)
        ids = [rows[0].table_id for rows in games]
        there = select(models.tables.c.id).where(models.tables.c.id.in_(ids))
        kept = set(connection.execute(there).scalars())
    shown = [_game(service, rows, visitor, rows[0].table_id in kept) for rows in games]
    more = games[-1][0].finished if len(games) == PAGE else None
    return document({"games": shown, "next": more})


def _game(service: Service, rows: list[ResultRow], visitor: Visitor, kept: bool) -> dict[str, Any]:
    first, language = rows[0], visitor.language
    return {
        "table": first.table_id if kept else None,
        "game": first.game,
        "title": service.title(first.game, language),
        "finished": iso(first.finished),
        "rated": first.rated,
        "seats": [
            {
                "name": called(row.name, language),
                "you": row.person == visitor.person,
                "bot": row.bot,
                "rank": row.rank,
                "score": row.score,
            }
            for row in rows
        ],
    }


@router.get("/me/statistics", response_model=schemas_people.Statistics)
def read_statistics(service: TheService, visitor: TheVisitor) -> Response:
    """Your record for each game and number of players, your ratings, whom you have met."""
    person = visitor.person
    with service.storage.read() as connection:
        records = history.records_of(connection, person)
        ratings = history.ratings_of(connection, person)
        opponents = history.opponents_of(connection, person, MOST_OPPONENTS)
        listed = history.is_listed(connection, person)
    return document(
        {
            "records": [
                {
                    "game": row.game,
                    "title": service.title(row.game, visitor.language),
                    "players": row.players,
                    "games": row.games,
                    "wins": round(float(row.wins), 2),
                    "mean_rank": round(float(row.mean_rank), 2),
                }
                for row in records
            ],
            "ratings": [
                {
                    "game": row.game,
                    "title": service.title(row.game, visitor.language),
                    **history.shown_rating(row),
                }
                for row in ratings
            ],
            "opponents": [
                {
                    "name": "" if row.bot else called(row.name, visitor.language),
                    "bot": row.bot,
                    "games": row.games,
                    "ahead": row.ahead,
                    "behind": row.behind,
                }
                for row in opponents
            ],
            "listed": listed,
            "leaderboard": service.settings.leaderboard,
        }
    )


@router.put("/me/listed", response_model=schemas_people.Listed)
def change_listed(
    service: TheService, visitor: TheVisitor, body: requests.ListedRequest
) -> Response:
    """Be seen on the leaderboard, or no longer."""
    with service.storage.write() as connection:
        remember(connection, visitor.person)
        people = models.people
        own = update(people).where(people.c.id == visitor.person)
        connection.execute(own.values(listed=body.listed))
    return document({"listed": body.listed})


@router.get("/leaderboard/{game}", response_model=schemas_people.Leaderboard)
def leaderboard(service: TheService, visitor: TheVisitor, game: GameName) -> Response:
    """Who is best at a game: people who want to be seen, and bots."""
    if not service.settings.leaderboard:
        raise Refused(404, "This server has no leaderboard.")
    if all(each.name != game for each in service.compiling.definitions()):
        raise Refused(404, "This game does not exist.")
    with service.storage.read() as connection:
        rows = history.leaders(connection, game, MOST_LEADERS)
    return document(
        {
            "game": game,
            "title": service.title(game, visitor.language),
            "rows": [{**_leader(row, visitor.person), **history.shown_rating(row)} for row in rows],
        }
    )


def _leader(row: Row[Any], person: str) -> dict[str, Any]:
    if not row.person.startswith(history.BOT):
        return {"name": row.name, "bot": None, "version": None, "you": row.person == person}
    strength, _, version = row.person.removeprefix(history.BOT).partition("@")
    return {"name": "", "bot": strength, "version": version, "you": False}


ZIP: dict[int | str, dict[str, Any]] = {
    200: {"description": "an archive", "content": {"application/zip": {}}}
}


@router.get("/me/games.zip", response_class=Response, responses=ZIP)
def download_games(service: TheService, visitor: TheVisitor) -> Response:
    """The records of all your finished games that are still there, in one archive."""
    holders, tables = models.holders.c, models.tables.c
    query = (
        select(tables.id, tables.moved)
        .join(models.holders, holders.table_id == tables.id)
        .where(holders.person == visitor.person, tables.status == "over")
        .distinct()
        .order_by(tables.moved.desc(), tables.id)
        .limit(MOST_DOWNLOADED)
    )
    with service.storage.read() as connection:
        ids = [row.id for row in connection.execute(query)]
    headers = {
        "Content-Disposition": 'attachment; filename="triarchy-games.zip"',
        "Content-Encoding": "identity",  # it is compressed already
    }
    turn = _Turn()
    pieces = _archive(service, ids)
    return _Download(turn, pieces, media_type="application/zip", headers=headers)


class _Download(StreamingResponse):
    """An answer that is given up when nobody takes the next piece of it: others wait for their turn."""

    def __init__(self, turn: _Turn, pieces: Iterator[bytes], **more: Any) -> None:
        super().__init__(pieces, **more)
        self.turn = turn

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def in_time(message: Message) -> None:
            async with asyncio.timeout(PIECE_SECONDS):
                await send(message)

        try:
            with suppress(TimeoutError):
                await super().__call__(scope, receive, in_time)
        finally:
            self.turn.give_back()


class _Turn:
    """The right to make an archive; given back when the answer has gone, also if nobody took it."""

    def __init__(self) -> None:
        self._held = DOWNLOADS.acquire(blocking=False)
        if not self._held:
            raise Refused(503, "Other players are downloading their games; try again in a moment.")

    def give_back(self) -> None:
        if self._held:
            self._held = False
            DOWNLOADS.release()

    def __del__(self) -> None:
        self.give_back()


class _Pieces:
    """A file that is handed on piece by piece."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.place = 0

    def write(self, data: bytes) -> int:
        self.pieces.append(bytes(data))
        self.place += len(data)
        return len(data)

    def tell(self) -> int:
        return self.place

    def flush(self) -> None:
        """Nothing is kept back."""

    def taken(self) -> bytes:
        data = b"".join(self.pieces)
        self.pieces.clear()
        return data


def _archive(service: Service, ids: list[str]) -> Iterator[bytes]:
    """The archive, one game after the other: no more than one is in memory."""
    pieces = _Pieces()
    with zipfile.ZipFile(cast(Any, pieces), "w", zipfile.ZIP_DEFLATED) as archive:
        for table_id in ids:
            try:
                snapshot = service.snapshot(table_id)
                record = record_of(snapshot.row, service.frame(snapshot))
            except (Refused, TriarchyError):
                continue  # deleted since, or of rules that are not ready
            text = json.dumps(record, ensure_ascii=False)
            archive.writestr(f"{snapshot.row.game}-{table_id}.json", text)
            yield pieces.taken()
    yield pieces.taken()
