"""A guest's program: its memory is limited, its answers are waited for not for ever, and it ends with
everything it has started."""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import selectors
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from pathlib import Path

MEGABYTES = int(os.environ.get("TRIARCHY_GUEST_MEGABYTES") or 4096)
"""Memory a guest may have."""
LONGEST_ANSWER = 65536
LONGEST_COMPLAINT = 300
GRACE_SECONDS = 0.2
"""So long a program may take to end by itself when nothing more is asked of it."""
MARK = "TRIARCHY_GUEST"
"""An environment variable by which a guest's processes are known wherever they hide."""


class Forfeit(Exception):
    """A guest could not make a decision; the message says why."""


class GuestProcess:
    """A running program that answers lines with lines. With `errors` what it complains about is shown
    as it comes, else the last line of it is kept."""

    def __init__(self, words: list[str], megabytes: int, *, errors: bool = False) -> None:
        self._mark = secrets.token_hex(16)
        self._rest = b""
        own_group = os.name == "posix"
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if errors else subprocess.PIPE,
            start_new_session=own_group,
            preexec_fn=_limits(megabytes) if own_group else None,
            env={**os.environ, MARK: self._mark},
        )
        self._errors: deque[str] = deque(maxlen=1)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        if not errors:
            self._listener.start()
        _running.add(self)

    def _listen(self) -> None:
        """Keep the last line of its errors; the others are read so that it need not wait."""
        assert self._process.stderr
        with self._process.stderr as errors:
            while line := errors.readline(LONGEST_ANSWER):
                if said := line.decode("utf-8", "replace").strip():
                    self._errors.append(said[:LONGEST_COMPLAINT])

    def last_error(self) -> str:
        """The last line that a program which has ended wrote to its standard error; "" for none."""
        if self._listener.is_alive():
            self._listener.join(GRACE_SECONDS)
        return self._errors[-1] if self._errors else ""

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: bytes, seconds: float) -> bytes:
        """Send a line and wait for the answer's line, not for ever."""
        process = self._process
        assert process.stdin and process.stdout
        deadline = time.monotonic() + seconds
        self._rest = b""
        os.set_blocking(process.stdin.fileno(), False)
        with selectors.DefaultSelector() as waiting:
            if request:
                waiting.register(process.stdin, selectors.EVENT_WRITE)
            waiting.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                ready = waiting.select(max(0.0, deadline - time.monotonic()))
                # A guest that sends without end must not be listened to without end.
                if not ready or time.monotonic() > deadline:
                    raise Forfeit(f"It took longer than {seconds:g} s.")
                for key, _ in ready:
                    if key.fileobj is process.stdin:
                        request = self._send(request)
                        if not request:
                            waiting.unregister(process.stdin)
                    else:
                        self._receive()
        return self._rest.split(b"\n", 1)[0]

    def _send(self, request: bytes) -> bytes:
        assert self._process.stdin
        try:
            return request[os.write(self._process.stdin.fileno(), request) :]
        except BlockingIOError:
            return request
        except OSError:
            raise Forfeit("It has stopped.") from None

    def _receive(self) -> None:
        assert self._process.stdout
        piece = os.read(self._process.stdout.fileno(), 65536)
        if not piece:
            raise Forfeit("It has stopped.")
        self._rest += piece
        if len(self._rest) > LONGEST_ANSWER:
            raise Forfeit("Its answer is too long.")

    def close(self) -> None:
        """Nothing more is asked: let it end by itself, then end it with all it has started."""
        _running.discard(self)
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()
        deadline = time.monotonic() + GRACE_SECONDS
        while not self._has_ended() and time.monotonic() < deadline:
            time.sleep(0.005)
        self.kill()

    def _has_ended(self) -> bool:
        """Whether the program has ended; it stays known until `kill` has ended its children."""
        if not hasattr(os, "waitid") or self._process.returncode is not None:
            return self._process.poll() is not None
        try:
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self._process.pid, options) is not None
        except ChildProcessError:
            return True

    def kill(self) -> None:
        """End the program, its children, and theirs, whatever they have done to get away."""
        _running.discard(self)
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        while marked := _marked(self._mark):
            for pid in marked:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self._process.wait()


_running: weakref.WeakSet[GuestProcess] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    for process in list(_running):
        process.kill()


def _limits(megabytes: int) -> Callable[[], None]:
    """What the new process does before it becomes the guest's program."""
    import resource

    # Linux counts by DATA what is really used; reserved addresses, of which some languages have
    # very many, only count where there is nothing better.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    most = megabytes * 1024 * 1024
    library = None
    if sys.platform == "linux":
        import ctypes

        library = ctypes.CDLL(None)

    def limit() -> None:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if library is not None:
            library.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: it ends with us

    return limit


def _marked(mark: str) -> list[int]:
    """The processes that carry a mark, as far as the system tells."""
    wanted = f"{MARK}={mark}".encode()
    pids = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if wanted in path.read_bytes() and _is_running(path.parent):
                pids.append(int(path.parent.name))
    return pids


def _is_running(folder: Path) -> bool:
    state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
    return state not in ("Z", "X")
