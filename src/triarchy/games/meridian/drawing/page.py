"""The picture as a whole: the parts that are asked for, each or all of them together."""

from __future__ import annotations

from triarchy.games.meridian import text
from triarchy.games.meridian.drawing.board import draw_board
from triarchy.games.meridian.drawing.hand import draw_hand
from triarchy.games.meridian.drawing.panels import draw_player
from triarchy.games.meridian.drawing.scene import Scene
from triarchy.games.meridian.sight import MeridianSight
from triarchy.kit.drawing import LARGE, NORMAL, PHONE, panel, words, wrap
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader
from triarchy.kit.svg import Element, Raw, group, number, rect, svg

LEAST_WIDTH = 320
GAP = 12
SIDE = 348
"""The width of the players' column beside a wide map."""
WIDE = 1100


def draw(sight: MeridianSight, reader: Reader, picture: Picture) -> str:
    scene = Scene(sight, reader, picture)
    width = max(LEAST_WIDTH, picture.width)
    if picture.part == "all":
        return str(_everything(scene, width))
    drawing: Element | Raw
    if picture.part == "board":
        drawing, height = draw_board(scene, width)
    else:
        # An onlooker sees the hand of whoever is to move.
        whose = sight.to_move if reader.seat is None or picture.lit else reader.seat
        drawing, height = draw_hand(scene, max(whose, 0), width)
    return str(_named(scene, width, height, drawing))


def _named(scene: Scene, width: int, height: float, *parts: Element | Raw) -> Element:
    """A drawing of the position with a spoken name."""
    prompt = text.prompt(scene.sight, scene.reader)
    name = f"{scene.say(scene.sight.board.title)}. {prompt}"
    return svg(width, height, *parts, role="group", aria_label=name)


def _everything(scene: Scene, width: int) -> Element:
    """A picture that stands by itself, in one column on a phone, with a side column if wide."""
    colours = scene.palette
    margin = 8 if width < PHONE else 16
    inner = width - 2 * margin
    parts = group()
    heading, y = _heading(scene, margin, inner)
    parts.add(heading)
    wide = width >= WIDE
    map_width = inner - SIDE - GAP if wide else inner
    drawn, high = draw_board(scene, map_width)
    parts.add(group(drawn, transform=f"translate({margin} {number(y)})"))
    below = y + high + GAP
    hand_of = scene.sight.to_move if scene.legal else None
    if hand_of is not None:
        hand, hand_high = draw_hand(scene, hand_of, map_width, with_track=False)
        parts.add(
            panel(margin, below, map_width, hand_high, colours),
            group(hand, transform=f"translate({margin} {number(below)})"),
        )
        below += hand_high + GAP
    columns = 1 if wide or width < PHONE else 2
    each = SIDE if wide else (inner - GAP * (columns - 1)) / columns
    left, top = (margin + map_width + GAP, y) if wide else (margin, below)
    bottom = top
    for seat in range(scene.sight.players):
        box, box_high = draw_player(scene, seat, each, keys=seat != hand_of)
        x = left + seat % columns * (each + GAP)
        at = top + seat // columns * (box_high + GAP)
        parts.add(group(box, transform=f"translate({number(x)} {number(at)})"))
        bottom = at + box_high
    height = max(below, bottom + GAP) if wide else bottom + GAP
    return _named(scene, width, height, rect(0, 0, width, height, fill=colours.page), parts)


def _heading(scene: Scene, x: float, width: float) -> tuple[Element, float]:
    """The prompt, in as many lines as it takes, and where the map may begin."""
    size = NORMAL if width < PHONE else LARGE
    lines = wrap(text.prompt(scene.sight, scene.reader), size, width)
    drawing = group()
    for i, line in enumerate(lines):
        y = 12 + size * (1.0 + 1.25 * i)
        drawing.add(words(x, y, line, scene.palette.ink, size, serif=True))
    return drawing, 12 + size * 1.25 * len(lines) + 10
