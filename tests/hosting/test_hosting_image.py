"""The image, built without a daemon on a Debian made for the test, and run as an engine runs it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.hosting.whole_game import ROOT, free_port, pause, play_a_game, wheels
from tests.server.people import Person, Stream
from tests.server.servers import PATIENCE, wait_for

TOOLS = ("buildah", "debootstrap", "unshare", "setpriv")
MEGABYTE = 1_000_000
MOST = 250 * MEGABYTE
"""What is downloaded of an image: its layers, packed."""
STOPPED_IN = 5.0
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        any(shutil.which(tool) is None for tool in TOOLS)
        or not hasattr(os, "geteuid")
        or os.geteuid() != 0,
        reason=f"the image is built by root with {', '.join(TOOLS)}",
    ),
]


@dataclass
class Image:
    """The image as it was built: its root, what it says of itself, its packed size."""

    root: Path
    config: dict[str, Any]
    size: int

    def start(self, data: Path, *command: str, **environment: str) -> subprocess.Popen[bytes]:
        """Run a command of the image, as it wants to be run."""
        names = [*self.config["Env"], *(f"{name}={value}" for name, value in environment.items())]
        contain = ["sh", str(ROOT / "tests" / "hosting" / "contain.sh"), str(self.root), str(data)]
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        return subprocess.Popen([*apart, *contain, *names, *command], stdout=subprocess.PIPE)

    def run(self, data: Path, *command: str, **environment: str) -> tuple[int, str]:
        process = self.start(data, *command, **environment)
        said = process.communicate()[0].decode()
        return process.returncode, said


def debian(folder: Path) -> None:
    """A Debian with Python, as small as the ones that are published."""
    python = f"python{sys.version_info.major}.{sys.version_info.minor}"
    subprocess.run(
        ["debootstrap", "--variant=minbase", "--include=python3,python3-venv", "bookworm",
         str(folder)],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    if not (folder / "usr" / "bin" / python).exists():
        pytest.skip(f"the wheels of {python} are of no use to this Debian's Python")
    for rest in ("var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man",
                 "usr/share/locale"):  # fmt: skip
        shutil.rmtree(folder / rest, ignore_errors=True)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    folder = tmp_path_factory.mktemp("image")
    debian(folder / "debian")
    wheels(folder / "wheels", "passkeys", "postgresql", "push")
    store = ["--root", str(folder / "store"), "--runroot", str(folder / "run"), "--storage-driver", "vfs"]  # fmt: skip

    def buildah(*arguments: str) -> str:
        command = ["buildah", *store, *arguments]
        return subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout.strip()  # fmt: skip

    container = buildah("from", "scratch")
    buildah("add", "-q", container, str(folder / "debian"), "/")
    buildah("commit", "-q", "--rm", container, "localhost/debian")
    buildah(
        "bud", "--isolation", "chroot", "--format", "docker", "--pull-never",
        "--build-arg", "BASE=localhost/debian", "--volume", f"{folder / 'wheels'}:/wheels:ro",
        "--build-arg", "PIP_NO_INDEX=1", "--build-arg", "PIP_FIND_LINKS=/wheels",
        "-f", "deploy/container/Containerfile", "-t", "localhost/triarchy", ".",
    )  # fmt: skip
    buildah("push", "-q", "localhost/triarchy", f"oci:{folder / 'pushed'}")
    size = sum(path.stat().st_size for path in (folder / "pushed").rglob("*") if path.is_file())
    container = buildah("from", "--pull-never", "localhost/triarchy")
    config = json.loads(buildah("inspect", "--type", "image", "localhost/triarchy"))
    yield Image(Path(buildah("mount", container)), config["Docker"]["config"], size)
    buildah("umount", container)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A volume that belongs to the image's user."""
    folder = tmp_path / "data"
    folder.mkdir()
    os.chown(folder, 10001, 10001)
    for parent in folder.parents:
        if parent.stat().st_uid == os.geteuid() and parent != parent.parent:
            parent.chmod(parent.stat().st_mode | 0o011)
    return folder


def test_what_the_image_says_of_itself(image: Image) -> None:
    config = image.config
    assert config["User"] == "10001:10001" and config["StopSignal"] == "SIGTERM"
    assert config["Entrypoint"] == ["triarchy"] and config["Cmd"] == ["serve"]
    assert "healthy.py" in config["Healthcheck"]["Test"][-1]
    assert list(config["Volumes"]) == ["/data"]
    print(f"packed: {image.size / MEGABYTE:.0f} MB")
    assert image.size < MOST


def test_nothing_but_data_can_be_written(image: Image, data: Path) -> None:
    tried = "id -u; touch /data/x && touch /x; touch /tmp/x; touch /opt/triarchy/x; ls /data"
    assert image.run(data, "sh", "-c", tried) == (0, "10001\nx\n")


def test_a_game_in_a_container_that_stops_in_time_and_goes_on(image: Image, data: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    environment = {"TRIARCHY_PORT": str(port), "TRIARCHY_HOST": "127.0.0.1"}
    command = [*image.config["Entrypoint"], *image.config["Cmd"]]
    healthy = image.config["Healthcheck"]["Test"][1:]
    assert image.run(data, *healthy, **environment)[0] == 1
    server = image.start(data, *command, **environment)
    try:
        wait_for(lambda: reached(url))
        assert image.run(data, *healthy, **environment)[0] == 0
        anna = Person(url)
        anna.client = httpx.Client(base_url=url, timeout=PATIENCE)
        anna.put("/api/me", {"name": "Anna"})
        table = play_a_game(anna)
        stream = Stream(anna, table)
        stream.wait(lambda data: True)
        assert stop(server) < STOPPED_IN  # also while somebody listens
        assert server.returncode == 0
    finally:
        server.kill()
    server = image.start(data, *command, **environment)
    try:
        wait_for(lambda: reached(url))
        assert anna.table(table)["status"] == "over"
        assert stop(server) < STOPPED_IN
    finally:
        server.kill()


def reached(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/status", timeout=PATIENCE).status_code == 200
    except httpx.ConnectError:
        pause(0.2)
        return False


def stop(server: subprocess.Popen[bytes]) -> float:
    """Tell the first process of the container to stop, as an engine does; the seconds it took."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text("utf-8").split()
    begun = time.monotonic()
    os.kill(int(children[0]), signal.SIGTERM)
    server.wait(60)
    return time.monotonic() - begun
