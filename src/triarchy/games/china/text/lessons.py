"""China's lessons: short scenes on the real board, from the map to a whole final scoring."""

from __future__ import annotations

from collections.abc import Iterable

from triarchy.games.china.sight import ChinaSight
from triarchy.games.china.state import DRAW, PAY, YELLOW
from triarchy.games.china.text.words import speaker
from triarchy.kit.language import Translate
from triarchy.kit.learning import Exercise, Lesson
from triarchy.kit.sight import Sight

EMPTY_WEI = tuple(f"house wei{number}" for number in range(1, 8))


def lessons(language: str) -> list[Lesson]:
    say = speaker(language)
    return [
        _map(say),
        _cards(say),
        _emissaries(say),
        _either(say),
        _houses(say),
        _drawing(say),
        _alliances(say),
        _roads(say),
        _fortification(say),
        _final(say),
    ]


def _otherwise(say: Translate) -> str:
    return say("That is possible, but it is not what this lesson is about. Try another move.")


def _draw_anything(words: str) -> Exercise:
    """Fill the hand, with any card."""
    return Exercise(words, expected=tuple(f"draw {slot}" for slot in (1, 2, 3, 4, "deck")))


def _fields(province: str, numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"house {province}{number}" for number in numbers)


def _map(say: Translate) -> Lesson:
    return Lesson(
        "china-01-map",
        say("The map"),
        (
            Exercise(
                say(
                    "Nine provinces, each with round house fields and one dragon field. "
                    "Roads join the house fields. Ringed is the province Wei."
                ),
                figure="board",
                keys=("province-wei",),
            ),
            Exercise(
                say(
                    "Houses stand on the house fields, emissaries on the dragon field. Two "
                    "figures of the same player are drawn once, with a 2."
                ),
                keys=("house-1-wei2", "emissary-0-chin"),
            ),
            Exercise(
                say(
                    "The numbers on the borders are alliances between two provinces; more "
                    "about them later."
                ),
                keys=("alliance-3", "alliance-4"),
            ),
            Exercise(
                say(
                    "Now you are Blue, and it is the first turn. A card has the colour of "
                    "the provinces it pays for. Build a house in the violet province."
                ),
                figure="start",
                expected=_fields("chu", range(1, 9)),
                otherwise=say("That is not violet. The violet province is Chu."),
                keys=("province-chu",),
            ),
            Exercise(
                say("And pay for it with the violet card."),
                expected=("pay violet",),
                otherwise=say(
                    "Two red cards are a joker and would do, but the violet card is cheaper."
                ),
                praise=say("Your first house stands."),
            ),
        ),
    )


def _cards(say: Translate) -> Lesson:
    return Lesson(
        "china-02-cards",
        say("Cards and pieces"),
        (*_one_piece(say), *_two_pieces(say), *_joker(say)),
    )


def _one_piece(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say(
                "You are Blue and hold violet, red and red. Wei is red and empty. Build a "
                "house there."
            ),
            figure="example-1-axel",
            expected=EMPTY_WEI,
            otherwise=say("Not there: this lesson is about Wei."),
            keys=("province-wei",),
        ),
        Exercise(
            say("Pay with one red card."),
            expected=("pay red",),
            otherwise=_otherwise(say),
        ),
        _draw_anything(
            say(
                "You still have a red card, but Wei was empty: only one piece. Click another "
                "field and you will be told so. Then draw a card."
            ),
        ),
    )


def _two_pieces(say: Translate) -> tuple[Exercise, ...]:
    return (
        Exercise(
            say(
                "Now you are White, with red, green and green. A house of Blue stands in "
                "Wei, so you may place two pieces. Build a house first."
            ),
            figure="example-1-barbara",
            seat=1,
            expected=_fields("wei", range(2, 8)),
            otherwise=say("Not there: this lesson is about a house in Wei."),
        ),
        Exercise(
            say("Pay with the red card."),
            seat=1,
            expected=("pay red",),
            otherwise=say(
                "The two green cards would pay too, but then red is left for the second "
                "piece, and the turn would look the same. Use red first."
            ),
        ),
        Exercise(
            say("The second piece: a house or an emissary in Wei."),
            seat=1,
            accepts=lambda sight: sight.phase == PAY,
            otherwise=say("You may end here, but you can still afford a second piece."),
        ),
        Exercise(
            say(
                "There is no red card left. Two green ones are a joker: they pay for one "
                "piece in a province of another colour."
            ),
            seat=1,
            expected=("pay green",),
            praise=say("Three cards, two pieces, one province: 3-2-1."),
        ),
    )


def _joker(say: Translate) -> tuple[Exercise, ...]:
    yellow = say(
        "Qi and Ch'in are yellow themselves: there each yellow card pays for a piece, and "
        "two are no joker."
    )
    at_home = (*_fields("qi", range(2, 6)), *_fields("chin", range(1, 7)), "emissary qi")
    return (
        Exercise(
            say(
                "Now you are Black, with three yellow cards. Use two of them as a joker: "
                "build a house outside the yellow provinces."
            ),
            figure="example-1-chris",
            seat=2,
            accepts=lambda sight: sight.phase == PAY and not _is_yellow(sight),
            answers=dict.fromkeys(at_home, yellow),
            otherwise=_otherwise(say),
        ),
        Exercise(
            say("Pay with the joker."),
            seat=2,
            expected=("pay yellow",),
            praise=say(
                "The province was empty, so that was all. In Qi two yellow cards would have "
                "placed two pieces."
            ),
        ),
    )


def _is_yellow(sight: Sight) -> bool:
    """Whether the piece that is being paid for comes to a yellow province."""
    assert isinstance(sight, ChinaSight)
    return sight.province is not None and sight.province.colour == YELLOW


def _emissaries(say: Translate) -> Lesson:
    send = say("Send an emissary to Chu.")
    return Lesson(
        "china-03-emissaries",
        say("Emissaries"),
        (
            Exercise(
                say(
                    "In Chu White has four houses, the most there. So four emissaries have "
                    "room on the dragon field, of all players together. Two stand there. You "
                    "need no house of your own: send one."
                ),
                figure="example-2",
                expected=("emissary chu",),
                otherwise=send,
                keys=("province-chu",),
            ),
            Exercise(
                say("Pay with violet, or with two orange cards as a joker."),
                expected=("pay orange", "pay violet"),
            ),
            Exercise(
                say("There is room for one more."),
                expected=("emissary chu",),
                otherwise=send,
            ),
            Exercise(
                say("And pay for this one too."),
                accepts=lambda sight: sight.phase == DRAW,
                praise=say(
                    "Four houses, four emissaries: the court is full until White builds a "
                    "fifth house."
                ),
            ),
        ),
    )


def _either(say: Translate) -> Lesson:
    return Lesson(
        "china-04-majority",
        say("Level majorities"),
        (
            Exercise(
                say(
                    "In Ch'in White and Black have two houses each: two emissaries have "
                    "room. You could place two emissaries, two houses, or one of each. Send "
                    "the first emissary."
                ),
                figure="example-3",
                expected=("emissary chin",),
                otherwise=_otherwise(say),
                keys=("province-chin",),
            ),
            Exercise(
                say("Pay."),
                expected=("pay yellow",),
            ),
            Exercise(
                say("Now the second one."),
                expected=("emissary chin",),
                otherwise=_otherwise(say),
            ),
            Exercise(
                say("Pay once more."),
                expected=("pay yellow",),
                praise=say("Two and two: both stand at court."),
            ),
            Exercise(
                say(
                    "The same province with two emissaries in it. Try to send a third: there "
                    "is no room. Build a house instead."
                ),
                figure="example-3-full",
                expected=_fields("chin", (5, 6)),
                otherwise=say("A house in Ch'in, please."),
            ),
        ),
    )


def _houses(say: Translate) -> Lesson:
    return Lesson(
        "china-05-houses",
        say("Houses are scored"),
        (
            Exercise(
                say(
                    "Wei has one free field. You have three houses there, White two, Black "
                    "one. Fill the province."
                ),
                figure="example-4-before",
                expected=("house wei7",),
                otherwise=_otherwise(say),
                keys=("province-wei",),
            ),
            Exercise(
                say("Pay with red and watch the points."),
                expected=("pay red",),
                otherwise=say("Two green cards would pay too; take red."),
                praise=say(
                    "You have the most and get a point for each of the 7 houses. White gets "
                    "4, as many as you have houses; Black 2, as many as White has."
                ),
            ),
            Exercise(
                say("Now you are Black. In Qi Blue and White have two houses each. Fill it."),
                figure="example-5-before",
                seat=2,
                expected=("house qi5",),
                otherwise=_otherwise(say),
                keys=("province-qi",),
            ),
            Exercise(
                say("Pay with yellow."),
                seat=2,
                expected=("pay yellow",),
                praise=say(
                    "Blue and White share the first rank: 5 points each. You come directly "
                    "after them and get 2, as many as one of them has houses."
                ),
            ),
        ),
    )


def _drawing(say: Translate) -> Lesson:
    return Lesson(
        "china-06-drawing",
        say("Drawing, and the end"),
        (
            _draw_from(say, "drawing"),
            Exercise(
                say(
                    "Only when your hand was full was the open row filled up again. Now a "
                    "swap, which is a turn by itself: give away a red card."
                ),
                figure="reshuffle",
                expected=("swap red",),
                otherwise=_otherwise(say),
            ),
            Exercise(
                say("The deck has a single card. Draw it."),
                expected=("draw deck",),
                otherwise=say("An open card would do, but we want the deck to run out."),
                praise=say(
                    "The discards were shuffled into a new deck at once. That happens only "
                    "this one time."
                ),
            ),
            Exercise(
                say(
                    "Here the deck has run out for the second time. Blue, the start player, "
                    "has the emperor. The round goes on to the player on Blue's right, "
                    "Black; then the game is over. Use your last turn: build in Chu."
                ),
                figure="last-round",
                seat=1,
                expected=_fields("chu", range(3, 9)),
                otherwise=_otherwise(say),
            ),
        ),
    )


def _draw_from(say: Translate, figure: str) -> Exercise:
    return Exercise(
        say(
            "You have spent a card. Fill your hand: take an open card, which everyone sees, "
            "or draw from the deck, which nobody else sees."
        ),
        figure=figure,
        expected=("draw 1", "draw 2", "draw 3", "draw 4", "draw deck"),
    )


def _alliances(say: Translate) -> Lesson:
    return Lesson(
        "china-07-alliances",
        say("Alliances"),
        (
            Exercise(
                say(
                    "Alliance 3 joins Wei and Ch'in. In Ch'in you have the most emissaries, "
                    "in Wei White has the only one. Send one to Wei: level with White, you "
                    "have the most there too."
                ),
                figure="example-6-before",
                expected=("emissary wei",),
                otherwise=_otherwise(say),
                keys=("alliance-3",),
            ),
            Exercise(
                say("Pay with red."),
                expected=("pay red",),
                praise=say(
                    "At the end alliance 3 would bring you 6 points: one for each of the 2 + "
                    "4 emissaries, whoever owns them. The ring around the number shows your "
                    "colour."
                ),
            ),
            Exercise(
                say(
                    "Alliance 4 joins Ch'in and Shu. You lead in Ch'in, but Brown in Shu: "
                    "nobody has the most in both, so nobody gets points."
                ),
                figure="example-6",
                keys=("alliance-4",),
            ),
        ),
    )


def _roads(say: Translate) -> Lesson:
    return Lesson(
        "china-08-roads",
        say("Roads"),
        (
            Exercise(
                say(
                    "Four or more of your houses in a row along the roads count at the end, "
                    "across borders too. One house closes your row from Ch'in 2 to Shu 2. "
                    "Build it."
                ),
                figure="example-7-before",
                expected=("house chin6",),
                otherwise=say("That does not close the row between Ch'in 4 and Shu 1."),
                keys=("house-0-chin4", "house-0-shu1"),
            ),
            Exercise(
                say("Pay with yellow."),
                expected=("pay yellow",),
                praise=say(
                    "Five houses in a row, five points. The roads of the row are drawn in "
                    "your colour."
                ),
            ),
            Exercise(
                say(
                    "The house on Ch'in 5 is a branch: it does not count. Where there are "
                    "several ways to choose, the rows that bring most are taken."
                ),
                figure="example-7",
                keys=("house-0-chin5",),
            ),
        ),
    )


def _fortification(say: Translate) -> Lesson:
    return Lesson(
        "china-09-fortification",
        say("A fortification"),
        (
            Exercise(
                say(
                    "With the option everyone has one fortification. You hold three yellow "
                    "cards. Put it on Qi 2: press the small wall beside the field."
                ),
                figure="example-8-before",
                expected=("fort qi2",),
                otherwise=say("First the fortification, on Qi 2."),
            ),
            Exercise(
                say("Pay."),
                expected=("pay yellow",),
            ),
            Exercise(
                say("It belongs to nobody. Build your house on it before somebody else does."),
                expected=("house qi2",),
                otherwise=say("Then the next player may build on your fortification."),
                keys=("fort-qi2",),
            ),
            Exercise(
                say("Pay for the house."),
                expected=("pay yellow",),
                praise=say(
                    "Two pieces are the most, so the third yellow card stays in your hand. "
                    "In Qi, and in a row with this house, your points are doubled."
                ),
            ),
        ),
    )


def _final(say: Translate) -> Lesson:
    return Lesson(
        "china-10-final",
        say("The final scoring"),
        (
            Exercise(
                say("The last turn of a game: you are Black, and draw the last card."),
                figure="final-before",
                seat=2,
                expected=("draw 1",),
            ),
            Exercise(
                say(
                    "First the houses, province by province. In Wei, with 3, 2 and 1 houses: "
                    "6, 3 and 2 points. In Qi White and Black are level: 4 each. In Chu "
                    "White gets 4, Black 3. In all, everyone has 11."
                ),
                seat=2,
                keys=("province-wei", "province-qi", "province-chu"),
            ),
            Exercise(
                say(
                    "Then the alliances. Alliance 3, Wei and Ch'in: Blue leads in both, 5 "
                    "points. Alliance 10, Wei and Chu: White leads in both, 4 points. One "
                    "emissary of each stands in Wei, and both have the most there."
                ),
                seat=2,
                keys=("alliance-3", "alliance-10"),
            ),
            Exercise(
                say(
                    "Last the roads: Blue has five houses in a row, 5 points. Nobody else has four."
                ),
                seat=2,
                keys=("house-0-chin2", "house-0-shu2"),
            ),
            Exercise(
                say(
                    "Blue 11 + 5 + 5 = 21, White 11 + 4 + 0 = 15, Black 11 + 0 + 0 = 11. "
                    "Blue is the new emperor. If two were level, the pieces left in supply "
                    "would decide."
                ),
                figure="final",
                seat=2,
            ),
        ),
    )
