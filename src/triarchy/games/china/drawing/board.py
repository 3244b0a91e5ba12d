"""The map with its pieces, the road rows that count, and what can be clicked."""

from __future__ import annotations

import math

from triarchy.engine.definition import Board, Record
from triarchy.engine.drawing import LIGHT, words
from triarchy.engine.svg import Element, Raw, circle, group, path, target
from triarchy.games.china.drawing.geometry import Layout, layout
from triarchy.games.china.drawing.ground import ground, seal_place
from triarchy.games.china.drawing.pieces import (
    INK,
    PAPER,
    SEATS,
    emissary,
    fort,
    house,
    road,
    seal,
)
from triarchy.games.china.drawing.scene import Scene
from triarchy.games.china.state import (
    END,
    HOUSE,
    NONE,
    PAY,
    PAY_WITH,
    PLACE_EMISSARY,
    PLACE_FORT,
)
from triarchy.games.china.text.sight import (
    Province,
    alliances,
    field_names,
    fortified,
    kind,
    owner,
    province_of,
    rows,
)

ACCENT = LIGHT.accent
"""What can be clicked on the map, which keeps its paper in the dark."""


def draw_map(scene: Scene, width: int) -> tuple[Element, float]:
    """The map and its height."""
    board, view = scene.board, scene.view
    at = layout(board, width)
    drawn = group(Raw(ground(board, width, scene.colours.dark)))
    drawn.add(*_rows(board, view, at))
    drawn.add(*_alliances(board, view, at, scene.provinces))
    for province in scene.provinces:
        if province.scored:
            x, y, size = seal_place(board, at, province.index)
            drawn.add(seal(x, y, size, data_key=f"seal-{province.id}"))
        drawn.add(*_emissaries(at, province))
    drawn.add(*_houses(board, view, at))
    chosen = _chosen(view, scene.preview)
    if chosen != NONE:
        drawn.add(_ghost(board, view, at, chosen))
    drawn.add(*_targets(scene, at))
    return drawn, at.height


# Pieces


def _houses(board: Board, view: Record, at: Layout) -> list[Element]:
    drawn = []
    for field, name in enumerate(field_names(board)):
        x, y = at.fields[field]
        seat, strong = owner(view, field), fortified(view, field)
        if strong:
            key = f"fort-{name}"
            drawn.append(fort(x, y, at.field * 1.05, gate=seat is None, data_key=key))
        if seat is not None:
            size = at.field * (0.82 if strong else 0.98)
            drawn.append(house(seat, x, y, size, data_key=f"house-{seat}-{name}"))
    return drawn


def cells(count: int) -> list[tuple[float, float]]:
    """Where so many groups stand on a dragon field, in cells around its middle."""
    if count <= 2:
        return [(k - (count - 1) / 2, 0.0) for k in range(count)]
    above = (count + 1) // 2
    return [(k - (above - 1) / 2, -0.5) for k in range(above)] + [
        (k - (count - above - 1) / 2, 0.5) for k in range(count - above)
    ]


def _emissaries(at: Layout, province: Province) -> list[Element]:
    """One figure for each player on the dragon field, with a number from two on."""
    present = [(seat, own) for seat, own in enumerate(province.emissaries) if own]
    x, y = at.dragons[province.index]
    several = any(own > 1 for _, own in present)
    size = at.dragon * (0.62 if len(present) == 1 else 0.5)
    figure = max(11.0, size * 0.95)
    wide = size * 1.5 + (figure * 0.62 if several else 0)
    drawn = []
    for (seat, own), (column, line) in zip(present, cells(len(present))):
        middle_x, middle_y = x + column * wide, y + line * size * 2.15
        if own > 1:
            middle_x -= figure * 0.3
        part = group(
            emissary(seat, middle_x, middle_y, size), data_key=f"emissary-{seat}-{province.id}"
        )
        if own > 1:
            part.add(
                words(
                    middle_x + size * 0.72 + figure * 0.12,
                    middle_y + figure * 0.5,
                    str(own),
                    INK,
                    figure,
                    bold=True,
                    stroke=PAPER,
                    stroke_width=3.0,
                    paint_order="stroke",
                )
            )
        drawn.append(part)
    return drawn


def _rows(board: Board, view: Record, at: Layout) -> list[Element]:
    """The rows of houses that count as they stand: their roads in the player's colour."""
    wide = max(4.0, min(6.5 * at.scale, 9.0))
    names = field_names(board)
    drawn = []
    for seat in range(int(view.players)):
        for row in rows(board, view, seat):
            part = group(data_key=f"row-{seat}-{names[row.fields[0]]}")
            for stroke, colour in ((wide + 1.5, SEATS[seat].edge), (wide - 1, SEATS[seat].fill)):
                for one, two in zip(row.fields, row.fields[1:]):
                    ends = (*at.fields[one], *at.fields[two])
                    part.add(road(*ends, stroke=colour, stroke_width=stroke))
            drawn.append(part)
    return drawn


def _alliances(board: Board, view: Record, at: Layout, seen: list[Province]) -> list[Element]:
    """The numbers on the borders; a ring shows whom an alliance would bring points."""
    drawn = []
    radius = at.seal
    size = max(11.0, radius * 1.1)
    for bond, (x, y) in zip(alliances(board, view, seen), at.alliances):
        winners = [seat for seat, own in enumerate(bond.points) if own]
        part = group(data_key=f"alliance-{bond.number}")
        part.add(circle(x, y, radius, fill="#5b4630", stroke=PAPER, stroke_width=1.4))
        around = 2 * math.pi * (radius + 1.5)
        for k, seat in enumerate(winners):
            share = around / len(winners)
            part.add(
                circle(x, y, radius + 1.5, fill="none", stroke=SEATS[seat].edge, stroke_width=5.6)
                if k == 0
                else "",
                circle(
                    x,
                    y,
                    radius + 1.5,
                    fill="none",
                    stroke=SEATS[seat].fill,
                    stroke_width=3.6,
                    stroke_dasharray=f"{share:.1f} {around - share:.1f}",
                    stroke_dashoffset=f"{-k * share:.1f}",
                ),
            )
        part.add(
            words(x, y + size * 0.36, str(bond.number), PAPER, size, anchor="middle", bold=True)
        )
        drawn.append(part)
    return drawn


# What is being decided


def _chosen(view: Record, preview: int) -> int:
    """The piece that is being paid for, or looked at; NONE if there is none."""
    if 0 <= preview < END:
        return preview
    if int(view.phase) == PAY and (preview < 0 or preview >= PAY_WITH):
        return int(view.piece)
    return NONE


def _ghost(board: Board, view: Record, at: Layout, action: int) -> Element:
    """A piece that is not there yet."""
    seat = int(view.to_move)
    if action >= PLACE_EMISSARY:
        x, y = at.dragons[province_of(board, action)]
        radius = at.dragon
        piece = emissary(seat, x, y, at.dragon * 0.62)
    else:
        x, y = at.fields[action % PLACE_FORT]
        radius = at.field
        if kind(action) == HOUSE:
            piece = house(seat, x, y, at.field * 0.98)
        else:
            piece = fort(x, y, at.field * 1.05)
    return group(
        circle(x, y, radius + 6, fill=PAPER, fill_opacity="0.7"),
        circle(
            x, y, radius + 6, fill="none", stroke=ACCENT, stroke_width=2.5, stroke_dasharray="5 4"
        ),
        group(piece, opacity="0.85"),
        class_="chosen",
        data_key="chosen",
    )


def _targets(scene: Scene, at: Layout) -> list[Element]:
    """Fields for houses, badges beside them for fortifications, dragon fields for emissaries.

    Badges come last: they lie on top where two would cover each other.
    """
    drawn = []
    order = sorted(action for action in scene.legal if action < END)
    for action in sorted(order, key=lambda one: PLACE_FORT <= one < PLACE_EMISSARY):
        if action >= PLACE_EMISSARY:
            shapes = _lit_dragon(at, action - PLACE_EMISSARY)
        elif action >= PLACE_FORT:
            shapes = _fort_badge(at, action - PLACE_FORT)
        else:
            shapes = _lit_field(at, action)
        drawn.append(target(scene.texts[action], scene.label(action), *shapes))
    return drawn


def _lit_field(at: Layout, field: int) -> list[Element]:
    x, y = at.fields[field]
    return [
        _hit(x, y, max(at.field + 2, min(at.reach[field], 24))),
        circle(x, y, at.field + 1.8, fill="none", stroke=PAPER, stroke_width=5.0),
        circle(x, y, at.field + 1.8, fill="none", stroke=ACCENT, stroke_width=2.6),
    ]


def _lit_dragon(at: Layout, province: int) -> list[Element]:
    x, y = at.dragons[province]
    reach = at.reach[len(at.fields) + province]
    size = at.dragon + 2.5
    plus = (x + size * 0.78, y - size * 0.78)
    radius = max(6.0, at.badge * 0.8)
    return [
        _hit(x, y, max(at.dragon, min(reach, 30))),
        circle(x, y, size, fill="none", stroke=PAPER, stroke_width=5.0),
        circle(x, y, size, fill="none", stroke=ACCENT, stroke_width=2.6),
        circle(*plus, radius, fill=ACCENT, stroke=PAPER, stroke_width=1.2),
        path(
            f"M{plus[0] - radius / 2:.1f} {plus[1]:.1f}h{radius:.1f}"
            f"M{plus[0]:.1f} {plus[1] - radius / 2:.1f}v{radius:.1f}",
            stroke=PAPER,
            stroke_width=1.8,
        ),
    ]


def _fort_badge(at: Layout, field: int) -> list[Element]:
    x, y = at.badges[field]
    return [
        _hit(x, y, at.badge + 2),
        circle(x, y, at.badge, fill=PAPER, stroke=ACCENT, stroke_width=1.6),
        fort(x, y, at.badge * 0.5),
    ]


def _hit(x: float, y: float, radius: float) -> Element:
    """What a finger or a mouse meets; it is not seen."""
    return circle(x, y, radius, fill="#ffffff", fill_opacity="0", pointer_events="all")
