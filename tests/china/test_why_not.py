"""Why not: compared with a check of its own, plain Python from the rulebook, over position documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import triarchy
from tests.china.scenes import last_turn, play, scene
from tests.shared_checks import random_states
from triarchy.games.china import GAME
from triarchy.games.china.state import EMISSARY, HOUSE
from triarchy.games.china.text.reasons import Reason, reason
from triarchy.kit.language import LANGUAGES
from triarchy.kit.sight import Reader
from triarchy.table.table import Table

NAMES = ("Blue", "White", "Black", "Brown", "Turquoise")
SETTINGS = [
    (3, "roads-3-4", False),
    (4, "roads-3-4", True),
    (4, "roads-4-5", False),
    (5, "roads-4-5", True),
]


class Referee:
    """Which rules a move would break, the broadest first, from the document and the board file."""

    def __init__(self, position: dict[str, Any], board: dict[str, Any]) -> None:
        self.position = position
        self.provinces = {province["id"]: province for province in board["provinces"]}
        self.home = {
            field["id"]: name
            for name, province in self.provinces.items()
            for field in province["fields"]
        }
        seat = position["to_move"]
        self.phase, self.placed = position["phase"], position["placed"]
        self.hand = {} if seat is None else position["hands"][seat]
        self.supply = {} if seat is None else position["supply"][seat]

    def broken(self, move: str) -> list[str]:
        if self.phase == "over":
            return ["GAME_OVER"]
        word, _, what = move.partition(" ")
        judge = getattr(self, f"{word}_faults")
        return list(judge(what))

    # Pieces

    def turn_faults(self, province: str) -> Iterator[str]:
        position = self.position
        if self.phase == "pay":
            yield "UNPAID"
        if position["swapping"]:
            yield "SWAPPED"
        if self.phase != "pay" and self.placed:
            if self.placed == 1 and position["limit"] == 1:
                yield "ONE_PIECE"
            if self.placed == 2:
                yield "TWO_PIECES"
            if province != position["province"]:
                yield "OTHER_PROVINCE"
            if self.phase == "draw":
                yield "ENDED"
        if self.phase == "main" and not any(self.hand.values()):
            yield "NO_CARDS"

    def price_faults(self, province: str) -> Iterator[str]:
        own = self.provinces[province]["colour"]
        pair = any(count >= 2 for colour, count in self.hand.items() if colour != own)
        if not self.hand.get(own) and not pair:
            yield "CANNOT_PAY"

    def house_faults(self, field: str) -> Iterator[str]:
        yield from self.turn_faults(self.home[field])
        if self.supply["houses"] == 0:
            yield "NO_HOUSE_LEFT"
        if field in self.position["houses"]:
            yield "HOUSE_THERE"
        yield from self.price_faults(self.home[field])

    def fort_faults(self, field: str) -> Iterator[str]:
        if not self.position["options"]["forts"]:
            yield "WITHOUT_FORTS"
        yield from self.turn_faults(self.home[field])
        if self.supply["forts"] == 0:
            yield "NO_FORT_LEFT"
        if field in self.position["houses"]:
            yield "HOUSE_THERE"
        if field in self.position["forts"]:
            yield "FORT_THERE"
        yield from self.price_faults(self.home[field])

    def emissary_faults(self, province: str) -> Iterator[str]:
        yield from self.turn_faults(province)
        if self.supply["emissaries"] == 0:
            yield "NO_EMISSARY_LEFT"
        owners = self.position["houses"].items()
        most = max(Counter(s for f, s in owners if self.home[f] == province).values(), default=0)
        if most == 0:
            yield "NO_HOUSE_YET"
        elif sum(self.position["emissaries"].get(province, [])) >= most:
            yield "COURT_FULL"
        yield from self.price_faults(province)

    # Cards and buttons

    def pay_faults(self, colour: str) -> Iterator[str]:
        if self.phase != "pay":
            yield "NOTHING_TO_PAY"
            return
        own = self.provinces[self.position["province"]]["colour"]
        if self.hand[colour] == 0:
            yield "NO_SUCH_CARD"
        elif self.hand[colour] == 1 and colour != own:
            yield "NEEDS_TWO"

    def draw_faults(self, where: str) -> Iterator[str]:
        if self.phase == "pay":
            yield "UNPAID"
        elif self.phase == "main":
            yield "DRAW_LATER"
        if where == "deck" and not self.position["deck"]:
            yield "DECK_EMPTY"
        if where != "deck" and self.position["open"][int(where) - 1] is None:
            yield "NO_OPEN_CARD"

    def swap_faults(self, colour: str) -> Iterator[str]:
        if self.phase == "pay":
            yield "UNPAID"
        if self.position["swapping"]:
            yield "SWAPPED"
        if self.placed:
            yield "PLACED"
        if self.hand[colour] == 0:
            yield "NO_SUCH_CARD"

    def end_faults(self, _: str) -> Iterator[str]:
        if self.phase == "pay":
            yield "UNPAID"
        if self.position["swapping"]:
            yield "SWAPPED"
        if self.phase == "draw":
            yield "ENDED"
        if not self.placed:
            yield "NOTHING_PLACED"

    def pass_faults(self, _: str) -> Iterator[str]:
        if self.phase == "pay":
            yield "UNPAID"
        if self.phase == "draw":
            yield "FILL_HAND"
        if any(self.hand.values()):
            yield "HAS_CARDS"


@pytest.mark.parametrize(("players", "board", "forts"), SETTINGS)
def test_the_reason_is_the_rule_that_an_independent_check_finds_broken(players, board, forts):
    game = triarchy.game("china", players, board, {"forts": forts})
    moves = [(action, move) for action, move in enumerate(game.moves) if move]
    compared = 0
    for state in random_states(game, games=4):
        sight = GAME.sight(game.board, state)
        referee = Referee(game.document(state), game.board.data)
        legal = set(sight.legal)
        for action, move in moves:
            why, broken = reason(sight, action), referee.broken(move)
            assert (why is None) == (action in legal) == (not broken), (move, why, broken)
            if why is not None:
                assert why.name == broken[0], (move, broken)
        compared += 1
    assert compared > 500


def situations() -> dict[Reason, tuple[Table, str]]:
    """For each reason a table and a move that has it."""
    start = scene({1: "wei1"}, hand="red red green", with_forts=True)
    court = scene({1: "wei1"}, emissaries={"wei": [0, 1, 0]}, hand="red red green")
    paying = play(scene({1: "wei1"}, hand="red green violet"), "house wei2")
    lone = play(scene(hand="red red green"), "house wei2", "pay red")
    one = play(scene({1: "wei1"}, hand="red red green"), "house wei2", "pay red")
    two = play(scene({1: "wei1"}, hand="red red red"), "house wei2", "pay red")
    play(two, "house wei3", "pay red")
    ended = play(scene({1: "wei1"}, hand="red red green"), "house wei2", "pay red", "end")
    swapped = play(scene(hand="red red green"), "swap red")
    late: dict[str, Any] = {"deck": "", "exhausted": 2, "starter": 2, "turn": 1}
    poor = scene(hand="", row="- - - -", **late)
    drawing = play(scene(hand="red red red", row="- green - -", **late), "swap red")
    houseless, mute = scene(hand="red red green"), scene({1: "wei1"}, hand="red red green")
    houseless.state.supply[0, HOUSE] = 0
    mute.state.supply[0, EMISSARY] = 0
    over = triarchy.position(last_turn({0: "wei1"}))
    return {
        Reason.GAME_OVER: (play(over, "draw 1"), "house wei2"),
        Reason.NO_CARDS: (poor, "house wei1"),
        Reason.UNPAID: (paying, "draw 1"),
        Reason.SWAPPED: (swapped, "house wei1"),
        Reason.ONE_PIECE: (lone, "house wei3"),
        Reason.TWO_PIECES: (two, "house wei4"),
        Reason.ENDED: (ended, "house wei3"),
        Reason.OTHER_PROVINCE: (one, "house shu1"),
        Reason.PLACED: (one, "swap red"),
        Reason.NOTHING_PLACED: (start, "end"),
        Reason.DRAW_LATER: (start, "draw deck"),
        Reason.NOTHING_TO_PAY: (start, "pay red"),
        Reason.HAS_CARDS: (start, "pass"),
        Reason.FILL_HAND: (ended, "pass"),
        Reason.WITHOUT_FORTS: (court, "fort wei2"),
        Reason.NO_HOUSE_LEFT: (houseless, "house wei1"),
        Reason.NO_EMISSARY_LEFT: (mute, "emissary wei"),
        Reason.NO_FORT_LEFT: (scene(fortified="qi1", seat=2, hand="yellow " * 3), "fort qi2"),
        Reason.NO_HOUSE_YET: (start, "emissary shu"),
        Reason.COURT_FULL: (court, "emissary wei"),
        Reason.HOUSE_THERE: (start, "house wei1"),
        Reason.FORT_THERE: (scene(fortified="wei3", hand="red red green"), "fort wei3"),
        Reason.CANNOT_PAY: (scene(hand="red green violet"), "house qi1"),
        Reason.NO_SUCH_CARD: (start, "swap yellow"),
        Reason.NEEDS_TWO: (paying, "pay green"),
        Reason.NO_OPEN_CARD: (drawing, "draw 1"),
        Reason.DECK_EMPTY: (drawing, "draw deck"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_met_and_has_one_sentence_in_every_language(language):
    sentences = []
    met = situations()
    assert set(met) == set(Reason) - {Reason.NOT_TO_MOVE}
    for why, (table, move) in met.items():
        sight = GAME.sight(table.game.board, table.state)
        assert reason(sight, table.game.actions[move]) is why
        names = tuple(GAME.text.seat_names(sight.players, language))
        said = GAME.text.why_not(sight, move, Reader(0, names, language))
        assert said.endswith(".") and "{" not in said
        sentences.append(said)
    assert len(set(sentences)) == len(sentences)


def test_wei_was_empty_is_said_rather_than_that_the_hand_must_be_filled():
    table, move = situations()[Reason.ONE_PIECE]
    said = GAME.text.why_not(GAME.sight(table.game.board, table.state), move, Reader(0, NAMES))
    assert said == "Wei was empty: only one piece in this turn."


def test_another_seat_hears_whose_turn_it_is():
    table = scene(hand="red red green")
    sight = GAME.sight(table.game.board, table.game.view(table.state, 1))
    assert reason(sight, 0) is Reason.NOT_TO_MOVE
    assert GAME.text.why_not(sight, "house wei1", Reader(1, NAMES)) == "It is Blue's turn."
