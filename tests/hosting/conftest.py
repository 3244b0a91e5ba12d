"""The server of the server tests, and a certificate of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hosting.proxies import Certificate
from tests.server.conftest import plain_server, postgres_url

__all__ = ["plain_server", "postgres_url"]


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    return Certificate(tmp_path)
