"""What a network learns from another bot's games before it plays itself: its moves, and who won."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from triarchy.bots import bot
from triarchy.bots.network import context, inputs
from triarchy.engine.dispatch import observe
from triarchy.engine.results import win_shares
from triarchy.engine.rng import seed_of_game
from triarchy.kit.definition import DEFINITIONS
from triarchy.research.extras import missing
from triarchy.research.kinds import kinds
from triarchy.research.learning import VALUE_PART, Learner

try:
    import torch
except ModuleNotFoundError as error:
    raise missing(error, "train") from None

FIRST_SEED = 510_000
A_JOB = 4
"""So many games are played by a process before it tells of them."""
HELD_OUT = 10
"""One game in so many is not learned from, but shows how many moves are foretold."""
EPOCHS = 4
AT_ONCE = 1024
RATE = 1e-3


@dataclass
class Examples:
    """Decisions of a bot, a row for each; seats are counted from the mover."""

    seen: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    outcome: np.ndarray
    """The shares of the win."""
    players: np.ndarray
    game: np.ndarray
    """The number of the game that the decision is of."""

    @staticmethod
    def together(parts: list[Examples]) -> Examples:
        names = [field.name for field in fields(Examples)]
        return Examples(
            *(np.concatenate([getattr(part, name) for part in parts]) for name in names)
        )


def play_games(name: str, players: int | None, text: str, first: int, count: int) -> Examples:
    """The decisions with a choice of some games of one bot in all seats; the games are of the kinds that
    a network trains with."""
    definition, player = DEFINITIONS[name], bot(text)
    boards, seats = sorted(definition.boards), definition.players[1]
    every, parts = zip(*kinds(name, players), strict=True)
    rows: list[tuple[Any, ...]] = []
    for number in range(first, first + count):
        (game,) = random.Random(number).choices(every, parts)
        seed, begun, state = FIRST_SEED + number, len(rows), game.state(FIRST_SEED + number)
        movers, decisions = [], 0
        while (seat := int(state.to_move)) >= 0:
            chance = int(seed_of_game(np.uint64(seed), np.uint64(decisions)))
            action = player.choose(game, game.view(state, seat), seat, chance)
            legal = game.legal_actions(state)
            if len(legal) > 1:
                seen = np.zeros(inputs(definition, boards), np.int8)
                observe(game.board.struct, state, seat, seen[: definition.observation])
                seen[context(game, boards)] = 1
                mask = np.zeros(definition.actions, np.bool_)
                mask[legal] = True
                rows.append((seen, mask, action, np.zeros(seats), game.players, number))
                movers.append(seat)
            definition.rules.apply(game.board.struct, state, action)
            decisions += 1
        won = win_shares(game.result(state)["ranking"])
        for seat, row in zip(movers, rows[begun:], strict=True):
            row[3][: game.players] = won[seat:] + won[:seat]
    return Examples(*(np.array(column) for column in zip(*rows, strict=True)))


def collect(
    name: str,
    players: int | None,
    text: str,
    games: int,
    workers: int,
    tell: Callable[[int], None],
) -> Examples:
    """The examples of so many games, played by processes; `tell` is told now and then how many are over."""
    found: dict[int, Examples] = {}
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        jobs = {
            pool.submit(play_games, name, players, text, first, min(A_JOB, games - first)): first
            for first in range(0, games, A_JOB)
        }
        for job in as_completed(jobs):
            found[jobs[job]] = job.result()
            if len(found) * 10 // len(jobs) > (len(found) - 1) * 10 // len(jobs):
                tell(min(games, A_JOB * len(found)))
    return Examples.together([found[first] for first in sorted(found)])


class Imitation:
    """A learner's network that is taught a bot's moves, and to foretell who wins its games."""

    def __init__(self, learner: Learner, examples: Examples):
        self.learner, self.examples = learner, examples
        self.held_out = examples.game % HELD_OUT == HELD_OUT - 1

    def _rows(self, places: np.ndarray):
        """These examples as tensors as wide as the network's."""
        play, examples = self.learner.play, self.examples

        def on_device(array, width=None, dtype=None):
            rows = torch.as_tensor(array[places], dtype=dtype, device=play.device)
            if width is not None:
                rows = torch.nn.functional.pad(rows, (0, width - rows.shape[1]))
            return rows

        return (
            on_device(examples.seen, play.seen.shape[-1]),
            on_device(examples.masks, play.masks.shape[-1]),
            on_device(examples.players),
            on_device(examples.actions),
            on_device(examples.outcome, dtype=torch.float32),
        )

    @torch.no_grad()
    def right(self) -> float:
        """The part of the moves of the games held out that the network would have made."""
        places = np.flatnonzero(self.held_out)
        found = 0
        for part in np.array_split(places, -(-len(places) // AT_ONCE)):
            seen, masks, players, actions, _ = self._rows(part)
            wishes, _ = self.learner.answers(seen, masks, players)
            found += int((wishes.argmax(-1) == actions).sum())
        return found / len(places)

    def learn(self, seed: int) -> None:
        """Go through all games that are not held out EPOCHS times."""
        learned, wanted = 0, EPOCHS * int((~self.held_out).sum())
        for rows in self.steps(seed):
            learned += rows
            if learned == wanted:
                return

    def steps(self, seed: int) -> Iterator[int]:
        """Go through all games that are not held out again and again, in another order each time; every
        step tells how many decisions it has learned from."""
        chance = np.random.default_rng(seed)
        policy = self.learner.policy
        optimiser = torch.optim.Adam(policy.parameters(), lr=RATE, eps=1e-5)
        places = np.flatnonzero(~self.held_out)
        while True:
            order = chance.permutation(places)
            for part in np.array_split(order, -(-len(order) // AT_ONCE)):
                seen, masks, players, actions, outcome = self._rows(part)
                wishes, shares = self.learner.answers(seen, masks, players)
                loss = -wishes.gather(-1, actions.unsqueeze(-1)).mean()
                loss -= VALUE_PART * (outcome * shares.clamp(min=-50)).sum(-1).mean()
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                optimiser.step()
                yield len(part)
