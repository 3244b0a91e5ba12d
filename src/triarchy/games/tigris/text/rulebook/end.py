"""The rulebook: monuments, treasures, the end, a round as an example, options."""

from __future__ import annotations

from triarchy.kit.language import Translate
from triarchy.kit.learning import Figure, Section


def sections(say: Translate) -> list[Section]:
    return [monument(say), treasure(say), over(say), round(say), options(say), summary(say)]


def monument(say: Translate) -> Section:
    return Section(
        "monument",
        say("Monuments"),
        (
            say(
                "If the tile you lay makes a square of four tiles of one colour, you may turn the "
                "four over and put up a monument that has this colour. There are six, one for each "
                "pair of colours; if none with this colour is left, none can be built."
            ),
            say(
                "Conflicts come first: the square must still be there afterwards. It is now or never;"
                " later nobody may make up for it. If one tile makes several squares, you choose one."
            ),
            say(
                "Tiles that are turned over still connect, and do nothing else. A treasure stays "
                "where it lies. A leader who has lost the last temple beside it goes home at once. "
                "Monuments are never destroyed."
            ),
            say(
                "At the end of each of your turns a monument brings you a point for each of its two "
                "colours of which your own leader is in its kingdom. Here the king stands in for "
                "nobody: he takes black only."
            ),
        ),
        (
            Figure(
                "monument-choice",
                say(
                    "A temple on H6 completes the square G5–H6. Bull may build, and chooses black and "
                    "red."
                ),
                seat=1,
                preview="monument black-red",
            ),
            Figure(
                "monument-after",
                say(
                    "The trader on F5 had no other temple and has gone home. At the end of Bull's turn "
                    "the king brings a black point, at the end of Archer's turn the priest a red one."
                ),
                keys=("leader-1-black", "leader-2-red"),
            ),
            Figure(
                "squares",
                say(
                    "A market on H6 completes two squares: G5–H6 and H5–I6. One of them can carry a "
                    "monument now."
                ),
                seat=0,
            ),
        ),
        rulings=(
            (
                "T-18",
                say(
                    "A monument is offered at once or never for the same four tiles; a later tile may "
                    "make a new square of some of them."
                ),
            ),
            ("T-19", say("Flipped tiles connect and do nothing else; a treasure on one stays.")),
            (
                "T-23",
                say(
                    "Monument points go to the player whose turn ends, to nobody else; the king takes "
                    "black only."
                ),
            ),
        ),
    )


def treasure(say: Translate) -> Section:
    return Section(
        "treasure",
        say("Treasures"),
        (
            say(
                "If a kingdom has more than one treasure at the end of an action, the owner of its "
                "trader takes all but one, whoever's turn it is. Which one stays is free to choose, "
                "but the treasures of the four corners are taken first."
            ),
            say(
                "Without a trader the treasures wait until the kingdom has one. A treasure is a "
                "joker: at the end it is a point of whichever colour you like, each one for itself."
            ),
        ),
        (
            Figure(
                "treasure-choice",
                say(
                    "A farm on P4 joins two treasures. Bull's farmer gets the blue point; then Lion's "
                    "trader takes the treasure on P2, because it lies in a corner. N5 stays."
                ),
                seat=0,
                preview="take P2",
                keys=("treasure-P2", "treasure-N5"),
            ),
        ),
        rulings=(
            (
                "T-22",
                say(
                    "Treasures are taken at the end of every action, by the trader's owner, active or "
                    "not."
                ),
            ),
        ),
    )


def over(say: Translate) -> Section:
    return Section(
        "over",
        say("The end"),
        (
            say(
                "The game ends at once when somebody must draw and the bag cannot give enough, in a "
                "swap or at the end of a turn. It also ends at the end of a turn with only one or two"
                " treasures left on the board."
            ),
            say(
                "The screens are lifted. Everybody gives each treasure to a colour; best always to "
                "the weakest. Then the weakest colours are compared: the most points win. Who is "
                "level compares the second weakest colour, and so on. If all four are level, the "
                "victory is shared."
            ),
        ),
        (
            Figure(
                "final",
                say(
                    "Potter wins with 11 in the weakest colour. Lion and Bull have 10 and 10; in the "
                    "third colour Lion's 12 beats Bull's 11. Archer had only 6 red points: three "
                    "treasures make them 9, and 22 black ones do not help."
                ),
                part="all",
            ),
        ),
        rulings=(
            ("T-26", say("An empty bag ends nothing while nobody is short of tiles.")),
            ("T-27", say("The game ends after turn 500 at the latest.")),
            ("T-28", say("All four colours equal: the victory is shared.")),
        ),
    )


def round(say: Translate) -> Section:
    return Section(
        "round",
        say("A first round"),
        (
            say("Lion places the king on K2 and the priest on G3: two kingdoms are founded."),
            say(
                "Bull places the farmer on F2, into one of them, and lays a farm on the river, E3: a "
                "blue point. One tile is drawn."
            ),
            say(
                "Archer places the king on I8 and lays a temple on H8. There is no priest, so the "
                "king takes the red point; and now two temples protect him."
            ),
            say(
                "Potter places the priest on F4, in the kingdom of Lion's priest: a revolt. The same "
                "temple counts for both. Potter adds three, Lion could add only two and adds none: 4 "
                "against 1. Lion's priest goes home, Potter gets a red point, and another one for a "
                "temple on G4."
            ),
        ),
        (
            Figure("round-2", say("After Lion's turn.")),
            Figure("round-3", say("After Bull's turn.")),
            Figure("round-4", say("After Archer's turn.")),
        ),
    )


def options(say: Translate) -> Section:
    return Section(
        "options",
        say("Options"),
        (
            say(
                "Open points: everybody's points are shown all the time. It changes no rule, as every"
                " gain is seen by all."
            ),
            say(
                "Tiles in a conflict, only as many as can decide it: the rule of later English "
                "printings. The attacker may add tiles only to take the lead, the defender only "
                "exactly as many as make it level."
            ),
        ),
    )


def summary(say: Translate) -> Section:
    return Section(
        "summary",
        say("In short"),
        (
            say("- Two actions a turn: leader, tile, catastrophe, swap."),
            say("- Leader: free land beside a face-up temple, never joining two kingdoms."),
            say(
                "- Tile: blue on rivers, others on land; a point to the leader of its colour, else to"
                " the king; two kingdoms at most."
            ),
            say("- Revolt: temples beside the leaders and red tiles; a red point."),
            say(
                "- War: followers of both sides and tiles of that colour; a point for each follower "
                "lost and for the leader."
            ),
            say("- A tie is always the defender's."),
            say(
                "- Monument: a square of one colour, now or never; points at the end of your own "
                "turns."
            ),
            say("- Treasures: the trader takes all but one, corners first; each is a joker."),
            say(
                "- The end: the bag falls short, or two treasures are left. The weakest colour "
                "counts."
            ),
        ),
    )
