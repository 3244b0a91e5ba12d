"""A review in words, in the reader's language: for the shell, its page and the browser alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from triarchy.bots.review import Review, ReviewedPart, Verdict
from triarchy.kit.curve import HEIGHT, WIDTH, Marked, Point, draw_curve
from triarchy.kit.language import translator
from triarchy.table.history import History
from triarchy.table.table import Table

LUCK = 0.08
"""A draw that gives or takes so much is spoken of,"""
UNSEEN = 0.1
"""and a better turn that promised so much more than the curve shows."""
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
    """and what the judge thinks of it."""


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

    def change(self, points: int) -> str:
        """A change by so many parts in a hundred, with its sign."""
        sign = "+" if points > 0 else MINUS if points < 0 else "±"
        return sign + self.percent(abs(points) / 100)

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
        """What a mistake is called; "" for none."""
        words = {"": "", "mistake": self.say("Mistake"), "blunder": self.say("Blunder")}
        return words[part.verdict.kind] if part.verdict else ""

    def part(self, part: ReviewedPart) -> PartWords:
        return PartWords(
            self.title(part),
            self._lines(part.first, part.last),
            self.better(part),
            [*self._verdict(part, self.reader.names[part.seat]), *self._draw(part)],
        )

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
        told = History(other.game, other.states, other.moves, open=True)
        lines = [told.line(number, self.reader).text for number in range(first, len(other.moves))]
        return [line for line in lines if line] or self._labels(first, moves)

    def played_better(self, part: ReviewedPart, steps: int) -> Table:
        """The game up to a part, and from there the first moves of the better turn."""
        assert part.verdict is not None
        return self._after(part.first, part.verdict.best[:steps])

    def _after(self, first: int, moves: Sequence[str]) -> Table:
        other = self.table.copy()
        del other.moves[first:], other.states[first + 1 :]
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
            if verdict.loss == 0.0:
                return [self.say("No better turn was found.")]
            return [self.say("As good as the best turn, as far as the judge can tell.")]
        values = {
            "name": name,
            "best": self.percent(verdict.best_share),
            "share": self.percent(verdict.share),
            # As the two figures beside it say, whatever was rounded.
            "loss": self.percent(
                (round(100 * verdict.best_share) - round(100 * verdict.share)) / 100
            ),
            "low": self.percent(verdict.low),
            "high": self.percent(min(1.0, verdict.high)),
        }
        sentence = (
            self.say(
                "By what {name} could know, the better turn promised {best} of the win, this one "
                "{share}: {loss} lost.",
                **values,
            )
            if values["low"] == values["high"]
            else self.say(
                "By what {name} could know, the better turn promised {best} of the win, this one "
                "{share}: {loss} lost ({low} to {high}).",
                **values,
            )
        )
        return [sentence, *self._beside_the_curve(part, verdict)]

    def _beside_the_curve(self, part: ReviewedPart, verdict: Verdict) -> list[str]:
        """Why the curve says something else than what a mistake has cost, where it does."""
        chance = part.before[part.seat]
        if verdict.best_share >= chance + self.review.certain(UNSEEN):
            sentence = self.say(
                "The curve stands at {chance} there: it knows all hands, and plays on by quick "
                "choices that may miss such a turn.",
                chance=self.chance(chance),
            )
            return [sentence]
        if part.after[part.seat] < chance + RISES:
            return []
        if part.luck[part.seat] >= part.choice[part.seat]:
            return [self.say("The curve rises all the same, by what was drawn.")]
        return [
            self.say(
                "The curve rises all the same: it reckons with quick choices, and this turn is no "
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
            return [self.say("What was drawn gave {name} {points}.", **values)]
        return [self.say("What was drawn cost {name} {points}.", **values)]

    def about(self) -> str:
        """What the figures mean, in short."""
        return self.say(
            "Win chances are those with all hands open, if everybody plays on by quick choices. "
            "Mistakes are judged by what the player could know."
        )

    def about_study(self) -> str:
        """The same where a position is judged and its best turns are listed."""
        return self.say(
            "Win chances are those with all hands open, if everybody plays on by quick choices. "
            "What a turn promises is judged apart from that, by what its player knows and a few "
            "rounds on: it tells how turns compare, and may differ from the chances above."
        )

    def heading(self) -> str:
        return self.say("Review")

    def turning_point(self) -> str:
        return self.say("Turning point")

    def quiet(self) -> str:
        return self.say("No turn lost or won much by itself.")

    def as_played(self) -> str:
        return self.say("As it was played")

    def as_better(self) -> str:
        return self.say("The better turn")

    def columns(self) -> list[str]:
        """The heads of the list of seats."""
        return [
            self.say("Player"),
            self.say("Start"),
            self.say("Luck"),
            self.say("Own choices"),
            self.say("The others' choices"),
            self.say("Result"),
            self.say("Accuracy"),
        ]

    def curve(self, width: int = WIDTH, height: int = HEIGHT) -> str:
        """The curve of win chances as SVG."""
        review, last = self.review, len(self.table.moves)
        points = [Point(part.first, part.before) for part in review.parts]
        points.append(Point(last, review.result))
        drawing = self.table.game.definition.drawing
        sight = self.table.game.sight(self.table.state)
        symbols = [panel.symbol for panel in drawing.players_panel(sight, self.reader)]
        return draw_curve(
            points, last, symbols, self.marks(), self.say("Win chances"), width, height
        )

    def marks(self) -> list[Marked]:
        """Mistakes and great luck, where they lie on the curve."""
        found = []
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
