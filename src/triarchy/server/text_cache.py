"""How a reader wants things shown, and texts that are made once for all who want the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

T = TypeVar("T", str, bytes)
WIDTHS = (360, 375, 390, 412, 480, 640, 720, 800, 1000, 1280, 1600)
MOST_CACHED = 64 * 1024 * 1024
"""Characters of drawings and screens that are kept."""
KEPT_SCREENS = 3
"""Screens of each kind of reader that are kept: what comes next is told by what changed."""
SCREEN_COST = 6000
"""About how many bytes a screen takes beside its drawings."""


class Look(NamedTuple):
    """How a reader wants things shown."""

    language: str = "en"
    width: int = 1000
    dark: bool = False
    hand: int = 1000

    @staticmethod
    def of(language: str, width: int, dark: bool, hand: int | None = None) -> Look:
        """The widths rounded up to one of a few, so that readers share drawings."""
        return Look(language, _fitting(width), dark, _fitting(width if hand is None else hand))


def _fitting(width: int) -> int:
    return next((each for each in WIDTHS if each >= width), WIDTHS[-1])


class Cache:
    """Texts (or packed ones) by key, made once even when many ask at the same time; the oldest make room."""

    def __init__(self, most: int = MOST_CACHED) -> None:
        self.most = most
        self.size = 0
        self._lock = threading.Lock()
        self._texts: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
        self._making: dict[tuple[Any, ...], threading.Lock] = {}

    def get(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        with self._lock:
            if key in self._texts:
                self._texts.move_to_end(key)
                return cast(T, self._texts[key])
            making = self._making.setdefault(key, threading.Lock())
        with making:
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

    def _keep(self, key: tuple[Any, ...], text: str | bytes) -> None:
        with self._lock:
            self.size += len(text) - len(self._texts.pop(key, ""))
            self._texts[key] = text
            while self.size > self.most:
                _, old = self._texts.popitem(last=False)
                self.size -= len(old)


class ShownScreens:
    """The last screens of each kind of reader of each table, by the event they belong to."""

    def __init__(self, most: int = MOST_CACHED) -> None:
        self.most = most
        self.size = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[Any, ...], OrderedDict[str, dict[str, Any]]] = OrderedDict()

    def get(self, key: tuple[Any, ...], event: str | None) -> dict[str, Any] | None:
        """What such a reader was shown when this was the table's event."""
        with self._lock:
            screens = self._kept.get(key)
            return screens.get(event) if screens is not None and event is not None else None

    def keep(self, key: tuple[Any, ...], screen: dict[str, Any]) -> None:
        with self._lock:
            screens = self._kept.setdefault(key, OrderedDict())
            self._kept.move_to_end(key)
            if screen["event"] not in screens:
                self.size += _cost(screen)
            screens[screen["event"]] = screen
            while len(screens) > KEPT_SCREENS:
                self.size -= _cost(screens.popitem(last=False)[1])
            while self.size > self.most and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self.size -= sum(map(_cost, oldest.values()))

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.size = 0


def _cost(screen: dict[str, Any]) -> int:
    return SCREEN_COST + len(screen["board"]) + len(screen["hand"])
