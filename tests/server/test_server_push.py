"""Messages to closed pages: what a push service gets, whom it is about, and where they never go."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from sqlalchemy import select

from tests.server.people import BOT, ME, OPEN, Person, finish
from tests.server.push_service import PushService
from tests.server.servers import PATIENCE, Running, hurry, settings_for, wait_for
from triarchy.server.http import api_people
from triarchy.server.people import push, push_delivery
from triarchy.server.people.push_delivery import Undeliverable, checked, is_public
from triarchy.server.refusals import Refused
from triarchy.server.storage import models


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.close()
    assert running.faults == []


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def telling(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else ""
    folder = tmp_path_factory.mktemp("push")
    running = Running(settings_for(folder, url, push_to_loopback=True, push_after=0.0))
    running.ready("meridian")
    yield running
    running.close()


def name_of(telling: Running, name: str) -> str:
    return f"{name}-{'sqlite' if telling.service.storage.sqlite else 'postgresql'}"


def devices(telling: Running) -> set[str]:
    with telling.service.storage.read() as connection:
        query = select(models.subscriptions.c.endpoint)
        return {endpoint.rpartition("/")[2] for endpoint in connection.execute(query).scalars()}


def two_at_a_table(telling: Running, **more: Any) -> tuple[Person, Person, str]:
    """The one to move, the one who waits, and their table."""
    anna, ben = Person(telling.url, "Anna"), Person(telling.url, "Ben")
    table = anna.make([ME, OPEN], **more)
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    return (anna, ben, table) if anna.table(table)["your_turn"] else (ben, anna, table)


def pass_on(mover: Person, table: str) -> None:
    """Play until it is somebody else's turn."""
    while mover.table(table)["your_turn"]:
        mover.play(table)


def test_whose_turn_it_is_gets_an_encrypted_message(telling: Running, service: PushService) -> None:
    browser = service.browser(name_of(telling, "turn"))
    mover, waiter, table = two_at_a_table(telling, name="Monday")
    assert waiter.put("/api/me", {"language": "de"}).status_code == 200
    state = waiter.put("/api/me/push", browser.wish)
    assert state.status_code == 200, state.text
    assert state.json()["available"] and state.json()["devices"] == 1
    pass_on(mover, table)
    wait_for(lambda: browser.messages)
    assert browser.messages == [
        {"title": "Du bist am Zug", "body": "Monday", "url": f"/table/{table}", "waiting": 1}
    ]
    headers = browser.headers[0]
    assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
    assert f"k={state.json()['key']}" in headers["authorization"]
    assert waiter.get("/api/me/waiting").json() == {"waiting": 1}
    assert mover.get("/api/me/waiting").json() == {"waiting": 0}


def test_moves_within_a_turn_are_not_told(telling: Running, service: PushService) -> None:
    browser = service.browser(name_of(telling, "within"))
    mover, waiter, table = two_at_a_table(telling)
    mover.put("/api/me/push", browser.wish)
    pass_on(mover, table)
    pass_on(waiter, table)
    wait_for(lambda: browser.messages)
    mover.post(f"/api/tables/{table}/chat", {"text": "hello"})
    mover.play(table)
    pass_on(mover, table)
    pass_on(waiter, table)
    wait_for(lambda: len(browser.messages) >= 2)
    assert len(browser.messages) == 2


def test_the_end_of_a_game_is_told(telling: Running, service: PushService) -> None:
    browser = service.browser(name_of(telling, "end"))
    mover, waiter, table = two_at_a_table(telling)
    rest = hurry(telling, table, 4)
    waiter.put("/api/me/push", browser.wish)
    finish(table, [mover, waiter], rest)
    told = wait_for(lambda: [m for m in browser.messages if m["title"] == "The game is over"])
    assert told[0]["url"] == f"/table/{table}"


def test_who_resigned_is_told_that_somebody_wants_to_play_again(
    telling: Running, service: PushService
) -> None:
    browser = service.browser(name_of(telling, "again"))
    mover, waiter, table = two_at_a_table(telling, name="Tuesday")
    waiter.post(f"/api/tables/{table}/resign")
    hurry(telling, table, 0)
    waiter.put("/api/me/push", browser.wish)
    again = mover.post(f"/api/tables/{table}/rematch").json()["id"]
    message = {"title": "Another game?", "body": "Tuesday", "url": f"/table/{again}", "waiting": 0}
    # That the game is over may be told just before it.
    wait_for(lambda: message in browser.messages)


def test_a_browser_that_wants_no_more_is_forgotten(telling: Running, service: PushService) -> None:
    name = name_of(telling, "gone")
    browser = service.browser(name)
    service.answers[name] = 410
    mover, waiter, table = two_at_a_table(telling)
    waiter.put("/api/me/push", browser.wish)
    assert name in devices(telling)
    pass_on(mover, table)
    wait_for(lambda: name not in devices(telling))


def test_nothing_is_followed_elsewhere_and_a_move_never_waits(
    telling: Running, service: PushService
) -> None:
    name = name_of(telling, "redirect")
    browser = service.browser(name)
    service.answers[name] = 302
    mover, waiter, table = two_at_a_table(telling)
    waiter.put("/api/me/push", browser.wish)
    for turn in range(push.MOST_FAILURES):
        pass_on(mover, table)
        wait_for(lambda turn=turn: service.asked.count(name) > turn)
        pass_on(waiter, table)
    wait_for(lambda: name not in devices(telling))
    assert "elsewhere" not in service.asked


def test_one_who_stops_is_told_no_more(telling: Running, service: PushService) -> None:
    browser = service.browser(name_of(telling, "stop"))
    anna, ben = Person(telling.url, "Anna"), Person(telling.url, "Ben")
    anna.put("/api/me/push", browser.wish)
    stop = {"endpoint": browser.wish["endpoint"]}
    assert ben.post("/api/me/push/stop", stop).json()["devices"] == 0
    assert anna.get("/api/me/push").json()["devices"] == 1  # nobody else can stop it
    assert anna.post("/api/me/push/stop", stop).json()["devices"] == 0


def test_a_browser_tells_one_person_and_a_person_has_a_few(
    telling: Running, service: PushService
) -> None:
    browser = service.browser(name_of(telling, "shared"))
    anna, ben = Person(telling.url, "Anna"), Person(telling.url, "Ben")
    anna.put("/api/me/push", browser.wish)
    ben.put("/api/me/push", browser.wish)
    assert anna.get("/api/me/push").json()["devices"] == 0
    for number in range(push.MOST_DEVICES + 2):
        wish = service.browser(f"{name_of(telling, 'many')}{number}").wish
        assert ben.put("/api/me/push", wish).status_code == 200
    assert ben.get("/api/me/push").json()["devices"] == push.MOST_DEVICES
    assert f"{name_of(telling, 'many')}0" not in devices(telling)


def test_quiet_hours_hold_messages_back_until_they_end(
    telling: Running, service: PushService
) -> None:
    browser = service.browser(name_of(telling, "quiet"))
    zone = "Europe/Amsterdam"
    now = datetime.now(ZoneInfo(zone))
    quiet = {
        "begin": (now - timedelta(hours=1)).strftime("%H:%M"),
        "end": (now + timedelta(hours=1)).strftime("%H:%M"),
        "zone": zone,
    }
    mover, waiter, table = two_at_a_table(telling)
    assert waiter.put("/api/me/push", {**browser.wish, "quiet": quiet}).status_code == 200
    pass_on(mover, table)
    subscriptions = models.subscriptions

    def row() -> Any:
        with telling.service.storage.read() as connection:
            mine = subscriptions.c.endpoint == browser.wish["endpoint"]
            return connection.execute(select(subscriptions).where(mine)).one()

    wait_for(lambda: row().held)
    telling.app.state.push.good_morning()
    assert row().held and browser.messages == []
    with telling.service.storage.write() as connection:
        own = subscriptions.update().where(subscriptions.c.id == row().id)
        connection.execute(own.values(quiet_from=None, quiet_until=None))
    telling.app.state.push.good_morning()
    wait_for(lambda: browser.messages)
    assert browser.messages[0]["body"] == "1 table is waiting for you." and not row().held


@pytest.mark.parametrize(
    ("begin", "end", "hour", "quiet"),
    [
        (22, 8, 23, True),
        (22, 8, 7, True),
        (22, 8, 8, False),
        (9, 17, 12, True),
        (9, 17, 17, False),
        (9, 9, 9, False),
    ],
)
def test_quiet_hours_may_go_over_midnight(begin: int, end: int, hour: int, quiet: bool) -> None:
    moment = datetime(2026, 1, 5, hour, tzinfo=ZoneInfo("Asia/Tokyo")).timestamp()
    device = SimpleNamespace(quiet_from=begin * 60, quiet_until=end * 60, zone="Asia/Tokyo")
    assert push.is_quiet(device, moment) == quiet
    device.quiet_from = None
    assert not push.is_quiet(device, moment)


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://localhost/x"},
        {"endpoint": "http://push.example/x"},
        {"endpoint": "nonsense"},
        {"p256dh": "A" * 87},
        {"auth": "A" * 28},
        {"quiet": {"begin": "22:00", "end": "08:00", "zone": "Mars/North"}},
        {"quiet": {"begin": "22:00", "end": "24:00", "zone": "UTC"}},
        {"quiet": {"begin": "22:00", "end": "08:00", "zone": "../../etc/passwd"}},
    ],
)
def test_what_is_no_browser_is_refused(
    telling: Running, service: PushService, change: dict[str, Any]
) -> None:
    anna = Person(telling.url, "Anna")
    wish = {**service.browser("refused").wish, **change}
    assert anna.put("/api/me/push", wish).status_code == 422
    assert anna.get("/api/me/push").json()["devices"] == 0


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:8000/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest",
        "https://[::ffff:192.168.0.1]/x",
        "https://8.8.8.8:8443/x",
        "https://user@8.8.8.8/x",
        "https://8.8.8.8/\nx",
        "ftp://8.8.8.8/x",
        "https://[bad/x",
        "https:///x",
        "https://a..b/x",
        f"https://{'a' * 70}.example/x",
    ],
)
def test_only_public_https_addresses_are_taken(endpoint: str) -> None:
    with pytest.raises(Refused):
        checked(endpoint)


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.1.1", "100.64.0.1", "0.0.0.0",
     "224.0.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:10.0.0.1",
     "64:ff9b::a00:1", "2002:a00:1::1", "2001:0:1::1"],
)  # fmt: skip
def test_private_addresses_are_known(address: str) -> None:
    assert not is_public(address)


def test_public_addresses_are_known() -> None:
    assert is_public("8.8.8.8") and is_public("2600:1901::1") and is_public("64:ff9b::808:808")


def test_a_name_that_leads_elsewhere_by_then_is_not_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The name is looked up anew for every message, and the address looked at is the one used."""
    leads_to = ["8.8.8.8"]
    dialled: list[str] = []

    def lookup(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (leads_to[0], port))]

    def dial(address: tuple[str, int], *_: Any) -> socket.socket:
        dialled.append(address[0])
        raise OSError("nobody there")

    monkeypatch.setattr(push_delivery.socket, "getaddrinfo", lookup)
    monkeypatch.setattr(push_delivery.socket, "create_connection", dial)
    browser = PushService()
    wish = browser.browser("x").wish
    browser.close()
    sender = push_delivery.Sender(
        push_delivery.new_private_key(), "mailto:a@b.example", loopback=False
    )
    keys = (wish["p256dh"], wish["auth"], {"title": "x"})
    with pytest.raises(Undeliverable, match="nobody there"):
        sender.send("https://push.example/x", *keys)
    assert dialled == ["8.8.8.8"]
    leads_to[0] = "127.0.0.1"
    with pytest.raises(Undeliverable):
        sender.send("https://push.example/x", *keys)
    assert dialled == ["8.8.8.8"]


def test_a_name_that_is_not_found_holds_nobody_up(
    telling: Running, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, found = socket.getaddrinfo, threading.Event()

    def lookup(host: Any, *more: Any, **names: Any) -> Any:
        if host != "slow.example":
            return known(host, *more, **names)
        found.wait(PATIENCE)
        raise OSError("nobody of that name")

    monkeypatch.setattr(push_delivery.socket, "getaddrinfo", lookup)
    monkeypatch.setattr(api_people, "LOOKUP_SECONDS", 0.2, raising=False)
    anna = Person(telling.url, "Anna")
    wish = {**service.browser(name_of(telling, "slow")).wish, "endpoint": "https://slow.example/1"}
    anna.client.timeout = httpx.Timeout(20)
    try:
        for _ in range(3):
            answer = anna.put("/api/me/push", wish)
            assert answer.status_code == 503
            assert answer.json()["error"].startswith("The push service was not found in time")
    finally:
        found.set()


def test_the_key_is_kept(telling: Running) -> None:
    anna = Person(telling.url)
    again = push.Push(telling.service)
    assert again.sender.public_key == anna.get("/api/me/push").json()["key"]
    telling.service.followers.remove(again.changed)


def test_without_the_extra_there_is_no_offer(
    plain_server: Running, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_server.app.state.push, "available", False)
    anna = Person(plain_server.url)
    assert anna.get("/api/me/push").json() == {"available": False, "key": None, "devices": 0}
    refused = anna.put("/api/me/push", service.browser("none").wish)
    assert refused.status_code == 409
    assert "the extra 'push' is not installed" in refused.json()["error"]


def test_a_flood_is_bounded_and_never_waits(plain_server: Running) -> None:
    teller = push.Push(plain_server.service)
    plain_server.service.followers.remove(teller.changed)
    anna = Person(plain_server.url, "Anna")
    snapshot = plain_server.service.snapshots.get(anna.make([ME, BOT]))
    due = push.Due(snapshot.row.id, 0, None)
    for _ in range(push.MOST_DUE + 10):
        teller._remember(due)
    device = SimpleNamespace(id="x")
    for _ in range(push.MOST_WAITING + 10):
        teller._send(device, "", "", "/", 0)
    assert len(teller._due) == push.MOST_DUE
    assert teller._messages.qsize() == push.MOST_WAITING
