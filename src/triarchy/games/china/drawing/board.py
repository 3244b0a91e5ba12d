"""The map with its pieces, the road rows that count, and what can be clicked."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from triarchy.games.china.drawing.geometry import Layout, layout
from triarchy.games.china.drawing.ground import ground, labels, seal_place
from triarchy.games.china.drawing.pieces import (
    INK,
    PAPER,
    SEAT_COLOURS,
    emissary,
    fort,
    house,
    road,
    seal,
)
from triarchy.games.china.drawing.scene import Scene
from triarchy.games.china.sight import ChinaSight, kind_of
from triarchy.games.china.state import (
    DO_EMISSARY,
    DO_END,
    DO_FORT,
    DO_PAY,
    FORT,
    HOUSE,
    NONE,
    PAY,
)
from triarchy.games.china.text.places import place_facts
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.drawing import LIGHT, words
from triarchy.kit.geometry import Point
from triarchy.kit.svg import Element, Layers, Raw, circle, group, kept, path, place, target

ACCENT = LIGHT.accent
"""What can be clicked on the map, which keeps its paper in the dark."""
_LAYERS = Layers()
_PLACES = BoundedCache[list[tuple[int, Raw]]](128)


def draw_map(scene: Scene, width: int) -> tuple[Element, float]:
    """The map and its height."""
    sight, board = scene.sight, scene.sight.board
    at = layout(board, width)
    key = (board, width, scene.palette.dark, sight.map_key)
    drawn = group(
        Raw(ground(board, width, scene.palette.dark)),
        _LAYERS.get(key, lambda: _standing(scene, at, width)),
    )
    chosen = _chosen(scene)
    if chosen != NONE:
        drawn.add(_ghost(sight, at, chosen))
    drawn.add(*_blocked(scene, at), *_targets(scene, at), *_places(scene, at))
    return drawn, at.height


# Pieces


def _standing(scene: Scene, at: Layout, width: int) -> list[Raw]:
    """All that stands on the map, and its names: alike while cards are drawn and pieces chosen."""
    sight, drawn = scene.sight, _rows(scene.sight, at)
    for alliance, spot in zip(sight.alliances, at.alliances, strict=True):
        winners = tuple(seat for seat, own in enumerate(alliance.points) if own)
        drawn.append(Raw(_alliance(alliance.number, spot, at.seal, winners)))
    drawn += [*_houses(sight, at), Raw(labels(sight.board, width, scene.palette.dark))]
    for province in sight.provinces:
        if province.scored:
            drawn.append(_seal(at, province.index, province.id))
        drawn.append(_emissaries(at, province.index, province.id, tuple(province.emissaries)))
    return drawn


@lru_cache(maxsize=1024)
def _seal(at: Layout, province: int, name: str) -> Raw:
    x, y, size = seal_place(at, province)
    return kept(seal(x, y, size, data_key=f"seal-{name}"))


def _houses(sight: ChinaSight, at: Layout) -> list[Raw]:
    fields = sorted({*sight.owners, *sight.forts})
    return [
        _building(at, field, sight.field_ids[field], sight.owners.get(field), field in sight.forts)
        for field in fields
    ]


@lru_cache(maxsize=8192)
def _building(at: Layout, field: int, name: str, seat: int | None, strong: bool) -> Raw:
    """What stands on a field, a house, a fortification or both, as markup, which is kept."""
    x, y = at.fields[field]
    drawn = []
    if strong:
        key = f"fort-{name}"
        what = "fort" if seat is None else "fortified-house"
        wall = fort(x, y, at.field * 0.95, gate=seat is None, data_key=key, data_what=what)
        drawn.append(wall)
    if seat is not None:
        size = at.field * (0.8 if strong else 0.98)
        what = "fortified-house" if strong else "house"
        key = f"house-{seat}-{name}"
        drawn.append(house(seat, x, y, size, data_key=key, data_what=what))
    return kept(*drawn)


def cells(count: int) -> list[tuple[float, float]]:
    """Where so many groups stand on a dragon field, in cells around its middle."""
    if count <= 2:
        return [(k - (count - 1) / 2, 0.0) for k in range(count)]
    above = (count + 1) // 2
    return [(k - (above - 1) / 2, -0.5) for k in range(above)] + [
        (k - (count - above - 1) / 2, 0.5) for k in range(count - above)
    ]


EMISSARY_SIZES = (0.85, 0.85, 0.68, 0.55, 0.55, 0.5)
"""How large emissaries are on a dragon field, by how many players have some there."""
HALF_WIDE, HALF_HIGH = 0.78, 1.0
"""How far an emissary reaches from its middle."""
NUMBER = 0.45
"""How much farther right its number reaches."""


@lru_cache(maxsize=4096)
def court(at: Layout, emissaries: tuple[int, ...]) -> tuple[float, list[Point], float]:
    """How large emissaries are drawn on a dragon field, where around its middle, and how far out."""
    count = sum(own > 0 for own in emissaries)
    size = at.dragon * EMISSARY_SIZES[count]
    number = NUMBER if max(emissaries) > 1 else 0.0
    wide = size * (1.55 + number)
    places = [
        (column * wide - number * size / 2, line * size * 2.05) for column, line in cells(count)
    ]
    reach = (size * (HALF_WIDE + number), size * HALF_HIGH)
    corners = (math.hypot(abs(x) + reach[0], abs(y) + reach[1]) for x, y in places)
    return size, places, max(at.dragon, *corners, 0.0)


@lru_cache(maxsize=4096)
def _emissaries(at: Layout, province: int, name: str, emissaries: tuple[int, ...]) -> Raw:
    """One figure for each player on a province's dragon field, with a number from two on."""
    present = [(seat, own) for seat, own in enumerate(emissaries) if own]
    x, y = at.dragons[province]
    size, places, _ = court(at, emissaries)
    figure = max(11.0, size * 0.95)
    drawn = []
    for (seat, own), (across, down) in zip(present, places, strict=True):
        middle_x, middle_y = x + across, y + down
        part = group(
            emissary(seat, middle_x, middle_y, size),
            data_key=f"emissary-{seat}-{name}",
            data_what="emissary",
        )
        if own > 1:
            part.add(
                words(
                    middle_x + size * 0.5,
                    middle_y + size * 0.95,
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
    return kept(*drawn)


def _rows(sight: ChinaSight, at: Layout) -> list[Raw]:
    """The rows of houses that count as they stand: their roads in the player's colour."""
    return [
        _row(at, row.fields, seat, sight.field_ids[row.fields[0]])
        for seat in range(sight.players)
        for row in sight.rows(seat)
    ]


@lru_cache(maxsize=1024)
def _row(at: Layout, fields: tuple[int, ...], seat: int, name: str) -> Raw:
    """A row from its first field, whose name it has, to its last, as markup."""
    wide = max(4.0, min(6.5 * at.scale, 9.0))
    places = [at.fields[field] for field in fields]
    return kept(row_of(places, seat, wide, data_key=f"row-{seat}-{name}"))


def row_of(places: list[Point], seat: int, wide: float, **attributes: object) -> Element:
    """A row of houses: the roads from place to place in the player's colour."""
    own = SEAT_COLOURS[seat]
    drawn = group(data_what="row", **attributes)
    for stroke, colour in ((wide + 3.5, own.edge), (wide + 1, own.fill)):
        for one, two in pairwise(places):
            drawn.add(road(*one, *two, stroke=colour, stroke_width=stroke))
    return drawn


@lru_cache(maxsize=4096)
def _alliance(number: int, place: Point, radius: float, winners: tuple[int, ...]) -> str:
    """An alliance as markup, which is kept: it seldom changes."""
    return str(alliance_number(number, place, radius, winners))


def alliance_number(number: int, place: Point, radius: float, winners: tuple[int, ...]) -> Element:
    """A number on a border; a ring shows whom the alliance would bring points."""
    x, y = place
    size = max(11.0, radius * 1.1)
    drawn = group(
        circle(x, y, radius, fill="#5b4630", stroke=PAPER, stroke_width=1.4),
        data_key=f"alliance-{number}",
        data_what="alliance-led" if winners else "alliance",
    )
    around = radius + 1.5
    if winners:
        edge = SEAT_COLOURS[winners[0]].edge
        drawn.add(circle(x, y, around, fill="none", stroke=edge, stroke_width=5.6))
    length = 2 * math.pi * around
    for k, seat in enumerate(winners):
        share = length / len(winners)
        drawn.add(
            circle(
                x,
                y,
                around,
                fill="none",
                stroke=SEAT_COLOURS[seat].fill,
                stroke_width=3.6,
                stroke_dasharray=f"{share:.1f} {length - share:.1f}",
                stroke_dashoffset=f"{-k * share:.1f}",
            )
        )
    return drawn.add(
        words(x, y + size * 0.36, str(number), PAPER, size, anchor="middle", bold=True)
    )


# What is being decided


def _chosen(scene: Scene) -> int:
    """The piece that is being paid for, or looked at; NONE if there is none."""
    preview = scene.picture.preview
    if 0 <= preview < DO_END:
        return preview
    if scene.sight.phase == PAY and (preview < 0 or preview >= DO_PAY):
        return scene.sight.piece
    return NONE


def _ghost(sight: ChinaSight, at: Layout, action: int) -> Element:
    """A piece that is not there yet."""
    seat = sight.to_move
    if action >= DO_EMISSARY:
        x, y = at.dragons[sight.province_of(action).index]
        radius = at.dragon
        piece = emissary(seat, x, y, at.dragon * EMISSARY_SIZES[1])
    else:
        x, y = at.fields[action % DO_FORT]
        radius = at.field
        if kind_of(action) == HOUSE:
            piece = house(seat, x, y, at.field * 0.98)
        else:
            piece = fort(x, y, at.field * 0.95)
    return chosen_mark(x, y, radius, piece)


def chosen_mark(x: float, y: float, radius: float, piece: Element) -> Element:
    """A piece in a dashed ring."""
    return group(
        circle(x, y, radius + 6, fill=PAPER, fill_opacity="0.7"),
        circle(
            x, y, radius + 6, fill="none", stroke=ACCENT, stroke_width=2.5, stroke_dasharray="5 4"
        ),
        group(piece, opacity="0.85"),
        class_="chosen",
        data_key="chosen",
        data_what="chosen",
    )


def _blocked(scene: Scene, at: Layout) -> list[Raw]:
    """Fields and dragon fields that cannot be used now: they say what is there, and to who may move
    and presses them why not."""
    if not scene.legal and scene.picture.part != "board":
        return []
    sight, legal = scene.sight, set(scene.legal)
    fort = sight.piece if sight.phase == PAY and kind_of(sight.piece) == FORT else NONE
    reader = scene.reader
    key = (at, sight.map_key, fort, reader.names, reader.language, bool(legal))
    places = _PLACES.get(key, lambda: _all_blocked(scene, at, fort))
    return [drawn for action, drawn in places if action not in legal]


def _all_blocked(scene: Scene, at: Layout, fort: int) -> list[tuple[int, Raw]]:
    """How every field and dragon field is drawn where it is blocked, with the action of its piece."""
    sight, drawn = scene.sight, []
    for action, (x, y) in [*enumerate(at.fields), *enumerate(at.dragons, DO_EMISSARY)]:
        radius = at.field if action < DO_FORT else at.dragon
        # What stands chosen here may be a fortification.
        tried = fort if fort == action + DO_FORT else action
        name, facts = place_facts(sight, action, scene.reader)
        told = {"data_what": _what(sight, tried), "data_name": name, "data_facts": facts}
        if scene.legal:
            label = f"{name}. {facts} {scene.say('Not possible now.')}"
            told |= {"class_": "blocked", "data_why": sight.moves[tried], "aria_label": label}
        drawn.append((action, kept(group(Raw(_hit(x, y, radius)), **told))))
    return drawn


def _what(sight: ChinaSight, action: int) -> str:
    """What is seen on the field, or the dragon field, of an action."""
    if action >= DO_EMISSARY:
        return "emissary" if any(sight.province_of(action).emissaries) else "dragon-field"
    if action in sight.owners:
        return "fortified-house" if action in sight.forts else "house"
    return "fort" if action in sight.forts else "house-field"


def _targets(scene: Scene, at: Layout) -> list[Raw]:
    """Fields for houses, badges beside them for fortifications, dragon fields for emissaries.

    Badges come last: they lie on top where two would cover each other.
    """
    sight = scene.sight
    order = sorted(action for action in scene.legal if action < DO_END)
    return [
        _target(at, action, _around(sight, at, action), sight.moves[action], scene.label(action))
        for action in sorted(order, key=lambda one: DO_FORT <= one < DO_EMISSARY)
    ]


def _around(sight: ChinaSight, at: Layout, action: int) -> float:
    """The radius of what stands, or may be placed, where an action's piece goes."""
    if action >= DO_EMISSARY:
        return court(at, tuple(sight.province_of(action).emissaries))[2]
    return at.field * (1.5 if action in sight.forts else 1)


@lru_cache(maxsize=4096)
def _target(at: Layout, action: int, radius: float, move: str, label: str) -> Raw:
    """A piece that can be placed, as markup, ringed around a `radius`."""
    if action >= DO_EMISSARY:
        shapes = _lit_dragon(at, action - DO_EMISSARY, radius)
    elif action >= DO_FORT:
        shapes = _fort_badge(at, action - DO_FORT)
    else:
        shapes = _lit_field(at, action, radius)
    return kept(target(move, label, Raw(shapes)))


def _places(scene: Scene, at: Layout) -> list[Element]:
    """Fields and dragon fields, when a position is set up by hand."""
    if not scene.picture.places:
        return []
    fields = {f"field {name}": i for i, name in enumerate(scene.sight.field_ids)}
    dragons = {f"dragon {province.id}": province.index for province in scene.sight.provinces}
    drawn = []
    for name, label in scene.picture.places:
        action = fields[name] if name in fields else DO_EMISSARY + dragons[name]
        around = _around(scene.sight, at, action)
        if name in fields:
            shapes = _lit_field(at, fields[name], around)
        else:
            shapes = _lit_dragon(at, dragons[name], around)
        drawn.append(place(name, label, Raw(shapes)))
    return drawn


@lru_cache(maxsize=4096)
def _lit_field(at: Layout, field: int, radius: float) -> str:
    """A ring around a field, or around the fortification that waits for a house there."""
    x, y = at.fields[field]
    return _hit(x, y, max(at.field + 2, min(at.reach[field], 24))) + _ring(x, y, radius + 1.8)


@lru_cache(maxsize=1024)
def _lit_dragon(at: Layout, province: int, radius: float) -> str:
    """A ring around a dragon field and all who stand there, with a plus on it."""
    x, y = at.dragons[province]
    reach = at.reach[len(at.fields) + province]
    size = radius + 2.5
    plus = (x + size * 0.78, y - size * 0.78)
    half = max(6.0, at.badge * 0.8)
    badge = group(
        circle(*plus, half, fill=ACCENT, stroke=PAPER, stroke_width=1.2),
        path(
            f"M{plus[0] - half / 2:.1f} {plus[1]:.1f}h{half:.1f}"
            f"M{plus[0]:.1f} {plus[1] - half / 2:.1f}v{half:.1f}",
            stroke=PAPER,
            stroke_width=1.8,
        ),
    )
    return _hit(x, y, max(at.dragon, min(reach, 30))) + _ring(x, y, size) + str(badge)


@lru_cache(maxsize=4096)
def _fort_badge(at: Layout, field: int) -> str:
    x, y = at.badges[field]
    badge = circle(x, y, at.badge, fill=PAPER, stroke=ACCENT, stroke_width=1.6)
    return _hit(x, y, at.badge + 2) + str(badge) + str(fort(x, y, at.badge * 0.5))


def _ring(x: float, y: float, radius: float) -> str:
    """What shows that a place can be clicked."""
    return str(circle(x, y, radius, fill="none", stroke=PAPER, stroke_width=5.0)) + str(
        circle(x, y, radius, fill="none", stroke=ACCENT, stroke_width=2.6)
    )


def _hit(x: float, y: float, radius: float) -> str:
    """What a finger or a mouse meets; it is not seen."""
    return str(circle(x, y, radius, fill="#ffffff", fill_opacity="0", pointer_events="all"))
