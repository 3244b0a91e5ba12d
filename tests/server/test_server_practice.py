"""Lessons and puzzles over HTTP: the real rules without a table, and what a person has learned."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.server.people import Person
from tests.server.servers import Running
from triarchy.bots.review import Judged, Verdict
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import Exercise, Puzzle, puzzles
from triarchy.server.screens.practice import (
    answer,
    exercise_table,
    is_nearly_best,
    is_second,
    scene,
    themes,
)
from triarchy.server.screens.text_cache import Look

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
    assert begun["why"] == []
    assert puzzle.solution[0] in [each["move"] for each in begun["screen"]["moves"]]
    moves: list[str] = []
    for move in puzzle.solution:
        answer = visitor.post(path_of(puzzle), {"moves": moves, "attempt": move}).json()
        moves = answer["played"]
    assert moves == list(puzzle.solution)
    # Its last decision is not asked for: several are about as good. The turn has to be played all the same.
    assert (answer["state"], answer["solution"]) == ("open", [])
    while answer["state"] == "open":
        move = answer["screen"]["moves"][0]["move"]
        answer = visitor.post(path_of(puzzle), {"moves": moves, "attempt": move}).json()
        moves = answer["played"]
    assert (answer["state"], moves[: len(puzzle.solution)]) == ("right", list(puzzle.solution))
    assert [each["move"] for each in answer["solution"]] == list(puzzle.best)
    assert answer["why"] and any(
        "next-best" in each or each.startswith("It ") for each in answer["why"]
    )
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
    assert any("turn played" in each or "better turn" in each for each in answer["why"])


def test_each_puzzle_says_its_theme_its_difficulty_and_its_players_and_has_a_picture(
    visitor: Person,
) -> None:
    listed = visitor.get("/api/games/meridian/puzzles").json()["puzzles"]
    german = visitor.get("/api/games/meridian/puzzles", language="de").json()["puzzles"]
    assert len({each["theme"] for each in listed}) >= 4
    assert {each["difficulty"] for each in listed} == {"easy", "medium", "hard"}
    assert all(one["theme"] != two["theme"] for one, two in zip(listed, german, strict=True))
    picture = visitor.get(f"{path_of(puzzles(FOLDER)[0])}/picture")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")


def test_a_puzzle_shows_what_may_be_known_of_every_player(plain_server: Running) -> None:
    person = Person(plain_server.url)
    for game in ("meridian", "tigris", "china"):
        plain_server.ready(game)
        first = person.get(f"/api/games/{game}/puzzles").json()["puzzles"][0]
        path = f"/api/games/{game}/puzzles/{first['id']}"
        players = person.post(path, {"moves": []}).json()["screen"]["players"]
        assert len(players) == first["players"]
        assert all(each["name"] and each["facts"] and each["symbol"] for each in players)


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_themes_are_spread_over_the_puzzles(name: str) -> None:
    definition = DEFINITIONS[name]
    counted = Counter(themes(definition, "en"))
    assert len(counted) >= 4 and max(counted.values()) <= len(puzzles(definition.folder)) / 2
    for language in ("de", "nl"):
        assert len(themes(definition, language)) == sum(counted.values())


@pytest.mark.parametrize(("loss", "counts"), [(0.0, True), (0.01, True), (0.04, False)])
def test_a_turn_nearly_as_good_counts(loss: float, counts: bool) -> None:
    verdict = Verdict(("pass",), 0.5, 0.5 - loss, loss, 0.0, 2 * loss, 100)
    assert is_nearly_best(Judged((0.5, 0.5), None, verdict)) == counts
    assert is_nearly_best(Judged((0.5, 0.5), None, None)), "there was nothing to choose"


def test_the_next_best_turn_of_a_puzzle_is_known_to_be_worse() -> None:
    puzzle = puzzles(FOLDER)[0]
    table = scene(puzzle.position, puzzle.second)
    assert is_second(puzzle, table)
    assert not is_second(puzzle, scene(puzzle.position, puzzle.best))


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_the_first_step_of_the_first_lesson_says_what_wins(visitor: Person, name: str) -> None:
    first, second = DEFINITIONS[name].text.lessons("en")[:2]
    path = f"/api/games/{name}/lessons"
    assert visitor.post(f"{path}/{first.id}/0").json()["aim"] == DEFINITIONS[name].text.aim("en")
    assert visitor.post(f"{path}/{first.id}/1").json()["aim"] == ""
    assert visitor.post(f"{path}/{second.id}/0").json()["aim"] == ""


def test_a_right_action_that_nobody_praises_is_told_by_what_it_does() -> None:
    puzzle = puzzles(FOLDER)[0]
    look = Look()
    *begun, last = puzzle.best
    table = scene(puzzle.position, begun)
    exercise = Exercise("Build.", seat=int(table.state.to_move), expected=(last,))
    right, said = answer(exercise, table, last, look)
    assert right and said.startswith("It ")
    for move in table.legal:
        if move != last:
            right, said = answer(exercise, table, move, look)
            assert not right and "turn" in said


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


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_every_step_can_be_solved_without_the_moves_before_it(name: str) -> None:
    """Whoever comes back to a step, or opens the page anew, finds it solvable."""
    definition = DEFINITIONS[name]
    for lesson in definition.text.lessons("en"):
        for number, exercise in enumerate(lesson.exercises):
            table = exercise_table(definition, lesson, number, [])
            if exercise.expected:
                assert exercise.expected[0] in table.legal, (lesson.id, number + 1)
