"""Networks that learned by playing themselves, as files of whole numbers; and the bot that plays by
one look at what its network thinks.

A network sees what `observe` writes, and which board and how many players there are. It answers with
a policy over all actions and the share of the win of every seat, counted from the one that looks. Another
kind sees what `seat_features` writes of one seat, is asked for every seat, and says how good that seat's
position is: it has no policy, and foretells who wins.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from triarchy.bots.base import Bot, check_view, generator
from triarchy.bots.greedy import Greedy
from triarchy.bots.inference import MOST, SHIFT, UNIT, Layer, Scratch, Weights, foretell, look
from triarchy.engine.arrays import np
from triarchy.engine.errors import BadRequest
from triarchy.engine.portable.calls import constant
from triarchy.kit.definition import Definition, State
from triarchy.table.game import Game

FIRST_WEIGHTS, OTHER_WEIGHTS = 8191, 127
"""The greatest weights: 16 bits in the first layer, whose features are large and small, else 8."""
LAYERS = ("first", "hidden", "policy", "value")
PARTS = Layer._fields
GUESSES = 8
"""A network asked for every seat, and the evaluation by hand, are asked of so many guesses of what is
hidden."""


def inputs(definition: Definition, boards: list[str], by_seat: bool = False) -> int:
    """How many numbers a network sees: the features, the number of players, the board."""
    least, most = definition.players
    features = definition.seat_feature_count if by_seat else definition.observation
    return features + most - least + 1 + len(boards)


def context(game: Game, boards: list[str], by_seat: bool = False) -> np.ndarray:
    """The inputs beyond the features that are 1: those of the number of players and of the board."""
    least, most = game.definition.players
    at = game.definition.seat_feature_count if by_seat else game.definition.observation
    board = at + most - least + 1 + boards.index(game.board.id)
    return np.array([at + game.players - least, board], np.int64)


@dataclass(frozen=True, eq=False)
class Network:
    """A network in whole numbers. Each layer has weights, a bias and a scale for every output."""

    game: str
    boards: list[str]
    """The boards it has learned on."""
    settings: dict[str, Any]
    """How it was trained."""
    arrays: dict[str, np.ndarray] = field(repr=False)
    chances: dict[str, list[float]] = field(default_factory=dict)
    """For a number of players, the powers that make chances of its shares and of the evaluation by
    hand (see winning.py); where there are none, its shares are not to be taken for chances."""
    by_seat: bool = False
    """Whether it is asked for every seat, and has no policy."""
    players: list[int] = field(default_factory=list)
    """The numbers of players it has learned; none named: all of them."""

    def save(self, path: Path) -> None:
        about = {
            "game": self.game,
            "boards": self.boards,
            "settings": self.settings,
            "chances": self.chances,
            "by_seat": self.by_seat,
            "players": self.players,
        }
        text = np.frombuffer(json.dumps(about).encode(), np.uint8)
        with open(path, "wb") as file:
            np.savez_compressed(file, allow_pickle=False, **{"about": text, **self.arrays})

    @classmethod
    def load(cls, path: Path) -> Network:
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays = {name: constant(file[name]) for name in file.files}
            about = json.loads(arrays.pop("about").tobytes())
            told = {key: about[key] for key in ("chances", "by_seat", "players") if key in about}
            return cls(about["game"], about["boards"], about["settings"], arrays, **told)
        except (OSError, ValueError, KeyError) as error:
            raise BadRequest(f"{path} holds no network: {error}") from None

    def knows(self, game: Game) -> bool:
        """Whether it has learned this game with so many players on this board, one of the game's own."""
        own = game.definition.boards.get(game.board.id) is game.board
        learned = game.players in (self.players or [game.players])
        return game.name == self.game and learned and own and game.board.id in self.boards

    def weights(self, game: Game) -> Weights:
        """The arrays that compiled code works with."""
        layers = [Layer(*(self.arrays[f"{layer}_{part}"] for part in PARTS)) for layer in LAYERS]
        return Weights(context(game, self.boards, self.by_seat), *layers)

    def answers(self, game: Game, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Policy and values for many observations, or rows of `seat_features`, by NumPy, in units of
        `UNIT`: what compiled code must answer too."""
        extra = np.zeros((len(features), self.arrays["first_weights"].shape[0]))
        extra[:, : features.shape[1]] = features
        extra[:, context(game, self.boards, self.by_seat)] = 1
        layer = _rescaled(extra @ self.arrays["first_weights"].astype(float), self.arrays, "first")
        for k in range(len(self.arrays["hidden_weights"])):
            total = layer @ self.arrays["hidden_weights"][k].T.astype(float)
            layer = _rescaled(total, self.arrays, "hidden", k)
        policy, value = (
            _scaled(layer @ self.arrays[f"{head}_weights"].T.astype(float), self.arrays, head)
            for head in ("policy", "value")
        )
        return policy, value


def _scaled(total: np.ndarray, arrays: dict[str, np.ndarray], layer: str, k: Any = ...) -> Any:
    """Sums, whole numbers that floats hold exactly, in the units of the next layer."""
    exact = total.astype(np.int64) + arrays[f"{layer}_bias"][k]
    return (exact * arrays[f"{layer}_scale"][k] + (1 << (SHIFT - 1))) >> SHIFT


def _rescaled(total: np.ndarray, arrays: dict[str, np.ndarray], layer: str, k: Any = ...) -> Any:
    return np.clip(_scaled(total, arrays, layer, k), 0, MOST).astype(float)


def in_whole_numbers(
    layers: list[tuple[np.ndarray, np.ndarray]],
    heads: dict[str, tuple[np.ndarray, np.ndarray]],
    greatest: list[float],
) -> dict[str, np.ndarray]:
    """The arrays of a network from real weights (outputs by inputs) and biases.

    `greatest`: for each layer, the activation that becomes `MOST`; larger ones are cut off.
    """
    arrays: dict[str, np.ndarray] = {}
    weights, bias, scale = _whole(*layers[0], 1.0, greatest[0] / MOST, FIRST_WEIGHTS)
    arrays["first_weights"] = np.ascontiguousarray(weights.T.astype(np.int16))
    arrays["first_bias"], arrays["first_scale"] = bias, scale
    hidden = [
        _whole(*layer, before / MOST, after / MOST, OTHER_WEIGHTS)
        for layer, before, after in zip(layers[1:], greatest, greatest[1:], strict=False)
    ]
    width = len(layers[-1][1])
    for at, (part, shape) in enumerate(
        zip(PARTS, ((width, width), (width,), (width,)), strict=True)
    ):
        several = [layer[at] for layer in hidden]
        arrays[f"hidden_{part}"] = np.array(several, arrays[f"first_{part}"].dtype).reshape(
            len(hidden), *shape
        )
    arrays["hidden_weights"] = arrays["hidden_weights"].astype(np.int8)
    for head, layer in heads.items():
        whole = _whole(*layer, greatest[-1] / MOST, 1 / UNIT, OTHER_WEIGHTS)
        arrays[f"{head}_weights"] = whole[0].astype(np.int8)
        arrays[f"{head}_bias"], arrays[f"{head}_scale"] = whole[1:]
    return arrays


def _whole(
    weights: np.ndarray, bias: np.ndarray, unit: float, next_unit: float, most: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One layer: whole weights for each output by its largest one, the bias in units of the sums, and
    what brings the sums into the next layer's units."""
    step = np.maximum(np.abs(weights).max(axis=1), 1e-9) / most
    whole = np.rint(weights / step[:, None])
    in_sums = np.rint(np.clip(bias / (step * unit), -1e9, 1e9)).astype(np.int32)
    scale = np.rint(step * unit / next_unit * 2**SHIFT).astype(np.int64)
    return whole, in_sums, scale


@cache
def _loaded(path: Path) -> Network | None:
    return Network.load(path) if path.exists() else None


def network_for(game: Game, file: str | None = None) -> Network | None:
    """The network from a file, or the one that comes with the game, if it knows game and board; one for
    this number of players alone comes first."""
    if file is not None:
        paths = [Path(file)]
    else:
        folder = game.definition.networks
        paths = [folder / f"plain-{game.players}.npz", folder / "plain.npz"]
    networks = [network for path in paths if (network := _loaded(path)) is not None]
    if file is not None and not networks:
        raise BadRequest(f"There is no network {file}.")
    return next((network for network in networks if network.knows(game)), None)


def scratch_for(network: Network, definition: Definition) -> Scratch:
    """Scratch space for one thread that asks this network."""
    depth, width = network.arrays["hidden_bias"].shape
    seats = definition.players[1]
    return Scratch(
        np.zeros((seats, definition.seat_feature_count), np.int16)
        if network.by_seat
        else np.zeros(definition.observation, np.int8),
        np.zeros(width, np.int32),
        np.zeros((1 + depth, width), np.int16),
    )


class Networked(Bot):
    """Takes what its network likes best at one look. Where no network with a policy has learned the game
    with so many players on this board, `greedy` plays instead.

    `file`: a network from `triarchy train`; without it, the one that comes with the game.
    """

    def __init__(self, file: str | None = None):
        self.name = "network" + (f":file={file}" if file else "")
        self.file = file
        self._stand_in = Greedy()
        self._scratch: dict[Network, Scratch] = {}

    def answer(self, game: Game, view: State, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """The policy's wish for each legal action, if it has a policy, and every seat's share of the
        win."""
        network = network_for(game, self.file)
        if network is None:
            raise BadRequest(
                f"No network has learned {game.name} with {game.players} players on the board "
                f"{game.board.id}."
            )
        if network not in self._scratch:
            self._scratch[network] = scratch_for(network, game.definition)
        if network.by_seat:
            return np.zeros(0, np.int64), self._foretold(game, network, view, seat)
        actions = np.array(game.legal_actions(view), np.int16)
        wishes = np.zeros(len(actions), np.int64)
        shares = np.zeros(game.players)
        look(
            game.board.struct,
            view,
            network.weights(game),
            self._scratch[network],
            actions,
            len(actions),
            wishes,
            shares,
        )
        return wishes, shares

    def _foretold(self, game: Game, network: Network, view: State, seat: int) -> np.ndarray:
        """The shares on the average of guesses, the same for the same view."""
        rng, scratch = generator(0, 7), self._scratch[network]
        total, shares = np.zeros(game.players), np.zeros(game.players)
        for _ in range(GUESSES):
            guessed = view.copy()
            game.definition.rules.guess(game.board.struct, guessed, seat, rng)
            foretell(game.board.struct, guessed, network.weights(game), scratch, shares)
            total += shares
        return total / GUESSES

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        check_view(game, view, seat)
        actions = game.legal_actions(view)
        if len(actions) == 1:
            return actions[0]
        network = network_for(game, self.file)
        if network is None or network.by_seat:
            return self._stand_in.choose(game, view, seat, seed)
        return actions[int(np.argmax(self.answer(game, view, seat)[0]))]

    def prepare(self, game: Game) -> None:
        self.choose(game, game.view(game.state(0), 0), 0)
