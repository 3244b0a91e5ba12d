"""`Table`: one game being played, with its history, views, records and pictures."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.engine.errors import BadRequest, IllegalMove
from triarchy.kit.definition import Document, Scores, State
from triarchy.kit.documents import shown
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader, Sight, copied
from triarchy.table.game import Game
from triarchy.table.history import History


class Table:
    """Play one game: moves are texts of the notation, seats count from 0.

    >>> import triarchy
    >>> table = triarchy.game("meridian", players=2).start(seed=1)
    >>> table.play(table.legal[0])
    >>> table.undo()
    >>> table.to_move, table.phase
    (0, 'card')
    """

    def __init__(self, game: Game, *, seed: int | None = None, start: State | None = None):
        self.game = game
        self.seed = seed
        self.start = start
        self.moves: list[str] = []
        self.by_bots: list[bool] = []
        """Of each move whether a bot made it for its seat, as far as somebody has said."""
        self.states: list[State] = [game.state(seed) if seed is not None else start.copy()]  # type: ignore[union-attr]

    @property
    def state(self) -> State:
        """Return the state as it is now; do not change it."""
        return self.states[-1]

    @property
    def to_move(self) -> int | None:
        """Return the seat whose decision it is; None when the game is over."""
        seat = int(self.state.to_move)
        return None if seat < 0 else seat

    @property
    def phase(self) -> str:
        return self.game.definition.phases[int(self.state.phase)]

    @property
    def over(self) -> bool:
        return self.to_move is None

    @property
    def legal(self) -> list[str]:
        """Return the legal moves, sorted; the list is empty exactly when the game is over."""
        return self.game.legal_moves(self.state)

    @property
    def scores(self) -> Scores | None:
        """Return every seat's score in a finished game."""
        return self.game.result(self.state)["scores"] if self.over else None

    @property
    def ranking(self) -> list[int] | None:
        """Return every seat's rank in a finished game, from 1."""
        return self.game.result(self.state)["ranking"] if self.over else None

    def action(self, move: object) -> int:
        """Return the number of a legal move; IllegalMove says which moves are legal."""
        if not isinstance(move, str):
            raise IllegalMove("A move must be text, not {move}.", move=shown(move))
        action = self.game.legal_action(self.state, move)
        if action < 0:
            some = self.legal
            if not some:
                raise IllegalMove("The game is over; there are no more moves.")
            listed = ", ".join(some[:8]) + (", ..." if len(some) > 8 else "")
            raise IllegalMove(
                "{move} is not legal now; legal moves are: {listed}.",
                move=shown(move),
                listed=listed,
            )
        return action

    def play(self, move: str) -> None:
        """Play a move; an illegal one raises IllegalMove and changes nothing."""
        self.play_action(self.action(move))

    def play_action(self, action: int, *, bot: bool = False) -> None:
        """Play an action that is known to be legal; `bot` says that a bot has chosen it for the seat."""
        after = copied(self.state)
        self.game.definition.rules.apply(self.game.board.struct, after, action)
        self.states.append(after)
        self.moves.append(self.game.moves[action])
        self.by_bots.append(bot)

    def undo(self) -> None:
        """Go back to the position before the last decision."""
        if not self.moves:
            raise BadRequest("There is nothing to undo.")
        self.moves.pop()
        self.by_bots.pop()
        self.states.pop()

    def history(self, number: int | None = None) -> History:
        """Return the game up to now, or up to where it was after `number` moves."""
        count = len(self.moves) if number is None else number
        return History(
            self.game,
            self.states[: count + 1],
            self.moves[:count],
            self.over,
            self.by_bots[:count],
        )

    def why_no_undo(self, *seats: int) -> str:
        """Say why the players of these seats may not undo the last decision; "" if they may.

        Players can undo only their own last decision of the turn that has not ended yet, and only if
        it revealed nothing.
        """
        return self.history().why_no_undo(*seats)

    def position(self) -> Document:
        """Return the complete position document; loading it continues the same game."""
        return self.game.document(self.state)

    def seat(self, seat: object) -> int | None:
        """Check a seat that a caller names, and return it; None is an onlooker."""
        if seat is None or (type(seat) is int and 0 <= seat < self.game.players):
            return seat
        raise BadRequest(
            "A seat is from 0 to {players}, or null, not {seat}.",
            players=self.game.players - 1,
            seat=shown(seat),
        )

    def view_state(self, seat: int | None) -> State:
        """Return what a seat (None: an onlooker) may know, as a struct: what bots get."""
        return self.game.view(self.state, self.seat(seat))

    def view(self, seat: int | None) -> Document:
        """Return what a seat (None: an onlooker) may know, as a document with secrets replaced."""
        return self.game.document(self.view_state(seat))

    def record(self) -> Document:
        """Return the game so far as one document that can be replayed."""
        from triarchy.table.record import write_record

        return write_record(self.history(), self.seed)

    def log(self, seat: int | None = None, language: str = "en") -> list[str]:
        """Return the sentences of the game so far, as that seat may know them."""
        reader, history = self.game.reader(seat, language), self.history()
        lines = (history.line(number, reader).text for number in range(len(self.moves)))
        return [line for line in lines if line]

    def sentence(self, number: int, reader: Reader) -> str:
        """Return the sentence for move `number` (from 0) as the reader may know it; "" for none."""
        return self.history().line(number, reader).text

    def sight(self, seat: int | None) -> Sight:
        """Return what a seat (None: an onlooker) sees of the position, for words and pictures."""
        return self.game.sight(self.view_state(seat))

    def svg(
        self,
        seat: int | None = None,
        language: str = "en",
        width: int = 1000,
        *,
        part: str = "all",
        dark: bool = False,
        names: Sequence[str] | None = None,
    ) -> str:
        """Draw the table as a seat sees it."""
        lit = seat == self.to_move and not self.over
        return self.game.definition.svg(
            self.sight(seat),
            self.game.reader(seat, language, names),
            Picture(width=width, part=part, lit=lit, dark=dark),
        )

    def copy(self) -> Table:
        """Return another table with the same history; the states are shared, since nobody changes them."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.moves = list(self.moves)
        other.by_bots = list(self.by_bots)
        other.states = list(self.states)
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> Table:
        return self.copy()

    def _repr_svg_(self) -> str:
        return self.svg(self.to_move)

    def __repr__(self) -> str:
        return f"<Table {self.game.name}, {self.game.players} players, {len(self.moves)} moves>"
