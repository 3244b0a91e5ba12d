"""The position as coloured text: province by province, then alliances, cards and players."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markup import escape

from triarchy.games.china.drawing.panels import hand_in_words
from triarchy.games.china.state import EMISSARY, FORT, HOUSE, NONE
from triarchy.games.china.text.prompts import colour_word, points, speaker
from triarchy.games.china.text.sight import (
    Province,
    alliances,
    field_names,
    fortified,
    is_hidden,
    owners,
    projected,
    provinces,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate

SYMBOLS = ("▲", "■", "♠", "●", "◆")
STYLES = (
    "bold dodger_blue1",
    "bold black on grey85",
    "bold bright_white on grey15",
    "bold rgb(190,120,70)",
    "bold turquoise2",
)
COLOUR_STYLES = ("red", "green", "dark_orange", "yellow", "medium_purple")


def terminal(
    board: Board, view: State, seat: int | None, names: Sequence[str], language: str
) -> str:
    say = speaker(language)
    seen = provinces(board, view)
    return "\n".join(
        [
            *(_province(board, view, province, say) for province in seen),
            "",
            *_alliances(board, view, seen, say),
            "",
            _cards(view, say),
            "",
            *_players(board, view, seat, names, language),
        ]
    )


def _mark(seat: int, count: int | str = "") -> str:
    return f"[{STYLES[seat]}]{SYMBOLS[seat]}{count}[/]"


def _province(board: Board, view: State, province: Province, say: Translate) -> str:
    """Name, id, colour, the fields in order with houses and fortifications, and emissaries.

    A field is shown by its number: with the province's id before it, it is a field's id.
    """
    ids, held = field_names(board), owners(view)
    fields = []
    for field in province.fields:
        number = ids[field].removeprefix(province.id)
        name = number if number.isdigit() else ids[field]
        piece = _mark(held[field]) if field in held else "·"
        wall = "[bold]#[/]" if fortified(view, field) else " "
        fields.append(f"[dim]{escape(name)}[/]{piece}{wall}")
    sent = " ".join(_mark(seat, own) for seat, own in enumerate(province.emissaries) if own)
    style = COLOUR_STYLES[province.colour]
    tick = "[bold]✓[/]" if province.scored else " "
    name = escape(f"{province.name:<6} {province.id:<5}")
    word = f"{colour_word(say, province.colour):<7}"
    return f"{tick} [{style}]{name} {word}[/] {' '.join(fields)} [dim]|[/] {sent or '–'}"


def _alliances(board: Board, view: State, seen: list[Province], say: Translate) -> list[str]:
    """Three to a line: number, provinces, whom it would bring how many points."""
    entries = []
    for bond in alliances(board, view, seen):
        winners = [(seat, own) for seat, own in enumerate(bond.points) if own]
        gains = " ".join(_mark(seat, own) for seat, own in winners) or "[dim]·[/]"
        length = len(" ".join(f"{SYMBOLS[seat]}{own}" for seat, own in winners)) or 1
        between = f"{bond.one.name}–{bond.two.name}"
        room = " " * max(2, 24 - len(between) - length)
        entries.append(f"{bond.number:>2} {escape(between)} {gains}{room}")
    lines = ["".join(entries[k : k + 3]).rstrip() for k in range(0, len(entries), 3)]
    return [f"[dim]{say('Alliances')}[/]", *lines]


def _card(colour: int, say: Translate) -> str:
    return f"[{COLOUR_STYLES[colour]}]{colour_word(say, colour)}[/]"


def _cards(view: State, say: Translate) -> str:
    shown = [
        f"{slot + 1}: {_card(colour, say) if colour != NONE else '–'}"
        for slot, colour in enumerate(view.open.tolist())
    ]
    counts = say(
        "deck {deck}, discards {discards}",
        deck=int(view.deck_size),
        discards=int(view.discard_count),
    )
    return f"{say('Open cards')}  {'  '.join(shown)}  [dim]{counts}[/]"


def _players(
    board: Board, view: State, seat: int | None, names: Sequence[str], language: str
) -> list[str]:
    say = speaker(language)
    now = projected(board, view)
    lines = []
    for other in range(int(view.players)):
        left = view.supply[other].tolist()
        pieces = say(
            "{houses} houses, {emissaries} emissaries",
            houses=left[HOUSE],
            emissaries=left[EMISSARY],
        )
        if left[FORT]:
            pieces += f", {say('fortification')}"
        if is_hidden(view, other) or (seat is not None and other != seat):
            hand = hand_in_words(view, other, language)
        else:
            held = enumerate(view.hands[other].tolist())
            hand = " ".join(_card(colour, say) for colour, count in held for _ in range(count))
        earned = points(say, int(view.points[other].sum()))
        arrow = "→" if int(view.to_move) == other else " "
        lines.append(
            f"{arrow} {_mark(other)} {escape(names[other]):<12} [bold]{earned}[/] "
            f"[dim]({sum(now[other])})[/]  {pieces}  {hand}"
        )
    return lines
