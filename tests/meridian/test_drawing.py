"""Meridian's drawings: every legal action once, nothing hidden, well-formed at every width."""

from __future__ import annotations

import copy
import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from rich.text import Text

import triarchy
from tests.meridian.scenes import figure_a, random_tables, reader, sight
from triarchy.games.meridian import GAME
from triarchy.games.meridian.drawing.geometry import coast_around
from triarchy.kit.png import to_png
from triarchy.kit.presentation import Picture

SVG = "{http://www.w3.org/2000/svg}"


def draw(table, seat=None, **picture):
    return GAME.drawing.draw(sight(table, seat), reader(seat), Picture(**picture))


def elements(table, seat=None, **picture):
    """The elements of a drawing; it must be well-formed."""
    return list(ElementTree.fromstring(draw(table, seat, **picture)).iter())


def moves_in(drawing):
    return Counter(e.get("data-move") for e in drawing if e.get("data-move"))


@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_is_drawn_exactly_once(players, width):
    for table in random_tables(players, every=7):
        board, hand, everything = (
            moves_in(elements(table, table.to_move, part=part, width=width, lit=True))
            for part in ("board", "hand", "all")
        )
        assert board + hand == everything == Counter(table.legal)


def test_every_target_has_a_name_and_can_be_reached_by_keyboard():
    for table in random_tables(4, every=7):
        targets = [e for e in elements(table, 0, lit=True) if e.get("data-move")]
        names = [e.get("aria-label") for e in targets]
        assert all(names)
        assert len(set(names)) == len(names)
        assert all(e.get("role") == "button" and e.get("tabindex") == "0" for e in targets)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_keys_are_unique_and_every_tower_has_one(players):
    for table in random_tables(players, every=7):
        drawing = elements(table, lit=True)
        keys = Counter(e.get("data-key") for e in drawing if e.get("data-key"))
        assert set(keys.values()) == {1}
        towers = sum(key.startswith("tower-") for key in keys)
        assert towers == (table.state.towers > 0).sum()


def test_a_pushed_tower_keeps_its_key():
    def places(table):
        return {e.get("data-key"): e.get("transform") for e in elements(table, part="board")}

    table = figure_a()
    before = places(table)
    table.play("city 4")
    assert before["tower-1-1-5"] != places(table)["tower-1-1-5"]


def test_the_order_of_the_piles_is_nowhere_to_be_seen():
    for table in random_tables(4, every=7):
        board, state = table.game.board, table.state
        other = state.copy()
        for seat in range(4):
            count = int(other.pile_sizes[seat])
            other.piles[seat, :count] = other.piles[seat, :count][::-1].copy()
        for part in ("all", "board", "hand"):
            one, two = (
                GAME.drawing.draw(GAME.sight(board, each), reader(), Picture(part=part))
                for each in (state, other)
            )
            assert one == two


def test_a_city_that_would_push_shows_an_arrow_and_its_preview_the_chain():
    table = figure_a()
    arrows = [
        e.get("data-move")
        for e in elements(table, part="board", lit=True)
        if any(c.get("class") == "push" for c in e) and e.get("role")
    ]
    assert arrows == ["city 4"]
    chain = elements(table, part="board", lit=True, preview=table.game.actions["city 4"])
    assert sum(e.get("class") == "ghost" for e in chain) == 2
    faded = [e for e in chain if e.get("data-key") == "tower-1-1-5"]
    assert float(faded[0].get("opacity")) < 1


def test_a_city_that_takes_no_tower_says_why():
    drawing = elements(figure_a(), part="board", lit=True)
    blocked = {e.get("data-why"): e.find(f"{SVG}title").text for e in drawing if e.get("data-why")}
    cities = {move for move in blocked if move.startswith("city")}
    assert cities == {"city 1", "city 2", "city 5"}
    assert "Dora" in blocked["city 2"]


@pytest.mark.parametrize("part", ["all", "board", "hand"])
@pytest.mark.parametrize("dark", [False, True])
def test_an_onlooker_gets_a_picture_without_targets(part, dark):
    for table in random_tables(3, every=20):
        assert not moves_in(elements(table, part=part, dark=dark, width=700))


def test_no_text_is_smaller_than_11_pixels():
    for width in (360, 700, 1400):
        for table in random_tables(4, every=25):
            drawing = elements(table, 0, width=width, lit=True)
            assert min(float(e.get("font-size")) for e in drawing if e.tag == f"{SVG}text") >= 11


def test_nothing_in_a_drawing_needs_a_style_sheet():
    drawing = draw(triarchy.game("meridian", players=2).start(1))
    assert "<style" not in drawing
    assert not re.search(r"\sstyle=", drawing)


def test_a_map_without_outlines_gets_coasts_from_its_cities():
    data = copy.deepcopy(GAME.boards["thirteen-isles"].data)
    for island in data["islands"]:
        del island["outline"], island["label"]
    table = triarchy.game("meridian", players=4, board=data).start(1)
    keys = [e.get("data-key") for e in elements(table, part="board")]
    assert sum(str(key).startswith("island-") for key in keys) == 13
    xs = [x for x, _ in coast_around([(100, 100), (200, 150)])]
    assert min(xs) < 100 < 200 < max(xs)


def test_names_are_escaped():
    seen = sight(triarchy.game("meridian", players=4).start(1))
    who = reader(names=("<b>&", '"x"', "[red]", "Ann"))
    drawing = GAME.drawing.draw(seen, who, Picture())
    assert "<b>" not in drawing
    ElementTree.fromstring(drawing)
    assert "[red]" in Text.from_markup(GAME.drawing.terminal(seen, who)).plain


def test_the_terminal_shows_towers_open_cards_and_supplies():
    plain = Text.from_markup(GAME.drawing.terminal(sight(figure_a()), reader(0))).plain
    for piece in ("◆4", "▲3", "■1"):
        assert piece in plain
    assert "supply 20" in plain
    assert "Talumei (3)" in plain


def test_the_players_panel_has_symbol_facts_and_score():
    panels = GAME.drawing.players_panel(sight(figure_a()), reader(0, "de"))
    assert [facts[0] for facts in panels[0].facts] == ["Vorrat", "Offen", "Stapel"]
    assert len(panels) == 4
    for panel in panels:
        ElementTree.fromstring(panel.symbol)
        assert panel.score.isdigit()


def test_a_drawing_becomes_a_png():
    table = triarchy.game("meridian", players=3).start(1)
    assert to_png(draw(table, width=360), 360)[:4] == b"\x89PNG"
