"""No code above games/ names a game, a board or an option (the client: web/test_web_modules.py)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import triarchy
from tests.shared_checks import names_of_games

PACKAGE = Path(triarchy.__file__).parent
MODULES = [
    path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] != "games"
]


def names_and_texts(tree: ast.AST) -> Iterator[str]:
    """The identifiers and the whole strings of a module, docstrings apart."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = None  # a docstring, of a module, a function or a field
        for field in ("id", "attr", "name", "arg", "asname", "module"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield from value.split(".")
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_names_and_texts_are_read() -> None:
    source = '''"""doc"""
import a.b as c
def d(e, *, f: "g" = 1):
    """doc"""
    h.i(j=f"k {l}")
m: str
"""doc"""'''
    assert sorted(names_and_texts(ast.parse(source))) == [
        *("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k ", "l", "m", "str")
    ]  # fmt: skip


def test_the_names_are_those_of_all_games() -> None:
    names = names_of_games()
    for definition in triarchy.kit.definition.DEFINITIONS.all():
        assert {definition.name, definition.title, *definition.options, *definition.boards} <= names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_module_above_the_games_names_one(path: Path) -> None:
    words = set(names_and_texts(ast.parse(path.read_text(encoding="utf-8"))))
    assert sorted(names_of_games() & words) == []
