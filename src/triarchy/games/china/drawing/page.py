"""The whole picture: map, hand and a panel for every player; or one part of it."""

from __future__ import annotations

from triarchy.games.china.drawing.board import draw_map
from triarchy.games.china.drawing.hand import draw_hand
from triarchy.games.china.drawing.panels import draw_player, draw_standing
from triarchy.games.china.drawing.scene import Scene
from triarchy.games.china.drawing.track import draw_track
from triarchy.games.china.sight import ChinaSight
from triarchy.kit.drawing import LARGE, NORMAL, PHONE, panel, words, wrap
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader
from triarchy.kit.svg import Element, group, moved, rect, svg

LEAST_WIDTH = 320
GAP = 12.0
SIDE = 300.0
"""The width of the players' column beside a wide map."""
WIDE = 1000


def draw(sight: ChinaSight, reader: Reader, picture: Picture) -> str:
    width = max(LEAST_WIDTH, picture.width)
    scene = Scene(sight, reader, picture)
    if picture.part == "all":
        return str(_draw_all(scene, width))
    part, height = _draw_board(scene, width) if picture.part == "board" else draw_hand(scene, width)
    return str(_picture(scene, width, height, part))


def _draw_board(scene: Scene, width: int) -> tuple[Element, float]:
    """The track and the map below it, and their height."""
    track, top = draw_track(scene, width)
    land, high = draw_map(scene, width)
    return group(track, moved(0, top, land)), top + high


def _draw_all(scene: Scene, width: int) -> Element:
    """A picture that stands by itself, in one column on a phone, with a side column if wide."""
    palette = scene.palette
    margin = 0 if width < PHONE else 16
    inner = width - 2 * margin
    drawn = group()
    heading, y = _heading(scene, max(margin, 10), inner - (20 if margin == 0 else 0))
    drawn.add(heading)
    wide = width >= WIDE
    map_width = int(inner - SIDE - GAP) if wide else inner
    land, high = _draw_board(scene, map_width)
    drawn.add(moved(margin, y, land))
    below = y + high + GAP
    edge = 0 if margin else 8
    if not scene.sight.over:
        hand, hand_high = draw_hand(scene, map_width)
        drawn.add(
            panel(margin + edge, below, map_width - 2 * edge, hand_high, palette),
            moved(margin, below, hand),
        )
        below += hand_high + GAP
    columns = 1 if wide or width < PHONE else 2
    across = inner - 2 * edge
    each = SIDE if wide else (across - GAP * (columns - 1)) / columns
    left, top = (margin + map_width + GAP, y) if wide else (margin + edge, below)
    bottom = top
    for seat in range(scene.sight.players):
        box, box_high = draw_player(scene, seat, each)
        x = left + seat % columns * (each + GAP)
        spot = top + seat // columns * (box_high + GAP)
        drawn.add(moved(x, spot, box))
        bottom = spot + box_high
    sheet, sheet_high = draw_standing(scene, each)
    x = left + (scene.sight.players % columns) * (each + GAP)
    spot = bottom + GAP if x == left else bottom - box_high
    drawn.add(moved(x, spot, sheet))
    bottom = max(bottom, spot + sheet_high)
    height = max(below, bottom + GAP)
    return _picture(scene, width, height, rect(0, 0, width, height, fill=palette.page), drawn)


def _picture(scene: Scene, width: int, height: float, *parts: Element) -> Element:
    """A drawing of the position with a spoken name."""
    said = f"{scene.say(scene.sight.board.title)}. {scene.prompt}"
    return svg(width, height, *parts, role="group", aria_label=said)


def _heading(scene: Scene, x: float, width: float) -> tuple[Element, float]:
    """The prompt, in as many lines as it takes, and where the map may begin."""
    size = NORMAL if width < PHONE else LARGE
    lines = wrap(scene.prompt, size, width)
    drawn = group()
    for i, said in enumerate(lines):
        drawn.add(words(x, 12 + size * (1.0 + 1.25 * i), said, scene.palette.ink, size, serif=True))
    return drawn, 12 + size * 1.25 * len(lines) + 10
