"""Reading Meridian's position documents: everything is checked, the first fault is named."""

from __future__ import annotations

from itertools import pairwise

from triarchy.engine.arrays import np
from triarchy.engine.bits import has
from triarchy.engine.errors import BadPosition
from triarchy.games.meridian.positions import KEYS
from triarchy.games.meridian.rules import (
    buildable_heights,
    decks_each,
    legal_cities,
    meridians_of,
    tower_limit,
)
from triarchy.games.meridian.state import (
    BUILD,
    CARD,
    CARD_KINDS,
    CARDS,
    CITY,
    HAND,
    MERIDIAN,
    MERIDIANS,
    MOST_HEIGHT,
    MOST_ROWS,
    OVER,
    PHASES,
    PIECES,
)
from triarchy.kit.definition import Board, Document, State
from triarchy.kit.documents import (
    POSITION,
    card_in,
    in_phase,
    keys,
    listed,
    nothing,
    of_seat,
    one_of,
    shown,
    whole,
)
from triarchy.kit.language import Phrase


def read_position(board: Board, state: State, document: Document) -> None:
    """Fill a state of zeros; its players, phase, to_move and turn are set already."""
    keys(document, KEYS, POSITION)
    players, turn = int(state.players), int(state.turn)
    turns = players * CARD_KINDS * decks_each(players)
    if turn > turns:
        raise BadPosition(
            "The game has {turns} turns, so 'turn' cannot be {turn}.", turns=turns, turn=turn
        )
    if (turn == turns) != (int(state.phase) == OVER):
        raise BadPosition(
            "The game is over after {turns} turns, neither before nor later.", turns=turns
        )
    if int(state.phase) != OVER and int(state.to_move) != turn % players:
        raise BadPosition(
            "After {turn} turns seat {seat} is to move.", turn=turn, seat=turn % players
        )
    _read_cards(state, document)
    _read_choice(state, document)
    _read_towers(board, state, document)
    _read_lifted(board, state, document)


def _read_cards(state: State, document: Document) -> None:
    players = int(state.players)
    lists = {
        key: listed(document[key], f"'{key}'", players) for key in ("open", "piles", "discards")
    }
    each = decks_each(players)
    for seat in range(players):
        finished = (int(state.turn) + players - 1 - seat) // players
        left = CARD_KINDS * each - finished
        wanted = {"open": min(HAND, left), "piles": max(0, left - HAND), "discards": finished}
        total = [0] * CARD_KINDS
        for key, entries in lists.items():
            what = of_seat(key, seat)
            cards = [
                CARDS.index(one_of(card, card_in(what), CARDS))
                for card in listed(entries[seat], what)
            ]
            if len(cards) != wanted[key]:
                raise BadPosition(
                    "{what} must have {value} cards after {finished} finished turns, not {cards}.",
                    what=what,
                    value=wanted[key],
                    finished=finished,
                    cards=len(cards),
                )
            for card in cards:
                total[card] += 1
            codes = [card + 1 for card in cards]
            if key == "piles":
                codes.reverse()
            getattr(state, key)[seat, : len(codes)] = codes
        for name, count in zip(CARDS, total, strict=True):
            if count != each:
                raise BadPosition(
                    "Seat {seat} must have card {name} {each} times, not {count}.",
                    seat=seat,
                    name=name,
                    each=each,
                    count=count,
                )
        state.pile_sizes[seat] = wanted["piles"]
        state.discard_sizes[seat] = finished


def _read_choice(state: State, document: Document) -> None:
    """The choice keys must fit the phase and each other."""
    phase = int(state.phase)
    why = in_phase(PHASES[phase])
    if phase in (CARD, OVER):
        for key in ("card", "meridian", "lifted", "height"):
            nothing(document[key], f"'{key}'", why)
        return
    seat = int(state.to_move)
    card = CARDS.index(one_of(document["card"], "'card'", CARDS))
    if card + 1 not in state.open[seat].tolist():
        raise BadPosition(
            "Card {value} is not face up in front of seat {seat}.", value=CARDS[card], seat=seat
        )
    state.card = card + 1
    first, last = meridians_of(card)
    if phase == MERIDIAN:
        if first == last:
            raise BadPosition("Card {value} leaves no meridian to choose.", value=CARDS[card])
        for key in ("meridian", "lifted", "height"):
            nothing(document[key], f"'{key}'", why)
        return
    meridian = whole(document["meridian"], "'meridian'", 1, MERIDIANS)
    if not first <= meridian - 1 <= last:
        raise BadPosition(
            "Meridian {meridian} is not on card {value}.", meridian=meridian, value=CARDS[card]
        )
    state.meridian = meridian
    if phase == BUILD:
        nothing(document["height"], "'height'", why)
    else:
        state.height = whole(document["height"], "'height'", 1, MOST_HEIGHT)


def _read_towers(board: Board, state: State, document: Document) -> None:
    players, rows = int(state.players), int(board.struct.rows)
    pieces = [0] * players
    for m, entries in enumerate(listed(document["towers"], "'towers'", MERIDIANS)):
        for r, entry in enumerate(
            listed(entries, Phrase("'towers' of meridian {meridian}", meridian=m + 1), rows)
        ):
            if entry is None:
                continue
            what = Phrase(
                "The tower in city {city} of meridian {meridian}", city=r + 1, meridian=m + 1
            )
            listed(entry, what, 2)
            seat = whole(entry[0], Phrase("{what}: its seat", what=what), 0, players - 1)
            height = whole(
                entry[1], Phrase("{what}: its height", what=what), 1, PIECES * decks_each(players)
            )
            state.towers[m, r] = 64 * seat + height
            pieces[seat] += height
        check_column(state.towers[m].tolist(), players, _meridian(m))
    supply = listed(document["supply"], "'supply'", players)
    all_pieces = PIECES * decks_each(players)
    for seat in range(players):
        state.supply[seat] = whole(supply[seat], f"'supply' of seat {seat}", 0, all_pieces)
        if pieces[seat] + supply[seat] != all_pieces:
            raise BadPosition(
                "Seat {seat} must have {all_pieces} pieces in towers and supply, not {pieces}.",
                seat=seat,
                all_pieces=all_pieces,
                pieces=pieces[seat] + supply[seat],
            )


def _meridian(number: int) -> Phrase:
    return Phrase("meridian {number}", number=number + 1)


def check_column(column: list[int], players: int, name: str) -> None:
    """Heights fall from north to south, and nobody has more towers than the limit."""
    towers = [tower for tower in column if tower]
    heights = [tower & 63 for tower in towers]
    if any(one <= two for one, two in pairwise(heights)):
        raise BadPosition(
            "The heights in {name} must fall from north to south, not {heights}.",
            name=name,
            heights=heights,
        )
    limit = tower_limit(players)
    for seat in range(players):
        if sum(tower >> 6 == seat for tower in towers) > limit:
            raise BadPosition(
                "Seat {seat} has too many towers in {name}; the limit is {limit}.",
                seat=seat,
                limit=limit,
                name=name,
            )


def _read_lifted(board: Board, state: State, document: Document) -> None:
    if int(state.phase) not in (BUILD, CITY):
        return
    seat, players, meridian = int(state.to_move), int(state.players), int(state.meridian)
    if document["lifted"] is not None:
        row, height = listed(document["lifted"], "'lifted'", 2)
        row = whole(row, Phrase("The row in 'lifted'"), 1, int(board.struct.rows))
        height = whole(height, Phrase("The height in 'lifted'"), 1, int(state.supply[seat]))
        column = state.towers[meridian - 1].tolist()
        if column[row - 1]:
            raise BadPosition(
                "The lifted tower's city {row} of meridian {meridian} is taken.",
                row=row,
                meridian=meridian,
            )
        column[row - 1] = 64 * seat + height
        back = Phrase("meridian {number} with the lifted tower put back", number=meridian)
        check_column(column, players, back)
        state.lifted_row, state.lifted_height = row, height
    if int(state.phase) == CITY:
        _check_height(board, state)


def _check_height(board: Board, state: State) -> None:
    """In phase city the chosen height must be one that could be chosen."""
    seat, height = int(state.to_move), int(state.height)
    cities = legal_cities(board.struct, state, seat, np.zeros(MOST_ROWS, np.int16))
    if not cities or not has(buildable_heights(board.struct, state, seat), height):
        raise BadPosition(
            "No city of meridian {meridian} can take a tower of {height}.",
            meridian=int(state.meridian),
            height=shown(height),
        )
