"""What is wrong with a request that does not fit its description, as one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triarchy.server.refusals import Refused

WRONG = {
    "missing": "'{place}' is missing.",
    "extra_forbidden": "'{place}' is not known here.",
    "string_too_long": "'{place}' is too long: at most {max_length} characters.",
    "string_too_short": "'{place}' is too short: at least {min_length} characters.",
    "too_long": "'{place}' has too many entries: at most {max_length}.",
    "too_short": "'{place}' has too few entries: at least {min_length}.",
    "greater_than_equal": "'{place}' is too small: at least {ge}.",
    "less_than_equal": "'{place}' is too large: at most {le}.",
    "less_than": "'{place}' is too large: it must be less than {lt}.",
    "literal_error": "'{place}' must be one of these: {expected}.",
    "int_parsing": "'{place}' must be a whole number.",
    "int_type": "'{place}' must be a whole number.",
    "int_from_float": "'{place}' must be a whole number.",
    "string_type": "'{place}' must be text.",
    "bool_type": "'{place}' must be true or false.",
    "bool_parsing": "'{place}' must be true or false.",
    "list_type": "'{place}' must be a list.",
    "dict_type": "'{place}' must be an object.",
}
"""By the kind of mistake, as Pydantic names it; its values are those of Pydantic."""
OTHER = "'{place}' is wrong."
WHOLE = "The request is wrong."


def invalid(mistake: Mapping[str, Any]) -> Refused:
    """The refusal for the first mistake that was found."""
    place = ".".join(str(part) for part in mistake["loc"] if part not in ("body", "query", "path"))
    if not place:
        return Refused(422, WHOLE)
    values: dict[str, Any] = {
        name: _shown(value) for name, value in (mistake.get("ctx") or {}).items()
    }
    return Refused(422, WRONG.get(mistake["type"], OTHER), **values, place=place)


def _shown(value: object) -> object:
    """Choices without a language's "or" between them."""
    return value.replace(" or ", ", ") if isinstance(value, str) else value
