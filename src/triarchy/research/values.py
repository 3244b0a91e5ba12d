"""A small network that foretells who wins from what the rules know of each seat (`seat_features`): learned by
NumPy from games that bots have played.

The network is asked for every seat; a seat's share of the win is proportional to the exponential of its
answer and to the evaluation by hand, taken to a power that is learned too. So it learns what the
evaluation does not see. What it should have foretold of a position is what became of the game, mixed with
what it foretells of the positions between (temporal differences with a trace).
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from triarchy.bots.network import Network, in_whole_numbers
from triarchy.bots.playing import play_game
from triarchy.engine.results import win_shares
from triarchy.kit.definition import DEFINITIONS, Definition
from triarchy.table.game import Game

HEADROOM = 1.25
"""Activations may become so many times as large as the largest seen before they are cut off."""
HELD_OUT = 5
"""Every fifth game is kept to judge by."""


@dataclass(frozen=True)
class Settings:
    """How it is learned; kept in the network's file."""

    width: int = 48
    rounds: int = 3
    """The first round learns from results alone, the later ones with the trace."""
    epochs: int = 4
    trace: float = 0.9
    rate: tuple[float, float] = (2e-3, 1e-5)
    decay: float = 0.05
    batch: int = 2048
    seed: int = 1


@dataclass
class Positions:
    """What was seen at the beginning of every turn, of one number of players or of several."""

    features: np.ndarray
    """By position and seat, with a column for each number of players."""
    by_hand: np.ndarray
    """The evaluation's shares, 0 for seats that are not there,"""
    won: np.ndarray
    """the shares that the seats got in the end,"""
    game: np.ndarray
    """and the number of the game: positions of one come one after the other."""

    def __len__(self) -> int:
        return len(self.game)

    @property
    def there(self) -> np.ndarray:
        return self.by_hand > 0

    @property
    def players(self) -> np.ndarray:
        return np.asarray(self.there.sum(axis=1))

    def of(self, rows: Any) -> Positions:
        return Positions(*(one[rows] for one in vars(self).values()))


def positions_of(game: Game, bots: list[Any], seed: int) -> Positions:
    """The positions of one game that these bots play."""
    kept: list[Any] = []

    def note(state, action):
        if not kept or int(kept[-1].turn) != int(state.turn):
            kept.append(state.copy())

    played = play_game(game, bots, seed, note)
    definition, board = game.definition, game.board.struct
    seats, least = definition.players[1], definition.players[0]
    features = np.zeros((len(kept), seats, columns(definition)), np.int16)
    by_hand = np.zeros((len(kept), seats))
    for row, shares, state in zip(features, by_hand, kept, strict=True):
        seen = np.zeros((seats, definition.seat_feature_count), np.int16)
        definition.rules.seat_features(board, state, seen)  # type: ignore[misc]
        row[:, : definition.seat_feature_count] = seen
        row[:, definition.seat_feature_count + game.players - least] = 1
        definition.rules.evaluate(board, state, shares)
    won = np.zeros(seats)
    won[: game.players] = win_shares(played.ranking)
    return Positions(features, by_hand, np.tile(won, (len(kept), 1)), np.full(len(kept), seed))


def columns(definition: Definition) -> int:
    """The numbers that are learned from: those of `seat_features` and one for each number of players."""
    return definition.seat_feature_count + definition.players[1] - definition.players[0] + 1


class Values:
    """One hidden layer in real numbers, with what Adam keeps of its gradients."""

    def __init__(self, positions: Positions, least: int, settings: Settings):
        chance = np.random.default_rng(settings.seed)
        inputs = positions.features.shape[-1]
        flat = positions.features.reshape(-1, inputs).astype(np.float32)
        self.scale = np.maximum(flat.std(axis=0), 0.05)
        self.least = least
        first = chance.normal(0, np.sqrt(2 / inputs), (inputs, settings.width))
        last = chance.normal(0, 0.1 * np.sqrt(2 / settings.width), (settings.width, 1))
        counts = positions.features.shape[1] - least + 1
        self.parts = [
            one.astype(np.float32)
            for one in (first, np.zeros(settings.width), last, np.zeros(1), np.ones(counts))
        ]
        self._means = [np.zeros_like(part) for part in self.parts]
        self._squares = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def hidden(self, positions: Positions) -> tuple[np.ndarray, np.ndarray]:
        """The inputs and the hidden layer, a row for each seat of each position."""
        inputs = (positions.features / self.scale).astype(np.float32)
        flat = inputs.reshape(-1, inputs.shape[-1])
        return flat, np.maximum(flat @ self.parts[0] + self.parts[1], 0)

    def shares(self, positions: Positions, layer: np.ndarray | None = None) -> np.ndarray:
        """What it foretells."""
        if layer is None:
            layer = self.hidden(positions)[1]
        values = (layer @ self.parts[2] + self.parts[3]).reshape(positions.by_hand.shape)
        exponents = self.parts[4][positions.players - self.least][:, None]
        values = values + exponents * np.log(np.maximum(positions.by_hand, 1e-6))
        values = np.where(positions.there, values, -1e9)
        odds = np.exp(values - values.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True))

    def learn(self, positions: Positions, wanted: np.ndarray, rate: float, decay: float) -> None:
        """One step by Adam towards the wanted shares."""
        flat, layer = self.hidden(positions)
        wrong = (self.shares(positions, layer) - wanted) * positions.there / len(positions)
        exponents = np.zeros_like(self.parts[4])
        logs = np.log(np.maximum(positions.by_hand, 1e-6)) * positions.there
        np.add.at(exponents, positions.players - self.least, (wrong * logs).sum(axis=1))
        out = wrong.reshape(-1, 1).astype(np.float32)
        back = (out @ self.parts[2].T) * (layer > 0)
        gradients = (flat.T @ back, back.sum(axis=0), layer.T @ out, out.sum(axis=0), exponents)
        self._steps += 1
        for k, gradient in enumerate(gradients):
            self._means[k] += 0.1 * (gradient - self._means[k])
            self._squares[k] += 0.001 * (gradient * gradient - self._squares[k])
            step = self._means[k] / (1 - 0.9**self._steps)
            step = step / (np.sqrt(self._squares[k] / (1 - 0.999**self._steps)) + 1e-8)
            if k in (0, 2):
                step = step + decay * self.parts[k]
            # The powers are few and far from where they begin.
            self.parts[k] -= rate * (5 * step if k == 4 else step)


def log_loss(foretold: np.ndarray, won: np.ndarray) -> float:
    return float(-(won * np.log(np.maximum(foretold, 1e-9))).sum(axis=1).mean())


def traced(values: Values, positions: Positions, trace: float) -> np.ndarray:
    """What should have been foretold: the result, mixed with what is foretold of later turns."""
    foretold = np.concatenate(
        [
            values.shares(positions.of(slice(at, at + 10_000)))
            for at in range(0, len(positions), 10_000)
        ]
    )
    wanted = positions.won.copy()
    for at in range(len(positions) - 2, -1, -1):
        if positions.game[at] == positions.game[at + 1]:
            wanted[at] = (1 - trace) * foretold[at + 1] + trace * wanted[at + 1]
    return wanted


def fit(positions: Positions, least: int, settings: Settings, show=print) -> Values:
    """Learn from four games in five; `show` gets a line after each round."""
    held_out = positions.game % HELD_OUT == 0
    wanted = positions.won
    for number in range(settings.rounds):
        chance = np.random.default_rng(settings.seed)
        values = Values(positions, least, settings)
        rows = np.flatnonzero(~held_out)
        batches = max(1, len(rows) // settings.batch)
        steps = settings.epochs * batches
        for step in range(steps):
            if step % batches == 0:
                rows = chance.permutation(rows)
            at = step % batches * settings.batch
            some = rows[at : at + settings.batch]
            first, last = settings.rate
            rate = first + (last - first) * step / steps
            values.learn(positions.of(some), wanted[some], rate, settings.decay)
        if held_out.any():
            judged = positions.of(held_out)
            loss, old = (
                log_loss(one, judged.won) for one in (values.shares(judged), judged.by_hand)
            )
            show(f"round {number + 1}: log loss {loss:.4f}, of the evaluation {old:.4f}")
        wanted = traced(values, positions, settings.trace)
    return values


def in_a_network(
    name: str, values: Values, positions: Positions, settings: Settings, about: dict[str, Any]
) -> Network:
    """The network in whole numbers, as bots take it."""
    definition = DEFINITIONS[name]
    boards = sorted(definition.boards)
    layer = values.hidden(positions.of(slice(None, None, 37)))[1]
    first = (values.parts[0] / values.scale[:, None]).T.astype(float)
    first = np.concatenate([first, np.zeros((len(first), len(boards)))], axis=1)
    heads = {
        "value": (values.parts[2].T.astype(float), values.parts[3].astype(float)),
        "policy": (np.zeros((0, settings.width)), np.zeros(0)),
    }
    greatest = [HEADROOM * float(layer.max())]
    arrays = in_whole_numbers([(first, values.parts[1].astype(float))], heads, greatest)
    return Network(name, boards, {**asdict(settings), **about}, arrays, by_seat=True)
