"""Sections of the rulebook: the scorings, the end, the option, and all on one page."""

from __future__ import annotations

from triarchy.kit.language import Translate
from triarchy.kit.learning import Figure, Section


def houses_section(say: Translate) -> Section:
    return Section(
        "houses",
        say("Houses are scored"),
        (
            say(
                "As soon as the last field of a province gets its house, the turn pauses and "
                "the houses there are scored."
            ),
            say(
                "- The player with the most houses gets a point for every house in the "
                "province, whoever owns it."
            ),
            say(
                "- Every further rank gets as many points as a player of the rank directly "
                "above has houses there."
            ),
            say(
                "- Players with equally many houses share a rank and each get its points in "
                "full; the next rank follows directly."
            ),
            say("- Without a house there, no points."),
            say(
                "The province gets a red seal, so that everyone sees it has been scored. "
                "Emissaries may still come."
            ),
            say(
                "Example 4. In Wei Blue has 4 houses, White 2, Black 1. Blue gets 7 points, "
                "one for each house. White is second and gets 4, one for each house of Blue. "
                "Black is third and gets 2, one for each house of White."
            ),
            say(
                "Example 5. In Qi Blue and White have 2 houses each, Black 1. Blue and White "
                "both have the most and get 5 points each. Black is second and gets 2, one "
                "for each house of one of them."
            ),
        ),
        figures=(
            Figure(
                "example-4",
                say("Wei is full: 7, 4 and 2 points."),
                keys=("province-wei",),
            ),
            Figure("example-5", say("Qi is full: 5, 5 and 2 points."), keys=("province-qi",)),
        ),
        rulings=(
            (
                "C-7",
                say(
                    "The houses are scored at once; then the turn goes on, and a second piece "
                    "may follow."
                ),
            ),
        ),
    )


def end_section(say: Translate) -> Section:
    return Section(
        "end",
        say("The end of the game"),
        (
            say(
                "When the deck is used up for the second time, the round is played to its "
                "end. Its last turn is that of the player to the right of the one with the "
                "emperor, so everyone has had equally many turns."
            ),
            say("The game also ends when no piece can be placed any more."),
        ),
        figures=(
            Figure(
                "last-round",
                say(
                    "The deck is used up for the second time: White and Black have their last "
                    "turns, then it is over. The emperor stands with Blue."
                ),
                seat=1,
                part="hand",
            ),
        ),
        rulings=(
            ("C-13", say("The last turn is that of the right neighbour of the start player.")),
            (
                "C-15",
                say(
                    "It ends at the end of a turn if nobody could place a piece, whatever the "
                    "cards are."
                ),
            ),
        ),
    )


def over_section(say: Translate) -> Section:
    return Section(
        "over",
        say("The final scoring"),
        (
            say(
                "First the houses: every province that has no seal yet is scored as during "
                "the game, full or not."
            ),
            say("Then the alliances, from 1 to 15. Last the roads."),
            say(
                "Whoever has the most points now is the new emperor. If players are level, "
                "the one with more pieces left wins: houses, emissaries and fortification "
                "together."
            ),
        ),
        rulings=(("C-19", say("If that is equal too, the victory is shared.")),),
    )


def alliances_section(say: Translate) -> Section:
    return Section(
        "alliances",
        say("Alliances"),
        (
            say(
                "An alliance joins two neighbouring provinces. It brings points to whoever "
                "has the most emissaries in both, at least one in each: a point for every "
                "emissary in the two, whoever owns it."
            ),
            say(
                "Several players with equally many emissaries all have the most. If several "
                "have the most in both provinces, each gets the points in full; the others "
                "get none."
            ),
            say(
                "One majority may serve in several alliances, with each neighbour where you "
                "have the most as well."
            ),
            say(
                "Example 6. Alliance 3 is Wei and Ch'in. In Wei stand an emissary of Blue "
                "and one of White, in Ch'in two of Blue, one of White and one of Black. Blue "
                "has the most in both and gets 6 points. Alliance 4 is Ch'in and Shu: in Shu "
                "Brown leads with two against one, in Ch'in Blue, so nobody gets anything."
            ),
        ),
        figures=(
            Figure(
                "example-6",
                say("Alliance 3 brings Blue six points, alliance 4 nobody any."),
                keys=("alliance-3", "alliance-4"),
            ),
        ),
        rulings=(
            (
                "C-16",
                say(
                    "Ties for the most emissaries count, and everyone who qualifies scores in full."
                ),
            ),
        ),
    )


def roads_section(say: Translate) -> Section:
    return Section(
        "roads",
        say("Roads"),
        (
            say(
                "Four or more of your houses in an unbroken row along the roads bring a "
                "point each. A row may cross borders."
            ),
            say("Branches do not count, and each house counts only once."),
            say(
                "Example 7. Blue has five houses in a row in Ch'in and Shu. The house on "
                "Ch'in 5 is a branch and does not count. So the row brings 5 points."
            ),
        ),
        figures=(
            Figure(
                "example-7",
                say("The row Ch'in 2, 4, 6, Shu 1, 2, and the branch Ch'in 5."),
                keys=("house-0-chin5",),
            ),
        ),
        rulings=(
            (
                "C-17",
                say(
                    "Where rows could be chosen in several ways, the set of separate rows that "
                    "brings most is counted."
                ),
            ),
        ),
    )


def forts_section(say: Translate) -> Section:
    return Section(
        "forts",
        say("With fortifications"),
        (
            say(
                "An option for experienced players: everyone has one fortification. It goes "
                "on a free house field and costs a card of the province's colour or a joker, "
                "like any piece."
            ),
            say(
                "A fortification belongs to nobody. So build a house on it in the same turn, "
                "or somebody else may do so."
            ),
            say(
                "- Whoever has a fortified house in a province gets double points there when "
                "the houses are scored."
            ),
            say("- A row of houses with a fortified house of yours in it brings double points."),
            say(
                "Example 8. Blue holds three yellow cards. One puts the fortification on a "
                "free field in Qi, another a house on it. A third yellow card is left, but "
                "two pieces are the most in one turn."
            ),
        ),
        figures=(
            Figure(
                "example-8",
                say("A house of Blue on a fortification in Qi."),
                keys=("fort-qi2", "house-0-qi2"),
            ),
        ),
        rulings=(
            (
                "C-8",
                say(
                    "A fortification alone does not fill a field and gives no room to "
                    "emissaries, but it makes the province non-empty."
                ),
            ),
            ("C-9", say("In an empty province a fortification is the only piece of the turn.")),
            ("C-18", say("Points are doubled once, however many fortified houses there are.")),
        ),
    )


def summary_section(say: Translate) -> Section:
    return Section(
        "summary",
        say("On one page"),
        (
            say("- Play up to 3 cards, two equal ones as a joker if you like."),
            say(
                "- Place up to 2 pieces in one province: houses, emissaries, fortification. "
                "In an empty province only one."
            ),
            say(
                "- At most as many emissaries as the player with the most houses there has houses."
            ),
            say(
                "- A full province is scored: all houses for the first; for every further "
                "rank the houses of the rank above."
            ),
            say("- Fill your hand up to 3 cards. Or, instead of all this: swap one card."),
            say(
                "- At the end, after the deck's second time: remaining houses, alliances, "
                "rows of at least 4 houses."
            ),
        ),
    )
