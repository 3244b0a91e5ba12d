"""The screen in the event stream: told by what changed, and never other than the whole one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import ME, OPEN, Person, Stream
from tests.server.servers import Running, settings_for
from tests.server.updating import edited, updated
from triarchy.server.screens.updates import edits, grown

PLAYERS = {"meridian": 2, "tigris": 2, "china": 3}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(settings_for(Path(tmp_path_factory.mktemp("updates"))))
    running.ready(*PLAYERS)
    yield running
    running.close()


def drawing(chance: random.Random) -> str:
    tags = [chance.choice("abc") * chance.randint(1, 2) for _ in range(chance.randint(0, 9))]
    return "".join(f"<{tag}>" for tag in tags)


def test_edits_lead_from_any_drawing_to_any_other() -> None:
    chance = random.Random(1)
    for _ in range(3000):
        before, after = drawing(chance), drawing(chance)
        assert edited(before, edits(before, after)) == after


def test_what_stays_is_not_sent_again() -> None:
    before = "<svg a><g>" + "".join(f'<rect x="{n}"/>' for n in range(100)) + "</g></svg>"
    after = before.replace('x="50"', 'x="50.5"').replace("<svg a>", "<svg b>")
    assert edits(before, after) == [(0, 1, "<svg b>"), (52, 1, '<rect x="50.5"/>')]
    assert edits(before, before) == []


def test_lists_are_told_by_what_stays() -> None:
    assert grown([1, 2], [1, 2, 3]) == (2, [3])
    assert grown([1, 2, 3], [1]) == (1, [])
    assert grown([1, 2], [1, 4, 5]) == (1, [4, 5])


def seated(server: Running, game: str) -> tuple[str, list[Person]]:
    people = [Person(server.url, name) for name in ("Anna", "Ben", "Cleo")[: PLAYERS[game]]]
    table = people[0].make([ME] + [OPEN] * (PLAYERS[game] - 1), game=game)
    for person in people[1:]:
        person.sit(table)
    people[0].post(f"/api/tables/{table}/start")
    return table, people


LOOK = {"width": 480, "language": "de"}


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_updates_make_the_screen_that_would_be_sent_whole(server: Running, game: str) -> None:
    table, people = seated(server, game)
    readers = [*people, Person(server.url)]
    screens: list[dict[str, Any]] = [reader.screen(table, **LOOK) for reader in readers]
    streams = [
        Stream(reader, table, last=screen["event"], screen=True, **LOOK)
        for reader, screen in zip(readers, screens, strict=True)
    ]
    chance = random.Random(game)
    for _ in range(12):
        mover = next(n for n, person in enumerate(people) if screens[n]["your_turn"])
        wish = {
            "move": chance.choice(screens[mover]["moves"])["move"],
            "decision": screens[mover]["decision"],
        }
        path = f"/api/tables/{table}/moves"
        answer = people[mover].post(path, wish, known=screens[mover]["event"], **LOOK).json()
        assert answer["after"] == screens[mover]["event"]
        event = updated(screens[mover], answer)["event"]
        for n, (reader, stream) in enumerate(zip(readers, streams, strict=True)):
            data = stream.wait(lambda data, event=event: data["event"] == event)[2]
            assert data["screen"]["after"] == screens[n]["event"]
            screens[n] = updated(screens[n], data["screen"])
            whole = reader.screen(table, **LOOK)
            assert screens[n] | {"watching": 0} == whole | {"watching": 0}
            assert all("keys" in line for line in data["lines"])
        assert updated(screens[mover], {"after": None, "set": screens[mover]}) == screens[mover]
    for stream in streams:
        stream.stop()


def test_who_knows_nothing_of_use_gets_the_whole_screen(server: Running) -> None:
    table, people = seated(server, "meridian")
    whole = people[0].screen(table)
    data = Stream(people[0], table, last="0.0.0", screen=True).wait(lambda data: True)[2]
    assert data["screen"]["after"] is None
    assert data["screen"]["set"] | {"watching": 0} == whole | {"watching": 0}


def test_a_stream_that_does_not_ask_for_screens_stays_small(server: Running) -> None:
    table, people = seated(server, "meridian")
    data = Stream(people[0], table).wait(lambda data: True)[2]
    assert "screen" not in data
