"""How Euphrat & Tigris introduces itself: what it is about, and what its options are called."""

from __future__ import annotations

from triarchy.games.tigris.text.words import speaker
from triarchy.kit.presentation import OptionWords


def about(language: str) -> str:
    say = speaker(language)
    return say(
        "Lead a dynasty between two rivers: found kingdoms, wage wars, and let no part of your people fall behind."
    )


def option_words(language: str) -> dict[str, OptionWords]:
    say = speaker(language)
    return {
        "open_points": OptionWords(
            say("Open points"), say("Everyone's points are shown all the time.")
        ),
        "support": OptionWords(
            say("Committing tiles in a conflict"),
            values=(say("any number"), say("only as many as can decide it (English rules)")),
        ),
    }
