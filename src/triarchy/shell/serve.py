"""`triarchy serve`: the table in the browser."""

from __future__ import annotations

import ipaddress
import re
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer

from triarchy.engine.errors import BadRequest

if TYPE_CHECKING:
    from triarchy.server.settings import Settings


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets others on the network in.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for any free one.")
    ] = 8000,
    public_url: Annotated[
        str, typer.Option(help="Public address, if the server is behind a proxy or has a name.")
    ] = "",
    root_path: Annotated[
        str, typer.Option(help="Path below which everything is served, such as /games.")
    ] = "",
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Address or network of a proxy whose forwarded addresses are trusted "
            "(default: this machine); repeatable."
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open the page in a browser.")
    ] = False,
    database: Annotated[
        str, typer.Option(help="Database address (default: SQLite in the data folder).")
    ] = "",
    data: Annotated[Path | None, typer.Option(help="Data folder.")] = None,
    bot_pace: Annotated[
        float, typer.Option(min=0, help="Minimum time of a bot's decision, in seconds.")
    ] = 0.4,
    requests_per_second: Annotated[
        float,
        typer.Option(min=0, help="Requests allowed from one address on average; 0: no limit."),
    ] = 50.0,
    tables_per_hour: Annotated[
        int, typer.Option(min=0, help="New tables allowed from one address; 0: no limit.")
    ] = 300,
    streams: Annotated[
        int, typer.Option(min=0, help="Event streams allowed from one address; 0: no limit.")
    ] = 200,
    connections: Annotated[
        int, typer.Option(min=0, help="Connections open at once from one address; 0: no limit.")
    ] = 300,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="Number of server processes to run on this machine.")
    ] = 1,
    bot_workers: Annotated[
        int,
        typer.Option(min=0, max=256, help="Number of bot processes; 0: one less than the cores."),
    ] = 0,
    think: Annotated[
        str, typer.Option(help="Let bots think on this Ray cluster, ray://head:10001.")
    ] = "",
    cache_megabytes: Annotated[
        int, typer.Option(min=1, help="Memory for cached games, in megabytes.")
    ] = 256,
    metrics: Annotated[
        str, typer.Option(help="Serve figures for Prometheus at this private address, host:port.")
    ] = "",
    docs: Annotated[
        Path | None,
        typer.Option(help="Folder of the docs that `make docs` builds, to serve at /help/."),
    ] = None,
    site: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the site that `triarchy build-site` wrote, to serve at /here/: "
            "games on the visitor's own device, and without a connection."
        ),
    ] = None,
    no_leaderboard: Annotated[
        bool, typer.Option("--no-leaderboard", help="Turn the leaderboard off.")
    ] = False,
    purge_days: Annotated[
        float,
        typer.Option(min=0, help="Delete finished tables not used for this many days; 0: never."),
    ] = 0,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Another name of this server; repeatable.")
    ] = None,
    log: Annotated[
        str, typer.Option(help="How the log is written: text, or json for machines.")
    ] = "text",
    check: Annotated[
        bool, typer.Option("--check", help="Start nothing; say what is wrong with the set-up.")
    ] = False,
) -> None:
    """Start a server and open its page.

    Each option is an environment variable too: TRIARCHY_PORT=8000, TRIARCHY_NO_BROWSER=1. The values of a
    repeatable option are separated by spaces.

    Example: triarchy serve --host 0.0.0.0 --port 8000
    """
    from triarchy.engine.portable import running
    from triarchy.server import logs
    from triarchy.server.http.manual import check_folder
    from triarchy.server.metrics import read_address
    from triarchy.server.settings import Settings, data_folder
    from triarchy.site.offered import check_site

    if log not in logs.FORMS:
        raise BadRequest(f"The log is written as {' or '.join(logs.FORMS)}, not as {log!r}.")
    figures_at = read_address(metrics) if metrics else None
    settings = Settings(
        host=host,
        port=port,
        public_url=_checked_url(public_url),
        root_path=_checked_path(root_path),
        log=log,
        database=database,
        data=data or data_folder(),
        bot_pace=bot_pace,
        workers=bot_workers,
        think=_checked_cluster(think),
        requests_per_second=requests_per_second,
        tables_per_hour=tables_per_hour,
        streams=streams,
        connections=connections,
        docs=check_folder(docs),
        site=check_site(site),
        leaderboard=not no_leaderboard,
        purge_days=purge_days,
        cache_bytes=cache_megabytes * 1024 * 1024,
        allow_hosts=tuple(_checked_host(name) for name in allow_host or ()),
    )
    if trust_proxy:
        settings = replace(settings, trust_proxy=tuple(map(_checked_network, trust_proxy)))
    if check:
        _say_what_is_wrong(settings, figures_at)
        return
    listening = _listen(host, port)
    settings = replace(settings, port=listening.getsockname()[1])
    running.begin()
    if processes == 1:
        _run(settings, listening, figures_at, open_page=not no_browser)
    else:
        _run_together(processes, settings, listening, figures_at, open_page=not no_browser)


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else is done, so that a taken one is said at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named, or asyncio leaves small packets waiting (no TCP_NODELAY).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        raise BadRequest(f"The server cannot listen on {host}:{port}: {error.strerror}.") from None
    return listening


def _say_what_is_wrong(settings: Settings, figures_at: tuple[str, int] | None) -> None:
    from triarchy.server.setup_check import check
    from triarchy.shell.findings import tell

    tell(check(settings, figures_at), "A server can be started like this.")


def _checked_url(url: str) -> str:
    if url and not url.startswith(("http://", "https://")):
        raise BadRequest(f"A public address begins with http:// or https://, not {url!r}.")
    if urlsplit(url).path.strip("/"):
        raise BadRequest(f"A public address has no path: {url!r} needs --root-path.")
    return url.rstrip("/")


def _checked_path(path: str) -> str:
    path = path.rstrip("/")
    if path and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", path):
        raise BadRequest(f"A root path is such as /games, not {path!r}.")
    return path


def _checked_network(name: str) -> str:
    try:
        return str(ipaddress.ip_network(name)) if "/" in name else str(ipaddress.ip_address(name))
    except ValueError:
        raise BadRequest(f"A proxy is an address or a network, not {name!r}.") from None


def _checked_cluster(address: str) -> str:
    if not address:
        return ""
    from triarchy.server.bots.ray_cluster import read_address

    return read_address(address)


def _checked_host(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,253}", name):
        raise BadRequest(f"A host is a name such as games.example, not {name!r}.")
    return name


def _run_together(
    count: int,
    settings: Settings,
    listening: socket.socket,
    figures_at: tuple[str, int] | None,
    *,
    open_page: bool,
) -> None:
    """Several processes at one address; the first has the bots, the time limits and the metrics."""
    from triarchy.server.cluster import Cluster
    from triarchy.shell.supervisor import keep_running

    cluster = Cluster(count)

    def run(number: int, ready: Callable[[], None]) -> None:
        cluster.become(number)
        own = replace(settings, cluster=cluster)
        first = number == 0
        _run(own, listening, figures_at if first else None, open_page=open_page and first,
             ready=ready, says=first)  # fmt: skip

    try:
        keep_running(count, run)
    finally:
        cluster.close()


def _run(
    settings: Settings,
    listening: socket.socket,
    figures_at: tuple[str, int] | None,
    *,
    open_page: bool,
    ready: Callable[[], None] = lambda: None,
    says: bool = True,
) -> None:
    import uvicorn

    from triarchy.server import logs
    from triarchy.server.app import create_app
    from triarchy.server.http.protocol import uvicorn_config
    from triarchy.server.metrics import Metrics, MetricsServer

    logs.set_up(settings.log)
    app = create_app(settings)
    figures = MetricsServer(Metrics(app), *figures_at) if figures_at else None

    class Server(uvicorn.Server):
        """Says where it is once it answers, and ends event streams when told to stop."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()
            if says:
                logs.say(settings.log, f"Triarchy is at {settings.share} (Ctrl-C stops it).")
            if figures is not None:
                logs.say(settings.log, f"Its metrics are at {figures.url}.")
            if open_page:
                threading.Thread(
                    target=webbrowser.open, args=(settings.share,), daemon=True
                ).start()

        def handle_exit(self, sig: int, frame: Any) -> None:
            app.state.service.hub.close()
            super().handle_exit(sig, frame)

    Server(uvicorn_config(app, settings)).run(sockets=[listening])
