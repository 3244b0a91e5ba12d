"""Sections of the rulebook: what there is, and what is done in a turn."""

from __future__ import annotations

from triarchy.kit.language import Translate
from triarchy.kit.learning import Figure, Section


def aim_section(say: Translate) -> Section:
    return Section(
        "aim",
        say("What it is about"),
        (
            say(
                "China about 2,200 years ago: the emperor is weak, and the princes of the "
                "provinces quarrel over who will be the next one. You are one of them."
            ),
            say(
                "You play cards to build houses and to send emissaries to the courts of the "
                "provinces. Houses bring points in their province and along the roads, "
                "emissaries through alliances between neighbouring provinces. Whoever has "
                "the most points at the end wins."
            ),
        ),
        figures=(
            Figure(
                "board",
                say(
                    "A game half played. Ringed: the province Wei, a house of White in it, an "
                    "emissary of Blue on the dragon field of Ch'in, and the number of the "
                    "alliance between the two."
                ),
                keys=("province-wei", "house-1-wei2", "emissary-0-chin", "alliance-3"),
            ),
        ),
    )


def map_section(say: Translate) -> Section:
    return Section(
        "map",
        say("The map"),
        (
            say(
                "Nine provinces. Chu is violet and alone in its colour; of every other "
                "colour there are two: Wei and Shu are red, Han and Yan green, Zhao and Lu "
                "orange, Qi and Ch'in yellow. Each colour also has a pattern and an emblem."
            ),
            say(
                "The round, numbered fields are house fields: houses and fortifications go "
                "there. Roads join them, also across borders; they count in the final "
                "scoring."
            ),
            say(
                "The field with the dragon is the court of the province. Emissaries go "
                "there, as many as the rules allow."
            ),
            say(
                "The numbers 1 to 15 on the borders stand for alliances between two "
                "neighbouring provinces. A coloured ring shows whom an alliance would bring "
                "points just now."
            ),
            say(
                "The Great Wall above the map counts the points from 0 to 50; beyond that a "
                "counter starts again, with +50 beside it."
            ),
        ),
        rulings=(
            (
                "C-1",
                say(
                    "There are two maps with the same fields and different roads: one for 3 or 4 "
                    "players, one for 4 or 5. With four players the table chooses."
                ),
            ),
            (
                "C-3",
                say(
                    "Which provinces share a colour with Shu and with Yan is this project's "
                    "choice, as are the roads."
                ),
            ),
        ),
    )


def preparation_section(say: Translate) -> Section:
    return Section(
        "preparation",
        say("Before the game"),
        (
            say(
                "Everyone has 20 houses and 8 emissaries of one colour; a ninth counts the "
                "points. Experienced players add the fortifications, one each."
            ),
            say(
                "There are 57 cards in the five colours of the provinces. With four players "
                "one of each colour is left out, which makes 52; with three players two of "
                "each, which makes 47."
            ),
            say(
                "The cards are shuffled. Everyone gets three, which only they see; four are "
                "laid out openly beside the deck."
            ),
            say(
                "The start player gets the emperor, shown as a crown beside the name, and "
                "keeps it until the end: it marks where the last round ends."
            ),
        ),
        figures=(
            Figure(
                "start",
                say("The first turn: Blue's hand, the four open cards and the deck."),
                seat=0,
                part="hand",
            ),
        ),
        rulings=(
            ("C-2", say("The cards are 13 red, 12 green, 11 orange, 11 yellow and 10 violet.")),
            (
                "C-20",
                say(
                    "The first seat holds the emperor; where people play, the seats are shuffled "
                    "before the game."
                ),
            ),
        ),
    )


def main_section(say: Translate) -> Section:
    return Section(
        "main",
        say("A turn"),
        (
            say(
                "The start player begins, then it goes clockwise. In your turn you either "
                "place pieces or swap a card."
            ),
            say("- All pieces of a turn go into one province."),
            say("- In a province where there is no piece at all yet, you may place only one."),
            say(
                "- Where there is a piece already, whoever owns it, you may place up to two: "
                "two houses, two emissaries, or one of each."
            ),
            say("- A kind of piece of which you have none left cannot be placed any more."),
            say(
                "Example 1. Blue holds violet, red and red and chooses Wei, which is red and "
                "empty. So only one piece, and then the turn is over: another province is "
                "not allowed."
            ),
            say(
                "White holds red, green and green and also chooses Wei. A house of Blue "
                "stands there now, so two pieces are allowed: one for the red card, one for "
                "the two green ones as a joker."
            ),
        ),
        figures=(
            Figure(
                "example-1-axel",
                say("Blue may build in empty Wei, but only one piece."),
                seat=0,
                keys=("province-wei",),
            ),
            Figure(
                "example-1-barbara",
                say("White may place two pieces in Wei."),
                seat=1,
                keys=("province-wei",),
            ),
        ),
        rulings=(
            (
                "C-21",
                say(
                    "After a payment a second piece is asked for whenever everybody can see that "
                    "it might follow, whatever your cards are: the question gives nothing away."
                ),
            ),
        ),
    )


def pay_section(say: Translate) -> Section:
    return Section(
        "pay",
        say("Paying with cards"),
        (
            say(
                "Each piece costs one card of the province's colour. The card goes to the "
                "open discards."
            ),
            say(
                "Two cards of one colour are a joker: together they pay for one piece in a "
                "province of any other colour."
            ),
            say(
                "A rule of thumb is 3-2-1: with up to 3 cards you place at most 2 pieces in "
                "1 province."
            ),
            say(
                "Example 1, continued. Black holds three yellow cards. Pieces stand in Qi "
                "already, so two yellow cards place two pieces there. Or two yellow cards "
                "are a joker and place one piece somewhere else, but not in Qi or Ch'in, "
                "which are yellow themselves."
            ),
        ),
        figures=(
            Figure(
                "example-1-chris",
                say(
                    "Black, with three yellow cards: two pieces in yellow Qi, or one joker "
                    "outside the yellow provinces."
                ),
                seat=2,
                keys=("province-qi", "province-chin"),
            ),
        ),
        rulings=(
            (
                "C-4",
                say(
                    "Three cards never pay for more than two pieces, at most one of them by a "
                    "joker."
                ),
            ),
        ),
    )


def emissaries_section(say: Translate) -> Section:
    return Section(
        "emissaries",
        say("Where houses and emissaries go"),
        (
            say(
                "A house goes on a house field, one on each. When all fields of a province "
                "are taken, no house fits there any more."
            ),
            say(
                "An emissary goes on the dragon field, where several may stand. But there "
                "may be at most as many, of all players together, as the player with the "
                "most houses in the province has houses there. With 3 houses of one player "
                "and 2 of another, that is 3."
            ),
            say(
                "You need no house of your own there. In a province without houses there is "
                "no room for an emissary."
            ),
            say(
                "Example 2. In Chu White has the most houses, four, so four emissaries have "
                "room. Two stand there: Blue may send two more, one for the violet card, one "
                "for two orange cards as a joker."
            ),
            say(
                "Example 3. In Ch'in White and Black have two houses each, and nobody has an "
                "emissary. Whoever has the cards may place two emissaries, or two houses, or "
                "one of each."
            ),
        ),
        figures=(
            Figure(
                "example-2",
                say("Four houses of White in Chu, two emissaries: there is room for two more."),
                seat=0,
                keys=("province-chu",),
            ),
            Figure(
                "example-3",
                say("Two houses each in Ch'in: up to two emissaries."),
                seat=0,
                keys=("province-chin",),
            ),
        ),
        rulings=(
            (
                "C-5",
                say(
                    "Room for an emissary is looked at piece by piece: a house placed first may "
                    "make it."
                ),
            ),
            (
                "C-6",
                say(
                    "An emissary may also come where its owner has no house, and after the "
                    "houses of the province were scored."
                ),
            ),
        ),
    )


def draw_section(say: Translate) -> Section:
    return Section(
        "draw",
        say("Drawing cards"),
        (
            say(
                "When you have placed, fill your hand up to three cards. Take open ones or "
                "draw from the deck, in any order and mix."
            ),
            say(
                "Only then are the open cards filled up to four, and the player on your left "
                "goes on."
            ),
            say(
                "When the deck is used up for the first time, the discards are shuffled and "
                "become the new deck. Open cards stay where they are, and whoever was "
                "drawing goes on."
            ),
        ),
        figures=(
            Figure(
                "drawing",
                say(
                    "One of three cards is spent: an open card or one from the deck fills the hand."
                ),
                seat=0,
                part="hand",
            ),
        ),
        rulings=(
            ("C-11", say("The new deck is made at once, also in the middle of drawing.")),
            (
                "C-12",
                say(
                    "After the second time the open cards are drawn as long as there are any; "
                    "then play goes on with fewer cards."
                ),
            ),
        ),
    )


def swap_section(say: Translate) -> Section:
    return Section(
        "swap",
        say("Swapping a card"),
        (
            say(
                "Whoever cannot or will not place anything swaps: discard one card, then "
                "take an open one or draw from the deck. That is the whole turn."
            ),
        ),
        rulings=(
            ("C-10", say("Swapping is always allowed, also for who could place.")),
            ("C-14", say("Whoever has no cards at all passes.")),
        ),
    )
