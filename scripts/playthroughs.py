"""Write the golden playthroughs: readable games of every kind, at random and by a bot, and all endings.

    python scripts/playthroughs.py                   all of them
    python scripts/playthroughs.py tigris-2 china    those whose names begin so

A test compares them with what the engine does now. After a change of the rules that is meant,
run this script and read the difference before committing it.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import triarchy
from triarchy.bots import bot
from triarchy.kit.definition import DEFINITIONS
from triarchy.table.game import Game, game
from triarchy.table.table import Table

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "playthroughs"
STARTS = FOLDER / "starts"
"""Positions from which an ending is near that whole games hardly come to."""
SEED = 7
EVERY = 80
"""A whole position is written every so many decisions."""
Chooser = Callable[[Table], str]


@dataclass(frozen=True)
class Playthrough:
    """A game to be written down: where it begins and who decides."""

    name: str
    start: Callable[[], Table]
    chooser: Callable[[], Chooser]

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def text(self) -> str:
        return written(self.start(), self.chooser())


def at_random() -> Chooser:
    """Any legal move."""
    chance = random.Random(SEED)
    return lambda table: chance.choice(table.legal)


def greedily() -> Chooser:
    """What the greedy bot chooses from the view of the seat to move."""
    greedy = bot("greedy")

    def choose(table: Table) -> str:
        seat = table.to_move
        assert seat is not None
        view = table.view_state(seat)
        return table.game.moves[greedy.choose(table.game, view, seat, len(table.moves))]

    return choose


def kinds() -> Iterator[tuple[str, Game]]:
    """Every game with every number of players, and with the last value of each option."""
    for name in ("china", "meridian", "tigris"):
        definition = DEFINITIONS[name]
        for players in range(definition.players[0], definition.players[1] + 1):
            yield f"{name}-{players}", game(name, players)
        for option, values in definition.options.items():
            options = {option: values[-1]}
            yield f"{name}-{option}", game(name, definition.players[0], options=options)


def begin(played: Game) -> Callable[[], Table]:
    return lambda: played.start(SEED)


def load(path: Path) -> Callable[[], Table]:
    return lambda: triarchy.position(json.loads(path.read_text("utf-8")))


def playthroughs() -> list[Playthrough]:
    """All that is written down."""
    found = [Playthrough(name, begin(played), at_random) for name, played in kinds()]
    found += [Playthrough(f"{name}-greedy", begin(played), greedily) for name, played in kinds()]
    found += [Playthrough(path.stem, load(path), at_random) for path in sorted(STARTS.iterdir())]
    return found


def grouped(moves: list[str]) -> str:
    """Moves as a short text: those with the same first word together."""
    groups: dict[str, list[str]] = {}
    for move in moves:
        word, _, rest = move.partition(" ")
        groups.setdefault(word, []).append(rest)
    return " | ".join(f"{word} {', '.join(rest)}".rstrip() for word, rest in groups.items())


def written(table: Table, choose: Chooser) -> str:
    """A game as text: every decision with all that was legal, positions now and then."""
    played = table.game
    lines = [f"{played.name}, {played.players} players, {played.board.id}, seed {table.seed}"]
    if played.options:
        lines.append(json.dumps(played.options))
    while not table.over:
        if len(table.moves) % EVERY == 0:
            lines.append(json.dumps(table.position()))
            lines.append(f"view of seat {table.to_move}: {json.dumps(table.view(table.to_move))}")
        move = choose(table)
        asked = f"{len(table.moves)}. seat {table.to_move}, {table.phase}"
        lines.append(f"{asked}: {move} of {grouped(table.legal)}")
        table.play(move)
    lines.append(json.dumps(table.position()))
    return "\n".join(lines) + "\n"


def main() -> None:
    wanted = tuple(sys.argv[1:]) or ("",)
    for one in playthroughs():
        if one.name.startswith(wanted):
            one.file.write_text(one.text(), encoding="utf-8")
            print(one.name, flush=True)


if __name__ == "__main__":
    main()
