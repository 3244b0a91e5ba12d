"""Playing a tournament: worker processes, or a Ray cluster; each finished game goes to the disk.

The folder holds `tournament.json`, what is played, and `games.jsonl`, one line per finished game,
on the disk before the next is counted. A tournament stopped at any moment goes on from there.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from triarchy.arena.plan import Tournament, changes
from triarchy.bots import Bot, bot, play_game
from triarchy.bots.search import Search
from triarchy.engine.cores import cores
from triarchy.engine.errors import BadRequest
from triarchy.table.game import Game

GAMES = "games.jsonl"
SETTINGS = "tournament.json"
Line = dict[str, Any]
"""What is kept of one game."""
Job = tuple[Tournament, int]
"""A game to be played: the number of one of a tournament."""
Progress = Callable[[int], None]
"""Called with the number of games done so far."""
PATIENCE = 10.0
"""In a tournament CPU time counts, not the clock: a busy machine must not weaken a bot."""
MOST_RESTARTS = 5
"""So often workers that died are started again."""

_bots: dict[str, Bot] = {}
_prepared: set[tuple[str, str, int]] = set()
"""Which of these have what they need for a game and its number of players."""


def play_number(tournament: Tournament, number: int) -> Line:
    """Play one game of a tournament; runs in a worker."""
    seats, seed = tournament.pairing(number)
    playing = [
        _kept(tournament.bots[place], copy, tournament.played) for place, copy in _copies(seats)
    ]
    forfeits = [one.forfeits for one in playing]
    actions: list[int] = []
    result = play_game(tournament.played, playing, seed, lambda _, action: actions.append(action))
    line: Line = {
        "game": number,
        "seats": list(seats),
        "seed": str(seed),
        "scores": result.scores,
        "ranking": result.ranking,
        "decisions": result.decisions,
        "actions": actions,
        "turns": result.turns,
        "seconds": [round(second, 4) for second in result.seconds],
    }
    lost = [one.forfeits - before for one, before in zip(playing, forfeits, strict=True)]
    if any(lost):
        line["forfeits"] = lost
        line["complaints"] = [
            one.complaint if n else "" for one, n in zip(playing, lost, strict=True)
        ]
    return line


def _copies(seats: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Each seat's bot, and how many seats before have the same: a bot plays one seat a game."""
    seen: dict[int, int] = {}
    for place in seats:
        yield place, seen.get(place, 0)
        seen[place] = seen.get(place, 0) + 1


def _kept(text: str, copy: int, played: Game) -> Bot:
    """A bot with all that it needs for a game compiled and started, before its time counts."""
    key = f"{copy} {text}"
    if key not in _bots:
        _bots[key] = bot(text)
        if isinstance(made := _bots[key], Search):
            made.patience = PATIENCE
    if (what := (key, played.name, played.players)) not in _prepared:
        _bots[key].prepare(played)
        _prepared.add(what)
    return _bots[key]


def prepare_bots(tournament: Tournament) -> None:
    """Prepare the bots of a tournament; BadRequest says which of them cannot play, and why."""
    for text in dict.fromkeys(tournament.bots):
        _kept(text, 0, tournament.played)


def _begin_worker() -> None:
    """Stopping is the main process's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def read_games(folder: Path) -> list[Line]:
    """The games finished so far; a last line cut off by a crash is dropped from the file."""
    path = folder / GAMES
    if not path.exists():
        return []
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    try:
        return [json.loads(line) for line in whole.splitlines()]
    except ValueError:
        raise BadRequest(f"{str(path)!r} holds something that is not a game.") from None


def open_folder(tournament: Tournament, folder: Path) -> list[Line]:
    """Make the folder, or check that it holds this tournament; returns the games it has."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / SETTINGS
        if not path.exists():
            partial = path.with_suffix(".part")
            partial.write_text(json.dumps(tournament.settings(), indent=2) + "\n", "utf-8")
            partial.replace(path)
        elif told := changes(json.loads(path.read_text("utf-8")), tournament.settings()):
            raise BadRequest(
                f"The folder {str(folder)!r} holds another tournament ({'; '.join(told)}); name a new one."
            )
    except OSError:
        raise BadRequest(f"The folder {str(folder)!r} cannot be written.") from None
    except json.JSONDecodeError:
        raise BadRequest(f"{str(path)!r} is not a tournament.") from None
    return [line for line in read_games(folder) if line["game"] < tournament.games]


def earlier(tournament: Tournament, folder: Path) -> tuple[Path, list[str]] | None:
    """A folder beside this one with the same tournament as it was, the latest, and what has changed since."""
    own = tournament.settings()
    beside = sorted(
        folder.parent.glob(f"*/{SETTINGS}"), key=lambda path: path.stat().st_mtime, reverse=True
    )
    for path in beside:
        try:
            before = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(before, dict) and {**before, "versions": own["versions"]} == own:
            told = changes(before, own)
            return (path.parent, told) if told else None
    return None


def run_tournament(
    tournament: Tournament,
    folder: Path,
    workers: int | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
) -> list[Line]:
    """Play what is still to be played; returns all games, in the order of their numbers.

    KeyboardInterrupt stops it; what is finished stays. `ray`: the address of a Ray cluster.
    """
    done = {line["game"]: line for line in open_folder(tournament, folder)}
    left = [number for number in range(tournament.games) if number not in done]
    if progress is not None:
        progress(len(done))
    if left:
        prepare_bots(tournament)  # here once, rather than in every worker at the same time
        if ray is not None:
            from triarchy.arena.cluster import play_on_ray

            finished = play_on_ray(tournament, left, ray)
        elif workers == 1:
            finished = (play_number(tournament, number) for number in left)
        else:
            jobs = [(tournament, number) for number in left]
            finished = (line for _, line in play_in_processes(jobs, workers))
        with (folder / GAMES).open("ab") as file:
            for line in finished:
                file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
                done[line["game"]] = line
                if progress is not None:
                    progress(len(done))
    return [done[number] for number in sorted(done)]


def play_in_processes(jobs: list[Job], workers: int | None = None) -> Iterator[tuple[int, Line]]:
    """Play games in worker processes, each with its place in the list, in the order in which they end; games
    whose worker died are played again."""
    waiting = dict(enumerate(jobs))
    for _ in range(MOST_RESTARTS):
        try:
            for place, line in _play_once(dict(waiting), min(len(jobs), workers or cores())):
                del waiting[place]
                yield place, line
            return
        except BrokenProcessPool:
            continue
    raise BadRequest(
        f"The workers died {MOST_RESTARTS} times; {len(waiting)} games are left, the rest is kept."
    )


def _play_once(jobs: dict[int, Job], workers: int) -> Iterator[tuple[int, Line]]:
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin_worker)
    try:
        queue = iter(jobs.items())
        running: dict[Future[Line], int] = {}
        while True:
            # Few games wait in the pool, so that stopping does not have to wait for many.
            while len(running) < 2 * workers and (job := next(queue, None)) is not None:
                place, (tournament, number) = job
                running[pool.submit(play_number, tournament, number)] = place
            if not running:
                return
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield running.pop(future), future.result()
    finally:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
