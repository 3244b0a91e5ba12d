"""Every bot plays legally from a view alone, gives the same choice again, and beats a weaker one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import triarchy
from tests.meridian.scenes import position
from tests.shared_checks import random_table
from triarchy.bots import (
    STRENGTHS,
    Bot,
    analyse,
    analysis,
    bot,
    choose_move,
    hint,
    play_game,
    search,
    strength_words,
)
from triarchy.bots.analysis import advise
from triarchy.bots.greedy import Greedy
from triarchy.bots.guests import Guest
from triarchy.bots.lookahead import MOST_CHOICES, choices, estimate
from triarchy.bots.turns import TurnJudgement
from triarchy.bots.workspace import Workspace
from triarchy.engine.errors import BadRequest
from triarchy.kit.language import LANGUAGES, faults

GAMES = [("meridian", 2), ("tigris", 3), ("china", 3)]
BOTS = [
    "random",
    "greedy",
    "greedy:mistakes=0.5,looks=4",
    "search:sims=30",
    "search:sims=30,workers=2",
]


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("text", BOTS)
def test_choice_does_not_change_when_everything_hidden_is_dealt_anew(name, players, text):
    game = triarchy.game(name, players)
    rules, board = game.definition.rules, game.board.struct
    rng = np.array([5], np.uint64)
    dealt_otherwise = 0
    for decisions in (0, 7, 25, 60):
        state = random_table(game, 3, decisions).state
        seat = int(state.to_move)
        if seat < 0:
            continue
        chosen = bot(text).choose(game, game.view(state, seat), seat, seed=11)
        assert chosen in game.legal_actions(state)
        for _ in range(2):
            other = game.view(state, seat)
            rules.guess(board, other, seat, rng)
            dealt_otherwise += other.tobytes() != state.tobytes()
            again = bot(text).choose(game, game.view(other, seat), seat, seed=11)
            assert again == chosen
    assert dealt_otherwise


@pytest.mark.parametrize("text", ["random", "greedy", "search:sims=5"])
def test_a_state_with_its_secrets_is_refused(text):
    game = triarchy.game("china", 3)
    state = game.state(1)
    with pytest.raises(BadRequest, match="view of seat 0"):
        bot(text).choose(game, state, 0)
    with pytest.raises(BadRequest, match="view of seat 0"):
        bot(text).choose(game, game.view(state, 1), 0)
    with pytest.raises(BadRequest, match="not for seat 1"):
        bot(text).choose(game, game.view(state, 1), 1)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_greedy_beats_random(name, players):
    game = triarchy.game(name, players)
    weak, strong = bot("random"), bot("greedy")
    won = 0
    for seed in range(8):
        seat = seed % players
        result = play_game(game, [strong if s == seat else weak for s in range(players)], seed)
        won += result.ranking[seat] == 1
    assert won >= 7


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_greedy_takes_what_it_values_most(name, players):
    game, one, other = triarchy.game(name, players), Greedy(), Greedy()
    boards = [each.id for each in game.definition.boards.values() if players in each.players]
    for number, board in enumerate(boards * 2):  # one bot goes from board to board
        game = triarchy.game(name, players, board)
        state = random_table(game, number, 9).state
        view, seat = game.view(state, int(state.to_move)), int(state.to_move)
        chosen = one.choose(game, view, seat, seed=2**64 - 1 - number)
        values = other.values(game, view, seat, seed=2**64 - 1 - number)
        assert chosen == int(np.argmax(values))


def test_search_beats_easy_bots():
    game = triarchy.game("meridian", 2)
    won = 0
    for seed in range(8):
        pair = [bot("search:sims=60"), bot("easy")]
        result = play_game(game, pair if seed % 2 else pair[::-1], seed)
        won += result.ranking[1 - seed % 2] == 1
    assert won >= 6


def test_a_game_of_bots_can_be_played_again():
    game = triarchy.game("tigris", 2)
    one = play_game(game, [bot("search:sims=6"), bot("greedy:width=1,guesses=1")], 9)
    two = play_game(game, [bot("search:sims=6"), bot("greedy:width=1,guesses=1")], 9)
    assert one.state.tobytes() == two.state.tobytes()


def test_choices_end_where_the_evaluation_changes():
    game = triarchy.game("meridian", 3)
    space = Workspace(game.definition)
    space.states[1] = game.state(4)
    value, path, length = space.ways
    count = choices(game.board.struct, space.states, 1, space.work, space.ways)
    assert 0 < count < MOST_CHOICES
    for i in range(count):
        table = game.start(4)
        for action in path[i, : length[i]]:
            table.play_action(int(action))
        assert table.to_move == 1, "every choice of Meridian is a whole turn"
        shares = np.zeros(3)
        estimate(game.board.struct, table.state, shares)
        assert shares[0] == value[i]
    assert len({tuple(path[i, : length[i]]) for i in range(count)}) == count


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_evaluation_shares_one_win_and_changes_nothing(name, players):
    game = triarchy.game(name, players)
    for state in random_table(game, 2).states[::7]:
        before = state.tobytes()
        shares = np.zeros(players)
        game.definition.rules.evaluate(game.board.struct, state, shares)
        assert state.tobytes() == before
        assert shares.min() >= 0
        assert shares.sum() == pytest.approx(1)


def test_analysis_judges_every_legal_move_for_every_seat():
    table = random_table(triarchy.game("china", 3), 1, 5)
    found = analyse(table, sims=60, seed=2)
    assert sorted(one.move for one in found) == table.legal
    # The first look is at the position itself, if there is a choice.
    assert sum(one.visits for one in found) == 60 - (len(table.legal) > 1)
    for one in found:
        assert len(one.shares) == 3
        if one.visits:
            assert sum(one.shares) == pytest.approx(1)
            assert all(a <= s <= b for a, s, b in zip(one.low, one.shares, one.high, strict=True))
    assert found[0].visits == max(one.visits for one in found)
    assert choose_move(table, "search:sims=60", None, 2) in table.legal
    assert analyse(table.game, table.view_state(table.to_move), sims=60, seed=2) == found


def test_hint_is_a_legal_move_with_words():
    table = random_table(triarchy.game("meridian", 3), 1, 8)
    move, words = hint(table)
    assert move in table.legal
    assert words
    over = random_table(triarchy.game("meridian", 3), 1)
    with pytest.raises(BadRequest, match="over"):
        hint(over)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_advice_is_a_choice_to_its_end_and_never_a_loss(name, players):
    game = triarchy.game(name, players)
    longest = 0
    for decisions in (0, 6, 13, 31):
        table = random_table(game, 2, decisions)
        view = table.view_state(table.to_move)
        advice = advise(game, view, playouts=60)
        assert advice == advise(game, view, playouts=60)
        choices = len(table.legal)
        assert (advice.lead is None) == (choices == 1)
        assert advice.lead is None or 0.0 <= advice.lead <= 1.0
        for action in advice.actions:
            assert action in game.legal_actions(table.state)
            table.play_action(action)
        longest = max(longest, len(advice.actions))
    assert longest > 1


def test_nothing_is_spent_on_a_forced_decision():
    game = triarchy.game("meridian", 2)
    table = game.start(0)
    while len(table.legal) > 1:
        table.play(table.legal[0])
    searching = bot("search:ms=60000")
    view = table.view_state(table.to_move)
    assert searching.choose(game, view, table.to_move) == game.actions[table.legal[0]]


@pytest.mark.parametrize(
    ("name", "players", "nodes"),
    [("meridian", 2, 2000), ("tigris", 3, 20_000), ("china", 3, 2000)],
)
@pytest.mark.parametrize("kind", ["search", "champion"])
def test_a_full_tree_is_searched_on(name, players, nodes, kind, monkeypatch):
    """With so little room some positions soon have no child that is legal in them."""
    game = triarchy.game(name, players)
    state = random_table(game, 3, 25).state
    seat = int(state.to_move)
    view = game.view(state, seat)
    monkeypatch.setattr(search, "NODES", nodes)
    searching = bot(f"{kind}:sims=3000")
    found = searching.search(game, view, seat, 1, 0.0)
    space = searching.spaces(game)[0]
    assert int(space.tree.used[0]) > nodes / 2
    assert int(found.visits.sum()) >= 2990, "from the root every simulation goes on"
    # The part that is kept for the next decision may have had no room to grow.
    leaf = next(n for n in range(1, nodes) if not int(space.tree.nodes[n].first))
    space.root, space.tree.used[0] = leaf, nodes
    again = searching.search(game, view, seat, 1, 0.0, again=True)
    assert (again.visits == found.visits).all(), "begun anew"


def test_time_of_a_turn_is_parted_over_its_decisions():
    searching = bot("search:ms=1000")
    view = triarchy.game("meridian", 2).state(0)
    parts = [searching._time_for(view, 0) for _ in range(3)]
    assert parts == [0.5, 0.25, 0.125]
    view.turn = 2
    assert searching._time_for(view, 0) == 0.5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("deep", 'There is no bot "deep"; there are easy'),
        ("search:ms=0", "'ms' must be a whole number from 1 to 600000, not '0'."),
        ("search:ms=1e3", "'ms' must be a whole number"),
        ("search:c=nan", "'c' must be a number"),
        ("search:depth=3", "'search' does not take \"depth=3\""),
        ("search:sims=5,sims=6", "'search' is given 'sims' twice."),
        ("search:sims=5,ms=6", "'search' takes either 'sims' or 'ms', not both."),
        ("random:1", "'random' takes no parameters."),
        ("hard:sims=3", 'There is no bot "hard:sims=3"'),
        ("file:no/such.py", "There is no file 'no/such.py' to load a bot from."),
        ("program:", "'program:' names no program."),
        ("program:'open", "has an open quotation."),
        (7, "A bot is named by a text, not 7."),
    ],
)
def test_bad_texts_are_refused_in_one_sentence(text, said):
    with pytest.raises(BadRequest) as refused:
        bot(text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_texts_name_bots_with_parameters():
    assert bot("search:ms=500,c=0.7").name == "search:ms=500,c=0.7"
    assert bot("hard").name == "hard"
    assert bot("greedy:width=2").name == "greedy:width=2"
    for text in ("easy", "normal", "hard", "expert", "random", "greedy", "search"):
        assert isinstance(bot(text), Bot)
        assert not isinstance(bot(text), Guest)


def test_parameters_by_their_former_names_are_still_read():
    assert bot("search:ms=500,trust=3").own_settings == {"prior_visits": 3}
    champion = bot("champion:ms=500,trust=0.8,hand=0.3,soften=0.5,doubt=0.1")
    assert champion.own_settings == {
        "network_weight": 0.8,
        "evaluation_weight": 0.3,
        "prior_exponent": 0.5,
        "fpu_reduction": 0.1,
    }
    with pytest.raises(BadRequest, match="twice"):
        bot("search:trust=3,prior_visits=3")


def test_every_strength_has_its_words_in_every_language():
    assert faults(Path(triarchy.bots.__file__).parent) == []
    for language in LANGUAGES:
        words = strength_words(language)
        assert list(words) == list(STRENGTHS)
        assert len(set(words.values())) == len(STRENGTHS)


def test_greedy_that_looks_again_does_not_move_the_leader_it_has_just_placed():
    """A revolt that wins on some guesses only makes picking the king look good; no place for it is."""
    game = triarchy.game("tigris", 4)
    table = game.start(seed=4)
    moves = "leader black, cell H7, leader green, cell K10, leader black, cell B3"
    for move in moves.split(", "):
        table.play(move)
    view = table.view_state(1)
    hasty = [Greedy().choose(game, view, 1, seed) for seed in range(8)]
    chosen = [Greedy(looks=4).choose(game, view, 1, seed) for seed in range(8)]
    assert game.actions["leader black"] in hasty
    assert game.actions["leader black"] not in chosen


def test_advice_that_takes_a_tower_back_goes_on_to_where_it_comes(monkeypatch):
    table = position({5: [[0, 3], None, [1, 2], None, None]})
    turn = ("lift 1", "height 4", "city 2")
    found = TurnJudgement(turn, (0.4, 0.2, 0.2, 0.2), 0.3, 0.5, 0.0, 0.0, 0.0, 9)
    monkeypatch.setattr(analysis.TurnJudge, "judge", lambda *_, **how: [found])
    view = table.view_state(0)
    advice = analysis.advise(table.game, view)
    assert [table.game.moves[action] for action in advice.actions] == list(turn)
    labels = analysis.advice_labels(table.game, view, advice, table.game.reader(0))
    assert len(labels) == 3
