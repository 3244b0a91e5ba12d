"""Tables begun under older rules: opened, replayed, downloaded and played on under today's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

import triarchy
from tests.server.people import ME, Person
from tests.server.servers import Running
from triarchy.server.storage import models
from triarchy.table import Table

GAMES = json.loads(
    (Path(__file__).parents[1] / "china" / "records_version_1.json").read_text(encoding="utf-8")
)
"""Games as rules version 1 of China left them; their last positions are those of that version."""
OVER = [0, 1, 2]
GOING_ON = [3, 4]


@pytest.fixture
def china(server: Running) -> Running:
    server.ready("china")
    return server


def old_table(server: Running, person: Person, number: int, status: str) -> str:
    """A table of the person's in the database, as version 1 left it; odd moves were a bot's."""
    record, position = GAMES[number]["record"], GAMES[number]["position"]
    seats = [ME] * record["players"]
    options = record["options"]
    table_id = person.make(seats, "china", hot_seat=True, options=options, board=record["board"])
    tables = models.tables
    values = {
        "rules": 1,
        "seed": record.get("seed"),
        "salt": None,
        "commitment": None,
        "start": json.dumps(record["start"]) if "start" in record else None,
        "position": json.dumps(position),
        "status": status,
        "number": len(record["moves"]),
        "to_move": position["to_move"],
        "version": tables.c.version + 1,
    }
    rows = [
        {"table_id": table_id, "number": n, "move": move, "bot": n % 2 == 1, "at": 1000.0 + n}
        for n, move in enumerate(record["moves"], 1)
    ]
    with server.service.storage.write() as connection:
        connection.execute(update(tables).where(tables.c.id == table_id).values(values))
        connection.execute(insert(models.moves), rows)
    return table_id


def rows_of(server: Running, table_id: str) -> tuple[Any, Sequence[Any]]:
    moves = models.moves.c
    with server.service.storage.read() as connection:
        row = connection.execute(select(models.tables).where(models.tables.c.id == table_id)).one()
        query = select(models.moves).where(moves.table_id == table_id).order_by(moves.number)
        return row, connection.execute(query).all()


def today(number: int) -> Table:
    """The same game under today's rules."""
    return triarchy.load(GAMES[number]["record"])


@pytest.mark.parametrize("status", ["over", "record"])
@pytest.mark.parametrize("number", OVER)
def test_a_finished_game_is_shown_replayed_and_downloaded(
    china: Running, number: int, status: str
) -> None:
    person = Person(china.url, "Anna")
    table_id = old_table(china, person, number, status)
    expected = today(number)
    count = len(expected.moves)
    screen = person.screen(table_id)
    assert (screen["number"], screen["last"]) == (count, count)
    assert screen["log"][-1]["number"] == count
    for at in (0, 1, count // 3, count // 2, count - 1, count):
        past = person.get(f"/api/tables/{table_id}/replay/{at}").json()
        assert (past["number"], past["last"]) == (at, count)
        assert past["to_move"] == expected.states[at].to_move or at == count
    assert person.get(f"/api/tables/{table_id}/replay/{count + 1}").status_code == 404
    record = person.get(f"/api/tables/{table_id}/record").json()
    assert (record["rules"], record["moves"]) == (2, expected.moves)
    assert triarchy.load(record).position() == GAMES[number]["position"]


@pytest.mark.parametrize("number", OVER)
def test_the_first_call_may_be_the_download(china: Running, number: int) -> None:
    person = Person(china.url, "Anna")
    table_id = old_table(china, person, number, "over")
    record = person.get(f"/api/tables/{table_id}/record").json()
    assert triarchy.load(record).moves == today(number).moves


@pytest.mark.parametrize("number", GOING_ON)
def test_a_game_going_on_is_replayed_and_played_on(china: Running, number: int) -> None:
    person = Person(china.url, "Anna")
    table_id = old_table(china, person, number, "playing")
    expected = today(number)
    screen = person.screen(table_id)
    assert screen["number"] == len(expected.moves) > len(GAMES[number]["record"]["moves"])
    assert [each["move"] for each in screen["moves"]] == expected.legal
    past = person.get(f"/api/tables/{table_id}/replay/{len(expected.moves) - 2}").json()
    assert past["number"] == len(expected.moves) - 2
    for _ in range(6):
        move = expected.legal[0]
        decision = person.screen(table_id)["decision"]
        assert person.move(table_id, move, decision).status_code == 200
        expected.play(move)
        while (action := expected.game.forced(expected.state)) >= 0:  # the table makes it
            expected.play_action(action)
    _, moves = rows_of(china, table_id)
    assert [each.move for each in moves] == expected.moves


def test_a_move_that_follows_an_old_number_is_refused_and_changes_nothing(china: Running) -> None:
    person = Person(china.url, "Anna")
    table_id = old_table(china, person, 3, "playing")
    expected = today(3)
    old_number = len(GAMES[3]["record"]["moves"])
    assert person.move(table_id, expected.legal[0], old_number).status_code == 409
    assert person.screen(table_id)["number"] == len(expected.moves)


def test_inserted_decisions_are_rows_like_the_move_before(china: Running) -> None:
    person = Person(china.url, "Anna")
    table_id = old_table(china, person, 1, "over")
    person.screen(table_id)
    row, moves = rows_of(china, table_id)
    old = iter(GAMES[1]["record"]["moves"])
    assert (row.rules, row.number, row.undos, row.base) == (2, len(moves), 1, 0)
    assert [each.number for each in moves] == list(range(1, len(moves) + 1))
    number, following = 0, next(old)
    for each in moves:
        if each.move == following:
            number, following = number + 1, next(old, None)
        else:
            assert each.move == "end"
        assert (each.bot, each.at) == (number % 2 == 1, 1000.0 + number)


def test_moves_that_cannot_be_replayed_leave_the_position(china: Running) -> None:
    person = Person(china.url, "Anna")
    table_id = old_table(china, person, 4, "playing")
    moves = models.moves
    with china.service.storage.write() as connection:
        spoilt = (moves.c.table_id == table_id) & (moves.c.number == 5)
        connection.execute(update(moves).where(spoilt).values(move="house nowhere"))
    screen = person.screen(table_id)
    count = len(GAMES[4]["record"]["moves"])
    assert screen["number"] == count
    assert person.get(f"/api/tables/{table_id}/replay/{count - 1}").status_code == 404
    assert person.move(table_id, screen["moves"][0]["move"], count).status_code == 200
