"""Bots from outside: a Python file, a program in another language, and all that can go wrong."""

from __future__ import annotations

import shlex
import shutil
import sys

import pytest

import triarchy
from triarchy.bots import bot, play_game
from triarchy.engine.errors import BadRequest

FIRST = """
class First:
    def choose(self, game, view, seat, seed):
        assert int(view.viewer) == seat + 1
        return game.legal_actions(view)[0]
"""
PERL = r"""
$| = 1;
while (my $line = <STDIN>) {
    my ($legal) = $line =~ /"legal": \[(.*?)\]/;
    my @moves = $legal =~ /"([^"]*)"/g;
    print "{\"move\": \"$moves[-1]\"}\n";
}
"""
NODE = """
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', line => {
  const { legal } = JSON.parse(line);
  console.log(JSON.stringify({ move: legal[legal.length - 1] }));
});
"""


def play_one(guest, game=None):
    game = game or triarchy.game("meridian", 2)
    return play_game(game, [guest, bot("random")], 5)


def test_bot_from_a_file_plays(tmp_path):
    path = tmp_path / "first.py"
    path.write_text(FIRST)
    for text in (f"file:{path}", f"file:{path}:First", str(path)):
        guest = bot(text)
        play_one(guest)
        assert guest.forfeits == 0
    with pytest.raises(BadRequest, match="has no bot 'Second'"):
        bot(f"file:{path}:Second")


def test_file_that_is_no_bot_is_refused(tmp_path):
    path = tmp_path / "bad.py"
    for content, said in (
        ("x = 1", "no classes"),
        ("1 +", "SyntaxError"),
        (FIRST + FIRST.replace("First", "Other"), "2 classes"),
        (FIRST + "    def __init__(self): raise KeyError\n", "KeyError"),
    ):
        path.write_text(content)
        with pytest.raises(BadRequest, match=said):
            bot(str(path))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 10**6", "1000000 is not legal"),
        ("return 'no such move'", '"no such move" is not legal'),
        ("return None", "null is not legal"),
        ("raise RuntimeError('lost')", "RuntimeError: lost"),
        ("\n        while True: pass", "longer than 0.05 s"),
    ],
)
def test_what_a_file_bot_cannot_decide_is_forfeited_to_greedy(tmp_path, body, said):
    path = tmp_path / "bad.py"
    path.write_text(f"class Bad:\n    def choose(self, game, view, seat, seed):\n        {body}\n")
    guest = bot(str(path))
    guest.seconds = 0.05
    game = triarchy.game("meridian", 2)
    view = game.view(game.state(5), 0)
    assert guest.choose(game, view, 0, 3) == bot("greedy").choose(game, view, 0, 3)
    assert guest.forfeits == 1
    assert said in guest.complaint


@pytest.mark.parametrize(
    ("language", "source"), [("perl", PERL), ("node", NODE)], ids=["perl", "node"]
)
def test_a_program_in_another_language_plays_a_game(tmp_path, language, source):
    if not shutil.which(language):
        pytest.skip(f"{language} is not installed")
    path = tmp_path / "last.txt"
    path.write_text(source)
    guest = bot(f"program:{language} {path}")
    played = play_one(guest, triarchy.game("tigris", 2))
    assert guest.forfeits == 0, guest.complaint
    assert sorted(played.ranking) == [1, 2]
    guest.close()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise SystemExit", "It has stopped."),
        ("import time; time.sleep(60)", "It took longer than"),
        ("for _ in sys.stdin: print('{}', flush=True)", "is no answer"),
        ('for _ in sys.stdin: print(\'{"move": "fly"}\', flush=True)', '"fly" is not legal'),
        ("for _ in sys.stdin: print('{\"move\": 3}', flush=True)", "3 is no move"),
        ("print('x' * 200000, end='', flush=True)", "too long"),
    ],
)
def test_what_a_program_cannot_decide_is_forfeited_to_greedy(code, said):
    command = shlex.join([sys.executable, "-c", f"import sys\n{code}"])
    guest = bot(f"program:{command}")
    guest.seconds = 0.5 if "sleep" in code else 20
    game = triarchy.game("meridian", 2)
    view = game.view(game.state(5), 0)
    for number in (1, 2):
        assert guest.choose(game, view, 0, 3) == bot("greedy").choose(game, view, 0, 3)
        assert guest.forfeits == number
        assert said in guest.complaint
    guest.close()


def test_a_program_that_does_not_exist_forfeits():
    guest = bot("program:/no/such/program")
    game = triarchy.game("meridian", 2)
    guest.choose(game, game.view(game.state(5), 0), 0)
    assert "cannot be started" in guest.complaint
