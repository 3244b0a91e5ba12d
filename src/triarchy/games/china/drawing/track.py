"""The points on the Great Wall, numbered from 0 to 50; on a phone a line of figures."""

from __future__ import annotations

from functools import lru_cache

from triarchy.games.china.drawing.pieces import DARK_STONE, INK, PAPER, house
from triarchy.games.china.drawing.scene import Scene
from triarchy.kit.drawing import NORMAL, PHONE, TINY, Palette, words
from triarchy.kit.svg import Element, Raw, group, kept, path, rect

LAP = 50
STEP_UP = 9.0
"""How far the next counter on the same stone stands above the last one, at most."""
STACK = 2 * STEP_UP
"""The room for all counters above the first of a stone: the map below keeps its place."""


def draw_track(scene: Scene, width: float) -> tuple[Raw, float]:
    """The track as a group at (0, 0), and its height."""
    points = tuple(scene.sight.points(seat) for seat in range(scene.sight.players))
    return _kept_track(points, scene.palette, width)


@lru_cache(maxsize=256)
def _kept_track(points: tuple[int, ...], colours: Palette, width: float) -> tuple[Raw, float]:
    drawn, high = (_figures if width < PHONE else _wall)(points, colours, width)
    return kept(drawn), high


def _figures(points: tuple[int, ...], colours: Palette, width: float) -> tuple[Element, float]:
    each = width / len(points)
    drawn = group(class_="track", data_what="track")
    for seat in range(len(points)):
        middle = each * (seat + 0.5)
        drawn.add(
            group(
                house(seat, middle - 14, 16, 9),
                words(middle + 1, 22, str(points[seat]), colours.ink, NORMAL, bold=True),
                data_key=f"points-{seat}",
                data_points=seat,
            )
        )
    return drawn, 34.0


def _wall(points: tuple[int, ...], colours: Palette, width: float) -> tuple[Element, float]:
    """Stones from 0 to 50; beyond that a counter starts again and says so."""
    left = 10.0
    stone = (width - 2 * left) / (LAP + 1)
    size = min(9.5, stone * 0.55)
    spots: dict[int, list[int]] = {}
    for seat, own in enumerate(points):
        spots.setdefault(place_on_track(own), []).append(seat)
    top = size * 2 + STACK + 4
    drawn = group(Raw(_stones(colours.dark, left, top, stone)), class_="track", data_what="track")
    for place, seats in spots.items():
        x = left + (place + 0.5) * stone
        step = min(STEP_UP, STACK / max(1, len(seats) - 1))
        for level, seat in reversed(list(enumerate(seats))):
            y = top - size * 0.72 - level * step
            counter = group(house(seat, x, y, size), data_key=f"points-{seat}", data_points=seat)
            laps = laps_done(points[seat])
            if laps:
                counter.add(
                    words(
                        x + size * 1.25,
                        y + 4,
                        f"+{LAP * laps}",
                        colours.ink,
                        TINY,
                        bold=True,
                        stroke=colours.page,
                        stroke_width=3.0,
                        paint_order="stroke",
                    )
                )
            drawn.add(counter)
    return drawn, top + 26


def place_on_track(points: int) -> int:
    """The stone of a counter: after 50 comes 1 again."""
    return points if points <= LAP else (points - 1) % LAP + 1


def laps_done(points: int) -> int:
    return (points - 1) // LAP if points > LAP else 0


@lru_cache(maxsize=64)
def _stones(dark: bool, left: float, top: float, stone: float) -> str:
    """The wall with its battlements, and the numbers on it, as many as can be read."""
    wall, line = ("#d9cdb6", DARK_STONE) if not dark else ("#b3a78f", "#3b342b")
    drawn = group()
    tooth = stone / 2
    outline = [f"M{left:.1f} {top + 22:.1f}V{top:.1f}"]
    for _ in range(LAP + 1):
        outline.append(f"h{tooth:.2f}v4h{tooth:.2f}v-4")
    outline.append(f"V{top + 22:.1f}Z")
    drawn.add(path("".join(outline), fill=wall, stroke=line, stroke_width=0.9))
    every = 1 if stone >= 15.5 else 5
    for k in range(LAP + 1):
        x = left + k * stone
        if k % 5 == 0:
            drawn.add(rect(x, top + 5.5, stone, 16, fill=PAPER, fill_opacity="0.65"))
        if k % every == 0:
            drawn.add(
                words(
                    x + stone / 2,
                    top + 17.5,
                    str(k),
                    INK,
                    11 if stone < 20 else TINY,
                    anchor="middle",
                    bold=k % 5 == 0,
                )
            )
    return str(drawn)


def wall_with_counter(side: float) -> Element:
    """A piece of the wall with a counter on it, for the legend."""
    stone = side / 3
    outline = f"M0 {side * 0.85:.1f}V{side * 0.5:.1f}"
    outline += f"h{stone / 2:.1f}v4h{stone / 2:.1f}v-4" * 3 + f"V{side * 0.85:.1f}Z"
    return group(
        path(outline, fill="#d9cdb6", stroke=DARK_STONE),
        words(side / 2, side * 0.78, "27", INK, TINY, anchor="middle", bold=True),
        house(0, side / 2, side * 0.3, 12),
    )
