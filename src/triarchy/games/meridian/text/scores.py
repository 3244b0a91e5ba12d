"""The score help beside the board, and the final scoring island by island."""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.meridian.text.prompts import joined, pieces, points, result, speaker
from triarchy.games.meridian.text.sight import (
    TIED,
    Island,
    card_text,
    in_pile,
    islands,
    open_cards,
    projected,
    towers,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate
from triarchy.kit.presentation import CountStep, ScoreSheet


def score_help(
    board: Board, view: State, seat: int | None, names: Sequence[str], language: str
) -> list[ScoreSheet]:
    say = speaker(language)
    seats = range(int(view.players))
    rows = [
        [
            island.name,
            str(island.value),
            *(str(own) if own else "–" for own in island.strengths),
            state(island, names, say),
        ]
        for island in islands(board, view)
    ]
    heads = [say("Island"), say("Value"), *(names[other] for other in seats), say("Goes to")]
    now = projected(board, view)
    standing = sorted(seats, key=lambda other: (-now[other], -int(view.supply[other])))
    return [
        ScoreSheet(say("Islands: strength of the towers"), heads, rows),
        ScoreSheet(
            say("If the game ended now"),
            [say("Player"), say("Points"), say("Supply")],
            [[names[one], str(now[one]), str(int(view.supply[one]))] for one in standing],
        ),
        ScoreSheet(
            say("Cards"),
            [say("Player"), say("Open"), say("Still in the pile")],
            [
                [names[one], _cards(open_cards(view, one)), _cards(_pile(view, one))]
                for one in seats
            ],
        ),
    ]


def _cards(cards: list[int]) -> str:
    return ", ".join(card_text(card) for card in cards) or "–"


def _pile(view: State, seat: int) -> list[int]:
    return [card for card, count in enumerate(in_pile(view, seat)) for _ in range(count)]


def state(island: Island, names: Sequence[str], say: Translate) -> str:
    """Who takes an island as it stands: a name, "tied" or "nobody"."""
    if island.holder >= 0:
        return names[island.holder]
    return say("tied") if island.holder == TIED else say("nobody")


def final_steps(board: Board, state: State, names: Sequence[str], language: str) -> list[CountStep]:
    say = speaker(language)
    players = int(state.players)
    standing = towers(state)
    steps = []
    for island in islands(board, state):
        gains = [0] * players
        if island.holder >= 0:
            gains[island.holder] = island.value
        keys = [f"island-{island.id}"]
        for (meridian, row), (seat, height) in standing.items():
            if int(board.struct.island[meridian, row]) == island.index:
                keys.append(f"tower-{seat}-{height}-{meridian + 1}")
        steps.append(CountStep(_count(island, names, say), gains, keys))
    steps.append(CountStep(_tie_break(board, state, names, say), [0] * players))
    return steps


def _count(island: Island, names: Sequence[str], say: Translate) -> str:
    present = [
        say("{name} {strength}", name=names[seat], strength=own)
        for seat, own in enumerate(island.strengths)
        if own
    ]
    if not present:
        return say("{island}: no tower, nobody takes it.", island=island.name)
    values = {"island": island.name, "strengths": ", ".join(present)}
    if island.holder >= 0:
        return say(
            "{island}: {strengths}. {name} takes it, {points}.",
            **values,
            name=names[island.holder],
            points=points(say, island.value),
        )
    return say("{island}: {strengths}. A tie, nobody takes it.", **values)


def _tie_break(board: Board, state: State, names: Sequence[str], say: Translate) -> str:
    """The result; before it, the pieces left where points alone do not decide it."""
    told = result(board, state, names, say)
    now = projected(board, state)
    level = [seat for seat, own in enumerate(now) if own == max(now)]
    if len(level) < 2:
        return told
    left = [
        say(
            "{name} has {pieces} left",
            name=names[seat],
            pieces=pieces(say, int(state.supply[seat])),
        )
        for seat in level
    ]
    return (
        say("Level on points, the pieces in supply decide: {pieces}.", pieces=joined(say, left))
        + " "
        + told
    )
