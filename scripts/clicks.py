"""Count how often somebody presses in a turn: whole games by bots, each decision as the page asks for it.

    python scripts/clicks.py --games 4

A decision is one press; what the table plays by itself, or with what is pressed next, is none. A place that is pressed first
chooses what it needs where nothing else would do: the card and the meridian of a city. A move that ends the turn and shows
something is confirmed by one more, as the page asks unless that is switched off; `unconfirmed` is without those. `dragged` counts a
tile, leader or catastrophe that is dragged to its cell as one. Answers in another's turn count for the turn in which they are asked for.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from triarchy.bots import bot
from triarchy.bots.base import Bot
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.presentation import Picture
from triarchy.table.game import game
from triarchy.table.table import Table

PLAYER = "greedy:guesses=1"


class Presses(NamedTuple):
    """How often a person presses."""

    made: int = 0
    confirmed: int = 0
    dragged: int = 0
    """Decisions that a drag makes together with the one before."""

    def plus(self, other: Presses) -> Presses:
        return Presses(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def all(self) -> int:
        return self.made + self.confirmed


def presses(table: Table, action: int) -> int:
    """How often a person presses for a decision."""
    ((ends_turn, reveals),) = table.game.consequences(table.state, [action])
    return 2 if ends_turn and reveals else 1


def drawn_with(table: Table) -> dict[str, str]:
    """By the moves of choices that places lead to, the places: as the drawing of this position has it."""
    game, seat = table.game, table.to_move
    sight, reader = game.sight(table.view_state(seat)), game.reader(seat)
    board = game.definition.svg(sight, reader, Picture(1000, "board", lit=True))
    found: dict[str, str] = {}
    for tag in re.findall(r"<g[^>]*data-leads=[^>]*>", board):
        told = dict(re.findall(r'data-(for|then)="([^"]*)"', tag))
        if "," not in told["for"]:
            found[told["then"]] = told["for"]
    return found


def turns(table: Table, player: Bot, seed: int) -> Iterator[int]:
    """A game to its end: all presses of each turn."""
    for each in counted_turns(table, player, seed):
        yield each.all


def counted_turns(table: Table, player: Bot, seed: int) -> Iterator[Presses]:
    """A game to its end: the presses of each turn."""
    count, turn, leads, number = Presses(), int(table.state.turn), [{}], len(table.moves)
    while (seat := table.to_move) is not None:
        if int(table.state.turn) != turn:
            turn, number = int(table.state.turn), len(table.moves)
        if len(table.moves) == number:
            leads = [drawn_with(table)]
        forced = max(table.game.forced(table.state), table.game.goes_along(table.state))
        if forced >= 0:
            table.play_action(forced)
        else:
            view = table.view_state(seat)
            action = player.choose(table.game, view, seat, seed + len(table.moves))
            drags = table.game.moves[action].startswith("cell")
            count = count.plus(Presses(1, presses(table, action) - 1, int(drags)))
            table.play_action(action)
        if table.over or int(table.state.turn) != turn:
            count = count.plus(Presses(-saved(leads[0], table.moves[number:])))
            yield count
            count = Presses()


def saved(leads: dict[str, str], moves: Sequence[str]) -> int:
    """How many presses of a turn are none, since its place was pressed first and has chosen what it needs."""
    for then, first in leads.items():
        meridian, place = then.split(",")
        if moves[:1] == [first] and place in moves:
            chosen = [move for move in moves[1:2] if move.startswith("meridian")]
            if chosen in ([], [meridian]):
                return 1 + len(chosen)
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    arguments = parser.parse_args()
    print("| game | players | turns | presses | unconfirmed | dragged |\n|---|---|---|---|---|---|")
    for definition in DEFINITIONS.all():
        least, most = definition.players
        for players in range(least, most + 1):
            found = [
                each
                for seed in range(arguments.games)
                for each in counted_turns(
                    game(definition.name, players).start(seed), bot(PLAYER), 1000 * seed
                )
            ]
            everything = Presses()
            for each in found:
                everything = everything.plus(each)
            made, dragged = everything.made, everything.all - everything.dragged
            means = [number / len(found) for number in (everything.all, made, dragged)]
            row = " | ".join(f"{mean:.2f}" for mean in means)
            print(f"| {definition.title} | {players} | {len(found)} | {row} |", flush=True)


if __name__ == "__main__":
    main()
