"""Meridian's drawings: every legal action once, nothing hidden, well-formed at every width."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from rich.text import Text

import triarchy
from triarchy.games.meridian import GAME
from triarchy.games.meridian.drawing.geometry import coast_around
from triarchy.games.meridian.state import CITY_ACTION
from triarchy.kit.png import to_png

SVG = "{http://www.w3.org/2000/svg}"


def elements(game, view, **options):
    """The elements of a drawing; it must be well-formed."""
    return list(ElementTree.fromstring(GAME.draw(game.board, view, **options)).iter())


def moves_in(found):
    return Counter(e.get("data-move") for e in found if e.get("data-move"))


def sampled_tables(players, seed=2, every=7):
    """Some positions of a random game, the finished one last."""
    game = triarchy.game("meridian", players=players)
    table, rng = game.start(seed=seed), random.Random(seed)
    while not table.over:
        if rng.randrange(every) == 0:
            yield game, table
        table.play(rng.choice(table.legal))
    yield game, table


@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_is_drawn_exactly_once(players, width):
    for game, table in sampled_tables(players):
        seat, legal = table.to_move, game.legal_actions(table.state)
        view = table.view_state(seat)
        options = {"seat": seat, "legal": legal, "width": width}
        wanted = Counter(table.legal)
        parts = [elements(game, view, part=part, **options) for part in ("board", "hand")]
        assert moves_in(parts[0]) + moves_in(parts[1]) == wanted
        assert moves_in(elements(game, view, part="all", **options)) == wanted


def test_every_target_has_a_name_and_can_be_reached_by_keyboard():
    for game, table in sampled_tables(4):
        found = elements(game, table.view_state(0), legal=game.legal_actions(table.state))
        targets = [e for e in found if e.get("data-move")]
        names = [e.get("aria-label") for e in targets]
        assert all(names)
        assert len(set(names)) == len(names)
        assert all(e.get("role") == "button" and e.get("tabindex") == "0" for e in targets)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_keys_are_unique_and_every_tower_has_one(players):
    for game, table in sampled_tables(players):
        found = elements(game, table.view_state(None), legal=game.legal_actions(table.state))
        keys = Counter(e.get("data-key") for e in found if e.get("data-key"))
        assert set(keys.values()) == {1}
        towers = sum(key.startswith("tower-") for key in keys)
        assert towers == (table.state.towers > 0).sum()


def test_a_pushed_tower_keeps_its_key():
    game, state = pushing_position()
    after = state.copy()
    GAME.rules.apply(game.board.struct, after, game.actions["city 4"])
    before, later = (
        {e.get("data-key"): e.get("transform") for e in elements(game, one, part="board")}
        for one in (state, after)
    )
    assert before["tower-1-1-5"] != later["tower-1-1-5"]


def test_the_order_of_the_piles_is_nowhere_to_be_seen():
    for game, table in sampled_tables(4):
        other = table.state.copy()
        for seat in range(4):
            count = int(other.pile_count[seat])
            other.piles[seat, :count] = other.piles[seat, :count][::-1].copy()
        for part in ("all", "board", "hand"):
            assert GAME.draw(game.board, table.state, part=part) == GAME.draw(
                game.board, other, part=part
            )


def pushing_position():
    """Figure A's column: a tower of 2 may go to city 3, or to city 4 and push grey south."""
    game = triarchy.game("meridian", players=4)
    state = game.state(1)
    for row, (seat, height) in {0: (3, 4), 1: (2, 3), 3: (1, 1)}.items():
        state.towers[4, row] = 64 * seat + height
    state.card, state.meridian, state.phase, state.height = 5, 5, 3, 2
    return game, state


def test_a_city_that_would_push_shows_an_arrow_and_its_preview_the_chain():
    game, state = pushing_position()
    legal = game.legal_actions(state)
    found = elements(game, state, part="board", legal=legal)
    arrows = [
        e.get("data-move")
        for e in found
        if any(c.get("class") == "push" for c in e) and e.get("role")
    ]
    assert arrows == ["city 4"]
    chain = elements(game, state, part="board", legal=legal, preview=CITY_ACTION + 3)
    assert sum(e.get("class") == "ghost" for e in chain) == 2
    faded = [e for e in chain if e.get("data-key") == "tower-1-1-5"]
    assert float(faded[0].get("opacity")) < 1


def test_a_city_that_takes_no_tower_says_why():
    game, state = pushing_position()
    found = elements(game, state, part="board", legal=game.legal_actions(state))
    blocked = {e.get("data-why"): e.find(f"{SVG}title").text for e in found if e.get("data-why")}
    assert set(blocked) == {"city 1", "city 2", "city 5"}
    assert "Black" in blocked["city 2"]


@pytest.mark.parametrize("part", ["all", "board", "hand"])
@pytest.mark.parametrize("dark", [False, True])
def test_an_onlooker_gets_a_picture_without_targets(part, dark):
    for game, table in sampled_tables(3, every=20):
        found = elements(game, table.view_state(None), part=part, dark=dark, width=700)
        assert not moves_in(found)


def test_no_text_is_smaller_than_11_pixels():
    for width in (360, 700, 1400):
        for game, table in sampled_tables(4, every=25):
            found = elements(
                game, table.view_state(0), width=width, legal=game.legal_actions(table.state)
            )
            assert min(float(e.get("font-size")) for e in found if e.tag == f"{SVG}text") >= 11


def test_nothing_in_a_drawing_needs_a_style_sheet():
    game = triarchy.game("meridian", players=2)
    drawing = GAME.draw(game.board, game.state(1))
    assert "<style" not in drawing
    assert not re.search(r"\sstyle=", drawing)


def test_a_map_without_outlines_gets_coasts_from_its_cities():
    data = copy.deepcopy(GAME.boards["thirteen-isles"].data)
    for island in data["islands"]:
        del island["outline"], island["label"]
    game = triarchy.game("meridian", players=4, board=data)
    keys = [e.get("data-key") for e in elements(game, game.state(1), part="board")]
    assert sum(str(key).startswith("island-") for key in keys) == 13
    xs = [x for x, _ in coast_around([(100, 100), (200, 150)])]
    assert min(xs) < 100 < 200 < max(xs)


def test_names_are_escaped():
    game = triarchy.game("meridian", players=4)
    names = ["<b>&", '"x"', "[red]", "Ann"]
    drawing = GAME.draw(game.board, game.state(1), names=names)
    assert "<b>" not in drawing
    ElementTree.fromstring(drawing)
    text = GAME.terminal(game.board, game.state(1), None, names, "en")
    assert "[red]" in Text.from_markup(text).plain


def test_the_terminal_shows_towers_open_cards_and_supplies():
    game, state = pushing_position()
    plain = Text.from_markup(
        GAME.terminal(game.board, state, 0, GAME.seat_names(4, "en"), "en")
    ).plain
    for piece in ("◆4", "▲3", "■1"):
        assert piece in plain
    assert "supply 20" in plain
    assert "Talumei (3)" in plain


def test_the_players_panel_has_symbol_facts_and_score():
    game, state = pushing_position()
    panels = GAME.players_panel(game.board, state, 0, GAME.seat_names(4, "de"), "de")
    assert [facts[0] for facts in panels[0].facts] == ["Vorrat", "Offen", "Stapel"]
    assert len(panels) == 4
    for panel in panels:
        ElementTree.fromstring(panel.symbol)
        assert panel.score.isdigit()


def test_a_drawing_becomes_a_png():
    game = triarchy.game("meridian", players=3)
    assert to_png(GAME.draw(game.board, game.state(1), width=360), 360)[:4] == b"\x89PNG"
