"""`np`: NumPy where it is installed. Where it is not, as in a browser, the part of it that playing, words, pictures and
bots use, over plain bytes (`plain.py`).

Whatever a table needs takes it from here; what is for research alone imports NumPy itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
else:
    try:
        import numpy as np
    except ImportError:
        from triarchy.engine.arrays import plain as np

NUMPY: bool = np.__name__ == "numpy"

__all__ = ["NUMPY", "np"]
