"""The position as coloured text: meridians from left to right, cities from north to south."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markup import escape

from triarchy.games.meridian.state import MERIDIANS
from triarchy.games.meridian.text.prompts import points, speaker
from triarchy.games.meridian.text.scores import state as island_state
from triarchy.games.meridian.text.sight import (
    card_text,
    in_pile,
    is_capital,
    islands,
    open_cards,
    projected,
    towers,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate

SYMBOLS = ("●", "■", "▲", "◆")
STYLES = ("dark_orange", "grey70", "rgb(176,112,72)", "bold bright_white on grey15")
CELL = 7


def terminal(
    board: Board, view: State, seat: int | None, names: Sequence[str], language: str
) -> str:
    say = speaker(language)
    return "\n".join(
        [
            *_map(board, view, say),
            "",
            *_islands(board, view, names, say),
            "",
            *_players(board, view, seat, names, say),
        ]
    )


def _tower(seat: int, height: int) -> str:
    return f"[{STYLES[seat]}]{SYMBOLS[seat]}{height}[/]"


def _map(board: Board, view: State, say: Translate) -> list[str]:
    """A cell is the island's letter, a capital letter with a star for a capital, and the tower."""
    letters = _letters(board)
    standing = towers(view)
    chosen = int(view.meridian) - 1
    head = "".join(
        f"[reverse]{meridian + 1:^{CELL}}[/]" if meridian == chosen else f"{meridian + 1:^{CELL}}"
        for meridian in range(MERIDIANS)
    )
    lines = [f"[dim]{say('north'):>8}[/]"]
    for row in range(int(board.struct.rows)):
        cells = []
        for meridian in range(MERIDIANS):
            letter = letters[int(board.struct.island[meridian, row])]
            capital = is_capital(board, meridian, row)
            place = f"[yellow]{letter.upper()}*[/]" if capital else f"[dim]{letter} [/]"
            tower = standing.get((meridian, row))
            piece, length = (_tower(*tower), len(str(tower[1])) + 1) if tower else ("[dim]·[/]", 1)
            cells.append(f" {place}{piece}{' ' * (CELL - 3 - length)}")
        lines.append(f"{row + 1:>7} {''.join(cells)}".rstrip())
    return [*lines, f"{' ' * 8}{head}"]


def _letters(board: Board) -> list[str]:
    return [chr(ord("a") + index % 26) for index in range(len(board.data["islands"]))]


def _islands(board: Board, view: State, names: Sequence[str], say: Translate) -> list[str]:
    """The islands in two columns: letter, name, value, who takes it."""
    entries = []
    for letter, island in zip(_letters(board), islands(board, view)):
        marks = " ".join(
            f"[{STYLES[seat]}]{SYMBOLS[seat]}{own}[/]"
            for seat, own in enumerate(island.strengths)
            if own
        )
        plain = sum(2 + len(str(own)) for own in island.strengths if own)
        text = f"{letter} {island.name} ({island.value}): {island_state(island, names, say)} "
        entries.append((f"{escape(text)}{marks}", len(text) + plain))
    half = -(-len(entries) // 2)
    lines = []
    for left, right in zip(entries[:half], [*entries[half:], ("", 0)]):
        lines.append(f"{left[0]}{' ' * max(1, 42 - left[1])}{right[0]}".rstrip())
    return lines


def _players(
    board: Board, view: State, seat: int | None, names: Sequence[str], say: Translate
) -> list[str]:
    now = projected(board, view)
    lines = []
    for other in range(int(view.players)):
        mark = "[bold]>[/]" if other == int(view.to_move) else " "
        cards = " ".join(f"\\[{card_text(card)}]" for card in open_cards(view, other)) or "–"
        pile = " ".join(
            card_text(card) for card, count in enumerate(in_pile(view, other)) for _ in range(count)
        )
        name = f"[{STYLES[other]}]{SYMBOLS[other]} {escape(names[other])}[/]"
        lines.append(
            f"{mark} {name}  {points(say, now[other])}, "
            f"{say('supply')} {int(view.supply[other])}, {say('open')} [bold]{cards}[/]"
            f"  [dim]{say('pile')}: {pile or '–'}[/]"
        )
    return lines
