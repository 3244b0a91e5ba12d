"""The review of a game: win chances after every turn, what was luck, what was choice, what would
have been better.

A game is parted where the turn ends, somebody else is asked or something hidden is revealed: up to
there whoever decides learns nothing new. Every part is judged by itself, so that a review can be
worked out piece by piece, by anybody, in any order.

Two questions are kept apart. *How do the seats stand?* is answered with all hands open
(`chances.py`), the same for everybody: that is the curve, and luck and choice are its steps. *Was
there a better turn?* is answered from the mover's view alone (`turns.py`): nobody is blamed for
what he could not know.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from triarchy.bots.chances import OpenJudge, playout_cost
from triarchy.bots.reasons import outlook_of
from triarchy.bots.turns import TurnJudge
from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import Document, State
from triarchy.kit.reasons import Outlook, read_outlook
from triarchy.table.game import Game
from triarchy.table.record import read_record
from triarchy.table.table import Table

JUDGE = 4
"""The version of the judge: raised when the same game would be judged otherwise."""
MISTAKE = 0.05
"""A turn that loses so much of the win is a mistake,"""
BLUNDER = 0.15
"""so much a blunder;"""
CERTAINLY = 0.01
"""as far as chance goes, it loses at least so much."""
ONLY = 0.1
"""So far ahead of all others is the only good turn."""
TURNING = 0.1
"""So much of the win changes hands at a turning point,"""
MOST_TURNING_POINTS = 5
"""and so many are named, the greatest ones."""

SPREAD = 0.5
"""About the variance of the difference of two chances from a playout each,"""
SURELY = 3.0
"""and so many standard errors are not taken for chance."""

USUAL_PARTS = 100
"""Of a game with more parts than these, each is thought about less."""

EffortName = Literal["quick", "usual", "deep"]
Shares = tuple[float, ...]


@dataclass(frozen=True)
class Effort:
    """How much is thought about every part of a game."""

    playouts: int
    """Games played to the end for each point of the curve (fewer where they take longer),"""
    turns: int
    """games played on to find the best turn (0: no turn is judged),"""
    guesses: int
    """and guesses on which it is compared with the turn that was played."""

    def shared(self, parts: int) -> Effort:
        """The effort for each part of a game of so many: a long game takes no more time in all."""
        part = min(1.0, USUAL_PARTS / max(1, parts))
        return Effort(*(int(part * each) for each in (self.playouts, self.turns, self.guesses)))


EFFORTS: dict[EffortName, Effort] = {
    "quick": Effort(64, 200, 60),
    "usual": Effort(256, 800, 250),
    "deep": Effort(1024, 4000, 1000),
}


@dataclass(frozen=True)
class Part:
    """The moves from number `first` up to, not with, number `last`: what one seat decides at once."""

    seat: int
    turn: int
    first: int
    last: int


@dataclass(frozen=True)
class Verdict:
    """What the mover could have known to be better; of a turn that was as good as any, nothing."""

    best: tuple[str, ...]
    """The best turn found; the one that was played where there is none better."""
    best_share: float
    """The mover's share of the win by it, as the mover could estimate it,"""
    share: float
    """and by the turn that was played."""
    loss: float
    """What was lost, never less than 0;"""
    low: float
    """with 95 % it is between `low`"""
    high: float
    """and `high`, as far as chance goes."""
    guesses: int
    """On so many guesses of what was hidden both were played."""
    second: tuple[str, ...] = ()
    """Of a turn that was the best: the next best one, () where there is none,"""
    lead: float = 0.0
    """how far that lies behind,"""
    lead_low: float = 0.0
    """and with 95 % at least so far."""
    outlook: Outlook | None = None
    """What comes later on of the turn that was played and of the better one, or the next best, where
    that has to be said."""

    @property
    def kind(self) -> Literal["", "mistake", "blunder"]:
        if self.low < CERTAINLY or self.loss < MISTAKE:
            return ""
        return "blunder" if self.loss >= BLUNDER else "mistake"

    @property
    def only(self) -> bool:
        """Whether it was the only good turn, and was played."""
        return self.lead >= ONLY and self.lead_low >= CERTAINLY


@dataclass(frozen=True)
class Judged:
    """What the judge says of one part, apart from all others."""

    before: Shares
    """The chances where it begins,"""
    averaged: Shares | None
    """and after it, averaged over what could be drawn then; None where nothing is drawn."""
    verdict: Verdict | None
    """None where there was nothing to choose."""


@dataclass(frozen=True)
class ReviewedPart:
    """A part of a game with its place on the curve."""

    seat: int
    turn: int
    first: int
    last: int
    before: Shares
    chosen: Shares
    """The chances after the choice, before what was drawn is known,"""
    after: Shares
    """and with it."""
    drawn: bool
    verdict: Verdict | None

    @property
    def choice(self) -> Shares:
        """What the choice has given or taken, for each seat."""
        return _less(self.chosen, self.before)

    @property
    def luck(self) -> Shares:
        """What the draw has given or taken, for each seat."""
        return _less(self.after, self.chosen)

    @property
    def swing(self) -> float:
        """How much of the win has changed hands."""
        return sum(max(0.0, each) for each in _less(self.after, self.before))


@dataclass(frozen=True)
class Review:
    """A whole game, judged."""

    game: Game
    judge: int
    effort: EffortName
    parts: list[ReviewedPart]
    result: Shares
    """What each seat has won; for a game that is not over, the chances as it stands."""

    @property
    def start(self) -> Shares:
        return self.parts[0].before if self.parts else self.result

    def luck(self, seat: int) -> float:
        """What all draws together gave a seat."""
        return sum(part.luck[seat] for part in self.parts)

    def own_choices(self, seat: int) -> float:
        return sum(part.choice[seat] for part in self.parts if part.seat == seat)

    def others_choices(self, seat: int) -> float:
        return sum(part.choice[seat] for part in self.parts if part.seat != seat)

    def accuracy(self, seat: int) -> float | None:
        """The part of what the best turns promised that the seat's own turns kept, 0 to 1."""
        verdicts = [part.verdict for part in self.parts if part.seat == seat and part.verdict]
        promised = sum(verdict.best_share for verdict in verdicts)
        return sum(each.share for each in verdicts) / promised if promised > 0.0 else None

    @property
    def mistakes(self) -> list[ReviewedPart]:
        """The parts in which something was lost for certain, in the order of the game."""
        return [part for part in self.parts if part.verdict and part.verdict.kind]

    def certain(self, least: float) -> float:
        """The least change of a chance to be spoken of: as much as said, and more than chance itself
        makes of so few playouts."""
        effort = EFFORTS[self.effort].shared(len(self.parts))
        playouts = effort.playouts // playout_cost(self.game)
        return max(least, SURELY * math.sqrt(SPREAD / playouts))

    @property
    def turning_points(self) -> list[ReviewedPart]:
        """Where most of the win changed hands, in the order of the game."""
        great = [part for part in self.parts if part.swing >= self.certain(TURNING)]
        chosen = sorted(great, key=lambda part: -part.swing)[:MOST_TURNING_POINTS]
        return sorted(chosen, key=lambda part: part.first)

    @property
    def decided(self) -> ReviewedPart | None:
        """The part with which the winner came to be ahead of all others for good; where that was so from
        the beginning, the one that brought the winner most. None where several have won, or none yet."""
        winners = [seat for seat, won in enumerate(self.result) if won == 1.0]
        if len(winners) != 1 or not self.parts:
            return None
        (winner,) = winners

        def lead(shares: Shares) -> float:
            return shares[winner] - max(s for seat, s in enumerate(shares) if seat != winner)

        behind = [part for part in self.parts if lead(part.before) <= 0.0]
        if behind:
            return behind[-1]
        return max(self.parts, key=lambda part: part.after[winner] - part.before[winner])

    def costliest(self, seat: int | None = None) -> ReviewedPart | None:
        """The greatest mistake, of a seat or of anybody."""
        found = [part for part in self.mistakes if seat in (None, part.seat)]
        return max(found, key=_loss, default=None)

    def document(self) -> Document:
        """All of it as JSON; `docs/play/review-in-detail.md` says what the keys mean."""
        seats = range(self.game.players)
        turning = {part.first for part in self.turning_points}
        decided = self.decided
        return {
            "game": self.game.name,
            "players": self.game.players,
            "judge": self.judge,
            "effort": self.effort,
            "start": list(self.start),
            "result": list(self.result),
            "decided": None if decided is None else decided.first,
            "seats": [
                {
                    "start": self.start[seat],
                    "luck": self.luck(seat),
                    "own_choices": self.own_choices(seat),
                    "others_choices": self.others_choices(seat),
                    "result": self.result[seat],
                    "accuracy": self.accuracy(seat),
                    "mistakes": sum(part.seat == seat for part in self.mistakes),
                }
                for seat in seats
            ],
            "parts": [_part_document(part, part.first in turning) for part in self.parts],
        }


def _part_document(part: ReviewedPart, turning: bool) -> Document:
    verdict = part.verdict
    return {
        "seat": part.seat,
        "turn": part.turn,
        "first": part.first,
        "last": part.last,
        "before": list(part.before),
        "chosen": list(part.chosen),
        "after": list(part.after),
        "drawn": part.drawn,
        "turning_point": turning,
        "verdict": None
        if verdict is None
        else {**asdict(verdict), "kind": verdict.kind, "only": verdict.only},
    }


def _loss(part: ReviewedPart) -> float:
    return part.verdict.loss if part.verdict else 0.0


def _less(one: Shares, other: Shares) -> Shares:
    return tuple(a - b for a, b in zip(one, other, strict=True))


# Parts


def parts_of(table: Table) -> list[Part]:
    """A game in the parts that are judged."""
    game, found, first = table.game, [], 0
    for number, move in enumerate(table.moves):
        before, after = table.states[number], table.states[number + 1]
        if _ends(game, before, game.actions[move], after):
            found.append(Part(int(before.to_move), int(before.turn), first, number + 1))
            first = number + 1
    if first < len(table.moves):
        last = table.states[-2]
        found.append(Part(int(last.to_move), int(last.turn), first, len(table.moves)))
    return found


def _ends(game: Game, before: State, action: int, after: State) -> bool:
    return (
        int(after.to_move) != int(before.to_move)
        or int(after.turn) != int(before.turn)
        or game.definition.reveals(game.board, before, action)
    )


def effort_of(name: str) -> Effort:
    """What an effort's name stands for; BadRequest if there is none."""
    for known, effort in EFFORTS.items():
        if known == name:
            return effort
    raise BadRequest(f"The effort is {', '.join(EFFORTS)}, not {name!r}.")


class Reviewer:
    """Judges parts of games of one kind; keeps its scratch space from call to call."""

    def __init__(self, game: Game, effort: Effort) -> None:
        self.game = game
        self.effort = effort
        self._open = OpenJudge(game)
        self._turns = TurnJudge(game)
        self._playouts = effort.playouts // self._open.cost

    def judge(self, state: State, moves: Sequence[str], seed: int) -> Judged:
        """A part that begins in a whole state, by the moves that were played."""
        last, choices = state.copy(), 0
        for move in moves[:-1]:
            choices += len(self.game.legal_actions(last)) > 1
            self.game.definition.rules.apply(self.game.board.struct, last, self.game.actions[move])
        choices += len(self.game.legal_actions(last)) > 1
        playouts = self._playouts
        before = self._open.chances(state, playouts, seed)
        asked = choices > 0 and self.effort.turns > 0
        verdict = self._judged_turn(state, tuple(moves), seed) if asked else None
        averaged = self._open.before_draw(last, self.game.actions[moves[-1]], playouts, seed)
        return Judged(before, averaged, verdict)

    def chances(self, state: State, seed: int) -> Shares:
        """The chances with all hands open."""
        return self._open.chances(state, self._playouts, seed)

    def _judged_turn(self, state: State, moves: tuple[str, ...], seed: int) -> Verdict:
        view = self.game.view(state, int(state.to_move))
        verdict = self._verdict(view, moves, seed)
        if verdict.kind:
            turns = verdict.best, moves
        elif verdict.only:
            turns = moves, verdict.second
        else:
            return verdict
        return replace(verdict, outlook=outlook_of(self.game, view, *turns, seed))

    def _verdict(self, view: State, moves: tuple[str, ...], seed: int) -> Verdict:
        judged = self._turns.judge(view, playouts=self.effort.turns, seed=seed, include=[moves])
        best, played = self._turns.compare(
            view, judged[0].moves, moves, guesses=self.effort.guesses, seed=seed
        )
        seat = int(view.to_move)
        if best.moves == played.moves or played.behind <= 0.0:
            share, no_loss = played.shares[seat], (0.0, 0.0, 0.0)
            if best.moves != played.moves or len(judged) < 2:
                return Verdict(moves, share, share, *no_loss, played.samples)
            second = judged[1]
            lead = (second.moves, second.behind, second.behind_low)
            return Verdict(moves, share, share, *no_loss, played.samples, *lead)
        return Verdict(
            best.moves,
            best.shares[seat],
            played.shares[seat],
            played.behind,
            max(0.0, played.behind_low),
            played.behind_high,
            played.samples,
        )


def _was_expected(table: Table, part: Part, judged: Judged, on_turn: int) -> bool:
    """Whether nothing was drawn, and nothing else could have been played, or it was an answer in the
    turn of another seat and no mistake.

    Quick choices that begin with such an answer leave the rest of the turn to single decisions: the
    seat on turn would lose by it what the answer then gives back.
    """
    if judged.averaged is not None:
        return False
    if part.seat != on_turn:
        return judged.verdict is None or not judged.verdict.kind
    states = table.states[part.first : part.last]
    return all(len(table.game.legal_actions(state)) == 1 for state in states)


def put_together(
    table: Table, parts: Sequence[Part], judged: Sequence[Judged], end: Shares, effort: EffortName
) -> Review:
    """The review from what was said of the parts, in their order; `end`: the chances at the end.

    Each part ends where the next one begins, the last one with the result itself: so start, luck
    and choices add up to the result for every seat. What was to be expected changes nothing: such a
    part begins as it ends.
    """
    points = [*(each.before for each in judged), end]
    turns: dict[int, int] = {}
    for part in parts:
        turns.setdefault(part.turn, part.seat)
    for number in reversed(range(len(parts))):
        part = parts[number]
        if _was_expected(table, part, judged[number], turns[part.turn]):
            points[number] = points[number + 1]
    reviewed = [
        ReviewedPart(
            part.seat,
            part.turn,
            part.first,
            part.last,
            before,
            each.averaged or after,
            after,
            each.averaged is not None,
            each.verdict,
        )
        for part, each, before, after in zip(parts, judged, points[:-1], points[1:], strict=True)
    ]
    return Review(table.game, JUDGE, effort, reviewed, end)


def review(
    record: Document | Table,
    *,
    effort: EffortName = "usual",
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a game, given as a record or a table; `progress` is told how many parts of how many
    are done. The same game, effort and seed give the same review."""
    table = record if isinstance(record, Table) else read_record(record)
    parts = parts_of(table)
    reviewer = Reviewer(table.game, effort_of(effort).shared(len(parts)))
    judged: list[Judged] = []
    for part in parts:
        moves = table.moves[part.first : part.last]
        judged.append(reviewer.judge(table.states[part.first], moves, seed + part.first))
        if progress is not None:
            progress(len(judged), len(parts))
    end = reviewer.chances(table.state, seed + len(table.moves))
    return put_together(table, parts, judged, end, effort)


def judged_document(judged: Judged) -> Document:
    """What was said of a part, as JSON."""
    return asdict(judged)


def _read_verdict(verdict: dict[str, Any]) -> Verdict:
    moves = {name: tuple(verdict[name]) for name in ("best", "second")}
    outlook = read_outlook(verdict.get("outlook"))
    return Verdict(**{**verdict, **moves, "outlook": outlook})


def read_judged(document: Any) -> Judged:
    """The same from such a document."""
    verdict = document["verdict"]
    return Judged(
        tuple(document["before"]),
        None if document["averaged"] is None else tuple(document["averaged"]),
        None if verdict is None else _read_verdict(verdict),
    )
