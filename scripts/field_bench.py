"""How fast the games run beside OpenSpiel, Pgx, PettingZoo and RLCard: same run, same machine.

    python scripts/field_bench.py

makes an environment of its own in runs/field, installs the others and this package there, and plays
random games with all of them in turns. Every figure is decisions per second of processor time (of all
threads), so that other work on the machine disturbs it little, and is a rate per core. `--write` puts
the figures into docs/lab/field.md. What each figure includes is said there.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "runs" / "field"
OTHERS = ("open_spiel", "pgx", "jax", "pettingzoo[classic]", "rlcard")
SPIEL_GAMES = (
    "go(board_size=9)",
    "backgammon",
    "quoridor",
    "chess",
    "chinese_checkers(players=4)",
    "gin_rummy",
)
PGX_GAMES = ("go_9x9", "backgammon", "chess")
PGX_SIZES = (32, 512)
OWN_GAMES = (("meridian", 4), ("china", 4), ("tigris", 4))
START, END = "<!-- figures: begin -->", "<!-- figures: end -->"

SPIEL, SPIEL_PYTHON, OWN, OWN_BATCH = (
    "OpenSpiel C++",
    "OpenSpiel Python",
    "Triarchy",
    "Triarchy batch",
)


class Contender(NamedTuple):
    """Something to be measured: `play` plays for a while and returns how many decisions it made."""

    library: str
    game: str
    observing: bool
    play: Callable[[], float]


# OpenSpiel


def spiel_playout(pyspiel: Any, game: Any, observing: bool) -> tuple[int, int]:
    """One random game driven from Python: its decisions and its chance events."""
    state = game.new_initial_state()
    decisions = chances = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, odds)[0])
            chances += 1
        else:
            if observing:
                state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions, chances


def spiel_contenders() -> Iterator[Contender]:
    import pyspiel

    for name in SPIEL_GAMES:
        game = pyspiel.load_game(name)
        lengths = [sum(spiel_playout(pyspiel, game, False)) for _ in range(300)]
        mean = statistics.mean(lengths)
        yield Contender(SPIEL, name, False, spiel_rollouts(pyspiel, game, mean))
        for observing in (False, True):
            yield Contender(SPIEL_PYTHON, name, observing, spiel_python(pyspiel, game, observing))


def spiel_rollouts(pyspiel: Any, game: Any, mean: float) -> Callable[[], float]:
    """Whole playouts inside OpenSpiel's C++: one simulation of its tree search evaluates the root
    with `count` random rollouts, and does nothing else."""
    count = max(1, int(20_000 / mean))
    evaluator = pyspiel.RandomRolloutEvaluator(count, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 7, False)
    state = game.new_initial_state()
    dealt = 0
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, odds)[0])
        dealt += 1

    def play() -> float:
        bot.mcts_search(state)
        return count * (mean - dealt)

    return play


def spiel_python(pyspiel: Any, game: Any, observing: bool) -> Callable[[], float]:
    return lambda: sum(spiel_playout(pyspiel, game, observing))


# Pgx


def pgx_contenders() -> Iterator[Contender]:
    for name in PGX_GAMES:
        for size in PGX_SIZES:
            for observing in (False, True):
                yield Contender(
                    "Pgx", f"{name}, {size} at once", observing, pgx(name, size, observing)
                )


def pgx(name: str, size: int, observing: bool) -> Callable[[], float]:
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    environment = library.make(name)
    step = jax.vmap(auto_reset(environment.step, environment.init))
    steps = max(8, 2_000 // size)

    def one(carry: Any, key: Any) -> tuple[Any, None]:
        state, total = carry
        choice, chance = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choice, logits, axis=-1)
        state = step(state, action, jax.random.split(chance, size))
        if observing:
            total += state.observation.astype(jnp.float32).sum()
        return (state, total), None

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        (state, total), _ = jax.lax.scan(one, (state, jnp.float32(0)), jax.random.split(key, steps))
        return state, total

    held = {"key": jax.random.PRNGKey(1)}
    held["state"] = jax.jit(jax.vmap(environment.init))(jax.random.split(held["key"], size))

    def play() -> float:
        held["key"], use = jax.random.split(held["key"])
        held["state"], total = run(held["state"], use)
        total.block_until_ready()
        return float(size * steps)

    return play


# PettingZoo and RLCard


def pettingzoo_contenders() -> Iterator[Contender]:
    from pettingzoo.classic import chess_v6, connect_four_v3, go_v5

    for name, environment in (
        ("go 9x9", go_v5.env(board_size=9)),
        ("chess", chess_v6.env()),
        ("connect four", connect_four_v3.env()),
    ):
        yield Contender("PettingZoo", name, True, pettingzoo(environment))


def pettingzoo(environment: Any) -> Callable[[], float]:
    import numpy as np

    def play() -> float:
        environment.reset(seed=random.randrange(2**31))
        decisions = 0
        for _ in environment.agent_iter(max_iter=120):
            seen, _, ended, cut, _ = environment.last()
            if ended or cut:
                break
            environment.step(random.choice(np.flatnonzero(seen["action_mask"])))
            decisions += 1
        return decisions

    return play


def rlcard_contenders() -> Iterator[Contender]:
    import rlcard

    for name in ("gin-rummy", "doudizhu", "leduc-holdem"):
        yield Contender("RLCard", name, True, rlcard_play(rlcard.make(name)))


def rlcard_play(environment: Any) -> Callable[[], float]:
    def play() -> float:
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over() and decisions < 200:
            state, _ = environment.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


# Ours


def own_contenders() -> Iterator[Contender]:
    import triarchy

    for name, players in OWN_GAMES:
        game = triarchy.game(name, players)
        for observing in (False, True):
            yield Contender(OWN, f"{name}, {players} players", observing, own(game, observing))
        for observing in (False, True):
            yield Contender(
                OWN_BATCH, f"{name}, {players} players", observing, own_batch(game, observing)
            )


def own(game: Any, observing: bool) -> Callable[[], float]:
    """Whole random games in compiled code, on one thread."""
    import numpy as np
    from observed_games import observed_games

    from triarchy.engine.playout import play_games
    from triarchy.table.prepare import playout_arguments

    arguments = list(
        playout_arguments(game.definition, game.board, game.players, game.option_bits, 1, 50)
    )
    seen = np.zeros(game.definition.observation, np.int8)

    def play() -> float:
        arguments[4] = np.uint64(random.randrange(2**63))
        if observing:
            return observed_games(*arguments, seen, 1, 1)
        return play_games(*arguments)

    return play


def own_batch(game: Any, observing: bool, size: int = 512) -> Callable[[], float]:
    """A batch on one thread, driven from Python: masks, a random choice with NumPy, a step."""
    import numpy as np

    import triarchy

    batch = triarchy.Batch(game, size, workers=1, checked=False)
    chance = np.random.default_rng(1)

    def play() -> float:
        for _ in range(5):
            masks = batch.legal()
            if observing:
                batch.observe()
            batch.step((masks * chance.random(masks.shape, np.float32)).argmax(axis=1))
        return 5.0 * size

    return play


# The run


LIBRARIES: dict[str, Callable[[], Iterator[Contender]]] = {
    "triarchy": own_contenders,
    "openspiel": spiel_contenders,
    "pgx": pgx_contenders,
    "pettingzoo": pettingzoo_contenders,
    "rlcard": rlcard_contenders,
}


def measure(contender: Contender, seconds: float) -> float:
    """Decisions per second of processor time."""
    decisions, begun = 0.0, time.process_time()
    while (passed := time.process_time() - begun) < seconds:
        decisions += contender.play()
    return decisions / passed


def run(rounds: int, seconds: float, only: list[str]) -> dict[str, Any]:
    """All contenders in turns, several rounds; the median of each."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    warnings.simplefilter("ignore")
    random.seed(1)
    contenders: list[Contender] = []
    for name in only:
        for contender in LIBRARIES[name]():
            contender.play()
            contenders.append(contender)
            say(f"ready: {contender.library}, {contender.game}")
    rates: list[list[float]] = [[] for _ in contenders]
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        for measured, contender in zip(rates, contenders, strict=True):
            measured.append(measure(contender, seconds))
    rows = [
        {
            "library": contender.library,
            "game": contender.game,
            "observing": contender.observing,
            "median": statistics.median(measured),
            "least": min(measured),
            "most": max(measured),
        }
        for contender, measured in zip(contenders, rates, strict=True)
    ]
    spiel = [
        [rates[i][number] for i, one in enumerate(contenders) if one.library == SPIEL]
        for number in range(rounds)
    ]
    ratios = {
        one.game: statistics.median(
            rates[i][number] / statistics.median(spiel[number]) for number in range(rounds)
        )
        for i, one in enumerate(contenders)
        if one.library == OWN and not one.observing and spiel[0]
    }
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "machine": machine(),
        "rounds": rounds,
        "seconds": seconds,
        "rows": rows,
        "ratios": ratios,
    }


def machine() -> str:
    from triarchy.shell.bench import machine as describe

    own = ", ".join(f"{key} {value}" for key, value in describe().items())
    names = ("open_spiel", "pgx", "jax", "pettingzoo", "rlcard")
    return own + ", " + ", ".join(f"{name} {version(name)}" for name in names)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def thousands(value: float) -> str:
    return f"{value / 1000:,.0f}" if value >= 10_000 else f"{value / 1000:,.1f}"


def table(result: dict[str, Any]) -> str:
    """The figures as Markdown."""
    lines = [
        f"Measured on {result['date']}: {result['machine']}; {platform.system()}. Median of "
        f"{result['rounds']} rounds of {result['seconds']} s of processor time each, least and most "
        "in brackets; thousands of decisions per second and core.",
        "",
        "| library | game | without observations | with observations |",
        "|---|---|---|---|",
    ]
    cells: dict[tuple[str, str], dict[bool, str]] = {}
    for row in result["rows"]:
        shown = (
            f"{thousands(row['median'])} ({thousands(row['least'])} to {thousands(row['most'])})"
        )
        cells.setdefault((row["library"], row["game"]), {})[row["observing"]] = shown
    for (library, game), pair in cells.items():
        lines.append(f"| {library} | {game} | {pair.get(False, '')} | {pair.get(True, '')} |")
    if not result["ratios"]:
        return "\n".join(lines)
    medians = [row["median"] for row in result["rows"] if row["library"] == SPIEL]
    lines += [
        "",
        f"The median of OpenSpiel's six games in C++ is {thousands(statistics.median(medians))} thousand "
        "decisions per second. Against it, round by round, Triarchy's compiled playouts without "
        "observations are: "
        + "; ".join(f"{game}: {ratio:.1f} times" for game, ratio in result["ratios"].items())
        + ".",
    ]
    return "\n".join(lines)


def write(text: str, start: str = START, end: str = END) -> None:
    """Put the figures into the docs page, between the marks."""
    page = ROOT / "docs" / "lab" / "field.md"
    before, rest = page.read_text("utf-8").split(start)
    page.write_text(f"{before}{start}\n{text}\n{end}{rest.split(end)[1]}", "utf-8")


def own_environment() -> Path:
    """The Python of the bench's environment, made and filled if it is not there."""
    python = FOLDER / "venv" / "bin" / "python"
    done = FOLDER / "installed"
    if not done.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        say(f"Making an environment in {FOLDER}")
        subprocess.run([sys.executable, "-m", "venv", str(FOLDER / "venv")], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-e", f"{ROOT}[research]", *OTHERS], check=True)
        done.touch()
    return python


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of processor time, per figure")
    parser.add_argument("--only", nargs="+", choices=LIBRARIES, default=list(LIBRARIES))
    parser.add_argument(
        "--write", action="store_true", help="put the figures into docs/lab/field.md"
    )
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.inside:
        os.execv(python := own_environment(), [str(python), __file__, "--inside", *sys.argv[1:]])
    result = run(options.rounds, options.seconds, options.only)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "field.json").write_text(json.dumps(result, indent=1), "utf-8")
    print(table(result))
    if options.write:
        write(table(result))


if __name__ == "__main__":
    main()
