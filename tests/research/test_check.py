"""`triarchy check` proves interpreter and CPU (and a GPU) equal, and says what it ran on."""

from __future__ import annotations

import pytest

from triarchy.engine.errors import BadRequest
from triarchy.research import check as checking
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


def test_without_a_gpu_one_sentence_says_so():
    try:
        ready()
    except BadRequest:
        pass
    else:
        pytest.skip("this machine has a GPU")
    with pytest.raises(BadRequest, match="GPU"):
        app(["check", "meridian", "--device", "cuda"], standalone_mode=False)
