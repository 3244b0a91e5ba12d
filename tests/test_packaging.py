"""What is packaged: one version, constraints that fit the requirements, no picture that nobody sees,
and no more than can be downloaded in a moment."""

from __future__ import annotations

import io
import re
import tomllib
import zipfile
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import triarchy
from triarchy.bots.network import FOLDER
from triarchy.kit.definition import DEFINITIONS

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


MEGABYTE = 1_000_000


def constraints() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = (line.split("==") for line in lines if not line.startswith("#"))
    return {canonicalize_name(name): release for name, release in pairs}


@pytest.mark.parametrize(
    "text",
    [
        *PROJECT["dependencies"],
        *(one for one in PROJECT["optional-dependencies"]["test"] if "triarchy" not in one),
        *PROJECT["optional-dependencies"]["postgresql"],
        *PROJECT["optional-dependencies"]["research"],
    ],
)
def test_the_constraints_hold_a_version_that_each_requirement_allows(text):
    requirement = Requirement(text)
    assert constraints()[canonicalize_name(requirement.name)] in requirement.specifier


def test_constraints_are_names_and_versions_alone():
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()[1:]:
        assert re.fullmatch(r"[\w.-]+==[\w.]+", line), line


def test_the_version_stands_in_one_place():
    assert "version" in PROJECT["dynamic"]
    assert version("triarchy") == triarchy.__version__


def test_some_page_shows_every_picture():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "".join(page.read_text("utf-8") for page in pages)
    for picture in (ROOT / "docs" / "pictures").iterdir():
        assert f"pictures/{picture.name}" in text, f"no page shows {picture.name}"


def test_the_wheel_stays_below_12_megabytes():
    """All that is packaged, packed as in a wheel."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in (ROOT / "src" / "triarchy").rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                wheel.write(path, path.relative_to(ROOT / "src"))
    assert FOLDER.is_relative_to(ROOT / "src" / "triarchy") and any(FOLDER.iterdir())
    assert packed.tell() < 12 * MEGABYTE


def test_the_networks_of_a_game_have_3_megabytes_at_most():
    sizes: Counter[str] = Counter()
    for path in FOLDER.glob("*.npz"):
        sizes[path.stem.partition("-")[0]] += path.stat().st_size
    assert sizes.keys() == {"meridian", "china", "tigris"} <= set(DEFINITIONS.names())
    assert max(sizes.values()) <= 3 * MEGABYTE
