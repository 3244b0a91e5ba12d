"""What Meridian says: complete in three languages, true to the rules, with reasons."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.meridian.scenes import ORANGE, figure_a, position, random_tables, reader, sight
from triarchy.games.meridian import GAME
from triarchy.kit.language import LANGUAGES, faults

TEXT = GAME.text


def test_every_sentence_is_translated_with_the_same_placeholders():
    assert faults(GAME.folder) == []


def test_the_boards_have_titles_in_every_language():
    titles = [GAME.board_title(board, "de") for board in GAME.boards.values()]
    assert titles == ["Elf Inseln", "Dreizehn Inseln"]
    own = replace(GAME.boards["eleven-isles"], title="My own")
    assert GAME.board_title(own, "nl") == "My own"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_has_words(players, language):
    for table in random_tables(players):
        seat = table.to_move
        seen, who = sight(table, seat), reader(seat, language)
        sentences = [TEXT.prompt(seen, who), TEXT.prompt(seen, reader(None, language))]
        labels = [TEXT.label(seen, action, who) for action in seen.legal]
        for action in seen.legal[:6]:
            sentences += TEXT.preview(seen, action, who)
        for words in sentences + labels:
            assert words
            assert "{" not in words
        assert len(set(labels)) == len(labels)


def test_the_log_tells_each_turn_and_the_end():
    *_, table = random_tables(3, seed=5)
    log = table.log()
    assert len(log) >= 39
    assert sum("plays card" in line for line in log) == 39
    assert "The game is over" in log[-1]


def test_a_push_is_told_with_its_direction_and_its_islands():
    table = figure_a()
    action = table.game.actions["city 4"]
    assert TEXT.label(sight(table), action, reader()).endswith("push Ben south")
    sentences = TEXT.preview(sight(table), action, reader())
    assert sentences[0].startswith("Ben's tower of 1 moves south to Long Hasuri")


def why_not(table, move):
    return TEXT.why_not(sight(table), move, reader())


def test_figure_a_says_why_not():
    table = figure_a()
    assert why_not(table, "city 2") == "That would push Dora's tower off the board."
    assert why_not(table, "city 1") == "It would be shorter than a tower to its south."
    assert why_not(table, "city 5") == "It would be taller than a tower to its north."
    assert why_not(table, "city 3") == "This move is possible now."
    assert why_not(table, "card 5") == "Card 4-5-6-7 has been chosen for this turn."
    assert why_not(table, "height 5") == "First choose a city for the tower of 2."
    assert why_not(table, "city 9") == "There is no such move."


def test_heights_say_why_not():
    table = figure_a("build")
    assert why_not(table, "height 3") == "A tower of 3 already stands in meridian 5."
    assert why_not(table, "height 21") == "Ann has only 20 pieces in supply."
    empty = position({})
    assert (
        why_not(empty, "height 1")
        == "The first tower in a meridian must be at least 2 pieces tall."
    )
    own = position({5: [[ORANGE, 5], None, None, None, None]})
    assert "it must be taken back first" in why_not(own, "height 2")


def test_a_preview_tells_the_net_change_for_everybody():
    table = position({})
    before = sight(table)
    table.play("height 2")
    seen, gains, mine = sight(table), set(), reader()._replace(seat=0)
    for action in seen.legal:
        *_, last = TEXT.preview(seen, action, mine)
        after = seen.after(action).points
        changes = [now - was for was, now in zip(before.points, after, strict=True)]
        assert last.startswith("Points: ") == any(changes)
        gains.add(max(changes))
        for name, change in zip(("You", *reader().names[1:]), changes, strict=False):
            if change:
                assert f"{name} {'+' if change > 0 else '−'}{abs(change)}" in last
    assert max(gains) > 0


def test_final_steps_add_up_to_the_scores():
    *_, table = random_tables(4, seed=11)
    steps = TEXT.final_steps(sight(table), reader(language="de"))
    assert np.sum([step.gains for step in steps], axis=0).tolist() == table.scores
    assert len(steps) == 14
    assert steps[0].keys[0] == "island-a"


def test_score_help_lists_every_island_and_player():
    islands, standing, cards = TEXT.score_help(sight(figure_a()), reader(0, "nl"))
    assert len(islands.rows) == 13
    assert all(len(row) == len(islands.columns) for row in islands.rows)
    assert len(standing.rows) == len(cards.rows) == 4
