"""Bots chosen by text: `greedy`, `search:ms=500,c=0.7`, `hard`, `file:mine.py`, `program:./mine`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from triarchy.bots.base import Bot, Random
from triarchy.bots.champion import Champion
from triarchy.bots.greedy import Greedy
from triarchy.bots.guests import Program, load_bot
from triarchy.bots.network import Networked
from triarchy.bots.search import Search
from triarchy.bots.simple import Simple
from triarchy.engine.errors import BadRequest
from triarchy.kit.documents import shown
from triarchy.kit.language import translator

Strength = Literal["easy", "normal", "hard", "expert"]
STRENGTHS: dict[Strength, str] = {
    "easy": "greedy:guesses=1,mistakes=0.75,looks=4",
    "normal": "greedy:looks=4",
    "hard": "search:sims=400",
    "expert": "champion:ms=3000,workers=2",
}
"""What the names for players stand for, the weakest first."""
USUAL: Strength = "normal"
"""Who plays where nobody has said how strong."""

Limits = dict[str, tuple[type, float, float]]
GREEDY: Limits = {
    "guesses": (int, 1, 100),
    "width": (int, 1, 100),
    "mistakes": (float, 0, 1),
    "looks": (int, 0, 100),
}
SEARCH: Limits = {
    "sims": (int, 1, 10_000_000),
    "ms": (int, 1, 600_000),
    "workers": (int, 0, 256),
    "c": (float, 0, 100),
    "prior_visits": (float, 0.01, 1000),
    "focus": (float, 0, 100),
    "expand": (int, 1, 1_000_000),
    "rounds": (int, 1, 1000),
    "mix": (float, 0, 1),
    "samples": (int, 1, 1000),
}
CHAMPION: Limits = {
    "sims": (int, 1, 10_000_000),
    "ms": (int, 1, 600_000),
    "workers": (int, 0, 256),
    "c": (float, 0, 100),
    "prior_exponent": (float, 0, 10),
    "fpu_reduction": (float, -1, 1),
    "playouts": (int, 0, 1),
    "eyes": (int, 0, 1),
    "network_weight": (float, 0, 10),
    "evaluation_weight": (float, 0, 10),
    "rounds": (int, 1, 1000),
    "mix": (float, 0, 1),
    "samples": (int, 1, 1000),
    "focus": (float, 0, 100),
    "file": (str, 0, 0),
}
NETWORK: Limits = {"file": (str, 0, 0)}
"""For each parameter its type, least and greatest value."""
FORMER_NAMES = {
    "search": {"trust": "prior_visits"},
    "champion": {
        "trust": "network_weight",
        "hand": "evaluation_weight",
        "soften": "prior_exponent",
        "doubt": "fpu_reduction",
    },
}
"""What parameters were called up to version 0.1.0, by bot: in results that are kept they still are."""


def strength_words(language: str) -> dict[Strength, str]:
    """What the strengths are called in a language: "easy bot"."""
    say = translator(Path(__file__).parent / "languages", language)
    return {
        "easy": say("easy bot"),
        "normal": say("normal bot"),
        "hard": say("hard bot"),
        "expert": say("expert bot"),
    }


def bot(text: str) -> Bot:
    """Return the bot that a text names; BadRequest says what is wrong with the text."""
    if not isinstance(text, str):
        raise BadRequest(f"A bot is named by a text, not {shown(text)}.")
    name, _, rest = text.partition(":")
    if is_guest(text) and name in ("file", "program"):
        if not rest.strip():
            raise BadRequest(f"{text!r} names no {name}.")
        return load_bot(rest) if name == "file" else Program(rest)
    if is_guest(text):
        return load_bot(text)
    meant = {str(strength): meaning for strength, meaning in STRENGTHS.items()}.get(text)
    if meant is not None:
        made = bot(meant)
        made.name = text
        return made
    if name not in MAKERS:
        raise BadRequest(
            f"There is no bot {shown(text)}; there are {', '.join([*STRENGTHS, *MAKERS])}, "
            "file:PATH.py and program:COMMAND."
        )
    return MAKERS[name](rest)


def is_guest(text: str) -> bool:
    """Whether a text names a file or a program from outside."""
    name, colon, _ = text.partition(":")
    named = bool(colon) and (name.endswith(".py") or name in ("file", "program"))
    return named or text.endswith(".py")


def split(text: str) -> list[str]:
    """Several bots parted by commas; `name=value` after a comma belongs to the bot before it."""
    found: list[str] = []
    for piece in text.split(","):
        if found and re.fullmatch(r"[a-z_]+=[^:=]*", piece):
            found[-1] += f",{piece}"
        else:
            found.append(piece)
    return found


def _parameters(name: str, text: str, limits: Limits) -> dict[str, Any]:
    """`key=value,key=value` as numbers within their limits, or as a text."""
    values: dict[str, Any] = {}
    for piece in text.split(",") if text else []:
        key, equals, value = piece.partition("=")
        key = FORMER_NAMES.get(name, {}).get(key, key)
        if key not in limits or not equals:
            raise BadRequest(
                f"{name!r} does not take {shown(piece)}; it takes {', '.join(limits)}, "
                "each as name=value."
            )
        if key in values:
            raise BadRequest(f"{name!r} is given {key!r} twice.")
        kind, least, most = limits[key]
        if kind is str:
            values[key] = value
            continue
        try:
            number = kind(value)
        except ValueError:
            number = None
        if number is None or not least <= number <= most:
            what = "a whole number" if kind is int else "a number"
            raise BadRequest(f"{key!r} must be {what} from {least:g} to {most:g}, not {value!r}.")
        values[key] = number
    return values


def _plain(kind: type[Bot]) -> Callable[[str], Bot]:
    """A maker of bots that have nothing to set."""

    def make(text: str) -> Bot:
        if text:
            raise BadRequest(f"{kind.name!r} takes no parameters.")
        return kind()

    return make


def _greedy(text: str) -> Bot:
    return Greedy(**_parameters("greedy", text, GREEDY))


def _searching(kind: type[Search], limits: Limits) -> Callable[[str], Bot]:
    """A maker of bots that have a budget."""

    def make(text: str) -> Bot:
        values = _parameters(kind.kind, text, limits)
        if "sims" in values and "ms" in values:
            raise BadRequest(f"{kind.kind!r} takes either 'sims' or 'ms', not both.")
        return kind(**values)

    return make


def _network(text: str) -> Bot:
    return Networked(**_parameters("network", text, NETWORK))


MAKERS: dict[str, Callable[[str], Bot]] = {
    "random": _plain(Random),
    "simple": _plain(Simple),
    "greedy": _greedy,
    "search": _searching(Search, SEARCH),
    "network": _network,
    "champion": _searching(Champion, CHAMPION),
}
