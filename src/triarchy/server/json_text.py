"""Documents as JSON: by pydantic's writer, which is quick, or Python's own where that is not installed."""

from __future__ import annotations

import json
from typing import Any


def _write(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


try:
    from pydantic_core import from_json, to_json
except ImportError:
    from_json, to_json = json.loads, _write  # type: ignore[assignment]

__all__ = ["from_json", "to_json"]
