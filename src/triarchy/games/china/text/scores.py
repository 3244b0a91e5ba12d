"""The score help (provinces, alliances, roads as they stand) and the final scoring, step by step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from triarchy.games.china import scoring
from triarchy.games.china.text.moves import gains
from triarchy.games.china.text.prompts import joined, points, result, speaker
from triarchy.games.china.text.sight import (
    Alliance,
    Province,
    Row,
    alliances,
    field_names,
    owner,
    place_names,
    projected,
    provinces,
    rows,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate, counted, mark
from triarchy.kit.presentation import CountStep, ScoreSheet


def score_help(
    board: Board, view: State, seat: int | None, names: Sequence[str], language: str
) -> list[ScoreSheet]:
    say = speaker(language)
    seats = range(int(view.players))
    seen = provinces(board, view)
    return [
        _standing(board, view, names, say),
        ScoreSheet(
            say("Houses"),
            [say("Province"), *(names[other] for other in seats), say("Free"), say("Points")],
            [_province(province, names, say) for province in seen],
        ),
        ScoreSheet(
            say("Alliances"),
            [say("No."), say("Provinces"), say("Majority"), say("Points")],
            [_alliance(bond, names, say) for bond in alliances(board, view, seen)],
        ),
        ScoreSheet(
            say("Roads"),
            [say("Player"), say("Row"), say("Points")],
            [
                [names[other], _row(board, row), _row_points(row, say)]
                for other in seats
                for row in rows(board, view, other)
            ]
            or [["–", say("no row of four houses yet"), "0"]],
        ),
    ]


def _standing(board: Board, view: State, names: Sequence[str], say: Translate) -> ScoreSheet:
    now = projected(board, view)
    order = sorted(range(int(view.players)), key=lambda seat: -sum(now[seat]))
    return ScoreSheet(
        say("If the game ended now"),
        [say("Player"), say("Houses"), say("Alliances"), say("Roads"), say("Total")],
        [[names[seat], *map(str, now[seat]), str(sum(now[seat]))] for seat in order],
    )


def _province(province: Province, names: Sequence[str], say: Translate) -> list[str]:
    free = len(province.fields) - sum(province.houses)
    earned = gains(province.points, names, say) if any(province.points) else "–"
    return [
        province.name,
        *(str(own) if own else "–" for own in province.houses),
        say("scored") if province.scored else str(free),
        earned,
    ]


def _alliance(bond: Alliance, names: Sequence[str], say: Translate) -> list[str]:
    sides = [
        ", ".join(names[seat] for seat in province.leaders) or "–"
        for province in (bond.one, bond.two)
    ]
    return [
        str(bond.number),
        f"{bond.one.name} – {bond.two.name}",
        " | ".join(sides),
        gains(bond.points, names, say) if any(bond.points) else "–",
    ]


def _row(board: Board, row: Row) -> str:
    named = place_names(board)
    return " – ".join(named[field] for field in row.fields)


def _row_points(row: Row, say: Translate) -> str:
    return say("{points} (doubled)", points=row.points) if row.doubled else str(row.points)


# The final scoring


def final_steps(board: Board, state: State, names: Sequence[str], language: str) -> list[CountStep]:
    say = speaker(language)
    seen = provinces(board, state)
    steps = [_houses_before(board, state, seen, names, say)]
    for province in seen:
        if sum(province.houses) < len(province.fields):
            steps.append(_count_houses(board, state, province, names, say))
    steps += [_count_alliance(bond, names, say) for bond in alliances(board, state, seen)]
    for seat in range(int(state.players)):
        steps += _count_roads(board, state, seat, names, say)
    steps.append(CountStep(_outcome(board, state, names, say), [0] * int(state.players)))
    return steps


def _houses_before(
    board: Board, state: State, seen: list[Province], names: Sequence[str], say: Translate
) -> CountStep:
    """The points the full provinces brought during the game."""
    done = [province for province in seen if sum(province.houses) == len(province.fields)]
    earned = [sum(p.points[seat] for p in done) for seat in range(int(state.players))]
    if not done:
        told = say("No province was filled during the game.")
    else:
        told = say(
            "Scored during the game: {provinces}. {gains}.",
            provinces=joined(say, [province.name for province in done]),
            gains=gains(earned, names, say),
        )
    return CountStep(told, earned, [f"province-{province.id}" for province in done])


def _count_houses(
    board: Board, state: State, province: Province, names: Sequence[str], say: Translate
) -> CountStep:
    keys = [f"province-{province.id}", *_house_keys(board, state, province.fields)]
    if not any(province.houses):
        told = say("Houses in {province}: none.", province=province.name)
        return CountStep(told, province.points, keys[:1])
    told = say(
        "Houses in {province}: {houses}. Points: {gains}.",
        province=province.name,
        houses=gains(province.houses, names, say),
        gains=gains(province.points, names, say),
    )
    return CountStep(told, province.points, keys)


def _house_keys(board: Board, state: State, fields: Sequence[int]) -> list[str]:
    ids = field_names(board)
    found = ((owner(state, field), ids[field]) for field in fields)
    return [f"house-{seat}-{name}" for seat, name in found if seat is not None]


def _count_alliance(bond: Alliance, names: Sequence[str], say: Translate) -> CountStep:
    values = {"number": bond.number, "one": bond.one.name, "two": bond.two.name}
    keys = [f"alliance-{bond.number}"]
    for province in (bond.one, bond.two):
        keys += [
            f"emissary-{seat}-{province.id}" for seat, own in enumerate(province.emissaries) if own
        ]
    if any(bond.points):
        winners = [names[seat] for seat, own in enumerate(bond.points) if own]
        told = say(
            "Alliance {number}, {one} and {two}: {names}, {points}.",
            **values,
            names=joined(say, winners),
            points=points(say, max(bond.points)),
        )
    else:
        told = say("Alliance {number}, {one} and {two}: nobody leads in both.", **values)
    return CountStep(told, bond.points, keys)


def _count_roads(
    board: Board, state: State, seat: int, names: Sequence[str], say: Translate
) -> list[CountStep]:
    steps = []
    for row in rows(board, state, seat):
        earned = [0] * int(state.players)
        earned[seat] = row.points
        values = {
            "name": names[seat],
            "houses": counted(say, len(row.fields), mark("1 house"), mark("{count} houses")),
            "row": _row(board, row),
            "points": points(say, row.points),
        }
        if row.doubled:
            told = say(
                "Road of {name}: {houses}, {row}; doubled by a fortification, {points}.", **values
            )
        else:
            told = say("Road of {name}: {houses}, {row}; {points}.", **values)
        keys = [
            *_house_keys(board, state, row.fields),
            f"row-{seat}-{field_names(board)[row.fields[0]]}",
        ]
        steps.append(CountStep(told, earned, keys))
    if not steps:
        told = say("Roads: {name} has no row of four houses.", name=names[seat])
        steps.append(CountStep(told, [0] * int(state.players)))
    return steps


def _outcome(board: Board, state: State, names: Sequence[str], say: Translate) -> str:
    """The totals and the result; the pieces in supply where points alone do not decide it."""
    players = int(state.players)
    scores, ranks = np.zeros((players, 4), np.int32), np.zeros(players, np.int8)
    scoring.final(board.struct, state, scores, ranks)
    totals = scores[:, 3].tolist()
    told = [say("Total: {gains}.", gains=gains(totals, names, say))]
    level = [seat for seat in range(players) if totals[seat] == max(totals)]
    if len(level) > 1:
        left = ", ".join(f"{names[seat]} {int(state.supply[seat].sum())}" for seat in level)
        told.append(say("Level on points, the pieces in supply decide: {pieces}.", pieces=left))
    told.append(result(board, state, names, say))
    return " ".join(told)
