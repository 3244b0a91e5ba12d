"""Does it matter who begins? A hundred thousand random games of each kind, and a picture.

python examples/seat_advantage.py seats.svg
"""

from __future__ import annotations

import sys

import numpy as np

import triarchy
from triarchy.kit import svg

GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
COLOURS = ("#c8641e", "#6b7f99", "#7a4b2a", "#2f2b28", "#2c8f84")


def win_shares(name: str, players: int) -> np.ndarray:
    """Each seat's share of the wins; a shared win counts in parts."""
    result = triarchy.simulate(triarchy.game(name, players), GAMES, seed=1)
    won = result.ranking == 1
    return (won / won.sum(axis=1, keepdims=True)).mean(axis=0)


def picture(rows: list[tuple[str, np.ndarray]]) -> str:
    """One row of bars for each game and number of players, a bar a seat; the line is par."""
    height = 44 * len(rows) + 40
    whole = svg.svg(720, height, font_family="system-ui, sans-serif", font_size=14)
    whole.add(svg.rect(0, 0, 720, height, fill="#f4ead5"))
    for number, (title, shares) in enumerate(rows):
        y = 30 + 44 * number
        whole.add(svg.text(16, y + 18, title, fill="#3a2a1a"))
        left, width = 200.0, 500.0
        for seat, share in enumerate(shares):
            part = float(share) * width
            whole.add(svg.rect(left, y, part, 28, fill=COLOURS[seat]))
            words = f"{share:.1%}"
            whole.add(
                svg.text(left + part / 2, y + 19, words, fill="#ffffff", text_anchor="middle")
            )
            left += part
    return str(whole)


def main() -> None:
    rows = []
    for name, counts in (("meridian", (2, 3, 4)), ("tigris", (2, 3, 4)), ("china", (3, 4, 5))):
        for players in counts:
            shares = win_shares(name, players)
            rows.append((f"{name}, {players} players", shares))
            print(name, players, " ".join(f"{share:.1%}" for share in shares))
    out = sys.argv[1] if len(sys.argv) > 1 else "seats.svg"
    with open(out, "w", encoding="utf-8") as file:
        file.write(picture(rows))
    print(f"Written to {out}.")


if __name__ == "__main__":
    main()
