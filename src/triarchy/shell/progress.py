"""Progress on standard error, if that is a terminal: a line while rules compile."""

from __future__ import annotations

import sys

from triarchy.engine.announce import ANNOUNCER
from triarchy.kit.definition import DEFINITIONS
from triarchy.table.prepare import prepare


def prepare_game(name: str) -> None:
    """Compile a game's rules, saying so if it takes a moment because nothing is in the cache."""
    definition = DEFINITIONS[name]
    ANNOUNCER.quiet = True  # the line below says more
    spoken, terminal = False, sys.stderr.isatty()

    def say(step: str, number: int, steps: int) -> None:
        nonlocal spoken
        from triarchy.engine.compiled import compilations

        if terminal and (spoken or compilations() > 0):
            spoken = True
            print(
                f"\rCompiling {definition.title}, once only: {number} of {steps} ({step})    ",
                end="",
                file=sys.stderr,
                flush=True,
            )

    prepare(definition, say)
    if spoken:
        print(f"\rCompiled {definition.title}.{' ' * 40}", file=sys.stderr, flush=True)
