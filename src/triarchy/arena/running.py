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

from triarchy.arena.plan import Tournament
from triarchy.bots import Bot, bot, play_game
from triarchy.bots.search import Search
from triarchy.engine.cores import cores
from triarchy.engine.errors import BadRequest

GAMES = "games.jsonl"
SETTINGS = "tournament.json"
Line = dict[str, Any]
"""What is kept of one game."""
Progress = Callable[[int], None]
"""Called with the number of games done so far."""
PATIENCE = 10.0
"""In a tournament CPU time counts, not the clock: a busy machine must not weaken a bot."""
MOST_RESTARTS = 5
"""So often workers that died are started again."""

_bots: dict[str, Bot] = {}


def play_number(tournament: Tournament, number: int) -> Line:
    """Play one game of a tournament; runs in a worker."""
    seats, seed = tournament.pairing(number)
    playing = [_kept(tournament.bots[place], copy) for place, copy in _copies(seats)]
    forfeits = [one.forfeits for one in playing]
    result = play_game(tournament.played, playing, seed)
    line: Line = {
        "game": number,
        "seats": list(seats),
        "seed": str(seed),
        "scores": result.scores,
        "ranking": result.ranking,
        "decisions": result.decisions,
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


def _kept(text: str, copy: int) -> Bot:
    key = f"{copy} {text}"
    if key not in _bots:
        _bots[key] = bot(text)
        if isinstance(made := _bots[key], Search):
            made.patience = PATIENCE
    return _bots[key]


def prepare_bots(tournament: Tournament) -> None:
    """Compile what the bots need before their time counts."""
    for text in dict.fromkeys(tournament.bots):
        _kept(text, 0).prepare(tournament.played)


def _begin_worker(tournament: Tournament) -> None:
    """Stopping is the main process's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare_bots(tournament)


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
        elif json.loads(path.read_text("utf-8")) != tournament.settings():
            raise BadRequest(
                f"The folder {str(folder)!r} holds another tournament; name a new one."
            )
    except OSError:
        raise BadRequest(f"The folder {str(folder)!r} cannot be written.") from None
    except json.JSONDecodeError:
        raise BadRequest(f"{str(path)!r} is not a tournament.") from None
    return [line for line in read_games(folder) if line["game"] < tournament.games]


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
            finished = play_in_processes(tournament, left, min(len(left), workers or cores()))
        with (folder / GAMES).open("ab") as file:
            for line in finished:
                file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
                done[line["game"]] = line
                if progress is not None:
                    progress(len(done))
    return [done[number] for number in sorted(done)]


def play_in_processes(tournament: Tournament, left: list[int], workers: int) -> Iterator[Line]:
    """Play games in worker processes; games whose worker died are played again."""
    waiting = list(left)
    for _ in range(MOST_RESTARTS):
        finished: set[int] = set()
        try:
            for line in _play_once(tournament, waiting, workers):
                finished.add(line["game"])
                yield line
            return
        except BrokenProcessPool:
            waiting = [number for number in waiting if number not in finished]
    raise BadRequest(
        f"The workers died {MOST_RESTARTS} times; {len(waiting)} games are left, the rest is kept."
    )


def _play_once(tournament: Tournament, numbers: list[int], workers: int) -> Iterator[Line]:
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin_worker, (tournament,))
    try:
        queue = iter(numbers)
        running: set[Future[Line]] = set()
        while True:
            # Few games wait in the pool, so that stopping does not have to wait for many.
            while len(running) < 2 * workers and (number := next(queue, None)) is not None:
                running.add(pool.submit(play_number, tournament, number))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    finally:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
