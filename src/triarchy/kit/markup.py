"""Text in the terminal's markup, as the package rich reads it: `[bold]Ada[/]`."""

from __future__ import annotations

import re

_TAG = re.compile(r"(\\*)(\[[a-z#/@][^[]*?])")


def escape(text: str) -> str:
    """Text from people, in which nothing is taken for markup."""
    return _TAG.sub(lambda found: f"{found[1]}{found[1]}\\{found[2]}", text)
