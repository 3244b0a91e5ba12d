"""A game going on, over HTTP: moves, stale and wrong ones, taking back, absence, records."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import triarchy
from tests.server.people import BOT, ME, OPEN, Person, finish
from tests.server.servers import Running, hurry, wait_for
from triarchy.server.storage import models


def two(anna: Person, ben: Person, **more: object) -> tuple[str, Person, Person]:
    """A started game of two; who is to move comes first."""
    table = anna.make([ME, OPEN], **more)
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    return (table, anna, ben) if anna.table(table)["your_turn"] else (table, ben, anna)


def test_a_game_against_bots_to_its_end(server: Running, anna: Person) -> None:
    table = anna.make([ME, BOT])
    hurry(server, table, left=20)
    while (screen := anna.my_turn(table))["table"]["status"] == "playing":
        assert screen["moves"]
        answer = anna.move(table, screen["moves"][-1]["move"], screen["number"])
        assert answer.status_code == 200
    assert sorted(screen["result"]["ranking"])[0] == 1
    assert screen["final_steps"]
    totals = [sum(step["gains"][seat] for step in screen["final_steps"]) for seat in (0, 1)]
    assert totals == screen["result"]["scores"]
    assert [player["rank"] for player in screen["players"]] == screen["result"]["ranking"]
    assert screen["moves"] == []
    assert not screen["undo"]


def test_the_screen_has_all_a_client_needs(anna: Person) -> None:
    table = anna.make([ME, BOT, BOT])
    screen = anna.screen(table)
    assert screen["prompt"]
    assert screen["board"].startswith("<svg")
    for move in screen["moves"]:
        assert f'data-move="{move["move"]}"' in screen["board"] + screen["hand"]
        assert move["label"]
    assert len(screen["players"]) == 3
    assert all(player["symbol"].startswith("<svg") for player in screen["players"])
    assert screen["score_help"][0]["rows"]
    german = anna.screen(table, language="de", width=360, dark=True)
    assert german["prompt"] != screen["prompt"]
    assert german["board"] != screen["board"]


def test_a_move_names_the_move_it_follows(anna: Person, ben: Person) -> None:
    table, first, second = two(anna, ben)
    move = first.screen(table)["moves"][0]["move"]
    assert first.move(table, move, 1).status_code == 409
    assert second.move(table, move, 0).status_code == 403
    assert Person(str(first.client.base_url)).move(table, move, 0).status_code == 403
    assert first.move(table, "card 99", 0).status_code == 422
    assert first.move(table, move, 0).json()["number"] == 1
    doubled = first.move(table, move, 0)
    assert doubled.status_code == 409
    assert set(doubled.json()) == {"error"}
    assert first.screen(table)["number"] == 1


def test_of_many_equal_moves_at_once_one_is_made(anna: Person, ben: Person) -> None:
    table, first, _ = two(anna, ben)
    move = first.screen(table)["moves"][0]["move"]
    with ThreadPoolExecutor(8) as pool:
        codes = [
            answer.status_code
            for answer in pool.map(lambda _: first.move(table, move, 0), range(8))
        ]
    assert sorted(codes) == [200] + [409] * 7
    assert first.screen(table)["number"] == 1


def test_what_revealed_nothing_can_be_taken_back(anna: Person, ben: Person) -> None:
    table, first, second = two(anna, ben)
    before = first.screen(table)
    assert not before["undo"]
    after = first.play(table)
    assert after["undo"]
    assert second.post(f"/api/tables/{table}/undo", {"decision": "1.0"}).status_code == 409
    assert first.post(f"/api/tables/{table}/undo", {"decision": "0.0"}).status_code == 409
    back = first.post(f"/api/tables/{table}/undo", {"decision": "1.0"}).json()
    assert (back["number"], back["moves"], back["board"]) == (0, before["moves"], before["board"])
    assert back["log"] == before["log"]
    first.play(table, 1)
    assert first.screen(table)["number"] == 1


def test_what_turned_up_a_card_cannot_be_taken_back(anna: Person, ben: Person) -> None:
    table, first, _ = two(anna, ben)
    screen = first.screen(table)
    while screen["your_turn"]:
        ending = [move for move in screen["moves"] if move["ends_turn"]]
        move = (ending or screen["moves"])[0]
        assert not move["ends_turn"] or move["reveals"]
        screen = first.move(table, move["move"], screen["number"]).json()
    assert not screen["undo"]
    refused = first.post(f"/api/tables/{table}/undo", {"decision": screen["decision"]})
    assert refused.status_code == 409


def test_preview_why_not_and_hint(anna: Person, ben: Person) -> None:
    table, first, second = two(anna, ben)
    path = f"/api/tables/{table}"
    move = first.screen(table)["moves"][0]["move"]
    preview = first.get(f"{path}/preview", move=move, decision="0.0")
    assert preview.status_code == 200
    assert preview.json()["board"].startswith("<svg")
    assert first.get(f"{path}/preview", move=move, decision="5.0").status_code == 409
    assert first.get(f"{path}/preview", move="city 1").status_code == 422
    assert second.get(f"{path}/preview", move=move).status_code == 403
    reason = first.get(f"{path}/why-not", move="city 1").json()
    assert reason["reason"].endswith(".")
    assert first.get(f"{path}/why-not", move=move).status_code == 409
    assert first.get(f"{path}/why-not", move="fly").status_code == 422
    assert second.get(f"{path}/why-not", move="city 1").status_code == 403
    hint = first.post(f"{path}/hint", {"decision": "0.0"}).json()
    assert hint["move"] in [each["move"] for each in first.screen(table)["moves"]]
    assert hint["reasons"]
    assert second.post(f"{path}/hint", {"decision": "0.0"}).status_code == 403
    assert first.screen(table)["number"] == 0


def test_a_table_may_play_without_hints(anna: Person) -> None:
    table = anna.make([ME, BOT], hints=False)
    assert anna.post(f"/api/tables/{table}/hint", {"decision": "0.0"}).status_code == 403


def test_a_resigned_seat_is_played_by_a_bot(anna: Person, ben: Person) -> None:
    table, first, second = two(anna, ben)
    name = next(seat["name"] for seat in first.table(table)["seats"] if seat["you"])
    seats = first.post(f"/api/tables/{table}/resign", {"strength": "easy"}).json()["seats"]
    assert {"name": name, "kind": "bot"}.items() <= next(
        seat for seat in seats if seat["name"] == name
    ).items()
    assert second.my_turn(table)["number"] > 0
    assert first.post(f"/api/tables/{table}/resign").status_code == 403
    assert first.screen(table)["seat"] is None


def test_a_bot_plays_on_for_who_is_late_until_they_are_back(
    server: Running, anna: Person, ben: Person
) -> None:
    table, first, second = two(anna, ben, time_limit=10)
    assert first.screen(table)["deadline"]
    _long_ago(server, table)
    assert second.my_turn(table)["number"] > 0
    away = next(seat for seat in first.table(table)["seats"] if seat["you"])
    assert away["away"]
    assert first.post(f"/api/tables/{table}/back").status_code == 200
    assert not any(seat["away"] for seat in first.table(table)["seats"])
    while second.screen(table)["your_turn"]:
        second.play(table)
    assert first.screen(table)["your_turn"]


def _long_ago(server: Running, table: str) -> None:
    with server.service.storage.write() as connection:
        connection.execute(
            models.tables.update().where(models.tables.c.id == table).values(moved=0.0, changed=0.0)
        )


def test_abandoned_tables_close(server: Running, anna: Person) -> None:
    from triarchy.server.tables.lobby import close_abandoned

    table = anna.make([ME, OPEN])
    _long_ago(server, table)
    close_abandoned(server.service)
    assert anna.table(table)["status"] == "closed"
    assert anna.post(f"/api/tables/{table}/start").status_code == 409


def test_a_finished_game_is_downloaded_imported_and_replayed(
    server: Running, anna: Person, ben: Person
) -> None:
    table, first, second = two(anna, ben)
    first.play(table)
    assert first.get(f"/api/tables/{table}/record").status_code == 403
    assert first.screen(table)["fair"]["seed"] is None
    finish(table, [first, second], hurry(server, table))
    answer = second.get(f"/api/tables/{table}/record")
    assert "attachment" in answer.headers["content-disposition"]
    record = answer.json()
    replayed = triarchy.load(record)
    assert replayed.over
    assert set(record["fair"]) == {"salt", "commitment"}
    stranger = Person(str(first.client.base_url))
    shared = stranger.post("/api/records", record).json()
    assert shared["status"] == "record"
    last = len(record["moves"])
    for number in (0, 5, last):
        original = first.get(f"/api/tables/{table}/replay/{number}").json()
        imported = stranger.get(f"/api/tables/{shared['id']}/replay/{number}").json()
        assert (imported["number"], imported["last"]) == (number, last)
        assert imported["turn"] == original["turn"] == int(replayed.states[number].turn)
        assert imported["moves"] == []
    assert imported["result"] == record["result"]
    assert stranger.get(f"/api/tables/{shared['id']}/replay/{last + 1}").status_code == 404
    assert stranger.get(f"/api/tables/{shared['id']}/record").json() == record
    assert stranger.move(shared["id"], "done", last).status_code == 403


def test_a_wrong_record_is_refused_with_the_number_of_the_move(anna: Person) -> None:
    record = triarchy.game("meridian", players=2).start(seed=1).record()
    record["moves"] = ["card 99"]
    answer = anna.post("/api/records", record)
    assert answer.status_code == 422
    assert "Move 1" in answer.json()["error"]
    assert anna.client.post("/api/records", content=b"[" * 5000).status_code == 422


def test_the_past_of_a_game_can_be_looked_at_while_it_goes_on(anna: Person, ben: Person) -> None:
    table, first, second = two(anna, ben)
    opening = second.screen(table)["board"]
    first.play(table)
    first.play(table)
    past = second.get(f"/api/tables/{table}/replay/0").json()
    assert (past["number"], past["last"], past["your_turn"]) == (0, 2, False)
    assert past["board"] == opening
    assert past["fair"]["seed"] is None


def test_chat_reaches_the_table_as_it_was_written(anna: Person, ben: Person) -> None:
    table, first, _ = two(anna, ben)
    line = "<b>well</b> & \"good\" 'day' {{ 7 * 7 }}"
    assert first.post(f"/api/tables/{table}/chat", {"text": line}).status_code == 201
    assert first.post(f"/api/tables/{table}/chat", {"text": " \n "}).status_code == 422
    stranger = Person(str(first.client.base_url))
    assert stranger.post(f"/api/tables/{table}/chat", {"text": "hi"}).status_code == 409
    chat = first.screen(table)["chat"]
    assert [each["text"] for each in chat] == [line]


def test_a_game_goes_on_from_its_position_when_the_rules_change(
    server: Running, anna: Person, ben: Person
) -> None:
    table, first, second = two(anna, ben)
    for _ in range(2):
        first.play(table)
    before = first.screen(table)
    with server.service.storage.write() as connection:
        connection.execute(
            models.tables.update()
            .where(models.tables.c.id == table)
            .values(rules=0, version=models.tables.c.version + 1)
        )
    wait_for(lambda: first.screen(table)["version"] > before["version"])
    after = first.screen(table)
    assert (after["number"], after["moves"]) == (before["number"], before["moves"])
    assert after["board"] == before["board"]
    finish(table, [first, second], hurry(server, table))
    record = first.get(f"/api/tables/{table}/record").json()
    assert "start" in record
    assert triarchy.load(record).over


@pytest.mark.parametrize("path", ["moves", "undo", "hint", "chat", "resign", "back", "seats"])
def test_calls_to_no_table_answer_404(anna: Person, path: str) -> None:
    first = {"decision": "0.0"}
    bodies = {"moves": {"move": "done", **first}, "undo": first, "hint": first,
              "chat": {"text": "hi"}}  # fmt: skip
    answer = anna.post(f"/api/tables/zzzzzzzzzzzz/{path}", bodies.get(path, {}))
    assert answer.status_code == 404
