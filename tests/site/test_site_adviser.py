"""What a server's visitor works out in the browser: the same as the server says, from what this visitor may know alone."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.bots.test_review import near_the_end, played
from tests.server.people import BOT, ME, OPEN, Person
from tests.server.servers import Running, hurry, settings_for, wait_for
from triarchy.bots.analysis import advise
from triarchy.bots.base import generator
from triarchy.engine.portable import running as portable
from triarchy.kit.definition import DEFINITIONS, State
from triarchy.server.bots.hints import SEED
from triarchy.server.screens.questions import dealt, read_view
from triarchy.server.screens.screens import hint_told
from triarchy.site.adviser import Adviser
from triarchy.table import Game, game

GAMES = ("china", "meridian", "tigris")


@pytest.fixture(scope="module", autouse=True)
def portably() -> Any:
    """All of this runs on the games' portable files, as it does in a browser."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portable, "_begun", True)
        yield


@pytest.fixture(scope="module")
def server(portably: None, tmp_path_factory: pytest.TempPathFactory) -> Any:
    running = Running(settings_for(tmp_path_factory.mktemp("asked")))
    running.ready(*GAMES)
    yield running
    running.close()


def decisions(name: str, players: int, seed: int) -> Any:
    """Some positions of a random game, each with the seat that is to decide."""
    table, chance = game(name, players=players).start(seed=seed), random.Random(seed)
    while (seat := table.to_move) is not None:
        if chance.random() < 0.2:
            yield table.game, table.state, seat
        table.play(chance.choice(table.legal))


def dealt_otherwise(played: Game, state: State, seat: int) -> State:
    """The same position with all that a seat may not know dealt anew."""
    other = played.view(state, seat)
    played.definition.rules.guess(played.board.struct, other, seat, generator(99, 1))
    return other


@pytest.mark.parametrize("name", GAMES)
def test_a_view_goes_to_the_browser_and_comes_out_there_to_the_byte(name: str) -> None:
    least, most = DEFINITIONS[name].players
    for players in range(least, most + 1):
        for played_game, state, seat in decisions(name, players, players):
            view = played_game.view(state, seat)
            sent = json.loads(json.dumps(dealt(played_game, view, seat)))
            there, found = read_view(sent, seat)
            assert found.tobytes() == view.tobytes()
            assert (there.name, there.players, there.board.id, there.options) == (
                name,
                players,
                played_game.board.id,
                played_game.options,
            )


@pytest.mark.parametrize("name", GAMES)
def test_what_the_browser_is_asked_does_not_depend_on_what_the_reader_may_not_know(
    name: str,
) -> None:
    changed = 0
    for played_game, state, seat in decisions(name, DEFINITIONS[name].players[1], 5):
        other = dealt_otherwise(played_game, state, seat)
        changed += other.tobytes() != state.tobytes()
        asked = [dealt(played_game, played_game.view(each, seat), seat) for each in (state, other)]
        assert asked[0] == asked[1]
    assert changed > 5


@pytest.mark.parametrize("name", GAMES)
def test_the_browser_gives_the_hint_that_the_server_gives(name: str) -> None:
    positions = list(decisions(name, DEFINITIONS[name].players[0], 3))
    played_game, state, seat = positions[len(positions) // 2]
    view, names = played_game.view(state, seat), ("Ann", "Ben", "Cleo", "Dan", "Eve")
    reader = played_game.reader(seat, "nl", names[: played_game.players])
    wanted = hint_told(played_game, view, advise(played_game, view, SEED), reader)
    question = {
        "position": dealt(played_game, view, seat),
        "seat": seat,
        "names": reader.names,
        "seed": SEED,
    }
    asked = json.dumps({"kind": "hint", "question": question, "language": "nl"})
    assert json.loads(Adviser().answer(asked)) == wanted


def asked_hint(person: Person, table: str, **query: Any) -> Any:
    body = {"decision": person.screen(table)["decision"]}
    return person.post(f"/api/tables/{table}/hint/question", body, **query)


def test_who_is_to_move_gets_the_question_and_nobody_else(server: Running) -> None:
    anna, ben, eve = Person(server.url, "Anna"), Person(server.url, "Ben"), Person(server.url)
    table = anna.make([ME, OPEN])
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    mover, other = (anna, ben) if anna.table(table)["your_turn"] else (ben, anna)
    decision = {"decision": mover.screen(table)["decision"]}
    path = f"/api/tables/{table}/hint/question"
    question = mover.post(path, decision).json()
    assert set(question) == {"position", "seat", "names", "seed"}
    assert sorted(question["names"]) == ["Anna", "Ben"]
    assert question["position"]["to_move"] == question["seat"]
    for person in (other, eve):
        assert person.post(path, decision).status_code == 403
    assert mover.post(path, {"decision": "7.0"}).status_code == 409
    assert mover.post(f"/api/tables/{table}/review/question").status_code == 409
    strict = anna.make([ME, BOT], hints=False)
    anna.my_turn(strict)
    assert asked_hint(anna, strict).status_code == 403


@pytest.mark.parametrize("name", GAMES)
def test_a_servers_question_is_answered_as_the_server_answers_it(
    server: Running, name: str
) -> None:
    anna = Person(server.url, "Anna")
    table = anna.make([ME, *[BOT] * (DEFINITIONS[name].players[0] - 1)], game=name)
    hurry(server, table, left=40)
    decision = {"decision": anna.my_turn(table)["decision"]}
    question = asked_hint(anna, table, language="de").json()
    asked = {"kind": "hint", "question": question, "language": "de"}
    wanted = anna.post(f"/api/tables/{table}/hint", decision, language="de").json()
    assert json.loads(Adviser().answer(json.dumps(asked))) == wanted


def test_a_position_is_judged_in_the_browser_as_on_the_server(server: Running) -> None:
    anna = Person(server.url, "Anna")
    table, _, loses = near_the_end("meridian")
    wish = {"document": table.position(), "number": None, "moves": loses[:1]}
    wanted = anna.post("/api/analyse/judge", wish, language="nl").json()
    asked = {"kind": "judge", "wish": wish, "language": "nl"}
    assert json.loads(Adviser().answer(json.dumps(asked))) == wanted


def test_a_finished_game_is_reviewed_in_the_browser_as_on_the_server(server: Running) -> None:
    anna, ben = Person(server.url, "Anna"), Person(server.url, "Ben")
    table, _, loses = near_the_end("meridian")
    table_id = anna.post("/api/records", played(table, loses).record()).json()["id"]
    path = f"/api/tables/{table_id}/review"
    adviser, look = Adviser(), {"language": "de", "width": 640, "low": True}
    asked = {"kind": "review", "table": table_id, "query": look}
    asked["question"] = ben.post(f"{path}/question", language="de").json()
    before = anna.post(path, **look).json()
    assert anna.post(f"{path}/question").json() is None, "the server is at it"
    state: dict[str, Any] = {"review": None}
    number = 0
    while state["review"] is None:
        number += 1
        state = json.loads(adviser.answer(json.dumps(asked)))
        assert state["done"] == number <= state["of"] == before["of"]
    wanted = wait_for(lambda: anna.post(path, **look).json()["review"], 240)
    assert state["review"] == wanted
    again = Adviser().answer(json.dumps({**asked, "judged": state["judged"][:-1]}))
    assert json.loads(again) == state, "what was judged before is not judged again"
    assert ben.post(f"{path}/question").json() is None, "the server has it"
    worst = [part for part in wanted["parts"] if part["kind"]][-1]
    for step, way in ((1, "better"), (100, "better"), (100, "played")):
        query = {"first": worst["first"], "step": step, "way": way, "language": "de", "width": 360}
        turn = anna.get(f"{path}/better", **query).json()
        better = {**asked, "kind": "better", "query": query}
        assert json.loads(adviser.answer(json.dumps(better))) == turn
