"""A review as one HTML page with its curve, boards and words, complete in itself."""

from __future__ import annotations

from html import escape

from triarchy.bots.review import ReviewedPart
from triarchy.bots.review_words import ReviewWords
from triarchy.kit.presentation import Picture
from triarchy.table.table import Table

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
       color: #22272b; background: #fbfaf7; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem 0 .3rem .5rem; border-bottom: 1px solid #d9d5cb; }
th { font-weight: normal; overflow-wrap: break-word; hyphens: auto; }
th[scope=row] { text-align: left; padding-left: 0; }
th svg { max-width: 100%; }
.curve { display: block; width: 100%; min-width: 44rem; height: auto; }
.curve .now { display: none; }
.wide { overflow-x: auto; }
.boards { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem; }
figure { margin: 0; }
figure svg { width: 100%; height: auto; }
figcaption { font-weight: 600; }
section { border-top: 1px solid #d9d5cb; margin-top: 1.5rem; }
.better { border-left: 4px solid #2e7d4f; padding-left: .8rem; }
td { white-space: nowrap; }
@media (max-width: 30rem) { table { font-size: .8rem; } th, td { padding-left: .25rem; } }
@media (prefers-color-scheme: dark) {
  body { color: #e6e3dc; background: #1d2124; }
  th, td, section { border-color: #3a4045; }
}
"""
BOARD_WIDTH = 640


def page(words: ReviewWords) -> str:
    """The whole page."""
    title = f"{words.table.game.definition.title}: {words.heading()}"
    parts = [
        "<!doctype html>",
        f'<html lang="{words.language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(' '.join(words.story()))}</p>",
        f'<div class="wide">{words.curve()}</div>',
        f"<p>{escape(words.about())}</p>",
        f'<div class="wide">{_seats(words)}</div>',
    ]
    parts += [_part(words, part) for part in words.notable]
    if not words.notable:
        parts.append(f"<p>{escape(words.quiet())}</p>")
    return "\n".join([*parts, "</body></html>\n"])


def _seats(words: ReviewWords) -> str:
    """A column for each seat, so that a phone shows all of them."""
    _, *kinds = words.columns()
    names = "".join(
        f'<th scope="col">{words.stroke(seat)}<br>{escape(name)}</th>'
        for seat, name in enumerate(words.reader.names)
    )
    seats = [words.figures(seat) for seat in range(len(words.reader.names))]
    rows = []
    for kind, figures in zip(kinds, zip(*seats, strict=True), strict=True):
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in figures)
        rows.append(f'<tr><th scope="row">{escape(kind)}</th>{cells}</tr>')
    return f"<table><thead><tr><td></td>{names}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _part(words: ReviewWords, part: ReviewedPart) -> str:
    said, mark = words.part(part), words.mark(part)
    heading = f"{said.title}{mark and ' '}{mark}: {words.called(part)}"
    before = words.table.copy()
    del before.moves[part.last :], before.by_bots[part.last :], before.states[part.last + 1 :]
    boards = _board(words, before, part.seat, words.as_played())
    better = ""
    if said.better and part.verdict is not None:
        other = words.played_better(part, len(part.verdict.best))
        boards += _board(words, other, part.seat, words.as_better())
        lines = "".join(f"<p>{escape(line)}</p>" for line in said.better)
        caption = escape(words.as_better())
        better = f'<div class="better"><h3>{caption}</h3>{lines}</div>'
    played = "".join(f"<p>{escape(line)}</p>" for line in said.played)
    judged = "".join(f"<p>{escape(line)}</p>" for line in (*said.said, *said.why))
    return (
        f"<section><h2>{escape(heading)}</h2>"
        f'{played}{better}{judged}<div class="boards">{boards}</div></section>'
    )


def _board(words: ReviewWords, table: Table, seat: int, caption: str) -> str:
    game = table.game
    reader = game.reader(seat, words.language, words.reader.names)
    drawing = game.definition.svg(
        game.sight(table.state), reader, Picture(width=BOARD_WIDTH, part="board")
    )
    return f"<figure><figcaption>{escape(caption)}</figcaption>{drawing}</figure>"
