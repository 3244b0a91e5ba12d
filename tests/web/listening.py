"""An ear on the page: what a screen reader would say of it, and keys. Nothing here looks at the picture.

Names, roles and descriptions come from Chromium's accessibility tree; what is announced comes from the live
regions, in order. `Listener.told` keeps all of it with the keys that were pressed, as a transcript. Whose turn
it is, what can be done and when the game is over is known from that alone.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import CDPSession, Page

LIVE = """
window.heard = [];
window.news = 0;
const say = (node, region) => {
  const words = node.textContent.trim();
  if (words) window.heard.push(words);
  if (words && region.getAttribute("role") === "log") window.news += 1;
};
new MutationObserver((changes) => {
  for (const change of changes) {
    const region = change.target.closest?.("[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]");
    if (!region || region.hidden) continue;
    if (region.getAttribute("aria-atomic") === "true") {
      if (change.addedNodes.length) say(region, region);
    } else for (const node of change.addedNodes) say(node, region);
  }
}).observe(document, { childList: true, subtree: true });
"""
ROUND = 300
"""So many arrow keys lead past every target of any board."""
PATIENCE = 12
"""So many names are heard before one is taken."""
DISLIKED = ("Pass", "Play a catastrophe", "Swap", "Exchange", "Cancel")
"""What names of moves begin with that are taken only for want of others."""
ARROWS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]
OVER = ("You have won!", "has won.", "A shared victory")
FOR_GOOD = "This ends your turn and can't be undone."


@dataclass
class Heard:
    """The thing that has the focus, as it is spoken."""

    role: str
    name: str
    description: str

    def __str__(self) -> str:
        return f"{self.name}, {self.role}" if self.name else self.role


@dataclass
class Listener:
    """Somebody who plays by keys and hearing alone."""

    page: Page
    told: list[str] = field(default_factory=list)
    previews: bool = False
    """Whether to wait for what a move would do before it is played."""
    patience: int = PATIENCE

    def __post_init__(self) -> None:
        self.session: CDPSession = self.page.context.new_cdp_session(self.page)
        self.page.add_init_script(LIVE)

    # Hearing

    def announced(self) -> list[str]:
        """What the live regions have said since the last question."""
        said: list[str] = self.page.evaluate("window.heard.splice(0)")
        self.told += [f"    {words}" for words in said]
        return said

    def focus(self) -> Heard:
        """What has the focus, by the accessibility tree."""
        found = self.session.send("Runtime.evaluate", {"expression": "document.activeElement"})
        node = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        answer = self.session.send("Accessibility.getPartialAXTree", node)
        return _heard(answer["nodes"][0])

    def tree(self) -> list[Heard]:
        """Everything a screen reader can come to, in order."""
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return [_heard(node) for node in nodes if not node.get("ignored")]

    # Keys

    def press(self, key: str) -> None:
        self.told.append(f"[{key}]")
        self.page.keyboard.press(key)

    def type(self, words: str) -> None:
        self.told.append(f"[types: {words}]")
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")

    def listen(self) -> Heard:
        """What is announced and focused now."""
        self.announced()
        heard = self.focus()
        self.told.append(f"  {heard}")
        return heard

    def choices(self, most: int = ROUND) -> list[str]:
        """The names of what the arrow keys lead to, until one comes again."""
        names: list[str] = []
        for _ in range(most):
            self.page.keyboard.press("ArrowRight")
            name = self.focus().name
            if name in names:
                break
            names.append(name)
        return names

    # Playing

    def news(self) -> str:
        """What is announced next of the game, with all that was announced around it."""
        self.page.wait_for_function("() => window.news > 0", timeout=60_000)
        self.page.evaluate("window.news = 0")
        return " ".join(self.announced())

    def asked(self) -> str:
        """Listen until something is to be decided, or the game is over; the news that said so.

        What is to be decided has the focus; whoever has pressed no key yet goes to it by an arrow.
        """
        while True:
            news = self.news()
            if _over(news) or self.focus().role == "button":
                return news
            if "Your turn" in news:
                assert not any(line.startswith("[") for line in self.told), "the focus is lost"
                self.press("ArrowRight")
                return news

    def decide(self, rng: random.Random, news: str) -> str:
        """Go from name to name until one is liked, and press Enter on it; the name.

        What is asked once more because it is for good, and steps of the count, are agreed to.
        """
        heard = self.listen()
        if FOR_GOOD not in news and heard.name != "Next":
            for _ in range(self.patience):
                if not heard.name.startswith(DISLIKED) and rng.random() < 0.4:
                    break
                self.press(rng.choice(ARROWS))
                heard = self.listen()
            if self.previews and not heard.name.startswith("Show"):
                self.describe()
        if heard.role != "button":  # drawn anew at this moment: a person hears it and asks again
            self.page.wait_for_function(
                "() => document.activeElement.matches('[role=button], button')"
            )
            heard = self.listen()
        assert heard.role == "button", heard
        assert heard.name, "every target has a name"
        enabled = "() => document.activeElement.getAttribute('aria-disabled') !== 'true'"
        self.page.wait_for_function(enabled)
        self.press("Enter")
        return heard.name

    def describe(self) -> None:
        """Wait for the description of what has the focus: what it would do."""
        self.page.wait_for_function("() => document.activeElement.hasAttribute('aria-describedby')")
        self.announced()


def _heard(node: dict[str, Any]) -> Heard:
    def text(name: str) -> str:
        return str(node.get(name, {}).get("value", ""))

    return Heard(text("role"), text("name"), text("description"))


def play_by_ear(listener: Listener, decisions: int, seed: int = 3) -> bool:
    """Make so many decisions by keys and names alone; True if the game is over."""
    rng = random.Random(seed)
    news = listener.asked()
    for _ in range(decisions):
        if _over(news):
            return True
        listener.decide(rng, news)
        news = listener.asked()
    return _over(news)


def _over(news: str) -> bool:
    return any(words in news for words in OVER)
