"""The lessons: short scenes on the real board, from the first look at the map to two players."""

from __future__ import annotations

from triarchy.games.meridian.text.words import speaker
from triarchy.kit.language import Translate
from triarchy.kit.learning import Exercise, Lesson

CITIES = tuple(f"city {row}" for row in range(1, 6))


def lessons(language: str) -> list[Lesson]:
    say = speaker(language)
    return [
        Lesson("meridian-01-map", say("The map"), _map(say)),
        Lesson("meridian-02-cards", say("Cards and meridians"), _cards(say)),
        Lesson("meridian-03-first-tower", say("The first tower"), _first_tower(say)),
        Lesson("meridian-04-push", say("A city for a tower"), _push(say)),
        Lesson("meridian-05-chain", say("A whole chain"), _chain(say)),
        Lesson("meridian-06-take-back", say("Taking a tower back"), _take_back(say)),
        Lesson("meridian-07-islands", say("Who takes an island"), _islands(say)),
        Lesson("meridian-08-pass", say("Passing, and ties at the end"), _pass(say)),
        Lesson("meridian-09-two-players", say("With two players"), _two_players(say)),
    ]


def _map(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say(
                "Thirteen islands in the southern sea. Ten strips divide them from north to south: "
                "the meridians. Their numbers stand at the southern edge."
            ),
            "board",
            keys=("meridian-1", "meridian-5", "meridian-10"),
        ),
        Exercise(
            say(
                "The red dots are cities. A golden dot with little towers is a capital: a tower "
                "there counts twice."
            ),
            keys=("city-2-4", "city-9-2", "city-10-1"),
        ),
        Exercise(
            say(
                "The pennant beside an island's name shows what it is worth, a point for each of "
                "its cities, and whose towers are strongest there now. Orinwei is worth 5, and grey "
                "leads."
            ),
            keys=("pennant-b",),
        ),
        Exercise(
            say(
                "Now look for the capital of Quelasi, in the north-east, and the meridian it lies "
                "in. Play the card that leads there."
            ),
            keys=("island-k",),
            expected=("card 8-10",),
            answers={
                "card 2": say("This card leads to meridian 2. Quelasi lies in the north-east.")
            },
            praise=say("The card 8-9-10 lets you choose one of three meridians."),
        ),
        Exercise(
            say("And now the meridian of the capital."),
            expected=("meridian 9",),
            otherwise=say(
                "Follow the strip from the golden dot on Quelasi down to its number at the edge."
            ),
            praise=say("Right: the capital of Quelasi lies in meridian 9."),
        ),
    )


def _cards(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say(
                "Two of your cards always lie open; the others wait in the pile. You are orange. "
                "Play the card that leaves you the choice of a meridian."
            ),
            "cards",
            expected=("card 4-7",),
            answers={
                "card 3": say("Card 3 leads to meridian 3 alone. Take the one with four numbers.")
            },
            praise=say("Four meridians are open to you now."),
        ),
        Exercise(
            say("Choose one of the four, whichever you like."),
            expected=("meridian 4", "meridian 5", "meridian 6", "meridian 7"),
            praise=say("The whole turn happens in this meridian."),
        ),
        Exercise(
            say("You need not build. End the turn this time and watch your cards."),
            expected=("done",),
            otherwise=say("A fine tower, but this time pass and watch your cards."),
            praise=say(
                "The card has been discarded for all to see, and the next one of your pile lies open."
            ),
        ),
    )


def _first_tower(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say(
                "Card 3 has led you to meridian 3, where no tower stands yet. Try a tower of 1. "
                "Then build the lowest one that is possible."
            ),
            "first-tower",
            expected=("height 2",),
            answers={"done": say("You could pass, but here a tower is to be built.")},
            otherwise=say("Possible, but it costs more pieces than it must. Build a 2."),
            praise=say("The first tower in a meridian is at least 2 high."),
        ),
        Exercise(
            say("Every city of the meridian is free. Build where you like."),
            expected=CITIES,
            praise=say(
                "Your pennant is on the island now: if nobody else comes, you take it at the end."
            ),
        ),
    )


def _push(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say(
                "In meridian 5 stand a 4, a 3 and a 1, lower and lower from north to south, as it "
                "must be. Heights may not be equal. Build the tower that fits between 3 and 1."
            ),
            "figure-a-height",
            expected=("height 2",),
            answers={"done": say("You could pass, but here a tower is to be built.")},
            otherwise=say("This one would have to stand in the north. Build a 2."),
            keys=("tower-3-4-5", "tower-2-3-5", "tower-1-1-5"),
        ),
        Exercise(
            say(
                "The 2 may stand in the free city between brown and grey. But you may also take "
                "grey's city: then grey makes room. Do that."
            ),
            expected=("city 4",),
            answers={"city 3": say("Possible, and nobody moves. But now take grey's city.")},
            praise=say("Grey is lower than you, so it moved one city south."),
        ),
        Exercise(
            say(
                "The same once more. Press the cities with a cross: why can the 2 not stand there? "
                "Then build in the free city."
            ),
            "figure-a",
            expected=("city 3",),
            answers={"city 4": say("That would push grey again. Take the free city.")},
            praise=say(
                "Brown's city would have pushed black off the map, and in the south the 2 would "
                "have stood below the 1."
            ),
        ),
    )


def _chain(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say("The same meridian again. This time build a tower of 5."),
            "figure-b-height",
            expected=("height 5",),
            answers={"done": say("You could pass, but here a tower is to be built.")},
            otherwise=say("This time it is to be a 5: one more than the highest tower here."),
        ),
        Exercise(
            say(
                "It is higher than all the others, so it must stand in the north of them. There is "
                "only one city. Who will move?"
            ),
            expected=("city 1",),
            praise=say(
                "Black moved south and pushed brown on; brown found a free city. Such a chain may "
                "be as long as there is room."
            ),
        ),
    )


def _take_back(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say(
                "Here you have a tower already, and only one may be yours in a meridian. Take your "
                "4 back."
            ),
            "figure-c",
            expected=("lift 1",),
            answers={"done": say("You may leave it standing. But here take it back.")},
            praise=say("Its four pieces are in your supply again; the others stay where they are."),
            keys=("tower-0-4-5",),
        ),
        Exercise(
            say("You could end the turn now. Build a 2 instead."),
            expected=("height 2",),
            answers={"done": say("Possible: you would keep the pieces. But here build a 2.")},
            otherwise=say("Possible, but here a 2 is wanted."),
        ),
        Exercise(
            say("Put it where grey stands."),
            expected=("city 4",),
            otherwise=say("Possible, but here take grey's city."),
            praise=say("A tower less high in a better city, and two pieces more for later turns."),
        ),
    )


def _islands(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say(
                "The end is near; you are grey. On Talumei you and black have a tower each: a tie, "
                "so nobody would take it."
            ),
            "figure-d",
            seat=1,
            keys=("island-a",),
        ),
        Exercise(say("On Ombari brown is alone: 3 points for brown."), seat=1, keys=("island-h",)),
        Exercise(
            say(
                "On Quelasi orange has two towers. Black has only one, but in the capital, where it "
                "counts 2: a tie again. How high they are does not matter."
            ),
            seat=1,
            keys=("island-k",),
        ),
        Exercise(
            say(
                "On Long Hasuri black has two towers and you have one. Your last card leads to its "
                "capital. Play it."
            ),
            seat=1,
            expected=("card 4",),
            keys=("island-e",),
        ),
        Exercise(
            say("How high? For the island every height is equal."),
            seat=1,
            expected=("height 2",),
            answers={"done": say("Then black would take Long Hasuri. Build.")},
            otherwise=say("Possible, but a 2 does the same and saves pieces."),
        ),
        Exercise(
            say("Now the capital of Long Hasuri."),
            seat=1,
            expected=("city 5",),
            otherwise=say("That is another island. Long Hasuri lies in the south."),
            praise=say("1 for your city and 2 for the capital: 3 against black's 2."),
            replies=("card 9", "done", "card 5", "done"),
        ),
        Exercise(
            say(
                "The others have passed, and all cards are played. You take Long Hasuri with its 5 "
                "cities: 5 points. Brown has 3, and you have won."
            ),
            seat=1,
            keys=("island-e", "island-h"),
        ),
    )


def _pass(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say(
                "The last turn of the game, and you are black. Grey and you have 11 points each. "
                "Play your last card."
            ),
            "last-turn",
            seat=3,
            expected=("card 7",),
        ),
        Exercise(
            say(
                "You have 2 pieces left, grey has 1. No tower you could build in meridian 7 would "
                "take an island. What now?"
            ),
            seat=3,
            expected=("done",),
            otherwise=say(
                "It takes no island, and its pieces will be missing: level on points, pieces in "
                "supply decide."
            ),
            praise=say(
                "Level on points, but 2 pieces against 1: you win. Had you been level there too, "
                "you would have shared the victory."
            ),
        ),
    )


def _two_players(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say(
                "With two players each has 40 pieces, every card twice, and may own two towers in "
                "a meridian. You are orange and have a 4 here. Build a 7."
            ),
            "two-players",
            expected=("height 7",),
            answers={
                "done": say("You could pass, but here a tower is to be built."),
                "lift 2": say("You need not: two towers may be yours. Build a 7."),
            },
            otherwise=say("Possible, but here a 7 is wanted: it is higher than grey's tower."),
        ),
        Exercise(
            say("It must stand in the north of grey's 6."),
            expected=("city 1",),
            praise=say(
                "Grey moved south and pushed your own 4 along. Within a chain own towers move too."
            ),
        ),
        Exercise(
            say(
                "But you cannot take the city of your own tower. Try it with this 3, then build it "
                "where it may stand."
            ),
            "own-tower",
            expected=("city 3", "city 4", "city 5"),
            praise=say("That is all. You can play Meridian now."),
        ),
    )
