"""`triarchy build-rules`: the portable file of a game, its rules and bots as WebAssembly; for developers."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import DEFINITIONS

ALL = "all"


def build_rules(
    name: Annotated[str, typer.Argument(help="The game, or all.", metavar="[GAME]")] = ALL,
    to: Annotated[
        Path | None, typer.Option("--to", help="Write it here; usually into the game's folder.")
    ] = None,
) -> None:
    """Make a game's portable file, its rules and bots as WebAssembly, from the compiled rules.

    To be done after an edit of rules or bots; it takes minutes. Needs Numba and the extra `build`.

    Example: triarchy build-rules meridian
    """
    from triarchy.portable.build import build

    if name == ALL and to is not None:
        raise BadRequest("--to takes the file of one game: name the game.")
    for one in DEFINITIONS.names() if name == ALL else [DEFINITIONS[name].name]:
        begun = time.perf_counter()
        path = build(one, to)
        seconds = time.perf_counter() - begun
        print(f"{one}: {path.stat().st_size / 1000:,.0f} kB in {seconds:.0f} s, {path}", flush=True)
