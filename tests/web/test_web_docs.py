"""The site of the docs: built strictly, and nothing on it that the server's policy refuses."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.servers import Running, settings_for

ROOT = Path(__file__).resolve().parents[2]
pytest.importorskip("mkdocs", reason="the extra 'docs' is not installed")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    script = ROOT / "scripts" / "docs_site.py"
    done = subprocess.run(
        [sys.executable, str(script), str(folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def running(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(settings_for(tmp_path_factory.mktemp("site"), docs=site))
    yield running
    running.close()


def pages(site: Path) -> list[Path]:
    found = sorted(site.rglob("*.html"))
    assert len(found) > 80
    return found


def test_every_section_is_there_in_its_languages(site: Path) -> None:
    for name in ("", "play/first-game", "games/meridian/rulebook", "games/tigris/strategy"):
        for language in ("", "de", "nl"):
            page = site / language / name / "index.html"
            assert f'<html lang="{language or "en"}"' in page.read_text("utf-8"), page
    for name in ("hosting/quick", "build/first-bot", "reference/cli", "contribute", "changelog"):
        assert (site / name / "index.html").exists(), name


def test_no_page_asks_another_host(site: Path) -> None:
    loads = re.compile(r"<(?:script|link|img|iframe|source|video)\b[^>]*>")
    for page in pages(site):
        for tag in loads.findall(page.read_text("utf-8")):
            assert not re.search(r'(?:src|href)="?(?:https?:)?//', tag), f"{page}: {tag}"
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(.?(?:https?:)?//|@import", style.read_text("utf-8")), style


def test_no_page_has_an_inline_script_or_style(site: Path) -> None:
    for page in pages(site):
        text = page.read_text("utf-8")
        for attributes in re.findall(r"<script\b([^>]*)>", text):
            assert "src=" in attributes or 'type="application/json"' in attributes, page
        assert "<style" not in text and not re.search(r"<[a-z][^>]*\sstyle=", text), page
        assert not re.search(r"<[a-z][^>]*\son[a-z]+=", text), page
        assert "javascript:" not in text, page


def test_no_picture_is_without_a_text(site: Path) -> None:
    for page in pages(site):
        for tag in re.findall(r"<img\b[^>]*>", page.read_text("utf-8")):
            assert re.search(r'alt="[^"]+"', tag), f"{page}: {tag}"


@pytest.mark.parametrize(
    ("size", "scheme"),
    [((1280, 800), "light"), ((390, 844), "dark"), ((390, 844), "light"), ((1280, 800), "dark")],
)
def test_a_browser_finds_nothing_wrong_and_search_finds_something(
    running: Running, browser: Any, size: tuple[int, int], scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme
    )
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: asked.url.startswith(running.url) or wrong.append(asked.url))
    for name in ("", "de/play/faq/", "games/tigris/rulebook/", "nl/games/glossary/", "build/bots/"):
        page.goto(f"{running.url}/help/{name}")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    page.goto(f"{running.url}/help/")
    if size[0] < 800:
        page.locator("label[for=__search]").first.click()
    page.locator("[data-md-component=search-query]").press_sequentially("unification")
    page.wait_for_selector(".md-search-result__item a")
    assert "unification" in page.locator(".md-search-result__item").first.inner_text().lower()
    assert not wrong
    context.close()


def test_a_site_below_a_path_leads_nowhere_else(site: Path, tmp_path: Path) -> None:
    below = Running(settings_for(tmp_path, docs=site, root_path="/games"))
    try:
        with httpx.Client(base_url=f"{below.url}/games", timeout=60) as client:
            page = client.get("/help/de/play/faq/").text
            for link in set(re.findall(r'(?:href|src)="([^"#:]+)', page)):
                there = httpx.URL(f"{below.url}/games/help/de/play/faq/").join(link)
                assert there.path.startswith("/games/help/"), link
                assert client.get(there).status_code == 200, link
    finally:
        below.close()
