"""Words and pictures play on views; the rules must not write past an array there."""

from __future__ import annotations

import pytest

from tests.shared_checks import check_words_in_the_interpreter
from triarchy.kit.definition import DEFINITIONS


@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_words_stay_inside_every_array(game: str) -> None:
    assert game in DEFINITIONS.names()
    check_words_in_the_interpreter(game)
