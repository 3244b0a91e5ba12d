"""Everything Paddocks says to people, in English, German and Dutch."""

from __future__ import annotations

from collections.abc import Sequence

from paddocks.claims import CHOOSES, LAYS, LEADS, LOSES
from paddocks.claims import claims as claims
from paddocks.claims import stakes as stakes
from paddocks.language import words
from paddocks.learning import help_anchor as help_anchor
from paddocks.learning import legend as legend
from paddocks.learning import lessons as lessons
from paddocks.learning import rulebook as rulebook
from paddocks.learning import strategy as strategy
from paddocks.positions import NAMES
from paddocks.sight import Line, PaddocksSight
from paddocks.state import CHOOSE, DO_PADDOCK, DO_STONE
from triarchy.kit.language import Translate, counted, mark
from triarchy.kit.presentation import CountStep, OptionWords, PlaceList, ScoreSheet
from triarchy.kit.reasons import Claim, Stake, Turn
from triarchy.kit.sight import Reader


def seat_names(players: int, language: str) -> list[str]:
    say = words(language)
    return [say("Red"), say("Blue"), say("Green"), say("Yellow")][:players]


def about(language: str) -> str:
    say = words(language)
    return say("Hidden stones on a meadow: the highest sum takes the row.")


def aim(language: str) -> str:
    say = words(language)
    return say("Whoever has the highest sum in a row or column scores it; the most points win.")


def option_words(language: str) -> dict[str, OptionWords]:
    say = words(language)
    return {"open_hands": OptionWords(say("Open hands"), say("Everybody sees everybody's stones."))}


def prompt(sight: PaddocksSight, reader: Reader) -> str:
    say = words(reader.language)
    if sight.over:
        best = max(sight.points)
        winners = [reader.names[seat] for seat, own in enumerate(sight.points) if own == best]
        if len(winners) == 1:
            return say("The game is over. {name} wins.", name=winners[0])
        return say("The game is over. {names} share the win.", names=" & ".join(winners))
    if sight.to_move != reader.seat:
        return say("{name} is to move.", name=reader.names[sight.to_move])
    if sight.phase == CHOOSE:
        return say("Choose one of your stones.")
    return say("Lay the {stone} on a free paddock.", stone=sight.stone)


def label(sight: PaddocksSight, action: int, reader: Reader) -> str:
    say = words(reader.language)
    if action < DO_PADDOCK:
        return say("Take the {stone}", stone=action - DO_STONE + 1)
    return say("Lay it on {paddock}", paddock=NAMES[sight.target(action)])


def sentence(before: PaddocksSight, action: int, after: PaddocksSight, reader: Reader) -> str:
    say = words(reader.language)
    return say(
        "{name} lays a {stone} on {paddock}.",
        name=reader.names[before.to_move],
        stone=before.stone,
        paddock=NAMES[before.target(action)],
    )


def landmark(before: PaddocksSight, action: int, after: PaddocksSight, language: str) -> str:
    """No stone is worth a jump of its own to somebody who looks back."""
    return ""


def line_name(line: Line, say: Translate) -> str:
    return (
        say("row {name}", name=line.name) if line.is_row else say("column {name}", name=line.name)
    )


def preview(sight: PaddocksSight, action: int, reader: Reader) -> list[str]:
    """Who would lead the two lines of the paddock then."""
    if action < DO_PADDOCK:
        return []
    say, target = words(reader.language), sight.target(action)
    sentences = []
    # A draw must not be shown: the lines are those after the stone, whatever comes out of the bag.
    for line in sight.after(action).lines:
        if target not in line.paddocks:
            continue
        name = line_name(line, say)
        if line.leader is None:
            sentences.append(say("Nobody would lead {line}.", line=name))
        else:
            leader = reader.names[line.leader]
            sentences.append(say("{name} would lead {line}.", name=leader, line=name))
    return sentences


def why_not(sight: PaddocksSight, move: str, reader: Reader) -> str:
    say = words(reader.language)
    kind, _, what = move.partition(" ")
    if sight.over:
        return say("The game is over.")
    if kind == "stone":
        if sight.phase != CHOOSE:
            return say("You have chosen your stone: now lay it.")
        return say("You have no {stone}.", stone=what)
    if sight.phase == CHOOSE:
        return say("First choose one of your stones.")
    owner, stone = sight.laid[NAMES.index(what)]
    return say(
        "There is a {stone} of {name} on {paddock}.",
        stone=stone,
        name=reader.names[owner],
        paddock=what,
    )


def clause(turn: Turn[PaddocksSight], claim: Claim, reader: Reader) -> str:
    say, name = words(reader.language), reader.names[claim.seat]
    if claim.what == LAYS:
        return say("lays a {stone} on {paddock}", stone=claim.count, paddock=NAMES[claim.where])
    if claim.what == CHOOSES:
        return say("takes the {stone}", stone=claim.count)
    line = next(each for each in turn.after.lines if each.number == claim.where)
    values = {
        "line": line_name(line, say),
        "points": counted(say, claim.count, mark("1 point"), mark("{count} points")),
    }
    if claim.what == LOSES:
        return say("costs {name} the lead in {line} ({points})", name=name, **values)
    if claim.other >= 0:
        other = reader.names[claim.other]
        return say("takes {line} from {name} ({points})", name=other, **values)
    return say("takes {line} ({points})", **values)


def stake(sight: PaddocksSight, stake: Stake, amount: str, reader: Reader) -> str:
    say = words(reader.language)
    line = next(each for each in sight.lines if each.number == stake.where)
    name = reader.names[stake.seat]
    return say("{name} leads {line}", name=name, line=line_name(line, say))


def theme(claims: Sequence[Claim], language: str) -> str:
    say = words(language)
    return say("A row or column") if claims[0].what in (LEADS, LOSES) else say("The right stone")


def how_won(sight: PaddocksSight, beside: int, reader: Reader) -> list[str]:
    say = words(reader.language)
    best = max(sight.points)
    return [
        say(
            "{name} won with {own} points to {theirs} of {other}.",
            name=reader.names[sight.points.index(best)],
            own=best,
            theirs=sight.points[beside],
            other=reader.names[beside],
        )
    ]


def score_help(sight: PaddocksSight, reader: Reader) -> list[ScoreSheet]:
    """Everybody's sum in each row and column."""
    say = words(reader.language)
    rows = [
        [line_name(line, say), str(line.points), *(str(number) for number in line.sums)]
        for line in sight.lines
    ]
    return [ScoreSheet(say("Rows and columns"), ["", say("points"), *reader.names], rows)]


def board_text(sight: PaddocksSight, reader: Reader) -> list[PlaceList]:
    """The reader's stones, then the meadow row by row."""
    say = words(reader.language)
    lists = []
    if reader.seat is not None:
        stones = ", ".join(str(stone) for stone in sight.hand(reader.seat))
        lists.append(PlaceList(say("Your stones"), [stones] if stones else []))
    for line in sight.lines:
        if line.is_row:
            paddocks = [paddock_text(sight, paddock, reader, say) for paddock in line.paddocks]
            lists.append(PlaceList(line_name(line, say), paddocks))
    return lists


def paddock_text(sight: PaddocksSight, paddock: int, reader: Reader, say: Translate) -> str:
    name = NAMES[paddock]
    if paddock not in sight.laid:
        return say("{paddock}: free", paddock=name)
    owner, stone = sight.laid[paddock]
    return say("{paddock}: {stone} of {name}", paddock=name, stone=stone, name=reader.names[owner])


def spoken(sight: PaddocksSight, action: int, reader: Reader) -> str:
    """A paddock and what lies there; how many there are of a stone."""
    say, legal = words(reader.language), action in sight.legal
    if action < DO_PADDOCK:
        count = sight.hand(sight.to_move).count(action - DO_STONE + 1) if legal else 0
        there = say("You have {count}", count=count) if count else ""
    else:
        paddock = sight.target(action)
        there = paddock_text(sight, paddock, reader, say) if paddock in sight.paddocks else ""
    return f"{label(sight, action, reader)}. {there}" if legal else there


def final_steps(sight: PaddocksSight, reader: Reader) -> list[CountStep]:
    say = words(reader.language)
    steps = []
    for line in sight.lines:
        gains = [line.points if line.leader == seat else 0 for seat in range(sight.players)]
        name = line_name(line, say)
        if line.leader is None:
            text = say("Several have as much in {line}: nobody gets it.", line=name)
        else:
            text = say(
                "{name} has the most in {line}: {points} points.",
                name=reader.names[line.leader],
                line=name,
                points=line.points,
            )
        keys = [f"paddock-{NAMES[paddock]}" for paddock in line.paddocks]
        steps.append(CountStep(text, gains, keys))
    return steps
