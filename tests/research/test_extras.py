"""An extra that is missing is named in one sentence, and what nobody asked for is not loaded."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("pettingzoo_env", "pettingzoo", "research"),
        ("gymnasium_env", "gymnasium", "research"),
        ("openspiel_game", "pyspiel", "research"),
        ("selfplay", "torch", "train"),
        ("learning", "torch", "train"),
        ("imitation", "torch", "train"),
        ("training", "torch", "train"),
    ],
)
def test_a_missing_extra_is_named(monkeypatch, module, library, extra):
    monkeypatch.setitem(sys.modules, library, None)
    for loaded in [name for name in sys.modules if name.startswith("triarchy.research.")]:
        monkeypatch.delitem(sys.modules, loaded)
    wanted = rf"'{library}' is not installed; pip install 'triarchy\[{extra}\]' brings it\."
    with pytest.raises(ModuleNotFoundError, match=wanted):
        importlib.import_module(f"triarchy.research.{module}")


SERVING = (
    "alembic",
    "fastapi",
    "jinja2",
    "pydantic",
    "sqlalchemy",
    "starlette",
    "typer",
    "uvicorn",
)


@pytest.mark.parametrize(
    "statements",
    [
        "import triarchy; triarchy.Batch(triarchy.game('meridian', 2), 2).observe()",
        "import triarchy; triarchy.game('china').start(1).svg()",
        "import triarchy.bots, triarchy.arena",
        "import triarchy.research.gymnasium_env, triarchy.research.openspiel_game",
    ],
)
def test_research_loads_no_web_server_and_no_command_line(statements):
    code = f"{statements}; import sys; print([one for one in {SERVING} if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_server_without_the_driver_of_its_database_names_the_extra(monkeypatch):
    from triarchy.engine.errors import BadRequest
    from triarchy.server.settings import Settings
    from triarchy.server.storage.database import Storage

    monkeypatch.setitem(sys.modules, "psycopg", None)
    address = Settings(database="postgresql://nobody@127.0.0.1:1/none").database_url
    with pytest.raises(BadRequest, match=r"pip install 'triarchy\[postgresql\]' brings it\."):
        Storage(address)
