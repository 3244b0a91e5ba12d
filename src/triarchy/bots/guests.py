"""Bots from outside: a class in a Python file, or a program in any language over JSON lines.

A guest that crashes, hangs or answers with an illegal move forfeits that decision to `greedy`;
the game goes on, and `forfeits` and `complaint` say what happened.

A program reads one request a line, `{"view": {...}, "legal": [...], "seat": 1}`, and answers each
with one line, `{"move": "card 7"}`. The view is the document of the notation.
"""

from __future__ import annotations

import importlib.util
import json
import os
import selectors
import shlex
import signal
import subprocess
import sys
import threading
import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from triarchy.bots.base import Bot, check_view
from triarchy.bots.greedy import Greedy
from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import State
from triarchy.kit.documents import shown
from triarchy.table.game import Game

SECONDS = 20.0
"""A guest has this long for a decision."""
LONGEST_ANSWER = 65536


class Forfeit(Exception):
    """A guest could not make a decision; the message says why."""


class Guest(Bot):
    """Any bot from outside: what it cannot decide, `greedy` decides."""

    seconds = SECONDS

    def __init__(self) -> None:
        self._stand_in = Greedy()

    @abstractmethod
    def ask(self, game: Game, view: State, seat: int, seed: int) -> Any:
        """The guest's own choice, a move or an action; anything may be wrong with it."""

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        check_view(game, view, seat)
        legal = game.legal_actions(view)
        try:
            action = self.ask(game, view.copy(), seat, seed)
            if isinstance(action, str):
                action = game.actions.get(action, action)
            if not hasattr(action, "__index__") or int(action) not in legal:
                raise Forfeit(f"{shown(action)} is not legal.")
            return int(action)
        except Forfeit as fault:
            self.forfeits += 1
            self.complaint = str(fault)
            return self._stand_in.choose(game, view, seat, seed)


class Loaded(Guest):
    """A bot from a Python file."""

    def __init__(self, name: str, own: Any):
        super().__init__()
        self.name = name
        self.own = own

    def ask(self, game: Game, view: State, seat: int, seed: int) -> Any:
        try:
            with time_limit(self.seconds):
                return self.own.choose(game, view, seat, seed)
        except TimeoutError:
            raise Forfeit(f"It took longer than {self.seconds:g} s.") from None
        except Exception as error:
            raise Forfeit(f"It failed with {type(error).__name__}: {error}") from None


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt what takes too long; only possible in the main thread of a process."""
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def load_bot(text: str) -> Bot:
    """The bot of a Python file, `path.py` or `path.py:ClassName`."""
    place, _, wanted = text.partition(".py:")
    path = Path(place if wanted else text)
    if wanted:
        path = Path(f"{place}.py")
    if not path.is_file():
        raise BadRequest(f"There is no file {str(path)!r} to load a bot from.")
    spec = importlib.util.spec_from_file_location(f"triarchy_guest_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadRequest(f"The file {str(path)!r} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadRequest(f"The file {str(path)!r} fails with {type(error).__name__}.") from error
    classes = [
        one
        for one in vars(module).values()
        if isinstance(one, type) and one.__module__ == module.__name__ and hasattr(one, "choose")
    ]
    if wanted:
        classes = [one for one in classes if one.__name__ == wanted]
    if len(classes) != 1:
        what = f"no bot {wanted!r}" if wanted else f"{len(classes) or 'no'} classes with 'choose'"
        raise BadRequest(f"The file {str(path)!r} has {what}; name one as PATH.py:ClassName.")
    try:
        return Loaded(f"file:{text}", classes[0]())
    except Exception as error:
        raise BadRequest(f"{classes[0].__name__} fails with {type(error).__name__}.") from error


class Program(Guest):
    """A bot that is a program of its own; started when first asked, again after a failure."""

    def __init__(self, command: str):
        super().__init__()
        self.name = f"program:{command}"
        try:
            self.words = shlex.split(command)
        except ValueError:
            raise BadRequest(f"The command {command!r} has an open quotation.") from None
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""

    def ask(self, game: Game, view: State, seat: int, seed: int) -> Any:
        request = {"view": game.document(view), "legal": game.legal_moves(view), "seat": seat}
        try:
            answer = self._talk(json.dumps(request, ensure_ascii=False).encode() + b"\n")
        except Forfeit:
            self.close()
            raise
        try:
            move = json.loads(answer)["move"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Forfeit(f"{shown(answer.decode('utf-8', 'replace'))} is no answer.") from None
        if not isinstance(move, str):
            raise Forfeit(f"{shown(move)} is no move.")
        return move

    def _talk(self, request: bytes) -> bytes:
        """Send a line and wait for the answer's line, not for ever."""
        process = self._started()
        assert process.stdin and process.stdout
        deadline = time.monotonic() + self.seconds
        self._rest = b""
        os.set_blocking(process.stdin.fileno(), False)
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdin, selectors.EVENT_WRITE)
            waiting.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                ready = waiting.select(max(0.0, deadline - time.monotonic()))
                if not ready:
                    raise Forfeit(f"It took longer than {self.seconds:g} s.")
                for key, _ in ready:
                    if key.fileobj is process.stdin:
                        request = self._send(process, request)
                        if not request:
                            waiting.unregister(process.stdin)
                    else:
                        self._receive(process)
        return self._rest.split(b"\n", 1)[0]

    def _send(self, process: subprocess.Popen[bytes], request: bytes) -> bytes:
        assert process.stdin
        try:
            return request[os.write(process.stdin.fileno(), request) :]
        except BlockingIOError:
            return request
        except OSError:
            raise Forfeit("It has stopped.") from None

    def _receive(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout
        piece = os.read(process.stdout.fileno(), 65536)
        if not piece:
            raise Forfeit("It has stopped.")
        self._rest += piece
        if len(self._rest) > LONGEST_ANSWER:
            raise Forfeit("Its answer is too long.")

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            try:
                self._process = subprocess.Popen(
                    self.words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            except OSError:
                raise Forfeit(f"{self.words[0]!r} cannot be started.") from None
        return self._process

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            if stream:
                stream.close()
        try:
            process.wait(0.2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
