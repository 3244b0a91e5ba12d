"""The client's modules: they know no game, and their types are those of the server's answers."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

import triarchy
from tests.shared_checks import names_of_games

WEB = Path(triarchy.__file__).parent / "web"
SCRIPTS = sorted((WEB / "static").rglob("*.js"))
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
ROOT = Path(__file__).parent.parent.parent

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<open>`(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{))
    |(?P<close>\}(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{))
    |(?P<pattern>(?<=[(,=:\[!&|?{};]\s)/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*
        |(?<=[(,=:\[!&|?{};])/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)
    |(?P<word>[A-Za-z_$][\w$]*)
    |(?P<other>[\s\S])""",
    re.VERBOSE | re.DOTALL,
)


def words_in_script(source: str) -> Iterator[str]:
    """The identifiers and the whole strings of a module, template strings in their pieces."""
    at, depths = 0, []
    while at < len(source):
        match = TOKEN.match(source, at)
        assert match is not None
        kind, text = str(match.lastgroup), match[0]
        if kind == "close" and (not depths or depths[-1]):
            # A brace that ends a block, not what a template string holds.
            kind, text = "other", "}"
        if kind == "other" and text in "{}" and depths:
            depths[-1] += 1 if text == "{" else -1
        if kind == "open" and text.endswith("${"):
            depths.append(0)
        if kind == "close" and text.endswith("`"):
            depths.pop()
        if kind == "word":
            yield text
        if kind == "text":
            yield text[1:-1]
        if kind in ("open", "close"):
            yield text.lstrip("`}").removesuffix("${").removesuffix("`")
        at += len(text)


def words_in_template(source: str) -> Iterator[str]:
    """The names and strings of expressions, the attributes' values and the texts of a page."""
    for expression in re.findall(r"\{[{%](.*?)[%}]\}", source, re.DOTALL):
        yield from re.findall(r"[A-Za-z_]\w*", expression)
        yield from (
            single or double for single, double in re.findall(r"'([^']*)'|\"([^\"]*)\"", expression)
        )
    yield from re.findall(r"=\"([^\"]*)\"", source)
    yield from (text.strip() for text in re.findall(r">([^<>]+)<", source))


def test_the_tokens_of_a_module_are_read() -> None:
    source = 'a("b c", `d ${e({ f: "g" })} h`); // i\n/* j */ k = /l"m/g; `n` + {o}'
    assert [word for word in words_in_script(source) if word] == [
        *("a", "b c", "d ", "e", "f", "g", " h", "k", "n", "o")
    ]  # fmt: skip


@pytest.mark.parametrize("path", [*SCRIPTS, *TEMPLATES], ids=lambda path: path.name)
def test_the_client_names_no_game_and_no_option(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    words = words_in_script(source) if path.suffix == ".js" else words_in_template(source)
    assert sorted(names_of_games() & set(words)) == []


def test_the_types_are_those_of_the_servers_answers() -> None:
    written = runpy.run_path(str(ROOT / "scripts" / "api_types.py"))["text"]()
    assert (WEB / "api.d.ts").read_text(encoding="utf-8") == written, "run scripts/api_types.py"


def test_the_board_knows_drawings_and_gestures_and_no_page() -> None:
    """Modules of board/ are given what to ask: they fetch nothing and look for nothing on the page."""
    pages = {
        "ask",
        "askWhenReady",
        "fetch",
        "byId",
        "fieldById",
        "getElementById",
        "go",
        "location",
    }
    modules = sorted((WEB / "static" / "board").glob("*.js"))
    assert len(modules) >= 6
    for path in modules:
        source = path.read_text(encoding="utf-8")
        near = {each.name for each in modules}
        for module in re.findall(r'from "([^"]+)"', source):
            assert module == "../core.js" or module.removeprefix("./") in near, (path.name, module)
        taken = re.findall(r'import \{([^}]*)\} from "../core.js"', source)
        names = {name.strip() for group in taken for name in group.split(",")}
        assert not names & pages, path.name
        code = re.sub(r"//[^\n]*|/\*.*?\*/", "", source, flags=re.DOTALL)
        assert not re.search(r"/api/|getElementById|\blocation\.|querySelector\(\"[.#]", code), (
            path.name
        )
