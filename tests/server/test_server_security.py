"""The door: headers, other sites, sizes, limits, names, and what errors do not say."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

import triarchy
from tests.server.people import BOT, ME, OPEN, Person
from tests.server.servers import Running, settings_for
from tests.shared_checks import random_table
from triarchy.server.people import identity

PAGES = ("/", "/new", "/import", "/docs", "/rules/meridian")
EVIL = "<script>alert(1)</script>"


@pytest.fixture
def visitor(plain_server: Running) -> Person:
    return Person(plain_server.url, "Anna")


def test_every_answer_carries_the_strict_policy(visitor: Person) -> None:
    table = visitor.make([ME, BOT])
    for path in (*PAGES, f"/table/{table}", f"/replay/{table}", f"/carry/{table}", "/nothing",
                 "/api/status", "/openapi.json", "/api/nothing"):  # fmt: skip
        answer = visitor.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_pages_hold_no_inline_script_and_nothing_from_elsewhere(visitor: Person) -> None:
    table = visitor.make([ME, BOT])
    for path in (*PAGES, f"/table/{table}", f"/replay/{table}", f"/carry/{table}"):
        answer = visitor.get(path)
        assert answer.status_code == 200, path
        for script in re.findall(r"<script\b([^>]*)>(.*?)</script>", answer.text, re.S):
            assert "src=" in script[0] or 'type="application/json"' in script[0], path
        assert not re.search(r'\son\w+="', answer.text), path
        for address in re.findall(
            r'<(?:script|link|img|iframe)\b[^>]*(?:src|href)="([^"]*)"', answer.text
        ):
            assert address.startswith(("/", "data:")), (path, address)


@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_drawings_hold_nothing_the_policy_would_block(game: str) -> None:
    table = random_table(triarchy.game(game), 5, 60)
    blocked = r"<(script|style|foreignObject|iframe)|\sstyle=|\son\w+=|https?://(?!www\.w3\.org/)"
    for dark in (False, True):
        for part in ("board", "hand", "all"):
            drawing = table.svg(table.to_move, part=part, dark=dark)
            assert not re.search(blocked, drawing), (game, part)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_writes_from_other_sites_are_refused(visitor: Person, headers: dict[str, str]) -> None:
    body = {"game": "meridian", "seats": [ME, BOT]}
    before = len(visitor.get("/api/tables").json()["mine"])
    answer = visitor.client.post("/api/tables", json=body, headers=headers)
    assert answer.status_code == 403
    assert len(visitor.get("/api/tables").json()["mine"]) == before
    own = {"Origin": str(visitor.client.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    assert visitor.client.post("/api/tables", json=body, headers=own).status_code == 201


def test_large_bodies_are_refused_whether_they_say_so_or_not(visitor: Person) -> None:
    kind = {"Content-Type": "application/json"}
    large = b'{"name": "' + b"a" * 100_000 + b'"}'
    assert visitor.client.put("/api/me", content=large, headers=kind).status_code == 413
    parts = (large[i : i + 5000] for i in range(0, len(large), 5000))
    assert visitor.client.put("/api/me", content=parts, headers=kind).status_code == 413


def test_bodies_that_are_no_json_and_unknown_paths_get_one_sentence(visitor: Person) -> None:
    kind = {"Content-Type": "application/json"}
    for content in (b"", b"{", b"[]", b"null", b"\xff\xfe", b'"text"', b"[" * 3000):
        answer = visitor.client.put("/api/me", content=content, headers=kind)
        assert answer.status_code in (400, 422), content
        assert set(answer.json()) == {"error"}
    assert visitor.get("/api/nothing").json() == {"error": "This page does not exist."}
    assert visitor.delete("/api/status").status_code == 405
    assert visitor.get("/table/zzzzzzzzzzzz").status_code == 404
    assert visitor.get("/table/..%2f..%2fetc").status_code == 404
    assert visitor.get("/static/..%2f..%2fserver%2fapp.py").status_code == 404


def test_an_error_of_the_server_says_nothing_about_its_inside(
    plain_server: Running, visitor: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.make([ME, BOT])

    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(plain_server.service.snapshots, "get", broken)
    answer = visitor.get(f"/api/tables/{table}")
    assert answer.status_code == 500
    assert answer.json() == {"error": "Something went wrong on the server."}


def test_names_are_escaped_wherever_they_appear(visitor: Person) -> None:
    visitor.put("/api/me", {"name": EVIL})
    table = visitor.make([ME, BOT], name=EVIL, public=True)
    screen = visitor.screen(table)
    assert screen["players"][0]["name"] == EVIL
    for markup in (screen["board"], screen["hand"], visitor.get("/").text,
                   visitor.get(f"/table/{table}").text):  # fmt: skip
        assert EVIL not in markup


def test_cookies_are_not_for_scripts_nor_for_other_sites(plain_server: Running) -> None:
    with httpx.Client(base_url=plain_server.url) as client:
        client.put("/api/me", json={"name": "Anna"})
        answer = client.post("/api/tables", json={"game": "meridian", "seats": [ME, OPEN]})
        lines = [
            *answer.headers.get_list("set-cookie"),
            *client.get("/").headers.get_list("set-cookie"),
        ]
        assert lines
        for line in lines:
            assert "HttpOnly" in line
            assert "SameSite=Lax" in line
        assert {line.partition("=")[0] for line in lines} == {"triarchy_me"}


def test_a_forged_cookie_is_somebody_else(plain_server: Running, visitor: Person) -> None:
    table = visitor.make([ME, OPEN])
    cookie = visitor.client.cookies["triarchy_me"]
    forged = cookie[:-1] + ("A" if cookie[-1] != "A" else "B")
    person = plain_server.service.snapshots.get(table).row.maker
    secret = plain_server.service.storage.secret
    signed = f"{person}.{identity._signature(person, secret)}"
    for value in (forged, person, signed, "", "." * 50, "a" * 16 + "." + cookie):
        answer = httpx.delete(
            f"{plain_server.url}/api/tables/{table}", headers={"Cookie": f"triarchy_me={value}"}
        )
        assert answer.status_code == 403


def test_only_hashes_of_keys_are_stored(plain_server: Running, visitor: Person) -> None:
    table = visitor.make([ME, OPEN])
    link = visitor.post(f"/api/tables/{table}/carry").json()["link"]
    key, token = visitor.client.cookies["triarchy_me"], link.partition("#")[2]
    assert len(plain_server.service.snapshots.get(table).holders) == 1
    folder: Path = plain_server.service.settings.data
    for path in folder.iterdir():
        assert key.encode() not in path.read_bytes()
        assert token.encode() not in path.read_bytes()
    assert all(key.encode() not in seen for seen in visitor.seen)


def test_too_many_requests_and_tables_from_one_address_are_refused(tmp_path: Path) -> None:
    running = Running(settings_for(tmp_path, requests_per_second=3.0, tables_per_hour=2))
    try:
        running.ready("meridian")
        anna = Person(running.url)
        body = {"game": "meridian", "seats": [ME, OPEN]}
        assert [anna.post("/api/tables", body).status_code for _ in range(3)] == [201, 201, 429]
        codes = [anna.get("/api/me").status_code for _ in range(60)]
        assert codes[0] == 200
        assert 429 in codes
    finally:
        running.close()
