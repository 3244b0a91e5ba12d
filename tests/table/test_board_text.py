"""The board in words: everything on it is told, and everything that can be pressed says what is there."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

import triarchy
from tests.shared_checks import random_states
from triarchy.games.tigris.positions import CELL_NAMES
from triarchy.kit.language import LANGUAGES
from triarchy.kit.presentation import Picture
from triarchy.table.game import Game

GAMES = [("meridian", 3, {}), ("tigris", 4, {}), ("china", 4, {"forts": True})]


def told(game: Game, sight, seat: int | None, language: str = "en") -> list[str]:
    """The lines of the board in words."""
    parts = game.definition.text.board_text(sight, game.reader(seat, language))
    assert all(part.title for part in parts)
    return [line for part in parts for line in part.lines]


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_every_legal_move_says_what_it_does_and_names_are_not_alike(
    name: str, players: int, options: dict[str, object]
) -> None:
    game: Game = triarchy.game(name, players=players, options=options)
    text = game.definition.text
    for state in random_states(game, 2, every=7):
        seat = int(state.to_move)
        if seat < 0:
            continue
        sight, reader = game.sight(game.view(state, seat)), game.reader(seat)
        spoken = {action: text.spoken(sight, action, reader) for action in game.actions.values()}
        for action in sight.legal:
            assert spoken[action].startswith(text.label(sight, action, reader))
        said = Counter(spoken[action] for action in sight.legal)
        assert max(said.values()) == 1


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_possible_has_a_name_of_words_too(
    name: str, players: int, options: dict[str, object], language: str
) -> None:
    """The drawing gives it, or what is spoken: nobody hears a move of the notation."""
    game: Game = triarchy.game(name, players=players, options=options)
    asked = set()
    for state in random_states(game, 1, every=7):
        seat = int(state.to_move)
        if seat < 0:
            continue
        sight, reader = game.sight(game.view(state, seat)), game.reader(seat, language)
        for part in ("board", "hand"):
            picture = Picture(width=600, part=part, lit=True)
            drawn = game.definition.svg(sight, reader, picture)
            for place in ElementTree.fromstring(drawn).iter():
                move = place.get("data-why")
                if move is None:
                    continue
                said = game.definition.text.spoken(sight, game.actions[move], reader)
                called = said or place.get("aria-label", "")
                assert called and not called.startswith(move), (move, int(state.phase), called)
                asked.add(move.split()[0])
    assert len(asked) > 1


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reader_is_told_the_board_in_every_language(
    name: str, players: int, options: dict[str, object], language: str
) -> None:
    game: Game = triarchy.game(name, players=players, options=options)
    for state in random_states(game, 1, every=25):
        for seat in (None, 0, players - 1):
            lines = told(game, game.sight(game.view(state, seat)), seat, language)
            assert lines
            assert not re.search(r"[{}]", "".join(lines))


def test_every_tower_of_meridian_is_told_in_its_city() -> None:
    game: Game = triarchy.game("meridian", players=3)
    for state in random_states(game, 2, every=9):
        sight = game.sight(game.view(state, None))
        lines = told(game, sight, None)
        cities = [line for line in lines if line.startswith("City")]
        assert len(cities) == 10 * sight.rows
        assert sum("tower of" in line for line in cities) == len(sight.towers)
        for (meridian, row), tower in sight.towers.items():
            line = cities[meridian * sight.rows + row]
            assert f"tower of {tower.height}" in line
            assert sight.island_name((meridian, row)) in line


def test_every_tile_leader_and_treasure_lies_in_one_kingdom_or_region() -> None:
    game: Game = triarchy.game("tigris", players=4)
    for state in random_states(game, 2, every=9):
        sight = game.sight(game.view(state, None))
        lines = told(game, sight, None)
        kinds = ("Black", "Red", "Blue", "Green")
        for colour, kind in enumerate(kinds):
            where = ", ".join(line for line in lines if line.startswith(f"{kind} tiles, "))
            assert Counter(re.findall(r"\b[A-P]\d+", where)) == Counter(
                CELL_NAMES[cell] for cell in sight.tiles[colour]
            )
        for kind, cells in (("Treasures", sight.treasures), ("Catastrophes", sight.catastrophes)):
            where = ", ".join(line for line in lines if line.startswith(kind))
            assert set(re.findall(r"[A-P]\d+", where)) == {CELL_NAMES[cell] for cell in cells}
        assert sum("followers" in line for line in lines) == len(sight.leaders)


def test_every_house_emissary_and_road_of_china_is_told() -> None:
    game: Game = triarchy.game("china", players=4, options={"forts": True})
    for state in random_states(game, 2, every=9):
        sight = game.sight(game.view(state, None))
        lines = told(game, sight, None)
        for field, place in enumerate(sight.place_names):
            (line,) = [line for line in lines if line.startswith(f"{place}: ")]
            name = "" if field not in sight.owners else game.reader(None).names[sight.owners[field]]
            assert name in line.split(". ")[0]
            for other in sight.roads_from(field):
                assert sight.place_names[other] in line
        courts = " ".join(line for line in lines if line.startswith("Dragon space"))
        present = sum(own > 0 for province in sight.provinces for own in province.emissaries)
        assert len(re.findall(r"(?:Blue|White|Black|Brown) \d", courts)) == present
