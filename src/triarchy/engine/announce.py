"""The first compilation takes a minute: say so to whoever waits for it in a terminal or a notebook."""

from __future__ import annotations

import sys
from typing import Any

from triarchy.engine.compiled import DISPATCHERS
from triarchy.engine.native import NATIVE

SENTENCE = "Triarchy compiles the rules of a game: once only, it takes a minute or so."


if NATIVE:
    import numba.core.event as numba_event

    register: Any = numba_event.register

    Listener: Any = numba_event.Listener
else:
    Listener = object


class Announcer(Listener):
    """Says once that rules are being compiled, unless somebody else shows how it goes on."""

    quiet = False

    def on_start(self, event: Any) -> None:
        if self.quiet or not any(one is event.data["dispatcher"] for one in DISPATCHERS):
            return
        self.quiet = True
        if is_watched():
            print(SENTENCE, file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Nothing more to say."""


def is_watched() -> bool:
    """Whether somebody reads standard error as it comes: in a terminal, or in a notebook."""
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())


ANNOUNCER = Announcer()
if NATIVE:
    register("numba:compile", ANNOUNCER)
