"""A person in several browsers: recovery codes, merging, signing out, being forgotten."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from tests.server.people import BOT, ME, OPEN, Person, finish
from tests.server.servers import Running, hurry
from triarchy.server.storage import models


def code_of(person: Person) -> str:
    answer = person.post("/api/me/recovery")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["code"])


def own_seats(person: Person, table: str) -> list[str]:
    return [seat["name"] for seat in person.table(table)["seats"] if seat["you"]]


def test_a_recovery_code_brings_all_seats_to_another_browser(server: Running, anna: Person) -> None:
    tables = [anna.make([ME, OPEN]), anna.make([ME, BOT])]
    code = code_of(anna)
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}", code)
    phone = Person(server.url)
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert phone.post("/api/me/recover", {"code": typed}).status_code == 200
    assert phone.get("/api/me").json()["name"] == "Anna"
    for table in tables:
        assert own_seats(phone, table) == own_seats(anna, table) == ["Anna"]
        assert phone.table(table)["mine"]
    # It stays good until there is a new one.
    assert Person(server.url).post("/api/me/recover", {"code": code}).status_code == 200
    fresh = code_of(phone)
    assert Person(server.url).post("/api/me/recover", {"code": code}).status_code == 403
    assert Person(server.url).post("/api/me/recover", {"code": fresh}).status_code == 200


def test_a_wrong_code_changes_nothing_and_a_stranger_has_none(server: Running) -> None:
    stranger = Person(server.url)
    assert stranger.post("/api/me/recovery").status_code == 409
    before = stranger.client.cookies["triarchy_me"]
    assert stranger.post("/api/me/recover", {"code": "0000-0000-0000-0000-0000"}).status_code == 403
    assert stranger.client.cookies["triarchy_me"] == before
    ways = stranger.get("/api/me/ways").json()
    assert (ways["known"], ways["recovery"], ways["passkeys"]) == (False, False, [])


def test_codes_are_stored_as_hashes(plain_server: Running) -> None:
    code = code_of(Person(plain_server.url, "Anna"))
    for path in plain_server.service.settings.data.iterdir():
        content = path.read_bytes()
        assert code.encode() not in content
        assert code.replace("-", "").encode() not in content


def test_two_persons_that_are_one_are_merged(server: Running, anna: Person, ben: Person) -> None:
    at_home = anna.make([ME, OPEN])
    away = ben.make([ME, OPEN])
    both = anna.make([ME, OPEN, OPEN])
    ben.sit(both)
    anna.put("/api/progress", {"what": "x", "value": 2})
    ben.put("/api/progress", {"what": "x", "value": 5})
    ben.put("/api/progress", {"what": "y", "value": 1})
    other = Person(server.url)
    assert other.post("/api/me/recover", {"code": code_of(ben)}).status_code == 200
    code = code_of(anna)
    asked = ben.post("/api/me/recover", {"code": code})
    assert asked.status_code == 409
    assert own_seats(ben, away) == ["Ben"]
    assert ben.post("/api/me/recover", {"code": code, "merge": True}).status_code == 200
    for browser in (anna, ben, other):
        assert browser.get("/api/me").json()["name"] == "Anna"
        assert own_seats(browser, at_home) == ["Anna"]
        assert own_seats(browser, away) == ["Ben"]
        assert own_seats(browser, both) == ["Anna", "Ben"]
        assert browser.table(away)["mine"]
        assert browser.get("/api/progress").json()["done"] == {"x": 5, "y": 1}
    assert {each["id"] for each in anna.get("/api/tables").json()["mine"]} == {at_home, away, both}


def test_what_is_left_behind_is_not_merged(server: Running, anna: Person, ben: Person) -> None:
    table = ben.make([ME, OPEN])
    code = code_of(anna)
    assert ben.post("/api/me/recover", {"code": code, "merge": False}).status_code == 200
    assert ben.get("/api/me").json()["name"] == "Anna"
    assert own_seats(ben, table) == own_seats(anna, table) == []


@pytest.mark.parametrize("which", ["here", "others", "everywhere"])
def test_signing_out(server: Running, anna: Person, which: str) -> None:
    table = anna.make([ME, OPEN])
    code = code_of(anna)
    phone = Person(server.url)
    phone.post("/api/me/recover", {"code": code})
    old = dict(phone.client.cookies), dict(anna.client.cookies)
    assert phone.post("/api/me/sign-out", {"which": which}).status_code == 200
    kept = {"here": [anna], "others": [phone], "everywhere": []}[which]
    for browser in (anna, phone):
        assert own_seats(browser, table) == (["Anna"] if browser in kept else [])
    # The keys of old are nobody's, whoever still has them.
    for cookies in old if which != "here" else old[:1]:
        thief = Person(server.url)
        thief.client.cookies.update(cookies)
        assert own_seats(thief, table) == []
    again = Person(server.url)
    assert again.post("/api/me/recover", {"code": code}).status_code == 200
    assert own_seats(again, table) == ["Anna"]


def test_a_browser_that_was_signed_out_gets_a_new_key(server: Running, anna: Person) -> None:
    key = anna.client.cookies["triarchy_me"]
    anna.post("/api/me/sign-out", {"which": "everywhere"})
    fresh = anna.client.cookies["triarchy_me"]
    late = Person(server.url)
    late.client.cookies.set("triarchy_me", key)
    assert late.put("/api/me", {"name": "Nobody"}).status_code == 200
    assert key not in {cookie.value for cookie in late.client.cookies.jar if cookie.domain}
    assert key != fresh
    assert Person(server.url).get("/api/me").json()["name"] == ""


def test_deleting_oneself_leaves_the_games_whole(server: Running, ben: Person) -> None:
    anna = Person(server.url, "Zenobia")
    lonely = anna.make([ME, OPEN])
    person = server.service.snapshots.get(lonely).row.maker
    waiting = anna.make([ME, OPEN, OPEN])
    ben.sit(waiting)
    playing = ben.make([ME, OPEN])
    anna.sit(playing)
    ben.post(f"/api/tables/{playing}/start")
    over = anna.make([ME, OPEN])
    ben.sit(over)
    anna.post(f"/api/tables/{over}/start")
    finish(over, [anna, ben], hurry(server, over))
    anna.post(f"/api/tables/{over}/chat", {"text": "well played"})
    watched = ben.make([ME, BOT])
    anna.post(f"/api/tables/{watched}/chat", {"text": "good luck"})
    anna.put("/api/progress", {"what": "x", "value": 1})
    code_of(anna)
    assert anna.delete("/api/me").status_code == 204
    assert anna.delete("/api/me").status_code == 409

    assert ben.get(f"/api/tables/{lonely}").status_code == 404
    assert [seat["kind"] for seat in ben.table(waiting)["seats"]] == ["open", "person", "open"]
    assert ben.table(waiting)["mine"]
    seats = {seat["name"]: seat for seat in ben.table(playing)["seats"]}
    assert seats.keys() == {"Ben", "Guest"}
    assert seats["Guest"]["kind"] == "bot"
    assert {seat["name"] for seat in ben.table(over)["seats"]} == {"Ben", "Guest"}
    assert ben.get(f"/api/tables/{over}/record").status_code == 200
    for table in (over, watched):
        assert [line["name"] for line in ben.screen(table)["chat"]] == ["Guest"]
    assert _mentions(server, "Zenobia") == set()
    assert _mentions(server, person) == {"keys"}  # signed out, once and for all


def _mentions(server: Running, words: str) -> set[str]:
    """The tables of the database in which these words still are."""
    with server.service.storage.read() as connection:
        return {
            table.name
            for table in models.metadata.sorted_tables
            for row in connection.execute(select(table))
            if any(isinstance(value, str) and words in value for value in row)
        }
