"""Reading gettext's catalogues (.po): what is said in English, in what context, and in the other language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple


class Entry(NamedTuple):
    """One sentence of a catalogue."""

    context: str
    sentence: str
    translation: str


def read_po(text: str) -> Iterator[Entry]:
    """The entries of a catalogue, without its heading; what is commented out is no entry."""
    parts: dict[str, str] = {}
    name = ""
    for line in [*text.splitlines(), 'msgid ""']:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if not line.startswith('"'):
            word, _, line = line.partition(" ")
            if "msgstr" in parts and word in ("msgctxt", "msgid"):
                if parts["msgid"] and parts["msgstr"]:
                    yield Entry(parts.get("msgctxt", ""), parts["msgid"], parts["msgstr"])
                parts = {}
            name = word
            parts[name] = ""
        parts[name] += ast.literal_eval(line.strip())
