"""How a reader wants things shown, and texts that are made once for all who want the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar, cast

from triarchy.kit.svg import Drawing
from triarchy.server.locks import held
from triarchy.server.screens.pictures import Shown

T = TypeVar("T", bound="str | bytes | Shown")
Kind = tuple[Hashable, ...]
"""Readers of one kind are shown the same; first the table's id."""
WIDTHS = (360, 375, 390, 412, 480, 640, 720, 800, 1000, 1280, 1600)
MOST_CACHED, MOST_SHOWN = 64 * 1024 * 1024, 160 * 1024 * 1024
"""Bytes of drawings and texts that are kept, and of screens, with drawings that they share."""
ENTRY_COST = 1000
"""About how many bytes the key of a text takes, with its place."""
NODE_COST = 700
"""About how many bytes a node of a scene takes."""
KEPT_SCREENS = 3
"""Screens of each kind of reader that are kept: what comes next is told by what changed."""
SCREEN_COST, MOVE_COST, LINE_COST, NAME_COST = 12_000, 700, 8, 200
"""About how many bytes a screen takes beside its drawings, for each of its moves, for each line of its log, which
all screens share, and for each name of a place."""


class Look(NamedTuple):
    """How a reader wants things shown."""

    language: str = "en"
    width: int = 1000
    dark: bool = False
    hand: int = 1000
    words: bool = False
    """Whether the board is told in words too."""
    keep: bool = False
    """Whether choices of the reader's are kept back until something comes of them (`Definition.keeps_choices`)."""

    @staticmethod
    def of(
        language: str,
        width: int,
        dark: bool,
        hand: int | None = None,
        words: bool = False,
        keep: bool = False,
    ) -> Look:
        """The widths rounded up to one of a few, so that readers share drawings."""
        wide = _fitting(width if hand is None else hand)
        return Look(language, _fitting(width), dark, wide, words, keep)

    def of_scenes(self) -> Look:
        """The same without what only markup depends on."""
        return Look(language=self.language, words=self.words, keep=self.keep)


def _fitting(width: int) -> int:
    return next((each for each in WIDTHS if each >= width), WIDTHS[-1])


class Cache:
    """Texts (or packed ones) and scenes by key, made once even when many ask at the same time; the oldest make room."""

    def __init__(self, most: int = MOST_CACHED) -> None:
        self.most = most
        self.size = 0
        self._lock = threading.Lock()
        self._texts: OrderedDict[Hashable, bytes | Shown] = OrderedDict()
        self._making: dict[Hashable, threading.Lock] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        with self._lock:
            if key in self._texts:
                self._texts.move_to_end(key)
                return cast(T, self._texts[key])
            making = self._making.setdefault(key, threading.Lock())
        with held(making):
            with self._lock:
                if key in self._texts:
                    return cast(T, self._texts[key])
            try:
                text = make()
                self._keep(key, text)
            finally:
                with self._lock:
                    self._making.pop(key, None)
            return text

    def clear(self) -> None:
        with self._lock:
            self._texts.clear()
            self.size = 0

    def _keep(self, key: Hashable, text: bytes | Shown) -> None:
        with self._lock:
            old = self._texts.pop(key, None)
            self.size += text_cost(text) - (0 if old is None else text_cost(old))
            self._texts[key] = text
            while self.size > self.most:
                _, old = self._texts.popitem(last=False)
                self.size -= text_cost(old)


class ShownScreens:
    """The last screens of each kind of reader of each table, by the event they belong to."""

    def __init__(self, most: int = MOST_SHOWN) -> None:
        self.most = most
        self.size = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Kind, OrderedDict[str, dict[str, Any]]] = OrderedDict()

    def get(self, key: Kind, event: str | None) -> dict[str, Any] | None:
        """What such a reader was shown when this was the table's event."""
        with self._lock:
            screens = self._kept.get(key)
            return screens.get(event) if screens is not None and event is not None else None

    def keep(self, key: Kind, screen: dict[str, Any]) -> None:
        with self._lock:
            screens = self._kept.setdefault(key, OrderedDict())
            self._kept.move_to_end(key)
            old = screens.get(screen["event"])
            self.size += _cost(screen) - (0 if old is None else _cost(old))
            screens[screen["event"]] = screen
            while len(screens) > KEPT_SCREENS:
                self.size -= _cost(screens.popitem(last=False)[1])
            while self.size > self.most and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self.size -= sum(map(_cost, oldest.values()))

    def forget(self, table_id: str) -> None:
        """Keep no screens of a table."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == table_id]:
                self.size -= sum(map(_cost, self._kept.pop(key).values()))

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.size = 0


def text_cost(text: bytes | Shown) -> int:
    """About how many bytes of memory a text or a scene takes, and the pieces of a drawing; the same at any time."""
    if isinstance(text, dict):
        return ENTRY_COST + NODE_COST * len(text["nodes"])
    # Two bytes a character if there is one that is not ASCII, and one once it was sent.
    wide = 3 if isinstance(text, str) and not text.isascii() else 1
    return ENTRY_COST + len(text) * (wide + isinstance(text, Drawing))


def _cost(screen: dict[str, Any]) -> int:
    drawings = text_cost(screen["board"]) + text_cost(screen["hand"])
    moves, names = len(screen["moves"]) + len(screen["again"]), len(screen["names"])
    lists = MOVE_COST * moves + NAME_COST * names + LINE_COST * len(screen["log"])
    return SCREEN_COST + drawings + lists
