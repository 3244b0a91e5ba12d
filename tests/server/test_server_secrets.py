"""What a reader is sent does not depend on what they may not know.

Every byte of every answer is fetched twice: from the game as it is, and from a game in which
all that is hidden from the reader has been dealt anew. Both must be the same to the letter.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.server.people import ME, OPEN, Person, Stream, finish
from tests.server.servers import Running, hurry, settings_for, wait_for
from triarchy.kit.sight import Sight

PLAYERS = {"meridian": 2, "tigris": 3, "china": 3}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(settings_for(Path(tmp_path_factory.mktemp("secrets"))))
    running.ready(*PLAYERS)
    yield running
    running.close()


def seated(server: Running, game: str, left: int) -> tuple[str, list[Person]]:
    """People in the middle of a game, in the order of their seats; an onlooker comes last."""
    people = [Person(server.url, name) for name in ("Anna", "Ben", "Cleo")[: PLAYERS[game]]]
    table = people[0].make([ME] + [OPEN] * (PLAYERS[game] - 1), game=game)
    for person in people[1:]:
        person.sit(table)
    people[0].post(f"/api/tables/{table}/start")
    hurry(server, table, left)
    # Asked from the database rather than from the answers that are to be examined.
    seats = {seat.name: seat.seat for seat in server.service.snapshots.get(table).seats}
    names = ("Anna", "Ben", "Cleo")[: PLAYERS[game]]
    in_order = sorted(zip(names, people, strict=True), key=lambda each: seats[each[0]])
    return table, [*(person for _, person in in_order), Person(server.url)]


def everything(server: Running, table: str, reader: Person) -> list[tuple[str, int, bytes]]:
    """Every answer a reader can get without changing anything."""
    path = f"/api/tables/{table}"
    screen = reader.screen(table)
    first = reader.seen[-1]
    number = screen["number"]
    asked: list[tuple[str, dict[str, Any]]] = [
        ("/api/tables", {}),
        (path, {}),
        (f"{path}/screen", {"width": 360, "language": "de", "dark": True}),
        (f"{path}/record", {}),
        (f"{path}/screen", {"seat": 0}),
        (f"{path}/screen", {"seat": 1}),
        *((f"{path}/replay/{n}", {}) for n in (0, number // 2, number)),
        *((f"{path}/replay/{number}", {"seat": seat}) for seat in (0, 1)),
        *((f"{path}/preview", {"move": move["move"]}) for move in screen["moves"][:12]),
        *((f"{path}/why-not", {"move": move}) for move in _moves(server, table)),
        (f"/table/{table}", {}),
        (f"/replay/{table}", {"move": 3}),
    ]
    answers = [(where + str(query), answer.status_code, answer.content) for where, query in asked
             for answer in [reader.get(where, **query)]]  # fmt: skip
    path += "/hint/question"
    question = reader.post(path, {"decision": screen["decision"] or "0.0"})
    answers.append((path, question.status_code, question.content))
    stream = Stream(reader, table, last="0.0.0", once=True)
    stream.wait(lambda data: True)
    wait_for(lambda: server.service.hub.watching(table) == 0)
    return [("screen", 200, first), *answers, ("events", 200, stream.raw)]


def _moves(server: Running, table: str) -> list[str]:
    game = server.service.games[table].table.game
    return random.Random(1).sample([move for move in game.moves if move], 12)


def deal_anew(server: Running, table: str, seat: int) -> int:
    """Replace what a seat (-1: an onlooker) may not know in every position; how many changed."""
    live = server.service.games[table]
    game = live.table.game
    rng = np.array([99], np.uint64)
    changed = 0
    for index, state in enumerate(live.table.states):
        other = game.view(state, None if seat < 0 else seat)
        game.definition.rules.guess(game.board.struct, other, seat, rng)
        changed += other.tobytes() != state.tobytes()
        live.table.states[index] = other
    for index, move in enumerate(live.table.moves):
        # A `discard` is made face down, says the notation.
        if move.startswith("discard ") and int(live.table.states[index].to_move) != seat:
            live.table.moves[index] = random.Random(index).choice(
                [other for other in game.moves if other.startswith("discard ") and other != move]
            )
    _forget(server, table)
    return changed


def _forget(server: Running, table: str) -> None:
    server.service.games[table].forget_readers()
    server.app.state.screens.forget()


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_no_byte_depends_on_what_the_reader_may_not_know(server: Running, game: str) -> None:
    table, readers = seated(server, game, left=60)
    for seat, reader in enumerate(readers):
        seat = seat if seat < PLAYERS[game] else -1
        _forget(server, table)
        before = everything(server, table, reader)
        changed = deal_anew(server, table, seat)
        assert changed > 20
        after = everything(server, table, reader)
        server.service.games[table].forget()
        for (what, status, sent), (_, _, other) in zip(before, after, strict=True):
            assert sent == other, (game, seat, what, status)


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_seeds_salts_tokens_and_cookies_are_in_no_answer(server: Running, game: str) -> None:
    table, readers = seated(server, game, left=60)
    row = server.service.snapshots.get(table).row
    secrets = [row.seed, row.salt, row.maker]
    secrets += [c.value for each in readers for c in each.client.cookies.jar if c.value]
    for reader in readers:
        everything(server, table, reader)
    rest = hurry(server, table, left=6)
    streams = [Stream(each, table, last="0.0.0") for each in readers]
    finish(table, readers, rest)
    for stream in streams:
        stream.wait(lambda data: data["status"] == "over")
    # The answer to the last move is the first that may tell: the game is over.
    seen = [sent for each in readers for sent in each.seen if b'"status":"over"' not in sent]
    for sent in [*seen, *(stream.raw for stream in streams)]:
        for secret in secrets:
            assert secret.encode() not in sent
    assert readers[-1].screen(table)["fair"]["seed"] == row.seed


SPEAKERS = (
    "prompt",
    "label",
    "sentence",
    "preview",
    "why_not",
    "score_help",
    "draw",
    "players_panel",
)


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_whatever_speaks_or_draws_is_given_the_readers_view_alone(
    server: Running, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a game's words and drawings could not tell a secret even if they tried."""
    table, readers = seated(server, game, left=60)
    definition = server.service.compiling.definition(game)
    given: list[tuple[str, int]] = []

    def watched(original: Any, name: str) -> Any:
        def speak(*arguments: Any, **named: Any) -> Any:
            given.extend(
                (name, int(each.view.viewer)) for each in arguments if isinstance(each, Sight)
            )
            return original(*arguments, **named)

        return speak

    for name in SPEAKERS:
        drawn = callable(getattr(definition.drawing, name, None))
        module = definition.drawing if drawn else definition.text
        monkeypatch.setattr(module, name, watched(getattr(module, name), name))
    spoke = set()
    for seat, reader in enumerate(readers):
        _forget(server, table)
        given.clear()
        everything(server, table, reader)
        viewer = seat + 1 if seat < PLAYERS[game] else -1
        # What an onlooker sees is open to everybody: marks for all readers are made from that.
        assert viewer in {seen for _, seen in given} <= {viewer, -1}
        spoke |= {name for name, _ in given}
    assert spoke == set(SPEAKERS)
