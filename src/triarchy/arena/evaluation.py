"""An evaluation that everybody can repeat: in each game and number of players a bot sits alone among others of
one kind, in every seat of the same deals, and all of it is fixed but the bot.

The folder holds `settings.json`, what is evaluated, `games.jsonl`, a line for each game with all its actions,
and at the end `evaluation.json`, the figures, which are the same on every machine for a bot that is.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from triarchy.arena.plan import Tournament, changes, versions
from triarchy.arena.running import GAMES, Line, play_in_processes, play_number, read_games
from triarchy.arena.scale import (
    ZERO,
    Outcome,
    alpha_rank,
    alpha_rank_module,
    interval,
    pay_offs,
    rate_all,
)
from triarchy.arena.summary import judged, wilson
from triarchy.bots import bot
from triarchy.engine.errors import BadRequest, TriarchyError
from triarchy.engine.results import win_shares
from triarchy.engine.rng import seed_of_game
from triarchy.table.game import Game, game

PROTOCOL = 1
"""Raised whenever anything changes that figures depend on."""
SEED = 30_000_000
OPPONENTS = ("random", "greedy", "search:sims=20", "champion:sims=100")
"""Their budgets are simulations, so that results do not hang on a machine."""
ANCHOR = "greedy"
"""Its rating is 1000 in every game."""
GAMES_EACH = 120
"""So many games among each opponent, rounded up so that the bot has every seat equally often."""
EVALUATION, SETTINGS = "evaluation.json", "settings.json"
REFERENCE = Path(__file__).with_name("reference.json")
"""The opponents' games among each other: wins and games of one alone among others, by game and players."""
PUBLIC = ("game", "seats", "seed", "actions", "scores", "ranking", "forfeits", "complaints")


@dataclass(frozen=True)
class Kind:
    """A game with a number of players, on its usual board."""

    game: str
    players: int

    @classmethod
    def named(cls, name: str) -> Kind:
        """The kind that a name such as `meridian-2` is of."""
        game_name, _, players = name.rpartition("-")
        return cls(game_name, int(players))

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}"

    @property
    def played(self) -> Game:
        return game(self.game, self.players)

    def games(self, wanted: int) -> int:
        """At least so many, with every seat equally often."""
        return -(-wanted // self.players) * self.players


@cache
def reference() -> dict[str, list[Outcome]]:
    """The opponents' own results, by the names of the kinds."""
    told = json.loads(REFERENCE.read_text("utf-8"))
    assert told["protocol"] == PROTOCOL
    return {
        name: [Outcome(**{"players": Kind.named(name).players, **one}) for one in outcomes]
        for name, outcomes in told["kinds"].items()
    }


def all_kinds() -> list[Kind]:
    """What is evaluated unless somebody wants less."""
    return [Kind.named(name) for name in reference()]


@dataclass(frozen=True)
class Evaluation:
    """What is evaluated: a bot, in some kinds of games."""

    bot: str
    kinds: tuple[Kind, ...]
    games: int = GAMES_EACH

    def settings(self) -> dict[str, Any]:
        """What the games depend on. The kinds and the number of games are not among it: more can be played."""
        found: dict[str, str] = {}
        for kind in self.kinds:
            own = versions(kind.played, [self.bot])
            found[f"the rules of {kind.game}"] = own.pop("the rules")
            found |= own
        return {"protocol": PROTOCOL, "bot": self.bot, "versions": found}

    def tournaments(self) -> Iterator[tuple[Kind, str, Tournament]]:
        """One for each kind and opponent; among its likes a bot need not play."""
        for kind in self.kinds:
            played = kind.played
            for other in OPPONENTS:
                if other != self.bot:
                    bots = (self.bot, *[other] * (kind.players - 1))
                    number = kind.games(self.games)
                    where = (played.name, played.players, played.board.id, played.options)
                    yield kind, other, Tournament(*where, bots, number, SEED)


def play(
    evaluation: Evaluation,
    folder: Path,
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, all_games: None,
) -> list[Line]:
    """Play what is still to be played; returns the games in order. KeyboardInterrupt stops it; what is finished
    stays, and the same call goes on."""
    _open_folder(evaluation, folder)
    wanted = {
        (kind.name, other, number): (tournament, number)
        for kind, other, tournament in evaluation.tournaments()
        for number in range(tournament.games)
    }
    known = {_place(line): line for line in read_games(folder)}
    left = [place for place in wanted if place not in known]
    progress(len(wanted) - len(left), len(wanted))
    with (folder / GAMES).open("ab") as file:
        for place, line in _finished(left, [wanted[place] for place in left], workers):
            known[place] = {"kind": place[0], "opponent": place[1]} | {
                key: line[key] for key in PUBLIC if key in line
            }
            file.write(_line(known[place]))
            file.flush()
            os.fsync(file.fileno())
            left.remove(place)
            progress(len(wanted) - len(left), len(wanted))
    return [known[place] for place in wanted]


Place = tuple[str, str, int]
"""Where a game belongs: its kind, the opponent, its number."""


def _finished(
    left: list[Place], jobs: list[tuple[Tournament, int]], workers: int | None
) -> Iterator[tuple[Place, Line]]:
    if workers == 1 or len(jobs) < 2:
        for place, job in list(zip(left, jobs, strict=True)):
            yield place, play_number(*job)
    else:
        places = list(left)
        for number, line in play_in_processes(jobs, workers):
            yield places[number], line


def _place(line: Line) -> Place:
    return line["kind"], line["opponent"], line["game"]


def _line(document: Line) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _open_folder(evaluation: Evaluation, folder: Path) -> None:
    """Make the folder, or check that it holds an evaluation of this bot as it is now."""
    path, now = folder / SETTINGS, evaluation.settings()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        before = json.loads(path.read_text("utf-8")) if path.exists() else now
        merged = {**now, "versions": {**before["versions"], **now["versions"]}}
        told = changes({**before, "versions": {**now["versions"], **before["versions"]}}, merged)
        if not told:
            path.write_text(json.dumps(merged, indent=1, ensure_ascii=False) + "\n", "utf-8")
    except OSError:
        raise BadRequest(f"The folder {str(folder)!r} cannot be written.") from None
    except (ValueError, TypeError, KeyError):
        raise BadRequest(f"{str(path)!r} is not an evaluation.") from None
    if told:
        raise BadRequest(
            f"The folder {str(folder)!r} holds another evaluation ({'; '.join(told)}); name a new one."
        )


def check_bot(evaluation: Evaluation) -> None:
    """Refuse a bot that cannot play, and an installation without what the figures need."""
    alpha_rank_module()
    for name in dict.fromkeys(kind.game for kind in evaluation.kinds):
        kind = next(one for one in evaluation.kinds if one.game == name)
        tried = bot(evaluation.bot)
        try:
            tried.prepare(kind.played)
        finally:
            tried.close()


def outcomes_of(bot_name: str, lines: Sequence[Line]) -> dict[str, list[Outcome]]:
    """Games and wins among each opponent, by the kinds' names; a forfeited game is lost."""
    found: dict[str, dict[str, list[float]]] = {}
    for line in lines:
        own = line["seats"].index(0)
        shares = found.setdefault(line["kind"], {}).setdefault(line["opponent"], [])
        counted = judged([line])
        shares.append(win_shares(counted[0]["ranking"])[own] if counted else 0.0)
    return {
        kind: [
            Outcome(bot_name, other, Kind.named(kind).players, len(shares), round(sum(shares), 9))
            for other, shares in others.items()
        ]
        for kind, others in found.items()
    }


def opponents_ratings(kind: str) -> dict[str, float]:
    """The fixed scale of a kind: the opponents' ratings, from their games among each other."""
    return {ANCHOR: ZERO} | rate_all(reference()[kind], {ANCHOR: ZERO})


def figures(settings: dict[str, Any], lines: Sequence[Line]) -> dict[str, Any]:
    """All figures as one document, by nothing but the games."""
    name = str(settings["bot"])
    rows = [_figures_of(name, kind, own) for kind, own in outcomes_of(name, lines).items()]
    for row in rows:
        row["lost_by_forfeit"] = sum(
            line.get("forfeits", [0] * len(line["seats"]))[line["seats"].index(0)] > 0
            for line in lines
            if line["kind"] == row["kind"]
        )
    games = b"".join(_line(line) for line in lines)
    return {
        **settings,
        "rating": round(float(np.mean([row["rating"] for row in rows]))),
        "rating_interval": round(float(np.linalg.norm([row["half"] for row in rows])) / len(rows)),
        "kinds": [{key: value for key, value in row.items() if key != "half"} for row in rows],
        "games": len(lines),
        "games_sha256": hashlib.sha256(games).hexdigest(),
    }


def _figures_of(name: str, kind: str, own: list[Outcome]) -> dict[str, Any]:
    """The figures of one kind of game."""
    scale = opponents_ratings(kind)
    rest = {other: points for other, points in scale.items() if other != name}
    rating = rate_all(own, rest)[name]
    half = interval(name, own, {**rest, name: rating})
    names = list(dict.fromkeys([*OPPONENTS, name]))
    known = [one for one in reference()[kind] if name not in (one.one, one.others)]
    matrix = [[round(share, 4) for share in row] for row in pay_offs(names, [*known, *own])]
    return {
        "kind": kind,
        "rating": round(rating),
        "half": half,
        "rating_interval": [round(rating - half), round(rating + half)],
        "opponents": [
            {
                "opponent": one.others,
                "rating": round(scale[one.others]),
                "games": one.games,
                "win_share": round(one.wins / one.games, 4),
                "interval": [round(end, 4) for end in wilson(one.wins / one.games, one.games)],
            }
            for one in own
        ],
        "bots": names,
        "pay_offs": matrix,
        "alpha_rank": [round(mass, 4) for mass in alpha_rank(matrix)],
    }


def write(folder: Path, document: dict[str, Any]) -> None:
    """Write the figures, and put all games in order, so that equal evaluations are equal files."""
    games = sorted(read_games(folder), key=_place)
    for path, content in (
        (folder / GAMES, b"".join(_line(line) for line in games)),
        (folder / EVALUATION, _document(document)),
    ):
        partial = path.with_name(path.name + ".part")
        partial.write_bytes(content)
        partial.replace(path)


def _document(document: dict[str, Any]) -> bytes:
    return json.dumps(document, indent=1, ensure_ascii=False).encode() + b"\n"


def check(folder: Path) -> int:
    """Replay all games of a folder and work out the figures anew; BadRequest says what is not as it was told.

    The first game among each opponent is asked for again: every decision of the opponents. Returned is the
    number of games.
    """
    try:
        told = (folder / EVALUATION).read_bytes()
        document = json.loads(told)
        settings = {key: document[key] for key in ("protocol", "bot", "versions")}
        counted = {
            (row["kind"], one["opponent"]): one["games"]
            for row in document["kinds"]
            for one in row["opponents"]
        }
        games = {_place(line): line for line in read_games(folder)}
        lines = [games[(*of, n)] for of, number in counted.items() for n in range(number)]
        if document["protocol"] != PROTOCOL:
            raise BadRequest(
                f"The evaluation is of protocol {document['protocol']}, this is {PROTOCOL}."
            )
        for line in lines:
            _replay(line)
    except TriarchyError:
        raise
    except (OSError, ValueError, KeyError, TypeError):
        raise BadRequest(f"The folder {str(folder)!r} holds no whole evaluation.") from None
    if _document(figures(settings, lines)) != told:
        raise BadRequest("The figures do not follow from the games.")
    return len(lines)


def _replay(line: Line) -> None:
    kind, other, number = _place(line)
    played = Kind.named(kind).played
    if other not in OPPONENTS:
        raise BadRequest(f"{other!r} is no opponent of the evaluation.")
    turned, block = number % played.players, number // played.players
    seed = int(seed_of_game(np.uint64(SEED), np.uint64(block)))
    seats = [0 if seat == turned else 1 for seat in range(played.players)]
    what = f"Game {number} of {kind} among {other}"
    if line["seed"] != str(seed) or [min(place, 1) for place in line["seats"]] != seats:
        raise BadRequest(f"{what} is not on the deal or the seat that it is for.")
    state = played.state(seed)
    asked = [bot(other) for _ in seats] if number == 0 else []
    for decision, action in enumerate(line["actions"]):
        if action not in played.legal_actions(state):
            raise BadRequest(f"{what}: action {decision} is not legal.")
        seat = int(state.to_move)
        if asked and seats[seat] == 1:
            own = int(seed_of_game(np.uint64(seed), np.uint64(decision)))
            if asked[seat].choose(played, played.view(state, seat), seat, own) != action:
                raise BadRequest(f"{what}: {other} does not play action {decision}.")
        played.definition.rules.apply(played.board.struct, state, action)
    if int(state.to_move) >= 0 or line["ranking"] != played.result(state)["ranking"]:
        raise BadRequest(f"{what} does not end as it is told.")
