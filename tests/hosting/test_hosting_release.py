"""What the workflow of a release makes: the wheel, the source, and the list of all parts with their versions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import triarchy
from tests.hosting.whole_game import ROOT

pytestmark = pytest.mark.slow


def test_a_release_is_a_wheel_its_source_and_the_list_of_its_parts(tmp_path: Path) -> None:
    made = subprocess.run(
        ["sh", "scripts/release_files.sh", str(tmp_path)],
        cwd=ROOT, env={**os.environ, "PYTHON": sys.executable}, capture_output=True, text=True,
    )  # fmt: skip
    if made.returncode and "No matching distribution found for" in made.stderr:
        pytest.skip("the tools of a release cannot be installed: no package index is in reach")
    assert made.returncode == 0, made.stderr[-2000:]
    (wheel,), (source,) = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    name = f"triarchy-{triarchy.__version__}"
    assert wheel.name.startswith(f"{name}-") and source.name == f"{name}.tar.gz"
    assert "triarchy/games/china/rules.wasm" in zipfile.ZipFile(wheel).namelist()
    with tarfile.open(source) as files:
        names = set(files.getnames())
    assert {f"{name}/deploy/container/Containerfile", f"{name}/constraints.txt"} <= names
    parts = json.loads((tmp_path / "triarchy.cdx.json").read_text("utf-8"))
    assert parts["bomFormat"] == "CycloneDX"
    assert parts["metadata"]["component"]["name"] == "triarchy"
    versions = {part["name"].lower(): part["version"] for part in parts["components"]}
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = dict(line.lower().split("==") for line in lines if not line.startswith("#"))
    assert {"starlette", "sqlalchemy", "psycopg", "webauthn"} <= versions.keys()
    assert {each: pinned[each] for each in versions.keys() & pinned} == {
        each: versions[each] for each in versions.keys() & pinned
    }
