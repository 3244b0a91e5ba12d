"""How much is sent for the first page, and for the examples that play themselves on it."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.servers import Running, settings_for
from tests.server.updating import edited

MOST_PAGE = 60_000
MOST_EXAMPLES = 150_000
GAMES = ("meridian", "tigris", "china")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(settings_for(Path(tmp_path_factory.mktemp("bytes"))))
    running.ready(*GAMES)
    yield running
    running.close()


def sent(server: Running, path: str) -> tuple[int, str]:
    """The bytes of an answer as browsers get them, and its text."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        request = client.build_request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = client.send(request, stream=True)
        body = b"".join(answer.iter_raw())
    packed = answer.headers.get("content-encoding") == "gzip"
    return len(body), (gzip.decompress(body) if packed else body).decode("utf-8", "replace")


def test_the_first_page_with_all_it_needs_is_small(server: Running) -> None:
    total, page = sent(server, "/")
    wanted = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css)[^"]*)"', page))
    done: set[str] = set()
    while rest := wanted - done:
        path = rest.pop()
        done.add(path)
        size, text = sent(server, path)
        total += size
        folder = path.rpartition("/")[0]
        for name in re.findall(r"""(?:from|import)\s*["']\./([^"']+)["']""", text):
            wanted.add(f"{folder}/{name}")
    assert len(done) > 5
    assert total < MOST_PAGE, sorted(done)


def test_the_examples_of_all_games_together_are_small(server: Running) -> None:
    sizes = [sent(server, f"/api/games/{game}/film?width=640")[0] for game in GAMES]
    assert sum(sizes) < MOST_EXAMPLES, sizes


@pytest.mark.parametrize("game", GAMES)
def test_a_film_shows_the_same_as_its_frames(server: Running, game: str) -> None:
    film = json.loads(sent(server, f"/api/games/{game}/film?width=640")[1])
    drawing = film["first"]
    for number, changes in enumerate(film["edits"]):
        frame = sent(server, f"/api/games/{game}/example?frame={number}&width=640")[1]
        assert drawing == frame
        drawing = edited(drawing, changes)
    assert drawing == sent(server, f"/api/games/{game}/example?frame=23&width=640")[1]
