"""The whole picture: map, hand and a panel for every player; and the players' list of a page."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.china.drawing.board import draw_map
from triarchy.games.china.drawing.hand import draw_hand
from triarchy.games.china.drawing.pieces import (
    emissary,
    fort,
    house,
    small_card,
    small_card_back,
)
from triarchy.games.china.drawing.scene import Scene
from triarchy.games.china.drawing.track import draw_track, points_of
from triarchy.games.china.state import COLOURS, EMISSARY, FORT, HOUSE, OVER
from triarchy.games.china.text.prompts import cards, colour_word, points, speaker
from triarchy.games.china.text.sight import is_hidden, projected
from triarchy.kit.definition import Board, State
from triarchy.kit.drawing import (
    LARGE,
    NORMAL,
    PHONE,
    SMALL,
    TINY,
    fit,
    panel,
    text_width,
    words,
    wrap,
)
from triarchy.kit.presentation import PlayerPanel
from triarchy.kit.svg import Element, group, number, path, rect, svg

GAP = 12.0
SIDE = 300.0
"""The width of the players' column beside a wide map."""
WIDE = 1000
CROWN = "M-1 .7L-1 -.5L-.45 .05L0 -.8L.45 .05L1 -.5L1 .7Z"


def draw_board(scene: Scene, width: int) -> tuple[Element, float]:
    """The track and the map below it, and their height."""
    track, top = draw_track(scene, width)
    land, high = draw_map(scene, width)
    return group(track, group(land, transform=f"translate(0 {number(top)})")), top + high


def draw_all(scene: Scene, width: int) -> Element:
    """A picture that stands by itself, in one column on a phone, with a side column if wide."""
    colours = scene.colours
    margin = 0 if width < PHONE else 16
    inner = width - 2 * margin
    drawn = group()
    heading, y = _heading(scene, max(margin, 10), inner - (20 if margin == 0 else 0))
    drawn.add(heading)
    wide = width >= WIDE
    map_width = int(inner - SIDE - GAP) if wide else inner
    land, high = draw_board(scene, map_width)
    drawn.add(group(land, transform=f"translate({margin} {number(y)})"))
    below = y + high + GAP
    edge = 0 if margin else 8
    if int(scene.view.phase) != OVER:
        hand, hand_high = draw_hand(scene, map_width)
        drawn.add(
            panel(margin + edge, below, map_width - 2 * edge, hand_high, colours),
            group(hand, transform=f"translate({margin} {number(below)})"),
        )
        below += hand_high + GAP
    columns = 1 if wide or width < PHONE else 2
    across = inner - 2 * edge
    each = SIDE if wide else (across - GAP * (columns - 1)) / columns
    left, top = (margin + map_width + GAP, y) if wide else (margin + edge, below)
    bottom = top
    for seat in range(scene.players):
        box, box_high = _player(scene, seat, each)
        x = left + seat % columns * (each + GAP)
        spot = top + seat // columns * (box_high + GAP)
        drawn.add(group(box, transform=f"translate({number(x)} {number(spot)})"))
        bottom = spot + box_high
    table, table_high = _standing(scene, each)
    x = left + (scene.players % columns) * (each + GAP)
    spot = bottom + GAP if x == left else bottom - box_high
    drawn.add(group(table, transform=f"translate({number(x)} {number(spot)})"))
    bottom = max(bottom, spot + table_high)
    height = max(below, bottom + GAP)
    return picture(scene, width, height, rect(0, 0, width, height, fill=colours.page), drawn)


def picture(scene: Scene, width: int, height: float, *parts: Element) -> Element:
    """A drawing of the position with a spoken name."""
    said = f"{scene.board.title}. {scene.prompt}"
    return svg(width, height, *parts, role="group", aria_label=said)


def _heading(scene: Scene, x: float, width: float) -> tuple[Element, float]:
    """The prompt, in as many lines as it takes, and where the map may begin."""
    size = NORMAL if width < PHONE else LARGE
    lines = wrap(scene.prompt, size, width)
    drawn = group()
    for i, said in enumerate(lines):
        drawn.add(words(x, 12 + size * (1.0 + 1.25 * i), said, scene.colours.ink, size, serif=True))
    return drawn, 12 + size * 1.25 * len(lines) + 10


def _player(scene: Scene, seat: int, width: float) -> tuple[Element, float]:
    """A player's panel: name and points, pieces left, cards as far as everyone knows them."""
    view, colours, say = scene.view, scene.colours, scene.say
    to_move = int(view.to_move) == seat
    name = fit(scene.names[seat], NORMAL, width - 170, bold=True)
    drawn = group(
        house(seat, 24, 25, 12),
        words(
            44, 31, name, colours.ink, NORMAL,
            bold=True,
        ),
        words(
            width - 14, 31, points(say, points_of(scene, seat)), colours.ink, NORMAL, anchor="end"
        ),
    )  # fmt: skip
    left = view.supply[seat].tolist()
    shown = [(house(seat, 22, 62, 8.5), left[HOUSE]), (emissary(seat, 87, 62, 8.5), left[EMISSARY])]
    if view.with_forts:
        shown.append((fort(150, 62, 8), left[FORT]))
    for k, (piece, count) in enumerate(shown):
        ink = colours.ink if count else colours.faint
        drawn.add(piece, words(36 + 64 * k, 67, f"× {count}", ink, SMALL))
    drawn.add(_cards(scene, seat, width - 14, 50))
    height = 84.0
    if int(view.starter) == seat:
        drawn.add(_emperor(scene, 62 + text_width(name, NORMAL, bold=True), 26))
    frame = panel(
        0,
        0,
        width,
        height,
        colours,
        stroke=colours.accent if to_move else colours.line,
        stroke_width=2.5 if to_move else 1,
    )
    return group(frame, drawn, data_key=f"player-{seat}"), height


def _standing(scene: Scene, width: float) -> tuple[Element, float]:
    """Everyone's points for houses, alliances and roads if the game ended now."""
    say, colours = scene.say, scene.colours
    over = int(scene.view.phase) == OVER
    title = say("The final scoring") if over else say("If the game ended now")
    now = projected(scene.board, scene.view, scene.provinces, scene.alliances)
    heads = (say("Houses"), say("Alliances"), say("Roads"), say("Total"))
    share = (width - 52) / 4
    rights = [38 + share * part for part in (0.85, 2.05, 3.0, 4.0)]
    drawn = group(words(16, 27, title, colours.ink, NORMAL, serif=True))
    for right, head in zip(rights, heads):
        shown = fit(head, TINY, share * 1.1)
        drawn.add(words(right, 48, shown, colours.faint, TINY, anchor="end"))
    order = sorted(range(scene.players), key=lambda seat: -sum(now[seat]))
    for line, seat in enumerate(order):
        y = 72 + 25 * line
        drawn.add(house(seat, 26, y - 5, 9))
        values = (*now[seat], sum(now[seat]))
        for k, (right, value) in enumerate(zip(rights, values)):
            drawn.add(words(right, y, str(value), colours.ink, SMALL, anchor="end", bold=k == 3))
    height = 72 + 25 * scene.players - 8
    return group(panel(0, 0, width, height, colours), drawn), height


def _emperor(scene: Scene, x: float, y: float) -> Element:
    """The emperor before the start player."""
    return group(
        Element("title", scene.say("The emperor: start player")),
        path(
            CROWN,
            fill=scene.colours.gold,
            stroke=scene.colours.ink,
            stroke_width=0.15,
            transform=f"translate({number(x)} {number(y)}) scale(8)",
        ),
    )


def _cards(scene: Scene, seat: int, right: float, y: float) -> Element:
    """A player's cards from the right: those everyone saw drawn, then backs."""
    view = scene.view
    held = view.known[seat].tolist()
    own = seat == scene.hand_of or not is_hidden(view, seat)
    if own:
        held = view.hands[seat].tolist()
    known = [colour for colour in range(len(COLOURS)) for _ in range(held[colour])]
    unknown = int(view.hand_sizes[seat]) - len(known)
    drawn = group()
    x = right
    for _ in range(max(unknown, 0)):
        x -= 20
        drawn.add(small_card_back(x, y, 18))
    for colour in reversed(known):
        x -= 20
        drawn.add(small_card(colour, x, y, 18))
    return drawn


def players_panel(
    board: Board, view: State, seat: int | None, names: Sequence[str], language: str
) -> list[PlayerPanel]:
    say = speaker(language)
    now = projected(board, view)
    panels = []
    for other in range(int(view.players)):
        icon = svg(24, 24, house(other, 12, 13, 10), aria_hidden="true")
        left = view.supply[other].tolist()
        facts = [(say("Houses"), str(left[HOUSE])), (say("Emissaries"), str(left[EMISSARY]))]
        if view.with_forts:
            facts.append((say("Fortifications"), str(left[FORT])))
        facts.append((say("Hand"), hand_in_words(view, other, language)))
        facts.append((say("If the game ended now"), str(sum(now[other]))))
        panels.append(PlayerPanel(str(icon), facts, str(int(view.points[other].sum()))))
    return panels


def hand_in_words(view: State, seat: int, language: str) -> str:
    """How many cards a player has, and those of them that everyone saw drawn."""
    say = speaker(language)
    said = cards(say, int(view.hand_sizes[seat]))
    known = [
        f"{count} × {colour_word(say, colour)}" if count > 1 else colour_word(say, colour)
        for colour, count in enumerate(view.known[seat].tolist())
        if count
    ]
    return f"{said} ({', '.join(known)})" if known else said
