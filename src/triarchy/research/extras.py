"""Extras of the package: one that is missing is named in one sentence."""

from __future__ import annotations


def missing(error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """What to raise in place of an error from importing what an extra of this package brings."""
    return ModuleNotFoundError(
        f"{error.name!r} is not installed; pip install 'triarchy[{extra}]' brings it.",
        name=error.name,
    )
