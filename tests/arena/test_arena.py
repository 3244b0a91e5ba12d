"""Tournaments: fair seats and seeds, nothing lost when stopped, figures that add up."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys

import pytest

from triarchy.arena.page import page
from triarchy.arena.plan import changes, files_of, plan
from triarchy.arena.running import GAMES, earlier, play_number, read_games, run_tournament
from triarchy.arena.summary import judged, rate, summarise, wilson
from triarchy.engine.errors import BadRequest


def small(bots=("greedy:width=1,guesses=1", "random"), games=6, players=2, seed=1):
    return plan("meridian", list(bots), games, players, seed)


def plain(lines):
    """Games without the time they took."""
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines]


def test_every_bot_gets_every_seat_with_the_same_seeds():
    tournament = small(["random", "greedy", "easy"], games=12, players=2)
    assert tournament.lineups == [(0, 1), (0, 2), (1, 2)]
    pairings = [tournament.pairing(number) for number in range(12)]
    assert len({seed for _, seed in pairings[:6]}) == 1
    assert len({seed for _, seed in pairings}) == 2
    assert {seats for seats, _ in pairings[:6]} == {(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)}
    rotated = small(["random", "greedy", "easy"], games=3, players=3)
    assert [rotated.pairing(n)[0] for n in range(3)] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


def test_one_bot_among_its_likes_never_plays_a_game_twice():
    tournament = small(["easy", "easy", "easy"], games=9, players=3)
    assert len({tournament.pairing(number)[1] for number in range(9)}) == 9


def test_seats_are_filled_up_when_there_are_fewer_bots_than_seats():
    assert small(players=3).lineups == [(0, 0, 1), (0, 1, 1)]


def test_a_tournament_stopped_by_a_kill_loses_no_finished_game(tmp_path):
    arguments = ["meridian", "--bots", "greedy:width=1,random", "--games", "4000", "--seed", "1"]
    command = [sys.executable, "-c", "from triarchy.shell import main; main()", "arena"]
    running = subprocess.Popen(
        [*command, *arguments, "--workers", "1", "--out", str(tmp_path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    path = tmp_path / GAMES
    while not path.exists() or path.read_bytes().count(b"\n") < 3:
        assert running.poll() is None
    running.send_signal(signal.SIGKILL)
    running.wait()
    with path.open("ab") as file:
        file.write(b'{"game": 17, "sea')  # cut off in the middle of a line
    kept = read_games(tmp_path)
    assert len(kept) >= 3
    tournament = small(["greedy:width=1", "random"], games=len(kept) + 2)
    lines = run_tournament(tournament, tmp_path, workers=1)
    assert lines[: len(kept)] == kept
    assert len(read_games(tmp_path)) == len(kept) + 2
    assert plain(lines) == plain([play_number(tournament, n) for n in range(len(lines))])


def test_results_do_not_depend_on_the_number_of_workers(tmp_path):
    one = run_tournament(small(), tmp_path / "one", workers=1)
    two = run_tournament(small(), tmp_path / "two", workers=2)
    assert plain(one) == plain(two)


def test_a_folder_with_another_tournament_is_refused(tmp_path):
    run_tournament(small(games=1), tmp_path, workers=1)
    with pytest.raises(BadRequest, match="another tournament"):
        run_tournament(small(games=1, seed=2), tmp_path, workers=1)


LATE = """
class Late:
    asked = 0
    def choose(self, game, view, seat, seed):
        self.asked += 1
        return -1 if self.asked > 3 else game.legal_actions(view)[0]
"""


def test_a_forfeited_game_is_lost_whatever_greedy_made_of_it(tmp_path):
    late = tmp_path / "late.py"
    late.write_text(LATE)
    tournament = small([f"file:{late}", "random"], games=4)
    lines = run_tournament(tournament, tmp_path / "out", workers=1)
    won = [line["ranking"][line["seats"].index(0)] for line in lines]
    assert 1 in won, "greedy in its place wins against random"
    result = summarise(tournament, lines)
    first, second = result["bots"]
    assert (result["played"], result["forfeited"]) == (4, 4)
    assert (first["win_share"], second["win_share"]) == (0, 1)
    assert first["rating"] < second["rating"]
    assert (first["games"], first["lost_by_forfeit"], first["mean_rank"]) == (4, 4, 2)
    assert first["complaint"] == "-1 is not legal."
    assert "-1 is not legal." in page(result, "Forfeits")
    assert not first["scores"] and not result["lengths"], (
        "what greedy played is no figure of theirs"
    )


def test_those_who_did_not_forfeit_keep_their_order_and_all_who_did_are_last():
    line = {"seats": [0, 1, 2, 3], "ranking": [1, 4, 2, 3], "forfeits": [2, 1, 0, 0]}
    assert judged([line])[0]["ranking"] == [3, 3, 1, 2]
    assert judged([{**line, "forfeits": [1, 1, 1, 1]}]) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("program:./no-such-program", "No such file"),
        (f"program:{sys.executable} -c 'import nothing_of_this_name'", "No module named"),
        (f"program:{sys.executable} -c 'print(7)'", "7 is no answer|It has stopped"),
        ("file:bad.py", "-1 is not legal"),
    ],
)
def test_a_bot_that_cannot_play_is_refused_with_its_own_error(tmp_path, monkeypatch, text, said):
    monkeypatch.chdir(tmp_path)
    bad = "class Bad:\n    def choose(self, game, view, seat, seed):\n        return -1\n"
    (tmp_path / "bad.py").write_text(bad)
    with pytest.raises(BadRequest, match=said):
        run_tournament(small([text, "random"], games=2), tmp_path / "out", workers=1)
    assert read_games(tmp_path / "out") == []


def test_a_tournament_knows_the_files_of_its_bots_and_says_what_has_changed(tmp_path, monkeypatch):
    own = tmp_path / "own.py"
    own.write_text(LATE)
    network = tmp_path / "own.npz"
    network.write_bytes(b"weights")
    assert files_of(f"file:{own}") == files_of(f"{own}:Late") == [own]
    assert files_of(f"champion:sims=9,file={network}") == [network]
    assert own in files_of(f"program:perl {own}")
    assert files_of("greedy:looks=4") == []

    def played(folder):
        return run_tournament(small([f"file:{own}", "random"], games=1), folder, workers=1)

    before = small([f"file:{own}", "random"], games=1)
    played(tmp_path / "arena" / "a")
    assert len(played(tmp_path / "arena" / "a")) == 1, "nothing has changed"
    own.write_text(LATE.replace("> 3", "> 4"))
    with pytest.raises(BadRequest, match=r"another tournament \(.*own.py: \w+, now \w+\)"):
        played(tmp_path / "arena" / "a")
    after = small([f"file:{own}", "random"], games=1)
    assert before.settings() != after.settings(), "so it gets a folder of its own"
    folder, (told,) = earlier(after, tmp_path / "arena" / "b")
    assert (folder.name, told.partition(":")[0]) == ("a", str(own))
    assert earlier(before, tmp_path / "arena" / "b") is None
    monkeypatch.setattr(before.played.definition, "version", 17)
    assert changes(before.settings(), small([f"file:{own}", "random"]).settings())[0] == (
        "the rules: 1, now 17"
    )


def test_figures_add_up_and_the_page_stands_by_itself(tmp_path):
    tournament = small(["greedy:width=1,guesses=1", "random", "easy"], games=12, players=3)
    result = summarise(tournament, run_tournament(tournament, tmp_path, workers=1))
    assert sum(one["win_share"] for one in result["bots"]) == pytest.approx(1, abs=1e-3)
    assert sum(one["win_share"] for one in result["seats"]) == pytest.approx(1, abs=1e-3)
    assert sum(one["mean_rank"] for one in result["bots"]) == pytest.approx(6, abs=0.5)
    best, worst, _ = result["bots"]
    assert best["rating"] > worst["rating"]
    made = page(result, "A <small> tournament")
    assert made.count("<svg") == 4
    assert "A &lt;small&gt; tournament" in made
    assert not re.search(r"(src|href|url|@import)\s*[=(]", made)
    assert "http" not in made.replace('xmlns="http://www.w3.org/2000/svg"', "")
    json.dumps(result)


def test_wilson_interval_is_inside_zero_and_one_and_shrinks():
    assert wilson(0.0, 20)[0] == 0.0
    assert 0.1 < wilson(0.0, 20)[1] < 0.2
    assert wilson(1.0, 20)[1] == 1.0
    assert wilson(0.5, 400)[1] - wilson(0.5, 400)[0] < 0.1


def test_ties_are_rated_alike():
    tournament = small(["random", "easy"])
    games = [{"seats": [0, 1], "ranking": [1, 1]}, {"seats": [1, 0], "ranking": [1, 1]}]
    ratings = rate(tournament, games)
    assert ratings["random"][0] == pytest.approx(ratings["easy"][0])


def test_the_command_answers_in_json_and_refuses_in_one_sentence(tmp_path):
    def arena(*arguments):
        return subprocess.run(
            [sys.executable, "-c", "from triarchy.shell import main; main()", "arena", *arguments],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=dict(os.environ),
            check=False,
        )

    done = arena("meridian", "--bots", "random,random", "--games", "2", "--workers", "1", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["played"] == 2
    assert result["bots"][0]["bot"] == "random"
    folder = next((tmp_path / "arena").iterdir())
    assert json.loads((folder / "results.json").read_text()) == result
    assert (folder / "results.html").exists()
    for arguments, said in (
        (["meridian", "--bots", "deep"], "There is no bot"),
        (["meridian", "--bots", "search:ms=5,c=x"], "'c' must be a number"),
        (["chess"], "There is no game"),
        (["meridian", "--players", "9"], "2 to 4 players"),
        (["meridian", "--games", "0"], "--games must be"),
    ):
        refused = arena(*arguments)
        assert refused.returncode == 2
        assert said in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1


@pytest.mark.slow
def test_the_same_tournament_on_a_local_ray_of_two_workers(tmp_path):
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, log_to_driver=False)
    try:
        lines = run_tournament(small(), tmp_path / "ray", ray="auto")
    finally:
        ray.shutdown()
    assert plain(lines) == plain(run_tournament(small(), tmp_path / "here", workers=1))
