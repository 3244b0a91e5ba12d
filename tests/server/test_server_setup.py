"""Positions set up by hand: every change is checked by the rules, a refused one changes nothing."""

from __future__ import annotations

import random

import pytest

import triarchy
from tests.server.people import Person
from tests.server.servers import Running
from triarchy.engine.errors import BadPosition
from triarchy.kit.definition import DEFINITIONS
from triarchy.server.http.requests import SetupChange
from triarchy.server.refusals import Refused
from triarchy.server.screens.setting_up import changed, palette
from triarchy.server.screens.text_cache import Look
from triarchy.table import Table

GAMES = ("meridian", "china", "tigris")


def begun(name: str, seed: int = 5, moves: int = 40, **options: object) -> Table:
    """A game after some moves by chance."""
    chance = random.Random(seed)
    table = triarchy.game(name, 4, options=options).start(seed)
    for _ in range(moves):
        table.play(chance.choice(table.legal))
    return table


def put(table: Table, piece: str, place: str, number: int = 1) -> Table:
    return changed(table, SetupChange(piece=piece, place=place, number=number))


def take(table: Table, place: str) -> Table:
    return changed(table, SetupChange(place=place))


def change(table: Table, setting: str, number: int) -> Table:
    return changed(table, SetupChange(setting=setting, number=number))


def any_change(table: Table, chance: random.Random) -> SetupChange:
    setup = table.game.definition.setting_up
    assert setup is not None
    sight, reader = table.game.sight(table.state), table.game.reader(None)
    places = [*setup.places(sight, reader)]
    places += [place.id for row in setup.rows(sight, reader) for place in row.places]
    kind = chance.randrange(6)
    if kind == 0:
        return SetupChange(place=chance.choice(places))
    if kind == 1:
        setting = chance.choice(setup.settings(sight, reader))
        number = chance.randint(setting.low, setting.high)
        return SetupChange(setting=setting.id, number=number)
    piece = chance.choice(setup.pieces(sight, reader))
    number = chance.randint(1, min(5, piece.most))
    return SetupChange(place=chance.choice(places), piece=piece.id, number=number)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_done_by_hand_is_a_position_of_the_rules_or_refused(name: str) -> None:
    chance = random.Random(3)
    options = {"china": {"forts": True}}.get(name, {})
    table, made, refusals = changed(begun(name, **options), None), 0, []
    for _ in range(150):
        before = table.state.tobytes()
        try:
            after = changed(table, any_change(table, chance))
        except BadPosition as refusal:
            refusals.append(str(refusal))
            after = table
        else:
            made += 1
        assert table.state.tobytes() == before
        assert triarchy.position(after.position()).legal == after.legal != []
        table = after
    assert made > 25 and refusals and all(each.endswith(".") for each in refusals)


@pytest.mark.parametrize("name", GAMES)
def test_the_board_has_a_place_for_every_place_in_three_languages(name: str) -> None:
    table = changed(begun(name), None)
    setup = table.game.definition.setting_up
    assert setup is not None
    names = set()
    for language in ("en", "de", "nl"):
        for width in (360, 1000):
            told = palette(table, Look(language, width))
            places = setup.places(table.game.sight(table.state), table.game.reader(None, language))
            for place in places:
                assert told["board"].count(f'data-place="{place}"') == 1
            assert all(each["symbol"].startswith("<svg") for each in told["pieces"])
        names.add(tuple(each["name"] for each in told["pieces"]))
    assert len(names) == 3


def test_a_choice_that_is_half_made_is_undone_first() -> None:
    table = begun("meridian", moves=0)
    table.play(table.legal[0])
    assert table.position()["card"] is not None
    assert changed(table, None).position() == begun("meridian", moves=0).position()


def test_towers_are_put_and_taken_and_the_supply_follows() -> None:
    table = begun("meridian", moves=0)
    built = put(table, "tower 2", "city 4 3", 5)
    assert built.position()["towers"][3][2] == [2, 5] and built.position()["supply"][2] == 15
    other = put(built, "tower 1", "city 4 3", 2)
    assert other.position()["towers"][3][2] == [1, 2] and other.position()["supply"][2] == 20
    assert take(built, "city 4 3").position() == table.position()
    with pytest.raises(BadPosition, match="must fall from north to south"):
        put(built, "tower 1", "city 4 4", 6)
    with pytest.raises(BadPosition, match="none of these left"):
        put(built, "tower 2", "city 5 3", 16)


def test_cards_are_exchanged_and_turns_counted_in_meridian() -> None:
    table = begun("meridian", moves=0)
    card = table.position()["piles"][1][4]
    laid = put(table, f"card {card}", "open 1 0").position()
    assert laid["open"][1][0] == card and laid["piles"][1][4] == table.position()["open"][1][0]
    later = change(table, "turn", 6)
    assert later.to_move == 2 and [len(each) for each in later.position()["discards"]] == [
        *(2, 2, 1, 1)
    ]
    assert change(later, "turn", 0).position() == table.position()


def test_a_full_province_is_scored_and_emissaries_need_houses() -> None:
    table = begun("china", moves=0)
    province = table.game.board.data["provinces"][0]
    fields = [field["id"] for field in province["fields"]]
    with pytest.raises(BadPosition, match="where no player has more than 0 houses"):
        put(table, "emissary 0", f"dragon {province['id']}")
    for field in fields:
        table = put(table, "house 1", f"field {field}")
    assert table.position()["scored"] == [province["id"]] and table.position()["points"][1] > 0
    sent = put(table, "emissary 0", f"dragon {province['id']}", 2)
    assert sent.position()["emissaries"] == {province["id"]: [2, 0, 0, 0]}
    assert take(sent, f"dragon {province['id']}").position() == table.position()
    emptied = take(table, f"field {fields[0]}").position()
    assert emptied["scored"] == [] and emptied["points"] == [0, 0, 0, 0]


def test_another_seat_is_to_move_and_hands_are_exchanged_in_china() -> None:
    table = change(begun("china", moves=0), "seat", 3)
    assert table.to_move == 3
    colours = [colour for colour, n in table.position()["hands"][2].items() if n == 0]
    held = put(table, f"card {colours[0]}", "hand 2 0").position()
    assert held["hands"][2][colours[0]] == 1 and len(held["deck"]) == len(table.position()["deck"])
    with pytest.raises(BadPosition, match="must have 3 cards"):
        take(table, "hand 2 0")


def test_leaders_monuments_treasures_and_hands_of_tigris() -> None:
    table = begun("tigris", moves=0)
    for cell in ("C9", "D9", "C10", "D10"):
        table = put(table, "tile black", f"cell {cell}")
    with pytest.raises(BadPosition, match="four face-up tiles of one colour"):
        put(table, "monument black-green", "cell D9")
    built = put(table, "monument black-green", "cell C9")
    assert built.position()["monuments"] == [
        {"square": "C9", "colours": ["black", "green"], "on": "black"}
    ]
    assert take(built, "cell D10").position() == table.position()
    with pytest.raises(BadPosition, match="no face-up temple beside it"):
        put(table, "leader 0 black", "cell D11")
    placed = put(table, "leader 0 black", "cell F9")
    assert placed.position()["leaders"] == {"F9": [0, "black"]}
    moved = put(placed, "leader 0 black", "cell G10").position()["leaders"]
    assert moved == {"G10": [0, "black"]}
    taken = take(table, "cell F10")
    assert taken.position()["points"][0]["treasure"] == 1 and "F10" in taken.position()["tiles"]
    assert put(taken, "treasure", "cell F10").position() == table.position()
    fewer = take(take(table, "hand 1 0"), "hand 1 0")
    assert sum(fewer.position()["hands"][1].values()) == 4
    assert change(fewer, "points 3 2", 7).position()["points"][3]["blue"] == 7
    assert change(fewer, "seat", 2).to_move == 2


@pytest.mark.parametrize(
    "wish",
    [
        {"place": "nowhere"},
        {"piece": "tower 0"},
        {"place": "city 1 1", "piece": "tower 9"},
        {"place": "city 1 1", "piece": "tower 0", "number": 0},
        {"setting": "turn", "number": 52},
        {"setting": "moon"},
        {},
    ],
)
def test_what_is_not_there_is_refused(wish: dict) -> None:
    with pytest.raises(Refused):
        changed(begun("meridian", moves=0), SetupChange(**wish))


def test_a_finished_game_and_a_game_without_it_are_refused_in_a_sentence() -> None:
    chance = random.Random(1)
    table = triarchy.game("meridian", 2).start(1)
    while table.legal:
        table.play(chance.choice(table.legal))
    with pytest.raises(Refused, match="This game is over"):
        changed(table, None)

    definition = type(DEFINITIONS["meridian"])
    without = property(lambda self: None)
    old, definition.setting_up = definition.setting_up, without  # type: ignore[method-assign, assignment]
    try:
        with pytest.raises(Refused, match="can't be set up by hand"):
            changed(begun("meridian", moves=0), None)
    finally:
        definition.setting_up = old  # type: ignore[method-assign]


def test_the_call_changes_a_position_and_says_what_is_wrong(plain_server: Running) -> None:
    visitor = Person(plain_server.url)
    start = begun("meridian", moves=0).position()
    assert visitor.post("/api/analyse", {"document": start}).json()["settable"] is True
    wish = {"document": start, "change": {"piece": "tower 0", "place": "city 1 1", "number": 3}}
    answer = visitor.post("/api/analyse/setup", wish)
    assert answer.status_code == 200, answer.text
    position = answer.json()["position"]
    assert position["towers"][0][0] == [0, 3] and 'data-place="city 1 1"' in answer.json()["board"]
    wish = {"document": position, "change": {"piece": "tower 1", "place": "city 1 2", "number": 4}}
    refused = visitor.post("/api/analyse/setup", wish)
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("The heights in meridian 1 must fall")


def test_a_position_is_shared_as_a_png(plain_server: Running) -> None:
    visitor = Person(plain_server.url)
    answer = visitor.post("/api/analyse/picture", {"document": begun("meridian").position()})
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG\r\n\x1a\n")
    assert answer.content[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
