"""docs/reference/python.md and cli.md are what scripts/reference.py and cli_reference.py write now."""

from __future__ import annotations

import doctest
import sys
from importlib import import_module
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def test_the_reference_is_current(monkeypatch):
    for needed in ("pettingzoo", "gymnasium", "pyspiel"):
        pytest.importorskip(needed, reason="the extra 'research' is not installed")
    monkeypatch.setattr(sys, "path", [str(SCRIPTS), *sys.path])
    import reference

    assert reference.PAGE.read_text("utf-8") == reference.page(), "run scripts/reference.py"


def test_the_command_line_page_is_current(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(SCRIPTS), *sys.path])
    import cli_reference

    current = cli_reference.page()
    assert cli_reference.PAGE.read_text("utf-8") == current, "run scripts/cli_reference.py"


@pytest.mark.parametrize(
    "name",
    [
        "triarchy",
        "triarchy.bots",
        "triarchy.research.batch",
        "triarchy.table.game",
        "triarchy.table.table",
    ],
)
def test_the_examples_in_the_docstrings_give_what_they_say(name):
    failed, tried = doctest.testmod(import_module(name))
    assert tried > 0
    assert failed == 0
