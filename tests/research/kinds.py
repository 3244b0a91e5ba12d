"""Every game with every number of players, and random play through a mask."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from triarchy.kit.definition import DEFINITIONS

GAMES = ("meridian", "tigris", "china")
KINDS = [
    (name, players)
    for name in GAMES
    for players in range(DEFINITIONS[name].players[0], DEFINITIONS[name].players[1] + 1)
]


def any_legal(mask, chance) -> int:
    """A random action that a mask allows."""
    return int(chance.choice(np.flatnonzero(mask)))


@contextmanager
def quiet() -> Iterator[None]:
    """Without the advice that the libraries' checkers give."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        # OpenSpiel's solver divides by very small probabilities in games as long as these.
        warnings.filterwarnings("ignore", category=RuntimeWarning, module="open_spiel")
        yield
