"""What is still to be drawn, put into another order: by this the review parts luck from choice."""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.rng import shuffle


def shuffle_sorted(rng: np.ndarray, items: np.ndarray) -> None:
    """Shuffle items in place into an order that depends on the generator and on what there is, not
    on how it lay before."""
    items.sort()
    shuffle(rng, items, len(items))
