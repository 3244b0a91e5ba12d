"""Whole turns judged against each other: what the review of games, puzzles and hints go by.

A *plan* is what a seat decides in its turn until the turn ends, somebody else is asked, or
something hidden is revealed: up to there it needs to know nothing new. All plans are judged on the
same guesses of what is hidden and with the same chance afterwards, so that what they have in
common cancels out; the weaker half is dropped again and again, and the time goes to the best.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from triarchy.bots.base import check_view, generator
from triarchy.bots.lookahead import LEVELS, LONGEST_CHOICE, choices
from triarchy.bots.plans import play_plans
from triarchy.bots.search import Search
from triarchy.bots.workspace import Workspace
from triarchy.engine.arrays import np
from triarchy.engine.rng import next_random
from triarchy.kit.definition import State
from triarchy.table.game import Game

LONGEST_PLAN = 24
MOST_PLANS = 24
WIDTH = 8
"""So many positions are followed after each choice of a turn."""
FIRST_GUESSES = 8
PLAYOUTS = 600
"""The usual number of games played on for one judgement."""
SURE = 1.96


@dataclass(frozen=True)
class TurnJudgement:
    """What a turn is worth to the seat that makes it; the best one comes first in `judge_turns`."""

    moves: tuple[str, ...]
    shares: tuple[float, ...]
    """Each seat's estimated share of the win, 0 to 1."""
    low: float
    """The mover's share lies between `low` and `high` with 95 %, as far as chance goes."""
    high: float
    behind: float
    """How far the mover's share lies behind the best turn's."""
    behind_low: float
    behind_high: float
    samples: int
    """On so many guesses it was judged."""


class TurnJudge:
    """Judges turns of one game; keeps its scratch space from call to call."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.space = Workspace(game.definition, WIDTH)
        self.settings = Search().settings(game)

    def judge(
        self,
        view: State,
        *,
        playouts: int = PLAYOUTS,
        seed: int = 0,
        include: Sequence[Sequence[str]] = (),
    ) -> list[TurnJudgement]:
        """Every plan worth a look and those of `include`, from the mover's view alone; best first."""
        seat = int(view.to_move)
        check_view(self.game, view, seat)
        chance = generator(seed, 3)
        plans = self.plans(view, chance, include)
        results = self._play(view, seat, plans, playouts, chance, len(include))
        return self._ordered(plans, results, seat)

    def compare(
        self, view: State, one: Sequence[str], other: Sequence[str], *, guesses: int, seed: int = 0
    ) -> tuple[TurnJudgement, TurnJudgement]:
        """Two plans judged on guesses of their own, in the order in which they were given.

        The best of many plans looks better than it is, since it was chosen for how it did on those
        guesses; here it has no such advantage. `behind` is how far the second lies behind the first,
        less than 0 where it is ahead.
        """
        seat = int(view.to_move)
        check_view(self.game, view, seat)
        plans = [[self.game.actions[move] for move in moves] for moves in (one, other)]
        results = self._play(view, seat, plans, 2 * guesses, generator(seed, 6), 2)
        own = results[:, :, seat]
        first, second = (
            self._judgement(plan, result, mine, own[0], seat, -1.0)
            for plan, result, mine in zip(plans, results, own, strict=True)
        )
        return first, second

    # Plans

    def plans(
        self, view: State, chance: np.ndarray, include: Sequence[Sequence[str]] = ()
    ) -> list[list[int]]:
        """The plans of `include`, then the most promising others, one for each outcome."""
        state = view.copy()
        self.game.definition.rules.guess(self.game.board.struct, state, int(view.to_move), chance)
        kept: list[list[int]] = []
        outcomes: set[bytes] = set()
        for moves in include:
            plan = self._until_revealed(state, [self.game.actions[move] for move in moves])
            outcomes.add(self.after(state, plan).tobytes())
            kept.append(plan)
        for plan in self._promising(state):
            outcome = self.after(state, plan).tobytes()
            if outcome not in outcomes and len(kept) < MOST_PLANS:
                outcomes.add(outcome)
                kept.append(plan)
        return kept

    def _promising(self, state: State) -> list[list[int]]:
        """Finished plans, the best by evaluation first."""
        front: list[tuple[float, list[int], State]] = [(0.0, [], state)]
        finished: list[tuple[float, list[int]]] = []
        for _ in range(LEVELS):
            following: list[tuple[float, list[int], State]] = []
            for _, plan, here in front:
                for value, chain in self._choices(here):
                    longer = self._until_revealed(state, plan + chain)
                    there = self.after(state, longer)
                    if self._is_finished(state, longer, there):
                        finished.append((value, longer))
                    else:
                        following.append((value, longer, there))
            front = _best_outcomes(following)
            if not front:
                break
        finished += [(value, plan) for value, plan, _ in front]
        return [plan for _, plan in sorted(finished, key=lambda each: -each[0])]

    def _choices(self, state: State) -> list[tuple[float, list[int]]]:
        space = self.space
        space.states[1] = state
        value, path, length = space.ways
        count = choices(self.game.board.struct, space.states, 1, space.work, space.ways)
        best = np.argsort(-value[:count], kind="stable")[: 4 * MOST_PLANS]
        return [(float(value[i]), path[i, : int(length[i])].tolist()) for i in best]

    def after(self, state: State, plan: Sequence[int]) -> State:
        """A state or view after these actions."""
        later = state.copy()
        for action in plan:
            self.game.definition.rules.apply(self.game.board.struct, later, action)
        return later

    def _until_revealed(self, state: State, plan: list[int]) -> list[int]:
        """The plan up to the decision that reveals something, ends the turn or asks another seat."""
        definition, board = self.game.definition, self.game.board
        later = state.copy()
        for number, action in enumerate(plan[:LONGEST_PLAN], 1):
            reveals = definition.reveals(board, later, action)
            definition.rules.apply(board.struct, later, action)
            asked = int(later.to_move) != int(state.to_move) or int(later.turn) != int(state.turn)
            if reveals or asked:
                return plan[:number]
        return plan[:LONGEST_PLAN]

    def _is_finished(self, state: State, plan: list[int], later: State) -> bool:
        if int(later.to_move) != int(state.to_move) or int(later.turn) != int(state.turn):
            return True
        before = self.after(state, plan[:-1])
        reveals = self.game.definition.reveals(self.game.board, before, plan[-1])
        return reveals or len(plan) >= LONGEST_PLAN - LONGEST_CHOICE

    # Judging

    def _play(
        self,
        view: State,
        seat: int,
        plans: list[list[int]],
        playouts: int,
        chance: np.ndarray,
        included: int,
    ) -> np.ndarray:
        """results[plan, guess, seat]; guesses on which a plan was no longer judged are NaN."""
        space = self.space
        space.set_view(view)
        table = np.zeros((len(plans), LONGEST_PLAN), np.int16)
        for number, plan in enumerate(plans):
            table[number, : len(plan)] = plan
        lengths = np.array([len(plan) for plan in plans], np.int64)
        alive = np.ones(len(plans), np.bool_)
        rounds = max(1, int(np.ceil(np.log2(len(plans)))))
        parts: list[np.ndarray] = []
        for number in range(rounds):
            share = playouts // rounds // int(alive.sum())
            part = np.full((len(plans), max(FIRST_GUESSES, share), self.game.players), np.nan)
            seeds = np.array([next_random(chance) for _ in range(part.shape[1])], np.uint64)
            play_plans(
                self.game.board.struct, space.states, seat, table, lengths, alive, self.settings,
                space.work, seeds, space.rng, part,
            )  # fmt: skip
            parts.append(self._chances(part, seat, int(view.turn)))
            if number + 1 < rounds:
                self._drop_half(np.concatenate(parts, axis=1)[:, :, seat], alive, included)
        return np.concatenate(parts, axis=1)

    def _chances(self, shares: np.ndarray, seat: int, turn: int) -> np.ndarray:
        """Win chances from shares that the evaluation gives after a turn of this seat: on other games
        they came true more often (docs/play/review-in-detail.md). In the first round they say the less, the more seats
        have not had a turn yet. Results of finished games, in which somebody has nothing, stay as they
        are."""
        known = self.game.definition.turn_chances
        power, overrated = known.get(self.game.players, (1.0, 0.0))
        begun = min(1.0, (turn + 1) / self.game.players)
        weighed = shares ** (begun * power)
        weighed[:, :, seat] *= math.exp(-begun * overrated)
        weighed /= weighed.sum(axis=2, keepdims=True)
        return np.where((shares == 0.0).any(axis=2, keepdims=True), shares, weighed)

    @staticmethod
    def _drop_half(own: np.ndarray, alive: np.ndarray, included: int) -> None:
        means = np.where(alive, np.nanmean(own, axis=1), -1.0)
        order = np.argsort(-means, kind="stable")
        keep = max(2, (int(alive.sum()) + 1) // 2)
        alive[order[keep:]] = False
        alive[:included] = True

    def _ordered(
        self, plans: list[list[int]], results: np.ndarray, seat: int
    ) -> list[TurnJudgement]:
        own = results[:, :, seat]
        full = ~np.isnan(own).any(axis=1)
        means = np.nanmean(own, axis=1)
        best = int(np.argmax(np.where(full, means, -1.0)))
        judged = [
            self._judgement(plans[i], results[i], own[i], own[best], seat)
            for i in range(len(plans))
        ]
        first = judged[best]
        rest = [each for i, each in enumerate(judged) if i != best]
        return [first, *sorted(rest, key=lambda each: each.behind)]

    def _judgement(
        self,
        plan: list[int],
        result: np.ndarray,
        own: np.ndarray,
        best: np.ndarray,
        seat: int,
        least: float = 0.0,
    ) -> TurnJudgement:
        seen = ~np.isnan(own)
        shares = result[seen].mean(axis=0)
        half = SURE * _error(own[seen])
        lead = best[seen] - own[seen]
        doubt = SURE * _error(lead)
        behind = max(least, float(lead.mean()))
        return TurnJudgement(
            tuple(self.game.moves[action] for action in plan),
            tuple(float(share) for share in shares),
            max(0.0, float(shares[seat]) - half),
            min(1.0, float(shares[seat]) + half),
            behind,
            behind - doubt,
            behind + doubt,
            int(seen.sum()),
        )


def _error(values: np.ndarray) -> float:
    """The standard error of a mean, with a little doubt left when all values are equal."""
    count = len(values)
    if count < 2:
        return 1.0
    return float(np.sqrt((values.var() * count + 0.02) / (count + 1) / (count - 1)))


def _best_outcomes(
    entries: list[tuple[float, list[int], State]],
) -> list[tuple[float, list[int], State]]:
    kept: list[tuple[float, list[int], State]] = []
    seen: set[bytes] = set()
    for entry in sorted(entries, key=lambda each: -each[0]):
        outcome = entry[2].tobytes()
        if outcome not in seen:
            seen.add(outcome)
            kept.append(entry)
        if len(kept) == WIDTH:
            break
    return kept
