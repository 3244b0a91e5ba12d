"""The map with its towers, and on it the moves that are made by clicking the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from triarchy.games.meridian.drawing.geometry import Layout, Point, layout
from triarchy.games.meridian.drawing.ground import names_and_cities, sea_and_land
from triarchy.games.meridian.drawing.pieces import (
    pennant,
    pennant_width,
    tower,
    tower_key,
    tower_rise,
)
from triarchy.games.meridian.positions import MOVES
from triarchy.games.meridian.state import (
    CHOOSE_MERIDIAN,
    CITY,
    CITY_ACTION,
    DONE,
    HEIGHT,
    LIFT,
)
from triarchy.games.meridian.text import label, why_not
from triarchy.games.meridian.text.moves import city as city_name
from triarchy.games.meridian.text.prompts import speaker
from triarchy.games.meridian.text.scores import state as island_state
from triarchy.games.meridian.text.sight import (
    Island,
    after,
    islands,
    meridians_on,
    pushes,
    towers,
)
from triarchy.games.meridian.text.sight import (
    legal as legal_actions,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.drawing import Palette
from triarchy.kit.svg import (
    Element,
    Raw,
    circle,
    group,
    line,
    number,
    path,
    rect,
    target,
)


@dataclass(frozen=True)
class Scene:
    """What there is to draw, and for whom."""

    board: Board
    view: State
    names: Sequence[str]
    language: str
    legal: Sequence[int]
    preview: int
    colours: Palette

    @cached_property
    def islands(self) -> list[Island]:
        return islands(self.board, self.view)

    def label(self, action: int) -> str:
        return label(self.board, self.view, action, self.names, self.language)


def draw_board(scene: Scene, width: int) -> tuple[Element, float]:
    """The map as a group, and its height; its width is `width`."""
    at = layout(scene.board, width)
    drawing = group(
        Raw(sea_and_land(scene.board, width, scene.colours.dark)),
        *_bands(scene, at),
        Raw(names_and_cities(scene.board, width, scene.colours.dark)),
        *_pennants(scene, at),
        *_towers(scene, at),
        *_ghosts(scene, at),
        *_blocked(scene, at),
        *_targets(scene, at),
        class_="board",
    )
    return drawing, at.height


# What stands on it


def _bands(scene: Scene, at: Layout) -> list[Element]:
    """The chosen meridian, those a previewed card would open, or those to choose from."""
    view, preview = scene.view, scene.preview
    if view.meridian:
        chosen, strength = [int(view.meridian) - 1], 0.3
    elif 0 <= preview < CHOOSE_MERIDIAN:
        chosen, strength = list(meridians_on(preview)), 0.22
    elif CHOOSE_MERIDIAN <= preview < DONE:
        chosen, strength = [preview - CHOOSE_MERIDIAN], 0.3
    else:
        chosen, strength = [a - CHOOSE_MERIDIAN for a in scene.legal if _is_meridian(a)], 0.16
    return [
        rect(
            at.column * meridian,
            0,
            at.column,
            at.sea,
            fill="#fff4c8",
            fill_opacity=strength,
            stroke=scene.colours.gold,
            stroke_width=2,
        )
        for meridian in chosen
    ]


def _is_meridian(action: int) -> bool:
    return CHOOSE_MERIDIAN <= action < DONE


def _pennants(scene: Scene, at: Layout) -> list[Element]:
    say = speaker(scene.language)
    drawn = []
    for island, label_ in zip(scene.islands, at.labels):
        wide = pennant_width(len(island.leaders), at.size.name)
        x, y = label_.pennant_at
        left = min(x if label_.beside else x - wide / 2, at.width - wide - 3)
        said = f"{island.name}, {island.value}: {island_state(island, scene.names, say)}"
        drawn.append(
            group(
                Element("title", said),
                pennant(island.leaders, island.value, left, y, at.size.name, scene.colours),
                data_key=f"pennant-{island.id}",
            )
        )
    return drawn


def _towers(scene: Scene, at: Layout) -> list[Element]:
    """Every tower, from north to south so that a nearer one lies over a farther one."""
    say = speaker(scene.language)
    fading = _fading(scene)
    drawn = []
    standing = towers(scene.view)
    for meridian, row in sorted(standing, key=lambda place: (place[1], place[0])):
        seat, height = standing[meridian, row]
        x, y = at.cities[meridian, row]
        where = say("in {city}", city=city_name(scene.board, meridian, row, say))
        drawn.append(
            group(
                Element("title", f"{scene.names[seat]} {height}, {where}"),
                tower(seat, height, at.size, (meridian, row) in at.capitals),
                transform=f"translate({number(x)} {number(y)})",
                data_key=tower_key(seat, height, meridian),
                class_="tower",
                opacity=0.35 if (meridian, row) in fading else None,
            )
        )
    return drawn


def _fading(scene: Scene) -> set[tuple[int, int]]:
    """The towers that would leave their city by the previewed action."""
    column = int(scene.view.meridian) - 1
    if LIFT <= scene.preview < HEIGHT:
        return {(column, scene.preview - LIFT)}
    if scene.preview >= CITY_ACTION:
        moved = pushes(scene.board, scene.view, scene.preview)
        return {(column, push.start) for push in moved}
    return set()


def _ghosts(scene: Scene, at: Layout) -> list[Element]:
    """What the previewed action would build and push, with an arrow for each push."""
    view, action, column = scene.view, scene.preview, int(scene.view.meridian) - 1
    if HEIGHT <= action < CITY_ACTION:
        later = after(scene.board, view, action)
        return [
            _ring(at, at.cities[column, next_ - CITY_ACTION], scene.colours, 0.0)
            for next_ in legal_actions(scene.board, later)
        ]
    if action < CITY_ACTION:
        return []
    ghosts = []
    moved = pushes(scene.board, view, action)
    for push in moved:
        ghosts.append(_ghost(at, column, push.end, push.seat, push.height, 0.8))
    seat, height = int(view.to_move), int(view.height)
    ghosts.append(_ghost(at, column, action - CITY_ACTION, seat, height, 0.92))
    ghosts += [
        _arrow(at, at.cities[column, push.start], at.cities[column, push.end], scene.colours)
        for push in moved
    ]
    return ghosts


def _ghost(at: Layout, meridian: int, row: int, seat: int, height: int, opacity: float) -> Element:
    x, y = at.cities[meridian, row]
    return group(
        tower(seat, height, at.size, (meridian, row) in at.capitals),
        transform=f"translate({number(x)} {number(y)})",
        opacity=opacity,
        class_="ghost",
    )


def _arrow(at: Layout, start: Point, end: Point, colours: Palette) -> Element:
    """An arrow beside the towers from one city to the next."""
    side = at.size.tower / 2 + 6
    x = max(start[0], end[0]) + side
    if x > at.width - 6:
        x = min(start[0], end[0]) - side
    down = 1 if end[1] > start[1] else -1
    y1, y2 = start[1] + 4 * down, end[1] - 6 * down
    head = 5.0
    shaft = (
        f"M{number(x)} {number(y1)}V{number(y2)}"
        f"M{number(x - head)} {number(y2 - head * 1.4 * down)}L{number(x)} {number(y2)}"
        f"L{number(x + head)} {number(y2 - head * 1.4 * down)}"
    )
    line_ = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(
        path(shaft, stroke="#fffaf0", stroke_width=6, **line_),
        path(shaft, stroke=colours.accent, stroke_width=3, **line_),
        class_="push",
    )


# What can be clicked


def _ring(at: Layout, city: Point, colours: Palette, rise: float) -> Element:
    """A lit frame around a city and a tower of this rise on it."""
    half = at.size.tower / 2 + 6
    top, bottom = city[1] - max(rise + 3, at.size.capital + 3), city[1] + at.size.capital + 3
    return rect(
        city[0] - half,
        top,
        2 * half,
        bottom - top,
        rx=half * 0.7,
        fill=colours.gold,
        fill_opacity=0.12 if rise else 0.28,
        stroke=LIT,
        stroke_width=2.5,
        class_="lit",
    )


LIT = "#b5482f"


def _hit(at: Layout, city: Point) -> Element:
    """The invisible area of a target: as wide as the meridian allows, from city to city."""
    half = min(at.column / 2, 30.0)
    top = city[1] - max(at.size.above, 26)
    return rect(
        city[0] - half,
        top,
        2 * half,
        city[1] + max(at.size.below, 20) - top,
        fill="#fff",
        fill_opacity=0,
    )


def _targets(scene: Scene, at: Layout) -> list[Element]:
    drawn = []
    for action in scene.legal:
        if _is_meridian(action):
            drawn.append(_meridian_target(scene, at, action))
        elif LIFT <= action < HEIGHT:
            drawn.append(_lift_target(scene, at, action))
        elif action >= CITY_ACTION:
            drawn.append(_city_target(scene, at, action))
    return drawn


def _meridian_target(scene: Scene, at: Layout, action: int) -> Element:
    """The whole strip can be clicked; its band lies under the names, its seal is lit."""
    x = at.column * (action - CHOOSE_MERIDIAN)
    seal = {"fill": "none", "stroke_width": 3.5, "class_": "lit"}
    return target(
        MOVES[action],
        scene.label(action),
        rect(x, 0, at.column, at.height, fill="#fff", fill_opacity=0),
        circle(x + at.column / 2, at.sea + at.strip / 2, at.strip * 0.41, stroke=LIT, **seal),
    )


def _lift_target(scene: Scene, at: Layout, action: int) -> Element:
    """Taking back: a frame around the tower, and an arrow up over it."""
    column, row = int(scene.view.meridian) - 1, action - LIFT
    height = int(scene.view.towers[column, row]) & 63
    x, y = at.cities[column, row]
    top = max(y - tower_rise(height, at.size), 12.0)
    side = min(x + at.size.tower / 2 + 6, at.width - 12)
    return target(
        MOVES[action],
        scene.label(action),
        _ring(at, (x, y), scene.colours, tower_rise(height, at.size)),
        circle(side, top, 9, fill=LIT, stroke="#fffaf0", stroke_width=1.5),
        path(
            f"M{number(side)} {number(top + 5)}v-9m-4 4l4 -4l4 4",
            fill="none",
            stroke="#fffaf0",
            stroke_width=2,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
        _hit(at, (x, y)),
    )


def _city_target(scene: Scene, at: Layout, action: int) -> Element:
    """Building here: a frame, the tower to come, and how what stands there would move."""
    column, row = int(scene.view.meridian) - 1, action - CITY_ACTION
    moved = pushes(scene.board, scene.view, action)
    x, y = at.cities[column, row]
    seat, height = int(scene.view.to_move), int(scene.view.height)
    content: list[Element] = []
    if moved:
        rise = tower_rise(moved[0].height, at.size)
        content.append(_ring(at, (x, y), scene.colours, rise))
        if scene.preview != action:
            content.append(_push_mark(at, (x, y), moved[0].end > moved[0].start, len(moved)))
    else:
        content.append(_ring(at, (x, y), scene.colours, tower_rise(height, at.size)))
        if scene.preview < CITY_ACTION:
            content.append(_ghost(at, column, row, seat, height, 0.7))
    return target(MOVES[action], scene.label(action), *content, _hit(at, (x, y)))


def _push_mark(at: Layout, city: Point, south: bool, count: int) -> Element:
    """A small arrow head for each tower that would move, at the side of the frame."""
    x = city[0] + at.size.tower / 2 + 6
    if x > at.width - 8:
        x = city[0] - at.size.tower / 2 - 6
    down = 1 if south else -1
    start = city[1] - at.size.above * 0.45
    heads = "".join(
        f"M{number(x - 5)} {number(start + 7 * i * down)}l5 {5 * down}l5 {-5 * down}"
        for i in range(count)
    )
    style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(
        path(heads, stroke="#fffaf0", stroke_width=6, **style),
        path(heads, stroke=LIT, stroke_width=3, **style),
        class_="push",
    )


def _blocked(scene: Scene, at: Layout) -> list[Element]:
    """The cities of the meridian that do not take the tower, each with the reason."""
    view = scene.view
    if int(view.phase) != CITY or not scene.legal:
        return []
    drawn = []
    column = int(view.meridian) - 1
    for row in range(int(scene.board.struct.rows)):
        if CITY_ACTION + row in scene.legal:
            continue
        x, y = at.cities[column, row]
        move = MOVES[CITY_ACTION + row]
        reason = why_not(scene.board, view, move, scene.names, scene.language)
        u = 4.5
        if view.towers[column, row]:
            x += (at.size.tower / 2 + 6) * (1 if x < at.width - 24 else -1)
        drawn.append(
            group(
                Element("title", reason),
                group(
                    circle(x, y, 8, fill="#fffaf0", stroke="#6f5c47"),
                    line(x - u, y - u, x + u, y + u, stroke="#6f5c47", stroke_width=2),
                    line(x - u, y + u, x + u, y - u, stroke="#6f5c47", stroke_width=2),
                    opacity=None if scene.preview < CITY_ACTION else 0,
                ),
                _hit(at, at.cities[column, row]),
                class_="blocked",
                data_why=move,
            )
        )
    return drawn
