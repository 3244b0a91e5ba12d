"""A house as a page has it, without a browser: its questions are thought about at once, its documents kept in a dictionary."""

from __future__ import annotations

import json
from typing import Any

from triarchy.site.calls import Asking, House
from triarchy.site.thinker import think


class Page:
    """A page that asks, with what is stored of its games."""

    def __init__(self, stored: dict[str, str] | None = None, *, thinks: bool = True) -> None:
        self.stored = {} if stored is None else stored
        self.house = House(dict(self.stored))
        self.thinks = thinks
        self.questions: list[dict[str, Any]] = []
        self.news: list[dict[str, Any]] = []
        self._number = 0

    def _carry_out(self) -> list[dict[str, Any]]:
        answers = []
        for each in self.house.take():
            if each["do"] == "store":
                if each["text"] is None:
                    self.stored.pop(each["key"], None)
                else:
                    self.stored[each["key"]] = each["text"]
            elif each["do"] == "think":
                if self.thinks:
                    self.house.thought(each["ticket"], think(each["question"]))
                    answers += self._carry_out()
                else:
                    self.questions.append(each)
            elif each["do"] == "news":
                self.news.append(each)
            elif each["do"] == "broken":
                raise AssertionError(each["error"])
            else:
                answers.append(each)
        return answers

    def ask(
        self, method: str, path: str, body: Any = None, reader: str = "en", **query: Any
    ) -> tuple[int, Any]:
        """The status and what the answer holds."""
        self._number += 1
        texts = {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in query.items()
        }
        self.house.ask(Asking(self._number, method, path, texts, body, reader))
        (answer,) = [each for each in self._carry_out() if each.get("id") == self._number]
        text = answer["body"]
        return answer["status"], json.loads(text) if "json" in answer["kind"] else text

    def get(self, path: str, **query: Any) -> Any:
        status, found = self.ask("GET", path, **query)
        assert status == 200, found
        return found

    def post(self, path: str, body: Any = None, **query: Any) -> Any:
        status, found = self.ask("POST", path, body or {}, **query)
        assert status == 200, found
        return found

    def table(self, game: str = "meridian", people: int = 1, bots: int = 1, **more: Any) -> str:
        seats = [{"kind": "me"}] * people + [{"kind": "bot", "strength": "easy"}] * bots
        return str(
            self.post(
                "/api/tables", {"game": game, "seats": seats, "hot_seat": people > 1, **more}
            )["id"]
        )

    def screen(self, table: str, **query: Any) -> dict[str, Any]:
        return dict(self.get(f"/api/tables/{table}/screen", **query))

    def play(self, table: str, choice: int = 0) -> dict[str, Any]:
        """Play one of the moves on the screen."""
        screen = self.screen(table)
        move = screen["moves"][choice % len(screen["moves"])]["move"]
        self.post(f"/api/tables/{table}/moves", {"move": move, "decision": screen["decision"]})
        return screen

    def finish(self, table: str) -> dict[str, Any]:
        """Play on to the end; the last screen."""
        choice = 0
        while (screen := self.screen(table))["result"] is None:
            self.play(table, choice)
            choice += 5
        return screen
