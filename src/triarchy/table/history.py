"""`History`: a game up to one of its positions, and what may be said of its moves to whom."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from triarchy.kit.definition import State
from triarchy.kit.language import mark
from triarchy.kit.sight import Reader, Sight, copied
from triarchy.table.game import Game


class Line(NamedTuple):
    """A line of the log as its reader may know it."""

    seat: int
    """Who made the move."""
    move: str | None
    """The move; None where the reader may not know which one it was."""
    text: str
    """The sentence; "" where the game says nothing of this move."""
    landmark: str = ""
    """One word for what somebody who looks back wants to jump to."""


@dataclass(frozen=True)
class History:
    """A game up to one of its positions; nothing in it changes.

    What server, terminal and protocol tell of a game that was or is being played is asked here.
    """

    game: Game
    states: Sequence[State]
    """The states from the first one on up to this position."""
    moves: Sequence[str]
    """The moves between them."""
    open: bool
    """Whether nothing is hidden any more: the game these moves are of is over."""
    by_bots: Sequence[bool]
    """Of each move whether a bot made it for its seat."""

    @property
    def state(self) -> State:
        return self.states[-1]

    @cached_property
    def to_move(self) -> int | None:
        """The seat whose decision it is; None when the game is over."""
        seat = int(self.state["to_move"])
        return None if seat < 0 else seat

    @property
    def turn_of(self) -> int | None:
        """The seat whose turn it is, who may not be the one to decide; None when the game is over."""
        return None if self.over else self.game.definition.turn_of(self.state)

    @property
    def over(self) -> bool:
        return self.to_move is None

    def view(self, seat: int | None, state: State | None = None) -> State:
        """Return this position, or another state of the game, as a seat (None: an onlooker) may know it."""
        state = self.state if state is None else state
        return copied(state) if self.open else self.game.view(state, seat)

    def sight(self, seat: int | None, state: State | None = None) -> Sight:
        """Return the same for words and pictures."""
        return self.game.sight(self.view(seat, state))

    def line(self, number: int, reader: Reader) -> Line:
        """Return what the log says of move `number` (from 0) to a reader."""
        seen, action, then = self._seen(number, reader.seat)
        words = self.game.definition.text
        silent = self._is_choice(number)
        return Line(
            seat=seen.to_move,
            move=self.game.moves[action] if action >= 0 else None,
            text="" if silent else words.sentence(seen, action, then, reader),
            landmark=words.landmark(seen, action, then, reader.language),
        )

    def _is_choice(self, number: int) -> bool:
        action = self.game.actions[self.moves[number]]
        return self.game.definition.is_choice(self.states[number], action)

    def _seen(self, number: int, seat: int | None) -> tuple[Sight, int, Sight]:
        """What a seat saw before and after move `number`, and the move as far as it may know it."""
        game = self.game
        before, after = self.states[number], self.states[number + 1]
        action = game.actions[self.moves[number]]
        if not self.open:
            action = game.known_action(before, action, seat)
        return self.sight(seat, before), action, self.sight(seat, after)

    def why_no_undo(self, *seats: int) -> str:
        """Say why the players of these seats may not undo the last decision, in a sentence of the kit; "" if they may.

        It must have been their own, of the turn that still goes on, they must be the ones to go
        on, and it must have revealed nothing.
        """
        if not self.moves:
            return mark("There is nothing to undo.")
        return self._why_kept(len(self.moves) - 1, seats) or ""

    def _why_kept(self, number: int, seats: Collection[int]) -> str | None:
        """The same of move `number`, once those after it have been taken back; None if they may undo it."""
        before, now = self.states[number], self.state
        if int(before["to_move"]) not in seats:
            return mark("You can't undo this: it was another player's decision.")
        action = self.game.actions[self.moves[number]]
        after = self.states[number + 1].reshape(1)
        if self.game.definition.revealed(self.game.board, before, [action], after)[0]:
            return mark("You can't undo this: it has revealed something hidden.")
        if int(now["turn"]) != int(before["turn"]):
            return mark("You can't undo this: it has ended the turn.")
        if int(now["to_move"]) != int(before["to_move"]):
            return mark("You can't undo this: another player has to respond.")
        return None

    def undoable(self, *seats: int) -> int:
        """Count the moves that go when they take back their last decision: it, and what was forced after it.

        0 where they may not.
        """
        for number in reversed(range(len(self.moves))):
            if self._why_kept(number, seats) is not None:
                return 0
            state, action = self.states[number], self.game.actions[self.moves[number]]
            if action not in (self.game.forced(state), self.game.goes_along(state)):
                return len(self.moves) - number
        return 0

    def half_done(self, *seats: int) -> Iterator[int]:
        """Return their choices that have done nothing by themselves yet (from 0), the last one first.

        What is more than a choice is taken back, not chosen anew.
        """
        for number in reversed(range(len(self.moves))):
            if self._why_kept(number, seats) is not None or not self._is_choice(number):
                return
            yield number

    def decided(self, *seats: int) -> int:
        """Count the moves there were when they had last decided something in a turn of their own.

        Neither a defence in another's turn counts nor what a bot did for them: what came before it is
        still news.
        """
        for number in reversed(range(len(self.moves))):
            state = self.states[number]
            if self.by_bots[number]:
                continue
            if int(state["to_move"]) in seats and self.game.definition.turn_of(state) in seats:
                return number + 1
        return 0
