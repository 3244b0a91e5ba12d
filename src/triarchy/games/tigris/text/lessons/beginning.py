"""Lessons: the board, kingdoms, the rulebook's first round."""

from __future__ import annotations

from triarchy.games.tigris.text.lessons.predicates import (
    black_point,
    blue_point,
    placed,
    second_red_point,
    with_the_king,
)
from triarchy.kit.language import Translate
from triarchy.kit.learning import Exercise, Lesson


def lessons(say: Translate) -> list[Lesson]:
    return [
        _setup(say),
        _kingdoms(say),
        _found(say),
        _farm(say),
        _king(say),
        _attack(say),
        _standing(say),
    ]


def _setup(say: Translate) -> Lesson:
    return Lesson(
        "tigris-01-setup",
        say("The board and your leaders"),
        (
            Exercise(
                say(
                    "This is the land between the two rivers. Ten temples lie on it, each with a "
                    "treasure. In your hand: six tiles, four leaders, two catastrophes."
                ),
                figure="start",
                keys=("treasure-B2", "treasure-I7"),
            ),
            Exercise(
                say(
                    "Each leader has a colour: king black, priest red, farmer blue, trader green. Choose "
                    "your king."
                ),
                expected=("leader black",),
                otherwise=say("The king is the black leader."),
            ),
            Exercise(
                say("A leader stands on land beside a temple. Choose one of the lit cells."),
                accepts=placed,
                praise=say("Your king and the temple are a kingdom now."),
            ),
        ),
    )


def _kingdoms(say: Translate) -> Lesson:
    return Lesson(
        "tigris-02-kingdoms",
        say("Regions and kingdoms"),
        (
            Exercise(
                say(
                    "What lies side by side is connected; corners do not count. L4 touches K3 only at a "
                    "corner, so it is not in your king's kingdom."
                ),
                figure="kingdoms",
                keys=("tile-L4",),
            ),
            Exercise(
                say(
                    "A tile laid in a kingdom brings a point to the leader of its colour. Choose a black "
                    "tile."
                ),
                expected=("tile black",),
                otherwise=say("Take a black tile, for your king."),
            ),
            Exercise(
                say("Lay it so that it belongs to your king's kingdom."),
                accepts=black_point,
                otherwise=say(
                    "There it brings your king nothing. Lay it side by side with his kingdom."
                ),
                praise=say("One black point."),
            ),
        ),
    )


def _found(say: Translate) -> Lesson:
    return Lesson(
        "tigris-03-found",
        say("A first round: two kingdoms"),
        (
            Exercise(
                say(
                    "The sample round of the rulebook, turn by turn. You are Lion and found two kingdoms."
                    " First the king."
                ),
                figure="round-1",
                expected=("leader black",),
                otherwise=say("The king is the black leader."),
            ),
            Exercise(
                say("Place him on K2."),
                expected=("cell K2",),
                otherwise=say("That is allowed, but here he goes to K2."),
            ),
            Exercise(
                say("Your second action: the priest."),
                expected=("leader red",),
                otherwise=say("The priest is the red leader."),
            ),
            Exercise(
                say("Place him on G3, beside another temple."),
                expected=("cell G3",),
                otherwise=say("That is allowed, but here he goes to G3."),
                praise=say(
                    "Two kingdoms are founded, and your turn is over. Placing leaders brings no points."
                ),
            ),
        ),
    )


def _farm(say: Translate) -> Lesson:
    return Lesson(
        "tigris-04-farm",
        say("A first round: a farm"),
        (
            Exercise(
                say(
                    "Now you are Bull. Your farmer may move into a kingdom of Lion. Choose the farmer."
                ),
                figure="round-2",
                seat=1,
                expected=("leader blue",),
                otherwise=say("The farmer is the blue leader."),
            ),
            Exercise(
                say("Place him on F2, above the temple on F3."),
                seat=1,
                expected=("cell F2",),
                otherwise=say("That is allowed, but here he goes to F2."),
            ),
            Exercise(
                say("Farms lie on rivers. Choose a blue tile."),
                seat=1,
                expected=("tile blue",),
                otherwise=say("Take a blue tile."),
            ),
            Exercise(
                say("Which river cell belongs to your farmer's kingdom? E3 is beside the temple."),
                seat=1,
                accepts=blue_point,
                otherwise=say("There it brings your farmer no point."),
                praise=say("A blue point for you, though Lion founded the kingdom."),
            ),
        ),
    )


def _king(say: Translate) -> Lesson:
    return Lesson(
        "tigris-05-king",
        say("A first round: the king stands in"),
        (
            Exercise(
                say("You are Archer. Choose your king."),
                figure="round-3",
                seat=2,
                expected=("leader black",),
                otherwise=say("The king is the black leader."),
            ),
            Exercise(
                say("Place him on I8."),
                seat=2,
                expected=("cell I8",),
                otherwise=say("That is allowed, but here he goes to I8."),
            ),
            Exercise(
                say("Now a temple."),
                seat=2,
                expected=("tile red",),
                otherwise=say("Temples are the red tiles."),
            ),
            Exercise(
                say(
                    "Lay it on H8, beside your king. There is no priest in this kingdom: who gets the "
                    "point?"
                ),
                seat=2,
                expected=("cell H8",),
                otherwise=say("Here it goes to H8, so that two temples stand beside your king."),
                praise=say("The king does: a red point, for the point has the colour of the tile."),
            ),
        ),
    )


def _attack(say: Translate) -> Lesson:
    return Lesson(
        "tigris-06-attack",
        say("A first round: a revolt"),
        (
            Exercise(
                say(
                    "You are Potter and have four temples in hand. Attack Lion's priest on G3 with your "
                    "own. Choose your priest."
                ),
                figure="round-4",
                seat=3,
                expected=("leader red",),
                otherwise=say("The priest is the red leader."),
            ),
            Exercise(
                say("Place him on F4, in the same kingdom."),
                seat=3,
                expected=("cell F4",),
                otherwise=say(
                    "There he meets nobody, or stands elsewhere than in the example: take F4."
                ),
            ),
            Exercise(
                say("The same temple, F3, supports both: 1 against 1. Add three of your temples."),
                seat=3,
                expected=("support 3",),
                otherwise=say(
                    "Lion holds two temples: with fewer than three he could draw level, and four would "
                    "waste one."
                ),
                praise=say(
                    "4 against 1: Lion's priest goes home, a red point for you. The three tiles are out "
                    "of the game."
                ),
                replies=("support 0",),
            ),
            Exercise(
                say("Your second action: your last temple."),
                seat=3,
                expected=("tile red",),
                otherwise=say("Take the temple."),
            ),
            Exercise(
                say("Lay it on G4, where your priest gets a point for it."),
                seat=3,
                accepts=second_red_point,
                otherwise=say("There your priest gets no point."),
                praise=say("Two red points in one turn. You draw four tiles."),
            ),
        ),
    )


def _standing(say: Translate) -> Lesson:
    return Lesson(
        "tigris-07-standing",
        say("Where a leader may stand"),
        (
            Exercise(
                say(
                    "A leader needs land beside a temple and must not join two kingdoms. Choose your "
                    "farmer."
                ),
                figure="standing",
                expected=("leader blue",),
                otherwise=say("The farmer is the blue leader."),
            ),
            Exercise(
                say(
                    "Try J5, a river, a cell without a temple: you are told why not. Then place him in "
                    "the kingdom of Bull's king on J7."
                ),
                accepts=with_the_king,
                answers={
                    "cell J5": say(
                        "On J5 he would join the kingdoms of J7 and K4. Only a tile may do that."
                    )
                },
                otherwise=say("He may stand there, but not in the kingdom of the king on J7."),
                praise=say(
                    "A farmer and a king live there in peace: only leaders of one colour fight."
                ),
                keys=("leader-1-black",),
            ),
        ),
    )
