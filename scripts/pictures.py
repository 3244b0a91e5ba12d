"""Draw real positions of each game, played by the greedy bot.

    python scripts/pictures.py pictures             all of them, into that folder
    python scripts/pictures.py pictures --sheet     and a page that shows what lies in it
    python scripts/pictures.py pictures --linked    only copy what the docs show to docs/pictures

Openings, middles and finals for every number of players, Tigris & Euphrates also in war, revolt and
before a monument; each 360 and 1400 pixels wide.
"""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import triarchy
from triarchy.bots import bot
from triarchy.kit.png import to_png
from triarchy.table.game import Game
from triarchy.table.table import Table

ROOT = Path(__file__).resolve().parent.parent
WIDTHS = (360, 1400)
SEEDS = range(1, 30)


def played(game: Game, seed: int) -> Table:
    """A whole game among greedy bots."""
    greedy = bot("greedy")
    table = game.start(seed)
    while not table.over:
        seat = table.to_move
        assert seat is not None
        view = table.view_state(seat)
        table.play_action(greedy.choose(game, view, seat, len(table.moves)))
    return table


def at(table: Table, number: int) -> Table:
    """The table after that many moves."""
    earlier = table.copy()
    del earlier.moves[number:], earlier.states[number + 1 :]
    return earlier


def stages(game: Game, seed: int = 7) -> Iterator[tuple[str, Table]]:
    """An opening, a middle and the end of one game."""
    table = played(game, seed)
    length = len(table.moves)
    yield "opening", at(table, 0)
    yield "middle", at(table, int(length * 0.6))
    yield "final", table


def moment(game: Game, wanted: Callable[[Table], bool]) -> Table:
    """The first position of some game, not too early in it, that is as wanted."""
    for seed in SEEDS:
        table = played(game, seed)
        for number in range(len(table.moves) // 4, len(table.moves)):
            earlier = at(table, number)
            if wanted(earlier):
                return earlier
    raise SystemExit("No such position was found; try more seeds.")


def conflict(kind: str) -> Callable[[Table], bool]:
    def wanted(table: Table) -> bool:
        if table.phase != "support":
            return False
        found = table.position()["conflict"]
        return bool(found["kind"] == kind and found["attacker_support"] is not None)

    return wanted


def pictures() -> Iterator[tuple[str, Table]]:
    """The name and the table of every picture."""
    for players in (2, 3, 4):
        for stage, table in stages(triarchy.game("meridian", players)):
            yield f"meridian-{players}-{stage}", table
    tigris = triarchy.game("tigris", 4)
    for stage, table in stages(tigris):
        yield f"tigris-4-{stage}", table
    for kind in ("war", "revolt"):
        yield f"tigris-4-{kind}", moment(tigris, conflict(kind))
    yield "tigris-4-monument", moment(tigris, lambda table: table.phase == "monument")
    for players in (3, 4, 5):
        options = {"forts": players == 4}
        for stage, table in stages(triarchy.game("china", players, options=options)):
            yield f"china-{players}-{stage}", table


def linked() -> list[str]:
    """The names of the pictures that some page shows."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
    names = (re.findall(r"pictures/([\w.-]+\.png)", page.read_text("utf-8")) for page in pages)
    return sorted({name for found in names for name in found})


def copy_linked(folder: Path) -> None:
    for name in linked():
        if not (folder / name).exists():
            continue  # of a page in another language: make docs-pictures
        shutil.copyfile(folder / name, ROOT / "docs" / "pictures" / name)
        print(f"docs/pictures/{name}")


def write_sheet(folder: Path) -> None:
    """A page with all pictures of the folder, small."""
    cells = "".join(
        f'<a href="{path.name}"><img src="{path.name}" height="180" alt="{path.stem}"></a>\n'
        for path in sorted(folder.glob("*.png"))
    )
    (folder / "index.html").write_text(f"<!doctype html><title>Pictures</title>\n{cells}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sheet", action="store_true", help="write index.html too")
    parser.add_argument("--linked", action="store_true", help="only copy what the docs show")
    wanted = parser.parse_args()
    folder = wanted.folder
    if wanted.linked:
        copy_linked(folder)
        return
    folder.mkdir(parents=True, exist_ok=True)
    draw(folder)
    if wanted.sheet:
        write_sheet(folder)


def draw(folder: Path) -> None:
    for name, table in pictures():
        for width in WIDTHS:
            svg = table.svg(table.to_move, width=width)
            (folder / f"{name}-{width}.png").write_bytes(to_png(svg, width))
        print(name, flush=True)


if __name__ == "__main__":
    main()
