"""The tables of a page without a server: what is answered is what a server answers, and nothing is lost."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.people import Person
from tests.server.servers import Running, settings_for
from tests.site.houses import Page
from triarchy.engine.portable import running as portable
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import puzzles
from triarchy.server.screens.practice import puzzle_state, scene

GAMES = ("china", "meridian", "tigris")
LOOKS = (
    {"language": "en", "width": 1000},
    {"language": "de", "width": 360, "dark": True, "words": True},
    {"language": "nl", "width": 640, "hand": 390},
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portable, "_begun", True)  # the server too is ready at once
        running = Running(settings_for(tmp_path_factory.mktemp("beside")))
        running.ready(*GAMES)
        yield running
        running.close()


def settled(document: Any, table: str) -> Any:
    """A document without what no two tables have in common: their ids, when they were made, where they can be reached."""
    if isinstance(document, dict):
        return {
            key: settled(value, table)
            for key, value in document.items()
            if key not in ("created", "changed", "link", "version", "event")
        }
    if isinstance(document, list):
        return [settled(each, table) for each in document]
    return document.replace(table, "TABLE") if isinstance(document, str) else document


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_is_shown_by_a_page_as_by_a_server(game: str, server: Running) -> None:
    record = json.loads((DEFINITIONS[game].folder / "example.json").read_text(encoding="utf-8"))
    someone, page = Person(server.url), Page()
    there = someone.post("/api/records", record).json()
    here = page.post("/api/records", record)
    assert settled(here, here["id"]) == settled(there, there["id"])
    last = len(record["moves"])
    for place, number in enumerate([*range(0, last, 7), last]):
        look: dict[str, Any] = LOOKS[place % len(LOOKS)]
        path = f"/api/tables/{{}}/replay/{number}"
        wanted = someone.get(path.format(there["id"]), **look).json()
        found = page.get(path.format(here["id"]), **look)
        assert settled(found, here["id"]) == settled(wanted, there["id"]), number
    for part in ("story", "record"):
        path = f"/api/tables/{{}}/{part}"
        wanted = someone.get(path.format(there["id"]), language="nl").json()
        assert settled(page.get(path.format(here["id"]), language="nl"), here["id"]) == settled(
            wanted, there["id"]
        )


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_answered_by_a_page_as_by_a_server(game: str, server: Running) -> None:
    """The same position, every seat at one device: screens, previews and updates are equal, and so is what is refused."""
    document = json.loads((DEFINITIONS[game].folder / "puzzles.json").read_text(encoding="utf-8"))
    start = puzzles(DEFINITIONS[game].folder)[0].position
    assert document
    wish = {
        "game": game,
        "seats": [{"kind": "me", "name": name} for name in "ABCDE"[: start["players"]]],
        "hot_seat": True,
        "start": start,
    }
    someone, page = Person(server.url), Page()
    there, here = (
        someone.post("/api/tables", wish).json()["id"],
        page.post("/api/tables", wish)["id"],
    )
    known: list[str | None] = [None, None]
    for step in range(8):
        look: dict[str, Any] = LOOKS[step % len(LOOKS)]
        wanted, found = someone.screen(there, **look), page.screen(here, **look)
        assert settled(
            {**found, "fair": 0, "table": {**found["table"], "commitment": 0}}, here
        ) == settled({**wanted, "fair": 0, "table": {**wanted["table"], "commitment": 0}}, there)
        if wanted["result"]:
            break
        move, decision = wanted["moves"][step % len(wanted["moves"])]["move"], wanted["decision"]
        asked = {"move": move, "decision": decision}
        preview = [
            someone.get(f"/api/tables/{there}/preview", **asked, **look).json(),
            page.get(f"/api/tables/{here}/preview", **asked, **look),
        ]
        assert settled(preview[1], here) == settled(preview[0], there)
        answers = [
            someone.post(f"/api/tables/{there}/moves", asked, **look).json(),
            page.post(f"/api/tables/{here}/moves", asked, **look),
        ]
        assert answers[1]["log"] == answers[0]["log"]
        stale = page.ask("POST", f"/api/tables/{here}/moves", asked)
        refused = someone.post(f"/api/tables/{there}/moves", asked)
        assert stale == (refused.status_code, refused.json())
        known = [answers[0]["event"], answers[1]["event"]]
    assert all(known)


def test_a_game_against_bots_is_played_to_its_end_and_kept() -> None:
    page = Page()
    table = page.table(bots=2, best_of=3, lot=True)
    page.house.listen(1, table, {"screen": "true"}, "en")
    over = page.finish(table)
    assert sorted(over["result"]["ranking"])[0] == 1
    assert over["table"]["status"] == "over"
    assert page.news
    again = Page(page.stored)
    assert again.screen(table)["log"] == over["log"]
    record = again.get(f"/api/tables/{table}/record", names="true")
    assert record["fair"]["commitment"] == over["fair"]["commitment"]
    fresh = again.post(f"/api/tables/{table}/rematch")
    assert fresh["series"]["game"] == 2
    assert again.post(f"/api/tables/{table}/rematch")["id"] == fresh["id"]


def test_a_finished_game_is_handed_over_as_the_server_wants_it(server: Running) -> None:
    page, stores = Page(), []
    table = page.table(bots=1)
    status, _ = page.ask("GET", f"/api/tables/{table}/handed")
    assert status == 403
    page.house.take = lambda take=page.house.take: stores.extend(found := take()) or found
    over = page.finish(table)
    assert [each["over"] for each in stores if each["do"] == "store"][-1] is True
    body = page.get(f"/api/tables/{table}/handed")
    assert body["once"] == table
    (mine,) = over["held"]
    assert body["seats"][mine] == {"you": True}
    assert [seat["strength"] for seat in body["seats"] if "strength" in seat] == ["easy"]
    person = Person(server.url, "Anna")
    first = person.post("/api/records/device", body)
    assert first.status_code == 201, first.text
    assert person.post("/api/records/device", body).json()["id"] == first.json()["id"]
    (game,) = person.get("/api/me/history").json()["games"]
    ranks = {seat["you"]: seat["rank"] for seat in game["seats"]}
    ranking = over["result"]["ranking"]
    assert ranks == {True: ranking[mine], False: ranking[1 - mine]}
    assert game["rated"] is False


def test_a_reload_in_the_middle_of_a_turn_goes_on_where_it_was() -> None:
    page = Page()
    table = page.table()
    page.play(table)
    before = page.screen(table)
    again = Page(page.stored)
    assert again.screen(table) == before


def test_a_bot_that_was_thinking_when_the_page_closed_is_asked_again_by_who_comes_back() -> None:
    page = Page(thinks=False)
    table = page.table(lot=True)
    again = Page(page.stored)
    assert not again.house.take()
    again.house.listen(1, table, {"screen": "true"}, "en")
    again._carry_out()
    assert again.screen(table)["your_turn"]


def test_a_bot_that_has_failed_leaves_the_table_as_it_is() -> None:
    page = Page(thinks=False)
    wish = {"game": "meridian", "seats": [{"kind": "bot"}, {"kind": "me"}]}
    table = page.post("/api/tables", wish)["id"]
    before = page.screen(table)
    (question,) = page.questions
    page.house.thought(question["ticket"], None)
    assert page.screen(table) == before


def test_what_another_tab_has_done_takes_the_place_of_what_was_known() -> None:
    page = Page()
    table = page.table(people=2, bots=0)
    other = Page(page.stored)
    other.play(table)
    page.house.listen(1, table, {"screen": "true"}, "en")
    page._carry_out()
    page.house.restore(table, other.stored[table])
    page._carry_out()
    assert page.news[-1]["name"] == "table"
    assert page.screen(table) == other.screen(table)
    page.house.restore(table, None)
    page._carry_out()
    assert page.news[-1]["name"] == "gone"
    assert page.ask("GET", f"/api/tables/{table}")[0] == 404


def test_choices_are_undone_and_made_anew() -> None:
    page = Page()
    tables = (page.table() for _ in range(20))  # a hand may hold two cards of one kind
    table = next(table for table in tables if len(page.screen(table)["moves"]) > 1)
    before = page.screen(table)
    asked = page.play(table)
    now = page.screen(table)
    other = next(each["move"] for each in now["again"] if not each["chosen"])
    page.post(f"/api/tables/{table}/again", {"move": other, "decision": now["decision"]})
    assert page.screen(table)["decision"] != asked["decision"]
    page.post(f"/api/tables/{table}/undo", {"decision": page.screen(table)["decision"]})
    assert page.screen(table)["moves"] == before["moves"]


def test_a_hint_is_given_with_its_reasons_unless_the_table_plays_without() -> None:
    page = Page()
    table = page.table()
    screen = page.screen(table)
    hint = page.post(f"/api/tables/{table}/hint", {"decision": screen["decision"]})
    assert hint["move"] in [each["move"] for each in screen["moves"]]
    assert hint["reasons"]
    strict = page.table(hints=False)
    status, answer = page.ask("POST", f"/api/tables/{strict}/hint", {"decision": "0.0"}, "de")
    assert status == 403
    assert answer["error"].startswith("An diesem Tisch")


def test_a_finished_game_is_reviewed_part_by_part_and_the_review_is_kept() -> None:
    page = Page()
    record = json.loads(
        (DEFINITIONS["meridian"].folder / "example.json").read_text(encoding="utf-8")
    )
    table = page.post("/api/records", record)["id"]
    page.thinks = False
    first = page.post(f"/api/tables/{table}/review")
    assert first["review"] is None
    assert first["done"] == 0
    assert page.post(f"/api/tables/{table}/review")["of"] == first["of"]
    assert len(page.questions) == 1
    assert page.ask("GET", f"/api/tables/{table}/review/better", first=0)[0] == 404


def test_a_puzzle_and_a_lesson_are_answered_and_the_progress_is_kept() -> None:
    page = Page()
    puzzle = puzzles(DEFINITIONS["meridian"].folder)[0]
    table = scene(puzzle.position, puzzle.solution)
    while puzzle_state(puzzle, table) == "open":
        table.play(table.legal[0])
    *moves, last = table.moves
    path = f"/api/games/meridian/puzzles/{puzzle.id}"
    assert page.post(path, {"moves": moves, "attempt": last})["state"] == "right"
    assert page.ask("PUT", "/api/progress", {"what": puzzle.id, "value": 1})[0] == 200
    assert Page(page.stored).get("/api/progress")["done"] == {puzzle.id: 1}
    lesson = page.get("/api/games/meridian/lessons")["lessons"][0]
    assert page.post(f"/api/games/meridian/lessons/{lesson['id']}/0")["of"] == lesson["exercises"]


def test_a_position_is_studied_and_played_on_from() -> None:
    page = Page()
    shown = page.post("/api/analyse", {"document": {"game": "meridian", "players": 2}})
    assert shown["screen"]["moves"]
    made = page.post("/api/play-on", {"position": shown["position"]})
    assert page.screen(made["id"])["turn"] == 0


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/nothing", None, 404),
        ("GET", "/api/games/chess/lessons", None, 404),
        ("GET", "/api/tables/abcdefghijkl", None, 404),
        ("POST", "/api/tables", {"game": "chess", "seats": [{"kind": "me"}]}, 422),
        ("POST", "/api/tables", {"game": "meridian", "seats": [{"kind": "open"}]}, 422),
        ("POST", "/api/tables", {"game": "meridian", "seats": [{"kind": "me"}], "colour": 1}, 422),
        ("POST", "/api/tables", [], 422),
        ("POST", "/api/records", {"game": "meridian"}, 422),
        ("POST", "/api/analyse", {"document": {"game": "meridian", "players": 99}}, 422),
        ("PUT", "/api/me", {"name": "  "}, 422),
    ],
)
def test_what_makes_no_sense_gets_a_sentence_and_changes_nothing(
    method: str, path: str, body: Any, status: int
) -> None:
    page = Page()
    found, answer = page.ask(method, path, body, "nl")
    assert found == status
    assert answer["error"]
    assert not page.stored


def test_a_name_is_kept_and_used() -> None:
    page = Page()
    assert page.ask("PUT", "/api/me", {"name": "Ada"})[0] == 200
    again = Page(page.stored)
    table = again.table(people=2, bots=1)
    assert {"Ada", "Ada 2"} <= {seat["name"] for seat in again.get(f"/api/tables/{table}")["seats"]}
