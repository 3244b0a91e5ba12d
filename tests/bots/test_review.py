"""Reviews: a thrown-away win is found, luck and choice add up, nobody is blamed for what was hidden."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import triarchy
from triarchy.bots import bot
from triarchy.bots.base import generator
from triarchy.bots.chances import OpenJudge
from triarchy.bots.review import (
    EFFORTS,
    USUAL_PARTS,
    Effort,
    Judged,
    Review,
    ReviewedPart,
    Reviewer,
    Verdict,
    judged_document,
    parts_of,
    put_together,
    read_judged,
    review,
)
from triarchy.bots.review_words import ReviewWords, _adding_up
from triarchy.engine.errors import BadRequest
from triarchy.engine.results import win_shares
from triarchy.kit.curve import STROKES, Point, draw_curve
from triarchy.server.screens.review import found_response, review_response
from triarchy.server.screens.story import deciding_turn, turns_of

THROWN_AWAY = Path(__file__).parent / "thrown_away"
GAMES = ("meridian", "china", "tigris")
LITTLE = Effort(playouts=8, turns=40, guesses=8)


def near_the_end(name):
    """A position from which somebody is about to win, the moves until then, the turn that wins and
    one that does not."""
    case = json.loads((THROWN_AWAY / f"{name}.json").read_text())
    table = triarchy.position(case["start"])
    for move in case["moves"]:
        table.play(move)
    return table, case["wins"], case["loses"]


def played(table, moves):
    other = table.copy()
    for move in moves:
        other.play(move)
    return other


def reviewed(table, effort):
    reviewer = Reviewer(table.game, effort)
    parts = parts_of(table)
    judged = [
        reviewer.judge(table.states[part.first], table.moves[part.first : part.last], part.first)
        for part in parts
    ]
    return put_together(table, parts, judged, reviewer.chances(table.state, 0), "quick")


def by_greedy(name, players, seed):
    game = triarchy.game(name, players)
    table, player = game.start(seed), bot("greedy:guesses=1,width=1")
    while (seat := table.to_move) is not None:
        table.play_action(player.choose(game, table.view_state(seat), seat, len(table.moves)))
    return table


@pytest.mark.parametrize("name", GAMES)
def test_a_win_thrown_away_is_the_largest_loss_and_the_better_turn_wins_it_back(name):
    table, wins, loses = near_the_end(name)
    seat, here = table.to_move, len(table.moves)
    assert played(table, wins).ranking[seat] == 1
    lost = played(table, loses)
    assert lost.over and lost.ranking[seat] != 1
    found = review(lost, effort="quick")
    worst = max((part for part in found.parts if part.verdict), key=lambda each: each.verdict.loss)
    assert (worst.seat, worst.first) == (seat, here)
    assert worst.verdict.kind == "blunder"
    assert worst.verdict.loss > 0.9 and worst.verdict.low > 0.5
    assert worst.before[seat] > 0.5 and worst.after[seat] == found.result[seat] < 1.0
    assert worst in found.mistakes and worst in found.turning_points
    better = played(table, worst.verdict.best)
    assert better.over and better.ranking[seat] == 1
    fine = review(played(table, wins), effort="quick")
    assert all(part.first != here for part in fine.mistakes)


@pytest.mark.parametrize("name", GAMES)
def test_start_luck_and_choices_add_up_to_the_result_exactly(name):
    table, _, loses = near_the_end(name)
    found = reviewed(played(table, loses), LITTLE)
    for seat in range(table.game.players):
        parts = found.start[seat] + found.luck(seat)
        parts += found.own_choices(seat) + found.others_choices(seat)
        assert parts == found.result[seat]
    for one, two in zip(found.parts, found.parts[1:], strict=False):
        assert one.after == two.before and one.last == two.first
    for part in found.parts:
        assert math.isclose(sum(part.before), 1.0) and math.isclose(sum(part.after), 1.0)
        if part.verdict is not None:
            assert part.verdict.loss >= 0.0
            assert part.verdict.low <= part.verdict.loss <= part.verdict.high
    assert json.loads(json.dumps(found.document()))["seats"][0]["luck"] == found.luck(0)


@pytest.mark.parametrize("name", GAMES)
def test_a_shuffle_of_what_is_not_drawn_yet_changes_what_nobody_sees(name):
    table, _, _ = near_the_end(name)
    game = table.game
    for state in table.states:
        before = [game.view(state, seat).tobytes() for seat in range(game.players)]
        for stream in range(8):
            other = state.copy()
            game.definition.reshuffle(game.board, other, generator(1, stream))
            assert [game.view(other, seat).tobytes() for seat in range(game.players)] == before
            again = other.copy()
            game.definition.reshuffle(game.board, again, generator(1, stream))
            assert again.tobytes() == other.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_chances_know_nothing_of_what_will_be_drawn(name):
    game = triarchy.game(name)
    judge, state = OpenJudge(game), game.state(3)
    other = state.copy()
    game.definition.reshuffle(game.board, other, generator(9, 9))
    assert other.tobytes() != state.tobytes()
    assert judge.chances(state, 4, seed=2) == judge.chances(other, 4, seed=2)
    with pytest.raises(BadRequest):
        judge.chances(game.view(state, 0), 4, seed=2)


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_blamed_for_what_was_hidden(name):
    """Another deal that looks the same to the mover: the curve may differ, the verdict may not."""
    table, _, loses = near_the_end(name)
    part = parts_of(played(table, loses))[-1]
    seat, moves = part.seat, played(table, loses).moves[part.first : part.last]
    state = played(table, loses).states[part.first]
    other = table.game.view(state, seat)
    table.game.definition.rules.guess(table.game.board.struct, other, seat, generator(4, 4))
    reviewer = Reviewer(table.game, LITTLE)
    assert reviewer.judge(state, moves, 5).verdict == reviewer.judge(other, moves, 5).verdict


def test_what_was_said_of_a_part_goes_through_json():
    table, _, loses = near_the_end("china")
    lost = played(table, loses)
    part = parts_of(lost)[-1]
    judged = Reviewer(table.game, LITTLE).judge(
        lost.states[part.first], lost.moves[part.first : part.last], 1
    )
    assert isinstance(judged, Judged)
    assert read_judged(json.loads(json.dumps(judged_document(judged)))) == judged


def test_an_unknown_effort_is_refused_in_one_sentence():
    table, _, _ = near_the_end("meridian")
    with pytest.raises(BadRequest, match="The effort is quick, usual, deep"):
        review(table, effort="great")  # type: ignore[arg-type]


def test_what_was_to_be_expected_changes_nothing():
    """A forced decision, and an answer in another's turn unless it was a mistake."""
    table = by_greedy("tigris", 2, 1)
    parts, legal = parts_of(table), table.game.legal_actions
    given = [(number / len(parts), 1.0 - number / len(parts)) for number in range(len(parts))]
    fine, mistake = (Verdict(("pass",), 0.5, 0.5 - loss, loss, loss, loss, 60) for loss in (0, 0.1))
    on_turn = {part.turn: part.seat for part in reversed(parts)}
    answers = [part.seat != on_turn[part.turn] for part in parts]
    forced = [
        all(len(legal(state)) == 1 for state in table.states[part.first : part.last])
        for part in parts
    ]
    assert any(answers) and any(forced) and not all(forced)
    for verdict, expected in (
        (fine, [one or other for one, other in zip(answers, forced, strict=True)]),
        (mistake, [one and not other for one, other in zip(forced, answers, strict=True)]),
    ):
        judged = [Judged(before, None, verdict) for before in given]
        found = put_together(table, parts, judged, (1.0, 0.0), "quick")
        for part, before, nothing in zip(found.parts, given, expected, strict=True):
            assert part.before == (part.after if nothing else before)


def test_a_game_without_a_move_is_as_it_begins():
    found = review(triarchy.game("meridian", 2).start(1), effort="quick")
    assert found.parts == [] and found.start == found.result


def told(share, best, low):
    """What is said of a mistake with these figures, and of its whole review."""
    table, _, loses = near_the_end("china")
    lost = played(table, loses)
    part = parts_of(lost)[-1]
    verdict = Verdict(("pass",), best, share, best - share, low, best, 60)
    chances = (0.25,) * 4
    reviewed_part = ReviewedPart(
        part.seat, part.turn, part.first, part.last, chances, chances, chances, False, verdict
    )
    found = Review(table.game, 1, "usual", [reviewed_part], chances)
    return ReviewWords(found, lost)._verdict(reviewed_part, "Blue"), found


def test_a_mistake_is_told_by_what_it_cost_and_by_no_second_chance_beside_the_curve():
    (sentence,), _ = told(0.246, 0.334, 0.07)
    assert sentence == "From what Blue could know, it lowered the win chance by 9%."


def test_a_loss_that_may_be_nothing_is_no_mistake():
    sentences, found = told(0.28, 0.34, 0.004)
    assert not found.mistakes
    assert sentences == ["About as good as the best turn."]


def rising(chosen, after):
    """What is said of a mistake after which the curve stands higher, by choice or by a draw."""
    table, _, loses = near_the_end("china")
    lost = played(table, loses)
    part = parts_of(lost)[-1]
    verdict = Verdict(("pass",), 0.3, 0.2, 0.1, 0.07, 0.13, 60)
    curve = [tuple(0.25 + d for _ in range(4)) for d in (0.0, chosen, after)]
    reviewed_part = ReviewedPart(part.seat, part.turn, part.first, part.last, *curve, True, verdict)
    found = Review(table.game, 1, "usual", [reviewed_part], curve[2])
    return ReviewWords(found, lost)._verdict(reviewed_part, "Blue")[1:]


def test_a_mistake_after_which_the_curve_rises_is_explained():
    assert rising(0.02, 0.03) == []
    assert rising(0.02, 0.08) == ["The curve still rises, thanks to a lucky draw."]
    assert "no worse than those" in rising(0.07, 0.08)[0]


def test_the_figures_of_a_seat_add_up_as_they_are_shown():
    for total in range(-3, 4):
        for changes in ([0.004, 0.004, 0.004], [-0.014, 0.026, 0.995], [0.0, 0.0, 0.0]):
            rounded = _adding_up(changes, total)
            assert sum(rounded) == total
    assert _adding_up([0.102, 0.204, -0.008], 30) == [10, 21, -1]
    table, _, loses = near_the_end("meridian")
    lost = played(table, loses)
    words = ReviewWords(reviewed(lost, LITTLE), lost, "de")
    for seat in range(2):
        start, *changes, result, _ = (
            int(each.replace("−", "-").strip("±\u00a0% ") or 0) for each in words.figures(seat)
        )
        assert start + sum(changes) == result


def test_no_chance_is_nothing_or_all_before_the_end_and_accuracy_is_not_rounded_up():
    table, _, loses = near_the_end("meridian")
    lost = played(table, loses)
    found = reviewed(lost, LITTLE)
    words = ReviewWords(found, lost)
    assert [words.chance(each) for each in (0.0, 0.02, 0.996)] == ["<1%", "2%", ">99%"]
    assert sorted(words.after(found.parts[-1])) == ["0%", "100%"]
    seat = found.parts[-1].seat
    verdict = Verdict(("pass",), 1.0, 0.998, 0.002, 0.0, 0.01, 60)
    nearly = [replace(part, verdict=verdict) for part in found.parts]
    told_of = ReviewWords(replace(found, parts=nearly), lost)
    assert told_of.figures(seat)[-1] == "99%"


def test_a_better_turn_is_told_with_everything_open_as_the_turn_played_is():
    game = triarchy.game("tigris", 2)
    table = game.start(5)
    swap = next(move for move in table.legal if move.startswith("swap"))
    other = table.copy()
    other.play(swap)
    away = next(move for move in other.legal if "discard" in move)
    words = ReviewWords(Review(game, 1, "usual", [], (0.5, 0.5)), table)
    assert not any("face down" in line for line in words.told_after(0, [swap, away]))


def test_a_long_game_takes_no_more_effort_in_all():
    usual = EFFORTS["usual"]
    assert usual.shared(1) == usual.shared(USUAL_PARTS) == usual
    for parts in (USUAL_PARTS + 1, 150, 400):
        each = usual.shared(parts)
        assert each.turns * parts <= usual.turns * USUAL_PARTS
        assert each.playouts * parts <= usual.playouts * USUAL_PARTS
        assert each.turns >= usual.turns * USUAL_PARTS // parts
    table, _, _ = near_the_end("china")
    parts = [ReviewedPart(0, 0, 0, 1, (1.0,), (1.0,), (1.0,), False, None)] * 400
    short, long = (Review(table.game, 1, "usual", some, (1.0,)) for some in ([], parts))
    assert long.certain(0.0) == pytest.approx(2 * short.certain(0.0))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("meridian", 2), ("china", 3), ("tigris", 2)])
def test_on_the_average_of_200_games_of_equal_bots_luck_is_nothing(name, players):
    effort = Effort(playouts=8, turns=0, guesses=0)
    luck = np.zeros((200, players))
    for seed in range(200):
        found = reviewed(by_greedy(name, players, seed), effort)
        luck[seed] = [found.luck(seat) for seat in range(players)]
    mean, error = luck.mean(axis=0), luck.std(axis=0, ddof=1) / math.sqrt(len(luck))
    print(name, "mean luck", mean.round(4), "standard error", error.round(4))
    assert (np.abs(mean) <= 2.0 * error).all()


def test_lines_of_the_curve_have_the_colours_of_the_players():
    points = [Point(0, (0.5, 0.5)), Point(9, (0.7, 0.3))]
    drawn = draw_curve(points, 9, ["<svg/>", "<svg/>"], ["#fdfbf4", ""], [], "Win chances")
    assert 'stroke="#fdfbf4"' in drawn and f'stroke="{STROKES[1][0]}"' in drawn
    for name in ("china", "meridian"):
        game = triarchy.game(name, players=4)
        panels = game.definition.drawing.players_panel(
            game.sight(game.start(1).state), game.reader(None, "en", None)
        )
        colours = [panel.colour for panel in panels]
        assert len(set(colours)) == 4
        assert all(f'"{panel.colour}"' in panel.symbol for panel in panels)


# The story


def with_verdict(table, verdict):
    """A review whose last part has this verdict."""
    part = parts_of(table)[-1]
    chances = (0.2, 0.8), (0.7, 0.3)
    reviewed_part = ReviewedPart(
        part.seat,
        part.turn,
        part.first,
        part.last,
        chances[0],
        chances[1],
        chances[1],
        False,
        verdict,
    )
    result = tuple(win_shares(table.ranking))
    return ReviewWords(Review(table.game, 1, "usual", [reviewed_part], result), table)


def test_the_only_good_turn_and_mistakes_bear_the_signs_that_players_know():
    table, wins, loses = near_the_end("meridian")
    lost = played(table, loses)
    moves, seat = tuple(loses), parts_of(lost)[-1].seat
    for verdict, sign, called in (
        (Verdict(tuple(wins), 0.9, 0.1, 0.8, 0.7, 0.9, 60), "??", "Blunder"),
        (Verdict(tuple(wins), 0.9, 0.8, 0.1, 0.07, 0.13, 60), "?", "Mistake"),
        (
            Verdict(moves, 0.9, 0.9, 0.0, 0.0, 0.0, 60, tuple(wins), 0.4, 0.3),
            "!",
            "The only good turn",
        ),
        (Verdict(moves, 0.9, 0.9, 0.0, 0.0, 0.0, 60, tuple(wins), 0.4, 0.0), "", ""),
    ):
        words = with_verdict(lost, verdict)
        (part,) = words.review.parts
        assert (words.mark(part), words.kind(part)) == (sign, called)
        assert bool(words.part(part).why) == bool(sign)
        assert (words.notable == [part]) and seat == part.seat


@pytest.mark.parametrize("name", ["meridian", "china", "tigris"])
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_story_tells_how_it_was_won_where_it_turned_and_the_costliest_mistake(name, language):
    table, _, loses = near_the_end(name)
    lost = played(table, loses)
    found = reviewed(lost, LITTLE)
    words = ReviewWords(found, lost, language)
    names = words.reader.names
    for seat in (None, *range(lost.game.players)):
        story = words.story(seat)
        assert 3 <= len(story) <= 5 and not any("{" in sentence for sentence in story)
        if lost.ranking.count(1) == 1:
            assert names[lost.ranking.index(1)] in story[0]
            assert any(str(found.decided.turn + 1) in sentence for sentence in story)
        worst = found.costliest(seat)
        assert (
            (words.percent(worst.verdict.loss) in story[-1]) if worst else story[-1].endswith(".")
        )


def test_the_decisive_part_is_the_last_one_before_which_the_winner_was_not_ahead():
    parts = [
        ReviewedPart(seat, turn, turn, turn + 1, before, after, after, False, None)
        for turn, (seat, before, after) in enumerate(
            (
                (0, (0.6, 0.4), (0.4, 0.6)),
                (1, (0.4, 0.6), (0.5, 0.5)),
                (0, (0.5, 0.5), (0.7, 0.3)),
                (1, (0.7, 0.3), (1.0, 0.0)),
            )
        )
    ]
    game = triarchy.game("meridian", 2)
    assert Review(game, 1, "usual", parts, (1.0, 0.0)).decided is parts[2]
    ahead = [replace(part, before=(0.6, 0.4)) for part in parts]
    assert Review(game, 1, "usual", ahead, (1.0, 0.0)).decided is ahead[3]
    assert Review(game, 1, "usual", parts, (0.5, 0.5)).decided is None


# One answer everywhere


def decisive_turns(name, players, seed):
    """The turn that decided a game, as the card at its end, the review, its story and its curve name it."""
    table = by_greedy(name, players, seed)
    found = reviewed(table, Effort(playouts=16, turns=0, guesses=0))
    words = ReviewWords(found, table)
    turns = turns_of(SimpleNamespace(moves=table.moves, states=table.states, base=0))
    card = deciding_turn(turns, found)
    flags = re.findall(r'data-number="(\d+)" class="decided"', words.curve())
    said = [re.findall(r"turn (\d+)", sentence) for sentence in words.story()]
    return table, found, words, card, flags, [int(n) for each in said for n in each]


def check_decisive_turn(name, players, seed):
    table, found, words, card, flags, said = decisive_turns(name, players, seed)
    if found.decided is None:
        assert card is None and flags == [] and table.ranking.count(1) > 1
        return
    first = found.decided.first
    assert card["before"] <= first < card["after"]
    assert flags == [str(first)]
    assert found.document()["decided"] == first and words.notable[0].first == first
    assert card["turn"] + 1 == found.decided.turn + 1 in said


@pytest.mark.parametrize(("name", "players"), [("meridian", 3), ("china", 3), ("tigris", 2)])
def test_card_review_and_curve_name_the_same_decisive_turn(name, players):
    check_decisive_turn(name, players, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("meridian", 3), ("china", 4), ("tigris", 3)])
def test_card_review_and_curve_name_the_same_decisive_turn_in_twenty_games(name, players):
    for seed in range(20):
        check_decisive_turn(name, players, seed)


def test_while_a_review_goes_on_the_largest_verdict_comes_first():
    table, _, loses = near_the_end("meridian")
    lost = played(table, loses)
    parts = parts_of(lost)
    share = tuple(1.0 / lost.game.players for _ in range(lost.game.players))
    losses = [0.06, 0.0, 0.3, 0.1][: len(parts)]
    judged = [
        Judged(share, None, Verdict(("pass",), 0.4, 0.4 - loss, loss, loss / 2, loss, 60))
        for loss in losses
    ]
    found = put_together(lost, parts[: len(judged)], judged, share, "usual")
    words = ReviewWords(found, lost)
    assert [round(part.verdict.loss, 2) for part in words.verdicts] == sorted(
        (loss for loss in losses if loss), reverse=True
    )
    assert all(words.said(part) for part in words.verdicts)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("name", GAMES)
def test_no_two_figures_for_one_thing_differ(name, language):
    """Curve, parts, story, list of players and verdicts, as the page and the terminal get them."""
    table, _, loses = near_the_end(name)
    lost = played(table, loses)
    found = reviewed(lost, LITTLE)
    words = ReviewWords(found, lost, language)
    check_figures(found, lost, words)


def check_figures(found, table, words):
    shown = review_response(0, words, None, 800, 200)
    parts = {part["first"]: part for part in shown["parts"]}
    for one, two in zip(shown["parts"], shown["parts"][1:], strict=False):
        assert one["after"] == two["chances"] and one["last"] == two["first"]
    for seat, line in enumerate(shown["seats"]):
        assert line["figures"][-2] == shown["parts"][-1]["after"][seat]
    story = " ".join(shown["story"])
    if found.decided is not None:
        part, winner = parts[shown["decided"]], found.result.index(1.0)
        assert part["chances"][winner] in story and part["after"][winner] in story
        assert f" {part['title'].split(',')[0].rpartition(' ')[2]}" in story
    worst = found.costliest()
    if worst is not None:
        loss = words.percent(worst.verdict.loss)
        assert loss in story and any(loss in line for line in parts[worst.first]["said"])
    told = found_response(0, words)
    assert all(line["said"] == parts[line["first"]]["said"][0] for line in told)
    assert all(line["mark"] == parts[line["first"]]["mark"] for line in told)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("meridian", 3), ("china", 4), ("tigris", 3)])
def test_no_two_figures_for_one_thing_differ_in_twenty_games_and_each_has_its_story(name, players):
    for seed in range(20):
        table = by_greedy(name, players, seed)
        found = reviewed(table, Effort(playouts=16, turns=0, guesses=0))
        words = ReviewWords(found, table)
        check_figures(found, table, words)
        # Without turns that were compared nobody's accuracy is known: a shared victory has less to tell.
        fewest = 2 if found.accuracy(0) is None and len(winners_of(table)) > 1 else 3
        for seat in (None, *range(players)):
            assert fewest <= len(words.story(seat)) <= 5


def winners_of(table):
    return [seat for seat, rank in enumerate(table.ranking) if rank == 1]
