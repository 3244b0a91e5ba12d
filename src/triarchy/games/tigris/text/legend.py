"""The legend: every symbol on the board, in the hand and on the panels, and what it means."""

from __future__ import annotations

from triarchy.games.tigris.text.words import speaker
from triarchy.kit.learning import LegendEntry


def legend(language: str) -> list[LegendEntry]:
    # Pictures are made with words: imported when needed, not by one another.
    from triarchy.games.tigris.drawing.legend import symbols_by_id

    say, symbols = speaker(language), symbols_by_id()
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
    return [LegendEntry(id_, symbols[id_], name, meaning) for id_, name, meaning in entries]
