"""A language model at the table: it reads the rules, the position and the legal moves as text, and answers with a move.

    python examples/language_model.py meridian --players 2 --url http://127.0.0.1:8000/v1 --model NAME --games 2

Any endpoint takes part that speaks the usual chat API (POST URL/chat/completions). A key is read from the environment
variable CHAT_API_KEY. Moves that are not legal are counted: the model is told and asked again, and after
three such answers a move is drawn for it, which is counted too.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import urllib.error
import urllib.request
from dataclasses import dataclass

import numpy as np

import triarchy
from triarchy.bots import Bot, bot, play_game

HOW = """You play {title} with {players} players. These are the rules.

{rules}

Each time you are shown the position as you may know it, and the legal moves as the notation writes them. Think briefly,
then write your move alone in the last line, exactly as it is listed, like this:
MOVE: {example}"""
WRONG = "{answer!r} is not one of the legal moves. Write one of them, exactly as it is listed, after MOVE:"
TRIES = 3
SECONDS = 300


class NoAnswer(Exception):
    """The endpoint did not answer as a chat API does."""


@dataclass
class Chat:
    """An endpoint with the usual chat API."""

    url: str
    model: str
    key: str = ""

    def ask(self, messages: list[dict[str, str]]) -> str:
        """What the model says next."""
        body = {"model": self.model, "messages": messages, "temperature": 0}
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(
            f"{self.url.rstrip('/')}/chat/completions", json.dumps(body).encode(), headers
        )
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                content = json.load(answer)["choices"][0]["message"]["content"]
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise NoAnswer(f"{self.url} does not answer as a chat API does: {error}") from None
        if not isinstance(content, str):
            raise NoAnswer(f"{self.url} has answered without a text.")
        return content


class LanguageModel(Bot):
    """Asks a model for each decision; nothing is remembered from one to the next."""

    def __init__(self, chat: Chat):
        self.chat = chat
        self.name = chat.model
        self.asked = 0
        """Decisions with more than one legal move;"""
        self.illegal = 0
        """answers that named no legal move;"""
        self.drawn = 0
        """and decisions for which a move had to be drawn."""

    def choose(self, game, view, seat, seed=0):
        legal = game.legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        self.asked += 1
        moves = [game.moves[action] for action in legal]
        messages = [
            {"role": "system", "content": rules_as_text(game, moves[0])},
            {"role": "user", "content": position_as_text(game, view, seat)},
        ]
        for _ in range(TRIES):
            answer = self.chat.ask(messages)
            move = move_in(answer)
            if move in moves:
                return legal[moves.index(move)]
            self.illegal += 1
            messages += [
                {"role": "assistant", "content": answer},
                {"role": "user", "content": WRONG.format(answer=move)},
            ]
        self.drawn += 1
        return int(np.random.default_rng(seed).choice(legal))


def rules_as_text(game, example):
    """The rulebook, and how to answer."""
    sections = game.definition.text.rulebook("en")
    rules = "\n\n".join(f"{one.heading}\n" + "\n".join(one.paragraphs) for one in sections)
    return HOW.format(
        title=game.definition.title, players=game.players, rules=rules, example=example
    )


def position_as_text(game, view, seat):
    """What a seat may know, for a reader without a board: the board in words, the scores, what is asked, what is legal."""
    text, sight, reader = game.definition.text, game.sight(view), game.reader(seat)
    lines = [f"You are {reader.names[seat]}, seat {seat} of {game.players}."]
    for part in text.board_text(sight, reader):
        lines += ["", part.title, *(f"- {line}" for line in part.lines)]
    lines += ["", text.prompt(sight, reader), "Legal moves:"]
    for action in game.legal_actions(view):
        lines.append(f"- {game.moves[action]}: {text.label(sight, action, reader)}")
    return "\n".join(lines)


def move_in(answer):
    """The move in an answer: what follows the last MOVE:, or else its last line."""
    found = re.findall(r"^\W*MOVE\W*:\s*(.*?)\s*$", answer, re.MULTILINE | re.IGNORECASE)
    lines = answer.strip().splitlines() or [""]
    return (found[-1] if found else lines[-1]).strip(" *`.\"'")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--url", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--against", default="random", help="the bot in all other seats")
    parser.add_argument("--games", type=int, default=2)
    wanted = parser.parse_args()
    game = triarchy.game(wanted.game, wanted.players)
    model = LanguageModel(Chat(wanted.url, wanted.model, os.environ.get("CHAT_API_KEY", "")))
    others = [bot(wanted.against) for _ in range(game.players - 1)]
    won = 0.0
    for number in range(wanted.games):
        seat = number % game.players
        seats = [*others[:seat], model, *others[seat:]]
        ranking = play_game(game, seats, seed=number // game.players).ranking
        won += (ranking[seat] == 1) / ranking.count(1)
        print(f"game {number}, seat {seat}: rank {ranking[seat]} of {game.players}", flush=True)
    print(
        f"{wanted.model}: {won:g} of {wanted.games} games won; {model.asked} decisions, "
        f"{model.illegal} illegal answers, {model.drawn} moves drawn"
    )


if __name__ == "__main__":
    try:
        main()
    except (NoAnswer, triarchy.TriarchyError) as error:
        raise SystemExit(str(error)) from None
