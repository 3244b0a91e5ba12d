"""The score help while playing, and the final scoring step by step."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.tigris.state import (
    COLOURS,
    MONUMENTS,
    NOWHERE,
    OVER,
    TREASURE,
)
from triarchy.games.tigris.text.situation import Kingdom, Situation
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
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate, mark
from triarchy.kit.presentation import CountStep, ScoreSheet


def points_shown(view: State, seat: int, looker: int | None) -> bool:
    """Whether a seat's points lie open for who looks: others' are covered, as by a screen."""
    return bool(view.open_points) or seat == looker or int(view.phase) == OVER


def score_help(
    board: Board, view: State, seat: int | None, names: Sequence[str], language: str
) -> list[ScoreSheet]:
    say = speaker(language)
    situation = Situation(board, view)
    tables = [_kingdoms(situation, names, say)]
    if any(square != NOWHERE for square in situation.squares):
        tables.append(_monuments(situation, names, say))
    tables.append(_points(view, seat, names, say))
    return tables


def _kingdoms(situation: Situation, names: Sequence[str], say: Translate) -> ScoreSheet:
    """Strengths in a war by colour; behind each leader its temples, the strength in a revolt."""
    colours = [capital(say(word)) for word in COLOUR_WORDS]
    return ScoreSheet(
        say("Kingdoms: followers by colour; in brackets a leader's temples"),
        [say("Kingdom"), say("Leaders"), *colours, say("Treasures")],
        [
            [
                CELL_NAMES[kingdom.leaders[0].cell],
                _leaders(kingdom, names, say),
                *(str(number) for number in kingdom.followers),
                str(len(kingdom.treasures)),
            ]
            for kingdom in situation.kingdoms
        ],
    )


def _leaders(kingdom: Kingdom, names: Sequence[str], say: Translate) -> str:
    ordered = sorted(kingdom.leaders, key=lambda leader: leader.colour)
    return ", ".join(
        f"{say(TITLES[one.colour])} {names[one.seat]} ({one.temples})" for one in ordered
    )


def _monuments(situation: Situation, names: Sequence[str], say: Translate) -> ScoreSheet:
    rows = []
    for monument in range(MONUMENTS):
        if situation.squares[monument] == NOWHERE:
            continue
        earners = [
            f"{names[seat]} ({say(COLOUR_WORDS[colour])})"
            for seat in range(situation.players)
            for built, colour in situation.links(seat)
            if built == monument
        ]
        rows.append(
            [
                monument_name(say, monument),
                square_name(situation.squares[monument]),
                in_row(say, earners) or "–",
            ]
        )
    return ScoreSheet(
        say("Monuments"), [say("Colours"), say("Square"), say("Points each turn")], rows
    )


def _points(view: State, looker: int | None, names: Sequence[str], say: Translate) -> ScoreSheet:
    rows = []
    for seat in range(int(view.players)):
        shown = points_shown(view, seat, looker)
        rows.append([names[seat], *(str(n) if shown else "–" for n in view.points[seat].tolist())])
    colours = [capital(say(word)) for word in COLOUR_WORDS]
    return ScoreSheet(say("Points"), [say("Player"), *colours, say("Treasures")], rows)


# The end


def placed_treasures(view: State, seat: int) -> list[int]:
    """How many of a seat's treasures go to each colour: always to the lowest one."""
    totals = view.points[seat].tolist()
    given = [0, 0, 0, 0]
    for _ in range(totals[TREASURE]):
        lowest = min(range(4), key=lambda colour: (totals[colour] + given[colour], colour))
        given[lowest] += 1
    return given


_PLACES = (mark("Weakest colour"), mark("Second weakest"), mark("Third weakest"), mark("Strongest"))


def final_steps(board: Board, state: State, names: Sequence[str], language: str) -> list[CountStep]:
    """Colour by colour, then the treasures, then the comparison from the weakest colour up."""
    say = speaker(language)
    seats = range(int(state.players))
    steps = [
        CountStep(
            f"{capital(say(COLOUR_WORDS[colour]))}: {say(SPHERES[colour])}",
            [int(state.points[seat, colour]) for seat in seats],
            [f"points-{seat}-{COLOURS[colour]}" for seat in seats],
        )
        for colour in range(4)
    ]
    steps += [step for seat in seats if (step := _treasure_step(state, seat, names, say))]
    return steps + _comparison(state, names, say)


def _treasure_step(
    state: State, seat: int, names: Sequence[str], say: Translate
) -> CountStep | None:
    given = placed_treasures(state, seat)
    if not any(given):
        return None
    told = [f"{number} × {say(COLOUR_WORDS[c])}" for c, number in enumerate(given) if number]
    text = say(
        "Treasures of {name} go to the weakest colours: {list}",
        name=names[seat],
        list=", ".join(told),
    )
    gains = [sum(given) if other == seat else 0 for other in range(int(state.players))]
    return CountStep(text, gains, [f"points-{seat}-treasure"])


def ordered_scores(state: State, seat: int) -> list[int]:
    """The four colours with treasures placed best, weakest first."""
    given = placed_treasures(state, seat)
    return sorted(int(state.points[seat, c]) + given[c] for c in range(4))


def ranks_of(state: State) -> list[int]:
    """Everyone's place at the end."""
    rows = [ordered_scores(state, seat) for seat in range(int(state.players))]
    return [1 + sum(other > row for other in rows) for row in rows]


def _comparison(state: State, names: Sequence[str], say: Translate) -> list[CountStep]:
    """Weakest colours first; the next ones only as long as somebody is level."""
    seats = range(int(state.players))
    none = [0 for _ in seats]
    rows = [ordered_scores(state, seat) for seat in seats]
    steps = []
    level = list(seats)
    for place in range(4):
        told = ", ".join(f"{names[seat]} {rows[seat][place]}" for seat in level)
        steps.append(CountStep(f"{say(_PLACES[place])}: {told}", none))
        level = [
            seat
            for seat in level
            if any(o != seat and rows[o][: place + 1] == rows[seat][: place + 1] for o in level)
        ]
        if not level:
            break
    ranks = ranks_of(state)
    order = sorted(seats, key=lambda seat: ranks[seat])
    text = ", ".join(f"{ranks[seat]}. {names[seat]}" for seat in order)
    return [*steps, CountStep(f"{victory(state, names, say)}: {text}", none)]


def victory(state: State, names: Sequence[str], say: Translate) -> str:
    """Who has won, or who share the victory."""
    winners = [names[seat] for seat, rank in enumerate(ranks_of(state)) if rank == 1]
    if len(winners) == 1:
        return say("{name} wins", name=winners[0])
    return say("{names} share the victory", names=in_row(say, winners))
