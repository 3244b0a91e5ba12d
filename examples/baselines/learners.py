"""The learners of the baselines. Each has `learn(part)`, some learning when such a part of the time is over, `decisions`,
so many it has learned from, and `bot()`, what it plays by now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

import triarchy
from triarchy.bots import bot
from triarchy.bots.base import Bot
from triarchy.bots.network import Networked
from triarchy.research.imitation import Examples, Imitation, collect
from triarchy.research.learning import Learner, Policy, Rival
from triarchy.research.selfplay import SelfPlay


class SelfPlayPPO:
    """Proximal policy optimisation, one network in all seats: what `triarchy train` does, in small."""

    def __init__(self, settings: dict[str, Any], seed: int, folder: Path):
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.own, self.seed, self.folder = settings["ppo"], seed, folder
        self.game = settings["game"]
        self.players = settings["players"]
        play = SelfPlay(
            self.game, self.own["games"], self.own["horizon"], "cpu", seed, self.players
        )
        policy = Policy(self.own["width"], self.own["depth"], play.inputs, play.choices, play.seats)
        self.learner = Learner(
            play, policy, self.own["parts"], self.own["trace"], self.own["rate"][0]
        )
        self.learner.find_scales()
        self.decisions = 0

    def learn(self, part: float) -> None:
        entropy, rate = (
            first + (last - first) * part for first, last in (self.own["entropy"], self.own["rate"])
        )
        self.learner.round(entropy, rate)
        self.decisions += self.own["games"] * self.own["horizon"]

    def bot(self) -> Bot:
        # A file of its own each time: what was read from a file once is kept.
        file = self.folder / f"network-{self.seed}-{self.decisions}.npz"
        self.learner.export(self.game, [self.players], {}).save(file)
        return Networked(str(file))


class Imitator(SelfPlayPPO):
    """A network of the same kind that learns a strong bot's moves, and who won, from games of that bot in all seats.

    The games are the same for every seed, and are kept beside the results; playing them is not counted."""

    def __init__(self, settings: dict[str, Any], seed: int, folder: Path):
        super().__init__(settings, seed, folder)
        about = settings["imitation"]
        examples = examples_of(folder.parent, settings, about["bot"], about["games"])
        self.imitation = Imitation(self.learner, examples)
        self.steps = self.imitation.steps(seed)

    def learn(self, part: float) -> None:
        self.decisions += next(self.steps)


class DeepQ:
    """OpenSpiel's own DQN in PyTorch, an agent in each seat, each of which learns from its own decisions."""

    def __init__(self, settings: dict[str, Any], seed: int, folder: Path):
        from open_spiel.python import rl_environment
        from open_spiel.python.pytorch import dqn

        import triarchy.research.openspiel_game  # noqa: F401  registers the games

        torch.set_num_threads(1)
        players, own = settings["players"], settings["dqn"]
        self.env = rl_environment.Environment(
            f"triarchy_{settings['game']}",
            players=players,
            observation_type=rl_environment.ObservationType.OBSERVATION,
        )
        self.env.seed(seed)
        size = self.env.observation_spec()["info_state"][0]
        self.agents = [
            dqn.DQN(seat, size, self.env.action_spec()["num_actions"], seed=10 * seed + seat, **own)
            for seat in range(players)
        ]
        self.decisions = 0

    def learn(self, part: float) -> None:
        """One game."""
        now = self.env.reset()
        while not now.last():
            seat = now.observations["current_player"]
            now = self.env.step([self.agents[seat].step(now).action])
            self.decisions += 1
        for agent in self.agents:
            agent.step(now)

    def bot(self) -> Bot:
        return Greediest(self.agents)


class Greediest(Bot):
    """Plays the action that the agent of its seat values most."""

    name = "dqn"

    def __init__(self, agents: list[Any]):
        self.agents = agents

    def choose(self, game: triarchy.Game, view: Any, seat: int, seed: int = 0) -> int:
        legal = game.legal_actions(view)
        seen = game.observe(view, seat).astype(np.float32)
        action, _ = self.agents[seat].act_epsilon_greedy(seen, legal, 0.0)
        return int(action)


def examples_of(folder: Path, settings: dict[str, Any], text: str, games: int) -> Examples:
    """The games of the bot that is imitated, read or played now."""
    kind = f"{settings['game']}-{settings['players']}"
    plain = "".join(one if one.isalnum() else "-" for one in text)
    path = folder / f"{games}-games-{kind}-{plain}.npz"
    if path.exists():
        with np.load(path) as kept:
            return Examples(**dict(kept))
    examples = collect(settings["game"], settings["players"], text, games, 1, lambda over: None)
    np.savez_compressed(path, **vars(examples))
    print(f"{games} games of {text}, {len(examples.actions):,} decisions with a choice", flush=True)
    return examples


class Responder(Imitator):
    """A best response to one bot, as far as it is found: begins with the champion's moves, and goes on by proximal policy
    optimisation among that bot alone. What it wins is a lower bound of what can be won from the bot."""

    def __init__(self, settings: dict[str, Any], seed: int, folder: Path):
        super().__init__(settings, seed, folder)
        for _ in range(settings["response"]["imitated"]):
            super().learn(0.0)
        self.decisions = 0
        opponent = bot(settings["response"]["against"])
        self.learner.rival = BotRival(self.learner.play, self.learner.policy, opponent, seed)

    def learn(self, part: float) -> None:
        SelfPlayPPO.learn(self, part)


class BotRival(Rival):
    """A bot that plays all seats but one in every game, in the place of an older network."""

    def __init__(self, play: SelfPlay, policy: Policy, opponent: Bot, seed: int):
        super().__init__(play, policy, 1.0)
        self.opponent, self.chance = opponent, np.random.default_rng(seed)

    def choose(self, t: int, actions: torch.Tensor, theirs: torch.Tensor) -> torch.Tensor:
        theirs = theirs.clone()
        movers, own = self.play.movers[t].tolist(), self.own.tolist()
        for rows, batch in self.play.batches:
            for number in range(rows.start, rows.stop):
                if movers[number] != own[number]:
                    state = batch.states[number - rows.start]
                    view = batch.game.view(state, movers[number])
                    chance = int(self.chance.integers(2**63))
                    chosen = self.opponent.choose(batch.game, view, movers[number], chance)
                    theirs[number] = chosen
        return super().choose(t, actions, theirs)
