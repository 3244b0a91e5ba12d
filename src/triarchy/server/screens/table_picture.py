"""A picture of a table, for links and for friends: the board as onlookers see it, and who plays."""

from __future__ import annotations

from xml.etree import ElementTree

from triarchy.kit.drawing import LARGE, LIGHT, TITLE, fit, words, wrap
from triarchy.kit.language import Translate
from triarchy.kit.letters import SVG
from triarchy.kit.png import painted_apart
from triarchy.kit.presentation import Picture, PlayerPanel
from triarchy.kit.sight import Reader, Sight
from triarchy.kit.svg import Element, Raw, moved, rect, svg
from triarchy.server.screens.screens import Screens
from triarchy.server.tables.game_cache import game_of
from triarchy.server.tables.seat_names import called
from triarchy.server.tables.snapshot import Snapshot
from triarchy.table import Game, Table

WIDTH, HEIGHT = 1200, 630
"""What those who show a link's picture ask for."""
MARGIN, SIDE = 24, 300
SYMBOL = 40


def table_picture(
    screens: Screens, snapshot: Snapshot, number: int | None, language: str, say: Translate
) -> bytes:
    """A PNG of a table as it stands, or stood after `number` moves."""
    row = snapshot.row
    key = ("table picture", row.id, row.version, number, language)
    return screens.cache.get(
        key, lambda: painted_apart(composed(screens, snapshot, number, language, say))
    )


def composed(
    screens: Screens, snapshot: Snapshot, number: int | None, language: str, say: Translate
) -> str:
    """The picture as an SVG."""
    row = snapshot.row
    ranking: list[int] | None = None
    if row.status == "open" or row.position is None:
        screens.service.compiling.need(row.game)
        game = game_of(row)
        # Nothing is dealt yet: any beginning shows the empty board.
        sight = Table(game, seed=0).sight(None)
        names = [called(seat.name, language) or say("free seat") for seat in snapshot.seats]
        reader = Reader(None, tuple(names), language)
        line = open_line(snapshot, say)
    else:
        frame = screens.service.frame(snapshot, number)
        game, sight = frame.game, frame.sight(None)
        reader = screens.reader(snapshot, frame, None, language)
        ranking = game.result(frame.state)["ranking"] if frame.over else None
        line = running_line(reader, frame.to_move, ranking, say)
    panels = game.definition.drawing.players_panel(sight, reader)
    scores = ["" if row.status == "open" else panel.score for panel in panels]
    return laid_out(game, sight, reader, row.name, line, scores, ranking)


def position_picture(table: Table, language: str, say: Translate) -> bytes:
    """A PNG of a position that belongs to no table."""
    game, over = table.game, table.to_move is None
    sight, reader = game.sight(table.state), game.reader(None, language)
    ranking = game.result(table.state)["ranking"] if over else None
    line = running_line(reader, table.to_move, ranking, say)
    scores = [panel.score for panel in game.definition.drawing.players_panel(sight, reader)]
    return painted_apart(laid_out(game, sight, reader, "", line, scores, ranking))


def laid_out(
    game: Game,
    sight: Sight,
    reader: Reader,
    name: str,
    line: str,
    scores: list[str],
    ranking: list[int] | None,
) -> str:
    """The board at the left; at the right the game, its name, a line about it, and the players."""
    panels = game.definition.drawing.players_panel(sight, reader)
    colours = LIGHT
    drawn: list[Element | Raw] = [
        rect(0, 0, WIDTH, HEIGHT, fill=colours.panel),
        framed_board(game, sight, reader),
    ]
    left, y = WIDTH - SIDE, 72.0
    for text in wrap(
        game.definition.title_in(reader.language), TITLE * 1.2, SIDE - MARGIN, bold=True
    ):
        drawn.append(words(left, y, text, colours.ink, TITLE * 1.2, bold=True))
        y += 38
    if name:
        drawn.append(words(left, y, fit(name, LARGE, SIDE - MARGIN), colours.faint, LARGE))
        y += 32
    for text in wrap(line, LARGE, SIDE - MARGIN):
        drawn.append(words(left, y + 8, text, colours.accent, LARGE, bold=True))
        y += 28
    drawn += players(reader, scores, panels, ranking, left, max(y + 24, 200.0))
    drawn.append(words(left, HEIGHT - 32, "Triarchy", colours.faint, LARGE, bold=True))
    return str(svg(WIDTH, HEIGHT, *drawn))


def framed_board(game: Game, sight: Sight, reader: Reader) -> Raw:
    """The board as large as fits at the left."""
    width, height = WIDTH - SIDE - 2 * MARGIN, HEIGHT - 2 * MARGIN
    picture = Picture(width=1000, part="board")
    board = ElementTree.fromstring(game.definition.svg(sight, reader, picture))
    ElementTree.register_namespace("", SVG)
    place = {"x": MARGIN, "y": MARGIN, "width": width, "height": height}
    for name, value in place.items():
        board.set(name, str(value))
    board.set("preserveAspectRatio", "xMidYMid meet")
    return Raw(ElementTree.tostring(board, encoding="unicode"))


def players(
    reader: Reader,
    scores: list[str],
    panels: list[PlayerPanel],
    ranking: list[int] | None,
    x: float,
    y: float,
) -> list[Element]:
    """Symbol, name and points of every seat, the winner first once there is one."""
    seats = list(range(len(panels)))
    if ranking is not None:
        seats.sort(key=lambda seat: ranking[seat])
    long = any(len(score) > 4 for score in scores)
    drawn = []
    for place, seat in enumerate(seats):
        middle, right = y + 64 * place, x + SIDE - MARGIN
        bold = ranking is not None and ranking[seat] == 1
        # A score of several numbers stands below the name.
        score_at = (x + SYMBOL + 12, middle + 20, "start") if long else (right, middle + 7, "end")
        room = SIDE - MARGIN - SYMBOL - 12 - (0 if long else 56)
        name = fit(reader.names[seat], LARGE, room, bold)
        rise = -6 if long else 7
        drawn += [
            moved(x, middle - SYMBOL / 2, Raw(_sized(panels[seat].symbol))),
            words(x + SYMBOL + 12, middle + rise, name, LIGHT.ink, LARGE, bold=bold),
            words(*score_at[:2], scores[seat], LIGHT.ink, LARGE, anchor=score_at[2], bold=True),
        ]
    return drawn


def _sized(symbol: str) -> str:
    """A player's symbol in the picture's size."""
    element = ElementTree.fromstring(symbol)
    ElementTree.register_namespace("", SVG)
    element.set("width", str(SYMBOL))
    element.set("height", str(SYMBOL))
    return ElementTree.tostring(element, encoding="unicode")


def open_line(snapshot: Snapshot, say: Translate) -> str:
    """How many seats wait for somebody."""
    free = sum(seat.kind == "open" for seat in snapshot.seats)
    return say("1 seat free") if free == 1 else say("{count} seats free", count=free)


def running_line(
    reader: Reader, mover: int | None, ranking: list[int] | None, say: Translate
) -> str:
    """Who is to move, or who has won."""
    if ranking is None:
        return say("{name} to move", name=reader.names[mover]) if mover is not None else ""
    winners = [name for name, rank in zip(reader.names, ranking, strict=True) if rank == 1]
    if len(winners) == 1:
        return say("{name} has won.", name=winners[0])
    return say("A shared victory: {names}.", names=", ".join(winners))
