"""What is wrong with a document is said in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest

import triarchy
from triarchy.kit import language
from triarchy.kit.language import (
    ERRORS,
    LANGUAGES,
    catalogue,
    placeholders,
    sentences_in,
    translate_error,
)

SOURCE = Path(triarchy.__file__).parent


def test_every_sentence_of_table_and_kit_is_in_every_catalogue():
    used = {**sentences_in(SOURCE / "table"), **sentences_in(SOURCE / "kit")}
    for name in LANGUAGES[1:]:
        translated = catalogue(ERRORS, name)
        assert set(used) == set(translated)
        for sentence, words in translated.items():
            assert placeholders(sentence) == placeholders(words)


def test_a_wrong_move_of_a_record_is_told_with_its_reason():
    record = triarchy.game("meridian", players=2).start(seed=1).record()
    record["moves"] = ["card 99"]
    with pytest.raises(triarchy.BadRecord) as caught:
        triarchy.load(record)
    assert str(caught.value).startswith('Move 1 is wrong: "card 99" is not legal now')
    german = translate_error(caught.value, "de")
    assert german.startswith('Zug 1 ist falsch: "card 99" ist jetzt nicht möglich; möglich sind:')
    assert translate_error(caught.value, "nl").startswith("Zet 1 klopt niet:")


def test_a_sentence_without_a_translation_is_said_in_english():
    error = triarchy.BadRequest("Nobody has translated {what}.", what="this")
    assert translate_error(error, "de") == str(error) == "Nobody has translated this."
    assert language.ERRORS.is_dir()
