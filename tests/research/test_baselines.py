"""The baselines: whole settings, figures that follow from what was measured, and learners that learn."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "baselines"
RESULTS = ROOT / "docs" / "research" / "baselines"
PAGE = ROOT / "docs" / "research" / "baselines.md"


@pytest.fixture
def baseline(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    import baseline

    yield baseline
    for name in ("baseline", "learners"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_a_settings_file_says_all_that_is_needed(baseline, path):
    import triarchy
    from triarchy.bots import bot

    settings = baseline.read(path)
    triarchy.game(settings["game"], settings["players"])
    assert all(bot(name) for name in settings["opponents"])
    least = 1 if settings["algorithm"] == "response" else 5
    assert len(set(settings["seeds"])) >= least
    named = {"ppo": ["ppo"], "dqn": ["dqn"], "imitation": ["imitation", "ppo"]}
    for part in named.get(settings["algorithm"], ["response", "imitation", "ppo"]):
        assert settings[part]


def test_settings_that_lack_something_are_refused(baseline, tmp_path):
    path = tmp_path / "short.toml"
    path.write_text('algorithm = "ppo"\n')
    with pytest.raises(SystemExit, match="lacks 'game'"):
        baseline.read(path)


def test_the_interval_is_students(baseline):
    """Five values 1 to 5: a mean of 3, a deviation of the mean of 0.7071, and 2.776 of it to each side."""
    mean, half = baseline.mean_and_half([1, 2, 3, 4, 5])
    assert mean == 3
    assert half == pytest.approx(2.776 * 0.70711, rel=1e-4)
    assert baseline.mean_and_half([0.5, 0.5, 0.5]) == (0.5, 0)


def measured(name, seeds):
    settings = {"game": "meridian", "players": 2, "opponents": ["random"]}
    return {
        name: [
            {
                "settings": settings,
                "points": [
                    {"seconds": 0.0, "decisions": 0, "random": 0.5},
                    {"seconds": 4.0, "decisions": 1000 * seed, "random": 0.5 + seed / 10},
                ],
            }
            for seed in range(1, seeds + 1)
        ]
    }


def test_the_table_tells_the_means_over_the_seeds_and_their_intervals(baseline):
    line = baseline.table(measured("ppo", 3)).splitlines()[-1]
    assert line == ("| `ppo` | meridian-2 | 3 | 4 | 2,000 | `random` | 50 % ± 0 % | 70 % ± 25 % |")


def test_one_seed_has_no_interval(baseline):
    line = baseline.table(measured("response", 1)).splitlines()[-1]
    assert line.endswith("| `random` | 50 % | 60 % |")


def test_curves_are_the_same_file_twice(baseline, tmp_path):
    pytest.importorskip("matplotlib")
    found = measured("ppo", 3) | measured("response", 1)
    found["response"][0]["settings"]["opponents"] = ["greedy"]
    for point in found["response"][0]["points"]:
        point["greedy"] = point.pop("random")
    for name in ("one.svg", "two.svg"):
        baseline.curves(found, tmp_path / name)
    one, two = (path.read_bytes() for path in sorted(tmp_path.iterdir()))
    assert one == two and one.startswith(b"<?xml")


def test_one_seed_alone_is_not_drawn_and_games_are_not_mixed(baseline, tmp_path):
    pytest.importorskip("matplotlib")
    found = measured("ppo", 3)
    baseline.curves(found, tmp_path / "one.svg")
    baseline.curves(found | measured("response", 1), tmp_path / "two.svg")
    other = measured("other", 3)
    for one in other["other"]:
        one["settings"] = {**one["settings"], "game": "china", "players": 3}
    baseline.curves(found | other, tmp_path / "three.svg")
    one, two, three = (
        (tmp_path / f"{name}.svg").read_text("utf-8") for name in ("one", "two", "three")
    )
    assert one == two
    assert (one.count('id="axes_'), three.count('id="axes_')) == (2, 4)


def test_the_page_shows_what_was_measured(baseline):
    found = baseline.runs(RESULTS)
    text = PAGE.read_text("utf-8")
    shown = re.search(f"{baseline.BEGIN}\n(.*){baseline.END}", text, re.DOTALL)
    assert shown and shown[1] == baseline.table(found)
    for name, seeds in found.items():
        assert all(one["settings"] == baseline.read(FOLDER / f"{name}.toml") for one in seeds), name


SMALLER = {"seconds": 1.0, "points": 1, "games": 2, "seeds": [1]}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ppo", "dqn", "imitation", "response-random"])
def test_a_baseline_learns_is_drawn_and_is_not_run_twice(baseline, name, tmp_path, monkeypatch):
    for library in ("torch", "pyspiel", "tree"):
        pytest.importorskip(library)
    settings = {**baseline.read(FOLDER / f"{name}.toml"), **SMALLER}
    if "imitation" in settings:
        settings["imitation"] = {"bot": "greedy", "games": 10}
    if "response" in settings:
        settings["response"]["imitated"] = 2
    monkeypatch.setattr(baseline, "read", lambda path: settings)
    baseline.run(FOLDER / f"{name}.toml", tmp_path)
    (file,) = tmp_path.glob("*/seed-1.json")
    before, points = file.read_bytes(), json.loads(file.read_text())["points"]
    assert points[0]["decisions"] == 0 < points[-1]["decisions"]
    assert points[-1]["seconds"] >= 1
    baseline.run(FOLDER / f"{name}.toml", tmp_path)
    assert file.read_bytes() == before
    assert f"`{name}`" in baseline.table(baseline.runs(tmp_path))
