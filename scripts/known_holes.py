"""Asks the Python package index for known holes in the versions of constraints.txt, where it can be reached."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import requests

KNOWN_TO_HAVE_ONE = "https://pypi.org/pypi/jinja2/3.1.5/json"
"""A release with a hole: where this says so, the database can be asked."""
CONSTRAINTS = Path(__file__).resolve().parent.parent / "constraints.txt"


def reached() -> bool:
    try:
        return bool(requests.get(KNOWN_TO_HAVE_ONE, timeout=10).json()["vulnerabilities"])
    except (requests.RequestException, KeyError):
        return False


def main() -> int:
    if not reached():
        print("The database of known holes cannot be reached: nothing was looked up.")
        return 0
    audit = [sys.executable, "-m", "pip_audit", "--progress-spinner", "off"]
    return subprocess.run([*audit, "--no-deps", "--disable-pip", "-r", str(CONSTRAINTS)]).returncode


if __name__ == "__main__":
    sys.exit(main())
