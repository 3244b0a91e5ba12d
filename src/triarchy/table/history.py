"""`History`: a game up to one of its positions, and what may be said of its moves to whom."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from triarchy.kit.definition import State
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

    @property
    def state(self) -> State:
        return self.states[-1]

    @cached_property
    def to_move(self) -> int | None:
        """The seat whose decision it is; None when the game is over."""
        seat = int(self.state["to_move"])
        return None if seat < 0 else seat

    @property
    def over(self) -> bool:
        return self.to_move is None

    def view(self, seat: int | None, state: State | None = None) -> State:
        """This position, or another state of the game, as a seat (None: an onlooker) may know it."""
        state = self.state if state is None else state
        return copied(state) if self.open else self.game.view(state, seat)

    def sight(self, seat: int | None, state: State | None = None) -> Sight:
        """The same for words and pictures."""
        return self.game.sight(self.view(seat, state))

    def line(self, number: int, reader: Reader) -> Line:
        """What the log says of move `number` (from 0) to a reader."""
        seen, action, then = self._seen(number, reader.seat)
        words = self.game.definition.text
        return Line(
            seat=seen.to_move,
            move=self.game.moves[action] if action >= 0 else None,
            text=words.sentence(seen, action, then, reader),
            landmark=words.landmark(seen, action, then, reader.language),
        )

    def _seen(self, number: int, seat: int | None) -> tuple[Sight, int, Sight]:
        """What a seat saw before and after move `number`, and the move as far as it may know it."""
        game = self.game
        before, after = self.states[number], self.states[number + 1]
        action = game.actions[self.moves[number]]
        if not self.open:
            action = game.known_action(before, action, seat)
        return self.sight(seat, before), action, self.sight(seat, after)

    def why_no_undo(self, *seats: int) -> str:
        """Why who plays these seats may not take back the last decision; "" if they may.

        It must have been their own, of the turn that still goes on, they must be the ones to go
        on, and it must have revealed nothing.
        """
        if not self.moves:
            return "There is nothing to undo."
        return self._why_kept(len(self.moves) - 1, seats)

    def _why_kept(self, number: int, seats: Collection[int]) -> str:
        """The same of move `number`, once those after it have been taken back."""
        before, now = self.states[number], self.state
        if int(before["to_move"]) not in seats:
            return "The last decision was another player's."
        action = self.game.actions[self.moves[number]]
        after = self.states[number + 1].reshape(1)
        if self.game.definition.revealed(self.game.board, before, [action], after)[0]:
            return "The last decision has revealed something hidden."
        if int(now["turn"]) != int(before["turn"]):
            return "The last decision has ended the turn."
        if int(now["to_move"]) != int(before["to_move"]):
            return "The last decision has asked another player."
        return ""

    def undoable(self, *seats: int) -> int:
        """How many moves go when they take back their last decision: it, and what was forced after it.

        0 where they may not.
        """
        for number in reversed(range(len(self.moves))):
            if self._why_kept(number, seats):
                return 0
            if self.game.actions[self.moves[number]] != self.game.forced(self.states[number]):
                return len(self.moves) - number
        return 0

    def half_done(self, *seats: int) -> Iterator[int]:
        """Their choices that have done nothing by themselves yet (from 0), the last one first.

        A choice that the log tells of has done something; it is taken back, not chosen anew.
        """
        for number in reversed(range(len(self.moves))):
            if self._why_kept(number, seats):
                return
            reader = self.game.reader(int(self.states[number]["to_move"]), "en")
            seen, action, then = self._seen(number, reader.seat)
            if self.game.definition.text.sentence(seen, action, then, reader):
                return
            yield number

    def decided(self, *seats: int) -> int:
        """How many moves there were when they had last decided something."""
        if not seats:
            return 0
        for number in reversed(range(len(self.moves))):
            if int(self.states[number]["to_move"]) in seats:
                return number + 1
        return 0
