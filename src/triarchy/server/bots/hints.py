"""Hints: a bot's advice for the seat to move, thought about once for a position however many ask."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Hashable

from triarchy.bots.analysis import Advice
from triarchy.kit.definition import State
from triarchy.server.bots.pool import ADVISER, WorkerDied
from triarchy.server.bots.queue import TOO_MUCH, BotJob, Question
from triarchy.server.bots.remote_pool import Pool
from triarchy.server.people.identity import Visitor
from triarchy.server.refusals import Refused, stale
from triarchy.table import Game

MOST_KEPT = 1000
SEED = 1


class Asked:
    """A hint that is being thought about, and how many wait for it."""

    def __init__(self, position: Hashable, job: BotJob) -> None:
        self.position = position
        self.job = job
        self.result: asyncio.Future[Advice] = asyncio.get_running_loop().create_future()
        self.waiting = 0


class Hints:
    """One hint in flight per seat; everything here runs on the event loop."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._known: OrderedDict[Hashable, Advice] = OrderedDict()
        self._asked: dict[tuple[str, int], Asked] = {}

    async def advice(
        self, table_id: str, game: Game, view: State, seat: int, visitor: Visitor
    ) -> Advice:
        """What a bot advises; given up when everybody who waited for it has gone."""
        question = Question(game, view.tobytes(), seat, ADVISER, SEED, advice=True)
        options = tuple(sorted(game.options.items()))
        position = (game.name, game.players, game.board.id, options, question.view)
        place = (table_id, seat)
        if position in self._known:
            self._known.move_to_end(position)
            return self._known[position]
        self.pool.need_advice(game)
        asked = await self._free(place, position)
        if asked is None:
            asked = self._ask(place, position, question, visitor)
        asked.waiting += 1
        try:
            return await asyncio.shield(asked.result)
        finally:
            asked.waiting -= 1
            if not asked.waiting:
                self._give_up(place, asked)

    async def _free(self, place: tuple[str, int], position: Hashable) -> Asked | None:
        """The same hint if it is in flight; another one of this seat is given up or waited for."""
        while (asked := self._asked.get(place)) is not None and asked.position != position:
            if not self._give_up(place, asked):
                await asyncio.wait({asked.result})
        return asked

    def _ask(
        self, place: tuple[str, int], position: Hashable, question: Question, visitor: Visitor
    ) -> Asked:
        job = BotJob(visitor.address, visitor.person, ask=lambda: question)
        asked = Asked(position, job)
        self.pool.submit(job)
        self._asked[place] = asked
        loop = asyncio.get_running_loop()

        def answered(_: object) -> None:
            with contextlib.suppress(RuntimeError):  # the server is stopping
                loop.call_soon_threadsafe(self._answered, place, asked)

        job.answer.add_done_callback(answered)
        return asked

    def _answered(self, place: tuple[str, int], asked: Asked) -> None:
        """The bot has decided (or failed): tell those who wait."""
        if self._asked.get(place) is asked:
            del self._asked[place]
        if asked.result.done():
            return
        error = asked.job.answer.exception()
        if isinstance(error, WorkerDied):
            error = Refused(503, TOO_MUCH)
        if error is not None:
            self._fail(asked, error)
            return
        advice = asked.job.answer.result()
        assert advice is not None
        asked.result.set_result(advice)
        self._known[asked.position] = advice
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)

    def _give_up(self, place: tuple[str, int], asked: Asked) -> bool:
        """Take a hint out of the queue; a bot that thinks already thinks to its end."""
        if asked.result.done():
            return True
        if not self.pool.cancel(asked.job):
            return False
        if self._asked.get(place) is asked:
            del self._asked[place]
        self._fail(asked, stale())
        return True

    def _fail(self, asked: Asked, error: BaseException) -> None:
        asked.result.set_exception(error)
        asked.result.exception()  # nobody may be left to look at it
