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


def test_own_bot_plays_a_game():
    import triarchy
    from triarchy.bots import bot

    tall = bot(f"file:{EXAMPLES / 'own_bot.py'}")
    table = triarchy.game("meridian", players=2).start(1)
    while not table.over:
        seat = table.to_move
        table.play_action(tall.choose(table.game, table.view_state(seat), seat, len(table.moves)))
    assert table.ranking


def test_the_notebook_runs_cell_by_cell_and_holds_no_outputs():
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    names: dict = {}
    for cell in cells:
        exec("".join(cell["source"]), names)
    assert names["ended"] > 0
    assert names["table"]._repr_svg_().startswith("<svg")


@pytest.mark.slow
def test_ppo_learns_to_beat_random_play():
    pytest.importorskip("torch")
    sys.path.insert(0, str(EXAMPLES))
    import ppo

    rates = ppo.train(minutes=4)
    assert sum(rates[-8:]) / 8 > 0.6
