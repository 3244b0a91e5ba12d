"""Three servers of one PostgreSQL database behind a proxy, which are killed, or brought up to date, while people play."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text

from scripts.chaos import lost
from tests.hosting.proxies import NAME, Certificate, Proxy, caddy, nginx
from tests.hosting.whole_game import ROOT, free_port, pause
from tests.server.people import BOT, ME, Person, Stream
from tests.server.servers import PATIENCE, Process, postgres, postgres_binaries, wait_for
from triarchy.kit.definition import DEFINITIONS
from triarchy.server.storage.database import HEAD

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(postgres_binaries() is None, reason="PostgreSQL is not installed"),
]
EVENING = 150.0
"""Seconds of games."""
KILL_EVERY = 10.0
PEOPLE = {name: DEFINITIONS[name].players[0] for name in ("meridian", "tigris", "china")}
"""How many play each game, at least."""
LONG = 600.0


class Server:
    """A server on a port of its own, that is killed and started again."""

    def __init__(self, database: str, folder: Path, public: str) -> None:
        self.port = free_port()
        self.arguments = (
            "--database", database, "--data", str(folder), "--port", str(self.port), "--public-url",
            public, "--connections", "0", "--requests-per-second", "0", "--tables-per-hour", "0",
            "--bot-workers", "1",
        )  # fmt: skip
        self.process = Process(*self.arguments)

    def killed(self) -> None:
        self.process.kill()
        self.process = Process(*self.arguments)

    def replaced(self, sources: Path) -> None:
        """Stopped as a host stops it, and started from other sources."""
        self.process.process.send_signal(signal.SIGTERM)
        self.process.process.wait(PATIENCE)
        self.process = From(sources, *self.arguments)


class From(Process):
    """A server of other sources than ours."""

    def __init__(self, sources: Path, *arguments: str) -> None:
        begin = f"import sys; sys.path.insert(0, {str(sources)!r})\n"
        begin += "from triarchy.shell import main; main()"
        options = ["serve", "--no-browser", "--bot-pace", "0", *arguments]
        self.process = subprocess.Popen(
            [sys.executable, "-c", begin, *options],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline().startswith("Triarchy is at http")


@contextmanager
def several(
    count: int, proxy: Proxy, certificate: Certificate, folder: Path
) -> Iterator[tuple[list[Server], str, str]]:
    """So many servers, the address that people use, and that of the database."""
    port = free_port()
    public = f"https://{NAME}:{port}"
    with postgres() as database:
        servers: list[Server] = []
        try:
            for number in range(count):
                servers.append(Server(database, folder / f"server-{number}", public))
            with proxy(folder, [f"127.0.0.1:{each.port}" for each in servers], port, certificate):
                yield servers, public, database
        finally:
            for server in servers:
                with suppress(ProcessLookupError):
                    server.process.kill()


class Player(threading.Thread):
    """Plays one game after the other, watches them, and notes what was acknowledged."""

    def __init__(self, url: str, certificate: Certificate, game: str, bots: int) -> None:
        super().__init__(daemon=True)
        self.game, self.bots, self.trust = game, bots, certificate.trust
        self.person = Person(url)
        self.person.client = httpx.Client(base_url=url, timeout=PATIENCE, verify=self.trust)
        self.stop = threading.Event()
        self.tables: dict[str, dict[int, str]] = {}
        self.streams: dict[str, list[Stream]] = {}
        self.twice: list[str] = []
        self.unanswered = 0
        self.longest = 0.0
        """The longest time in which nobody answered."""
        self._silent_since = 0.0

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response | None:
        """The answer of whichever server the proxy asks; None if there was none."""
        try:
            answer = self.person.client.request(method, path, json=body)
        except httpx.HTTPError:
            answer = None
        if answer is None or answer.status_code >= 500:
            self._silent_since = self._silent_since or time.monotonic()
            pause(0.05)
            return None
        if self._silent_since:
            self.longest = max(self.longest, time.monotonic() - self._silent_since)
            self._silent_since = 0.0
        return answer

    def run(self) -> None:
        chance = random.Random(f"{self.game} {self.bots}")
        while not self.stop.is_set():
            people = PEOPLE[self.game] - self.bots
            seats = [{**ME, "name": f"P{n}"} for n in range(people)] + [BOT] * self.bots
            wish = {"game": self.game, "seats": seats, "hot_seat": True}
            answer = self.ask("POST", "/api/tables", wish)
            if answer is not None and answer.status_code == 201:
                table = answer.json()["id"]
                self.tables[table], self.streams[table] = {}, []
                self._play(table, chance)

    def _play(self, table: str, chance: random.Random) -> None:
        while not self.stop.is_set():
            self._watch(table)
            seen = self.ask("GET", f"/api/tables/{table}/screen?width=360")
            if seen is None:
                continue
            screen = seen.json()
            if screen["result"]:
                return
            if not screen["your_turn"]:
                pause(0.02)
                continue
            move = chance.choice(screen["moves"])["move"]
            body = {"move": move, "decision": screen["decision"]}
            answer = self.ask("POST", f"/api/tables/{table}/moves?width=360", body)
            if answer is None:
                self.unanswered += 1
            elif answer.status_code == 200:
                if screen["number"] + 1 in self.tables[table]:
                    self.twice.append(f"{table} {screen['number']}")
                self.tables[table][screen["number"] + 1] = move

    def moved(self, table: str) -> int:
        """The number of a move that was made and acknowledged; 0 if there was no answer."""
        seen = self.ask("GET", f"/api/tables/{table}/screen")
        screen = seen.json() if seen is not None else {"moves": []}
        for move in screen["moves"][:1]:
            body = {"move": move["move"], "decision": screen["decision"]}
            answer = self.ask("POST", f"/api/tables/{table}/moves", body)
            if answer is not None and answer.status_code == 200:
                return int(screen["number"]) + 1
        return 0

    def _watch(self, table: str) -> None:
        """As a page does: a stream that ends is opened again."""
        streams = self.streams[table]
        if not streams or streams[-1].ended.is_set():
            streams.append(Stream(self.person, table, trust=self.trust))

    def told(self, table: str) -> int:
        """The number of moves that the streams of a table have told of."""
        self._watch(table)
        seen = [data.get("number", 0) for each in self.streams[table] for _, _, data in each.events]
        return max(seen, default=0)


@contextmanager
def playing(url: str, certificate: Certificate) -> Iterator[list[Player]]:
    """Players of all games, with bots and without, each of whom has moved."""
    players = [Player(url, certificate, game, bots) for game in PEOPLE for bots in (0, 1)]
    for player in players:
        player.start()
    try:
        wait_for(lambda: all(any(player.tables.values()) for player in players), LONG)
        yield players
        all_get_further(players)
    finally:
        for player in players:
            player.stop.set()
        for player in players:
            player.join()


def all_get_further(players: list[Player]) -> None:
    """Every player plays on, those with bots too."""
    before = {player: moves([player]) for player in players}
    wait_for(lambda: all(moves([player]) > before[player] + 3 for player in players), LONG)


def moves(players: list[Player]) -> int:
    return sum(len(each) for player in players for each in list(player.tables.values()))


def sqlalchemy(database: str) -> str:
    return database.replace("postgresql:", "postgresql+psycopg:")


def nothing_is_lost_or_doubled(players: list[Player], database: str) -> None:
    url = sqlalchemy(database)
    tables = {table: kept for player in players for table, kept in player.tables.items()}
    assert lost(url, tables) == []
    assert [each for player in players for each in player.twice] == []
    with create_engine(url).connect() as connection:
        counts = connection.execute(text("SELECT id, number FROM tables")).all()
        kept = connection.execute(text("SELECT table_id, number FROM moves")).all()
    numbers = {row.id: row.number for row in counts}
    assert len(kept) == sum(numbers.values())
    assert {tuple(row) for row in kept} == {
        (table, number + 1) for table, count in numbers.items() for number in range(count)
    }
    # Who watches has been told of all of it, whichever server went away meanwhile.
    for player in players:
        for table in player.tables:
            wait_for(lambda player=player, table=table: player.told(table) >= numbers[table])
    doctor = [sys.executable, "-c", "from triarchy.shell import main; main()", "admin", "doctor"]
    subprocess.run([*doctor, "--database", database], check=True, stdout=subprocess.DEVNULL)


def test_an_evening_at_three_servers_of_which_one_is_killed_every_ten_seconds(
    certificate: Certificate, tmp_path: Path
) -> None:
    with several(3, nginx, certificate, tmp_path) as (servers, url, database):
        with playing(url, certificate) as players:
            end, kills = time.monotonic() + EVENING, 0
            for server in cycle(servers):
                due = time.monotonic() + KILL_EVERY
                server.killed()
                kills += 1
                pause(max(0.0, due - time.monotonic()))
                if time.monotonic() > end:
                    break
        nothing_is_lost_or_doubled(players, database)
        print(
            f"{kills} kills, {moves(players)} moves at {sum(len(each.tables) for each in players)} tables, "
            f"{sum(each.unanswered for each in players)} without an answer; "
            f"nobody answered for at most {max(each.longest for each in players):.1f} s"
        )


@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_who_is_at_a_server_that_goes_away_is_with_another(
    proxy: Proxy, certificate: Certificate, tmp_path: Path
) -> None:
    with several(2, proxy, certificate, tmp_path) as (servers, url, _):
        anna = Player(url, certificate, "meridian", 0)
        table = anna.person.make([ME, {**ME, "name": "Ben"}], hot_seat=True)
        anna.tables[table], anna.streams[table] = {}, []
        for gone in servers:
            wait_for(lambda: anna.told(table) >= anna.person.screen(table)["number"])
            gone.process.kill()
            number = wait_for(lambda: anna.moved(table))
            wait_for(lambda number=number: anna.told(table) >= number)
            gone.process = Process(*gone.arguments)


MIGRATION = '''"""What the version to come adds."""

import sqlalchemy as sa
from alembic import op

revision = "to_come"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("to_come", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("to_come", sa.String(9)))
    op.create_table("to_come", sa.Column("id", sa.Integer, primary_key=True))


def downgrade() -> None:
    """Nobody goes back."""
'''


def test_servers_are_brought_up_to_date_one_by_one_while_games_go_on(
    certificate: Certificate, tmp_path: Path
) -> None:
    """This version is the one before; the next one is its copy with a migration more."""
    following = tmp_path / "next"
    shutil.copytree(ROOT / "src", following, ignore=shutil.ignore_patterns("__pycache__"))
    versions = following / "triarchy" / "server" / "storage" / "migrations" / "versions"
    (versions / "2999_01_01_01_to_come.py").write_text(MIGRATION.format(head=HEAD), "utf-8")
    with several(3, nginx, certificate, tmp_path) as (servers, url, database):
        with playing(url, certificate) as players:
            for server in servers:
                server.replaced(following)
                all_get_further(players)
        # The next version's database is none of this one's: only its migration is looked away from.
        with create_engine(sqlalchemy(database)).begin() as connection:
            version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            assert version == "to_come"
            connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": HEAD})
        nothing_is_lost_or_doubled(players, database)
