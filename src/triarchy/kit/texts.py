"""A game's long texts: rulebook, lessons, legend and strategy guide, a file for each language.

They stand in the game's folder `texts/`, as `rulebook.en.md`, `rulebook.de.md` and so on: Markdown that
a translator reads from top to bottom. A line in [square brackets] is a mark, and so is what a heading
has in brackets at its end. Marks are for the program and the same in every language; all else is words.

    # Meridian: the rulebook [rulebook]

    ## How tall a tower may be [build]

    A tower is made of pieces from your supply, one or more. Four rules hold:

    - The first tower in a meridian is at least 2 tall.

    [figure: first-tower; preview: height 2]
    The caption, in the lines below its mark. An empty line ends it.

    [ruling: M-1]
    A sentence.

A lesson is a section of steps: `[step; figure: cards; seat: 1; rings: island-k]` and what is asked;
`[right: card 3, card 4]` and the praise; `[wrong: card 8]` and the answer to these moves, `[wrong]` to any
other; `[then: done]`, moves that are played for the others. What many steps say is written once, below
the title: `[sentence: not-here]`, and said by `{not-here}`.

A translation's headings end in `[build; english: 1f3a9c02]`, a hash of the English section it was made
from. When that section has changed, `older` names the translations that have not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from triarchy.engine.errors import TriarchyError
from triarchy.kit.language import LANGUAGES
from triarchy.kit.learning import Exercise, Figure, LegendEntry, Lesson, Section, figure_ids
from triarchy.kit.sight import Sight

FOLDER = "texts"
RULEBOOK, LESSONS, LEGEND, STRATEGY = KINDS = ("rulebook", "lessons", "legend", "strategy")
ENGLISH = LANGUAGES[0]
PARTS = ("board", "hand", "all")
"""What a figure can show of a table, as in `Picture`."""
HEADING = re.compile(
    r"(?P<level>##?) (?P<words>.+) \[(?P<id>[a-z0-9-]+)(; english: (?P<english>[0-9a-f]{8}))?\]"
)
NAME = re.compile(r"\{([a-z-]+)\}")
FEWEST = 5
"""Fewer words than these may be the same in two languages by chance."""


class BadText(TriarchyError):
    """A text file with a mistake in it."""

    def __init__(self, path: Path, line: int, what: str) -> None:
        super().__init__(f"{path}:{line}: {what}")


@dataclass(frozen=True)
class Block:
    """A paragraph, an item of a list, or a mark with the words below it."""

    line: int
    mark: str
    """The name of its mark; "" for plain words."""
    value: str
    """What the mark is about: `first-tower` of a figure."""
    settings: Mapping[str, str]
    words: str

    @property
    def shape(self) -> tuple[object, ...]:
        """What is the same in every language."""
        return self.mark, self.value, self.settings, not self.mark and self.words.startswith("- ")


@dataclass
class Part:
    """A heading and what stands below it."""

    line: int
    id: str
    heading: str
    english: str
    """The hash of the English part that it was translated from, if it is a translation."""
    blocks: list[Block] = field(default_factory=list)

    def hash(self) -> str:
        """Eight digits that change with the words."""
        words = "\n".join([self.heading, *(block.words for block in self.blocks)])
        return sha256(words.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Document:
    """A text file: its title, with the sentences that are said in several places, and its parts."""

    path: Path
    title: Part
    parts: tuple[Part, ...]

    def fault(self, line: int, what: str) -> BadText:
        return BadText(self.path, line, what)

    def refuse(self, block: Block, *known: str) -> None:
        """Nothing stands here that nobody reads."""
        unknown = [name for name in block.settings if name not in known]
        if unknown:
            raise self.fault(block.line, f"[{block.mark}] has no {unknown[0]!r}")

    @property
    def sentences(self) -> dict[str, str]:
        return {block.value: block.words for block in self.title.blocks}

    def words(self, block: Block) -> str:
        """The block's words, with the file's own sentences where it names them."""
        sentences = self.sentences

        def sentence(name: re.Match[str]) -> str:
            if name[1] not in sentences:
                raise self.fault(block.line, f"no [sentence: {name[1]}] stands below the title")
            return sentences[name[1]]

        return NAME.sub(sentence, block.words)


# Reading


@cache
def read(path: Path) -> Document:
    """A text file in its parts."""
    title: Part | None = None
    parts: list[Part] = []
    for line, text in _pieces(path):
        part = parts[-1] if parts else title
        if text.startswith("#"):
            heading = HEADING.fullmatch(text)
            if heading is None:
                raise BadText(path, line, f"a heading is '## Words [id]', not {text!r}")
            new = Part(line, heading["id"], heading["words"], heading["english"] or "")
            if heading["level"] == "##" and title is not None:
                if new.id in {each.id for each in parts}:
                    raise BadText(path, line, f"there are two parts [{new.id}]")
                parts.append(new)
            elif heading["level"] == "#" and title is None:
                title = new
            else:
                raise BadText(path, line, "a file has one title, '# Words [id]', and it is first")
        elif part is None:
            raise BadText(path, line, "a file begins with its title, '# Words [id]'")
        else:
            part.blocks.append(_block(path, line, text))
    kind = path.name.partition(".")[0]
    if title is None or title.id != kind:
        raise BadText(path, 1, f"the title ends in [{kind}]")
    document = Document(path, title, tuple(parts))
    for block in title.blocks:
        if block.mark != "sentence" or not block.value or not block.words:
            raise document.fault(
                block.line, "below a title stand sentences alone: [sentence: name]"
            )
    return document


def _pieces(path: Path) -> Iterator[tuple[int, str]]:
    """Headings, and blocks with their lines put together; a mark is parted from its words by a line's end."""
    begun, lines = 0, list[str]()
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        text = line.strip()
        if lines and (not text or text[0] in "#[" or text.startswith("- ")):
            yield begun, _joined(lines)
            lines = []
        if text.startswith("#"):
            yield number, text
        elif text:
            begun = begun if lines else number
            lines.append(text)


def _joined(lines: list[str]) -> str:
    if lines[0].startswith("["):
        return f"{lines[0]}\n{' '.join(lines[1:])}"
    return " ".join(lines)


def _block(path: Path, line: int, text: str) -> Block:
    if not text.startswith("["):
        return Block(line, "", "", {}, text)
    mark, _, words = text.partition("\n")
    if not mark.endswith("]"):
        raise BadText(path, line, f"a mark ends with ] in the line it begins in, not {mark!r}")
    pairs = []
    for setting in mark[1:-1].split(";"):
        name, _, value = setting.partition(":")
        pairs.append((name.strip(), value.strip()))
    (name, value), *others = pairs
    return Block(line, name, value, dict(others), words)


def _listed(text: str) -> tuple[str, ...]:
    """Moves, with commas between them."""
    return tuple(move.strip() for move in text.split(",")) if text else ()


class Texts:
    """The texts of a game, from its folder."""

    def __init__(
        self, folder: Path, right_if: Mapping[str, Callable[[Sight], bool]] | None = None
    ) -> None:
        self.folder = folder
        self.right_if = right_if or {}
        """What `[right if: name]` asks of what is seen after a move."""

    def document(self, kind: str, language: str) -> Document | None:
        """A text in a language; in English if it has not been translated, None if there is none."""
        for each in (language, ENGLISH):
            path = self.folder / FOLDER / f"{kind}.{each}.md"
            if path.exists():
                return read(path)
        return None

    def needed(self, kind: str, language: str) -> Document:
        """A text that every game has."""
        document = self.document(kind, language)
        if document is None:
            raise BadText(self.folder / FOLDER / f"{kind}.{ENGLISH}.md", 1, "is missing")
        return document

    def rulebook(self, language: str) -> list[Section]:
        """The sections of the rulebook."""
        return self._sections(self.needed(RULEBOOK, language))

    def strategy(self, language: str) -> list[Section]:
        """The sections of the strategy guide; none if the game has no guide."""
        return self._sections(self.document(STRATEGY, language))

    def lessons(self, language: str) -> list[Lesson]:
        """The lessons; none if the game has none."""
        document = self.document(LESSONS, language)
        if document is None:
            return []
        return [
            Lesson(part.id, part.heading, tuple(self._exercises(document, part)))
            for part in document.parts
        ]

    def legend(self, language: str, picture: Callable[[str], str]) -> list[LegendEntry]:
        """The symbols, each with the picture of its id."""
        document = self.needed(LEGEND, language)
        return [_entry(document, part, picture) for part in document.parts]

    def _sections(self, document: Document | None) -> list[Section]:
        return [self._section(document, part) for part in document.parts] if document else []

    def _section(self, document: Document, part: Part) -> Section:
        paragraphs, figures, rulings = [], [], []
        for block in part.blocks:
            words = document.words(block)
            if not block.mark:
                paragraphs.append(words)
            elif block.mark == "figure":
                figures.append(self._figure(document, block, words))
            elif block.mark == "ruling":
                document.refuse(block)
                rulings.append((block.value, words))
            else:
                raise document.fault(
                    block.line, f"[{block.mark}] is no mark of a rulebook or guide"
                )
        return Section(part.id, part.heading, tuple(paragraphs), tuple(figures), tuple(rulings))

    def _figure(self, document: Document, block: Block, caption: str) -> Figure:
        document.refuse(block, "seat", "part", "rings", "preview")
        settings = block.settings
        return Figure(
            self._position(document, block, block.value),
            caption,
            _seat(document, block) if "seat" in settings else None,
            _part(document, block),
            tuple(settings.get("rings", "").split()),
            settings.get("preview", ""),
        )

    def _position(self, document: Document, block: Block, figure: str) -> str:
        if figure not in figure_ids(self.folder):
            raise document.fault(block.line, f"there is no figures/{figure}.json")
        return figure

    def _exercises(self, document: Document, part: Part) -> Iterator[Exercise]:
        steps: list[list[Block]] = []
        for block in part.blocks:
            if block.mark == "step":
                steps.append([])
            elif not steps:
                raise document.fault(block.line, "a lesson begins with [step]")
            steps[-1].append(block)
        for step in steps:
            yield self._exercise(document, step)

    def _exercise(self, document: Document, blocks: list[Block]) -> Exercise:
        step = blocks[0]
        document.refuse(step, "figure", "seat", "rings")
        figure = step.settings.get("figure", "")
        parts: dict[str, Any] = {}
        answers: dict[str, str] = {}
        for block in blocks[1:]:
            document.refuse(block)
            new = self._answer(document, block)
            to_moves = new.pop("answers", {})
            if not (new.keys().isdisjoint(parts) and answers.keys().isdisjoint(to_moves)):
                raise document.fault(block.line, f"this step has a second [{block.mark}]")
            parts |= new
            answers |= to_moves
        return Exercise(
            document.words(step),
            figure and self._position(document, step, figure),
            _seat(document, step),
            answers=answers,
            keys=tuple(step.settings.get("rings", "").split()),
            **parts,
        )

    def _answer(self, document: Document, block: Block) -> dict[str, Any]:
        """What a mark below a step says of the exercise."""
        words, moves = document.words(block), _listed(block.value)
        match block.mark:
            case "right" if moves:
                return {"expected": moves, "praise": words}
            case "right if" if block.value in self.right_if:
                return {"accepts": self.right_if[block.value], "praise": words}
            case "right if":
                raise document.fault(block.line, f"the game cannot tell {block.value!r}")
            case "wrong" if moves:
                return {"answers": dict.fromkeys(moves, words)}
            case "wrong":
                return {"otherwise": words}
            case "then" if moves and not words:
                return {"replies": moves}
        raise document.fault(
            block.line,
            "below a [step] stand [right: moves], [right if: name], [wrong: moves], [wrong] and [then: moves]",
        )


def _seat(document: Document, block: Block) -> int:
    seat = block.settings.get("seat", "0")
    if not seat.isdecimal():
        raise document.fault(block.line, f"a seat is a number from 0, not {seat!r}")
    return int(seat)


def _part(document: Document, block: Block) -> str:
    part = block.settings.get("part", PARTS[0])
    if part not in PARTS:
        raise document.fault(block.line, f"a figure shows {', '.join(PARTS)}, not {part!r}")
    return part


def _entry(document: Document, part: Part, picture: Callable[[str], str]) -> LegendEntry:
    if len(part.blocks) != 1 or part.blocks[0].mark:
        raise document.fault(part.line, "a symbol has one paragraph")
    try:
        symbol = picture(part.id)
    except KeyError:
        raise document.fault(part.line, f"there is no picture of {part.id!r}") from None
    return LegendEntry(part.id, symbol, part.heading, document.words(part.blocks[0]))


# Checking translations (for tests and `triarchy texts`)


def faults(folder: Path) -> list[str]:
    """What keeps the texts of a game's folder from saying the same in every language; empty if good."""
    wrong = []
    for path in sorted((folder / FOLDER).iterdir()) if (folder / FOLDER).exists() else ():
        kind, _, language = path.name.removesuffix(".md").partition(".")
        if kind not in KINDS or language not in LANGUAGES:
            wrong.append(f"{path}: nobody reads it; a text is {KINDS[0]}.{ENGLISH}.md or the like")
    for original, translation in _pairs(folder):
        if isinstance(translation, Path):
            wrong.append(f"{translation}: is missing")
        else:
            wrong += _differences(original, translation)
    return wrong


def older(folder: Path) -> list[str]:
    """The translated parts that are older than their English ones, with what to do."""
    return [
        f"{translation.path}:{part.line}: [{part.id}] was translated from another English text; "
        f"when it says the same again, write [{part.id}; english: {source.hash()}]"
        for original, translation in _pairs(folder)
        if isinstance(translation, Document)
        for source, part in _parts_of(original, translation)
        if part.english != source.hash()
    ]


def renew(folder: Path, id_: str = "") -> int:
    """Say that translations are made from today's English: of the parts with an id, or all. How many."""
    renewed = 0
    for original, translation in _pairs(folder):
        if isinstance(translation, Path):
            continue
        lines = translation.path.read_text(encoding="utf-8").split("\n")
        for source, part in _parts_of(original, translation):
            if part.english != source.hash() and id_ in ("", part.id):
                words = lines[part.line - 1].rpartition(" [")[0]
                lines[part.line - 1] = f"{words} [{part.id}; english: {source.hash()}]"
                renewed += 1
        translation.path.write_text("\n".join(lines), encoding="utf-8")
    read.cache_clear()
    return renewed


def _pairs(folder: Path) -> Iterator[tuple[Document, Document | Path]]:
    """Each English text with each of its translations; the path of one that is missing."""
    for kind in KINDS:
        original = folder / FOLDER / f"{kind}.{ENGLISH}.md"
        if not original.exists():
            continue
        for language in LANGUAGES[1:]:
            path = folder / FOLDER / f"{kind}.{language}.md"
            yield read(original), read(path) if path.exists() else path


def _parts_of(original: Document, translation: Document) -> Iterator[tuple[Part, Part]]:
    """The parts of two texts that belong together, their titles first."""
    yield original.title, translation.title
    translated = {part.id: part for part in translation.parts}
    for part in original.parts:
        if part.id in translated:
            yield part, translated[part.id]


def _differences(original: Document, translation: Document) -> Iterator[str]:
    """Where a translation has other parts or marks than the English text, or its very words."""
    ids, own = [part.id for part in original.parts], [part.id for part in translation.parts]
    if ids != own:
        first = next(pair for pair in zip_longest(ids, own) if pair[0] != pair[1])
        yield f"{translation.path}: has the part {first[1]} where {original.path.name} has {first[0]}"
        return
    for source, part in _parts_of(original, translation):
        for one, other in zip_longest(source.blocks, part.blocks):
            if one is None or other is None or one.shape != other.shape:
                line = other.line if other else part.line
                there = f"{original.path.name}:{one.line if one else source.line}"
                yield f"{translation.path}:{line}: [{part.id}] has other marks or paragraphs than {there}"
                break
            if one.words == other.words and len(one.words.split()) >= FEWEST:
                yield f"{translation.path}:{other.line}: still says it in English"
