"""How Tigris & Euphrates introduces itself: what it is about, and what its options are called."""

from __future__ import annotations

from triarchy.games.tigris.text.words import speaker
from triarchy.kit.presentation import OptionWords


def about(language: str) -> str:
    say = speaker(language)
    return say(
        "Lead a dynasty between two rivers: found kingdoms, fight wars, and neglect "
        "no part of your people."
    )


def aim(language: str) -> str:
    say = speaker(language)
    return say(
        "Collect points in four colours; at the end only your weakest colour counts, and the "
        "player with the most points in theirs wins."
    )


def option_words(language: str) -> dict[str, OptionWords]:
    say = speaker(language)
    return {
        "open_points": OptionWords(
            say("Open points"), say("Everyone's points are shown all the time.")
        ),
        "support": OptionWords(
            say("Adding tiles in a conflict"),
            values=(say("any number"), say("only as many as can decide it (English rules)")),
        ),
    }
