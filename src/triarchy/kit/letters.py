"""Letters of our own, as strokes: for pictures that must be legible where no font is installed.

A letter is an SVG path in hundredths of the font size, the baseline at 0 and up positive; the pen
is round. `as_strokes` turns every text of a drawing into such paths.
"""

from __future__ import annotations

import re
import unicodedata
from xml.etree import ElementTree

SVG = "http://www.w3.org/2000/svg"
PEN, BOLD_PEN = 8.5, 12.0
"""How wide a stroke is."""
SPACING = 2.0
_BOWL = "M42 24A18.5 24 0 1 0 5 24A18.5 24 0 1 0 42 24Z"
_BELLY = "M9 24A18.5 24 0 1 0 46 24A18.5 24 0 1 0 9 24Z"

LETTERS: dict[str, tuple[float, str]] = {
    " ": (26, ""),
    "A": (62, "M4 0L31 70L58 0M14 24H48"),
    "B": (56, "M8 0V70H30A17 16.5 0 0 0 30 37H8M30 37A18.5 18.5 0 0 0 30 0H8"),
    "C": (58, "M52 57A27 35 0 1 1 52 13"),
    "D": (62, "M8 0V70H26A29 35 0 0 0 26 0Z"),
    "E": (52, "M46 70H8V0H46M8 37H40"),
    "F": (48, "M44 70H8V0M8 36H38"),
    "G": (64, "M54 58A28 35 0 1 1 56 14V33H38"),
    "H": (64, "M8 0V70M56 0V70M8 36H56"),
    "I": (22, "M11 0V70"),
    "J": (42, "M33 70V18A15 18 0 0 0 4 14"),
    "K": (58, "M8 0V70M52 70L8 28M24 43L54 0"),
    "L": (48, "M8 70V0H44"),
    "M": (74, "M8 0V70L37 22L66 70V0"),
    "N": (64, "M8 0V70L56 0V70"),
    "O": (68, "M34 70A28 35 0 1 0 34 0A28 35 0 1 0 34 70Z"),
    "P": (54, "M8 0V70H30A18 18.5 0 0 0 30 33H8"),
    "Q": (68, "M34 70A28 35 0 1 0 34 0A28 35 0 1 0 34 70ZM40 18L60 -6"),
    "R": (56, "M8 0V70H30A18 18.5 0 0 0 30 33H8M30 33L52 0"),
    "S": (54, "M47 59C40 73 9 74 9 53C9 30 48 42 48 18C48 -5 13 -4 6 11"),
    "T": (54, "M2 70H52M27 70V0"),
    "U": (62, "M8 70V24A23 24 0 0 1 54 24V70"),
    "V": (58, "M3 70L29 0L55 70"),
    "W": (82, "M3 70L22 0L41 62L60 0L79 70"),
    "X": (56, "M4 70L52 0M52 70L4 0"),
    "Y": (54, "M3 70L27 34L51 70M27 34V0"),
    "Z": (54, "M5 70H49L5 0H50"),
    "a": (51, _BOWL + "M42 48V0"),
    "b": (51, _BELLY + "M9 72V0"),
    "c": (45, "M39 39A18.5 24 0 1 1 39 9"),
    "d": (51, _BOWL + "M42 72V0"),
    "e": (48, "M6 25H42A18 23.5 0 1 1 38 8"),
    "f": (32, "M30 70C18 75 14 68 14 58V0M3 46H28"),
    "g": (51, _BOWL + "M42 48V-6A18 15 0 0 0 8 -13"),
    "h": (51, "M9 72V0M9 26A17 22 0 0 0 43 26V0"),
    "i": (22, "M11 48V0M11 65V66"),
    "ı": (22, "M11 48V0"),
    "j": (24, "M14 48V-8A10 11 0 0 0 0 -17M14 65V66"),
    "k": (46, "M9 72V0M40 48L9 19M20 29L43 0"),
    "l": (22, "M11 72V0"),
    "m": (76, "M9 48V0M9 28A15 20 0 0 0 38 28V0M38 28A15 20 0 0 0 67 28V0"),
    "n": (51, "M9 48V0M9 26A17 22 0 0 0 43 26V0"),
    "o": (52, "M26 48A20 24 0 1 0 26 0A20 24 0 1 0 26 48Z"),
    "p": (51, _BELLY + "M9 48V-20"),
    "q": (51, _BOWL + "M42 48V-20"),
    "r": (34, "M9 48V0M9 26A18 21 0 0 0 32 46"),
    "s": (42, "M36 40C30 52 8 51 8 36C8 21 37 29 37 13C37 -4 11 -3 5 8"),
    "t": (34, "M14 64V14C14 2 22 -1 31 2M3 47H29"),
    "u": (50, "M8 48V20A17 21 0 0 1 42 20M42 48V0"),
    "v": (46, "M3 48L23 0L43 48"),
    "w": (66, "M3 48L18 0L33 44L48 0L63 48"),
    "x": (44, "M4 48L40 0M40 48L4 0"),
    "y": (46, "M3 48L23 2M43 48L20 -10C17 -18 11 -21 4 -18"),
    "z": (44, "M5 48H39L5 0H40"),
    "ß": (54, "M9 0V52C9 78 42 76 41 57C41 46 28 46 28 38C28 29 47 27 46 13C45 -3 28 -2 22 3"),
    "ø": (52, "M26 48A20 24 0 1 0 26 0A20 24 0 1 0 26 48ZM6 -4L46 52"),
    "æ": (80, _BOWL + "M42 48V0M42 25H74A16 23 0 1 1 70 8"),
    "0": (54, "M27 70A21 35 0 1 0 27 0A21 35 0 1 0 27 70Z"),
    "1": (54, "M14 56L32 70V0"),
    "2": (54, "M8 53C8 76 46 75 46 51C46 34 24 22 7 0H48"),
    "3": (54, "M8 60C16 74 44 74 44 53C44 40 34 37 22 37C36 37 47 33 47 19C47 -5 12 -5 6 12"),
    "4": (54, "M37 0V70L5 20H50"),
    "5": (54, "M44 70H13L10 39C20 49 47 48 47 22C47 -4 14 -5 6 11"),
    "6": (54, "M42 67C22 74 8 50 8 24C8 -8 47 -8 47 22C47 50 12 50 8 24"),
    "7": (54, "M6 70H48L20 0"),
    "8": (54, "M27 38C4 38 4 70 27 70C50 70 50 38 27 38C1 38 1 0 27 0C53 0 53 38 27 38Z"),
    "9": (54, "M12 3C32 -4 46 20 46 46C46 78 7 78 7 48C7 20 42 20 46 46"),
    ".": (22, "M11 0V1"),
    ",": (22, "M12 3L8 -10"),
    ":": (22, "M11 0V1M11 40V41"),
    ";": (22, "M12 3L8 -10M11 40V41"),
    "!": (24, "M12 70V22M12 0V1"),
    "?": (46, "M6 56C8 76 42 75 40 52C39 40 23 40 23 22M23 0V1"),
    "'": (18, "M9 72V56"),
    '"': (30, "M9 72V56M21 72V56"),
    "(": (30, "M23 78C5 56 5 14 23 -8"),
    ")": (30, "M7 78C25 56 25 14 7 -8"),
    "-": (34, "M6 28H28"),
    "–": (52, "M4 28H48"),
    "—": (84, "M4 28H80"),
    "_": (50, "M2 -10H48"),
    "…": (66, "M11 0V1M33 0V1M55 0V1"),
    "×": (50, "M9 44L41 12M41 44L9 12"),
    "+": (52, "M6 28H46M26 48V8"),
    "=": (52, "M6 36H46M6 18H46"),
    "/": (40, "M4 -6L36 76"),
    "·": (22, "M11 30V31"),
    "&": (66, "M60 0L18 46C8 60 20 71 31 70C44 69 44 53 32 45L16 34C1 24 5 0 26 0C44 0 55 16 57 32"),
    "%": (74, "M18 70A12 16 0 1 0 18 38A12 16 0 1 0 18 70ZM56 32A12 16 0 1 0 56 0A12 16 0 1 0 56 32ZM62 70L12 0"),
    "@": (84, "M56 34A15 18 0 1 0 26 34A15 18 0 1 0 56 34ZM56 48V26C56 14 76 16 76 36C76 82 8 82 8 32C8 -12 44 -16 62 -6"),
}  # fmt: skip
SAME = {"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "‐": "-", "−": "–", "\u00a0": " "}
DOTTED = re.compile("i(?=[\u0300-\u030c])")
UNKNOWN = (54.0, "M8 0V66H46V0Z")
MARKS = {
    "\u0308": "M-9 {y}V{z}M9 {y}V{z}",
    "\u0301": "M-3 {y}L8 {w}",
    "\u0300": "M3 {y}L-8 {w}",
    "\u0302": "M-10 {y}L0 {w}L10 {y}",
    "\u030c": "M-10 {w}L0 {y}L10 {w}",
    "\u0303": "M-12 {y}C-6 {w} 6 {y} 12 {w}",
    "\u030a": "M-6 {w}A6 6 0 1 0 6 {w}A6 6 0 1 0 -6 {w}Z",
    "\u0304": "M-10 {y}H10",
    "\u0327": "M0 0L-4 -16",
}
"""Signs above (or below) a letter, from its middle; {y} and {w} stand above the letter."""


def strokes(words: str) -> tuple[list[tuple[float, str]], float]:
    """The paths of a line of text with where each begins, and how wide the line is."""
    placed: list[tuple[float, str]] = []
    x, width, tall = 0.0, 0.0, False
    for sign in DOTTED.sub("ı", unicodedata.normalize("NFD", words)):
        if sign in MARKS and placed:
            height = 82.0 if tall else 62.0
            mark = MARKS[sign].format(y=height, z=height + 1, w=height + 12)
            placed.append((x - width / 2, mark))
            continue
        if unicodedata.combining(sign):
            continue
        letter = SAME.get(sign, sign)
        width, path = LETTERS.get(letter, UNKNOWN)
        tall = letter.isupper()
        if path:
            placed.append((x, path))
        x += width + SPACING
    return placed, x


Inherited = dict[str, str]
KEYS = ("fill", "font-size", "font-weight", "font-style", "text-anchor", "text-decoration")


def as_strokes(svg: str) -> str:
    """The same drawing with its texts as paths."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    _replace(root, {})
    return ElementTree.tostring(root, encoding="unicode")


def _replace(element: ElementTree.Element, above: Inherited) -> None:
    own = {**above, **{key: element.attrib[key] for key in KEYS if key in element.attrib}}
    for place, child in enumerate(list(element)):
        if child.tag == f"{{{SVG}}}text":
            element[place] = _line(child, own)
        else:
            _replace(child, own)


def _line(text: ElementTree.Element, above: Inherited) -> ElementTree.Element:
    """One text as a group of paths."""
    style = {**above, **{key: text.attrib[key] for key in KEYS if key in text.attrib}}
    placed, width = strokes("".join(text.itertext()))
    scale = float(style.get("font-size", "16").removesuffix("px")) / 100
    start = {"middle": width / 2, "end": width}.get(style.get("text-anchor", ""), 0.0)
    x, y = float(text.get("x", 0)), float(text.get("y", 0))
    lean = " skewX(10)" if style.get("font-style") == "italic" else ""
    place = f"translate({x:.2f} {y:.2f}) scale({scale:.4f} {-scale:.4f}){lean}"
    outer: dict[str, str] = {
        key: text.attrib[key] for key in ("transform", "opacity") if key in text.attrib
    }
    outside = ElementTree.Element(f"{{{SVG}}}g", outer)
    group = ElementTree.SubElement(
        outside,
        f"{{{SVG}}}g",
        {
            "transform": place,
            "fill": "none",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
    )
    if style.get("text-decoration") == "underline":
        placed.append((0.0, f"M0 -14H{width:.0f}"))
    weight = BOLD_PEN if style.get("font-weight", "") in ("600", "700", "bold") else PEN
    colour = style.get("fill", "#000")
    halo = text.get("stroke", "none")
    pens = [(colour, weight)] if colour != "none" else []
    if halo != "none":
        pens.insert(0, (halo, weight + float(text.get("stroke-width", 1)) / scale))
    for stroke, pen in pens:
        attributes = {"stroke": stroke, "stroke-width": f"{pen:.1f}"}
        layer = ElementTree.SubElement(group, f"{{{SVG}}}g", attributes)
        for left, path in placed:
            where = {"d": path, "transform": f"translate({left - start:.1f} 0)"}
            ElementTree.SubElement(layer, f"{{{SVG}}}path", where)
    return outside
