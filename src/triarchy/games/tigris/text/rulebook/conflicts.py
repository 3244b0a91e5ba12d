"""The rulebook: revolts and wars."""

from __future__ import annotations

from triarchy.kit.language import Translate
from triarchy.kit.learning import Figure, Section


def sections(say: Translate) -> list[Section]:
    return [conflicts(say), revolt(say), war(say), priests(say)]


def conflicts(say: Translate) -> Section:
    return Section(
        "conflicts",
        say("Conflicts"),
        (
            say(
                "Two leaders of one colour never live in one kingdom. If a leader is placed where one"
                " of its colour already is, there is a revolt, fought with temples. If a tile joins "
                "two kingdoms that have leaders of one colour, there is a war, fought with followers."
            ),
            say(
                "No leader may be taken back to dodge a conflict. In both kinds tiles on the board "
                "count, and each side may add tiles from the hand, once: the attacker first, then the"
                " defender. The higher sum wins; if level, the defender. Tiles that were added leave "
                "the game and bring no points."
            ),
        ),
        rulings=(
            (
                "T-9",
                say(
                    "Both sides may add any number of tiles, even uselessly, once each, the attacker "
                    "first."
                ),
            ),
            ("T-11", say("Tiles that were added leave the game and bring no points.")),
        ),
    )


def revolt(say: Translate) -> Section:
    return Section(
        "revolt",
        say("Revolt"),
        (
            say(
                "The owner of the leader just placed attacks. Both count the face-up temples right "
                "next to their leader, not diagonally; one temple may count for both. Then the "
                "attacker and after that the defender may add red tiles, whatever the colour of the "
                "leaders."
            ),
            say(
                "The loser takes the leader back, the winner gets one red point. Nothing else leaves "
                "the board."
            ),
        ),
        (
            Figure(
                "revolt-cell",
                say(
                    "Lion's king enters on H7, where two temples stand; Bull's king on J7 has one of "
                    "them."
                ),
                seat=0,
                preview="cell H7",
            ),
            Figure(
                "revolt-defence",
                say(
                    "Lion has added two: 2 + 2 against 1. Bull adds three: 4 against 4, and a tie is the "
                    "defender's. Bull gets a red point, Lion's king goes home, the five tiles are out of "
                    "the game."
                ),
                seat=1,
                part="all",
                preview="support 3",
            ),
        ),
        rulings=(("T-10", say("One temple may count for both sides of a revolt.")),),
    )


def war(say: Translate) -> Section:
    return Section(
        "war",
        say("War"),
        (
            say(
                "Only a tile can join two kingdoms. It brings no point; a sign of two rings marks it."
                " If no leaders of one colour meet, the sign is taken away and nothing happens. Else "
                "there is a war for each such colour, and the player whose turn it is says which "
                "comes first."
            ),
            say(
                "If that player's own leader is in the war, that player attacks; if not, the one of "
                "the two who sits next clockwise does."
            ),
            say(
                "Each side counts its followers: all tiles of that colour in the kingdom as it was "
                "before the joining. The joining tile belongs to neither side. Then the attacker and "
                "after that the defender may add tiles of that colour."
            ),
            say(
                "The loser's leader goes home, and all tiles of that colour on the loser's side leave"
                " the game. The winner gets a point of that colour for each of them and one for the "
                "leader, none for tiles that were added."
            ),
            say(
                "Then the strengths are counted again. If the kingdom has fallen apart so that "
                "leaders no longer meet, they do not fight; if some still do, the wars go on."
            ),
        ),
        (
            Figure(
                "war-cell",
                say(
                    "A settlement on F6 joins the kingdoms of Lion and Bull. Traders and kings would "
                    "fight; the numbers are their followers."
                ),
                seat=0,
                preview="cell F6",
            ),
            Figure(
                "war-attack",
                say(
                    "Lion lets the traders fight first: 1 follower and 4 added against 2 and 1 added. The"
                    " one of Bull is of no use; Bull only wants to be rid of it."
                ),
                seat=0,
                part="all",
                preview="support 4",
            ),
            Figure(
                "war-after",
                say(
                    "Lion gets 3 green points, for two markets and the trader. The kingdom has fallen "
                    "apart again, so the kings do not fight."
                ),
                keys=("leader-0-black", "leader-1-black"),
            ),
        ),
        rulings=(
            (
                "T-12",
                say(
                    "The player whose turn it is picks the order of the wars, also when he is in none of "
                    "them."
                ),
            ),
            (
                "T-13",
                say(
                    "The attacker in a war is the player whose turn it is, if involved, else the involved"
                    " player nearest clockwise."
                ),
            ),
            (
                "T-14",
                say(
                    "The tile that joined the kingdoms belongs to neither side, supports nobody and is "
                    "never removed."
                ),
            ),
            ("T-15", say("What hangs on a side only through the joining tile counts for neither.")),
            (
                "T-16",
                say(
                    "After each war the rest is tested anew: kingdoms that have fallen apart no longer "
                    "fight."
                ),
            ),
        ),
    )


def priests(say: Translate) -> Section:
    return Section(
        "priests",
        say("A war of priests"),
        (
            say(
                "Between priests there is an exception: temples that carry a treasure, and temples "
                "right next to another leader, stay on the board. They did count as followers, but "
                "bring the winner nothing."
            ),
        ),
        (
            Figure(
                "priests-attack",
                say("Four temples follow Bull's priest on I6: G6, H5, H6, I7."),
                keys=("tile-G6", "tile-H5", "tile-H6", "tile-I7"),
            ),
            Figure(
                "priests-after",
                say(
                    "After a defeat I7 stays, for its treasure, and H5, beside the trader on H4. G6, H6 "
                    "and the priest bring Lion 3 red points."
                ),
                keys=("tile-H5", "tile-I7"),
            ),
        ),
        rulings=(
            (
                "T-17",
                say(
                    "Temples spared in a war of priests did count as strength, and bring no point."
                ),
            ),
        ),
    )
