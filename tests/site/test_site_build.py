"""`triarchy build-site`: what lies in the folder, and that it needs nothing else."""

from __future__ import annotations

import gzip
import io
import json
import re
import runpy
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from triarchy.engine.errors import BadRequest
from triarchy.engine.portable.files import NAME
from triarchy.kit.definition import DEFINITIONS
from triarchy.site import build

LANGUAGES = ("en", "de")
FIRST_PAGE = 100_000
"""Bytes, packed as hosts send them: the first page, the page around it and all that they load."""


def pyodide(folder: Path) -> Path:
    """What looks like Pyodide to the builder."""
    folder.mkdir()
    for name in build.PYODIDE:
        (folder / name).write_bytes(b"of Pyodide")
    (folder / "package.json").write_text('{"version": "1.2.3"}', encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of one game in two languages, and what stood in its folder before."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "LANGUAGES", LANGUAGES)
        patch.setattr(build.DEFINITIONS, "all", lambda: [DEFINITIONS["meridian"]])
        build.build_site(folder / "out", pyodide(folder / "pyodide"))
    return folder / "out"


def named(page: Path) -> set[str]:
    """The files that a page names."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r'(?:href|src|data-code)="([^"#?]+)', text)
    return {each for each in found if not each.startswith(("https:", "data:"))}


def loaded(page: Path) -> set[Path]:
    """A page and all files that it loads by itself."""
    text = page.read_text(encoding="utf-8")
    found = {page}
    tags = re.findall(r'<(?:script|link)[^>]*(?:src|href)="([^"]+)"', text)
    waiting = [(page.parent / each).resolve() for each in tags]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        if path.suffix == ".js":
            imports = re.findall(r'from "(\./[^"]+)"', path.read_text(encoding="utf-8"))
            waiting += [(path.parent / each).resolve() for each in imports]
    return found


def test_whatever_a_page_names_is_there_and_nothing_lies_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        assert "@root@" not in page.read_text(encoding="utf-8")
        for name in named(page):
            assert not name.startswith("/"), (page, name)
            assert (page.parent / name).exists(), (page, name)


def test_texts_and_cards_are_those_of_a_server(site: Path) -> None:
    """The guide is there too, and each text in every look that the page asks for."""
    assert "strategy-meridian.html" in named(site / "en/rules-meridian.html")
    for kind in ("rules", "strategy"):
        for look in ("", "-dark", "-narrow", "-dark-narrow"):
            text = (site / f"de/text-{kind}-meridian{look}.html").read_text(encoding="utf-8")
            assert f'data-text="{kind}"' in text
    assert 'data-first="3"' in (site / "en/home.html").read_text(encoding="utf-8")


def test_every_page_has_the_strict_policy(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if page.name.startswith("text-"):
            continue  # a part of a page
        (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
        assert "default-src &#39;none&#39;" in policy
        assert "&#39;wasm-unsafe-eval&#39;" in policy
        assert "&#39;unsafe-eval" not in policy
        assert "unsafe-inline" not in policy
        assert not re.search(r"<script(?![^>]*(?:src=|application/json))", text)
        assert not re.search(r"\son\w+=", text)


def test_the_first_page_is_small(site: Path) -> None:
    first = (
        loaded(site / "index.html") | loaded(site / "en/index.html") | loaded(site / "en/home.html")
    )
    first |= {site / "en/games.json"}
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in first}
    assert sum(sizes.values()) < FIRST_PAGE, sizes


def test_python_in_the_archive_needs_nothing_but_the_standard_library(
    site: Path, tmp_path: Path
) -> None:
    (packed,) = (site / "python").iterdir()
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path)
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import triarchy.site.page, triarchy.site.calls, triarchy.site.thinker, triarchy.site.adviser\n"
        "from triarchy.kit.definition import DEFINITIONS\n"
        "assert DEFINITIONS.names() == ['meridian']\n"
        "assert DEFINITIONS['meridian'].text.about('de')\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_archive_holds_rules_but_no_networks_and_is_the_same_every_time() -> None:
    packed = build.archive()
    assert packed == build.archive()
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert f"triarchy/games/china/{NAME}" in names
    assert not [name for name in names if name.endswith(".npz") or "/research/" in name]


def test_the_worker_keeps_the_files_of_each_language_and_no_networks(site: Path) -> None:
    text = (site / "offline.js").read_text(encoding="utf-8")
    found = re.search(r"const FILES = (\{.*\});", text)
    assert found
    files = json.loads(found[1])
    assert "de/table.html" in files["de"]
    home = (site / "de/home.html").read_bytes()
    assert files["de"]["de/home.html"] == build.integrity(home)
    assert files["all"]["site.json"] == ""  # a server says in it where it is
    kept = re.search(r"const NETWORKS = (\{.*\});", text)
    assert kept
    assert all((site / name).is_file() for name in json.loads(kept[1])["meridian"])
    assert "index.html" in files["all"]
    for name in (each for part in files.values() for each in part):
        assert (site / name).is_file()
        assert not name.startswith("networks/")
    (networks,) = (site / "networks").iterdir()
    assert (networks / "meridian/plain.npz").is_file()


def test_licences_lie_beside_the_programs_and_are_linked_from_the_first_page(site: Path) -> None:
    assert "licences.html" in named(site / "en/home.html")
    page = (site / "en/licences.html").read_text(encoding="utf-8")
    for name in ("Pyodide", "CPython", "Triarchy"):
        assert name in page
    assert "https://github.com/pyodide/pyodide/tree/1.2.3" in page
    assert "Mozilla Public License" in (site / "licences/MPL-2.0.txt").read_text(encoding="utf-8")


def test_pyodide_is_copied_as_it_is(site: Path) -> None:
    for name in build.PYODIDE:
        assert (site / "pyodide/1.2.3" / name).read_bytes() == b"of Pyodide"


def test_what_is_wrong_is_said_in_a_sentence_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadRequest, match=r"is not the folder of Pyodide: pyodide\.mjs is missing"):
        build.build_site(tmp_path / "site", tmp_path)
    there = tmp_path / "there"
    there.mkdir()
    (there / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadRequest, match="holds other things than a site"):
        build.build_site(there, pyodide(tmp_path / "pyodide"))
    (there / "index.html").write_text("somebody else's site", encoding="utf-8")
    with pytest.raises(BadRequest, match="holds other things than a site"):
        build.build_site(there, tmp_path / "pyodide")
    assert (there / "letter.txt").is_file() and (there / "index.html").is_file()
    monkeypatch.setattr(
        build, "PortableFile", lambda path: type("Old", (), {"is_current": False})()
    )
    with pytest.raises(BadRequest, match="has no portable file of today's rules"):
        build.build_site(tmp_path / "site", tmp_path / "pyodide")
    assert not (tmp_path / "site").exists()


def test_what_npm_brings_is_refused_if_its_hash_is_another_one(tmp_path: Path) -> None:
    fetch = runpy.run_path(str(Path(__file__).parents[2] / "scripts/site/fetch.py"))
    archive = tmp_path / "pyodide-1.2.3.tgz"
    with tarfile.open(archive, "w:gz") as packed:
        (tmp_path / "package.json").write_text("{}", encoding="utf-8")
        packed.add(tmp_path / "package.json", "package/package.json")
    with pytest.raises(SystemExit, match="is not the file that"):
        fetch["unpack"](archive, "sha512-other", tmp_path / "there")
    assert not (tmp_path / "there").exists()
    fetch["unpack"](archive, fetch["integrity"](archive.read_bytes()), tmp_path / "there")
    assert (tmp_path / "there/package.json").is_file()
