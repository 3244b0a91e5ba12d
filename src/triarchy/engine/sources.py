"""What a compiled function is made of: its file and, by their import statements, all files it uses.

Numba notices a change in the file of a function, but neither in the functions that it calls nor in
the constants that were compiled into it. Both come from files that its file imports, from
Triarchy or from its own package, and from those that these import in turn.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from triarchy.engine.native import NATIVE

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED = PACKAGE / "engine" / "compiled.py"
"""Who imports this may have compiled functions."""
ONLY_RUNS = tuple(
    PACKAGE / "engine" / name for name in ("arrays", "errors.py", "native.py", "portable")
)
"""What is there when compiled code runs, and is no part of it."""


def top_of(file: Path) -> Path:
    """The outermost package that a file is part of; the file itself if it is in none."""
    top = file
    while (top.parent / "__init__.py").exists():
        top = top.parent
    return top


def name_of(file: Path) -> str:
    """A file as it is called from outside of its outermost package."""
    return file.relative_to(top_of(file).parent).as_posix()


def _file_of(module: str, home: Path) -> Path | None:
    """The file of a module of Triarchy or of the package (or else the folder) that is `home`."""
    first = module.partition(".")[0]
    if first == PACKAGE.name:
        root = PACKAGE.parent
    elif first == home.name or home.is_file():
        root = home.parent
    else:
        return None
    path = root.joinpath(*module.split("."))
    for file in (path / "__init__.py", path.with_name(f"{path.name}.py")):
        if file.is_file():
            return file
    return None


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements in a tree, without a look at the expressions in them."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        children = getattr(node, part, None)
        if isinstance(children, list):
            for child in children:
                yield child
                yield from _statements(child)


@cache
def imports_of(file: Path) -> frozenset[Path]:
    """The files of Triarchy and of a file's own package that it imports, anywhere in it."""
    home = top_of(file)
    package = file.relative_to(home.parent).parent.parts
    files: set[Path | None] = set()
    for node in _statements(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                parts = alias.name.split(".")
                for end in range(1, len(parts) + 1):
                    files.add(_file_of(".".join(parts[:end]), home))
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                # A name that is no module of the package comes from the package itself.
                files.add(_file_of(f"{module}.{alias.name}", home) or _file_of(module, home))
    return frozenset(path for path in files if path is not None)


def with_imports(files: Iterable[Path]) -> frozenset[Path]:
    """These files and all that they import, directly or not, but what only runs compiled code."""
    reached: set[Path] = set()
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        if file not in reached and not any(file.is_relative_to(one) for one in ONLY_RUNS):
            reached.add(file)
            waiting.extend(imports_of(file))
    return frozenset(reached)


def sources_of_game(file: Path) -> frozenset[Path]:
    """What a game is compiled from, given the file of its state.

    Its files with compiled functions are looked for in the game's folder: that of the file, and
    the folders in it if it is a package.
    """
    folder = file.parent
    files = folder.rglob("*.py") if (folder / "__init__.py").exists() else folder.glob("*.py")
    return with_imports([file, *(path for path in files if _has_compiled(path))])


def _has_compiled(file: Path) -> bool:
    """Whether a file may have compiled functions; most files show at a glance that they have not."""
    return b"compiled" in file.read_bytes() and COMPILED in imports_of(file)


@cache
def _compiler() -> str:
    return metadata.version("numba") if NATIVE else "none"


def digest(files: Iterable[Path], name: str = "") -> str:
    """A short hash of a name, of files, and of the versions of Numba and Python."""
    total = hashlib.sha256(f"{name} {_compiler()} {sys.version_info[:2]}".encode())
    for name, file in sorted((name_of(file), file) for file in files):
        total.update(name.encode())
        total.update(file.read_bytes())
    return total.hexdigest()[:16]
