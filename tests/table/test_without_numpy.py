"""Tables, words, pictures and bots run on Python alone, as in a browser: without NumPy, Numba, pydantic and all else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("everything_told.py")
MISSING = (
    "babel",
    "fastapi",
    "llvmlite",
    "numba",
    "numpy",
    "openskill",
    "pydantic",
    "pydantic_core",
    "resvg_py",
    "rich",
    "sqlalchemy",
    "starlette",
    "typer",
)
EVERY = {"words": 24, "teaching": 24, "bots": 70}
"""Every so many positions of a recorded game, puzzles and decisions."""
IMPORTS = """
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))
import triarchy
for folder in ("engine", "kit", "games", "table", "bots"):
    package = importlib.import_module(f"triarchy.{folder}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("by_wasmtime"):
            importlib.import_module(module.name)
own = {name.partition(".")[0] for name, module in sys.modules.items() if module is not None}
print(*sorted(own - sys.stdlib_module_names - {"__main__", "_distutils_hack"}))  # setuptools brings it
"""


def test_what_a_table_needs_imports_pythons_own_library_alone():
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, *MISSING, "wasmtime"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["triarchy"]


@pytest.mark.parametrize("part", EVERY)
@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_a_recorded_game_is_told_drawn_and_judged_alike(name, part):
    """Document by document, over a whole game: rules, words, pictures, lessons, bots, hints, reviews."""

    def told(*missing: str) -> list[str]:
        command = [sys.executable, str(SCRIPT), name, part, str(EVERY[part]), *missing]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout.splitlines()

    with_numpy, without = told("llvmlite", "numba"), told(*MISSING)
    assert len(with_numpy) > 20
    for number, (one, other) in enumerate(zip(with_numpy, without, strict=True)):
        assert one == other, f"document {number}"
