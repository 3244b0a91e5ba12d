"""States, observations and actions as objects with named fields, as OpenSpiel 2 has them for its own games.

OpenSpiel makes its structs in C++ alone, so these are not of its classes; they have the same methods. Their fields are those of
the notation: a position document, or a move as text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from triarchy.engine.errors import BadRequest


class Struct:
    """An object with named fields, made of a dictionary or of JSON."""

    def __init__(self, told: str | Mapping[str, Any]):
        try:
            fields = json.loads(told) if isinstance(told, str) else dict(told)
        except ValueError:
            raise BadRequest(f"{type(self).__name__} is made of JSON, not of {told!r}.") from None
        if not isinstance(fields, dict):
            raise BadRequest(f"{type(self).__name__} is an object, not {told!r}.")
        self._fields: dict[str, Any] = fields

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_fields"][name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}.") from None

    def to_dict(self) -> dict[str, Any]:
        copy: dict[str, Any] = json.loads(self.to_json())
        return copy

    def to_json(self) -> str:
        return json.dumps(self._fields)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.to_dict() == self.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.to_json()})"


class StateStruct(Struct):
    """A whole position, as the notation's document: `game.new_initial_state(struct)` goes on from it."""


class ObservationStruct(Struct):
    """What a player sees: the same document with `?` where something is hidden."""


class ActionStruct(Struct):
    """One action: `move`, as the notation writes it; at a chance node `deal`, `shuffle` or `draw` and a number."""
