"""Baselines: three learners with their settings as files, five seeds each, and what they had learned by when.

    python examples/baselines/baseline.py examples/baselines/ppo.toml
    python examples/baselines/baseline.py --table runs/baselines

Needs the extra `baselines`. The first command trains with every seed of the file, one after the other, and writes what it measured
into `runs/baselines`; it can be stopped, and goes on with the next seed. The second draws all that lies there: `curves.svg`
and `table.md`, which `--page` puts between the marks of a page too. Seconds are those of one core's processor time, in learning alone: measuring is not counted.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

import triarchy
from triarchy.bots import bot, play_game
from triarchy.engine.results import win_shares

BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
STUDENT = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 8: 2.365, 10: 2.262}
"""The factor of a 95 % interval of a mean of so many values (Student's t)."""
FIRST_SEED = 40_000_000
"""What is measured is measured on these deals, which nobody learns from."""


def read(path: Path) -> dict[str, Any]:
    """A settings file; one that asks for less than is needed is refused."""
    settings = tomllib.loads(path.read_text("utf-8"))
    for key in ("algorithm", "game", "players", "seeds", "seconds", "points", "opponents", "games"):
        if key not in settings:
            raise SystemExit(f"{path} lacks {key!r}.")
    return settings


def learner_of(settings: dict[str, Any], seed: int, folder: Path) -> Any:
    """The learner that the settings name."""
    import learners

    made = {
        "ppo": learners.SelfPlayPPO,
        "dqn": learners.DeepQ,
        "imitation": learners.Imitator,
        "response": learners.Responder,
    }
    return made[settings["algorithm"]](settings, seed, folder)


def win_share(settings: dict[str, Any], player: Any, opponent: str) -> float:
    """The share of the wins of a bot alone among others of one kind, in every seat of the same deals."""
    players = settings["players"]
    game, other = triarchy.game(settings["game"], players), bot(opponent)
    shares = []
    for number in range(-(-settings["games"] // players) * players):
        seat = number % players
        seats = [player if place == seat else other for place in range(players)]
        ranking = play_game(game, seats, FIRST_SEED + number // players).ranking
        shares.append(win_shares(ranking)[seat])
    return float(np.mean(shares))


def one_seed(settings: dict[str, Any], seed: int, folder: Path) -> list[dict[str, float]]:
    """Learn for as long as the settings say; measured at the start and at evenly spaced points."""
    learner, spent = learner_of(settings, seed, folder), 0.0
    points: list[dict[str, float]] = []
    for number in range(settings["points"] + 1):
        until = settings["seconds"] * number / settings["points"]
        while spent < until:
            begun = time.process_time()
            learner.learn(spent / settings["seconds"])
            spent += time.process_time() - begun
        shares = {name: win_share(settings, learner.bot(), name) for name in settings["opponents"]}
        points.append({"seconds": round(spent, 1), "decisions": learner.decisions, **shares})
        told = ", ".join(f"{share:.1%} among {name}" for name, share in shares.items())
        print(f"seed {seed}, {spent:.0f} s, {learner.decisions:,} decisions: {told}", flush=True)
    return points


def run(path: Path, out: Path) -> None:
    """All seeds of a settings file that have not been run with these settings yet."""
    settings = read(path)
    folder = out / path.stem
    folder.mkdir(parents=True, exist_ok=True)
    for seed in settings["seeds"]:
        file = folder / f"seed-{seed}.json"
        if file.exists() and json.loads(file.read_text("utf-8"))["settings"] == settings:
            print(f"{file} is there already.")
            continue
        points = one_seed(settings, seed, folder)
        told = {
            "settings": settings,
            "seed": seed,
            "triarchy": triarchy.__version__,
            "machine": platform.machine(),
            "points": points,
        }
        file.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def runs(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """What was measured, by the names of the settings files."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for path in sorted(folder.glob("*/seed-*.json")):
        found[path.parent.name].append(json.loads(path.read_text("utf-8")))
    if not found:
        raise SystemExit(f"{folder} holds no run of a baseline.")
    return dict(found)


def kind_of(seeds: list[dict[str, Any]]) -> str:
    """The game and the number of players that runs are of."""
    settings = seeds[0]["settings"]
    return f"{settings['game']}-{settings['players']}"


def mean_and_half(values: list[float]) -> tuple[float, float]:
    """The mean over the seeds, and half its 95 % interval."""
    if len(values) < 2:
        return values[0], float("nan")
    factor = STUDENT.get(len(values), 1.96)
    return float(np.mean(values)), factor * float(np.std(values, ddof=1)) / len(values) ** 0.5


def table(found: dict[str, list[dict[str, Any]]]) -> str:
    """What was known at the end, as a table in Markdown."""
    lines = [
        "| baseline | game | seeds | seconds | decisions | among | win share at first | at the end |",
        "|---|---|---:|---:|---:|---|---:|---:|",
    ]
    for name, seeds in found.items():
        settings, ends = seeds[0]["settings"], [one["points"][-1] for one in seeds]
        about = (
            f"`{name}` | {kind_of(seeds)} | {len(seeds)} | "
            f"{np.mean([end['seconds'] for end in ends]):.0f} | "
            f"{np.mean([end['decisions'] for end in ends]):,.0f}"
        )
        for opponent in settings["opponents"]:
            told = []
            for place in (0, -1):
                values = [one["points"][place][opponent] for one in seeds]
                mean, half = mean_and_half(values)
                interval = "" if np.isnan(half) else f" ± {half:.0%}"
                told.append(f"{mean:.0%}{interval}".replace("%", " %"))
            lines.append(f"| {about} | `{opponent}` | {told[0]} | {told[1]} |")
    return "\n".join(lines) + "\n"


def curves(found: dict[str, list[dict[str, Any]]], path: Path) -> None:
    """The win shares over seconds and over decisions: mean of the seeds, and the 95 % interval of that mean.

    What was run with one seed alone has no interval, and is not drawn."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "triarchy"
    from matplotlib import pyplot

    drawn = {name: seeds for name, seeds in found.items() if len(seeds) > 1}
    rows = list(
        dict.fromkeys(
            (kind_of(s), o) for s in drawn.values() for o in s[0]["settings"]["opponents"]
        )
    )
    figure, axes = pyplot.subplots(
        len(rows), 2, figsize=(10, 3.4 * len(rows)), sharey="row", squeeze=False
    )
    for row, (kind, opponent) in zip(axes, rows, strict=True):
        for axis, key in zip(row, ("seconds", "decisions"), strict=True):
            for name, seeds in drawn.items():
                if kind_of(seeds) != kind or opponent not in seeds[0]["settings"]["opponents"]:
                    continue
                points = list(zip(*(one["points"] for one in seeds), strict=True))
                across = [float(np.mean([one[key] for one in point])) for point in points]
                both = [mean_and_half([one[opponent] for one in point]) for point in points]
                mean, half = (np.array(values) for values in zip(*both, strict=True))
                (line,) = axis.plot(across, mean, marker="o", markersize=3, label=name)
                axis.fill_between(
                    across, mean - half, mean + half, alpha=0.2, color=line.get_color()
                )
            axis.set_ylim(0, 1)
            axis.grid(alpha=0.3)
            axis.set_xlabel("seconds of one core" if key == "seconds" else "decisions learned from")
            if key == "decisions":
                axis.set_xscale("symlog", linthresh=1000, linscale=0.4)
                axis.set_xlim(left=0)
                axis.set_xticks([0, *(10**n for n in range(3, 8) if 10**n < axis.get_xlim()[1])])
        row[0].set_ylabel(f"{kind}: win share among {opponent}")
        row[0].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("settings", type=Path, nargs="*", help="Settings files to train by.")
    reader.add_argument(
        "--out", type=Path, default=Path("runs/baselines"), help="Folder of results."
    )
    reader.add_argument("--table", type=Path, help="Draw the results in this folder.")
    reader.add_argument("--page", type=Path, help="A page of the docs that shows the table.")
    asked = reader.parse_args()
    for path in asked.settings:
        run(path, asked.out)
    if asked.table is not None:
        found = runs(asked.table)
        (asked.table / "table.md").write_text(table(found), "utf-8")
        curves(found, asked.table / "curves.svg")
        if asked.page is not None:
            before, rest = asked.page.read_text("utf-8").split(BEGIN)
            after = rest.split(END)[1]
            asked.page.write_text(f"{before}{BEGIN}\n{table(found)}{END}{after}", "utf-8")
        print(table(found), end="")


if __name__ == "__main__":
    main()
