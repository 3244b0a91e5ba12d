"""Compare the speed of two versions: the games that `triarchy bench` plays, and the first compilation.

    python scripts/before_and_after.py ../before/src src --rounds 7
    python scripts/before_and_after.py ../before/src src --compile

Both take turns, each in a process of its own, so that whatever else the machine does weighs on both
alike; seconds are those of the processor. Printed are medians and the ratio of after to before.
`--compile` has every process compile the rules of all games, and the bots' code, into an empty cache.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

PLAY = """
import json, time, triarchy
rates = {}
for name in triarchy.game_names():
    for players in range(2, 6):
        try:
            game = triarchy.game(name, players)
        except Exception:
            continue
        triarchy.simulate(game, 500, workers=1)
        begun, decisions, seed = time.process_time(), 0, 0
        while time.process_time() - begun < 0.5:
            decisions += int(triarchy.simulate(game, 1000, seed, workers=1).lengths.sum())
            seed += 1
        rates[f"{name}, {players} players, million decisions/s"] = (
            decisions / (time.process_time() - begun) / 1e6
        )
print(json.dumps(rates))
"""
COMPILE = """
import json, time, triarchy
from triarchy.bots import bot
seconds = {}
for name in triarchy.game_names():
    game = triarchy.game(name)
    begun = time.process_time()
    triarchy.simulate(game, 1, workers=1)
    seconds[f"{name}, rules, s"] = time.process_time() - begun
    begun = time.process_time()
    for one in ("greedy", "search:sims=2"):
        bot(one).prepare(game)
    seconds[f"{name}, bots, s"] = time.process_time() - begun
print(json.dumps(seconds))
"""


def figures(source: str, code: str, cache: str) -> dict[str, float]:
    """What a process prints that runs the code with a version of the package."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.path.abspath(source), "TRIARCHY_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("before", help="the folder `src` of one version")
    parser.add_argument("after", help="and of the other")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--compile", action="store_true", help="measure the first compilation")
    wanted = parser.parse_args()
    sources = (wanted.before, wanted.after)
    seen: dict[str, tuple[list[float], list[float]]] = {}
    with tempfile.TemporaryDirectory() as kept:
        for _ in range(1 if wanted.compile else wanted.rounds):
            for place, source in enumerate(sources):
                code = COMPILE if wanted.compile else PLAY
                for what, value in figures(source, code, f"{kept}/{place}").items():
                    seen.setdefault(what, ([], []))[place].append(value)
    print("| | before | after | ratio |\n|---|---|---|---|")
    for what, (before, after) in seen.items():
        ratio = statistics.median(b / a for a, b in zip(before, after, strict=True))
        print(
            f"| {what} | {statistics.median(before):.2f} | {statistics.median(after):.2f} "
            f"| {ratio:.2f} |"
        )


if __name__ == "__main__":
    main()
