"""Play games by keys and hearing alone, and write down what is pressed and what is spoken.

    python scripts/without_eyes.py           a whole turn of each game, into docs/play/without-eyes.md
    python scripts/without_eyes.py --whole   whole games, a file each in docs/play/transcripts

Names come from Chromium's accessibility tree, announcements from the page's live regions: nothing here looks at
the picture (tests/web/listening.py).
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.web.browsing import CHROMIUM, FLAGS, Reader, Server  # noqa: E402
from tests.web.listening import Listener, play_by_ear  # noqa: E402

GAMES = {"meridian": (2, 5), "tigris": (2, 5), "china": (3, 6)}
"""The players, and about how many decisions make a turn."""
PAGE = ROOT / "docs" / "play" / "without-eyes.md"
FILES = ROOT / "docs" / "play" / "transcripts"
WHOLE = 5000
PATIENCE = 3
"""So many names are heard in a whole game before one is taken: it is to be read."""


def transcript(browser: Browser, server: Server, game: str, whole: bool) -> list[str]:
    """A turn or a whole game by ear: `[key]`, what has the focus, what is announced."""
    players, decisions = GAMES[game]
    anna = Reader(browser, server)
    anna.page.add_init_script("localStorage.setItem('triarchy.words', 'yes')")
    listener = Listener(anna.page, previews=True)
    if whole:
        listener.patience = PATIENCE
    anna.sit_down(game, players)
    over = play_by_ear(listener, WHOLE if whole else decisions)
    assert over or not whole, "the game goes on"
    anna.close()
    return listener.told


def into_page(parts: dict[str, list[str]]) -> None:
    """Exchange the transcripts in the docs page."""
    text = PAGE.read_text()
    for game, lines in parts.items():
        block = "\n".join(["```text", *lines, "```"])
        pattern = rf"(<!-- {game}: begin -->\n).*?(\n<!-- {game}: end -->)"
        text = re.sub(
            pattern, lambda found, block=block: found[1] + block + found[2], text, flags=re.S
        )
    PAGE.write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--whole", action="store_true", help="whole games")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this one")
    parser.add_argument("--to", type=Path, default=FILES, help="the folder for whole games")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            games = wanted.game or list(GAMES)
            parts = {game: transcript(browser, server, game, wanted.whole) for game in games}
        finally:
            browser.close()
            server.close()
    if not wanted.whole:
        into_page(parts)
        return
    wanted.to.mkdir(exist_ok=True)
    for game, lines in parts.items():
        (wanted.to / f"{game}.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
