"""Evaluations: the same figures whoever plays them, checked from the games, on a scale that stands still."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from triarchy.arena import evaluation, scale
from triarchy.arena.evaluation import EVALUATION, Evaluation, Kind, check, figures, play, write
from triarchy.arena.running import GAMES
from triarchy.arena.scale import Outcome, between_two, chance, pay_offs, rate_all
from triarchy.engine.errors import BadRequest

ROOT = Path(__file__).resolve().parents[2]
TWO, FOUR = Kind("meridian", 2), Kind("meridian", 4)


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Two opponents that think quickly."""
    met = {"one": "greedy", "others": "random", "games": 40, "wins": 38.0}
    told = {"protocol": evaluation.PROTOCOL, "kinds": {TWO.name: [met], FOUR.name: [met]}}
    (tmp_path / "reference.json").write_text(json.dumps(told))
    monkeypatch.setattr(evaluation, "REFERENCE", tmp_path / "reference.json")
    monkeypatch.setattr(evaluation, "OPPONENTS", ("random", "greedy"))
    evaluation.reference.cache_clear()
    yield
    evaluation.reference.cache_clear()


def evaluated(folder, bot="simple", kinds=(TWO, FOUR), games=4, workers=1):
    asked = Evaluation(bot, kinds, games)
    document = figures(asked.settings(), play(asked, folder, workers))
    write(folder, document)
    return document


def test_two_evaluations_are_equal_files_however_many_workers_play(quick, tmp_path):
    evaluated(tmp_path / "one")
    evaluated(tmp_path / "two", workers=2)
    for name in (EVALUATION, GAMES):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert check(tmp_path / "one") == 16


def test_the_bot_has_every_seat_of_the_same_deals_among_each_opponent(quick, tmp_path):
    play(Evaluation("simple", (FOUR,), 5), tmp_path, 1)
    lines = [json.loads(line) for line in (tmp_path / GAMES).read_text().splitlines()]
    for other in ("random", "greedy"):
        own = [line for line in lines if line["opponent"] == other]
        assert len(own) == 8, "five games are rounded up to every seat of two deals"
        seats = [(line["seed"], line["seats"].index(0)) for line in own]
        deals = list(dict.fromkeys(seed for seed, _ in seats))
        assert sorted(seats) == sorted((seed, seat) for seed in deals for seat in range(4))
    assert len({line["seed"] for line in lines}) == 2


def test_what_was_played_is_not_played_again_and_more_can_be_added(quick, tmp_path):
    evaluated(tmp_path, kinds=(TWO,), games=2)
    before = (tmp_path / GAMES).read_bytes().splitlines()
    told = []
    asked = Evaluation("simple", (TWO, FOUR), 4)
    play(asked, tmp_path, 1, lambda done, total: told.append((done, total)))
    assert told[0] == (4, 16) and told[-1] == (16, 16)
    assert (tmp_path / GAMES).read_bytes().splitlines()[:4] == before


BOT = """
class Own:
    asked = 0
    def choose(self, game, view, seat, seed):
        self.asked += 1
        return %s
"""


def test_more_games_of_another_game_can_be_added(quick, tmp_path):
    asked, other = Evaluation("simple", (TWO,), 2), Evaluation("simple", (TWO, Kind("china", 3)), 2)
    play(asked, tmp_path, 1)
    assert len(play(other, tmp_path, 1)) == 4 + 2 * 3


def test_an_edited_bot_needs_a_folder_of_its_own(quick, tmp_path):
    own = tmp_path / "own.py"
    own.write_text(BOT % "game.legal_actions(view)[0]")
    evaluated(tmp_path / "out", str(own), (TWO,), 2)
    own.write_text(BOT % "game.legal_actions(view)[-1]")
    with pytest.raises(BadRequest, match=r"another evaluation \(.*own\.py"):
        evaluated(tmp_path / "out", str(own), (TWO,), 2)


def test_a_bot_that_fails_has_lost(quick, tmp_path):
    own = tmp_path / "own.py"
    own.write_text(BOT % "game.legal_actions(view)[0] if self.asked < 9 else 1 / 0")
    document = evaluated(tmp_path / "out", str(own), (TWO,), 2)
    (row,) = document["kinds"]
    assert row["lost_by_forfeit"] == 4
    assert [one["win_share"] for one in row["opponents"]] == [0, 0]
    assert check(tmp_path / "out") == 4


def change(path, what):
    """Change the first game in a folder, or its figures."""
    if path.name == GAMES:
        first, *rest = path.read_text().splitlines()
        line = json.loads(first)
        what(line)
        path.write_text("\n".join([json.dumps(line, separators=(",", ":")), *rest]) + "\n")
    else:
        document = json.loads(path.read_text())
        what(document)
        path.write_text(json.dumps(document, indent=1) + "\n")


@pytest.mark.parametrize(
    ("name", "what", "sentence"),
    [
        (GAMES, lambda line: line["actions"].__setitem__(0, 999), "action 0 is not legal"),
        (GAMES, lambda line: line["ranking"].reverse(), "does not end as it is told"),
        (GAMES, lambda line: line.update(seed="5"), "not on the deal"),
        (GAMES, lambda line: line.update(opponent="easy"), "no whole evaluation"),
        (EVALUATION, lambda told: told.update(rating=3000), "figures do not follow"),
        (EVALUATION, lambda told: told.update(protocol=0), "protocol 0"),
        (EVALUATION, lambda told: told["kinds"][0].pop("kind"), "no whole evaluation"),
    ],
)
def test_what_was_changed_is_found(quick, tmp_path, name, what, sentence):
    evaluated(tmp_path, kinds=(TWO,), games=2)
    change(tmp_path / name, what)
    with pytest.raises(BadRequest, match=sentence):
        check(tmp_path)


def test_opponents_that_did_not_play_their_own_moves_are_found(quick, tmp_path, monkeypatch):
    """Games against `random` that are told as games against `greedy`."""
    evaluated(tmp_path, kinds=(TWO,), games=2)
    path = tmp_path / GAMES
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    by_chance = [line for line in lines if line["opponent"] == "random"]
    forged = [{**line, "opponent": "greedy"} for line in by_chance]
    written = [json.dumps(line, separators=(",", ":")) for line in [*forged, *by_chance]]
    path.write_text("\n".join(written) + "\n")
    with pytest.raises(BadRequest, match="greedy does not play action"):
        check(tmp_path)


def test_a_rating_is_what_wins_are_expected_of():
    fixed = {"greedy": 1000.0, "random": 400.0}
    units = (1200 - 1000) / scale.POINTS
    outcomes = [
        Outcome("own", "greedy", 4, 100_000, 100_000 * chance(units, 0.0, 4)),
        Outcome(
            "own", "random", 4, 100_000, 100_000 * chance(units, (400 - 1000) / scale.POINTS, 4)
        ),
    ]
    assert rate_all(outcomes, fixed)["own"] == pytest.approx(1200, abs=1)
    assert scale.interval("own", outcomes, {**fixed, "own": 1200.0}) < 5


def test_who_has_won_everything_has_a_rating_and_more_games_raise_it():
    few, many = (
        rate_all([Outcome("own", "greedy", 2, games, games)], {"greedy": 1000.0})["own"]
        for games in (10, 100)
    )
    assert 1000 < few < many < 2500
    lost = rate_all([Outcome("own", "greedy", 2, 10, 0)], {"greedy": 1000.0})["own"]
    assert lost == pytest.approx(2000 - few)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_par_is_a_half_between_two(players):
    assert between_two(1 / players, players) == pytest.approx(0.5)
    assert (between_two(0, players), between_two(1, players)) == (0, 1)


def test_pay_offs_are_those_of_both_sides_and_alpha_rank_is_of_them():
    names = ["rock", "paper", "scissors"]
    outcomes = [
        Outcome("paper", "rock", 3, 10, 9),
        Outcome("scissors", "paper", 3, 10, 9),
        Outcome("rock", "scissors", 3, 10, 9),
    ]
    matrix = pay_offs(names, outcomes)
    for row in range(3):
        for column in range(3):
            assert matrix[row][column] + matrix[column][row] == pytest.approx(1)
    assert scale.alpha_rank(matrix) == pytest.approx([1 / 3] * 3, abs=1e-6)
    worse = scale.alpha_rank([[0.5, 0.9], [0.1, 0.5]])
    assert worse[0] > 0.98


def test_the_command_shows_and_checks(quick, tmp_path, monkeypatch, capsys):
    from triarchy.shell.app import run

    def command(*words):
        monkeypatch.setattr(sys, "argv", ["triarchy", *words])
        with pytest.raises(SystemExit) as ended:
            run()
        return ended.value.code, capsys.readouterr()

    out = str(tmp_path / "out")
    arguments = ("simple", "--only", "meridian", "--players", "2", "--games", "2", "--out", out)
    code, said = command("evaluate", *arguments, "--workers", "1")
    assert code == 0 and "meridian-2: rating" in said.out and "alpha-rank" in said.out
    code, said = command("evaluate", "--check", out)
    assert code == 0 and "4 games, replayed" in said.out
    code, said = command("evaluate", "simple", "--only", "chess")
    assert code == 2 and "evaluated in meridian-2, meridian-4" in said.err
    code, said = command("evaluate")
    assert code == 2 and "Name a bot" in said.err
    monkeypatch.setitem(sys.modules, "open_spiel.python.egt.alpharank", None)
    monkeypatch.delattr("open_spiel.python.egt.alpharank", raising=False)
    code, said = command("evaluate", *arguments)
    assert code == 2 and "pip install 'triarchy[evaluate]' brings it." in said.err


@pytest.fixture
def leaderboard(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(ROOT / "scripts"), *sys.path])
    import leaderboard

    return leaderboard


def test_the_leaderboard_is_what_its_script_writes(leaderboard):
    assert leaderboard.PAGE.read_text("utf-8") == leaderboard.page(), "run scripts/leaderboard.py"


def test_a_bot_that_played_some_games_alone_has_no_mean_over_all(
    leaderboard, tmp_path, monkeypatch
):
    own = json.loads((leaderboard.FILES / "greedy.json").read_text("utf-8"))
    kind = {
        **own["kinds"][0],
        "bots": ["mine" if one == "greedy" else one for one in own["kinds"][0]["bots"]],
    }
    less = {**own, "bot": "mine", "rating": 2000, "kinds": [kind]}
    for one in (own, less):
        (tmp_path / f"{one['bot']}.json").write_text(json.dumps(one))
    monkeypatch.setattr(leaderboard, "FILES", tmp_path)
    rows = [line for line in leaderboard.page().splitlines() if "±" in line and line[0] == "|"]
    first, second = (row.split("|")[1:3] for row in rows)
    assert first == [" `greedy` ", f" {own['rating']} ± {own['rating_interval']} "]
    assert second == [" `mine` ", f" 1 of {len(own['kinds'])} "]


def test_a_checked_evaluation_is_added_by_a_name_of_its_own(
    quick, leaderboard, tmp_path, monkeypatch
):
    folder, files = tmp_path / "out", tmp_path / "files"
    files.mkdir()
    monkeypatch.setattr(leaderboard, "FILES", files)
    monkeypatch.setattr(leaderboard.protocol, "OPPONENTS", ("random", "greedy"))
    evaluated(folder, kinds=(TWO,), games=2)
    for name in ("Anna's", "Ben's"):
        leaderboard.add(folder, name)
    rows = [line for line in leaderboard.page().splitlines() if "±" in line and line[0] == "|"]
    assert [row.split("|")[1] for row in rows] == [" `Anna's` ", " `Ben's` "]
    games = folder / GAMES
    games.write_text(games.read_text().replace('"ranking":[1,2]', '"ranking":[2,1]', 1))
    with pytest.raises(BadRequest, match="does not end as it is told"):
        leaderboard.add(folder, "Cheat's")
    assert len(list(files.glob("*.json"))) == 2


def test_evaluations_of_the_same_bot_are_put_together_and_more_games_count(leaderboard):
    def one(kind, rating, games):
        row = {"kind": kind, "rating": rating, "rating_interval": [rating - 30, rating + 30]}
        return {"bot": "mine", "kinds": [{**row, "opponents": [{"games": games}]}]}

    files = [one("china-4", 900, 12), one("meridian-2", 1100, 12), one("china-4", 1000, 24)]
    for order in (files, files[::-1]):
        (document,) = leaderboard.together(order)
        told = [(row["kind"], row["rating"]) for row in document["kinds"]]
        assert told == [("meridian-2", 1100), ("china-4", 1000)]
        assert (document["rating"], document["rating_interval"]) == (1050, 21)


def test_the_evaluations_of_the_leaderboard_are_on_the_scale_as_it_is(leaderboard):
    found = sorted(leaderboard.FILES.glob("*.json"))
    assert {json.loads(path.read_text())["bot"] for path in found} >= set(evaluation.OPPONENTS)
    for path in found:
        document = json.loads(path.read_text("utf-8"))
        assert document["protocol"] == evaluation.PROTOCOL
        for row in document["kinds"]:
            now = evaluation.opponents_ratings(row["kind"])
            for one in row["opponents"]:
                assert one["rating"] == round(now[one["opponent"]]), path.name
