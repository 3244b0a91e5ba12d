"""The script that proves interpreter, CPU and GPU equal runs, with or without a GPU."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "gpu_check.py"


def test_the_check_compares_all_kinds_of_a_game_and_says_what_it_ran_on(tmp_path):
    log = tmp_path / "gpu-check.log"
    done = subprocess.run(
        [sys.executable, SCRIPT, "--quick", "--games", "meridian", "--log", log],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    said = log.read_text("utf-8")
    assert said.count("equal    interpreter and CPU") == 3
    assert "All equal." in said
    assert "NO GPU" in said or "equal    CPU and GPU" in said
