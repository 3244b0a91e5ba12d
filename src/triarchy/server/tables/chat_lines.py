"""What was said at a table, as a reader of a language meets it."""

from __future__ import annotations

import json
from typing import Any

from triarchy.kit.language import translator
from triarchy.server.refusals import LANGUAGES_FOLDER
from triarchy.server.storage.rows import ChatRow
from triarchy.server.tables.seat_names import called
from triarchy.server.tables.snapshot import Snapshot, iso


def _text(line: ChatRow, language: str) -> str:
    """A line as it was said; those that nobody said are notices."""
    if line.name:
        return str(line.text)
    told = json.loads(line.text)
    return translator(LANGUAGES_FOLDER, language)(
        told["sentence"], **{key: called(value, language) for key, value in told["values"].items()}
    )


def chat_lines(snapshot: Snapshot, after: int = 0, language: str = "en") -> list[dict[str, Any]]:
    """What was said after line `after`."""
    if not snapshot.chat:
        return []
    seats: dict[int | None, int] = {seat.place: seat.seat for seat in snapshot.seats}
    return [
        {
            "id": line.number,
            "name": called(line.name, language),
            "seat": seats.get(line.place),
            "text": _text(line, language),
            "at": iso(line.at),
        }
        for line in snapshot.chat
        if line.number > after
    ]
