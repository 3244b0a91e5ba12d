"""Lessons and puzzles over HTTP: the real rules without a table, and what a person has learned."""

from __future__ import annotations

import pytest

from tests.server.people import Person
from tests.server.servers import Running
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import Puzzle, puzzles

FOLDER = DEFINITIONS["meridian"].folder


@pytest.fixture
def visitor(plain_server: Running) -> Person:
    return Person(plain_server.url)


def path_of(puzzle: Puzzle) -> str:
    return f"/api/games/meridian/puzzles/{puzzle.id}"


def test_the_puzzles_are_listed_the_easiest_first(visitor: Person) -> None:
    listed = visitor.get("/api/games/meridian/puzzles").json()["puzzles"]
    assert [each["id"] for each in listed] == [each.id for each in puzzles(FOLDER)]
    assert [each["missed"] for each in listed] == sorted(each["missed"] for each in listed)


def test_the_solution_is_right_and_is_told_only_then(visitor: Person) -> None:
    puzzle = puzzles(FOLDER)[0]
    begun = visitor.post(path_of(puzzle), {"moves": []}).json()
    assert begun["state"] == "open"
    assert (begun["solution"], begun["share"], begun["lead"]) == ([], None, None)
    assert puzzle.solution[0] in [each["move"] for each in begun["screen"]["moves"]]
    moves: list[str] = []
    for move in puzzle.solution:
        answer = visitor.post(path_of(puzzle), {"moves": moves, "attempt": move}).json()
        moves = answer["played"]
    assert (answer["state"], moves) == ("right", list(puzzle.solution))
    assert [each["move"] for each in answer["solution"]] == list(puzzle.solution)
    assert answer["lead"] >= 0.05


def test_another_turn_is_wrong_when_it_is_over(visitor: Person) -> None:
    puzzle = puzzles(FOLDER)[0]
    moves: list[str] = []
    for _ in range(8):
        screen = visitor.post(path_of(puzzle), {"moves": moves}).json()["screen"]
        wanted = puzzle.solution[len(moves)] if len(moves) < len(puzzle.solution) else ""
        other = [each["move"] for each in screen["moves"] if each["move"] != wanted]
        if not other:
            pytest.skip("this puzzle leaves no other decision here")
        answer = visitor.post(path_of(puzzle), {"moves": moves, "attempt": other[-1]}).json()
        moves = answer["played"]
        if answer["state"] != "open":
            break
    assert answer["state"] == "wrong"


def test_an_illegal_try_is_answered_by_the_games_own_reason(visitor: Person) -> None:
    puzzle = puzzles(FOLDER)[0]
    answer = visitor.post(path_of(puzzle), {"moves": [], "attempt": "city 1"}).json()
    assert (answer["state"], answer["played"]) == ("open", [])
    assert answer["said"].endswith(".")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/games/nowhere/puzzles/12345678", {}, 404),
        ("/api/games/meridian/puzzles/00000000", {}, 404),
        ("/api/games/meridian/lessons/nothing/0", {}, 404),
        ("puzzle", {"moves": ["card 99"]}, 422),
        ("puzzle", {"moves": [], "attempt": "nonsense"}, 422),
        ("puzzle", {"moves": ["card 1"] * 61}, 422),
        ("puzzle", {"moves": "card 1"}, 422),
    ],
)
def test_nonsense_gets_one_sentence(
    visitor: Person, path: str, body: dict[str, object], status: int
) -> None:
    path = path_of(puzzles(FOLDER)[0]) if path == "puzzle" else path
    answer = visitor.post(path, body)
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")


def test_what_was_learned_is_kept_for_the_person_alone(plain_server: Running) -> None:
    one, two = Person(plain_server.url), Person(plain_server.url)
    assert one.get("/api/progress").json() == {"done": {}}
    assert one.put("/api/progress", {"what": "meridian-01", "value": 2}).json()["done"] == {
        "meridian-01": 2
    }
    assert one.put("/api/progress", {"what": "meridian-01", "value": 3}).status_code == 200
    assert one.get("/api/progress").json() == {"done": {"meridian-01": 3}}
    assert two.get("/api/progress").json() == {"done": {}}
    assert one.put("/api/progress", {"what": "Nonsense!", "value": 3}).status_code == 422
