"""What a page's other worker does: bots think there, so that the page never waits for them."""

from __future__ import annotations

import base64
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from triarchy.server.bots import thinking
from triarchy.server.bots.queue import Question
from triarchy.site.device import NEEDS_NETWORK

WAYS: dict[str, Callable[[Any], Any]] = {
    "choose": thinking.chosen,
    "advise": thinking.advised,
    "review": thinking.judged,
    "study": thinking.studied,
}
STAND_IN = "hard"
"""The bot that plays where a network cannot be had."""


def think(question: str, fetch_networks: Callable[[str], None] = lambda game: None) -> str:
    """The answer to a question of the page's own device, both packed; and whether another bot has given it."""
    kind, asked = pickle.loads(base64.b64decode(question))
    stood_in = False
    if isinstance(asked, Question) and asked.strength == NEEDS_NETWORK:
        try:
            fetch_networks(asked.game.name)
        except Exception:  # no connection, or no such file
            asked, stood_in = replace(asked, strength=STAND_IN), True
    return base64.b64encode(pickle.dumps((WAYS[kind](asked), stood_in))).decode()
