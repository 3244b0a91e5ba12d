"""Pictures of Tigris & Euphrates: every move once, names for everyone, no secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.text import Text

import triarchy
from tests.shared_checks import random_table
from tests.tigris.scenes import BULL, LION, play, scene
from triarchy.games.tigris import GAME
from triarchy.games.tigris.drawing.geometry import Grid
from triarchy.games.tigris.drawing.outlines import outline
from triarchy.games.tigris.state import PHASES
from triarchy.kit.definition import State
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader
from triarchy.table.game import Game
from triarchy.table.table import Table

NAME = "{http://www.w3.org/2000/svg}"
PLAIN = Picture()
TICK = "M-5 0L-1 4L6 -5"


def positions() -> Iterator[tuple[Game, State]]:
    """Positions of random games of 2 to 4 players, and one of each phase at least."""
    seen: set[int] = set()
    for players, seed in ((2, 1), (3, 2), (4, 3)):
        game = triarchy.game("tigris", players)
        states = random_table(game, seed).states
        for number, state in enumerate(states):
            if number % 23 == 0 or int(state.phase) not in seen or state is states[-1]:
                seen.add(int(state.phase))
                yield game, state
    for table in (squares(), monument(), wars(), treasure()):
        seen.add(int(table.state.phase))
        yield table.game, table.state
    assert seen == set(range(len(PHASES)))


def squares() -> Table:
    table = scene(green="G5 H5 I5 G6 I6", hands=("green*6",))
    play(table, "tile green", "cell H6")
    return table


def monument() -> Table:
    table = squares()
    play(table, "square H5")
    return table


def wars() -> Table:
    table = scene(
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
    play(table, "tile black", "cell F6")
    return table


def treasure() -> Table:
    table = scene(red="G10 H10 I10 J10", leaders={"G11": (BULL, "green")}, hands=("black*6",))
    play(table, "tile black", "cell K10")
    return table


def draw(
    game: Game, view: State, seat: int | None, picture: Picture = PLAIN, language: str = "en"
) -> str:
    names = tuple(GAME.text.seat_names(game.players, language))
    return GAME.drawing.draw(GAME.sight(game.board, view), Reader(seat, names, language), picture)


def moves_in(picture: str) -> Counter[str]:
    root = ElementTree.fromstring(picture)
    return Counter(one.get("data-move") for one in root.iter() if one.get("data-move"))


@pytest.mark.parametrize("width", [360, 900])
def test_every_legal_move_is_drawn_exactly_once(width: int):
    for game, state in positions():
        seat = int(state.to_move) if int(state.to_move) >= 0 else 0
        view = game.view(state, seat)
        wanted = Counter(game.legal_moves(state))
        board, hand, everything = (
            moves_in(draw(game, view, seat, Picture(width, part, lit=True)))
            for part in ("board", "hand", "all")
        )
        assert board + hand == wanted
        assert everything == wanted


def test_targets_are_buttons_with_a_name_and_keys_are_unique():
    for game, state in positions():
        seat = max(0, int(state.to_move))
        view = game.view(state, seat)
        root = ElementTree.fromstring(draw(game, view, seat, Picture(lit=True)))
        for one in root.iter():
            if one.get("data-move"):
                assert one.get("role") == "button"
                assert one.get("tabindex") == "0"
                assert one.get("aria-label") == one.findtext(f"{NAME}title") != ""
        keys = Counter(one.get("data-key") for one in root.iter() if one.get("data-key"))
        assert not keys or max(keys.values()) == 1
        assert int(root.get("width", "0")) == 1000


def test_a_picture_shows_nothing_that_its_reader_may_not_know():
    """Two states that differ only in hidden things look the same, and as their view does."""
    game = triarchy.game("tigris", 3)
    rules, board = GAME.rules, game.board.struct
    rng = np.array([3], np.uint64)
    for state in random_table(game, 6).states[:-1:29]:
        for seat in (0, 1, None):
            view = game.view(state, seat)
            guess = view.copy()
            rules.guess(board, guess, -1 if seat is None else seat, rng)
            picture = Picture(lit=int(state.to_move) == seat)
            pictures = {draw(game, one, seat, picture) for one in (state, view, guess)}
            assert len(pictures) == 1


def test_every_leader_and_treasure_on_the_board_is_drawn_with_its_key():
    table = wars()
    picture = table.svg(LION, part="board")
    for key in ("leader-0-green", "leader-1-black", "treasure-K1", "tile-F6", "unification"):
        assert f'data-key="{key}"' in picture


def test_a_conflict_shows_both_sums_for_every_amount():
    table = wars()
    play(table, "war green")
    hand = table.svg(LION, part="hand")
    for number in range(5):
        assert f"{1 + number} : 2" in hand
        assert f'aria-label="Add {number}: {1 + number} against 2"' in hand
    assert "data-move" not in table.svg(BULL, part="hand")
    assert "War (green leaders)" in table.svg(None, part="hand")


def test_an_attacker_is_ahead_until_the_defender_has_answered():
    """Who adds last has won or lost; before, the greater sum wins nothing yet."""
    table = wars()
    play(table, "war green")
    assert table.svg(LION, part="hand").count(">ahead<") == 3  # 3, 4 and 5 against 2
    assert TICK not in table.svg(LION, part="hand")
    play(table, "support 2")
    assert ">ahead<" not in table.svg(BULL, part="hand")
    assert table.svg(BULL, part="hand").count(TICK) == 1  # a tie is the defender's


def test_a_preview_is_drawn_and_changes_no_target():
    for game, state in positions():
        if int(state.to_move) < 0:
            continue
        seat = int(state.to_move)
        view, legal = game.view(state, seat), game.legal_actions(state)
        picture = draw(game, view, seat, Picture(lit=True, preview=legal[0]))
        assert moves_in(picture) == Counter(game.legal_moves(state))


def test_onlookers_dark_pages_and_other_languages():
    for game, state in positions():
        view = game.view(state, None)
        for part in ("board", "hand", "all"):
            picture = draw(game, view, None, Picture(700, part, dark=True), "de")
            assert not moves_in(picture)


def test_a_name_is_escaped():
    table = wars()
    names = ["<b>&", 'x"y']
    for part in ("board", "hand", "all"):
        ElementTree.fromstring(table.svg(LION, part=part, names=names))


def test_points_of_others_are_covered_until_the_end():
    game = triarchy.game("tigris", 2)
    table = random_table(game, 4)
    early = game.view(table.states[60], 0)
    assert 'data-key="points-0-red"' in draw(game, early, 0)
    assert 'data-key="points-1-red"' not in draw(game, early, 0)
    assert 'data-key="points-1-red"' in draw(game, game.view(table.state, 0), 0)


def test_the_outline_of_a_ring_has_two_loops():
    ring = (0, 1, 2, 16, 18, 32, 33, 34)
    assert outline(ring, Grid(0, 0, 10, False), 0).count("M") == 2
    corner_to_corner = (0, 17)
    assert outline(corner_to_corner, Grid(0, 0, 10, False), 0).count("M") == 2


def test_the_terminal_shows_rows_columns_and_the_own_hand_alone():
    for game, state in positions():
        names = tuple(GAME.text.seat_names(game.players, "en"))
        for seat in (0, None):
            sight = GAME.sight(game.board, game.view(state, seat))
            shown = Text.from_markup(GAME.drawing.terminal(sight, Reader(seat, names))).plain
            lines = shown.splitlines()
            assert lines[0].split() == list("ABCDEFGHIJKLMNOP")
            assert [line.split()[0] for line in lines[1:12]] == [str(n) for n in range(1, 12)]
            assert len({len(line.rstrip("1234567890")) for line in lines[1:12]}) == 1
            if int(state.phase) != len(PHASES) - 1:
                assert shown.count("Tiles:") == (seat is not None)


def test_players_panels_have_a_symbol_and_facts():
    table = wars()
    sight = GAME.sight(table.game.board, table.view_state(0))
    panels = GAME.drawing.players_panel(sight, Reader(0, ("A", "B"), "nl"))
    assert len(panels) == 2
    for panel in panels:
        ElementTree.fromstring(panel.symbol)
        assert ("Leiders in voorraad", "2") in [fact[:2] for fact in panel.facts]
