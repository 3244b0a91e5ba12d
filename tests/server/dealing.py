"""The same deals in every run: what a test's tables deal depends on its name alone, so that what fails, fails again.

`TRIARCHY_TEST_DEALS=random` lets chance deal, to look for what no test has met.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from triarchy.server.tables import seating

FILE = "TRIARCHY_TEST_DEALS_FILE"
"""Names the file with the name of the test that is running: servers in processes of their own read it too."""
SERVE = (
    "from tests.server.dealing import install; install(); from triarchy.shell import main; main()"
)
"""What starts such a server, from the project's folder."""


class Deals:
    """One deal after the other for each test."""

    def __init__(self) -> None:
        self.test = ""
        self.made = 0

    def next(self) -> tuple[int, str]:
        """As `seating.random_deal`."""
        test = Path(os.environ[FILE]).read_text()
        if test != self.test:
            self.test, self.made = test, 0
        self.made += 1
        digest = hashlib.sha256(f"{test} {self.made}".encode()).digest()
        return int.from_bytes(digest[:8]), digest[8:24].hex()


def install() -> None:
    """From now on the tables of this process are dealt by the name of the test."""
    if FILE in os.environ and os.environ.get("TRIARCHY_TEST_DEALS") != "random":
        seating.random_deal = Deals().next


_folder = tempfile.TemporaryDirectory(prefix="deals-")


def name(test: str) -> None:
    """Say which test is running, to this process and to those that it starts."""
    file = Path(_folder.name, "test")
    file.write_text(test)
    if FILE not in os.environ:
        os.environ[FILE] = str(file)
        install()
