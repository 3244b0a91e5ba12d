"""A server of our own and a real browser, for the tests of the page."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.server.dealing import SERVE
from tests.server.servers import Running, wait_for

ROOT = Path(__file__).parents[2]
CHROMIUM = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
AGAIN = 20
"""So often a call is made, a second apart, to a server that has no time for it."""

LIT = "#board .now [data-move], #hand [data-move], [data-prompt-move]"

PLAY_ON = """async ([lit, most]) => {
  // Clicks nothing but lit targets, prompt buttons and their confirmation, until the count begins.
  let seed = 7, clicks = 0;
  const random = (n) => (seed = (seed * 16807) % 2147483647) % n;
  const ends = Date.now() + 300000;
  while ((clicks < most || document.querySelector("#confirm")) && Date.now() < ends) {
    if (document.querySelector("#actions .steps, #again")) return {clicks, over: true};
    const sure = document.querySelector("#confirm:not(.pressed)");
    const mine = document.querySelector(".prompt.your-turn") && !document.querySelector(".pressed");
    if (sure) sure.click();
    else if (mine) {
      const targets = [...document.querySelectorAll(lit)];
      if (targets.length) {
        targets[random(targets.length)].dispatchEvent(new MouseEvent("click", {bubbles: true}));
        clicks += 1;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  // The last click has been answered when nothing is pressed any more.
  while (document.querySelector(".pressed") && Date.now() < ends) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {clicks, over: false};
}"""


class Server:
    """`triarchy serve` as its own process; it can be killed and started again at the same place.

    It is waited for until all games are compiled, or the one that is named.
    """

    def __init__(
        self, folder: Path, environment: Mapping[str, str] = os.environ, game: str = ""
    ) -> None:
        self.folder = folder
        self.environment = {**environment, "LANG": "C.UTF-8"}
        self.game = game
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", SERVE, "serve"]
        command += ["--port", str(self.port), "--no-browser", "--data", str(self.folder)]
        command += ["--bot-pace", "0", "--requests-per-second", "0", "--tables-per-hour", "0"]
        self.log = (self.folder / "server.log").open("a")
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=self.log, stderr=self.log, env=self.environment
        )
        ends = time.monotonic() + 300
        while time.monotonic() < ends:
            try:
                if self._ready():
                    return
            except OSError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError((self.folder / "server.log").read_text()[-2000:])

    def _ready(self) -> bool:
        with urllib.request.urlopen(f"{self.url}/api/status", timeout=5) as answer:
            status = json.load(answer)
        return status["games"][self.game] == "ready" if self.game else bool(status["ready"])

    def kill(self) -> None:
        """SIGKILL: nothing can be saved any more."""
        self.process.kill()
        self.process.wait()
        self.log.close()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.log.close()


class Reader:
    """One person with a browser of their own; whatever goes wrong on the page is kept."""

    def __init__(self, browser: Browser, server: Server | Running, **settings: Any) -> None:
        self.server = server
        options: dict[str, Any] = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "reduce"}
        self.context: BrowserContext = browser.new_context(**{**options, **settings})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "console",
            lambda line: self.wrong.append(line.text) if "Content Security" in line.text else None,
        )

    def go(self, path: str) -> Page:
        self.page.goto(self.server.url + path)
        return self.page

    def api(self, method: str, path: str, body: Any = None) -> Any:
        """Call the server with this reader's cookies; again where it says to try in a moment."""
        for _ in range(AGAIN):
            answer = self.context.request.fetch(
                self.server.url + path,
                method=method,
                data=None if body is None else json.dumps(body),
                headers={"Content-Type": "application/json"} if body is not None else {},
            )
            if answer.status != 503:
                break
            time.sleep(1)
        assert answer.ok, answer.text()
        return answer.json() if answer.text() else None

    def table(self, game: str, players: int = 2, **settings: Any) -> str:
        """A new table: this reader against easy bots; its id."""
        bots = [{"kind": "bot", "strength": "easy"}] * (players - 1)
        body = {"game": game, "seats": [{"kind": "me"}, *bots], **settings}
        return str(self.api("POST", "/api/tables", body)["id"])

    def sit_down(self, game: str, players: int = 2, **settings: Any) -> str:
        """The same, and its page with this reader to move."""
        table = self.table(game, players, **settings)
        self.go(f"/table/{table}")
        self.page.wait_for_selector(".prompt.your-turn")
        return table

    def play_on(self, most: int = 10_000) -> dict[str, Any]:
        """Click lit targets and prompt buttons, `most` of them or until the game is over."""
        answer: dict[str, Any] = self.page.evaluate(PLAY_ON, [LIT, most])
        return answer

    def play_moves(self, table: str, most: int) -> None:
        """Play by the API, quickly: some legal move each time it is this reader's turn."""
        for _ in range(most):
            screen = self.api("GET", f"/api/tables/{table}/screen")
            if screen["your_turn"]:
                move = screen["moves"][len(screen["moves"]) // 2]["move"]
                body = {"move": move, "decision": screen["decision"]}
                self.api("POST", f"/api/tables/{table}/moves", body)
            elif screen["result"]:
                return

    def play_turn(self, table: str) -> None:
        """The same until the others have moved and this reader has not decided anything since."""

        def news() -> bool:
            self.play_moves(table, 1)
            screen = self.screen(table)
            mine = screen["your_turn"] and screen["since"] < screen["number"]
            return bool(mine or screen["result"])

        wait_for(news)

    def screen(self, table: str) -> dict[str, Any]:
        """What the server shows this reader of a table."""
        answer: dict[str, Any] = self.api("GET", f"/api/tables/{table}/screen")
        return answer

    def move(self, table: str, move: str) -> dict[str, Any]:
        """Play a move by the API."""
        body = {"move": move, "decision": self.screen(table)["decision"]}
        answer: dict[str, Any] = self.api("POST", f"/api/tables/{table}/moves", body)
        return answer

    def sideways(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(
            self.page.evaluate(
                "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth"
            )
        )

    def close(self) -> None:
        self.context.close()
        assert not self.wrong, self.wrong


DRAWN = """() => {
  // Where the board is, and what it was drawn for: China's figures may be a row more or less.
  const { left, top, width, height } = document.getElementById("board").getBoundingClientRect();
  const drawn = document.querySelector("#board .now > svg").viewBox.baseVal.width;
  return [left, top, width, height, drawn].join(" ");
}"""

STEADY = """async (selector) => {
  // A target of several parts (the leaders of a war) may have nothing in its middle.
  const spot = (element) => {
    const spots = [element, ...element.querySelectorAll("*")].map((part) => {
      const box = part.getBoundingClientRect();
      return {x: box.x + box.width / 2, y: box.y + box.height / 2};
    });
    return spots.find(({x, y}) => element.contains(document.elementFromPoint(x, y))) ?? spots[0];
  };
  let last = "", steady = 0, there = null;
  for (let i = 0; i < 50; i += 1) {
    const element = document.querySelector(selector);
    element?.scrollIntoView({block: "nearest"});
    const box = element?.getBoundingClientRect();
    const now = box ? [box.x, box.y, box.width, box.height].join() : "";
    if (box?.width) there = element;
    steady = now && now === last ? steady + 1 : 0;
    last = now;
    if (steady >= 8) break;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return there && spot(there);
}"""


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of an element, or of a part of it where that is empty, once it has stopped moving.

    A page draws anew while it settles.
    """
    page.wait_for_selector(selector)
    found = page.evaluate(STEADY, selector)
    assert found is not None, selector
    return found["x"], found["y"]


def press_twice(page: Page, spot: tuple[float, float], touch: bool = False) -> None:
    """A double press, a tenth of a second apart however slow the machine is."""
    session, begun = page.context.new_cdp_session(page), time.time()
    at = {"x": spot[0], "y": spot[1]}
    for press in (1, 2):
        down: dict[str, Any] = {"timestamp": begun + 0.1 * press}
        up: dict[str, Any] = {"timestamp": begun + 0.1 * press + 0.02}
        if touch:
            down |= {"type": "touchStart", "touchPoints": [at]}
            up |= {"type": "touchEnd", "touchPoints": []}
        else:
            left = {**at, "button": "left", "clickCount": press}
            down |= {"type": "mousePressed", **left}
            up |= {"type": "mouseReleased", **left}
        for event in (down, up):
            session.send(f"Input.dispatch{'Touch' if touch else 'Mouse'}Event", event)
