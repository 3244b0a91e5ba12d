"""The position as text with rich markup: the board with coordinates, then the players."""

from __future__ import annotations

from triarchy.games.tigris.maps import LETTERS
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import COLUMNS, NONE, ROWS
from triarchy.games.tigris.text.scores import points_shown
from triarchy.games.tigris.text.words import COLOUR_WORDS, TITLES, monument_name, speaker
from triarchy.kit.language import Translate
from triarchy.kit.markup import escape
from triarchy.kit.sight import Reader

STYLES = (
    "bold white on grey30",
    "bold white on red3",
    "bold white on dodger_blue3",
    "bold white on green4",
)
TILE_MARKS = ("⌂", "▲", "¥", "§")
SEAT_LETTERS = "LBAP"
RIVER = "on sky_blue3"


def terminal(sight: TigrisSight, reader: Reader) -> str:
    """Tiles as marks in their colour, leaders as the letter of their dynasty and the strength."""
    say = speaker(reader.language)
    lines = ["    " + " ".join(f"{letter:^3}" for letter in LETTERS)]
    cells = _cells(sight)
    for row in range(ROWS):
        shown = " ".join(cells[COLUMNS * row : COLUMNS * (row + 1)])
        lines.append(f"{row + 1:>3} {shown} {row + 1}")
    return "\n".join([*lines, "", *_legend(say), "", *_players(sight, reader, say)])


def _cells(sight: TigrisSight) -> list[str]:
    """Three characters for each cell."""
    leaders = {leader.cell: leader for leader in sight.leaders}
    cells = []
    for cell in range(ROWS * COLUMNS):
        treasure = " "
        if cell in sight.treasures:
            treasure = "♦" if cell in sight.corners else "•"
        if cell in leaders:
            leader = leaders[cell]
            strength = str(leader.followers) if leader.followers < 10 else "+"
            mark = f"{SEAT_LETTERS[leader.seat]}{TILE_MARKS[leader.colour]}{strength}"
            cells.append(f"[{STYLES[leader.colour]}]{mark}[/]")
        elif cell in sight.tile_at:
            colour = sight.tile_at[cell]
            cells.append(f"[{STYLES[colour]}] {TILE_MARKS[colour]}{treasure}[/]")
        elif cell in sight.flipped:
            cells.append(f"[black on yellow3] ■{treasure}[/]")
        elif cell in sight.catastrophes:
            cells.append("[white on grey15] X [/]")
        elif cell in sight.rivers:
            cells.append(f"[{RIVER}] ~ [/]")
        else:
            cells.append("[dim] · [/]")
    return cells


def _legend(say: Translate) -> list[str]:
    tiles = "  ".join(f"[{STYLES[c]}] {TILE_MARKS[c]} [/] {say(COLOUR_WORDS[c])}" for c in range(4))
    return [
        tiles,
        say(
            "L B A P: a leader, its colour and followers (+: ten or more); • treasure, ♦ in a corner; ■ monument; X catastrophe"
        ),
    ]


def _players(sight: TigrisSight, reader: Reader, say: Translate) -> list[str]:
    lines = []
    for seat in range(sight.players):
        mark = "→" if sight.to_move == seat else " "
        parts = [f"{mark} {SEAT_LETTERS[seat]} [bold]{escape(reader.names[seat])}[/]"]
        if points_shown(sight, seat, reader):
            parts.append(
                "  ".join(
                    f"[{STYLES[i]}] {n} [/]" if i < len(STYLES) else f"♦ {n}"
                    for i, n in enumerate(sight.points[seat])
                )
            )
        home = [say(TITLES[c]) for c, cell in enumerate(sight.leader_cells[seat]) if cell == NONE]
        parts.append(f"{say('Leaders in supply')}: {', '.join(home) or '–'}")
        lines.append("   ".join(parts))
        if seat == reader.seat or sight.over:
            lines.append(f"      {say('Tiles')}: {_hand(sight, seat)}")
    squares = enumerate(sight.monument_squares)
    monuments = [monument_name(say, monument) for monument, square in squares if square == NONE]
    lines.append(
        f"{say('in the bag')}: {sight.bag_size}   {say('Treasures')}: {len(sight.treasures)}   "
        f"{say('Monuments')}: {', '.join(monuments) or '–'}"
    )
    return lines


def _hand(sight: TigrisSight, seat: int) -> str:
    tiles = " ".join(
        f"[{STYLES[colour]}] {TILE_MARKS[colour]} [/]"
        for colour, number in enumerate(sight.hands[seat])
        for _ in range(number)
    )
    return f"{tiles}   X {sight.catastrophes_left[seat]}"
