"""The positions of the rules page and the lessons, made from scenes.

`python -m tests.china.figures` writes them into the game's folder `figures/`; a test
compares.
"""

from __future__ import annotations

from typing import Any

import triarchy
from tests.china.scenes import last_turn, play, scene
from tests.shared_checks import write_figures
from triarchy.games.china import GAME

ROW = "green orange yellow violet"
HALF_PLAYED: dict[str, Any] = {
    "players": 3,
    "hand": "red yellow violet",
    "row": ROW,
    "emissaries": {"chin": [2, 1, 0], "wei": [1, 0, 1], "chu": [0, 0, 1], "qi": [0, 1, 0]},
}
HOUSES = {
    0: "chin1 chin3 chin4 wei1 wei3 qi2 shu1 zhao2",
    1: "wei2 wei6 chu1 chu3 qi1 qi4 lu1 yan2",
    2: "chin2 chu2 wei4 han1 han2 lu3 zhao4",
}
EXAMPLE_6: dict[str, Any] = {
    "players": 4,
    "emissaries": {"wei": [1, 1, 0, 0], "chin": [2, 1, 1, 0], "shu": [1, 0, 0, 2]},
    "hand": "red yellow violet",
    "row": ROW,
}
EXAMPLE_6_HOUSES = {
    0: "chin1 chin2 chin3 chin4",
    1: "wei1 wei2",
    2: "wei3",
    3: "shu1 shu2 shu3",
}
FINAL_HOUSES = {
    0: "chin2 chin4 chin6 shu1 shu2 wei1 wei2 wei3",
    1: "wei4 wei5 qi1 qi2 chu1 chu2 chu3",
    2: "wei6 qi3 qi4 han1 chu4 lu1",
}
FINAL_EMISSARIES = {"wei": [1, 1, 0], "chin": [2, 1, 0], "chu": [0, 2, 0], "qi": [0, 0, 1]}


def documents() -> dict[str, dict[str, Any]]:
    """The position document of every figure, by its id."""
    turns = {
        "start": scene(hand="violet red red", row=ROW),
        "board": scene(HOUSES, **HALF_PLAYED),
        "example-1-axel": scene(hand="violet red red", row=ROW),
        "example-1-barbara": scene({0: "wei1"}, seat=1, hand="red green green", row=ROW),
        "example-1-chris": scene({0: "qi1"}, seat=2, hand="yellow yellow yellow", row=ROW),
        "example-2": scene(
            {1: "chu1 chu2 chu3 chu4"},
            emissaries={"chu": [0, 1, 1]},
            hand="violet orange orange",
            row=ROW,
        ),
        "example-3": scene({1: "chin1 chin2", 2: "chin3 chin4"}, hand="yellow yellow red", row=ROW),
        "example-3-full": scene(
            {1: "chin1 chin2", 2: "chin3 chin4"},
            emissaries={"chin": [1, 1, 0]},
            hand="yellow yellow red",
            row=ROW,
        ),
        "example-4-before": scene(
            {0: "wei1 wei2 wei3", 1: "wei4 wei5", 2: "wei6"}, hand="red green green", row=ROW
        ),
        "example-5-before": scene(
            {0: "qi1 qi2", 1: "qi3 qi4"}, seat=2, hand="yellow red green", row=ROW
        ),
        "example-6-before": scene(
            EXAMPLE_6_HOUSES,
            **{**EXAMPLE_6, "emissaries": {"wei": [0, 1, 0, 0], "chin": [2, 1, 1, 0]}},
        ),
        "example-6": scene(EXAMPLE_6_HOUSES, **EXAMPLE_6),
        "example-7-before": scene(
            {0: "chin2 chin4 shu1 shu2 chin5", 1: "wei1 wei2"},
            hand="yellow red green",
            row=ROW,
        ),
        "example-7": scene(
            {0: "chin2 chin4 chin6 shu1 shu2 chin5"}, hand="yellow red green", row=ROW
        ),
        "example-8-before": scene({1: "qi1"}, with_forts=True, hand="yellow yellow yellow"),
        "reshuffle": scene({1: "chu1"}, hand="red red violet", row=ROW, deck="violet", deck_size=1),
        "last-round": scene(
            {0: "wei1 wei2", 1: "chu1 chu2"},
            seat=1,
            hand="violet red red",
            row="- orange yellow -",
            deck="",
            exhausted=2,
            starter=0,
            turn=4,
        ),
    }
    figures = {id_: table.position() for id_, table in turns.items()}
    figures["drawing"] = _after("example-1-axel", figures, "house wei3", "pay red")
    figures["example-4"] = _after("example-4-before", figures, "house wei7", "pay red")
    figures["example-5"] = _after("example-5-before", figures, "house qi5", "pay yellow")
    figures["example-8"] = _after(
        "example-8-before", figures, "fort qi2", "pay yellow", "house qi2", "pay yellow"
    )
    final = last_turn(FINAL_HOUSES, emissaries=FINAL_EMISSARIES)
    figures["final-before"] = triarchy.position(final).position()
    figures["final"] = _after("final-before", figures, "draw 1")
    return figures


def _after(id_: str, figures: dict[str, dict[str, Any]], *moves: str) -> dict[str, Any]:
    return play(triarchy.position(figures[id_]), *moves).position()


if __name__ == "__main__":
    write_figures(GAME, documents())
