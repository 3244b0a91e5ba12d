"""The players and the common supplies: beside the board, and for the players' list of a page."""

from __future__ import annotations

from functools import cache, lru_cache

from triarchy.games.tigris.drawing import pieces
from triarchy.games.tigris.drawing.blocks import Block, Drawn
from triarchy.games.tigris.drawing.scene import Scene
from triarchy.games.tigris.positions import POINTS
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import COLOURS, MONUMENTS, NONE, TREASURE_COLUMN
from triarchy.games.tigris.text.scores import points_shown
from triarchy.games.tigris.text.words import COLOUR_WORDS, capital, speaker
from triarchy.kit.drawing import NORMAL, SMALL, TINY, fit, panel, words
from triarchy.kit.presentation import CountColumn, Fact, PlayerPanel
from triarchy.kit.sight import Reader
from triarchy.kit.svg import Raw, circle, moved, svg

OPEN_HEIGHT, COVERED_HEIGHT = 98.0, 62.0


def players_panel(sight: TigrisSight, reader: Reader) -> list[PlayerPanel]:
    panels = []
    for seat in range(sight.players):
        has = (
            sight.hand_sizes[seat],
            sight.leader_cells[seat].count(NONE),
            sight.catastrophes_left[seat],
        )
        points, score = None, ""
        if points_shown(sight, seat, reader):
            points = tuple(sight.points[seat])
            ordered = sight.ordered_scores[seat]
            score = " · ".join(map(str, ordered)) if sight.over else str(ordered[0])
        panels.append(_panel(seat, has, points, score, reader.language))
    return panels


@lru_cache(maxsize=1024)
def _panel(
    seat: int,
    has: tuple[int, int, int],
    points: tuple[int, ...] | None,
    score: str,
    language: str,
) -> PlayerPanel:
    """What a seat has (tiles, leaders at home, catastrophes), and its points unless they are covered."""
    say = speaker(language)
    tiles, at_home, catastrophes = map(str, has)
    facts = [
        Fact(say("Tiles"), tiles, _sign(pieces.back(20))),
        Fact(say("Leaders in supply"), at_home, _sign(pieces.dynasty_sign(seat, 22))),
        Fact(say("Catastrophes"), catastrophes, _sign(pieces.catastrophe(20))),
    ]
    if points is not None:
        own = points[:TREASURE_COLUMN]
        weakest = min(own)
        differ = weakest < max(own)
        facts += [
            Fact(capital(say(word)), str(n), _sign(pieces.chip(i, 20)), differ and n == weakest)
            for i, (word, n) in enumerate(zip(COLOUR_WORDS, own, strict=True))
        ]
        treasures = _sign(pieces.treasure(False, 18))
        facts.append(Fact(say("Treasures"), str(points[TREASURE_COLUMN]), treasures))
    return PlayerPanel(_sign(pieces.dynasty_sign(seat, 38), 40), facts, score)


@cache
def _sign(shape: Raw, size: int = 24) -> str:
    """A small picture beside a number."""
    return str(svg(size, size, moved(size / 2, size / 2, shape), aria_hidden="true"))


def count_columns(sight: TigrisSight, reader: Reader) -> list[CountColumn]:
    """The four colours, the treasures that go to them, and what decides."""
    say = speaker(reader.language)

    def symbol(piece: Raw) -> str:
        return str(svg(40, 40, moved(20, 20, piece), aria_hidden="true"))

    columns = [
        CountColumn(capital(say(word)), symbol(pieces.tile(colour, 34)))
        for colour, word in enumerate(COLOUR_WORDS)
    ]
    treasures = [own[TREASURE_COLUMN] for own in sight.points]
    columns.append(CountColumn(say("Treasures"), symbol(pieces.treasure(False, 24)), treasures))
    return [*columns, CountColumn(say("Weakest colour"))]


def player_block(scene: Scene, seat: int, width: float) -> Block:
    """One player: symbol, name, what is in hand and at home, points or the screen before them."""
    sight, colours = scene.sight, scene.palette
    shown = points_shown(sight, seat, scene.reader)
    height = OPEN_HEIGHT if shown else COVERED_HEIGHT
    name = scene.reader.names[seat]
    title = f"{sight.ranks[seat]}. {name}" if sight.over else name

    def draw(x: float, y: float) -> Drawn:
        edge = {"stroke": colours.accent, "stroke_width": 2} if sight.to_move == seat else {}
        drawn: Drawn = [
            panel(x, y, width, height, colours, **edge),
            moved(x + 30, y + 30, pieces.dynasty_sign(seat, 40), data_what="dynasty"),
            words(
                x + 60,
                y + 24,
                fit(title, NORMAL, width - 72, True),
                colours.ink,
                NORMAL,
                bold=True,
            ),
        ]
        drawn += _result(scene, seat, x + 60, y + 42) if sight.over else []
        drawn += [] if sight.over else _possessions(scene, seat, x + 60, y + 42)
        return drawn + (_points(scene, seat, x, y + 76, width) if shown else [])

    return Block(width, height, draw)


def _result(scene: Scene, seat: int, x: float, y: float) -> Drawn:
    """At the end the four colours with treasures placed, weakest first."""
    result = " · ".join(map(str, scene.sight.ordered_scores[seat]))
    return [words(x, y + 5, result, scene.palette.ink, NORMAL, serif=True)]


def _possessions(scene: Scene, seat: int, x: float, y: float) -> Drawn:
    """Tiles in hand, catastrophes left, leaders at home; a leader on the board is a ring."""
    sight, colours = scene.sight, scene.palette
    drawn: Drawn = [
        moved(x + 7, y, pieces.back(13), data_what="tiles-in-hand"),
        words(x + 17, y + 4, str(sight.hand_sizes[seat]), colours.ink, TINY),
        moved(x + 40, y, pieces.catastrophe(13), data_what="catastrophe"),
        words(x + 50, y + 4, str(sight.catastrophes_left[seat]), colours.ink, TINY),
    ]
    for colour in range(4):
        left = x + 78 + colour * 21
        if sight.leader_cells[seat][colour] == NONE:
            own = seat == scene.reader.seat  # whose leaders have their keys in the hand
            key = None if own else f"leader-{seat}-{COLOURS[colour]}"
            face = pieces.leader(seat, colour, 18)
            drawn.append(moved(left, y, face, data_key=key, data_what="leader"))
        else:
            drawn.append(
                circle(
                    left,
                    y,
                    5,
                    fill="none",
                    stroke=colours.faint,
                    stroke_dasharray="2 2",
                    data_what="on-board",
                )
            )
    return drawn


def _points(scene: Scene, seat: int, x: float, y: float, width: float) -> Drawn:
    """The points by colour."""
    each = (width - 24) / 5
    drawn: Drawn = []
    for i, value in enumerate(scene.sight.points[seat]):
        left = x + 14 + i * each
        mark = pieces.chip(i, 17) if i < TREASURE_COLUMN else pieces.treasure(False, 14)
        key = f"points-{seat}-{POINTS[i]}"
        ink = scene.palette.ink
        drawn += [
            moved(left + 9, y + 1, mark),
            words(left + 21, y + 6, str(value), ink, SMALL, bold=True, data_key=key),
        ]
    return drawn


def supply_block(scene: Scene, width: float) -> Block:
    """The bag, the treasures on the board, the monuments that are left."""
    sight, colours, say = scene.sight, scene.palette, scene.say
    size = min(38.0, (width - 28) / MONUMENTS - 4)
    height = 62.0 + size

    def draw(x: float, y: float) -> Drawn:
        half = width * 0.46
        drawn: Drawn = [
            panel(x, y, width, height, colours),
            moved(x + 22, y + 24, pieces.bag(24, colours.ink), data_what="bag"),
            words(x + 38, y + 22, str(sight.bag_size), colours.ink, SMALL, bold=True),
            words(x + 38, y + 36, say("in the bag"), colours.faint, TINY),
            moved(x + half + 14, y + 24, pieces.treasure(False, 18), data_what="treasure"),
            words(x + half + 30, y + 22, str(len(sight.treasures)), colours.ink, SMALL, bold=True),
            words(x + half + 30, y + 36, say("on the board"), colours.faint, TINY),
        ]
        for which, square in enumerate(sight.monument_squares):
            middle = x + 14 + (which + 0.5) * (width - 28) / MONUMENTS
            face = pieces.monument(which, size)
            faded = None if square == NONE else ".18"
            spot = middle, y + 50 + size / 2
            drawn.append(moved(*spot, face, opacity=faded, data_what="monument"))
        return drawn

    return Block(width, height, draw)
