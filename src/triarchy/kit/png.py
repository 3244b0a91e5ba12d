"""An SVG as a PNG, with the fonts of the machine."""

from __future__ import annotations

import sys

# The generic families "serif" and "sans-serif" mean these fonts in a PNG.
FONTS = {"darwin": ("Georgia", "Helvetica Neue"), "win32": ("Georgia", "Segoe UI")}
OTHER_FONTS = ("DejaVu Serif", "DejaVu Sans")


def to_png(svg: str, width: int | None = None, background: str | None = None) -> bytes:
    """Draw an SVG `width` pixels wide (its own width if None); transparent without background."""
    import resvg_py

    serif, sans = FONTS.get(sys.platform, OTHER_FONTS)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background=background,
            font_family=sans,
            serif_family=serif,
            sans_serif_family=sans,
        )
    )
