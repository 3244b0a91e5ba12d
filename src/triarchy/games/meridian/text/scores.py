"""The score help beside the board, and the final scoring island by island."""

from __future__ import annotations

from triarchy.games.meridian.sight import Island, MeridianSight, card_text
from triarchy.games.meridian.state import NONE
from triarchy.games.meridian.text.words import (
    holder_name,
    joined,
    pieces,
    points,
    result,
    speaker,
)
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.language import Translate
from triarchy.kit.presentation import CountStep, ScoreSheet
from triarchy.kit.sight import Reader

_SHEETS = BoundedCache[ScoreSheet](512)
"""The sheets of the score help by what they say, which most decisions leave as it is."""


def score_help(sight: MeridianSight, reader: Reader) -> list[ScoreSheet]:
    say, told = speaker(reader.language), (sight.players, reader.names, reader.language)
    points, supply = tuple(sight.points), tuple(sight.supply)
    cards = [
        (*sight.open_cards[seat], NONE, *sight.pile_cards[seat]) for seat in range(sight.players)
    ]
    return [
        _SHEETS.get(
            ("islands", sight.board, sight.towers_key, told), lambda: _islands(sight, reader, say)
        ),
        _SHEETS.get(
            ("standing", points, supply, sight.over, told), lambda: _standing(sight, reader, say)
        ),
        _SHEETS.get(("cards", tuple(cards), told), lambda: _all_cards(sight, reader, say)),
    ]


def _islands(sight: MeridianSight, reader: Reader, say: Translate) -> ScoreSheet:
    rows = [
        [
            island.name,
            str(island.value),
            *(str(own) if own else "–" for own in island.strengths),
            holder_name(island, reader, say),
        ]
        for island in sight.islands
    ]
    return ScoreSheet(
        say("Islands: strength (a tower counts 1, in a capital 2)"),
        [say("Island"), say("Value"), *reader.names[: sight.players], say("Goes to")],
        rows,
    )


def _standing(sight: MeridianSight, reader: Reader, say: Translate) -> ScoreSheet:
    points, supply = sight.points, sight.supply
    order = sorted(range(sight.players), key=lambda seat: (-points[seat], -supply[seat]))
    return ScoreSheet(
        say("The result") if sight.over else say("If the game ended now"),
        [say("Player"), say("Points"), say("Supply")],
        [[reader.names[seat], str(points[seat]), str(supply[seat])] for seat in order],
    )


def _all_cards(sight: MeridianSight, reader: Reader, say: Translate) -> ScoreSheet:
    return ScoreSheet(
        say("Cards"),
        [say("Player"), say("Face up"), say("Still in the pile")],
        [
            [reader.names[seat], _cards(sight.open_cards[seat]), _cards(sight.pile_cards[seat])]
            for seat in range(sight.players)
        ],
    )


def _cards(cards: list[int]) -> str:
    return ", ".join(card_text(card) for card in cards) or "–"


def final_steps(sight: MeridianSight, reader: Reader) -> list[CountStep]:
    say = speaker(reader.language)
    steps = []
    for island in sight.islands:
        gains = [0] * sight.players
        if island.holder >= 0:
            gains[island.holder] = island.value
        keys = [f"island-{island.id}"]
        for city, tower in sight.towers.items():
            if sight.island_of(city) == island.index:
                keys.append(f"tower-{tower.seat}-{tower.height}-{city[0] + 1}")
        steps.append(CountStep(_count(island, reader, say), gains, keys))
    steps.append(CountStep(_tie_break(sight, reader, say), [0] * sight.players))
    return steps


def _count(island: Island, reader: Reader, say: Translate) -> str:
    present = [
        say("{name} {strength}", name=reader.names[seat], strength=own)
        for seat, own in enumerate(island.strengths)
        if own
    ]
    if not present:
        return say("{island}: no tower, so nobody takes it.", island=island.name)
    values = {"island": island.name, "strengths": ", ".join(present)}
    if island.holder >= 0:
        return say(
            "{island}: {strengths}. {name} takes it, {points}.",
            **values,
            name=reader.names[island.holder],
            points=points(say, island.value),
        )
    return say("{island}: {strengths}. A tie: nobody takes it.", **values)


def _tie_break(sight: MeridianSight, reader: Reader, say: Translate) -> str:
    """The result; before it, the pieces left where points alone do not decide it."""
    level = [seat for seat, own in enumerate(sight.points) if own == max(sight.points)]
    if len(level) < 2:
        return result(sight, reader, say)
    left = [
        say(
            "{name} has {pieces} left",
            name=reader.names[seat],
            pieces=pieces(say, sight.supply[seat]),
        )
        for seat in level
    ]
    decides = say(
        "Tied on points, the pieces in supply decide: {pieces}.", pieces=joined(say, left)
    )
    return f"{decides} {result(sight, reader, say)}"
