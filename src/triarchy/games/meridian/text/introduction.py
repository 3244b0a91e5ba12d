"""How Meridian introduces itself: what it is about, and what its options are called."""

from __future__ import annotations

from triarchy.games.meridian.text.words import speaker
from triarchy.kit.presentation import OptionWords


def about(language: str) -> str:
    say = speaker(language)
    return say(
        "Raise towers along the meridians, push other players' towers aside, and "
        "hold the majority on the islands."
    )


def aim(language: str) -> str:
    say = speaker(language)
    return say(
        "The strongest player on an island at the end scores a point for each of its cities; the "
        "player with the most points wins."
    )


def option_words(language: str) -> dict[str, OptionWords]:
    return {}
