"""The docs at /help/ and a built site at /here/: a folder's files by their addresses, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.servers import Running, settings_for
from triarchy.server.http import here
from triarchy.server.http.guard import POLICY
from triarchy.site import offered

KINDS = {
    "index.html": "text/html; charset=utf-8",
    "de/index.html": "text/html; charset=utf-8",
    "play/faq/index.html": "text/html; charset=utf-8",
    "assets/site.css": "text/css; charset=utf-8",
    "assets/mark.svg": "image/svg+xml",
    "search/index.json": "application/json",
    "pictures/board.png": "image/png",
    "static/0123/app.js": "text/javascript; charset=utf-8",
    "pyodide/1.2.3/pyodide.asm.wasm": "application/wasm",
    "python/0123.zip": "application/zip",
    "notes.unknown": "application/octet-stream",
}
NAMED_AFTER_CONTENT = ("static/", "pyodide/", "python/")
SECRET = "not part of the folder"
POLICIES = {"help": POLICY, "here": here.Here.headers["Content-Security-Policy"]}
each_folder = pytest.mark.parametrize("folder", POLICIES)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Docs and a built site at once."""
    folder = tmp_path_factory.mktemp("folders") / "site"
    for name in (*KINDS, ".git/config", "play/.hidden"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"content of {name}", "utf-8")
    (folder / "site.json").write_text(json.dumps(offered.facts()), "utf-8")
    (folder.parent / "secret.txt").write_text(SECRET, "utf-8")
    (folder / "linked.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "outside").symlink_to(folder.parent)
    return folder


@pytest.fixture(scope="module")
def running(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    data = tmp_path_factory.mktemp("data")
    running = Running(settings_for(data, docs=site, site=site, root_path="/games"))
    running.url += "/games"
    yield running
    running.close()


@pytest.fixture
def client(running: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=running.url, timeout=60) as client:
        yield client


@each_folder
@pytest.mark.parametrize("name", KINDS)
def test_each_file_is_answered_as_what_it_is(client: httpx.Client, folder: str, name: str) -> None:
    answer = client.get(f"/{folder}/{name}")
    assert (answer.status_code, answer.text) == (200, f"content of {name}")
    assert answer.headers["content-type"] == KINDS[name]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == POLICIES[folder]
    assert "set-cookie" not in answer.headers
    for_ever = folder == "here" and name.startswith(NAMED_AFTER_CONTENT)
    assert ("immutable" in answer.headers["cache-control"]) is for_ever
    again = client.get(f"/{folder}/{name}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@each_folder
@pytest.mark.parametrize("inside", ["", "/play/faq", "/de"])
def test_a_folder_inside_leads_to_its_page_below_any_path(
    client: httpx.Client, folder: str, inside: str
) -> None:
    moved = client.get(f"/{folder}{inside}")
    assert moved.status_code == 308
    assert moved.headers["content-security-policy"] == POLICIES[folder]
    last = client.get(f"/{folder}{inside}", follow_redirects=True)
    assert last.url.path == f"/games/{folder}{inside}/"
    assert last.text == f"content of {inside[1:]}{'/' if inside else ''}index.html"


@each_folder
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
def test_nothing_else_is_answered(running: Running, folder: str, address: str) -> None:
    with running.connect(f"GET /games/{folder}/{address} HTTP/1.0\r\n\r\n".encode()) as bare:
        answer = b"".join(iter(lambda: bare.recv(65536), b""))
    assert int(answer.split()[1]) == 404, answer
    assert SECRET.encode() not in answer and b"content of" not in answer


@each_folder
def test_the_files_are_only_read(client: httpx.Client, folder: str) -> None:
    for method in ("POST", "PUT", "DELETE"):
        assert client.request(method, f"/{folder}/index.html").status_code == 405


@each_folder
def test_without_a_folder_there_is_nothing_and_no_link(plain_server: Running, folder: str) -> None:
    with httpx.Client(base_url=plain_server.url, timeout=60) as client:
        assert client.get(f"/{folder}").status_code == client.get(f"/{folder}/").status_code == 404
        for page in ("/", "/offline"):
            assert f"/{folder}/" not in client.get(page).text
            assert "data-here" not in client.get(page).text
