"""Bots from outside: a class in a Python file, or a program in any language over JSON lines.

A guest that crashes, hangs or answers with an illegal move forfeits that decision to `greedy`;
the game goes on, and `forfeits` and `complaint` say what happened: a tournament counts the game as lost. Guests think in processes of
their own, which are ended when they take too long, with everything they have started.

A program reads one request a line, `{"view": {...}, "legal": [...], "seat": 1}`, and answers each
with one line, `{"move": "card 7"}`. The view is the document of the notation.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import shlex
import sys
from abc import abstractmethod
from typing import Any

from triarchy.bots.base import Bot, check_view
from triarchy.bots.greedy import Greedy
from triarchy.bots.guest_file import split
from triarchy.bots.guest_process import MEGABYTES, Forfeit, GuestProcess
from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import State
from triarchy.kit.documents import shown
from triarchy.table.game import Game

SECONDS = 20.0
"""A guest has this long for a decision."""
LOAD_SECONDS = 120.0
"""A Python file has this long to be loaded; the rules may have to be compiled first."""


class Guest(Bot):
    """Any bot from outside: what it cannot decide, `greedy` decides."""

    seconds = SECONDS
    megabytes = MEGABYTES

    def __init__(self) -> None:
        self._stand_in = Greedy()
        self._process: GuestProcess | None = None

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

    def prepare(self, game: Game) -> None:
        """Let it make the first decision of a game; BadRequest has the error of one that cannot."""
        state, before = game.state(1), self.forfeits
        seat = int(state.to_move)
        self.choose(game, game.view(state, seat), seat, 1)
        if self.forfeits > before:
            self.forfeits = before
            raise BadRequest(f"{self.name!r} cannot play: {self.complaint}")

    def _talk(self, process: GuestProcess, request: bytes, seconds: float) -> Any:
        """The document that answers a request; a process that fails is ended."""
        try:
            answer = process.ask(request, seconds)
        except Forfeit as fault:
            self._end()
            said = process.last_error()
            raise Forfeit(f"{fault} It said: {said}" if said else str(fault)) from None
        try:
            return json.loads(answer)
        except (ValueError, RecursionError):
            raise Forfeit(f"{shown(answer.decode('utf-8', 'replace'))} is no answer.") from None

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close()


class Loaded(Guest):
    """A bot from a Python file, in a process that is started when needed."""

    def __init__(self, text: str):
        super().__init__()
        self.name = f"file:{text}"
        self.text = text
        self._game: Game | None = None

    def ask(self, game: Game, view: State, seat: int, seed: int) -> Any:
        try:
            process = self.started()
        except BadRequest as fault:
            raise Forfeit(str(fault)) from None
        if self._game is not game:
            pickled = base64.b64encode(pickle.dumps(game)).decode()
            self._talk(process, _line({"game": pickled}), LOAD_SECONDS)
            self._game = game
        request = {"view": base64.b64encode(view.tobytes()).decode(), "seat": seat, "seed": seed}
        answer = self._talk(process, _line(request), self.seconds)
        if not isinstance(answer, dict) or "fault" in answer:
            raise Forfeit(str(answer["fault"]) if isinstance(answer, dict) else "It has failed.")
        return answer.get("move", answer.get("action"))

    def started(self) -> GuestProcess:
        """The process with the file loaded; BadRequest says what is wrong with the file."""
        if self._process is not None and self._process.running:
            return self._process
        self._end()
        self._game = None
        places = [entry or os.getcwd() for entry in sys.path]
        code = f"import sys; sys.path[:] = {places!r}; from triarchy.bots.guest_file import main; main()"
        words = [sys.executable, "-c", code, self.text]
        self._process = process = GuestProcess(words, self.megabytes, errors=True)
        try:
            answer = self._talk(process, b"", LOAD_SECONDS)
        except Forfeit as fault:
            raise BadRequest(f"The file {self.text!r} cannot be loaded: {fault}") from None
        if answer:
            self._end()
            raise BadRequest(str(answer["bad"]))
        return process


def _line(request: dict[str, Any]) -> bytes:
    return json.dumps(request, ensure_ascii=False).encode() + b"\n"


def load_bot(text: str) -> Bot:
    """The bot of a Python file, `path.py` or `path.py:ClassName`."""
    path, _ = split(text)
    if not path.is_file():
        raise BadRequest(f"There is no file {str(path)!r} to load a bot from.")
    guest = Loaded(text)
    guest.started()
    return guest


class Program(Guest):
    """A bot that is a program of its own; started when first asked, again after a failure."""

    def __init__(self, command: str):
        super().__init__()
        self.name = f"program:{command}"
        try:
            self.words = shlex.split(command)
        except ValueError:
            raise BadRequest(f"The command {command!r} has an open quotation.") from None

    def ask(self, game: Game, view: State, seat: int, seed: int) -> Any:
        request = {"view": game.document(view), "legal": game.legal_moves(view), "seat": seat}
        answer = self._talk(self._started(), _line(request), self.seconds)
        if not isinstance(answer, dict) or "move" not in answer:
            raise Forfeit(f"{shown(answer)} is no answer.")
        move = answer["move"]
        if not isinstance(move, str):
            raise Forfeit(f"{shown(move)} is no move.")
        return move

    def _started(self) -> GuestProcess:
        if self._process is None or not self._process.running:
            self._end()
            try:
                self._process = GuestProcess(self.words, self.megabytes)
            except OSError as error:
                raise Forfeit(f"{self.words[0]!r} cannot be started: {error.strerror}.") from None
            except ValueError:
                raise Forfeit(f"{self.words[0]!r} cannot be started.") from None
        return self._process
