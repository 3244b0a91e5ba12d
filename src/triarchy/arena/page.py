"""The results of a tournament as one HTML page with its plots, complete in itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any

from triarchy.kit.svg import Element, circle, line, rect, svg, text

COLOURS = ("#2f6f8f", "#b5532d", "#5b8c3e", "#7a4d8c", "#a38118", "#46606e", "#99334f", "#3a7d74")
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #22272b; background: #fbfaf7; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid #d9d5cb; }
th:first-child, td:first-child { text-align: left; }
svg { max-width: 100%; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: #22272b; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e3dc; background: #1d2124; }
  svg text { fill: #e6e3dc; }
  th, td { border-color: #3a4045; }
}
"""
GREY = "#8a8f93"
WIDTH, LEFT, ROW = 820, 220, 34


def page(result: dict[str, Any], title: str) -> str:
    """The whole page."""
    plots = [
        ("Ratings with 95 % intervals", ratings_plot(result)),
        ("Share of wins by seat, with 95 % intervals", seats_plot(result)),
        (f"Distribution of scores ({result['score']})", scores_plot(result)),
        ("Length of the games in turns", lengths_plot(result)),
    ]
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1><p>{escape(words(result))}</p>",
        table(result),
    ]
    for heading, picture in plots:
        parts.append(f"<h2>{escape(heading)}</h2>{picture}")
    parts.append("</body></html>\n")
    return "\n".join(parts)


def words(result: dict[str, Any]) -> str:
    """What was played, in a sentence."""
    played = result["tournament"]
    return (
        f"{result['played']} games for {played['players']} players on the board {played['board']}, "
        f"seed {played['seed']}; seats rotated, equal seeds for all line-ups; "
        f"{result['ties']} shared victories."
        + (f" {result['forfeited']} games are lost by forfeit." if result["forfeited"] else "")
    )


def table(result: dict[str, Any]) -> str:
    """The figures of each bot as an HTML table, the strongest first."""
    heads = ("bot", "games", "rating", "win share", "mean rank", "ms a turn", "forfeits")
    rows = [f"<tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"]
    for one in ranked(result):
        low, high = one["win_share_interval"]
        bottom, top = one["rating_interval"]
        cells = (
            one["bot"],
            str(one["games"]),
            f"{one['rating']:.1f} ({bottom:.1f} to {top:.1f})",
            f"{one['win_share']:.1%} ({low:.1%} to {high:.1%})",
            f"{one['mean_rank']:.2f}",
            f"{one['ms_per_turn']:.1f}",
            forfeits(one),
        )
        rows.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
    return f"<table>{''.join(rows)}</table>"


def forfeits(one: dict[str, Any]) -> str:
    """How many games a bot lost by forfeit, and why."""
    lost, decisions = one["lost_by_forfeit"], one["forfeits"]
    return f"{lost} games, {decisions} decisions: {one['complaint']}" if lost else "0"


def ranked(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The bots, the best rating first."""
    return sorted(result["bots"], key=lambda one: -one["rating"])


def scale(low: float, high: float, left: float, right: float) -> Any:
    """A function from a value to a place on the picture."""
    span = (high - low) or 1.0
    return lambda value: left + (value - low) / span * (right - left)


def axis(low: float, high: float, place: Any, y: float, form: str, ticks: int = 5) -> list[Element]:
    drawn: list[Element] = [line(place(low), y, place(high), y, stroke=GREY)]
    for i in range(ticks + 1):
        value = low + (high - low) * i / ticks
        drawn.append(line(place(value), y, place(value), y + 5, stroke=GREY))
        drawn.append(text(place(value), y + 20, form.format(value), text_anchor="middle"))
    return drawn


def picture(height: float, drawn: Sequence[Element], label: str) -> str:
    return str(svg(WIDTH, height, *drawn, role="img", aria_label=label))


def interval(y: float, low: float, middle: float, high: float, colour: str) -> list[Element]:
    return [
        line(low, y, high, y, stroke=colour, stroke_width=3),
        line(low, y - 6, low, y + 6, stroke=colour, stroke_width=2),
        line(high, y - 6, high, y + 6, stroke=colour, stroke_width=2),
        circle(middle, y, 6, fill=colour),
    ]


def short(name: str) -> str:
    return name if len(name) <= 28 else name[:27] + "…"


def ratings_plot(result: dict[str, Any]) -> str:
    bots = ranked(result)
    low = min(one["rating_interval"][0] for one in bots)
    high = max(one["rating_interval"][1] for one in bots)
    place = scale(low, high, LEFT, WIDTH - 30)
    drawn: list[Element] = []
    for row, one in enumerate(bots):
        y = ROW * row + 24
        drawn.append(text(10, y + 5, short(one["bot"])))
        ends = one["rating_interval"]
        drawn += interval(
            y, place(ends[0]), place(one["rating"]), place(ends[1]), COLOURS[row % len(COLOURS)]
        )
    y = ROW * len(bots) + 14
    return picture(y + 30, drawn + axis(low, high, place, y, "{:.1f}"), "Ratings")


def seats_plot(result: dict[str, Any]) -> str:
    place = scale(0.0, 1.0, LEFT, WIDTH - 30)
    par = 1 / result["tournament"]["players"]
    drawn: list[Element] = []
    y = 20.0
    for number, one in enumerate(ranked(result)):
        colour = COLOURS[number % len(COLOURS)]
        drawn.append(text(10, y + 5, short(one["bot"])))
        for seat, figures in enumerate(one["win_share_by_seat"]):
            if not figures["games"]:
                continue
            low, high = figures["interval"]
            drawn.append(text(LEFT - 15, y + 5, str(seat), text_anchor="end"))
            drawn += interval(y, place(low), place(figures["share"]), place(high), colour)
            y += 20
        y += 12
    drawn.insert(0, line(place(par), 8, place(par), y, stroke=GREY, stroke_dasharray="4 4"))
    return picture(y + 30, drawn + axis(0, 1, place, y, "{:.0%}"), "Wins by seat")


def scores_plot(result: dict[str, Any]) -> str:
    """For each bot the middle half of its scores as a box, the middle 90 % as a line."""
    bots = [one for one in ranked(result) if one["scores"]]
    if not bots:
        return ""
    low = min(min(one["scores"]) for one in bots)
    high = max(max(one["scores"]) for one in bots)
    place = scale(low, high, LEFT, WIDTH - 30)
    drawn: list[Element] = []
    for row, one in enumerate(bots):
        y = ROW * row + 24
        colour = COLOURS[row % len(COLOURS)]
        ordered = sorted(one["scores"])

        def at(part: float, ordered: list[int] = ordered) -> float:
            return float(place(ordered[min(len(ordered) - 1, int(part * len(ordered)))]))

        drawn.append(text(10, y + 5, short(one["bot"])))
        drawn.append(line(at(0.05), y, at(0.95), y, stroke=colour, stroke_width=2))
        drawn.append(
            rect(at(0.25), y - 9, max(1.0, at(0.75) - at(0.25)), 18, fill=colour, fill_opacity=0.45)
        )
        drawn.append(line(at(0.5), y - 11, at(0.5), y + 11, stroke=colour, stroke_width=3))
    y = ROW * len(bots) + 14
    return picture(y + 30, drawn + axis(low, high, place, y, "{:.0f}"), "Scores")


def lengths_plot(result: dict[str, Any]) -> str:
    lengths = result["lengths"]
    if not lengths:
        return ""
    low, high = min(lengths), max(lengths) + 1
    step = max(1, -(-(high - low) // 40))
    columns = Counter((value - low) // step for value in lengths)
    place = scale(low, high, 60, WIDTH - 30)
    most = max(columns.values())
    drawn: list[Element] = []
    for column, number in columns.items():
        height = 160 * number / most
        left, right = place(low + column * step), place(min(high, low + (column + 1) * step))
        drawn.append(
            Element(
                "rect",
                Element("title", f"{low + column * step}: {number}"),
                x=float(left),
                y=float(180 - height),
                width=float(max(1.0, right - left - 1)),
                height=float(height),
                fill=COLOURS[0],
            )
        )
    drawn.append(text(50, 28, str(most), text_anchor="end"))
    return picture(215, drawn + axis(low, high, place, 180, "{:.0f}"), "Lengths")
