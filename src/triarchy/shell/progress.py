"""Progress on standard error: a line while rules compile, a bar while work goes on."""

from __future__ import annotations

import sys

from triarchy.kit.definition import DEFINITIONS
from triarchy.table.prepare import prepare


def prepare_game(name: str) -> None:
    """Compile a game's rules, saying so if it takes a moment because nothing is in the cache."""
    definition = DEFINITIONS[name]
    spoken = False

    def say(step: str, number: int, steps: int) -> None:
        nonlocal spoken
        from triarchy.engine.compiled import compilations

        if compilations() > 0 or spoken:
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
