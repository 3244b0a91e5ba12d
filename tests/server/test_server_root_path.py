"""Hosting below a path: whatever a page, a worker or an answer leads to is below it too."""

from __future__ import annotations

import json
import queue
import re
from collections.abc import Iterator

import httpx
import pytest

from tests.server.people import ME, Person, Stream
from tests.server.servers import Running, settings_for

ROOT = "/games"
LINK = re.compile(r"""(?:href|src|action)="([^"]*)\"""")
PAGES = (
    *("/", "/new", "/you", "/analyse", "/import", "/history", "/leaderboard", "/docs"),
    *("/rules/meridian", "/legend/meridian", "/learn/meridian", "/puzzles/meridian"),
    *("/offline", "/no-such-page"),
)


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(settings_for(tmp_path_factory.mktemp("below"), root_path=ROOT))
    running.url += ROOT
    running.ready("meridian")
    yield running
    running.close()


def links(page: str) -> set[str]:
    return {link.partition("#")[0] for link in LINK.findall(page)} - {""}


@pytest.mark.parametrize("path", PAGES)
def test_every_link_of_a_page_is_below_the_path_and_leads_somewhere(
    below: Running, path: str
) -> None:
    with httpx.Client(base_url=below.url, timeout=60) as client:
        page = client.get(path)
        assert page.status_code == (404 if path == "/no-such-page" else 200)
        found = links(page.text)
        assert found
        for link in found:
            assert link.startswith(f"{ROOT}/"), link
            assert client.get(link.removeprefix(ROOT)).status_code == 200, link


def test_a_game_below_the_path(below: Running) -> None:
    anna = Person(below.url, "Anna")
    assert {cookie.path for cookie in anna.client.cookies.jar} == {f"{ROOT}/"}
    anna.put("/api/me", {"language": "de", "theme": "dark"})
    assert {cookie.path for cookie in anna.client.cookies.jar} == {f"{ROOT}/"}
    table = anna.make([ME, {**ME, "name": "Ben"}], hot_seat=True)
    assert anna.table(table)["link"].endswith(f"{ROOT}/table/{table}")
    stream = Stream(anna, table)
    number = anna.play(table)["number"]
    stream.wait(lambda data: data.get("number", 0) >= number)
    stream.stop()
    page = anna.get(f"/table/{table}").text
    assert links(page) and all(link.startswith((f"{ROOT}/", "http")) for link in links(page))


def test_the_app_that_can_be_installed_is_below_the_path(below: Running) -> None:
    manifest = httpx.get(f"{below.url}/manifest.webmanifest").json()
    assert {manifest[key] for key in ("id", "start_url", "scope")} == {f"{ROOT}/"}
    assert all(icon["src"].startswith(f"{ROOT}/icons/") for icon in manifest["icons"])
    worker = httpx.get(f"{below.url}/worker.js").text
    shell = re.search(r"const SHELL = (\[.*\]);", worker)
    assert shell and all(path.startswith(f"{ROOT}/") for path in json.loads(shell[1]))
    assert httpx.get(f"{below.url}/openapi.json").json()["servers"] == [{"url": ROOT}]


def test_nothing_is_beside_the_path(below: Running) -> None:
    outside = below.url.removesuffix(ROOT)
    for path in ("/", "/api/status", "/gamesroom/api/status", "/games2"):
        answer = httpx.get(outside + path)
        assert answer.status_code == 404 and ROOT in answer.text
    answer = httpx.get(outside + ROOT)
    assert answer.status_code == 307 and answer.headers["location"] == f"{ROOT}/"


def test_messages_lead_below_the_path(below: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    push = below.app.state.push
    monkeypatch.setattr(
        push, "_messages", queue.Queue()
    )  # those that deliver wait at the other one
    push._send(None, "Your turn", "Meridian", "/table/abc", 1)
    _, message = push._messages.get_nowait()
    assert message["url"] == f"{ROOT}/table/abc"
