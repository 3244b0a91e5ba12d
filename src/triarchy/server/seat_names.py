"""Names at a table: no two seats have the same one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LONGEST = 40


def same_name(name: str) -> str:
    """What is equal for names that people take for the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, or with a number behind it if another seat has it already."""
    taken = {same_name(other) for other in others}
    number, free = 1, name
    while same_name(free) in taken:
        number += 1
        free = f"{name[: LONGEST - 1 - len(str(number))].rstrip()} {number}"
    return free
