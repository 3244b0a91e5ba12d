"""Around a game: making tables, taking seats, starting, deleting, again, on another device."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

import pytest

import triarchy
from tests.server.people import BOT, ME, OPEN, Person, finish
from tests.server.servers import Running, hurry
from tests.shared_checks import random_table
from triarchy.server.tables import lobby
from triarchy.server.tables.seating import seat_order


def test_a_table_without_open_seats_starts_at_once(anna: Person) -> None:
    table = anna.table(anna.make([ME, BOT, BOT]))
    assert table["status"] == "playing"
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "bot"]
    assert table["seats"][0]["name"] == "Anna"
    assert table["your_turn"]
    assert table["mine"]


def test_friends_join_by_the_link_and_the_maker_starts(anna: Person, ben: Person) -> None:
    table = anna.make([ME, OPEN, OPEN])
    assert ben.table(table)["status"] == "open"
    assert ben.post(f"/api/tables/{table}/start").status_code == 403
    assert ben.sit(table)["seats"][1]["name"] == "Ben"
    assert ben.post(f"/api/tables/{table}/seats").status_code == 409
    assert anna.get(f"/api/tables/{table}/screen").status_code == 409
    assert anna.post(f"/api/tables/{table}/start").status_code == 409
    started = anna.post(f"/api/tables/{table}/start", {"fill": "easy"}).json()
    assert started["status"] == "playing"
    assert sorted(seat["kind"] for seat in started["seats"]) == ["bot", "person", "person"]
    assert anna.post(f"/api/tables/{table}/start").status_code == 409


def test_the_seats_of_people_are_shuffled_by_the_seed_that_was_committed_to(
    server: Running, anna: Person, ben: Person
) -> None:
    table = anna.make([ME, OPEN])
    commitment = anna.table(table)["commitment"]
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    finish(table, [anna, ben], hurry(server, table))
    fair = ben.screen(table)["fair"]
    assert fair["commitment"] == commitment
    text = f"{fair['seed']}:{fair['salt']}"
    assert hashlib.sha256(text.encode()).hexdigest() == commitment
    order = seat_order(int(fair["seed"]), 2)
    assert [seat["name"] for seat in anna.table(table)["seats"]] == [
        ("Anna", "Ben")[place] for place in order
    ]


def test_the_seat_shuffle_is_the_notations(server: Running) -> None:
    """splitmix64 started at the seed; for i = n-1 down to 1 swap i and next() mod (i+1)."""
    seed, places, mask = 7, [0, 1, 2, 3], 2**64 - 1
    for i in (3, 2, 1):
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        j = (z ^ (z >> 31)) % (i + 1)
        places[i], places[j] = places[j], places[i]
    assert seat_order(7, 4) == places


def test_the_maker_changes_seats_before_the_start(anna: Person, ben: Person) -> None:
    table = anna.make([ME, OPEN, OPEN])
    ben.sit(table, seat=2)
    path = f"/api/tables/{table}/seats"
    assert ben.put(f"{path}/1", {"kind": "bot"}).status_code == 403
    changed = anna.put(f"{path}/1", {"kind": "bot", "strength": "hard"}).json()
    assert changed["seats"][1]["strength"] == "hard"
    anna.put(f"{path}/2", {"kind": "open"})
    assert not ben.table(table)["seats"][2]["you"]
    assert ben.post(f"/api/tables/{table}/leave").status_code == 403
    ben.sit(table)
    assert ben.post(f"/api/tables/{table}/leave").json()["seats"][2]["kind"] == "open"
    assert anna.put(f"{path}/7", {"kind": "bot"}).status_code == 404


def test_only_the_maker_deletes(anna: Person, ben: Person) -> None:
    table = anna.make([ME, BOT])
    anna.play(table)
    assert ben.delete(f"/api/tables/{table}").status_code == 403
    assert anna.delete(f"/api/tables/{table}").status_code == 204
    assert anna.get(f"/api/tables/{table}").status_code == 404
    assert anna.get(f"/api/tables/{table}/screen").status_code == 404
    assert anna.delete(f"/api/tables/{table}").status_code == 404


def test_lists_show_my_tables_and_public_ones(anna: Person, ben: Person) -> None:
    private = anna.make([ME, OPEN], name="private")
    public = anna.make([ME, OPEN], name="public", public=True)
    mine = {each["id"]: each for each in anna.get("/api/tables").json()["mine"]}
    assert {private, public} <= set(mine)
    assert mine[private]["seats"][0]["you"]
    lists = ben.get("/api/tables").json()
    assert not lists["mine"]
    shown = [each["id"] for each in lists["open"]]
    assert public in shown
    assert private not in shown
    ben.sit(public)
    assert [each["id"] for each in ben.get("/api/tables").json()["mine"]] == [public]


def test_tables_still_played_are_listed_first_and_the_others_page_by_page(
    anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_LISTED", 2)
    first = anna.make([ME, BOT])
    others = [anna.make([ME, OPEN]) for _ in range(2)]
    played = random_table(triarchy.game("meridian", 2), 5)
    kept = anna.post("/api/records", played.record()).json()["id"]
    page = anna.get("/api/tables").json()
    assert [each["id"] for each in page["mine"]] == others[::-1]
    assert page["more"]
    page = anna.get("/api/tables", skip=2).json()
    assert [each["id"] for each in page["mine"]] == [first, kept]
    assert not page["more"]


def test_a_rematch_is_one_table_for_all_who_ask(server: Running, anna: Person, ben: Person) -> None:
    table = anna.make([ME, OPEN], name="Friday", hints=False)
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    assert anna.post(f"/api/tables/{table}/rematch").status_code == 409
    finish(table, [anna, ben], hurry(server, table))
    again = ben.post(f"/api/tables/{table}/rematch").json()
    assert (again["name"], again["hints"], again["mine"]) == ("Friday", False, True)
    assert anna.table(table)["rematch"] == again["id"]
    joined = anna.post(f"/api/tables/{table}/rematch").json()
    assert joined["id"] == again["id"]
    assert sorted(seat["name"] for seat in joined["seats"]) == ["Anna", "Ben"]
    assert sum(seat["you"] for seat in joined["seats"]) == 1
    assert ben.post(f"/api/tables/{again['id']}/start").json()["status"] == "playing"


def test_a_seat_is_carried_to_another_device_once(server: Running, anna: Person) -> None:
    table = anna.make([ME, BOT])
    link = urlsplit(anna.post(f"/api/tables/{table}/carry").json()["link"])
    assert link.path == f"/carry/{table}"
    phone, thief = Person(server.url), Person(server.url)
    assert phone.screen(table)["seat"] is None
    carried = phone.post(f"/api/tables/{table}/carried", {"token": link.fragment})
    assert carried.json()["seats"][0]["you"]
    assert link.fragment not in carried.text
    phone.play(table)
    assert anna.screen(table)["number"] == 1
    refused = thief.post(f"/api/tables/{table}/carried", {"token": link.fragment})
    assert refused.status_code == 403
    assert thief.post(f"/api/tables/{table}/carry").status_code == 403
    assert [each["id"] for each in phone.get("/api/tables").json()["mine"]] == [table]


def test_hot_seat_gives_one_device_several_seats(anna: Person) -> None:
    seats = [{**ME, "name": "Anna"}, {**ME, "name": "Cleo"}, BOT]
    assert anna.post("/api/tables", {"game": "meridian", "seats": seats}).status_code == 422
    table = anna.make(seats, hot_seat=True)
    screen = anna.my_turn(table)
    assert len(screen["held"]) == 2
    assert screen["seat"] == screen["to_move"]
    other = next(seat for seat in screen["held"] if seat != screen["seat"])
    assert anna.screen(table, seat=other)["moves"] == []
    bot = ({0, 1, 2} - set(screen["held"])).pop()
    assert anna.get(f"/api/tables/{table}/screen", seat=bot).status_code == 403


def test_wrong_wishes_for_a_table_are_refused_in_one_sentence(anna: Person) -> None:
    good = {"game": "meridian", "seats": [ME, BOT]}
    before = len(anna.get("/api/tables").json()["mine"])
    for wrong in (
        {"game": "halma"},
        {"seats": [ME]},
        {"seats": [ME] * 9},
        {"board": "eleven-isles"},
        {"board": "../secret.json"},
        {"board": "/etc/passwd"},
        {"options": {"forts": True}},
        {"time_limit": 1},
        {"seats": [{"kind": "bot", "strength": "divine"}, ME]},
        {"seats": "all"},
        {"unknown": 1},
        {"public": "yes"},
    ):
        answer = anna.post("/api/tables", {**good, **wrong})
        assert answer.status_code == 422, wrong
        assert set(answer.json()) == {"error"}
    assert len(anna.get("/api/tables").json()["mine"]) == before
