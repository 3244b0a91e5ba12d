"""Behind `triarchy build-rules`: the portable file of a game, by a process of its own that compiles for no processor in
particular and notes what is called."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from triarchy.engine import compiled
from triarchy.engine.errors import BadRequest
from triarchy.engine.native import NATIVE
from triarchy.engine.portable.files import NAME, digest, source_files, with_section
from triarchy.engine.sources import name_of
from triarchy.kit.definition import DEFINITIONS, Definition

ENVIRONMENT = {
    "TRIARCHY_RECORD": "1",
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "PYTHONHASHSEED": "0",
}
"""For the process that builds: code as it is before it is optimised, for any processor; optimised is it afterwards, for
WebAssembly."""


def compile_all(definition: Definition[Any]) -> tuple[list[str], list[dict[str, Any]]]:
    """The code of all that is called of a game, with the entries to it, and the list of them."""
    from numba.core.registry import cpu_target

    from triarchy.portable.recording import exercise
    from triarchy.portable.wrapping import described, entry, plain

    say("playing")
    exercise(definition)
    say("compiling")
    calls = {
        (f"{one.py_func.__module__}.{one.py_func.__name__}", str(kinds)): (one, kinds)
        for one in compiled.DISPATCHERS
        for kinds in (tuple(map(plain, called)) for called in one.called)
    }
    codes, listed = [], []
    for place, ((name, _), (one, kinds)) in enumerate(sorted(calls.items(), key=lambda c: c[0])):
        one.compile(kinds)
        found = one.overloads[kinds]
        codes += [
            found.library.get_llvm_str(),
            entry(cpu_target.target_context, found, f"call{place}"),
        ]
        arguments = [described(kind) for kind in kinds]
        result = described(found.signature.return_type)
        listed.append({"name": name, "arguments": arguments, "result": result})
    return codes, listed


def say(what: str) -> None:
    """Tell whoever waits what is being done."""
    print(f"  {what}, {time.process_time():.0f} s so far", file=sys.stderr, flush=True)


def sources_of(listed: list[dict[str, Any]]) -> list[str]:
    """The names of the files in which the listed functions stand."""
    modules = {call["name"].rpartition(".")[0] for call in listed}
    specs = [importlib.util.find_spec(module) for module in modules]
    return sorted(name_of(Path(spec.origin).resolve()) for spec in specs if spec and spec.origin)


def portable_file(definition: Definition[Any]) -> bytes:
    """The bytes of a game's portable file; in a process with ENVIRONMENT."""
    from triarchy.portable.linking import linked, translated

    codes, listed = compile_all(definition)
    say("translating")
    entries = [f"call{place}" for place in range(len(listed))]
    code = linked(translated(codes, entries), entries)
    files = sources_of(listed)
    sources = digest(source_files(definition.folder, files))
    return with_section(code, {"sources": sources, "files": files, "calls": listed})


def build(name: str, to: Path | None = None) -> Path:
    """Make the portable file of a game, in its folder or elsewhere."""
    definition = DEFINITIONS[name]
    if not NATIVE or importlib.util.find_spec("ziglang") is None:
        raise BadRequest(
            "To build the rules, Numba and ziglang are needed: pip install 'triarchy[build]'."
        )
    path = to or definition.folder / NAME
    done = subprocess.run(
        [sys.executable, "-m", "triarchy.portable.build", name, os.fspath(path)],
        env={**os.environ, **ENVIRONMENT},
        check=False,
    )
    if done.returncode != 0:
        raise BadRequest(f"The portable file of {name} could not be built; see above.")
    return path


if __name__ == "__main__":
    # What `build` starts.
    assert compiled.RECORDING
    Path(sys.argv[2]).write_bytes(portable_file(DEFINITIONS[sys.argv[1]]))
