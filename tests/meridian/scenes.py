"""Positions of Meridian for tests, made from a few words, and readers to read them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import triarchy
from triarchy.games.meridian import GAME
from triarchy.games.meridian.sight import MeridianSight
from triarchy.games.meridian.state import CARDS, OVER
from triarchy.kit.sight import Reader
from triarchy.table.table import Table

ORANGE, GREY, BROWN, BLACK = range(4)


def position(
    columns: dict[int, list],
    *,
    players: int = 4,
    seat: int = ORANGE,
    card: str = "4-7",
    meridian: int | None = 5,
    supply: dict[int, int] | None = None,
    **changes: object,
) -> Table:
    """A table at which `seat` is to build in `meridian`; towers as {meridian: [row entries]}.

    The first turns have been passed by everyone, with cards as they come.
    """
    game = triarchy.game("meridian", players=players)
    rows = int(game.board.struct.rows)
    deck = list(CARDS) * (2 if players == 2 else 1)
    pieces = 40 if players == 2 else 20
    towers = [columns.get(m, [None] * rows) for m in range(1, 11)]
    left = [
        pieces - sum(t[1] for column in towers for t in column if t and t[0] == s)
        for s in range(players)
    ]
    hands = []
    for s in range(players):
        cards = list(deck)
        if s == seat:
            cards.remove(card)
            cards.insert(1 if s < seat else 0, card)
        hands.append(cards)
    document = {
        "game": "meridian",
        "board": game.board.id,
        "players": players,
        "options": {},
        "phase": "build",
        "to_move": seat,
        "turn": seat,
        "towers": towers,
        "supply": left,
        "open": [hand[1:3] if s < seat else hand[:2] for s, hand in enumerate(hands)],
        "piles": [hand[3:] if s < seat else hand[2:] for s, hand in enumerate(hands)],
        "discards": [hand[:1] if s < seat else [] for s, hand in enumerate(hands)],
        "card": card,
        "meridian": meridian,
        "lifted": None,
        "height": None,
    }
    document.update(changes)
    if supply:
        for s, wanted in supply.items():
            document["supply"][s] = wanted
    return triarchy.position(document)


def spend(seat: int, pieces: int) -> list:
    """A column with a single tower that keeps these pieces out of the seat's supply."""
    return [[seat, pieces], None, None, None, None]


FIGURE_A = {5: [[BLACK, 4], [BROWN, 3], None, [GREY, 1], None]}


def finished(towers: list[list], supply_of: dict[int, int] | None = None) -> Table:
    """A finished four-player game with these towers."""
    game = triarchy.game("meridian", players=4)
    table = game.start(0)
    state = table.state.copy()
    for move in range(52):
        seat = move % 4
        state.discards[seat, move // 4] = move // 4 + 1
    state.discard_sizes[:] = 13
    state.pile_sizes[:] = 0
    state.piles[:] = 0
    state.open[:] = 0
    state.turn, state.phase, state.to_move = 52, OVER, -1
    for meridian, row, seat, height in towers:
        state.towers[meridian - 1, row - 1] = 64 * seat + height
        state.supply[seat] -= height
    return triarchy.position(game.document(state))


def islands_of_size(size: int) -> list[list[dict]]:
    """The islands of that size as lists of cities, the capital last."""
    board = triarchy.game("meridian", players=4).board
    found = [
        sorted(
            (city for city in board.data["cities"] if city["island"] == island["id"]),
            key=lambda city: city["capital"],
        )
        for island in board.data["islands"]
    ]
    return [cities for cities in found if len(cities) == size]


def tower(city: dict, seat: int) -> list[int]:
    """A tower whose height falls from north to south, whatever else stands in the meridian."""
    return [city["meridian"], city["row"], seat, 6 - city["row"]]


NAMES = ("Ann", "Ben", "Cleo", "Dora")


def reader(seat: int | None = None, language: str = "en", names: tuple[str, ...] = NAMES) -> Reader:
    return Reader(seat, names, language)


def sight(table: Table, seat: int | None = None) -> MeridianSight:
    """What a seat sees at a table; None: what everybody sees."""
    return GAME.sight(table.game.board, table.view_state(seat))


def figure_a(phase: str = "city", height: int = 2) -> Table:
    """Figure A's meridian; orange looks for a city for a tower, or (phase build) for its height."""
    return position(FIGURE_A, phase=phase, height=height if phase == "city" else None)


def random_tables(players: int, seed: int = 3, every: int = 1) -> Iterator[Table]:
    """A table at some decisions of a random game, the finished one last."""
    chance = random.Random(seed)
    table = triarchy.game("meridian", players=players).start(seed)
    while not table.over:
        if chance.randrange(every) == 0:
            yield table
        table.play(chance.choice(table.legal))
    yield table
