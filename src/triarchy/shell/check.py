"""`triarchy check`: interpreter, CPU and GPU play the same games to the byte."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from triarchy.engine.errors import BadRequest
from triarchy.engine.native import need_native
from triarchy.kit.definition import DEFINITIONS
from triarchy.shell.bench import machine


def check(
    names: Annotated[
        list[str] | None, typer.Argument(help="Games to check (default: all).", metavar="[GAME]...")
    ] = None,
    device: Annotated[
        str,
        typer.Option(
            "--device",
            help="cpu; cuda: compare and measure a GPU as well; wasm: compare the portable files.",
        ),
    ] = "cpu",
    part: Annotated[
        list[str] | None,
        typer.Option(
            "--part",
            help="What to check: proof, figures, learning, sharing or greedy; repeatable (default: the first two).",
        ),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Play fewer games.")] = False,
    log: Annotated[
        Path | None, typer.Option("--log", help="Also write everything to this file.")
    ] = None,
) -> None:
    """Prove that interpreter, CPU and GPU play byte-for-byte identical games, and measure them.

    --device wasm proves the same of the portable files, rules and bots, in Node too where it is installed.
    The exit code is 1 if anything differs.

    Example: triarchy check meridian --device cuda --quick --log check.log
    """
    need_native("triarchy check")
    from triarchy.research import check as checking
    from triarchy.research.check_portable import check_portable
    from triarchy.research.gpu import ready

    if device not in ("cpu", "cuda", "wasm"):
        raise BadRequest(f"The device is cpu, cuda or wasm, not {device!r}.")
    if device == "wasm" and part:
        raise BadRequest("The check of portable files has no parts: leave --part out.")
    parts = part or ["proof", "figures"]
    for one in parts:
        if one not in checking.PARTS:
            raise BadRequest(f"There is no part {one!r}; there are {', '.join(checking.PARTS)}.")
    if device == "cuda":
        ready()
    games = [DEFINITIONS[name].name for name in names or DEFINITIONS.names()]
    say = checking.Log(log)
    say(f"Triarchy check, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC")
    say(", ".join(f"{key} {value}" for key, value in machine().items()))
    if device == "wasm":
        fine = check_portable(say, games, quick)
    else:
        fine = checking.check(say, games, parts, device == "cuda", quick)
    if not fine:
        raise typer.Exit(1)
