"""What the drawings of all games share: the palette, fonts, panels, buttons, text that fits.

A drawing is as many units wide as it will be pixels on the screen, so a size here is a size in
pixels. Everything is attributes of elements: no style sheet, no `style`, so that a page with a
strict content security policy shows it as it is. Classes are only handles for the page's own
style sheet (`target` for what can be clicked).

    colours = palette(dark)
    svg(width, height, panel(0, 0, 300, 80, colours), words(16, 24, "Supply", colours))
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from triarchy.kit.svg import Element, group, rect, target, text

SERIF = "'Iowan Old Style', Palatino, 'Palatino Linotype', P052, Georgia, Gelasio, 'DejaVu Serif', serif"
SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
TINY, SMALL, NORMAL, LARGE, TITLE = 12, 14, 16, 20, 28
"""The sizes of text, in pixels. Nothing is smaller than 11."""
RADIUS, WIDE_RADIUS = 6, 12
TOUCH = 44
"""The least width and height of what a finger must hit."""
PHONE = 600
"""Below this width a drawing stacks its parts."""


@dataclass(frozen=True, eq=False)
class Palette:
    """The colours of a page, light or dark (there is one of each); each game adds those of its own world."""

    page: str  # behind everything
    panel: str  # boxes on the page
    card: str  # cards and buttons on a panel
    ink: str  # text and outlines on page, panel and card
    faint: str  # text that is less important, still of AA contrast
    line: str  # hairlines
    accent: str  # the one thing to look at; also what can be clicked
    on_accent: str  # text on accent
    gold: str
    paper: str  # the board's own paper; maps keep it in the dark, only calmer
    paper_ink: str
    sea: str
    dark: bool


LIGHT = Palette(
    page="#faf5ea",
    panel="#f4ead5",
    card="#fffaf0",
    ink="#3a2a1a",
    faint="#6f5c47",
    line="#d9c8a8",
    accent="#b5482f",
    on_accent="#fffaf0",
    gold="#e8b93a",
    paper="#f4ead5",
    paper_ink="#3a2a1a",
    sea="#7fb2c6",
    dark=False,
)
DARK = Palette(
    page="#1b1815",
    panel="#26211c",
    card="#332c25",
    ink="#f0e4cc",
    faint="#b9a88d",
    line="#4a4036",
    accent="#e07a5a",
    on_accent="#1b1815",
    gold="#e0b544",
    paper="#d8cbae",
    paper_ink="#2e2115",
    sea="#3f6b7d",
    dark=True,
)


def palette(dark: bool) -> Palette:
    return DARK if dark else LIGHT


# Text


def style(
    colour: str,
    size: float = SMALL,
    *,
    anchor: str = "start",
    bold: bool = False,
    serif: bool = False,
) -> dict[str, Any]:
    """The attributes of words; `anchor` is start, middle or end."""
    wanted = {
        "fill": colour,
        "font_size": float(size),
        "font_family": SERIF if serif else SANS,
        "font_weight": "600" if bold else None,
        "text_anchor": None if anchor == "start" else anchor,
    }
    return {name: value for name, value in wanted.items() if value is not None}


def words(
    x: float,
    y: float,
    what: str,
    colour: str,
    size: float = SMALL,
    *,
    anchor: str = "start",
    bold: bool = False,
    serif: bool = False,
    **attributes: Any,
) -> Element:
    """A line of text; `y` is its baseline."""
    looks = style(colour, size, anchor=anchor, bold=bold, serif=serif)
    return text(x, y, what, **looks, **attributes)


@lru_cache(maxsize=2**14)
def text_width(what: str, size: float, bold: bool = False) -> float:
    """About how wide a line will be; on the safe side, as the reader's font is not known."""
    width = 0.0
    for letter in what:
        if letter in "ijl.,:;'|! ":
            width += 0.34
        elif letter in "ftrI()[]-":
            width += 0.42
        elif letter in "mwMWÄÖ@%–—…":
            width += 0.95
        elif letter.isupper():
            width += 0.7
        else:
            width += 0.61
    return width * size * (1.08 if bold else 1.0)


def wrap(what: str, size: float, width: float, bold: bool = False) -> list[str]:
    """The lines of a text that is to be at most so wide; a longer word gets a line of its own."""
    return list(_wrapped(what, size, width, bold))


@lru_cache(maxsize=2**12)
def _wrapped(what: str, size: float, width: float, bold: bool) -> tuple[str, ...]:
    lines: list[str] = []
    for word in what.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


@lru_cache(maxsize=2**12)
def fit(what: str, size: float, width: float, bold: bool = False) -> str:
    """The text, cut with an ellipsis if it would be wider than this."""
    if text_width(what, size, bold) <= width:
        return what
    while what and text_width(what + "…", size, bold) > width:
        what = what[:-1]
    return what.rstrip() + "…"


# Frames


def panel(
    x: float, y: float, width: float, height: float, colours: Palette, **attributes: Any
) -> Element:
    """A quiet box for things that belong together."""
    attributes = {"fill": colours.panel, "stroke": colours.line, "rx": WIDE_RADIUS, **attributes}
    return rect(x, y, width, height, **attributes)


def card(
    x: float, y: float, width: float, height: float, colours: Palette, **attributes: Any
) -> Element:
    """The front of a card, empty, with a thin ink border."""
    attributes = {"fill": colours.card, "stroke": colours.ink, "rx": RADIUS, **attributes}
    return rect(x, y, width, height, **attributes)


def button(
    move: str,
    label: str,
    x: float,
    y: float,
    width: float,
    height: float,
    colours: Palette,
    *content: Element,
    caption: str | None = None,
    strong: bool = False,
) -> Element:
    """A legal move as a button: with `content` drawn on it, or its caption (its label if None).

    A caption is broken into lines and must fit; "" shows none. `strong` fills the button with
    the accent: one at a time.
    """
    fill = colours.accent if strong else colours.card
    ink = colours.on_accent if strong else colours.ink
    frame = rect(x, y, width, height, rx=RADIUS, fill=fill, stroke=colours.accent, stroke_width=1.5)
    lines = wrap(label if caption is None else caption, SMALL, width - 12, bold=True)
    top = y + height / 2 - (len(lines) - 1) * 9 + 5
    shown = group(
        *(
            words(x + width / 2, top + 18 * i, line, ink, SMALL, anchor="middle", bold=True)
            for i, line in enumerate(lines)
        )
    )
    return target(move, label, frame, *content, *([shown] if lines else []))
