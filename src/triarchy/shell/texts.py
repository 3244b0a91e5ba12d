"""`triarchy texts`: whether a game's texts say the same in every language; for authors and translators."""

from __future__ import annotations

from typing import Annotated

import typer

from triarchy.kit.definition import DEFINITIONS

ALL = "all"


def texts(
    name: Annotated[str, typer.Argument(help="The game, or all.", metavar="[GAME]")] = ALL,
    translated: Annotated[
        str,
        typer.Option(
            "--translated",
            help="Note that the translations of this part, by its id, say what the English text says today; "
            "or of all.",
            metavar="ID",
        ),
    ] = "",
) -> None:
    """Check the texts of a game: rulebook, lessons, legend and strategy guide in every language.

    Lists what is missing, what differs, and which translations are older than the English text.

    Example: triarchy texts meridian --translated two-players
    """
    from triarchy.kit.texts import faults, older, renew

    found: list[str] = []
    for one in DEFINITIONS.names() if name == ALL else [name]:
        folder = DEFINITIONS[one].folder
        if translated:
            renewed = renew(folder, "" if translated == ALL else translated)
            print(f"{one}: {renewed} parts noted as translated.")
        found += [*faults(folder), *older(folder)]
    print("\n".join(found) or "Every text says the same in every language.")
    if found:
        raise typer.Exit(1)
