"""The client's own words: every sentence is in every catalogue, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import triarchy
from triarchy.kit.language import LANGUAGES, catalogue, placeholders

WEB = Path(triarchy.__file__).parent / "web"
CALL = r"""\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")"""


def sentences() -> set[str]:
    """What the templates say by `_`, the scripts and the pages that an app keeps by `say`."""
    found = set()
    offline = [WEB.parent / "server" / "http" / "installable.py"]
    for name, paths in (
        (r"\b_", (WEB / "templates").rglob("*.html")),
        (r"\bsay", [*(WEB / "static").rglob("*.js"), *offline]),
    ):
        for path in paths:
            for single, double in re.findall(name + CALL, path.read_text(encoding="utf-8")):
                found.add(single.replace("\\'", "'") or double)
    return found


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_of_the_page_is_translated(language: str) -> None:
    translated = catalogue(WEB / "languages", language)
    assert set(translated) == sentences()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_keep_the_names_in_braces(language: str) -> None:
    for sentence, text in catalogue(WEB / "languages", language).items():
        assert placeholders(text) == placeholders(sentence), sentence


def test_pages_hold_no_inline_script_or_style() -> None:
    for path in (WEB / "templates").glob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", text), path.name
        for tag in re.findall(r"<script[^>]*>", text):
            assert "src=" in tag or 'type="application/json"' in tag, path.name
