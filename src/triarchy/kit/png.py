"""An SVG as a PNG: with the fonts of the machine, or with letters of our own and in another process."""

from __future__ import annotations

import subprocess
import sys
import threading

from triarchy.kit.letters import as_strokes

# The generic families "serif" and "sans-serif" mean these fonts in a PNG.
FONTS = {"darwin": ("Georgia", "Helvetica Neue"), "win32": ("Georgia", "Segoe UI")}
OTHER_FONTS = ("DejaVu Serif", "DejaVu Sans")

PAINT = """
import sys, resvg_py
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)))
"""
AT_ONCE = threading.Semaphore(2)
SECONDS = 30


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


def painted_apart(svg: str) -> bytes:
    """Draw an SVG at its own size, its words as strokes: no font is needed.

    A process of its own does it, since painting holds up every thread of the one it is done in.
    """
    with AT_ONCE:
        done = subprocess.run(
            [sys.executable, "-c", PAINT],
            input=as_strokes(svg).encode(),
            stdout=subprocess.PIPE,
            timeout=SECONDS,
            check=True,
        )
    return done.stdout
