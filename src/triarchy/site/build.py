"""Behind `triarchy build-site`: the site that needs no server, written into a folder."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from triarchy.bots.named import STRENGTHS, USUAL, strength_words
from triarchy.engine.errors import BadRequest
from triarchy.engine.portable.files import NAME, PortableFile
from triarchy.kit.definition import DEFINITIONS, Definition
from triarchy.kit.language import LANGUAGES, translator
from triarchy.server.http.here import FACTS, POLICY
from triarchy.server.http.pages import WEB, templates, text_html, words_of
from triarchy.server.json_text import to_json
from triarchy.server.screens.examples import FRAMES, Examples
from triarchy.server.screens.game_facts import game_card, game_facts
from triarchy.server.screens.text_cache import Cache, Look
from triarchy.site.offered import facts, package_files

PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""What of Pyodide a page loads; copied as it is."""
TEXTS: tuple[Literal["rules", "strategy"], ...] = ("rules", "strategy")
"""Texts of a game that have a page each, their pages' names."""
SPOKEN = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
FRAME = round(FRAMES * 0.6)
"""The picture of its example game that a card of the home page shows at first."""
EXAMPLE_WIDTH = 640
WORKER = "site_offline.js"
OFFLINE = "offline.js"
"""The service worker, which lies at the site's root: by it a folder is known to hold such a site."""
MOMENT = (2020, 1, 1, 0, 0, 0)
"""When everything in the archive was written: the same sources make the same bytes."""
LICENCES = (
    ("Triarchy", "MIT", "Triarchy.txt", ""),
    ("Pyodide", "MPL-2.0", "MPL-2.0.txt", "https://github.com/pyodide/pyodide/tree/{version}"),
    ("CPython", "PSF-2.0", "Python.txt", "https://github.com/python/cpython"),
)


def build_site(to: Path, pyodide: Path) -> list[Path]:
    """Write the site; the files written."""
    number = check_pyodide(pyodide)
    for definition in DEFINITIONS.all():
        check_portable(definition)
    if to.exists() and not to.is_dir():
        raise BadRequest(f"{to} is no folder.")
    if to.is_dir() and any(to.iterdir()) and not (to / OFFLINE).is_file():
        raise BadRequest(f"{to} holds other things than a site: name a new folder.")
    shutil.rmtree(to, ignore_errors=True)
    site = Site(to, number)
    for name in PYODIDE:
        site.write(f"pyodide/{number}/{name}", (pyodide / name).read_bytes())
    site.write_all()
    return site.files


def check_pyodide(folder: Path) -> str:
    """The version of the Pyodide in a folder; refused where something of it is missing."""
    for name in (*PYODIDE, "package.json"):
        if not (folder / name).is_file():
            raise BadRequest(
                f"{folder} is not the folder of Pyodide: {name} is missing. "
                "`make site` fetches it, or unpack the npm package `pyodide`."
            )
    try:
        return str(json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"])
    except (ValueError, KeyError):
        raise BadRequest(f"package.json in {folder} names no version of Pyodide.") from None


def check_portable(definition: Definition[Any]) -> None:
    """Refuse a game whose portable file is missing, or was made from other sources."""
    path = definition.folder / NAME
    if not path.is_file() or not PortableFile(path).is_current:
        raise BadRequest(
            f"{definition.title} has no portable file of today's rules: `triarchy build-rules {definition.name}` makes it."
        )


def file_of(path: str) -> str:
    """The file of a page by the path it has on a server, as `site.js` has it."""
    plain, hash_, rest = path.partition("#")
    plain, mark, query = plain.partition("?")
    parts = plain.strip("/").split("/")
    name = "-".join(parts) if plain != "/" else "home"
    return f"{name}.html{mark}{query}{hash_}{rest}"


def integrity(data: bytes) -> str:
    """What a browser checks a file by."""
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"


def archive() -> bytes:
    """Python's part: what words, pictures, rules and bots need, without networks."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as whole:
        for name, data in sorted(_python_files()):
            whole.writestr(zipfile.ZipInfo(name, MOMENT), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _python_files() -> Iterator[tuple[str, bytes]]:
    for name, path in package_files():
        if not name.endswith(".npz"):
            yield name, path.read_bytes()
    number = version("triarchy")
    points = "\n".join(f"{each.name} = {type(each).__module__}:GAME" for each in DEFINITIONS.all())
    info = f"triarchy-{number}.dist-info"
    yield f"{info}/METADATA", f"Metadata-Version: 2.1\nName: triarchy\nVersion: {number}\n".encode()
    yield f"{info}/entry_points.txt", f"[triarchy.games]\n{points}\n".encode()


class Site:
    """The folder that is written."""

    def __init__(self, to: Path, pyodide: str) -> None:
        self.to = to
        self.files: list[Path] = []
        self.pyodide = pyodide
        self.games = DEFINITIONS.all()
        self.cache = Cache()
        packed = archive()
        self.code = f"python/{hashlib.sha256(packed).hexdigest()[:12]}.zip"
        self.write(self.code, packed)
        folder = WEB / "static"
        statics = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name not in (WORKER, "worker.js")
        }
        total = hashlib.sha256()
        for name, data in statics.items():
            total.update(name.encode() + b"\0" + data)
        self.version = total.hexdigest()[:12]
        for name, data in statics.items():
            self.write(f"static/{self.version}/{name}", data)

    def write(self, name: str, data: bytes | str) -> None:
        path = self.to / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        self.files.append(path)

    def write_all(self) -> None:
        self.write_networks()
        self.write_licences()
        found = {"networks": self.networks, "files": self.for_a_worker()}
        self.write(FACTS, json.dumps({**facts(), **found}))
        begin = templates.get_template("begin.html")
        text = begin.render(
            site={"policy": POLICY},
            spoken={each: SPOKEN[each] for each in LANGUAGES},
            static=lambda name: f"static/{self.version}/{name}",
        )
        self.write("index.html", text)
        for language in LANGUAGES:
            self.write_pages(language)
            self.write_answers(language)
        self.write_worker()

    def for_a_worker(self) -> dict[str, str]:
        """A worker's own script, and where it finds Python and ours: a server's page begins one by itself."""
        return {
            "worker": f"static/{self.version}/site_worker.js",
            "pyodide": f"pyodide/{self.pyodide}/",
            "code": self.code,
        }

    def write_networks(self) -> None:
        """What champions have learned; the folder is named after it, so that no page gets another version's."""
        total = hashlib.sha256()
        found: dict[str, dict[str, bytes]] = {}
        for definition in self.games:
            if definition.networks.is_dir():
                for path in sorted(definition.networks.glob("*.npz")):
                    data = path.read_bytes()
                    found.setdefault(definition.name, {})[path.name] = data
                    total.update(f"{definition.name}/{path.name}".encode() + b"\0" + data)
        self.networks = f"networks/{total.hexdigest()[:12]}/"
        for game, files in found.items():
            for name, data in files.items():
                self.write(f"{self.networks}{game}/{name}", data)
        self.champions = {game: list(files) for game, files in found.items()}
        self.write(f"{self.networks}index.json", json.dumps(self.champions))

    def write_worker(self) -> None:
        """The service worker, with the files that it keeps; networks wait until somebody asks for them."""
        names = sorted(path.relative_to(self.to).as_posix() for path in self.files)
        files: dict[str, dict[str, str]] = {name: {} for name in ("all", *LANGUAGES)}
        total = hashlib.sha256()
        for name in names:
            data = (self.to / name).read_bytes()
            total.update(name.encode() + b"\0" + data)
            first = name.partition("/")[0]
            if first != "networks":
                # A server says in its answer where it is.
                known = "" if name == FACTS else integrity(data)
                files[first if first in files else "all"][name] = known
        text = (WEB / "static" / WORKER).read_text(encoding="utf-8")
        index = f"{self.networks}index.json"
        networks = {
            game: [index, *(f"{self.networks}{game}/{name}" for name in found)]
            for game, found in self.champions.items()
        }
        for name, value in (
            ("VERSION", total.hexdigest()[:12]),
            ("FILES", files),
            ("NETWORKS", networks),
        ):
            empty = json.dumps(type(value)())
            text = text.replace(f"const {name} = {empty};", f"const {name} = {json.dumps(value)};")
        self.write(OFFLINE, text)

    def write_licences(self) -> None:
        own = Path(__file__).parent / "licences"
        for _, _, name, _ in LICENCES:
            self.write(f"licences/{name}", (own / name).read_text(encoding="utf-8"))

    def page(self, language: str, name: str, /, to: str, **more: Any) -> None:
        """Render a page in a language."""
        site = {
            "policy": POLICY,
            "frame": FRAME,
            "pyodide": f"../pyodide/{self.pyodide}/",
            "code": f"../{self.code}",
            "networks": f"../{self.networks}",
        }
        text = templates.get_template(f"{name}.html").render(
            page=name,
            root="@root@",
            site=site,
            language=language,
            languages=list(LANGUAGES),
            theme="auto",
            name="",
            share="",
            version=version("triarchy"),
            words=words_of(language),
            strengths={"usual": USUAL, "words": strength_words(language)},
            games=[game_card(each, language) for each in self.games],
            _=translator(WEB / "languages", language),
            static=lambda file: f"../static/{self.version}/{file}",
            **more,
        )
        text = re.sub(r'href="@root@(/[^"]*)"', lambda found: f'href="{file_of(found[1])}"', text)
        self.write(f"{language}/{to}", text.replace("@root@", "."))

    def write_pages(self, language: str) -> None:
        self.page(language, "shell", to="index.html")
        self.page(language, "home", to="home.html")
        self.page(language, "new", to="new.html", game="")
        self.page(language, "table", to="table.html", table="", game="")
        self.page(language, "replay", to="replay.html", table="", move=None)
        self.page(language, "analyse", to="analyse.html")
        self.page(language, "import", to="import.html")
        licences = [
            {
                "name": name,
                "licence": licence,
                "file": f"../licences/{file}",
                "source": source.format(version=self.pyodide),
            }
            for name, licence, file, source in LICENCES
        ]
        self.page(language, "licences", to="licences.html", licences=licences)
        for definition in self.games:
            game = definition.name
            legend = definition.text.legend(language)
            text = text_html(definition, "rules", language, False, False)
            self.page(
                language,
                "rules",
                to=f"rules-{game}.html",
                game=game,
                rulebook=text,
                legend=bool(legend),
            )
            if definition.text.strategy(language):
                guide = text_html(definition, "strategy", language, False, False)
                self.page(language, "strategy", to=f"strategy-{game}.html", game=game, guide=guide)
            self.page(language, "legend", to=f"legend-{game}.html", game=game, entries=legend)
            for kind, short in (("lessons", "learn"), ("puzzles", "puzzles")):
                self.page(
                    language, "practice", to=f"{short}-{game}.html", kind=kind, game=game, item=""
                )

    def write_answers(self, language: str) -> None:
        """What a server would answer everybody alike."""
        games = [game_facts(each, "ready", language) for each in self.games]
        self.write(
            f"{language}/games.json", to_json({"games": games, "strengths": list(STRENGTHS)})
        )
        examples = Examples(self.cache)
        for definition in self.games:
            for dark in (False, True):
                name = f"{definition.name}{'-dark' if dark else ''}"
                look = Look.of(language, EXAMPLE_WIDTH, dark)
                self.write(
                    f"{language}/example-{name}.svg", examples.frame(definition, FRAME, look)
                )
                self.write(f"{language}/film-{name}.json", examples.film(definition, look))
                for narrow in (False, True):
                    small = "-narrow" if narrow else ""
                    for kind in TEXTS if definition.text.strategy(language) else TEXTS[:1]:
                        text = text_html(definition, kind, language, dark, narrow)
                        self.write(f"{language}/text-{kind}-{name}{small}.html", text)
