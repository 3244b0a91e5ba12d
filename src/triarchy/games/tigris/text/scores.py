"""The score help while playing, and the final scoring step by step."""

from __future__ import annotations

from functools import lru_cache

from triarchy.games.tigris.sight import Kingdom, TigrisSight
from triarchy.games.tigris.state import COLOURS, MONUMENTS, NONE, TREASURE_COLUMN
from triarchy.games.tigris.text.words import (
    CELL_NAMES,
    COLOUR_WORDS,
    SPHERES,
    TITLES,
    capital,
    in_row,
    monument_name,
    speaker,
    square_name,
)
from triarchy.kit.language import Translate, mark
from triarchy.kit.presentation import CountStep, ScoreSheet
from triarchy.kit.sight import Reader


def points_shown(sight: TigrisSight, seat: int, reader: Reader) -> bool:
    """Whether a seat's points lie open for the reader: others' are covered, as by a screen."""
    return sight.open_points or seat == reader.seat or sight.over or reader.open


def score_help(sight: TigrisSight, reader: Reader) -> list[ScoreSheet]:
    say = speaker(reader.language)
    sheets = [_kingdoms(sight.kingdoms, reader.names, reader.language)]
    if any(square != NONE for square in sight.monument_squares):
        sheets.append(_monuments(sight, reader, say))
    if not sight.over:
        sheets.append(_until_the_end(sight.bag_size, len(sight.treasures), reader.language))
    shown = (
        tuple(points) if points_shown(sight, seat, reader) else None
        for seat, points in enumerate(sight.points)
    )
    sheets.append(_points(tuple(shown), reader.names, reader.language))
    return sheets


# Most sheets stay as they are for a while, and are kept.


@lru_cache(maxsize=1024)
def _until_the_end(tiles: int, treasures: int, language: str) -> ScoreSheet:
    """What brings the end when it runs out."""
    say = speaker(language)
    return ScoreSheet(
        say("Until the game ends"),
        [say("What runs out"), say("Left"), say("Ends at")],
        [
            [say("Tiles in the bag"), str(tiles), "0"],
            [say("Treasures on the board"), str(treasures), "2"],
        ],
    )


@lru_cache(maxsize=512)
def _kingdoms(kingdoms: tuple[Kingdom, ...], names: tuple[str, ...], language: str) -> ScoreSheet:
    """Strengths in a war by colour; behind each leader its temples, the strength in a revolt."""
    say = speaker(language)
    colours = [capital(say(word)) for word in COLOUR_WORDS]
    return ScoreSheet(
        say("Kingdoms: followers by colour; in brackets a leader's temples"),
        [say("Where"), say("Leaders"), *colours, say("Treasures")],
        [_kingdom(kingdom, names, language) for kingdom in kingdoms],
    )


@lru_cache(maxsize=2048)
def _kingdom(kingdom: Kingdom, names: tuple[str, ...], language: str) -> list[str]:
    say = speaker(language)
    ordered = sorted(kingdom.leaders, key=lambda leader: leader.colour)
    leaders = [f"{say(TITLES[one.colour])} {names[one.seat]} ({one.temples})" for one in ordered]
    return [
        CELL_NAMES[kingdom.leaders[0].cell],
        ", ".join(leaders),
        *map(str, kingdom.followers),
        str(len(kingdom.treasures)),
    ]


@lru_cache(maxsize=1024)
def _points(
    points: tuple[tuple[int, ...] | None, ...], names: tuple[str, ...], language: str
) -> ScoreSheet:
    """Everybody's points by colour; None: they are covered."""
    say = speaker(language)
    covered = ["–"] * (TREASURE_COLUMN + 1)
    rows = [
        [name, *(covered if own is None else map(str, own))]
        for name, own in zip(names, points, strict=True)
    ]
    colours = [capital(say(word)) for word in COLOUR_WORDS]
    return ScoreSheet(say("Points"), [say("Player"), *colours, say("Treasures")], rows)


def _monuments(sight: TigrisSight, reader: Reader, say: Translate) -> ScoreSheet:
    earners: list[list[str]] = [[] for _ in range(MONUMENTS)]
    for seat in range(sight.players):
        for monument, colour in sight.earnings(seat):
            earners[monument].append(f"{reader.names[seat]} ({say(COLOUR_WORDS[colour])})")
    rows = [
        [
            monument_name(say, monument),
            square_name(square),
            in_row(say, earners[monument]) or "–",
        ]
        for monument, square in enumerate(sight.monument_squares)
        if square != NONE
    ]
    return ScoreSheet(
        say("Monuments"), [say("Colours"), say("Square"), say("Points each turn")], rows
    )


# The end

WEAKEST_COLUMN = TREASURE_COLUMN + 1
_PLACES = (mark("Weakest colour"), mark("Second weakest"), mark("Third weakest"), mark("Strongest"))


def final_steps(sight: TigrisSight, reader: Reader) -> list[CountStep]:
    """Colour by colour, then the treasures, then the comparison from the weakest colour up."""
    say = speaker(reader.language)
    seats = range(sight.players)
    steps = [
        CountStep(
            f"{capital(say(COLOUR_WORDS[colour]))}: {say(SPHERES[colour])}",
            [sight.points[seat][colour] for seat in seats],
            [f"points-{seat}-{COLOURS[colour]}" for seat in seats],
            [(seat, colour, sight.points[seat][colour]) for seat in seats],
        )
        for colour in range(4)
    ]
    steps += [step for seat in seats if (step := _treasure_step(sight, seat, reader, say))]
    return steps + _comparison(sight, reader, say)


def _treasure_step(
    sight: TigrisSight, seat: int, reader: Reader, say: Translate
) -> CountStep | None:
    given = sight.placed_treasures(seat)
    if not any(given):
        return None
    parts = [f"{number} × {say(COLOUR_WORDS[c])}" for c, number in enumerate(given) if number]
    text = say(
        "{name}'s treasures go to the weakest colours: {list}",
        name=reader.names[seat],
        list=", ".join(parts),
    )
    gains = [sum(given) if other == seat else 0 for other in range(sight.players)]
    cells = [(seat, TREASURE_COLUMN, -sum(given))]
    cells += [(seat, colour, number) for colour, number in enumerate(given) if number]
    return CountStep(text, gains, [f"points-{seat}-treasure"], cells)


def _comparison(sight: TigrisSight, reader: Reader, say: Translate) -> list[CountStep]:
    """Weakest colours first; the next ones only as long as somebody is level."""
    none = [0] * sight.players
    rows = sight.ordered_scores
    steps = []
    level = list(range(sight.players))
    for place in range(4):
        scores = ", ".join(f"{reader.names[seat]} {rows[seat][place]}" for seat in level)
        weakest = [(seat, WEAKEST_COLUMN, rows[seat][0]) for seat in level if place == 0]
        steps.append(CountStep(f"{say(_PLACES[place])}: {scores}", none, cells=weakest))
        level = [
            seat
            for seat in level
            if any(o != seat and rows[o][: place + 1] == rows[seat][: place + 1] for o in level)
        ]
        if not level:
            break
    order = sorted(range(sight.players), key=lambda seat: sight.ranks[seat])
    ranking = ", ".join(f"{sight.ranks[seat]}. {reader.names[seat]}" for seat in order)
    return [*steps, CountStep(f"{victory(sight, reader, say)}: {ranking}", none)]


def victory(sight: TigrisSight, reader: Reader, say: Translate) -> str:
    """Who has won, or who share the victory."""
    winners = [reader.names[seat] for seat, rank in enumerate(sight.ranks) if rank == 1]
    if len(winners) == 1:
        return say("{name} wins", name=winners[0])
    return say("{names} share the victory", names=in_row(say, winners))
