"""The games pass OpenSpiel's random simulation, and its algorithms play them."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from tests.research.kinds import GAMES, KINDS, quiet
from triarchy.engine.errors import BadPosition, BadRequest, TriarchyError

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
import triarchy.research.openspiel_game  # noqa: E402, F401


@pytest.fixture(autouse=True)
def _quiet():
    with quiet():
        yield


def load(name, players, **more):
    given = ",".join(f"{key}={value}" for key, value in {"players": players, **more}.items())
    return pyspiel.load_game(f"triarchy_{name}({given})")


def dealt(game, deal=9, steps=0, seed=4):
    """A state some random decisions after the deal."""
    state, chance = game.new_initial_state(), np.random.default_rng(seed)
    state.apply_action(deal)
    for _ in range(steps):
        state.apply_action(int(chance.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_openspiel_random_simulation_with_serialisation(name, players):
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["meridian", "tigris", "china(players=3)"])
def test_openspiel_ismcts_runs_with_our_resampler(name):
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(f"triarchy_{name}")
    state = game.new_initial_state()
    state.apply_action(3)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, chance),
        uct_c=2.0,
        max_simulations=6,
        random_state=chance,
    )
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["meridian", "tigris", "china(players=3)"])
def test_openspiel_outcome_sampling_mccfr_iterates(name):
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(f"triarchy_{name}"))
        for _ in range(10):
            solver.iteration()
    finally:
        sys.setrecursionlimit(limit)
    state = pyspiel.load_game(f"triarchy_{name}").new_initial_state()
    state.apply_action(0)
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_a_resampled_state_keeps_the_players_own_knowledge_and_gives_the_others_new(name, players):
    """The others' information states are of the new deal: as many as there are hands."""
    game = load(name, players)
    state, chance = dealt(game), np.random.default_rng(4)
    changed = 0
    for _ in range(40):
        player = state.current_player()
        before = [state.information_state_string(seat) for seat in range(players)]
        other = state.resample_from_infostate(player, chance.random)
        assert [state.information_state_string(seat) for seat in range(players)] == before
        assert other.information_state_string(player) == before[player]
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == state.history()
        assert other.current_player() == player
        for seat in set(range(players)) - {player}:
            again = other.resample_from_infostate(player, lambda: 0.25)
            twin = state.resample_from_infostate(player, lambda: 0.25)
            told = again.information_state_string(seat)
            assert told == twin.information_state_string(seat), "the same deal reads the same"
            hidden = other.observation_string(seat) != state.observation_string(seat)
            changed += hidden
            if hidden:
                assert other.information_state_string(seat) != before[seat]
        action = int(chance.choice(state.legal_actions()))
        other.apply_action(action)
        assert len(other.history()) == len(state.history()) + 1
        state.apply_action(action)
    assert changed > 0 or name == "meridian", "in Meridian nobody holds anything hidden"


def test_two_new_deals_are_told_apart_by_who_sees_the_difference():
    game = load("tigris", 3)
    state = dealt(game, steps=30)
    player = state.current_player()
    chance = np.random.default_rng(1)
    others = [state.resample_from_infostate(player, chance.random) for _ in range(12)]
    for seat in set(range(3)) - {player}:
        hands = {other.observation_string(seat) for other in others}
        assert len({other.information_state_string(seat) for other in others}) == len(hands) > 1


@pytest.mark.parametrize("name", GAMES)
def test_games_and_states_can_be_pickled_also_resampled_ones(name):
    game = load(name, 3, deals=16)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = dealt(game, steps=20)
    for one in (state, state.resample_from_infostate(state.current_player(), lambda: 0.3)):
        again = pickle.loads(pickle.dumps(one))
        assert (str(again), again.history()) == (str(one), one.history())
        for seat in range(3):
            assert again.information_state_string(seat) == one.information_state_string(seat)
        again.apply_action(again.legal_actions()[0])


def test_a_pickled_game_is_loaded_by_a_process_that_has_not_registered_it():
    data = pickle.dumps(load("meridian", 3))
    code = f"import pickle; print(pickle.loads({data!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(load("meridian", 3))


def test_a_clone_goes_on_by_itself():
    state = dealt(load("china", 3), steps=10)
    told = [state.information_state_string(seat) for seat in range(3)]
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert [state.information_state_string(seat) for seat in range(3)] == told
    assert clone.information_state_string(0).startswith(told[0])


def test_the_chance_node_can_be_asked_what_any_state_can():
    game = load("tigris", 2)
    state = game.new_initial_state()
    assert (
        state.observation_string(1) == state.observation_string() == str(state) == "before the deal"
    )
    assert state.information_state_string(1) == "1|"
    assert not any(state.observation_tensor(0))
    assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)


def test_before_the_deal_there_is_nothing_to_deal_anew():
    state = load("tigris", 2).new_initial_state()
    other = state.resample_from_infostate(0, lambda: 0.5)
    assert other.is_chance_node() and str(other) == str(state)


def test_a_tensor_that_does_not_exist_is_refused_not_empty():
    game = load("meridian", 2)
    with pytest.raises(BadRequest, match="no tensor of a whole history"):
        dealt(game).information_state_tensor(0)


@pytest.mark.parametrize("deals", [0, -3])
def test_a_game_without_deals_is_refused(deals):
    with pytest.raises(BadRequest, match="'deals' must be from 1"):
        load("meridian", 2, deals=deals)


def test_an_illegal_action_changes_nothing():
    state = dealt(load("meridian", 2))
    before = str(state)
    with pytest.raises(BadRequest, match="Action 73 is not legal now"):
        state.apply_action(73)
    assert str(state) == before


def test_the_tensor_has_the_features_of_the_docs_page():
    state = dealt(load("china", 4), steps=25)
    for seat in range(4):
        features = state.single.game.observe(state.single.view(seat), seat)
        tensor = state.observation_tensor(seat)
        assert tensor == features.tolist() == pyspiel.State.observation_tensor(state, seat)
        assert {type(value) for value in tensor} == {float}
    with pytest.raises(pyspiel.SpielError):
        state.observation_tensor(4)


def play_on(state, chance):
    """A random decision or outcome; returns what kind of node it was and what was chosen."""
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        assert sum(odds) == pytest.approx(1)
        action = int(chance.choice(outcomes, p=odds))
    else:
        action = int(chance.choice(state.legal_actions()))
    kind = state.action_to_string(state.current_player(), action).split()[0]
    state.apply_action(action)
    return kind


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_random_simulation_with_draws_as_chance_nodes(name, players):
    game = load(name, players, chance="draws", deals=8)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_drawn_is_what_the_chance_node_said(name):
    """Every draw is a node of its own, and what each pile holds before and after differs by what was drawn."""
    state, chance = load(name, 3, chance="draws", deals=8).new_initial_state(), quick_chance()
    assert play_on(state, chance) == "seed"
    drawn, shuffles = 0, 0
    while not state.is_terminal():
        piles = state.single.game.definition.draw_piles
        before = [sorted(pile.tolist()) for pile in piles(state.single.state)]
        chosen = []
        kind = play_on(state, chance)
        while state.is_chance_node():
            odds = dict(state.chance_outcomes())
            assert len(odds) > 1, "what can only be one thing is no chance node"
            kind = play_on(state, chance)
            shuffles += kind == "shuffle"
            chosen.append(kind)
        if "shuffle" not in chosen and not state.is_terminal():
            after = [sorted(pile.tolist()) for pile in piles(state.single.state)]
            gone = sum(map(len, before)) - sum(map(len, after))
            assert gone >= len(chosen)
            for old, new in zip(before, after, strict=True):
                assert not Counter(new) - Counter(old), "nothing comes into a pile"
            drawn += len(chosen)
    assert drawn > 10
    assert shuffles == (1 if name == "china" else 0)
    assert state.table.state.tobytes() == state.single.tobytes()


def test_a_draw_is_as_likely_as_the_pile_is_made_up_and_comes_true():
    state, chance = load("tigris", 2, chance="draws").new_initial_state(), quick_chance()
    state.apply_action(5)
    while not state.is_chance_node():
        play_on(state, chance)
    bag = state.single.game.definition.draw_piles(state.single.state)[0]
    told = dict(state.chance_outcomes())
    assert told == {c: pytest.approx(n / len(bag)) for c, n in Counter(bag.tolist()).items()}
    seat = state.single.to_move
    for colour in told:
        branch = state.clone()
        had = int(branch.single.state["hands"][seat][colour])
        while branch.is_chance_node():
            branch.apply_action(colour)
        assert int(branch.single.state["hands"][seat][colour]) > had


def test_a_shuffle_is_one_of_the_deals_and_what_is_not_there_cannot_be_drawn():
    state, chance = load("china", 3, chance="draws", deals=8).new_initial_state(), quick_chance()
    state.apply_action(5)
    while not (state.is_chance_node() and state.action_to_string(0).startswith("shuffle")):
        if state.is_chance_node():
            with pytest.raises(BadRequest, match="There is no 99 left to draw"):
                state.clone().apply_action(99)
        play_on(state, chance)
    assert len(state.chance_outcomes()) == 8
    states = set()
    for outcome in range(4):
        branch, again = state.clone(), state.clone()
        for one in (branch, again):
            one.apply_action(outcome)
            while one.is_chance_node():
                one.apply_action(one.chance_outcomes()[0][0])
        assert branch.single.tobytes() == again.single.tobytes()
        states.add(branch.single.tobytes())
    assert len(states) == 4


@pytest.mark.parametrize("name", GAMES)
def test_a_state_in_the_middle_of_drawing_can_be_pickled(name):
    state, chance = load(name, 3, chance="draws", deals=8).new_initial_state(), quick_chance()
    play_on(state, chance)
    while not state.is_chance_node():
        play_on(state, chance)
    again = pickle.loads(pickle.dumps(state))
    assert again.chance_outcomes() == state.chance_outcomes()
    outcome = state.chance_outcomes()[0][0]
    again.apply_action(outcome)
    state.apply_action(outcome)
    assert str(again) == str(state)


def quick_chance():
    return np.random.default_rng(2)


@pytest.mark.parametrize("name", GAMES)
def test_structs_go_both_ways_and_a_position_goes_on(name):
    """OpenSpiel 2's structured states, observations and actions, in the words of the notation."""
    game = load(name, 3)
    state = dealt(game, steps=15)
    told = state.to_struct()
    assert told == game.StateStruct(told.to_json()) and told.to_dict()["game"] == name
    assert told.phase == told.to_dict()["phase"]
    again = game.new_initial_state(told)
    assert str(again) == str(state) == state.to_json()
    assert str(game.new_initial_state(state.to_json())) == str(game.new_initial_state(told))
    for action in state.legal_actions():
        struct = state.action_to_struct(action)
        assert struct.move == state.action_to_string(action)
        assert state.struct_to_actions(game.ActionStruct(struct.to_json())) == [action]
    again.apply_action_struct(struct)
    state.apply_action(action)
    assert str(again) == str(state)
    seat = (state.current_player() + 1) % 3
    seen = state.to_observation_struct(seat)
    assert seen.to_json() == state.observation_string(seat)
    assert game.new_initial_state().action_to_struct(7).to_dict() == {"deal": 7}


def test_structs_that_say_nothing_here_are_refused():
    game = load("meridian", 2)
    state = dealt(game)
    for wrong, sentence in (
        ({"deal": 3}, "An action has the field 'move' here"),
        ({"move": "fly"}, "'fly' is no move"),
    ):
        with pytest.raises(BadRequest, match=sentence):
            state.struct_to_actions(game.ActionStruct(wrong))
    with pytest.raises(BadRequest, match="is made of JSON"):
        game.ActionStruct("card 3")
    with pytest.raises(BadPosition, match="The position is not one of"):
        game.new_initial_state(dealt(load("china", 3)).to_struct())
    with pytest.raises(BadRequest, match="Before the deal there is no position"):
        game.new_initial_state().to_struct()
    with pytest.raises(AttributeError, match="has no field 'weather'"):
        _ = state.to_struct().weather


SMALL = (("meridian", 2), ("tigris", 2), ("china", 3))


@pytest.mark.parametrize(("name", "players"), SMALL)
@pytest.mark.parametrize("chance", ["deal", "draws"])
def test_openspiels_playthrough_of_a_small_game_is_the_same_twice(name, players, chance):
    from open_spiel.python.algorithms import generate_playthrough

    text = f"triarchy_{name}(start={name}-{players},deals=4,chance={chance})"
    told = [generate_playthrough.playthrough(text, None, seed=5) for _ in range(2)]
    assert told[0] == told[1]
    assert f'GameType.short_name = "triarchy_{name}"' in told[0]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), KINDS)
def test_openspiels_playthrough_of_a_whole_game(name, players):
    from open_spiel.python.algorithms import generate_playthrough

    text = f"triarchy_{name}(players={players},deals=16)"
    told = generate_playthrough.playthrough(text, None, seed=5)
    assert "# Apply action" in told


@pytest.mark.parametrize(
    ("name", "players"),
    [*SMALL[:2], pytest.param(*SMALL[2], marks=pytest.mark.slow, id="china-3")],
)
def test_a_small_game_is_solved_by_openspiels_exact_solver(name, players):
    """Each iteration of CFR+ walks the whole tree; what all could gain by best responses shrinks."""
    from open_spiel.python.algorithms import cfr, exploitability
    from open_spiel.python.policy import UniformRandomPolicy

    game = pyspiel.load_game(f"triarchy_{name}(start={name}-{players},deals=1)")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    solved = exploitability.nash_conv(game, solver.average_policy(), use_cpp_br=False)
    chance = exploitability.nash_conv(game, UniformRandomPolicy(game), use_cpp_br=False)
    assert chance > 0.02, "it makes a difference what is played"
    assert -1e-9 < solved < chance / 2


def test_a_small_game_deals_what_is_hidden_and_nothing_else():
    game = pyspiel.load_game("triarchy_tigris(start=tigris-2,deals=6)")
    seen = set()
    for deal in range(6):
        state = game.new_initial_state()
        state.apply_action(deal)
        told = state.to_dict()
        hands = json.dumps(
            [told.pop(key) for key in ("hands", "discarded", "swapped", "bag") if key in told]
        )
        seen.add((json.dumps(told), hands))
    assert len({told for told, _ in seen}) == 1
    assert len({hands for _, hands in seen}) > 1


def test_a_start_that_is_none_is_refused(tmp_path):
    for start, sentence in (
        ("nowhere", "'nowhere' is no position; there are china-3, meridian-2, tigris-2, and files"),
        ("china-3", "The position is not one of Meridian"),
    ):
        with pytest.raises(TriarchyError, match=sentence):
            pyspiel.load_game(f"triarchy_meridian(start={start})")
    with pytest.raises(BadRequest, match="'start' says how many play"):
        load("meridian", 4, start="meridian-2")
    with pytest.raises(BadRequest, match="'chance' is 'deal' or 'draws', not 'dice'"):
        load("meridian", 2, chance="dice")
