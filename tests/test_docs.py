"""Every code block in the docs is executed, page by page, each page in a folder of its own.

Python and shell blocks run in the order of the page; `make` only says what it would do; a line that
starts a server is ended when it has printed its address. JSON blocks must be JSON. A block marked
`gpu` needs a GPU, one marked `torch` or `jax` that library, one marked `slow` runs in `make test-all`.
Plain `text` blocks are not code.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from importlib.util import find_spec
from pathlib import Path

import pytest

from triarchy.kit.language import catalogue

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")])
SITE = (ROOT / "mkdocs.yml").read_text("utf-8")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
BLOCK = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
TOLD = {"python", "sh", "json", "text"}
LONGEST = 300


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> list[tuple[list[str], str]]:
    """The blocks of a page: the words after the fence, and the content."""
    found = BLOCK.findall(page.read_text("utf-8"))
    return [(words.split(), textwrap.dedent(code)) for _, words, code in found]


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "MAKEFLAGS": "n",
        "HOME": str(folder),
        "TRIARCHY_CACHE": os.environ.get(
            "TRIARCHY_CACHE", str(Path.home() / ".cache" / "triarchy")
        ),
        "PYTHONWARNINGS": "ignore",
    }


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert done.returncode == 0, f"{command[-1]}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"


def start_and_end(line: str, folder: Path) -> None:
    """A server: it must print its address; then it is asked to end."""
    server = subprocess.Popen(
        f"exec {line} --no-browser --port 0",
        shell=True,
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout
    try:
        assert any("http://" in said for said in server.stdout)
    finally:
        server.terminate()
        server.wait(30)


def shell_block(code: str, folder: Path) -> None:
    lines = code.splitlines()
    for line in [one for one in lines if one.startswith("triarchy serve")]:
        start_and_end(line.split("#")[0], folder)
    rest = "\n".join(one for one in lines if not one.startswith("triarchy serve"))
    run(["bash", "-euo", "pipefail", "-c", rest], folder)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_names_its_language(page):
    for words, code in blocks(page):
        assert words, f"{page.name}: a block without a language: {code[:60]}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_to_a_file_leads_somewhere(page):
    for link in LINK.findall(page.read_text("utf-8")):
        assert "://" in link or link.startswith("/") or (page.parent / link).exists(), link


def test_every_picture_has_a_text():
    for page in PAGES:
        for words, picture in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.read_text("utf-8")):
            assert len(words) > 8, f"{name_of(page)}: {picture}"


def test_every_page_is_in_the_navigation_of_the_site():
    listed = set(re.findall(r"^      +- (?:.*: )?([\w./-]+[.]md)$", SITE, re.MULTILINE))
    for page in (ROOT / "docs").rglob("*.md"):
        if re.search(r"[.](de|nl)[.]md$", page.name) or page.parent == ROOT / "docs":
            continue
        assert str(page.relative_to(ROOT / "docs")) in listed, f"mkdocs.yml lacks {name_of(page)}"


def test_pages_for_players_are_in_three_languages():
    for folder in ("play", "games"):
        for page in (ROOT / "docs" / folder).glob("*.md"):
            if page.name in ("without-eyes.md", "review-in-detail.md"):
                continue
            plain = re.sub(r"[.](de|nl)[.]md$", ".md", page.name)
            for name in (plain, plain.replace(".md", ".de.md"), plain.replace(".md", ".nl.md")):
                translation = page.parent / name
                assert translation.exists(), name_of(translation)
                headings = [len(marks) for marks in HEADING.findall(page.read_text("utf-8"))]
                assert headings == [
                    len(marks) for marks in HEADING.findall(translation.read_text("utf-8"))
                ], name_of(translation)


def test_every_word_of_the_glossary_is_said_in_its_language():
    said = {"en": "", "de": "", "nl": ""}
    for folder in (ROOT / "src" / "triarchy").rglob("languages"):
        for language in ("de", "nl"):
            known = catalogue(folder, language)
            said["en"] += "\n".join(known).lower()
            said[language] += "\n".join(known.values()).lower()
    for text in (ROOT / "src" / "triarchy" / "games").glob("*/texts/*.md"):
        said[text.suffixes[-2][1:]] += text.read_text("utf-8").lower()
    rows = re.findall(
        r"^\| (.+?) \| (.+?) \| (.+?) \|",
        (ROOT / "docs" / "games" / "glossary.md").read_text("utf-8"),
        re.MULTILINE,
    )
    words = [row for row in rows if row[0] != "English"]
    assert len(words) > 30
    for row in words:
        for language, word in zip(said, row, strict=True):
            assert word.lower() in said[language], (language, word)


def test_the_glossary_has_the_same_words_in_every_language():
    def words(language: str, own: int) -> list[list[str]]:
        """The rows of one glossary, English first: each language shows its own words first."""
        page = ROOT / "docs" / "games" / f"glossary{language}.md"
        rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \| .+ \|$", page.read_text("utf-8"), re.M)
        order = [own, *(column for column in range(3) if column != own)]
        return [[row[order.index(column)] for column in range(3)] for row in rows]

    assert words("", 0) == words(".de", 1) == words(".nl", 2)


def test_what_strangers_found_names_tests_that_exist():
    page = (ROOT / "docs" / "lab" / "found.md").read_text("utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert named and not [name for name in sorted(named) if f"def {name}(" not in tests]


@pytest.mark.parametrize("game", ["meridian", "tigris", "china"])
def test_a_whole_game_is_written_down_as_it_is_played_without_eyes(game):
    lines = (ROOT / "docs" / "play" / "transcripts" / f"{game}.txt").read_text("utf-8").splitlines()
    assert lines[0].startswith("    Your turn"), "what is heard comes first"
    assert lines.count("[Enter]") > 40
    ends = " ".join(line.strip() for line in lines[-12:])
    assert re.search(r"You have won!|has won[.]|A shared victory", ends), ends
    assert not [line for line in lines if line.startswith("[") and not line.endswith("]")]


def pages_with_code() -> list[Path]:
    return [
        page for page in PAGES if any({*words} & (TOLD - {"text"}) for words, _ in blocks(page))
    ]


@pytest.mark.parametrize("page", pages_with_code(), ids=name_of)
def test_the_blocks_of_a_page_run(page, tmp_path):
    (tmp_path / "Makefile").symlink_to(ROOT / "Makefile")
    for name in (
        "pyproject.toml",
        "constraints.txt",
        "scripts",
        "src",
        "examples",
        "docs",
        "training",
    ):
        if (ROOT / name).exists():
            (tmp_path / name).symlink_to(ROOT / name)
    for words, code in blocks(page):
        if not words or "slow" in words or not can_run(words):
            continue
        if words[0] == "python":
            run([sys.executable, "-c", code], tmp_path)
        elif words[0] == "sh":
            shell_block(code, tmp_path)
        elif words[0] == "json":
            json.loads(code)


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_with_code(), ids=name_of)
def test_the_slow_blocks_of_a_page_run(page, tmp_path):
    for name in ("examples", "scripts", "training"):
        (tmp_path / name).symlink_to(ROOT / name)
    for words, code in blocks(page):
        if "slow" in words and can_run(words):
            if words[0] == "python":
                run([sys.executable, "-c", code], tmp_path)
            else:
                shell_block(code, tmp_path)


def can_run(words: list[str]) -> bool:
    """Whether this machine has what a block is marked to need."""
    missing = [word for word in ("torch", "jax") if word in words and find_spec(word) is None]
    return not missing and ("gpu" not in words or gpu())


def gpu() -> bool:
    try:
        from numba import cuda

        return bool(cuda.is_available())
    except Exception:
        return False


def test_a_click_becomes_everybodys_screen_in_at_most_fifteen_files():
    design = (ROOT / "docs" / "contribute" / "design.md").read_text("utf-8")
    walk = design.split("**A click becomes everybody's screen.**")[1].split("\n\n")[0]
    names = re.findall(r"`([\w/]+\.(?:py|js))[^`]*`", walk)
    assert 10 <= len(names) <= 15
    for name in names:
        assert any((ROOT / "src" / "triarchy").rglob(name)), name
