"""The legend: every symbol on the board, in the hand and on the panels, and what it means."""

from __future__ import annotations

from triarchy.games.tigris.text.words import speaker
from triarchy.kit.drawing import LIGHT
from triarchy.kit.learning import LegendEntry
from triarchy.kit.svg import Element, Raw, circle, moved, path, rect, svg

SIDE = 64
"""The width and height of a legend's symbol."""


def legend(language: str) -> list[LegendEntry]:
    say = speaker(language)
    entries = [
        (
            "tile-black",
            say("Settlement"),
            say("A black tile. It follows kings and brings black points."),
        ),
        (
            "tile-red",
            say("Temple"),
            say(
                "A red tile. Every leader needs one beside it; temples decide revolts, follow priests"
                " and bring red points."
            ),
        ),
        (
            "tile-blue",
            say("Farm"),
            say("A blue tile, only on rivers. It follows farmers and brings blue points."),
        ),
        (
            "tile-green",
            say("Market"),
            say("A green tile. It follows traders and brings green points."),
        ),
        (
            "flipped",
            say("Tile turned over"),
            say(
                "One of the four tiles under a monument. It connects what lies beside it and does "
                "nothing else."
            ),
        ),
        (
            "leader",
            say("Leader"),
            say(
                "The large sign is the dynasty, the colour and the small sign below left say which "
                "leader it is: king black, priest red, farmer blue, trader green."
            ),
        ),
        (
            "strength",
            say("Number on a leader"),
            say(
                "Its followers: the tiles of its colour in its kingdom, its strength in a war. During"
                " its revolt: the temples beside it."
            ),
        ),
        (
            "temples",
            say("Red dots on a leader"),
            say(
                "The temples beside it, one dot each: its strength in a revolt. Without any it would "
                "go home."
            ),
        ),
        (
            "kingdom",
            say("Outline"),
            say(
                "A kingdom: connected tiles and leaders with at least one leader. Each has a colour "
                "and dashes of its own, which mean nothing more."
            ),
        ),
        (
            "treasure",
            say("Treasure"),
            say(
                "A gold ring with a pearl. A kingdom with more than one gives all but one to the "
                "owner of its trader."
            ),
        ),
        (
            "corner",
            say("Treasure of a corner"),
            say("A cut stone: one of the four treasures in the corners, which are taken first."),
        ),
        (
            "catastrophe",
            say("Catastrophe"),
            say(
                "On the board: a dead cell that connects nothing. In the hand or on a panel: how many"
                " are left."
            ),
        ),
        (
            "monument",
            say("Monument"),
            say(
                "It has two colours. At the end of your turn each of them brings a point if your "
                "leader of that colour is in its kingdom."
            ),
        ),
        (
            "unification",
            say("Two rings"),
            say(
                "A tile that joins two kingdoms, or a cell where it would. In a war it belongs to "
                "neither side."
            ),
        ),
        (
            "laid",
            say("Red frame"),
            say("The tile just laid, or the square on which a monument can be built."),
        ),
        (
            "support",
            say("Golden frame"),
            say("A temple that counts in the present revolt; it may count for both."),
        ),
        (
            "dynasty",
            say("Sign of a player"),
            say("Lion, bull, archer or potter: a player is a sign, not a colour."),
        ),
        (
            "tiles-in-hand",
            say("Tiles in hand"),
            say("How many tiles a player holds; only their owner sees which."),
        ),
        ("on-board", say("Dashed ring"), say("A leader of this player that stands on the board.")),
        (
            "bag",
            say("Bag"),
            say(
                "The tiles that can still be drawn. The game ends when somebody must draw and it "
                "cannot give enough."
            ),
        ),
    ]
    symbols = _symbols()
    return [LegendEntry(id_, symbols[id_], name, words) for id_, name, words in entries]


def _symbols() -> dict[str, str]:
    """The pictures, by the same functions that draw the table."""
    # The drawing speaks with the words of this package, so it is loaded after it.
    from triarchy.games.tigris.drawing import pieces

    half, ink = SIDE / 2, LIGHT.ink

    def frame(colour: str) -> list[Element]:
        return [
            moved(half, half, pieces.tile(1, 36)),
            rect(10, 10, 44, 44, rx=6, fill="none", stroke=colour, stroke_width=3),
        ]

    dots = [
        circle(20 + 12 * i, half, 5, fill=pieces.FACE[1], stroke=pieces.CREAM) for i in range(3)
    ]
    outline = path(
        "M10 18Q10 10 18 10H46Q54 10 54 18V30Q54 38 46 38H40V46Q40 54 32 54H18Q10 54 10 46Z",
        fill="#7b3f98",
        fill_opacity=".2",
        stroke="#7b3f98",
        stroke_width=3,
    )
    ring = circle(half, half, 12, fill="none", stroke=LIGHT.faint, stroke_dasharray="4 4")
    piece: dict[str, Raw] = {
        "tile-black": pieces.tile(0, 48),
        "tile-red": pieces.tile(1, 48),
        "tile-blue": pieces.tile(2, 48),
        "tile-green": pieces.tile(3, 48),
        "flipped": pieces.back(48),
        "leader": pieces.leader(0, 3, 52),
        "strength": pieces.badge(3, 3, 34),
        "treasure": pieces.treasure(False, 30),
        "corner": pieces.treasure(True, 30),
        "catastrophe": pieces.catastrophe(48),
        "monument": pieces.monument(1, 52),
        "unification": pieces.unification(44),
        "dynasty": pieces.dynasty_sign(1, 48),
        "tiles-in-hand": pieces.back(30),
        "bag": pieces.bag(44, ink),
    }
    drawn: dict[str, list[Element]] = {
        **{id_: [moved(half, half, face)] for id_, face in piece.items()},
        "temples": dots,
        "kingdom": [outline],
        "laid": frame(LIGHT.accent),
        "support": frame(LIGHT.gold),
        "on-board": [ring],
    }
    paper = rect(0, 0, SIDE, SIDE, rx=8, fill=LIGHT.panel)
    return {
        id_: str(svg(SIDE, SIDE, paper, *parts, aria_hidden="true")) for id_, parts in drawn.items()
    }
