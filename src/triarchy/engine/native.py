"""What compiled functions are written with beside Python: Numba's names, where it is installed.

Playing needs no Numba: what it would compile runs on the games' portable files. Without it, its decorators leave a
function as it is, which is then never called.
"""

from __future__ import annotations

from typing import Any

from triarchy.engine.errors import BadRequest

binding: Any
cgutils: Any
config: Any
intrinsic: Any
ir: Any
overload: Any
types: Any
try:
    from llvmlite import binding, ir  # type: ignore[no-redef]
    from numba.core import cgutils, config, types
    from numba.extending import intrinsic, overload

    NATIVE = True
    """Whether functions can be compiled for this processor."""
except ImportError:
    NATIVE = False
    binding = cgutils = config = ir = types = None

    def intrinsic(function: Any) -> Any:
        return function

    def overload(*_: Any, **__: Any) -> Any:
        return intrinsic


def has_feature(name: str) -> bool:
    """Whether the processor that is compiled for has a set of instructions, by the compiler's name for it."""
    if not NATIVE:
        return False
    if config.CPU_FEATURES is not None:
        return f"+{name}" in config.CPU_FEATURES.split(",")
    return bool(binding.get_host_cpu_features().get(name))


class NeedsNative(BadRequest):
    """Something was asked for that has to be compiled, and there is no compiler; the message is one sentence."""


def need_native(what: str) -> None:
    """Refuse in one sentence what has to be compiled, where there is no compiler."""
    if not NATIVE:
        raise NeedsNative("{what} needs Numba: pip install 'triarchy[native]'.", what=what)
