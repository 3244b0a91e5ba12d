"""A network learns by playing itself: the tensors it learns from, and a short training."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import triarchy

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.slow

from triarchy.bots.inference import UNIT  # noqa: E402
from triarchy.bots.network import Network  # noqa: E402
from triarchy.engine.errors import BadRequest  # noqa: E402
from triarchy.research import training as training_module  # noqa: E402
from triarchy.research.imitation import play_games  # noqa: E402
from triarchy.research.kinds import kinds  # noqa: E402
from triarchy.research.learning import Learner, Policy  # noqa: E402
from triarchy.research.selfplay import SelfPlay, by_seat, from_mover, padded  # noqa: E402
from triarchy.research.training import Benchmarks, Training, settings_for, train, wins  # noqa: E402


@pytest.fixture(autouse=True)
def _one_thread():
    """Tests run side by side: threads of PyTorch that wait for each other on busy cores take ten times
    as long as one."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_packed_rows_become_a_networks_input():
    batch = triarchy.Batch(triarchy.game("china", 4), 5, packed=True)
    rows = torch.as_tensor(batch.observe())
    out = torch.full((5, padded(batch.packing.features)), 9, dtype=torch.bfloat16)
    batch.unpack(rows, out)
    assert np.array_equal(out[:, :620].float().numpy(), batch.unpack(batch.observe()))
    assert (out[:, 620:] == 9).all()


@pytest.mark.parametrize("name", ["meridian", "china", "tigris"])
def test_every_number_of_players_has_the_same_part(name):
    parts: dict[int, float] = {}
    for game, part in kinds(name):
        parts[game.players] = parts.get(game.players, 0) + part
    least, most = triarchy.game(name).definition.players
    assert parts == pytest.approx(dict.fromkeys(range(least, most + 1), 1 / (most - least + 1)))


def learner(name, games=40, horizon=8, older=0.0):
    play = SelfPlay(name, games, horizon, "cpu", 3)
    policy = Policy(32, 3, play.inputs, play.choices, play.seats)
    return Learner(play, policy, 2, 0.9, 1e-3, older)


def test_what_is_kept_is_what_batches_show():
    """The same actions in batches of their own give the same rows."""
    made = learner("china")
    play = made.play
    made.collect()
    before = {number: batch.states.copy() for number, (_, batch) in enumerate(play.batches)}
    made.collect()
    for number, (rows, batch) in enumerate(play.batches):
        own = triarchy.Batch(batch.game, batch.size, checked=True)
        own.states[:] = before[number]
        for t in range(play.horizon):
            assert np.array_equal(play.masks[t, rows, : play.choices].numpy(), own.legal())
            features = own.observe()
            assert np.array_equal(play.seen[t, rows, : features.shape[1]].numpy(), features)
            assert play.seen[t, rows, features.shape[1] :].sum(-1).eq(2).all()
            assert np.array_equal(play.movers[t, rows].numpy(), own.to_move)
            if own.done.any():
                break
            own.step(play.actions[t, rows].numpy())
            assert np.array_equal(play.ended[t, rows].numpy(), own.done)


def test_games_are_scattered_over_their_length():
    play = SelfPlay("meridian", 300, 8, "cpu", 3)
    turns = np.concatenate([batch.states["turn"] for _, batch in play.batches])
    assert turns.max() - turns.min() > 30


def test_seats_are_counted_from_the_mover_and_back():
    players = torch.tensor([2, 3, 4])
    movers = torch.tensor([1, 2, 3])
    seats = torch.tensor([[0.1, 0.9, 0, 0], [0.2, 0.3, 0.5, 0], [0.1, 0.2, 0.3, 0.4]])
    relative = from_mover(seats, movers, players)
    assert relative[:, 0].tolist() == pytest.approx([0.9, 0.5, 0.4])
    assert torch.equal(by_seat(relative, movers, players), seats)


def test_returns_are_the_outcome_where_all_of_it_counts():
    """With the whole trace, what follows is the outcome of the game, or the last value."""
    made = learner("meridian", 60, 16)
    made.trace = 1.0
    for _ in range(30):
        made.collect()
        if made.play.ended.any():
            break
    gains, returns = made.returns()
    play = made.play
    t, game = play.ended.nonzero()[0].tolist()
    mover = int(play.movers[t, game])
    assert float(returns[t, game, 0]) == pytest.approx(
        float(play.outcome[t, game, mover]), abs=1e-5
    )
    first = float(gains[0, game] + made.values[0, game, int(play.movers[0, game])])
    begin = int(play.movers[0, game])
    if not play.ended[:t, game].any():
        assert first == pytest.approx(float(play.outcome[t, game, begin]), abs=1e-5)


def test_torch_and_whole_numbers_agree():
    made = learner("meridian")
    for _ in range(3):
        made.round(0.03, 1e-3)
    network = made.export("meridian", [], {})
    rows, batch = made.play.batches[0]
    policy, values = network.answers(batch.game, batch.observe())
    with torch.no_grad():
        last = made.policy.hidden(made.play.seen[-1, rows])[-1]
        out, first = made.policy.heads(last).numpy(), made.policy.choices
    wishes, shares = out[:, : made.play.choices], out[:, first : first + made.play.seats]
    assert np.abs(policy / UNIT - wishes).max() < 0.01 * np.abs(wishes).max() + 1e-3
    assert np.abs(values / UNIT - shares).max() < 0.01 * np.abs(shares).max() + 1e-3


def test_a_short_training_learns_and_goes_on(tmp_path):
    settings = settings_for("meridian", "cpu", seconds=10_000.0, width=64, seed=2)
    training = Training(settings, tmp_path)
    for _ in range(220):
        training.note(training.round())
    losses = [one["value_loss"] for one in training.history]
    assert np.mean(losses[-10:]) < np.mean(losses[:10]) - 0.01
    training.save()
    assert "<svg" in (tmp_path / "curves.html").read_text()
    kept = Network.load(tmp_path / "network.npz").settings
    assert (kept["seed"], kept["played"]) == (2, training.games)
    again = Training(settings, tmp_path)
    assert (again.rounds, again.games) == (220, training.games)
    rows = [made.learner.policy.layers[0].weight for made in (training, again)]
    assert torch.equal(*rows)
    with pytest.raises(BadRequest, match="width"):
        Training(settings_for("meridian", "cpu", width=48), tmp_path)
    further = settings_for("meridian", "cpu", width=64, entropy=(0.02, 0.01))
    later = Training(further, tmp_path / "later", tmp_path / "checkpoint.pt")
    assert torch.equal(later.learner.policy.layers[0].weight, rows[0])
    assert (later.rounds, later.games) == (0, training.games)
    later.save()
    assert Network.load(tmp_path / "later/network.npz").settings["begun_with"]["seed"] == 2
    alone = settings_for("meridian", "cpu", width=64, players=3)
    third = Training(alone, tmp_path / "three", tmp_path / "checkpoint.pt")
    assert {batch.players for _, batch in third.learner.play.batches} == {3}
    third.round()
    third.save()
    with pytest.raises(BadRequest, match="a training with 3 players"):
        Training(settings_for("meridian", "cpu", width=64), tmp_path / "three")
    known = Network.load(tmp_path / "three/network.npz")
    assert [known.knows(triarchy.game("meridian", n)) for n in (2, 3, 4)] == [False, True, False]


def test_an_older_network_plays_all_seats_but_one_and_is_not_learned_from():
    """A rival that always takes the last legal action: its moves are known by that."""
    made = learner("china", 60, older=0.5)
    rival, play = made.rival, made.play
    wanted = rival.policy.heads
    with torch.no_grad():
        wanted.weight.zero_()
        wanted.bias[: play.choices] = 1e3 * torch.arange(play.choices)
    made.collect()
    last = (play.masks[:-1] * torch.arange(1, play.masks.shape[-1] + 1)).argmax(-1)
    theirs = ~rival.learned_from
    assert torch.equal(play.actions[theirs], last[theirs])
    assert not torch.equal(play.actions[~theirs], last[~theirs])
    kinds_met = {
        (batch.players, int(rival.own[rows][k]))
        for rows, batch in play.batches
        for k in range(batch.size)
    }
    assert kinds_met >= {(players, -1) for players in (3, 4, 5)}
    assert {own for players, own in kinds_met if players == 5} == {-1, 0, 1, 2, 3, 4}
    for t in range(play.horizon):
        own = (rival.own < 0) | (play.movers[t] == rival.own)
        assert torch.equal(own, rival.learned_from[t])
    before = [parameter.clone() for parameter in rival.policy.parameters()]
    made.round(0.03, 1e-3)
    assert all(map(torch.equal, before, rival.policy.parameters()))


@pytest.mark.parametrize("part", [0.01, 0.25, 0.4, 0.7, 1.0])
def test_older_networks_play_in_the_part_of_the_games_that_was_asked_for(part):
    made = learner("meridian", 300, older=part)
    games, size = made.rival.games, made.play.size
    assert abs(len(games) - part * size) <= 1
    assert len(games.unique()) == len(games) and int(games.max()) < size
    for rows, batch in made.play.batches:
        met = ((games >= rows.start) & (games < rows.stop)).sum()
        assert abs(int(met) - part * batch.size) <= 1


def test_decisions_of_older_networks_leave_no_trace():
    """What is learned does not depend on the numbers that stand for their decisions."""
    weights = []
    for told in (0.0, 5.0):
        torch.manual_seed(5)
        made = learner("meridian", 60, older=0.5)
        made.collect()
        gains, returns = made.returns()
        theirs = ~made.rival.learned_from
        gains[theirs], returns[theirs] = told, told
        made._improve(torch.arange(made.play.size), gains, returns, 0.02)
        weights.append(made.policy.layers[0].weight.detach().clone())
    assert torch.equal(*weights)


def test_older_networks_are_kept_from_all_of_a_training(tmp_path, monkeypatch):
    monkeypatch.setattr(training_module, "POOL", 4)
    monkeypatch.setattr(training_module, "FIRST_KEPT", 1)
    settings = settings_for("meridian", "cpu", games=24, horizon=2, width=16, older=0.25)
    training = Training(settings, tmp_path)
    for _ in range(20):
        training.round()
        assert 1 <= len(training.pool) <= 4
    assert training.pause == 8  # those of rounds 0, 8 and 16 are left
    rival = training.learner.rival.policy.layers[0].weight
    assert any(torch.equal(rival, kept["layers.0.weight"]) for kept in training.pool)
    training.save()
    again = Training(settings, tmp_path)
    assert len(again.pool) == len(training.pool)
    assert again.pause == training.pause
    again.round()


def test_a_training_may_go_on_with_older_networks_that_began_without(tmp_path):
    settings = settings_for("meridian", "cpu", games=24, horizon=2, width=16)
    training = Training(settings, tmp_path)
    training.round()
    training.save()
    again = Training(replace(settings, older=0.5), tmp_path)
    again.round()
    assert len(again.pool) == 1


def test_a_bot_is_imitated_before_the_first_round(tmp_path):
    told, seen = [], []
    settings = settings_for(
        "meridian", "cpu", seconds=0.1, games=32, width=64, imitate="greedy:guesses=1", imitated=20
    )
    training = train(settings, tmp_path, seen.append, tell=told.append)
    about = training.imitation
    assert about["games"] == 20
    assert about["right"] > about["right_before"] + 0.05
    assert told[-1].startswith("imitates greedy:guesses=1: ")
    assert "20 of 20 games of greedy:guesses=1 are played" in told
    assert Network.load(tmp_path / "network.npz").settings["imitation"] == about
    assert Training(settings, tmp_path).imitation == about


def test_examples_are_what_the_bot_saw_and_did():
    examples = play_games("china", 4, "greedy:guesses=1", 3, 2)
    again = play_games("china", 4, "greedy:guesses=1", 4, 1)
    assert set(examples.game) == {3, 4}
    mine = examples.game == 4
    for name in ("seen", "masks", "actions", "outcome"):
        assert np.array_equal(getattr(examples, name)[mine], getattr(again, name))
    rows = np.arange(len(examples.actions))
    assert examples.masks[rows, examples.actions].all()
    assert (examples.masks.sum(1) > 1).all()
    assert examples.outcome.sum(1) == pytest.approx(1)
    assert (examples.outcome[:, 4] == 0).all()
    assert (examples.seen[:, -2 - 3 :].sum(1) == 2).all()


def test_training_ends_in_time_and_is_judged(tmp_path):
    settings = settings_for("meridian", "cpu", seconds=2.0, games=32, width=16)
    seen = []
    judges = Benchmarks(1, "random", 2)
    try:
        training = train(settings, tmp_path, seen.append, judges=judges, every=1.0)
    finally:
        judges.close()
    assert seen and seen[-1].of_seconds == 2.0
    assert training.seconds >= 2.0
    assert {one["players"] for one in training.judged} == {2, 3, 4}
    assert len(wins(training.judged)) == 3
    kept = json.loads((tmp_path / "history.json").read_text())
    assert kept["judged"] == training.judged
