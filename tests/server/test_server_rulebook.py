"""The rules page, the strategy guide and the legend: complete, in every language, small, with figures to play."""

from __future__ import annotations

import re

import pytest

from tests.server.people import Person
from tests.server.servers import Running
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.language import LANGUAGES

MOST = 320_000


@pytest.fixture
def visitor(plain_server: Running) -> Person:
    return Person(plain_server.url, "Anna")


@pytest.mark.parametrize("game", DEFINITIONS.names())
def test_a_rules_page_has_every_section_and_figure_and_stays_small(
    visitor: Person, plain_server: Running, game: str
) -> None:
    plain_server.ready(game)
    definition = DEFINITIONS[game]
    for language in LANGUAGES:
        page = visitor.get(f"/rules/{game}", language=language)
        assert page.status_code == 200
        assert len(page.content) < MOST
        sections = definition.text.rulebook("en")
        assert re.findall(r'<section id="rule-([^"]*)"', page.text) == [s.anchor for s in sections]
        assert page.text.count("<figure ") == sum(len(s.figures) for s in sections)
        ids = re.findall(r'\sid="([^"]+)"', page.text)
        assert len(ids) == len(set(ids))
        used = re.findall(r'(?:url\(|href=")#([^")]+)', page.text)
        assert set(used) <= set(ids)
        assert "data-move" not in page.text


@pytest.mark.parametrize("game", DEFINITIONS.names())
def test_a_strategy_guide_is_a_page_that_the_rules_lead_to(
    visitor: Person, plain_server: Running, game: str
) -> None:
    plain_server.ready(game)
    sections = DEFINITIONS[game].text.strategy("en")
    assert (f'href="/strategy/{game}"' in visitor.get(f"/rules/{game}").text) == bool(sections)
    page = visitor.get(f"/strategy/{game}")
    if not sections:
        assert page.status_code == 404
        return
    assert re.findall(r'<section id="rule-([^"]*)"', page.text) == [s.anchor for s in sections]
    assert page.text.count("<figure ") == sum(len(s.figures) for s in sections)
    bare = visitor.get(f"/strategy/{game}/text").text
    assert bare.count("<figure ") == page.text.count("<figure ")


@pytest.mark.parametrize("game", DEFINITIONS.names())
def test_the_legend_is_a_page_and_a_call(visitor: Person, game: str) -> None:
    entries = DEFINITIONS[game].text.legend("en")
    page = visitor.get(f"/legend/{game}").text
    assert re.findall(r'<div id="what-([^"]*)"', page) == [entry.id for entry in entries]
    called = visitor.get(f"/api/games/{game}/legend").json()["entries"]
    assert [entry["meaning"] for entry in called] == [entry.meaning for entry in entries]


def test_a_figure_is_played_by_one_call(visitor: Person, plain_server: Running) -> None:
    plain_server.ready("meridian")
    page = visitor.get("/rules/meridian/text").text
    figure, seat, players = re.findall(
        r'data-figure="([^"]*)" data-seat="(\d)" data-players="(\d)"', page
    )[0]
    seats = [{"kind": "me" if n == int(seat) else "bot"} for n in range(int(players))]
    table = visitor.make(seats, start=figure)
    screen = visitor.get(f"/api/tables/{table}/screen").json()
    assert screen["seat"] == int(seat)
    anchors = [section.anchor for section in DEFINITIONS["meridian"].text.rulebook("en")]
    assert screen["help"] in anchors
