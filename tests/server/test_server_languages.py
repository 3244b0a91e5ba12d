"""Nothing is left in English: pages, lessons, puzzles, tables and refusals, in German and Dutch.

Each answer is asked for in English too. What is the same in both languages must be a name, a move
or a number; and no text may have a word that only English has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

import triarchy
from tests.server.people import ME, Person, finish
from tests.server.servers import Running, hurry, set_up
from tests.shared_checks import figure_table, random_table, right_moves
from triarchy.kit.definition import DEFINITIONS, State
from triarchy.kit.learning import Lesson, puzzles
from triarchy.kit.reasons import Turn
from triarchy.table.game import Game

GAMES = DEFINITIONS.names()
OTHERS = ("de", "nl")
ENGLISH = set(
    "the and your you this these with are has have there would could cannot must from their which "
    "nobody everybody because only may might been than them they should every other another any "
    "one two three".split()
)
SHARED = {
    "de": {"Name", "Start", "Version", "Code", "Chat", "Link", "Status", "Bots"},
    "nl": {"Start", "Code", "Chat", "Link", "Status", "Bots", "one"},
}
"""Words that are the same in both languages."""
BORROWED = {"de": set(), "nl": {"best", "of"}}
"""Words of a phrase that is said in English: best of 3."""
UNSAID = {
    *("id", "move", "moves", "played", "key", "keys", "anchor", "what", "kind", "game", "board"),
    *("phase", "status", "help", "version", "link", "commitment", "salt", "seed", "language"),
    *("state", "record", "default_boards", "position", "strength", "share"),
}
"""What programs read."""
SKIPPED = {"script", "style", "code", "kbd"}
READ = {"aria-label", "title", "alt", "placeholder"}
LEAST = 2
"""Words that a text must have to be a sentence or a phrase rather than a name."""


class Texts(HTMLParser):
    """What a person reads or hears on a page or in a drawing."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.texts: set[str] = set()
        self.skipping = 0
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.skipping += tag in SKIPPED
        self.texts |= {value for name, value in attrs if name in READ and value}

    def handle_endtag(self, tag: str) -> None:
        self.skipping -= tag in SKIPPED

    def handle_data(self, data: str) -> None:
        if not self.skipping:
            self.texts.add(" ".join(data.split()))


def texts_of(value: Any, name: str = "") -> Iterator[str]:
    """What people read in an answer."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in UNSAID:
                yield from texts_of(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_of(inner, name)
    elif isinstance(value, str):
        yield from Texts(value).texts if "<" in value else [value]


def words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_][^\W\d_'’-]+", text)


def names() -> set[str]:
    """Words that are names: of games, of places on their boards, of people."""
    found = {word for each in DEFINITIONS.all() for word in words(f"{each.name} {each.title}")}
    for path in (path for each in DEFINITIONS.all() for path in each.folder.glob("boards/*.json")):
        for name in re.findall(r'"(?:name|capital)": "([^"]*)"', path.read_text("utf-8")):
            found |= set(words(name))
    return found | {"Triarchy", "Anna", "Cleo"}


class Reading:
    """Asks for everything in English and in another language, and keeps what is wrong."""

    def __init__(self, person: Person, language: str) -> None:
        self.person = person
        self.language = language
        self.names = names()
        self.wrong: dict[str, str] = {}

    def ask(self, method: str, path: str, language: str, body: Any = None, **query: Any) -> Any:
        answer = self.person.client.request(
            method,
            path,
            json=body,
            params={**query, "language": language},
            headers={"Accept-Language": language},
        )
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def compare(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """The answer in the other language."""
        answers = {
            language: self.ask(method, path, language, body, **query)
            for language in ("en", self.language)
        }
        self.look(answers.__getitem__, path)
        return answers[self.language]

    def look(self, said: Callable[[str], Any], place: str = "") -> None:
        """Compare what is said in both languages."""
        english = set(texts_of(said("en")))
        for text in texts_of(said(self.language)):
            if self.is_english(text) or (text in english and self.is_phrase(text)):
                self.wrong[text] = place

    def get(self, path: str, **query: Any) -> Any:
        return self.compare("GET", path, **query)

    def post(self, path: str, body: Any, **query: Any) -> Any:
        return self.compare("POST", path, body, **query)

    def is_english(self, text: str) -> bool:
        return bool({word.lower() for word in words(text)} & ENGLISH - SHARED[self.language])

    def is_phrase(self, text: str) -> bool:
        return len(set(words(text)) - self.names - BORROWED[self.language]) >= LEAST


@pytest.fixture
def reading(plain_server: Running, request: pytest.FixtureRequest) -> Iterator[Reading]:
    plain_server.ready(*GAMES)
    made = Reading(Person(plain_server.url, "Anna"), request.param)
    yield made
    assert made.wrong == {}


each_language = pytest.mark.parametrize("reading", OTHERS, indirect=True)


@each_language
@pytest.mark.parametrize("game", GAMES)
def test_rules_legend_lessons_and_puzzles(reading: Reading, game: str) -> None:
    for page in ("rules", "strategy", "legend", "learn", "puzzles"):
        reading.get(f"/{page}/{game}")
    for call in ("rules", "legend", "puzzles"):
        reading.get(f"/api/games/{game}/{call}")
    reading.get(f"/api/games/{game}/lessons")
    for lesson in DEFINITIONS[game].text.lessons("en"):
        go_through(reading, game, lesson)
    puzzle = puzzles(DEFINITIONS[game].folder)[0]
    for count in range(len(puzzle.solution)):
        tries = {"moves": puzzle.solution[:count], "attempt": puzzle.solution[count]}
        reading.post(f"/api/games/{game}/puzzles/{puzzle.id}", tries)


def go_through(reading: Reading, game: str, lesson: Lesson) -> None:
    """Each exercise: what it says, the answers to wrong tries of all kinds, the right one."""
    for number, exercise in enumerate(lesson.exercises):
        path = f"/api/games/{game}/lessons/{lesson.id}/{number}"
        if exercise.figure:
            table = figure_table(DEFINITIONS[game], exercise.figure)
        if not exercise.expected and exercise.accepts is None:
            reading.post(path, {"moves": table.moves})
            continue
        right = right_moves(table, exercise)
        wrong = [move for move in table.legal if move not in right]
        illegal = [move for move in table.game.moves if move and move not in table.legal]
        for move in [*exercise.answers, *wrong[:1], *illegal[:1], right[0]]:
            reading.post(path, {"moves": table.moves, "attempt": move})
        for move in (right[0], *exercise.replies):
            table.play(move)


@each_language
def test_the_pages_around_the_games(reading: Reading) -> None:
    table = reading.person.make([ME, {"kind": "open"}])
    for page in ("/", "/new", "/import", f"/table/{table}", f"/replay/{table}", f"/carry/{table}"):
        reading.get(page)
    reading.get("/nowhere")
    reading.get("/table/nonsense")
    reading.get("/api/games")


def reasons(game: Game, state: State) -> Callable[[str], list[str]]:
    """What each move changes, as hints say it."""
    seat = int(state.to_move)
    sight = game.sight(game.view(state, seat))

    def said(language: str) -> list[str]:
        reader, text = game.reader(seat, language), game.definition.text
        turns = [Turn(sight, [action]) for action in game.legal_actions(state)[:12]]
        return [text.clause(turn, claim, reader) for turn in turns for claim in text.claims(turn)]

    return said


@each_language
@pytest.mark.parametrize("game", GAMES)
def test_tables_from_the_first_turn_to_the_count(
    reading: Reading, plain_server: Running, game: str
) -> None:
    """Prompt, labels, log, previews, reasons for and against, score help, what has changed, the count."""
    person = reading.person
    players = DEFINITIONS[game].players[0]
    seats = [ME, *({**ME, "name": f"Cleo {n}"} for n in range(1, players))]
    table = person.make(seats, game, hot_seat=True)
    path = f"/api/tables/{table}"
    played = random_table(triarchy.game(game, players), 5)
    moves = [move for move in played.game.moves if move]
    for number, state in enumerate(played.states[:-1:11]):
        set_up(plain_server, table, played.game.document(state))
        screen = reading.get(f"{path}/screen")
        first, after = screen["moves"][0]["move"], screen["number"]
        reading.get(f"{path}/preview", move=first, decision=screen["decision"])
        for move in moves[number % 7 :: 23]:
            reading.get(f"{path}/why-not", move=move)
        reading.look(reasons(played.game, state))
        person.play(table, number)
        reading.get(f"{path}/screen")
        reading.get(f"{path}/changes", after=after)
    ended = person.make(seats, game, hot_seat=True)
    finish(ended, [person], hurry(plain_server, ended))
    reading.get(f"/api/tables/{ended}/screen")


@each_language
def test_what_is_refused(reading: Reading) -> None:
    person = reading.person
    table = person.make([ME, {"kind": "open"}])
    playing = person.make([ME, {**ME, "name": "Cleo"}], hot_seat=True)
    record = triarchy.game("meridian", players=2).start(seed=1).record()
    position = triarchy.game("meridian", players=2).start(seed=1).position()
    for method, path, body in (
        ("GET", "/api/tables/zzzzzzzzzzzz", None),
        ("GET", "/api/tables/no", None),
        ("GET", "/api/games/nowhere/rules", None),
        ("POST", "/api/tables", {}),
        ("POST", "/api/tables", {"game": "nowhere", "seats": [ME]}),
        ("POST", "/api/tables", {"game": "meridian", "seats": []}),
        ("POST", "/api/tables", {"game": "meridian", "seats": [ME]}),
        ("POST", "/api/tables", {"game": "meridian", "seats": [ME, ME], "board": "no"}),
        ("POST", "/api/tables", {"game": "meridian", "seats": [ME, ME], "more": 1}),
        ("POST", "/api/tables", {"game": "meridian", "seats": [{"kind": "x"}, ME]}),
        ("POST", "/api/tables", {"game": "meridian", "seats": [ME, ME], "name": "n" * 99}),
        ("POST", "/api/tables", {"game": "meridian", "seats": [ME, ME], "time_limit": 1}),
        ("POST", "/api/tables", {"game": "meridian", "seats": [ME, ME], "start": "no"}),
        ("POST", "/api/tables", {"game": "meridian", "seats": [ME, ME], "start": {}}),
        (
            "POST",
            "/api/tables",
            {"game": "meridian", "seats": [ME, ME], "start": {**position, "turn": 3}},
        ),
        ("POST", f"/api/tables/{table}/moves", {"move": "card 1", "decision": "0.0"}),
        ("POST", f"/api/tables/{playing}/moves", {"move": "card 99", "decision": "0.0"}),
        ("POST", f"/api/tables/{playing}/moves", {"move": "card 1", "decision": "7.0"}),
        ("POST", f"/api/tables/{playing}/moves", {"move": "card 1", "decision": 7}),
        ("POST", f"/api/tables/{playing}/chat", {"text": ""}),
        ("GET", f"/api/tables/{playing}/record", None),
        ("GET", f"/api/tables/{playing}/why-not?move=nonsense", None),
        ("POST", "/api/records", {}),
        ("POST", "/api/records", {**record, "game": "nowhere"}),
        ("POST", "/api/records", {**record, "moves": ["card 99"]}),
        ("PUT", "/api/me", {"name": ""}),
        ("PUT", "/api/progress", {"what": "No!", "value": 1}),
        ("DELETE", "/api/games", None),
    ):
        answer = reading.compare(method, path, body)
        assert answer["error"].endswith((".", "...")), answer


@each_language
@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_with_a_position(reading: Reading, game: str) -> None:
    """A value exchanged or left out, wherever that makes a document that cannot be."""
    found = triarchy.game(game)
    position = found.document(random_table(found, 3, 40).state)
    seats = [ME, *({**ME, "name": f"Cleo {n}"} for n in range(1, found.players))]
    wish = {"game": game, "seats": seats, "hot_seat": True}
    for key in position:
        left = {name: value for name, value in position.items() if name != key}
        others = [{**position, key: value} for value in (None, -1, 999, "x", [], {}, [None], ["x"])]
        for start in (left, *others):
            if start != position:
                reading.post("/api/tables", {**wish, "start": start})
