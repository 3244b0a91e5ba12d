"""What a server writes into its log: lines for people, or one JSON document a line for machines."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

FORMS = ("text", "json")


class JsonLines(logging.Formatter):
    """Time, level, where it comes from, the sentence, and the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def set_up(form: str) -> None:
    """From now on the log is written to standard error in this form, from warnings on."""
    handler = logging.StreamHandler()
    lines = logging.Formatter("%(levelname)s: %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else lines)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    # What a server says of itself: where it is, that it stops.
    said.setLevel(logging.INFO)


said = logging.getLogger("triarchy.said")


def say(form: str, sentence: str) -> None:
    """Tell the host something that is no trouble: printed for people, logged for machines."""
    if form == "json":
        said.info(sentence)
    else:
        print(sentence, flush=True)
