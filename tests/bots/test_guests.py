"""Bots from outside: a Python file, a program in another language, and all that can go wrong."""

from __future__ import annotations

import os
import pathlib
import shlex
import shutil
import sys

import pytest

import triarchy
from tests.server.servers import wait_for
from triarchy.bots import bot, guests, play_game
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
        ("\n        while True: pass", "longer than 0.5 s"),
        ("raise SystemExit", "SystemExit"),
        ("import os; os._exit(0)", "It has stopped."),
        ("return bytearray(3 << 30)", "MemoryError"),
    ],
)
def test_what_a_file_bot_cannot_decide_is_forfeited_to_greedy(tmp_path, monkeypatch, body, said):
    path = tmp_path / "bad.py"
    path.write_text(f"class Bad:\n    def choose(self, game, view, seat, seed):\n        {body}\n")
    monkeypatch.setattr(guests.Guest, "megabytes", 2000)
    guest = bot(str(path))
    if "while" in body:
        guest.seconds = 0.5
    game = triarchy.game("meridian", 2)
    view = game.view(game.state(5), 0)
    assert guest.choose(game, view, 0, 3) == bot("greedy").choose(game, view, 0, 3)
    assert guest.forfeits == 1
    assert said in guest.complaint
    guest.close()


STUBBORN = """
import signal, time
class Stubborn:
    def choose(self, game, view, seat, seed):
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals) - {9, 19})
        for number in set(signal.Signals) - {9, 19}:
            try:
                signal.signal(number, signal.SIG_IGN)
            except BaseException:
                pass
        while True:
            try:
                while True:
                    time.sleep(0.01)
            except BaseException:
                continue
"""


def test_a_file_that_catches_everything_does_not_outlive_its_limit(tmp_path):
    path = tmp_path / "stubborn.py"
    path.write_text(STUBBORN)
    guest = bot(str(path))
    guest.seconds = 0.3
    game = triarchy.game("meridian", 2)
    view = game.view(game.state(5), 0)
    pid = guest._process.pid
    assert guest.choose(game, view, 0, 3) == bot("greedy").choose(game, view, 0, 3)
    assert "longer than" in guest.complaint
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    # The next decision is asked of a new process.
    guest.choose(game, view, 0, 3)
    assert guest.forfeits == 2
    guest.close()


def test_what_a_file_prints_is_no_answer(tmp_path):
    path = tmp_path / "chatty.py"
    path.write_text(FIRST.replace("return", "print('{}'); return") + "print('loading')\n")
    guest = bot(str(path))
    play_one(guest)
    assert guest.forfeits == 0, guest.complaint
    guest.close()


BREEDER = """
import os, subprocess, sys, time
nap = [sys.executable, "-c", "import time; time.sleep(600)"]
children = [subprocess.Popen(nap), subprocess.Popen(nap, start_new_session=True)]
if os.fork() == 0:  # a grandchild whose parent has gone
    os.setsid()
    grandchild = subprocess.Popen(nap, start_new_session=True)
    with open(sys.argv[1], "a") as file:
        file.write(f"{grandchild.pid}\\n")
    os._exit(0)
os.wait()
with open(sys.argv[1], "a") as file:
    file.write("".join(f"{child.pid}\\n" for child in children) + "end\\n")
for line in sys.stdin:
    time.sleep(600)
"""


def running(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not pathlib.Path("/proc/self/stat").exists(), reason="reads /proc")
@pytest.mark.parametrize("end", ["too slow", "closed"])
def test_children_of_a_program_end_with_it(tmp_path, end):
    pids = tmp_path / "pids"
    program = tmp_path / "breeder.py"
    program.write_text(BREEDER)
    guest = bot(f"program:{shlex.join([sys.executable, str(program), str(pids)])}")
    game = triarchy.game("meridian", 2)
    view = game.view(game.state(5), 0)
    process = guest._started()
    while not (pids.exists() and "end" in pids.read_text()):
        assert process.running
    children = [int(line) for line in pids.read_text().split()[:-1]]
    assert len(children) == 3
    assert all(running(pid) for pid in children)
    if end == "closed":
        guest.close()
    else:
        guest.seconds = 0.1
        guest.choose(game, view, 0, 3)
        assert "longer than" in guest.complaint
    # A process that has been killed is there for another moment.
    wait_for(lambda: not any(running(pid) for pid in [*children, process.pid]))


def test_a_program_has_a_limit_of_memory():
    code = "import sys\nfor _ in sys.stdin:\n  try: bytearray(1 << 30)\n  except MemoryError: print('{}', flush=True)"
    guest = bot(f"program:{shlex.join([sys.executable, '-c', code])}")
    guest.megabytes = 300
    game = triarchy.game("meridian", 2)
    guest.choose(game, game.view(game.state(5), 0), 0, 3)
    assert guest.complaint == "{} is no answer."
    guest.close()


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
