"""`triarchy play`: a table in the terminal, against bots or with friends at one keyboard."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from triarchy.engine.errors import BadRequest, IllegalMove, TriarchyError
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.language import ERRORS, mark, translate_error, translator
from triarchy.kit.sight import Reader
from triarchy.shell.options import (
    BoardName,
    Language,
    Options,
    Players,
    Seed,
    read_game,
    read_json,
    read_language,
    write_file,
)
from triarchy.shell.progress import prepare_game
from triarchy.table.game import random_seed, read_seed
from triarchy.table.record import read_record
from triarchy.table.table import Table

LANGUAGES_FOLDER = Path(__file__).parent / "languages"
COMMANDS = {
    "undo": mark("undo your last decision, if it revealed nothing"),
    "hint": mark("what a bot would do, and why"),
    "log": mark("the game so far"),
    "rules": mark("the rulebook"),
    "board": mark("the board in words"),
    "save FILE": mark("write the game file"),
    "quit": mark("leave; the game is saved"),
}
"""What can be typed beside moves, and what it does."""


def play(
    name: Annotated[
        str | None,
        typer.Argument(help="Game to play (default: the first); `triarchy games` lists them."),
    ] = None,
    players: Players = None,
    board: BoardName = None,
    option: Options = None,
    bot: Annotated[
        str, typer.Option("--bot", help="Opponents: random, greedy, normal, hard, ...")
    ] = "normal",
    friends: Annotated[
        bool, typer.Option("--friends", help="Play every seat at this keyboard.")
    ] = False,
    seat: Annotated[int, typer.Option("--seat", help="Your seat, from 0.")] = 0,
    seed: Seed = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="Continue a saved game.")] = None,
    record: Annotated[
        Path | None, typer.Option("--record", help="File to save the game in while you play.")
    ] = None,
    language: Language = "en",
) -> None:
    """Play in the terminal against bots, or with friends at one keyboard.

    Example: triarchy play meridian --players 3 --bot hard
    """
    read_language(language)
    try:
        table = open_table(name, players, board, option, seed, resume)
    except TriarchyError as error:
        folders = [each.catalogues for each in DEFINITIONS.all()]
        raise BadRequest(translate_error(error, language, *folders)) from None
    if not 0 <= seat < table.game.players:
        raise BadRequest(f"--seat must be from 0 to {table.game.players - 1}, not {seat}.")
    keep = (
        record
        or resume
        or saved_games() / f"{table.game.name}-{time.strftime('%Y%m%d-%H%M%S')}.json"
    )
    people = set(range(table.game.players)) if friends else {seat}
    TerminalTable(table, people, bot, keep, language).run()


def open_table(
    name: str | None,
    players: int | None,
    board: str | None,
    option: list[str] | None,
    seed: str | None,
    resume: Path | None,
) -> Table:
    """The game to play: a saved one, or a new one."""
    if resume is not None:
        document = read_json(resume, "The game file")
        if isinstance(document, dict) and isinstance(document.get("game"), str):
            prepare_game(document["game"])
        return read_record(document)
    name = name or DEFINITIONS.all()[0].name
    game = read_game(name, players, board, option)
    prepare_game(name)
    return game.start(read_seed(seed) if seed is not None else random_seed())


def saved_games() -> Path:
    """The folder in which games played in the terminal are kept."""
    home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local/share")
    folder = Path(home) / "triarchy" / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class TerminalTable:
    """A table with people at one keyboard; every move is on the disk before the next is asked."""

    def __init__(self, table: Table, people: set[int], bot: str, keep: Path, language: str):
        from triarchy.bots import bot as parse_bot

        parse_bot(bot)
        self.table = table
        self.people = people
        self.bot = bot
        self.keep = keep
        self.language = language
        self.say = translator(LANGUAGES_FOLDER, language)
        self.console = Console(highlight=False)

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        self.save(self.keep)
        while not self.table.over:
            if self.table.to_move in self.people:
                if not self.ask():
                    self.console.print(
                        self.say(
                            "Saved in {path}; continue with: {command}",
                            path=self.keep,
                            command=f"triarchy play --resume {self.keep}",
                        ),
                        soft_wrap=True,
                        markup=False,
                    )
                    return
            else:
                self.let_bot_play()
        self.show_end()

    def viewer(self) -> int | None:
        """Who looks at the screen: the seat to move, or the only person at the table."""
        if len(self.people) == 1:
            return next(iter(self.people))
        return self.table.to_move

    def let_bot_play(self) -> None:
        from triarchy.bots import choose_move

        self.play(choose_move(self.table, self.bot, None, len(self.table.moves)))

    def play(self, move: str) -> None:
        self.table.play(move)
        self.save(self.keep)
        line = self.table.sentence(len(self.table.moves) - 1, self.reader(self.viewer()))
        if line:
            self.console.print(escape(line), style="dim")

    def save(self, path: Path) -> None:
        write_file(path, json.dumps(self.table.record()).encode())

    def reader(self, seat: int | None) -> Reader:
        return self.table.game.reader(seat, self.language)

    def show(self) -> None:
        definition = self.table.game.definition
        sight, reader = self.table.sight(self.viewer()), self.reader(self.viewer())
        self.console.print(definition.drawing.terminal(sight, reader))
        self.console.print(escape(definition.text.prompt(sight, reader)), style="bold")

    def ask(self) -> bool:
        """Ask the person to move until there is a move; False to leave."""
        self.show()
        moves = self.table.legal
        self.list_moves(moves)
        while True:
            try:
                words = self.console.input("[bold]> [/bold]").strip()
            except (EOFError, KeyboardInterrupt):
                return False
            if words == "quit":
                return False
            try:
                if self.obey(words, moves):
                    return True
            except TriarchyError as error:
                self.console.print(escape(self.said(error)))

    def said(self, error: TriarchyError) -> str:
        """What is wrong, in the player's language."""
        return translate_error(
            error, self.language, LANGUAGES_FOLDER, self.table.game.definition.catalogues
        )

    def list_moves(self, moves: list[str]) -> None:
        game, seat = self.table.game, self.table.to_move
        sight, reader = self.table.sight(seat), self.reader(seat)
        many = len(moves) > 24
        for number, move in enumerate(moves, 1):
            label = game.definition.text.label(sight, game.actions[move], reader)
            end = "   " if many else "\n"
            line = f"{number} {move}" if many else f"{number:3}  {move:12} {label}"
            self.console.print(line, end=end, markup=False)
        if many:
            self.console.print()

    def obey(self, words: str, moves: list[str]) -> bool:
        """Do what was typed; True if a move was played or taken back."""
        command, _, rest = words.partition(" ")
        if words.isdigit() and 1 <= int(words) <= len(moves):
            self.play(moves[int(words) - 1])
            return True
        if words in ("", "help", "?"):
            self.console.print(self.say("Type the number or the text of a move. Or:"))
            for typed, does in COMMANDS.items():
                self.console.print(f"  {typed:10} {self.say(does)}", markup=False)
        elif words == "undo":
            return self.undo()
        elif words == "hint":
            self.hint()
        elif words == "log":
            for line in self.table.log(self.viewer(), self.language):
                self.console.print(escape(line))
        elif words == "board":
            sight, reader = self.table.sight(self.viewer()), self.reader(self.viewer())
            for part in self.table.game.definition.text.board_text(sight, reader):
                self.console.print(escape(part.title), style="bold")
                for line in part.lines:
                    self.console.print(f"- {escape(line)}")
        elif words == "rules":
            for section in self.table.game.definition.text.rulebook(self.language):
                paragraphs = escape("\n\n".join(section.paragraphs))
                self.console.print(f"[bold]{escape(section.heading)}[/bold]\n{paragraphs}\n")
        elif command == "save" and rest:
            self.save(Path(rest))
            self.console.print(self.say("Written to {path}.", path=rest), markup=False)
        elif words.isdigit():
            raise IllegalMove("Choose a number from 1 to {count}, or type help.", count=len(moves))
        else:
            self.play(words)
            return True
        return False

    def undo(self) -> bool:
        assert self.table.to_move is not None
        if reason := self.table.why_no_undo(self.table.to_move):
            self.console.print(translator(ERRORS, self.language)(reason))
            return False
        self.table.undo()
        self.save(self.keep)
        return True

    def hint(self) -> None:
        from triarchy.bots import hint

        move, words = hint(self.table, self.language)
        self.console.print(f"{move}: {words}" if words else move, markup=False)

    def show_end(self) -> None:
        game = self.table.game
        sight, reader = self.table.sight(None), self.reader(None)
        self.console.print(game.definition.drawing.terminal(sight, reader))
        for step in game.definition.text.final_steps(sight, reader):
            self.console.print(escape(step.text), style="dim")
        ranking, scores = self.table.ranking, self.table.scores
        assert ranking and scores
        for seat in sorted(range(game.players), key=ranking.__getitem__):
            self.console.print(f"{ranking[seat]}. {escape(reader.names[seat])}: {scores[seat]}")
        where = self.say("The game file is {path}.", path=self.keep)
        self.console.print(where, markup=False, soft_wrap=True)
