"""Machines come and go in threads of their own; where an array lies is known all the same."""

from __future__ import annotations

import threading

from triarchy.engine.arrays import np
from triarchy.engine.portable.machine import Machine, home_of
from triarchy.engine.portable.running import file_of
from triarchy.kit.definition import DEFINITIONS


def test_an_arrays_machine_is_found_while_others_come_and_go() -> None:
    file = file_of(DEFINITIONS["meridian"].folder)
    assert file is not None
    over, wrong = threading.Event(), []

    def come_and_go() -> None:
        while not over.is_set():
            made = [Machine(file) for _ in range(6)]
            del made[::2]

    def look() -> None:
        machine = Machine(file)
        there, elsewhere = machine.zeros(10, np.dtype(np.int64)), np.zeros(10)
        for _ in range(4000):
            try:
                found = home_of(there), home_of(elsewhere)
            except IndexError as error:
                found = error, None
            if found != (machine, None):
                wrong.append(found)

    others = [threading.Thread(target=come_and_go) for _ in range(2)]
    lookers = [threading.Thread(target=look) for _ in range(3)]
    for each in (*others, *lookers):
        each.start()
    for each in lookers:
        each.join()
    over.set()
    for each in others:
        each.join()
    assert wrong == []
