"""The position as coloured text: province by province, then alliances, cards and players."""

from __future__ import annotations

from triarchy.games.china.sight import ChinaSight, Province
from triarchy.games.china.state import EMISSARY, FORT, HOUSE, NONE
from triarchy.games.china.text.words import (
    colour_word,
    emissaries,
    hand_phrase,
    houses,
    points,
    speaker,
)
from triarchy.kit.language import Translate
from triarchy.kit.markup import escape
from triarchy.kit.sight import Reader

SYMBOLS = ("▲", "■", "♠", "●", "◆")
STYLES = (
    "bold dodger_blue1",
    "bold black on grey85",
    "bold bright_white on grey15",
    "bold rgb(190,120,70)",
    "bold turquoise2",
)
COLOUR_STYLES = ("red", "green", "dark_orange", "yellow", "medium_purple")


def terminal(sight: ChinaSight, reader: Reader) -> str:
    say = speaker(reader.language)
    return "\n".join(
        [
            *(_province(sight, province, say) for province in sight.provinces),
            "",
            *_alliances(sight, say),
            "",
            _cards(sight, say),
            "",
            *_players(sight, reader, say),
        ]
    )


def _mark(seat: int, count: int | str = "") -> str:
    return f"[{STYLES[seat]}]{SYMBOLS[seat]}{count}[/]"


def _province(sight: ChinaSight, province: Province, say: Translate) -> str:
    """Name, id, colour, the fields in order with houses and fortifications, and emissaries.

    A field is shown by its number: with the province's id before it, it is a field's id.
    """
    ids, owners = sight.field_ids, sight.owners
    fields = []
    for field in province.fields:
        number = ids[field].removeprefix(province.id)
        name = number if number.isdigit() else ids[field]
        piece = _mark(owners[field]) if field in owners else "·"
        wall = "[bold]#[/]" if field in sight.forts else " "
        fields.append(f"[dim]{escape(name)}[/]{piece}{wall}")
    sent = " ".join(_mark(seat, own) for seat, own in enumerate(province.emissaries) if own)
    style = COLOUR_STYLES[province.colour]
    tick = "[bold]✓[/]" if province.scored else " "
    name = escape(f"{province.name:<6} {province.id:<5}")
    word = f"{colour_word(say, province.colour):<7}"
    return f"{tick} [{style}]{name} {word}[/] {' '.join(fields)} [dim]|[/] {sent or '–'}"


def _alliances(sight: ChinaSight, say: Translate) -> list[str]:
    """Three to a line: number, provinces, whom it would bring how many points."""
    entries = []
    for alliance in sight.alliances:
        winners = [(seat, own) for seat, own in enumerate(alliance.points) if own]
        gains = " ".join(_mark(seat, own) for seat, own in winners) or "[dim]·[/]"
        length = len(" ".join(f"{SYMBOLS[seat]}{own}" for seat, own in winners)) or 1
        between = f"{alliance.one.name}–{alliance.two.name}"
        room = " " * max(2, 24 - len(between) - length)
        entries.append(f"{alliance.number:>2} {escape(between)} {gains}{room}")
    lines = ["".join(entries[k : k + 3]).rstrip() for k in range(0, len(entries), 3)]
    return [f"[dim]{say('Alliances')}[/]", *lines]


def _card(colour: int, say: Translate) -> str:
    return f"[{COLOUR_STYLES[colour]}]{colour_word(say, colour)}[/]"


def _cards(sight: ChinaSight, say: Translate) -> str:
    shown = [
        f"{slot + 1}: {_card(colour, say) if colour != NONE else '–'}"
        for slot, colour in enumerate(sight.open)
    ]
    counts = say(
        "deck {deck}, discards {discards}",
        deck=sight.deck_size,
        discards=sight.discards_size,
    )
    return f"{say('Face-up cards')}  {'  '.join(shown)}  [dim]{counts}[/]"


def _players(sight: ChinaSight, reader: Reader, say: Translate) -> list[str]:
    lines = []
    for seat in range(sight.players):
        left = sight.supply(seat)
        pieces = f"{houses(say, left[HOUSE])}, {emissaries(say, left[EMISSARY])}"
        if left[FORT]:
            pieces += f", {say('fortification')}"
        if sight.hides_hand(seat) or reader.seat not in (None, seat):
            hand = hand_phrase(sight, seat, say)
        else:
            held = enumerate(sight.hand(seat))
            hand = " ".join(_card(colour, say) for colour, count in held for _ in range(count))
        earned = points(say, sight.points(seat))
        arrow = "→" if sight.to_move == seat else " "
        lines.append(
            f"{arrow} {_mark(seat)} {escape(reader.names[seat]):<12} [bold]{earned}[/] "
            f"[dim]({sum(sight.projected[seat])})[/]  {pieces}  {hand}"
        )
    return lines
