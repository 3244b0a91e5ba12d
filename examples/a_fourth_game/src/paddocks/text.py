"""Everything Paddocks says to people, in English, German and Dutch."""

from __future__ import annotations

from paddocks.language import words
from paddocks.learning import help_anchor, legend, lessons, rulebook
from paddocks.positions import NAMES
from paddocks.sight import Line, PaddocksSight
from paddocks.state import CHOOSE, DO_PADDOCK, DO_STONE
from triarchy.kit.language import Translate, counted, mark
from triarchy.kit.presentation import CountStep, OptionWords, ScoreSheet
from triarchy.kit.sight import Reader

__all__ = [
    "about",
    "explain",
    "final_steps",
    "help_anchor",
    "label",
    "landmark",
    "legend",
    "lessons",
    "option_words",
    "preview",
    "prompt",
    "rulebook",
    "score_help",
    "seat_names",
    "sentence",
    "why_not",
]


def seat_names(players: int, language: str) -> list[str]:
    say = words(language)
    return [say("Red"), say("Blue"), say("Green"), say("Yellow")][:players]


def about(language: str) -> str:
    say = words(language)
    return say("Hidden stones on a meadow: the highest sum takes the row.")


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
    """The log tells of stones that are laid."""
    if action < DO_PADDOCK:
        return ""
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
        "A {stone} of {name} lies on {paddock}.",
        stone=stone,
        name=reader.names[owner],
        paddock=what,
    )


def explain(sight: PaddocksSight, action: int, reader: Reader) -> str:
    """The lines that the move wins, as the evaluation counts them."""
    say, seat = words(reader.language), sight.to_move
    if action < DO_PADDOCK:
        return say("It fits best what lies on the meadow.")
    gain = sight.after(action).points[seat] - sight.points[seat]
    return counted(
        say, gain, mark("It is worth 1 point now."), mark("It is worth {count} points now.")
    )


def score_help(sight: PaddocksSight, reader: Reader) -> list[ScoreSheet]:
    """Everybody's sum in each row and column."""
    say = words(reader.language)
    rows = [
        [line_name(line, say), str(line.points), *(str(number) for number in line.sums)]
        for line in sight.lines
    ]
    return [ScoreSheet(say("Rows and columns"), ["", say("points"), *reader.names], rows)]


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
