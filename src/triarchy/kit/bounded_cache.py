"""What was made lately, kept by all that it was made from.

A pure function of a few plain values is kept by `functools.lru_cache`; what is drawn from a whole sight by `BoundedCache`,
whose key names all of it that shows (`tests/table/test_kept_drawings.py` draws everything anew and compares); layers of
a drawing by `svg.Layers`. What readers of a server are sent is kept by `server/screens/text_cache.py`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")


class BoundedCache(Generic[T]):
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
