"""Which language a reader gets: the one they chose, else one their browser asks for."""

from __future__ import annotations

from triarchy.kit.language import LANGUAGES


def language_of(chosen: str | None, accepted: str) -> str:
    """The language chosen, else the first one of an Accept-Language header that we speak."""
    if chosen in LANGUAGES:
        return str(chosen)
    wishes = []
    for part in accepted[:200].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), tag.split("-")[0].lower()))
        except ValueError:
            continue
    for _, tag in sorted(wishes, key=lambda wish: wish[0]):
        if tag in LANGUAGES:
            return tag
    return "en"
