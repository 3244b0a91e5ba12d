"""Count what winners of strong games did, and what the others did: the figures of the strategy guides.

    triarchy dataset meridian --players 4 --bots champion:sims=200 --decisions 29871 --seed 27 --out games.jsonl
    python scripts/strong_games.py games.jsonl
    python scripts/strong_games.py training/tigris/recorded-4.npz

Each game is played again from its record, or from a file of `triarchy.research.recorded`. A row says how much of a thing a winner had and how much each of
the others, with the 95% interval of the difference, by games; below it stands what was counted over all seats.
"""

from __future__ import annotations

import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from triarchy.research.recorded import Recorded
from triarchy.table.game import Game, game

Things = dict[str, list[float]]
"""Something counted, for every seat."""
Shares = dict[str, list[float]]
"""Something that happened or not, each time it could."""


class Counting:
    """One game's counts; a game's own class says what is looked at before every decision, and at the end."""

    def __init__(self, played: Game) -> None:
        self.game = played
        self.things: Things = defaultdict(lambda: [0.0] * played.players)
        self.shares: Shares = defaultdict(list)

    def before(self, sight: Any, seat: int, move: str) -> None:
        """A seat is about to decide."""

    def end(self, sight: Any) -> None:
        """The game is over."""


class Meridian(Counting):
    first: dict[int, int]

    def before(self, sight: Any, seat: int, move: str) -> None:
        word, _, number = move.partition(" ")
        if word == "height":
            self.height = int(number)
        elif word == "lift":
            self.things["towers taken back"][seat] += 1
        elif word == "done":
            self.things["turns without building"][seat] += 1
        elif word == "city":
            city = (sight.meridian, int(number) - 1)
            early = int(sight.view.turn) < 4 * self.game.players
            self.things["towers built"][seat] += 1
            self.things["of these in capitals"][seat] += sight.is_capital(city)
            self.things["of these 1 or 2 tall"][seat] += self.height <= 2
            self.things["of these 5 tall or taller"][seat] += self.height >= 5
            self.things["pieces in a tower, summed"][seat] += self.height
            pushes = sight.pushes(self.game.actions[move])
            self.things["others' towers pushed"][seat] += len(pushes)
            for push in pushes:
                self.things["own towers pushed by others"][push.tower.seat] += 1
            island = sight.islands[sight.island_of(city)]
            if early:
                self.things["towers of the first four turns on islands of 4 or 5"][seat] += (
                    island.value >= 4
                )
        if int(sight.view.turn) == 8 * self.game.players and not hasattr(self, "middle"):
            self.middle = {island.index: island.holder for island in sight.islands}

    def end(self, sight: Any) -> None:
        for seat, left in enumerate(sight.supply):
            self.things["pieces left at the end"][seat] = left
        for island in sight.islands:
            ordered = sorted(island.strengths, reverse=True)
            held = island.holder >= 0
            self.shares["islands that nobody takes"].append(not held)
            if held:
                self.things["islands taken"][island.holder] += 1
                self.things["of these worth 4 or 5"][island.holder] += island.value >= 4
                self.shares["taken islands that were won by 1"].append(ordered[0] - ordered[1] == 1)
                self.shares["taken islands that were won by 3 or more"].append(
                    ordered[0] - ordered[1] >= 3
                )
            if self.middle[island.index] >= 0:
                self.shares["islands held after 8 of 13 turns and still at the end"].append(
                    island.holder == self.middle[island.index]
                )


class Tigris(Counting):
    conflict: tuple[bool, int, int, int, int] | None = None

    def before(self, sight: Any, seat: int, move: str) -> None:
        fight = sight.conflict
        turn, active = int(sight.view.turn), sight.active
        word, _, rest = move.partition(" ")
        self._settle(sight)
        if fight is not None and fight.attacker_support is None and word == "support":
            self.conflict = (
                fight.revolt, fight.attacker, fight.defender,
                fight.attacker_board - fight.defender_board, sight.points[fight.attacker][fight.colour],
            )  # fmt: skip
            kind = "revolts" if fight.revolt else "wars"
            self.things[f"{kind} begun by the player who attacks"][fight.attacker] += 1
            self.on_board = len(sight.leader_at)
            self.fighting = (fight.attacker, fight.colour)
        elif word == "leader":
            self.things["leaders placed or moved"][seat] += 1
            if turn < self.game.players:
                self.things["leaders placed in the first turn"][seat] += 1
                self.things[f"{rest} leaders placed in the first turn"][seat] += 1
        elif word == "tile":
            self.things["tiles placed"][seat] += 1
            if turn < self.game.players:
                self.things["tiles placed in the first turn"][seat] += 1
        elif word == "monument":
            self.things["monuments built"][seat] += 1
        elif word == "catastrophe":
            self.things["catastrophe tiles used"][seat] += 1
        elif word == "swap":
            self.things["swaps"][seat] += 1
        if turn != getattr(self, "turn", None):
            self.turn = turn
            self.things["leaders on the board, at the beginning of a turn, summed"][active] += sum(
                cell >= 0 for cell in sight.leader_cells[active]
            )
            self.things["turns"][active] += 1

    def _settle(self, sight: Any) -> None:
        """Who won the conflict that was fought: the loser's leader has left the board."""
        if self.conflict is None or sight.conflict is not None:
            return
        revolt, attacker, _, margin, _ = self.conflict
        self.conflict = None
        won = sight.leader_cells[self.fighting[0]][self.fighting[1]] >= 0
        kind = "revolts" if revolt else "wars"
        ahead = (
            "behind"
            if margin < 0
            else "even"
            if margin == 0
            else "ahead by 1"
            if margin == 1
            else "ahead by 2 or more"
        )
        self.shares[f"{kind} won by the attacker"].append(won)
        self.shares[f"{kind} won by the attacker, {ahead} on the board"].append(won)
        self.things["conflicts won as the attacker"][attacker] += won

    def end(self, sight: Any) -> None:
        self._settle(sight)
        for seat, points in enumerate(sight.points):
            ordered = sight.ordered_scores[seat]
            self.things["treasures"][seat] = points[4]
            self.things["weakest colour"][seat] = ordered[0]
            self.things["strongest colour"][seat] = ordered[3]
            self.things["all points together"][seat] = sum(points)
        ranks = sight.ranks
        best = sorted((sum(points) for points in sight.points), reverse=True)
        winner = ranks.index(1)
        self.shares["winners who had the most points of all colours together"].append(
            sum(sight.points[winner]) == best[0]
        )


class China(Counting):
    def before(self, sight: Any, seat: int, move: str) -> None:
        word, _, _ = move.partition(" ")
        turn = int(sight.view.turn)
        if turn != getattr(self, "turn", None):
            self.turn, self.pieces = turn, 0
            self.things["turns"][seat] += 1
        if word in ("house", "emissary"):
            self.pieces += 1
            self.things["houses placed" if word == "house" else "emissaries placed"][seat] += 1
            if self.pieces == 2:
                self.things["turns with two pieces"][seat] += 1
            if turn < self.game.players:
                self.shares["first turns' pieces that are emissaries"].append(word == "emissary")
            province = sight.province_of(self.game.actions[move])
            if word == "house":
                houses = list(province.houses)
                self.things["houses in provinces where another already led by 2"][seat] += (
                    max(houses) - houses[seat] >= 2
                )
                self.things["houses in provinces where the player had none"][seat] += (
                    houses[seat] == 0
                )
        elif word == "swap":
            self.things["swaps"][seat] += 1

    def end(self, sight: Any) -> None:
        for seat in range(self.game.players):
            houses, alliances, roads = sight.projected[seat]
            self.things["points for houses"][seat] = houses
            self.things["points for alliances"][seat] = alliances
            self.things["points for roads"][seat] = roads
            self.things["houses left"][seat] = sight.supply(seat)[0]
            self.things["emissaries left"][seat] = sight.supply(seat)[1]
            self.things["longest road"][seat] = max(
                (len(r.fields) for r in sight.rows(seat)), default=0
            )
        for province in sight.provinces:
            ordered = sorted(province.houses, reverse=True)
            if ordered[0]:
                self.shares["provinces where two or more share the most houses"].append(
                    ordered[0] == ordered[1]
                )
                self.shares["provinces won by 1 house"].append(ordered[0] - ordered[1] == 1)
        for alliance in sight.alliances:
            self.shares["alliances that score for somebody"].append(any(alliance.points))


COUNTING: dict[str, type[Counting]] = {"meridian": Meridian, "tigris": Tigris, "china": China}


def of_record(record: dict[str, Any]) -> tuple[Game, int, list[int]]:
    """A game of a data set: how it is played, its seed, its actions."""
    played = game(record["game"], record["players"], options=record["options"])
    return played, int(record["seed"]), [played.actions[move] for move in record["moves"]]


def games_of(path: Path) -> Iterator[tuple[Game, int, list[int]]]:
    """The games of a file."""
    if path.suffix != ".npz":
        for line in path.read_text("utf-8").splitlines():
            yield of_record(json.loads(line))
        return
    kept = Recorded.load(path)
    ends = np.cumsum(kept.lengths)
    for seed, options, length, end in zip(
        kept.seeds, kept.options, kept.lengths, ends, strict=True
    ):
        if options == 0:
            played = game(kept.game, kept.players)
            yield played, seed, kept.actions[end - length : end]


def counted(played: Game, seed: int, actions: list[int]) -> tuple[Counting, list[int]]:
    """A game's counts, and everybody's place in the end."""
    counting = COUNTING[played.name](played)
    state = played.state(seed)
    for action in actions:
        counting.before(played.sight(state), int(state.to_move), played.moves[action])
        played.definition.rules.apply(played.board.struct, state, action)
    counting.end(played.sight(state))
    return counting, list(played.result(state)["ranking"])


def tables(paths: list[Path]) -> Iterator[str]:
    """Both tables, line by line."""
    games = [counted(*each) for path in paths for each in games_of(path)]
    first = games[0][0].game
    yield f"{len(games)} games, {first.name}, {first.players} players\n"
    yield "| each seat | winners | others | difference | 95% |\n|---|---:|---:|---:|---|"
    for thing in dict.fromkeys(name for each, _ in games for name in each.things):
        pairs = np.array([_means(each.things[thing], ranking) for each, ranking in games])
        gaps = pairs[:, 0] - pairs[:, 1]
        half = 1.96 * float(np.std(gaps)) / math.sqrt(len(gaps))
        winners, others = pairs.mean(axis=0)
        yield f"| {thing} | {winners:.2f} | {others:.2f} | {winners - others:+.2f} | ± {half:.2f} |"
    yield "\n| of all | cases | share | 95% |\n|---|---:|---:|---|"
    for share in dict.fromkeys(name for each, _ in games for name in each.shares):
        cases = [value for each, _ in games for value in each.shares.get(share, ())]
        mean = float(np.mean(cases))
        half = 1.96 * math.sqrt(mean * (1 - mean) / len(cases))
        yield f"| {share} | {len(cases)} | {mean:.1%} | ± {half:.1%} |"


def _means(values: list[float], ranking: list[int]) -> tuple[float, float]:
    """The mean of the winners, and of the others; in a game that all win both are the same."""
    won = [value for value, rank in zip(values, ranking, strict=True) if rank == 1]
    rest = [value for value, rank in zip(values, ranking, strict=True) if rank > 1] or won
    return float(np.mean(won)), float(np.mean(rest))


if __name__ == "__main__":
    for line in tables([Path(path) for path in sys.argv[1:]]):
        print(line)
