"""The players and the common supplies: beside the board, and for the players' list of a page."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.tigris.drawing import symbols
from triarchy.games.tigris.drawing.blocks import Block, Drawn
from triarchy.games.tigris.drawing.symbols import at
from triarchy.games.tigris.positions import POINTS
from triarchy.games.tigris.state import COLOURS, MONUMENTS, NOWHERE, OVER, TREASURE
from triarchy.games.tigris.text.situation import gathered
from triarchy.games.tigris.text.tables import ordered_scores, points_shown, ranks_of
from triarchy.games.tigris.text.words import COLOUR_WORDS, capital, speaker
from triarchy.kit.definition import Board, State
from triarchy.kit.drawing import NORMAL, SMALL, TINY, Palette, fit, panel, words
from triarchy.kit.presentation import PlayerPanel
from triarchy.kit.svg import Raw, circle, svg

OPEN_HEIGHT, COVERED_HEIGHT = 98.0, 62.0
SIGN, SIGN_GROUND = "#3a2a1a", "#fdf3dc"


def dynasty_sign(seat: int, size: float) -> str:
    """A seat's symbol on a pale disc: players are a symbol, not a colour."""
    return (
        f'<circle r="{size / 2:.1f}" fill="{SIGN_GROUND}" stroke="{SIGN}" stroke-width="1.2"/>'
        + symbols.placed(symbols.dynasty(seat, SIGN, SIGN_GROUND), 0, 0, size * 0.66)
    )


def players_panel(
    board: Board, view: State, seat: int | None, names: Sequence[str], language: str
) -> list[PlayerPanel]:
    say = speaker(language)
    panels = []
    for other in range(int(view.players)):
        home = sum(int(cell) == NOWHERE for cell in view.leader_cell[other])
        facts = [
            (say("Tiles"), str(int(view.hand_count[other]))),
            (say("Leaders at home"), str(home)),
            (say("Catastrophes"), str(int(view.catastrophes_left[other]))),
        ]
        score = ""
        if points_shown(view, other, seat):
            own = view.points[other].tolist()
            facts += [(capital(say(word)), str(n)) for word, n in zip(COLOUR_WORDS, own)]
            facts.append((say("Treasures"), str(own[TREASURE])))
            ordered = ordered_scores(view, other)
            over = int(view.phase) == OVER
            score = " · ".join(map(str, ordered)) if over else str(ordered[0])
        sign = Raw(at(dynasty_sign(other, 38), 20, 20))
        panels.append(PlayerPanel(str(svg(40, 40, sign, aria_hidden="true")), facts, score))
    return panels


def player_block(
    view: State,
    seat: int,
    looker: int | None,
    width: float,
    colours: Palette,
    names: Sequence[str],
    language: str,
) -> Block:
    """One player: symbol, name, what is in hand and at home, points or the screen before them."""
    to_move = int(view.to_move) == seat
    height = OPEN_HEIGHT if points_shown(view, seat, looker) else COVERED_HEIGHT

    def draw(x: float, y: float) -> Drawn:
        edge = {"stroke": colours.accent, "stroke_width": 2} if to_move else {}
        drawn: Drawn = [
            panel(x, y, width, height, colours, **edge),
            Raw(at(dynasty_sign(seat, 40), x + 30, y + 30)),
            words(
                x + 60,
                y + 24,
                fit(_title(view, seat, names), NORMAL, width - 72, True),
                colours.ink,
                NORMAL,
                bold=True,
            ),
        ]
        drawn += _possessions(view, seat, looker, x + 60, y + 42, colours)
        drawn += _points(view, seat, looker, x, y + 76, width, colours)
        return drawn

    return Block(width, height, draw)


def _title(view: State, seat: int, names: Sequence[str]) -> str:
    """The name; at the end the rank before it."""
    if int(view.phase) != OVER:
        return names[seat]
    return f"{ranks_of(view)[seat]}. {names[seat]}"


def _possessions(
    view: State, seat: int, looker: int | None, x: float, y: float, colours: Palette
) -> Drawn:
    """Tiles in hand, catastrophes left, leaders at home; a leader on the board is a ring.

    At the end the four colours with treasures placed, weakest first, instead.
    """
    if int(view.phase) == OVER:
        result = " · ".join(map(str, ordered_scores(view, seat)))
        return [words(x, y + 5, result, colours.ink, NORMAL, serif=True)]
    drawn: Drawn = [
        Raw(at(symbols.back(13), x + 7, y)),
        words(x + 17, y + 4, str(int(view.hand_count[seat])), colours.ink, TINY),
        Raw(at(symbols.catastrophe(13), x + 40, y)),
        words(x + 50, y + 4, str(int(view.catastrophes_left[seat])), colours.ink, TINY),
    ]
    for colour in range(4):
        at_x = x + 78 + colour * 21
        if int(view.leader_cell[seat, colour]) == NOWHERE:
            key = f"leader-{seat}-{COLOURS[colour]}"
            extra = {} if seat == looker else {"data_key": key}
            drawn.append(Raw(at(symbols.leader(seat, colour, 18), at_x, y, **extra)))
        else:
            drawn.append(
                circle(at_x, y, 5, fill="none", stroke=colours.faint, stroke_dasharray="2 2")
            )
    return drawn


def _points(
    view: State,
    seat: int,
    looker: int | None,
    x: float,
    y: float,
    width: float,
    colours: Palette,
) -> Drawn:
    """The points by colour; none while they are behind the screen."""
    if not points_shown(view, seat, looker):
        return []
    each = (width - 24) / 5
    drawn: Drawn = []
    for i, value in enumerate(view.points[seat].tolist()):
        left = x + 14 + i * each
        mark = symbols.chip(i, 17) if i < TREASURE else symbols.treasure(False, 14)
        number = words(left + 21, y + 6, str(value), colours.ink, SMALL, bold=True)
        number.attributes["data_key"] = f"points-{seat}-{POINTS[i]}"
        drawn += [Raw(at(mark, left + 9, y + 1)), number]
    return drawn


def supply_block(view: State, width: float, colours: Palette, language: str) -> Block:
    """The bag, the treasures on the board, the monuments that are left."""
    say = speaker(language)
    size = min(38.0, (width - 28) / MONUMENTS - 4)
    height = 62.0 + size

    def draw(x: float, y: float) -> Drawn:
        treasures = gathered(view.treasures).bit_count()
        half = width * 0.46
        drawn: Drawn = [
            panel(x, y, width, height, colours),
            Raw(at(symbols.bag(24, colours.ink), x + 22, y + 24)),
            words(x + 38, y + 22, str(int(view.bag_count)), colours.ink, SMALL, bold=True),
            words(x + 38, y + 36, say("in the bag"), colours.faint, TINY),
            Raw(at(symbols.treasure(False, 18), x + half + 14, y + 24)),
            words(x + half + 30, y + 22, str(treasures), colours.ink, SMALL, bold=True),
            words(x + half + 30, y + 36, say("on the board"), colours.faint, TINY),
        ]
        for which in range(MONUMENTS):
            built = int(view.monument_square[which]) != NOWHERE
            middle = x + 14 + (which + 0.5) * (width - 28) / MONUMENTS
            extra = {"opacity": ".18"} if built else {}
            drawn.append(Raw(at(symbols.monument(which, size), middle, y + 50 + size / 2, **extra)))
        return drawn

    return Block(width, height, draw)
