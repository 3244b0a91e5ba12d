"""The rules in short, in this project's own words."""

from __future__ import annotations

from triarchy.games.china.text.words import speaker
from triarchy.kit.language import mark

RULES = (
    (
        "aim",
        mark("What it is about"),
        (
            mark(
                "Nine provinces, and princes who want to rule them all. Your houses bring points "
                "in the provinces and along the roads, your emissaries through alliances between "
                "neighbouring provinces. Most points win."
            ),
            mark(
                "Everyone has 20 houses, 8 emissaries and 3 cards. Four cards lie open beside the "
                "deck. Chu is violet; every other colour has two provinces."
            ),
        ),
    ),
    (
        "main",
        mark("Place pieces, or swap a card"),
        (
            mark(
                "In your turn you place one or two pieces, all in one province. In a province "
                "where nobody has a piece yet you may place only one."
            ),
            mark(
                "A house goes on a free house field. An emissary goes on the dragon field, as "
                "long as fewer emissaries stand there, of all players, than the player with the "
                "most houses has houses there. You need no house of your own for it, and it is "
                "allowed after the houses have been scored, too."
            ),
            mark(
                "Instead of placing you may always swap: discard a card and draw another one. "
                "That is your whole turn."
            ),
        ),
    ),
    (
        "pay",
        mark("Pay"),
        (
            mark(
                "Each piece costs one card of the province's colour. Two cards of one other "
                "colour are a joker and pay for one piece as well. So three cards never pay for "
                "more than two pieces in one province."
            ),
        ),
    ),
    (
        "draw",
        mark("Draw cards"),
        (
            mark(
                "At the end of your turn fill your hand up to three cards, open ones or from the "
                "deck, in any mix. Only then is the open row filled up to four."
            ),
            mark(
                "When the deck is used up for the first time, the discards are shuffled into a "
                "new one. The second time, the round is finished and the game ends; the seat "
                "before the emperor's has the last turn. It also ends when nobody could place "
                "any piece."
            ),
        ),
    ),
    (
        "houses",
        mark("Houses"),
        (
            mark(
                "As soon as the last field of a province gets its house, its houses are scored. "
                "The most houses bring a point for every house in the province, whoever owns it. "
                "Every further rank brings as many points as a player of the rank above has "
                "houses there. Players who are level share a rank and get its points in full."
            ),
        ),
    ),
    (
        "forts",
        mark("Fortifications"),
        (
            mark(
                "If you play with them, everyone has one. It is placed on a free house field and "
                "paid for like any piece, and belongs to nobody: whoever builds a house on it has "
                "a fortified house. That doubles the owner's points for houses in this province "
                "and for the row of houses it is part of. A fortification alone does not fill a "
                "field, and gives no room to emissaries."
            ),
        ),
    ),
    (
        "over",
        mark("The final scoring"),
        (
            mark("First the houses of all provinces that have not been scored yet."),
            mark(
                "Then the alliances, by number. Whoever has the most emissaries in both "
                "provinces, alone or level with others, gets a point for every emissary in the "
                "two, whoever owns it."
            ),
            mark(
                "Last the roads. Four or more of your houses in an unbroken row along the roads "
                "bring a point each; branches do not count, borders do not matter, and no house "
                "counts twice. The program finds the rows that bring you most."
            ),
            mark(
                "If players are level on points, the one with more pieces left in supply wins; "
                "if they are level there too, they share the victory."
            ),
        ),
    ),
)


def rules_text(language: str) -> list[tuple[str, str, str]]:
    say = speaker(language)
    return [
        (anchor, say(heading), "\n\n".join(say(paragraph) for paragraph in paragraphs))
        for anchor, heading, paragraphs in RULES
    ]
