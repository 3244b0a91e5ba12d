"""What Paddocks teaches: its rulebook with a figure, its legend, and a lesson."""

from __future__ import annotations

from paddocks.language import words
from paddocks.sight import PaddocksSight
from paddocks.state import PHASES
from paddocks.symbols import FENCE, GRASS, POND, stone_at
from triarchy.kit.learning import Exercise, Figure, LegendEntry, Lesson, Section
from triarchy.kit.sight import Sight
from triarchy.kit.svg import Element, rect, svg

SYMBOL = 64
FIRST_ROW = 0


def rulebook(language: str) -> list[Section]:
    say = words(language)
    return [
        Section(
            "goal",
            say("The goal"),
            (say("Have the highest sum of stones in as many rows and columns as you can."),),
            (
                Figure(
                    "row",
                    say("Row 1: Blue leads with 5 against 4, until Red lays another stone there."),
                    keys=("stone-A1", "stone-B1"),
                ),
            ),
        ),
        Section(
            "choose",
            say("Choose a stone"),
            (
                say(
                    "Everybody hides three stones, numbered 1 to 5. In your turn choose one of yours. "
                    "The others see which one it is only now."
                ),
            ),
        ),
        Section(
            "lay",
            say("Lay it"),
            (
                say(
                    "Lay it on any free paddock. Then draw a new one from the bag, while there are any. "
                    "There are as many stones as paddocks."
                ),
            ),
        ),
        Section(
            "over",
            say("The end"),
            (
                say(
                    "When every paddock is taken, each row and each column goes to who has the highest "
                    "sum in it, and is worth as many points as it has paddocks. If several have the "
                    "same sum, nobody gets it. Most points win; who has as many shares the win."
                ),
            ),
        ),
    ]


def help_anchor(sight: PaddocksSight) -> str:
    """The section that explains what is to be done now: it bears the name of the phase."""
    return PHASES[sight.phase]


def legend(language: str) -> list[LegendEntry]:
    say = words(language)
    middle = SYMBOL / 2
    field = rect(4, 4, SYMBOL - 8, SYMBOL - 8, rx=8, fill=GRASS, stroke=FENCE, stroke_width=2)
    pond = Element("ellipse", cx=middle, cy=middle, rx=28, ry=22, fill=POND)
    return [
        LegendEntry(
            "stone",
            str(svg(SYMBOL, SYMBOL, stone_at(0, 4, middle, middle, 48))),
            say("Stone"),
            say("Shape and colour say whose it is, the number what it adds to its row and column."),
        ),
        LegendEntry(
            "paddock",
            str(svg(SYMBOL, SYMBOL, field)),
            say("Paddock"),
            say("It takes one stone, and is worth a point in its row and in its column."),
        ),
        LegendEntry(
            "pond",
            str(svg(SYMBOL, SYMBOL, pond)),
            say("Pond"),
            say("No stone can lie here, and it is worth nothing."),
        ),
    ]


def lessons(language: str) -> list[Lesson]:
    say = words(language)
    return [
        Lesson(
            "paddocks-01-row",
            say("Win a row"),
            (
                Exercise(
                    say(
                        "You are Red. In row 1 you have 4, Blue has 5. Choose a stone that is enough."
                    ),
                    figure="row",
                    expected=("stone 2", "stone 3"),
                    otherwise=say("With a 1 you would only draw level, and nobody gets the row."),
                    keys=("stone-A1", "stone-B1"),
                ),
                Exercise(
                    say("Lay it where it makes you lead row 1."),
                    accepts=leads_first_row,
                    otherwise=say("There it adds nothing to row 1."),
                    praise=say("Now you lead row 1, and Blue has to answer."),
                ),
            ),
        )
    ]


def leads_first_row(sight: Sight) -> bool:
    """Seat 0 leads row 1."""
    assert isinstance(sight, PaddocksSight)
    return sight.lines[FIRST_ROW].leader == 0
