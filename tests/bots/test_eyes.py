"""Networks with eyes: whole numbers, the same by NumPy and compiled; the search over deeds."""

from __future__ import annotations

import numpy as np
import pytest

import triarchy
from triarchy.bots import bot, play_game
from triarchy.bots.convolution import OUTPUTS, convolve, convolve_interpreted
from triarchy.bots.eyes import eye_scratch, look_with_eyes
from triarchy.bots.inference import into_shares
from triarchy.bots.sighted import Sighted, eyes_for
from triarchy.engine.dispatch import deeds, perform
from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import DEFINITIONS

FILE = str(DEFINITIONS["tigris"].networks / "eyes.npz")


@pytest.mark.parametrize("side", [1, 3])
def test_a_convolution_is_the_same_by_numpy(side):
    rng = np.random.default_rng(side)
    inputs = rng.integers(-8191, 8192, (10 + side, 15 + side, 64)).astype(np.int16)
    weights = rng.integers(-300, 301, side * side * 64 * OUTPUTS).astype(np.int16)
    out, wanted = (np.zeros(11 * 16 * OUTPUTS, np.int32) for _ in range(2))
    convolve(inputs, weights, side, 11, 16, out)
    convolve_interpreted(inputs, weights, side, 11, 16, wanted)
    assert np.array_equal(out, wanted)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_compiled_code_answers_what_numpy_does(players):
    game = triarchy.game("tigris", players=players)
    network = eyes_for(game)
    assert network is not None
    layout, board = network.layout, game.board.struct
    eyes, space = network.eyes(), eye_scratch(layout)
    state, rng = game.state(players), np.random.default_rng(players)
    listed, scratch = np.zeros(layout.deeds, np.int16), np.zeros(200, np.int16)
    wishes, shares = np.zeros(layout.deeds, np.int64), np.zeros(4)
    for number in range(60):
        count = deeds(board, state, scratch, listed)
        if number % 6 == 0:
            look_with_eyes(board, state, eyes, space, listed, count, wishes, shares)
            chosen = listed[:count].astype(int)
            wanted, values = network.answers(space.seen, space.hints, chosen)
            assert np.array_equal(wishes[:count], wanted)
            by_seat = np.zeros(players)
            for k in range(players):
                by_seat[(int(state.to_move) + k) % players] = values[k]
            into_shares(by_seat, players, int(values[:players].max()))
            assert np.array_equal(by_seat, shares[:players])
        perform(board, state, int(rng.choice(listed[:count])), scratch)


def test_the_same_view_and_seed_give_the_same_move_and_a_piece_goes_where_it_was_meant_to():
    game = triarchy.game("tigris", players=3)
    state = game.state(4)
    seat = int(state.to_move)
    one, two = (Sighted(sims=12, file=FILE) for _ in range(2))
    first = one.choose(game, game.view(state, seat), seat, 5)
    assert first == two.choose(game, game.view(state, seat), seat, 5)
    game.definition.rules.apply(game.board.struct, state, first)
    view = game.view(state, seat)
    assert one.choose(game, view, seat, 6) in game.legal_actions(view)


def test_the_champion_sees_unless_it_is_told_not_to():
    for players in (2, 3, 4):
        game = triarchy.game("tigris", players=players)
        for told, sees in (("", True), (",eyes=0", False)):
            champion = bot(f"champion:sims=4{told}")
            assert (champion._other(game) is not None) is sees
    champion = bot("champion:sims=4,eyes=1")
    view = game.view(game.state(0), 0)
    wanted = Sighted(sims=4).choose(game, view, 0, 3)
    assert champion.choose(game, view, 0, 3) == wanted


def test_a_file_without_such_a_network_is_refused(tmp_path):
    (tmp_path / "other.npz").write_bytes(b"no")
    game = triarchy.game("tigris", players=2)
    for name in ("other.npz", "none.npz"):
        with pytest.raises(BadRequest, match="network"):
            eyes_for(game, str(tmp_path / name))


def test_the_shipped_one_beats_random_play_at_a_glance():
    game = triarchy.game("tigris", players=2)
    weak, strong = bot("random"), Sighted(sims=1)
    won = 0
    for seed in range(4):
        seats = [strong, weak] if seed % 2 == 0 else [weak, strong]
        won += play_game(game, seats, seed).ranking[seed % 2] == 1
    assert won == 4
