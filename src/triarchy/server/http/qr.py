"""Links as QR codes, for whoever sits opposite with a phone."""

from __future__ import annotations

import io


def qr_svg(link: str) -> str:
    """The code of a link as an SVG: dark on light, as cameras want it, whatever the page's theme."""
    import segno

    out = io.BytesIO()
    segno.make_qr(link).save(
        out, kind="svg", border=3, dark="#3a2a1a", light="#fffaf0", xmldecl=False, omitsize=True
    )
    return out.getvalue().decode()
