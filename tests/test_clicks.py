"""The script that counts presses: what the table plays by itself costs none, a confirmation one more."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import triarchy
from tests.server.test_server_choosing import TRADERS, WAR
from tests.tigris.scenes import document
from triarchy.bots import bot


def script() -> ModuleType:
    path = Path(__file__).parent.parent / "scripts" / "clicks.py"
    spec = importlib.util.spec_from_file_location("clicks", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_turn_of_meridian_takes_a_press_for_each_decision_and_one_to_confirm() -> None:
    clicks = script()
    table = triarchy.game("meridian", 3).start(1)
    total = list(clicks.turns(table, bot("random"), 1))
    moves = table.moves
    ends = [move for move in moves if move == "done" or move.startswith("city")]
    assert table.over and len(total) == len(ends)
    # Once the piles are empty the end of a turn reveals nothing, and is not confirmed.
    assert len(moves) < sum(total) < len(moves) + len(ends)


def test_what_the_table_plays_by_itself_is_no_press() -> None:
    clicks = script()
    table = triarchy.game("china", 3).start(1)
    assert clicks.presses(table, table.game.actions[table.legal[0]]) == 1
    table = triarchy.position(document(**WAR, leaders=TRADERS))
    for move in ("tile black", "cell F6"):
        table.play(move)
    assert table.game.forced(table.state) >= 0  # the only war begins by itself
    begun, turn = len(table.moves), int(table.state.turn)
    presses = next(clicks.turns(table, bot("random"), 1))
    ends = next(n for n, state in enumerate(table.states) if int(state.turn) > turn)
    assert presses <= ends - begun, "the war was not pressed, the end may have been confirmed"
