"""Data sets: the same file again to the byte, and arrays that say what the games say."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

import triarchy
from triarchy.engine.errors import BadRecord, BadRequest
from triarchy.engine.results import win_shares
from triarchy.research.dataset import Dataset, make

QUICK = ("simple", "random")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Games of all numbers of players."""
    path = tmp_path_factory.mktemp("data") / "meridian.jsonl"
    make("meridian", path, 600, seed=3, bots=QUICK, workers=1)
    return path


def test_the_same_arguments_give_the_same_bytes_however_many_workers_play(path, tmp_path):
    again, other = tmp_path / "again.jsonl", tmp_path / "other.jsonl"
    assert make("meridian", again, 600, seed=3, bots=QUICK, workers=2) >= 600
    assert again.read_bytes() == path.read_bytes()
    make("meridian", other, 600, seed=4, bots=QUICK, workers=1)
    assert other.read_bytes() != path.read_bytes()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["again.jsonl", "other.jsonl"]


def test_records_are_whole_games_that_say_who_played(path):
    records = list(Dataset(path).records())
    assert [one["players"] for one in records] == [2 + n % 3 for n in range(len(records))]
    for record in records:
        table = triarchy.load(record)
        assert table.over and len(record["names"]) == table.game.players
        assert set(record["names"]) <= set(QUICK)
    assert {name for one in records for name in one["names"]} == set(QUICK)
    lengths = [len(one["moves"]) for one in records]
    assert sum(lengths[:-1]) < 600 <= sum(lengths), "no game more than was asked for"


def test_arrays_are_what_the_games_say(path):
    found = Dataset(path)
    arrays = found.arrays()
    row = 0
    for number, table in enumerate(found.tables()):
        shares = win_shares(table.ranking)
        for decision, move in enumerate(table.moves):
            state, seat = table.states[decision], int(table.states[decision].to_move)
            view = table.game.view(state, seat)
            assert np.array_equal(arrays["observation"][row], table.game.observe(view, seat))
            assert np.flatnonzero(arrays["legal"][row]).tolist() == table.game.legal_actions(state)
            assert arrays["action"][row] == table.game.actions[move]
            place = [int(arrays[name][row]) for name in ("game", "decision", "players", "seat")]
            assert place == [number, decision, table.game.players, seat]
            given = arrays["win_share"][row].tolist()
            assert given == pytest.approx([*shares, *[0] * (4 - len(shares))])
            assert arrays["evaluation"][row].sum() == pytest.approx(1, abs=1e-5)
            assert not arrays["evaluation"][row, table.game.players :].any()
            row += 1
    assert row == len(arrays["action"])
    assert {name: (array.dtype.str, array.ndim) for name, array in arrays.items()} == {
        "observation": ("|i1", 2),
        "legal": ("|b1", 2),
        "action": ("<i2", 1),
        "game": ("<i4", 1),
        "decision": ("<i4", 1),
        "players": ("|i1", 1),
        "seat": ("|i1", 1),
        "win_share": ("<f4", 2),
        "evaluation": ("<f4", 2),
    }


def test_batches_are_the_same_rows_in_pieces(path):
    found = Dataset(path)
    whole, pieces = found.arrays(), list(found.batches(100))
    assert [len(one["action"]) for one in pieces[:-1]] == [100] * (len(pieces) - 1)
    for name, array in whole.items():
        assert np.array_equal(array, np.concatenate([one[name] for one in pieces]))


def test_a_parquet_file_has_the_same_rows(path, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    found, place = Dataset(path), tmp_path / "data.parquet"
    whole = found.arrays()
    assert found.to_parquet(place, rows=100) == len(whole["action"])
    table = parquet.read_table(place)
    assert table.column_names == list(whole)
    for name, array in whole.items():
        read = table[name].combine_chunks()
        flat = read.flatten() if array.ndim == 2 else read
        assert np.array_equal(flat.to_numpy(zero_copy_only=False).reshape(array.shape), array)


def test_tensors_are_the_same_rows(path):
    torch = pytest.importorskip("torch")
    found = Dataset(path)
    for tensors, arrays in zip(found.torch(200), found.batches(200), strict=True):
        assert tensors["observation"].dtype == torch.int8
        assert all(np.array_equal(tensors[name].numpy(), arrays[name]) for name in arrays)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "holds no games"),
        ("{", "Line 1 of .* is no record"),
        ("[1]", "Line 1 of .* is no record"),
        ('{"game": "meridian"}', "Game 0: The game file lacks the key"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path, content, sentence):
    place = tmp_path / "other.jsonl"
    place.write_text(content)
    with pytest.raises(BadRecord, match=sentence):
        Dataset(place).arrays()


def test_games_of_two_kinds_are_refused_and_so_is_a_move_that_was_changed(path, tmp_path):
    first, second, *_ = path.read_text().splitlines()
    place = tmp_path / "other.jsonl"
    changed = json.loads(second)
    changed["moves"][0] = "card 99"
    place.write_text(f"{first}\n{json.dumps(changed)}\n")
    with pytest.raises(BadRecord, match="Game 1: Move 1 is wrong"):
        Dataset(place).arrays()
    other = triarchy.game("china", 3).start(1).record()
    place.write_text(f"{first}\n{json.dumps(other)}\n")
    with pytest.raises(BadRecord, match="Game 1 is of china, the first of meridian"):
        Dataset(place).arrays()


def test_the_command(tmp_path, monkeypatch, capsys):
    from triarchy.shell.app import run

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["triarchy", "dataset", "meridian", *words])
        with pytest.raises(SystemExit) as ended:
            run()
        return ended.value.code, capsys.readouterr()

    out = str(tmp_path / "games.jsonl")
    quick = ("--out", out, "--decisions", "10", "--workers", "1")
    code, said = command(*quick, "--bots", "simple", "--players", "2")
    assert code == 0 and "decisions" in said.out
    assert len(list(Dataset(out).records())) == 1
    code, said = command(*quick, "--bots", "search:ms=20")
    assert code == 2 and "not in milliseconds" in said.err
    code, said = command(*quick, "--players", "9")
    assert code == 2 and "2 to 4 players" in said.err
    code, said = command("--out", str(tmp_path / "no" / "games.jsonl"))
    assert code == 2 and "cannot be written" in said.err
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, said = command(*quick, "--parquet", str(tmp_path / "games.parquet"))
    assert code == 2 and "pip install 'triarchy[data]' brings it." in said.err


def test_a_bot_that_cannot_decide_makes_no_data(tmp_path):
    own = tmp_path / "bad.py"
    own.write_text("class Bad:\n    def choose(self, game, view, seat, seed):\n        return -1\n")
    monkey = tmp_path / "games.jsonl"
    with pytest.raises(BadRequest, match=r"names its bots by at most|could not make a decision"):
        make("meridian", monkey, 10, bots=[str(own)], workers=1)
    assert not monkey.exists()
