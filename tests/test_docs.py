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
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TOLD = {"python", "sh", "json", "text"}
LONGEST = 300


def blocks(page: Path) -> list[tuple[list[str], str]]:
    """The blocks of a page: the words after the fence, and the content."""
    return [(words.split(), code) for words, code in BLOCK.findall(page.read_text("utf-8"))]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_names_its_language(page):
    for words, code in blocks(page):
        assert words, f"{page.name}: a block without a language: {code[:60]}"


def pages_with_code() -> list[Path]:
    return [
        page for page in PAGES if any({*words} & (TOLD - {"text"}) for words, _ in blocks(page))
    ]


@pytest.mark.parametrize("page", pages_with_code(), ids=lambda page: page.name)
def test_the_blocks_of_a_page_run(page, tmp_path):
    (tmp_path / "Makefile").symlink_to(ROOT / "Makefile")
    for name in ("pyproject.toml", "constraints.txt", "scripts", "src", "examples", "docs"):
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
@pytest.mark.parametrize("page", pages_with_code(), ids=lambda page: page.name)
def test_the_slow_blocks_of_a_page_run(page, tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "scripts").symlink_to(ROOT / "scripts")
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
