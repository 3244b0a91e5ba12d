"""A built site at /here/: what may run there, and every page knows of it. Its files: `test_server_folders.py`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.servers import Running, settings_for
from triarchy.engine.errors import BadRequest
from triarchy.server.http.guard import POLICY
from triarchy.site import offered


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "site"
    for name in ("index.html", "en/index.html"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"content of {name}", "utf-8")
    (folder / "site.json").write_text(json.dumps(offered.facts()), "utf-8")
    return folder


@pytest.fixture(scope="module")
def running(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    settings = settings_for(tmp_path_factory.mktemp("here"), site=site, root_path="/games")
    running = Running(settings)
    running.url += "/games"
    yield running
    running.close()


@pytest.fixture
def client(running: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=running.url, timeout=60) as client:
        yield client


def test_webassembly_may_run_there_and_nothing_more(client: httpx.Client) -> None:
    there = client.get("/here/en/index.html").headers
    rules = set(there["content-security-policy"].split("; "))
    allowed = {
        "script-src 'self' 'wasm-unsafe-eval'",
        "frame-src 'self'",
        "img-src 'self' data: blob:",
    }
    assert rules - set(POLICY.split("; ")) == allowed | {"frame-ancestors 'self'"}
    assert there["x-frame-options"] == "SAMEORIGIN"
    assert client.get("/").headers["content-security-policy"] == POLICY
    for name in ("unsafe-eval", "unsafe-inline"):
        assert f"'{name}'" not in there["content-security-policy"]


def test_the_site_learns_which_server_offers_it(client: httpx.Client, site: Path) -> None:
    facts = client.get("/here/site.json").json()
    assert facts["server"] == "/games/"
    assert facts["sources"] == offered.digest()
    assert json.loads((site / "site.json").read_text("utf-8"))["server"] is None


@pytest.mark.parametrize(
    "path", ["/", "/new", "/rules/meridian", "/import", "/offline", "/nothing"]
)
def test_every_page_knows_of_the_site(client: httpx.Client, running: Running, path: str) -> None:
    assert ' data-here="/games/here/"' in client.get(path).text


def test_without_a_site_rules_and_lessons_are_kept_to_be_read(
    plain_server: Running, client: httpx.Client
) -> None:
    """Their pages hold nothing about the reader, and lead nowhere that needs a server."""
    with httpx.Client(base_url=plain_server.url, timeout=60) as plain:
        worker = plain.get("/worker.js?language=de").text
        found = re.search(r"const TEXTS = (\{.*\});", worker)
        assert found
        texts = json.loads(found[1])
        assert len(texts) == 6
        assert texts["/learn/china"] == "/offline/learn/china?language=de"
        for path, address in texts.items():
            answer = plain.get(address)
            assert answer.status_code == 200, path
            assert "<svg" in answer.text and "<button" not in answer.text
            assert 'lang="de"' in answer.text
        assert "Regeln und Lektionen" in plain.get("/offline?language=de").text
        assert plain.get("/offline/rules/chess").status_code == 404
    assert "const TEXTS = {};" in client.get("/worker.js").text


def test_a_folder_without_a_site_and_one_of_other_sources_are_refused(
    tmp_path: Path, site: Path
) -> None:
    assert offered.check_site(None) is None
    assert offered.check_site(site) == site
    with pytest.raises(
        BadRequest, match=r"There is no site in .*: `triarchy build-site` writes one\."
    ):
        offered.check_site(tmp_path)
    (tmp_path / "site.json").write_text('{"sources": "0123"}', "utf-8")
    with pytest.raises(
        BadRequest, match="built from other sources than this server: build it again"
    ):
        offered.check_site(tmp_path)
