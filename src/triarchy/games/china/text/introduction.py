"""How China introduces itself: what it is about, and what its options are called."""

from __future__ import annotations

from triarchy.games.china.text.words import speaker
from triarchy.kit.presentation import OptionWords


def about(language: str) -> str:
    say = speaker(language)
    return say(
        "Build houses along the roads, send emissaries to the courts, and ally provinces with each other."
    )


def option_words(language: str) -> dict[str, OptionWords]:
    say = speaker(language)
    return {
        "forts": OptionWords(
            say("With fortifications"),
            say("Everyone has one, which doubles what the house on it is worth."),
        )
    }
