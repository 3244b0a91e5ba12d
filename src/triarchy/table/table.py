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
    """A game being played: moves are texts of the notation, seats count from 0.

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
        self.states: list[State] = [game.state(seed) if seed is not None else start.copy()]  # type: ignore[union-attr]

    @property
    def state(self) -> State:
        """The state as it is now; not to be changed."""
        return self.states[-1]

    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is; None when the game is over."""
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
        """The legal moves, sorted; empty exactly when the game is over."""
        return self.game.legal_moves(self.state)

    @property
    def scores(self) -> Scores | None:
        """Every seat's score in a finished game."""
        return self.game.result(self.state)["scores"] if self.over else None

    @property
    def ranking(self) -> list[int] | None:
        """Every seat's rank in a finished game, from 1."""
        return self.game.result(self.state)["ranking"] if self.over else None

    def action(self, move: object) -> int:
        """The number of a move that is legal now; IllegalMove says what would be."""
        if not isinstance(move, str):
            raise IllegalMove("A move is a text, not {move}.", move=shown(move))
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

    def play_action(self, action: int) -> None:
        """Play an action that is known to be legal."""
        after = copied(self.state)
        self.game.definition.rules.apply(self.game.board.struct, after, action)
        self.states.append(after)
        self.moves.append(self.game.moves[action])

    def undo(self) -> None:
        """Go back to the position before the last decision."""
        if not self.moves:
            raise BadRequest("There is nothing to undo.")
        self.moves.pop()
        self.states.pop()

    def history(self, number: int | None = None) -> History:
        """The game up to where it stands, or up to where it stood after `number` moves."""
        count = len(self.moves) if number is None else number
        return History(self.game, self.states[: count + 1], self.moves[:count], self.over)

    def why_no_undo(self, *seats: int) -> str:
        """Why who plays these seats may not take back the last decision; "" if they may.

        Only one's own last decision of the turn that still goes on can be taken back, and only if
        it revealed nothing.
        """
        return self.history().why_no_undo(*seats)

    def position(self) -> Document:
        """The complete position document; loading it goes on with the same game."""
        return self.game.document(self.state)

    def seat(self, seat: object) -> int | None:
        """A seat of this game (None: an onlooker) as somebody outside says it, checked."""
        if seat is None or (type(seat) is int and 0 <= seat < self.game.players):
            return seat
        raise BadRequest(
            "A seat is from 0 to {players}, or null, not {seat}.",
            players=self.game.players - 1,
            seat=shown(seat),
        )

    def view_state(self, seat: int | None) -> State:
        """What a seat (None: an onlooker) may know, as a struct: what bots get."""
        return self.game.view(self.state, self.seat(seat))

    def view(self, seat: int | None) -> Document:
        """What a seat (None: an onlooker) may know, as a document with secrets replaced."""
        return self.game.document(self.view_state(seat))

    def record(self) -> Document:
        """The game so far as one document that can be replayed."""
        from triarchy.table.record import write_record

        return write_record(self.history(), self.seed)

    def log(self, seat: int | None = None, language: str = "en") -> list[str]:
        """The sentences of the game so far, as that seat may know them."""
        reader, history = self.game.reader(seat, language), self.history()
        lines = (history.line(number, reader).text for number in range(len(self.moves)))
        return [line for line in lines if line]

    def sentence(self, number: int, reader: Reader) -> str:
        """The sentence for move `number` (from 0) as the reader may know it; "" for none."""
        return self.history().line(number, reader).text

    def sight(self, seat: int | None) -> Sight:
        """What a seat (None: an onlooker) sees of the position, for words and pictures."""
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
        """A picture of the table as a seat sees it."""
        lit = seat == self.to_move and not self.over
        return self.game.definition.drawing.draw(
            self.sight(seat),
            self.game.reader(seat, language, names),
            Picture(width=width, part=part, lit=lit, dark=dark),
        )

    def copy(self) -> Table:
        """Another table with the same history; the states are shared, since nobody changes them."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.moves = list(self.moves)
        other.states = list(self.states)
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> Table:
        return self.copy()

    def _repr_svg_(self) -> str:
        return self.svg(self.to_move)

    def __repr__(self) -> str:
        return f"<Table {self.game.name}, {self.game.players} players, {len(self.moves)} moves>"
