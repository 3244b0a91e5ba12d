"""docs/reference.md is what scripts/reference.py writes now."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def test_the_reference_is_current(monkeypatch):
    for needed in ("pettingzoo", "gymnasium", "pyspiel"):
        pytest.importorskip(needed, reason="the extra 'research' is not installed")
    monkeypatch.setattr(sys, "path", [str(SCRIPTS), *sys.path])
    import reference

    assert reference.PAGE.read_text("utf-8") == reference.page(), "run scripts/reference.py"
