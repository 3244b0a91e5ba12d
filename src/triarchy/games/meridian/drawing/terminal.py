"""The position as coloured text: meridians from left to right, cities from north to south."""

from __future__ import annotations

from itertools import zip_longest

from triarchy.games.meridian.sight import MeridianSight, Tower, card_text
from triarchy.games.meridian.state import MERIDIANS
from triarchy.games.meridian.text.words import holder_name, points, speaker
from triarchy.kit.definition import Board
from triarchy.kit.language import Translate
from triarchy.kit.markup import escape
from triarchy.kit.sight import Reader

SYMBOLS = ("●", "■", "▲", "◆")
STYLES = ("dark_orange", "grey70", "rgb(176,112,72)", "bold bright_white on grey15")
CELL = 7


def terminal(sight: MeridianSight, reader: Reader) -> str:
    say = speaker(reader.language)
    return "\n".join(
        [
            *_map(sight, say),
            "",
            *_islands(sight, reader, say),
            "",
            *_players(sight, reader, say),
        ]
    )


def _tower(tower: Tower) -> str:
    return f"[{STYLES[tower.seat]}]{SYMBOLS[tower.seat]}{tower.height}[/]"


def _map(sight: MeridianSight, say: Translate) -> list[str]:
    """A cell is the island's letter, a capital letter with a star for a capital, and the tower."""
    letters = _letters(sight.board)
    head = "".join(
        f"[reverse]{meridian + 1:^{CELL}}[/]"
        if meridian == sight.meridian
        else f"{meridian + 1:^{CELL}}"
        for meridian in range(MERIDIANS)
    )
    lines = [f"[dim]{say('north'):>8}[/]"]
    for row in range(sight.rows):
        cells = []
        for meridian in range(MERIDIANS):
            city = meridian, row
            letter = letters[sight.island_of(city)]
            capital = sight.is_capital(city)
            place = f"[yellow]{letter.upper()}*[/]" if capital else f"[dim]{letter} [/]"
            tower = sight.towers.get(city)
            piece = _tower(tower) if tower else "[dim]·[/]"
            length = len(str(tower.height)) + 1 if tower else 1
            cells.append(f" {place}{piece}{' ' * (CELL - 3 - length)}")
        lines.append(f"{row + 1:>7} {''.join(cells)}".rstrip())
    return [*lines, f"{' ' * 8}{head}"]


def _letters(board: Board) -> list[str]:
    return [chr(ord("a") + index % 26) for index in range(len(board.data["islands"]))]


def _islands(sight: MeridianSight, reader: Reader, say: Translate) -> list[str]:
    """The islands in two columns: letter, name, value, who takes it."""
    entries = []
    for letter, island in zip(_letters(sight.board), sight.islands, strict=True):
        marks = " ".join(
            f"[{STYLES[seat]}]{SYMBOLS[seat]}{own}[/]"
            for seat, own in enumerate(island.strengths)
            if own
        )
        plain = sum(2 + len(str(own)) for own in island.strengths if own)
        text = f"{letter} {island.name} ({island.value}): {holder_name(island, reader, say)} "
        entries.append((f"{escape(text)}{marks}", len(text) + plain))
    half = -(-len(entries) // 2)
    lines = []
    for left, right in zip_longest(entries[:half], entries[half:], fillvalue=("", 0)):
        lines.append(f"{left[0]}{' ' * max(1, 42 - left[1])}{right[0]}".rstrip())
    return lines


def _players(sight: MeridianSight, reader: Reader, say: Translate) -> list[str]:
    lines = []
    for seat in range(sight.players):
        mark = "[bold]>[/]" if seat == sight.to_move else " "
        cards = " ".join(f"\\[{card_text(card)}]" for card in sight.open_cards[seat]) or "–"
        pile = " ".join(card_text(card) for card in sight.pile_cards[seat])
        name = f"[{STYLES[seat]}]{SYMBOLS[seat]} {escape(reader.names[seat])}[/]"
        lines.append(
            f"{mark} {name}  {points(say, sight.points[seat])}, "
            f"{say('supply')} {sight.supply[seat]}, {say('face up')} [bold]{cards}[/]"
            f"  [dim]{say('pile')}: {pile or '–'}[/]"
        )
    return lines
