"""The protocol: one answer per request, errors in one sentence, and nothing changed by them."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from triarchy.bots import choose_move
from triarchy.table.protocol import Protocol, serve


@pytest.fixture
def protocol():
    return Protocol(choose_move)


def ask(protocol: Protocol, **request: object) -> dict:
    return json.loads(protocol.answer_line(json.dumps(request).encode()))


def new(protocol: Protocol, **changes: object) -> dict:
    return ask(protocol, **{"cmd": "new", "game": "meridian", "players": 3, "seed": 5, **changes})


def test_games_names_players_boards_and_options(protocol):
    found = {entry["game"]: entry for entry in ask(protocol, cmd="games")["games"]}
    assert found["meridian"] == {
        "game": "meridian",
        "players": [2, 4],
        "boards": [
            {"id": "eleven-isles", "players": [3]},
            {"id": "thirteen-isles", "players": [2, 4]},
        ],
        "options": {},
    }
    assert found["tigris"]["options"] == {
        "open_points": [False, True],
        "support": ["free", "english"],
    }
    assert found["china"]["options"] == {"forts": [False, True]}


def test_play_undo_view_record_and_load(protocol):
    start = new(protocol)
    after = ask(protocol, cmd="play", move=start["legal"][0])
    assert after["position"] != start["position"]
    record = ask(protocol, cmd="record")["record"]
    assert record["seed"] == "5"
    assert record["moves"] == [start["legal"][0]]
    view = ask(protocol, cmd="view", seat=None)["view"]
    assert all(set(pile) == {"count"} for pile in view["piles"])
    assert ask(protocol, cmd="undo") == start
    assert "nothing to undo" in ask(protocol, cmd="undo")["error"]
    assert ask(protocol, cmd="load", record=record) == after
    assert ask(protocol, cmd="undo") == start
    assert ask(protocol, cmd="position", position=after["position"]) == after
    assert "error" in ask(protocol, cmd="undo")


def test_the_seed_is_accepted_as_text_or_number(protocol):
    assert new(protocol, seed="18446744073709551615") == new(protocol, seed=2**64 - 1)


BEFORE_A_GAME = [{"cmd": "play", "move": "done"}, {"cmd": "view", "seat": 0}, {"cmd": "undo"}]
BEFORE_A_GAME += [{"cmd": "record"}, {"cmd": "bot", "bot": "random"}]


@pytest.mark.parametrize("request_", BEFORE_A_GAME, ids=lambda request: request["cmd"])
def test_before_a_game_the_other_commands_are_errors(protocol, request_):
    assert "no game yet" in ask(protocol, **request_)["error"]


NONSENSE = [
    b"",
    b"\n",
    b"   \n",
    b"{",
    b"nul",
    b"NaN",
    b"[]",
    b"7",
    b'"new"',
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"cmd": "new"' + b"}" * 9,
    b'{"cmd": "undo", "cmd": "undo"}',
    b'{"cmd": 7}',
    b'{"cmd": null}',
    b'{"cmd": "fly"}',
    b'{"cmd": "undo", "now": true}',
    b'{"cmd": "new"}',
    b'{"cmd": "new", "game": "go", "players": 2}',
    b'{"cmd": "new", "game": ["meridian"], "players": 2}',
    b'{"cmd": "new", "game": "meridian", "players": 1}',
    b'{"cmd": "new", "game": "meridian", "players": true}',
    b'{"cmd": "new", "game": "meridian", "players": 2.0}',
    b'{"cmd": "new", "game": "meridian", "players": "2"}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "board": "eleven-isles"}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "board": "/etc/passwd"}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "board": 5}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "board": null}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "options": []}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "options": {"forts": true}}',
    b'{"cmd": "new", "game": "china", "players": 3, "options": {"forts": 1}}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "seed": -1}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "seed": 18446744073709551616}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "seed": "07"}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "seed": 1.0}',
    b'{"cmd": "new", "game": "meridian", "players": 2, "seed": true}',
    b'{"cmd": "play"}',
    b'{"cmd": "play", "move": "card 99"}',
    b'{"cmd": "play", "move": " done"}',
    b'{"cmd": "play", "move": ""}',
    b'{"cmd": "play", "move": 3}',
    b'{"cmd": "play", "move": null}',
    b'{"cmd": "view"}',
    b'{"cmd": "view", "seat": 3}',
    b'{"cmd": "view", "seat": -1}',
    b'{"cmd": "view", "seat": false}',
    b'{"cmd": "view", "seat": "0"}',
    b'{"cmd": "bot"}',
    b'{"cmd": "bot", "bot": "nobody"}',
    b'{"cmd": "bot", "bot": "greedy", "ms": 0}',
    b'{"cmd": "bot", "bot": "greedy", "ms": 1.5}',
    b'{"cmd": "bot", "bot": "greedy", "seed": "x"}',
    b'{"cmd": "position", "position": null}',
    b'{"cmd": "position", "position": {}}',
    b'{"cmd": "load", "record": []}',
    b'{"cmd": "load", "record": {"format": 1}}',
]


@pytest.mark.parametrize("line", NONSENSE, ids=lambda line: line[:50].decode("latin-1"))
def test_nonsense_is_answered_by_an_error_and_changes_nothing(protocol, line):
    new(protocol)
    before = ask(protocol, cmd="record")
    answer = json.loads(protocol.answer_line(line))
    assert set(answer) == {"error"}
    assert answer["error"].strip()
    assert "\n" not in answer["error"]
    assert ask(protocol, cmd="record") == before


def changed(record: dict, **changes: object) -> dict:
    return {**record, **changes}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": 2}, "format"),
        ({"rules": 99}, "rules"),
        ({"moves": ["card 99"]}, "Move 1 is wrong"),
        ({"moves": [7]}, "Move 1 is wrong"),
        ({"moves": "done"}, "'moves' must be a list"),
        ({"result": {"scores": [0, 0, 0], "ranking": [1, 1, 1]}}, "not over"),
        ({"start": {}}, "either"),
        ({"seed": "x"}, "seed"),
        ({"more": 1}, "unknown key"),
        ({"players": 4, "board": "eleven-isles"}, "is for 3 players"),
        ({"options": {"forts": False}}, "no option"),
        ({"fair": {"salt": "a", "commitment": "b"}}, "commitment"),
        ({"fair": 3}, "'fair'"),
    ],
)
def test_a_broken_record_is_refused_with_its_fault(protocol, changes, words):
    new(protocol)
    record = ask(protocol, cmd="record")["record"]
    assert words in ask(protocol, cmd="load", record=changed(record, **changes))["error"]


def test_a_fair_record_is_accepted_and_a_finished_one_needs_its_result(protocol):
    from triarchy.table.record import commitment

    answer = new(protocol)
    while answer["legal"]:
        answer = ask(protocol, cmd="play", move=answer["legal"][-1])
    record = ask(protocol, cmd="record")["record"]
    assert record["result"]["scores"] == answer["position"]["scores"]
    fair = {"salt": "salz", "commitment": commitment(5, "salz")}
    assert ask(protocol, cmd="load", record=changed(record, fair=fair)) == answer
    assert "error" in ask(protocol, cmd="load", record=changed(record, result=None))
    wrong = {**record["result"], "scores": [99, 0, 0]}
    assert (
        "'scores' must be"
        in ask(protocol, cmd="load", record=changed(record, result=wrong))["error"]
    )


def test_every_line_is_answered_by_one_line_until_the_input_ends(protocol):
    source = io.BytesIO(b'{"cmd": "games"}\n\n{"cmd": "undo"}')
    sink = io.BytesIO()
    serve(protocol, source, sink)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert [set(answer) for answer in answers] == [{"games"}, {"error"}, {"error"}]


def test_a_bot_move_is_legal_and_the_same_for_the_same_seed(protocol):
    for game, players in (("meridian", 4), ("tigris", 2), ("china", 3)):
        legal = new(protocol, game=game, players=players)["legal"]
        for bot in ("random", "greedy"):
            moves = {ask(protocol, cmd="bot", bot=bot, seed=3)["move"] for _ in range(3)}
            assert len(moves) == 1
            assert moves <= set(legal)


def test_the_protocol_runs_guests_only_with_a_switch(tmp_path):
    """Whoever writes the input must not run code here, unless the caller says so."""
    trace = tmp_path / "trace"
    file = tmp_path / "mine.py"
    file.write_text(
        f"open({str(trace)!r}, 'w').write('loaded')\n"
        "class Mine:\n    def choose(self, game, view, seat, seed):\n"
        "        return game.legal_actions(view)[0]\n"
    )
    names = [
        f"file:{file}",
        str(file),
        f"{file}:Mine",
        f"program:touch {trace}",
        "file:",
        "program:",
    ]
    requests = [{"cmd": "new", "game": "meridian", "players": 3, "seed": 5}]
    requests += [{"cmd": "bot", "bot": name} for name in names] + [{"cmd": "bot", "bot": "random"}]
    text = "".join(json.dumps(request) + "\n" for request in requests)
    answers = talk(text)
    assert all("--allow-guests" in answer["error"] for answer in answers[1:-1])
    assert "move" in answers[-1]
    assert not trace.exists()
    allowed = talk(text, "--allow-guests")
    assert [set(answer) for answer in allowed[1:4]] == [{"move"}] * 3
    assert trace.exists()


def talk(text, *switches):
    command = [sys.executable, "-c", "from triarchy.shell import main; main()", "protocol"]
    done = subprocess.run([*command, *switches], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
