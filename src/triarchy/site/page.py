"""What runs in a page's workers: messages in, messages out, and the games' rules as the browser's own WebAssembly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_house: Any = None
_adviser: Any = None
_networks = ""
"""Where the networks of champions lie."""
MOST_PARTS = 256
"""Parts of a memory that are kept at hand."""


class PageInstance:
    """A running `rules.wasm` in the browser, as `engine/portable/hosts.py` wants it."""

    def __init__(self, module: Any) -> None:
        from js import Object, Uint8Array, WebAssembly  # type: ignore[import-not-found]

        self._bytes = Uint8Array
        self._exports = WebAssembly.Instance.new(module, Object.new()).exports
        self._memory = self._exports.memory
        self._entries: dict[str, Any] = {}
        self.heap = int(getattr(self._exports, "__heap_base").value)
        self._look()

    def _look(self) -> None:
        """See the memory as it is now; whatever was seen of it before it grew is empty."""
        self._view = self._bytes.new(self._memory.buffer)
        self._parts: dict[tuple[int, int], Any] = {}

    def _part(self, place: int, size: int) -> Any:
        """A part of the memory; most are asked for again and again, and to make one costs more than to read it."""
        part = self._parts.get((place, size))
        if part is None:
            if len(self._parts) == MOST_PARTS:
                self._parts.clear()
            part = self._parts[place, size] = self._view.subarray(place, place + size)
        return part

    def read(self, place: int, size: int) -> bytes:
        found: bytes = self._part(place, size).to_bytes()
        return found

    def write(self, place: int, data: Any) -> None:
        self._part(place, len(data)).assign(data)

    def reach(self, end: int) -> None:
        missing = end - self._view.length
        if missing > 0:
            self._memory.grow(-(-missing // 65536))
            self._look()

    def call(self, entry: str, slots: int, free: int) -> int:
        function = self._entries.get(entry)
        if function is None:
            function = self._entries[entry] = getattr(self._exports, entry)
        result = int(function(slots, free))
        if self._view.length == 0:  # it took more memory itself
            self._look()
        return result


class PageHost:
    """The browser's WebAssembly."""

    checks = False

    def module(self, path: Path, data: bytes) -> Any:
        from js import WebAssembly
        from pyodide.ffi import JsException, to_js  # type: ignore[import-not-found]

        try:
            module = WebAssembly.Module.new(to_js(data))
        except JsException:
            raise RuntimeError(f"rules.wasm of {path.parent.name} cannot be read") from None
        return lambda: PageInstance(module)


def begin(role: str, networks: str) -> str:
    """Get ready to be the house, which answers pages, the thinker or the adviser; the file that is damaged, or ""."""
    global _networks, _adviser
    from js import WebAssembly
    from pyodide.ffi import to_js

    from triarchy.engine.portable import hosts
    from triarchy.engine.portable.files import NAME

    hosts.use(PageHost())
    _networks = networks
    for path in sorted(Path("/site").rglob(NAME)):
        if not WebAssembly.validate(to_js(path.read_bytes())):
            return f"{NAME} ({path.parent.name})"
    if role == "thinker":
        import triarchy.site.thinker
    elif role == "adviser":
        from triarchy.site.adviser import Adviser

        _adviser = Adviser()
    else:
        import triarchy.site.calls  # noqa: F401
    return ""


def fetch_networks(game: str) -> None:
    """Get the networks of a game, which only its champion needs."""
    from js import XMLHttpRequest

    from triarchy.kit.definition import DEFINITIONS

    def fetched(name: str) -> bytes:
        request = XMLHttpRequest.new()
        request.open("GET", _networks + name, False)
        request.responseType = "arraybuffer"
        request.send()
        if request.status != 200:
            raise OSError(name)
        found: bytes = request.response.to_bytes()
        return found

    folder = DEFINITIONS[game].networks
    if folder.is_dir():
        return
    files = {
        name: fetched(f"{game}/{name}") for name in json.loads(fetched("index.json")).get(game, ())
    }
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def hear(text: str) -> str:
    """A message for the house; what is to be done now."""
    global _house
    from triarchy.site.calls import Asking, House

    message = json.loads(text)
    what = message["do"]
    if what == "open":
        _house = House(message["kept"])
    elif what == "ask":
        keys = ("id", "method", "path", "query", "body", "language")
        _house.ask(Asking(*map(message.__getitem__, keys)))
    elif what == "listen":
        _house.listen(message["stream"], message["table"], message["query"], message["language"])
    elif what == "leave":
        _house.leave(message["stream"])
    elif what == "thought":
        _house.thought(message["ticket"], message["answer"])
    elif what == "restore":
        _house.restore(message["key"], message["text"])
    return json.dumps(_house.take())


def advise(question: str) -> str | None:
    """The adviser's answer, both JSON; None if it has failed."""
    import traceback

    try:
        answer: str = _adviser.answer(question)
    except Exception as error:
        traceback.print_exception(error)
        return None
    return answer


def think(question: str) -> str | None:
    """A bot's answer; None if it has failed."""
    import traceback

    from triarchy.site.thinker import think as answer

    try:
        return answer(question, fetch_networks)
    except Exception as error:
        traceback.print_exception(error)
        return None
