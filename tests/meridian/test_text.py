"""What Meridian says: complete in three languages, true to the rules, with reasons."""

from __future__ import annotations

import random

import numpy as np
import pytest

import triarchy
from triarchy.games.meridian import GAME
from triarchy.games.meridian.state import BUILD, CITY
from triarchy.kit.language import LANGUAGES, faults

NAMES = ["Ann", "Ben", "Cleo", "Dora"]


def figure_a(phase: int = CITY, height: int = 2):
    """Figure A's column in meridian 5: black 4, brown 3, free, grey 1, free; orange to move."""
    game = triarchy.game("meridian", players=4)
    state = game.state(1)
    for row, (seat, tall) in {0: (3, 4), 1: (2, 3), 3: (1, 1)}.items():
        state.towers[4, row] = 64 * seat + tall
    state.card, state.meridian, state.phase = 5, 5, phase
    state.height = height if phase == CITY else 0
    return game, state


def random_tables(players: int, seed: int = 3):
    """A table at each decision of a random game, with the legal actions."""
    game = triarchy.game("meridian", players=players)
    table, rng = game.start(seed=seed), random.Random(seed)
    while not table.over:
        actions = game.legal_actions(table.state)
        yield game, table, actions
        table.play_action(rng.choice(actions))


def test_every_sentence_is_translated_with_the_same_placeholders():
    assert faults(GAME.folder) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_has_words(players, language):
    for game, table, actions in random_tables(players):
        view, seat = table.view_state(table.to_move), table.to_move
        said = [GAME.prompt(game.board, view, who, NAMES, language) for who in (seat, None)]
        for action in actions[:6]:
            said.append(GAME.label(game.board, view, action, NAMES, language))
            said += GAME.preview(game.board, view, action, NAMES, language)
        for text in said:
            assert text
            assert "{" not in text
        assert len({GAME.label(game.board, view, a, NAMES, language) for a in actions}) == len(
            actions
        )


def test_the_log_tells_each_turn_and_the_end():
    game = triarchy.game("meridian", players=3)
    table, rng = game.start(seed=5), random.Random(5)
    while not table.over:
        table.play(rng.choice(table.legal))
    log = table.log()
    assert len(log) >= 39
    assert sum("plays card" in line for line in log) == 39
    assert "The game is over" in log[-1]


def test_a_push_is_told_with_its_direction_and_its_islands():
    game, state = figure_a()
    action = game.actions["city 4"]
    assert GAME.label(game.board, state, action, NAMES, "en").endswith("push Ben south")
    told = GAME.preview(game.board, state, action, NAMES, "en")
    assert told[0].startswith("Ben's tower of 1 moves south to Long Hasuri")


def test_figure_a_says_why_not():
    game, state = figure_a()
    say = lambda move: GAME.why_not(game.board, state, move, NAMES, "en")  # noqa: E731
    assert say("city 2") == "That would push Dora's tower off the board."
    assert say("city 1") == "It would stand lower than a tower south of it."
    assert say("city 5") == "It would stand higher than a tower north of it."
    assert say("city 3") == "This move is possible now."
    assert say("card 5") == "The tower of 2 needs a city first."
    assert say("city 9") == "There is no such move."


def test_heights_say_why_not():
    game, state = figure_a(BUILD)
    say = lambda move: GAME.why_not(game.board, state, move, NAMES, "en")  # noqa: E731
    assert say("height 3") == "A tower of 3 already stands in meridian 5."
    assert say("height 21") == "Ann has only 20 pieces in supply."
    state.towers[4] = 0
    assert say("height 1") == "The first tower in a meridian must be at least 2 high."
    state.towers[4, 0] = 5
    assert "it must be taken back first" in say("height 2")


@pytest.mark.parametrize("players", [2, 4])
def test_every_illegal_move_has_a_reason(players):
    for game, table, actions in random_tables(players, seed=8):
        if table.phase not in ("build", "city"):
            continue
        legal = {game.moves[action] for action in actions}
        for move in game.moves:
            reason = GAME.why_not(game.board, table.state, move, NAMES, "en")
            assert (reason == "This move is possible now.") == (move in legal), (move, reason)


def test_a_hint_names_the_gain():
    game, state = figure_a()
    state.towers[:4] = state.towers[5:] = state.towers[4] = 0
    state.phase, state.height = BUILD, 0
    action = game.actions["height 2"]
    hint = GAME.explain(game.board, state, action, NAMES, "en")
    assert "takes " in hint
    assert "leaves 18 pieces" in hint


def test_final_steps_add_up_to_the_scores():
    game = triarchy.game("meridian", players=4)
    table, rng = game.start(seed=11), random.Random(11)
    while not table.over:
        table.play(rng.choice(table.legal))
    steps = GAME.final_steps(game.board, table.state, NAMES, "de")
    assert np.sum([step.gains for step in steps], axis=0).tolist() == table.scores
    assert len(steps) == 14
    assert steps[0].keys[0] == "island-a"


def test_score_help_lists_every_island_and_player():
    game, state = figure_a()
    islands, standing, cards = GAME.score_help(game.board, state, 0, NAMES, "nl")
    assert len(islands.rows) == 13
    assert all(len(row) == len(islands.columns) for row in islands.rows)
    assert len(standing.rows) == len(cards.rows) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_a_paragraph_for_every_phase(language):
    rules = GAME.rules_text(language)
    assert {anchor for anchor, _, _ in rules} == {"aim", "end", *GAME.phases}
    assert all(heading and text for _, heading, text in rules)
