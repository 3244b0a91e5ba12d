"""What Tigris & Euphrates teaches: what its figures and lessons show, and what is drawn."""

from __future__ import annotations

import pytest

import triarchy
from tests.shared_checks import (
    attributes,
    drawn,
    figure_table,
    random_table,
)
from triarchy.games.tigris import GAME, text
from triarchy.games.tigris.drawing.hand import narrow_button
from triarchy.games.tigris.text.words import speaker
from triarchy.kit.drawing import SMALL, text_width, wrap
from triarchy.kit.language import LANGUAGES
from triarchy.kit.learning import figure_ids
from triarchy.kit.presentation import Picture
from triarchy.table.table import Table

SECTIONS = text.rulebook("en")
FIGURES = [figure for section in SECTIONS for figure in section.figures]
LESSONS = text.lessons("en")


def test_every_example_of_the_rulebook_has_its_figure():
    assert {figure.id for figure in FIGURES} >= {
        *("revolt-cell", "revolt-defence"),
        *("war-cell", "war-attack", "war-after"),
        *("monument-choice", "monument-after"),
        "treasure-choice",
        "final",
        *("round-2", "round-3", "round-4"),
    }


def test_help_opens_at_the_right_conflict():
    anchors = {
        id_: text.help_anchor(figure_table(GAME, id_).sight(None))
        for id_ in figure_ids(GAME.folder)
    }
    assert set(anchors.values()) <= {section.anchor for section in SECTIONS}
    assert anchors["revolt-defence"] == "revolt"
    assert anchors["war-attack"] == anchors["war-choice"] == "war"
    assert (anchors["leader"], anchors["tile"]) == ("leader", "tile")
    assert anchors["catastrophe-cell"] == "catastrophe"
    assert anchors["squares"] == anchors["monument-choice"] == "monument"
    assert (anchors["treasure-choice"], anchors["final"]) == ("treasure", "over")


def test_what_is_drawn_is_in_the_legend_and_the_other_way_round():
    game = triarchy.game("tigris", 3)
    states = [(game, state) for state in random_table(game, 6).states[::31]]
    states += [
        (table.game, table.state)
        for table in (figure_table(GAME, id_) for id_ in figure_ids(GAME.folder))
    ]
    symbols = set()
    for one, state in states:
        seat = max(int(state.to_move), 0)
        symbols |= attributes(drawn(Table(one, start=state), seat, Picture(lit=True)), "data-what")
    assert symbols == {entry.id for entry in text.legend("en")}


def test_the_list_of_wars_tells_what_is_in_hand():
    table = figure_table(GAME, "war-choice")
    seat = table.to_move
    held = table.sight(seat).hands[seat]
    told = drawn(table, seat, Picture(width=360, part="hand", lit=True))
    wars = table.sight(seat).wars
    assert len(wars) == 2
    for colour in wars:
        assert f"in hand {held[colour]}" in told


def test_every_cell_that_cannot_be_chosen_answers_why_not():
    table = figure_table(GAME, "leader")
    drawing = drawn(table, 0, Picture(part="board", lit=True))
    asked = attributes(drawing, "data-why")
    cells = {move for move in table.game.moves if move.startswith("cell ")}
    assert asked == cells - set(table.legal)
    assert not attributes(drawn(table, 1, Picture()), "data-why")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("colour", ["black", "red", "blue", "green"])
def test_words_on_narrow_buttons_are_whole(language, colour):
    say = speaker(language)
    for label in (say(f"Withdraw the {colour} leader"), say("Swap tiles"), say("Pass")):
        width = narrow_button(label)
        lines = wrap(label, SMALL, width - 12, bold=True)
        assert len(lines) <= 2
        assert all(text_width(line, SMALL, bold=True) <= width - 12 for line in lines)
        assert width <= 180  # beside four leaders at 390 pixels
