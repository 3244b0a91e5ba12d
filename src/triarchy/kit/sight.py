"""`Sight` and `Reader`: what is read of a position, and who reads it.

Words, pictures, panels, score help, terminal, hints and why-not are made from a `Sight` for a
`Reader`. Each game has its own subclass in its `sight.py`, with typed, read-only answers to what
people want to know of a position. It asks the compiled rules (`legal`, `apply` on a copy, small
compiled queries) and never tells a rule a second time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from triarchy.engine.arrays import np
from triarchy.engine.dispatch import rules_of

if TYPE_CHECKING:
    from triarchy.kit.definition import Board, State


class Reader(NamedTuple):
    """Who reads: a seat (None: an onlooker), what the seats are called, and the language."""

    seat: int | None
    names: tuple[str, ...]
    language: str = "en"
    open: bool = False
    """Whether the game is over and nothing is covered any more, in an earlier position either."""


def copied(state: State) -> State:
    """A copy of a state; NumPy's own goes through it field by field."""
    copy: State = np.ndarray((1,), state.dtype, bytearray(state.tobytes()))[0]
    return copy


class Fields:
    """The fields of a struct, each taken out of it once: NumPy's attributes are slow."""

    def __init__(self, struct: State) -> None:
        self._struct = struct

    def __getattr__(self, name: str) -> Any:
        value = self._struct[name]
        setattr(self, name, value)
        return value


class _Public:
    """`cached_property` as it is for sights: asked of `common`, and without its lock, which costs more
    than finding a thing twice now and then."""

    def __init__(self, find: Callable[[Any], Any]) -> None:
        self.find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self.name = name

    def __get__(self, sight: Any, owner: type[Any] | None = None) -> Any:
        if sight is None:
            return self
        common = sight.common
        value = self.find(sight) if common is None else getattr(common, self.name)
        sight.__dict__[self.name] = value
        return value


public = cached_property if TYPE_CHECKING else _Public
"""A `cached_property` of a sight that everybody sees alike: found once for all who look, in what an
onlooker sees (`Sight.common`), so that it cannot give a secret away."""


class Sight:
    """A view (or a state, where nothing is hidden) as people see it; nothing in it changes."""

    legal_limit: ClassVar[int]
    """At most so many actions are legal at once."""
    common: Self | None = None
    """What an onlooker sees of the same position, if somebody has looked: see `public`."""

    def __init__(self, board: Board, view: State) -> None:
        self.board = board
        self.view = view
        self.fields = Fields(view)
        self.players = int(view["players"])
        self.phase = int(view["phase"])
        self.turn = int(view["turn"])
        self.to_move = int(view["to_move"])
        """The seat whose decision it is; -1 when the game is over."""

    @property
    def over(self) -> bool:
        return self.to_move < 0

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions, ascending, as far as the view shows what the seat to move has."""
        out = np.zeros(self.legal_limit, np.int16)
        count = rules_of(self.view.dtype).legal(self.board.struct, self.view, out)
        return [int(action) for action in out[:count]]

    def after(self, action: int) -> Self:
        """What would be seen after an action, as the rules play it on a copy of the view."""
        later = copied(self.view)
        rules_of(later.dtype).apply(self.board.struct, later, action)
        return type(self)(self.board, later)
