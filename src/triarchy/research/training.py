"""`train`: a network learns a game by playing itself, with checkpoints to go on from."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import json
import multiprocessing
import random
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from triarchy.engine.errors import BadRequest
from triarchy.engine.results import win_shares
from triarchy.kit.definition import DEFINITIONS
from triarchy.research.curves import curves_page
from triarchy.research.extras import missing
from triarchy.research.learning import Learned, Learner, Policy
from triarchy.research.selfplay import SelfPlay
from triarchy.table.game import game as find_game

try:
    import torch
except ModuleNotFoundError as error:
    raise missing(error, "train") from None


@dataclass(frozen=True)
class Settings:
    """How a network is trained; kept in its file. Entropy and rate fall evenly over the time."""

    game: str
    seconds: float = 500.0
    games: int = 65_536
    horizon: int = 32
    parts: int = 16
    width: int = 512
    depth: int = 3
    trace: float = 0.95
    entropy: tuple[float, float] = (0.06, 0.025)
    rate: tuple[float, float] = (5e-4, 5e-5)
    seed: int = 1
    device: str = "cpu"
    players: int | None = None
    """None: it plays with every number of players."""
    imitate: str | None = None
    """The bot that it imitates before it plays itself."""
    imitated: int = 400
    """So many of its games are imitated."""
    older: float = 0.0
    """In this part of the games networks that it was before play all seats but one."""


POOL = 8
"""At most so many networks of before are kept, from all parts of the training."""
FIRST_KEPT = 16
"""After so many rounds the next one is kept; twice as many whenever every second one is let go."""
ON_CPU: dict[str, Any] = {"games": 512, "horizon": 16, "parts": 4, "width": 128}
"""What is smaller without one."""


def settings_for(name: str, device: str, **changed: Any) -> Settings:
    """The usual settings, smaller on a CPU, with what the caller wants otherwise."""
    found = Settings(name)
    if device == "cpu":
        found = replace(found, **ON_CPU)
    return replace(found, device=device, **changed)


def numbers_of_players(settings: Settings) -> list[int]:
    """Those that a network is trained for."""
    if settings.players is not None:
        return [settings.players]
    least, most = DEFINITIONS[settings.game].players
    return list(range(least, most + 1))


@dataclass
class Progress:
    """Where a training stands, for whoever shows it."""

    seconds: float
    of_seconds: float
    rounds: int
    decisions: int
    games: int
    learned: Learned


class Training:
    """One training in a folder: `checkpoint.pt`, `network.npz`, `history.json`, `curves.html`."""

    def __init__(self, settings: Settings, folder: Path, begin: Path | None = None):
        """`begin`: the checkpoint of another training whose network this one begins with."""
        self.settings, self.folder = settings, folder
        if settings.device == "cuda" and not torch.cuda.is_available():
            raise BadRequest("No GPU was found; --device cpu trains small networks everywhere.")
        torch.manual_seed(settings.seed)
        play = SelfPlay(
            settings.game,
            settings.games,
            settings.horizon,
            settings.device,
            settings.seed,
            settings.players,
        )
        policy = Policy(
            settings.width,
            settings.depth,
            play.inputs,
            play.choices,
            play.seats,
        ).to(settings.device)
        self.learner = Learner(
            play, policy, settings.parts, settings.trace, settings.rate[0], settings.older
        )
        self.history: list[dict[str, Any]] = []
        self.judged: list[dict[str, Any]] = []
        self.seconds, self.rounds, self.games = 0.0, 0, 0
        self.begun_with: dict[str, Any] = {}
        self.imitation: dict[str, Any] = {}
        self.pool: list[dict[str, torch.Tensor]] = []
        self.pause = FIRST_KEPT
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "checkpoint.pt").exists():
            self._resume()
        elif begin is not None:
            self._begin_with(begin)
        else:
            self.learner.find_scales()
        if settings.device == "cuda":
            self.learner.capture()
            self.learner.collect()
            assert play.shows_what_is(), "what was captured goes on with the games"

    def _read(self, path: Path) -> dict[str, Any]:
        """A checkpoint whose network is of the same kind; its weights become this one's."""
        try:
            kept: dict[str, Any] = torch.load(
                path, map_location=self.settings.device, weights_only=True
            )
        except OSError as error:
            raise BadRequest(f"There is no checkpoint {path}: {error}") from None
        for key in ("game", "width", "depth"):
            if kept["settings"][key] != getattr(self.settings, key):
                raise BadRequest(
                    f"{path.parent} holds a training with {key} {kept['settings'][key]!r}, "
                    f"not {getattr(self.settings, key)!r}."
                )
        self.learner.policy.load_state_dict(kept["policy"])
        return kept

    def _begin_with(self, path: Path) -> None:
        kept = self._read(path)
        self.games = kept["games"]
        self.begun_with = {**kept["settings"], "trained": round(kept["seconds"])}

    def _resume(self) -> None:
        kept = self._read(self.folder / "checkpoint.pt")
        if (players := kept["settings"].get("players")) != self.settings.players:
            told = "every number of players" if players is None else f"{players} players"
            raise BadRequest(f"{self.folder} holds a training with {told}.")
        self.begun_with = kept.get("begun_with", {})
        self.learner.optimiser.load_state_dict(kept["optimiser"])
        self.seconds, self.rounds, self.games = kept["seconds"], kept["rounds"], kept["games"]
        self.history, self.judged = kept["history"], kept["judged"]
        self.imitation = kept.get("imitation", {})
        self.pool, self.pause = kept.get("pool", []), kept.get("pause", FIRST_KEPT)

    def imitate(self, workers: int, tell: Callable[[str], None]) -> None:
        """Learn from games of another bot, before the first round."""
        from triarchy.research.imitation import Imitation, collect

        settings = self.settings
        text, games = str(settings.imitate), settings.imitated

        def told(over: int) -> None:
            tell(f"{over} of {games} games of {text} are played")

        examples = collect(settings.game, settings.players, text, games, workers, told)
        imitation = Imitation(self.learner, examples)
        before = imitation.right()
        imitation.learn(settings.seed)
        self.imitation = {
            "bot": text,
            "games": games,
            "decisions": len(examples.actions),
            "right_before": round(before, 4),
            "right": round(imitation.right(), 4),
        }
        tell(f"imitates {text}: {self.imitation['right']:.0%} of its moves in games held out")
        self.save()

    def _meet_older(self) -> None:
        """Keep the network from time to time, and let one that was kept play the next round."""
        if self.learner.rival is None:
            return
        if not self.pool or self.rounds % self.pause == 0:
            weights = self.learner.policy.state_dict()
            self.pool.append({key: value.clone() for key, value in weights.items()})
            if len(self.pool) > POOL:
                self.pool, self.pause = self.pool[::2], 2 * self.pause
        chance = random.Random(1000 * self.settings.seed + self.rounds)
        self.learner.rival.become(chance.choice(self.pool))

    def save(self) -> None:
        """Write everything to the folder; a file is there whole or as it was before."""
        checkpoint = {
            "settings": asdict(self.settings),
            "policy": self.learner.policy.state_dict(),
            "optimiser": self.learner.optimiser.state_dict(),
            "seconds": self.seconds,
            "rounds": self.rounds,
            "games": self.games,
            "history": self.history,
            "judged": self.judged,
            "begun_with": self.begun_with,
            "imitation": self.imitation,
            "pool": self.pool,
            "pause": self.pause,
        }
        torch.save(checkpoint, self.folder / "checkpoint.new")
        (self.folder / "checkpoint.new").replace(self.folder / "checkpoint.pt")
        self.export(self.folder / "network.npz")
        about = {"settings": asdict(self.settings), "rounds": self.history, "judged": self.judged}
        (self.folder / "history.json").write_text(json.dumps(about))
        title = f"{DEFINITIONS[self.settings.game].title}: training"
        (self.folder / "curves.html").write_text(curves_page(title, about), encoding="utf-8")

    def export(self, path: Path) -> None:
        told = {
            **asdict(self.settings),
            "rules": DEFINITIONS[self.settings.game].version,
            "trained": round(self.seconds),
            "played": self.games,
            "begun_with": self.begun_with,
            "imitation": self.imitation,
        }
        new = path.with_suffix(".new")
        only = self.settings.players
        players = [] if only is None else [only]
        self.learner.export(self.settings.game, players, told).save(new)
        new.replace(path)

    def round(self) -> Progress:
        """One horizon of games and what is learned from them."""
        settings = self.settings
        begun = time.perf_counter()
        part = min(1.0, self.seconds / settings.seconds)
        entropy, rate = (
            first + (last - first) * part for first, last in (settings.entropy, settings.rate)
        )
        self._meet_older()
        learned = self.learner.round(entropy, rate)
        self.seconds += time.perf_counter() - begun
        self.rounds += 1
        self.games += learned.games
        decisions = self.rounds * settings.horizon * self.learner.play.size
        return Progress(self.seconds, settings.seconds, self.rounds, decisions, self.games, learned)

    def note(self, progress: Progress) -> None:
        """Keep a point of the curves."""
        self.history.append(
            {
                "seconds": round(progress.seconds, 2),
                "games": progress.games,
                "decisions": progress.decisions,
                **asdict(progress.learned),
            }
        )


def games_won(path: str, name: str, players: int, against: str, games: int, seed: int) -> float:
    """The share of wins of a network file, one look a move, at a table of other bots."""
    from triarchy.bots import bot, play_game
    from triarchy.bots.network import Networked

    game = find_game(name, players)
    hero, others = Networked(path), bot(against)
    won = 0.0
    for number in range(games):
        seat = number % players
        line_up = [hero if s == seat else others for s in range(players)]
        ranking = play_game(game, line_up, seed + number // players).ranking
        won += win_shares(ranking)[seat]
    return won


class Benchmarks:
    """Processes that play a network against a fixed bot while it goes on learning."""

    def __init__(self, workers: int, against: str, games: int):
        self.against, self.games = against, games
        self.workers = workers
        self.pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
        self.waiting: list[tuple[dict[str, Any], list[tuple[int, Future[float]]]]] = []

    def ask(self, training: Training) -> None:
        """Begin games with the network as it is now, for every number of players."""
        path = training.folder / f"judged-{training.rounds}.npz"
        training.export(path)
        name = training.settings.game
        for players in numbers_of_players(training.settings):
            about = {"seconds": training.seconds, "players": players, "against": self.against}
            share = -(-self.games // self.workers)
            share += -share % players
            jobs = [
                (
                    share,
                    self.pool.submit(games_won, str(path), name, players, self.against, share, k),
                )
                for k in (7919 * (1 + number) for number in range(self.workers))
            ]
            self.waiting.append((about, jobs))

    def collect(self, training: Training, wait: bool = False) -> list[dict[str, Any]]:
        """The results that have come in, added to the training's."""
        ready = []
        for about, jobs in list(self.waiting):
            if wait or all(job.done() for _, job in jobs):
                games = sum(share for share, _ in jobs)
                about |= {"games": games, "won": sum(job.result() for _, job in jobs)}
                self.waiting.remove((about, jobs))
                ready.append(about)
        training.judged += ready
        return ready

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


def train(
    settings: Settings,
    folder: Path,
    show: Callable[[Progress], None],
    *,
    judges: Benchmarks | None = None,
    every: float = 60.0,
    begin: Path | None = None,
    workers: int = 1,
    tell: Callable[[str], None] = lambda line: None,
) -> Training:
    """Train until the time is up; every so many seconds everything is written to the folder. Where
    another bot is to be imitated first, so many processes play its games."""
    training = Training(settings, folder, begin)
    if settings.imitate is not None and not training.imitation and training.rounds == 0:
        training.imitate(workers, tell)
    noted = written = training.seconds
    while training.seconds < settings.seconds:
        progress = training.round()
        if progress.seconds >= noted + settings.seconds / 400:
            noted = progress.seconds
            training.note(progress)
            show(progress)
        if judges is not None:
            judges.collect(training)
        if progress.seconds >= written + every:
            written = progress.seconds
            training.save()
            if judges is not None and not judges.waiting:
                judges.ask(training)
    training.save()
    if judges is not None:
        judges.collect(training, wait=True)
        judges.ask(training)
        judges.collect(training, wait=True)
        training.save()
    return training


def wins(judged: list[dict[str, Any]]) -> list[str]:
    """The last result for each number of players, in words."""
    last = {one["players"]: one for one in judged}
    return [
        f"{players} players: {one['won'] / one['games']:.1%} of {one['games']} games "
        f"against {one['against']}"
        for players, one in sorted(last.items())
    ]
