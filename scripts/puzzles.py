"""Find puzzles, "find the best turn", in games of strong bots, and write them to a game's folder.

    python scripts/puzzles.py meridian --wanted 40 --minutes 60
    python scripts/puzzles.py tigris --wanted 66 --themes Revolts Treasures

A turn makes a puzzle if it is at least 5 points of win chance ahead of every turn that does not
lead through the same position, with intervals apart, by a deep judgement and again by one with
another seed. The solution ends where the alternatives become as good: what is drawn afterwards,
say. Puzzles are sorted by how often quick bots miss them. The file grows from run to run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

import triarchy
from triarchy.bots import bot
from triarchy.bots.base import Bot
from triarchy.bots.reasons import does_the_same, outlook_of, theme_of
from triarchy.bots.turns import TurnJudge, TurnJudgement
from triarchy.kit.definition import DEFINITIONS, State
from triarchy.table.game import Game, game, read_position
from triarchy.table.table import Table

LEAD = 0.05
"""How far ahead the best turn must be."""
QUICK, MIDDLE, DEEP = 160, 900, 4000
"""Playouts: to find a candidate, to keep it, to prove it (twice)."""
PLAYERS_OF_GAMES = "search:sims=60"
QUICK_BOTS = ("greedy:guesses=1", "search:sims=40")
TRIES = 6
WORSE = 0.03
"""The next best turn that is told of is so much worse, by games of its own;"""
COMPARED, MOST_COMPARED = 200, 8
"""so many from each turn, for so many turns."""


def solution(
    judge: TurnJudge, view: State, judged: list[TurnJudgement]
) -> tuple[int, float, float]:
    """How many decisions of the best turn are needed, by how much they lead, and how surely."""
    found = judge.game
    state = view.copy()
    best = [found.actions[move] for move in judged[0].moves]
    answer = (0, 0.0, 0.0)
    for length in range(1, len(best) + 1):
        here = judge.after(state, best[:length]).tobytes()
        others = [each for each in judged[1:] if not _passes(judge, state, each, here)]
        if not others:
            continue
        nearest = min(others, key=lambda each: each.behind)
        surest = min(each.behind_low for each in others)
        if nearest.behind < LEAD or surest <= 0.0:
            break
        answer = (length, nearest.behind, surest)
    # All decisions before it must be needed too, else an earlier, easier place tells the answer.
    return answer


def _passes(judge: TurnJudge, state: State, other: TurnJudgement, here: bytes) -> bool:
    actions = [judge.game.actions[move] for move in other.moves]
    return any(
        judge.after(state, actions[:length]).tobytes() == here
        for length in range(1, len(actions) + 1)
    )


def candidates(found: Game, seed: int) -> Iterator[Table]:
    """The beginnings of turns of one game among strong bots."""
    players = [bot(PLAYERS_OF_GAMES) for _ in range(found.players)]
    table = found.start(seed)
    turn = -1
    while not table.over:
        seat = table.to_move
        assert seat is not None
        if int(table.state.turn) != turn:
            turn = int(table.state.turn)
            if turn >= 2 * found.players:
                yield table
        view = table.view_state(seat)
        table.play_action(players[seat].choose(found, view, seat, seed + len(table.moves)))


def puzzle_of(judge: TurnJudge, table: Table, themes: Container[str] = ()) -> dict[str, Any] | None:
    """The puzzle of a position, if it is one; with `themes`, if it is about one of these."""
    seat = table.to_move
    assert seat is not None
    view = table.view_state(seat)
    if len(table.legal) < 2:
        return None
    lengths = []
    for playouts, seed in ((QUICK, 1), (MIDDLE, 2), (DEEP, 3), (DEEP, 4)):
        judged = judge.judge(view, playouts=playouts, seed=seed)
        if len(judged) < 3:
            return None
        length, lead, _ = solution(judge, view, judged)
        if length < 2:
            return None
        if (
            themes
            and theme_of(table.game, view, judged[0].moves, judged[1].moves, "en") not in themes
        ):
            return None
        lengths.append((length, lead, judged[0]))
    length = min(each[0] for each in lengths[2:])
    one, two = (
        judge.after(view, _actions(judge, each[2])[:length]).tobytes() for each in lengths[2:]
    )
    if one != two or length < 2:
        return None
    position = table.position()
    moves = list(lengths[2][2].moves[:length])
    text = json.dumps([position, moves], sort_keys=True)
    puzzle: dict[str, Any] = {
        "id": hashlib.sha256(text.encode()).hexdigest()[:8],
        "position": position,
        "solution": moves,
        "share": round(lengths[2][2].shares[seat], 3),
        "lead": round(min(each[1] for each in lengths[2:]), 3),
        "missed": missed(judge, table, moves),
        **whole_turns(judge, view, moves),
    }
    if not puzzle["second"]:
        return None
    return {**puzzle, "outlook": outlook_document(table.game, view, puzzle)}


def whole_turns(judge: TurnJudge, view: State, moves: list[str]) -> dict[str, list[str]]:
    """A whole best turn that leads through the position after these moves, and the next best turn; [] where there is
    none that is worse."""
    here = judge.after(view, [judge.game.actions[move] for move in moves]).tobytes()
    judged = judge.judge(view, playouts=QUICK, seed=5)
    leading = [each for each in judged if _passes(judge, view, each, here)]
    best = list(leading[0].moves) if leading else _finished(judge, view, moves)
    others = [each.moves for each in judged if each not in leading]
    # Any order of decisions is as good: where the solution was told in another one, it goes on from there.
    if best[: len(moves)] != moves:
        rest = next(
            n
            for n in range(len(best) + 1)
            if judge.after(view, [judge.game.actions[move] for move in best[:n]]).tobytes() == here
        )
        best = [*moves, *best[rest:]]
    second = next_worse(judge, view, best, others)
    if second is None:
        second = next_worse(judge, view, best, _elsewhere(judge, view, moves[0], best))
    return {"best": best, "second": second or []}


def next_worse(
    judge: TurnJudge, view: State, best: Sequence[str], others: Sequence[Sequence[str]]
) -> list[str] | None:
    """The first of some turns that is worse than the best one: another one about as good is no wrong answer. [] where
    one is better, None where all are about as good. A best turn that others interrupt is played on by quick choices:
    that another one looks better proves nothing then."""
    ends = int(judge.after(view, _numbers(judge, best)).turn) != int(view.turn)
    for moves in others[:MOST_COMPARED]:
        if does_the_same(judge.game, view, moves, best):
            continue
        _, compared = judge.compare(view, best, moves, guesses=COMPARED, seed=7)
        if compared.behind >= WORSE and compared.behind_low > 0.0:
            return list(moves)
        if compared.behind_high < 0.0 and ends:
            return []
    return None


def _finished(judge: TurnJudge, view: State, moves: list[str]) -> list[str]:
    """These moves and the best ones after them, to the end of the turn or to where something is revealed."""
    later = judge.after(view, _numbers(judge, moves))
    if _is_over(view, later):
        return moves
    return [*moves, *judge.judge(later, playouts=MIDDLE, seed=8)[0].moves]


def _is_over(view: State, later: State) -> bool:
    return int(later.turn) != int(view.turn) or int(later.to_move) != int(view.to_move)


def _numbers(judge: TurnJudge, moves: Sequence[str]) -> list[int]:
    return [judge.game.actions[move] for move in moves]


def _elsewhere(judge: TurnJudge, view: State, move: str, best: list[str]) -> list[tuple[str, ...]]:
    """The best turns that do not begin with this move."""
    begun = []
    for action in judge.game.legal_actions(view):
        if judge.game.moves[action] == move:
            continue
        later, first = judge.after(view, [action]), judge.game.moves[action]
        if int(later.to_move) != int(view.to_move) or int(later.turn) != int(view.turn):
            begun.append((first,))
        else:
            begun.append((first, *judge.judge(later, playouts=QUICK // 4, seed=6)[0].moves))
    judged = judge.judge(view, playouts=QUICK, seed=5, include=begun)
    return [each.moves for each in judged if each.moves in begun]


def complete(path: Path) -> None:
    """Add the whole best turn, the next best and what comes of both to the puzzles of a file."""
    puzzles = json.loads(path.read_text(encoding="utf-8"))
    for puzzle in puzzles:
        if "outlook" in puzzle:
            continue
        found, state = read_position(puzzle["position"])
        view = found.view(state, int(state.to_move))
        if "best" not in puzzle:
            puzzle.update(whole_turns(TurnJudge(found), view, puzzle["solution"]))
        puzzle["outlook"] = outlook_document(found, view, puzzle)
        print(puzzle["id"], puzzle["best"], puzzle["second"], puzzle["outlook"], flush=True)
        write(path, puzzles)


def check(path: Path) -> None:
    """Give puzzles whose next best turn is about as good another one, and drop those where there is none."""
    puzzles = json.loads(path.read_text(encoding="utf-8"))
    for puzzle in list(puzzles):
        found, state = read_position(puzzle["position"])
        view, judge = found.view(state, int(state.to_move)), TurnJudge(found)
        known = puzzle.get("second")
        second = next_worse(judge, view, puzzle["best"], [known]) if known else None
        if second is None:
            puzzle.update(whole_turns(judge, view, puzzle["solution"]))
            second = puzzle["second"]
        if known != second:
            print(puzzle["id"], puzzle["best"], "is better than", second, "not", known, flush=True)
        if not second:
            puzzles.remove(puzzle)
            write(path, puzzles)
            continue
        puzzle["outlook"] = outlook_document(found, view, puzzle)
        print(puzzle["id"], puzzle["outlook"], flush=True)
        write(path, puzzles)


def outlook_document(found: Game, view: State, puzzle: dict[str, Any]) -> dict[str, Any] | None:
    """What comes later on of the best turn and of the next best, where that has to be said."""
    outlook = outlook_of(found, view, puzzle["best"], puzzle["second"], int(puzzle["id"], 16))
    return asdict(outlook) if outlook else None


def write(path: Path, puzzles: list[dict[str, Any]]) -> None:
    text = ",\n".join(json.dumps(each) for each in puzzles)
    path.write_text(f"[\n{text}\n]\n", encoding="utf-8")


def _actions(judge: TurnJudge, judged: TurnJudgement) -> list[int]:
    return [judge.game.actions[move] for move in judged.moves]


def missed(judge: TurnJudge, table: Table, moves: list[str]) -> float:
    """How often quick bots do not find the solution, 0 to 1."""
    wrong = 0
    for name in QUICK_BOTS:
        for seed in range(TRIES):
            wrong += not solves(judge, table, moves, bot(name), seed)
    return round(wrong / (len(QUICK_BOTS) * TRIES), 2)


def solves(judge: TurnJudge, table: Table, moves: list[str], player: Bot, seed: int) -> bool:
    """Whether a bot's own turn leads through the position after the solution."""
    seat = table.to_move
    assert seat is not None
    view = table.view_state(seat)
    target = judge.after(view, [judge.game.actions[move] for move in moves]).tobytes()
    for number in range(len(moves)):
        action = player.choose(judge.game, view, seat, seed + number)
        view = judge.after(view, [action])
        if view.tobytes() == target:
            return True
        if int(view.to_move) != seat:
            return False
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=DEFINITIONS.names())
    parser.add_argument("--wanted", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--themes", nargs="+", default=(), help="only puzzles about one of these")
    parser.add_argument("--complete", action="store_true", help="only add the turns told about")
    parser.add_argument("--check", action="store_true", help="only look at the next best turns")
    parser.add_argument("--file", type=Path, help="where to write, else into the game's folder")
    arguments = parser.parse_args()
    definition = DEFINITIONS[arguments.game]
    path = arguments.file or Path(definition.folder) / "puzzles.json"
    if arguments.complete:
        complete(path)
        return
    if arguments.check:
        check(path)
        return
    puzzles = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    known = {puzzle["id"] for puzzle in puzzles}
    begun, looked = time.monotonic(), 0
    chance = np.random.default_rng(arguments.seed)
    while len(puzzles) < arguments.wanted and time.monotonic() - begun < 60 * arguments.minutes:
        players = int(chance.integers(definition.players[0], definition.players[1] + 1))
        found = game(definition.name, players)
        judge = TurnJudge(found)
        of_this_game = 0
        for table in candidates(found, int(chance.integers(2**62))):
            if time.monotonic() - begun > 60 * arguments.minutes or of_this_game == 3:
                break
            looked += 1
            puzzle = puzzle_of(judge, table, arguments.themes)
            if puzzle is None or puzzle["id"] in known:
                continue
            known.add(puzzle["id"])
            puzzles.append(puzzle)
            of_this_game += 1
            puzzles.sort(key=lambda each: (each["missed"], each["lead"]))
            write(path, puzzles)
            print(
                f"{len(puzzles)} puzzles, {looked} turns looked at: {puzzle['solution']}",
                flush=True,
            )
    print(f"{definition.title}: {len(puzzles)} puzzles ({triarchy.__version__})")


if __name__ == "__main__":
    main()
