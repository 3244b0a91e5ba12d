"""Reasons: each is recomputed from the rules by somebody else, and none is missing where turns differ."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest

import triarchy
from tests.bots.claim_checks import (
    COLOURS,
    Ends,
    alliance_points,
    cell_of,
    earned,
    holder,
    holds,
    road_points,
    strengths,
    weakest,
)
from triarchy.bots import ahead
from triarchy.bots.analysis import Advice, advice_reasons, advise
from triarchy.bots.base import generator
from triarchy.bots.plans import play_plans
from triarchy.bots.reasons import does, later_on, outlook_of, turn_of, why, without_repeats
from triarchy.bots.search import Search
from triarchy.bots.turns import TurnJudge
from triarchy.bots.workspace import Workspace
from triarchy.engine.rng import next_random
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import puzzles
from triarchy.kit.reasons import Claim, Outlook, Stake, contrast, net_change, read_outlook
from triarchy.table.table import Table

GAMES = (("meridian", 3), ("meridian", 4), ("china", 3), ("china", 5), ("tigris", 2), ("tigris", 4))
LANGUAGES = ("en", "de", "nl")
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
SAMPLE, MANY = 25, 250
TWO_POINTS = 0.02


def positions(name, players, count, seed=1):
    """Beginnings of decisions out of games played by chance."""
    chance = np.random.default_rng(seed)
    found = 0
    while found < count:
        game = triarchy.game(name, players)
        table = game.start(int(chance.integers(2**40)))
        while not table.over and found < count:
            if len(table.legal) > 1 and chance.random() < 0.15:
                found += 1
                yield table
            table.play(str(chance.choice(table.legal)))


def any_turn(table, chance):
    """A turn played by chance: its moves, and the table after it."""
    later, moves = table.copy(), []
    before = table.state
    while True:
        move = str(chance.choice(later.legal))
        game, state = later.game, later.state
        reveals = game.definition.reveals(game.board, state, game.actions[move])
        later.play(move)
        moves.append(move)
        asked = later.to_move != table.to_move or int(later.state.turn) != int(before.turn)
        if reveals or asked:
            return tuple(moves), later


def check(name, table, moves, later):
    """Every claim of a turn against the rules, and every sentence against its claim."""
    game, seat = table.game, table.to_move
    turn = turn_of(game, table.view_state(seat), moves)
    claims = game.definition.text.claims(turn)
    ends = Ends(game, table.position(), moves, later.position())
    assert len(set(claims)) == len(claims)
    for claim in claims:
        assert holds(name, ends, claim), (claim, moves, ends.before, ends.after)
        for language in LANGUAGES:
            reader = game.reader(seat, language, NAMES[: game.players])
            check_sentence(name, ends, claim, game.definition.text.clause(turn, claim, reader))
    return claims


def check_sentence(name, ends, claim, sentence):
    """It names who, how many and where, and nobody else."""
    words = re.findall(
        r"[^\W_]+", re.sub(r"(\d)er\b", r"\1", sentence)
    )  # German: a tower of 4 is a 4er
    wanted = {NAMES[claim.seat]} - {NAMES[ends.seat]}
    if claim.what in ("takes", "gives", "breaks") and name == "meridian" and claim.other >= 0:
        wanted.add(NAMES[claim.other])
    if name == "meridian" and claim.what == "moves":
        wanted.add(NAMES[claim.seat])
    if claim.what == "embroils":
        wanted.add(NAMES[claim.other])
    assert {word for word in words if word in NAMES} == wanted, (sentence, claim)
    silent = {"keeps", "revolts", "fights", "closes", "lays", "weakens", "strengthens"}
    if name == "china":
        silent |= {"builds", "hidden", "draws"}
    if claim.count and claim.what not in (
        silent | {"places", "moves", "withdraws", "loses", "drives"}
    ):
        two_houses = claim.what == "joins" and claim.count == 1
        assert two_houses or str(abs(claim.count)) in words, (sentence, claim)
    if claim.what in ("revolts", "fights"):
        assert {str(claim.count), str(claim.other)} <= set(words), sentence
    places = []
    if name == "meridian" and claim.what in (
        "takes",
        "gives",
        "breaks",
        "leaves",
        "levels",
        "leads",
        "trails",
    ):
        places.append(ends.board.data["islands"][claim.where]["name"])
    if name == "china" and claim.what in ("houses", "leads", "loses", "closes"):
        places.append(ends.board.data["provinces"][claim.where]["name"])
    assert all(place in sentence for place in places), (sentence, claim)
    assert "{" not in sentence


def compare_turns(name, players, count):
    chance = np.random.default_rng(7)
    kinds = set()
    for table in positions(name, players, count):
        seat = table.to_move
        view = table.view_state(seat)
        one, two = (any_turn(table, chance) for _ in range(2))
        claims = [check(name, table, *each) for each in (one, two)]
        kinds |= {claim.what for each in claims for claim in each}
        game = table.game
        if ends_as(game, view, one[0]) != ends_as(game, view, two[0]):
            for language in LANGUAGES:
                told = why(game, view, one[0], two[0], game.reader(seat, language))
                assert told.gains or told.misses, (one[0], two[0])
    return kinds


def ends_as(game, view, moves):
    """The position after a turn as its player sees it, whatever the order of cards that lie open."""
    after = turn_of(game, view, moves).after.view.copy()
    if game.name == "china":
        for pile in ("open", "discards"):
            after[pile] = np.sort(after[pile])
    return after.tobytes()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_claim_is_true_by_the_rules_and_its_sentence_says_it(name, players):
    kinds = compare_turns(name, players, SAMPLE)
    assert len(kinds) >= 5


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_claim_is_true_in_many_positions(name, players):
    compare_turns(name, players, MANY)


def judged_pairs(name, players, count):
    """Two turns in one position that end differently and that the judge sees at least two points apart."""
    judge, found = None, 0
    for table in positions(name, players, 20 * count, seed=3):
        judge = judge or TurnJudge(table.game)
        view = table.view_state(table.to_move)
        judged = judge.judge(view, playouts=20, seed=1)
        best = ends_as(table.game, view, judged[0].moves)
        others = [
            each
            for each in judged[1:]
            if each.behind >= TWO_POINTS and ends_as(table.game, view, each.moves) != best
        ]
        if others:
            found += 1
            yield table, view, judged[0].moves, others[0].moves
        if found == count:
            return


def tell_apart(name, players, count):
    for table, view, better, other in judged_pairs(name, players, count):
        for language in LANGUAGES:
            told = why(table.game, view, better, other, table.game.reader(None, language))
            assert told.gains or told.misses, (better, other)


@pytest.mark.parametrize(("name", "players"), [("meridian", 3), ("china", 3), ("tigris", 3)])
def test_no_reason_is_empty_where_the_judge_sees_a_difference(name, players):
    tell_apart(name, players, 8)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("meridian", 3), ("china", 3), ("tigris", 3)])
def test_no_reason_is_empty_in_many_positions(name, players):
    tell_apart(name, players, 500)


# What comes later on


def held_after(name, game, document, stake):
    """How much of a stake there is in a position document, told a second time."""
    seat, board = stake.seat, game.board
    ends = SimpleNamespace(board=board, players=game.players)
    if name == "meridian":
        return float(
            holder(strengths(ends, document, board.data["islands"][stake.where]["id"])) == seat
        )
    if name == "tigris":
        points = document["points"][seat]
        return {
            "least": lambda: weakest(points),
            "scored": lambda: points[(*COLOURS, "treasure")[stake.where]],
            "stands": lambda: bool(cell_of(document, seat, COLOURS[stake.where])),
            "draws": lambda: earned(document, seat) > 0,
        }[stake.what]()
    if stake.what == "along":
        return road_points(ends, document, seat)
    if stake.what == "shares":
        return alliance_points(ends, document, stake.where, seat) > 0
    fields = [each["id"] for each in board.data["provinces"][stake.where]["fields"]]
    owners = [document["houses"].get(field) for field in fields]
    own = [owners.count(each) for each in range(document["players"])]
    return own[seat] == max(own) > 0 and own.count(max(own)) == 1


def count_again(name, game, view, turn, stake, games, seed):
    """The average of a stake after a turn in games played on from it, by the documents of where they ended."""
    space, chance = Workspace(game.definition, 1), generator(seed, 9)
    settings = Search().settings(game)._replace(rounds=2.0, mix=0.0)
    plan = np.array([[game.actions[move] for move in turn]], np.int16)
    total = 0.0
    for _ in range(games):
        seeds = np.array([next_random(chance)], np.uint64)
        space.set_view(view)
        play_plans(
            game.board.struct, space.states, int(view.to_move), plan, np.array([len(turn)]),
            np.ones(1, np.bool_), settings, space.work, seeds, space.rng,
            np.zeros((1, 1, game.players)),
        )  # fmt: skip
        whole = space.states[1].copy()
        whole.viewer = 0
        total += held_after(name, game, game.document(whole), stake)
    return total / games


def outlooks(name):
    """The outlooks of a game's puzzles, with where they were made."""
    for puzzle in puzzles(DEFINITIONS[name].folder):
        if puzzle.outlook is not None:
            table = triarchy.position(puzzle.position)
            yield puzzle, table, table.view_state(table.to_move)


def check_outlook(name, puzzle, table, view):
    game, outlook, seed = table.game, puzzle.outlook, int(puzzle.id, 16)
    assert outlook_of(game, view, puzzle.best, puzzle.second, seed) == outlook
    for turn, told in ((puzzle.best, outlook.better), (puzzle.second, outlook.other)):
        again = count_again(name, game, view, turn, outlook.stake, ahead.GAMES, seed)
        assert again == pytest.approx(told)
    gained = outlook.better - outlook.other
    assert abs(gained) >= ahead.LEAST
    assert (gained > 0) == (outlook.stake.worth > 0) == (outlook.stake.seat == table.to_move)
    for language in LANGUAGES:
        reader = game.reader(None, language, NAMES[: game.players])
        (sentence,) = later_on(game, view, outlook, reader)
        assert NAMES[outlook.stake.seat] in sentence and "{" not in sentence
        for amount in (outlook.better, outlook.other):
            figure = f"{amount:.1f}" if outlook.stake.counted else str(round(100 * amount))
            assert figure.replace(".", "." if language == "en" else ",") in sentence


@pytest.mark.parametrize("name", ["meridian", "china", "tigris"])
def test_what_comes_of_two_turns_is_counted_again_in_where_the_games_ended(name):
    for puzzle, table, view in islice(outlooks(name), 2):
        check_outlook(name, puzzle, table, view)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["meridian", "china", "tigris"])
def test_what_comes_of_two_turns_is_counted_again_for_every_puzzle(name):
    found = list(outlooks(name))
    assert len(found) >= 5
    for each in found:
        check_outlook(name, *each)


def test_nothing_is_told_of_later_where_both_turns_are_one():
    table = triarchy.game("meridian", 3).start(5)
    moves = any_turn(table, np.random.default_rng(1))[0]
    assert ahead.outlook(table.game, table.view_state(0), moves, moves) is None


def test_a_difference_that_chance_can_make_is_none():
    stake, against = Stake("holds", 0, 3), Stake("holds", 1, 3, -0.5)
    had = np.zeros((2, 100))
    had[0, :9] = 1.0
    assert not ahead.is_sure(stake, had)  # 3.1 standard errors, but fewer than 10 in 100
    had[0, :12] = 1.0
    assert ahead.is_sure(stake, had) and not ahead.is_sure(against, had)
    assert ahead.is_sure(against, had[::-1])
    had[1, 20:38] = 1.0
    had[0, :30] = 1.0
    assert not ahead.is_sure(stake, had)


def test_an_outlook_says_when_and_of_how_many_games():
    game = triarchy.game("meridian", 3)
    view, reader = game.view(game.start(5).state, 0), game.reader(None, "en", NAMES[:3])
    island = game.board.data["islands"][3]["name"]
    told = Outlook(Stake("holds", 1, 3), 0.62, 0.31)
    assert later_on(game, view, told, reader) == [
        f"Two rounds later, Ben holds {island} in 62 of 100 continued games; after the other turn, in 31."
    ]
    (sentence,) = later_on(game, view, replace(told, ended=True), reader)
    assert sentence.startswith("In the end, Ben holds")
    assert later_on(game, view, None, reader) == []
    assert read_outlook(json.loads(json.dumps(asdict(told)))) == told


def test_what_both_turns_do_tells_nothing_apart():
    both = Claim("takes", 0, 3, 4, 1, 2.0)
    ours, theirs = Claim("builds", 0, 1, 2), Claim("spends", 0, count=5, weight=-1.0)
    assert contrast([both, ours], [both, theirs]) == ([], [theirs])
    assert contrast([both, ours], [both]) == ([ours], [])
    gains, misses = contrast([both, theirs], [ours])
    assert gains == [both, theirs] and misses == []


def test_what_both_turns_cost_is_told_of_both_where_it_differs():
    little, much = (Claim("spends", 0, count=n, weight=-0.1 * n) for n in (2, 3))
    assert contrast([little], [much]) == ([little], [much])
    assert contrast([little], [much]).gains[0].less
    # What the better one costs more of is no reason for it, nor a drawback of the other.
    assert contrast([much], [little]) == ([], [])


def test_words_that_two_clauses_share_are_said_once():
    here = [Claim("alliance", seat, 4, 7 - seat) for seat in range(2)]
    place = "for the alliance of Wei and Chu"
    told = [f"scores 7 points {place}", f"gives White 6 points {place}"]
    assert without_repeats(here, told) == ["scores 7 points", told[1]]
    elsewhere = [here[0], Claim("alliance", 1, 5, 6)]
    assert without_repeats(elsewhere, told) == told
    leader = [Claim("temples", 0, 1, 2), Claim("followers", 0, 1, 3)]
    told = ["leaves the priest with 2 temples", "leaves the priest with 3 followers"]
    assert without_repeats(leader, told) == [told[0], "3 followers"]
    told = ["lässt den König neben 2 Tempeln stehen", "lässt den König mit 3 Anhängern stehen"]
    once = ["lässt den König neben 2 Tempeln", "mit 3 Anhängern stehen"]
    assert without_repeats(leader, told) == once
    two = [Claim("takes", 0, 3, 5), Claim("takes", 0, 4, 5)]
    told = ["takes Ombari from Isa (3 points)", "takes Nusvei from Isa (3 points)"]
    assert without_repeats(two, told) == told


def test_net_change_names_who_gains_and_who_loses():
    names = ("You", "Isa", "Milo")
    assert net_change([3, 5, 2], [6, 1, 2], names) == "You +3, Isa −4"
    assert net_change([1, 1, 1], [1, 1, 1], names) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_names_the_runner_up_and_what_it_does(language):
    table = triarchy.game("meridian", 3).start(5)
    view = table.view_state(table.to_move)
    advice = advise(table.game, view, playouts=40)
    assert advice.best and advice.second and advice.best != advice.second
    reader = table.game.reader(table.to_move, language)
    reasons = advice_reasons(table.game, view, advice, reader)
    told = why(table.game, view, advice.best, advice.second, reader)
    assert any(told.gains in each for each in reasons) or any(
        told.misses in each for each in reasons
    )
    last = advice.second[-1].removeprefix("city ")
    assert advice.lead is not None and any(last or "" in each for each in reasons)


def test_a_hint_where_nothing_else_is_possible_tells_what_the_turn_does():
    table = Table(triarchy.game("meridian", 3), seed=5)
    moves = any_turn(table, np.random.default_rng(1))[0]
    view, reader = table.view_state(0), table.game.reader(0)
    advice = Advice((table.game.actions[moves[0]],), None, moves)
    clauses = does(table.game, view, moves, reader)
    assert clauses and advice_reasons(table.game, view, advice, reader) == [f"It {clauses}."]
