"""The pictures of Paddocks: the meadow, the hand, the players' panels, and the terminal."""

from __future__ import annotations

from paddocks.language import words as say_in
from paddocks.positions import NAMES
from paddocks.sight import PaddocksSight
from paddocks.state import DO_PADDOCK, DO_STONE, MOST_SIDE
from paddocks.symbols import FENCE, GRASS, GRASS_DARK, POND, SEATS, mark, stone_at
from paddocks.text import label
from triarchy.kit.drawing import (
    PHONE,
    SMALL,
    TINY,
    TOUCH,
    Palette,
    palette,
    panel,
    words,
)
from triarchy.kit.presentation import CountColumn, Fact, Picture, PlayerPanel
from triarchy.kit.sight import Reader
from triarchy.kit.svg import Element, group, rect, svg, target

MARGIN = 24


def colours_of(dark: bool) -> tuple[Palette, str]:
    return palette(dark), GRASS_DARK if dark else GRASS


def draw(sight: PaddocksSight, reader: Reader, picture: Picture) -> str:
    """The meadow, the hand, or both one below the other."""
    colours, grass = colours_of(picture.dark)
    meadow, meadow_height = board_group(sight, reader, picture, colours, grass)
    if picture.part == "board":
        return str(svg(picture.width, meadow_height, meadow, role="img"))
    hand, hand_height = hand_group(sight, reader, picture, colours)
    if picture.part == "hand":
        return str(svg(picture.width, hand_height, hand, role="img"))
    hand.attributes["transform"] = f"translate(0 {meadow_height:.0f})"
    return str(svg(picture.width, meadow_height + hand_height, meadow, hand, role="img"))


def board_group(
    sight: PaddocksSight, reader: Reader, picture: Picture, colours: Palette, grass: str
) -> tuple[Element, float]:
    side = sight.side
    cell = min((picture.width - 2 * MARGIN) / side, 110.0)
    left = (picture.width - side * cell) / 2
    drawing = group()
    for line in range(side):
        x, y = left + (line + 0.5) * cell, MARGIN + (line + 0.5) * cell
        drawing.add(words(x, MARGIN - 8, "ABCDE"[line], colours.faint, TINY, anchor="middle"))
        drawing.add(words(left - 8, y + 4, str(line + 1), colours.faint, TINY, anchor="end"))
    for row in range(side):
        for column in range(side):
            number = MOST_SIDE * row + column
            x, y = left + column * cell, MARGIN + row * cell
            drawing.add(paddock_at(sight, number, x, y, cell, grass))
    seat = sight.to_move
    ghost = sight.target(picture.preview)
    for action in sight.legal if picture.lit else []:
        place = sight.target(action)
        if place < 0:
            continue
        x, y = left + place % MOST_SIDE * cell, MARGIN + place // MOST_SIDE * cell
        frame = rect(
            x + 4, y + 4, cell - 8, cell - 8, rx=8,
            fill=colours.accent, fill_opacity=0.12, stroke=colours.accent, stroke_width=2,
        )  # fmt: skip
        shown = [frame]
        if place == ghost:
            shown.append(
                group(
                    stone_at(seat, sight.stone, x + cell / 2, y + cell / 2, cell * 0.6), opacity=0.6
                )
            )
        drawing.add(target(f"paddock {NAMES[place]}", label(sight, action, reader), *shown))
    return drawing, MARGIN + side * cell + 12


def paddock_at(
    sight: PaddocksSight, number: int, x: float, y: float, cell: float, grass: str
) -> Element:
    """A paddock with its fence and its stone, or a pond."""
    if not sight.is_dry(number):
        middle = (x + cell / 2, y + cell / 2)
        return Element(
            "ellipse", cx=middle[0], cy=middle[1], rx=cell * 0.44, ry=cell * 0.36,
            fill=POND, data_key=f"pond-{NAMES[number]}", data_what="pond",
        )  # fmt: skip
    drawing = group(
        rect(x + 2, y + 2, cell - 4, cell - 4, rx=8, fill=grass, stroke=FENCE, stroke_width=2),
        data_key=f"paddock-{NAMES[number]}",
        data_cell=f"paddock {NAMES[number]}",
        data_what="paddock",
    )
    if number in sight.laid:
        seat, stone = sight.laid[number]
        laid = stone_at(seat, stone, x + cell / 2, y + cell / 2, cell * 0.6)
        laid.attributes["data_key"] = f"stone-{NAMES[number]}"
        drawing.add(laid)
    return drawing


def hand_group(
    sight: PaddocksSight, reader: Reader, picture: Picture, colours: Palette
) -> tuple[Element, float]:
    """The reader's stones and the bag."""
    say = say_in(reader.language)
    size = float(TOUCH + 8)
    height = size + 44
    drawing = group(panel(0.5, 0.5, picture.width - 1, height - 1, colours))
    seat = reader.seat
    drawing.add(
        words(16, 22, say("Your stones"), colours.faint, SMALL),
        words(
            picture.width - 16, 22, say("In the bag: {count}", count=sight.bag), colours.faint,
            SMALL, anchor="end",
        ),
    )  # fmt: skip
    if seat is None:
        return drawing, height
    stones = [(stone, False) for stone in sight.hand(seat)]
    if sight.stone and sight.to_move == seat:
        stones.append((sight.stone, True))
    lit = (
        {action - DO_STONE + 1 for action in sight.legal if action < DO_PADDOCK}
        if picture.lit
        else set()
    )
    gap = 8 if picture.width < PHONE else 14
    for place, (stone, chosen) in enumerate(stones):
        x, y = 16 + place * (size + gap), 32.0
        face = group(stone_at(seat, stone, x + size / 2, y + size / 2, size * 0.86))
        first = stone not in [other for other, _ in stones[:place]]
        if chosen:
            face.add(rect(x, y, size, size, rx=8, fill="none", stroke=colours.gold, stroke_width=3))
        if stone in lit and first:
            frame = rect(x, y, size, size, rx=8, fill=colours.card, stroke=colours.accent,
                         stroke_width=2)  # fmt: skip
            words_of = label(sight, DO_STONE + stone - 1, reader)
            drawing.add(target(f"stone {stone}", words_of, frame, face))
        else:
            face.attributes["data_key"] = f"hand-{place}"
            drawing.add(face)
    return drawing, height


def players_panel(sight: PaddocksSight, reader: Reader) -> list[PlayerPanel]:
    say = say_in(reader.language)
    return [
        PlayerPanel(
            symbol=str(svg(24, 24, mark(seat, 12, 12, 17))),
            facts=[Fact(say("stones"), str(sight.hand_size(seat)))],
            score=str(sight.points[seat]),
        )
        for seat in range(sight.players)
    ]


def count_columns(sight: PaddocksSight, reader: Reader) -> list[CountColumn]:
    """Lines bring points, and nothing else does: a total says it all."""
    return []


def terminal(sight: PaddocksSight, reader: Reader) -> str:
    """The meadow as text: the first letter of the owner and the number of each stone."""
    say = say_in(reader.language)
    lines = ["    " + "  ".join("ABCDE"[: sight.side])]
    for row in range(sight.side):
        cells = []
        for number in range(MOST_SIDE * row, MOST_SIDE * row + sight.side):
            if not sight.is_dry(number):
                cells.append("~~")
            elif number in sight.laid:
                seat, stone = sight.laid[number]
                cells.append(f"[bold {SEATS[seat]}]{reader.names[seat][0]}{stone}[/]")
            else:
                cells.append(" ·")
        lines.append(f" {row + 1} " + " ".join(cells))
    if reader.seat is not None:
        hand = ", ".join(str(stone) for stone in sight.hand(reader.seat))
        lines.append(f"{say('Your stones')}: {hand or '-'}")
    points = [f"{name} {own}" for name, own in zip(reader.names, sight.points, strict=True)]
    lines.append(f"{', '.join(points)}; {say('In the bag: {count}', count=sight.bag)}")
    return "\n".join(lines)
