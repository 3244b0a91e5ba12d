"""What can be set when a server starts: where it listens, where it keeps its data, its limits."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path

from triarchy.server.cluster import Cluster


def data_folder() -> Path:
    """The user's data folder for Triarchy; TRIARCHY_DATA names another one."""
    if named := os.environ.get("TRIARCHY_DATA"):
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local/share")
    return Path(home) / "triarchy"


@dataclass(frozen=True)
class Settings:
    """All of it has a default that suits one household."""

    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """The address people use, if it is not the one the server listens on (a proxy, a LAN name)."""
    root_path: str = ""
    """The path below which all of it is, such as /games, where a site has more on it; "" for none."""
    trust_proxy: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks of proxies, which alone may say from where somebody comes."""
    log: str = "text"
    """How the log is written: text, or json."""
    database: str = ""
    """A database address; without one, SQLite in the data folder."""
    data: Path = field(default_factory=data_folder)
    workers: int = 0
    """Processes in which bots think; 0: one less than the cores, at least one."""
    think: str = ""
    """The address of a Ray cluster on whose machines bots think; "": in processes of our own."""
    warm: bool = True
    """Load and compile bots before they are needed."""
    bot_pace: float = 0.4
    """The least number of seconds a bot's decision takes, so that people can follow."""
    poll: float = 0.15
    """How often, in seconds, other servers' changes are looked for while somebody listens."""
    sweep: float = 1.0
    """How often, in seconds, time limits and forgotten bots are looked for."""
    presence: float = 1.0
    """How often, in seconds, it is written down and read who is at the tables."""
    away_seconds: float = 300.0
    """After so long any player may put a bot in for somebody who is away."""
    close_after: float = 30 * 24 * 3600.0
    """A table nobody has touched for this many seconds is closed."""
    push_after: float = 10.0
    """Whoever has not moved this many seconds after their turn began is sent a message."""
    push_to_loopback: bool = False
    """For tests: messages may go to http://127.0.0.1."""
    docs: Path | None = None
    """The docs as a site, served at /help/; None: without."""
    site: Path | None = None
    """The folder of a site that needs no server, served at /here/; None: without."""
    leaderboard: bool = True
    """Whether ratings of people who want it are shown to everybody."""
    purge_days: float = 0.0
    """Finished tables untouched for this many days are deleted; 0: never."""
    requests_per_second: float = 50.0
    """From one address, on average; 0: no limit. A burst of ten seconds' worth is allowed."""
    tables_per_hour: int = 300
    """New tables and imported records from one address; 0: no limit."""
    streams: int = 200
    """Event streams open at once from one address; 0: no limit."""
    connections: int = 300
    """Connections open at once from one address; 0: no limit."""
    concurrency: int = 2000
    """Requests worked on at once, event streams apart; 0: no limit."""
    head_seconds: float = 10.0
    """A connection has this long until the headers of a request are complete."""
    allow_hosts: tuple[str, ...] = ()
    """Names the server goes by, beside its address, localhost and the public address."""
    most_body: int = 64 * 1024
    most_record: int = 1024 * 1024
    """The largest body of a request, and of an imported record, in bytes."""
    cluster: Cluster | None = field(default=None, compare=False)
    """What this process shares with the other ones of its server, if there are any."""
    cache_bytes: int = 256 * 1024 * 1024
    """How many bytes of games are kept rebuilt in memory."""

    @property
    def database_url(self) -> str:
        """The address for SQLAlchemy; `postgresql://` means psycopg 3."""
        if not self.database:
            return f"sqlite:///{self.data / 'tables.sqlite'}"
        for short in ("postgresql://", "postgres://"):
            if self.database.startswith(short):
                return "postgresql+psycopg://" + self.database[len(short) :]
        return self.database

    @property
    def secure(self) -> bool:
        """Whether cookies may be sent over https alone."""
        return self.public_url.startswith("https:")

    @property
    def share(self) -> str:
        """The address to give to friends."""
        if self.public_url:
            return self.public_url.rstrip("/") + self.root_path
        everywhere = self.host in ("0.0.0.0", "::", "")
        return self._url(own_address() if everywhere else self.host)

    def _url(self, host: str) -> str:
        name = f"[{host}]" if ":" in host else host
        return f"http://{name}:{self.port}{self.root_path}"

    @property
    def only_here(self) -> dict[str, str] | None:
        """Where the server can be reached from this computer alone: how others on the network could reach it.

        The command that lets them in, and the address it would have for them ("" without a network).
        """
        if self.public_url or not is_loopback(self.host):
            return None
        port = "" if self.port == Settings.port else f" --port {self.port}"
        own = own_address()
        return {
            "command": f"triarchy serve --host 0.0.0.0{port}",
            "address": "" if is_loopback(own) else self._url(own),
        }


def is_loopback(host: str) -> bool:
    """Whether a host is this computer as it calls itself, which no other one can reach."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_address() -> str:
    """This machine's address on its network (nothing is sent to find it)."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
