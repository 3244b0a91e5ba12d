"""Training a network with eyes for Tigris & Euphrates: recorded games first, then its own, in stretches as long as one
likes. A stretch goes on exactly where the one before ended: a checkpoint holds the games and the chance too.

    python -m training.deed_training runs/eyes --device cuda --recorded games/*.npz --minutes 9
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import torch

from training.deed_imitation import Imitation, examples_of
from training.deed_learning import Learned, Learner, Settings

POOL = 8
"""At most so many networks of before are kept, from all parts of the training."""
FIRST_KEPT = 16
"""After so many rounds the next one is kept; twice as many whenever every second one is let go."""
PAUSE = 20.0
"""Seconds between two lines of the history and between two files of weights."""


class DeedTraining:
    """A training in a folder: `checkpoint.pt`, `history.jsonl`, and `weights-ROUNDS.pt` as it goes on."""

    def __init__(self, settings: Settings, folder: Path):
        self.settings, self.folder = settings, folder
        self.learner = Learner(settings)
        self.round, self.games, self.seconds = 0, 0, 0.0
        self.imitated = 0
        self.pool: list[dict[str, torch.Tensor]] = []
        self.pause = FIRST_KEPT
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "checkpoint.pt").exists():
            self._resume()
        else:
            self.learner.begin()

    # Checkpoints

    def save(self) -> None:
        """Write everything that the next stretch goes on from; the file is there whole or as it was before."""
        learner = self.learner
        kept = {
            "settings": asdict(self.settings),
            "net": learner.net.state_dict(),
            "optimiser": learner.optimiser.state_dict(),
            "words": learner.words,
            "rounds": learner.rounds,
            "chance": self._chance(),
            "pool": self.pool,
            **{
                name: getattr(self, name)
                for name in ("round", "games", "seconds", "imitated", "pause")
            },
        }
        torch.save(kept, self.folder / "checkpoint.new")
        (self.folder / "checkpoint.new").replace(self.folder / "checkpoint.pt")

    def _resume(self) -> None:
        kept = torch.load(
            self.folder / "checkpoint.pt", map_location=self.settings.device, weights_only=True
        )
        learner = self.learner
        learner.net.load_state_dict(kept["net"])
        learner.optimiser.load_state_dict(kept["optimiser"])
        learner.words.copy_(kept["words"])
        learner.rounds.copy_(kept["rounds"])
        for name in ("round", "games", "seconds", "imitated", "pause", "pool"):
            setattr(self, name, kept[name])
        self._set_chance(kept["chance"])

    def _chance(self) -> list[torch.Tensor]:
        states = [torch.get_rng_state()]
        return states + ([torch.cuda.get_rng_state()] if self.settings.device == "cuda" else [])

    def _set_chance(self, states: list[torch.Tensor]) -> None:
        torch.set_rng_state(states[0].cpu())
        if self.settings.device == "cuda" and len(states) > 1:
            torch.cuda.set_rng_state(states[1].cpu())

    def save_weights(self, path: Path) -> None:
        """The network alone, in half precision, and how it was trained."""
        half = {
            name: one.detach().half().cpu() for name, one in self.learner.net.state_dict().items()
        }
        told = {"settings": asdict(self.settings), "round": self.round, "games": self.games}
        torch.save(
            {"weights": half, "shape": self.learner.net.shape, **told}, path.with_suffix(".new")
        )
        path.with_suffix(".new").replace(path)

    def begin_with(self, path: Path) -> None:
        """Take the weights of another training."""
        self.learner.net.load_state_dict(self._weights(path))

    def _weights(self, path: Path) -> dict[str, torch.Tensor]:
        kept = torch.load(path, map_location=self.settings.device, weights_only=True)
        return {name: one.float() for name, one in kept["weights"].items()}

    # Learning

    def imitate(self, paths: Sequence[Path], tell: Callable[[str], None]) -> None:
        """Learn from recorded games, before the first round."""
        imitation = Imitation(self.learner, examples_of(paths))
        tell(f"imitation: {len(imitation.own)} decisions, {len(imitation.held_out)} held out")
        imitation.learn(self.settings.epochs, self.settings.imitation_rate, tell)
        self.imitated = len(imitation.own)

    def step(self) -> Learned:
        """One round."""
        settings = self.settings
        part = min(1.0, self.round / settings.rounds)
        first, last = settings.entropy
        entropy = first + (last - first) * part
        first, last = settings.rate
        rate = first * (last / first) ** part
        early = self.round < settings.warm
        self._choose_older()
        begun = time.perf_counter()
        learned = self.learner.round(
            entropy, rate * (0.3 if early else 1.0), early and self.imitated > 0
        )
        self.seconds += time.perf_counter() - begun
        self.round += 1
        self.games += learned.games
        return learned

    def _choose_older(self) -> None:
        """Keep the network from time to time, and let one that was kept play the next round."""
        if not self.learner.rivals:
            return
        if self.settings.against:
            self.pool = self.pool or [self._weights(Path(self.settings.against))]
        elif not self.pool or self.round % self.pause == 0:
            weights = self.learner.net.state_dict()
            self.pool.append({key: value.clone() for key, value in weights.items()})
            if len(self.pool) > POOL:
                self.pool, self.pause = self.pool[::2], 2 * self.pause
        chosen = int(torch.randint(len(self.pool), (1,)))
        self.learner.rival.load_state_dict(self.pool[chosen])

    def run(self, seconds: float, tell: Callable[[str], None]) -> None:
        """Train until all rounds are played or the time is up."""
        last = time.monotonic() + seconds
        told = 0.0
        while self.round < self.settings.rounds and time.monotonic() < last:
            learned = self.step()
            if time.monotonic() - told > PAUSE:
                told = time.monotonic()
                self._note(learned, tell)
        self.save()
        self.save_weights(self.folder / f"weights-{self.round:06d}.pt")

    def _note(self, learned: Learned, tell: Callable[[str], None]) -> None:
        decisions = self.round * self.settings.games * self.settings.horizon
        line = {"round": self.round, "seconds": round(self.seconds, 1), "decisions": decisions}
        told = asdict(learned)
        won = [round(share, 4) for share in told.pop("won")]
        line |= {name: round(value, 4) for name, value in told.items()} | {"won": won}
        with (self.folder / "history.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        tell(json.dumps(line))
        self.save_weights(self.folder / f"weights-{self.round:06d}.pt")


def read(kind: str, text: str) -> Any:
    """A setting as it is written in a command: a number, or several parted by commas."""
    if "tuple" in kind:
        return tuple(float(one) for one in text.split(","))
    return {"int": int, "float": float, "bool": lambda one: one == "1", "str": str}[kind](text)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--recorded", type=Path, nargs="*", default=[])
    parser.add_argument("--begin", type=Path, help="weights of another training to begin with")
    parser.add_argument("--minutes", type=float, default=1e6, help="of this stretch")
    for setting in fields(Settings):
        parser.add_argument(f"--{setting.name}", help=f"usually {setting.default}")
    wanted = vars(parser.parse_args())
    changed = {
        setting.name: read(str(setting.type), wanted[setting.name])
        for setting in fields(Settings)
        if wanted[setting.name] is not None
    }
    begun = time.monotonic()

    def tell(line: str) -> None:
        print(f"{time.monotonic() - begun:6.0f} s: {line}", flush=True)

    training = DeedTraining(Settings(**changed), wanted["folder"])
    if training.round == 0 and wanted["begin"]:
        training.begin_with(wanted["begin"])
    if training.round == 0 and wanted["recorded"]:
        training.imitate(wanted["recorded"], tell)
        training.save_weights(wanted["folder"] / "weights-000000.pt")
    training.run(60 * wanted["minutes"] - (time.monotonic() - begun), tell)
    tell(f"{training.round} rounds, {training.games:,} games")


if __name__ == "__main__":
    main()
