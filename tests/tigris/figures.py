"""The positions of the rules page and the lessons, made from scenes.

`python -m tests.tigris.figures` writes them into the game's folder `figures/`; a test
compares.
"""

from __future__ import annotations

from typing import Any

import triarchy
from tests.shared_checks import write_figures
from tests.tigris.scenes import ARCHER, BULL, LION, document, play, scene
from triarchy.games.tigris import GAME
from triarchy.table.table import Table

Document = dict[str, Any]
TURNS = (
    ("leader black", "cell K2", "leader red", "cell G3"),
    ("leader blue", "cell F2", "tile blue", "cell E3"),
    ("leader black", "cell I8", "tile red", "cell H8"),
)
"""The first three turns of the rulebook's sample round."""


def first_round(turns: int) -> Table:
    table = scene(
        players=4,
        hands=("red*2 black*2 green*2", "blue*3 black*3", "red*2 green*4", "red*4 black*2"),
        turn=0,
    )
    play(table, *(move for turn in TURNS[:turns] for move in turn))
    return table


def kingdoms() -> Table:
    return scene(
        black="L2 K3 L4",
        red="C5 D5",
        green="G4",
        leaders={"K2": (LION, "black"), "G3": (BULL, "red")},
        hands=("black*3 green*3", "red*6"),
    )


def standing() -> Table:
    return scene(
        red="J6 I4 J4",
        leaders={"J7": (BULL, "black"), "K4": (BULL, "red")},
        hands=("red*2 black*2 blue*2", "green*6"),
    )


def joining() -> Table:
    """Two kingdoms without leaders of one colour, and a third one near."""
    return scene(
        red="H4 G5 I5",
        leaders={"H3": (LION, "red"), "F5": (LION, "blue"), "J5": (BULL, "black")},
        hands=("green*6", "red*6"),
    )


def revolt() -> Table:
    return scene(
        red="H6",
        leaders={"J7": (BULL, "black")},
        hands=("red*2 black*4", "red*3 green*3"),
    )


def war() -> Table:
    return scene(
        players=4,
        red="C6 I6",
        green="E6 G6 H6",
        leaders={
            "D6": (LION, "green"),
            "C5": (LION, "black"),
            "J6": (BULL, "green"),
            "I5": (BULL, "black"),
        },
        hands=("green*4 black red", "green black*5", "red*6", "blue*6"),
    )


def priests() -> Table:
    return scene(
        red="C6 D6 H6 H5 G6",
        black="E6",
        leaders={"C5": (LION, "red"), "I6": (BULL, "red"), "H4": (BULL, "green")},
        hands=("red*5 black", "red"),
    )


def monument() -> Table:
    return scene(
        players=4,
        red="G5 H5 G6 J5 F7",
        leaders={"F5": (LION, "green"), "I5": (BULL, "black"), "G7": (ARCHER, "red")},
        hands=("black*6", "red*6", "black*3 green*3", "green*6"),
        active=BULL,
        turn=5,
    )


def squares() -> Table:
    return scene(
        green="G5 H5 I5 G6 I6",
        red="H4",
        leaders={"H3": (LION, "green")},
        hands=("green*6", "red*6"),
    )


def treasure() -> Table:
    return scene(
        black="P3",
        blue="P5 O5",
        leaders={"M5": (LION, "green"), "N6": (BULL, "blue")},
        hands=("blue*6", "red*6"),
    )


def catastrophe() -> Table:
    return scene(
        red="H6 L6",
        black="I6 J6",
        leaders={"H5": (BULL, "blue"), "K6": (BULL, "green")},
        hands=("black*6", "red*6"),
    )


def final() -> Document:
    return document(
        players=4,
        no_treasure="B2 P2 F3 N5 I7 B8 O9 F10 K11",
        points=[
            {"black": 12, "red": 10, "blue": 7, "green": 14, "treasure": 3},
            {"black": 10, "red": 10, "blue": 11, "green": 16, "treasure": 0},
            {"black": 22, "red": 6, "blue": 12, "green": 11, "treasure": 3},
            {"black": 10, "red": 13, "blue": 9, "green": 12, "treasure": 3},
        ],
        phase="over",
        to_move=None,
        actions_left=0,
        scores=[[10, 10, 12, 14], [10, 10, 11, 16], [9, 11, 12, 22], [11, 11, 12, 13]],
        ranking=[2, 3, 4, 1],
    )


def documents() -> dict[str, Document]:
    """Every figure by its id."""
    return {
        "start": triarchy.game("tigris", players=4).start(7).position(),
        "kingdoms": kingdoms().position(),
        "leader": play(standing(), "leader blue"),
        "standing": standing().position(),
        "tile": play(first_round(1), "leader blue", "cell F2", "tile blue"),
        "king": play(first_round(2), "leader black", "cell I8", "tile red"),
        "joining": play(joining(), "tile green"),
        "catastrophe": catastrophe().position(),
        "catastrophe-cell": play(catastrophe(), "catastrophe"),
        "revolt": revolt().position(),
        "revolt-cell": play(revolt(), "leader black"),
        "revolt-defence": play(revolt(), "leader black", "cell H7", "support 2"),
        "war-cell": play(war(), "tile black"),
        "war-choice": play(war(), "tile black", "cell F6"),
        "war-attack": play(war(), "tile black", "cell F6", "war green"),
        "war-after": play(war(), "tile black", "cell F6", "war green", "support 4", "support 1"),
        "priests-attack": play(priests(), "tile black", "cell F6", "war red"),
        "priests-after": play(
            priests(), "tile black", "cell F6", "war red", "support 4", "support 1"
        ),
        "monument": monument().position(),
        "monument-choice": play(monument(), "tile red", "cell H6"),
        "monument-after": play(monument(), "tile red", "cell H6", "monument black-red"),
        "squares": play(squares(), "tile green", "cell H6"),
        "treasure": treasure().position(),
        "treasure-choice": play(treasure(), "tile blue", "cell P4"),
        "final": final(),
        **{f"round-{turn + 1}": first_round(turn).position() for turn in range(4)},
    }


if __name__ == "__main__":
    write_figures(GAME, documents())
