"""The process in which a bot from a Python file thinks: `python -m triarchy.bots.guest_file PATH[:CLASS]`.

Lines of JSON come in and go out. The first line out says whether the file could be loaded. Then
`{"game": ...}` names the game (pickled), and `{"view": ..., "seat": 0, "seed": 1}` asks for a choice.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import pickle
import sys
from pathlib import Path
from typing import Any

from triarchy.engine.arrays import np
from triarchy.engine.errors import BadRequest
from triarchy.kit.documents import shown
from triarchy.table.game import Game


def split(text: str) -> tuple[Path, str]:
    """The path and the class of `path.py` or `path.py:ClassName`."""
    place, _, wanted = text.partition(".py:")
    return (Path(f"{place}.py"), wanted) if wanted else (Path(text), "")


def load(text: str) -> Any:
    """An object of the bot's class; BadRequest says what is wrong with the file."""
    path, wanted = split(text)
    spec = importlib.util.spec_from_file_location(f"triarchy_guest_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadRequest(f"The file {str(path)!r} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        raise BadRequest(f"The file {str(path)!r} fails with {named(error)}.") from error
    classes = [
        one
        for one in vars(module).values()
        if isinstance(one, type) and one.__module__ == module.__name__ and hasattr(one, "choose")
    ]
    if wanted:
        classes = [one for one in classes if one.__name__ == wanted]
    if len(classes) != 1:
        what = f"no bot {wanted!r}" if wanted else f"{len(classes) or 'no'} classes with 'choose'"
        raise BadRequest(f"The file {str(path)!r} has {what}; name one as PATH.py:ClassName.")
    try:
        return classes[0]()
    except BaseException as error:
        raise BadRequest(f"{classes[0].__name__} fails with {named(error)}.") from error


def named(error: BaseException) -> str:
    """An error's type and what it says."""
    return f"{type(error).__name__}: {error}"[:1000] if str(error) else type(error).__name__


def decide(own: Any, game: Game, request: dict[str, Any]) -> dict[str, Any]:
    """What the bot chooses, or what went wrong."""
    data = base64.b64decode(request["view"])
    view = np.frombuffer(data, game.definition.state)[0].copy()
    try:
        choice = own.choose(game, view, request["seat"], request["seed"])
        if isinstance(choice, str):
            return {"move": choice}
        if hasattr(choice, "__index__"):
            return {"action": int(choice)}
        return {"fault": f"{shown(choice)} is not legal."}
    except BaseException as error:
        return {"fault": f"It failed with {named(error)}"}


def main() -> None:
    # What the bot prints goes where errors go: the lines out are ours.
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    source = os.fdopen(os.dup(0), "rb")
    os.close(0)
    os.open(os.devnull, os.O_RDONLY)

    def tell(answer: dict[str, Any]) -> None:
        out.write(json.dumps(answer).encode() + b"\n")

    try:
        own = load(sys.argv[1])
    except BadRequest as error:
        tell({"bad": str(error)})
        return
    tell({})
    game: Any = None
    for line in source:
        request = json.loads(line)
        if "game" in request:
            game = pickle.loads(base64.b64decode(request["game"]))
            game.legal_actions(game.state(1))  # loads the rules before time counts
            tell({})
        else:
            tell(decide(own, game, request))


if __name__ == "__main__":
    main()
