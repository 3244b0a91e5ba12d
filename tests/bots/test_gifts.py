"""Bots give nothing away: they begin no fight that is lost for certain, and build no tower of everything."""

from __future__ import annotations

import runpy
from collections import Counter
from pathlib import Path

import pytest

import triarchy
from tests.shared_checks import random_states
from tests.tigris.scenes import BULL, LION, scene
from triarchy.bots import bot
from triarchy.games.tigris.state import DO_SUPPORT, SUPPORT

GIFTS = runpy.run_path(str(Path(__file__).resolve().parents[2] / "scripts" / "gifts.py"))
STRONG_KING = {
    "players": 2,
    "bare": "K1 B2 P2 N5 B8 O9 F10",
    "red": "E5 F5 G5 E6 G6",
    "black": "F6 E7 F7 G7",
    "leaders": {"F4": (LION, "black")},
    "hands": ("red*3 blue*3", "black*2 blue*2 green*2"),
    "active": BULL,
}
"""The lion's king stands on two temples, among four settlements; the bull holds no temple."""


def turn_of(text: str, seed: int, **settings) -> list[str]:
    """The moves a bot makes in its turn, until another seat is asked."""
    table = scene(**settings)
    player, seat = bot(text), table.to_move
    while table.to_move == seat:
        view = table.view_state(seat)
        action = player.choose(table.game, view, seat, 100 * seed + len(table.moves))
        table.play(table.game.moves[action])
    return list(table.moves)


@pytest.mark.parametrize("text", ["easy", "normal"])
def test_no_leader_comes_to_a_kingdom_where_it_is_sure_to_lose(text):
    for seed in range(12):
        moves = turn_of(text, seed, **STRONG_KING)
        assert not any(move.startswith("support") for move in moves), moves


@pytest.mark.parametrize(
    ("text", "seed"), [("easy", 101), ("normal", 101), ("champion:sims=8", 301)]
)
def test_few_of_the_fights_that_bots_begin_are_lost_for_certain(text, seed):
    counts = GIFTS["count"](text, 2, 4, seed)
    assert counts["revolts"] + counts["wars"] > 10
    assert GIFTS["share_of_gifts"](counts) < 0.1


@pytest.mark.parametrize("text", ["easy", "normal", "search:sims=20"])
def test_no_tile_is_added_to_a_fight_that_is_lost_or_won_without_it(text):
    """The defender knows both sums: what wins is the least that does, and a lost fight gets none."""
    game, player = triarchy.game("tigris", players=4), bot(text)
    answers = Counter[str]()
    for number, state in enumerate(random_states(game, 6, every=1)):
        if int(state.phase) != SUPPORT:
            continue
        seat = int(state.to_move)
        view = game.view(state, seat)
        fight = game.sight(view).conflict
        assert fight is not None
        if fight.attacker_support is None:
            continue
        held = range(game.sight(view).hands[seat][fight.tiles] + 1)
        least = next((n for n in held if not fight.attack_wins(n)), 0)
        chosen = player.choose(game, view, seat, number) - DO_SUPPORT
        assert chosen in (0, least), (fight, chosen)
        answers["held" if chosen else "lost or held without"] += 1
    assert len(answers) == 2, answers


def tallest_at_first(text: str, players: int, seed: int) -> int:
    """The tallest tower built in the first two turns of everyone in Meridian."""
    table, player = triarchy.game("meridian", players).start(seed), bot(text)
    while (seat := table.to_move) is not None and int(table.state.turn) < 2 * players:
        view = table.view_state(seat)
        action = player.choose(table.game, view, seat, 100 * seed + len(table.moves))
        table.play(table.game.moves[action])
    return max(int(move.split()[1]) for move in table.moves if move.startswith("height"))


@pytest.mark.parametrize(("players", "most"), [(2, 7), (3, 5), (4, 5)])
def test_easy_bots_do_not_open_with_a_tower_of_all_they_have(players, most):
    assert max(tallest_at_first("easy", players, seed) for seed in range(8)) <= most
