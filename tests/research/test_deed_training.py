"""A network with eyes learns: recorded games, its own, and stretches that go on where the last ended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.slow

from training.check_deeds import compare  # noqa: E402
from training.deed_imitation import examples_of  # noqa: E402
from training.deed_learning import Settings  # noqa: E402
from training.deed_training import DeedTraining  # noqa: E402
from triarchy.research.recorded import record  # noqa: E402

SMALL = Settings(games=32, horizon=4, part=64, rounds=4, width=16, blocks=2, older=0.25)


@pytest.fixture(autouse=True)
def _one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_a_training_in_two_stretches_is_the_same_as_in_one(tmp_path):
    whole = DeedTraining(SMALL, tmp_path / "whole")
    for _ in range(4):
        whole.step()
    first = DeedTraining(SMALL, tmp_path / "parts")
    for _ in range(2):
        first.step()
    first.save()
    second = DeedTraining(SMALL, tmp_path / "parts")
    for _ in range(2):
        second.step()
    for one, other in zip(
        whole.learner.net.state_dict().values(),
        second.learner.net.state_dict().values(),
        strict=True,
    ):
        assert torch.equal(one, other)
    assert torch.equal(whole.learner.words, second.learner.words)


def test_a_best_response_meets_one_network_alone(tmp_path):
    met = DeedTraining(SMALL, tmp_path / "met")
    met.save_weights(tmp_path / "met.pt")
    settings = replace(SMALL, older=1.0, against=str(tmp_path / "met.pt"))
    training = DeedTraining(settings, tmp_path / "response")
    for _ in range(2):
        assert len(training.step().won) == 3
    assert len(training.pool) == 1
    kept = torch.load(tmp_path / "met.pt", weights_only=True)["weights"]
    rival, own = (net.state_dict() for net in (training.learner.rival, training.learner.net))
    assert all(torch.equal(rival[name], one.float()) for name, one in kept.items())
    assert not torch.equal(own["mind.weight"], rival["mind.weight"])


def test_recorded_games_are_played_again_as_they_were(tmp_path):
    left = iter([True, True, False])
    path = tmp_path / "games.npz"
    recorded = record("tigris", 3, "random", 40, path, lambda: next(left))
    examples = examples_of([Path(path)])
    assert len(recorded.seeds) == 2 and set(examples.games.tolist()) == {0, 1}
    assert torch.allclose(examples.outcome[:, :, 0].sum(1), torch.ones(len(examples.games)))
    assert not examples.sure.all()


def test_games_side_by_side_are_the_same_twice():
    found = compare("cpu", 16, 60)
    assert [found[name] for name in ("states", "seen", "deeds", "hints", "outcome")] == [0] * 5
