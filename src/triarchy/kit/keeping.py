"""What was made lately, kept by all that it was made from."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")


class Keeping(Generic[T]):
    """So many values by key; the oldest make room. Nothing that is kept may be changed."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of this key, made if it is not known."""
        value = self._kept.get(key)
        if value is None:
            value = self._kept[key] = make()
            with suppress(KeyError):  # another thread may have been quicker
                while len(self._kept) > self.most:
                    self._kept.popitem(last=False)
        return value
