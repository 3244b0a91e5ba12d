"""What several actions make of one state, in one call: a compiled call costs more than most moves."""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import apply


@compiled
def play_each(board, state, actions, outcomes):
    """Play each of these legal actions on a copy of its own: `outcomes[k]` is the state after action k."""
    for k in range(len(actions)):
        outcomes[k] = state
        apply(board, outcomes[k], int(actions[k]))
