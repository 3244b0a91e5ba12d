"""What every game must pass, for the one that was installed: run as `python checks.py NAME`."""

from __future__ import annotations

import shutil
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
import triarchy
from tests import shared_checks
from tests.bots.test_network import untrained
from tests.site.houses import Page
from triarchy.bots import bot, play_game
from triarchy.bots.network import Networked, network_for
from triarchy.kit import texts
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.language import LANGUAGES, faults
from triarchy.kit.presentation import Picture
from triarchy.server.screens.examples import FRAMES


def rules(name: str) -> None:
    definition = DEFINITIONS[name]
    for players in range(definition.players[0], definition.players[1] + 1):
        for option, values in definition.options.items():
            for value in values:
                game = triarchy.game(name, players, options={option: value})
                shared_checks.check_legal_means_playable(game, 3)
                shared_checks.check_documents(game, 3)
                shared_checks.check_records(game, 3)
                shared_checks.check_views(game, 3)
    shared_checks.check_interpreter_agrees(triarchy.game(name), 3)


def words(name: str) -> None:
    """Every sentence is there in every language, for every position of a game."""
    folder = DEFINITIONS[name].folder
    assert faults(folder) == texts.faults(folder) == texts.older(folder) == []
    game = triarchy.game(name)
    table = shared_checks.random_table(game, 3)
    text = game.definition.text
    for language in LANGUAGES:
        assert len(table.log(None, language)) > 5
        for state in table.states[:-1]:
            seat = int(state.to_move)
            sight, reader = game.sight(game.view(state, seat)), game.reader(seat, language)
            legal = game.legal_actions(state)
            assert text.prompt(sight, reader)
            assert all(text.label(sight, action, reader) for action in legal)
            assert all(text.why_not(sight, move, reader) for move in set(game.actions) - set(
                game.legal_moves(state)))  # fmt: skip


def scenes(name: str) -> None:
    for players in range(DEFINITIONS[name].players[0], DEFINITIONS[name].players[1] + 1):
        shared_checks.check_scenes(triarchy.game(name, players), 2)
    # Wherever a scene is shown, its sheets are answered for, by a page without a server too.
    page = Page()
    film = page.get(f"/api/games/{name}/film", width=640)
    shown = page.post("/api/analyse", {"document": {"game": name}})["screen"]
    (lesson,) = DEFINITIONS[name].text.lessons("en")
    taught = page.post(f"/api/games/{name}/lessons/{lesson.id}/0", {"moves": []})["screen"]
    for scene in (film["first"], shown["board"], shown["hand"], taught["board"], taught["hand"]):
        for address in scene["sheets"].values():
            sheet = page.get(address)
            assert {node["at"] for node in scene["nodes"]} <= set(sheet[scene["part"]]["places"])
    changed = [set(edits) for edits in film["edits"]]
    assert changed == [{"gone", "put"}] * (FRAMES - 1)


def learning(name: str) -> None:
    """The rulebook's figures load, the legend has what is drawn, the lessons can be played."""
    definition = DEFINITIONS[name]
    for language in LANGUAGES:
        shared_checks.check_rulebook(definition, language)
        shared_checks.check_legend(definition, language)
        for number in range(len(definition.text.lessons(language))):
            shared_checks.check_lesson(definition, number, language)
    for section in definition.text.rulebook("en"):
        for figure in section.figures:
            shared_checks.check_figure(definition, figure)
    shared_checks.check_every_figure_is_used(definition)
    table = shared_checks.random_table(triarchy.game(name, 3), 3)
    drawing = shared_checks.drawn(table, 0, Picture())
    symbols = shared_checks.attributes(drawing, "data-what")
    assert symbols == {entry.id for entry in definition.text.legend("en")}


def bots(name: str) -> None:
    """A greedy bot beats a random one; a search plays a game."""
    game = triarchy.game(name, 2)
    greedy, chance = bot("greedy"), bot("random")
    first = [play_game(game, [greedy, chance], seed).ranking for seed in range(10)]
    second = [play_game(game, [chance, greedy], seed).ranking for seed in range(10)]
    assert first.count([1, 2]) + second.count([2, 1]) >= 14, (first, second)
    assert play_game(game, [bot("search:sims=30"), greedy], 1).ranking


def own_bots(name: str) -> None:
    """A game brings its networks and the settings of its bots in its own folder."""
    definition = DEFINITIONS[name]
    definition.search, definition.champion = {"rounds": 3}, {"network_weight": 0.5, "playouts": 1}
    definition.champion_for = {3: {"prior_visits": 4}}
    file = definition.networks / "plain-3.npz"
    file.parent.mkdir()
    replace(untrained(name), players=[3]).save(file)
    for players in (2, 3):
        game = triarchy.game(name, players)
        assert bot("search").settings(game).rounds == 3
        assert (network_for(game) is not None) == (players == 3)
    settings = bot("champion").settings(game)
    assert (settings.rounds, settings.prior_visits) == (3, 4)
    view = game.view(game.state(5), 0)
    actions = game.legal_actions(view)
    wishes, shares = Networked().answer(game, view, 0)
    assert bot("network").choose(game, view, 0) == actions[int(np.argmax(wishes))]
    assert np.isclose(shares.sum(), 1)
    shutil.rmtree(file.parent)


def batch(name: str) -> None:
    """Generic compiled code picks the game's rules by the type of its state."""
    game = triarchy.game(name, 3)
    many = triarchy.Batch(game, 8)
    chance, steps = np.random.default_rng(1), 0
    while steps < 200:
        legal = many.legal()
        assert many.observe().any(axis=1).all()
        many.step((legal * chance.random(legal.shape)).argmax(axis=1))
        steps += 1
    one = triarchy.simulate(game, 600, seed=3, workers=1)
    two = triarchy.simulate(game, 600, seed=3, workers=2)
    assert np.array_equal(one.scores, two.scores)
    assert (np.sort(one.ranking, axis=1)[:, 0] == 1).all()


def research(name: str) -> None:
    warnings.simplefilter("ignore")
    import pyspiel
    from pettingzoo.test import api_test

    import triarchy.research.openspiel_game  # noqa: F401
    from triarchy.research.gymnasium_env import SeatEnv
    from triarchy.research.pettingzoo_env import env

    api_test(env(name, 2), num_cycles=100, verbose_progress=False)
    seat = SeatEnv(name, 3)
    _, info = seat.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = seat.step(int(np.flatnonzero(info["action_mask"])[0]))
    pyspiel.random_sim_test(
        pyspiel.load_game(f"triarchy_{name}(players=3)"), num_sims=2, serialize=True, verbose=False
    )


if __name__ == "__main__":
    for check in (rules, words, scenes, learning, bots, batch, research, own_bots):
        check(sys.argv[1])
        print("passed:", check.__name__)
