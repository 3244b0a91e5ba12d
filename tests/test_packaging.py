"""What is packaged: one version, constraints that fit the requirements, no picture that nobody sees,
and no more than can be downloaded in a moment."""

from __future__ import annotations

import io
import re
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import triarchy
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
        *(
            one
            for extra in ("test", "postgresql", "research", "docs")
            for one in PROJECT["optional-dependencies"][extra]
            if "triarchy" not in one
        ),
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


def test_the_tests_run_with_every_python_that_the_package_names():
    named = [one.rsplit(" ", 1)[1] for one in PROJECT["classifiers"] if ":: Python :: 3." in one]
    text = (ROOT / ".github" / "workflows" / "check.yml").read_text("utf-8")
    matrix = re.search(r"python: \[(.*)\]", text)
    assert matrix and re.findall(r'"([\d.]+)"', matrix[1]) == named
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_the_page_for_researchers_names_extras_that_there_are():
    page = (ROOT / "docs" / "research" / "getting-started.md").read_text("utf-8")
    named = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert {"native", "research", "evaluate", "train", "gpu"} <= set(named)
    assert set(named) <= set(PROJECT["optional-dependencies"])


def test_some_page_shows_every_picture():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
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
    own = DEFINITIONS["meridian"].networks
    assert own.is_relative_to(ROOT / "src" / "triarchy") and any(own.iterdir())
    assert packed.tell() < 12 * MEGABYTE


@pytest.mark.parametrize("folder", [ROOT, ROOT / "examples" / "a_fourth_game"])
def test_the_wheel_holds_texts_catalogues_boards_and_figures(folder):
    wheel = pytest.importorskip("hatchling.builders.wheel")
    files = {Path(each.path) for each in wheel.WheelBuilder(str(folder)).recurse_included_files()}
    for part in ("texts/*.md", "languages/*.po", "boards/*.json", "figures/*.json"):
        own = set((folder / "src").rglob(part))
        assert own
        assert own <= files


def test_the_networks_of_a_game_have_3_megabytes_at_most():
    for name in ("meridian", "china", "tigris"):
        sizes = [path.stat().st_size for path in DEFINITIONS[name].networks.glob("*.npz")]
        assert 0 < sum(sizes) <= 3 * MEGABYTE
