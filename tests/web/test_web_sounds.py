"""The sounds are what their script makes, and small."""

from __future__ import annotations

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "sounds.py"


def test_the_sounds_are_made_by_their_script_and_small() -> None:
    made = runpy.run_path(str(SCRIPT))
    files = sorted(made["TARGET"].glob("*"))
    assert [path.stem for path in files] == sorted(made["SOUNDS"])
    for path in files:
        assert path.read_bytes() == made["wav"](path.stem), "run scripts/sounds.py"
        assert path.stat().st_size < 25_000
