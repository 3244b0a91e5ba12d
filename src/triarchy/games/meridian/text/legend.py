"""The legend: every symbol on the board, in the hand and on the panels, and what it means."""

from __future__ import annotations

from triarchy.games.meridian.text.words import speaker
from triarchy.kit.learning import LegendEntry


def legend(language: str) -> list[LegendEntry]:
    # Pictures are made with words: imported when needed, not by one another.
    from triarchy.games.meridian.drawing.legend import symbols_by_id

    say, symbols = speaker(language), symbols_by_id()
    entries = [
        (
            "meridian",
            say("Meridian"),
            say(
                "A strip of the map from north to south. Its number stands at the southern edge; "
                "a card with this number lets you build here."
            ),
        ),
        (
            "town",
            say("City"),
            say("A city without a picture: a tower here counts 1 on its island."),
        ),
        (
            "capital",
            say("Capital"),
            say("A golden city with three little towers: a tower here counts 2 on its island."),
        ),
        (
            "tower",
            say("Tower"),
            say(
                "The storeys and the number below are its height, colour and sign on top its "
                "owner. The number stands on gold in a capital. The height does not count for the "
                "island; it only says where the tower may stand."
            ),
        ),
        (
            "pennant-free",
            say("Value of an island"),
            say("An island is worth so many points, one for each city. Nobody has a tower on it."),
        ),
        (
            "pennant-held",
            say("Island held"),
            say(
                "The player with this sign is the strongest on the island and would take it, with "
                "so many points."
            ),
        ),
        (
            "pennant-tied",
            say("Island tied"),
            say(
                "The players with these signs are equally strong on the island. If it stays like "
                "that, nobody takes it."
            ),
        ),
        (
            "sign",
            say("Sign of a player"),
            say("Everyone has a colour and a sign: circle, square, triangle or diamond."),
        ),
        (
            "card",
            say("Card with a number"),
            say("Lets its owner build in this meridian; the marks below show where it lies."),
        ),
        (
            "group-card",
            say("Card with a group"),
            say("Lets its owner choose one of these meridians."),
        ),
        (
            "pile",
            say("Pile"),
            say("Cards still to come, face down, and how many. Nobody knows their order."),
        ),
        (
            "supply",
            say("Supply"),
            say("Pieces that are left for towers. At the end they decide between equal scores."),
        ),
        (
            "track",
            say("All cards of a player"),
            say(
                "Gold: lies open. Bold: still in the pile. Struck out: played. With two players "
                "every card is there twice, and two small boxes show both."
            ),
        ),
        (
            "band",
            say("Band"),
            say("The meridian in which this turn takes place, or those you may choose from."),
        ),
        (
            "frame",
            say("Frame"),
            say("What you may press now: a city to build in, or a tower of yours."),
        ),
        (
            "lift",
            say("Arrow up"),
            say("A tower of yours that you may take back into your supply."),
        ),
        (
            "push",
            say("Arrow"),
            say("A tower that makes room, and the way it goes; one arrow head for each tower."),
        ),
        (
            "blocked",
            say("Cross"),
            say("The tower cannot stand in this city. Press it to be told why."),
        ),
    ]
    return [LegendEntry(id_, symbols[id_], name, words) for id_, name, words in entries]
