"""China's pictures: every legal move is one element, nothing hidden shows, any map and width."""

from __future__ import annotations

import copy
import itertools
import json
import math
import random
import re
import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.text import Text

import triarchy
from tests.china.scenes import scene
from tests.shared_checks import random_states, random_table
from triarchy.games.china import GAME
from triarchy.games.china.drawing.board import court
from triarchy.games.china.drawing.geometry import layout
from triarchy.games.china.drawing.track import laps_done, place_on_track
from triarchy.games.china.roads import road_points
from triarchy.kit.definition import State
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader
from triarchy.table.game import Game

KINDS = (
    {"players": 3},
    {"players": 4, "options": {"forts": True}},
    {"players": 5, "options": {"forts": True}},
)
STEP = 23


def games() -> list[Game]:
    return [triarchy.game("china", **kind) for kind in KINDS]


def hidden(game: Game, state: State, seat: int | None) -> State:
    view = state.copy()
    GAME.rules.hide(game.board.struct, view, -1 if seat is None else seat)
    return view


def drawn(game: Game, state: State, seat: int | None, language: str = "en", **how: object) -> str:
    """What the seat sees, with what it may press if it is to move; `how` as in `Picture`."""
    sight = GAME.sight(game.board, hidden(game, state, seat))
    picture = Picture(lit=seat is not None and seat == sight.to_move, **how)  # type: ignore[arg-type]
    return GAME.drawing.draw(sight, reader(game, seat, language), picture)


def reader(game: Game, seat: int | None, language: str = "en") -> Reader:
    return Reader(seat, tuple(GAME.text.seat_names(game.players, language)), language)


def targets(svg: str) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(svg).iter() if one.get("data-move") is not None]


@pytest.mark.parametrize("width", [360, 900, 1400])
def test_every_legal_move_is_drawn_exactly_once(width: int) -> None:
    for game in games():
        for state in random_states(game, games=1, every=STEP):
            seat = int(state.to_move)
            expected = sorted(game.legal_moves(state))
            parts = (
                drawn(game, state, seat, part="board", width=width),
                drawn(game, state, seat, part="hand", width=width),
            )
            found = [one.get("data-move") for svg in parts for one in targets(svg)]
            assert sorted(found) == expected
            whole = drawn(game, state, seat, part="all", width=width)
            assert sorted(one.get("data-move") for one in targets(whole)) == expected


def test_a_house_and_a_fortification_on_the_same_field_are_two_things_to_click() -> None:
    game = triarchy.game("china", players=5, options={"forts": True})
    state = game.start(1).state
    found = {one.get("data-move"): one for one in targets(drawn(game, state, 0, part="board"))}
    move = next(move for move in found if move.startswith("fort "))
    house = found["house " + move.split()[1]]
    assert found[move].get("aria-label") != house.get("aria-label")
    places = [
        next((one.get("cx"), one.get("cy")) for one in target.iter() if one.get("cx"))
        for target in (found[move], house)
    ]
    assert places[0] != places[1]


def test_targets_have_a_name_and_a_place_in_the_tab_order() -> None:
    game = triarchy.game("china", players=4, options={"forts": True})
    for state in random_states(game, games=1, every=STEP):
        labels = []
        for one in targets(drawn(game, state, int(state.to_move), language="de")):
            assert one.get("role") == "button"
            assert one.get("tabindex") == "0"
            labels.append(one.get("aria-label"))
        assert all(labels) and len(set(labels)) == len(labels)


def test_a_place_or_card_is_pressed_to_play_or_to_hear_why_not() -> None:
    game = triarchy.game("china", players=4, options={"forts": True})
    ids = [province["id"] for province in game.board.data["provinces"]]
    for state in list(random_states(game, games=1, every=STEP))[:-1]:
        svg = drawn(game, state, int(state.to_move))
        legal = set(game.legal_moves(state))
        asked = [one.get("data-why") for one in ElementTree.fromstring(svg).iter()]
        blocked = [move for move in asked if move is not None]
        assert legal.isdisjoint(blocked)
        assert len(set(blocked)) == len(blocked)
        pressed = legal | set(blocked)
        assert {f"emissary {province}" for province in ids} <= pressed
        assert {move for move in game.moves if move.startswith("house ")} <= pressed
        cards = {f"draw {slot + 1}" for slot, card in enumerate(state.open) if card >= 0}
        assert cards <= pressed


def test_nobody_is_told_why_not_unless_it_is_their_turn() -> None:
    game = triarchy.game("china", players=3)
    state = random_table(game, 4, 30).state
    assert "data-why" not in drawn(game, state, (int(state.to_move) + 1) % 3)


def test_nothing_is_offered_to_a_seat_that_is_not_to_move() -> None:
    game = triarchy.game("china", players=3)
    state = random_table(game, 4, 30).state
    for seat in (None, (int(state.to_move) + 1) % 3):
        for part in ("board", "hand", "all"):
            assert not targets(drawn(game, state, seat, part=part))


def test_pictures_are_well_formed_and_as_wide_as_asked() -> None:
    game = triarchy.game("china", players=5)
    state = random_table(game, 2, 60).state
    for width in (320, 599, 600, 777, 1001, 1920):
        for part in ("board", "hand", "all"):
            root = ElementTree.fromstring(drawn(game, state, 1, width=width, part=part))
            assert root.get("width") == str(width)
            assert root.get("aria-label")
            assert not [one for one in root.iter() if one.get("style")]


def test_no_text_is_smaller_than_eleven_pixels() -> None:
    game = triarchy.game("china", players=5, options={"forts": True})
    state = random_table(game, 3, 150).state
    for width in (320, 360, 1400):
        root = ElementTree.fromstring(drawn(game, state, 0, width=width))
        sizes = [
            float(one.get("font-size", "0")) for one in root.iter() if one.tag.endswith("}text")
        ]
        assert sizes and min(sizes) >= 11


def test_pieces_keep_their_identity_and_have_it_once() -> None:
    game = triarchy.game("china", players=4, options={"forts": True})
    states = random_table(game, 5).states
    for before, after in list(itertools.pairwise(states))[::STEP]:
        keys = [_keys(drawn(game, state, 0, part="all")) for state in (before, after)]
        for found in keys:
            assert len(found) == len(set(found))
        pieces = [{key for key in found if key.startswith(("house-", "fort-"))} for found in keys]
        assert pieces[0] <= pieces[1]


def _keys(svg: str) -> list[str]:
    found = (one.get("data-key") for one in ElementTree.fromstring(svg).iter())
    return [key for key in found if key]


def with_other_secrets(game: Game, state: State, seat: int) -> State:
    """The same position as far as the seat knows, with other hands, deck and generator."""
    other = hidden(game, state, seat)
    GAME.rules.guess(game.board.struct, other, seat, np.array([99], np.uint64))
    return other


def test_what_a_seat_cannot_know_changes_no_picture() -> None:
    game = triarchy.game("china", players=4, options={"forts": True})
    differ = 0
    for state in list(random_states(game, games=1, every=STEP))[:-1]:
        for seat in range(4):
            other = with_other_secrets(game, state, seat)
            differ += other.tobytes() != state.tobytes()
            for part in ("hand", "all"):
                assert drawn(game, state, seat, part=part) == drawn(game, other, seat, part=part)
            sights = [GAME.sight(game.board, hidden(game, one, seat)) for one in (state, other)]
            who = reader(game, seat)
            shown = [GAME.drawing.terminal(sight, who) for sight in sights]
            assert shown[0] == shown[1]
            panels = [GAME.drawing.players_panel(sight, who) for sight in sights]
            assert panels[0] == panels[1]
    assert differ


def test_a_piece_being_paid_for_and_a_preview_are_drawn() -> None:
    game = triarchy.game("china", players=3)
    state = game.start(1).state
    action = game.legal_actions(state)[0]
    plain = drawn(game, state, 0, part="board")
    looked_at = drawn(game, state, 0, part="board", preview=action)
    assert "chosen" not in _keys(plain) and "chosen" in _keys(looked_at)
    GAME.rules.apply(game.board.struct, state, action)
    assert "chosen" in _keys(drawn(game, state, 0, part="board"))


def test_own_maps_are_drawn() -> None:
    data = copy.deepcopy(GAME.boards["roads-3-4"].data)
    data |= {"id": "tall", "title": "Tall"}
    data["canvas"] = {"width": 700, "height": 1000}
    for province in data["provinces"]:
        for place in (*province["fields"], province["dragon"]):
            place["x"], place["y"] = place["y"], place["x"]
        province["outline"] = [[y, x] for x, y in province["outline"]]
        province["name"] = "<" + province["name"]
    for number, field in enumerate(data["provinces"][0]["fields"]):
        for road in data["roads"]:
            road[:] = [f"inn-{number}" if end == field["id"] else end for end in road]
        field["id"] = f"inn-{number}"
    for alliance in data["alliances"]:
        alliance["x"], alliance["y"] = alliance["y"], alliance["x"]
    board = GAME.read_board(json.loads(json.dumps(data)))
    state = np.zeros(1, GAME.state)[0]
    GAME.rules.setup(board.struct, state, 3, 0, 7)
    for width in (360, 1000):
        assert not layout(board, width).turned
        sight = GAME.sight(board, state)
        svg = GAME.drawing.draw(sight, Reader(0, ("A", "B", "C")), Picture(width, lit=True))
        moves = GAME.moves(board)
        shown = {one.get("data-move") for one in targets(svg)}
        assert shown == {moves[action] for action in sight.legal}
        assert {"house inn-0", "house inn-1"} <= shown


def test_rows_are_those_that_the_road_scoring_counts() -> None:
    board = GAME.boards["roads-4-5"]
    state = np.zeros(1, GAME.state)[0]
    state.players = 3
    chance = random.Random(1)
    near = board.struct.near.tolist()
    for _ in range(60):
        fields = set(chance.sample(range(int(board.struct.field_count)), 18))
        state.houses[0] = np.uint64(sum(1 << field for field in fields))
        state.forts = np.uint64(1 << chance.choice(sorted(fields)))
        found = GAME.sight(board, state).rows(0)
        used = [field for row in found for field in row.fields]
        assert len(used) == len(set(used)) and fields.issuperset(used)
        for row in found:
            assert len(row.fields) >= 4
            assert all(near[one] >> two & 1 for one, two in pairwise(row.fields))
        points = road_points(board.struct, state.houses[0], state.forts)
        assert sum(row.points for row in found) == points


def test_the_track_starts_again_after_fifty() -> None:
    assert [place_on_track(points) for points in (0, 50, 51, 100, 101)] == [0, 50, 1, 50, 1]
    assert [laps_done(points) for points in (0, 50, 51, 100, 101)] == [0, 0, 1, 1, 2]


def test_the_terminal_shows_fields_and_cards() -> None:
    game = triarchy.game("china", players=3)
    table = random_table(game, 6, 40)
    sight = GAME.sight(game.board, hidden(game, table.state, 1))
    shown = GAME.drawing.terminal(sight, Reader(1, ("Ada [x]", "Ben", "Cy")))
    plain = Text.from_markup(shown).plain
    for words in ("wei", "Ch'in", "Face-up cards", "Ada [x]", "deck"):
        assert words in plain


def test_players_panels_show_points_and_known_cards_only() -> None:
    game = triarchy.game("china", players=3)
    state = random_table(game, 6, 40).state
    sight = GAME.sight(game.board, hidden(game, state, None))
    panels = GAME.drawing.players_panel(sight, reader(game, None))
    assert len(panels) == 3
    for seat, panel in enumerate(panels):
        assert panel.score == str(int(state.points[seat].sum()))
        ElementTree.fromstring(panel.symbol)
        known = int(state.known[seat].sum())
        hand = next(
            fact for fact in panel.facts if fact.label.startswith(f"{state.hand_sizes[seat]} card")
        )
        assert hand.value == str(int(state.hand_sizes[seat]))
        assert ("(" in hand.label) == (known > 0)
        seen = [fact for fact in panel.facts if fact.label.endswith("as everyone saw")]
        assert sum(int(fact.value) for fact in seen) == known
        for fact in panel.facts:
            assert not fact.symbol or ElementTree.fromstring(fact.symbol).get("viewBox")


def test_when_the_game_has_ended_nothing_is_said_of_how_it_would_end() -> None:
    game = triarchy.game("china", players=3)
    for moves, title in ((40, "If the game ended now"), (1000, "The final scoring")):
        sight = GAME.sight(game.board, random_table(game, 6, moves).state)
        panels = GAME.drawing.players_panel(sight, reader(game, None))
        labels = [fact.label for panel in panels for fact in panel.facts]
        assert labels.count("If the game ended now") == (0 if sight.over else 3)
        assert GAME.text.score_help(sight, reader(game, None))[0].title == title


@pytest.mark.parametrize("width", [360, 900])
def test_what_tells_points_on_the_board_is_marked_so(width: int) -> None:
    game = triarchy.game("china", players=3)
    svg = drawn(game, random_table(game, 6).state, None, part="board", width=width)
    marked = [one for one in ElementTree.fromstring(svg).iter() if one.get("data-points")]
    assert sorted(one.get("data-key") or "" for one in marked) == [f"points-{s}" for s in range(3)]


@pytest.mark.parametrize("first", ["text", "drawing", "text.learning", "drawing.legend"])
def test_words_and_pictures_are_imported_in_any_order(first: str) -> None:
    code = f"import triarchy.games.china.{first}; import triarchy.games.china.text as text; text.legend('de')"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)


CARD_PLACE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")


def card_places(svg: str) -> dict[str, tuple[str, str]]:
    """Where the open cards and the deck lie in a hand, by key."""
    places = {}
    for part in ElementTree.fromstring(svg).iter():
        key = part.get("data-key") or ""
        if key.startswith("open-"):
            at = next(
                CARD_PLACE.search(one.get("transform") or "")
                for one in part.iter()
                if one.get("transform")
            )
            assert at is not None
            places[key] = at.groups()
        elif key == "deck":
            top = [one for one in part.iter() if one.tag.endswith("rect")][-2]
            places[key] = (top.get("x", ""), top.get("y", ""))
    return places


@pytest.mark.parametrize("width", [320, 360, 395, 660, 760, 998])
def test_cards_stay_in_their_places_and_the_hand_in_its_height_through_a_game(width: int) -> None:
    for game in games():
        places: dict[str, set[tuple[str, str]]] = {}
        heights = set()
        for state in random_states(game, games=1, every=1):
            seat = int(state.to_move)
            if seat < 0:
                continue
            svg = drawn(game, state, seat, part="hand", width=width)
            heights.add(ElementTree.fromstring(svg).get("viewBox"))
            for key, place in card_places(svg).items():
                places.setdefault(key, set()).add(place)
        assert set(map(len, places.values())) == {1}
        assert len(heights) == 1


@pytest.mark.parametrize("width", [640, 1000])
def test_the_map_keeps_its_size_however_the_counters_stand(width: int) -> None:
    for game in games():
        heights = {
            ElementTree.fromstring(drawn(game, state, None, part="board", width=width)).get(
                "viewBox"
            )
            for state in random_states(game, games=1, every=STEP)
        }
        assert len(heights) == 1


@pytest.mark.parametrize("width", [360, 640, 800, 1000])
def test_emissaries_are_large_and_inside_the_ring_of_their_court(width: int) -> None:
    table = scene(
        {0: "wei1 wei2 wei3 wei4 shu1 yan1 yan2 yan3 yan4"},
        players=5,
        board="roads-4-5",
        emissaries={"shu": [0, 1, 0, 0, 0], "yan": [2, 1, 0, 0, 0], "wei": [0, 1, 1, 1, 0]},
        hand="green green red",
    )
    at = layout(table.game.board, width)
    for emissaries in ((0, 1, 0, 0, 0), (2, 1, 0, 0, 0), (0, 1, 1, 1, 0)):
        size, places, around = court(at, emissaries)
        several = sum(emissaries) > 1
        assert size >= (0.5 if several else 0.8) * at.dragon
        for x, y in places:
            assert math.hypot(abs(x) + size * 0.7, abs(y) + size * 0.9) <= around
    pressed = targets(drawn(table.game, table.state, 0, part="board", width=width))
    lit = {one.get("data-move"): one for one in pressed}["emissary yan"]
    rings = [float(one.get("r", "0")) for one in lit.iter() if one.get("fill") == "none"]
    assert min(rings) - 2.5 >= court(at, (2, 1, 0, 0, 0))[2] - 0.1


def test_every_place_says_what_is_there_in_the_words_of_people() -> None:
    table = scene({0: "wei1 wei2", 1: "wei3"}, emissaries={"wei": [0, 1, 0]}, hand="red green red")
    lit = drawn(table.game, table.state, 0, part="board")
    watched = drawn(table.game, table.state, None, part="board")
    for svg in (lit, watched):
        facts = {
            one.get("data-name"): one.get("data-facts")
            for one in ElementTree.fromstring(svg).iter()
            if one.get("data-name")
        }
        wei = "Houses in Wei: Blue 2, White 1. 4 spaces are free."
        assert facts["Wei 1"] == f"Blue's house. {wei}"
        assert facts["Wei 3"] == f"White's house. {wei}"
    assert facts["Wei 4"] == f"No house stands here. {wei}"
    assert facts["The court of Wei"] == "Emissaries: White 1. There is room for another."
    hand = drawn(table.game, table.state, 0, part="hand")
    for svg in (lit, hand):
        for one in ElementTree.fromstring(svg).iter():
            if move := one.get("data-why"):
                name = one.get("aria-label") or ""
                assert name.endswith(" Not possible now.") and move not in name
