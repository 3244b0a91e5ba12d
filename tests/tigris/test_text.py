"""What Tigris & Euphrates says: the log of the rulebook's examples, reasons, help, languages."""

from __future__ import annotations

from pathlib import Path

import pytest

import triarchy
from tests.shared_checks import random_table
from tests.tigris.scenes import BULL, LION, play, scene
from triarchy.games.tigris import GAME, text
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import DO_DISCARD, PHASES
from triarchy.kit.definition import State
from triarchy.kit.language import LANGUAGES, faults
from triarchy.kit.sight import Reader
from triarchy.table.game import Game
from triarchy.table.table import Table


def revolt() -> Table:
    return scene(
        red="H6", leaders={"J7": (BULL, "black")}, hands=("red*2 black*4", "red*3 green*3")
    )


def war() -> Table:
    return scene(
        red="C6 I6",
        green="E6 G6 H6",
        leaders={
            "D6": (LION, "green"),
            "C5": (LION, "black"),
            "J6": (BULL, "green"),
            "I5": (BULL, "black"),
        },
        hands=("green*4 black red", "green black*5"),
    )


def seen(game: Game, state: State, seat: int | None) -> TigrisSight:
    return GAME.sight(game.board, game.view(state, seat))


def reader(game: Game, seat: int | None, language: str = "en") -> Reader:
    return Reader(seat, tuple(text.seat_names(game.players, language)), language)


def why_not(table: Table, move: str, language: str = "en") -> str:
    seat = table.to_move
    return text.why_not(
        seen(table.game, table.state, seat), move, reader(table.game, seat, language)
    )


def preview(table: Table, move: str) -> list[str]:
    seat = table.to_move
    sight = seen(table.game, table.state, seat)
    return text.preview(sight, table.action(move), reader(table.game, seat))


def test_every_sentence_is_there_in_every_language_with_the_same_names_in_it():
    assert faults(Path(GAME.folder)) == []


def test_the_log_of_a_revolt():
    table = revolt()
    play(table, "leader black", "cell H7", "support 2", "support 3")
    assert table.log() == [
        "Lion places the black leader on H7: revolt against Bull, 2 against 1.",
        "Lion adds 2 red tiles: 2 + 2 against 1.",
        "Revolt (black leaders), Lion 2 + 2 against Bull 1 + 3: Bull holds, "
        "1 red point for Bull. Lion's black leader leaves the board.",
    ]
    assert table.log(language="de")[2] == (
        "Aufstand (schwarze Anführer), Löwe 2 + 2 gegen Stier 1 + 3: Stier behauptet sich, "
        "1 roter Siegpunkt für Stier. Der schwarze Anführer kommt zu Löwe zurück."
    )


def test_the_log_of_a_war_with_its_sums_losses_and_points():
    table = war()
    play(table, "tile black", "cell F6", "war green", "support 4", "support 1")
    assert table.log() == [
        "Lion lays a black tile on F6: two kingdoms are joined, "
        "war (black leaders) and war (green leaders).",
        "War (green leaders): Lion 1 against Bull 2.",
        "Lion adds 4 green tiles: 1 + 4 against 2.",
        "War (green leaders), Lion 1 + 4 against Bull 2 + 1: Lion wins, "
        "2 green tiles leave the board, 3 green points for Lion. "
        "Bull's green leader leaves the board.",
    ]


def test_the_log_of_a_monument_with_its_points_and_the_tiles_drawn():
    table = scene(
        green="G6 H6 G5", red="H4", leaders={"H3": (LION, "green")}, hands=("green*3 red", "red*6")
    )
    play(table, "tile green", "cell H5", "monument red-green", "pass")
    assert table.log() == [
        "Lion lays a green tile on H5: 1 green point for Lion.",
        "Lion builds the red-green monument on G5–H6.",
        "Lion skips the second action. Monuments: 1 green point for Lion. Tiles drawn: Lion 3.",
    ]


def test_a_catastrophe_that_sends_a_leader_home():
    table = scene(red="H6", leaders={"H5": (BULL, "blue")})
    play(table, "catastrophe", "cell H6")
    assert table.log() == [
        "Lion puts a catastrophe on H6: the red tile there is lost. "
        "Bull's blue leader leaves the board."
    ]


def test_a_swap_is_one_line_that_names_no_tile():
    table = scene(hands=("red*3 blue*3", "green*6"))
    play(table, "swap", "discard blue", "discard red", "discard red", "draw")
    for reader in (LION, BULL, None):
        assert table.log(reader) == ["Lion swaps 3 tiles."]


@pytest.mark.parametrize(
    ("piece", "cell", "reason"),
    [
        ("tile blue", "H5", "Blue tiles go on rivers only."),
        ("tile black", "E1", "Only blue tiles go on rivers."),
        ("tile black", "K1", "There is already a tile there."),
        ("tile black", "J7", "A leader stands there."),
        ("leader red", "H5", "A leader needs a temple beside it."),
        ("leader red", "E1", "Leaders do not stand on rivers."),
        ("leader red", "C9", "A leader needs a temple beside it."),
        ("catastrophe", "K1", "The treasure protects its temple."),
        ("catastrophe", "J7", "A leader stands there."),
        ("catastrophe", "D6", "A catastrophe has destroyed this space."),
        ("leader black", "J5", "A leader must not join two kingdoms."),
        ("tile red", "J5", ""),
    ],
)
def test_why_a_cell_is_not_possible(piece: str, cell: str, reason: str):
    table = scene(
        red="J6 I4 J4",
        leaders={"J7": (BULL, "black"), "K4": (BULL, "red")},
        hands=("red*2 black*2 blue*2",),
        catastrophes="D6",
    )
    table.play(piece)
    assert (f"cell {cell}" in table.legal) == (reason == "")
    assert why_not(table, f"cell {cell}") == reason


def test_why_not_for_three_kingdoms():
    table = scene(
        red="H4 G5 I5",
        leaders={"H3": (LION, "red"), "F5": (LION, "blue"), "J5": (BULL, "blue")},
        hands=("green*6",),
    )
    table.play("tile green")
    assert why_not(table, "cell H5") == "It would join three kingdoms; you may join two at most."
    assert "drei Königreiche" in why_not(table, "cell H5", "de")


def test_every_move_that_is_not_legal_has_a_reason_and_no_legal_one_has():
    for players, options in ((2, {}), (4, {"support": "english"})):
        game = triarchy.game("tigris", players, options=options)
        table = random_table(game, 5, 260)
        for state in table.states[::9]:
            if int(state.to_move) < 0:
                continue
            legal = set(game.legal_moves(state))
            seat = int(state.to_move)
            sight = seen(game, state, seat)
            for move in filter(None, game.moves[::3]):
                reason = text.why_not(sight, move, reader(game, seat))
                assert bool(reason) == (move not in legal), (move, reason)


def test_a_preview_tells_points_and_sums_before_anything_is_played():
    table = war()
    table.play("tile black")
    assert preview(table, "cell F6") == [
        "Two kingdoms are joined, war (black leaders) and war (green leaders).",
        "Black: Lion 0, Bull 0.",
        "Green: Lion 1, Bull 2.",
    ]
    assert preview(table, "cell B5") == ["1 black point for Lion."]
    play(table, "cell F6", "war green")
    assert preview(table, "support 4") == ["Bull needs 3 more tiles to hold."]
    play(table, "support 4")
    assert preview(table, "support 1")[0].startswith("Lion wins")


def test_all_words_in_random_games_in_all_languages():
    game = triarchy.game("tigris", 3)
    for language, seed in zip(LANGUAGES, range(3), strict=True):
        table = random_table(game, seed)
        for number, state in enumerate(table.states[:-1]):
            seat = int(state.to_move)
            for other in (seat, (seat + 1) % 3, None):
                assert text.prompt(seen(game, state, other), reader(game, other, language))
            action = game.actions[table.moves[number]]
            sight, own = seen(game, state, seat), reader(game, seat, language)
            assert text.label(sight, action, own)
            assert "{" not in table.sentence(number, reader(game, None, language))
            if number % 5 == 0:
                text.preview(sight, action, own)
            if number % 40 == 0:
                for one in text.score_help(sight, own):
                    assert all(len(row) == len(one.columns) for row in one.rows)


def test_sentences_say_nothing_that_the_reader_may_not_know():
    """A sentence from whole states is the one from views: hidden things have no part in it."""
    game = triarchy.game("tigris", 3)
    table = random_table(game, 8, 300)
    for number, move in enumerate(table.moves):
        before, after = table.states[number : number + 2]
        action = game.actions[move]
        if int(after.phase) == len(PHASES) - 1 or GAME.is_choice(before, action):
            continue
        for seat in (0, None):
            action = game.actions[move]
            if int(before.to_move) != seat:
                action = GAME.public_action(game.board, before, action)
                assert not DO_DISCARD <= action < DO_DISCARD + 4
            views = seen(game, before, seat), seen(game, after, seat)
            whole = GAME.sight(game.board, before), GAME.sight(game.board, after)
            told = text.sentence(views[0], action, views[1], reader(game, seat))
            assert told == text.sentence(whole[0], action, whole[1], reader(game, seat))


def test_others_points_are_covered_until_the_end_or_open():
    for options, shown in (({}, False), ({"open_points": True}, True)):
        game = triarchy.game("tigris", 2, options=options)
        table = random_table(game, 1, 150)
        sight = seen(game, table.state, 0)
        points = text.score_help(sight, reader(game, 0))[-1]
        assert points.rows[0][1] != "–"
        assert (points.rows[1][1] != "–") == shown
        panels = GAME.drawing.players_panel(sight, reader(game, 0))
        assert (panels[1].score != "") == shown


def test_final_steps_of_the_rulebooks_example():
    """Potter wins by 11; lion's 12 beats bull's 11 in the third place; archer is last."""
    game = triarchy.game("tigris", 4)
    state = random_table(game, 0).state.copy()
    state.points[:] = [
        [12, 10, 7, 20, 3],
        [10, 10, 11, 16, 0],
        [22, 6, 15, 17, 3],
        [11, 11, 8, 15, 3],
    ]
    steps = text.final_steps(GAME.sight(game.board, state), reader(game, None))
    assert [step.gains for step in steps[:4]] == [
        [12, 10, 22, 11],
        [10, 10, 6, 11],
        [7, 11, 15, 8],
        [20, 16, 17, 15],
    ]
    told = [step.text for step in steps[4:]]
    assert told == [
        "Lion's treasures go to the weakest colours: 3 × blue",
        "Archer's treasures go to the weakest colours: 3 × red",
        "Potter's treasures go to the weakest colours: 3 × blue",
        "Weakest colour: Lion 10, Bull 10, Archer 9, Potter 11",
        "Second weakest: Lion 10, Bull 10",
        "Third weakest: Lion 12, Bull 11",
        "Potter wins: 1. Potter, 2. Lion, 3. Bull, 4. Archer",
    ]


def test_temples_that_a_red_war_spares_are_told():
    table = scene(
        red="C6 D6 I6",
        black="E6 G6 H6",
        leaders={"C5": (LION, "red"), "J6": (BULL, "red")},
        hands=("red*5 black", "red"),
    )
    play(table, "tile black", "cell F6", "war red", "support 1", "support 0")
    line = table.log()[-1]
    assert (
        "1 red tile leaves the board, 1 temple stays, beside another leader or with a treasure"
        in line
    )
