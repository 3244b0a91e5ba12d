"""Letters of our own, and pictures that need no font."""

from __future__ import annotations

import string
from xml.etree import ElementTree

import pytest

from triarchy.kit.language import LANGUAGES, catalogue
from triarchy.kit.letters import LETTERS, SVG, UNKNOWN, as_strokes, strokes
from triarchy.kit.png import painted_apart
from triarchy.kit.svg import number
from triarchy.server.http.pages import WEB

PLAIN = string.ascii_letters + string.digits + ".,:;!?'\"()-+/&%"


def paths(svg: str) -> list[str]:
    return [path.get("d", "") for path in ElementTree.fromstring(svg).iter(f"{{{SVG}}}path")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_the_languages_is_drawn(language: str) -> None:
    words = PLAIN + "".join(catalogue(WEB / "languages", language).values())
    for letter in {sign for sign in words if sign.isalpha()}:
        placed, width = strokes(letter)
        assert placed and width > 0
        assert all(path != UNKNOWN[1] for _, path in placed), letter


def test_a_letter_that_is_not_there_is_a_box_and_a_sign_above_stands_above() -> None:
    assert strokes("\u4e2d") == ([(0.0, UNKNOWN[1])], UNKNOWN[0] + 2)
    plain, accent = strokes("e")[0], strokes("é")[0]
    assert accent[0] == plain[0] and len(accent) == 2


def test_texts_become_strokes_with_what_they_inherit() -> None:
    drawing = (
        f'<svg xmlns="{SVG}" width="100" height="40"><g font-size="20" fill="#123456">'
        '<text x="50" y="30" text-anchor="middle">Ab</text></g></svg>'
    )
    after = as_strokes(drawing)
    assert "<text" not in after and "#123456" in after
    assert paths(after) == [LETTERS["A"][1], LETTERS["b"][1]]
    # Half of the line lies left of its middle.
    assert f"translate({-(LETTERS['A'][0] + LETTERS['b'][0] + 4) / 2:.1f} 0)" in after


def test_a_picture_is_painted_without_a_font() -> None:
    """The same words leave a mark, though no font is loaded."""
    frame = f'<svg xmlns="{SVG}" width="80" height="40">{{}}</svg>'
    words = '<text x="4" y="30" font-size="24" fill="#000">Anna</text>'
    with_words, without = painted_apart(frame.format(words)), painted_apart(frame.format(""))
    assert with_words[:4] == without[:4] == b"\x89PNG"
    assert len(with_words) > len(without)


def test_a_coordinate_just_below_nothing_is_nothing() -> None:
    assert [number(value) for value in (0.0, -0.0, -0.04, -0.06)] == ["0", "0", "0", "-0.1"]
