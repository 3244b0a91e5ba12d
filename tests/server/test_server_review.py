"""Reviews at a server: worked out by the workers, kept with the table, of finished games alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.bots.test_review import near_the_end, played
from tests.server.people import BOT, ME, Person
from tests.server.servers import Running, wait_for
from triarchy.server.bots import reviews
from triarchy.server.bots.queue import BotJob, FairQueue


def imported(person: Person) -> str:
    """A finished game whose last turn threw away the win."""
    table, _, loses = near_the_end("meridian")
    answer = person.post("/api/records", played(table, loses).record())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def reviewed(person: Person, table: str) -> dict:
    """Ask for a review as the page does, until it is there."""

    def there() -> dict | None:
        answer = person.post(f"/api/tables/{table}/review")
        assert answer.status_code == 200, answer.text
        state = answer.json()
        assert 0 <= state["done"] <= state["of"]
        return state["review"]

    return dict(wait_for(there, 240))


def test_a_finished_game_is_reviewed_and_the_review_is_kept(anna: Person) -> None:
    table = imported(anna)
    assert anna.get(f"/api/tables/{table}/review/better", first=0).status_code == 404
    review = reviewed(anna, table)
    mistakes = [part for part in review["parts"] if part["kind"]]
    worst = mistakes[-1]
    assert worst["kind"] == "blunder" and worst["better"] and worst["said"]
    assert review["curve"].startswith("<svg") and 'data-seat="1"' in review["curve"]
    assert [part["first"] for part in review["parts"]][1:] == [
        part["last"] for part in review["parts"]
    ][:-1]
    story = anna.get(f"/api/tables/{table}/story").json()["decided"]
    decided = next(part for part in review["parts"] if part["first"] == review["decided"])
    assert story["before"] <= decided["first"] < story["after"]
    assert any(str(story["turn"] + 1) in sentence for sentence in review["story"])
    assert review["notable"][0] == review["decided"]
    assert {part["mark"] for part in mistakes} <= {"?", "??"} and worst["mark"] == "??"
    assert worst["why"] == [
        "The turn played returns 1 piece to the supply and leaves Long Hasuri to Orange (5 points).",
        "In the end, Orange holds Long Hasuri in 0 of 100 continued games; after the other turn, in 100.",
    ]
    german = anna.post(f"/api/tables/{table}/review", language="de").json()["review"]
    assert german["parts"][-1]["called"] == "Grober Fehler"
    steps = [
        anna.get(f"/api/tables/{table}/review/better", first=worst["first"], step=step).json()
        for step in range(worst["steps"] + 1)
    ]
    assert [each["step"] for each in steps] == list(range(worst["steps"] + 1))
    assert all(each["board"].startswith("<svg") for each in steps)
    way = {"first": worst["first"], "way": "played"}
    turn = anna.get(f"/api/tables/{table}/review/better", **way).json()
    assert turn["lines"] == worst["played"] and turn["step"] == worst["last"] - worst["first"]
    assert turn["before"] == steps[0]["before"] == steps[0]["board"] != turn["board"]
    assert f'data-number="{review["decided"]}" class="decided"' in review["curve"]
    assert all(seat["symbol"].startswith("<svg") for seat in review["seats"])
    nowhere = anna.get(f"/api/tables/{table}/review/better", first=worst["first"] + 1)
    assert nowhere.status_code == 404


def test_no_call_that_names_a_running_table_gives_a_review(
    anna: Person, someone: Callable[..., Person]
) -> None:
    table = anna.make([ME, BOT])
    anna.play(table)
    for person in (anna, someone("")):
        for answer in (
            person.post(f"/api/tables/{table}/review"),
            person.get(f"/api/tables/{table}/review/better", first=0),
            person.post("/api/play-on", {"table": table, "number": 0}),
        ):
            assert answer.status_code == 409
            assert answer.json()["error"] == "Only a finished game can be reviewed."
    assert anna.post(f"/api/tables/{table}/review", {"effort": "deep"}).status_code == 422


def test_play_on_from_any_position_of_a_finished_game_with_the_hands_as_they_were(
    anna: Person,
) -> None:
    table, _, loses = near_the_end("meridian")
    record = played(table, loses).record()
    there = anna.post("/api/records", record).json()["id"]
    number = len(table.moves)
    made = anna.post("/api/play-on", {"table": there, "number": number})
    assert made.status_code == 201, made.text
    screen = anna.screen(made.json()["id"])
    assert screen["seat"] == table.to_move and screen["your_turn"]
    assert [each["move"] for each in screen["moves"]] == table.legal
    assert anna.post("/api/play-on", {"table": there}).status_code == 422
    puzzle = anna.get("/api/games/meridian/puzzles").json()["puzzles"][0]["id"]
    other = anna.post("/api/play-on", {"game": "meridian", "puzzle": puzzle, "strength": "easy"})
    assert other.status_code == 201, other.text
    lesson = anna.get("/api/games/meridian/lessons").json()["lessons"][0]["id"]
    third = anna.post("/api/play-on", {"game": "meridian", "lesson": lesson, "number": 0})
    assert third.status_code == 201, third.text
    fourth = anna.post("/api/play-on", {"position": table.position(), "seat": 0})
    assert fourth.status_code == 201, fourth.text
    assert anna.screen(fourth.json()["id"])["seat"] == 0


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({}, 422),
        ({"table": "0" * 12}, 404),
        ({"game": "meridian", "puzzle": "none"}, 404),
        ({"game": "nothing", "puzzle": "none"}, 404),
        ({"puzzle": "none"}, 422),
        ({"position": {"game": "meridian"}}, 422),
        ({"game": "meridian", "lesson": "none"}, 404),
    ],
)
def test_a_position_that_is_not_there_opens_no_table(
    plain_server: Running, wish: dict, status: int
) -> None:
    assert Person(plain_server.url).post("/api/play-on", wish).status_code == status


def test_reviews_wait_behind_all_games_being_played() -> None:
    queue = FairQueue()
    review = BotJob("a", "anna", lambda: None, review=True)
    bots = BotJob("b", "ben", lambda: None, bots_only=True)
    people = BotJob("c", "cleo", lambda: None)
    for thought in (review, bots, people):
        queue.put(thought)
    assert [queue.take() for _ in range(3)] == [people, bots, review]


def test_a_review_that_nobody_looks_at_is_given_up_and_goes_on_with_the_next_look(
    plain_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = Person(plain_server.url)
    table = imported(person)
    read = reviews.read_judged

    def nobody_looks_any_more(answer: object) -> object:
        monkeypatch.setattr(reviews, "PATIENCE", -1.0)
        return read(answer)

    monkeypatch.setattr(reviews, "read_judged", nobody_looks_any_more)
    jobs = plain_server.service.reviews._jobs
    begun = person.post(f"/api/tables/{table}/review").json()
    assert begun["done"] == 0 and begun["of"] > 1
    job = jobs[table]
    wait_for(lambda: job.task is not None and job.task.done(), 240)
    assert len(job.judged) == 1 and jobs[table] is job
    monkeypatch.undo()
    again = person.post(f"/api/tables/{table}/review").json()
    assert again["done"] == 1, "what was done is not done again"
    assert reviewed(person, table)["parts"] and table not in jobs
