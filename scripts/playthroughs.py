"""Write the golden playthroughs: one readable random game per game and player count.

A test compares them with what the engine does now. After a change of the rules that is meant,
run this script and read the difference before committing it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import triarchy
from triarchy.table.game import Game, game

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "playthroughs"
EVERY = 80
"""A whole position is written every so many decisions."""


def settings() -> Iterator[tuple[str, Game]]:
    """The games that are written down, with the names of their files."""
    from triarchy.kit.definition import DEFINITIONS

    for name in ("china", "meridian", "tigris"):
        definition = DEFINITIONS[name]
        for players in range(definition.players[0], definition.players[1] + 1):
            yield f"{name}-{players}.txt", game(name, players)
        for option, values in definition.options.items():
            options = {option: values[-1]}
            yield f"{name}-{option}.txt", game(name, definition.players[0], options=options)


def playthrough(played: Game, seed: int) -> str:
    """A random game as text: every decision with what was legal, positions now and then."""
    chance = random.Random(seed)
    table = played.start(seed)
    lines = [f"{played.name}, {played.players} players, {played.board.id}, seed {seed}"]
    if played.options:
        lines.append(json.dumps(played.options))
    while not table.over:
        if len(table.moves) % EVERY == 0:
            lines.append(json.dumps(table.position()))
            lines.append(f"view of seat {table.to_move}: {json.dumps(table.view(table.to_move))}")
        legal = table.legal
        move = chance.choice(legal)
        shown = " | ".join(legal[:12]) + (f" | ... {len(legal)} in all" if len(legal) > 12 else "")
        lines.append(f"{len(table.moves)}. seat {table.to_move}, {table.phase}: {move} of {shown}")
        table.play(move)
    lines.append(json.dumps(table.position()))
    return "\n".join(lines) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, played in settings():
        (FOLDER / name).write_text(playthrough(played, 7), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
    print(f"Triarchy {triarchy.__version__}")
