"""What was found wrong with a set-up or with what a server keeps, told to its host."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from triarchy.server.setup_check import Finding


def tell(findings: Iterable[Finding], all_is_well: str) -> None:
    """A sentence a line as they are found; exit code 2 if something is wrong, warnings apart."""
    from triarchy.server.setup_check import WRONG

    wrong = 0
    for finding in findings:
        print(f"{finding.kind}: {finding.sentence}", flush=True)
        wrong += finding.kind == WRONG
    if wrong:
        raise typer.Exit(2)
    print(all_is_well)
