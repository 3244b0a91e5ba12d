"""Checks that hold for every game: a new game's tests begin with these."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np

import triarchy
from triarchy.kit.definition import DEFINITIONS, Definition, State
from triarchy.kit.learning import Exercise, Figure, figure_ids, figure_position
from triarchy.kit.presentation import Picture
from triarchy.table.game import Game
from triarchy.table.table import Table


def names_of_games() -> set[str]:
    """Every game's name, title, boards and options: words that no code above games/ knows."""
    names: set[str] = set()
    for definition in DEFINITIONS.all():
        names |= {definition.name, definition.title, *definition.options}
        names |= {word for board in definition.boards.values() for word in (board.id, board.title)}
    return names


def random_table(game: Game, seed: int, decisions: int | None = None) -> Table:
    """A table after random moves: to the end, or that many."""
    chance = random.Random(seed)
    table = game.start(seed)
    while not table.over and (decisions is None or len(table.moves) < decisions):
        table.play_action(chance.choice(game.legal_actions(table.state)))
    return table


def random_states(game: Game, games: int, every: int = 1) -> Iterator[State]:
    """States of random games, every so many decisions, the last one included."""
    for seed in range(games):
        table = random_table(game, seed)
        yield from table.states[seed % every :: every]
        yield table.state


def check_legal_means_playable(game: Game, games: int) -> None:
    """Legal lists are ascending without doubles, sorted as text, and never a dead end."""
    for seed in range(games):
        table = random_table(game, seed)
        for state in table.states:
            actions = game.legal_actions(state)
            assert actions == sorted(set(actions))
            assert all(game.moves[action] for action in actions)
            assert bool(actions) == (int(state.to_move) >= 0)
            assert len(actions) <= game.definition.legal_limit
            moves = game.legal_moves(state)
            assert moves == sorted(moves)
            for action in actions:
                after = state.copy()
                game.definition.rules.apply(game.board.struct, after, action)
                assert game.legal_actions(after) or int(after.to_move) < 0


def check_documents(game: Game, games: int, every: int = 3) -> None:
    """A position document loads to the same bytes, also by way of JSON text."""
    for state in random_states(game, games, every):
        document = json.loads(json.dumps(game.document(state)))
        assert triarchy.position(document).state.tobytes() == state.tobytes()


def check_records(game: Game, games: int) -> None:
    """A record replays to the same table; undo is exact all the way back."""
    for seed in range(games):
        table = random_table(game, seed)
        again = triarchy.load(json.loads(json.dumps(table.record())))
        assert again.position() == table.position()
        for state in reversed(table.states):
            assert again.state.tobytes() == state.tobytes()
            if again.moves:
                again.undo()
        assert again.state.tobytes() == game.start(seed).state.tobytes()


def check_views(game: Game, games: int, every: int = 3) -> None:
    """Hiding a guess gives the view back, and the guess is a position that loads."""
    rules, board = game.definition.rules, game.board.struct
    rng = np.array([7], np.uint64)
    for state in random_states(game, games, every):
        for seat in [*range(game.players), None]:
            view = game.view(state, seat)
            guess = view.copy()
            rules.guess(board, guess, -1 if seat is None else seat, rng)
            assert game.view(guess, seat).tobytes() == view.tobytes()
            assert triarchy.position(game.document(guess)).state.tobytes() == guess.tobytes()
            if seat is not None and int(state.to_move) == seat:
                assert game.legal_actions(guess) == game.legal_actions(state)
            if seat is not None:
                seen = np.zeros(game.definition.observation, np.int8)
                known = np.zeros(game.definition.observation, np.int8)
                rules.observe(board, view, seat, seen, 0, 1)
                rules.observe(board, state, seat, known, 0, 1)
                assert seen.tobytes() == known.tobytes()


def digest_of_games(game: Game, games: int) -> str:
    """A hash over all states, views, guesses, observations and evaluations of random games."""
    rules, board = game.definition.rules, game.board.struct
    total = hashlib.sha256()
    rng = np.array([11], np.uint64)
    for number, state in enumerate(random_states(game, games)):
        total.update(state.tobytes())
        if number % 7 == 0:
            for seat in [*range(game.players), -1]:
                view = state.copy()
                rules.hide(board, view, seat)
                total.update(view.tobytes())
                rules.guess(board, view, seat, rng)
                total.update(view.tobytes())
            seen = np.zeros(game.definition.observation, np.int8)
            rules.observe(board, state, number % game.players, seen, 0, 1)
            total.update(seen.tobytes())
            values = np.zeros(game.players)
            rules.evaluate(board, state, values)
            total.update(np.round(values, 9).tobytes())
        if int(state.to_move) < 0:
            total.update(json.dumps(game.result(state)).encode())
    return total.hexdigest()


def check_interpreter_agrees(game: Game, games: int) -> None:
    """Whole games are equal to the byte in the interpreter, in a process of its own."""
    code = (
        "import sys, json, warnings; warnings.simplefilter('error', RuntimeWarning);"
        "import triarchy; from triarchy.engine.compiled import INTERPRETED; assert INTERPRETED;"
        "sys.path.insert(0, sys.argv[2]); from tests.shared_checks import digest_of_games;"
        "a = json.loads(sys.argv[1]);"
        "game = triarchy.game(a['game'], a['players'], a['board'], a['options']);"
        "print(digest_of_games(game, a['games']))"
    )
    arguments = {
        "game": game.name,
        "players": game.players,
        "board": game.board.id,
        "options": game.options,
        "games": games,
    }
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            code,
            json.dumps(arguments),
            os.path.dirname(os.path.dirname(__file__)),
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == digest_of_games(game, games)


# What a game teaches


def attributes(drawing: str, name: str) -> set[str]:
    """The values of an attribute in a drawing, which must be well-formed."""
    return {value for e in ElementTree.fromstring(drawing).iter() if (value := e.get(name))}


def figure_table(definition: Definition[Any], figure: str) -> Table:
    """A figure's position, which must load through the position contract and come back."""
    position = figure_position(definition.folder, figure)
    table = triarchy.position(position)
    assert table.position() == position
    return table


def drawn(table: Table, seat: int | None, picture: Picture) -> str:
    """The picture of a position as a seat, or an onlooker, sees it."""
    game = table.game
    return game.definition.svg(table.sight(seat), game.reader(seat, "en"), picture)


def check_scenes(game: Game, games: int) -> None:
    """Every legal move is one node, keys are unique, everything named is in every sheet, and all who are not on the move
    see the same board."""
    definition = game.definition
    sheets = [
        definition.sheet(game.board, standing, dark)
        for standing in (False, True)
        for dark in (False, True)
    ]
    for state in random_states(game, games):
        mover = int(state.to_move)
        boards = []
        for seat in (None, *range(game.players)):
            sight, reader = game.sight(game.view(state, seat)), game.reader(seat, "de")
            moves = []
            for part in ("board", "hand"):
                scene = definition.scene(sight, reader, Picture(part=part, lit=seat == mover))
                assert len({node.key for node in scene}) == len(scene)
                for sheet in sheets:
                    assert all(node.at in sheet.part(part).places for node in scene)
                    assert all(set(node.symbols) <= set(sheet.symbols) for node in scene)
                    assert all(node.style in sheet.styles for node in scene if node.text)
                assert all(node.label for node in scene if node.move)
                moves += [node.move for node in scene if node.move]
                if part == "board" and seat != mover:
                    boards.append(scene)
            legal = game.legal_moves(state) if seat == mover else []
            assert sorted(moves) == legal
        assert all(board == boards[0] for board in boards)


def check_figure(definition: Definition[Any], figure: Figure) -> None:
    """What it previews is legal, and what it rings is drawn."""
    table = figure_table(definition, figure.id)
    assert not figure.preview or figure.preview in table.legal
    preview = table.game.actions[figure.preview] if figure.preview else -1
    drawing = drawn(table, figure.seat, Picture(part=figure.part, preview=preview))
    assert set(figure.keys) <= attributes(drawing, "data-key")


def check_rulebook(definition: Definition[Any], language: str) -> None:
    """The same sections as in English, all with words of their own; help leads to one of them."""
    sections, english = definition.text.rulebook(language), definition.text.rulebook("en")
    anchors = [section.anchor for section in english]
    assert [section.anchor for section in sections] == anchors
    assert len(set(anchors)) == len(anchors)
    for section, original in zip(sections, english, strict=True):
        captions = [figure.caption for figure in section.figures]
        rulings = [sentence for _, sentence in section.rulings]
        assert all([section.heading, *section.paragraphs, *captions, *rulings])
        if language != "en":
            assert set(section.paragraphs).isdisjoint(original.paragraphs)
    game = triarchy.game(definition.name)
    for state in random_states(game, games=1):
        assert definition.text.help_anchor(game.sight(state)) in anchors


def check_legend(definition: Definition[Any], language: str) -> None:
    """Each symbol once, with a picture, a name and a sentence."""
    entries = definition.text.legend(language)
    ids = [entry.id for entry in entries]
    assert len(set(ids)) == len(ids)
    for entry in entries:
        ElementTree.fromstring(entry.symbol)
        assert entry.name
        assert entry.meaning.endswith(".")


def check_lesson(definition: Definition[Any], number: int, language: str) -> None:
    """It is played to its end; every wrong try, legal or not, is answered in words."""
    lesson = definition.text.lessons(language)[number]
    english = definition.text.lessons("en")[number]
    assert lesson.id == english.id
    assert lesson.id.startswith(f"{definition.name}-{number + 1:02}-")
    assert lesson.title
    assert lesson.exercises[0].figure, "the first exercise needs a figure"
    for exercise, original in zip(lesson.exercises, english.exercises, strict=True):
        assert exercise.words
        assert language == "en" or exercise.words != original.words
        if exercise.figure:
            table = figure_table(definition, exercise.figure)
        drawing = drawn(table, exercise.seat, Picture(lit=True))
        assert set(exercise.keys) <= attributes(drawing, "data-key")
        if exercise.expected or exercise.accepts is not None:
            table.play(check_tries(table, exercise, language))
            for reply in exercise.replies:
                table.play(reply)


def check_tries(table: Table, exercise: Exercise, language: str) -> str:
    """Some moves are right and all others are answered; a right one."""
    assert table.to_move == exercise.seat
    right = right_moves(table, exercise)
    assert right
    assert exercise.accepts is not None or right == list(exercise.expected)
    assert set(exercise.answers).isdisjoint(right)
    for move in filter(None, table.game.moves):
        if move not in right:
            answer = answer_to(table, exercise, move, language)
            assert answer, (exercise.words, move)
            assert "{" not in answer, (exercise.words, move)
    return right[-1]


def right_moves(table: Table, exercise: Exercise) -> list[str]:
    """The legal moves that are right."""
    if exercise.accepts is None:
        return [move for move in exercise.expected if move in table.legal]
    moves = []
    for move in table.legal:
        after = table.copy()
        after.play(move)
        if exercise.accepts(after.sight(exercise.seat)):
            moves.append(move)
    return moves


def answer_to(table: Table, exercise: Exercise, move: str, language: str) -> str:
    """What is said to a move that is not right."""
    if move in exercise.answers:
        return exercise.answers[move]
    if move in table.legal:
        return exercise.otherwise
    reader = table.game.reader(exercise.seat, language)
    return table.game.definition.text.why_not(table.sight(exercise.seat), move, reader)


def check_every_figure_is_used(definition: Definition[Any]) -> None:
    """By the rulebook, the strategy guide or a lesson."""
    text = definition.text
    sections = [*text.rulebook("en"), *text.strategy("en")]
    shown = {figure.id for section in sections for figure in section.figures}
    played = {each.figure for lesson in text.lessons("en") for each in lesson.exercises} - {""}
    assert shown | played == set(figure_ids(definition.folder))


def write_figures(definition: Definition[Any], documents: dict[str, dict[str, Any]]) -> None:
    """The figures of a game, anew."""
    folder = definition.folder / "figures"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for id_, document in documents.items():
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        (folder / f"{id_}.json").write_text(text + "\n", encoding="utf-8")


def check_words_in_the_interpreter(name: str, environment: dict[str, str] | None = None) -> None:
    """Whatever words and pictures ask of the rules, on views too, stays inside every array: compiled
    code would write past its end without a word."""
    code = (
        "import sys; from triarchy.engine.compiled import INTERPRETED; assert INTERPRETED;"
        "from triarchy.kit.definition import DEFINITIONS; from triarchy.table.example import example;"
        "from triarchy.table.prepare import prepare_words;"
        "prepare_words(example(DEFINITIONS[sys.argv[1]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, name],
        env={**(environment or os.environ), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
