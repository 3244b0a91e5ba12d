"""The panel of a conflict: both sides, their strengths, and the sums for each amount added."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from triarchy.games.tigris.drawing import symbols
from triarchy.games.tigris.drawing.blocks import Block, Drawn
from triarchy.games.tigris.drawing.symbols import at
from triarchy.games.tigris.state import DO_SUPPORT, HAND, NOWHERE, REVOLT
from triarchy.games.tigris.text.log import war_name
from triarchy.games.tigris.text.prompts import support_label
from triarchy.games.tigris.text.situation import Situation, committed_colour, sums
from triarchy.games.tigris.text.words import capital, speaker
from triarchy.kit.definition import Board, State
from triarchy.kit.drawing import (
    LARGE,
    NORMAL,
    RADIUS,
    SMALL,
    TINY,
    Palette,
    fit,
    panel,
    words,
)
from triarchy.kit.svg import Element, Raw, group, rect, target

WIDEST = 372.0


def conflict_block(
    view: State,
    width: float,
    colours: Palette,
    names: Sequence[str],
    language: str,
    legal: Collection[int],
    moves: Sequence[str],
    preview: int,
) -> Block:
    """Attacker left, defender right; below, for who decides, a button for each amount."""
    wide = min(width, WIDEST)
    deciding = any(DO_SUPPORT <= action <= DO_SUPPORT + HAND for action in legal)
    height = 184.0 if deciding else 114.0

    def draw(x: float, y: float) -> Drawn:
        drawn: Drawn = [panel(x, y, wide, height, colours, stroke=colours.accent, stroke_width=1.5)]
        say = speaker(language)
        title = capital(war_name(say, int(view.conflict) == REVOLT, int(view.conflict_colour)))
        drawn.append(
            words(
                x + wide / 2,
                y + 22,
                title,
                colours.ink,
                NORMAL,
                anchor="middle",
                serif=True,
                bold=True,
            )
        )
        drawn += _side(view, x + 14, y + 34, wide / 2 - 30, colours, names, True, preview)
        drawn += _side(view, x + wide - 14, y + 34, wide / 2 - 30, colours, names, False, preview)
        drawn.append(
            words(x + wide / 2, y + 66, ":", colours.faint, LARGE, anchor="middle", bold=True)
        )
        if deciding:
            drawn += _amounts(view, x, y + 114, wide, colours, language, legal, moves, preview)
        return drawn

    return Block(wide, height, draw)


def _side(
    view: State,
    x: float,
    y: float,
    width: float,
    colours: Palette,
    names: Sequence[str],
    attacking: bool,
    preview: int,
) -> Drawn:
    """Disc, name, and the sum: what is on the board and what has been added."""
    seat = int(view.attacker if attacking else view.defender)
    board = int(view.attacker_board if attacking else view.defender_board)
    added = int(view.attacker_support) if attacking else NOWHERE
    proposed = added == NOWHERE and preview >= DO_SUPPORT and int(view.to_move) == seat
    if proposed:
        added = preview - DO_SUPPORT
    sign = 1 if attacking else -1
    anchor = "start" if attacking else "end"
    disc = at(symbols.leader(seat, int(view.conflict_colour), 48), x + sign * 26, y + 28)
    total = board + max(0, added)
    chip = symbols.chip(committed_colour(view), 18)
    detail = f"{board} + {added}" if added != NOWHERE else f"{board} + ?"
    start = x + sign * 60
    return [
        Raw(disc),
        words(
            start,
            y + 14,
            fit(names[seat], SMALL, width - 62, True),
            colours.ink,
            SMALL,
            anchor=anchor,
            bold=True,
        ),
        words(
            start,
            y + 43,
            str(total),
            colours.accent if proposed else colours.ink,
            28,
            anchor=anchor,
            bold=True,
        ),
        Raw(at(chip, start + sign * 9, y + 60)),
        words(start + sign * 23, y + 65, detail, colours.faint, SMALL, anchor=anchor),
    ]


def _amounts(
    view: State,
    x: float,
    y: float,
    width: float,
    colours: Palette,
    language: str,
    legal: Collection[int],
    moves: Sequence[str],
    preview: int,
) -> Drawn:
    """A button for each number of tiles, with both sums as they would be."""
    actions = [a for a in sorted(legal) if DO_SUPPORT <= a <= DO_SUPPORT + HAND]
    gap = 6.0
    each = min(84.0, (width - 24 - gap * (len(actions) - 1)) / len(actions))
    left = x + (width - len(actions) * each - gap * (len(actions) - 1)) / 2
    return [
        _amount(
            view,
            left + i * (each + gap),
            y,
            each,
            colours,
            language,
            action,
            moves,
            action == preview,
        )
        for i, action in enumerate(actions)
    ]


def _amount(
    view: State,
    x: float,
    y: float,
    width: float,
    colours: Palette,
    language: str,
    action: int,
    moves: Sequence[str],
    proposed: bool,
) -> Element:
    number = action - DO_SUPPORT
    added = int(view.attacker_support)
    if added == NOWHERE:
        attack, defence = sums(view, number, 0)
        ahead = attack > defence
    else:
        attack, defence = sums(view, added, number)
        ahead = defence >= attack
    frame = rect(
        x,
        y,
        width,
        58,
        rx=RADIUS,
        fill=colours.card,
        stroke=colours.accent,
        stroke_width=3 if proposed else 1.5,
    )
    mark = "M-5 0L-1 4L6 -5" if ahead else "M-4 -4L4 4M4 -4L-4 4"
    ink = "#3f7a34" if ahead and not colours.dark else "#8fc27d" if ahead else colours.faint
    return target(
        moves[action],
        support_label(view, number, speaker(language)),
        frame,
        words(x + width / 2, y + 25, f"+{number}", colours.ink, LARGE, anchor="middle", bold=True),
        words(
            x + width / 2 - 7, y + 47, f"{attack} : {defence}", colours.faint, TINY, anchor="middle"
        ),
        Raw(at(symbols.strokes(mark, ink, 2.2), x + width / 2 + 18, y + 43)),
    )


def wars_block(
    board: Board,
    view: State,
    width: float,
    colours: Palette,
    names: Sequence[str],
    language: str,
) -> Block:
    """The wars still to be fought, with the strengths on the board; they are chosen there."""
    say = speaker(language)
    rivals = Situation(board, view).rivals()
    wide = min(width, WIDEST)
    height = 36.0 + 40 * len(rivals)

    def draw(x: float, y: float) -> Drawn:
        drawn: Drawn = [
            panel(x, y, wide, height, colours, stroke=colours.accent, stroke_width=1.5),
            words(
                x + wide / 2,
                y + 24,
                say("Wars to be fought"),
                colours.ink,
                NORMAL,
                anchor="middle",
                serif=True,
                bold=True,
            ),
        ]
        for row, leaders in enumerate(rivals.values()):
            top = y + 52 + 40 * row
            for sign, leader in zip((-1, 1), leaders):
                middle = x + wide / 2 + sign * 44
                face = symbols.leader(leader.seat, leader.colour, 32)
                anchor = "end" if sign < 0 else "start"
                drawn += [
                    Raw(at(face, middle, top)),
                    words(
                        x + wide / 2 + sign * 14,
                        top + 7,
                        str(leader.followers),
                        colours.ink,
                        LARGE,
                        anchor="middle",
                        bold=True,
                    ),
                    words(
                        middle + sign * 24,
                        top + 5,
                        fit(names[leader.seat], SMALL, wide / 2 - 80),
                        colours.ink,
                        SMALL,
                        anchor=anchor,
                    ),
                ]
            drawn.append(
                group(words(x + wide / 2, top + 6, ":", colours.faint, NORMAL, anchor="middle"))
            )
        return drawn

    return Block(wide, height, draw)
