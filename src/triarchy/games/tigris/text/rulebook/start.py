"""The rulebook: what there is and what it is about."""

from __future__ import annotations

from triarchy.kit.language import Translate
from triarchy.kit.learning import Figure, Section


def sections(say: Translate) -> list[Section]:
    return [aim(say), setup(say), kingdoms(say)]


def aim(say: Translate) -> Section:
    return Section(
        "aim",
        say("What it is about"),
        (
            say(
                "Between Euphrates and Tigris kingdoms rise, meet and fall. You lead one of the "
                "dynasties and collect points in four colours: black for settlements, red for "
                "temples, blue for farms, green for markets."
            ),
            say(
                "At the end only your weakest colour counts. Whoever has most points in their weakest"
                " colour wins, so neglect none of the four."
            ),
            say(
                "Nobody has a colour of their own: everybody plays all four. The players are told "
                "apart by the sign of their dynasty, lion, bull, archer or potter."
            ),
        ),
        (
            Figure(
                "start",
                say(
                    "The board: 16 columns, A to P, and 11 rows. Blue bands are rivers. Ten temples begin"
                    " on the board, each with a treasure; the four with a cut stone (ringed: one of them,"
                    " and one of the six others) lie in the corners."
                ),
                keys=("treasure-B2", "treasure-I7"),
            ),
        ),
    )


def setup(say: Translate) -> Section:
    return Section(
        "setup",
        say("Before the game"),
        (
            say(
                "There are 153 tiles: 30 black, 57 red, 36 blue and 30 green. Ten of the red ones, "
                "temples, are laid on the cells with a winged sun, and a treasure on each; the others"
                " are in the bag."
            ),
            say(
                "Everybody has four leaders with the sign of their dynasty, king (black), priest "
                "(red), farmer (blue) and trader (green), two catastrophes, and six tiles from the "
                "bag that nobody else sees."
            ),
            say(
                "Six monuments lie ready, one for each pair of colours. Points are kept behind a "
                "screen: every gain is seen by all, the sums only by their owner. Any player may "
                "start; then it goes clockwise."
            ),
        ),
        (
            Figure(
                "start",
                say("A hand at the start: six tiles, four leaders, two catastrophes."),
                seat=0,
                part="hand",
            ),
        ),
        rulings=(
            (
                "T-29",
                say("Seat 1 begins; where people play, the seats are shuffled before the game."),
            ),
        ),
    )


def kingdoms(say: Translate) -> Section:
    return Section(
        "kingdoms",
        say("Regions and kingdoms"),
        (
            say(
                "Tiles and leaders that lie side by side are connected and form a region. Diagonals "
                "connect nothing."
            ),
            say(
                "A region with at least one leader is a kingdom. It may hold several leaders, of one "
                "player or of different ones; in peace only one of each colour. Where two leaders of "
                "one colour meet there is a conflict."
            ),
            say(
                "Kingdoms grow by tiles and leaders, can be joined, and can fall apart again. On the "
                "board each has an outline of its own."
            ),
        ),
        (
            Figure(
                "kingdoms",
                say(
                    "Two kingdoms, each with its outline. C5 and D5 are a region without a leader. L4 "
                    "touches K3 only at a corner, so it belongs to no kingdom."
                ),
                keys=("tile-L4",),
            ),
        ),
    )
