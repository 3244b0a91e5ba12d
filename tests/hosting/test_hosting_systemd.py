"""The units, started by systemd: what a host with a small machine at home types, typed on a copy of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.hosting.whole_game import ROOT, blocks, wheels
from tests.server.servers import wait_for

TOOLS = ("systemctl", "systemd-sysusers", "systemd-tmpfiles", "unshare", "nsenter", "pivot_root")
SYSTEMD = Path("/lib/systemd/systemd")
SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
PYTHON = shutil.which(f"python3.{sys.version_info.minor}", path=SYSTEM_PATH)
STOPPED_IN = 5.0
TARGET = """[Unit]
Requires=sysinit.target
After=sysinit.target
Wants=triarchy.service triarchy-backup.timer
"""
GAME = """
from tests.hosting.whole_game import play_a_game
from tests.server.people import Person

play_a_game(Person("http://127.0.0.1:8000", "Anna"))
"""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        any(shutil.which(tool, path=SYSTEM_PATH) is None for tool in TOOLS)
        or not SYSTEMD.exists()
        or PYTHON is None
        or os.geteuid() != 0,
        reason=f"a machine is booted by root, with systemd and {', '.join(TOOLS)}",
    ),
]


def preparation(packed: Path) -> str:
    """The blocks of the page that install it, for this version of Python and without a network."""
    page = blocks("index.md")
    install = (
        page[0].removeprefix("apt install python3-venv\n").replace("python3 -m", f"{PYTHON} -m")
    )
    units = next(code for code in page if "systemd-sysusers" in code)
    assert units.endswith("journalctl -u triarchy\n")
    # What is enabled is started when the machine boots.
    units = units.removesuffix("journalctl -u triarchy\n").replace("enable --now", "enable")
    return f"""
export HOME=/root PATH={SYSTEM_PATH} PIP_NO_INDEX=1 PIP_FIND_LINKS={packed} PIP_CONFIG_FILE=/dev/null
cd {ROOT}
rm -rf /opt/triarchy
{install}
{units}
printf '{TARGET.replace(chr(10), chr(92) + "n")}' >/etc/systemd/system/trial.target
"""


@contextmanager
def a_cgroup() -> Iterator[Path]:
    """A group of our own for all that the machine starts."""
    mounts = [line.split() for line in Path("/proc/mounts").read_text("utf-8").splitlines()]
    roots = [Path(each[1]) for each in mounts if each[2] == "cgroup2"]
    if not roots:
        pytest.skip("there are no control groups of version 2")
    group = roots[0] / f"triarchy-test-{os.getpid()}"
    try:
        group.mkdir()
    except OSError:
        pytest.skip("control groups cannot be made here")
    try:
        yield group
    finally:
        for folder, _, _ in os.walk(group, topdown=False):
            wait_for(lambda folder=folder: emptied(Path(folder)))


def emptied(group: Path) -> bool:
    with suppress(OSError):
        group.rmdir()
    return not group.exists()


@contextmanager
def a_copy(folder: Path) -> Iterator[Path]:
    """The files of this machine; what is written there is written elsewhere."""
    copy = folder / "root"
    for each in ("root", "written", "work"):
        (folder / each).mkdir()
    layers = f"lowerdir=/,upperdir={folder / 'written'},workdir={folder / 'work'}"
    mount = ["mount", "-t", "overlay", "overlay", "-o", layers, str(copy)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("an overlay of this machine's files cannot be mounted")
    try:
        yield copy
    finally:
        subprocess.run(["umount", "-l", str(copy)], check=True)


@contextmanager
def booted(folder: Path) -> Iterator[int]:
    """The process of the machine's systemd."""
    packed = folder / "packed"
    packed.mkdir()
    wheels(packed, "passkeys", "push")
    prepare = packed / "prepare.sh"
    prepare.write_text(preparation(packed), "utf-8")
    apart = ["unshare", "--mount", "--pid", "--net", "--uts", "--ipc", "--fork", "--kill-child"]
    script = str(ROOT / "tests" / "hosting" / "machine.sh")
    with a_copy(folder) as root, a_cgroup() as group, (folder / "log").open("wb") as log:
        machine = subprocess.Popen(
            [*apart, "sh", script, str(root), str(group), str(prepare), str(ROOT), str(packed)],
            stdout=log, stderr=log,
        )  # fmt: skip
        children = Path(f"/proc/{machine.pid}/task/{machine.pid}/children")

        def first() -> int:
            assert machine.poll() is None, (folder / "log").read_text("utf-8")[-3000:]
            for child in children.read_text("utf-8").split():
                if Path(f"/proc/{child}/comm").read_text("utf-8") == "systemd\n":
                    return int(child)
            return 0

        try:
            yield wait_for(first, 300.0)
        finally:
            machine.kill()
            machine.wait()


def there(machine: int, *command: str) -> str:
    """What a command on the machine says."""
    enter = ["nsenter", "-t", str(machine), "-a", "-r", "-w", "env", f"PATH={SYSTEM_PATH}"]
    return subprocess.run([*enter, *command], check=False, capture_output=True, text=True).stdout


def test_a_game_at_a_server_that_systemd_started(tmp_path: Path) -> None:
    with booted(tmp_path) as machine:
        wait_for(lambda: "Triarchy is at" in there(machine, "journalctl", "-u", "triarchy"))
        said = there(machine, "journalctl", "-u", "triarchy", "-o", "cat")
        assert "A server can be started like this." in said
        playing = ["nsenter", "-t", str(machine), "-n", sys.executable, "-c", textwrap.dedent(GAME)]
        subprocess.run(playing, check=True, cwd=ROOT)
        there(machine, "systemctl", "start", "triarchy-backup")
        (backup,) = (tmp_path / "written" / "var" / "backups" / "triarchy").iterdir()
        assert backup.stat().st_mode & 0o077 == 0
        begun = time.monotonic()
        there(machine, "systemctl", "stop", "triarchy")
        assert time.monotonic() - begun < STOPPED_IN
        assert there(machine, "systemctl", "show", "triarchy", "-p", "Result") == "Result=success\n"
