"""The command line: one file per command, errors in one sentence with exit code 2."""

from __future__ import annotations

import sys

import typer

from triarchy.engine.errors import TriarchyError
from triarchy.shell.protocol import protocol

app = typer.Typer(
    help="Meridian, Euphrat & Tigris and China: play, simulate, measure.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(protocol)


@app.callback()
def _root() -> None:
    """Meridian, Euphrat & Tigris and China: play, simulate, measure."""


def run() -> None:
    """Run a command; what is wrong is said in one sentence, with exit code 2."""
    try:
        app()
    except TriarchyError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
