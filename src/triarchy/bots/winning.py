"""Win chances one can trust: a network's shares of the win and those of the evaluation by hand, each as
far as it was right.

A network foretells its own games, and counts badly near their end; an evaluation counts well and
does not see far. Chances are proportional to the product of both, each taken to an exponent. These were
fitted to games of other bots for each number of players (scripts/win_chance.py) and are in the
network's file.
"""

from __future__ import annotations

from typing import Any

from triarchy.bots.base import check_view, generator
from triarchy.bots.champion import Champion
from triarchy.bots.network import GUESSES, Networked, network_for
from triarchy.bots.search import Search
from triarchy.engine.arrays import np
from triarchy.kit.definition import State
from triarchy.table.game import Game


def calibration_exponents(game: Game) -> tuple[float, float] | None:
    """What the shares of the network and of the evaluation are taken to; None: nothing is known."""
    network = network_for(game)
    if network is None or str(game.players) not in network.chances:
        return None
    of_network, of_evaluation = network.chances[str(game.players)]
    return of_network, of_evaluation


def mixed(
    network: np.ndarray, by_hand: np.ndarray, of_network: float, of_evaluation: float
) -> np.ndarray:
    """Chances from two kinds of shares with their exponents, the seats along the last axis."""
    chances = np.maximum(network, 1e-9) ** of_network * np.maximum(by_hand, 1e-9) ** of_evaluation
    return np.asarray(chances / chances.sum(axis=-1, keepdims=True))


def shares_by_hand(game: Game, view: State, seat: int, rng: Any) -> np.ndarray:
    """What the evaluation by hand thinks, on the average of guesses."""
    total, shares = np.zeros(game.players), np.zeros(game.players)
    for _ in range(GUESSES):
        guessed = view.copy()
        game.definition.rules.guess(game.board.struct, guessed, seat, rng)
        game.definition.rules.evaluate(game.board.struct, guessed, shares)
        total += shares
    return total / GUESSES


def win_chances(game: Game, view: State, seed: int = 0) -> np.ndarray | None:
    """Every seat's chance to win as the seat to move may judge it; None where no network can say."""
    known = calibration_exponents(game)
    if known is None:
        return None
    seat = int(view.to_move)
    check_view(game, view, seat)
    _, shares = Networked().answer(game, view, seat)
    return mixed(shares, shares_by_hand(game, view, seat, generator(seed, 6)), *known)


def analysing(game: Game, sims: int | None, ms: int | None, workers: int) -> Search:
    """The search whose results are the best chances there are: with a network, by its chances."""
    known = calibration_exponents(game)
    if known is None:
        return Search(sims=sims, ms=ms, workers=workers)
    # Without playouts, which cost ten times as much a simulation: a review counts simulations.
    return Champion(
        sims, ms, workers, playouts=0, network_weight=known[0], evaluation_weight=known[1]
    )
