"""What can be pressed in the drawings of every game: never a button in a button."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import triarchy
from tests.shared_checks import random_states
from triarchy.kit.presentation import Picture
from triarchy.table.game import Game

PRESSED = ("data-move", "data-why", "tabindex")


def is_pressed(element: ElementTree.Element) -> bool:
    """Whether the page makes a button of this element."""
    return element.get("role") == "button" or any(element.get(name) for name in PRESSED)


def nested(element: ElementTree.Element, within: bool = False) -> Iterator[str]:
    """The buttons that lie in others."""
    if within and is_pressed(element):
        yield str(element.attrib)
    for child in element:
        yield from nested(child, within or is_pressed(element))


GAMES = [
    ("meridian", 2, {}),
    ("meridian", 4, {}),
    ("tigris", 2, {}),
    ("tigris", 4, {"support": "english"}),
    ("china", 3, {}),
    ("china", 5, {"forts": True}),
]


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_no_button_lies_in_another(name: str, players: int, options: dict[str, object]) -> None:
    game: Game = triarchy.game(name, players=players, options=options)
    count = 0
    for state in random_states(game, 3, every=5):
        seat = int(state.to_move)
        if seat < 0:
            continue
        sight, reader = game.sight(game.view(state, seat)), game.reader(seat)
        for part, width in (("board", 360), ("hand", 360), ("hand", 1000)):
            svg = game.definition.svg(sight, reader, Picture(width, part, lit=True))
            assert list(nested(ElementTree.fromstring(svg))) == []
            count += 1
    assert count > 50


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_all_who_are_not_on_the_move_see_the_same_board(
    name: str, players: int, options: dict[str, object]
) -> None:
    """So that a server draws it once for them."""
    game: Game = triarchy.game(name, players=players, options=options)
    for state in random_states(game, 2, every=11):
        boards = {
            game.definition.svg(
                game.sight(game.view(state, seat)), game.reader(seat, "de"), Picture(360, "board")
            )
            for seat in (None, *range(players))
            if seat != int(state.to_move)
        }
        assert len(boards) == 1
