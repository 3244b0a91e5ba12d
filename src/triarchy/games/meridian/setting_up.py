"""Positions of Meridian set up by hand: towers in cities, open cards, how far the game is."""

from __future__ import annotations

from triarchy.games.meridian.drawing.pieces import size_for, tower
from triarchy.games.meridian.rules import decks_each
from triarchy.games.meridian.sight import City, MeridianSight, card_text
from triarchy.games.meridian.state import CARD, CARD_KINDS, CARDS, HAND, MERIDIANS, PIECES
from triarchy.games.meridian.text.words import place as place_name
from triarchy.games.meridian.text.words import speaker
from triarchy.kit.definition import Board, State
from triarchy.kit.drawing import LIGHT, SMALL, TINY, card, words
from triarchy.kit.setting_up import (
    SYMBOL,
    Setting,
    SetupPiece,
    SetupPlace,
    SetupRow,
    cannot_lie_there,
    none_left,
    nothing_to_take,
    only_exchanged,
)
from triarchy.kit.sight import Reader
from triarchy.kit.svg import moved, svg

STOREYS = 3
"""The tower on the palette's button is so high."""


def begin(board: Board, state: State) -> None:
    state.phase = CARD
    state.card = state.meridian = state.height = 0
    state.lifted_row = state.lifted_height = 0


# What there is


def pieces(sight: MeridianSight, reader: Reader) -> list[SetupPiece]:
    say = speaker(reader.language)
    all_pieces = PIECES * decks_each(sight.players)
    towers = [
        SetupPiece(f"tower {seat}", say("{name}'s tower", name=name), _tower(seat), all_pieces)
        for seat, name in enumerate(reader.names)
    ]
    return towers + [
        SetupPiece(f"card {name}", say("Card {card}", card=card_text(number)), _card(name))
        for number, name in enumerate(CARDS)
    ]


def _tower(seat: int) -> str:
    size = size_for(36)
    return str(svg(SYMBOL, SYMBOL, moved(SYMBOL / 2, SYMBOL - 9, tower(seat, STOREYS, size))))


def _card(name: str) -> str:
    width = SYMBOL * 0.8
    size = SMALL if len(name) < 3 else TINY
    number = words(width / 2, SYMBOL * 0.62, name, LIGHT.ink, size, anchor="middle", bold=True)
    return str(svg(width, SYMBOL, card(1, 1, width - 2, SYMBOL - 2, LIGHT), number))


def places(sight: MeridianSight, reader: Reader) -> dict[str, str]:
    say = speaker(reader.language)
    names = {}
    for meridian in range(MERIDIANS):
        for row in range(sight.rows):
            city = meridian, row
            name = place_name(sight, city, say)
            if city in sight.towers:
                seat, height = sight.towers[city]
                name = f"{name}: {reader.names[seat]} {height}"
            names[f"city {meridian + 1} {row + 1}"] = name
    return names


def rows(sight: MeridianSight, reader: Reader) -> list[SetupRow]:
    say = speaker(reader.language)
    return [
        SetupRow(
            say("{name}'s face-up cards", name=name),
            [
                SetupPlace(
                    f"open {seat} {slot}",
                    say("Card {card}", card=card_text(code - 1)),
                    _card(CARDS[code - 1]),
                )
                for slot, code in enumerate(sight.view.open[seat].tolist())
                if code
            ],
        )
        for seat, name in enumerate(reader.names)
    ]


def settings(sight: MeridianSight, reader: Reader) -> list[Setting]:
    say = speaker(reader.language)
    turns = sight.players * CARD_KINDS * decks_each(sight.players)
    return [Setting("turn", say("Turns played"), sight.turn, 0, turns - 1)]


# Changes


def put(board: Board, state: State, piece: str, place: str, count: int) -> None:
    kind, which = piece.split()
    if kind == "tower" and place.startswith("city "):
        seat, city = int(which), _city(place)
        if state.towers[city]:
            take(board, state, place)
        if count > int(state.supply[seat]):
            raise none_left()
        state.towers[city] = 64 * seat + count
        state.supply[seat] -= count
    elif kind == "card" and place.startswith("open "):
        _, seat_text, slot = place.split()
        _exchange(state, int(seat_text), int(slot), CARDS.index(which) + 1)
    else:
        raise cannot_lie_there()


def take(board: Board, state: State, place: str) -> None:
    if place.startswith("open "):
        raise only_exchanged()
    city = _city(place)
    tower_there = int(state.towers[city])
    if not tower_there:
        raise nothing_to_take()
    state.towers[city] = 0
    state.supply[tower_there >> 6] += tower_there & 63


def _city(place: str) -> City:
    _, meridian, row = place.split()
    return int(meridian) - 1, int(row) - 1


def _exchange(state: State, seat: int, slot: int, code: int) -> None:
    """Lay this card open; the one that lay there goes to where it was."""
    piles = state.piles[seat, : int(state.pile_sizes[seat])]
    discards = state.discards[seat, : int(state.discard_sizes[seat])]
    for cards in (piles, state.open[seat], discards):
        for index in range(len(cards)):
            if int(cards[index]) == code:
                cards[index], state.open[seat, slot] = int(state.open[seat, slot]), code
                return
    raise none_left()


def change(board: Board, state: State, setting: str, value: int) -> None:
    """So many turns are played: cards go from open to played, from the pile to open, or back."""
    players = int(state.players)
    state.turn, state.to_move = value, value % players
    for seat in range(players):
        pile = state.piles[seat, : int(state.pile_sizes[seat])][::-1].tolist()
        shown = [code for code in state.open[seat].tolist() if code]
        cards = [*state.discards[seat, : int(state.discard_sizes[seat])].tolist(), *shown, *pile]
        played = (value + players - 1 - seat) // players
        for field, part in (
            ("discards", cards[:played]),
            ("open", cards[played : played + HAND]),
            ("piles", cards[played + HAND :][::-1]),
        ):
            state[field][seat] = 0
            state[field][seat, : len(part)] = part
        state.discard_sizes[seat] = played
        state.pile_sizes[seat] = max(0, len(cards) - played - HAND)
