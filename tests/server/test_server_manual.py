"""The docs at /help/: who is led there, and in which language. Their files: `test_server_folders.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.servers import Running, settings_for
from triarchy.engine.errors import BadRequest
from triarchy.server.http.manual import check_folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    for name in ("index.html", "de/index.html"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"content of {name}", "utf-8")
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


def test_the_home_page_leads_to_the_docs_in_the_readers_language(client: httpx.Client) -> None:
    for language, path in (("en", "help/"), ("de", "help/de/"), ("nl", "help/")):
        page = client.get("/", headers={"Accept-Language": language}).text
        assert f'href="/games/{path}"' in page, language


def test_the_calls_stay_at_docs(client: httpx.Client) -> None:
    assert "The HTTP interface" in client.get("/docs").text


def test_a_folder_without_pages_is_refused_in_one_sentence(tmp_path: Path, site: Path) -> None:
    assert check_folder(None) is None
    assert check_folder(site) == site
    with pytest.raises(BadRequest, match="There are no docs in"):
        check_folder(tmp_path)
