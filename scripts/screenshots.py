"""Pictures of every page, and of each game in opening, middle, conflict and final scoring.

Starts a server on a temporary database, plays a game of each kind by quick bots, goes on from its
positions at tables, and takes each stage light and dark, on a desktop and a phone; what happens at the table
on six screens, from a desktop to a phone on its side, and on a sheet for each game. What teaches a
game (rulebook, legend, lesson, puzzle, a reason why not) is put on one sheet too.

    python scripts/screenshots.py                      all of them, into pictures/
    python scripts/screenshots.py --game china --to /tmp/pictures
    python scripts/screenshots.py --learning --language nl --to /tmp/pictures
    python scripts/screenshots.py --docs               only those that the docs show, in their languages, into docs/pictures/
"""

from __future__ import annotations

import argparse
import base64
import re
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import triarchy
from triarchy.bots import bot

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
from pictures import linked  # noqa: E402

from tests.web.browsing import CHROMIUM, FLAGS, Server  # noqa: E402

GAMES = ("meridian", "tigris", "china")
LANGUAGES = ("en", "de", "nl")
DOCS_PICTURES = ROOT / "docs" / "pictures"
Variants = dict[str, dict[str, Any]]


def variants(**sizes: tuple[int, int]) -> Variants:
    """Screens of these sizes, light and dark; a small one is touched."""
    return {
        f"{name}-{scheme}": {
            "viewport": {"width": width, "height": height},
            "color_scheme": scheme,
            "has_touch": min(width, height) < 500,
        }
        for name, (width, height) in sizes.items()
        for scheme in ("light", "dark")
    }


VARIANTS = variants(desktop=(1280, 800), phone=(360, 740))
TABLE_VARIANTS = {
    **VARIANTS,
    **variants(wide=(1440, 900), laptop=(1366, 768), larger=(390, 844), sideways=(844, 390)),
}
"""The screens that a table is looked at on."""
COLOURS = 255
MIDDLE = 0.45  # how much of a game has been played in its middle
HALF_DONE = ("city", "cell", "pay")
FIRST_PHASES = {"meridian": ("card",), "tigris": ("action",), "china": ("main",)}
"""Where nothing of a turn has been decided yet."""
PLAYERS, SEED = 4, 7


# Smaller pictures: the most frequent colours as a palette


def small_png(page: Page, png: bytes) -> bytes:
    """The same picture with at most 255 colours; the browser unpacks the pixels."""
    found = page.evaluate(
        """async (data) => {
          const image = new Image();
          image.src = "data:image/png;base64," + data;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          const bytes = context.getImageData(0, 0, image.width, image.height).data;
          let text = "";
          for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
          return [image.width, image.height, btoa(text)];
        }""",
        base64.b64encode(png).decode(),
    )
    width, height = int(found[0]), int(found[1])
    pixels = np.frombuffer(base64.b64decode(found[2]), np.uint8).reshape(-1, 4)[:, :3]
    palette, places = reduced(pixels)
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = places.reshape(height, width)

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 3, 0, 0, 0])
    parts = (
        (b"IHDR", head),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in (*parts, (b"IEND", b"")))


def reduced(pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A palette by popularity in a cube of 32 x 32 x 32 colours, and each pixel's place in it."""
    cells = pixels.astype(np.int32) >> 3
    cells = (cells[:, 0] << 10) | (cells[:, 1] << 5) | cells[:, 2]
    counts = np.bincount(cells, minlength=32768)
    sums = np.stack([np.bincount(cells, pixels[:, c], 32768) for c in range(3)], axis=1)
    used = np.flatnonzero(counts)
    means = sums[used] / counts[used, None]
    chosen = means[np.argsort(-counts[used], kind="stable")[:COLOURS]]
    distance = ((means[:, None, :] - chosen[None, :, :]) ** 2).sum(axis=2)
    nearest = np.zeros(32768, np.uint8)
    nearest[used] = distance.argmin(axis=1)
    return np.rint(chosen).astype(np.uint8), nearest[cells]


# Taking them


class Photographer:
    """Takes one stage four times, with the cookies of whoever plays."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        folder: Path,
        language: str,
        only: Sequence[str] | None = None,
        ending: str = "",
    ) -> None:
        self.only = only
        self.ending = ending
        self.browser = browser
        self.server = server
        self.folder = folder
        self.language = language
        self.player: BrowserContext = browser.new_context(locale=language)
        self.workshop = browser.new_page()

    def api(self, method: str, path: str, **body: Any) -> Any:
        answer = self.player.request.fetch(
            self.server.url + path,
            method=method,
            data=body if method != "GET" else None,
            timeout=300_000,
        )
        if not answer.ok:
            raise RuntimeError(f"{method} {path}: {answer.text()}")
        return answer.json()

    def wants(self, name: str, variant: str = "") -> bool:
        """Whether a stage is to be taken, on a screen or on any."""
        begins = f"{name}-{variant}"
        return self.only is None or any(each.startswith(begins) for each in self.only)

    def take(
        self,
        name: str,
        path: str,
        ready: str,
        prepare: Callable[[Page], None] | None = None,
        screens: Variants = VARIANTS,
    ) -> None:
        """Pictures `name-desktop-light.png` and so on of a page, once `ready` is on it."""
        for variant, settings in screens.items():
            if not self.wants(name, variant):
                continue
            context = self.browser.new_context(
                locale=self.language,
                reduced_motion="reduce",
                storage_state=self.player.storage_state(),
                **settings,
            )
            page = context.new_page()
            page.goto(self.server.url + path)
            page.wait_for_selector(ready, timeout=60_000)
            if prepare:
                prepare(page)
            page.wait_for_timeout(500)
            target = self.folder / f"{name}-{variant}{self.ending}.png"
            target.write_bytes(small_png(self.workshop, page.screenshot()))
            context.close()
        print(f"{name} ({sum(p.stat().st_size for p in self.folder.glob(name + '-*')) // 1000} kB)")


def the_pages(photographer: Photographer) -> None:
    """The pages around the games."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "strength": "normal"}]
    photographer.api("PUT", "/api/me", name="Anna")
    table = photographer.api(
        "POST", "/api/tables", game="china", seats=seats, name="Friday evening"
    )
    drawn = ".game:nth-child({}) .frame svg"
    photographer.take(
        "home",
        "/",
        drawn.format(3),
        lambda page: [page.wait_for_selector(drawn.format(n)) for n in (1, 2)] and None,
        screens=TABLE_VARIANTS,
    )
    photographer.take("new", "/new?game=tigris", "#seats li")
    photographer.take(
        "waiting-room", f"/table/{table['id']}", "#lobby .seats", screens=TABLE_VARIANTS
    )
    sheet(photographer, "around", ["home", "waiting-room"], TABLE_VARIANTS)
    photographer.take("import", "/import", "#drop")
    photographer.take("error", "/nowhere", "main h1")


class Played:
    """A whole game of quick bots, whose positions are played on at tables of ours."""

    def __init__(self, photographer: Photographer, game: str) -> None:
        self.photographer = photographer
        self.table = triarchy.game(game, players=PLAYERS).start(seed=SEED)
        quick = bot("greedy")
        while not self.table.over:
            seat, number = int(self.table.state.to_move), len(self.table.moves)
            view = self.table.view_state(seat)
            self.table.play_action(quick.choose(self.table.game, view, seat, seed=number))
        photographer.api("PUT", "/api/me", name="Anna")
        record = photographer.api("POST", "/api/records", **self.table.record())
        self.id = str(record["id"])

    def find(self, least: int, phases: Sequence[str]) -> int | None:
        """The first decision from here on in one of these phases."""
        names = self.table.game.definition.phases
        for number in range(least, len(self.table.moves)):
            if names[int(self.table.states[number].phase)] in phases:
                return number
        return None

    def longest(self, phases: Sequence[str]) -> tuple[int, str]:
        """The decision in these phases whose preview says most, and its move."""
        game, names = self.table.game, self.table.game.definition.phases
        best, said = (0, ""), -1
        for number, state in enumerate(self.table.states[:-1]):
            if names[int(state.phase)] not in phases:
                continue
            seat, move = int(state.to_move), self.table.moves[number]
            sight = game.sight(game.view(state, seat))
            preview = game.definition.text.preview(sight, game.actions[move], game.reader(seat))
            length = len(" ".join(preview))
            if length > said:
                best, said = (number, move), length
        return best

    def at(self, number: int) -> str:
        """The API's path of a new table of ours against bots from there, with us to move."""
        seat = int(self.table.states[number].to_move)
        wish = {"table": self.id, "number": number, "seat": seat}
        return f"/api/tables/{self.photographer.api('POST', '/api/play-on', **wish)['id']}"

    def screen(self, path: str) -> Any:
        """The screen as soon as it is our turn, or the game is over."""
        while True:
            screen = self.photographer.api("GET", f"{path}/screen")
            if screen["your_turn"] or screen["result"]:
                return screen
            time.sleep(0.05)

    def go_on(self, path: str, enough: Callable[[Any], bool]) -> None:
        """Play the first legal move until a screen of ours is enough, or the end."""
        while True:
            screen = self.screen(path)
            if screen["result"] or enough(screen):
                return
            move, decision = screen["moves"][0]["move"], screen["decision"]
            self.photographer.api("POST", f"{path}/moves", move=move, decision=decision)


def page_of(path: str) -> str:
    """The page of a table by its path in the API."""
    return path.removeprefix("/api").replace("tables", "table")


def open_strip(page: Page) -> None:
    """What the others did, line by line."""
    strip = page.locator("#since")
    strip.wait_for(timeout=60_000)
    strip.click()


def point_at(move: str) -> Callable[[Page], None]:
    """Press or point at a move, so that its preview is on the board."""

    def do(page: Page) -> None:
        target = page.locator(f'[data-move="{move}"]').first
        if target.count():
            target.focus()
            target.dispatch_event("pointerover", {"pointerType": "mouse", "bubbles": True})
            page.wait_for_timeout(800)

    return do


def the_game(photographer: Photographer, game: str) -> None:
    played = Played(photographer, game)
    whole, fresh = len(played.table.moves), FIRST_PHASES[game]
    at_table: dict[str, Any] = {"ready": ".prompt.your-turn", "screens": TABLE_VARIANTS}

    def stage(name: str, number: int, prepare: Callable[[Page], None] | None = None) -> None:
        if not photographer.wants(f"{game}-{name}"):
            return
        photographer.take(f"{game}-{name}", page_of(played.at(number)), prepare=prepare, **at_table)

    opening, middle = played.find(12, fresh), played.find(int(whole * MIDDLE), fresh)
    choice = played.find(int(whole * MIDDLE / 2), HALF_DONE)
    assert opening is not None and middle is not None and choice is not None
    stage("opening", opening)
    stage("choice", choice)
    stage("middle", middle)
    if photographer.wants(f"{game}-others"):
        others = played.at(middle)
        turn = played.screen(others)["turn"]
        played.go_on(others, lambda screen: screen["turn"] > turn)
        photographer.take(f"{game}-others", page_of(others), prepare=open_strip, **at_table)
    conflict = played.find(int(whole * MIDDLE), ("support",))
    number, move = played.longest(HALF_DONE) if conflict is None else (conflict, "")
    stage("conflict", number, point_at(move or played.table.moves[number]))
    stages = ["opening", "choice", "middle", "others", "conflict"]
    sheet(photographer, f"{game}-table", [f"{game}-{each}" for each in stages], TABLE_VARIANTS)
    if not any(
        photographer.wants(f"{game}-{each}") for each in ("final-scoring", "result", "replay")
    ):
        return
    ending = played.at(whole - 1)
    played.go_on(ending, lambda screen: False)
    counting = "#actions .steps"

    def some_steps(page: Page) -> None:
        for _ in range(5):
            page.locator("#next-step").click()

    def result(page: Page) -> None:
        page.locator("#skip").click()
        page.wait_for_selector("#again")

    everywhere: dict[str, Any] = {"screens": TABLE_VARIANTS}
    last = page_of(ending)
    photographer.take(f"{game}-final-scoring", last, counting, some_steps, **everywhere)
    photographer.take(f"{game}-result", last, counting, result, **everywhere)
    photographer.take(
        f"{game}-replay", f"/replay/{played.id}?move={middle}", "#board .now svg", **everywhere
    )
    endings = [f"{game}-{each}" for each in ("final-scoring", "result", "replay")]
    sheet(photographer, f"{game}-ending", endings, TABLE_VARIANTS)


# Learning: contact sheets

FIGURE = "#rule-{} figure"
WITH_FIGURE = {"meridian": "end", "tigris": "priests", "china": "houses"}
"""A section with a figure that rings something."""
WITH_CHOICES = {
    "meridian": ("figure-a", 4),
    "tigris": ("leader", 2),
    "china": ("example-1-axel", 3),
}
"""A figure and its players, where the first seat may do some things and not others."""
LESSONS = {
    "meridian": "meridian-04-push",
    "tigris": "tigris-08-revolt",
    "china": "china-03-emissaries",
}


def scrolled_to(selector: str) -> Callable[[Page], None]:
    """Look at a figure, once those for this look and width have come."""

    def do(page: Page) -> None:
        page.wait_for_load_state("networkidle")
        page.locator(selector).first.scroll_into_view_if_needed()

    return do


def ask_why(page: Page) -> None:
    """Press something that is not possible, and see why, once the board has found its size."""
    page.wait_for_timeout(1500)
    grey = page.locator("#board [data-why], #hand [data-why]")
    grey.first.wait_for()
    grey.nth(grey.count() // 2).dispatch_event("click")
    page.locator(".tip").wait_for()


def begin(game: str) -> Callable[[Page], None]:
    """Start a first game with help, from the home page."""

    def do(page: Page) -> None:
        page.locator(f".game[data-game={game}] .play").click()
        page.locator("dialog .primary").click()
        page.locator(".guide .words").wait_for(timeout=120_000)
        page.wait_for_timeout(1500)

    return do


def the_lessons(photographer: Photographer, game: str) -> None:
    """Rulebook, legend, a lesson, a puzzle and a reason, and all of them on one sheet."""
    figure = FIGURE.format(WITH_FIGURE[game])
    path = LESSONS[game]
    photographer.take(f"{game}-rules", f"/rules/{game}", "figure svg")
    photographer.take(f"{game}-figure", f"/rules/{game}", figure, scrolled_to(figure))
    photographer.take(f"{game}-legend", f"/legend/{game}", ".legend svg")
    photographer.take(f"{game}-lesson", f"/learn/{game}/{path}", "#board .now svg")
    photographer.take(f"{game}-puzzle", f"/puzzles/{game}", "#board .now svg")
    figure, players = WITH_CHOICES[game]
    seats = [{"kind": "me", "name": "Anna"}] + [{"kind": "bot", "strength": "easy"}] * (players - 1)
    table = photographer.api("POST", "/api/tables", game=game, seats=seats, start=figure)
    photographer.take(f"{game}-why-not", f"/table/{table['id']}", ".prompt.your-turn", ask_why)
    photographer.take(f"{game}-first-game", "/", f".game[data-game={game}] .play", begin(game))
    subjects = ("rules", "figure", "legend", "lesson", "puzzle", "why-not", "first-game")
    sheet(photographer, f"{game}-learning", [f"{game}-{subject}" for subject in subjects])


def sheet(
    photographer: Photographer, name: str, stages: Sequence[str], screens: Variants = VARIANTS
) -> None:
    """All pictures of some stages side by side, a row each."""
    if photographer.only is not None:
        return
    rows = ""
    for stage in stages:
        pictures = [photographer.folder / f"{stage}-{variant}.png" for variant in screens]
        images = [base64.b64encode(path.read_bytes()).decode() for path in pictures]
        row = "".join(f'<img src="data:image/png;base64,{image}">' for image in images)
        rows += f"<h2>{stage}</h2><div>{row}</div>"
    style = "body{font:20px sans-serif;margin:16px} div{display:flex;gap:16px} img{height:600px}"
    wide = sum(
        600 * v["viewport"]["width"] // v["viewport"]["height"] + 16 for v in screens.values()
    )
    page = photographer.browser.new_page(viewport={"width": wide + 32, "height": 800})
    page.set_content(f"<style>{style}</style>{rows}")
    png = page.screenshot(full_page=True)
    (photographer.folder / f"{name}-sheet.png").write_bytes(small_png(photographer.workshop, png))
    page.close()


def shown_in(language: str) -> list[str]:
    """The names of the pictures that pages of a language show, without its ending."""
    names = [re.fullmatch(r"([\w-]+?)(?:-(de|nl))?[.]png", name) for name in linked()]
    return [found[1] for found in names if found and (found[2] or "en") == language]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--to", type=Path, default=ROOT / "pictures", help="the folder")
    parser.add_argument("--game", choices=[*GAMES, "none"], action="append", help="only this one")
    parser.add_argument("--no-pages", action="store_true", help="only the games")
    parser.add_argument("--learning", action="store_true", help="only what teaches the games")
    parser.add_argument("--tables", action="store_true", help="only what happens at the table")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the pages")
    parser.add_argument("--docs", action="store_true", help="only what the docs show, for them")
    wanted = parser.parse_args()
    if wanted.docs:
        wanted.to = DOCS_PICTURES
    wanted.to.mkdir(parents=True, exist_ok=True)
    if CHROMIUM is None:
        sys.exit("Chromium is not installed.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for language in LANGUAGES if wanted.docs else [wanted.language]:
                ending = f"-{language}" if wanted.docs and language != "en" else ""
                only = shown_in(language) if wanted.docs else None
                photographer = Photographer(browser, server, wanted.to, language, only, ending)
                if not (wanted.no_pages or wanted.learning or wanted.tables):
                    the_pages(photographer)
                for game in wanted.game or GAMES:
                    if game != "none" and not wanted.tables and not wanted.docs:
                        the_lessons(photographer, game)
                    if game != "none" and not wanted.learning:
                        the_game(photographer, game)
        finally:
            browser.close()
            server.close()
    total = sum(path.stat().st_size for path in wanted.to.glob("*.png"))
    print(f"{len(list(wanted.to.glob('*.png')))} pictures, {total / 1e6:.1f} MB in {wanted.to}")


if __name__ == "__main__":
    main()
