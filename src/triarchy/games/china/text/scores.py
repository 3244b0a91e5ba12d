"""The score help (provinces, alliances, roads as they stand) and the final scoring, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from triarchy.games.china.sight import Alliance, ChinaSight, Province, Row
from triarchy.games.china.text.words import (
    gains,
    houses,
    joined,
    points,
    result,
    speaker,
    standing_title,
)
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.language import Translate
from triarchy.kit.presentation import CountStep, ScoreSheet
from triarchy.kit.sight import Reader

_SHEETS = BoundedCache[list[ScoreSheet]](512)
"""The sheets of the score help by what they say, which most decisions leave as it is."""


def score_help(sight: ChinaSight, reader: Reader) -> list[ScoreSheet]:
    say, names = speaker(reader.language), reader.names
    now = tuple(map(tuple, sight.projected))
    return [
        *_SHEETS.get((now, sight.over, names, say), lambda: [_standing(sight, names, say)]),
        *_SHEETS.get((sight.board, sight.map_key, names, say), lambda: _map(sight, names, say)),
    ]


def _map(sight: ChinaSight, names: tuple[str, ...], say: Translate) -> list[ScoreSheet]:
    """What stands on the map: houses, alliances, roads."""
    seats = range(sight.players)
    return [
        ScoreSheet(
            say("Houses"),
            [say("Province"), *(names[seat] for seat in seats), say("Free"), say("Points")],
            [_province(province, names, say) for province in sight.provinces],
        ),
        ScoreSheet(
            say("Alliances"),
            [say("No."), say("Provinces"), say("Majority"), say("Points")],
            [_alliance(alliance, names, say) for alliance in sight.alliances],
        ),
        ScoreSheet(
            say("Roads"),
            [say("Player"), say("Row"), say("Points")],
            [
                [names[seat], _row(sight, row), _row_points(row, say)]
                for seat in seats
                for row in sight.rows(seat)
            ]
            or [["–", say("no row of four houses yet"), "0"]],
        ),
    ]


def _standing(sight: ChinaSight, names: Sequence[str], say: Translate) -> ScoreSheet:
    now = sight.projected
    order = sorted(range(sight.players), key=lambda seat: -sum(now[seat]))
    return ScoreSheet(
        standing_title(sight, say),
        [say("Player"), say("Houses"), say("Alliances"), say("Roads"), say("Total")],
        [[names[seat], *map(str, now[seat]), str(sum(now[seat]))] for seat in order],
    )


@lru_cache(maxsize=1024)
def _province(province: Province, names: tuple[str, ...], say: Translate) -> list[str]:
    """The line of a province, kept: a decision changes one at most."""
    return [
        province.name,
        *(str(own) if own else "–" for own in province.houses),
        say("scored") if province.scored else str(province.free),
        gains(province.points, names, say) if any(province.points) else "–",
    ]


@lru_cache(maxsize=1024)
def _alliance(alliance: Alliance, names: tuple[str, ...], say: Translate) -> list[str]:
    """The line of an alliance, kept: few change at once."""
    sides = [
        ", ".join(names[seat] for seat in province.leaders) or "–"
        for province in (alliance.one, alliance.two)
    ]
    return [
        str(alliance.number),
        f"{alliance.one.name} – {alliance.two.name}",
        " | ".join(sides),
        gains(alliance.points, names, say) if any(alliance.points) else "–",
    ]


def _row(sight: ChinaSight, row: Row) -> str:
    return " – ".join(sight.place_names[field] for field in row.fields)


def _row_points(row: Row, say: Translate) -> str:
    return say("{points} (doubled)", points=row.points) if row.doubled else str(row.points)


# The final scoring


def final_steps(sight: ChinaSight, reader: Reader) -> list[CountStep]:
    say, names = speaker(reader.language), reader.names
    steps = [_houses_before(sight, names, say)]
    for province in sight.provinces:
        if province.free:
            steps.append(_count_houses(sight, province, names, say))
    steps += [_count_alliance(alliance, names, say) for alliance in sight.alliances]
    for seat in range(sight.players):
        steps += _count_roads(sight, seat, names, say)
    steps.append(CountStep(_outcome(sight, names, say), [0] * sight.players))
    return steps


def _houses_before(sight: ChinaSight, names: Sequence[str], say: Translate) -> CountStep:
    """The points the full provinces brought during the game."""
    full = [province for province in sight.provinces if province.free == 0]
    earned = [sum(province.points[seat] for province in full) for seat in range(sight.players)]
    if not full:
        text = say("No province was filled during the game.")
    else:
        text = say(
            "Scored during the game: {provinces}. {gains}.",
            provinces=joined(say, [province.name for province in full]),
            gains=gains(earned, names, say),
        )
    keys = [f"province-{province.id}" for province in full]
    return CountStep(text, earned, keys, _cells(0, earned))


def _cells(column: int, gains: Sequence[int]) -> list[tuple[int, int, int]]:
    """The gains of a step in their column: houses, alliances, roads."""
    return [(seat, column, gain) for seat, gain in enumerate(gains) if gain]


def _count_houses(
    sight: ChinaSight, province: Province, names: Sequence[str], say: Translate
) -> CountStep:
    keys = [f"province-{province.id}", *_house_keys(sight, province.fields)]
    if not any(province.houses):
        text = say("Houses in {province}: none.", province=province.name)
        return CountStep(text, province.points, keys[:1])
    text = say(
        "Houses in {province}: {houses}. Points: {gains}.",
        province=province.name,
        houses=gains(province.houses, names, say),
        gains=gains(province.points, names, say),
    )
    return CountStep(text, province.points, keys, _cells(0, province.points))


def _house_keys(sight: ChinaSight, fields: Sequence[int]) -> list[str]:
    owners = ((sight.owners.get(field), sight.field_ids[field]) for field in fields)
    return [f"house-{seat}-{name}" for seat, name in owners if seat is not None]


def _count_alliance(alliance: Alliance, names: Sequence[str], say: Translate) -> CountStep:
    values = {"number": alliance.number, "one": alliance.one.name, "two": alliance.two.name}
    keys = [f"alliance-{alliance.number}"]
    for province in (alliance.one, alliance.two):
        keys += [
            f"emissary-{seat}-{province.id}" for seat, own in enumerate(province.emissaries) if own
        ]
    if any(alliance.points):
        winners = [names[seat] for seat, own in enumerate(alliance.points) if own]
        text = say(
            "Alliance {number}, {one} and {two}: {names}, {points}.",
            **values,
            names=joined(say, winners),
            points=points(say, max(alliance.points)),
        )
    else:
        text = say("Alliance {number}, {one} and {two}: nobody leads in both.", **values)
    return CountStep(text, alliance.points, keys, _cells(1, alliance.points))


def _count_roads(
    sight: ChinaSight, seat: int, names: Sequence[str], say: Translate
) -> list[CountStep]:
    steps = []
    for row in sight.rows(seat):
        earned = [0] * sight.players
        earned[seat] = row.points
        values = {
            "name": names[seat],
            "houses": houses(say, len(row.fields)),
            "row": _row(sight, row),
            "points": points(say, row.points),
        }
        if row.doubled:
            text = say(
                "{name}'s road: {houses}, {row}; doubled by a fortification, {points}.", **values
            )
        else:
            text = say("{name}'s road: {houses}, {row}; {points}.", **values)
        keys = [
            *_house_keys(sight, row.fields),
            f"row-{seat}-{sight.field_ids[row.fields[0]]}",
        ]
        steps.append(CountStep(text, earned, keys, _cells(2, earned)))
    if not steps:
        text = say("Roads: {name} has no row of four houses.", name=names[seat])
        steps.append(CountStep(text, [0] * sight.players))
    return steps


def _outcome(sight: ChinaSight, names: Sequence[str], say: Translate) -> str:
    """The totals and the result; the pieces in supply where points alone do not decide it."""
    totals = [sight.points(seat) for seat in range(sight.players)]
    sentences = [say("Total: {gains}.", gains=gains(totals, names, say))]
    level = [seat for seat in range(sight.players) if totals[seat] == max(totals)]
    if len(level) > 1:
        left = ", ".join(f"{names[seat]} {sum(sight.supply(seat))}" for seat in level)
        sentences.append(say("Tied on points, the pieces in supply decide: {pieces}.", pieces=left))
    sentences.append(result(sight, names, say))
    return " ".join(sentences)
