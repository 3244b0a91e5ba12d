"""The figures of a tournament: ratings, win shares and ranks with 95 % intervals, by bot and seat."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from triarchy.arena.plan import Tournament
from triarchy.arena.running import Line
from triarchy.engine.results import win_shares

Z = 1.96
PASSES = 3
"""The games are rated this many times over, so that the first ones do not weigh less."""


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a proportion, also near 0 and 1."""
    if n == 0:
        return 0.0, 1.0
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def names_of(tournament: Tournament) -> list[str]:
    """The bots' names; the same bot listed twice is one."""
    return list(dict.fromkeys(tournament.bots))


def rate(tournament: Tournament, games: list[Line]) -> dict[str, tuple[float, float]]:
    """Plackett-Luce ratings, (mu, sigma) of each bot, from all games in order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names_of(tournament)}
    for _ in range(PASSES):
        for name in ratings:  # only what is known of the strength is carried over
            ratings[name] = model.rating(name=name, mu=ratings[name].mu)
        for line in games:
            seats = [tournament.bots[place] for place in line["seats"]]
            if len(set(seats)) < 2:
                continue
            teams = [[model.create_rating([ratings[n].mu, ratings[n].sigma], n)] for n in seats]
            rated = model.rate(teams, ranks=[float(rank) for rank in line["ranking"]])
            for name in set(seats):
                own = [team[0] for team, seat in zip(rated, seats, strict=True) if seat == name]
                ratings[name].mu = sum(one.mu for one in own) / len(own)
                ratings[name].sigma = sum(one.sigma for one in own) / len(own)
    return {name: (rating.mu, rating.sigma) for name, rating in ratings.items()}


def judged(games: list[Line]) -> list[Line]:
    """The games with their ranking as it counts: whoever forfeited a decision has lost, since another
    bot made it. A game in which all seats did is nobody's."""
    counted = []
    for line in games:
        lost = [number > 0 for number in line.get("forfeits", [0] * len(line["ranking"]))]
        if all(lost):
            continue
        if any(lost):
            order = list(zip(lost, line["ranking"], strict=True))
            # Those who forfeited share the last rank, whatever was played for them.
            order = [(out, 0 if out else rank) for out, rank in order]
            line = {**line, "ranking": [1 + sum(one < own for one in order) for own in order]}
        counted.append(line)
    return counted


def score_part(tournament: Tournament) -> int:
    """The column of the scores that says most: the total, or the first one."""
    parts = tournament.played.definition.score_parts
    return parts.index("total") if "total" in parts else 0


def summarise(tournament: Tournament, games: list[Line]) -> dict[str, Any]:
    """All figures as one JSON document."""
    every, games = games, judged(games)
    whole = [line for line in games if "forfeits" not in line]
    ratings = rate(tournament, games)
    part = score_part(tournament)
    lengths = np.array([line["turns"] for line in whole] or [0])
    return {
        "tournament": {**tournament.settings(), "games": tournament.games},
        "played": len(every),
        "forfeited": len(every) - len(whole),
        "score": tournament.played.definition.score_parts[part],
        "bots": [
            _figures(tournament, games, name, ratings[name], part)
            | _forfeits(tournament, every, name)
            for name in names_of(tournament)
        ],
        "seats": [_seat(whole, seat, part) for seat in range(tournament.players)],
        "turns": _spread(lengths),
        "ties": sum(line["ranking"].count(1) > 1 for line in whole),
        "lengths": lengths.tolist() if whole else [],
    }


def _figures(
    tournament: Tournament, games: list[Line], name: str, rating: tuple[float, float], part: int
) -> dict[str, Any]:
    won: list[float] = []
    ranks: list[int] = []
    scores: list[int] = []
    by_seat: list[list[float]] = [[] for _ in range(tournament.players)]
    seconds, turns = 0.0, 0.0
    for line in games:
        won_here = win_shares(line["ranking"])
        for seat, place in enumerate(line["seats"]):
            if tournament.bots[place] != name:
                continue
            won.append(won_here[seat])
            by_seat[seat].append(won_here[seat])
            ranks.append(line["ranking"][seat])
            if "forfeits" not in line:
                scores.append(line["scores"][seat][part])
            seconds += line["seconds"][seat]
            turns += line["turns"] / tournament.players
    n = len(won)
    share = sum(won) / n if n else 0.0
    low, high = wilson(share, n)
    mean_rank = float(np.mean(ranks)) if n else 0.0
    half = Z * float(np.std(ranks)) / math.sqrt(n) if n else 0.0
    mu, sigma = rating
    return {
        "bot": name,
        "games": n,
        "rating": round(mu, 3),
        "rating_interval": [round(mu - Z * sigma, 3), round(mu + Z * sigma, 3)],
        "win_share": round(share, 4),
        "win_share_interval": [round(low, 4), round(high, 4)],
        "mean_rank": round(mean_rank, 4),
        "mean_rank_interval": [round(mean_rank - half, 4), round(mean_rank + half, 4)],
        "win_share_by_seat": [
            {
                "share": round(sum(seat) / len(seat), 4) if seat else 0.0,
                "interval": [round(x, 4) for x in wilson(sum(seat) / max(1, len(seat)), len(seat))],
                "games": len(seat),
            }
            for seat in by_seat
        ],
        "scores": scores,
        "ms_per_turn": round(1000 * seconds / turns, 2) if turns else 0.0,
    }


def _forfeits(tournament: Tournament, games: list[Line], name: str) -> dict[str, Any]:
    """How many decisions a bot could not make, in how many games, and why the last of them."""
    decisions, lost, complaint = 0, 0, ""
    for line in games:
        for seat, place in enumerate(line["seats"]):
            if tournament.bots[place] == name and "forfeits" in line and line["forfeits"][seat]:
                decisions += line["forfeits"][seat]
                lost += 1
                complaint = line["complaints"][seat]
    return {"forfeits": decisions, "lost_by_forfeit": lost, "complaint": complaint}


def _seat(games: list[Line], seat: int, part: int) -> dict[str, Any]:
    won = [win_shares(line["ranking"])[seat] for line in games]
    share = sum(won) / len(won) if won else 0.0
    low, high = wilson(share, len(won))
    return {
        "win_share": round(share, 4),
        "win_share_interval": [round(low, 4), round(high, 4)],
        "score": _spread(np.array([line["scores"][seat][part] for line in games] or [0])),
    }


def _spread(values: np.ndarray) -> dict[str, float]:
    return {
        "mean": round(float(values.mean()), 2),
        "deviation": round(float(values.std()), 2),
        "least": int(values.min()),
        "most": int(values.max()),
    }
