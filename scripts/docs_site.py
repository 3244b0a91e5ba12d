"""Build the docs as a site that `triarchy serve --docs site` serves at /help/.

    python scripts/docs_site.py [site]

The pages are those of docs/, with CHANGELOG.md and CONTRIBUTING.md beside them; MkDocs with Material makes them
HTML, strictly: a broken link ends the build. Then the inline scripts and styles that the theme writes become files,
and links from the site's root become relative ones, so that the site works below any path and under the server's
policy. A page that would still ask another host for something, or run something inline, ends the build too.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import logging
import os
import re
import shutil
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from triarchy.kit.definition import DEFINITIONS, Definition
from triarchy.kit.learning import Figure, figure_position
from triarchy.kit.png import to_png
from triarchy.kit.presentation import Picture
from triarchy.server.screens.rulebook import blocks
from triarchy.table import Table, read_position

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
INDEX = "search/search_index.json"
"""What every site of MkDocs has: a folder without it is somebody's own, which the build would empty."""


def page_of(game: str, text: str, language: str) -> str:
    """The page that a game's text becomes."""
    own = "" if language == "en" else f".{language}"
    return f"games/{game}/{text}{own}.md"


GAMES = ("meridian", "tigris", "china")
LANGUAGES = ("en", "de", "nl")
TEXTS = ("rulebook", "strategy")
"""Texts of a game that have a page each; `triarchy.kit.texts` reads them."""
TITLES = {
    "rulebook": ("rulebook", "Spielregel", "spelregels"),
    "strategy": ("strategy guide", "Strategie", "strategie"),
}
FIGURE_WIDTH = 800
PAPER = "#faf5ea"
BESIDE = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contribute/index.md"} | {
    f"src/triarchy/games/{game}/texts/{text}.{language}.md": page_of(game, text, language)
    for game in GAMES
    for text in TEXTS
    for language in LANGUAGES
}
"""Pages of the site whose sources do not lie in docs/."""
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"^(```\w+) [\w ]+$", re.MULTILINE)
"""The words after a block's language, which are for the tests."""
INLINE = re.compile(r"<(script|style)((?:\s[^>]*)?)>(.*?)</\1>", re.DOTALL)
ABSOLUTE = re.compile(r'(\s(?:href|src)=")/(?!/)([^"]*)"')
ALTERNATE = re.compile(r'\s*<link rel="alternate"[^>]*>')
"""For these the theme asks for a list of pages that languages of their own do not have."""
DATA = 'type="application/json"'
LOADS = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
KEPT = {"canonical", "alternate", "prev", "next"}
"""Links of a page's head that load nothing."""


def gather(into: Path) -> None:
    """The sources of all pages in one folder, their links as they are there."""
    shutil.copytree(DOCS, into)
    for name, page in BESIDE.items():
        if not name.startswith("src/"):
            shutil.copyfile(ROOT / name, into / page)
    sources = {into / page: ROOT / name for name, page in BESIDE.items()}
    for page in into.rglob("*.md"):
        source = sources.get(page, DOCS / page.relative_to(into))
        text = FENCE.sub(r"\1", page.read_text("utf-8"))
        page.write_text(linked(text, source, page.relative_to(into), into), "utf-8")
    for name in GAMES:
        write_texts(DEFINITIONS[name], into)


def linked(text: str, source: Path, page: Path, pages: Path) -> str:
    """The text of a page with links that lead to where their targets are in the site.

    A translated page leads to the translation of its target, and to the English page where there is none.
    """
    language = language_of(page)

    def lead(found: re.Match[str]) -> str:
        target = found[2]
        if "://" in target or target.startswith(("/", "mailto:")):
            return found[0]
        path = (source.parent / target).resolve()
        place = BESIDE.get(path.relative_to(ROOT).as_posix())
        if place is None and path.is_relative_to(DOCS):
            place = path.relative_to(DOCS).as_posix()
        if place is None:
            raise SystemExit(f"{page}: the link {target} leads out of the docs.")
        if place.endswith(".md"):
            place = re.sub(r"\.(de|nl)\.md$", ".md", place)
            translation = place.replace(".md", f".{language}.md")
            if (
                language
                and translation not in BESIDE.values()
                and not (pages / translation).exists()
            ):
                here = address(page)
                there = re.sub(r"(^|/)index\.md$", r"\1", place).removesuffix(".md") + "/"
                return found[1] + os.path.relpath(there, here) + "/" + found[3]
        return found[1] + os.path.relpath(place, page.parent.as_posix()) + found[3]

    def show(found: re.Match[str]) -> str:
        path = (source.parent / found[2]).resolve()
        place = path.relative_to(DOCS).as_posix()
        return picture(found[1], place, page)

    return LINK.sub(lead, PICTURE.sub(show, text) if language else text)


def picture(words: str, place: str, page: Path) -> str:
    """A picture on a page: a translated page shows that of the English one, which lies outside its folder."""
    language = language_of(page)
    if not language:
        return f"![{words}]({os.path.relpath(place, page.parent.as_posix())})"
    return f'<img alt="{html.escape(words)}" src="{os.path.relpath(place, address(page))}">'


def address(page: Path) -> str:
    """Where a translated page is in the site."""
    language = language_of(page)
    name = page.as_posix().removesuffix(f".{language}.md")
    return f"{language}/{re.sub(r'(^|/)index$', '', name)}"


def language_of(page: Path) -> str:
    """The language of a page that is a translation, else ""."""
    ending = page.stem.rpartition(".")[2]
    return ending if ending in LANGUAGES[1:] else ""


def write_texts(definition: Definition[Any], into: Path) -> None:
    """A game's rulebook and strategy guide in each language, with the figures they share."""
    for language in LANGUAGES:
        for text in TEXTS:
            sections = getattr(definition.text, text)(language)
            own, page = (
                definition.title_in(language),
                Path(page_of(definition.name, text, language)),
            )
            lines = [f"# {own}: {TITLES[text][LANGUAGES.index(language)]}", ""]
            for section in sections:
                lines += [f"## {section.heading} {{ #{section.anchor} }}", ""]
                for block in blocks(section):
                    lines += [*map(escaped, block), ""]
                for figure in section.figures:
                    place = draw(definition, figure, into)
                    shown = picture(figure.caption, place, page)
                    lines += [shown, "", f"*{escaped(figure.caption)}*", ""]
                for ruling, sentence in section.rulings:
                    lines += [f"**{ruling}** {escaped(sentence)}", ""]
            (into / page).write_text("\n".join(lines), "utf-8")


def escaped(text: str) -> str:
    """Plain words as Markdown."""
    return re.sub(r"([*_`\[\]<>{}|\\])", r"\\\1", text)


def draw(definition: Definition[Any], figure: Figure, into: Path) -> str:
    """A figure as a picture, once for all languages; where it lies."""
    wish = f"{figure.id} {figure.seat} {figure.part} {figure.preview} {figure.keys}"
    number = hashlib.sha256(wish.encode()).hexdigest()[:6]
    place = f"games/{definition.name}/figures/{figure.id}-{number}.png"
    path = into / place
    if not path.exists():
        game, state = read_position(figure_position(definition.folder, figure.id))
        table = Table(game, start=state)
        look = Picture(
            FIGURE_WIDTH, figure.part, False, game.actions.get(figure.preview, -1), False
        )
        svg = definition.svg(table.sight(figure.seat), game.reader(figure.seat, "en"), look)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(to_png(svg, FIGURE_WIDTH, PAPER))
    return place


def make(sources: Path, site: Path) -> None:
    """Run MkDocs; what it warns of ends the build."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    config = load_config(
        str(ROOT / "mkdocs.yml"), docs_dir=str(sources), site_dir=str(site), strict=True
    )
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    config.plugins.on_shutdown()


def settle(site: Path) -> None:
    """Inline scripts and styles become files, and links from the root relative ones."""
    for page in site.rglob("*.html"):
        up = os.path.relpath(site, page.parent).replace(os.sep, "/")

        def file(found: re.Match[str], up: str = up) -> str:
            kind, attributes, content = found.groups()
            if kind == "script" and (" src=" in attributes or DATA in attributes):
                return found[0]
            ending = "js" if kind == "script" else "css"
            name = f"assets/own/{hashlib.sha256(content.encode()).hexdigest()[:12]}.{ending}"
            (site / name).parent.mkdir(parents=True, exist_ok=True)
            (site / name).write_text(content, "utf-8")
            if kind == "script":
                return f'<script{attributes} src="{up}/{name}"></script>'
            return f'<link rel="stylesheet" href="{up}/{name}">'

        text = INLINE.sub(file, page.read_text("utf-8"))
        text = ALTERNATE.sub("", text)
        text = ABSOLUTE.sub(lambda found, up=up: f'{found[1]}{up}/{found[2]}"', text)
        page.write_text(text, "utf-8")


class Faults(HTMLParser):
    """What a page has that the server's policy refuses, or that another host would be asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.links: set[str] = set()
        self.ids = {"__search", "__drawer"}

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        own = dict(attributes)
        self.found += [f"{tag} {name}" for name in own if name == "style" or name[:2] == "on"]
        if tag == "style" or (tag == "script" and "src" not in own and "json" not in f"{own}"):
            self.found.append(f"inline {tag}")
        address = own.get(LOADS.get(tag, "")) or ""
        self.ids |= {own.get("id") or "", own.get("name") or ""}
        lead = own.get("href") or own.get("src") or ""
        if lead and not re.match(r"[a-z]+:|//", lead) and lead not in (".", "#"):
            self.links.add(lead)
        if re.match(r"(https?:)?//", address) and own.get("rel") not in KEPT:
            self.found.append(f"{tag} {address}")
        if tag == "img" and not own.get("alt"):
            self.found.append(f"picture without a text: {address}")


def faults(site: Path) -> list[str]:
    """Every fault of every page, broken links among them."""
    found, pages = [], {}
    for page in sorted(site.rglob("*.html")):
        pages[page] = reader = Faults()
        reader.feed(page.read_text("utf-8"))
        found += [f"{page.relative_to(site)}: {fault}" for fault in reader.found]
    for page, reader in pages.items():
        for link in reader.links:
            address, _, anchor = link.partition("#")
            target = (page.parent / unquote(address)).resolve() if address else page
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file() or (
                anchor and target in pages and unquote(anchor) not in pages[target].ids
            ):
                found.append(f"{page.relative_to(site)}: {link} leads nowhere")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds the docs as a site.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("site"))
    site = parser.parse_args().folder.resolve()
    if site.exists() and not (site / INDEX).is_file() and (site.is_file() or any(site.iterdir())):
        raise SystemExit(f"{site} holds other things than the docs: name a new folder.")
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "docs"
        gather(sources)
        make(sources, site)
    settle(site)
    if found := faults(site):
        raise SystemExit("\n".join(found))
    print(f"The docs are in {site}: triarchy serve --docs {site}")


if __name__ == "__main__":
    main()
