"""The position as text with rich markup: the board with coordinates, then the players."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.tigris.maps import LETTERS
from triarchy.games.tigris.positions import POINTS
from triarchy.games.tigris.state import COLUMNS, NOWHERE, OVER, ROWS
from triarchy.games.tigris.text.situation import Situation, gathered
from triarchy.games.tigris.text.tables import points_shown
from triarchy.games.tigris.text.words import COLOUR_WORDS, TITLES, monument_name, speaker
from triarchy.kit.definition import Board, State

STYLES = (
    "bold white on grey30",
    "bold white on red3",
    "bold white on dodger_blue3",
    "bold white on green4",
)
TILE_MARKS = ("⌂", "▲", "¥", "§")
SEAT_LETTERS = "LBAP"
RIVER = "on sky_blue3"


def terminal(
    board: Board, view: State, seat: int | None, names: Sequence[str], language: str
) -> str:
    """Tiles as marks in their colour, leaders as the letter of their dynasty and the strength."""
    lines = ["    " + " ".join(f"{letter:^3}" for letter in LETTERS)]
    situation = Situation(board, view)
    cells = _cells(situation)
    for row in range(ROWS):
        shown = " ".join(cells[COLUMNS * row : COLUMNS * (row + 1)])
        lines.append(f"{row + 1:>3} {shown} {row + 1}")
    return "\n".join([*lines, "", *_legend(language), "", *_players(view, seat, names, language)])


def _cells(situation: Situation) -> list[str]:
    """Three characters for each cell."""
    leaders = {leader.cell: leader for leader in situation.leaders}
    found = []
    for cell in range(ROWS * COLUMNS):
        bit = 1 << cell
        treasure = ("♦" if situation.corners & bit else "•") if situation.treasures & bit else " "
        if cell in leaders:
            leader = leaders[cell]
            strength = str(leader.followers) if leader.followers < 10 else "+"
            mark = f"{SEAT_LETTERS[leader.seat]}{TILE_MARKS[leader.colour]}{strength}"
            found.append(f"[{STYLES[leader.colour]}]{mark}[/]")
            continue
        colour = next((c for c in range(4) if situation.tiles[c] & bit), NOWHERE)
        if colour != NOWHERE:
            found.append(f"[{STYLES[colour]}] {TILE_MARKS[colour]}{treasure}[/]")
        elif situation.flipped & bit:
            found.append(f"[black on yellow3] ■{treasure}[/]")
        elif situation.catastrophes & bit:
            found.append("[white on grey15] X [/]")
        elif situation.rivers & bit:
            found.append(f"[{RIVER}] ~ [/]")
        else:
            found.append("[dim] · [/]")
    return found


def _legend(language: str) -> list[str]:
    say = speaker(language)
    tiles = "  ".join(f"[{STYLES[c]}] {TILE_MARKS[c]} [/] {say(COLOUR_WORDS[c])}" for c in range(4))
    return [
        tiles,
        say(
            "L B A P: a leader, its colour and followers (+: ten or more); • treasure, ♦ in a corner; ■ monument; X catastrophe"
        ),
    ]


def _players(view: State, seat: int | None, names: Sequence[str], language: str) -> list[str]:
    from rich.markup import escape

    say = speaker(language)
    lines = []
    for other in range(int(view.players)):
        mark = "→" if int(view.to_move) == other else " "
        parts = [f"{mark} {SEAT_LETTERS[other]} [bold]{escape(names[other])}[/]"]
        if points_shown(view, other, seat):
            points = view.points[other].tolist()
            parts.append(
                "  ".join(
                    f"[{STYLES[i]}] {n} [/]" if i < len(STYLES) else f"♦ {n}"
                    for i, n in zip(range(len(POINTS)), points)
                )
            )
        home = [say(TITLES[c]) for c in range(4) if int(view.leader_cell[other, c]) == NOWHERE]
        parts.append(f"{say('Leaders at home')}: {', '.join(home) or '–'}")
        lines.append("   ".join(parts))
        if other == seat or int(view.phase) == OVER:
            lines.append(f"      {say('Tiles')}: {_hand(view, other)}")
    left = gathered(view.treasures).bit_count()
    monuments = [monument_name(say, m) for m in range(6) if int(view.monument_square[m]) < 0]
    lines.append(
        f"{say('in the bag')}: {int(view.bag_count)}   {say('Treasures')}: {left}   "
        f"{say('Monuments')}: {', '.join(monuments) or '–'}"
    )
    return lines


def _hand(view: State, seat: int) -> str:
    counts = [int(n) for n in view.hands[seat]]
    tiles = " ".join(
        f"[{STYLES[c]}] {TILE_MARKS[c]} [/]" for c in range(4) for _ in range(counts[c])
    )
    return f"{tiles}   X {int(view.catastrophes_left[seat])}"
