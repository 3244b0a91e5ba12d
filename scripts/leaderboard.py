"""Evaluate our own bots: the scale of `triarchy evaluate` and the page docs/research/leaderboard.md.

    python scripts/leaderboard.py play --games 12      stop it when you like; the same command goes on
    python scripts/leaderboard.py add evaluations/FOLDER --name "one turn"    check an evaluation and put it on the page
    python scripts/leaderboard.py page                 write the page again from docs/research/leaderboard/

`play` first lets the opponents play among each other, which fixes the scale (src/triarchy/arena/reference.json), then
evaluates the other bots.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from triarchy.arena import evaluation as protocol
from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import DEFINITIONS

ROOT = Path(__file__).resolve().parent.parent
FILES = ROOT / "docs" / "research" / "leaderboard"
PAGE = ROOT / "docs" / "research" / "leaderboard.md"
GAMES = ("meridian", "tigris", "china")
OTHERS = ("simple", "easy", "network", "file:examples/own_bot.py")
"""Our bots that are no opponents, as far as they are the same on every machine."""


def every_kind() -> list[protocol.Kind]:
    """Few players first."""
    kinds = [
        protocol.Kind(name, players)
        for name in GAMES
        for players in range(DEFINITIONS[name].players[0], DEFINITIONS[name].players[1] + 1)
    ]
    return sorted(kinds, key=lambda kind: kind.players - DEFINITIONS[kind.game].players[0])


def in_order(kind: protocol.Kind) -> tuple[int, int]:
    """As the page has them: game by game."""
    return GAMES.index(kind.game), kind.players


def folder_of(bot: str, folder: Path) -> Path:
    return folder / "".join(one if one.isalnum() else "-" for one in bot)


def play(kinds: list[protocol.Kind], games: int, folder: Path, workers: int | None) -> None:
    """Play kind by kind: after each, what is complete is written."""
    for number in range(1, len(kinds) + 1):
        known = tuple(kinds[:number])
        for bot in protocol.OPPONENTS:
            asked = protocol.Evaluation(bot, known, games)
            protocol.play(asked, folder_of(bot, folder), workers)
            print(known[-1].name, bot, flush=True)
        write_reference(known, games, folder)
    for bot in (*protocol.OPPONENTS, *OTHERS):
        asked = protocol.Evaluation(bot, tuple(kinds), games)
        place = folder_of(bot, folder)
        document = protocol.figures(asked.settings(), protocol.play(asked, place, workers))
        protocol.write(place, document)
        FILES.mkdir(exist_ok=True)
        (FILES / f"{place.name}.json").write_bytes((place / protocol.EVALUATION).read_bytes())
        PAGE.write_text(page(), "utf-8")
        print(bot, document["rating"], flush=True)


def add(folder: Path, name: str) -> None:
    """Put an evaluation onto the page, once it is checked; the games stay where they are."""
    number = protocol.check(folder)
    document = json.loads((folder / protocol.EVALUATION).read_text("utf-8"))
    label = name or document["bot"]
    path = folder_of(f"{label} {document['games_sha256'][:8]}", FILES).with_suffix(".json")
    text = json.dumps({"name": label, **document}, indent=1, ensure_ascii=False) + "\n"
    path.write_text(text, "utf-8")
    print(f"{number} games, replayed: {label!r} is in {path}.")


def label_of(document: dict[str, Any]) -> str:
    """What the page calls a bot: by the name that it was added with, since files of many people have the same one."""
    name: str = document.get("name", document["bot"])
    return name


def write_reference(kinds: tuple[protocol.Kind, ...], games: int, folder: Path) -> None:
    """The opponents' results among each other. Between two every game is one of both: it counts once."""
    told: dict[str, list[dict[str, Any]]] = {kind.name: [] for kind in kinds}
    for bot in protocol.OPPONENTS:
        asked = protocol.Evaluation(bot, kinds, games)
        lines = protocol.play(asked, folder_of(bot, folder), 1)
        for name, outcomes in protocol.outcomes_of(bot, lines).items():
            for one in outcomes:
                again = {"one": one.others, "others": one.one}
                if one.players > 2 or not any(again.items() <= row.items() for row in told[name]):
                    row = {"one": one.one, "others": one.others}
                    told[name].append({**row, "games": one.games, "wins": one.wins})
    document = {"protocol": protocol.PROTOCOL, "kinds": told}
    protocol.REFERENCE.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    protocol.reference.cache_clear()


def page() -> str:
    """The leaderboard, from the evaluations in docs/research/leaderboard/."""
    documents = together(json.loads(path.read_text("utf-8")) for path in FILES.glob("*.json"))
    played = {row["kind"] for one in documents for row in one["kinds"]}
    kinds = [kind.name for kind in sorted(every_kind(), key=in_order) if kind.name in played]
    documents.sort(key=lambda one: (-len(one["kinds"]), -one["rating"], label_of(one)))
    lines = [TEXT, "", *table(("bot", "all", *kinds), [row_of(one, kinds) for one in documents])]
    lines += ["", "## Among each opponent", "", SHARES, ""]
    lines += table(("bot", "game", *protocol.OPPONENTS), list(shares(documents)))
    lines += ["", "## Who is left in the end", "", RANKS, ""]
    lines += table(("bot", *kinds), [ranks_of(one, kinds) for one in documents])
    return "\n".join(lines) + "\n"


def together(evaluations: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """One document a bot: kinds of games that it has played at different times stand in files of their own, and where two files
    have the same kind, the one with more games counts."""
    files = list(evaluations)
    rows: dict[str, dict[str, dict[str, Any]]] = {}
    for one in files:
        own = rows.setdefault(label_of(one), {})
        for row in one["kinds"]:
            if row["kind"] not in own or games_of(own[row["kind"]]) < games_of(row):
                own[row["kind"]] = row
    found = []
    for name, own in rows.items():
        whole = [one for one in files if label_of(one) == name]
        if len(whole) == 1:
            found += whole
            continue
        kinds = list(own.values())
        halves = [(row["rating_interval"][1] - row["rating_interval"][0]) / 2 for row in kinds]
        half = sum(one**2 for one in halves) ** 0.5 / len(kinds)
        mean = sum(row["rating"] for row in kinds) / len(kinds)
        means = {"rating": round(mean), "rating_interval": round(half)}
        about = {"name": name, "bot": whole[0]["bot"]}
        found.append({**about, "kinds": sorted(kinds, key=row_order), **means})
    return found


def games_of(row: dict[str, Any]) -> int:
    return sum(one["games"] for one in row["opponents"])


def row_order(row: dict[str, Any]) -> tuple[int, int]:
    return in_order(protocol.Kind.named(row["kind"]))


def table(heads: tuple[str, ...], rows: list[list[str]]) -> list[str]:
    marks = "|".join(["---"] + ["---:"] * (len(heads) - 1))
    return [f"| {' | '.join(heads)} |", f"|{marks}|", *(f"| {' | '.join(row)} |" for row in rows)]


def row_of(document: dict[str, Any], kinds: list[str]) -> list[str]:
    """A mean over some games alone is not one over all, so it is not shown."""
    own = {row["kind"]: row for row in document["kinds"]}
    over_all = f"{document['rating']} ± {document['rating_interval']}"
    some = f"{len(own)} of {len(kinds)}"
    cells = [f"`{label_of(document)}`", over_all if len(own) == len(kinds) else some]
    for kind in kinds:
        row = own.get(kind)
        half = (row["rating_interval"][1] - row["rating_interval"][0]) // 2 if row else 0
        cells.append(f"{row['rating']} ± {half}" if row else "")
    return cells


def shares(documents: list[dict[str, Any]]) -> Any:
    for document in documents:
        for row in document["kinds"]:
            among = {one["opponent"]: one for one in row["opponents"]}
            yield [
                f"`{label_of(document)}`",
                row["kind"],
                *(share(among[name]) if name in among else "" for name in protocol.OPPONENTS),
            ]


def share(one: dict[str, Any]) -> str:
    low, high = one["interval"]
    return f"{100 * one['win_share']:.0f} % ({100 * low:.0f} to {100 * high:.0f}) of {one['games']}"


def ranks_of(document: dict[str, Any], kinds: list[str]) -> list[str]:
    own = {row["kind"]: row for row in document["kinds"]}
    cells = [f"`{label_of(document)}`"]
    for kind in kinds:
        row = own.get(kind)
        cells.append(f"{row['alpha_rank'][row['bots'].index(document['bot'])]:.2f}" if row else "")
    return cells


TEXT = """# Leaderboard

Bots by `triarchy evaluate` ([how it is done](evaluation.md)), the strongest first, those that have played less below. Ratings are Elo's, with 1000 for `greedy` on the scale of every
game: 400 points more are ten times the chances. The ± is half a 95 % interval, the opponents' ratings taken as certain. A row is of the games
that a bot sat in alone among others: with three players and more those of an opponent are a part of the games that fix the scale, so its row may differ from its rating there. A game
is named with its number of players. A bot that has played every kind of game on this page has the mean of its ratings under "all"; of the others it is
told how many they have played. In Tigris & Euphrates the games with `champion` were played before its network was trained on and used with two and three
players too; they are still to be played again, so the scale of these two columns is that of the champion before. This page is written by `python scripts/leaderboard.py page` from the files in `docs/research/leaderboard/`."""
SHARES = """The share of the wins of one bot alone among opponents of one kind, with its 95 % interval (Wilson) and the number of games;
par is one part in the number of players."""
RANKS = """Alpha-rank: the part of the time that a population in which bots are copied by their pay-offs consists of this bot, among
itself and the opponents."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("--games", type=int, default=protocol.GAMES_EACH)
    playing.add_argument("--folder", type=Path, default=Path("leaderboard"))
    playing.add_argument("--workers", type=int)
    playing.add_argument("--kinds", help="such as meridian-2,china-3; all of them if not named")
    adding = commands.add_parser("add")
    adding.add_argument("evaluation", type=Path, help="the folder of an evaluation")
    adding.add_argument("--name", default="", help="what the page calls the bot")
    commands.add_parser("page")
    wanted = parser.parse_args()
    if wanted.command == "play":
        names = wanted.kinds.split(",") if wanted.kinds else [one.name for one in every_kind()]
        kinds = [kind for kind in every_kind() if kind.name in names]
        play(kinds, wanted.games, wanted.folder, wanted.workers)
    if wanted.command == "add":
        try:
            add(wanted.evaluation, wanted.name)
        except BadRequest as error:
            raise SystemExit(str(error)) from None
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
