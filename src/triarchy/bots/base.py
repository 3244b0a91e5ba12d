"""What a bot is: something that chooses an action from a view, and from nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod

from triarchy.engine.arrays import np
from triarchy.engine.errors import BadRequest
from triarchy.engine.rng import random_below, seed_of_game
from triarchy.kit.definition import State
from triarchy.table.game import Game


class Bot(ABC):
    """A player that is a program. It may be asked by one thread at a time."""

    name: str = "bot"
    """The text that chooses this bot."""
    forfeits: int = 0
    """How many decisions it could not make, so that `greedy` made them."""
    complaint: str = ""
    """Why it could not make the last of those."""

    @abstractmethod
    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        """Return the number of a legal action for the seat to move, from what that seat may know.

        The same view and seed give the same action, unless the bot is given its time in
        milliseconds. `view` is a state hidden for `seat`; a state with secrets is refused.
        """

    def code(self, game: Game) -> str:
        """Name what has to be compiled for it beside the rules; "" if nothing has."""
        return ""

    def prepare(self, game: Game) -> None:
        """Compile or start what is needed, before time counts."""

    def close(self) -> None:
        """End what was started; the bot is not used again."""

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"


def check_view(game: Game, view: State, seat: int) -> None:
    """Refuse a state that holds what the seat may not know, and one it is not asked about."""
    if int(view["to_move"]) != seat:
        raise BadRequest(f"It is not for seat {seat} to move.")
    viewer = int(view["viewer"])
    if viewer == seat + 1:
        return
    hidden = game.view(view, seat)
    hidden.viewer = viewer
    if viewer != 0 or hidden.tobytes() != view.tobytes():
        raise BadRequest(f"A bot takes the view of seat {seat}, not a state with its secrets.")


def sensible_actions(game: Game, view: State) -> list[int]:
    """The legal actions that spend nothing for nothing; there is always one."""
    thrown = game.definition.thrown_away(game.board, view)
    return [action for action in game.legal_actions(view) if action not in thrown]


def generator(seed: int, stream: int) -> np.ndarray:
    """A random generator for one decision; streams of one seed are independent."""
    return np.array([seed_of_game(np.uint64(seed), np.uint64(stream))], np.uint64)


class Random(Bot):
    """Any legal action, all equally likely."""

    name = "random"

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        check_view(game, view, seat)
        actions = game.legal_actions(view)
        return actions[int(random_below(generator(seed, 0), len(actions)))]
