"""`triarchy check` proves interpreter and CPU (and a GPU) equal, and says what it ran on."""

from __future__ import annotations

import pytest

from triarchy.engine.errors import BadRequest
from triarchy.research import check as checking
from triarchy.research import check_portable
from triarchy.research.gpu import ready
from triarchy.shell.app import app


def test_the_check_compares_all_kinds_of_a_game_and_says_what_it_ran_on(tmp_path):
    log = tmp_path / "check.log"
    app(["check", "meridian", "--quick", "--log", str(log)], standalone_mode=False)
    said = log.read_text("utf-8")
    assert said.count("equal    interpreter and CPU") == 3
    assert "All equal." in said
    assert "M decisions/s" in said
    assert "numba" in said


def test_a_difference_is_found_and_ends_with_code_1(monkeypatch, capsys):
    traces = [["a", "b"], ["a", "b"], ["a", "c"]]
    monkeypatch.setattr(checking, "interpreted_traces", lambda name, size: traces)
    monkeypatch.setattr(checking, "trace", lambda game, size, device: ["a", "b"])
    code = app(["check", "meridian", "--quick", "--part", "proof"], standalone_mode=False)
    assert code == 1
    said = capsys.readouterr().out
    assert "DIFFERS  interpreter and CPU, 1 games: first at step 1" in said
    assert "NOT EQUAL" in said


@pytest.mark.slow
@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_the_portable_file_plays_as_interpreter_and_native_code_do(name, capsys):
    assert app(["check", name, "--device", "wasm", "--quick"], standalone_mode=False) is None
    said = capsys.readouterr().out
    assert "All equal." in said and "DIFFERS" not in said
    assert f"portable file, bots, {name} 3 players" in said


def test_a_portable_file_that_differs_is_found(monkeypatch, capsys):
    played = {"interpreter": ["a"], "native code": ["a", "b"], "portable file": ["a", "c"]}
    monkeypatch.setattr(
        check_portable,
        "traces_by",
        lambda name, way, quick: [played[way] for _ in range(100)],
    )
    monkeypatch.setattr(check_portable, "replay_in_node", lambda log, name: True)
    assert app(["check", "meridian", "--device", "wasm"], standalone_mode=False) == 1
    said = capsys.readouterr().out
    assert "DIFFERS  native code and portable file" in said
    assert "first at step 1" in said and "NOT EQUAL" in said


def test_without_a_gpu_one_sentence_says_so():
    try:
        ready()
    except BadRequest:
        pass
    else:
        pytest.skip("this machine has a GPU")
    with pytest.raises(BadRequest, match="GPU"):
        app(["check", "meridian", "--device", "cuda"], standalone_mode=False)
