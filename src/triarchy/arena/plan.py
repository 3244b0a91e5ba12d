"""A tournament's plan: who plays whom, on which seat, with which seed."""

from __future__ import annotations

import hashlib
import shlex
import shutil
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib.metadata import version
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np

from triarchy.bots import bot
from triarchy.bots.guest_file import split
from triarchy.bots.named import is_guest
from triarchy.engine.errors import BadRequest
from triarchy.engine.rng import seed_of_game
from triarchy.table.game import Game, game


@dataclass(frozen=True)
class Tournament:
    """What is played. Two tournaments with equal fields are the same, game by game."""

    game: str
    players: int
    board: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: int
    versions: dict[str, str] = field(default_factory=dict)
    """What else the games depend on: the versions of Triarchy and of the rules, and a hash of each
    file that a bot is."""

    def settings(self) -> dict[str, Any]:
        """The fields as JSON, to tell whether a folder holds this tournament.

        The number of games is not among them: a tournament can be made longer.
        """
        fields = asdict(self)
        del fields["games"]
        fields["bots"] = list(self.bots)
        fields["seed"] = str(self.seed)
        return fields

    @cached_property
    def played(self) -> Game:
        return game(self.game, self.players, self.board, self.options)

    @cached_property
    def lineups(self) -> list[tuple[int, ...]]:
        """The bots of each line-up, by their place in the list.

        As many bots as seats: all of them. More: every choice of that many. Fewer: every way to
        fill the seats with them that has at least two different ones.
        """
        places = range(len(self.bots))
        if len(self.bots) >= self.players:
            return list(combinations(places, self.players))
        every = combinations_with_replacement(places, self.players)
        return [lineup for lineup in every if len(set(lineup)) > 1 or len(self.bots) == 1]

    def pairing(self, number: int) -> tuple[tuple[int, ...], int]:
        """The bots by seat, and the seed, of a game.

        One after the other all line-ups play, then the same with seats moved on by one, and when
        every bot has had every seat comes the next seed: all line-ups and seats get equal seeds.
        One bot among its likes plays every game with a seed of its own, since to move seats
        would play the same game again.
        """
        if len(set(self.bots)) == 1:
            return self.lineups[0], int(seed_of_game(np.uint64(self.seed), np.uint64(number)))
        lineup = self.lineups[number % len(self.lineups)]
        turned = number // len(self.lineups) % self.players
        block = number // (len(self.lineups) * self.players)
        seats = lineup[-turned:] + lineup[:-turned] if turned else lineup
        return seats, int(seed_of_game(np.uint64(self.seed), np.uint64(block)))


def plan(
    played: Game | str, bots: list[str], games: int, players: int | None = None, seed: int = 0
) -> Tournament:
    """A tournament, checked: every bot exists, and the number of players suits the game."""
    if not bots:
        raise BadRequest("A tournament needs at least one bot.")
    if isinstance(played, str):
        from triarchy.kit.definition import DEFINITIONS

        least, most = DEFINITIONS[played].players
        played = game(played, players or max(least, min(most, len(bots))))
    for text in bots:
        bot(text).close()
    return Tournament(
        played.name,
        played.players,
        played.board.id,
        played.options,
        tuple(bots),
        games,
        seed,
        versions(played, bots),
    )


def versions(played: Game, bots: list[str]) -> dict[str, str]:
    """The versions and the hashes of files on which the games of these bots depend."""
    found = {"Triarchy": version("triarchy"), "the rules": str(played.definition.version)}
    for text in bots:
        for path in files_of(text):
            found[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return found


def files_of(text: str) -> list[Path]:
    """The files that a bot's text names: its Python file, a program's files, a network."""
    if not is_guest(text):
        named = [piece.partition("file=")[2] for piece in text.replace(":", ",").split(",")]
    elif text.startswith("program:"):
        words = shlex.split(text.removeprefix("program:"))
        named = [*words[1:], *([shutil.which(words[0]) or words[0]] if words else [])]
    else:
        named = [str(split(text.removeprefix("file:"))[0])]
    return [path for name in named if name and (path := Path(name)).is_file()]


def changes(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """What is not as it was when the games of a folder were played: "the rules: 1, now 2"."""
    was, is_now = before.get("versions", {}), now["versions"]
    told = [
        f"{name}: {was.get(name, 'unknown')}, now {is_now.get(name, 'gone')}"
        for name in dict.fromkeys([*is_now, *was])
        if was.get(name) != is_now.get(name)
    ]
    told += [
        f"{name}: {before.get(name)}, now {value}"
        for name, value in now.items()
        if name != "versions" and before.get(name) != value
    ]
    return told
