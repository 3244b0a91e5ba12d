"""Pages, static files, languages, and what the home page is fed from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.server.people import Person
from tests.server.servers import Running
from triarchy.bots import STRENGTHS
from triarchy.kit.language import catalogue
from triarchy.server import app, refusals
from triarchy.server.http import validation


@pytest.fixture
def visitor(plain_server: Running) -> Person:
    return Person(plain_server.url)


def test_the_language_is_the_browsers_unless_one_is_chosen(visitor: Person) -> None:
    def asked(accept: str) -> str:
        headers = {"Accept-Language": accept}
        return str(visitor.client.get("/api/me", headers=headers).json()["language"])

    assert asked("de-AT,de;q=0.9,en;q=0.5") == "de"
    assert asked("fr, nl;q=0.8, en;q=0.9") == "en"
    assert asked("tlh;q=x, ;;,") == "en"
    visitor.put("/api/me", {"language": "nl"})
    assert asked("de") == "nl"
    assert '<html lang="nl"' in visitor.get("/").text
    visitor.put("/api/me", {"language": None})
    assert asked("de") == "de"
    assert visitor.get("/api/me", language="xx").status_code == 200


def test_refusals_are_said_in_the_readers_language(visitor: Person) -> None:
    english = visitor.get("/api/tables/zzzzzzzzzzzz").json()["error"]
    for language in ("de", "nl"):
        headers = {"Accept-Language": language}
        said = visitor.client.get("/api/tables/zzzzzzzzzzzz", headers=headers).json()["error"]
        assert said != english


def test_every_sentence_of_the_server_is_translated() -> None:
    folder = Path(refusals.__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    said = set(re.findall(r'Refused\(\s*\d+,\s*"([^"]+)"', sources))
    said |= {
        *app.SENTENCES.values(),
        *validation.WRONG.values(),
        validation.OTHER,
        validation.WHOLE,
    }
    assert len(said) > 30
    for language in ("de", "nl"):
        known = catalogue(refusals.LANGUAGES_FOLDER, language)
        assert said <= set(known)
        for sentence, translation in known.items():
            assert re.findall(r"{\w+}", sentence) == re.findall(r"{\w+}", translation)


def test_static_files_are_cached_for_ever_under_their_hash(
    plain_server: Running, visitor: Person
) -> None:
    files = plain_server.app.state.static
    assert files.files
    for name in files.files:
        answer = visitor.get(files.address(name))
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    again = visitor.client.get(
        files.address(name), headers={"If-None-Match": answer.headers["etag"]}
    )
    assert again.status_code == 304
    assert visitor.get(f"/static/oldhash/{name}").headers["cache-control"] == "no-cache"
    assert visitor.get("/static/nothing.js").status_code == 404


def test_an_unchanged_screen_is_not_sent_again(visitor: Person) -> None:
    table = visitor.make([{"kind": "me"}, {"kind": "open"}])
    visitor.post(f"/api/tables/{table}/start", {"fill": "easy"})
    visitor.my_turn(table)
    first = visitor.get(f"/api/tables/{table}/screen")
    headers = {"If-None-Match": first.headers["etag"]}
    path = f"/api/tables/{table}/screen"
    assert visitor.client.get(path, headers=headers).status_code == 304
    visitor.play(table)
    assert visitor.client.get(path, headers=headers).status_code == 200


def test_the_games_their_examples_and_their_rules(visitor: Person) -> None:
    games = visitor.get("/api/games").json()
    assert "meridian" in [game["game"] for game in games["games"]]
    first = visitor.get("/api/games/meridian/example", frame=0, width=480)
    last = visitor.get("/api/games/meridian/example", frame=23, width=480)
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.text.startswith("<svg")
    assert first.text != last.text
    assert visitor.get("/api/games/meridian/example", frame=24).status_code == 422
    sections = visitor.get("/api/games/meridian/rules", language="de").json()["sections"]
    assert all(section["heading"] and section["paragraphs"] for section in sections)
    assert visitor.get("/api/games/halma/rules").status_code == 404


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_option_is_named_in_the_readers_language(visitor: Person, language: str) -> None:
    games = visitor.get("/api/games", language=language).json()["games"]
    english = {game["game"]: game for game in visitor.get("/api/games").json()["games"]}
    for game in games:
        assert game["about"], game["game"]
        assert set(game["option_words"]) == set(game["options"])
        for name, values in game["options"].items():
            words = game["option_words"][name]
            assert words["label"]
            assert len(words["values"]) == (0 if values == [False, True] else len(values))
            same = words == english[game["game"]]["option_words"][name]
            assert same == (language == "en"), name


def test_while_rules_compile_games_wait_but_pages_do_not(
    plain_server: Running, visitor: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.make([{"kind": "me"}, {"kind": "bot", "strength": "easy"}])
    monkeypatch.setitem(plain_server.service.compiling.state, "meridian", "waiting")
    answer = visitor.get(f"/api/tables/{table}/screen", width=480)
    assert answer.status_code == 503
    assert answer.json()["preparing"] is True
    assert answer.headers["retry-after"] == "1"
    assert visitor.get("/").status_code == 200
    assert visitor.get(f"/table/{table}").status_code == 200
    assert not visitor.get("/api/status").json()["ready"]


def test_the_reference_names_every_call(plain_server: Running, visitor: Person) -> None:
    text = visitor.get("/docs").text
    for path in visitor.get("/openapi.json").json()["paths"]:
        assert path in text


def test_strengths_are_listed_from_the_weakest_to_the_strongest(plain_server: Running) -> None:
    page = Person(plain_server.url).get("/new").text
    found = re.search(r'id="strengths">(.*?)</script>', page)
    assert found is not None
    assert list(json.loads(found[1])["words"]) == list(STRENGTHS)
