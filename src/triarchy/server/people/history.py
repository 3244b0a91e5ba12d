"""What was played: the results of finished games, kept when their tables are deleted, and ratings."""

from __future__ import annotations

import json
from functools import cache
from importlib.metadata import version
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from triarchy.bots.named import USUAL
from triarchy.engine.results import win_shares
from triarchy.kit.definition import DEFINITIONS
from triarchy.server.refusals import Refused
from triarchy.server.storage import models
from triarchy.server.storage.database import Storage
from triarchy.server.storage.rows import RatingRow, ResultRow, TableRow
from triarchy.server.tables.snapshot import Snapshot
from triarchy.server.tables.snapshots import LOCK, read

AT_ONCE = 200
"""Finished games whose results are written at one look."""
BOT = "bot:"
"""A rating of a bot is kept under its strength and version."""
VERSION = version("triarchy")
MEAN, UNCERTAIN = 25.0, 25.0 / 3
"""What is thought of somebody who has not played yet."""
SCALE = 40
"""A rating as people read it: the anchor has 1000."""


def note_finished(storage: Storage) -> int:
    """Write the results of the games that are over and have none yet; how many."""
    tables, results = models.tables.c, models.results.c
    known = select(results.table_id).where(results.table_id == tables.id)
    query = (
        select(tables.id)
        .where(tables.status == "over", tables.position.is_not(None))
        .where(tables.game.in_(DEFINITIONS.names()), ~known.exists())
        .order_by(tables.moved)
        .limit(AT_ONCE)
    )
    with storage.read() as connection:
        finished = list(connection.execute(query).scalars())
    for table_id in finished:
        note(storage, table_id)
    return len(finished)


def note(storage: Storage, table_id: str) -> None:
    """Write the results of a game that is over, once, and rate its players."""
    _model()  # loaded before the database is locked: nobody's move waits for it
    try:
        with storage.write() as connection:
            # Who forgets a player locks the table too: finds the results, or is found to have gone.
            connection.execute(LOCK, {"of_table": table_id})
            rows = result_rows(read(connection, table_id))
            if not rows:
                return
            connection.execute(insert(models.results), rows)
            if rows[0]["rated"]:
                rate(connection, rows)
    except IntegrityError:
        pass  # another process was quicker
    except Refused:
        pass  # it has been deleted, or the storage has said what is wrong


def result_rows(snapshot: Snapshot) -> list[dict[str, Any]]:
    """A row for each seat of a finished game; none if it was ended without a result."""
    row = snapshot.row
    position = json.loads(row.position or "{}")
    if "ranking" not in position:
        return []
    ranking, scores = position["ranking"], position["scores"]
    holders = {place: person for person, places in snapshot.holders.items() for place in places}
    persons = [holders.get(seat.place) for seat in snapshot.seats]
    rated = is_rated(row, persons)
    return [
        {
            "table_id": row.id,
            "seat": seat.seat,
            "person": persons[seat.seat],
            "name": seat.name,
            "bot": seat.strength if persons[seat.seat] is None else None,
            "bot_version": VERSION if persons[seat.seat] is None else None,
            "game": row.game,
            "players": row.players,
            "rank": ranking[seat.seat],
            "score": main_score(row.game, scores[seat.seat]),
            "share": share,
            "rated": rated,
            "finished": row.moved,
        }
        for seat, share in zip(snapshot.seats, win_shares(ranking), strict=True)
    ]


def main_score(game: str, score: Any) -> int:
    """What a score of a document says first: its total, or its first part."""
    if isinstance(score, list):
        return int(score[0])
    if isinstance(score, dict):
        parts = DEFINITIONS[game].score_parts
        return int(score["total" if "total" in parts else parts[0]])
    return int(score)


def is_rated(row: TableRow, persons: list[str | None]) -> bool:
    """Whether a game counts: begun as games begin, without hints, each person with one seat, no bot stood in for another.

    Who resigned or stayed away is rated all the same: leaving saves nobody's rating.
    """
    people = [person for person in persons if person is not None]
    plain = not row.hints and not row.hot_seat and row.start is None and row.base == 0
    plain = plain and not row.stood_in
    return plain and bool(people) and len(people) == len(set(people))


# Ratings


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rate(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Plackett-Luce ratings (openskill) of a game's players after it.

    The first bot of the usual strength that a server's ratings meet is their anchor: it has no
    uncertainty, so that it stays where it is and all others are measured by it.
    """
    model = _model()
    game = rows[0]["game"]
    keys = [row["person"] or f"{BOT}{row['bot']}@{row['bot_version']}" for row in rows]
    before = {key: _rating(connection, game, key) for key in dict.fromkeys(keys)}
    teams = [[model.create_rating(list(before[key][:2]), key)] for key in keys]
    rated = model.rate(teams, ranks=[float(row["rank"]) for row in rows])
    for key, (_, sigma, games) in before.items():
        own = [team[0] for team, each in zip(rated, keys, strict=True) if each == key]
        values: dict[str, float] = {"games": games + 1}
        if sigma:
            values["mu"] = sum(one.mu for one in own) / len(own)
            values["sigma"] = sum(one.sigma for one in own) / len(own)
        ratings = models.ratings
        which = (ratings.c.game == game) & (ratings.c.person == key)
        connection.execute(update(ratings).where(which).values(values))


def _rating(connection: Connection, game: str, key: str) -> tuple[float, float, int]:
    """What is known of a player, locked until it is written; a row is made for a new one."""
    ratings = models.ratings
    which = (ratings.c.game == game) & (ratings.c.person == key)
    row = connection.execute(select(ratings).where(which).with_for_update()).first()
    if row is not None:
        return row.mu, row.sigma, row.games
    usual = f"{BOT}{USUAL}@"
    anchors = (ratings.c.game == game) & (ratings.c.sigma == 0.0)
    is_anchor = key.startswith(usual) and (
        connection.execute(select(ratings.c.person).where(anchors)).first() is None
    )
    sigma = 0.0 if is_anchor else UNCERTAIN
    fresh = {"game": game, "person": key, "mu": MEAN, "sigma": sigma, "games": 0}
    connection.execute(insert(ratings).values(fresh))
    return MEAN, sigma, 0


def shown_rating(row: RatingRow | Row[Any]) -> dict[str, int]:
    """A rating as people read it, with the half width of its 95 % interval."""
    return {
        "rating": round(row.mu * SCALE),
        "uncertainty": round(2 * row.sigma * SCALE),
        "rated_games": row.games,
    }


# A person's own


def games_of(
    connection: Connection, person: str, game: str | None, before: float | None, most: int
) -> list[list[ResultRow]]:
    """A person's finished games, the latest first: all results of each, by rank."""
    results = models.results.c
    mine = select(results.table_id, results.finished).where(results.person == person)
    if game is not None:
        mine = mine.where(results.game == game)
    if before is not None:
        mine = mine.where(results.finished < before)
    mine = mine.distinct().order_by(results.finished.desc(), results.table_id).limit(most)
    ids = [row.table_id for row in connection.execute(mine)]
    rows: dict[str, list[ResultRow]] = {table_id: [] for table_id in ids}
    query = select(models.results).where(results.table_id.in_(ids))
    for row in connection.execute(query.order_by(results.rank, results.seat)):
        rows[row.table_id].append(ResultRow._make(row))
    return list(rows.values())


def records_of(connection: Connection, person: str) -> list[Row[Any]]:
    """A person's record for each game and number of players."""
    results = models.results.c
    return list(
        connection.execute(
            select(
                results.game,
                results.players,
                func.count().label("games"),
                func.sum(results.share).label("wins"),
                func.avg(results.rank).label("mean_rank"),
            )
            .where(results.person == person)
            .group_by(results.game, results.players)
            .order_by(results.game, results.players)
        )
    )


def opponents_of(connection: Connection, person: str, most: int) -> list[Row[Any]]:
    """Whom a person has met most, and how often each was ahead; bots by their strength."""
    mine, other = models.results.alias("mine"), models.results.alias("other")
    people = models.people
    query = (
        select(
            other.c.person,
            func.max(func.coalesce(func.nullif(people.c.name, ""), other.c.name)).label("name"),
            other.c.bot,
            func.count().label("games"),
            func.count().filter(mine.c.rank < other.c.rank).label("ahead"),
            func.count().filter(mine.c.rank > other.c.rank).label("behind"),
        )
        .join(other, (other.c.table_id == mine.c.table_id) & (other.c.seat != mine.c.seat))
        .outerjoin(people, people.c.id == other.c.person)
        .where(mine.c.person == person)
        .where(other.c.person.is_(None) | (other.c.person != person))
        .group_by(other.c.person, other.c.bot)
        .order_by(func.count().desc())
        .limit(most)
    )
    return list(connection.execute(query))


def ratings_of(connection: Connection, person: str) -> list[RatingRow]:
    ratings = models.ratings
    query = select(ratings).where(ratings.c.person == person).order_by(ratings.c.game)
    return list(map(RatingRow._make, connection.execute(query)))


# The leaderboard


def is_listed(connection: Connection, person: str) -> bool:
    """Whether a person wants to be on the leaderboard."""
    people = models.people.c
    return bool(connection.execute(select(people.listed).where(people.id == person)).scalar())


def leaders(connection: Connection, game: str, most: int) -> list[Row[Any]]:
    """The people who want to be seen, and the bots, by what their rating is at least."""
    ratings, people = models.ratings, models.people
    least = ratings.c.mu - 2 * ratings.c.sigma
    query = (
        select(ratings, people.c.name)
        .outerjoin(people, people.c.id == ratings.c.person)
        .where(ratings.c.game == game, ratings.c.games > 0)
        .where(ratings.c.person.startswith(BOT) | (people.c.listed & (people.c.name != "")))
        .order_by(least.desc(), ratings.c.person)
        .limit(most)
    )
    return list(connection.execute(query))
