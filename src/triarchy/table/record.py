"""Records: a whole game as one JSON document, written and replayed."""

from __future__ import annotations

import hashlib

from triarchy.engine.errors import BadPosition, BadRecord, BadRequest, IllegalMove, UnknownGame
from triarchy.kit.definition import Document
from triarchy.kit.documents import shown
from triarchy.table.game import Game, check_result, read_game, read_position, read_seed
from triarchy.table.history import History
from triarchy.table.table import Table

FORMAT = 1
LONGEST_SALT = 64
LONGEST_NAME = 40
REQUIRED = ("format", "game", "rules", "board", "players", "options", "moves", "result")


def write_record(history: History, seed: int | None) -> Document:
    """The record of a game: how it began, its moves, its result if it is over.

    A game without a seed began with the first of its states.
    """
    game = history.game
    document: Document = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.definition.version,
        "board": game.board.id,
        "players": game.players,
        "options": dict(game.options),
    }
    if seed is not None:
        document["seed"] = str(seed)
    else:
        document["start"] = game.document(history.states[0])
    document["moves"] = list(history.moves)
    document["result"] = game.result(history.state) if history.over else None
    return document


def commitment(seed: int | str, salt: str) -> str:
    """What is published of a shuffle before the game: SHA-256 of `seed:salt`."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def read_record(document: object) -> Table:
    """Replay a record, checking everything; BadRecord names the first wrong move, from 1."""
    document = _checked_keys(document)
    table = _beginning(document)
    moves = document["moves"]
    if not isinstance(moves, list):
        raise BadRecord("'moves' must be a list, not {moves}.", moves=shown(moves))
    replay(table, moves, _version(table.game, document["rules"]))
    _check_result(table, document["result"])
    _check_fair(table, document)
    _check_names(table.game, document.get("names"))
    return table


def replay(table: Table, moves: list[object], version: int) -> list[int]:
    """Play the moves of a record made with a version of the rules.

    Decisions which that version did not ask for are played where they belong; returned is, for
    each move of the table, how many of the record's were played when it was made.
    """
    counts: list[int] = []
    for number, move in enumerate(moves, 1):
        _insert_missing(table, version, table.game.actions.get(str(move), -1))
        counts += [number - 1] * (len(table.moves) - len(counts))
        try:
            table.play_action(table.action(move))
        except IllegalMove as error:
            raise BadRecord("Move {number} is wrong: {error}", number=number, error=error) from None
        counts.append(number)
    _insert_missing(table, version, -1)
    return counts + [len(moves)] * (len(table.moves) - len(counts))


def _insert_missing(table: Table, version: int, following: int) -> None:
    game = table.game
    if version == game.definition.version:
        return
    while True:
        missing = game.definition.missing_decision(game.board, table.state, version, following)
        if missing < 0:
            return
        table.play_action(missing)


def _checked_keys(document: object) -> Document:
    if not isinstance(document, dict):
        raise BadRecord("A game file must be an object, not {document}.", document=shown(document))
    for key in REQUIRED:
        if key not in document:
            raise BadRecord("The game file lacks the key {key}.", key=shown(key))
    for key in document:
        if key not in (*REQUIRED, "seed", "start", "fair", "names"):
            raise BadRecord("The game file has an unknown key {key}.", key=shown(key))
    if type(document["format"]) is not int or document["format"] != FORMAT:
        raise BadRecord(
            "The game file's format must be {format}, not {value}.",
            format=FORMAT,
            value=shown(document["format"]),
        )
    if ("seed" in document) == ("start" in document):
        raise BadRecord("A game file has either a 'seed' or a 'start', not both.")
    return document


def _version(game: Game, rules: object) -> int:
    """The version of the rules that a record was made with."""
    newest, oldest = game.definition.version, game.definition.oldest_version
    if type(rules) is not int or not oldest <= rules <= newest:
        raise BadRecord(
            "The game file was made with rules version {value}; this is version {version}.",
            value=shown(rules),
            version=newest,
        )
    return rules


def _beginning(document: Document) -> Table:
    if not isinstance(document["board"], str) or document["board"].endswith(".json"):
        raise BadRecord(
            "'board' must be a board's id, not {value}.", value=shown(document["board"])
        )
    if type(document["players"]) is not int:
        raise BadRecord(
            "'players' must be a whole number, not {value}.", value=shown(document["players"])
        )
    if not isinstance(document["options"], dict):
        raise BadRecord(
            "'options' must be an object, not {value}.", value=shown(document["options"])
        )
    try:
        played = read_game(
            document["game"], document["players"], document["board"], document["options"]
        )
        if set(document["options"]) != set(played.options):
            raise BadRecord(
                "'options' must hold exactly {options}.", options=shown(sorted(played.options))
            )
        _version(played, document["rules"])
        if "seed" in document:
            return Table(played, seed=read_seed(document["seed"]))
        start, state = read_position(document["start"])
    except (UnknownGame, BadRequest) as error:
        raise BadRecord(error.sentence, **error.values) from None
    except BadPosition as error:
        raise BadRecord("The start is wrong: {error}", error=error) from None
    if (start.name, start.board.id, start.players, start.options) != (
        played.name,
        played.board.id,
        played.players,
        played.options,
    ):
        raise BadRecord("The start is a position of another game than the game file's.")
    return Table(played, start=state)


def _check_result(table: Table, result: object) -> None:
    if not table.over:
        if result is not None:
            raise BadRecord("The game is not over, so its result must be null.")
        return
    if not isinstance(result, dict) or set(result) != {"scores", "ranking"}:
        raise BadRecord("A finished game needs a result with 'scores' and 'ranking'.")
    check_result(table.game, table.state, result, BadRecord)


def _check_names(game: Game, names: object) -> None:
    """A record may say who played: a text for each seat."""
    if names is None:
        return
    if (
        not isinstance(names, list)
        or len(names) != game.players
        or not all(isinstance(name, str) and len(name) <= LONGEST_NAME for name in names)
    ):
        raise BadRecord(
            "'names' must hold a name of at most {most} characters for each seat.",
            most=LONGEST_NAME,
        )


def _check_fair(table: Table, document: Document) -> None:
    if "fair" not in document:
        return
    fair = document["fair"]
    if (
        not isinstance(fair, dict)
        or set(fair) != {"salt", "commitment"}
        or not all(isinstance(value, str) for value in fair.values())
    ):
        raise BadRecord("'fair' must hold 'salt' and 'commitment', both text.")
    salt = fair["salt"]
    if len(salt) > LONGEST_SALT or salt.encode("utf-8", "ignore").decode() != salt or "\0" in salt:
        raise BadRecord(
            "A salt must be valid text of at most {most} characters.", most=LONGEST_SALT
        )
    if table.seed is None:
        raise BadRecord("'fair' belongs to a game with a seed.")
    if commitment(table.seed, fair["salt"]) != fair["commitment"]:
        raise BadRecord("The commitment is not the SHA-256 of the seed and the salt.")
