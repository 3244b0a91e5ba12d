"""The curves of a training as one HTML page, complete in itself."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape
from typing import Any

from triarchy.arena.page import COLOURS, GREY, STYLE, WIDTH, axis, picture, scale
from triarchy.kit.svg import Element, circle, line, text

HEIGHT, LEFT, TOP = 240, 70, 30
PLOTTED = {
    "loss": "Loss",
    "value_loss": "Loss of the values (cross entropy of the shares of the win)",
    "entropy": "Entropy of the policy, in nats",
    "explained": "Part of the returns' spread that the values explain",
}
Point = tuple[float, float]


def curves_page(title: str, training: dict[str, Any]) -> str:
    """The whole page from the history that a training keeps."""
    rounds = training["rounds"]
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1><p>{escape(words(training))}</p>",
    ]
    series = wins_by_players(training["judged"])
    if series:
        against = training["judged"][-1]["against"]
        parts.append(f"<h2>Share of wins against {escape(against)}, by number of players</h2>")
        parts.append(plot(series, "Share of wins", low=0.0, high=1.0))
    for key, heading in PLOTTED.items():
        points = [(one["seconds"], one[key]) for one in rounds]
        if points:
            parts.append(f"<h2>{escape(heading)}</h2>{plot({'': points}, heading)}")
    parts.append("</body></html>\n")
    return "\n".join(parts)


def words(training: dict[str, Any]) -> str:
    """What was trained, and how, in sentences."""
    told = ", ".join(f"{key} {value}" for key, value in training["settings"].items())
    if not training["rounds"]:
        return f"{told}."
    last = training["rounds"][-1]
    return f"{last['games']:,} games, {last['decisions']:,} decisions. {told}."


def wins_by_players(judged: Sequence[dict[str, Any]]) -> dict[str, list[Point]]:
    """For each number of players the shares of wins over time."""
    found: dict[str, list[Point]] = {}
    for one in judged:
        points = found.setdefault(f"{one['players']} players", [])
        points.append((one["seconds"], one["won"] / one["games"]))
    return found


def plot(
    series: dict[str, list[Point]],
    label: str,
    low: float | None = None,
    high: float | None = None,
) -> str:
    """Lines over the seconds of the training."""
    every = [point for points in series.values() for point in points]
    low = min(y for _, y in every) if low is None else low
    high = max(y for _, y in every) if high is None else high
    across = scale(0.0, max(x for x, _ in every), LEFT, WIDTH - 30)
    up = scale(low, high, HEIGHT, TOP)
    drawn: list[Element] = []
    for value in (low, (low + high) / 2, high):
        drawn.append(line(LEFT, up(value), WIDTH - 30, up(value), stroke=GREY, stroke_opacity=0.4))
        drawn.append(text(LEFT - 8, up(value) + 5, f"{value:.3g}", text_anchor="end"))
    for number, (name, points) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        for (x, y), (later, then) in itertools.pairwise(points):
            drawn.append(
                line(across(x), up(y), across(later), up(then), stroke=colour, stroke_width=2)
            )
        if name:
            drawn += [circle(across(x), up(y), 4, fill=colour) for x, y in points]
            drawn.append(text(LEFT + 130 * number, 16, name, fill=colour))
    drawn += axis(0.0, max(x for x, _ in every), across, HEIGHT + 8, "{:.0f} s")
    return picture(HEIGHT + 40, drawn, label)
