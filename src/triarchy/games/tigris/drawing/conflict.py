"""The panel of a conflict: both sides, their strengths, and the sums for each amount added."""

from __future__ import annotations

from triarchy.games.tigris.drawing import pieces
from triarchy.games.tigris.drawing.blocks import Block, Drawn
from triarchy.games.tigris.drawing.scene import Scene
from triarchy.games.tigris.sight import Conflict, Leader
from triarchy.games.tigris.state import DO_SUPPORT, DO_WAR, HAND
from triarchy.games.tigris.text.log import conflict_name
from triarchy.games.tigris.text.words import capital
from triarchy.kit.drawing import LARGE, NORMAL, RADIUS, SMALL, TINY, TOUCH, fit, panel, words
from triarchy.kit.svg import Element, group, moved, rect, target

WIDEST = 372.0
ROW = 48.0
"""A war in the list of those to be fought: its button is as high as a finger needs."""


def conflict_block(scene: Scene, conflict: Conflict, width: float) -> Block:
    """Attacker left, defender right; below, for who decides, a button for each amount."""
    wide = min(width, WIDEST)
    amounts = [action for action in scene.legal if DO_SUPPORT <= action <= DO_SUPPORT + HAND]
    height = 184.0 if amounts else 114.0

    def draw(x: float, y: float) -> Drawn:
        return [
            *_frame(scene, x, y, wide, height, capital(conflict_name(scene.say, conflict)), 22),
            *_side(scene, conflict, True, x + 14, y + 34, wide / 2 - 30),
            *_side(scene, conflict, False, x + wide - 14, y + 34, wide / 2 - 30),
            words(
                x + wide / 2, y + 66, ":", scene.palette.faint, LARGE, anchor="middle", bold=True
            ),
            *_amounts(scene, conflict, amounts, x, y + 114, wide),
        ]

    return Block(wide, height, draw)


def _frame(
    scene: Scene, x: float, y: float, width: float, height: float, title: str, baseline: float
) -> Drawn:
    colours = scene.palette
    return [
        panel(x, y, width, height, colours, stroke=colours.accent, stroke_width=1.5),
        words(
            x + width / 2,
            y + baseline,
            title,
            colours.ink,
            NORMAL,
            anchor="middle",
            serif=True,
            bold=True,
        ),
    ]


def _side(
    scene: Scene, conflict: Conflict, attacking: bool, x: float, y: float, width: float
) -> Drawn:
    """Disc, name, and the sum: what is on the board and what has been added."""
    seat = conflict.attacker if attacking else conflict.defender
    board = conflict.attacker_board if attacking else conflict.defender_board
    added = conflict.attacker_support if attacking else None
    preview = scene.picture.preview
    proposed = preview >= DO_SUPPORT and conflict.mover == seat
    if proposed:
        added = preview - DO_SUPPORT
    colours = scene.palette
    sign, anchor = (1, "start") if attacking else (-1, "end")
    ink = colours.accent if proposed else colours.ink
    detail = f"{board} + {'?' if added is None else added}"
    name = fit(scene.reader.names[seat], SMALL, width - 62, True)
    start = x + sign * 60
    return [
        moved(x + sign * 26, y + 28, pieces.leader(seat, conflict.colour, 48)),
        words(start, y + 14, name, colours.ink, SMALL, anchor=anchor, bold=True),
        words(start, y + 43, str(board + (added or 0)), ink, 28, anchor=anchor, bold=True),
        moved(start + sign * 9, y + 60, pieces.chip(conflict.tiles, 18)),
        words(start + sign * 23, y + 65, detail, colours.faint, SMALL, anchor=anchor),
    ]


def _amounts(
    scene: Scene, conflict: Conflict, actions: list[int], x: float, y: float, width: float
) -> list[Element]:
    """A button for each number of tiles, with both sums as they would be."""
    if not actions:
        return []
    gap = 6.0
    each = min(84.0, (width - 24 - gap * (len(actions) - 1)) / len(actions))
    left = x + (width - len(actions) * each - gap * (len(actions) - 1)) / 2
    return [
        _amount(scene, conflict, action, left + i * (each + gap), y, each)
        for i, action in enumerate(actions)
    ]


def _amount(
    scene: Scene, conflict: Conflict, action: int, x: float, y: float, width: float
) -> Element:
    colours = scene.palette
    number = action - DO_SUPPORT
    attack, defence = conflict.sums(number)
    frame = rect(
        x,
        y,
        width,
        58,
        rx=RADIUS,
        fill=colours.card,
        stroke=colours.accent,
        stroke_width=3 if action == scene.picture.preview else 1.5,
    )
    middle = x + width / 2
    return target(
        scene.move(action),
        scene.label(action),
        frame,
        words(middle, y + 21, f"+{number}", colours.ink, LARGE, anchor="middle", bold=True),
        words(middle, y + 36, f"{attack} : {defence}", colours.faint, TINY, anchor="middle"),
        _standing(scene, conflict, number, middle, y + 46),
    )


def _standing(scene: Scene, conflict: Conflict, number: int, x: float, y: float) -> Element:
    """How who decides would stand: won, lost, or ahead of a defender who has yet to answer."""
    colours = scene.palette
    attacking = conflict.mover == conflict.attacker
    if conflict.attack_wins(number) != attacking:
        return moved(x, y, pieces.strokes("M-4 -4L4 4M4 -4L-4 4", colours.faint, 2.2))
    green = "#8fc27d" if colours.dark else "#3f7a34"
    if attacking:
        return words(x, y + 5, scene.say("ahead"), green, TINY, anchor="middle")
    return moved(x, y, pieces.strokes("M-5 0L-1 4L6 -5", green, 2.2))


def wars_block(scene: Scene, width: float) -> Block:
    """The wars still to be fought, with the strengths on the board; chosen here as well as there."""
    wars = scene.sight.wars
    wide = min(width, WIDEST)
    height = 36.0 + ROW * len(wars)

    def draw(x: float, y: float) -> Drawn:
        drawn = _frame(scene, x, y, wide, height, scene.say("Wars to be fought"), 24)
        for row, (colour, leaders) in enumerate(wars.items()):
            top = y + 32 + ROW * (row + 0.5)
            if DO_WAR + colour in scene.legal:
                frame = rect(
                    x + 6, top - TOUCH / 2, wide - 12, TOUCH, rx=RADIUS, fill=scene.palette.card,
                    stroke=scene.palette.accent, data_as=scene.move(DO_WAR + colour),
                )  # fmt: skip
                drawn.append(frame)
            shown = group(pointer_events="none")
            for sign, leader in zip((-1, 1), leaders, strict=True):
                shown.add(*_fighter(scene, leader, sign, x + wide / 2, top, wide / 2 - 80))
            colon = words(x + wide / 2, top + 6, ":", scene.palette.faint, NORMAL, anchor="middle")
            drawn.append(shown.add(colon))
        return drawn

    return Block(wide, height, draw)


def _fighter(
    scene: Scene, leader: Leader, sign: int, middle: float, y: float, width: float
) -> Drawn:
    """One side of a war to be fought: strength, disc and name, from the middle outwards."""
    ink = scene.palette.ink
    name = fit(scene.reader.names[leader.seat], SMALL, width)
    anchor = "end" if sign < 0 else "start"
    strength = str(leader.followers)
    drawn: Drawn = [
        moved(middle + sign * 44, y, pieces.leader(leader.seat, leader.colour, 32)),
        words(middle + sign * 14, y + 7, strength, ink, LARGE, anchor="middle", bold=True),
    ]
    own = leader.seat == scene.reader.seat
    drawn.append(
        words(middle + sign * 68, y - 2 if own else y + 5, name, ink, SMALL, anchor=anchor)
    )
    if own:  # what could be added: on a phone the list leaves the hand no room
        held = scene.say("in hand {count}", count=scene.sight.hands[leader.seat][leader.colour])
        faint = scene.palette.faint
        drawn.append(words(middle + sign * 68, y + 14, held, faint, TINY, anchor=anchor))
    return drawn
