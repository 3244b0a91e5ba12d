"""The command `triarchy`."""

from __future__ import annotations


def main() -> None:
    from triarchy.shell.app import run

    run()
