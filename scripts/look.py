"""Looks at everything that people see, on five screens, in three languages, light and dark, for faults.

A server on a temporary database; every page, every step of every lesson, every dialog and sheet, every
decision of a whole game of each game against bots, its end and its review. What counts as a fault stands
in tests/web/faults.js: words or controls outside their box, words that are parted, a board that is too
small, moves or turns, explanations and rings over what is to be chosen, labels over labels, places whose
middle answers for another one, errors of the page.

    python scripts/look.py                            everything, by two workers
    python scripts/look.py --walk lessons --game tigris --size 390x844 --language en --scheme light
    python scripts/look.py --pictures /tmp/faults     a picture of each moment with a fault
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.web import looking  # noqa: E402
from tests.web.browsing import CHROMIUM, FLAGS, Server  # noqa: E402
from tests.web.looking import GAMES, Fault, Looker, Screen  # noqa: E402

Walk = Callable[[Looker, str], None]
WALKS: dict[str, Walk] = {
    "pages": lambda at, game: looking.pages(at),
    "lessons": looking.lessons,
    "dialogs": looking.dialogs,
    "puzzles": looking.some_puzzles,
    "phases": looking.phases,
    "help": looking.with_help,
    "game": looking.whole_game,
    "review": looking.review,
}
IN_FULL = ("lessons", "dialogs")
"""Looked at on every screen in every language and scheme; the rest on every size once."""
Task = tuple[str, str, Screen]


def tasks(wanted: argparse.Namespace) -> list[Task]:
    """What is looked at: walk, game, screen; long ones first, so that the workers end together."""
    found: list[Task] = []
    for walk in ("review", "game", *WALKS):
        if (walk, "", None) in found or (wanted.walk and walk not in wanted.walk):
            continue
        screens = looking.every_screen() if walk in IN_FULL else looking.each_screen_once()
        games = ("",) if walk == "pages" else tuple(wanted.game or GAMES)
        found += [(walk, game, screen) for game in games for screen in screens]
    kept = [task for task in dict.fromkeys(found) if fits(task[2], wanted)]
    return kept


def fits(screen: Screen, wanted: argparse.Namespace) -> bool:
    return (
        (not wanted.size or "{}x{}".format(*screen.size) in wanted.size)
        and (not wanted.language or screen.language in wanted.language)
        and (not wanted.scheme or screen.scheme in wanted.scheme)
    )


class At:
    """Where a running server is: what a reader needs to know of it."""

    def __init__(self, url: str) -> None:
        self.url = url


def take(task: Task, url: str, pictures: Path | None) -> tuple[Task, int, list[Fault], float]:
    """One walk in a browser of its own: moments looked at, faults, seconds."""
    walk, game, screen = task
    begun = time.monotonic()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with looking.looker(browser, At(url), screen, pictures) as at:  # type: ignore[arg-type]
            try:
                WALKS[walk](at, game)
            except Exception as error:
                at.faults.append(Fault("broken", f"{walk} {game} ({screen})", str(error)[:400]))
        browser.close()
    return task, at.moments, at.faults, time.monotonic() - begun


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--walk", choices=list(WALKS), action="append", help="only this one")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this one")
    parser.add_argument("--size", action="append", help="only this one, as 390x844")
    parser.add_argument("--language", choices=looking.LANGUAGES, action="append", help="only this")
    parser.add_argument("--scheme", choices=looking.SCHEMES, action="append", help="only this one")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of what is wrong")
    parser.add_argument("--workers", type=int, default=2, help="browsers at once")
    wanted = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("Chromium is not installed.")
    if wanted.pictures:
        wanted.pictures.mkdir(parents=True, exist_ok=True)
    todo, begun = tasks(wanted), time.monotonic()
    kinds: Counter[str] = Counter()
    moments = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            with ProcessPoolExecutor(
                wanted.workers, multiprocessing.get_context("spawn")
            ) as workers:
                results = [workers.submit(take, task, server.url, wanted.pictures) for task in todo]
                for result in results:
                    (walk, game, screen), looks, faults, seconds = result.result()
                    moments += looks
                    kinds.update(fault.kind for fault in faults)
                    print(
                        f"{walk} {game} {screen}: {looks} moments, {len(faults)} faults, {seconds:.0f} s",
                        flush=True,
                    )
                    for fault in dict.fromkeys(faults):
                        print(f"  {fault}", flush=True)
        finally:
            server.close()
    total = sum(kinds.values())
    told = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    print(
        f"{moments} moments in {(time.monotonic() - begun) / 60:.1f} minutes: {total} faults"
        + (f" ({told})" if told else "")
    )
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()
