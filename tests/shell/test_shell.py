"""The shell: every command's help has an example; errors are one sentence with exit code 2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import triarchy
import triarchy.shell.play
from triarchy.kit.language import faults

COMMANDS = (
    "admin arena bench check dataset evaluate games play protocol render replay review serve simulate"
    " train".split()
)


def shell(*arguments: object, **more: object) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", "from triarchy.shell import main; main()", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        **more,
    )


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    table = triarchy.game("meridian", players=3).start(4)
    while not table.over:
        table.play(table.legal[len(table.moves) % len(table.legal)])
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_text(json.dumps(table.record()))
    return path


def test_help_lists_the_commands_and_each_has_an_example(capsys):
    from triarchy.shell.app import app

    app(["--help"], standalone_mode=False)
    listed = capsys.readouterr().out
    for command in COMMANDS:
        assert command in listed
        app([command, "--help"], standalone_mode=False)
        assert "Example: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fly"], "No such command"),
        (["simulate"], "Missing argument"),
        (["simulate", "go"], "There is no game 'go'"),
        (["simulate", "meridian", "--players", "5"], "2 to 4 players"),
        (["simulate", "meridian", "--players", "two"], "--players"),
        (["simulate", "meridian", "--games", "0"], "--games must be"),
        (["simulate", "meridian", "--seed", "x"], "A seed is"),
        (["simulate", "meridian", "--board", "nowhere"], "no board 'nowhere'"),
        (["simulate", "meridian", "--option", "forts"], "name=value"),
        (["simulate", "china", "--option", "forts=maybe"], "Option 'forts'"),
        (["replay", "missing.json"], "cannot be read"),
        (["render", "missing.json", "out.bmp"], ".svg or .png"),
        (["play", "meridian", "--bot", "nobody"], "nobody"),
        (["play", "meridian", "--seat", "9"], "--seat"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_exit_code_2(arguments, words, tmp_path):
    done = shell(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_simulate_sums_up_in_json():
    done = shell("simulate", "meridian", "--players", 2, "--games", 200, "--json")
    summary = json.loads(done.stdout)
    assert summary["games"] == 200
    assert sum(seat["win_share"] for seat in summary["seats"]) == pytest.approx(1, abs=0.001)


def test_replay_tells_the_game_and_shows_any_position(record):
    told = shell("replay", record).stdout
    assert "Orange" in told
    half = json.loads(shell("replay", record, "--at", 10, "--json").stdout)
    assert half["position"]["phase"] != "over"
    assert "--at must be" in shell("replay", record, "--at", 9999).stderr


@pytest.mark.parametrize(("name", "magic"), [("board.svg", b"<svg"), ("board.png", b"\x89PNG")])
def test_render_writes_pictures(record, tmp_path, name, magic):
    out = tmp_path / name
    done = shell("render", record, out, "--at", 20, "--width", 600, "--language", "de")
    assert done.returncode == 0, done.stderr
    assert out.read_bytes().startswith(magic)


def test_play_saves_every_move_and_resumes(tmp_path):
    kept = tmp_path / "kept.json"
    options = ["--players", 2, "--bot", "random", "--seed", 3, "--record", kept]
    first = shell("play", "meridian", *options, input="help\n1\nundo\n1\nnonsense\nhint\nquit\n")
    assert first.returncode == 0, first.stderr
    assert "is not legal now" in first.stdout
    moves = json.loads(kept.read_text())["moves"]
    assert moves
    shell("play", "--resume", kept, "--bot", "random", input="1\n1\nlog\nrules\nquit\n")
    assert json.loads(kept.read_text())["moves"][: len(moves)] == moves


def test_play_goes_on_to_the_end_of_a_game(tmp_path):
    kept = tmp_path / "kept.json"
    answers = "1\n" * 400
    done = shell("play", "meridian", "-p", 3, "--bot", "random", "--record", kept, input=answers)
    assert done.returncode == 0, done.stderr
    assert json.loads(kept.read_text())["result"]
    assert "1. " in done.stdout


def test_review_tells_a_thrown_away_win_as_words_json_and_a_page(tmp_path):
    from tests.bots.test_review import near_the_end, played

    table, _, loses = near_the_end("meridian")
    record = tmp_path / "game.json"
    record.write_text(json.dumps(played(table, loses).record()))
    page = tmp_path / "review.html"
    told = shell("review", record, "--quick", "--html", page)
    assert told.returncode == 0, told.stderr
    assert "Blunder" in told.stdout and "The better turn" in told.stdout
    html = page.read_text()
    assert html.startswith("<!doctype html>") and html.count("<figure>") >= 2
    assert 'class="curve"' in html and "http://" not in html.replace("http://www.w3.org/", "")
    judged = json.loads(shell("review", record, "--quick", "--json").stdout)
    assert max(part["verdict"]["loss"] for part in judged["parts"] if part["verdict"]) > 0.9


def test_review_refuses_a_game_that_is_not_over(tmp_path):
    record = tmp_path / "game.json"
    record.write_text(json.dumps(triarchy.game("meridian", 2).start(1).record()))
    refused = shell("review", record)
    assert refused.returncode == 2
    assert refused.stderr.strip() == "The game is not over; only a finished game is reviewed."


def test_review_refuses_a_page_that_cannot_be_written_before_it_thinks(
    record, tmp_path, monkeypatch, capsys
):
    from triarchy.engine.errors import BadRequest
    from triarchy.shell import review

    monkeypatch.setattr(review, "_with_progress", lambda *_: pytest.fail("it has thought"))
    for page in (tmp_path / "nowhere" / "review.html", tmp_path):
        with pytest.raises(BadRequest, match="cannot be written"):
            review.review_game(record, html=page)
    assert list(tmp_path.iterdir()) == []


def test_serve_hands_its_options_on(monkeypatch, tmp_path):
    """What a host says of bots and memory is what the server is started with."""
    from triarchy.shell import serve
    from triarchy.shell.app import app

    started = []
    monkeypatch.setattr(serve, "_run", lambda settings, *_, **__: started.append(settings))
    chosen = ["--bot-workers", "3", "--bot-pace", "0", "--cache-megabytes", "5"]
    place = ["--no-browser", "--port", "0", "--data", str(tmp_path)]
    app(["serve", *place, *chosen], standalone_mode=False)
    [settings] = started
    assert (settings.workers, settings.bot_pace, settings.cache_bytes) == (3, 0.0, 5 << 20)


def test_a_training_that_writes_to_a_file_tells_little(capsys):
    from types import SimpleNamespace

    from triarchy.shell.train import Teller

    tell, learned = Teller(), SimpleNamespace(loss=0.5, entropy=0.25, explained=0.5)
    for seconds in range(61):
        tell(SimpleNamespace(seconds=seconds, of_seconds=60, games=7 * seconds, learned=learned))
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0].strip() for line in lines] == [
        "0 s, 60 s left",
        "30 s, 30 s left",
        "60 s, 0 s left",
    ]


def test_what_the_terminal_says_is_in_every_catalogue():
    source = Path(triarchy.shell.play.__file__)
    assert faults(source, source.parent / "languages") == []


def test_the_terminal_speaks_the_players_language(tmp_path):
    options = ("--seed", "7", "--language", "de", "--record", str(tmp_path / "game.json"))
    said = shell("play", "meridian", *options, input="help\nundo\n99\nquit\n").stdout
    assert "Gib die Nummer oder den Text eines Zuges ein. Oder:" in said
    assert "Es gibt nichts zurückzunehmen." in said
    assert "oder tippe help." in said
    assert "Gespeichert in" in said


def test_what_is_wrong_with_a_board_file_is_said_in_the_players_language(tmp_path):
    board = tmp_path / "own.json"
    board.write_text('{"game": "china"}')
    refused = shell("play", "tigris", "--board", str(board), "--language", "nl")
    assert refused.returncode == 2
    assert 'Het spel van het bord is "china", niet "tigris".' in refused.stderr
