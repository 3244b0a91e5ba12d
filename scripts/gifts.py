"""Count what bots give away in Tigris & Euphrates: revolts and wars lost for certain when they are begun.

python scripts/gifts.py --bot normal --games 12

A conflict counts if the player whose turn it is attacks. It is lost for certain if he loses by what he has
committed even though the defender adds nothing. It is hopeless if he would lose so with all tiles he holds;
otherwise he has kept back what would win. A war that is lost for certain is a price if the tile that began it
begins another one of his that is not, and a gift if it does not; such a revolt is always a gift, and a red
point for the defender.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict

import triarchy
from triarchy.bots import bot, play_game
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import BLACK, CELL, DO_SUPPORT, DO_WITHDRAW, NONE, SUPPORT
from triarchy.kit.definition import State
from triarchy.table.game import Game

ROWS = (
    "revolts",
    "revolts lost for certain",
    "revolts hopeless",
    "revolts with tiles kept back",
    "wars",
    "wars lost for certain",
    "wars hopeless",
    "wars with tiles kept back",
    "wars lost as a price",
    "leaders moved again in their turn",
    "kings moved again in their turn",
)


class Gifts:
    """Watches one game, decision by decision."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.counts = Counter[str]()
        self._placed = set[tuple[int, int]]()
        """Turn and colour of each leader that was placed."""
        self._wars = defaultdict[tuple[int, int], list[bool]](list)
        """Whether the attacker's wars were lost for certain, by turn and action."""

    def watch(self, state: State, action: int) -> None:
        sight = TigrisSight(self.game.board, state)
        if sight.phase == CELL and sight.leader != NONE:
            self._see_leader(sight, action)
        elif sight.phase == SUPPORT:
            self._see_support(sight, action - DO_SUPPORT)

    def _see_leader(self, sight: TigrisSight, action: int) -> None:
        placing = (sight.turn, sight.leader)
        if placing in self._placed and sight.lifted != NONE:
            self.counts["leaders moved again in their turn"] += 1
            self.counts["kings moved again in their turn"] += sight.leader == BLACK
        if action != DO_WITHDRAW:
            self._placed.add(placing)

    def _see_support(self, sight: TigrisSight, number: int) -> None:
        fight = sight.conflict
        assert fight is not None
        if fight.attacker_support is not None or fight.attacker != sight.active:
            return
        kind = "revolts" if fight.revolt else "wars"
        lost = not fight.attack_wins(number)
        hopeless = not fight.attack_wins(sight.hands[fight.attacker][fight.tiles])
        self.counts[kind] += 1
        self.counts[f"{kind} lost for certain"] += lost
        self.counts[f"{kind} hopeless"] += hopeless
        self.counts[f"{kind} with tiles kept back"] += lost and not hopeless
        if not fight.revolt:
            self._wars[sight.turn, sight.actions_left].append(lost)

    def finish(self) -> Counter[str]:
        """What was counted in the whole game."""
        for wars in self._wars.values():
            self.counts["wars lost as a price"] += 0 if all(wars) else sum(wars)
        return self.counts


def count(name: str, games: int, players: int, first_seed: int) -> Counter[str]:
    """What bots of this name give away in so many games among themselves."""
    game = triarchy.game("tigris", players)
    seats = [bot(name) for _ in range(players)]
    total = Counter[str]()
    for seed in range(first_seed, first_seed + games):
        gifts = Gifts(game)
        play_game(game, seats, seed, gifts.watch)
        total += gifts.finish()
    return total


def share_of_gifts(counts: Counter[str]) -> float:
    """Of the revolts and wars begun, the part that was given away."""
    given = counts["revolts lost for certain"] + counts["wars lost for certain"]
    begun = counts["revolts"] + counts["wars"]
    return (given - counts["wars lost as a price"]) / max(1, begun)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--bot", default="normal")
    reader.add_argument("--games", type=int, default=12)
    reader.add_argument("--players", type=int, default=4)
    reader.add_argument("--seed", type=int, default=100, help="of the first game")
    asked = reader.parse_args()
    counts = count(asked.bot, asked.games, asked.players, asked.seed)
    for row in ROWS:
        print(f"{row:36}{counts[row]:6}")
    print(f"{'gifts':36}{share_of_gifts(counts):6.1%}")


if __name__ == "__main__":
    main()
