"""Every call and every kind of visitor: nobody acts for another person or reads what is theirs alone.

A new route fails here until `CALLS` says who may use it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from tests.server.people import ME, OPEN, Person, Stream
from tests.server.servers import Running
from triarchy.server.people.bans import ban
from triarchy.server.people.identity import hash_of_key, hashed
from triarchy.server.storage import models

OWNER, OTHER, ONLOOKER, STRANGER, SIGNED_OUT, BANNED = KINDS = (
    "owner",  # Anna: made the table, has a seat, is to move
    "other",  # Ben: has the other seat
    "onlooker",  # Eve: has a name
    "stranger",  # nobody yet
    "signed out",  # has a key that was Anna's
    "banned",  # Cleo: shut out by the host
)
EVERYBODY = frozenset(KINDS)
ACTIVE = EVERYBODY - {BANNED}
SEATED = frozenset((OWNER, OTHER))
OWN = frozenset((OWNER,))
LESSON, PASSKEY = "annas-lesson", "annas-passkey"
"""What nobody but Anna may read."""


@dataclass
class World:
    """A game that Anna opened against Ben, and everybody else who comes along."""

    server: Running
    people: dict[str, Person] = field(default_factory=dict)
    table: str = ""
    anna: str = ""
    seats: dict[str, int] = field(default_factory=dict)
    endpoint: str = "https://push.example/annas"
    passkey: str = field(default_factory=lambda: secrets.token_hex(32))
    old_key: str = ""
    """Of the browser that was signed out."""

    def fill(self, path: str) -> str:
        values = {
            "table_id": self.table,
            "seat": self.seats["Ben"],
            "number": 0,
            "game": "meridian",
            "lesson_id": "no-such",
            "puzzle_id": "no-such",
            "lesson": "x",
            "puzzle": "x",
            "passkey": self.passkey,
            "path:path": "favicon.svg",
            "board": "no-such",
            "name": 180,
        }
        for name, value in values.items():
            path = path.replace("{" + name + "}", str(value))
        assert "{" not in path, path
        return path

    def rows(self, person_alone: bool) -> dict[str, list[Any]]:
        """All that is Anna's; with the table, if not hers alone is asked for."""
        mine: dict[str, list[Any]] = {}
        with self.server.service.storage.read() as connection:
            for table in models.metadata.sorted_tables:
                if table.name == "presence":
                    continue  # written a while later, by the streams that were open
                for row in connection.execute(select(table)).mappings():
                    values = dict(row)
                    theirs = self.anna in (values.get("person"), values.get("id"))
                    at_table = self.table in (values.get("table_id"), values.get("id"))
                    if table.name == "tables":
                        # Bots' leases and looks of other processes are nobody's business.
                        values = {
                            k: values[k] for k in ("id", "maker", "status", "number", "undos")
                        }
                    if theirs or (at_table and not person_alone):
                        mine.setdefault(table.name, []).append(sorted(map(str, values.items())))
        return {name: sorted(rows) for name, rows in mine.items()}


def world(server: Running) -> World:
    made = World(server)
    anna, ben, eve, cleo = (Person(server.url, name) for name in ("Anna", "Ben", "Eve", "Cleo"))
    late = Person(server.url)
    made.old_key = anna.client.cookies["triarchy_me"]
    late.client.cookies.set("triarchy_me", made.old_key)
    while not made.table or not anna.table(made.table)["your_turn"]:
        made.table = anna.make([ME, OPEN])
        ben.sit(made.table)
        anna.post(f"/api/tables/{made.table}/start")
    made.anna = str(server.service.snapshots.get(made.table).row.maker)
    made.seats = {seat["name"]: seat["seat"] for seat in anna.table(made.table)["seats"]}
    anna.put("/api/progress", {"what": LESSON, "value": 3})
    anna.post("/api/me/recovery")
    assert anna.post("/api/me/sign-out", {"which": "others"}).status_code == 200
    cleos = hash_of_key(cleo.client.cookies["triarchy_me"])
    with server.service.storage.write() as connection:
        connection.execute(
            models.passkeys.insert().values(
                hash=made.passkey, person=made.anna, credential="eA", public_key="eA", signs=0,
                name=PASSKEY, made=0.0,
            )
        )  # fmt: skip
        connection.execute(models.subscriptions.delete())
        connection.execute(
            models.subscriptions.insert().values(
                id=hashed(made.endpoint), person=made.anna, endpoint=made.endpoint, p256dh="x",
                auth="x", language="en", held=False, created=0.0,
            )
        )  # fmt: skip
        ban(connection, cleos, "", None)
    server.app.state.housekeeping.bans.look()
    made.people = dict(zip(KINDS, (anna, ben, eve, Person(server.url), late, cleo), strict=True))
    return made


@dataclass
class Call:
    """Who may make a call, with which body, and what the owner gets (a status below 400)."""

    who: frozenset[str] = ACTIVE
    body: Callable[[World], dict[str, Any]] = lambda _: {}
    query: dict[str, Any] = field(default_factory=dict)
    owner: tuple[int, ...] = (200, 201, 204)
    refused: tuple[int, ...] = (403,)


def a_move(w: World) -> dict[str, Any]:
    moves = w.people[OWNER].screen(w.table)["moves"]
    return {"move": moves[0]["move"], "decision": "0.0"}


def no_browser(w: World) -> dict[str, Any]:
    return {"endpoint": w.endpoint, "p256dh": "A" * 87, "auth": "A" * 22}


READ = Call(EVERYBODY)
NOT_HERE = Call(EVERYBODY, owner=(404,))
"""The docs and the games on the device, which this server has not been given."""
AFTER = Call(OWN, lambda _: {"decision": "0.0"})
CREDENTIAL: dict[str, Any] = {"credential": {"id": "x", "response": {"clientDataJSON": "e30"}}}
CALLS: dict[str, Call] = {
    # Pages, and what is the same for all.
    **{
        f"GET {path}": READ
        for path in (
            "/", "/new", "/you", "/import", "/docs", "/docs.css", "/favicon.ico", "/openapi.json",
            "/static/{path:path}", "/table/{table_id}", "/replay/{table_id}", "/carry/{table_id}",
            "/rules/{game}", "/rules/{game}/text", "/legend/{game}", "/learn/{game}",
            "/strategy/{game}", "/strategy/{game}/text",
            "/learn/{game}/{lesson}", "/puzzles/{game}", "/puzzles/{game}/{puzzle}",
            "/api/status", "/api/words", "/api/games", "/api/games/{game}/example",
            "/api/games/{game}/film", "/api/games/{game}/rules", "/api/games/{game}/legend",
            "/api/games/{game}/puzzles",
            "/api/games/{game}/lessons", "/icons/{name}.png", "/manifest.webmanifest", "/offline",
            "/worker.js", "/analyse", "/history", "/leaderboard", "/leaderboard/{game}",
            "/api/leaderboard/{game}", "/api/me/history", "/api/me/statistics", "/api/me/games.zip",
        )
    },
    "GET /api/games/{game}/puzzles/{puzzle_id}/picture": Call(EVERYBODY, owner=(404,)),
    "GET /api/games/{game}/sheets/{board}/{name}": NOT_HERE,
    "GET /offline/rules/{game}": READ,
    "GET /offline/learn/{game}": READ,
    "GET /here": NOT_HERE,
    "GET /here/{path:path}": NOT_HERE,
    "GET /help": NOT_HERE,
    "GET /help/{path:path}": NOT_HERE,
    "POST /api/games/{game}/puzzles/{puzzle_id}": Call(owner=(404,)),
    "POST /api/games/{game}/lessons/{lesson_id}/{number}": Call(owner=(404,)),
    # One's own: everybody may ask, and gets what is theirs.
    "GET /api/me": READ,
    "PUT /api/me": Call(body=lambda _: {"name": "Zoe"}),
    "GET /api/me/ways": READ,
    "PUT /api/me/listed": Call(body=lambda _: {"listed": True}),
    "GET /api/me/waiting": READ,
    "GET /api/me/push": READ,
    "PUT /api/me/push": Call(frozenset(), no_browser, refused=(403, 409, 422)),
    "POST /api/me/push/stop": Call(body=lambda w: {"endpoint": w.endpoint}),
    "POST /api/me/recovery": Call(frozenset((OWNER, OTHER, ONLOOKER)), refused=(403, 409)),
    "POST /api/me/recover": Call(frozenset(), lambda _: {"code": "nobody's"}, refused=(403,)),
    "POST /api/me/passkeys/begin": Call(
        frozenset((OWNER, OTHER, ONLOOKER)), refused=(403, 409)
    ),
    "POST /api/me/passkeys": Call(frozenset(), lambda _: CREDENTIAL, refused=(403, 422)),
    "DELETE /api/me/passkeys/{passkey}": Call(OWN, refused=(403, 404)),
    "POST /api/me/sign-in/begin": Call(),
    "POST /api/me/sign-in": Call(frozenset(), lambda _: CREDENTIAL, refused=(403, 422)),
    "POST /api/me/sign-out": Call(body=lambda _: {"which": "everywhere"}),
    "DELETE /api/me": Call(frozenset((OWNER, OTHER, ONLOOKER)), refused=(403, 409)),
    "GET /api/progress": READ,
    "PUT /api/progress": Call(body=lambda _: {"what": "x", "value": 1}),
    "GET /api/tables": READ,
    "POST /api/tables": Call(body=lambda _: {"game": "meridian", "seats": [ME, OPEN]}),
    "POST /api/records": Call(owner=(422,)),
    "POST /api/records/device": Call(owner=(422,)),
    # A table: whoever has its address may look.
    "GET /api/tables/{table_id}": READ,
    "GET /api/tables/{table_id}/screen": READ,
    "GET /api/tables/{table_id}/changes": READ,
    "GET /api/tables/{table_id}/presence": READ,
    "GET /api/tables/{table_id}/replay/{number}": READ,
    "GET /api/tables/{table_id}/events": READ,
    "GET /api/tables/{table_id}/chat": READ,
    "GET /api/tables/{table_id}/qr": READ,
    "GET /api/tables/{table_id}/picture": READ,
    "GET /api/tables/{table_id}/story": READ,
    "GET /api/tables/{table_id}/record": Call(frozenset()),
    "POST /api/tables/{table_id}/chat": Call(
        frozenset((OWNER, OTHER, ONLOOKER)), lambda _: {"text": "hello"}, refused=(403, 409)
    ),
    "POST /api/tables/{table_id}/review": Call(frozenset(), refused=(403, 409)),
    "POST /api/tables/{table_id}/review/question": Call(frozenset(), refused=(403, 409)),
    "GET /api/tables/{table_id}/review/better": Call(
        frozenset(), query={"first": 0}, refused=(409,)
    ),
    "POST /api/play-on": Call(
        frozenset(), lambda w: {"table": w.table, "number": 0}, refused=(403, 409, 422)
    ),
    "POST /api/analyse": Call(owner=(422,)),
    "POST /api/analyse/judge": Call(owner=(422,)),
    "POST /api/analyse/setup": Call(owner=(422,)),
    "POST /api/analyse/picture": Call(owner=(422,)),
    # Whoever made it.
    "DELETE /api/tables/{table_id}": Call(OWN),
    "POST /api/tables/{table_id}/start": Call(OWN, owner=(409,)),
    "PUT /api/tables/{table_id}/seats/{seat}": Call(OWN, lambda _: {"kind": "open"}, owner=(409,)),
    "POST /api/tables/{table_id}/seats/{seat}/link": Call(OWN),
    # Players, each for themselves.
    "POST /api/tables/{table_id}/seats/{seat}/stand-in": Call(SEATED),
    "POST /api/tables/{table_id}/seats": Call(
        frozenset(), lambda _: {"name": "Zoe"}, refused=(403, 409)
    ),
    "POST /api/tables/{table_id}/leave": Call(SEATED, owner=(409,)),
    "POST /api/tables/{table_id}/rematch": Call(frozenset(), refused=(403, 409)),
    "POST /api/tables/{table_id}/carry": Call(SEATED),
    "POST /api/tables/{table_id}/carried": Call(
        frozenset(), lambda _: {"token": "no such link"}
    ),
    "POST /api/tables/{table_id}/moves": Call(OWN, a_move),
    "POST /api/tables/{table_id}/undo": Call(OWN, lambda _: {"decision": "0.0"}, owner=(409,),
                                             refused=(403, 409)),
    "POST /api/tables/{table_id}/again": Call(OWN, a_move, owner=(409,), refused=(403, 409)),
    "POST /api/tables/{table_id}/hint": AFTER,
    "POST /api/tables/{table_id}/hint/question": AFTER,
    "GET /api/tables/{table_id}/preview": Call(OWN, query={"move": "x"}, owner=(422,)),
    "GET /api/tables/{table_id}/why-not": Call(OWN, query={"move": "x"}, owner=(422,)),
    "POST /api/tables/{table_id}/resign": Call(SEATED),
    "POST /api/tables/{table_id}/back": Call(SEATED),
}  # fmt: skip


def routes(server: Running) -> Iterator[str]:
    """Every method and path the server answers."""
    for entry in server.app.routes:
        # FastAPI keeps included routers as they are, earlier versions list their routes.
        router = getattr(entry, "original_router", None)
        for route in router.routes if router is not None else [entry]:
            for method in sorted(route.methods - {"HEAD", "OPTIONS"}):
                yield f"{method} {route.path}"


def ask(w: World, call: str, kind: str) -> httpx.Response:
    method, path = call.split(" ", 1)
    entry, person = CALLS[call], w.people[kind]
    body = None if method in ("GET", "DELETE") else entry.body(w)
    if path.endswith("/events"):
        stream = Stream(person, w.table, who=True, once=True)
        stream.wait(lambda data: True)
        return httpx.Response(stream.status, content=stream.raw)
    return person.client.request(method, w.fill(path), json=body, params=entry.query)


def test_every_route_says_who_may_use_it(plain_server: Running) -> None:
    missing = sorted(set(routes(plain_server)) - set(CALLS))
    assert missing == [], "say in CALLS who may use these"
    assert sorted(set(CALLS) - set(routes(plain_server))) == []


@pytest.fixture(scope="module")
def everybody(plain_server: Running) -> World:
    return world(plain_server)


@pytest.mark.parametrize("call", sorted(CALLS))
def test_nobody_acts_for_anna_or_reads_what_is_hers(
    plain_server: Running, everybody: World, call: str
) -> None:
    entry, w = CALLS[call], everybody
    method = call.split(" ")[0]
    for kind in KINDS:
        if kind in entry.who and method != "GET":
            continue
        before = w.rows(person_alone=False)
        answer = ask(w, call, kind)
        if kind in entry.who:
            assert answer.status_code == (entry.owner[0] if kind == OWNER else answer.status_code)
            assert answer.status_code not in entry.refused
        else:
            assert answer.status_code in entry.refused, (kind, answer.text)
        assert w.rows(person_alone=False) == before, kind
        if kind != OWNER:
            assert LESSON not in answer.text
            assert PASSKEY not in answer.text


WRITES = [call for call, entry in sorted(CALLS.items()) if not call.startswith("GET") and entry.who]


@pytest.mark.parametrize("call", WRITES)
def test_who_may_acts_for_themselves_alone(plain_server: Running, call: str) -> None:
    entry, w = CALLS[call], world(plain_server)
    for kind in (ONLOOKER, OTHER, STRANGER, SIGNED_OUT):
        if kind in entry.who and "stand-in" not in call:
            hers = w.rows(person_alone=True)
            ask(w, call, kind)
            assert w.rows(person_alone=True) == hers, kind
    answer = ask(w, call, OWNER)
    assert answer.status_code in entry.owner, answer.text


def key_owed(w: World, call: str) -> Iterator[dict[str, str]]:
    """The headers of those to whom an answer may bring a key: nobody yet, who was signed out, whose is renewed."""
    yield {}
    yield {"cookie": f"triarchy_me={w.old_key}"}
    if call.startswith("GET"):
        yield {"cookie": f"triarchy_me={w.people[OWNER].client.cookies['triarchy_me']}"}


@pytest.mark.parametrize("call", sorted(CALLS))
def test_an_answer_that_brings_a_cookie_is_kept_nowhere(everybody: World, call: str) -> None:
    method, path = call.split(" ", 1)
    entry, w = CALLS[call], everybody
    body = None if method in ("GET", "DELETE") else entry.body(w)
    for headers in key_owed(w, call):
        with (
            httpx.Client(base_url=w.server.url, headers=headers, timeout=60) as client,
            client.stream(method, w.fill(path), json=body, params=entry.query) as answer,
        ):
            kept = answer.headers.get("cache-control", "nothing said")
            assert kept == "no-store" or "max-age" in kept or "no-cache" in kept
            assert kept == "no-store" or "set-cookie" not in answer.headers
            if kept == "no-store" and not headers:
                assert "set-cookie" in answer.headers, "who comes first gets a key"


@pytest.mark.parametrize("path", ["/api/tables/{table_id}/picture", "/favicon.ico", "/docs.css"])
def test_what_is_alike_for_everybody_brings_nobody_a_cookie(everybody: World, path: str) -> None:
    answer = httpx.get(everybody.server.url + everybody.fill(path))
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
