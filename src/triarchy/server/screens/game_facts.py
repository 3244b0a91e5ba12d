"""What is told of a game before it is played: on its card, and its boards, options, numbers of players."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from triarchy.kit.definition import Definition
from triarchy.server.screens.examples import FRAMES


def game_card(definition: Definition, language: str) -> dict[str, Any]:
    """What every page knows of a game."""
    return {
        **_in_short(definition, language),
        "first_players": definition.first_players or definition.players[0],
        "guide": bool(definition.text.strategy(language)),
    }


def _in_short(definition: Definition, language: str) -> dict[str, Any]:
    return {
        "game": definition.name,
        "title": definition.title_in(language),
        "about": definition.text.about(language),
        "players": list(definition.players),
        "minutes": list(definition.minutes),
    }


def game_facts(definition: Definition, state: str, language: str) -> dict[str, Any]:
    """The GameFacts of docs/reference/http.md."""
    return {
        **_in_short(definition, language),
        "state": state,
        "boards": [
            {
                "id": board.id,
                "title": definition.board_title(board, language),
                "players": list(board.players),
            }
            for board in definition.boards.values()
        ],
        "default_boards": {str(n): board for n, board in definition.default_boards.items()},
        "options": {name: list(values) for name, values in definition.options.items()},
        "option_words": {
            name: asdict(words) for name, words in definition.text.option_words(language).items()
        },
        "example": FRAMES,
    }
