"""What stands in for NumPy where there is none gives what NumPy gives, to the last bit."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from triarchy.engine.arrays import plain
from triarchy.games.tigris.state import STATE

FIELDS = [("mask", "u8", (3,)), ("turn", "i2"), ("cells", "u1", (4, 5)), ("phase", "i1")]
OPERATIONS = {
    "parts": lambda a, n: [a[1], a[-1, 2], a[:, 1], a[1:, ::2], a[..., None], a[:, None, 2]],
    "chosen": lambda a, n: [a[a[:, 0] > 1], a[n.argsort(-a[:, 1], kind="stable")], a[[2, 0]]],
    "sums": lambda a, n: [a.sum(), a.sum(0), a.sum(1), a.sum(axis=1, keepdims=True), a.mean(0)],
    "extremes": lambda a, n: [a.max(), a.min(1), a.argmax(), n.argmin(a), n.maximum(a, 2)],
    "questions": lambda a, n: [(a > 2).any(1), (a == a).all(), ~(a < 3), (a > 1) & (a < 5)],
    "arithmetic": lambda a, n: [a + 1, 2 - a, a * a, a / 4, a**2, -a, a + a[0], a % 3, a // 2],
    "made": lambda a, n: [n.clip(a, 1, 4), n.where(a > 2, a, 0), n.concatenate([a, a], 1), a.T],
    "others": lambda a, n: [n.rint(a / 3), n.sqrt(a), n.flatnonzero(a[0]), a.reshape(-1)],
    "types": lambda a, n: [a.astype(n.int8), a.astype(float), a.ravel(), a.copy(), len(a)],
}


def listed(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


@pytest.mark.parametrize("kind", ["i2", "i8", "u1", "f8"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_gives_what_numpy_gives(name, kind):
    chance = random.Random(7)
    values = [[chance.randrange(7) for _ in range(5)] for _ in range(4)]
    theirs, ours = np.array(values, kind), plain.array(values, kind)
    if kind != "f8" and name != "types":
        theirs = theirs.astype(np.int64)  # all whole numbers are large ones in arithmetic here
    want, got = OPERATIONS[name](theirs, np), OPERATIONS[name](ours, plain)
    assert list(map(listed, got)) == list(map(listed, want))


@pytest.mark.parametrize("count", [1, 7, 8, 9, 127, 128, 129, 300, 1001])
def test_sums_of_fractions_are_numpys_to_the_last_bit(count):
    chance = random.Random(count)
    values = [[chance.random() for _ in range(count)] for _ in range(3)]
    theirs, ours = np.array(values), plain.array(values)
    for want, got in (
        (theirs.sum(), ours.sum()),
        (theirs.sum(0), ours.sum(0)),
        (theirs.sum(1), ours.sum(1)),
        (theirs[0].var(), ours[0].var()),
        (np.nanmean(theirs, axis=1), plain.nanmean(ours, axis=1)),
    ):
        assert listed(got) == listed(want)


def test_a_struct_has_numpys_bytes_and_fields():
    theirs = np.zeros(2, np.dtype(FIELDS, align=True))
    ours = plain.zeros(2, plain.dtype(FIELDS, align=True))
    for array, n in ((theirs, np), (ours, plain)):
        state = array[1]
        state["turn"] = -3
        state["mask"][1] |= n.uint64(1 << 63)
        state["mask"] &= ~n.uint64(1 << 2)
        state["cells"][2, 1:] = [1, 2, 3, 4]
        state["cells"][0][state["cells"][2] > 2] = 9
        array[0] = state
        array["phase"][:] = 5
    assert ours.tobytes() == theirs.tobytes()
    assert ours["cells"].tolist() == theirs["cells"].tolist()
    assert (ours["turn"] != 0).tolist() == (theirs["turn"] != 0).tolist()
    copy = ours[1].copy()
    copy.phase = 6
    assert (copy.phase, ours[1].phase) == (6, 5)
    assert ours.dtype.itemsize == theirs.dtype.itemsize


def test_a_game_has_structs_as_large_without_numpy():
    code = """
import sys
sys.modules.update(dict.fromkeys(("numpy", "numba", "llvmlite")))
from triarchy.games.tigris.state import STATE
print(STATE.itemsize, *(f"{name}:{at}" for name, (_, at, _) in STATE.fields.items()))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert STATE.names and STATE.fields
    want = [f"{name}:{STATE.fields[name][1]}" for name in STATE.names]
    assert (done[0], done[1:-1]) == (str(STATE.itemsize), want[:-1])


def test_a_file_of_arrays_is_read(tmp_path):
    arrays = {
        "rows": np.arange(12, dtype=np.int16).reshape(3, 4),
        "columns": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        "text": np.frombuffer(b"{}", np.uint8),
    }
    np.savez_compressed(tmp_path / "some.npz", allow_pickle=False, **arrays)
    with plain.load(tmp_path / "some.npz") as file:
        assert sorted(file.files) == sorted(arrays)
        for name, array in arrays.items():
            assert file[name].tolist() == array.tolist()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: plain.zeros(3)[3],
        lambda: plain.zeros((2, 3)) + plain.zeros((3, 2)),
        lambda: bool(plain.zeros(2)),
        lambda: plain.array([[1], [1, 2]]),
        lambda: plain.zeros(4).reshape(3),
    ],
)
def test_what_does_not_fit_is_refused(wrong):
    with pytest.raises((IndexError, ValueError)):
        wrong()
