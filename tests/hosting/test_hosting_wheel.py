"""The wheel, started without installing it, by `uvx triarchy serve` and `pipx run triarchy serve`; and installed as the
pages for hosts say, word by word."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.hosting.whole_game import ROOT, blocks, play_a_game, wheels
from tests.server.people import Person

pytestmark = pytest.mark.slow
SERVE = ("serve", "--no-browser", "--port", "0")


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and all that it needs, so that nothing is asked of a network."""
    folder = tmp_path_factory.mktemp("packed")
    wheels(folder, "passkeys", "push")
    build = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)]  # fmt: skip
    subprocess.run([sys.executable, *build], check=True)
    return folder


RUNNERS = {
    "uvx": ["uvx", "--python", sys.executable, "triarchy"],
    "pipx": ["pipx", "run", "--no-cache", "--python", sys.executable, "triarchy"],
}


@pytest.mark.parametrize("runner", RUNNERS)
def test_a_game_at_a_server_that_nobody_installed(
    runner: str, packed: Path, tmp_path: Path
) -> None:
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    program = shutil.which(runner, path=programs)
    if program is None:
        pytest.skip(f"{runner} is not installed: pip install uv pipx")
    command = [program, *RUNNERS[runner][1:], *SERVE, "--data", str(tmp_path / "data")]
    own = {name: str(tmp_path / name) for name in ("HOME", "UV_CACHE_DIR", "PIPX_HOME", "TRIARCHY_CACHE")}  # fmt: skip
    a_game_at(command, tmp_path, {**offline(packed), **own})


def offline(packed: Path) -> dict[str, str]:
    """Variables by which all installers take what lies in a folder; none of our own sources."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    for kind in ("PIP", "UV"):
        environment |= {f"{kind}_NO_INDEX": "1", f"{kind}_FIND_LINKS": str(packed)}
    return environment


def a_game_at(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Play a game at the server that a command starts."""
    server = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=environment,
        start_new_session=True,
    )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("Triarchy is at http"), line
        address = urlsplit(line.split()[3])
        play_a_game(Person(f"http://127.0.0.1:{address.port}", "Anna"))
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def typed(code: str, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(["bash", "-euc", code], cwd=folder, env=environment, capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_night_word_by_word(packed: Path, tmp_path: Path) -> None:
    environment = {**offline(packed), "HOME": str(tmp_path), "TRIARCHY_NO_BROWSER": "1", "TRIARCHY_PORT": "0"}  # fmt: skip
    install, start = blocks("quick.md")
    typed(install, tmp_path, environment)
    a_game_at(shlex.split(start), tmp_path, environment)


def test_a_small_machine_at_home_word_by_word(packed: Path, tmp_path: Path) -> None:
    """Its first two steps, in a folder that is not below /opt; Python's packages are there."""
    environment = {**offline(packed), "HOME": str(tmp_path), "TRIARCHY_NO_BROWSER": "1", "TRIARCHY_PORT": "0"}  # fmt: skip
    page = [code.replace("/opt/triarchy", str(tmp_path / "opt")) for code in blocks("index.md")]
    install, start = page[:2]
    first, install = install.split("\n", 1)
    assert first == "apt install python3-venv"
    said = typed(install, ROOT, environment)
    assert said.endswith("A server can be started like this.\n")
    a_game_at(shlex.split(start), tmp_path, environment)
