"""mypy says what a game's words or pictures have forgotten."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import mypy.api

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "a_fourth_game" / "src" / "paddocks"


def forget(path: Path, function: str) -> None:
    """Take a function out of a module."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines(keepends=True)
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            del lines[node.lineno - 1 : node.end_lineno]
            path.write_text("".join(lines), encoding="utf-8")
            return
    raise AssertionError(f"{path.name} has no function {function}")


def test_text_and_drawing_that_lack_a_function_fail(tmp_path: Path, monkeypatch) -> None:
    game = tmp_path / "paddocks"
    shutil.copytree(EXAMPLE, game)
    forget(game / "text.py", "why_not")
    forget(game / "drawing.py", "terminal")
    monkeypatch.setenv("MYPYPATH", f"{tmp_path}:{ROOT / 'src'}")
    told, _, code = mypy.api.run(
        ["--config-file", "", "--python-version", "3.11", "--ignore-missing-imports",
         "--follow-imports", "silent", "--cache-dir", str(tmp_path / "cache"),
         str(game / "__init__.py"), str(game / "text.py"), str(game / "drawing.py")]
    )  # fmt: skip
    assert code == 1
    wrong = [line for line in told.splitlines() if ": error:" in line]
    assert len(wrong) == 2, told
    assert 'expected "GameText' in wrong[0]
    assert "why_not" in told
    assert 'expected "GameDrawing' in wrong[1]
    assert "terminal" in told
