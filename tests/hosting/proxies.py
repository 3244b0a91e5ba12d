"""Caddy and nginx with the examples of deploy/, before servers of the tests' own, with a certificate of our own."""

from __future__ import annotations

import os
import shutil
import signal
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.hosting.whole_game import DEPLOY, free_port
from tests.server.servers import wait_for

NAME = "localhost"


@dataclass
class Certificate:
    """A certificate of our own for NAME, which nothing but our own trust knows."""

    folder: Path

    def __post_init__(self) -> None:
        self.file, self.key = self.folder / "certificate.pem", self.folder / "key.pem"
        if shutil.which("openssl") is None:
            pytest.skip("openssl is not installed: nobody makes a certificate")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
             "-keyout", str(self.key), "-out", str(self.file)],
            check=True, capture_output=True,
        )  # fmt: skip

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.file))


Proxy = Callable[[Path, list[str], int, Certificate], AbstractContextManager[None]]


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    """An example with its names replaced, each of which must stand in it."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    """A proxy, from when it takes connections on."""
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "proxy.log").open("wb") as log:
        proxy = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True
        )

    def answers() -> bool:
        assert proxy.poll() is None, (folder / "proxy.log").read_text()
        try:
            httpx.get(f"http://127.0.0.1:{port}/", timeout=5)
        except httpx.HTTPError as error:
            return not isinstance(error, httpx.ConnectError)
        return True

    try:
        wait_for(answers)
        yield
    finally:
        # Told to stop, it would wait for the last stream; nginx's workers outlive their master.
        with suppress(ProcessLookupError):
            os.killpg(proxy.pid, signal.SIGKILL)
        proxy.wait()


@contextmanager
def caddy(folder: Path, servers: list[str], port: int, certificate: Certificate) -> Iterator[None]:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not installed: its example is not driven")
    text = (DEPLOY / "caddy" / "Caddyfile").read_text("utf-8")
    one, several = "127.0.0.1:8000", "10.0.0.11:8000 10.0.0.12:8000 10.0.0.13:8000"
    if len(servers) > 1:  # the last of the examples, which are comments
        text = "\n" + text[text.rindex("# games.example {") :].replace("\n# ", "\n")[2:]
    example = replaced(
        text,
        ("\ngames.example {", f"\nhttps://{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {certificate.file} {certificate.key}"),
        (f"\treverse_proxy {several if len(servers) > 1 else one}", f"\treverse_proxy {' '.join(servers)}"),
    )  # fmt: skip
    head = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(head + example)
    command = [program, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with running(command, folder, port):
        yield


@contextmanager
def nginx(folder: Path, servers: list[str], port: int, certificate: Certificate) -> Iterator[None]:
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed: its example is not driven")
    example = replaced(
        (DEPLOY / "nginx" / "triarchy.conf").read_text("utf-8"),
        ("games.example;", f"{NAME};"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        (
            "server 127.0.0.1:8000 max_fails=1 fail_timeout=2s;",
            "\n".join(f"server {each} max_fails=1 fail_timeout=2s;" for each in servers),
        ),
        ("/etc/ssl/games.example/certificate.pem", str(certificate.file)),
        ("/etc/ssl/games.example/key.pem", str(certificate.key)),
    )
    folders = "".join(
        f"{kind}_temp_path {folder};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{folders}{example}\n}}\n"
    )
    command = [program, "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
    with running(command, folder, port):
        yield
