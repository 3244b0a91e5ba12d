"""Walks through everything that people see, and says what is wrong with it (`faults.js`).

`scripts/look.py` takes all of them, the tests a sample. A walk leads one reader with one screen, one
language and one colour scheme through a subject; every moment that is looked at is a line of its report.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page

import triarchy
from tests.server.servers import Running
from tests.web.browsing import LIT, Reader, Server
from triarchy.bots import bot
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import Exercise, puzzles
from triarchy.table.table import Table

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
GAMES = ("meridian", "tigris", "china")
SIZES = ((360, 740), (390, 844), (844, 390), (1366, 768), (1440, 900))
LANGUAGES = ("en", "de", "nl")
SCHEMES = ("light", "dark")
PHONE = 500
"""A screen whose shorter side is below this is touched."""
MOVED = 2.0
"""Pixels by which a board may differ and still stand still."""
DECISIONS = 400
"""More than a game looked at has."""

SETTLED = """async () => {
  // Two looks a moment apart that see the same: nothing is asked for, pressed, drawn or moving.
  const look = () => [...document.querySelectorAll("#board, #board svg, #hand > svg, dialog, .sheet, #prompt, #said, #actions")]
    .map((each) => { const box = each.getBoundingClientRect(); return [box.x, box.y, box.width, box.height, each.childElementCount].join(); })
    .join(";") + document.getAnimations().filter((each) => each.playState === "running" && each.effect?.getComputedTiming().iterations !== Infinity).length
    + document.querySelectorAll(".pressed, [aria-busy=true], .loading").length;
  let last = "", same = 0;
  for (let i = 0; i < 120 && same < 3; i += 1) {
    const now = look();
    same = now === last ? same + 1 : 0;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}"""


GO_ON = """(following) => {
  // To the next step of a lesson, which comes by itself after a right action.
  if (!document.getElementById("where").textContent.includes(following)) document.querySelector("#actions .primary").click();
}"""


@dataclass(frozen=True)
class Screen:
    """What a reader looks at pages with."""

    size: tuple[int, int]
    language: str = "en"
    scheme: str = "light"

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {self.language} {self.scheme}"

    @property
    def touch(self) -> bool:
        return min(self.size) < PHONE

    def settings(self) -> dict[str, Any]:
        return {
            "viewport": {"width": self.size[0], "height": self.size[1]},
            "locale": self.language,
            "color_scheme": self.scheme,
            "has_touch": self.touch,
        }


def every_screen() -> list[Screen]:
    """All sizes in all languages, light and dark."""
    return [
        Screen(size, language, scheme)
        for size in SIZES
        for language in LANGUAGES
        for scheme in SCHEMES
    ]


def each_screen_once() -> list[Screen]:
    """Every size, language and scheme at least once."""
    return [
        Screen(size, LANGUAGES[n % len(LANGUAGES)], SCHEMES[n % len(SCHEMES)])
        for n, size in enumerate(SIZES)
    ]


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong at one moment of a walk."""

    kind: str
    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.sentence}"


@dataclass
class Looker:
    """One reader who looks, and what they found."""

    reader: Reader
    screen: Screen
    pictures: Path | None = None
    faults: list[Fault] = field(default_factory=list)
    moments: int = 0
    frame: dict[str, float] | None = None
    """Where the board was when it was looked at last; None: it may be anywhere."""

    @property
    def page(self) -> Page:
        return self.reader.page

    def look(self, where: str) -> None:
        """Look at the page as it is now, once it stands still."""
        self.page.evaluate(SETTLED)
        found = [
            Fault(kind, f"{where} ({self.screen})", sentence)
            for kind, sentence in self.page.evaluate(f"() => {{ {FAULTS}\n return faults(); }}")
        ]
        found += self._stands_still(where)
        for line in self.reader.wrong:
            found.append(Fault("console", f"{where} ({self.screen})", line))
        self.reader.wrong.clear()
        self.faults += found
        self.moments += 1
        if found and self.pictures:
            name = re.sub(r"[^a-z0-9]+", "-", f"{where} {self.screen}".lower())
            self.page.screenshot(path=self.pictures / f"{name}.png")

    def _stands_still(self, where: str) -> Iterator[Fault]:
        """The board is where it was at the last look, as large, and drawn for the same width."""
        now = self.page.evaluate(f"() => {{ {FAULTS}\n return frame(); }}")
        before, self.frame = self.frame, now or self.frame
        if now is None or before is None:
            return
        for name, value in now.items():
            if abs(value - before[name]) > MOVED:
                here = f"{where} ({self.screen})"
                words = f"the board's {name} was {before[name]:.0f}, now it is {value:.0f}"
                yield Fault("moves", here, words)
                return

    def go(self, path: str, ready: str) -> Page:
        """Another page, whose board may be elsewhere."""
        self.frame = None
        page = self.reader.go(path)
        page.wait_for_selector(ready, timeout=120_000)
        return page


@contextmanager
def looker(
    browser: Browser, server: Server | Running, screen: Screen, pictures: Path | None = None
) -> Iterator[Looker]:
    """A reader of their own, whose page's errors are faults."""
    reader = Reader(browser, server, **screen.settings())
    reader.page.on(
        "console",
        lambda line: reader.wrong.append(line.text) if line.type == "error" else None,
    )
    try:
        yield Looker(reader, screen, pictures)
    finally:
        reader.context.close()


# Pages


def pages(at: Looker) -> None:
    """Every page that is no table."""
    at.go("/", ".game:nth-child(3) .frame svg")
    at.look("home")
    for game in GAMES:
        at.go(f"/new?game={game}", "#seats li")
        at.look(f"new {game}")
        at.go(f"/rules/{game}", "figure svg")
        at.look(f"rules {game}")
        at.go(f"/legend/{game}", ".legend svg")
        at.look(f"legend {game}")
        at.go(f"/leaderboard/{game}", "main h1")
        at.look(f"leaderboard {game}")
        lobby(at, game)
    for name in ("you", "history", "leaderboard", "import", "analyse"):
        at.go(f"/{name}", "main h1, #analyse")
        at.look(name)
    at.reader.page.goto(f"{at.reader.server.url}/nowhere")
    at.reader.wrong.clear()  # a page that is not there is an error of the network, as it should be
    at.look("error")


def lobby(at: Looker, game: str) -> None:
    """A table that waits for friends."""
    least = DEFINITIONS[game].players[0]
    rest = [{"kind": "open"}] * (least - 2) + [{"kind": "bot", "strength": "normal"}]
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}, *rest][: max(3, least)]
    body = {"game": game, "seats": seats, "name": "Friday evening"}
    table = at.reader.api("POST", "/api/tables", body)["id"]
    at.go(f"/table/{table}", "#lobby .seats")
    at.look(f"lobby {game}")


# Lessons and puzzles


def lessons(at: Looker, game: str) -> None:
    """Every step of every lesson: as it begins, after a wrong press where one can be, after the right one."""
    for lesson in DEFINITIONS[game].text.lessons("en"):
        page = at.go(f"/learn/{game}/{lesson.id}", "#board .now svg")
        for number, exercise in enumerate(lesson.exercises):
            where = f"{lesson.id} step {number + 1}"
            page.wait_for_function(
                "(of) => document.getElementById('where').textContent.includes(of)",
                arg=f" {number + 1} ",
            )
            at.look(where)
            if exercise.expected or exercise.accepts is not None:
                wrong_press(at, exercise, where)
                right_press(at, exercise)
                at.look(f"{where}, right")
            if number + 1 < len(lesson.exercises):
                page.evaluate(GO_ON, f" {number + 2} ")


def attempt(page: Page, selector: str) -> None:
    """Press a target of a lesson or a puzzle and wait for the answer."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(selector).first.dispatch_event("click")
    page.evaluate(SETTLED)


def wrong_press(at: Looker, exercise: Exercise, where: str) -> None:
    moves = at.page.locator("#board .now [data-why], #hand [data-why]")
    for each in moves.all()[:40:13]:
        move = each.get_attribute("data-why") or ""
        if move in exercise.expected:
            continue
        attempt(at.page, f'[data-why="{move}"]')
        if at.page.locator("#said.right").count():
            return  # asked for what is not possible
        at.look(f"{where}, wrong")
        return


def right_press(at: Looker, exercise: Exercise) -> None:
    page = at.page
    if page.locator("#actions .primary").count():
        return
    moves = list(exercise.expected[:1])
    if exercise.accepts is not None:
        lit = page.locator("#board .now [data-move], #hand [data-move]")
        moves = [str(each.get_attribute("data-move")) for each in lit.all()]
    for move in moves:
        attempt(page, f':is(#board .now, #hand) :is([data-move="{move}"], [data-why="{move}"])')
        if page.locator("#actions .primary").count():
            return


def some_puzzles(at: Looker, game: str, most: int = 3) -> None:
    """A few puzzles: as they begin, each decision of the solution, and the answer."""
    for puzzle in puzzles(DEFINITIONS[game].folder)[:most]:
        page = at.go(f"/puzzles/{game}/{puzzle.id}", "#board .now svg")
        at.look(puzzle.id)
        for number, move in enumerate(puzzle.solution, 1):
            target = f':is(#board .now, #hand) [data-move="{move}"]'
            if not page.locator(target).count():
                break  # solved before
            attempt(page, target)
            at.look(f"{puzzle.id}, decision {number}")


# A table


def sit_down(at: Looker, game: str, **settings: Any) -> str:
    table = at.reader.table(game, max(3, DEFINITIONS[game].players[0]), **settings)
    at.go(f"/table/{table}", ".prompt.your-turn")
    at.page.wait_for_selector("#board .now svg")
    return table


def dialogs(at: Looker, game: str) -> None:
    """What opens over a table: drawers, dialogs, sheets, also from within the menu."""
    sit_down(at, game)
    page = at.page
    open_menu = page.locator("#menu")
    opened(at, lambda: open_menu.dispatch_event("click"), f"{game} menu")
    each_of_menu(at, game, lambda: open_menu.dispatch_event("click"))
    opened(at, lambda: page.locator("#rules").dispatch_event("click"), f"{game} rules")
    opened(at, lambda: page.keyboard.press("?"), f"{game} keys")
    if at.screen.touch:
        for sheet in ("players", "score", "log", "chat"):
            page.click(f".tabs [data-sheet={sheet}]")
            at.look(f"{game} sheet {sheet}")
            page.keyboard.press("Escape")
            page.wait_for_function("() => !document.querySelector('.sheet.open, .veil.shown')")
    else:
        page.click("#chat-tab")
        at.look(f"{game} chat")
    grey = page.locator("#board [data-why], #hand [data-why]")
    if grey.count():
        grey.nth(grey.count() // 2).dispatch_event("click")
        page.locator(".tip").wait_for()
        at.look(f"{game} why not")
    page.goto(at.reader.server.url + "/")
    at.frame = None
    page.locator(f".game[data-game={game}] .play").click()
    page.locator("dialog[open]").wait_for()
    at.look(f"{game} first game")


def opened(at: Looker, press: Callable[[], None], where: str) -> None:
    """Look at the dialog that a press opens, and close it."""
    press()
    at.page.locator("dialog[open]").first.wait_for()
    at.look(where)
    close_all(at.page)


def each_of_menu(at: Looker, game: str, press: Callable[[], None]) -> None:
    """Each dialog that a button of the menu opens."""
    page = at.page
    press()
    page.locator("dialog[open]").first.wait_for()
    buttons = page.locator("dialog[open] button:not(header button)")
    heading, words = page.locator("dialog[open] h2").last.text_content(), buttons.all_inner_texts()
    close_all(page)
    for number, name in enumerate(words):
        press()
        page.locator("dialog[open]").first.wait_for()
        buttons.nth(number).dispatch_event("click")
        page.evaluate(SETTLED)
        there = page.locator("dialog[open] h2")
        typing = page.locator("#typed").is_visible()
        if typing or (there.count() and there.last.text_content() != heading):
            at.look(f"{game} menu, {name}")
        if typing:
            page.keyboard.press("Escape")
        close_all(page)


def close_all(page: Page) -> None:
    for _ in range(4):
        if not page.locator("dialog[open]").count():
            return
        page.keyboard.press("Escape")
        page.evaluate(SETTLED)
    page.evaluate("document.querySelectorAll('dialog').forEach((each) => each.remove())")


CHOICES = """(lit) => {
  // What can be pressed now: "sure" for a confirmation, else how many targets there are.
  if (document.querySelector("#actions .steps, #again")) return "over";
  if (document.querySelector("#confirm:not(.pressed)")) return "sure";
  if (!document.querySelector(".prompt.your-turn") || document.querySelector(".pressed")) return "waiting";
  return document.querySelectorAll(lit).length;
}"""


def whole_game(at: Looker, game: str, most: int = DECISIONS, **settings: Any) -> None:
    """Every decision of a game against bots by presses, its count, its result and looking back."""
    table = sit_down(at, game, **settings)
    chance, page = random.Random(7), at.page
    ends = time.monotonic() + 900
    for number in range(most):
        state = page.evaluate(CHOICES, LIT)
        while state == "waiting" or state == 0:
            assert time.monotonic() < ends, f"{game}: nothing to press"
            page.wait_for_timeout(25)
            state = page.evaluate(CHOICES, LIT)
        if state == "over":
            break
        at.look(f"{game} decision {number + 1}" + (", sure" if state == "sure" else ""))
        if state == "sure":
            page.locator("#confirm").dispatch_event("click")
        else:
            press_one(page, chance)
    page.evaluate(SETTLED)
    if page.evaluate(CHOICES, LIT) != "over":
        page.goto("about:blank")  # nothing that was pressed is on its way any more
        at.reader.play_moves(table, 3000)
    ending(at, game, table)


def press_one(page: Page, chance: random.Random) -> None:
    """Press one of the lit targets, wherever it is."""
    try:
        targets = page.locator(LIT)
        targets.nth(chance.randrange(targets.count())).dispatch_event("click", timeout=2000)
    except Error:
        return  # drawn anew meanwhile; the next look presses another
    page.evaluate(SETTLED)


def ending(at: Looker, game: str, table: str) -> None:
    """The count step by step, the result, the picture to share, looking back."""
    page = at.go(f"/table/{table}", "#actions .steps, #again")
    for number in range(60):
        following = page.locator("#next-step")
        if not following.count():
            break
        at.look(f"{game} count {number + 1}")
        following.dispatch_event("click")
    page.wait_for_selector("#again")
    at.frame = None  # the hand makes room for the result
    at.look(f"{game} result")
    page.locator("#share-result").click()
    page.locator("dialog[open]").wait_for()
    at.look(f"{game} share")
    looking_back(at, game, table)


def looking_back(at: Looker, game: str, table: str, review: bool = False) -> None:
    """A replay at its beginning, in the middle and at its end; its review."""
    page = at.go(f"/replay/{table}", "#board .now svg")
    at.look(f"{game} replay")
    page.locator("#last").click()
    at.look(f"{game} replay, end")
    page.locator("#turn-back").click()
    at.look(f"{game} replay, a turn back")
    if not review:
        return
    page.locator("#review").click()
    page.wait_for_selector("#curve:not([hidden])", timeout=300_000)
    at.look(f"{game} review")
    page.locator("#mistake-next").dispatch_event("click")
    at.look(f"{game} review, a mistake")


# Phases that a short game may not have


@cache
def played(game: str, players: int = 4, seed: int = 7) -> Table:
    """A whole game of quick bots."""
    table = triarchy.game(game, players=players).start(seed=seed)
    quick = bot("greedy")
    while not table.over:
        seat, number = int(table.state.to_move), len(table.moves)
        table.play_action(quick.choose(table.game, table.view_state(seat), seat, seed=number))
    return table


def phases(at: Looker, game: str) -> None:
    """Each phase of a game once, where it has most to choose from; and with help for a first game."""
    whole = played(game)
    names = whole.game.definition.phases
    richest: dict[str, tuple[int, int]] = {}
    for number, state in enumerate(whole.states[:-1]):
        name, count = names[int(state.phase)], len(whole.game.legal_actions(state))
        richest[name] = max(richest.get(name, (0, 0)), (count, number))
    for name, (_, number) in richest.items():
        play_on(at, whole, number, int(whole.states[number].to_move))
        at.look(f"{game} phase {name}")
        point(at, f"{game} phase {name}, pointed at")


def play_on(at: Looker, whole: Table, number: int, seat: int) -> None:
    """A table that goes on from a position of a game, with the reader at a seat."""
    record = at.reader.api("POST", "/api/records", whole.record())["id"]
    body = {"table": record, "number": number, "seat": seat}
    table = at.reader.api("POST", "/api/play-on", body)["id"]
    at.go(f"/table/{table}", ".prompt.your-turn")
    at.page.wait_for_selector("#board .now svg")


def point(at: Looker, where: str) -> None:
    """The preview of a choice on the board; it must leave the choices to be seen."""
    target = at.page.locator("#board .now [data-move], #hand [data-move]").first
    if at.screen.touch or not target.count():
        return
    box = target.bounding_box()
    if box is None:
        return
    at.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at.page.wait_for_timeout(
        900
    )  # a preview is asked for after 0.16 s, an explanation shown after 0.6 s
    at.look(where)
    at.page.mouse.move(1, 1)


def with_help(at: Looker, game: str, most: int = 8) -> None:
    """A first game with help, which may not take the board's room, switched off halfway."""
    page = at.go("/", f".game[data-game={game}] .play")
    page.locator(f".game[data-game={game}] .play").click()
    page.locator("dialog[open] .primary").click()
    page.wait_for_selector(".prompt.your-turn", timeout=120_000)
    page.wait_for_selector("#board .now svg")
    chance = random.Random(3)
    for number in range(most):
        state = page.evaluate(CHOICES, LIT)
        if state in ("waiting", 0):
            page.wait_for_timeout(50)
            continue
        at.look(f"{game} with help, decision {number + 1}")
        if state == "sure":
            page.locator("#confirm").dispatch_event("click")
        else:
            press_one(page, chance)


def review(at: Looker, game: str) -> None:
    """The review of a finished game, which one computation serves on every screen."""
    record = at.reader.api(
        "POST", "/api/records", played(game, DEFINITIONS[game].players[0]).record()
    )
    looking_back(at, game, str(record["id"]), review=True)
