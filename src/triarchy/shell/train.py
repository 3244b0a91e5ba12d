"""`triarchy train`: a network learns a game by playing itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from triarchy.engine.errors import BadRequest
from triarchy.engine.native import need_native
from triarchy.kit.definition import DEFINITIONS
from triarchy.shell.options import Name, Seed, positive
from triarchy.shell.progress import prepare_game
from triarchy.table.game import read_seed


def train(
    name: Name,
    minutes: Annotated[
        float, typer.Option("--minutes", help="Total training time, in minutes.")
    ] = 9.0,
    device: Annotated[str, typer.Option("--device", help="Device: cpu or cuda.")] = "cpu",
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for checkpoint and network.")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", help="Number of games played side by side.")
    ] = None,
    width: Annotated[int | None, typer.Option("--width", help="Width of the layers.")] = None,
    entropy: Annotated[
        str | None, typer.Option("--entropy", help="Entropy bonus, first:last. Usually 0.06:0.025.")
    ] = None,
    rate: Annotated[
        str | None, typer.Option("--rate", help="Learning rate, first:last. Usually 5e-4:5e-5.")
    ] = None,
    begin: Annotated[
        Path | None, typer.Option("--begin", help="Checkpoint of another training to start from.")
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", "-p", help="Train for one number of players (default: all of them)."
        ),
    ] = None,
    imitate: Annotated[
        str | None,
        typer.Option("--imitate", help="Bot to imitate first, such as greedy."),
    ] = None,
    imitated: Annotated[int, typer.Option("--imitated", help="Number of games to imitate.")] = 400,
    older: Annotated[
        float,
        typer.Option(
            "--older",
            help="Share of games, 0 to 1, in which earlier versions of the network play every seat but one.",
        ),
    ] = 0.0,
    seed: Seed = None,
    against: Annotated[
        str, typer.Option("--against", help="Bot to measure the network against as it learns.")
    ] = "greedy",
    judged: Annotated[int, typer.Option("--judged", help="Games per measurement; 0: none.")] = 60,
    workers: Annotated[
        int,
        typer.Option("--workers", "-w", help="Number of processes that play the bots' games."),
    ] = 1,
) -> None:
    """Train a network by self-play. Stop at any time; the same command resumes it.

    Example: triarchy train meridian --minutes 30 --out runs/meridian
    """
    DEFINITIONS[name]
    if device not in ("cpu", "cuda"):
        raise BadRequest(f"A network trains on 'cpu' or 'cuda', not {device!r}.")
    if not 0 < minutes <= 100_000:
        raise BadRequest("--minutes must be more than 0.")
    changed: dict[str, Any] = {"seconds": 60 * minutes}
    for key, value, most in (("games", games, 1 << 20), ("width", width, 4096)):
        if value is not None:
            changed[key] = positive(value, f"--{key}", most)
    for key, told in (("entropy", entropy), ("rate", rate)):
        if told is not None:
            changed[key] = first_and_last(told, f"--{key}")
    if players is not None:
        least, most = DEFINITIONS[name].players
        if not least <= players <= most:
            raise BadRequest(f"{DEFINITIONS[name].title} has {least} to {most} players.")
        changed["players"] = players
    if imitate is not None:
        from triarchy.bots import bot

        bot(imitate)
        if begin is not None:
            raise BadRequest("--imitate begins a training, and so does --begin: give one of them.")
        changed |= {"imitate": imitate, "imitated": positive(imitated, "--imitated", 1_000_000)}
        if imitated < 10:
            raise BadRequest("--imitated must be at least 10: one game in ten is held out.")
    if not 0 <= older <= 1:
        raise BadRequest("--older is a part of all games, from 0 to 1.")
    changed["older"] = older
    if seed is not None:
        changed["seed"] = read_seed(seed)
    positive(workers, "--workers", 1024)
    need_native("triarchy train")
    training = needed()
    prepare_game(name)
    settings = training.settings_for(name, device, **changed)
    folder = out or Path("runs") / name
    judges = training.Benchmarks(workers, against, judged) if judged > 0 else None
    try:
        tell = Teller()
        done = training.train(
            settings, folder, tell, judges=judges, begin=begin, workers=workers, tell=tell.say
        )
    finally:
        if judges is not None:
            judges.close()
    print(f"\n{folder / 'network.npz'}: {done.games:,} games in {done.seconds:.0f} s.")
    for line in training.wins(done.judged):
        print(line)


def first_and_last(told: str, option: str) -> tuple[float, float]:
    """What falls from one number to another, as `first:last`."""
    try:
        first, last = (float(one) for one in told.split(":"))
    except ValueError:
        first = last = -1.0
    if not (0 <= first < 100 and 0 <= last < 100):
        raise BadRequest(f"{option} is two numbers, first:last, not {told!r}.")
    return first, last


def needed() -> Any:
    """The module that trains, or a sentence that says how to get what it needs."""
    try:
        from triarchy.research import training
    except ImportError:
        raise BadRequest(
            "Training needs the extra 'train': pip install 'triarchy[train]'."
        ) from None
    return training


class Teller:
    """Tells how it goes on standard error: on a terminal in a line that is written over and over, in a file
    in a new one from time to time."""

    pause = 30.0
    """Seconds between two lines of a file."""

    def __init__(self) -> None:
        self.again = 0.0

    def __call__(self, progress: Any) -> None:
        left = max(0.0, progress.of_seconds - progress.seconds)
        learned = progress.learned
        line = (
            f"{progress.seconds:6.0f} s, {left:.0f} s left: {progress.games:,} games, "
            f"loss {learned.loss:.3f}, entropy {learned.entropy:.3f}, "
            f"explained {learned.explained:.0%}"
        )
        if sys.stderr.isatty() or progress.seconds >= self.again:
            self.again = progress.seconds + self.pause
            self.say(line)

    def say(self, line: str) -> None:
        """A line about what goes on."""
        if sys.stderr.isatty():
            print(f"\r{line:78}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)
