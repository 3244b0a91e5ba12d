"""`triarchy serve`: the table in the browser."""

from __future__ import annotations

import logging
import re
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from triarchy.engine.errors import BadRequest


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 lets others on the network in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free one.")] = 8000,
    public_url: Annotated[
        str, typer.Option(help="The address people use, behind a proxy or a name.")
    ] = "",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no page.")] = False,
    database: Annotated[
        str, typer.Option(help="A database address; SQLite in the data folder without one.")
    ] = "",
    data: Annotated[Path | None, typer.Option(help="The data folder.")] = None,
    bot_pace: Annotated[
        float, typer.Option(min=0, help="The least seconds a bot's decision takes.")
    ] = 0.4,
    requests_per_second: Annotated[
        float, typer.Option(min=0, help="Allowed from one address on average; 0: no limit.")
    ] = 50.0,
    tables_per_hour: Annotated[
        int, typer.Option(min=0, help="Allowed from one address; 0: no limit.")
    ] = 300,
    streams: Annotated[
        int, typer.Option(min=0, help="Event streams from one address; 0: no limit.")
    ] = 200,
    connections: Annotated[
        int, typer.Option(min=0, help="Open at once from one address; 0: no limit.")
    ] = 300,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="So many answer together, on this machine.")
    ] = 1,
    bot_workers: Annotated[
        int,
        typer.Option(
            min=0, max=256, help="Processes in which bots think; 0: one less than the cores."
        ),
    ] = 0,
    cache_megabytes: Annotated[
        int, typer.Option(min=1, help="Memory for games that are kept rebuilt.")
    ] = 256,
    metrics: Annotated[
        str, typer.Option(help="Give figures for Prometheus at this private address, host:port.")
    ] = "",
    no_leaderboard: Annotated[
        bool, typer.Option("--no-leaderboard", help="Show nobody's rating to others.")
    ] = False,
    purge_days: Annotated[
        float,
        typer.Option(min=0, help="Delete finished tables untouched for so many days; 0: never."),
    ] = 0,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="A further name the server goes by; may be repeated.")
    ] = None,
) -> None:
    """Start a server and open its page.

    Example: triarchy serve --host 0.0.0.0 --port 8000
    """
    from triarchy.server.metrics import read_address
    from triarchy.server.settings import Settings, data_folder

    figures_at = read_address(metrics) if metrics else None
    listening = _listen(host, port)
    settings = Settings(
        host=host,
        port=listening.getsockname()[1],
        public_url=_checked_url(public_url),
        database=database,
        data=data or data_folder(),
        bot_pace=bot_pace,
        workers=bot_workers,
        requests_per_second=requests_per_second,
        tables_per_hour=tables_per_hour,
        streams=streams,
        connections=connections,
        leaderboard=not no_leaderboard,
        purge_days=purge_days,
        cache_bytes=cache_megabytes * 1024 * 1024,
        allow_hosts=tuple(_checked_host(name) for name in allow_host or ()),
    )
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


def _checked_url(url: str) -> str:
    if url and not url.startswith(("http://", "https://")):
        raise BadRequest(f"A public address begins with http:// or https://, not {url!r}.")
    return url.rstrip("/")


def _checked_host(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,253}", name):
        raise BadRequest(f"A host is a name such as games.example, not {name!r}.")
    return name


def _run_together(
    count: int,
    settings: Any,
    listening: socket.socket,
    figures_at: tuple[str, int] | None,
    *,
    open_page: bool,
) -> None:
    """Several processes at one address; the first has the bots, the time limits and the metrics."""
    from dataclasses import replace

    from triarchy.server.together import Together
    from triarchy.shell.family import keep_running

    together = Together(count)

    def run(number: int, ready: Callable[[], None]) -> None:
        together.become(number)
        own = replace(settings, together=together)
        first = number == 0
        _run(own, listening, figures_at if first else None, open_page=open_page and first,
             ready=ready, says=first)  # fmt: skip

    try:
        keep_running(count, run)
    finally:
        together.close()


def _run(
    settings: Any,
    listening: socket.socket,
    figures_at: tuple[str, int] | None,
    *,
    open_page: bool,
    ready: Callable[[], None] = lambda: None,
    says: bool = True,
) -> None:
    import uvicorn

    from triarchy.server.app import create_app
    from triarchy.server.http_protocol import uvicorn_config
    from triarchy.server.metrics import Metrics, MetricsServer

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    app = create_app(settings)
    figures = MetricsServer(Metrics(app), *figures_at) if figures_at else None

    class Server(uvicorn.Server):
        """Says where it is once it answers, and ends event streams when told to stop."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()
            if says:
                print(f"Triarchy is at {settings.share} (Ctrl-C stops it).", flush=True)
            if figures is not None:
                print(f"Its metrics are at {figures.url}.", flush=True)
            if open_page:
                threading.Thread(
                    target=webbrowser.open, args=(settings.share,), daemon=True
                ).start()

        def handle_exit(self, sig: int, frame: Any) -> None:
            app.state.service.hub.close()
            super().handle_exit(sig, frame)

    Server(uvicorn_config(app, settings)).run(sockets=[listening])
