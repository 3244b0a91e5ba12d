"""Write docs/reference/python.md from the docstrings.

    python scripts/reference.py

A test compares the page with what this script would write. Needs the extra `research`.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "python.md"
PARTS = (
    (
        "triarchy",
        (
            "game",
            "game_names",
            "position",
            "load",
            "review",
            "simulate",
            "Simulation",
            "Game",
            "Table",
            "Batch",
        ),
    ),
    ("triarchy.bots", ("bot", "Bot", "play_game", "choose_move", "analyse", "Judgement", "hint")),
    ("triarchy.research.pettingzoo_env", ("env", "SeatsEnv", "final_rewards")),
    ("triarchy.research.gymnasium_env", ("SeatEnv", "SeatVectorEnv")),
    ("triarchy.research.openspiel_game", ("SpielGame", "SpielState", "Observer")),
    ("triarchy.table.history", ("History", "Line")),
    ("triarchy.table.game", ("Consequences",)),
    ("triarchy.engine.dispatch", ("Rules",)),
    ("triarchy.engine.structs", ("struct_type",)),
    ("triarchy.kit.definition", ("Definition", "Board")),
    ("triarchy.kit.sight", ("Sight", "Reader")),
    (
        "triarchy.kit.presentation",
        (
            "GameText",
            "GameDrawing",
            "Picture",
            "ScoreSheet",
            "PlayerPanel",
            "CountStep",
            "OptionWords",
        ),
    ),
    (
        "triarchy.kit.setting_up",
        ("GameSetup", "SetupPiece", "SetupPlace", "SetupRow", "Setting"),
    ),
    (
        "triarchy.kit.learning",
        ("Figure", "Section", "LegendEntry", "Lesson", "Exercise"),
    ),
    (
        "triarchy.engine.errors",
        (
            "TriarchyError",
            "BadBoard",
            "BadPosition",
            "BadRecord",
            "BadRequest",
            "IllegalMove",
            "UnknownGame",
        ),
    ),
)
LISTED = {name for _, names in PARTS for name in names}
HEAD = """# API reference

Written from the docstrings by `python scripts/reference.py`. [Getting started](../research/getting-started.md) and
[Research interfaces](../research/interfaces.md) explain how the pieces go together; [Notation](notation.md) is the contract of
moves, positions and records.
"""


def signature(thing: Any) -> str:
    """The parameters and the result, written as in the source."""
    made = thing
    if inspect.isclass(thing):
        made = thing.__new__ if issubclass(thing, tuple) else thing.__init__
    found = inspect.signature(made)
    shown, keywords = [], False
    for parameter in found.parameters.values():
        if parameter.name in ("self", "_cls"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not keywords:
            shown.append("*")
            keywords = True
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}
        text = stars.get(parameter.kind, "") + parameter.name
        if parameter.annotation is not parameter.empty:
            annotation = parameter.annotation
            text += f": {getattr(annotation, '__forward_arg__', annotation)}"
        if parameter.default is not parameter.empty:
            text += f" = {parameter.default!r}"
        shown.append(text)
    result = found.return_annotation
    gives = "" if result is found.empty or inspect.isclass(thing) else f" -> {result}"
    return f"({', '.join(shown)}){gives}"


def body(doc: str | None) -> Iterator[str]:
    """A docstring as Markdown: examples become blocks that a test runs."""
    lines = inspect.cleandoc(doc or "").splitlines()
    example: list[str] = []
    for line in [*lines, ""]:
        if line.startswith(">>> ") or (example and line.startswith("...")):
            example.append(line[4:])
        elif example and line:
            example.append(f"# {line}")
        elif example:
            yield from ("```python", *example, "```", "")
            example = []
        else:
            yield line


def attributes(cls: type) -> dict[str, str]:
    """The documented attributes of a class: a text below an assignment tells about it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for item, after in pairwise(tree.body):
        if not isinstance(item, ast.AnnAssign | ast.Assign):
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            target = item.target if isinstance(item, ast.AnnAssign) else item.targets[0]
            found[ast.unparse(target)] = " ".join(str(after.value.value).split())
    return found


def members(cls: type) -> Iterator[str]:
    """The documented public attributes, properties and methods of a class, and of what it shares with
    others that have a place on this page."""
    for name, text in attributes(cls).items():
        yield f"- `{name}`: {text}"
    yield ""
    own = [base for base in cls.__bases__ if base.__module__.startswith("triarchy.")]
    shared = [base for base in own if base.__name__ not in LISTED]
    for name, member in [each for owner in (*shared, cls) for each in vars(owner).items()]:
        function = getattr(member, "fget", None) or getattr(member, "func", None) or member
        if name.startswith("_") or not inspect.isfunction(function) or not function.__doc__:
            continue
        shown = "" if function is not member else signature(function)
        yield f"**`{name}{shown}`**"
        yield ""
        yield from body(function.__doc__)


def part(module_name: str, names: tuple[str, ...]) -> Iterator[str]:
    module = import_module(module_name)
    yield f"## {module_name}"
    yield ""
    yield from body(module.__doc__)
    for name in names:
        thing = getattr(module, name)
        plain = issubclass(thing, Exception) if inspect.isclass(thing) else False
        yield f"### {name}"
        yield ""
        if not plain:
            yield f"`{name}{signature(thing)}`"
            yield ""
        yield from body(thing.__doc__)
        if inspect.isclass(thing):
            yield from members(thing)


def page() -> str:
    """The whole page."""
    lines = [HEAD, ""]
    for module_name, names in PARTS:
        lines += part(module_name, names)
    text = "\n".join(line.rstrip() for line in lines)
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"Written to {PAGE.name}.")
