"""How China introduces itself: what it is about, and what its options are called."""

from __future__ import annotations

from triarchy.games.china.text.words import speaker
from triarchy.kit.presentation import OptionWords


def about(language: str) -> str:
    say = speaker(language)
    return say(
        "Build houses along the roads, send emissaries to the courts, and ally provinces with each other."
    )


def aim(language: str) -> str:
    say = speaker(language)
    return say(
        "Score the most points: with houses in the provinces and along the roads, and with emissaries "
        "at two courts that are allied."
    )


def option_words(language: str) -> dict[str, OptionWords]:
    say = speaker(language)
    return {
        "forts": OptionWords(
            say("With fortifications"),
            say("Everyone has one fortification. It doubles what the house on it is worth."),
        )
    }
