"""The command line: one file per command, errors in one sentence with exit code 2."""

from __future__ import annotations

import os
import sys

import typer

from triarchy.engine.errors import TriarchyError
from triarchy.shell.admin import admin
from triarchy.shell.arena import arena
from triarchy.shell.bench import bench
from triarchy.shell.build_rules import build_rules
from triarchy.shell.build_site import build_site
from triarchy.shell.check import check
from triarchy.shell.dataset import dataset
from triarchy.shell.evaluate import evaluate
from triarchy.shell.games import games
from triarchy.shell.play import play
from triarchy.shell.protocol import protocol
from triarchy.shell.render import render
from triarchy.shell.replay import replay
from triarchy.shell.review import review_game
from triarchy.shell.serve import serve
from triarchy.shell.simulate import simulate
from triarchy.shell.texts import texts
from triarchy.shell.train import train

app = typer.Typer(
    help="Board games of territory, one engine: play, simulate, measure.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command(context_settings={"auto_envvar_prefix": "TRIARCHY"})(serve)
for command in (
    games,
    play,
    simulate,
    arena,
    evaluate,
    dataset,
    train,
    bench,
    check,
    build_rules,
    build_site,
    texts,
    replay,
    render,
    protocol,
):
    app.command()(command)
app.command("review")(review_game)
app.add_typer(admin, name="admin")


def run() -> None:
    """Run a command; what is wrong is said in one sentence, with exit code 2."""
    arguments = sys.argv[1:] or ["--help"]
    try:
        code = app(arguments, standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except TriarchyError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except (typer.Abort, KeyboardInterrupt):
        print("Stopped.", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has enough; nothing is left to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        # What the command-line library finds wrong with the arguments knows how to say so.
        if not hasattr(error, "format_message"):
            raise
        print(f"{error.format_message().rstrip('.?')}. Try 'triarchy --help'.", file=sys.stderr)
        sys.exit(2)
