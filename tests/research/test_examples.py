"""The examples run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(*arguments: object, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_seat_advantage_draws_a_picture(tmp_path):
    said = run(EXAMPLES / "seat_advantage.py", "seats.svg", 500, folder=tmp_path)
    assert "china 5" in said
    assert (tmp_path / "seats.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(("name", "players"), [("meridian", 2), ("tigris", 2), ("china", 3)])
def test_own_bot_wins_against_chance(name, players):
    import triarchy
    from triarchy.bots import bot, play_game

    own, chance = bot(f"file:{EXAMPLES / 'own_bot.py'}"), bot("random")
    game = triarchy.game(name, players)
    for seat in range(2):
        seats = [own if other == seat else chance for other in range(players)]
        assert play_game(game, seats, 5 + seat).ranking[seat] == 1
    assert own.forfeits == 0
    own.close()


def cells_of(name):
    """The code cells of a notebook, which is kept without what they printed."""
    notebook = json.loads((EXAMPLES / name).read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    return ["".join(cell["source"]) for cell in cells]


def test_the_first_notebook_runs_cell_by_cell():
    names: dict = {}
    for cell in cells_of("tour.ipynb"):
        exec(cell, names)
    assert names["ended"] > 0
    assert names["table"]._repr_svg_().startswith("<svg")


def test_the_notebook_on_training_makes_a_bot_with_a_rating(tmp_path, monkeypatch):
    """What it learns, it has learned: moves of games held out are foretold, and chance is beaten."""
    pytest.importorskip("pyspiel", reason="the extra 'evaluate' is not installed")
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for cell in cells_of("train_and_evaluate.ipynb"):
        exec(cell, names)
    assert names["curve"][-1] > 0.4
    assert sum(names["won"]) > len(names["won"]) / 2
    assert names["row"]["rating"] > 400
    assert (tmp_path / "first-bot" / "evaluation" / "evaluation.json").exists()


@pytest.mark.slow
def test_ppo_learns_to_beat_random_play():
    pytest.importorskip("torch")
    sys.path.insert(0, str(EXAMPLES))
    import ppo

    rates = ppo.train(minutes=4)
    assert sum(rates[-8:]) / 8 > 0.6
