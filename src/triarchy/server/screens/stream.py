"""The data of an event of a table's stream: what has happened, for the reader who listens."""

from __future__ import annotations

from typing import Any, NamedTuple

from triarchy.server.json_text import to_json
from triarchy.server.people.identity import Visitor
from triarchy.server.screens.screens import Screens
from triarchy.server.screens.text_cache import Look
from triarchy.server.tables.chat_lines import chat_lines
from triarchy.server.tables.snapshot import Snapshot

Known = tuple[int, int, int]
"""The version, the number of moves and the lines of chat that a reader knows."""


class StreamOptions(NamedTuple):
    """What a reader wants to be told, and how."""

    look: Look
    seat: int | None = None
    """Whose eyes, if they hold several seats."""
    screen: bool = False
    """Whether events carry the screen, by what changed in it."""


def news(
    screens: Screens, snapshot: Snapshot, visitor: Visitor, known: Known, options: StreamOptions
) -> bytes:
    """What has happened since `known`, as JSON: made once for all readers who are told the same."""
    row = snapshot.row
    held = snapshot.held(visitor)
    standing = (row.maker == visitor.person, bool(snapshot.had(visitor)))

    def make() -> bytes:
        facts = to_json(_facts(screens, snapshot, held, known, options))
        if not options.screen or not _begun(screens, snapshot):
            return facts
        event = ".".join(map(str, known)) if known[0] >= 0 else None
        update = screens.update(snapshot, visitor, options.seat, options.look, event)
        return b'%b,"screen":%b}' % (facts[:-1], update)

    return screens.cache.get(("news", row.id, snapshot.event, known, held, standing, options), make)


def _begun(screens: Screens, snapshot: Snapshot) -> bool:
    row = snapshot.row
    return row.status in ("playing", "over") and screens.service.compiling.is_ready(row.game)


def _facts(
    screens: Screens,
    snapshot: Snapshot,
    held: tuple[int, ...],
    known: Known,
    options: StreamOptions,
) -> dict[str, Any]:
    row = snapshot.row
    # Several people at one device hear what everyone may hear.
    seat = held[0] if len(held) == 1 else None
    lines: list[dict[str, Any]] = []
    if row.number > known[1] and _begun(screens, snapshot):
        lines = screens.steps(snapshot, seat, known[1], options.look)
    return {
        "version": row.version,
        "event": snapshot.event,
        "number": row.number,
        "status": row.status,
        "to_move": row.to_move if row.status == "playing" else None,
        "your_turn": row.status == "playing" and row.to_move in held,
        "lines": lines,
        "chat": chat_lines(snapshot, known[2], options.look.language),
        "rematch": row.rematch,
    }
