"""`triarchy build-site`: the site that needs no server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PYODIDE = Path("scripts/site/node_modules/pyodide")
"""Where `make site` has it."""


def build_site(
    folder: Annotated[Path, typer.Argument(help="The folder to write; a site in it is replaced.")],
    pyodide: Annotated[
        Path, typer.Option("--pyodide", help="The folder of the npm package `pyodide`, unpacked.")
    ] = PYODIDE,
) -> None:
    """Write a site that plays by itself: any host of files serves it, and no server thinks.

    Tables against bots, lessons, puzzles, rules and reviews run in the visitor's browser. `make site`
    fetches Pyodide and calls this.

    Example: triarchy build-site build/site --pyodide node_modules/pyodide
    """
    from triarchy.engine.portable import running
    from triarchy.site.build import build_site as build

    running.begin()
    files = build(folder, pyodide)
    size = sum(file.stat().st_size for file in files)
    print(
        f"{len(files)} files, {size / 1e6:,.1f} MB, in {folder}. Try it: python -m http.server -d {folder}"
    )
