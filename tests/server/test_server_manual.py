"""The docs at /help/: a folder's files by their addresses, under the server's own policy, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.servers import Running, settings_for
from triarchy.engine.errors import BadRequest
from triarchy.server.http.guard import POLICY
from triarchy.server.http.manual import check_folder

KINDS = {
    "index.html": "text/html; charset=utf-8",
    "de/index.html": "text/html; charset=utf-8",
    "play/faq/index.html": "text/html; charset=utf-8",
    "assets/site.css": "text/css; charset=utf-8",
    "assets/search.js": "text/javascript; charset=utf-8",
    "assets/mark.svg": "image/svg+xml",
    "search/index.json": "application/json",
    "pictures/board.png": "image/png",
    "notes.unknown": "application/octet-stream",
}
SECRET = "not part of the docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    for name in (*KINDS, ".git/config", "play/.hidden"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"content of {name}", "utf-8")
    (folder.parent / "secret.txt").write_text(SECRET, "utf-8")
    (folder / "linked.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "outside").symlink_to(folder.parent)
    return folder


@pytest.fixture(scope="module")
def running(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    settings = settings_for(tmp_path_factory.mktemp("manual"), docs=site, root_path="/games")
    running = Running(settings)
    running.url += "/games"
    yield running
    running.close()


@pytest.fixture
def client(running: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=running.url, timeout=60) as client:
        yield client


@pytest.mark.parametrize("name", KINDS)
def test_each_file_of_the_docs_is_answered_as_what_it_is(client: httpx.Client, name: str) -> None:
    answer = client.get(f"/help/{name}")
    assert answer.status_code == 200
    assert answer.text == f"content of {name}"
    assert answer.headers["content-type"] == KINDS[name]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == POLICY
    assert "set-cookie" not in answer.headers
    again = client.get(f"/help/{name}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("address", ["/help", "/help/play/faq", "/help/de"])
def test_a_folder_leads_to_its_page_below_any_path(client: httpx.Client, address: str) -> None:
    moved = client.get(address)
    assert moved.status_code == 308
    last = client.get(address, follow_redirects=True)
    assert last.url.path == f"/games{address}/"
    assert last.text.startswith("content of ") and last.text.endswith("index.html")


@pytest.mark.parametrize(
    "address",
    [
        "nothing",
        "nothing/",
        "play",
        "play/",
        "index.html/",
        "/index.html",
        ".git/config",
        "play/.hidden",
        "linked.txt",
        "outside/secret.txt",
        "../secret.txt",
        "%2e%2e/secret.txt",
        "..%2fsecret.txt",
        "play/%2e%2e/%2e%2e/secret.txt",
        "%2fetc/passwd",
        "..%5csecret.txt",
        "%00",
        "play/faq/index.html%00.png",
        "C:%5cwindows",
    ],
)
def test_nothing_else_is_answered(running: Running, address: str) -> None:
    with running.connect(f"GET /games/help/{address} HTTP/1.0\r\n\r\n".encode()) as bare:
        answer = b"".join(iter(lambda: bare.recv(65536), b""))
    status = int(answer.split()[1])
    assert status == 404, answer
    assert SECRET.encode() not in answer and b"content of" not in answer


def test_the_docs_are_only_read(client: httpx.Client) -> None:
    for method in ("POST", "PUT", "DELETE"):
        assert client.request(method, "/help/index.html").status_code == 405


def test_the_home_page_leads_to_the_docs_in_the_readers_language(client: httpx.Client) -> None:
    for language, path in (("en", "help/"), ("de", "help/de/"), ("nl", "help/")):
        page = client.get("/", headers={"Accept-Language": language}).text
        assert f'href="/games/{path}"' in page, language


def test_without_a_folder_there_are_no_docs_and_no_link(plain_server: Running) -> None:
    with httpx.Client(base_url=plain_server.url, timeout=60) as client:
        assert client.get("/help").status_code == client.get("/help/").status_code == 404
        assert "/help/" not in client.get("/").text


def test_the_calls_stay_at_docs(client: httpx.Client) -> None:
    assert "The HTTP interface" in client.get("/docs").text


def test_a_folder_without_pages_is_refused_in_one_sentence(tmp_path: Path, site: Path) -> None:
    assert check_folder(None) is None
    assert check_folder(site) == site
    with pytest.raises(BadRequest, match="There are no docs in"):
        check_folder(tmp_path)
