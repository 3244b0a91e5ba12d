"""Why one turn is better than another: what it changes and the other does not, in the game's own words.

Everything that says so asks here: hints, puzzles, the review of games, positions to study, the
terminal. What is told follows from the positions before and after the two turns, so it is true
whoever judged them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from triarchy.bots import ahead
from triarchy.kit.definition import State
from triarchy.kit.language import Translate, mark, translator
from triarchy.kit.reasons import Claim, Outlook, Turn, contrast, seen_alone, telling
from triarchy.kit.sight import Reader
from triarchy.table.game import Game

LONG_END, LONG_BEGINNING = 4, 3
"""So many words that two clauses have in common are said once: a place, a leader."""


SHARE = mark("{clause} in {better} of {games} continued games; after the other turn, in {other}")
AMOUNT = mark("{clause} on average over {games} continued games; after the other turn, {other}")


class Why(NamedTuple):
    """What tells two turns apart, as clauses without a subject: "takes Ombari from Isa (3 points)"."""

    gains: str
    """What the better one does and the other does not; "" for nothing,"""
    misses: str
    """and the other way round."""
    later: bool = False
    """Whether its player would have more points by the other one, were the game over then."""


def why(
    game: Game, view: State, better: Sequence[str], other: Sequence[str], reader: Reader
) -> Why:
    """What the better of two turns, from the view of the seat that makes it, gains, and for whom."""
    one, two = turn_of(game, view, better), turn_of(game, view, other)
    claims = game.definition.text.claims
    told = contrast(claims(one), claims(two))
    gains = told.gains or seen_alone(claims(one), claims(two))
    return Why(
        _clauses(game, one, gains, reader),
        _clauses(game, two, told.misses, reader),
        bool(told.misses) and _points(game, two) > _points(game, one),
    )


def _points(game: Game, turn: Turn[Any]) -> int:
    """All points of whoever makes a turn, were the game over after it."""
    scores, _ = game.definition.final(game.board, turn.after.view)
    return int(scores[turn.seat].sum())


def does(game: Game, view: State, moves: Sequence[str], reader: Reader) -> str:
    """The most telling of what a turn does, where there is none to compare it with."""
    turn = turn_of(game, view, moves)
    return _clauses(game, turn, telling(game.definition.text.claims(turn)), reader)


def theme_of(
    game: Game, view: State, best: Sequence[str], second: Sequence[str], language: str
) -> str:
    """What a puzzle is about: the kind of what its best turn does above all, and the next best does not."""
    text = game.definition.text
    one = text.claims(turn_of(game, view, best))
    told = contrast(one, text.claims(turn_of(game, view, second)) if second else ())
    claims = [*told.gains, *(() if told.gains else told.misses), *one]
    return text.theme(claims, language) if claims else ""


def does_the_same(game: Game, view: State, one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two turns change the same, in whatever order they do it."""
    claims = game.definition.text.claims
    return set(claims(turn_of(game, view, one))) == set(claims(turn_of(game, view, other)))


def next_best(
    game: Game,
    view: State,
    best: Sequence[str],
    second: Sequence[str],
    reader: Reader,
    outlook: Outlook | None = None,
) -> list[str]:
    """What the best turn gains against the next best, what that does instead, and what comes of both;
    without a next best, what it does."""
    say = speaker(reader.language)
    told = (
        why(game, view, best, second, reader) if second else Why(does(game, view, best, reader), "")
    )
    return [
        *([say("It {clauses}.", clauses=told.gains)] if told.gains else []),
        *([say("The next-best turn {clauses}.", clauses=told.misses)] if told.misses else []),
        *at_once(told, say),
        *later_on(game, view, outlook, reader),
    ]


def better_turn(
    game: Game,
    view: State,
    better: Sequence[str],
    played: Sequence[str],
    reader: Reader,
    outlook: Outlook | None = None,
) -> list[str]:
    """What a better turn gains against the one that was played, what that does instead, and what comes of both."""
    told, say = why(game, view, better, played, reader), speaker(reader.language)
    return [
        *([say("The better turn {clauses}.", clauses=told.gains)] if told.gains else []),
        *([say("The turn played {clauses}.", clauses=told.misses)] if told.misses else []),
        *at_once(told, say),
        *later_on(game, view, outlook, reader),
    ]


def at_once(told: Why, say: Translate) -> list[str]:
    """That the turn told about last only looks better, where it does."""
    if not told.later:
        return []
    return [say("That scores more at once, but it wins fewer of the games continued from there.")]


def is_seen_at_once(game: Game, view: State, better: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the positions after two turns say what the better one is good for."""
    one, two = turn_of(game, view, better), turn_of(game, view, other)
    claims = game.definition.text.claims
    told = contrast(claims(one), claims(two))
    gains = any(claim.weight > 0.0 and not claim.means for claim in told.gains)
    return gains and _points(game, one) >= _points(game, two)


def outlook_of(
    game: Game, view: State, better: Sequence[str], other: Sequence[str], seed: int = 0
) -> Outlook | None:
    """What comes of two turns later on, where that has to be said."""
    if not other or is_seen_at_once(game, view, better, other):
        return None
    return ahead.outlook(game, view, better, other, seed)


def later_on(game: Game, view: State, outlook: Outlook | None, reader: Reader) -> list[str]:
    """Who has what when the game is played on from the better of two turns, and from the other one."""
    if outlook is None:
        return []
    say, stake = speaker(reader.language), outlook.stake
    both = outlook.better, outlook.other
    if stake.counted:
        point = "." if reader.language == "en" else ","
        better, other = (f"{each:.1f}".replace(".", point) for each in both)
    else:
        better, other = (str(round(ahead.GAMES * each)) for each in both)
    clause = game.definition.text.stake(game.sight(view), stake, better, reader)
    told = say(
        AMOUNT if stake.counted else SHARE,
        games=ahead.GAMES,
        clause=clause,
        better=better,
        other=other,
    )
    when = say("In the end") if outlook.ended else say("Two rounds later")
    return [say("{when}, {what}.", when=when, what=told)]


def turn_of(game: Game, view: State, moves: Sequence[str]) -> Turn[Any]:
    """A turn as it is seen by the seat that makes it."""
    return Turn(game.sight(view), [game.actions[move] for move in moves])


def labels(game: Game, view: State, moves: Sequence[str], reader: Reader) -> list[str]:
    """What buttons say of each decision of a turn."""
    turn, label = turn_of(game, view, moves), game.definition.text.label
    return [
        label(sight, action, reader)
        for sight, action in zip(turn.sights, turn.actions, strict=False)
    ]


def speaker(language: str) -> Translate:
    return translator(Path(__file__).parent / "languages", language)


def _clauses(game: Game, turn: Turn[Any], claims: Sequence[Claim], reader: Reader) -> str:
    told = [game.definition.text.clause(turn, claim, reader) for claim in claims]
    return joined(speaker(reader.language), without_repeats(claims, told))


def without_repeats(claims: Sequence[Claim], told: Sequence[str]) -> list[str]:
    """Clauses without the words that the next one ends with as well, or the one before has begun with:
    "scores 7 points, costs White 5 points for the alliance of Wei and Chu", "leaves the king with 1
    temple, 2 followers"."""
    words = [clause.split(" ") for clause in told]
    kept = [list(each) for each in words]
    for at, (one, two) in enumerate(pairwise(claims)):
        if (one.what, one.where) == (two.what, two.where):
            same = _alike(words[at][::-1], words[at + 1][::-1])
            # A number and what it counts stay where they are.
            while any(w.isdigit() for each in words[at : at + 2] for w in each[-same - 1 :][:same]):
                same -= 1
            if LONG_END <= same < min(len(words[at]), len(words[at + 1])):
                kept[at] = kept[at][:-same]
        elif (one.seat, one.where) == (two.seat, two.where):
            same = _alike(words[at], words[at + 1])
            if same >= LONG_BEGINNING and not any(w.isdigit() for w in words[at][:same]):
                kept[at + 1] = kept[at + 1][same:]
                ends = _alike(words[at][::-1], words[at + 1][::-1])
                kept[at] = kept[at][: len(kept[at]) - ends]
    return [" ".join(each) for each in kept]


def _alike(one: Sequence[str], two: Sequence[str]) -> int:
    """How many words are the same from the beginning on."""
    pairs = zip(one, two, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(two)))


def joined(say: Translate, items: Sequence[str]) -> str:
    """A list in words: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return say("{some} and {last}", some=", ".join(items[:-1]), last=items[-1])
