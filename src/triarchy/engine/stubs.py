"""The former name of `dispatch.py` and `structs.py`, for games that are being rewritten."""

from triarchy.engine.dispatch import Rules as Rules
from triarchy.engine.dispatch import apply as apply
from triarchy.engine.dispatch import evaluate as evaluate
from triarchy.engine.dispatch import final as final
from triarchy.engine.dispatch import guess as guess
from triarchy.engine.dispatch import hide as hide
from triarchy.engine.dispatch import legal as legal
from triarchy.engine.dispatch import observe as observe
from triarchy.engine.dispatch import setup as setup
from triarchy.engine.structs import struct_type as struct_type
