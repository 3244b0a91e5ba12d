"""Data sets: records of strong games, one a line, and what a learner reads from them.

`make` plays the games; `Dataset` opens a file of them and gives positions, moves, results and evaluations as
arrays of NumPy, as tensors of PyTorch, or as a Parquet file.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from triarchy.bots import bot, play_game
from triarchy.bots.base import Bot
from triarchy.engine.cores import cores
from triarchy.engine.errors import BadRecord, BadRequest
from triarchy.engine.results import win_shares
from triarchy.engine.rng import random_below, seed_of_game
from triarchy.kit.definition import DEFINITIONS
from triarchy.research.extras import missing
from triarchy.research.single import Single
from triarchy.table.game import game as find_game
from triarchy.table.record import FORMAT, LONGEST_NAME, read_record
from triarchy.table.table import Table

STRONG = ("champion:sims=100", "search:sims=20")
"""Who plays: each seat is one of these by chance. Budgets in simulations are the same on every machine."""
SEATING = np.uint64(0x5EA7)
"""What a game's seed is mixed with to draw who sits where."""
AHEAD = 4
"""So many games a worker are played ahead of the one that is written."""
ROWS = 4096


def make(
    name: str,
    path: Path,
    decisions: int,
    seed: int = 0,
    bots: Sequence[str] = STRONG,
    players: int | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Write whole games until they have so many decisions; returns how many there are.

    Game by game the number of players goes up, and round again; with `players` all have that many. The file
    depends on the arguments alone, to the byte, not on the number of workers.
    """
    for text in bots:
        check_bot(text)
    least, most = DEFINITIONS[name].players if players is None else (players, players)
    find_game(name, least)
    done = 0
    partial = path.with_name(path.name + ".part")
    try:
        with partial.open("wb") as file:
            for record in _games(name, (least, most), seed, tuple(bots), workers or cores()):
                file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
                done += len(record["moves"])
                progress(done)
                if done >= decisions:
                    break
        partial.replace(path)
    except OSError:
        raise BadRequest(f"{str(path)!r} cannot be written.") from None
    finally:
        partial.unlink(missing_ok=True)
    return done


def check_bot(text: str) -> None:
    """Refuse a bot that does not exist, and one that a record cannot name."""
    bot(text).close()
    if len(text) > LONGEST_NAME:
        raise BadRequest(f"A record names its bots by at most {LONGEST_NAME} letters: {text!r}.")


def _games(
    name: str, players: tuple[int, int], seed: int, bots: tuple[str, ...], workers: int
) -> Iterator[dict[str, Any]]:
    """The games one after the other, without end."""
    if workers == 1:
        number = 0
        while True:
            yield play_one(name, players, seed, bots, number)
            number += 1
    pool = ProcessPoolExecutor(workers, get_context("spawn"))
    try:
        jobs = (name, players, seed, bots)
        coming = [pool.submit(play_one, *jobs, number) for number in range(AHEAD * workers)]
        number = len(coming)
        while True:
            yield coming.pop(0).result()
            coming.append(pool.submit(play_one, *jobs, number))
            number += 1
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def play_one(
    name: str, players: tuple[int, int], seed: int, bots: tuple[str, ...], number: int
) -> dict[str, Any]:
    """The record of one game of a data set."""
    least, most = players
    played = find_game(name, least + number % (most - least + 1))
    own = int(seed_of_game(np.uint64(seed), np.uint64(number)))
    draw = np.array([np.uint64(own) ^ SEATING], np.uint64)
    names = [bots[int(random_below(draw, len(bots)))] for _ in range(played.players)]
    seats = [_kept(text, seat) for seat, text in enumerate(names)]
    before = [one.forfeits for one in seats]
    actions: list[int] = []
    result = play_game(played, seats, own, lambda _, action: actions.append(action))
    for one, forfeits in zip(seats, before, strict=True):
        if one.forfeits > forfeits:
            raise BadRequest(f"{one.name!r} could not make a decision: {one.complaint}")
    return {
        "format": FORMAT,
        "game": played.name,
        "rules": played.definition.version,
        "board": played.board.id,
        "players": played.players,
        "options": dict(played.options),
        "seed": str(own),
        "moves": [played.moves[action] for action in actions],
        "result": played.result(result.state),
        "names": names,
    }


@lru_cache(64)
def _kept(text: str, seat: int) -> Bot:
    """A bot for a seat, kept between games."""
    return bot(text)


class Dataset:
    """The games of a file of records, one a line, all of one game.

    A row is a decision. `batches` and `arrays` give, under these names:

    - `observation` int8 (rows, features): what the seat to move saw, as on the game's page;
    - `legal` bool (rows, actions) and `action` int16: what it could do, and what it did;
    - `game` int32, `decision` int32, `players` int8, `seat` int8: where the row belongs;
    - `win_share` float32 (rows, most players): each seat's share of the win in the end, 0 for seats that
      there are not;
    - `evaluation` float32, likewise: the shares that the game's evaluation gives with all hands open.
    """

    def __init__(self, path: str | Path):
        """Open a file; every game is checked as it is read."""
        self.path = Path(path)
        first = next(self.records(), None)
        if first is None:
            raise BadRecord(f"{str(path)!r} holds no games.")
        if not isinstance(first, dict) or not isinstance(first.get("game"), str):
            raise BadRecord(f"Line 1 of {str(path)!r} is no record.")
        self.definition = DEFINITIONS[first["game"]]

    def records(self) -> Iterator[Any]:
        """The records as documents."""
        try:
            with self.path.open(encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    try:
                        yield json.loads(line)
                    except ValueError:
                        raise BadRecord(
                            f"Line {number} of {str(self.path)!r} is no record."
                        ) from None
        except OSError:
            raise BadRecord(f"{str(self.path)!r} cannot be read.") from None

    def tables(self) -> Iterator[Table]:
        """The games as tables, replayed and checked."""
        return map(_read, itertools.count(), self.records())

    def batches(self, rows: int = ROWS) -> Iterator[dict[str, np.ndarray]]:
        """All decisions in the order they were made in, so many rows at a time."""
        kept: list[dict[str, Any]] = []
        for number, record in enumerate(self.records()):
            kept += self._rows(number, record)
            while len(kept) >= rows:
                yield self._stacked(kept[:rows])
                del kept[:rows]
        if kept:
            yield self._stacked(kept)

    def arrays(self) -> dict[str, np.ndarray]:
        """All decisions at once; 100,000 of them take 50 MB (Meridian) to 650 MB (Tigris & Euphrates),
        and as much again while they are put together."""
        return next(self.batches(2**62))

    def torch(self, rows: int = ROWS) -> Iterator[dict[str, Any]]:
        """`batches` as tensors of PyTorch, which needs the extra `train`."""
        try:
            import torch
        except ModuleNotFoundError as error:
            raise missing(error, "train") from None
        for batch in self.batches(rows):
            yield {name: torch.from_numpy(array) for name, array in batch.items()}

    def to_parquet(self, path: str | Path, rows: int = ROWS) -> int:
        """Write all decisions as a Parquet file, a column for each array, which needs the extra `data`; returns
        how many there are."""
        pyarrow = check_parquet()
        writer, written = None, 0
        try:
            for batch in self.batches(rows):
                table = pyarrow.table({name: _column(pyarrow, a) for name, a in batch.items()})
                writer = writer or pyarrow.parquet.ParquetWriter(path, table.schema)
                writer.write_table(table)
                written += table.num_rows
        finally:
            if writer is not None:
                writer.close()
        return written

    def _rows(self, number: int, record: Any) -> Iterator[dict[str, Any]]:
        """The decisions of one game."""
        table = _read(number, record)
        played = table.game
        if played.name != self.definition.name:
            raise BadRecord(
                f"Game {number} is of {played.name}, the first of {self.definition.name}."
            )
        most = self.definition.players[1]
        won = np.zeros(most, np.float32)
        if table.ranking is not None:
            won[: played.players] = win_shares(table.ranking)
        single = _begin(table)
        for decision, move in enumerate(table.moves):
            action, seat = played.actions[move], single.to_move
            features, mask = single.see(seat)
            shares = np.zeros(most)
            evaluated = shares[: played.players]
            played.definition.rules.evaluate(played.board.struct, single.state, evaluated)
            yield {
                "observation": features,
                "legal": mask.astype(np.bool_),
                "action": np.int16(action),
                "game": np.int32(number),
                "decision": np.int32(decision),
                "players": np.int8(played.players),
                "seat": np.int8(seat),
                "win_share": won,
                "evaluation": shares.astype(np.float32),
            }
            single.play(action)

    @staticmethod
    def _stacked(rows: list[dict[str, Any]]) -> dict[str, np.ndarray]:
        return {name: np.stack([row[name] for row in rows]) for name in rows[0]}


def check_parquet() -> Any:
    """PyArrow, or a sentence that says how to get it."""
    try:
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        raise BadRequest(str(missing(error, "data"))) from None
    return pyarrow


def _read(number: int, record: Any) -> Table:
    try:
        return read_record(record)
    except BadRecord as error:
        raise BadRecord(f"Game {number}: {error}") from None


def _begin(table: Table) -> Single:
    """The beginning of a table's game."""
    if table.seed is not None:
        return Single(table.game, table.seed)
    return Single.at(table.game, np.frombuffer(table.states[0].tobytes(), np.uint64))


def _column(pyarrow: Any, array: np.ndarray) -> Any:
    """An array as a column; rows of more than one number are lists of that length."""
    if array.ndim == 1:
        return pyarrow.array(array)
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(array.ravel()), array.shape[1])
