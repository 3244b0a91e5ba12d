"""Compile the rules once, before the test workers start; NumPy's overflow is an error."""

from __future__ import annotations

import os
import warnings

import pytest

warnings.filterwarnings("error", message=".*overflow.*", category=RuntimeWarning)


def pytest_sessionstart(session: pytest.Session) -> None:
    """In the process that starts the workers (or the only one): fill the compile cache."""
    if "PYTEST_XDIST_WORKER" in os.environ or session.config.option.collectonly:
        return
    numprocesses = getattr(session.config.option, "numprocesses", None)
    if not numprocesses:
        return
    from triarchy.engine.definition import DEFINITIONS
    from triarchy.engine.prepare import prepare

    for name in DEFINITIONS.names():
        prepare(DEFINITIONS[name])
