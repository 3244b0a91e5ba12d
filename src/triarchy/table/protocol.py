"""`triarchy protocol`: JSON lines in, JSON lines out, so that any language can drive the engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import BinaryIO

from triarchy.engine.errors import BadRequest, TriarchyError
from triarchy.kit.definition import DEFINITIONS, Document
from triarchy.kit.documents import shown
from triarchy.table.game import random_seed, read_game, read_position, read_seed
from triarchy.table.record import read_record
from triarchy.table.table import Table

ChooseMove = Callable[[Table, str, int | None, int], str]
"""From a table, a bot's name, milliseconds or None, and a seed to the bot's move."""

COMMANDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "games": ((), ()),
    "new": (("game", "players"), ("board", "options", "seed")),
    "position": (("position",), ()),
    "play": (("move",), ()),
    "view": (("seat",), ()),
    "undo": ((), ()),
    "bot": (("bot",), ("ms", "seed")),
    "record": ((), ()),
    "load": (("record",), ()),
}
"""For each command the keys it needs and those it may have."""
MOST_MILLISECONDS = 600_000


class Protocol:
    """One conversation: it remembers the table that the requests are about."""

    def __init__(self, choose_move: ChooseMove, prepare: Callable[[str], None] | None = None):
        self.table: Table | None = None
        self.choose_move = choose_move
        self.prepare = prepare or (lambda name: None)

    def answer_line(self, line: bytes) -> bytes:
        """The answer to one line of input, as one line; whatever is wrong, an error."""
        try:
            reply = self.answer(parse(line))
        except TriarchyError as error:
            reply = {"error": str(error)}
        except RecursionError:
            reply = {"error": "The request is nested too deeply."}
        return json.dumps(reply, ensure_ascii=False).encode("utf-8", "replace") + b"\n"

    def answer(self, request: object) -> Document:
        """The answer to one request."""
        if not isinstance(request, dict):
            raise BadRequest(f"A request is a JSON object, not {shown(request)}.")
        command = request.get("cmd")
        if not isinstance(command, str) or command not in COMMANDS:
            raise BadRequest(f"'cmd' must be one of {', '.join(COMMANDS)}, not {shown(command)}.")
        needed, possible = COMMANDS[command]
        for key in request:
            if key != "cmd" and key not in (*needed, *possible):
                raise BadRequest(f"{command!r} does not take the key {shown(key)}.")
        for key in needed:
            if key not in request:
                raise BadRequest(f"{command!r} needs the key {shown(key)}.")
        reply: Document = getattr(self, f"_{command}")(request)
        return reply

    def _current(self) -> Table:
        if self.table is None:
            raise BadRequest("There is no game yet: ask for 'new' or 'position' first.")
        return self.table

    def _shown(self) -> Document:
        table = self._current()
        return {"position": table.position(), "legal": table.legal}

    def _games(self, request: Document) -> Document:
        return {"games": [describe(name) for name in DEFINITIONS.names()]}

    def _new(self, request: Document) -> Document:
        for key in ("board", "options"):
            if key in request and request[key] is None:
                raise BadRequest(f"'{key}' must not be null; leave it out for the default.")
        if request["players"] is None:
            raise BadRequest("'players' must be a number, not null.")
        board = request.get("board")
        if board is not None and not isinstance(board, str):
            raise BadRequest(f"'board' must be a board's id, not {shown(board)}.")
        seed = read_seed(request["seed"]) if "seed" in request else random_seed()
        played = read_game(request["game"], request["players"], board, request.get("options"))
        self.prepare(played.name)
        self.table = played.start(seed)
        return self._shown()

    def _position(self, request: Document) -> Document:
        self._prepare_for(request["position"])
        played, state = read_position(request["position"])
        self.table = Table(played, start=state)
        return self._shown()

    def _play(self, request: Document) -> Document:
        table = self._current()
        table.play_action(table.action(request["move"]))
        return self._shown()

    def _view(self, request: Document) -> Document:
        table = self._current()
        return {"view": table.view(table.seat(request["seat"]))}

    def _undo(self, request: Document) -> Document:
        self._current().undo()
        return self._shown()

    def _bot(self, request: Document) -> Document:
        table = self._current()
        name = request["bot"]
        if not isinstance(name, str):
            raise BadRequest(f"'bot' must be a bot's name, not {shown(name)}.")
        ms = milliseconds(request["ms"]) if "ms" in request else None
        seed = read_seed(request.get("seed", 0))
        if table.over:
            raise BadRequest("The game is over; no bot has a move to make.")
        return {"move": self.choose_move(table, name, ms, seed)}

    def _record(self, request: Document) -> Document:
        return {"record": self._current().record()}

    def _load(self, request: Document) -> Document:
        self._prepare_for(request["record"])
        self.table = read_record(request["record"])
        return self._shown()

    def _prepare_for(self, document: object) -> None:
        if isinstance(document, dict) and document.get("game") in DEFINITIONS.names():
            self.prepare(document["game"])


def milliseconds(value: object) -> int:
    """The time that a bot is given."""
    if type(value) is not int or not 1 <= value <= MOST_MILLISECONDS:
        raise BadRequest(f"'ms' must be from 1 to {MOST_MILLISECONDS}, not {shown(value)}.")
    return value


def describe(name: str) -> Document:
    """What `games` says of one game."""
    definition = DEFINITIONS[name]
    return {
        "game": name,
        "players": list(definition.players),
        "boards": [
            {"id": board.id, "players": list(board.players)} for board in definition.boards.values()
        ],
        "options": {option: list(values) for option, values in definition.options.items()},
    }


def parse(line: bytes) -> object:
    """One line as JSON, read strictly: UTF-8, no doubled keys, no NaN."""
    try:
        text = line.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        raise BadRequest("The request is not UTF-8.") from None
    if not text.strip():
        raise BadRequest("A blank line is no request.")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except RecursionError:
        raise BadRequest("The request is nested too deeply.") from None
    except TriarchyError:
        raise
    except ValueError as error:
        raise BadRequest(f"The request is not JSON: {error}.") from None


def _object(pairs: list[tuple[str, object]]) -> Document:
    document = dict(pairs)
    if len(document) < len(pairs):
        raise BadRequest("The request names a key twice.")
    return document


def _no_constant(name: str) -> object:
    raise BadRequest(f"{name} is not JSON.")


def serve(protocol: Protocol, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line until the input ends."""
    for line in source:
        sink.write(protocol.answer_line(line))
        sink.flush()
