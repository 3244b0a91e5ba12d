"""The map with its towers, and on it the moves that are made by clicking the map."""

from __future__ import annotations

from functools import lru_cache

from triarchy.games.meridian.drawing.geometry import Layout, layout
from triarchy.games.meridian.drawing.ground import names_and_cities, sea_and_land
from triarchy.games.meridian.drawing.pieces import (
    LIT,
    arrow,
    cross,
    lift_mark,
    pennant,
    pennant_kind,
    pennant_width,
    push_heads,
    ring,
    tower,
    tower_key,
    tower_rise,
)
from triarchy.games.meridian.drawing.scene import Scene
from triarchy.games.meridian.positions import MOVES
from triarchy.games.meridian.sight import City, Tower, meridians_on
from triarchy.games.meridian.state import (
    BUILD,
    CARD,
    CITY,
    DO_CITY,
    DO_DONE,
    DO_HEIGHT,
    DO_LIFT,
    DO_MERIDIAN,
    MERIDIAN,
    NONE,
)
from triarchy.games.meridian.text.board import city_facts, island_text
from triarchy.games.meridian.text.reasons import first_choose
from triarchy.games.meridian.text.words import city_name
from triarchy.kit.drawing import Palette
from triarchy.kit.geometry import Point
from triarchy.kit.svg import Element, Layers, Raw, circle, group, kept, number, place, rect, target

BAND = "#fff4c8"
_LAYERS, _NUMBERS, _CITIES = Layers(), Layers(), Layers()


def draw_board(scene: Scene, width: int) -> tuple[Element, float]:
    """The map as a group, and its height; its width is `width`."""
    at = layout(scene.sight.board, width)
    drawing = group(
        Raw(sea_and_land(scene.sight.board, width, scene.palette.dark)),
        *_bands(scene, at),
        Raw(names_and_cities(scene.sight.board, width, scene.palette.dark)),
        *_standing(scene, at),
        *_ghosts(scene, at),
        *_before_card(scene, at),
        *_blocked(scene, at),
        *_targets(scene, at),
        *_places(scene, at),
        class_="board",
    )
    return drawing, at.height


# What stands on it


def _standing(scene: Scene, at: Layout) -> list[Raw]:
    """Pennants and towers: alike while cards, meridians and heights are chosen."""
    if scene.picture.preview >= 0:
        return [*_pennants(scene, at), *_towers(scene, at)]
    sight, reader = scene.sight, scene.reader
    key = (at, scene.palette, sight.towers_key, sight.players, reader.names, reader.language)
    return [_LAYERS.get(key, lambda: [*_pennants(scene, at), *_towers(scene, at)])]


def _bands(scene: Scene, at: Layout) -> list[Element]:
    """The chosen meridian, those a previewed card would open, or those to choose from."""
    sight, preview = scene.sight, scene.picture.preview
    if sight.meridian != NONE:
        chosen, strength = [sight.meridian], 0.3
    elif 0 <= preview < DO_MERIDIAN:
        chosen, strength = list(meridians_on(preview)), 0.22
    elif DO_MERIDIAN <= preview < DO_DONE:
        chosen, strength = [preview - DO_MERIDIAN], 0.3
    else:
        chosen, strength = [a - DO_MERIDIAN for a in scene.legal if _is_meridian(a)], 0.16
    return [
        rect(
            at.column * meridian,
            0,
            at.column,
            at.sea,
            fill=BAND,
            fill_opacity=strength,
            stroke=scene.palette.gold,
            stroke_width=2,
            data_what="band",
        )
        for meridian in chosen
    ]


def _is_meridian(action: int) -> bool:
    return DO_MERIDIAN <= action < DO_DONE


def _pennants(scene: Scene, at: Layout) -> list[Raw]:
    drawn = []
    for island, label_ in zip(scene.sight.islands, at.labels, strict=True):
        wide = pennant_width(len(island.leaders), at.size.name)
        x, y = label_.pennant_at
        left = min(x if label_.beside else x - wide / 2, at.width - wide - 3)
        facts = island_text(island, scene.reader, scene.say)
        place = (left, y, at.size.name)
        leaders = tuple(island.leaders)
        drawn.append(_pennant(island.id, facts, leaders, island.value, place, scene.palette))
    return drawn


@lru_cache(maxsize=4096)
def _pennant(
    island: str,
    facts: str,
    leaders: tuple[int, ...],
    value: int,
    place: tuple[float, float, float],
    colours: Palette,
) -> Raw:
    """A pennant that tells how its island stands, kept: it seldom changes."""
    name, _, strengths = facts.partition(": ")
    return kept(
        group(
            Element("title", facts),
            pennant(list(leaders), value, *place, colours),
            data_key=f"pennant-{island}",
            data_what=pennant_kind(list(leaders)),
            data_name=name,
            data_facts=strengths,
        )
    )


def _towers(scene: Scene, at: Layout) -> list[Raw]:
    """Every tower, from north to south so that a nearer one lies over a farther one."""
    sight, say = scene.sight, scene.say
    fading = _fading(scene)
    drawn = []
    for city in sorted(sight.towers, key=lambda city: (city[1], city[0])):
        seat, height = sight.towers[city]
        where = say("in {city}", city=city_name(sight, city, say))
        title = f"{scene.reader.names[seat]} {height}, {where}"
        shape = _tower_at(at, city, sight.towers[city])
        key = tower_key(seat, height, city[0])
        drawn.append(_named_tower(title, shape, _moved(at.cities[city]), key, city in fading))
    return drawn


@lru_cache(maxsize=4096)
def _named_tower(title: str, shape: Raw, transform: str, key: str, fading: bool) -> Raw:
    """A tower with its name, kept: most stand for long."""
    return kept(
        group(
            Element("title", title),
            shape,
            transform=transform,
            data_key=key,
            data_what="tower",
            class_="tower",
            opacity=0.35 if fading else None,
        )
    )


def _tower_at(at: Layout, city: City, piece: Tower) -> Raw:
    return tower(piece.seat, piece.height, at.size, city in at.capitals)


def _moved(place: Point) -> str:
    return f"translate({number(place[0])} {number(place[1])})"


def _fading(scene: Scene) -> set[City]:
    """The towers that would leave their city by the previewed action."""
    meridian, preview = scene.sight.meridian, scene.picture.preview
    if DO_LIFT <= preview < DO_HEIGHT:
        return {(meridian, preview - DO_LIFT)}
    if preview >= DO_CITY:
        return {(meridian, push.start) for push in scene.sight.pushes(preview)}
    return set()


def _ghosts(scene: Scene, at: Layout) -> list[Element]:
    """What the previewed action would build and push, with an arrow for each push."""
    sight, action = scene.sight, scene.picture.preview
    meridian = sight.meridian
    if DO_HEIGHT <= action < DO_CITY:
        return [
            _ring(at, at.cities[meridian, next_ - DO_CITY], scene.palette, 0.0)
            for next_ in sight.after(action).legal
        ]
    if action < DO_CITY:
        return []
    pushes = sight.pushes(action)
    built = Tower(sight.to_move, sight.height)
    return [
        *(_ghost(at, (meridian, push.end), push.tower, 0.8) for push in pushes),
        _ghost(at, (meridian, action - DO_CITY), built, 0.92),
        *(
            _arrow(
                at, at.cities[meridian, push.start], at.cities[meridian, push.end], scene.palette
            )
            for push in pushes
        ),
    ]


def _ghost(at: Layout, city: City, piece: Tower, opacity: float) -> Element:
    return group(
        _tower_at(at, city, piece),
        transform=_moved(at.cities[city]),
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
    return arrow(x, start[1] + 4 * down, end[1] - 6 * down, colours)


# What can be clicked


def _ring(at: Layout, city: Point, colours: Palette, rise: float) -> Element:
    """A lit frame around a city and a tower of this rise on it."""
    half = at.size.tower / 2 + 6
    top, bottom = city[1] - max(rise + 3, at.size.capital + 3), city[1] + at.size.capital + 3
    return ring(city[0] - half, top, 2 * half, bottom - top, colours, strong=not rise)


@lru_cache(maxsize=2048)
def _hit(at: Layout, city: Point) -> Raw:
    """The invisible area of a target: as wide as the meridian allows, from city to city."""
    half = min(at.column / 2, 30.0)
    top = city[1] - max(at.size.above, 26)
    area = rect(
        city[0] - half,
        top,
        2 * half,
        city[1] + max(at.size.below, 20) - top,
        fill="#fff",
        fill_opacity=0,
    )
    return kept(area)


@lru_cache(maxsize=2048)
def _near(at: Layout, city: Point) -> Raw:
    """The invisible area of a city and no more: the sea between cities is left for a double tap, which zooms."""
    half = min(at.column / 2, 22.0)
    area = rect(city[0] - half, city[1] - 24, 2 * half, 44, fill="#fff", fill_opacity=0)
    return kept(area)


def _targets(scene: Scene, at: Layout) -> list[Element]:
    drawn = []
    for action in scene.legal:
        if _is_meridian(action):
            drawn.append(_meridian_target(scene, at, action))
        elif DO_LIFT <= action < DO_HEIGHT:
            drawn.append(_lift_target(scene, at, action))
        elif action >= DO_CITY:
            drawn.append(_city_target(scene, at, action))
    return drawn


def _meridian_target(scene: Scene, at: Layout, action: int) -> Element:
    """The whole strip can be clicked; its band lies under the names, its seal is lit."""
    x = at.column * (action - DO_MERIDIAN)
    seal = {"fill": "none", "stroke_width": 3.5, "class_": "lit"}
    return target(
        MOVES[action],
        scene.label(action),
        rect(x, 0, at.column, at.height, fill="#fff", fill_opacity=0),
        circle(x + at.column / 2, at.sea + at.strip / 2, at.strip * 0.41, stroke=LIT, **seal),
    )


def _lift_target(scene: Scene, at: Layout, action: int) -> Element:
    """Taking back: a frame around the tower, and an arrow up over it."""
    city = scene.sight.meridian, action - DO_LIFT
    height = scene.sight.towers[city].height
    x, y = at.cities[city]
    top = max(y - tower_rise(height, at.size), 12.0)
    side = min(x + at.size.tower / 2 + 6, at.width - 12)
    return target(
        MOVES[action],
        scene.label(action),
        _ring(at, (x, y), scene.palette, tower_rise(height, at.size)),
        lift_mark(side, top),
        _hit(at, (x, y)),
    )


def _city_target(scene: Scene, at: Layout, action: int) -> Element:
    """Building here: a frame, the tower to come, and how what stands there would move."""
    sight, preview = scene.sight, scene.picture.preview
    city = sight.meridian, action - DO_CITY
    pushes = sight.pushes(action)
    x, y = at.cities[city]
    content: list[Element] = []
    if pushes:
        rise = tower_rise(pushes[0].tower.height, at.size)
        content.append(_ring(at, (x, y), scene.palette, rise))
        if preview != action:
            content.append(_push_mark(at, (x, y), pushes[0].north, len(pushes)))
    else:
        content.append(_ring(at, (x, y), scene.palette, tower_rise(sight.height, at.size)))
        if preview < DO_CITY:
            content.append(_ghost(at, city, Tower(sight.to_move, sight.height), 0.7))
    return target(MOVES[action], scene.label(action), *content, _hit(at, (x, y)))


def _before_card(scene: Scene, at: Layout) -> list[Raw]:
    """The cities while no card is chosen: pressed, one picks the card that opens its meridian."""
    sight = scene.sight
    if not scene.legal or sight.phase != CARD or scene.picture.preview >= 0:
        return []
    cards = tuple(action for action in scene.legal if action < DO_MERIDIAN)
    key = (at, cards, sight.towers_key, sight.players, scene.reader)
    return [_CITIES.get(key, lambda: [_first_city(scene, at, city, cards) for city in at.cities])]


def _first_city(scene: Scene, at: Layout, city: City, cards: tuple[int, ...]) -> Element:
    """A city that tells how it stands, and leads to the cards that open its meridian."""
    sight, (meridian, row) = scene.sight, city
    fitting = [card for card in cards if meridian in meridians_on(card)]
    name, facts = city_facts(sight, city, scene.reader)
    what = "tower" if city in sight.towers else "capital" if city in at.capitals else "town"
    told = {"data_what": what, "data_name": name, "data_facts": facts}
    if not fitting:
        move = DO_MERIDIAN + meridian
        return group(_near(at, at.cities[city]), data_why=MOVES[move], aria_label=name, **told)
    return group(
        _near(at, at.cities[city]),
        data_for=",".join(MOVES[card] for card in fitting),
        data_then=f"{MOVES[DO_MERIDIAN + meridian]},{MOVES[DO_CITY + row]}",
        data_leads=first_choose(fitting, scene.say),
        role="button",
        aria_label=name,
        **told,
    )


def _places(scene: Scene, at: Layout) -> list[Element]:
    """The cities, when a position is set up by hand."""
    drawn = []
    for name, label in scene.picture.places:
        _, meridian, row = name.split()
        city = int(meridian) - 1, int(row) - 1
        there = scene.sight.towers.get(city)
        rise = tower_rise(there.height, at.size) if there else 0.0
        frame = _ring(at, at.cities[city], scene.palette, rise)
        drawn.append(place(name, label, frame, _hit(at, at.cities[city])))
    return drawn


def _push_mark(at: Layout, city: Point, north: bool, count: int) -> Element:
    """A small arrow head for each tower that would move, at the side of the frame."""
    x = city[0] + at.size.tower / 2 + 6
    if x > at.width - 8:
        x = city[0] - at.size.tower / 2 - 6
    return push_heads(x, city[1] - at.size.above * 0.45, north, count)


# What looks as if it could be clicked


def _blocked(scene: Scene, at: Layout) -> list[Raw]:
    """Places that cannot be used now; whoever presses them is told why."""
    sight = scene.sight
    if not scene.legal:
        return []
    chosen = (sight.phase, sight.card, sight.meridian)
    # While a card is chosen, the reasons name those in hand.
    cards = tuple(sight.legal) if sight.phase == CARD else ()
    key = (at, chosen, cards, scene.reader.language)
    drawn = [_NUMBERS.get(key, lambda: _blocked_numbers(scene, at))]
    if sight.phase in (CARD, MERIDIAN):
        return drawn
    for row, piece in enumerate(sight.column):
        lift, build = DO_LIFT + row, DO_CITY + row
        if lift not in sight.legal and build not in sight.legal:
            action = lift if piece and sight.phase == BUILD else build
            drawn.append(_blocked_city(scene, at, row, action))
    return drawn


def _blocked_numbers(scene: Scene, at: Layout) -> list[Element]:
    """The meridians that cannot be chosen: alike while a tower's height and city are chosen."""
    return [
        group(
            Element("title", scene.why_not(action)),
            rect(
                at.column * (action - DO_MERIDIAN),
                at.sea,
                at.column,
                at.strip,
                fill="#fff",
                fill_opacity=0,
            ),
            data_why=MOVES[action],
        )
        for action in range(DO_MERIDIAN, DO_DONE)
        if action not in scene.sight.legal
    ]


def _blocked_city(scene: Scene, at: Layout, row: int, action: int) -> Raw:
    """A city of the chosen meridian; with a cross once the height is chosen."""
    city = scene.sight.meridian, row
    shown = None
    if scene.sight.phase == CITY:
        shown = city in scene.sight.towers, scene.picture.preview >= DO_CITY
    return _kept_blocked_city(at, city, action, scene.why_not(action), shown)


@lru_cache(maxsize=1024)
def _kept_blocked_city(
    at: Layout, city: City, action: int, why: str, cross: tuple[bool, bool] | None
) -> Raw:
    """The same as markup; `cross`: whether it stands beside a tower, and whether a preview hides it."""
    parts = [Element("title", why)]
    if cross is not None:
        parts.append(_cross(at, city, *cross))
    return kept(group(*parts, _hit(at, at.cities[city]), class_="blocked", data_why=MOVES[action]))


def _cross(at: Layout, city: City, beside: bool, hidden: bool) -> Element:
    x, y = at.cities[city]
    if beside:
        x += (at.size.tower / 2 + 6) * (1 if x < at.width - 24 else -1)
    return group(cross(x, y), opacity=0 if hidden else None, data_what="blocked")
