"""One pool of bots for all processes of a server: the first has it, the others ask it."""

from __future__ import annotations

import contextlib
import threading
from multiprocessing.connection import Client, Connection, Listener
from typing import Any

from triarchy.server.bot_pool import BotPool, WorkerDied
from triarchy.server.fair_queue import Question, Thought
from triarchy.server.together import Together


class PoolDoor:
    """Lets the other processes' thoughts into the pool's queue, in turn with our own."""

    def __init__(self, pool: BotPool, together: Together) -> None:
        self.pool = pool
        with contextlib.suppress(OSError):
            together.remove_door()
        self._listener = Listener(together.bots_at, "AF_UNIX", authkey=together.key)
        threading.Thread(target=self._open, name="bots-door", daemon=True).start()

    def _open(self) -> None:
        while True:
            try:
                connection = self._listener.accept()
            except (OSError, EOFError):
                return
            threading.Thread(target=self._let_in, args=(connection,), daemon=True).start()

    def _let_in(self, connection: Connection) -> None:
        with connection, contextlib.suppress(OSError, EOFError):
            address, person, bots_only = connection.recv()

            def ask() -> Question | None:
                connection.send("ask")
                question: Question | None = connection.recv()
                return question

            thought = Thought(address, person, ask=ask, bots_only=bots_only)
            self.pool.submit(thought)
            connection.send(thought.answer.result())

    def close(self) -> None:
        self._listener.close()


class RemotePool:
    """The pool of the first process, as seen from another one."""

    def __init__(self, together: Together) -> None:
        self.together = together
        self.waiting = 0

    def submit(self, thought: Thought) -> None:
        """Let a bot think in the first process when it is this visitor's turn."""
        self.waiting += 1
        threading.Thread(target=self._ask, args=(thought,), daemon=True).start()

    def _ask(self, thought: Thought) -> None:
        if not thought.answer.set_running_or_notify_cancel():
            return
        try:
            with Client(self.together.bots_at, "AF_UNIX", authkey=self.together.key) as connection:
                connection.send((thought.address, thought.person, thought.bots_only))
                connection.recv()
                connection.send(thought.ask())
                thought.answer.set_result(connection.recv())
        except (OSError, EOFError):
            thought.answer.set_exception(WorkerDied())
        except BaseException as error:
            thought.answer.set_exception(error)
        finally:
            self.waiting -= 1

    def cancel(self, thought: Thought) -> bool:
        """What the first process has been asked is thought about to its end."""
        return False

    def warm(self, name: str) -> None:
        """The first process does."""

    def compile_all(self, names: list[str]) -> None:
        """The first process does."""

    def close(self) -> None:
        """Nothing is open between two thoughts."""


def pool_for(together: Together | None, workers: int) -> Any:
    """The bots of this process: its own, or those of the first one."""
    return BotPool(workers) if together is None or together.first else RemotePool(together)
