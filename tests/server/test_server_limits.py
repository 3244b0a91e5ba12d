"""Limits per address that hold for all servers of one database together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from pydantic_core import from_json, to_json

from tests.server.servers import Running, settings_for, wait_for
from triarchy.server import limits
from triarchy.server.cluster import Cluster
from triarchy.server.limits import AT_ONCE, Limits
from triarchy.server.refusals import Refused
from triarchy.server.settings import Settings

A = "198.51.100.7"


def made(**more: object) -> Limits:
    """The limits of a server that has others beside it."""
    found = Limits(
        Settings(**{"requests_per_second": 1.0, "tables_per_hour": 3, "streams": 20} | more)
    )  # type: ignore[arg-type]
    found.tells = True
    return found


def tell(one: Limits, other: Limits, process: str = "one") -> int:
    """Let one server tell another what it would tell now; in how many notices."""
    notices = [from_json(to_json(used)) for used in one.told()]
    for used in notices:
        other.hear(process, used)
    return len(notices)


def test_what_is_used_at_one_server_is_gone_at_the_other() -> None:
    one, other = made(), made()
    assert sum(one.take_request(A) for _ in range(20)) == 10  # ten seconds' worth
    assert [one.take_table(A) for _ in range(4)] == [True, True, True, False]
    tell(one, other)
    assert not other.take_request(A) and not other.take_table(A)
    assert other.take_request("198.51.100.8")
    assert tell(one, made()) == 0  # it is told once
    assert tell(other, one) <= 1 and not one.take_request(A)


def test_of_who_is_far_from_a_limit_nobody_is_told() -> None:
    one = made(requests_per_second=50.0)
    for _ in range(4):
        one.take_request(A)
    one.enter_stream(A)
    one.count_stream(A, 1)
    assert list(one.told()) == []


def test_streams_are_counted_at_all_servers_until_one_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = 1000.0
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: clock))
    one, other = made(), made()
    for _ in range(12):
        one.count_stream(A, 1)
    tell(one, other)
    for _ in range(8):
        other.enter_stream(A)
        other.count_stream(A, 1)
    with pytest.raises(Refused, match="Too many open connections"):
        other.enter_stream(A)
    assert tell(one, other) == 0
    clock += limits.TOLD_AGAIN + 1  # told again while they stay
    assert tell(one, other) == 1
    for _ in range(11):
        one.count_stream(A, -1)
    tell(one, other)
    other.enter_stream(A)
    for _ in range(11):
        one.count_stream(A, 1)
    tell(one, other)
    with pytest.raises(Refused):
        other.enter_stream(A)
    clock += limits.GONE_SECONDS + 1  # that server was killed
    other.enter_stream(A)
    assert (one.streams, other.streams) == (12, 8)


def test_many_addresses_are_told_in_several_notices() -> None:
    one, other = made(), made()
    addresses = [f"2001:db8:{number:x}::" for number in range(2 * AT_ONCE + 1)]
    for address in addresses:
        assert all(one.take_table(address) for _ in range(3))
    notices = list(one.told())
    assert len(notices) == 3 and all(len(to_json(used)) < 7000 for used in notices)
    for used in notices:
        other.hear("one", used)
    assert not any(map(other.take_table, addresses))


def test_of_processes_that_share_memory_one_alone_counts_what_is_heard() -> None:
    cluster = Cluster(2)
    one = made()
    first = made(cluster=cluster)
    cluster.number = 1
    second = made(cluster=cluster)
    one.take_table(A)
    for used in one.told():
        first.hear("one", used)
        second.hear("one", used)
    assert [first.take_table(A), second.take_table(A), first.take_table(A)] == [True, True, False]
    cluster.close()


@pytest.fixture
def both(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Running, Running]]:
    """Two servers of one database."""
    servers = [
        Running(settings_for(tmp_path / name, postgres_url, tables_per_hour=6)) for name in "ab"
    ]
    yield servers[0], servers[1]
    for running in servers:
        running.close()


def test_a_limit_holds_for_two_servers_together(both: tuple[Running, Running]) -> None:
    for running in both:
        wait_for(lambda running=running: running.service.limits.tells)
    with httpx.Client(base_url=both[0].url) as client:
        assert client.post("/api/records", json={}).status_code == 422
    with httpx.Client(base_url=both[1].url) as client:
        left = both[1].service.limits._tables._left
        wait_for(lambda: left.get("127.0.0.1", (6.0, 0.0))[0] < 6)
        answers = [client.post("/api/records", json={}).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]
