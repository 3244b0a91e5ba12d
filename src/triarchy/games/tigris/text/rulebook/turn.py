"""The rulebook: a turn and its actions."""

from __future__ import annotations

from triarchy.kit.language import Translate
from triarchy.kit.learning import Figure, Section


def sections(say: Translate) -> list[Section]:
    return [action(say), leader(say), tile(say), catastrophe(say), swap(say)]


def action(say: Translate) -> Section:
    return Section(
        "action",
        say("Your turn"),
        (
            say("In your turn you have up to two actions, in any order, also the same one twice:"),
            say("- place, move or withdraw one of your leaders,"),
            say("- lay a tile,"),
            say("- play one of your two catastrophes,"),
            say("- swap up to six tiles."),
            say(
                "You may also pass. Conflicts, monuments and treasures belong to the action that "
                "brings them about; only when they are settled is it over."
            ),
            say(
                "At the end of your turn your leaders earn from monuments. Then you fill your hand up"
                " to six tiles, and so does everybody else who has fewer."
            ),
        ),
        rulings=(
            ("T-1", say("The two actions of a turn may be the same; passing is allowed.")),
            (
                "T-21",
                say("The order within an action: point, wars, monument, leaders home, treasures."),
            ),
            (
                "T-24",
                say(
                    "First the player whose turn it was fills up to six tiles, then the others, "
                    "clockwise."
                ),
            ),
        ),
    )


def leader(say: Translate) -> Section:
    return Section(
        "leader",
        say("Action: a leader"),
        (
            say(
                "Place one of your own leaders from your supply on a free cell, move one that is on "
                "the board to another, or take one back."
            ),
            say(
                "A leader stands only on land, next to a face-up temple (not diagonally), and never "
                "so that it joins two kingdoms. It may join regions that have no leader."
            ),
            say(
                "When the last temple next to a leader is taken away or turned over, the leader goes "
                "back to its owner at once."
            ),
            say(
                "Placing a leader brings no point. But without leaders on the board you get no points"
                " at all."
            ),
        ),
        (
            Figure(
                "leader",
                say(
                    "Where may a farmer stand? On J5 it would join two kingdoms, on E1 there is a river, "
                    "beside H5 there is no temple."
                ),
                seat=0,
                keys=("leader-1-black", "leader-1-red"),
            ),
        ),
        rulings=(
            (
                "T-2",
                say(
                    "A leader that is moved is lifted first; everything is tested on the board without "
                    "it."
                ),
            ),
            ("T-3", say("A leader may join regions without leaders, never two kingdoms.")),
            ("T-4", say("Moving a leader onto its own cell is not a move.")),
            ("T-20", say("A leader without a face-up temple next to it goes home at once.")),
        ),
    )


def tile(say: Translate) -> Section:
    return Section(
        "tile",
        say("Action: a tile"),
        (
            say(
                "Lay a tile from your hand on a free cell: blue ones only on rivers, all others only "
                "on land. Tiles that lie are never moved."
            ),
            say(
                "If it comes to a kingdom, it brings one point of its own colour to the owner of the "
                "leader of that colour there, whoever laid it. If there is no such leader, the owner "
                "of the king there gets the point, still in the colour of the tile. If there is no "
                "king either, nobody gets one."
            ),
            say(
                "There is no point outside of kingdoms, and none for a tile that joins two kingdoms. "
                "Three or more kingdoms may never be joined at once."
            ),
        ),
        (
            Figure(
                "tile",
                say(
                    "A farm on E3 comes to the kingdom of the blue leader on F2: a blue point for its "
                    "owner."
                ),
                seat=1,
                preview="cell E3",
            ),
            Figure(
                "king",
                say(
                    "A temple on H8: there is no priest in this kingdom, so the king takes the red point."
                ),
                seat=2,
                preview="cell H8",
            ),
            Figure(
                "joining",
                say("On H5 the tile would join three kingdoms, which is never allowed."),
                seat=0,
                keys=("leader-0-red", "leader-0-blue", "leader-1-black"),
            ),
        ),
        rulings=(
            ("T-5", say("Regions without a leader do not count towards “never three kingdoms”.")),
            (
                "T-6",
                say(
                    "The king stands in for any missing leader of his kingdom; the point has the tile's "
                    "colour."
                ),
            ),
            (
                "T-7",
                say(
                    "A tile that joins two kingdoms brings no point, whether or not there is a war."
                ),
            ),
        ),
    )


def catastrophe(say: Translate) -> Section:
    return Section(
        "catastrophe",
        say("Action: a catastrophe"),
        (
            say(
                "You have two for the whole game. A catastrophe goes on a free cell, also on a river,"
                " or on a tile; that tile is out of the game. It may not go on a leader, nor on a "
                "tile with a treasure or a monument."
            ),
            say(
                "The cell is dead for good and connects nothing. So a kingdom may fall apart, and a "
                "leader may lose its last temple and go home."
            ),
        ),
        (
            Figure(
                "catastrophe-cell",
                say(
                    "On I6 or J6 it would split the kingdom; on H6 it would send the farmer on H5 home, "
                    "whose only temple that is."
                ),
                seat=0,
                preview="cell H6",
                keys=("leader-1-blue",),
            ),
        ),
        rulings=(
            (
                "T-8",
                say(
                    "A catastrophe may lie on a river; never on a leader, a flipped tile, a treasure or "
                    "another catastrophe."
                ),
            ),
        ),
    )


def swap(say: Translate) -> Section:
    return Section(
        "swap",
        say("Action: swapping"),
        (
            say(
                "Put away one to six of your tiles face down and draw as many from the bag at once. "
                "What is put away is out of the game. As a first action it gives you new tiles for "
                "the second."
            ),
        ),
        rulings=(
            (
                "T-25",
                say(
                    "A swap that the bag cannot fill ends the game at once; the rest of the turn is lost."
                ),
            ),
        ),
    )
