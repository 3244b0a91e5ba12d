"""A language model plays: against an endpoint of our own that answers in its place."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import triarchy

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def example(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
    import language_model

    return language_model


@pytest.fixture
def endpoint():
    """A chat API on the loopback; `say` makes the answer from the messages."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.asked.append((self.path, self.headers.get("Authorization"), body))
            content = server.say(body["messages"])
            answer = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
            self.send_response(200 if content is not None else 500)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked = []
    server.say = last_listed
    server.url = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def last_listed(messages):
    """A model that has read the question: it takes the last of the legal moves."""
    listed = re.findall(r"^- (.*?): ", messages[1]["content"].split("Legal moves:")[1], re.M)
    return f"I like the last one.\n**MOVE: {listed[-1]}**"


def test_a_whole_game_is_played_by_the_answers(example, endpoint):
    done = subprocess.run(
        [
            *(sys.executable, EXAMPLES / "language_model.py", "meridian", "--players", "2"),
            *("--url", endpoint.url, "--model", "stub", "--games", "1"),
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CHAT_API_KEY": "secret"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said = re.search(r"stub: \S+ of 1 games won; (\d+) decisions, 0 illegal answers", done.stdout)
    assert said and int(said[1]) == len(endpoint.asked) > 10
    path, key, body = endpoint.asked[0]
    assert (path, key, body["model"]) == ("/v1/chat/completions", "Bearer secret", "stub")


def middle(name, players, steps=60):
    """A table in the middle of a game."""
    table = triarchy.game(name, players).start(5)
    for number in range(steps):
        table.play(table.legal[number % len(table.legal)])
    return table


@pytest.mark.parametrize(("name", "players"), [("meridian", 3), ("tigris", 3), ("china", 4)])
def test_the_model_reads_rules_position_and_moves_of_its_seat_alone(
    example, endpoint, name, players
):
    table = middle(name, players)
    seat = table.to_move
    model = example.LanguageModel(example.Chat(endpoint.url, "stub"))
    while len(table.legal) == 1:
        table.play(table.legal[0])
        seat = table.to_move
    view = table.view_state(seat)
    action = model.choose(table.game, view, seat)
    assert table.game.moves[action] in table.legal
    system, user = (one["content"] for one in endpoint.asked[0][2]["messages"])
    for section in table.game.definition.text.rulebook("en"):
        assert section.paragraphs[0] in system
    listed = re.findall(r"^- (.*?): ", user.split("Legal moves:")[1], re.M)
    assert sorted(listed) == table.legal
    for part in table.game.definition.text.board_text(table.sight(seat), table.game.reader(seat)):
        assert part.title in user and all(line in user for line in part.lines)
    assert user == example.position_as_text(table.game, view, seat), "it depends on the view alone"


def test_illegal_answers_are_counted_told_and_at_last_a_move_is_drawn(example, endpoint):
    table = middle("meridian", 2, steps=0)
    model = example.LanguageModel(example.Chat(endpoint.url, "stub"))
    view, seat = table.view_state(0), 0
    answers = iter(["MOVE: card 99", last_listed])

    def second_time(messages):
        answer = next(answers)
        return answer if isinstance(answer, str) else answer(messages)

    endpoint.say = second_time
    assert table.game.moves[model.choose(table.game, view, seat)] == table.legal[-1]
    assert (model.asked, model.illegal, model.drawn) == (1, 1, 0)
    assert (
        "'card 99' is not one of the legal moves" in endpoint.asked[1][2]["messages"][-1]["content"]
    )
    endpoint.say = lambda messages: "I resign."
    drawn = {model.choose(table.game, view, seat, seed) for seed in range(8)}
    assert drawn == set(table.game.legal_actions(view))
    assert (model.asked, model.illegal, model.drawn) == (9, 1 + 8 * example.TRIES, 8)


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("MOVE: card 3", "card 3"),
        ("move: card 3.", "card 3"),
        ("MOVE: card 4\nNo, better:\n**MOVE: `card 3`**", "card 3"),
        ("I think of card 4.\ncard 3", "card 3"),
        ("", ""),
    ],
)
def test_the_move_in_an_answer(example, answer, move):
    assert example.move_in(answer) == move


def test_an_endpoint_that_fails_is_named_in_one_sentence(example, endpoint):
    chat = example.Chat(endpoint.url, "stub")
    endpoint.say = lambda messages: None
    with pytest.raises(
        example.NoAnswer, match="does not answer as a chat API does: HTTP Error 500"
    ):
        chat.ask([])
    endpoint.say = lambda messages: ["no text"]
    with pytest.raises(example.NoAnswer, match="without a text"):
        chat.ask([])
