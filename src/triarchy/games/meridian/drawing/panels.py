"""The whole picture: map, hand and a panel for every player; and the players' list of a page."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.meridian.drawing.board import Scene, draw_board
from triarchy.games.meridian.drawing.hand import card_key, draw_hand, track
from triarchy.games.meridian.drawing.pieces import SEATS, card_face, symbol
from triarchy.games.meridian.state import OVER
from triarchy.games.meridian.text import prompt
from triarchy.games.meridian.text.prompts import pieces, points, speaker, winners
from triarchy.games.meridian.text.sight import card_text, open_cards, projected
from triarchy.kit.definition import Board, State
from triarchy.kit.drawing import (
    LARGE,
    NORMAL,
    PHONE,
    SMALL,
    fit,
    panel,
    words,
    wrap,
)
from triarchy.kit.presentation import PlayerPanel
from triarchy.kit.svg import Element, group, number, rect, svg

GAP = 12
SIDE = 348
"""The width of the players' column beside a wide map."""
WIDE = 1100


def draw_all(scene: Scene, seat: int | None, width: int) -> Element:
    """A picture that stands by itself, in one column on a phone, with a side column if wide."""
    colours = scene.colours
    margin = 8 if width < PHONE else 16
    inner = width - 2 * margin
    parts = group()
    heading, y = _heading(scene, seat, margin, inner)
    parts.add(heading)
    wide = width >= WIDE
    map_width = inner - SIDE - GAP if wide else inner
    drawn, high = draw_board(scene, map_width)
    parts.add(group(drawn, transform=f"translate({margin} {number(y)})"))
    below = y + high + GAP
    hand_of = int(scene.view.to_move) if scene.legal else None
    if hand_of is not None:
        hand, hand_high = draw_hand(scene, hand_of, map_width, with_track=False)
        parts.add(
            panel(margin, below, map_width, hand_high, colours),
            group(hand, transform=f"translate({margin} {number(below)})"),
        )
        below += hand_high + GAP
    players = int(scene.view.players)
    columns = 1 if wide or width < PHONE else 2
    each = SIDE if wide else (inner - GAP * (columns - 1)) / columns
    left, top = (margin + map_width + GAP, y) if wide else (margin, below)
    bottom = top
    for other in range(players):
        box, box_high = _player(scene, other, each, keys=other != hand_of)
        x = left + other % columns * (each + GAP)
        at = top + other // columns * (box_high + GAP)
        parts.add(group(box, transform=f"translate({number(x)} {number(at)})"))
        bottom = at + box_high
    height = max(below, bottom + GAP) if wide else bottom + GAP
    return picture(scene, seat, width, height, rect(0, 0, width, height, fill=colours.page), parts)


def picture(scene: Scene, seat: int | None, width: int, height: float, *parts: Element) -> Element:
    """A drawing of the position with a spoken name."""
    said = prompt(scene.board, scene.view, seat, scene.names, scene.language)
    return svg(width, height, *parts, role="group", aria_label=f"{scene.board.title}. {said}")


def _heading(scene: Scene, seat: int | None, x: float, width: float) -> tuple[Element, float]:
    """The prompt, in as many lines as it takes, and where the map may begin."""
    said = prompt(scene.board, scene.view, seat, scene.names, scene.language)
    size = NORMAL if width < PHONE else LARGE
    lines = wrap(said, size, width)
    drawing = group()
    for i, words_ in enumerate(lines):
        drawing.add(
            words(x, 12 + size * (1.0 + 1.25 * i), words_, scene.colours.ink, size, serif=True)
        )
    return drawing, 12 + size * 1.25 * len(lines) + 10


def _player(scene: Scene, seat: int, width: float, keys: bool) -> tuple[Element, float]:
    """A player's panel: name and points, open cards and supply, all cards.

    `keys`: whether the cards carry their identity here, as they are drawn nowhere else.
    """
    view, colours = scene.view, scene.colours
    say = speaker(scene.language)
    marked = seat in winners(scene.board, view) if int(view.phase) == OVER else seat == view.to_move
    edge = colours.ink if colours.dark else None
    gained = points(say, _points(scene, seat))
    drawing = group(
        symbol(seat, 22, 22, 9, edge),
        words(
            40,
            27,
            fit(scene.names[seat], NORMAL, width - 150, bold=True),
            colours.ink,
            NORMAL,
            bold=True,
        ),
        words(width - 12, 27, gained, colours.ink, NORMAL, anchor="end"),
    )
    x = 12.0
    for place, card in enumerate(open_cards(view, seat)):
        face = card_face(seat, card, x, 40, 40, 52, colours)
        drawing.add(group(face, data_key=card_key(view, seat, place) if keys else None))
        x += 46
    x += 8 if x > 12 else 0
    supply = int(view.supply[seat])
    drawing.add(words(x, 56, pieces(say, supply), colours.ink, SMALL))
    step = min(11.0, (width - x - 12) / 20)
    for i in range(supply):
        drawing.add(
            rect(
                x + i % 20 * step,
                64 + i // 20 * 12,
                step - 2,
                8,
                rx=1.5,
                fill=SEATS[seat].fill,
                stroke=edge or colours.ink,
                stroke_width=0.7,
            )
        )
    strip, strip_high = track(scene, seat, 12, 102, width - 24)
    height = 102 + strip_high + 8
    frame = panel(
        0,
        0,
        width,
        height,
        colours,
        stroke=colours.accent if marked else colours.line,
        stroke_width=2.5 if marked else 1,
    )
    return group(frame, drawing, strip, data_key=f"player-{seat}"), height


def _points(scene: Scene, seat: int) -> int:
    return sum(island.value for island in scene.islands if island.holder == seat)


def players_panel(
    board: Board, view: State, seat: int | None, names: Sequence[str], language: str
) -> list[PlayerPanel]:
    say = speaker(language)
    now = projected(board, view)
    panels = []
    for other in range(int(view.players)):
        icon = svg(24, 24, symbol(other, 12, 12, 9), aria_hidden="true")
        cards = ", ".join(card_text(card) for card in open_cards(view, other))
        panels.append(
            PlayerPanel(
                str(icon),
                [
                    (say("Supply"), str(int(view.supply[other]))),
                    (say("Open"), cards or "–"),
                    (say("Pile"), str(int(view.pile_count[other]))),
                ],
                str(now[other]),
            )
        )
    return panels
