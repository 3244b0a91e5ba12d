"""China in words: every reason, the log, the score help, the final scoring, three languages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import triarchy
from tests.shared_checks import random_states, random_table
from triarchy.games.china import GAME, rules
from triarchy.games.china.state import COLOURS, DO_END, OVER
from triarchy.kit.definition import State
from triarchy.kit.language import LANGUAGES, faults, translator
from triarchy.kit.presentation import Picture
from triarchy.kit.reasons import Turn
from triarchy.kit.sight import Reader
from triarchy.table.game import Game

NAMES = ("Blue", "White", "Black", "Brown", "Turquoise")
ONLOOKER = Reader(None, NAMES)
STEP = 19


def hidden(game: Game, state: State, seat: int | None) -> State:
    view = state.copy()
    GAME.rules.hide(game.board.struct, view, -1 if seat is None else seat)
    return view


def at_start(hand: dict[str, int], players: int = 3, forts: bool = False) -> tuple[Game, State]:
    """A first turn with this hand; what else is hidden does not matter here."""
    game = triarchy.game("china", players=players, options={"forts": forts})
    state = game.start(1).state.copy()
    state.hands[0] = [hand.get(colour, 0) for colour in COLOURS]
    state.hand_sizes[0] = sum(hand.values())
    return game, state


def build(game: Game, state: State, seat: int, *fields: str) -> None:
    for field in fields:
        action = game.moves.index(f"house {field}")
        province = int(game.board.struct.province_of[action])
        rules.place(game.board.struct, state, seat, province, action)


def why_not(game: Game, state: State, move: str) -> str:
    return GAME.text.why_not(GAME.sight(game.board, state), move, ONLOOKER)


def log_line(game: Game, before: State, action: int, after: State) -> str:
    sights = [GAME.sight(game.board, state) for state in (before, after)]
    return GAME.text.sentence(sights[0], action, sights[1], ONLOOKER)


def play(game: Game, state: State, *moves: str) -> list[str]:
    """The log of these moves."""
    told = []
    for move in moves:
        action = game.moves.index(move)
        assert action in game.legal_actions(state)
        before = state.copy()
        GAME.rules.apply(game.board.struct, state, action)
        told.append(log_line(game, before, action, state.copy()))
    return [line for line in told if line]


def test_the_catalogues_are_complete() -> None:
    assert faults(Path(GAME.folder)) == []


def test_seats_are_not_named_after_provinces() -> None:
    assert GAME.text.seat_names(5, "en") == list(NAMES)
    assert not {name.lower() for name in NAMES} & set(COLOURS)


def test_a_house_that_fills_a_province_is_told_with_its_points() -> None:
    game, state = at_start({"red": 1, "green": 2})
    build(game, state, 0, "wei1", "wei2", "wei4")
    build(game, state, 1, "wei5", "wei6", "wei7")
    assert play(game, state, "house wei3", "pay red") == [
        "Blue builds a house on Wei 3 for red. Wei is full: Blue 7, White 4."
    ]


def test_a_joker_and_an_emissary_in_the_log() -> None:
    game, state = at_start({"green": 3})
    build(game, state, 1, "wei5")
    assert play(game, state, "emissary wei", "pay green", "end", "draw 1") == [
        "Blue sends an emissary to Wei for 2 × green as a joker.",
        f"Blue takes a face-up {COLOURS[int(triarchy.game('china', players=3).start(1).state.open[0])]}"
        " card.",
    ]


def test_a_card_from_the_deck_is_named_to_nobody() -> None:
    game, state = at_start({"green": 3})
    told = play(game, state, "swap green", "draw deck")
    assert told == ["Blue swaps and discards one green card.", "Blue draws from the deck."]


def test_why_a_piece_cannot_be_paid() -> None:
    game, state = at_start({"red": 1, "green": 1, "violet": 1})
    reason = "Blue has no yellow card for Qi and no pair of another colour."
    assert why_not(game, state, "house qi1") == reason


def test_why_an_emissary_cannot_stand_there() -> None:
    game, state = at_start({"red": 2, "green": 1})
    assert why_not(game, state, "emissary wei") == "No house stands in Wei yet."
    build(game, state, 1, "wei1")
    state.emissaries[5, 2] = 1
    assert why_not(game, state, "emissary wei") == (
        "No room in Wei: it holds only as many emissaries as the leading player has houses there (1)."
    )


def test_why_a_field_a_province_and_a_fortification_are_refused() -> None:
    game, state = at_start({"red": 2, "green": 1})
    build(game, state, 1, "wei1")
    assert why_not(game, state, "house wei1") == "White's house stands there."
    assert why_not(game, state, "fort wei2") == "This game is played without fortifications."
    play(game, state, "house wei2", "pay red")
    assert why_not(game, state, "house shu1") == (
        "All pieces of a turn go into one province, now Wei."
    )
    assert why_not(game, state, "swap red") == (
        "A piece has been placed already, so this turn has no swap."
    )


def test_why_not_in_the_other_phases() -> None:
    game, state = at_start({"red": 1, "green": 1, "violet": 1})
    assert why_not(game, state, "pay red") == "There is no piece to pay for."
    assert why_not(game, state, "swap yellow") == "There is no yellow card in the hand."
    assert why_not(game, state, "pass") == "You can pass only if you have no cards."
    assert why_not(game, state, "end").startswith("Nothing has been placed yet")
    assert why_not(game, state, "house nowhere") == "There is no such move."
    assert why_not(game, hidden(game, state, 1), "house wei1") == "It is Blue's turn."
    play(game, state, "house wei1")
    assert why_not(game, state, "pay green") == (
        "The province has another colour: a joker needs two green cards."
    )
    assert why_not(game, state, "draw 1") == "First pay for a house on Wei 1."
    play(game, state, "pay red")
    assert why_not(game, state, "house wei2") == "Wei was empty: only one piece in this turn."


def test_every_refused_move_has_a_reason_and_every_legal_one_none() -> None:
    game = triarchy.game("china", players=4, options={"forts": True})
    for state in list(random_states(game, games=1, every=4 * STEP))[:-1]:
        view = hidden(game, state, int(state.to_move))
        legal = set(game.legal_moves(state))
        for move in filter(None, game.moves):
            said = why_not(game, view, move)
            assert (said == "This move is possible now.") == (move in legal)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_said_of_every_position(language: str) -> None:
    game = triarchy.game("china", players=5, options={"forts": True})
    names = tuple(GAME.text.seat_names(5, language))
    for state in random_states(game, games=1, every=STEP):
        mover = int(state.to_move)
        for seat in (None, 0, mover if mover >= 0 else 1):
            sight = GAME.sight(game.board, hidden(game, state, seat))
            reader = Reader(seat, names, language)
            assert GAME.text.prompt(sight, reader)
            for sheet in GAME.text.score_help(sight, reader):
                assert all(len(row) == len(sheet.columns) for row in sheet.rows)
        sight = GAME.sight(game.board, hidden(game, state, mover))
        reader = Reader(mover, names, language)
        for action in game.legal_actions(state):
            assert GAME.text.label(sight, action, reader)
            assert action >= DO_END or GAME.text.preview(sight, action, reader)


def test_the_log_is_the_same_whatever_is_hidden() -> None:
    game = triarchy.game("china", players=3)
    table = random_table(game, 3)
    states = table.states
    actions = [game.moves.index(move) for move in table.moves]
    for number in range(0, len(actions), 7):
        before, after = states[number], states[number + 1]
        for seat in (None, 0, 1, 2):
            views = [hidden(game, one, seat) for one in (before, after)]
            said = log_line(game, views[0], actions[number], views[1])
            assert said == log_line(game, before, actions[number], after)


def test_a_preview_does_not_depend_on_the_deck() -> None:
    game = triarchy.game("china", players=3)
    for state in list(random_states(game, games=1, every=STEP))[:-1]:
        seat = int(state.to_move)
        other = hidden(game, state, seat)
        GAME.rules.guess(game.board.struct, other, seat, np.array([5], np.uint64))
        for action in game.legal_actions(state):
            sights = [GAME.sight(game.board, one) for one in (state, other)]
            said = [
                [
                    *GAME.text.preview(one, action, ONLOOKER),
                    *GAME.text.claims(Turn(one, [action])),
                ]
                for one in sights
            ]
            assert said[0] == said[1]


def test_the_alliance_table_has_the_rulebooks_example_6() -> None:
    game, state = at_start({"red": 3}, players=5)
    wei, chin, shu = 5, 0, 8
    state.emissaries[wei, :2] = (1, 1)
    state.emissaries[chin, :3] = (2, 1, 1)
    state.emissaries[shu, :4] = (1, 0, 0, 2)
    sheets = GAME.text.score_help(GAME.sight(game.board, state), ONLOOKER)
    alliances = next(sheet for sheet in sheets if sheet.title == "Alliances")
    assert alliances.rows[2] == ["3", "Wei – Ch'in", "Blue, White | Blue", "Blue 6"]
    assert alliances.rows[3] == ["4", "Ch'in – Shu", "Blue | Brown", "–"]


def test_the_road_table_has_the_rulebooks_example_7() -> None:
    game, state = at_start({"red": 3})
    build(game, state, 0, "chin2", "chin4", "chin6", "shu1", "shu2", "chin5")
    sheets = GAME.text.score_help(GAME.sight(game.board, state), ONLOOKER)
    roads = next(sheet for sheet in sheets if sheet.title == "Roads")
    assert len(roads.rows) == 1
    assert roads.rows[0][0] == "Blue" and roads.rows[0][2] == "5"
    assert roads.rows[0][1].count("–") == 4


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_final_steps_add_up_to_the_result(players: int) -> None:
    game = triarchy.game("china", players=players, options={"forts": True})
    for seed in range(4):
        state = random_table(game, seed).state
        assert int(state.phase) == OVER
        sight = GAME.sight(game.board, state)
        reader = Reader(None, tuple(GAME.text.seat_names(players, "de")), "de")
        steps = GAME.text.final_steps(sight, reader)
        totals = [sum(step.gains[seat] for step in steps) for seat in range(players)]
        assert totals == [score["total"] for score in GAME.scores(game.board, state)]
        svg = GAME.drawing.draw(sight, reader, Picture(part="board"))
        for step in steps:
            assert step.text
            assert all(f'data-key="{key}"' in svg for key in step.keys)


def test_the_titles_of_the_maps_are_translated() -> None:
    words = {language: words_of("3–4 players", language) for language in LANGUAGES}
    assert words == {"en": "3–4 players", "de": "Für 3–4 Spieler", "nl": "Voor 3–4 spelers"}
    titles = {board.title for board in GAME.boards.values()}
    assert all(words_of(title, "de") != title for title in titles)


def words_of(title: str, language: str) -> str:
    return translator(GAME.folder / "languages", language)(title)
