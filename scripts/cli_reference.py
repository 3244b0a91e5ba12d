"""Write docs/reference/cli.md from the help of the command `triarchy`.

    python scripts/cli_reference.py

A test compares the page with what this script would write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from triarchy.shell.app import app

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "cli.md"
HEAD = """# Command line

Everything that `triarchy` can do, command by command. `triarchy COMMAND --help` shows the same in the terminal. A
mistake is answered with one sentence and exit code 2. `python scripts/cli_reference.py` writes this page from the help."""


def cell(text: str) -> str:
    """A text as part of a table, without line breaks."""
    return re.sub(r"\s+", " ", text).strip().replace("|", "\\|")


def default(option: Any) -> str:
    """What an option is if it is left out; nothing to say of switches and of None."""
    value = option.default() if callable(option.default) else option.default
    if option.required:
        return "needed"
    unset = value is None or value is False or value == "" or "UNSET" in repr(value).upper()
    return "" if unset or isinstance(value, (list, tuple)) else f"`{value}`"


def name(option: Any) -> str:
    """An option as it is typed."""
    if option.param_type_name == "argument":
        return f"`{option.name.upper()}`"
    return ", ".join(f"`{text}`" for text in [*option.opts, *option.secondary_opts])


def part(command: Any, words: str) -> Iterator[str]:
    """A command's section."""
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one not in arguments and one.name != "help"]
    usage = " ".join([words, *(_argument(one) for one in arguments)])
    yield f"## {words}\n"
    yield f"`{usage}{' [OPTIONS]' if options else ''}`\n"
    for paragraph in re.split(r"\n\s*\n", command.help or ""):
        text = cell(paragraph).replace("\\|", "|")
        example = re.fullmatch(r"(.*?)Example: (.*)", text)
        if example:
            yield f"{example[1]}\n" if example[1] else ""
            yield f"Example: `{example[2]}`\n"
        else:
            yield f"{text}\n"
    shown = [one for one in (*arguments, *options) if not getattr(one, "hidden", False)]
    if shown:
        yield "| option | default | what it does |\n|---|---|---|"
        for one in shown:
            yield f"| {name(one)} | {default(one)} | {cell(one.help or '')} |"
        yield ""


def _argument(argument: Any) -> str:
    text = argument.name.upper()
    return text if argument.required else f"[{text}]"


def commands(group: Any, words: str) -> Iterator[tuple[Any, str]]:
    """All commands with the words that call them."""
    for key, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{words} {key}")
        else:
            yield command, f"{words} {key}"


def page() -> str:
    """The whole page."""
    lines = [HEAD, ""]
    for command, words in commands(get_command(app), "triarchy"):
        lines += part(command, words)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"Written to {PAGE.name}.")
