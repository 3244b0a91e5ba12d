"""A review in words, in the reader's language: for the shell, its page and the browser alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from triarchy.bots.reasons import better_turn, joined, next_best
from triarchy.bots.review import Review, ReviewedPart
from triarchy.kit.curve import HEIGHT, WIDTH, Marked, Point, draw_curve, stroke_sample
from triarchy.kit.language import translator
from triarchy.kit.presentation import PlayerPanel
from triarchy.table.table import Table

LUCK = 0.08
"""A draw that gives or takes so much is spoken of."""
SHORTEST_STORY = 3
"""So many sentences at least tell the story of a game."""
RISES = 0.05
"""So much higher stands the curve after a mistake that something must be said about it."""
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class PartWords:
    """What is said of one part of a game."""

    title: str
    """"Turn 12, Red"."""
    played: list[str]
    """The log's lines of what was done,"""
    better: list[str]
    """of what would have been better, if anything,"""
    said: list[str]
    """what the judge thinks of it,"""
    why: list[str]
    """and what the better turn gains, or the only good one."""


class ReviewWords:
    """The words for a review of a table's game; `names`: what the seats are called."""

    def __init__(
        self, review: Review, table: Table, language: str = "en", names: Sequence[str] | None = None
    ) -> None:
        self.review = review
        self.table = table
        self.language = language
        self.reader = table.game.reader(None, language, names)
        self.say = translator(Path(__file__).parent / "languages", language)
        self._history = table.history()

    def percent(self, share: float) -> str:
        space = "\N{NO-BREAK SPACE}" if self.language == "de" else ""
        return f"{round(100 * share)}{space}%"

    def chance(self, share: float) -> str:
        """A chance as long as the game goes on: never quite nothing, nor all."""
        if share < 0.005:
            return f"<{self.percent(0.01)}"
        return f">{self.percent(0.99)}" if share > 0.995 else self.percent(share)

    def after(self, part: ReviewedPart) -> list[str]:
        """Every seat's chance after a part; after the last one, the result."""
        tell = self.percent if part.last == len(self.table.moves) else self.chance
        return [tell(share) for share in part.after]

    def behind(self, loss: float) -> str:
        """How far a turn lies behind the best one."""
        if round(100 * loss) == 0:
            return self.say("The best, or about as good")
        return self.say("{loss} behind the best", loss=self.percent(loss))

    def change(self, points: int) -> str:
        """A change by so many percentage points, with its sign; over a game it may be more than 100."""
        sign = "+" if points > 0 else MINUS if points < 0 else "±"
        return f"{sign}{abs(points)}"

    def figures(self, seat: int) -> list[str]:
        """How a seat came to its result, below the heads of `columns`."""
        review = self.review
        start, result = round(100 * review.start[seat]), round(100 * review.result[seat])
        changes = (review.luck(seat), review.own_choices(seat), review.others_choices(seat))
        accuracy = review.accuracy(seat)
        # Rounded down: where something was lost, it was not all kept.
        kept = "" if accuracy is None else self.percent(math.floor(100 * accuracy) / 100)
        return [
            self.percent(review.start[seat]),
            *(self.change(each) for each in _adding_up(changes, result - start)),
            self.percent(review.result[seat]),
            kept,
        ]

    def kind(self, part: ReviewedPart) -> str:
        """What a mistake, or the only good turn, is called; "" for any other."""
        if part.verdict is None:
            return ""
        if part.verdict.only:
            return self.say("The only good turn")
        words = {"": "", "mistake": self.say("Mistake"), "blunder": self.say("Blunder")}
        return words[part.verdict.kind]

    def mark(self, part: ReviewedPart) -> str:
        """The sign that players know: ?? for a blunder, ? for a mistake, ! for the only good turn."""
        if part.verdict is None:
            return ""
        return (
            "!"
            if part.verdict.only
            else {"": "", "mistake": "?", "blunder": "??"}[part.verdict.kind]
        )

    def called(self, part: ReviewedPart) -> str:
        """A part's kind, or that the game turned there; "" where there is nothing to it."""
        if kind := self.kind(part):
            return kind
        if part == self.review.decided:
            return self.say("The turn that decided the game")
        return self.say("Turning point") if part in self.review.turning_points else ""

    @property
    def notable(self) -> list[ReviewedPart]:
        """What is worth a look, the greatest first: by what was lost or won there."""
        review = self.review
        found = [part for part in review.parts if self.called(part)]
        return sorted(found, key=lambda part: (part != review.decided, -_size(part)))

    @property
    def verdicts(self) -> list[ReviewedPart]:
        """The mistakes and the only good turns, the greatest first: what is known before the whole game is."""
        return sorted(filter(self.kind, self.review.parts), key=lambda part: -_size(part))

    # The story

    def story(self, seat: int | None = None) -> list[str]:
        """A few sentences on a finished game: how it was won, where it turned, and what to do next time,
        told to a seat where one is given."""
        if not self.table.over:
            return []
        told = [*self._how_won(seat), *self._turned(), *self._next_time(seat)]
        return told if len(told) >= SHORTEST_STORY else [*told[:-1], *self._most_kept(), told[-1]]

    def _most_kept(self) -> list[str]:
        """Who chose best, by the figure that the list of players has."""
        kept = [self.review.accuracy(seat) for seat in range(self.table.game.players)]
        best = max(range(len(kept)), key=lambda seat: kept[seat] or 0.0)
        if kept[best] is None:
            return []
        return [
            self.say(
                "{name} chose best, with an accuracy of {share}.",
                name=self.reader.names[best],
                share=self.figures(best)[-1],
            )
        ]

    def _how_won(self, seat: int | None) -> list[str]:
        table, names = self.table, self.reader.names
        ranking = table.ranking
        assert ranking is not None
        winners = [each for each, rank in enumerate(ranking) if rank == 1]
        if len(winners) > 1:
            shared = joined(self.say, [names[each] for each in winners])
            return [self.say("{names} share the victory.", names=shared)]
        beside = beside_winner(ranking, seat)
        assert beside is not None
        game = table.game
        reader = self.reader._replace(seat=seat)
        return game.definition.text.how_won(game.sight(table.state), beside, reader)

    def _turned(self) -> list[str]:
        decided, names = self.review.decided, self.reader.names
        if decided is None:
            return []
        winner = self.review.result.index(1.0)
        return [
            self.say(
                "It was decided in turn {turn}, by {name}: from then on {winner} was ahead "
                "({before} before it, {after} after).",
                turn=decided.turn + 1,
                name=names[decided.seat],
                winner=names[winner],
                before=self.chance(decided.before[winner]),
                after=self.after(decided)[winner],
            )
        ]

    def _next_time(self, seat: int | None) -> list[str]:
        worst = self.review.costliest(seat)
        if worst is not None:
            assert worst.verdict is not None
            return [
                self.say(
                    "The costliest mistake was {name}'s turn {turn}: it lowered the win chance by {loss}.",
                    turn=worst.turn + 1,
                    name=self.reader.names[worst.seat],
                    loss=self.percent(worst.verdict.loss),
                )
            ]
        if seat is None:
            return [self.say("No single turn was a mistake.")]
        return [self.say("No single turn of {name} was a mistake.", name=self.reader.names[seat])]

    def part(self, part: ReviewedPart) -> PartWords:
        return PartWords(
            self.title(part),
            self._lines(part.first, part.last),
            self.better(part),
            [*self.said(part), *self._draw(part)],
            self.why(part),
        )

    def said(self, part: ReviewedPart) -> list[str]:
        """What the judge thinks of a part."""
        return self._verdict(part, self.reader.names[part.seat])

    def why(self, part: ReviewedPart) -> list[str]:
        """What a better turn gains and the one that was played lacks; of the only good turn, against the
        next best."""
        verdict, played = part.verdict, self.table.moves[part.first : part.last]
        if verdict is None:
            return []
        game = self.table.game
        view = game.view(self.table.states[part.first], part.seat)
        if verdict.kind:
            return better_turn(game, view, verdict.best, played, self.reader, verdict.outlook)
        if verdict.only:
            return next_best(game, view, played, verdict.second, self.reader, verdict.outlook)
        return []

    def _lines(self, first: int, last: int) -> list[str]:
        lines = [self._history.line(number, self.reader).text for number in range(first, last)]
        return [line for line in lines if line] or self._labels(first, self.table.moves[first:last])

    def better(self, part: ReviewedPart) -> list[str]:
        """The better turn as the log would have told it; empty where there was none."""
        verdict = part.verdict
        if verdict is None or not verdict.kind:
            return []
        return self.told_after(part.first, verdict.best)

    def told_after(self, first: int, moves: Sequence[str]) -> list[str]:
        """What the log would tell of moves played after the first ones of the game, with everything
        open as in what was played."""
        other = self._after(first, moves)
        told = replace(other.history(), open=True)
        lines = [told.line(number, self.reader).text for number in range(first, len(other.moves))]
        return [line for line in lines if line] or self._labels(first, moves)

    def played_better(self, part: ReviewedPart, steps: int) -> Table:
        """The game up to a part, and from there the first moves of the better turn."""
        assert part.verdict is not None
        return self._after(part.first, part.verdict.best[:steps])

    def _after(self, first: int, moves: Sequence[str]) -> Table:
        other = self.table.copy()
        del other.moves[first:], other.by_bots[first:], other.states[first + 1 :]
        for move in moves:
            other.play(move)
        return other

    def _labels(self, first: int, moves: Sequence[str]) -> list[str]:
        """What buttons say of the moves: for those of which the log tells nothing."""
        game, state = self.table.game, self.table.states[first].copy()
        labels = []
        for move in moves:
            action = game.actions[move]
            labels.append(game.definition.text.label(game.sight(state), action, self.reader))
            game.definition.rules.apply(game.board.struct, state, action)
        return labels

    def _verdict(self, part: ReviewedPart, name: str) -> list[str]:
        verdict = part.verdict
        if verdict is None:
            return [self.say("There was nothing to choose.")]
        if not verdict.kind:
            if verdict.only:
                lead = self.percent(verdict.lead)
                return [self.say("The next-best turn is {lead} behind.", lead=lead)]
            if verdict.loss == 0.0:
                return [self.say("No better turn was found.")]
            return [self.say("About as good as the best turn.")]
        loss = self.percent(verdict.loss)
        sentence = self.say(
            "From what {name} could know, it lowered the win chance by {loss}.",
            name=name,
            loss=loss,
        )
        return [sentence, *self._beside_the_curve(part)]

    def _beside_the_curve(self, part: ReviewedPart) -> list[str]:
        """Why the curve rises after a mistake, where it does."""
        if part.after[part.seat] < part.before[part.seat] + RISES:
            return []
        if part.luck[part.seat] >= part.choice[part.seat]:
            return [self.say("The curve still rises, thanks to a lucky draw.")]
        return [
            self.say(
                "The curve still rises: it expects quick, simple moves, and this turn is no "
                "worse than those."
            )
        ]

    def _draw(self, part: ReviewedPart) -> list[str]:
        seat = max(range(len(part.luck)), key=lambda each: abs(part.luck[each]))
        if abs(part.luck[seat]) < self.review.certain(LUCK):
            return []
        values = {
            "name": self.reader.names[seat],
            "points": self.percent(abs(part.luck[seat])),
        }
        if part.luck[seat] > 0:
            return [self.say("Lucky draw: {name} gains {points}.", **values)]
        return [self.say("Unlucky draw: {name} loses {points}.", **values)]

    def about(self) -> str:
        """What the figures mean, in short."""
        chances = self.say(
            "Win chances assume that all hands are open and everyone plays quick, simple "
            "moves from here on. Mistakes are judged only on what the player could know."
        )
        figures = self.say(
            "Luck and choices are added up over all turns, in percentage points of the win chance."
        )
        signs = self.say(
            "On the curve, ? marks a mistake, ?? a blunder, a diamond great luck, and the flag the turn that decided the game."
        )
        return f"{chances} {figures} {signs}"

    def about_study(self) -> str:
        """The same where a position is judged and its best turns are listed."""
        return self.say(
            "Win chances assume that all hands are open and everyone plays quick, simple "
            "moves from here on. Turns are compared by what their player knows."
        )

    def heading(self) -> str:
        return self.say("Review")

    def quiet(self) -> str:
        return self.say("No single turn changed much.")

    def as_played(self) -> str:
        return self.say("As played")

    def as_better(self) -> str:
        return self.say("The better turn")

    def columns(self) -> list[str]:
        """The heads of the list of seats."""
        return [
            self.say("Player"),
            self.say("Start"),
            self.say("Luck"),
            self.say("Own choices"),
            self.say("Others' choices"),
            self.say("Result"),
            self.say("Accuracy"),
        ]

    def curve(self, width: int = WIDTH, height: int = HEIGHT) -> str:
        """The curve of win chances as SVG."""
        review, last = self.review, len(self.table.moves)
        points = [Point(part.first, part.before) for part in review.parts]
        points.append(Point(last, review.result))
        symbols = [panel.symbol for panel in self.panels]
        colours = [panel.colour for panel in self.panels]
        return draw_curve(
            points, last, symbols, colours, self.marks(), self.say("Win chances"), width, height
        )

    def stroke(self, seat: int) -> str:
        """A short piece of a seat's line in the curve, as SVG."""
        return stroke_sample(seat, self.panels[seat].colour)

    @cached_property
    def panels(self) -> list[PlayerPanel]:
        game = self.table.game
        return game.definition.drawing.players_panel(game.sight(self.table.state), self.reader)

    def marks(self) -> list[Marked]:
        """The turn that decided the game, mistakes and great luck, where they lie on the curve."""
        found, decided = [], self.review.decided
        if decided is not None:
            label = f"{self.title(decided)}: {self.say('The turn that decided the game')}"
            winner = self.review.result.index(1.0)
            share = decided.before[winner]
            found.append(Marked(decided.first, winner, share, "decided", label))
        for part in self.review.parts:
            title = self.title(part)
            if part.verdict is not None and part.verdict.kind:
                label = f"{title}: {self.kind(part)}"
                share = part.before[part.seat]
                found.append(Marked(part.first, part.seat, share, part.verdict.kind, label))
            for sentence in self._draw(part):
                seat = max(range(len(part.luck)), key=lambda each: abs(part.luck[each]))
                label = f"{title}: {sentence}"
                found.append(Marked(part.last, seat, part.after[seat], "luck", label))
        return found

    def title(self, part: ReviewedPart) -> str:
        return self.say(
            "Turn {turn}, {name}", turn=part.turn + 1, name=self.reader.names[part.seat]
        )


def beside_winner(ranking: Sequence[int], seat: int | None) -> int | None:
    """The seat that the winner is compared with: the reader's, else whoever comes next; None where
    several have won."""
    if ranking.count(1) != 1:
        return None
    if seat is not None and ranking[seat] != 1:
        return seat
    others = [each for each, rank in enumerate(ranking) if rank != 1]
    return min(others, key=lambda each: ranking[each])


def _size(part: ReviewedPart) -> float:
    """How much of the win went by a mistake, was kept by the only good turn, or changed hands."""
    verdict = part.verdict
    if verdict is not None and (verdict.kind or verdict.only):
        return max(verdict.loss, verdict.lead)
    return part.swing


def _adding_up(changes: Sequence[float], total: int) -> list[int]:
    """Changes in parts of a hundred, rounded so that they add up to this total."""
    rounded = [round(100 * change) for change in changes]
    while (missing := total - sum(rounded)) != 0:
        step = 1 if missing > 0 else -1
        off = [
            step * (100 * change - whole) for change, whole in zip(changes, rounded, strict=True)
        ]
        rounded[off.index(max(off))] += step
    return rounded
