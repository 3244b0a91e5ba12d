"""The rulebook, complete, in this project's own words and in the order of a newcomer."""

from __future__ import annotations

from triarchy.games.meridian.sight import MeridianSight
from triarchy.games.meridian.state import PHASES
from triarchy.games.meridian.text.words import speaker
from triarchy.kit.language import Translate
from triarchy.kit.learning import Figure, Section


def rulebook(language: str) -> list[Section]:
    say = speaker(language)
    return [
        *_what_there_is(say),
        *_a_turn(say),
        _how_high(say),
        _where(say),
        *_taking_back_and_passing(say),
        *_end(say),
        *_two_players_and_maps(say),
        _summary(say),
    ]


def help_anchor(sight: MeridianSight) -> str:
    """The section that explains what is to be decided now: it bears the name of the phase."""
    return PHASES[sight.phase]


def _what_there_is(say: Translate) -> list[Section]:
    aim = Section(
        "aim",
        say("What it is about"),
        (
            say(
                "Trading companies raise towers in the cities of an archipelago. Whoever is "
                "strongest on an island at the end takes it, and every city on it is a point."
            ),
        ),
        (
            Figure(
                "board",
                say(
                    "A game half played. Ringed: the island Orinwei with its pennant, its "
                    "capital, a tower, and the number of a meridian."
                ),
                keys=("pennant-b", "city-3-2", "tower-0-4-2", "meridian-5"),
            ),
        ),
    )
    board = Section(
        "map",
        say("The map"),
        (
            say(
                "Ten strips run from north to south: the meridians. Their numbers stand at the "
                "southern edge, so south is down."
            ),
            say(
                "Each meridian has five cities with two or four players, four with three. Every "
                "city belongs to an island. A red dot is an ordinary city, a golden one with "
                "little towers is a capital."
            ),
            say(
                "An island is worth a point for each of its cities. The pennant beside its name "
                "shows this number, and the sign of the player who is strongest there just now; "
                "several signs are a tie."
            ),
        ),
        (Figure("three-players", say("The map for three players: four cities in a meridian.")),),
    )
    return [aim, board, _preparation(say)]


def _preparation(say: Translate) -> Section:
    return Section(
        "preparation",
        say("Before the game"),
        (
            say(
                "Everyone has 20 tower pieces and 13 cards: one for each meridian, 1 to 10, and "
                "three for a group, 1-2-3, 4-5-6-7 and 8-9-10. Everyone shuffles their cards and "
                "turns up the top two; the others stay face down in a pile."
            ),
            say(
                "Open cards, played cards and the pieces in supply can be seen by all. Only the "
                "order of the piles is hidden, even from their owners."
            ),
            say("The start player is drawn by lot. Play goes clockwise."),
        ),
        (Figure("cards", say("Orange has the cards 3 and 4-5-6-7 open."), 0, "hand"),),
        (
            (
                "M-8",
                say("Seat 1 begins; where people play, the seats are shuffled before the game."),
            ),
        ),
    )


def _a_turn(say: Translate) -> list[Section]:
    turn = Section(
        "turn",
        say("A turn"),
        (
            say("Choose one of your two open cards, and a meridian on it. There you may"),
            say("- build a tower,"),
            say("- take a tower of yours back,"),
            say("- take one back and build another one instead,"),
            say("- or do nothing."),
            say(
                "Then the card is discarded face up, and the next one of your pile is turned up. "
                "When the pile is empty nothing is turned up any more, so in your last turn you "
                "have only one card. Now it is the next player's turn."
            ),
        ),
        rulings=(
            (
                "M-6",
                say(
                    "A turn stays in one meridian: you cannot take a tower back in one and build in another."
                ),
            ),
        ),
    )
    card = Section(
        "card",
        say("Choose a card"),
        (
            say(
                "The number on the card says in which meridian you may build. All discarded cards "
                "stay visible: the list of cards shows what everyone has still to come."
            ),
        ),
    )
    meridian = Section(
        "meridian",
        say("Choose a meridian"),
        (
            say(
                "A card with several numbers leaves you the choice: take one of its meridians. "
                "The whole turn happens in that one."
            ),
        ),
        (
            Figure(
                "cards",
                say("The card 4-5-6-7 opens four meridians; one of them is chosen."),
                preview="card 4-7",
            ),
        ),
    )
    return [turn, card, meridian]


def _how_high(say: Translate) -> Section:
    return Section(
        "build",
        say("How high a tower may be"),
        (
            say("A tower is made of pieces from your supply, one or more. Four rules hold:"),
            say("- The first tower in a meridian is at least 2 high."),
            say("- All towers in a meridian are of different heights."),
            say(
                "- From north to south towers only become lower: every tower north of yours is "
                "higher, every tower south of it lower."
            ),
            say("- Only one tower in a meridian may be yours; two with two players."),
            say(
                "Within these rules a tower may be as high as you like, if you have the pieces. "
                "Its height counts nothing for the island: it says where the tower may stand, and "
                "whom it pushes away."
            ),
        ),
        (
            Figure(
                "first-tower",
                say(
                    "An empty meridian: a tower of 1 is not possible, a 2 may stand in every city."
                ),
                preview="height 2",
            ),
        ),
        (
            (
                "M-1",
                say(
                    "At least 2 also holds in a meridian that has become empty again, and for the "
                    "tower that replaces your own if it stood there alone."
                ),
            ),
        ),
    )


def _where(say: Translate) -> Section:
    return Section(
        "city",
        say("Where a tower may stand"),
        (
            say("You may build in every free city of the meridian that the four rules allow."),
            say(
                "You may also take a city where another player's tower stands. A tower higher "
                "than yours moves one city north, a lower one moves one city south. If it meets "
                "another tower, that one moves on too, and so on, until a free city is reached."
            ),
            say(
                "If there is no free city, the last tower would be pushed off the map: then you "
                "may not build there."
            ),
        ),
        (
            Figure(
                "figure-a",
                say(
                    "Figure A. Towers of 4, 3 and 1 stand here, so orange may build a 2, or a 5 "
                    "and more. The 2 may stand in city 3, which is free, or in city 4: grey moves "
                    "south. Not in city 2, for brown would move north and push black off the map; "
                    "not in city 5, for it would stand south of a lower tower."
                ),
                preview="city 4",
            ),
            Figure(
                "figure-b",
                say(
                    "Figure B. A tower of 5 or more has one place only, city 1: black and brown "
                    "move south."
                ),
                preview="city 1",
            ),
        ),
        (
            ("M-2", say("The tower whose city you take must be an opponent's.")),
            (
                "M-3",
                say("Towers further along may be anyone's; this matters with two players only."),
            ),
        ),
    )


def _taking_back_and_passing(say: Translate) -> list[Section]:
    back = Section(
        "take-back",
        say("Taking a tower back"),
        (
            say(
                "There are 13 cards for 10 meridians, so you will come to one where you have a "
                "tower already. You may take it back into your supply and leave it at that, or "
                "build another one: higher, lower or in another city."
            ),
        ),
        (
            Figure(
                "figure-c",
                say(
                    "Figure C. Orange takes back the 4 and builds a 2 where grey stands; grey moves "
                    "south. Two pieces more are in orange's supply, for later towers."
                ),
                preview="lift 1",
            ),
        ),
        (
            (
                "M-4",
                say(
                    "Pieces taken back can be used at once. Nothing moves when a tower leaves its city."
                ),
            ),
            ("M-5", say("The same tower in the same city again is not a move.")),
        ),
    )
    passing = Section(
        "pass",
        say("Passing"),
        (
            say(
                "You may build nothing in the meridian you have chosen; the card is discarded all "
                "the same. You must pass if nothing fits, or if you lack the pieces."
            ),
            say(
                "Pieces are scarce: 20 for 13 turns. A low tower in the right city is worth as much "
                "as a high one."
            ),
        ),
    )
    return [back, passing]


def _end(say: Translate) -> list[Section]:
    count = Section(
        "end",
        say("The count"),
        (
            say(
                "The game ends when all cards have been played, after 13 turns of everyone. On each "
                "island a tower counts 1 in an ordinary city and 2 in a capital, however high it is. "
                "Whoever has the most takes the island; in a tie nobody does."
            ),
            say(
                "Then an island brings its owner a point for each of its cities. Here a capital is "
                "a city like any other."
            ),
        ),
        (
            Figure(
                "figure-d-counted",
                say(
                    "Figure D. Talumei, 3 cities: black and grey have a tower each, nobody takes it. "
                    "Ombari, 3: brown is alone and takes it. Quelasi, 4: orange's two towers count "
                    "2, black's in the capital counts 2, nobody takes it. Long Hasuri, 5: grey's "
                    "towers, one in the capital, count 3 against black's 2; grey takes it."
                ),
                keys=("island-a", "island-h", "island-k", "island-e"),
            ),
        ),
    )
    won = Section(
        "over",
        say("Who has won"),
        (
            say(
                "Most points win. If players are level, the one with more pieces left in supply "
                "wins."
            ),
        ),
        (
            Figure(
                "last-turn",
                say(
                    "Black has the last turn. Grey and black have 11 points each; black passes, "
                    "keeps 2 pieces against grey's 1, and wins."
                ),
            ),
        ),
        (("M-7", say("Who is level there too shares the victory.")),),
    )
    return [count, won]


def _two_players_and_maps(say: Translate) -> list[Section]:
    two = Section(
        "two-players",
        say("With two players"),
        (
            say(
                "Everyone has two colours that count as one: 40 pieces and 26 cards, each card "
                "twice. The game lasts 26 turns of everyone."
            ),
            say(
                "Two towers in a meridian may be yours. Where you have one or two, you may take one "
                "of them back or replace it."
            ),
        ),
        (
            Figure(
                "own-tower",
                say(
                    "Orange looks for a city for a 3. City 2 is not possible, because the tower "
                    "there is orange's own."
                ),
            ),
        ),
    )
    maps = Section(
        "maps",
        say("Options and maps"),
        (
            say("Meridian has no options."),
            say(
                "The printed maps are not known here. Thirteen isles, for two or four, and Eleven "
                "isles, for three, are drawn anew: islands of 3, 4 or 5 cities, one city in each "
                "meridian they touch, a capital on those of 4 and 5. Whoever owns the game can "
                "enter the printed map as a board file."
            ),
        ),
    )
    return [two, maps]


def _summary(say: Translate) -> Section:
    return Section(
        "summary",
        say("On one page"),
        (
            say("- Choose an open card and a meridian on it."),
            say("- Build a tower, take one back, replace one, or pass."),
            say(
                "- First tower at least 2; different heights; lower from north to south; one tower "
                "each (two with two players)."
            ),
            say(
                "- In another's city: higher towers move north, lower ones south, none off the map."
            ),
            say("- Discard the card, turn up the next one."),
            say(
                "- Towers count 1, in a capital 2. The strongest takes the island, no one in a tie."
            ),
            say("- A point for each city of your islands. Ties: pieces left."),
        ),
    )
