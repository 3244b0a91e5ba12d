"""Lessons: revolts, wars, and what else can happen."""

from __future__ import annotations

from triarchy.games.tigris.text.lessons.predicates import parted
from triarchy.kit.language import Translate
from triarchy.kit.learning import Exercise, Lesson


def lessons(say: Translate) -> list[Lesson]:
    return [
        _revolt(say),
        _war(say),
        _priests(say),
        _monument(say),
        _treasure(say),
        _catastrophe(say),
        _count(say),
    ]


def _revolt(say: Translate) -> Lesson:
    return Lesson(
        "tigris-08-revolt",
        say("Revolt: the defender holds"),
        (
            Exercise(
                say("Bull's king on J7 has one temple beside him, I7. Choose your king."),
                figure="revolt",
                expected=("leader black",),
                otherwise=say("The king is the black leader."),
            ),
            Exercise(
                say(
                    "On H7 he has two temples beside him, H6 and I7. One temple may count for both."
                ),
                expected=("cell H7",),
                otherwise=say("H7 is better: two temples stand beside it."),
            ),
            Exercise(
                say("2 against 1. Add both of your temples."),
                expected=("support 2",),
                otherwise=say("Bull may add tiles after you; add what you have."),
            ),
            Exercise(
                say("Now you are Bull: 4 against 1. How many of your three temples do you need?"),
                seat=1,
                expected=("support 3",),
                otherwise=say("That is not enough: you need four in all to draw level."),
                praise=say(
                    "4 against 4: a tie is the defender's. A red point for Bull, and Lion's king goes "
                    "home."
                ),
            ),
        ),
    )


def _war(say: Translate) -> Lesson:
    return Lesson(
        "tigris-09-war",
        say("War: which one first?"),
        (
            Exercise(
                say(
                    "F6 lies between your kingdom and Bull's, and both have a trader and a king. Join "
                    "them."
                ),
                figure="war-cell",
                expected=("cell F6",),
                otherwise=say("That joins nothing. Lay the tile on F6."),
            ),
            Exercise(
                say(
                    "Two wars: you choose which is fought first. Begin with the traders, 1 follower "
                    "against 2."
                ),
                expected=("war green",),
                otherwise=say("The kings can wait: first the traders."),
            ),
            Exercise(
                say("Bull can add one market at most. How many of your four do you add?"),
                expected=("support 3", "support 4"),
                otherwise=say(
                    "With one market more Bull could hold: 1 and what you add must be more than 3."
                ),
                praise=say(
                    "Two markets and the trader of Bull are gone: 3 green points. The kingdom has fallen "
                    "apart, so the kings do not fight."
                ),
                replies=("support 1",),
            ),
            Exercise(
                say(
                    "The same again, but with the kings first: nobody has black followers here, and "
                    "nothing connects the sides but markets."
                ),
                figure="war-choice",
                expected=("war black",),
                otherwise=say("This time the kings first."),
            ),
            Exercise(
                say(
                    "0 against 0, and a tie is the defender's. You have no black tile left to add."
                ),
                expected=("support 0",),
                praise=say("Your king is lost, and the traders still fight. The order matters."),
                replies=("support 0",),
            ),
        ),
    )


def _priests(say: Translate) -> Lesson:
    return Lesson(
        "tigris-10-priests",
        say("A war of priests"),
        (
            Exercise(
                say(
                    "A war of priests: your 2 temples against the 4 of Bull, who may add one. Add enough."
                ),
                figure="priests-attack",
                expected=("support 4", "support 5"),
                otherwise=say(
                    "Not enough: 2 and what you add must be more than 4 and the one that Bull may add."
                ),
                praise=say(
                    "G6 and H6 are gone. I7 stays, for it carries a treasure, and H5, for the trader on "
                    "H4 stands beside it."
                ),
                replies=("support 1",),
                keys=("tile-G6", "tile-H5", "tile-H6", "tile-I7"),
            ),
            Exercise(
                say(
                    "You got 3 red points: two temples and the priest. What is spared brings nothing."
                ),
                keys=("tile-H5", "tile-I7"),
            ),
        ),
    )


def _monument(say: Translate) -> Lesson:
    return Lesson(
        "tigris-11-monument",
        say("A monument"),
        (
            Exercise(
                say("You are Bull. Three temples lie in a square: choose a fourth one."),
                figure="monument",
                seat=1,
                expected=("tile red",),
                otherwise=say("Take a temple."),
            ),
            Exercise(
                say("Complete the square."),
                seat=1,
                expected=("cell H6",),
                otherwise=say("That makes no square. H6 is missing."),
            ),
            Exercise(
                say(
                    "Archer's priest got the red point. Now or never: build a monument. Which one brings "
                    "you points? Your king stands in this kingdom."
                ),
                seat=1,
                expected=("monument black-red",),
                otherwise=say(
                    "It would bring you nothing: only your king is there, and he takes black alone."
                ),
                praise=say("The trader on F5 has lost his last temple and gone home."),
            ),
            Exercise(
                say("End your turn and see what the monument brings."),
                seat=1,
                expected=("pass",),
                otherwise=say("End the turn this time."),
                praise=say(
                    "A black point for you, and at the end of Archer's turn a red one for the priest. The"
                    " king stands in for nobody here."
                ),
                replies=("pass",),
            ),
        ),
    )


def _treasure(say: Translate) -> Lesson:
    return Lesson(
        "tigris-12-treasure",
        say("Treasures"),
        (
            Exercise(
                say(
                    "Your trader on M5 is in a kingdom with one treasure, N5. P2 is near. Choose a farm."
                ),
                figure="treasure",
                expected=("tile blue",),
                otherwise=say("Take a blue tile: the gap is a river."),
                keys=("treasure-P2", "treasure-N5"),
            ),
            Exercise(
                say("Close the gap, so that both treasures are in one kingdom."),
                expected=("cell P4",),
                otherwise=say("The treasures are still apart. Try P4."),
            ),
            Exercise(
                say("All but one are yours. P2 lies in a corner, so it must be taken first."),
                expected=("take P2",),
                praise=say("N5 stays. A treasure is a point of any colour at the end."),
            ),
        ),
    )


def _catastrophe(say: Translate) -> Lesson:
    return Lesson(
        "tigris-13-catastrophe",
        say("Catastrophes"),
        (
            Exercise(
                say("Bull's farmer and trader live in one kingdom. Choose a catastrophe."),
                figure="catastrophe",
                expected=("catastrophe",),
                otherwise=say("Take a catastrophe."),
            ),
            Exercise(
                say("Part the two: strike a tile between them."),
                accepts=parted,
                otherwise=say("That does not part them. Strike I6 or J6."),
                praise=say("Two kingdoms instead of one. The cell is dead for good."),
            ),
            Exercise(
                say("And the second one."),
                expected=("catastrophe",),
                otherwise=say("Take the other catastrophe."),
            ),
            Exercise(
                say("The farmer on H5 has only one temple beside him. Strike it."),
                expected=("cell H6",),
                otherwise=say("His temple is H6."),
                praise=say("Without a temple he goes home. Both of your catastrophes are used."),
                keys=("leader-1-blue",),
            ),
        ),
    )


def _count(say: Translate) -> Lesson:
    return Lesson(
        "tigris-14-count",
        say("The count"),
        (
            Exercise(
                say(
                    "The game is over and the screens are lifted. Each treasure goes to a colour: Potter "
                    "gives one to black, two to blue. So the weakest colour is 11."
                ),
                figure="final",
                keys=("points-3-blue",),
            ),
            Exercise(
                say(
                    "Lion and Bull are level with 10 in the weakest and in the second colour. In the "
                    "third it is 12 against 11: Lion comes before Bull."
                ),
                keys=("points-0-blue", "points-1-blue"),
            ),
            Exercise(
                say(
                    "Archer has 22 black points, but only 6 red ones: with three treasures 9, the last "
                    "place. Neglect no colour."
                ),
                keys=("points-2-red", "points-2-black"),
            ),
        ),
    )
