"""`triarchy check`: interpreter, CPU and GPU play the same games to the byte."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import DEFINITIONS
from triarchy.shell.bench import machine


def check(
    names: Annotated[
        list[str] | None, typer.Argument(help="The games; without any, all.", metavar="[GAME]...")
    ] = None,
    device: Annotated[
        str, typer.Option("--device", help="cpu, or cuda: compare and measure a GPU as well.")
    ] = "cpu",
    part: Annotated[
        list[str] | None,
        typer.Option(
            "--part",
            help="proof, figures, learning, sharing or greedy; repeatable. Usually the first two.",
        ),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer games.")] = False,
    log: Annotated[
        Path | None, typer.Option("--log", help="Write everything to this file as well.")
    ] = None,
) -> None:
    """Prove that interpreter, CPU and GPU play the same games to the byte, and measure them.

    Exit code 1 if anything differs.

    Example: triarchy check meridian --device cuda --quick --log check.log
    """
    from triarchy.research import check as checking
    from triarchy.research.gpu import ready

    if device not in ("cpu", "cuda"):
        raise BadRequest(f"The device is cpu or cuda, not {device!r}.")
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
    if not checking.check(say, games, parts, device == "cuda", quick):
        raise typer.Exit(1)
