"""For `make site`: the npm package `pyodide` into node_modules beside this file, if its hash is the one in package.json."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
NAME = "pyodide"


def integrity(data: bytes) -> str:
    """A hash as npm writes it."""
    return f"sha512-{base64.b64encode(hashlib.sha512(data).digest()).decode()}"


def unpack(archive: Path, wanted: str, to: Path) -> None:
    """Unpack what npm has fetched; refused if it is not what it should be."""
    found = integrity(archive.read_bytes())
    if found != wanted:
        sys.exit(f"{archive.name} is not the file that package.json names: its hash is {found}.")
    shutil.rmtree(to, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=to.parent) as folder, tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
        (Path(folder) / "package").rename(to)


def main() -> None:
    wishes = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    version, wanted = wishes["devDependencies"][NAME], wishes["integrity"][NAME]
    to = HERE / "node_modules" / NAME
    known = to / "package.json"
    if known.is_file() and json.loads(known.read_text(encoding="utf-8"))["version"] == version:
        return
    to.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        npm = Path(sys.executable).with_name("npm")
        command = [npm if npm.exists() else "npm", "pack", "--silent", f"{NAME}@{version}"]
        if subprocess.run(command, cwd=folder, check=False).returncode:
            sys.exit("npm could not fetch Pyodide; see above.")
        unpack(next(Path(folder).glob("*.tgz")), wanted, to)


if __name__ == "__main__":
    main()
