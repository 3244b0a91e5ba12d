"""The pictures of Paddocks: the meadow and the hand as scenes, their sheet, the players' panels, the terminal."""

from __future__ import annotations

from typing import Any

from paddocks.language import words as say_in
from paddocks.positions import NAMES
from paddocks.sight import PaddocksSight
from paddocks.state import (
    DO_STONE,
    HAND,
    MOST_PADDOCKS,
    MOST_PLAYERS,
    MOST_SIDE,
    STONES,
)
from paddocks.symbols import FENCE, GRASS, GRASS_DARK, POND, SEATS, mark, stone
from paddocks.text import label
from triarchy.kit.definition import Board
from triarchy.kit.drawing import NORMAL, palette, panel, style, words
from triarchy.kit.presentation import CountColumn, Fact, PlayerPanel
from triarchy.kit.scene import Node, Part, Place, Scene, Sheet
from triarchy.kit.sight import Reader
from triarchy.kit.svg import Element, group, rect, svg

MARGIN, CELL, SIZE = 24, 100, 60
"""Around the meadow; the side of a paddock; that of a stone. Places say how much smaller they are."""


def sheet(board: Board, standing: bool, dark: bool) -> Sheet:
    """How the scenes of a board look."""
    colours = palette(dark)
    side = int(board.struct.side)
    frame: dict[str, Any] = {"rx": 8, "stroke": colours.accent, "stroke_width": 2}
    symbols = {
        "lit": square(CELL - 8, fill=colours.accent, fill_opacity=0.12, **frame),
        "card": square(SIZE + 6, fill=colours.card, **frame),
        "chosen": square(SIZE + 6, fill="none", rx=8, stroke=colours.gold, stroke_width=3),
    }
    for seat in range(MOST_PLAYERS):
        for number in range(1, STONES + 1):
            symbols[stone_of(seat, number)] = stone(seat, number, SIZE)
    styles = {"title": style(colours.faint), "count": style(colours.faint, anchor="end")}
    width = 360.0 if standing else 840.0
    ground = group(panel(0.5, 0.5, width - 1, 95, colours))
    places = {"title": Place(16, 22), "count": Place(width - 16, 22)}
    for number in range(HAND + 1):
        places[f"hand-{number}"] = Place(42 + 66 * number, 60, 48 / SIZE)
    hand = Part(width, 96, places, ground)
    return Sheet(symbols, styles, meadow(board, side, 360.0 if standing else 600.0, dark), hand)


def stone_of(seat: int, number: int) -> str:
    return f"stone-{seat}-{number}"


def square(side: float, **looks: Any) -> Element:
    return rect(-side / 2, -side / 2, side, side, **looks)


def meadow(board: Board, side: int, width: float, dark: bool) -> Part:
    """Where the paddocks lie, with their grass, and the ponds."""
    faint, grass = palette(dark).faint, GRASS_DARK if dark else GRASS
    cell = (width - 2 * MARGIN) / side
    ground = group()
    for line in range(side):
        middle = MARGIN + (line + 0.5) * cell
        ground.add(words(middle, MARGIN - 8, "ABCDE"[line], faint, NORMAL, anchor="middle"))
        ground.add(words(MARGIN - 8, middle + 5, str(line + 1), faint, NORMAL, anchor="end"))
    places = {}
    for number in range(MOST_PADDOCKS):
        row, column = divmod(number, MOST_SIDE)
        if row >= side or column >= side:
            continue
        x, y = MARGIN + (column + 0.5) * cell, MARGIN + (row + 0.5) * cell
        name = NAMES[number]
        if board.struct.dry[number]:
            places[name] = Place(x, y, cell / CELL)
            ground.add(
                rect(
                    x - cell / 2 + 2, y - cell / 2 + 2, cell - 4, cell - 4, rx=8, fill=grass,
                    stroke=FENCE, stroke_width=2, data_key=f"paddock-{name}", data_what="paddock",
                )
            )  # fmt: skip
        else:
            ground.add(
                Element(
                    "ellipse", cx=x, cy=y, rx=cell * 0.44, ry=cell * 0.36, fill=POND,
                    data_key=f"pond-{name}", data_what="pond",
                )
            )  # fmt: skip
    return Part(width, MARGIN + side * cell + 12, places, ground)


def board(sight: PaddocksSight, reader: Reader, *, lit: bool, preview: int) -> Scene:
    """The stones, and where the one that is chosen can lie."""
    scene = [
        Node(
            f"stone-{NAMES[number]}", (stone_of(*laid),), NAMES[number], what="stone",
            why=f"paddock {NAMES[number]}" if lit else "",
        )
        for number, laid in sight.laid.items()
    ]  # fmt: skip
    for action in sight.legal if lit and sight.stone else []:
        name = NAMES[sight.target(action)]
        what = label(sight, action, reader)
        scene.append(
            Node(f"lit-{name}", ("lit",), name, move=f"paddock {name}", label=what, thing=False)
        )
    if sight.target(preview) >= 0:
        ghost = stone_of(sight.to_move, sight.stone)
        scene.append(Node("ghost", (ghost,), NAMES[sight.target(preview)], faded=True, thing=False))
    return scene


def hand(sight: PaddocksSight, reader: Reader, *, lit: bool, preview: int) -> Scene:
    """The reader's stones and the bag."""
    say, seat = say_in(reader.language), reader.seat
    bag = say("In the bag: {count}", count=sight.bag)
    scene = [Node("count", at="count", text=bag, style="count", thing=False)]
    if seat is None:
        return scene
    scene.append(Node("title", at="title", text=say("Your stones"), style="title", thing=False))
    stones = sight.hand(seat)
    chosen = [sight.stone] if sight.stone and sight.to_move == seat else []
    for number, own in enumerate(stones + chosen):
        alike = (stones + chosen)[:number].count(own)
        picture = stone_of(seat, own)
        node = Node(f"hand-{own}-{alike}", (picture,), f"hand-{number}", what="stone")
        if number == len(stones):
            node = node._replace(symbols=(picture, "chosen"))
        action = DO_STONE + own - 1
        if lit and not alike and action in sight.legal:
            what = label(sight, action, reader)
            node = node._replace(symbols=("card", picture), move=f"stone {own}", label=what)
        elif lit and chosen:
            node = node._replace(why=f"stone {own}")
        scene.append(node)
    return scene


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
