"""What deploy/ and the workflows name exists: options, figures, versions; units as systemd reads them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from prometheus_client import generate_latest
from prometheus_client.registry import CollectorRegistry
from typer.main import get_command

import triarchy
from tests.hosting.whole_game import DEPLOY, ROOT
from tests.server.servers import Running
from triarchy.server.metrics import Metrics
from triarchy.shell.app import app

UNITS = sorted((DEPLOY / "systemd").glob("*.service")) + sorted(
    (DEPLOY / "systemd").glob("*.timer")
)
OTHERS = {"TRIARCHY_GUEST_MEGABYTES", "TRIARCHY_CACHE"}
"""Variables that are no option of `triarchy serve`."""
MOST_EXPOSED = 2.0
"""systemd's own measure: from 0 (shut in) to 10 (may do everything)."""
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd is not installed"
)


def test_every_variable_of_an_example_is_an_option() -> None:
    options = get_command(app).commands["serve"].params  # type: ignore[attr-defined]
    known = OTHERS | {f"TRIARCHY_{option.name.upper()}" for option in options}
    files = [path for path in DEPLOY.rglob("*") if path.is_file()]
    pages = [*(ROOT / "docs" / "hosting").glob("*.md")]
    named = {
        name for path in [*files, *pages] for name in re.findall(r"TRIARCHY_[A-Z_]+", path.read_text("utf-8"))
    }  # fmt: skip
    assert {"TRIARCHY_DATABASE", "TRIARCHY_PUBLIC_URL"} <= named <= known | {"TRIARCHY_"}


def test_every_option_stands_in_the_reference() -> None:
    options = get_command(app).commands["serve"].params  # type: ignore[attr-defined]
    page = (ROOT / "docs" / "hosting" / "options.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `--")]
    named = {name for row in rows for name in re.findall(r"--[a-z-]+", row)}
    assert named == {name for option in options for name in option.opts} - {"--help"}


def test_the_dashboard_and_the_alerts_ask_for_figures_that_there_are(plain_server: Running) -> None:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Metrics(plain_server.app))
    page = generate_latest(registry).decode()
    there = set(re.findall(r"^(triarchy_\w+)", page, re.MULTILINE))
    there |= set(re.findall(r"^# TYPE (triarchy_\w+) ", page, re.MULTILINE))
    dashboard = json.loads((DEPLOY / "grafana" / "triarchy.json").read_text("utf-8"))
    alerts = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    asked += [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    named = set(re.findall(r"\btriarchy_\w+", " ".join(asked)))
    assert len(named) > 10 and named <= there


def test_the_services_that_are_composed_share_no_more_than_they_need() -> None:
    composed = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text("utf-8"))
    services = composed["services"]
    assert services.keys() == {"server", "caddy", "database", "backup"}
    for name in ("server", "backup"):
        assert services[name]["read_only"] and services[name]["cap_drop"] == ["ALL"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    networks = composed["networks"]["inside"]["ipam"]["config"]
    trusted = services["server"]["environment"]["TRIARCHY_TRUST_PROXY"]
    assert [network["subnet"] for network in networks] == [trusted]


def test_what_is_cited_is_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert cited["version"] == triarchy.__version__ and cited["license"] == "MIT"


def test_every_action_is_named_by_its_commit() -> None:
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    used = [
        name for path in workflows for name in re.findall(r"uses: (\S+)", path.read_text("utf-8"))
    ]
    assert len(workflows) == 2 and used
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name) for name in used)
    release = yaml.safe_load(workflows[1].read_text("utf-8"))
    assert release["permissions"] == {}
    matrix = yaml.safe_load(workflows[0].read_text("utf-8"))["jobs"]["test"]["strategy"]["matrix"]
    classifiers = (ROOT / "pyproject.toml").read_text("utf-8")
    assert matrix["python"] == re.findall(r"Python :: (3\.\d+)", classifiers)


@needs_systemd
def test_systemd_reads_the_units(tmp_path: Path) -> None:
    """As they stand, but for where the command is."""
    program = tmp_path / "triarchy"
    program.write_text(f"#!{sys.executable}\n")
    program.chmod(0o755)
    copies = []
    for unit in UNITS:
        copies.append(tmp_path / unit.name)
        text = unit.read_text("utf-8")
        copies[-1].write_text(text.replace("/opt/triarchy/bin/triarchy", str(program)))
    assert len(copies) == 3
    said = subprocess.run(
        ["systemd-analyze", "verify", *map(str, copies)],
        capture_output=True,
        text=True,
        check=False,
    )
    own = [line for line in said.stderr.splitlines() if "triarchy" in line]
    assert said.returncode == 0 and own == []


@needs_systemd
@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.name)  # fmt: skip
def test_a_unit_may_do_little_else(unit: Path) -> None:
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(unit)],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    exposed = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert exposed and float(exposed[1]) <= MOST_EXPOSED
